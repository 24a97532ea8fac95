#include "lab/paste/paste.h"

#include <gtest/gtest.h>

#include <initializer_list>
#include <string>

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
      // A ray's place and direction are told, though no body has them.
      "ray_origin = np.array([-41.8, 23.7, 39.9])\nray_direction = np.array([-0.83, 0.27, -0.71])\n"
      "center = np.array([24.6, 14.9, -25.5])\nradius = 2.8\n"
      "print(ray_sphere(ray_origin, ray_direction, center, radius))\n",
  });
}

TEST(PasteUnread, DoubtsANumberThatALineBelowGivesABody) {
  const std::string spheres = "sphere A: center (0, 0, 0), radius 1\nsphere B: center (1.5, 0, 0), radius 1\n";
  expectCertain({spheres.c_str()});
  for (const char* const line :
       {"B is moved by 2.5\n", "B is lifted by 0.4\n", "buffer 0.3\n", "B has yaw 0.5\n", "B has velocity 3\n"})
    expectUnsure({(spheres + line).c_str()});
  const std::string code =
      "const a = new THREE.Mesh(new THREE.SphereGeometry(1));\na.position.set(0, 0, 0);\n"
      "const b = new THREE.Mesh(new THREE.SphereGeometry(1));\nb.position.set(1.5, 0, 0);\n";
  expectCertain({code.c_str()});
  for (const char* const line : {"b.scale.multiplyScalar(2);\n", "a.position.x += 15;\n"})
    expectUnsure({(code + line).c_str()});
}

TEST(PasteUnread, DoubtsAScaleByANameOfABallOfUnity) {
  expectUnsure(
      {"GameObject a = GameObject.CreatePrimitive(PrimitiveType.Cube);\n"
       "a.transform.position = new Vector3(1, 2, 0);\n"
       "GameObject b = GameObject.CreatePrimitive(PrimitiveType.Sphere);\n"
       "b.transform.position = new Vector3(1.8f, 2, 0);\nb.transform.localScale = size;\n"});
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

TEST(PasteUnread, DoubtsStepsThatChangeABodyWithoutANumber) {
  expectUnsure({
      "const a = new THREE.Sphere(new THREE.Vector3(2, 1, 0), 1.5);\nconst b = new THREE.Sphere(new THREE.Vector3(3, "
      "0.25, 0), 1);\nb.center.negate();\nconsole.log(a.intersectsSphere(b));\n",
      "Bounds a = new Bounds(new Vector3(1, 1, 0), new Vector3(3, 2, 2));\nBounds b = new Bounds(new Vector3(3, 1, 0), "
      "new Vector3(2, 1, 1));\nb.Encapsulate(a);\nDebug.Log(a.Intersects(b));\n",
      "const a = new THREE.Box3(new THREE.Vector3(0, 0, 0), new THREE.Vector3(2, 1, 1));\nconst b = new "
      "THREE.Box3(new THREE.Vector3(1.5, 0, 0), new THREE.Vector3(3, 1, 1));\nb.union(a);\n"
      "console.log(a.intersectsBox(b));\n",
      "const a = new THREE.Sphere(new THREE.Vector3(1, 0, 0), 2);\nconst b = new THREE.Sphere(new THREE.Vector3(4, 0, "
      "0), 0.75);\na.applyMatrix4(node.matrixWorld);\nconsole.log(a.intersectsSphere(b));\n",
      "a = pygame.Rect(5, 5, 30, 20)\nb = pygame.Rect(50, 0, 12, 16)\na.top = b.bottom\nprint(a.colliderect(b))\n",
      "a = Circle(center=(1, 0), radius=2)\nb = Circle(center=(4.5, 1), radius=1)\na.center = b.center\n"
      "print(a.overlaps(b))\n",
      "a.center = Vector3(2, 1, 3); a.radius = 1\nb.center = Vector3(3, 2, 3); b.radius = 1.5\nb.center = -b.center\n",
      "Vec3 p(2, 1, 3), q(4, 2, 3);\nstd::swap(p, q);\nSphere a(p, 1.0f), b(q, 0.75f);\n",
      "var a = Rect2(4, 0, 30, 20)\nvar b = Rect2(50, 0, 12, 16)\nprint(a.intersects(b.grow(18)))\n",
  });
  expectCertain({
      "const a = new THREE.Sphere(new THREE.Vector3(2, 1, 0), 1.5);\nconst b = new THREE.Sphere(new THREE.Vector3(3, "
      "0.25, 0), 1);\nb.name = a.name;\nscene.add(a);\nconsole.log(a.intersectsSphere(b));\n",
      "const a = new THREE.Sphere(new THREE.Vector3(2, 1, 0), 1.5);\nconst b = new THREE.Sphere(new THREE.Vector3(3, "
      "0.25, 0), 1);\nfunction hits(a, b) {\n  b.applyMatrix4(frame);\n  return a.intersectsSphere(b);\n}\n",
  });
}

TEST(PasteUnread, DoubtsANumberByANameThatNoReaderTakes) {
  for (const char* const key : {"yaw", "tilt", "rot_deg", "scale", "slant", "dx", "pivot", "skew", "corner_radius",
                                "thickness", "angle_degrees"}) {
    const std::string text = std::string(R"({"a": {"type": "box", "center": [0, 1], "half_extents": [3, 1], ")") + key +
                             R"(": 0.4}, "b": {"type": "circle", "center": [3.5, 1], "radius": 0.6}})";
    expectUnsure({text.c_str()});
  }
  for (const char* const key : {"mass", "friction", "restitution", "layer", "id", "opacity", "density", "health"}) {
    const std::string text = std::string(R"({"a": {"type": "box", "center": [0, 1], "half_extents": [3, 1], ")") + key +
                             R"(": 7}, "b": {"type": "circle", "center": [3.5, 1], "radius": 0.6}})";
    expectCertain({text.c_str()});
  }
  expectUnsure({
      "a = Circle(center=(1, 0), radius=2)\nb = Circle(center=(4.5, 1), radius=1)\nb.skin = 0.5\n"
      "print(a.overlaps(b))\n",
      "name,type,cx,cy,hx,hy,r,dz\ncrate,box,1,0,3,1,,2\nball,circle,3.5,1,,,0.5,\n",
  });
}

TEST(PasteUnread, DoubtsInversesOfWhatABodyIsMadeOf) {
  expectUnsure({
      "let a = Ball::new(2.0);\nlet b = Cuboid::new(Vector3::new(0.5, 1.0, 0.5));\n"
      "let ta = Isometry3::translation(0.0, 1.0, 0.0);\n"
      "let tb = Isometry3::new(Vector3::new(2.5, 0.0, 0.0), Vector3::new(0.0, 0.0, 0.4));\n"
      "let d = query::distance(&ta, &a, &tb.inverse(), &b);\n",
      "let a = Cuboid::new(Vec3::new(2.0, 0.5, 1.0));\nlet b = Ball::new(0.75);\n"
      "let rot = Rotation3::from_axis_angle(&Vector3::z_axis(), 0.3).transpose();\n"
      "let pa = Isometry3::from_parts(Translation3::new(0.0, 1.0, 0.0), rot.into());\n"
      "let pb = Isometry3::translation(2.0, 0.9, 0.0);\nprintln!(\"{:?}\", query::distance(&pa, &a, &pb, &b));\n",
  });
}

TEST(PasteUnread, DoubtsBodiesThatHangOnOthers) {
  expectUnsure({
      "let a = SCNNode(geometry: SCNBox(width: 3, height: 1, length: 1, chamferRadius: 0))\n"
      "a.position = SCNVector3(2, 0.5, 0)\nlet b = SCNNode(geometry: SCNSphere(radius: 0.75))\n"
      "b.position = SCNVector3(1.2, 0.5, 0)\na.addChildNode(b)\nscene.rootNode.addChildNode(a)\n",
      "GameObject a = GameObject.CreatePrimitive(PrimitiveType.Cube);\n"
      "a.transform.position = new Vector3(2, 0.25f, 0);\n"
      "GameObject b = GameObject.CreatePrimitive(PrimitiveType.Sphere);\nb.transform.parent = a.transform;\n"
      "b.transform.localPosition = new Vector3(0.8f, 0, 0);\n",
  });
}

TEST(PasteUnread, TakesTheRootOfASquaredRadius) {
  for (const char* const radius : {"r² = 6.25", "r^2 = 6.25", "radius^2 = 6.25", "radius**2 = 6.25", "2r = 5",
                                   "radius squared is 6.25", "radiusSquared = 6.25", "radius = √6.25"}) {
    const auto pasted =
        pasteText(std::string("circle A: centre (3, 1), radius 1.5\ncircle B: centre (0, 1), ") + radius);
    ASSERT_TRUE(pasted);
    ASSERT_TRUE(pasted->isPair()) << radius;
    EXPECT_TRUE(pasted->isCertain()) << radius;
    EXPECT_NE(pasted->taken.back().find("radius 2.5,"), std::string::npos) << radius;
  }
  expectUnsure({"sphere A: centre (3, 1, 0), 3r = 4\nsphere B: centre (0, 1, 0), 3r = 2\n",
                "sphere A: centre (3, 1, 0), r/2 = 4\nsphere B: centre (0, 1, 0), r/2 = 1\n"});
}

TEST(PasteUnread, DoubtsSentencesThatChangeThePairWithoutANumber) {
  const std::string pair =
      "sphere a: center (2, 1, 3), radius 1.5\nbox b: center (4, 1, 3), half extents (1, 2, 0.5)\n";
  for (const char* const more :
       {"a is mirrored at the xy plane before the test.", "Both are doubled first.",
        "a is half as big in the failing case.", "The coordinates of b are relative to the centre of a.",
        "b is standing on its side.", "x and z are swapped here.", "b is then rotated by a quarter turn.",
        "b has its rotation as in the screenshot.", "Note: a is stretched along z.",
        "The positions are offsets from a.", "b is shown at half size."}) {
    expectUnsure({(pair + more + "\n").c_str(), (pair + "// " + more + "\n").c_str()});
  }
  for (const char* const more :
       {"I tried it mirrored, too.", "If b is doubled in size it works.", "b is not rotated.",
        "The answer is right when a and b are swapped.", "Is it the same for a rotated box?"}) {
    expectCertain({(pair + more + "\n").c_str()});
  }
}

TEST(PasteUnread, DoubtsCommentsThatContradict) {
  expectUnsure({
      "a = Circle(x=1, y=0, radius=3)\nb = Circle(x=5, y=1, radius=2)   # a.radius is actually the diameter\n",
      "// radii are in mm, centres in m\na: sphere radius 400 at (1, 0, 0)\nb: sphere radius 200 at (1.7, 0, 0)\n",
      "// sizes below are in cm, positions in m\na: sphere radius 40 at (0, 1, 0)\nb: sphere radius 20 at (0.5, 1, "
      "0)\n",
  });
}

TEST(PasteUnread, DoubtsPosesByNamesInCallsKeysAndWords) {
  expectUnsure({
      R"(a = fcl.CollisionObject(fcl.Box(1, 2, 1), fcl.Transform(R, np.array([0, 1, 0])))
b = fcl.CollisionObject(fcl.Sphere(0.5), fcl.Transform(np.array([1.2, 1, 0])))
)",
      R"(a = fcl.CollisionObject(fcl.Box(1, 2, 1), fcl.Transform(np.array([0, 1, 0])))
b = fcl.CollisionObject(fcl.Sphere(0.5), fcl.Transform(T))
)",
      R"(A: box, half extents (1, 2, 1), position (0, 0, 0), rotation R
B: sphere, radius 0.5, position (1.4, 0, 0)
)",
      R"(box A: half extents (1, 2, 1), position P
sphere B: radius 0.5, position (1.4, 0, 0)
)",
      R"({"a": {"type": "box", "half_extents": [1, 2, 1], "position": [0, 1, 0], "rotation": "see above"}, "b": {"type": "sphere", "radius": 0.5, "position": [1.4, 1, 0]}}
)",
      R"(a:
  type: box
  half_extents: [1, 2, 1]
  position: [0, 1, 0]
  rotation: *rot
b:
  type: sphere
  radius: 0.5
  position: [1.4, 1, 0]
)",
      R"(var a = new Sphere(start, 1);
var b = new Sphere(new Vector3(0, 0, 0), 2);
a.intersects(b)
)",
      R"(b2PolygonShape a; a.SetAsBox(1, 2);
b2CircleShape b; b.m_radius = 0.5f; b.m_p.Set(2, 1);
b2Transform xf; xf.Set(b2Vec2(1, 0), theta);
b2TestOverlap(&a, 0, &b, 0, xf, b2Transform_identity);
)",
  });
}

TEST(PasteUnread, DoubtsStepsOnPartsAndCopiesOfBodies) {
  expectUnsure({
      R"(const a = new THREE.Box3(new THREE.Vector3(0, 0, 0), new THREE.Vector3(1, 1, 1));
const b = new THREE.Sphere(new THREE.Vector3(1.5, 0, 0), 0.3);
b.copy(a.getBoundingSphere(target));
a.intersectsSphere(b);
)",
      R"(const a = new THREE.Box3(new THREE.Vector3(0, 0, 0), new THREE.Vector3(1, 1, 1));
const b = new THREE.Sphere(new THREE.Vector3(1.5, 0, 0), 0.3);
b.center.add(offset);
a.intersectsSphere(b);
)",
      R"(const a = new THREE.Box3(new THREE.Vector3(0, 0, 0), new THREE.Vector3(1, 1, 1));
const b = new THREE.Sphere(new THREE.Vector3(1.5, 0, 0), 0.3);
b.center.x += dx;
a.intersectsSphere(b);
)",
      R"(const a = new THREE.Box3(new THREE.Vector3(0, 0, 0), new THREE.Vector3(1, 1, 1));
const b = new THREE.Sphere(new THREE.Vector3(1.5, 0, 0), 0.3);
a.intersectsSphere(b.clone().translate(v));
)",
      R"(const a = new THREE.Box3(new THREE.Vector3(0, 0, 0), new THREE.Vector3(1, 1, 1));
const b = new THREE.Sphere(new THREE.Vector3(1.5, 0, 0), 0.3);
a.clone().applyMatrix4(m).intersectsSphere(b);
)",
      R"(a = pygame.Rect(0, 0, 32, 32)
b = pygame.Rect(40, 0, 16, 16)
b.move_ip(v)
print(a.colliderect(b))
)",
      R"(a = pygame.Rect(0, 0, 32, 32)
b = pygame.Rect(40, 0, 16, 16)
print(a.colliderect(b.move(dx, 0)))
)",
  });
}

TEST(PasteUnread, DoubtsNumbersByNamesOnLinesOfBodies) {
  expectUnsure({
      R"(box a {
  center = (0, 1, 0)
  half = (1, 2, 1)
  skew = 0.3
}
sphere b {
  center = (1.4, 1, 0)
  radius = 0.5
}
)",
      R"(box a: center (0, 1, 0), half extents (1, 2, 1), bevel 0.1
sphere b: center (2.4, 1, 0), radius 0.5
)",
      R"(box a: center=(0, 1, 0), half_extents=(1, 2, 1), margin=0.1
sphere b: center=(2.4, 1, 0), radius=0.5
)",
  });
}

TEST(PasteUnread, DoubtsBodiesWithinOthersInObjects) {
  expectUnsure({
      R"({"a": {"type": "box", "half_extents": [1, 2, 1], "position": [0, 1, 0], "children": {"b": {"type": "sphere", "radius": 0.5, "position": [1.4, 1, 0]}}}}
)",
      R"({"a": {"type": "box", "half_extents": [1, 2, 1], "position": [0, 1, 0]}, "b": {"type": "sphere", "radius": 0.5, "position": [1.4, 1, 0], "parent": "a"}}
)",
  });
}

TEST(PasteUnread, DoubtsWhatWordsAndOptionsLeaveOpen) {
  expectUnsure({
      R"(Collider a = sphere at (1, 2, 3) with radius 2.
Collider b = sphere at (4, 2, 3) with radius 0.5, moved to its start position.
)",
      R"({"a": {"type": "box", "center": [0, 0], "half_extents": [2, 1], "flip": true}, "b": {"type": "circle", "center": [4, 0], "radius": 1}}
)",
      R"(sphere A: center (0, 0, 0), radius 2
sphere B: center = A's center + (3, 0, 0), radius 2
)",
      R"(sphere A: center (0, 0, 0), radius 2
sphere B: center (3, 0, 0), radius = 2 * A's radius
)",
      R"(Box A: center (1, 2, 3), half extents (1, 2, 1), orientation unknown. Box B: center (3, 2, 3), half extents (1, 1, 1).
)",
      R"(Box A: center (1, 2, 3), half extents (1, 2, 1), rotation: see picture. Box B: center (3, 2, 3), half extents (1, 1, 1).
)",
      R"(circle A: centre (a, b), radius 1; circle B: centre (0, 0), radius 2
)",
      R"(circle A: centre (0, 2^3), radius 1; circle B: centre (0, 0), radius 2
)",
      R"(const a = Matter.Bodies.rectangle(0, 0, 20, 10, { angle: theta });
const b = Matter.Bodies.circle(15, 0, 8);
)",
      R"(const a = Matter.Bodies.rectangle(0, 0, 20, 10);
Matter.Body.setPosition(a, start);
const b = Matter.Bodies.circle(15, 0, 8);
)",
      R"(a = trimesh.primitives.Box(extents=[2, 1, 1])
a.apply_transform(T)
b = trimesh.primitives.Sphere(radius=0.5, center=[1.3, 0, 0])
)",
  });
}

TEST(PasteUnread, DoubtsComponentsInversesAndFactorsByName) {
  expectUnsure({
      R"(const a = new THREE.Mesh(new THREE.BoxGeometry(2, 1, 1));
a.position.set(0, 1, 0);
a.rotation.setFromRotationMatrix(m);
const b = new THREE.Mesh(new THREE.SphereGeometry(0.5));
b.position.set(1.4, 1, 0);
)",
      R"(const a = new THREE.Mesh(new THREE.BoxGeometry(2, 1, 1));
a.position.set(0, 1, 0);
a.rotation.y = angle;
const b = new THREE.Mesh(new THREE.SphereGeometry(0.5));
b.position.set(1.4, 1, 0);
)",
      R"(btBoxShape a(btVector3(1, 1, 1));
btSphereShape b(0.5);
btTransform ta(btQuaternion(0, 0, 0.3826834, 0.9238795), btVector3(0, 1, 0)), tb(btQuaternion::getIdentity(), btVector3(1.6, 1, 0));
btTransform rel = ta.inverseTimes(tb);
dist(a, ta, b, rel);
)",
      R"(let a = Ball::new(1.0);
let b = Cuboid::new(Vector3::new(1.0, 0.5, 0.5));
let ta = Isometry3::translation(0.0, 0.0, 0.0);
let tb = Isometry3::new(Vector3::new(1.5, 0.0, 0.0), Vector3::new(0.0, 0.0, 0.7));
let d = query::distance(&ta, &a, &(frame * tb), &b);
)",
      R"(a = Sphere(center=Vec3(0, 0, 0), radius=2)
b = Box(center=Vec3(2.5, 0, 0), half_extents=Vec3(1, 1, 1), rotation=inverse(Quat(0, 0, 0.3826834, 0.9238795)))
)",
      R"(p = Vec3(0, 1, 0)
a = Sphere(center=p.yzx, radius=2)
b = Box(center=Vec3(2.5, 0, 0), half_extents=Vec3(1, 1, 1))
)",
      R"(p = Vec3(0, 1, 0)
a = Sphere(center=p * s, radius=2)
b = Box(center=Vec3(2.5, 0, 0), half_extents=Vec3(1, 1, 1))
)",
  });
}

}  // namespace
}  // namespace sepax
