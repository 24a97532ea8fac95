#include "collider/collider_export.h"
#include "format/case_writer.h"
#include "lab/export.h"
#include "lab/paste/paste.h"
#include "scratch.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <set>
#include <string>

// An engine that nobody compiled into Sepax: one file makes pasting and both exports know it.

namespace sepax {
namespace {

constexpr const char* kToy = R"({
  "sepax_api": 1, "title": "Toy engine", "source": "toy.h: full sizes, along z", "axis": "z",
  "shapes": [
    {"names": ["toy_brick"], "shape": "box", "args": ["extents"]},
    {"names": ["toy_rod"], "shape": "cylinder", "args": ["radius", "length"]}],
  "rotations": [{"names": ["toy_turn"], "rotation": "wxyz"}],
  "setters": {"position": ["toy_move"], "rotation": ["toy_set_turn"]},
  "export": [{
    "title": "Toy code", "numbers": "decimal", "axis": "z", "comment": "//",
    "head": ["#include <toy.h>", ""],
    "box": "brick{id} = toy_brick({sx}, {sy}, {sz});",
    "cylinder": "brick{id} = toy_rod({r}, {l});",
    "pose": ["brick{id}.toy_move({x}, {y}, {z});", "brick{id}.toy_set_turn(toy_turn({qw}, {qx}, {qy}, {qz}));"]}],
  "collider": {
    "extension": ".toy", "title": "Toy", "axis": "x", "numbers": "decimal_point",
    "head": "toy {name} {", "tail": "}", "box": "  brick {hx} {hy} {hz} at {x} {y} {z}", "capsule": "  rod {ax} {bx} {r}"}
})";

class ToyEngine : public testing::Test {
 protected:
  ToyEngine() {
    std::filesystem::create_directories(folder_);
    ::setenv("SEPAX_APIS", folder_.c_str(), 1);
  }
  ~ToyEngine() override {
    std::filesystem::remove_all(folder_);
    ::unsetenv("SEPAX_APIS");
    reloadApis();
  }
  void write(const char* name, const std::string& text) {
    ASSERT_TRUE(writeFileAtomically(folder_ + "/" + name, text));
    reloadApis();
  }

 private:
  const std::string folder_ = scratchFolder() + "/apis";
};

Document pairOfBricks() {
  Document document;
  for (const char* id : {"A", "B"}) {
    Body body;
    body.id = id;
    body.shape = Box{{0.5, 1, 1.5}};
    document.bodies.push_back(body);
  }
  document.bodies[1].shape = Cylinder{0.25, 0.5};
  document.bodies[1].position = {0.1, 0.2, 0.3};
  // The engine's cylinders lie along z: this one is written without a rotation.
  document.bodies[1].rotation = Mat3{{1, 0, 0}, {0, 0, 1}, {0, -1, 0}};
  return document;
}

TEST_F(ToyEngine, IsUnknownWithoutItsFile) {
  const auto pasted = pasteText("a = toy_brick(1, 2, 3);\nb = toy_rod(0.25, 1);\n");
  EXPECT_FALSE(pasted && pasted->isPair());
  EXPECT_EQ(findExportForm("toy", Space::k3d), nullptr);
  EXPECT_FALSE(colliderFormNamed("toy"));
}

TEST_F(ToyEngine, IsPastedAndExportedByItsFileAlone) {
  write("toy.json", kToy);
  const Document document = pairOfBricks();
  const ApiForm* const form = findExportForm("toy", Space::k3d);
  ASSERT_NE(form, nullptr);
  const auto text = exportText(document, *form, nullptr);
  ASSERT_TRUE(text) << describe(text.error());
  EXPECT_NE(text->find("#include <toy.h>\n\n"), std::string::npos) << *text;
  EXPECT_NE(text->find("brickA = toy_brick(1, 2, 3);\n"), std::string::npos) << *text;
  EXPECT_NE(text->find("brickB = toy_rod(0.5, 0.5);\n"), std::string::npos) << *text;
  const auto pasted = pasteText(*text);
  ASSERT_TRUE(pasted) << describe(pasted.error());
  ASSERT_EQ(pasted->document.bodies.size(), 2u) << *text;
  EXPECT_EQ(pasted->document.bodies[0].shape, document.bodies[0].shape);
  EXPECT_EQ(pasted->document.bodies[1].shape, document.bodies[1].shape);
  EXPECT_EQ(pasted->document.bodies[1].position, document.bodies[1].position);
  const Mat3 found = matrixOf(pasted->document.bodies[1].rotation);
  EXPECT_NEAR(std::abs(found[1].z), 1, 1e-12) << "along z";
}

TEST_F(ToyEngine, ExportsCollidersByItsFileAlone) {
  write("toy.json", kToy);
  const auto form = colliderFormNamed("toy");
  ASSERT_TRUE(form) << describe(form.error());
  EXPECT_EQ(form->extension, ".toy");
  std::vector<Body> bodies(1);
  bodies[0].id = "A";
  bodies[0].shape = Box{{1, 2, 3}};
  EXPECT_EQ(exportColliders(bodies, *form, "rock").value_or("none"),
            "toy rock {\n  brick 1.0 2.0 3.0 at 0.0 0.0 0.0\n}\n");
  bodies[0].shape = Sphere{1};
  const auto refused = exportColliders(bodies, *form, "rock");
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().message, "Toy has no template for a sphere");
}

TEST_F(ToyEngine, TakesTheUsersFileInsteadOfOurs) {
  write("jolt.json", R"({"sepax_api": 1, "title": "My Jolt", "shapes": []})");
  EXPECT_EQ(findApi("jolt")->title, "My Jolt");
  EXPECT_EQ(findExportForm("jolt", Space::k3d), nullptr);
}

TEST_F(ToyEngine, SaysWhichFileIsWrongWhereverItIsUsed) {
  write("toy.json", R"({"sepax_api": 1, "title": "Toy", "shapes": [{"names": ["x"], "shape": "brick", "args": []}]})");
  const std::string place = "apis/toy.json#/shapes/0/shape";
  const auto pasted = pasteText("sphere 1 at 0 0 0, sphere 2 at 1 1 1");
  ASSERT_FALSE(pasted);
  EXPECT_NE(describe(pasted.error()).find(place), std::string::npos) << describe(pasted.error());
  const auto text = exportText(pairOfBricks(), *findExportForm("jolt", Space::k3d), nullptr);
  ASSERT_FALSE(text);
  EXPECT_NE(describe(text.error()).find(place), std::string::npos);
  const auto form = colliderFormNamed("toy");
  ASSERT_FALSE(form);
  EXPECT_NE(describe(form.error()).find(place), std::string::npos);
}

/// A template writes a name that the tables read; test_export.cpp pastes what is written.
TEST(Apis, WriteShapesByNamesThatAreRead) {
  // No row is of these kinds, and matter's polygons are made of their vertices.
  const std::set<std::string> unread = {"compound", "point", "chain", "ellipse", "rounded_ellipse", "matter polygon"};
  int calls = 0;
  std::vector<std::string> names;
  for (const Api& api : apis()) {
    for (const ApiShape& row : api.shapes) names.push_back(row.name.substr(row.name.rfind('.') + 1));
  }
  for (const ApiForm* const form : exportForms()) {
    if (form->name == "mujoco" || isIssueForm(*form)) continue;  // whose readers know them
    for (const auto& [type, pattern] : form->shapes) {
      if (unread.contains(type) || unread.contains(form->name + " " + type)) continue;
      const bool is_known = std::ranges::any_of(
          names, [&code = pattern](const std::string& name) { return code.find(name) != std::string::npos; });
      EXPECT_TRUE(is_known) << form->name << " writes a " << type << " as " << pattern;
      ++calls;
    }
  }
  EXPECT_GE(calls, 50);
}

}  // namespace
}  // namespace sepax
