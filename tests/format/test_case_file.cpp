#include "format/case_file.h"
#include "geom/bounding_volumes.h"

#include "chinese.h"
#include "core/platform.h"
#include "document/tested_pairs.h"
#include "format/case_schema.h"
#include "format/random_document.h"
#include "geom/rounded.h"
#include "json_test.h"
#include "rounds.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <bit>
#include <filesystem>
#include <fstream>
#include <set>

namespace sepax {

namespace {

namespace fs = std::filesystem;

/// A 3D case of one body; `body` are more members of it, `document` more members of the case.
std::string caseWith(const std::string& shape, const std::string& body = {}, const std::string& document = {}) {
  return fmt::format(R"({{"sepax": 1, "space": "3d", "bodies": [{{"id": "A", "shape": {}{}}}]{}}})", shape, body,
                     document);
}

std::string planarCaseOf(const std::string& shape, const std::string& body = {}) {
  return fmt::format(R"({{"sepax": 1, "space": "2d", "bodies": [{{"id": "A", "shape": {}{}}}]}})", shape, body);
}

const std::string kBall = R"({"type": "sphere", "radius": 1})";

Document load(const std::string& text) {
  auto loaded = parseCase(text, "t.json");
  EXPECT_TRUE(loaded) << (loaded ? "" : describe(loaded.error())) << "\n" << text.substr(0, 2000);
  return loaded ? loaded->document : Document{};
}

struct Refusal {
  std::string text, where, message;
  ErrorCode code = ErrorCode::kWrongValue;
};

/// What case files call shapes, volumes and queries in every language.
std::set<std::string> namesOfShapes() {
  std::set<std::string> names{"sweep", "ray", "contains", "fit", "true", "false", "null", "closest", "all"};
  const auto takeAll = [&]<class... Shapes>(std::type_identity<std::variant<Shapes...>>) {
    (names.insert(Shapes::kType), ...);
  };
  takeAll(std::type_identity<ShapeVariant>());
  for (const VolumeKindInfo& info : volumeKinds()) names.insert(info.name);
  return names;
}

void expectRefused(const Refusal& refusal) {
  const auto loaded = parseCase(refusal.text, "t.json");
  const std::string shown = refusal.text.substr(0, 300);
  ASSERT_FALSE(loaded) << shown;
  EXPECT_EQ(loaded.error().where, refusal.where) << shown;
  EXPECT_NE(loaded.error().message.find(refusal.message), std::string::npos) << loaded.error().message << "\n" << shown;
  EXPECT_EQ(loaded.error().code, refusal.code) << loaded.error().message;
  // The same in a Chinese window: nothing of it stays English.
  const InChinese now;
  const std::string message = parseCase(refusal.text, "t.json").error().message;
  static const std::set<std::string> kNames = namesOfShapes();
  for (const std::string& word : englishWords(message, kNames))
    ADD_FAILURE() << "in English: " << word << " in " << message;
  EXPECT_EQ(missingTranslations(), std::set<std::string>());
}

class TemporaryFolder {
 public:
  TemporaryFolder() : path_(fs::temp_directory_path() / fmt::format("sepax-case-{}-{}", ::getpid(), next_++)) {
    fs::create_directories(path_);
  }
  ~TemporaryFolder() { fs::remove_all(path_); }
  [[nodiscard]] std::string file(const std::string& name, const std::string& text = {}) const {
    fs::create_directories((path_ / name).parent_path());
    if (!text.empty()) std::ofstream(path_ / name, std::ios::binary) << text;
    return (path_ / name).string();
  }

 private:
  static inline int next_ = 0;
  fs::path path_;
};

const std::string kTetrahedron = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 3 1 4\n";

std::string hullCase(const std::string& mesh) {
  return caseWith(fmt::format(R"({{"type": "hull", "mesh": "{}"}})", mesh));
}

}  // namespace

TEST(CaseFile, ReadsEveryMemberOfTheContract) {
  const Document document = load(R"({
    "sepax": 1, "name": "n", "notes": "m", "source": "s", "space": "3d",
    "bodies": [
      {"id": "A", "shape": {"type": "box", "half_extents": [1, 0.5, 0.25]}, "position": [0, 0, 0], "rotation": [0, 0, 0, 1]},
      {"id": "B", "shape": {"type": "sphere", "radius": "0x1.8p+1"}, "position": ["0x1.8p+1", 0, "-0x0p+0"],
       "rotation_matrix": [[0, -1, 0], [1, 0, 0], [0, 0, 1]], "scale": 2, "pivot": [1, 2, 3], "linear_velocity": [-3, 0, 0],
       "angular_velocity": [0, 1, 0], "colour": "#ff8000", "visible": false, "locked": true}],
    "pairs": [["B", "A"]], "touching_tolerance": 0.001,
    "expect": [{"pair": ["A", "B"], "verdict": "touching", "separation": 1.25, "distance": 1, "normal": [1, 0, 0],
                "deciding_axis": "A0", "depth": 0, "tolerance": 1e-6}]})");
  ASSERT_EQ(document.bodies.size(), 2u);
  EXPECT_EQ(document.name + document.notes + document.source, "nms");
  EXPECT_EQ(std::get<Box>(document.bodies[0].shape).half_extents, Vec3(1, 0.5, 0.25));
  const Body& b = document.bodies[1];
  EXPECT_EQ(std::get<Sphere>(b.shape).radius, 3);
  EXPECT_EQ(b.position, Vec3(3, 0, 0));
  EXPECT_TRUE(std::signbit(b.position.z));
  EXPECT_EQ(matrixOf(b.rotation) * Vec3(1, 0, 0), Vec3(0, 1, 0));
  EXPECT_EQ(b.scale, Vec3(2));
  EXPECT_EQ(b.pivot, Vec3(1, 2, 3));
  EXPECT_EQ(b.colour, (BodyColour{255, 128, 0}));
  EXPECT_FALSE(b.visible);
  EXPECT_TRUE(b.locked);
  EXPECT_EQ(testedPairs(document), (std::vector<PairIds>{{"B", "A"}}));
  EXPECT_EQ(document.touching_tolerance, 0.001);
  ASSERT_EQ(document.expect.size(), 1u);
  EXPECT_EQ(document.expect[0].verdict, Verdict::kTouching);
  EXPECT_EQ(document.expect[0].deciding_axis, parseAxisName("A0"));
  EXPECT_EQ(document.expect[0].tolerance, 1e-6);
}

TEST(CaseFile, ReadsAnglesInRadiansAndDegreesIn2d) {
  const std::string box = R"({"type": "box", "half_extents": [1, 2]})";
  EXPECT_EQ(std::get<double>(load(planarCaseOf(box, R"(, "angle": 0.5)")).bodies[0].rotation), 0.5);
  EXPECT_DOUBLE_EQ(std::get<double>(load(planarCaseOf(box, R"(, "angle_deg": 90)")).bodies[0].rotation),
                   std::numbers::pi / 2);
  EXPECT_EQ(std::get<double>(load(planarCaseOf(box)).bodies[0].rotation), 0);
}

TEST(CaseFile, ReadsColoursAsHexadecimalTextAndAsNumbers) {
  EXPECT_EQ(load(caseWith(kBall, R"(, "colour": [1, 2, 255])")).bodies[0].colour, (BodyColour{1, 2, 255}));
  EXPECT_EQ(load(caseWith(kBall, R"(, "colour": "#0A0b0C")")).bodies[0].colour, (BodyColour{10, 11, 12}));
}

TEST(CaseFile, SkipsAByteOrderMark) { EXPECT_EQ(load("\xEF\xBB\xBF" + caseWith(kBall)).bodies.size(), 1u); }

TEST(CaseFile, NormalisesOnlyQuaternionsThatAreNotUnitAlready) {
  const Quat near = std::get<Quat>(load(caseWith(kBall, R"(, "rotation": [0, 0, 0, 1.0005])")).bodies[0].rotation);
  EXPECT_EQ(near, (Quat{0, 0, 0, 1}));
  const Quat exact = std::get<Quat>(load(caseWith(kBall, R"(, "rotation": [0.1, 0.1, 0.7, 0.7])")).bodies[0].rotation);
  EXPECT_EQ(exact, (Quat{0.1, 0.1, 0.7, 0.7}));
}

TEST(CaseFile, RefusesWrongMembersNamingThePlaceAndWhatWasExpected) {
  const std::string two = R"({"sepax": 1, "space": "3d", "bodies": [{"id": "A", "shape": )" + kBall +
                          R"(}, {"id": "B", "shape": )" + kBall + "}]";
  const std::vector<Refusal> refusals{
      {"[]", "t.json#", "expected a case object, found an empty array"},
      {"{}", "t.json#/sepax", "found nothing"},
      {R"({"sepax": 2, "space": "3d", "bodies": []})", "t.json#/sepax", "expected version 1, found the number 2",
       ErrorCode::kUnsupported},
      {R"({"space": "3d", "bodies": []})", "t.json#/sepax",
       "expected version 1 (\"sepax\": 1), the sign of a case file, found nothing"},
      {R"({"sepax": "1", "space": "3d", "bodies": []})", "t.json#/sepax", "found the string \"1\""},
      {R"({"sepax": 1, "bodies": []})", "t.json#/space", "expected \"2d\" or \"3d\", found nothing"},
      {R"({"sepax": 1, "space": "4d", "bodies": []})", "t.json#/space", "found the string \"4d\""},
      {R"({"sepax": 1, "space": "3d"})", "t.json#/bodies", "expected an array of bodies, found nothing"},
      {R"({"sepax": 1, "space": "3d", "bodies": {}})", "t.json#/bodies",
       "expected an array of bodies, found an object"},
      {R"({"sepax": 1, "space": "3d", "bodies": [3]})", "t.json#/bodies/0", "expected a body object"},
      {R"({"sepax": 1, "space": "3d", "bodies": [{}]})", "t.json#/bodies/0/id", "expected a string, found nothing"},
      {R"({"sepax": 1, "space": "3d", "bodies": [{"id": "", "shape": {"type": "sphere", "radius": 1}}]})",
       "t.json#/bodies/0/id", "empty"},
      {R"({"sepax": 1, "space": "3d", "bodies": [{"id": "A"}]})", "t.json#/bodies/0/shape",
       "expected a shape object, found nothing"},
      {caseWith("{}"), "t.json#/bodies/0/shape/type", "expected a string, found nothing"},
      {caseWith(R"({"type": "blob"})"), "t.json#/bodies/0/shape/type",
       "expected a 3d shape (sphere, box, aabb, capsule, cylinder, cone, hull, mesh, triangle, point, half_space, "
       "segment, heightfield, "
       "compound, tapered_capsule, ellipsoid), found the string "
       "\"blob\""},
      {caseWith(R"({"type": "circle", "radius": 1})"), "t.json#/bodies/0/shape/type",
       "found \"circle\", which is a 2d shape"},
      {planarCaseOf(kBall), "t.json#/bodies/0/shape/type",
       "expected a 2d shape (circle, box, aabb, polygon, capsule, segment, point, half_space, chain, compound, "
       "tapered_capsule, "
       "ellipse), found \"sphere\", which is a 3d shape"},
      {caseWith(R"({"type": "sphere"})"), "t.json#/bodies/0/shape/radius", "found nothing"},
      {caseWith(R"({"type": "sphere", "radius": -1})"), "t.json#/bodies/0/shape/radius",
       "expected a number from 0 to 1e+60, found the number -1"},
      {caseWith(R"({"type": "sphere", "radius": null})"), "t.json#/bodies/0/shape/radius", "found null"},
      {caseWith(R"({"type": "sphere", "radius": 1e61})"), "t.json#/bodies/0/shape/radius", "found the number 1e+61"},
      {caseWith(R"({"type": "sphere", "radius": "nan"})"), "t.json#/bodies/0/shape/radius", "found the string \"nan\""},
      {caseWith(R"({"type": "sphere", "radius": "inf"})"), "t.json#/bodies/0/shape/radius", "hexadecimal float"},
      {caseWith(R"({"type": "sphere", "radius": "0x1p+5000"})"), "t.json#/bodies/0/shape/radius", "hexadecimal float"},
      {caseWith(R"({"type": "box", "half_extents": [1, 1]})"), "t.json#/bodies/0/shape/half_extents",
       "expected an array of 3 numbers, found an array of 2"},
      {caseWith(R"({"type": "box", "half_extents": [1, -0.5, 1]})"), "t.json#/bodies/0/shape/half_extents/1",
       "found the number -0.5"},
      {caseWith(kBall, R"(, "position": [0, "x", 0])"), "t.json#/bodies/0/position/1", "found the string \"x\""},
      {caseWith(kBall, R"(, "position": 3)"), "t.json#/bodies/0/position",
       "expected an array of 3 numbers, found the number 3"},
      {caseWith(kBall, R"(, "rotation": [0, 0, 0, 1.1])"), "t.json#/bodies/0/rotation", "found length 1.1"},
      {caseWith(kBall, R"(, "rotation": [0, 0, 0, 0])"), "t.json#/bodies/0/rotation", "found length 0"},
      {caseWith(kBall, R"(, "rotation": [0, 0, 1])"), "t.json#/bodies/0/rotation",
       "expected a quaternion [x, y, z, w]"},
      {caseWith(kBall, R"(, "angle": 1)"), "t.json#/bodies/0/angle", "\"axis_angle\" or \"euler\" in a 3d case"},
      {caseWith(kBall, R"(, "rotation": [0,0,0,1], "rotation_matrix": [[1,0,0],[0,1,0],[0,0,1]])"),
       "t.json#/bodies/0/rotation_matrix", "expected one rotation"},
      {caseWith(kBall, R"(, "rotation_matrix": [[1,0,0],[0,1,0],[0,0,-1]])"), "t.json#/bodies/0/rotation_matrix",
       "mirror"},
      {caseWith(kBall, R"(, "rotation_matrix": [[1,0.01,0],[0,1,0],[0,0,1]])"), "t.json#/bodies/0/rotation_matrix",
       "expected columns"},
      {caseWith(kBall, R"(, "rotation_matrix": [[1,0,0],[0,1,0]])"), "t.json#/bodies/0/rotation_matrix", "three rows"},
      {planarCaseOf(R"({"type": "circle", "radius": 1})", R"(, "rotation": [0,0,0,1])"), "t.json#/bodies/0/rotation",
       "expected \"angle\" or \"angle_deg\" in a 2d case"},
      {planarCaseOf(R"({"type": "circle", "radius": 1})", R"(, "angle": 1, "angle_deg": 1)"),
       "t.json#/bodies/0/angle_deg", "expected one rotation"},
      {planarCaseOf(R"({"type": "circle", "radius": 1})", R"(, "position": [1, 2, 3])"), "t.json#/bodies/0/position",
       "expected an array of 2 numbers"},
      {caseWith(kBall, R"(, "scale": [1, 2, 1])"), "t.json#/bodies/0/scale", "not round"},
      {caseWith(kBall, R"(, "scale": 0)"), "t.json#/bodies/0/scale", "other than 0"},
      {caseWith(kBall, R"(, "scale": [1, -2, 1])"), "t.json#/bodies/0/scale", "one factor for all axes"},
      {caseWith(kBall, R"(, "colour": "red")"), "t.json#/bodies/0/colour", "expected a colour"},
      {caseWith(kBall, R"(, "colour": [0, 0, 256])"), "t.json#/bodies/0/colour/2",
       "expected a whole number from 0 to 255"},
      {caseWith(kBall, R"(, "visible": 1)"), "t.json#/bodies/0/visible", "expected true or false"},
      {caseWith(kBall, {}, R"(, "name": 3)"), "t.json#/name", "expected a string"},
      {caseWith(kBall, {}, R"(, "touching_tolerance": -1)"), "t.json#/touching_tolerance", "found the number -1"},
      {caseWith(kBall, {}, R"(, "queries": 1)"), "t.json#/queries", "expected an array of queries"},
      {two + R"(, "pairs": [["A"]]})", "t.json#/pairs/0", "expected the ids of two bodies"},
      {two + R"(, "pairs": [["A", "B"], ["A", "C"]]})", "t.json#/pairs/1", "found \"C\", which no body has"},
      {two + R"(, "pairs": [["A", "A"]]})", "t.json#/pairs/0", "expected two different bodies"},
      {two + R"(, "expect": [{"verdict": "separated"}]})", "t.json#/expect/0/pair", "expected the ids of two bodies"},
      {two + R"(, "expect": [{"pair": ["A", "B"], "name": "all is well"}]})", "t.json#/expect/0",
       "expected a part of the answer"},
      {two + R"(, "expect": [{"pair": ["A", "X"], "verdict": "touching"}]})", "t.json#/expect/0/pair", "found \"X\""},
      {two + R"(, "expect": [{"pair": ["A", "B"], "verdict": "apart"}]})", "t.json#/expect/0/verdict",
       "\"overlapping\""},
      {R"({"sepax": 1, "space": "3d", "bodies": [{"id": "A", "shape": )" + kBall + R"(}, {"id": "A", "shape": )" +
           kBall + "}]}",
       "t.json#/bodies/1/id", "expected a different id for each body, found \"A\" again"},
  };
  for (const Refusal& refusal : refusals) expectRefused(refusal);
}

TEST(CaseFile, ReadsEveryKindOfTheContract) {
  const std::string solid = "[[0,0,0],[1,0,0],[0,1,0],[0,0,1]]";
  const std::vector<std::string> solids{
      kBall,
      R"({"type": "box", "half_extents": [1, 2, 3]})",
      R"({"type": "aabb", "half_extents": [1, 2, 3]})",
      R"({"type": "capsule", "half_length": 1, "radius": 2})",
      R"({"type": "tapered_capsule", "half_length": 1, "radius_start": 2, "radius_end": 1})",
      R"({"type": "ellipsoid", "half_axes": [1, 2, 3]})",
      R"({"type": "cylinder", "half_length": 1, "radius": 2})",
      R"({"type": "cone", "half_length": 1, "radius": 2})",
      R"({"type": "hull", "vertices": )" + solid + "}",
      R"({"type": "mesh", "vertices": )" + solid + R"(, "triangles": [[0, 1, 2]]})",
      R"({"type": "triangle", "vertices": [[0,0,0],[1,0,0],[0,1,0]]})",
      R"({"type": "point"})",
      R"({"type": "half_space"})",
      R"({"type": "segment", "half_length": 1})",
      R"({"type": "heightfield", "heights": [[0, 1], [2, 3]]})",
      R"({"type": "compound", "children": [{"shape": {"type": "point"}}]})"};
  const std::vector<std::string> planars{
      R"({"type": "circle", "radius": 1})",
      R"({"type": "box", "half_extents": [1, 2]})",
      R"({"type": "aabb", "half_extents": [1, 2]})",
      R"({"type": "polygon", "vertices": [[0,0],[1,0],[0,1]]})",
      R"({"type": "capsule", "half_length": 1, "radius": 2})",
      R"({"type": "tapered_capsule", "from": [0, 0], "to": [1, 2], "radius_start": 2, "radius_end": 0})",
      R"({"type": "ellipse", "half_axes": [1, 2]})",
      R"({"type": "segment", "half_length": 1})",
      R"({"type": "point"})",
      R"({"type": "half_space"})",
      R"({"type": "chain", "vertices": [[0,0],[1,0]]})",
      R"({"type": "compound", "children": [{"shape": {"type": "point"}}]})"};
  EXPECT_EQ(solids.size() + planars.size(), shapePrototypes().size());
  for (const auto& [shapes, planar] : {std::pair(solids, true), std::pair(planars, false)}) {
    for (const std::string& shape : shapes) {
      const auto read = parseCase(planar ? caseWith(shape) : planarCaseOf(shape), "t.json");
      ASSERT_TRUE(read) << shape << describe(read.error());
    }
  }
}

TEST(CaseFile, RefusesToRotateAnAxisAlignedBoxNamingTheMember) {
  const std::string box = R"({"type": "aabb", "half_extents": [1, 2, 3]})",
                    flat = R"({"type": "aabb", "half_extents": [1, 2]})";
  expectRefused({caseWith(box, R"(, "rotation": [0, 0, 0.6, 0.8])"), "t.json#/bodies/0/rotation", "never rotates"});
  expectRefused({caseWith(box, R"(, "rotation_matrix": [[0,-1,0],[1,0,0],[0,0,1]])"),
                 "t.json#/bodies/0/rotation_matrix", "never rotates"});
  expectRefused(
      {caseWith(box, R"(, "angular_velocity": [0, 1, 0])"), "t.json#/bodies/0/angular_velocity", "never rotates"});
  expectRefused({planarCaseOf(flat, R"(, "angle_deg": 90)"), "t.json#/bodies/0/angle", "never rotates"});
  EXPECT_TRUE(parseCase(caseWith(box, R"(, "rotation": [0, 0, 0, 1])"), "t.json"));
}

TEST(CaseFile, RefusesBadGeometryAtTheMemberThatIsBad) {
  const std::string flat = "[[0,0,0],[1,0,0],[2,0,0],[3,0,0]]", solid = "[[0,0,0],[1,0,0],[0,1,0],[0,0,1]]";
  const std::vector<Refusal> refusals{
      {caseWith(R"({"type": "triangle", "vertices": [[0,0,0],[1,1,1],[2,2,2]]})"), "t.json#/bodies/0/shape/vertices",
       "one line", ErrorCode::kDegenerate},
      {caseWith(R"({"type": "triangle", "vertices": [[0,0,0],[1,1,1]]})"), "t.json#/bodies/0/shape/vertices",
       "3 points"},
      {planarCaseOf(R"({"type": "polygon", "vertices": [[0,0],[1,1],[1,0],[0,1]]})"), "t.json#/bodies/0/shape/vertices",
       "cross"},
      {planarCaseOf(R"({"type": "polygon", "vertices": [[0,0],[1,0]]})"), "t.json#/bodies/0/shape/vertices", "three",
       ErrorCode::kDegenerate},
      {planarCaseOf(R"({"type": "polygon", "vertices": [[0,0],[1,0],[2]]})"), "t.json#/bodies/0/shape/vertices/2",
       "expected an array of 2 numbers"},
      {caseWith(R"({"type": "hull", "vertices": )" + flat + "}"), "t.json#/bodies/0/shape/vertices", "volume",
       ErrorCode::kDegenerate},
      {caseWith(R"({"type": "hull", "vertices": []})"), "t.json#/bodies/0/shape/vertices", "three",
       ErrorCode::kDegenerate},
      {caseWith(R"({"type": "mesh", "vertices": )" + solid + R"(, "triangles": []})"),
       "t.json#/bodies/0/shape/triangles", "triangle", ErrorCode::kDegenerate},
      {caseWith(R"({"type": "mesh", "vertices": )" + solid + R"(, "triangles": [[0,1,2],[0,1,4]]})"),
       "t.json#/bodies/0/shape/triangles/1/2", "expected a whole number from 0 to 3, found the number 4"},
      {caseWith(R"({"type": "mesh", "vertices": )" + solid + R"(, "triangles": [[0,1,-1]]})"),
       "t.json#/bodies/0/shape/triangles/0/2", "found the number -1"},
      {caseWith(R"({"type": "mesh", "vertices": )" + solid + R"(, "triangles": [[0,1]]})"),
       "t.json#/bodies/0/shape/triangles/0", "3 vertex indices"},
      {caseWith(R"({"type": "mesh", "vertices": )" + solid + "}"), "t.json#/bodies/0/shape/triangles",
       "expected an array of triangles, found nothing"},
      {caseWith(R"({"type": "hull", "mesh": "a.obj", "vertices": )" + solid + "}"), "t.json#/bodies/0/shape/vertices",
       "either"},
      {caseWith(R"({"type": "hull", "mesh": "a.obj"})"), "t.json#/bodies/0/shape/mesh", "no mesh can be read",
       ErrorCode::kNotFound},
  };
  for (const Refusal& refusal : refusals) expectRefused(refusal);
}

TEST(CaseFile, RefusesTextThatIsNoJsonWithLineAndColumn) {
  expectRefused({"", "t.json", "expected JSON, found an empty file", ErrorCode::kSyntax});
  expectRefused({" \n", "t.json", "expected JSON, found only blanks", ErrorCode::kSyntax});
  expectRefused({"{\"sepax\": 1}" + std::string(1, '\0'), "t.json",
                 "line 1, column 13: expected JSON, found a NUL byte", ErrorCode::kSyntax});
  expectRefused({"{\n  \"sepax\": 1,\n  ]", "t.json", "line 3, column 3", ErrorCode::kSyntax});
  expectRefused({"{\"sepax\": 1", "t.json", "expected JSON", ErrorCode::kSyntax});
  expectRefused({"{\"sepax\": NaN}", "t.json", "line 1", ErrorCode::kSyntax});
  expectRefused({"{\"sepax\": 1e999}", "t.json", "number overflow", ErrorCode::kSyntax});
  expectRefused({std::string("{\"a\": \"\xFF\"}"), "t.json", "line 1", ErrorCode::kSyntax});
  expectRefused({caseWith(kBall) + " x", "t.json", "line 1", ErrorCode::kSyntax});
  expectRefused({R"({"sepax": 1, "bodies": [{"id": "A", "id": "B"}]})", "t.json#/bodies/0/id", "found a second \"id\"",
                 ErrorCode::kSyntax});
}

TEST(CaseFile, RefusesHostileSizesBeforeBuildingAnything) {
  const std::string deep(1'000'000, '[');
  expectRefused({deep,
                 "t.json#" +
                     [] {
                       std::string pointer;
                       for (int i = 0; i < 64; ++i) pointer += "/0";
                       return pointer;
                     }(),
                 "at most 64 levels of nesting", ErrorCode::kTooLarge});
  std::string objects;
  for (int i = 0; i < 100'000; ++i) objects += "{\"a\":";
  const auto nested = parseCase(objects, "t.json");
  ASSERT_FALSE(nested);
  EXPECT_EQ(nested.error().code, ErrorCode::kTooLarge);
  expectRefused({std::string(kMaxCaseBytes + 1, ' '), "t.json", "at most 67108864 bytes", ErrorCode::kTooLarge});
  std::string many = "[0";
  for (int i = 0; i < 4'000'001; ++i) many += ",0";
  const auto flat = parseCase(many + "]", "t.json");
  ASSERT_FALSE(flat);
  EXPECT_EQ(flat.error().code, ErrorCode::kTooLarge);
  std::string keys = "{\"k\":0";
  for (int i = 0; i < 10'001; ++i) keys += fmt::format(",\"{}\":0", i);
  const auto wide = parseCase(keys + "}", "t.json");
  ASSERT_FALSE(wide);
  EXPECT_EQ(wide.error().code, ErrorCode::kTooLarge);
  std::string bodies = R"({"sepax": 1, "space": "3d", "bodies": [)";
  for (int i = 0; i < 400; ++i) bodies += fmt::format(R"({}{{"id": "{}", "shape": {}}})", i > 0 ? "," : "", i, kBall);
  EXPECT_EQ(load(bodies + R"(], "pairs": [["0", "399"]]})").bodies.size(), 400u);
}

TEST(CaseFile, EveryPrefixOfACaseIsRefusedWithoutACrash) {
  const std::string text = writeCase(defaultDocument());
  for (std::size_t length = 0; length + 2 < text.size(); ++length) {
    const auto loaded = parseCase(text.substr(0, length), "t.json");
    ASSERT_FALSE(loaded) << length;
    EXPECT_EQ(loaded.error().code, ErrorCode::kSyntax);
  }
}

TEST(CaseFile, SurvivesChangedBytes) {
  std::mt19937 engine(20260102);
  const std::string text = writeCase(defaultDocument());
  int refused = 0, loaded = 0;
  for (int i = 0; i < test::rounds(20'000); ++i) {
    std::string changed = text;
    for (int k = 0; k < 1 + i % 3; ++k) changed[engine() % changed.size()] = static_cast<char>(engine());
    const auto result = parseCase(changed, "t.json");
    (result ? loaded : refused) += 1;
    if (result) {
      EXPECT_TRUE(testPair(result->document, testedPairs(result->document).at(0)));
    } else {
      EXPECT_FALSE(result.error().message.empty());
      EXPECT_EQ(result.error().where.substr(0, 6), "t.json");
    }
  }
  EXPECT_GT(refused, test::rounds(1000));
  EXPECT_GT(loaded, test::rounds(100));
}

TEST(CaseFile, KeepsUnknownKeysAtEveryLevelAndWarnsOnceAboutEach) {
  const std::string text = R"({"sepax": 1, "zeta": {"b": 1, "a": [1, 2.5, "x", null]}, "space": "3d",
    "bodies": [{"id": "A", "colourr": 2, "shape": {"type": "sphere", "radius": 1, "friction": 0.04}},
               {"id": "B", "shape": {"type": "sphere", "radius": 1}}],
    "queries": [{"type": "weigh", "body": "A"}], "alpha/beta": 3})";
  const auto loaded = parseCase(text, "t.json");
  ASSERT_TRUE(loaded) << describe(loaded.error());
  const std::vector<std::string> expected{
      "t.json#/bodies/0/shape/friction: unknown key, kept when saving",
      "t.json#/bodies/0/colourr: unknown key, kept when saving; did you mean \"colour\"?",
      "t.json#/queries/0/type: queries of this type are not answered by check, kept when saving",
      "t.json#/zeta: unknown key, kept when saving", "t.json#/alpha~1beta: unknown key, kept when saving"};
  EXPECT_EQ(loaded->warnings, expected);

  const std::string saved = writeCase(loaded->document);
  const Json before = test::parsed(text), after = test::parsed(saved);
  const auto kept = [](const Json& json) {
    const Json& body = json["bodies"][0];
    return Json::array({json["zeta"], body["colourr"], body["shape"]["friction"], json["queries"], json["alpha/beta"]});
  };
  EXPECT_EQ(compactJson(kept(after)), compactJson(kept(before)));
  for (const Json& value : kept(after)) EXPECT_FALSE(value.isNull()) << saved;
  EXPECT_EQ(writeCase(load(saved)), saved) << "saving again must not change a byte";
}

// An expectation of "seperation" was never compared, and a sweep by "velocity" stood still, in green.
TEST(CaseFile, AMisspeltKeyOfAQueryOrAnExpectationIsAnError) {
  const auto errorOf = [](const std::string& parts) {
    const auto loaded = parseCase(R"({"sepax": 1, "space": "3d", "bodies": [
      {"id": "A", "shape": {"type": "sphere", "radius": 1}}, {"id": "B", "shape": {"type": "sphere", "radius": 1}}], )" +
                                      parts + "}",
                                  "t.json");
    return loaded ? "read" : describe(loaded.error());
  };
  EXPECT_EQ(errorOf(R"("expect": [{"pair": ["A", "B"], "separation": 5}])"), "read");
  const std::string expectation = errorOf(R"("expect": [{"pair": ["A", "B"], "seperation": 5}])");
  EXPECT_NE(expectation.find("t.json#/expect/0/seperation: expected one of the keys"), std::string::npos);
  EXPECT_NE(expectation.find(" separation,"), std::string::npos) << expectation;
  EXPECT_NE(errorOf(R"("expect": [{"pair": ["A", "B"], "contacts": {"cuont": 1}}])").find("#/expect/0/contacts/cuont"),
            std::string::npos);
  EXPECT_NE(errorOf(R"("queries": [{"type": "sweep", "pair": ["A", "B"], "duration": 1, "velocity": [1, 0, 0]}])")
                .find("t.json#/queries/0/velocity: expected one of the keys type, id, pair, duration"),
            std::string::npos);
}

TEST(CaseFile, RoundTripOfRandomDocumentsIsBitExactInBothStyles) {
  test::RandomDocument random(1);
  std::set<std::string> kinds, rotations;
  int negative_zeros = 0, denormals = 0, whole = 0, rounded = 0;
  for (int i = 0; i < test::rounds(2000); ++i) {
    const Document document = random.document();
    const std::string bits = writeCase(document, NumberStyle::kHexFloat);
    for (const NumberStyle style : {NumberStyle::kShortest, NumberStyle::kHexFloat}) {
      const Document loaded = load(writeCase(document, style));
      ASSERT_EQ(writeCase(loaded, NumberStyle::kHexFloat), bits);
      ASSERT_EQ(loaded.bodies.size(), document.bodies.size());
      for (std::size_t b = 0; b < loaded.bodies.size(); ++b) {
        // Compared as bits and without the writer, so that an error of the writer cannot hide itself.
        const Body &was = document.bodies[b], &is = loaded.bodies[b];
        for (int c = 0; c < 3; ++c) {
          ASSERT_EQ(std::bit_cast<std::uint64_t>(was.position[c]), std::bit_cast<std::uint64_t>(is.position[c]));
          negative_zeros += was.position[c] == 0 && std::signbit(was.position[c]) ? 1 : 0;
          denormals += std::fpclassify(was.position[c]) == FP_SUBNORMAL ? 1 : 0;
          whole += was.position[c] == std::floor(was.position[c]) ? 1 : 0;
        }
        ASSERT_EQ(was.rotation, is.rotation);
        ASSERT_EQ(was.shape, is.shape);
        ASSERT_EQ(was.scale, is.scale);
        ASSERT_EQ(was.extra_json, is.extra_json);
        ASSERT_EQ(was.shape_extra_json, is.shape_extra_json);
        kinds.insert(fmt::format("{}{}", typeName(was.shape), isPlanar(was.shape) ? "2d" : "3d"));
        rounded += marginOf(was.shape) > 0 ? 1 : 0;
        rotations.insert(std::to_string(was.rotation.index()));
      }
      ASSERT_EQ(loaded.queries, document.queries);
      ASSERT_EQ(loaded.extra_json, document.extra_json);
    }
  }
  EXPECT_EQ(kinds.size(), shapePrototypes().size());
  EXPECT_GT(rounded, test::rounds(100));
  EXPECT_EQ(rotations.size(), 3u);
  EXPECT_GT(negative_zeros, test::rounds(100));
  EXPECT_GT(denormals, test::rounds(100));
  EXPECT_GT(whole, test::rounds(100));
}

TEST(CaseFile, WritesWholeNumbersWithoutAPointAndShortListsOnOneLine) {
  const std::string text = writeCase(defaultDocument());
  EXPECT_NE(text.find("\"half_extents\": [1, 0.6, 0.8]"), std::string::npos) << text;
  EXPECT_EQ(text.find("1.0,"), std::string::npos) << text;
  EXPECT_EQ(text.back(), '\n');
}

TEST(CaseFile, MeshFilesResolveBesideTheCaseAndAreSavedByName) {
  const TemporaryFolder folder;
  static_cast<void>(folder.file("meshes/t.obj", kTetrahedron));
  const auto loaded = loadCase(folder.file("a.json", hullCase("meshes/t.obj")));
  ASSERT_TRUE(loaded) << describe(loaded.error());
  EXPECT_EQ(std::get<Hull>(loaded->document.bodies[0].shape).data->points.size(), 4u);
  const std::string saved = folder.file("b.json");
  ASSERT_TRUE(saveCase(loaded->document, saved));
  const auto again = loadCase(saved);
  ASSERT_TRUE(again) << describe(again.error());
  EXPECT_EQ(again->document.bodies[0].shape, loaded->document.bodies[0].shape);
  EXPECT_NE(writeCase(again->document).find("\"mesh\": \"meshes/t.obj\""), std::string::npos);
}

TEST(CaseFile, MeshFilesNeverLeaveTheFolderOfTheCase) {
  const TemporaryFolder folder;
  static_cast<void>(folder.file("out.obj", kTetrahedron));
  fs::create_symlink(folder.file("out.obj"), folder.file("in/link.obj"));
  fs::create_directory_symlink(fs::path(folder.file("out.obj")).parent_path(), folder.file("in/up"));
  for (const std::string mesh :
       {"../out.obj", "link.obj", "up/out.obj", "/etc/passwd", "a\\\\..\\\\b.obj", "x/../../out.obj"}) {
    const auto loaded = loadCase(folder.file("in/a.json", hullCase(mesh)));
    ASSERT_FALSE(loaded) << mesh;
    EXPECT_EQ(loaded.error().code, ErrorCode::kUnsafe) << mesh << ": " << describe(loaded.error());
    EXPECT_TRUE(loaded.error().where.ends_with("in/a.json#/bodies/0/shape/mesh")) << loaded.error().where;
  }
  const auto missing = loadCase(folder.file("in/a.json", hullCase("none.obj")));
  ASSERT_FALSE(missing);
  EXPECT_EQ(missing.error().code, ErrorCode::kNotFound);
}

TEST(CaseFile, MeshFilesThatAreNoneAreRefusedByName) {
  const TemporaryFolder folder;
  for (const auto& [name, bytes] :
       std::vector<std::pair<std::string, std::string>>{{"text.obj", "this is no mesh\n"},
                                                        {"line.obj", "v 0 0 0\nv 1 0 0\nv 2 0 0\nf 1 2 3\n"},
                                                        {"picture.png", "\x89PNG\r\n"}}) {
    static_cast<void>(folder.file(name, bytes));
    const auto loaded = loadCase(folder.file("a.json", hullCase(name)));
    ASSERT_FALSE(loaded) << name;
    EXPECT_TRUE(loaded.error().where.ends_with("a.json#/bodies/0/shape/mesh")) << loaded.error().where;
    EXPECT_NE(loaded.error().message.find(name), std::string::npos) << loaded.error().message;
  }
}

TEST(CaseFile, MissingFilesFoldersAndDevicesAreRefused) {
  for (const char* path : {"/nonexistent/a.json", "/tmp", "/dev/zero"}) {
    const auto loaded = loadCase(path);
    ASSERT_FALSE(loaded) << path;
    EXPECT_NE(describe(loaded.error()).find(path), std::string::npos) << describe(loaded.error());
  }
}

TEST(CaseFile, FilesWithChineseNamesLoadAndSave) {
  const TemporaryFolder folder;
  const std::string path = folder.file("子目录/盒子.json");
  ASSERT_TRUE(saveCase(defaultDocument(), path));
  const auto loaded = loadCase(path);
  ASSERT_TRUE(loaded) << describe(loaded.error());
  EXPECT_EQ(writeCase(loaded->document), writeCase(defaultDocument()));
}

TEST(ShippedCases, LoadWithoutWarningsAndShowEveryShapeKind) {
  std::set<std::size_t> kinds;
  int cases = 0;
  const auto folder = dataPath("assets/cases");
  ASSERT_TRUE(folder) << describe(folder.error());
  for (const auto& entry : fs::directory_iterator(*folder)) {
    if (entry.path().extension() != ".json") continue;
    const auto loaded = loadCase(entry.path().string());
    ASSERT_TRUE(loaded) << describe(loaded.error());
    EXPECT_TRUE(loaded->warnings.empty()) << loaded->warnings[0];
    EXPECT_FALSE(loaded->document.name.empty() || loaded->document.notes.empty() || loaded->document.expect.empty())
        << entry.path();
    for (const Body& body : loaded->document.bodies) kinds.insert(body.shape.index());
    ++cases;
  }
  EXPECT_GE(cases, 10);
  EXPECT_EQ(kinds.size(), std::variant_size_v<ShapeVariant>);
}

TEST(ShippedCases, TheDefaultCaseIsTheDefaultDocument) {
  const auto path = dataPath("assets/cases/default.json");
  ASSERT_TRUE(path) << describe(path.error());
  const auto loaded = loadCase(*path);
  ASSERT_TRUE(loaded) << describe(loaded.error());
  EXPECT_EQ(writeCase(loaded->document, NumberStyle::kHexFloat), writeCase(defaultDocument(), NumberStyle::kHexFloat));
}

TEST(ShippedCases, TheDefaultCaseNeedsAnEdgeAxisAndNearlyTouches) {
  const auto report = testPair(defaultDocument(), {"A", "B"});
  ASSERT_TRUE(report);
  const auto& sat = std::get<SatReport>(report->trace);
  EXPECT_EQ(decidingAxis(sat).id.kind, AxisKind::kEdgePair);
  EXPECT_GT(report->answer.separation, 0.01);
  EXPECT_LT(report->answer.separation, 0.1);
  for (const SatAxis& axis : sat.axes) {
    if (axis.id.kind == AxisKind::kEdgePair) continue;
    EXPECT_LT(axis.separation, -0.1) << axisName(axis.id);
  }
}

}  // namespace sepax
