#include "session/lab/pasting.h"

#include "lab/jury/juror.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <set>
#include <string>

namespace sepax {
namespace {

std::string engineOf(const char* text) {
  const TextEngine* const engine = engineOfText(text);
  return engine == nullptr ? "" : engine->title;
}

TEST(TextEngine, IsWhoseNamesATextHolds) {
  EXPECT_EQ(engineOf("btCapsuleShape capsule(0.5, 2); btTransform at;"), "Bullet");
  EXPECT_EQ(engineOf("b2Polygon box = b2MakeBox(1, 2);"), "Box2D");
  EXPECT_EQ(engineOf("JPH::BoxShape box(JPH::Vec3(1, 1, 1));"), "Jolt");
  EXPECT_EQ(engineOf("let a = Cuboid::new(Vector3::new(1.0, 1.0, 1.0));"), "Rapier");
  EXPECT_EQ(engineOf("Shape 1: Box1 1 1\nX_FS1\n1 0 0 0"), "FCL");
  EXPECT_EQ(engineOf("new THREE.BoxGeometry(1, 2, 3)"), "three.js");
  EXPECT_EQ(engineOf(""), "");
  EXPECT_EQ(engineOf("Bullet keeps a margin of 4 cm; a box of 1 x 2, a physics engine, debtBoxShape"), "")
      << "words, no names";
}

TEST(TextEngine, IsSpokenForByJurorsThatThereAre) {
  std::set<std::string> known;
  for (const auto& file : std::filesystem::recursive_directory_iterator(SEPAX_SOURCE_DIR "/jurors")) {
    if (!file.path().string().ends_with(".juror.json") || file.path().string().find("template") != std::string::npos)
      continue;
    known.insert(file.path().filename().string().substr(0, file.path().filename().string().find('.')));
  }
  std::set<std::string> spoken;
  for (const char* text : {"btBoxShape", "b2MakeBox", "planck.", "JPH::", "rapier", "fcl::", "ccd_t", "dCreateBox",
                           "CGAL::", "CANNON.", "THREE.", "Matter.", "SAT."}) {
    const TextEngine* const engine = engineOfText(text);
    ASSERT_NE(engine, nullptr) << text;
    for (const Space space : {Space::k2d, Space::k3d}) {
      for (const std::string_view juror : jurorsOf(*engine, space)) spoken.emplace(juror);
    }
  }
  EXPECT_EQ(spoken, known);
}

}  // namespace
}  // namespace sepax
