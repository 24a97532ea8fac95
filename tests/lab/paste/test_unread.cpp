#include "lab/paste/paste.h"

#include <gtest/gtest.h>

#include <initializer_list>

// Texts that say more of their bodies than a reader knows: they are never read in silence.

namespace sepax {
namespace {

void expectUnsure(std::initializer_list<const char*> texts) {
  for (const char* const text : texts) {
    const auto pasted = pasteText(text);
    ASSERT_TRUE(pasted) << text;
    EXPECT_TRUE(pasted->isCase()) << text;
    EXPECT_FALSE(pasted->isCertain()) << text;
  }
}

void expectCertain(std::initializer_list<const char*> texts) {
  for (const char* const text : texts) {
    const auto pasted = pasteText(text);
    ASSERT_TRUE(pasted) << text;
    EXPECT_TRUE(pasted->isCertain()) << text << (pasted->doubts.empty() ? "" : pasted->doubts[0]);
  }
}

TEST(PasteUnread, DoubtsAPoseByANameThatTheTextDoesNotTell) {
  expectUnsure({
      "const a = new THREE.Mesh(new THREE.BoxGeometry(3, 1, 2));\na.position.copy(spawn);\n"
      "const b = new THREE.Mesh(new THREE.SphereGeometry(0.75));\nb.position.set(2, 0.5, 0);\n",
      "const a = new CANNON.Body({ mass: 2, shape: new CANNON.Box(new CANNON.Vec3(2, 1, 1)), position: new "
      "CANNON.Vec3(0, 1, 0) });\na.quaternion.copy(model.quaternion);\nconst b = new CANNON.Body({ mass: 1, shape: new "
      "CANNON.Sphere(0.6), position: new CANNON.Vec3(2.3, 1, 0) });\n",
      "b2CircleShape s1; s1.m_radius = 2.0f; s1.m_p = middle;\n"
      "b2CircleShape s2; s2.m_radius = 0.75f; s2.m_p.Set(3, 1);\n",
      "JPH::BoxShape crate(JPH::Vec3(2, 1, 1));\nJPH::SphereShape ball(0.75f);\n"
      "JPH::BodyCreationSettings sa(&crate, JPH::RVec3(0, 1, 0), orientation, JPH::EMotionType::Dynamic, 1);\n"
      "JPH::BodyCreationSettings sb(&ball, JPH::RVec3(2.4f, 1, 0), JPH::Quat::sIdentity(), JPH::EMotionType::Dynamic, "
      "1);\n",
      "const a = world.createCollider(RAPIER.ColliderDesc.cuboid(2, 1, 1).setTranslation(0, 1, 0).setRotation(turn));\n"
      "const b = world.createCollider(RAPIER.ColliderDesc.ball(0.75).setTranslation(2.4, 1, 0));\n",
      "sphere A: centre (2, y0, 1), radius 1.5; sphere B: centre (0, 0, 0), radius 1\n",
  });
  expectCertain({
      "let a = Collider::cuboid(1.0, 2.0, 1.0);\n"
      "let ta = Transform::from_xyz(0.0, 1.0, 0.0).with_rotation(Quat::IDENTITY);\n"
      "let b = Collider::ball(0.5);\nlet tb = Transform::from_xyz(0.0, 4.0, 0.0).with_rotation(Quat::from_rotation_x("
      "FRAC_PI_2));\n",
  });
}

TEST(PasteUnread, ReadsRootsAndFractionsByTheirSigns) {
  expectCertain({"circle A: centre (√3, 2), radius 1¾; circle B: centre (0, ½), radius 2\n",
                 "circle A: centre (1, π), radius 1; circle B: centre (-2√2, 0), radius 2½\n"});
  const auto pasted = pasteText("circle A: centre (-√3, 2π), radius 1¾; circle B: centre (0, ½), radius 2\n");
  ASSERT_TRUE(pasted);
  ASSERT_TRUE(pasted->isPair());
  EXPECT_NEAR(pasted->document.bodies[0].position.x, -1.7320508, 1e-6);
  EXPECT_NEAR(pasted->document.bodies[0].position.y, 6.2831853, 1e-6);
  EXPECT_EQ(pasted->document.bodies[1].position.y, 0.5);
}

}  // namespace
}  // namespace sepax
