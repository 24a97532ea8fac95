// Runs `sepax fit` as a user or another program would.

#include "core/platform.h"
#include "core/process.h"
#include "json_test.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <map>
#include <string>
#include <vector>

namespace sepax {

namespace {

namespace fs = std::filesystem;
struct FitAnswer {
  int status = -1;
  std::string out, error;
};

FitAnswer fit(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), {programFolder() + "/sepax", "fit"});
  const auto result = runChild(arguments, {}, {.wall_seconds = 500});
  EXPECT_TRUE(result) << (result ? "" : describe(result.error()));
  if (!result) return {};
  EXPECT_EQ(result->ended_by, "") << result->error_text;
  return {result->exit_code, std::string(reinterpret_cast<const char*>(result->output.data()), result->output.size()),
          result->error_text};
}

using Position = std::vector<double>;

double dot(const Position& a, const Position& b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
  return sum;
}

Position minus(const Position& a, const Position& b) {
  Position out;
  for (std::size_t i = 0; i < a.size(); ++i) out.push_back(a[i] - b[i]);
  return out;
}

Position pointIn(const Json& array) {
  Position out;
  for (const Json& component : array) out.push_back(component.number());
  return out;
}

/// What a reader of the JSON would test, from its fields alone.
bool holds(const Json& volume, const Position& p) {
  if (volume.contains("planes")) {
    for (const Json& plane : volume["planes"]) {
      if (dot(pointIn(plane["normal"]), minus(p, pointIn(volume["centre"]))) > plane["offset"].number()) return false;
    }
    return true;
  }
  const Position d = minus(p, pointIn(volume["centre"]));
  if (volume.contains("half_length")) {
    const double half = volume["half_length"].number();
    const Position axis = pointIn(volume["axis"]);
    const double t = std::clamp(dot(axis, d), -half, half);
    Position off = d;
    for (std::size_t i = 0; i < off.size(); ++i) off[i] -= axis[i] * t;
    return std::sqrt(dot(off, off)) <= volume["radius"].number() * (1 + 1e-15);
  }
  if (volume.contains("radius")) return std::sqrt(dot(d, d)) <= volume["radius"].number();
  const Position half = pointIn(volume["half_extents"]);
  for (std::size_t i = 0; i < half.size(); ++i) {
    const double extent = volume.contains("axes") ? dot(pointIn(volume["axes"][i]), d) : d[i];
    if (std::abs(extent) > half[i]) return false;
  }
  return true;
}

class FitCommand : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::temp_directory_path() / fmt::format("sepax-fit-{}", ::getpid());
    fs::create_directories(folder_);
  }
  void TearDown() override { fs::remove_all(folder_); }

  std::string file(const std::string& name, const std::string& text) const {
    fs::create_directories((folder_ / name).parent_path());
    std::ofstream(folder_ / name, std::ios::binary) << text;
    return (folder_ / name).string();
  }

  fs::path folder_;
};

/// A wedge: a triangle (0,0) (2,0) (0,1), one thick.
constexpr const char* kWedge =
    "v 0 0 0\nv 2 0 0\nv 0 1 0\nv 0 0 1\nv 2 0 1\nv 0 1 1\n"
    "f 1 3 2\nf 4 5 6\nf 1 2 5\nf 1 5 4\nf 2 3 6\nf 2 6 5\nf 3 1 4\nf 3 4 6\n";
const std::vector<Position> kWedgeCorners{{0, 0, 0}, {2, 0, 0}, {0, 1, 0}, {0, 0, 1}, {2, 0, 1}, {0, 1, 1}};

TEST_F(FitCommand, PrintsTheContractsJsonAndEveryVolumeHoldsEveryVertex) {
  const FitAnswer run = fit({file("wedge.obj", kWedge), "--json"});
  ASSERT_EQ(run.status, 0) << run.error;
  const Json json = test::parsed(run.out);
  EXPECT_EQ(json["vertices"], 6);
  EXPECT_EQ(json["triangles"], 8);
  std::map<std::string, Json> volumes;
  std::vector<std::string> order;
  for (const Json& volume : json["volumes"]) {
    order.push_back(volume["kind"].string());
    volumes[order.back()] = volume;
    for (const Position& p : kWedgeCorners) EXPECT_TRUE(holds(volume, p)) << compactJson(volume);
    EXPECT_GE(volume["tightness"].number(), 1 - 1e-12);
    EXPECT_GT(volume["area"].number(), 0);
    EXPECT_GT(volume["bytes"].number(), 0);
  }
  EXPECT_EQ(order, (std::vector<std::string>{"sphere", "capsule", "aabb", "box_pca", "box_min", "kdop8", "kdop14",
                                             "kdop18", "kdop26", "hull"}));
  EXPECT_EQ(volumes["aabb"]["volume"], 2);
  EXPECT_EQ(volumes["aabb"]["area"], 10);
  EXPECT_DOUBLE_EQ(volumes["aabb"]["tightness"].number(), 2);
  EXPECT_EQ(volumes["aabb"]["bytes"], 24);
  EXPECT_EQ(volumes["aabb"]["centre"], test::parsed("[1, 0.5, 0.5]"));
  EXPECT_DOUBLE_EQ(volumes["hull"]["volume"].number(), 1);
  EXPECT_EQ(volumes["hull"]["planes"].size(), 5u);
  EXPECT_NEAR(volumes["sphere"]["radius"].number(), std::sqrt(6) / 2, 1e-14);
  EXPECT_NEAR(volumes["box_min"]["volume"].number(), 2, 1e-12);
  EXPECT_EQ(volumes["box_min"]["rotation"].size(), 4u);
}

TEST_F(FitCommand, PrintsVolumesAndPiecesAsCollidersForAnEngine) {
  const std::string wedge = file("wedge.obj", kWedge);
  const FitAnswer code = fit({wedge, "--volumes", "hull,capsule", "--export", "jolt"});
  ASSERT_EQ(code.status, 0) << code.error;
  EXPECT_NE(code.out.find("make_wedge()"), std::string::npos);
  EXPECT_NE(code.out.find("ConvexHullShapeSettings"), std::string::npos);
  EXPECT_NE(code.out.find("CapsuleShapeSettings"), std::string::npos);
  const FitAnswer pieces = fit({wedge, "--decompose", "--json"});
  ASSERT_EQ(pieces.status, 0) << pieces.error;
  const Json made = test::parsed(pieces.out);
  EXPECT_EQ(made["parts"].size(), 1u) << "a wedge is convex";
  EXPECT_DOUBLE_EQ(made["solid"].number(), 1);
  for (const char* figure : {"outside", "uncovered", "off_mesh", "off_pieces"})
    EXPECT_NEAR(made[figure].number(), 0, 1e-9) << figure;
  const FitAnswer table = fit({wedge, "--decompose", "--corners", "4"});
  ASSERT_EQ(table.status, 0) << table.error;
  for (const char* text : {"convex pieces    1", "outside the mesh 0.00 %", "of the diagonal", " 4 corners"})
    EXPECT_NE(table.out.find(text), std::string::npos) << table.out;
  EXPECT_EQ(fit({wedge, "--decompose", "--export", "obj"}).status, 0);
  EXPECT_EQ(fit({wedge, "--volumes", "hull", "--export", "havok"}).status, 2);
  EXPECT_EQ(fit({wedge, "--export", "obj"}).status, 2) << "all volumes at once are no collider";
}

TEST_F(FitCommand, VolumesChoosesKindsAndTheirOrder) {
  const FitAnswer run = fit({file("wedge.obj", kWedge), "--volumes", "hull,aabb", "--json"});
  ASSERT_EQ(run.status, 0) << run.error;
  const Json json = test::parsed(run.out);
  ASSERT_EQ(json["volumes"].size(), 2u);
  EXPECT_EQ(json["volumes"][0]["kind"], "hull");
  EXPECT_EQ(json["volumes"][1]["kind"], "aabb");
}

TEST_F(FitCommand, ATableForPeopleNamesEveryKind) {
  const FitAnswer run = fit({file("wedge.obj", kWedge)});
  ASSERT_EQ(run.status, 0) << run.error;
  for (const char* text : {"6 vertices, 8 triangles", "sphere", "capsule", "box_min", "kdop26", "hull", "tightness"}) {
    EXPECT_NE(run.out.find(text), std::string::npos) << run.out;
  }
}

TEST_F(FitCommand, TakesAMeshInAFolderAndABodyOfACase) {
  file("root/meshes/wedge.obj", kWedge);
  const FitAnswer inside = fit({(folder_ / "root").string() + ":meshes/wedge.obj", "--volumes", "aabb", "--json"});
  ASSERT_EQ(inside.status, 0) << inside.error;
  EXPECT_EQ(test::parsed(inside.out)["volumes"][0]["volume"], 2);

  file("root/meshes/with:colons:in.obj", kWedge);
  const FitAnswer colons =
      fit({(folder_ / "root").string() + ":meshes/with:colons:in.obj", "--volumes", "aabb", "--json"});
  EXPECT_EQ(colons.status, 0) << colons.error;

  const std::string outer = (folder_ / "outer").string();
  fs::create_directories(outer);
  const auto packed =
      runChild({programFolder() + "/sepax", "bundle", "pack", (folder_ / "root").string(), "-o", outer + "/in.zip"}, {},
               {.wall_seconds = 500});
  ASSERT_TRUE(packed && packed->exit_code < 2);  // colons are warned about
  const FitAnswer nested = fit({outer + ":in.zip:meshes/with:colons:in.obj", "--volumes", "aabb", "--json"});
  ASSERT_EQ(nested.status, 0) << nested.error;
  EXPECT_EQ(test::parsed(nested.out)["volumes"][0]["volume"], 2);
  const FitAnswer bundle = fit({outer + "/in.zip", "--json"});
  EXPECT_EQ(bundle.status, 2) << bundle.out;
  EXPECT_NE(bundle.error.find("this is a ZIP archive, expected a mesh; one in it is called " + outer + "/in.zip:PATH"),
            std::string::npos)
      << bundle.error;
  EXPECT_NE(fit({outer + ":in.zip:meshes/none.obj"}).error.find("in.zip:meshes/none.obj: no such entry"),
            std::string::npos);

  const std::string plane = file("plane.json", R"({"sepax": 1, "space": "2d", "bodies": [
      {"id": "A", "shape": {"type": "polygon", "vertices": [[1, 0], [0, 1], [-1, 0], [0, -1]]}},
      {"id": "B", "shape": {"type": "circle", "radius": 1}}]})");
  EXPECT_NE(fit({plane + "#A#2"}).error.find("expected a body \"A#2\", found none"), std::string::npos)
      << "ids may have the sign, too";
  const FitAnswer body = fit({plane + "#A", "--json"});
  ASSERT_EQ(body.status, 0) << body.error;
  const Json json = test::parsed(body.out);
  EXPECT_EQ(json["volumes"].size(), 7u);
  EXPECT_EQ(json["volumes"][0]["kind"], "circle");
  EXPECT_EQ(json["volumes"][2]["volume"], 4) << "in the plane the area";
  for (const Json& volume : json["volumes"]) {
    for (const Position& p : std::vector<Position>{{1, 0}, {0, 1}, {-1, 0}, {0, -1}})
      EXPECT_TRUE(holds(volume, p)) << compactJson(volume);
  }
}

TEST_F(FitCommand, UnusableInputGivesStatusTwoOneMessageAndNoOutput) {
  const std::string wedge = file("wedge.obj", kWedge);
  const std::string plane = file("plane.json", R"({"sepax": 1, "space": "2d", "bodies": [
      {"id": "A", "shape": {"type": "box", "half_extents": [1, 1]}}, {"id": "B", "shape": {"type": "circle", "radius": 1}}]})");
  struct Row {
    std::vector<std::string> arguments;
    const char* message;
  };
  const Row rows[] = {
      {{(folder_ / "none.obj").string()}, "none.obj"},
      {{file("broken.obj", "no mesh at all")}, "broken.obj"},
      {{wedge, "--volumes", "aabb,egg"}, "found \"egg\""},
      {{plane + "#C"}, "expected a body \"C\""},
      {{plane + "#B"}, "round"},
      {{plane + "#A", "--volumes", "kdop14"}, "found \"kdop14\""},
      {{folder_.string() + ":missing.obj"}, "missing.obj"},
  };
  for (const Row& row : rows) {
    std::vector<std::string> arguments = row.arguments;
    arguments.emplace_back("--json");
    const FitAnswer run = fit(arguments);
    EXPECT_EQ(run.status, 2) << row.message;
    EXPECT_EQ(run.out, "") << row.message;
    EXPECT_NE(run.error.find(row.message), std::string::npos) << run.error;
  }
}

}  // namespace

}  // namespace sepax
