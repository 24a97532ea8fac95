// Runs the real program `sepax` as a user or another program would.

#include "core/platform.h"
#include "core/process.h"
#include "core/version.h"
#include "format/case_reader.h"
#include "geom/mass.h"
#include "json_test.h"
#include "rounds.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <pty.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <set>
#include <span>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

namespace sepax {

namespace {

namespace fs = std::filesystem;
struct Answer {
  int status = -1;
  std::string out, error;
};

Answer sepaxRun(std::vector<std::string> arguments, std::uint64_t memory_bytes = 0, const std::string& input = {}) {
  arguments.insert(arguments.begin(), programFolder() + "/sepax");
  const auto result =
      runChild(arguments, std::as_bytes(std::span(input)), {.memory_bytes = memory_bytes, .wall_seconds = 500});
  EXPECT_TRUE(result) << (result ? "" : describe(result.error()));
  if (!result) return {};
  EXPECT_EQ(result->ended_by, "") << result->error_text;
  return {result->exit_code, std::string(reinterpret_cast<const char*>(result->output.data()), result->output.size()),
          result->error_text};
}

std::vector<Json> jsonLines(const std::string& text) {
  std::vector<Json> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) {
    lines.push_back(test::parsed(line));
  }
  return lines;
}

class CheckCommand : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::temp_directory_path() / fmt::format("sepax-check-{}", ::getpid());
    fs::create_directories(folder_);
  }
  void TearDown() override { fs::remove_all(folder_); }

  std::string file(const std::string& name, const std::string& text) const {
    std::ofstream(folder_ / name, std::ios::binary) << text;
    return (folder_ / name).string();
  }

  static std::string shipped(const std::string& name) { return dataPath("assets/cases/" + name).value_or(name); }

  static std::string boxes(double x, const std::string& more = {}) {
    return fmt::format(
        R"({{"sepax": 1, "name": "t", "space": "3d", "bodies": [{{"id": "A", "shape": {{"type": "box", "half_extents": [1, 1, 1]}}}},
        {{"id": "B", "shape": {{"type": "box", "half_extents": [0.75, 1, 1]}}, "position": [{}, 0, 0]}}]{}}})",
        x, more);
  }

  /// Expects exit status 2, nothing on standard output and a message that has both texts.
  void expectUnusable(const std::string& path, const std::string& where, const std::string& message,
                      std::uint64_t memory_bytes = 0) const {
    const Answer run = sepaxRun({"check", path, "--json"}, memory_bytes);
    EXPECT_EQ(run.status, 2) << path;
    EXPECT_EQ(run.out, "") << path;
    EXPECT_NE(run.error.find(where), std::string::npos) << run.error;
    EXPECT_NE(run.error.find(message), std::string::npos) << run.error;
    EXPECT_EQ(std::count(run.error.begin(), run.error.end(), '\n'), 1) << "one clear message: " << run.error;
  }

  fs::path folder_;
};

/// Writes `count` bytes by repeating `pattern`, without holding them.
std::string bigFile(const fs::path& path, const std::string& pattern, std::size_t count) {
  std::ofstream stream(path, std::ios::binary);
  std::string block;
  while (block.size() < (1u << 20)) block += pattern;
  for (std::size_t written = 0; written < count; written += block.size()) stream << block;
  return path.string();
}

TEST_F(CheckCommand, ExpectIsNotFineWhenNothingWasCompared) {
  const std::string none = file("none.json", boxes(3)),
                    some = file("some.json", boxes(3, R"(, "expect": [{"pair": ["A", "B"], "verdict": "separated"}])"));
  EXPECT_EQ(sepaxRun({"check", none}).status, 0);
  const Answer run = sepaxRun({"check", "--expect", "--json", none});
  EXPECT_EQ(run.status, 2);
  EXPECT_NE(run.error.find("nothing was compared"), std::string::npos) << run.error;
  EXPECT_EQ(jsonLines(run.out).size(), 1u);
  EXPECT_EQ(sepaxRun({"check", "--junit", file("report.xml", ""), none}).status, 2);
  // One case among others may expect nothing: it is warned about.
  const Answer both = sepaxRun({"check", "--expect", none, some});
  EXPECT_EQ(both.status, 0);
  EXPECT_NE((both.out + both.error).find("none.json: no expectations to check"), std::string::npos)
      << both.out << both.error;
}

TEST_F(CheckCommand, AnOptionWithoutItsValueTakesNoCaseForTheFileToWrite) {
  const std::string path = file("kept.json", boxes(3));
  const Answer answer = sepaxRun({"check", "--junit=", path, path});
  EXPECT_EQ(answer.status, 2);
  EXPECT_NE(answer.error.find("--junit: expected a value"), std::string::npos) << answer.error;
  EXPECT_EQ(sepaxRun({"check", path}).status, 0) << "it still is the case";
}

TEST_F(CheckCommand, NamesThePiecesOfConcaveShapes) {
  const std::string path = file("c.json", R"({"sepax": 1, "space": "2d", "bodies": [
    {"id": "A", "shape": {"type": "polygon", "vertices": [[-1,-1],[1,-1],[1,-0.5],[-0.5,-0.5],[-0.5,0.5],[1,0.5],[1,1],[-1,1]]}},
    {"id": "B", "shape": {"type": "circle", "radius": 0.25}, "position": [0.25, 0], "linear_velocity": [-1, 0]}],
    "queries": [{"type": "sweep", "pair": ["A", "B"], "duration": 3}]})");
  const Answer answer = sepaxRun({"check", "--json", path});
  ASSERT_EQ(answer.status, 0) << answer.error;
  const Json object = jsonLines(answer.out).at(0), pair = object["pairs"][0], pieces = pair["pieces"];
  EXPECT_EQ(pair["verdict"], "separated");
  EXPECT_EQ(pair["distance"].number(), 0.25) << "to the arms above and below; the wall is half a metre away";
  EXPECT_EQ(pieces["count"]["b"], 1);
  EXPECT_GE(pieces["count"]["a"].number(), 3);
  EXPECT_EQ(pieces["pairs"].number(), pieces["count"]["a"].number());
  EXPECT_GE(pieces["a"].number(), 0);
  EXPECT_LT(pieces["a"].number(), pieces["count"]["a"].number());
  EXPECT_EQ(pieces["b"], 0);
  EXPECT_EQ(pieces["contained"], "none");
  EXPECT_EQ(pieces["nearest"][0]["a"], pieces["a"]);
  EXPECT_EQ(pieces["nearest"][0]["gap"], pair["separation"]);
  EXPECT_LT(pieces["hulls"]["separation"].number(), 0) << "the hulls overlap where the shapes do not";
  const Json sweep = object["queries"][0];
  EXPECT_NEAR(sweep["time_of_impact"].number(), 0.5, 1e-12);
  EXPECT_NEAR(sweep["exit_time"].number(), 1.5, 1e-12);
  EXPECT_TRUE(sweep["pieces"]["a"].isNumber());
}

TEST_F(CheckCommand, PrintsNoPointsAndNoDistanceOfARowThatMeasuresGapsAlone) {
  const std::string path = file("tiles.json", R"({"sepax": 1, "space": "2d", "bodies": [
    {"id": "K", "shape": {"type": "box", "half_extents": [1, 1]}},
    {"id": "L", "shape": {"type": "box", "half_extents": [1, 1]}, "position": [2.3, 2.4]},
    {"id": "M", "shape": {"type": "box", "half_extents": [1, 1]}, "position": [0.5, 1.5]}]})");
  const auto answered = [&](const std::string& algorithm) {
    return std::pair{sepaxRun({"check", path, "--algorithm", algorithm}).out,
                     jsonLines(sepaxRun({"check", "--json", path, "--algorithm", algorithm}).out).at(0)["pairs"]};
  };
  const auto [text, pairs] = answered("historical/centre-axis-2d");
  EXPECT_NE(text.find("separated: gap 0.496367 m\n  normal (0.69"), std::string::npos) << text;
  EXPECT_EQ(text.find("points"), std::string::npos) << text;
  EXPECT_TRUE(pairs[0]["distance"].isNull());
  EXPECT_EQ(pairs[1]["distance"].number(), 0) << "of shapes that meet it is known";
  EXPECT_TRUE(pairs[0]["closest_points"]["a"].isNull() && pairs[1]["closest_points"]["b"].isNull());
  for (const char* row : {"gjk", "sat-float"}) {
    const std::string met = answered(row).first;
    EXPECT_NE(met.find("a common point: ("), std::string::npos) << met;
    EXPECT_EQ(met.find("deepest"), std::string::npos) << "a common point is not deepest: " << met;
  }
  EXPECT_NE(answered("sat").first.find("deepest points: "), std::string::npos);
}

TEST_F(CheckCommand, CallsTheBodiesByTheirIdsAlsoWhereTheseAreLettersOfThePair) {
  const std::string path = file("turned.json", R"({"sepax": 1, "space": "3d", "bodies": [
    {"id": "B", "shape": {"type": "box", "half_extents": [1, 1, 1]}},
    {"id": "A", "shape": {"type": "box", "half_extents": [0.5, 0.5, 0.5]}, "position": [1.2, 1.3, 1.4]}]})");
  const std::string out = sepaxRun({"check", path}).out;
  EXPECT_NE(out.find("ends when A moves by (0, 0, 0.1)"), std::string::npos) << out;
  EXPECT_NE(out.find(": B face "), std::string::npos) << "the large box: " << out;
  EXPECT_EQ(out.find(": A face "), std::string::npos) << out;
}

TEST_F(CheckCommand, OfAShapeInsideAClosedMeshNamesNoPiecesThatDecide) {
  const std::string path = file("room.json", R"({"sepax": 1, "space": "3d", "bodies": [
    {"id": "room", "shape": {"type": "mesh", "vertices": [[-2, -2, -2], [-2, -2, 2], [-2, 2, -2], [-2, 2, 2],
      [2, -2, -2], [2, -2, 2], [2, 2, -2], [2, 2, 2]], "triangles": [[0, 1, 3], [0, 3, 2], [4, 6, 7], [4, 7, 5],
      [0, 4, 5], [0, 5, 1], [2, 3, 7], [2, 7, 6], [0, 2, 6], [0, 6, 4], [1, 5, 7], [1, 7, 3]]}},
    {"id": "cat", "shape": {"type": "box", "half_extents": [0.3, 0.3, 0.3]}, "position": [0.5, 0, 0]}]})");
  const std::string out = sepaxRun({"check", path, "--no-axes"}).out;
  EXPECT_NE(out.find("no pieces meet, but cat lies inside room"), std::string::npos) << out;
  EXPECT_EQ(out.find("decide;"), std::string::npos) << out;
  EXPECT_EQ(out.find("of all pieces"), std::string::npos) << out;
}

TEST_F(CheckCommand, SaysOfAnAxisWithoutDirectionWhatItLacks) {
  const std::string path = file("dots.json", R"({"sepax": 1, "space": "3d", "bodies": [
    {"id": "K", "shape": {"type": "box", "half_extents": [1, 1, 1]}},
    {"id": "L", "shape": {"type": "sphere", "radius": 1}},
    {"id": "M", "shape": {"type": "box", "half_extents": [1, 1, 1]}, "position": [3, 0, 0]}],
    "pairs": [["K", "L"], ["K", "M"]]})");
  const std::string out = sepaxRun({"check", path}).out;
  EXPECT_NE(out.find("closest   degenerate: no direction"), std::string::npos) << out;
  EXPECT_NE(out.find("edge_pair degenerate: cross length 0"), std::string::npos) << out;
}

TEST_F(CheckCommand, OfHalfSpacesWithoutEndNamesACommonPoint) {
  const std::string path = file("ends.json", R"({"sepax": 1, "space": "2d", "bodies": [
    {"id": "K", "shape": {"type": "half_space"}}, {"id": "L", "shape": {"type": "half_space"}, "angle_deg": 30}]})");
  const std::string out = sepaxRun({"check", path}).out;
  EXPECT_NE(out.find("without end: no move ends it\n  a common point: ("), std::string::npos) << out;
}

TEST_F(CheckCommand, CallsAnAxisDecidingOnlyWhereItGivesThePairsAnswer) {
  const std::string path = file("tee.json", R"({"sepax": 1, "space": "3d", "bodies": [
    {"id": "tee", "shape": {"type": "compound", "children": [
      {"id": "bar", "shape": {"type": "box", "half_extents": [2, 0.2, 0.2]}, "position": [0, 1, 0]},
      {"id": "stem", "shape": {"type": "box", "half_extents": [0.2, 1, 0.2]}}]}},
    {"id": "dust", "shape": {"type": "point"}, "position": [0, 0.9, 0]},
    {"id": "far", "shape": {"type": "point"}, "position": [0, -2, 0]}]})");
  const std::string dust = sepaxRun({"check", "--axes", path}).out;
  EXPECT_NE(dust.find("ends when dust moves by (0, 0, 0.2)"), std::string::npos) << dust;
  EXPECT_NE(dust.find("* deciding axis of these two pieces alone"), std::string::npos) << dust;
  EXPECT_NE(dust.find("* deciding axis   "), std::string::npos) << "far is apart along an axis: " << dust;
}

TEST_F(CheckCommand, SaysAlongWhatTheTrianglesOfTwoMeshesCross) {
  const auto text = [&](const char* vertices, const char* triangles, const char* position) {
    const std::string shape =
        fmt::format(R"({{"type": "mesh", "vertices": {}, "triangles": {}}})", vertices, triangles);
    return sepaxRun({"check", file("meshes.json",
                                   fmt::format(R"({{"sepax": 1, "space": "3d", "bodies": [{{"id": "A", "shape": {}}},
      {{"id": "B", "shape": {}, "position": {}, "axis_angle": {{"axis": [1, 0, 0], "angle_deg": 90}}}}]}})",
                                               shape, shape, position))})
        .out;
  };
  // The one stands upright in the middle of the other.
  const char *const leaf = "[[-1, 0, -1], [1, 0, -1], [0, 0, 1]]", *const one = "[[0, 1, 2]]";
  EXPECT_NE(text(leaf, one, "[0, 0, 0]").find("  1 pair of triangles crosses, along 1 m in all\n"), std::string::npos)
      << text(leaf, one, "[0, 0, 0]");
  const char* const sheet = "[[-1, 0, -1], [1, 0, -1], [1, 0, 1], [-1, 0, 1]]";
  EXPECT_NE(text(sheet, "[[0, 1, 2], [0, 2, 3]]", "[0, 0, 0.25]").find(" pairs of triangles cross, along 2 m in all\n"),
            std::string::npos)
      << text(sheet, "[[0, 1, 2], [0, 2, 3]]", "[0, 0, 0.25]");
  EXPECT_EQ(text(leaf, one, "[0, 9, 0]").find("triangles cross"), std::string::npos) << "apart";
}

TEST_F(CheckCommand, FitsTheVolumesThatFitDoes) {
  const std::string path = file("f.json", R"({"sepax": 1, "space": "3d", "bodies": [
    {"id": "A", "shape": {"type": "hull", "vertices": [[0,0,0],[2,0,0],[0,3,0],[0,0,4],[1,1,1]]}}], "queries": [{"type": "fit", "body": "A"}],
    "expect": [{"query": 0, "volumes": {"aabb": 24, "hull": 4.333333333333333}}]})");
  const Answer check = sepaxRun({"check", "--json", "--expect", path}), fit = sepaxRun({"fit", "--json", path + "#A"});
  ASSERT_EQ(check.status, 0) << check.error << check.out;
  ASSERT_EQ(fit.status, 0) << fit.error;
  EXPECT_EQ(jsonLines(check.out).at(0)["queries"][0]["volumes"], jsonLines(fit.out).at(0)["volumes"]);
}

TEST_F(CheckCommand, PrintsTheContractsJson) {
  const std::string path = file("x.json", boxes(3));
  const Answer run = sepaxRun({"check", path, "--json"});
  EXPECT_EQ(run.status, 0) << run.error;
  EXPECT_EQ(run.error, "");
  const auto lines = jsonLines(run.out);
  ASSERT_EQ(lines.size(), 1u);
  const Json& json = lines[0];
  EXPECT_EQ(json["sepax"], 1);
  EXPECT_EQ(json["file"], path);
  EXPECT_TRUE(json["queries"].empty() && json["failures"].empty() && json["warnings"].empty());
  ASSERT_EQ(json["pairs"].size(), 1u);
  const Json& pair = json["pairs"][0];
  EXPECT_EQ(pair["a"], "A");
  EXPECT_EQ(pair["b"], "B");
  EXPECT_EQ(pair["algorithm"], "sat");
  EXPECT_EQ(pair["verdict"], "separated");
  EXPECT_EQ(pair["separation"], 1.25);
  EXPECT_EQ(pair["distance"], 1.25);
  EXPECT_EQ(pair["deciding_axis"], "A0");
  EXPECT_EQ(pair["closest_points"]["a"][0], 1);
  EXPECT_EQ(pair["closest_points"]["b"][0], 2.25);
  EXPECT_EQ(pair["axes"].size(), 15u);
}

TEST_F(CheckCommand, OneObjectALineForSeveralFiles) {
  const Answer run = sepaxRun({"check", "--json", file("a.json", boxes(3)), file("b.json", boxes(1))});
  EXPECT_EQ(run.status, 0);
  const auto lines = jsonLines(run.out);
  ASSERT_EQ(lines.size(), 2u);
  EXPECT_EQ(lines[0]["pairs"][0]["verdict"], "separated");
  EXPECT_EQ(lines[1]["pairs"][0]["verdict"], "overlapping");
}

TEST_F(CheckCommand, OneUnusableFileAmongGoodOnesGivesStatus2AndTheOthersAnswers) {
  const Answer run =
      sepaxRun({"check", "--json", file("a.json", boxes(3)), file("bad.json", "{"), file("b.json", boxes(1))});
  EXPECT_EQ(run.status, 2);
  EXPECT_EQ(jsonLines(run.out).size(), 2u);
  EXPECT_NE(run.error.find("bad.json"), std::string::npos);
}

TEST_F(CheckCommand, EveryShippedCaseMeetsItsExpectationsByEveryAlgorithm) {
  const auto folder = dataPath("assets/cases");
  ASSERT_TRUE(folder) << describe(folder.error());
  const Answer run = sepaxRun({"check", "--json", "--expect", "--algorithm", "all", *folder});
  EXPECT_EQ(run.status, 0) << run.error << run.out.substr(0, 1000);
  const auto lines = jsonLines(run.out);
  EXPECT_GE(lines.size(), 10u);
  bool chinese = false;
  for (const Json& line : lines) {
    EXPECT_TRUE(line["failures"].empty()) << line["file"].string() << compactJson(line["failures"]);
    EXPECT_TRUE(line["warnings"].empty()) << compactJson(line["warnings"]);
    chinese = chinese || line["file"].string().ends_with("中文示例.json");
  }
  EXPECT_TRUE(chinese);
}

TEST_F(CheckCommand, ExpectationsAreComparedOnlyWhenAsked) {
  const std::string path =
      file("e.json",
           boxes(3, R"(, "expect": [{"pair": ["A", "B"], "verdict": "touching", "separation": 1.25, "distance": 2}])"));
  EXPECT_EQ(sepaxRun({"check", path, "--json"}).status, 0);
  const Answer run = sepaxRun({"check", path, "--json", "--expect"});
  EXPECT_EQ(run.status, 1);
  const Json json = jsonLines(run.out).at(0);
  ASSERT_EQ(json["failures"].size(), 2u);
  EXPECT_EQ(json["failures"][0]["message"], "A, B (sat): expected verdict touching, found separated");
  EXPECT_EQ(json["failures"][1]["what"], "distance");
  const Answer table = sepaxRun({"check", path, "--expect"});
  EXPECT_EQ(table.status, 1);
  EXPECT_NE(table.out.find("FAILED A, B (sat): expected verdict touching, found separated"), std::string::npos)
      << table.out;
}

TEST_F(CheckCommand, TheTableNamesVerdictAndAxes) {
  const Answer run = sepaxRun({"check", file("x.json", boxes(1))});
  EXPECT_EQ(run.status, 0);
  for (const char* text : {"A, B (sat) overlapping: 0.75 m deep", "A0xB0", "degenerate", "separation", "* A0"}) {
    EXPECT_NE(run.out.find(text), std::string::npos) << text << "\n" << run.out;
  }
}

/// `count` boxes in a row: each touches its neighbours, and the last two overlap.
std::string rowOfBoxes(int count) {
  std::string bodies;
  for (int i = 0; i < count; ++i) {
    const double x = i + 1 == count ? i - 0.25 : i;
    bodies += fmt::format(
        R"({}{{"id": "b{}", "shape": {{"type": "box", "half_extents": [0.5, 0.5, 0.5]}}, "position": [{}, 0, 0]}})",
        i > 0 ? "," : "", i, x);
  }
  return R"({"sepax": 1, "space": "3d", "bodies": [)" + bodies + "]}";
}

TEST_F(CheckCommand, OfACrowdTestsOnlyWhatMeetsUnlessAskedForAll) {
  const std::string path = file("crowd.json", rowOfBoxes(100));
  const auto few = test::parsed(sepaxRun({"check", "--json", "--no-axes", path}).out);
  EXPECT_EQ(few["pairs"].size(), 99u);
  EXPECT_EQ(few["culled_pairs"].number(), 100 * 99 / 2 - 99);
  const auto all = test::parsed(sepaxRun({"check", "--json", "--no-axes", "--all-pairs", path}).out);
  EXPECT_EQ(all["pairs"].size(), 4950u);
  EXPECT_FALSE(all.contains("culled_pairs"));
  const auto overlapping = test::parsed(sepaxRun({"check", "--json", "--no-axes", "--only", "overlapping", path}).out);
  ASSERT_EQ(overlapping["pairs"].size(), 1u);
  EXPECT_EQ(overlapping["pairs"][0]["b"].string(), "b99");
  const Answer text = sepaxRun({"check", "--only", "touching", path});
  EXPECT_EQ(std::count(text.out.begin(), text.out.end(), '\n'), 1 + 98 + 1) << "name, pairs, culled";
  EXPECT_NE(text.out.find("4851 pairs are not listed"), std::string::npos);
  EXPECT_NE(sepaxRun({"check", "-q", path}).out.find("99 pairs (0 separated, 98 touching, 1 overlapping), 4851 culled"),
            std::string::npos);
  EXPECT_EQ(sepaxRun({"check", "--only", "near", path}).status, 2);
}

TEST_F(CheckCommand, ReadsTheCrowdsThatGenerateMakes) {
  for (const char* space : {"2d", "3d"}) {
    const std::string path = file("made.json", "");
    const std::vector<std::string> words{"generate", "--bodies",         "300",     "--space", space, "--density", "1",
                                         "--shapes", "box,capsule,aabb", "--speed", "2",       "-o",  path};
    const Answer made = sepaxRun(words);
    ASSERT_EQ(made.status, 0) << made.error;
    const auto answer = test::parsed(sepaxRun({"check", "--json", "--no-axes", path}).out);
    EXPECT_EQ(answer["pairs"].size() + static_cast<std::size_t>(answer["culled_pairs"].number()), 300u * 299 / 2);
    EXPECT_GT(answer["pairs"].size(), 150u);
    const std::string first = readFile(path, 1 << 20).value();
    ASSERT_EQ(sepaxRun(words).status, 0);
    EXPECT_EQ(readFile(path, 1 << 20).value(), first) << "the same seed";
  }
  // Each has a volume, and so a mass to run with.
  const std::string hulls = file("hulls.json", "");
  ASSERT_EQ(sepaxRun({"generate", "--bodies", "200", "--shapes", "hull", "-o", hulls}).status, 0);
  const auto document = loadCase(hulls);
  ASSERT_TRUE(document);
  for (const Body& body : document->document.bodies) EXPECT_GT(massOf(body.shape, Pose{}).volume, 1e-6) << body.id;
  // What has no end has no volume, and what no body has is none to share.
  for (const std::vector<std::string>& words :
       {std::vector<std::string>{"--shapes", "half_space"},
        {"--shapes", "point"},
        {"--space", "2d", "--shapes", "half_space,circle", "--walls", "bounce"}}) {
    const std::string path = file("made.json", "");
    std::vector<std::string> command{"generate", "--bodies", "9", "-o", path};
    command.insert(command.end(), words.begin(), words.end());
    const Answer made = sepaxRun(command);
    EXPECT_EQ(made.status, 0) << made.error;
    const Answer checked = sepaxRun({"check", "-q", path});
    EXPECT_EQ(checked.status, 0) << checked.error;
  }
  // The note is the command that makes the file again.
  const std::string first = file("first.json", ""), again = file("again.json", "");
  ASSERT_EQ(sepaxRun({"generate", "--bodies", "5", "--shapes", "sphere,box", "--density", "0.3", "--seed", "7",
                      "--speed", "1.5", "--spin", "0.2", "--walls", "pass", "-o", first})
                .status,
            0);
  const auto noted = loadCase(first);
  ASSERT_TRUE(noted) << describe(noted.error());
  std::vector<std::string> command;
  std::istringstream words(noted->document.notes);
  for (std::string word; words >> word;) command.push_back(word);
  ASSERT_FALSE(command.empty());
  command.erase(command.begin());
  command.insert(command.end(), {"-o", again});
  ASSERT_EQ(sepaxRun(command).status, 0);
  EXPECT_EQ(readFile(first, 1u << 20).value(), readFile(again, 1u << 20).value());
  const Answer wrong = sepaxRun({"generate", "--bodies", "3", "--shapes", "box,teapot"});
  EXPECT_EQ(wrong.status, 2);
  EXPECT_NE(wrong.error.find("teapot"), std::string::npos) << wrong.error;
  EXPECT_EQ(sepaxRun({"generate", "--bodies", "100001"}).status, 2);
}

TEST_F(CheckCommand, NamesCannotObeyTheTerminal) {
  std::string text = boxes(3, R"(, "\u001b[31mred": 1)");
  text.replace(text.find("\"t\""), 3, R"("two\nlines\u001b]0;title\u0007")");
  const std::string path = file("x.json", text);
  const Answer run = sepaxRun({"check", path});
  EXPECT_EQ(run.status, 0) << run.error;
  EXPECT_EQ(run.out.find('\x1b'), std::string::npos) << run.out;
  EXPECT_NE(run.out.find("two\\u000alines"), std::string::npos) << run.out;
  const Answer error = sepaxRun({"check", file("y.json", boxes(3, R"(, "pairs": [["\u001b[2J", "\u009b"]])"))});
  EXPECT_EQ(error.status, 2);
  EXPECT_EQ(error.error.find('\x1b'), std::string::npos) << error.error;
}

TEST_F(CheckCommand, AllAlgorithmsAnswerEachPair) {
  const Answer run = sepaxRun({"check", "--json", "--algorithm", "all", file("x.json", boxes(3))});
  EXPECT_EQ(run.status, 0);
  const Json json = jsonLines(run.out).at(0);
  std::vector<std::string> names;
  for (const Json& pair : json["pairs"]) names.push_back(pair["algorithm"].string());
  ASSERT_GE(names.size(), 2u);
  EXPECT_EQ(names.front(), "sat");
  EXPECT_NE(std::find(names.begin(), names.end(), "gjk"), names.end());
}

TEST_F(CheckCommand, UnknownKeysAreWarnedAboutInTheJson) {
  const Answer run = sepaxRun({"check", "--json", file("x.json", boxes(3, R"(, "gravity": 9.8)"))});
  EXPECT_EQ(run.status, 0);
  const Json json = jsonLines(run.out).at(0);
  ASSERT_EQ(json["warnings"].size(), 1u);
  EXPECT_NE(json["warnings"][0].string().find("x.json#/gravity: unknown key"), std::string::npos);
}

TEST_F(CheckCommand, StrictRefusesACaseWithAWarning) {
  const std::string unknown = file("x.json", boxes(3, R"(, "gravity": 9.8)")), plain = file("y.json", boxes(3)),
                    some = file("z.json", boxes(3, R"(, "expect": [{"pair": ["A", "B"], "verdict": "separated"}])"));
  EXPECT_EQ(sepaxRun({"check", "--strict", plain}).status, 0);
  const Answer refused = sepaxRun({"check", "--strict", "-q", unknown, plain});
  EXPECT_EQ(refused.status, 2);
  EXPECT_NE(refused.error.find("x.json#/gravity: unknown key"), std::string::npos) << refused.error;
  EXPECT_NE(refused.out.find("1 case: 1 pair"), std::string::npos) << "the other file is answered: " << refused.out;
  EXPECT_EQ(sepaxRun({"check", "--strict", "--expect", some}).status, 0);
  EXPECT_EQ(sepaxRun({"check", "--strict", "--expect", some, plain}).status, 2) << "one that expects nothing";
  const Answer counted = sepaxRun({"check", "-q", "--expect", some, plain});
  EXPECT_EQ(counted.status, 0);
  EXPECT_NE(counted.out.find("1 case without expectations"), std::string::npos) << counted.out;
}

TEST_F(CheckCommand, JUnitSaysThatAlgorithmsAgreeOnlyWhereSeveralWereAsked) {
  const std::string path = file("x.json", boxes(3)), junit = (folder_ / "out.xml").string();
  EXPECT_EQ(sepaxRun({"check", path, "--junit", junit}).status, 2);
  EXPECT_EQ(readFile(junit, 1 << 20)->find("algorithms agree"), std::string::npos);
  static_cast<void>(sepaxRun({"check", "--algorithm", "all", path, "--junit", junit}));
  EXPECT_NE(readFile(junit, 1 << 20)->find("algorithms agree"), std::string::npos);
}

TEST_F(CheckCommand, WritesAJUnitReportWithEscapedText) {
  const std::string path = file("a&b.json", boxes(3, R"(, "expect": [{"pair": ["A", "B"], "verdict": "touching"}])"));
  const std::string good = file("good.json", boxes(3, R"(, "expect": [{"pair": ["A", "B"], "verdict": "separated"}])"));
  const std::string junit = (folder_ / "out.xml").string();
  EXPECT_EQ(sepaxRun({"check", path, good, "--junit", junit}).status, 1);
  const auto xml = readFile(junit, 1 << 20);
  ASSERT_TRUE(xml) << describe(xml.error());
  for (const char* text :
       {"<testsuites tests=\"2\" failures=\"1\" errors=\"0\" time=\"", "a&amp;b.json",
        "<failure message=\"A, B (sat): expected verdict touching, found separated\" type=\"expectation\">"}) {
    EXPECT_NE(xml->find(text), std::string::npos) << text << "\n" << *xml;
  }
  EXPECT_EQ(xml->find("a&b"), std::string::npos);
  EXPECT_EQ(sepaxRun({"check", file("bad.json", "<nothing>"), "--junit", junit}).status, 2);
  EXPECT_NE(readFile(junit, 1 << 20)->find("errors=\"1\""), std::string::npos);
}

TEST_F(CheckCommand, JUnitHasATestForEachExpectation) {
  // Two of one pair, one of them wrong: both were reported failed, under one name.
  const std::string path = file(
      "two.json", boxes(1.5, R"(, "queries": [{"type": "contains", "id": "middle", "body": "A", "point": [0, 0, 0]}],
    "expect": [{"pair": ["A", "B"], "verdict": "overlapping"}, {"pair": ["A", "B"], "depth": 0.4}, {"pair": ["A", "B"], "depth": 0.3},
               {"query": "middle", "inside": true}, {"query": 0, "inside": true, "name": "the middle is inside"}])"));
  const std::string junit = (folder_ / "out.xml").string();
  const Answer run = sepaxRun({"check", path, "--junit", junit});
  EXPECT_EQ(run.status, 1);
  EXPECT_NE(run.out.find("FAILED A, B (sat): expected depth 0.4"), std::string::npos) << run.out;
  const std::string xml = readFile(junit, 1 << 20).value();
  EXPECT_NE(xml.find("<testsuites tests=\"5\" failures=\"2\" errors=\"0\""), std::string::npos) << xml;
  for (const char* name :
       {"A, B: verdict", "A, B: depth", "A, B: depth (2)", "query middle: inside", "the middle is inside"}) {
    const std::size_t at = xml.find(fmt::format("<testcase name=\"{}\" classname=\"{}\" time=\"0.", name, path));
    ASSERT_NE(at, std::string::npos) << name << "\n" << xml;
    const bool fails = std::string(name).find("depth") != std::string::npos;
    EXPECT_EQ(xml.compare(xml.find('>', at) - 1, 1, "/") != 0, fails) << name << "\n" << xml;
  }
}

TEST_F(CheckCommand, ReadsStandardInput) {
  const Answer run = sepaxRun({"check", "-", "--json"}, 0, boxes(3));
  EXPECT_EQ(run.status, 0) << run.error;
  EXPECT_EQ(jsonLines(run.out).at(0)["pairs"][0]["verdict"], "separated");
  const Answer broken = sepaxRun({"check", "-"}, 0, "{");
  EXPECT_EQ(broken.status, 2);
  EXPECT_TRUE(broken.error.starts_with("sepax: -: ")) << broken.error;
}

TEST_F(CheckCommand, ReadsCasesOneALineOfStandardInput) {
  const auto onLine = [](std::string text) {
    std::ranges::replace(text, '\n', ' ');
    return text + "\n";
  };
  const std::string lines = onLine(boxes(3)) + "\n" + onLine(boxes(1)) + "{\"sepax\": 1, \"bodies\": 7}\n";
  const Answer run = sepaxRun({"check", "-", "--json"}, 0, lines);
  EXPECT_EQ(run.status, 2);
  EXPECT_TRUE(run.error.starts_with("sepax: -:4")) << run.error;
  const auto answers = jsonLines(run.out);
  ASSERT_EQ(answers.size(), 2u) << run.out;
  EXPECT_EQ(answers[0]["file"], "-:1");
  EXPECT_EQ(answers[0]["pairs"][0]["verdict"], "separated");
  EXPECT_EQ(answers[1]["file"], "-:3");
  EXPECT_EQ(answers[1]["pairs"][0]["verdict"], "overlapping");
  EXPECT_NE(sepaxRun({"check", "-", "-q"}, 0, onLine(boxes(3)) + onLine(boxes(1))).out.find("2 cases"),
            std::string::npos);
  const Answer marked = sepaxRun({"check", "-", "-q"}, 0, "\xEF\xBB\xBF" + onLine(boxes(3)) + onLine(boxes(1)));
  EXPECT_NE(marked.out.find("2 cases"), std::string::npos) << marked.error;
  EXPECT_TRUE(sepaxRun({"check", "-"}, 0, "{\n" + onLine(boxes(3))).error.starts_with("sepax: -: "))
      << "a broken case over many lines";
}

TEST_F(CheckCommand, TextHasClosestPointsContactsAndTheDigitsThatMatter) {
  const Answer apart = sepaxRun({"check", file("a.json", boxes(1.75 + 0.1 + 0.2)), "--no-axes"});
  EXPECT_NE(apart.out.find("separated: gap 0.3 m, distance 0.3 m"), std::string::npos) << apart.out;
  EXPECT_NE(apart.out.find("closest points: (1, "), std::string::npos) << apart.out;
  EXPECT_NE(apart.out.find(" on B, normal (1, 0, 0)"), std::string::npos) << apart.out;
  EXPECT_EQ(apart.out.find("axis"), std::string::npos) << apart.out;
  const Answer fine = sepaxRun({"check", file("f.json", boxes(1.75 + 1.0 / 3)), "--no-axes"});
  EXPECT_NE(fine.out.find("gap 0.333333333333 m"), std::string::npos) << fine.out;
  const Answer digits = sepaxRun({"check", file("f.json", boxes(1.75 + 1.0 / 3)), "--digits", "3"});
  EXPECT_NE(digits.out.find("gap 0.333 m"), std::string::npos) << digits.out;
  const Answer hex = sepaxRun({"check", file("h.json", boxes(2)), "--hex"});
  EXPECT_NE(hex.out.find("gap 0x1p-2 m"), std::string::npos) << hex.out;
  EXPECT_EQ(sepaxRun({"check", file("h.json", boxes(2)), "--hex", "--digits", "3"}).status, 2);
  const Answer deep = sepaxRun({"check", file("d.json", boxes(1.5)), "--no-axes"});
  std::size_t contacts = 0;
  for (std::size_t at = 0; (at = deep.out.find("\n  contact at (0.875, ", at)) != std::string::npos; ++at) ++contacts;
  EXPECT_EQ(contacts, 4u) << deep.out;
  EXPECT_NE(deep.out.find(", separation -0.25 m: "), std::string::npos) << deep.out;
  EXPECT_NE(deep.out.find("deepest points: "), std::string::npos) << deep.out;
}

TEST_F(CheckCommand, ShowsNoRoundingOfZeroInTheTableOfAxes) {
  const std::string path = shipped("chain-and-hammer.json");
  EXPECT_EQ(sepaxRun({"check", path}).out.find("e-17"), std::string::npos);
  EXPECT_NE(sepaxRun({"check", "--digits", "17", path}).out.find("e-17"), std::string::npos) << "every digit";
}

TEST_F(CheckCommand, AxesCanBeLeftOutOfJson) {
  const std::string path = file("c.json", R"({"sepax": 1, "space": "3d", "bodies": [
    {"id": "A", "shape": {"type": "cylinder", "half_length": 1, "radius": 1}},
    {"id": "B", "shape": {"type": "cylinder", "half_length": 1, "radius": 1}, "position": [3, 0, 0], "rotation": [0.5, 0.5, 0.5, 0.5],
     "linear_velocity": [-1, 0, 0]}],
    "queries": [{"type": "sweep", "pair": ["A", "B"], "duration": 9}]})");
  const Answer with = sepaxRun({"check", "--json", path}), without = sepaxRun({"check", "--json", "--no-axes", path});
  const Json all = jsonLines(with.out).at(0), less = jsonLines(without.out).at(0);
  EXPECT_TRUE(all["pairs"][0].contains("axes") && all["queries"][0].contains("axes"));
  EXPECT_FALSE(less["pairs"][0].contains("axes") || less["queries"][0].contains("axes"));
  EXPECT_EQ(less["pairs"][0]["separation"], all["pairs"][0]["separation"]);
  EXPECT_EQ(less["pairs"][0]["deciding_axis"], all["pairs"][0]["deciding_axis"]);
  EXPECT_LT(without.out.size(), 20'000u);
}

TEST_F(CheckCommand, ManyFilesAreALineAPairAndEndWithCounts) {
  const std::string a = file("a.json", boxes(3, R"(, "expect": [{"pair": ["A", "B"], "verdict": "separated"}])"));
  const std::string b = file("b.json", boxes(1, R"(, "expect": [{"pair": ["A", "B"], "verdict": "separated"}])"));
  const Answer run = sepaxRun({"check", "--expect", a, b, file("c.json", "{")});
  EXPECT_EQ(run.status, 2);
  EXPECT_EQ(std::count(run.out.begin(), run.out.end(), '\n'), 7) << run.out;
  EXPECT_TRUE(run.out.ends_with(
      "\n2 cases: 2 pairs (1 separated, 0 touching, 1 overlapping), 1 of 2 expectations met, 1 FAILED, 1 UNUSABLE\n"))
      << run.out;
  const Answer quiet = sepaxRun({"check", "--expect", "--quiet", a, b});
  EXPECT_EQ(quiet.status, 1);
  EXPECT_EQ(quiet.out,
            "t (" + b +
                ")\nFAILED A, B (sat): expected verdict separated, found overlapping\n"
                "2 cases: 2 pairs (1 separated, 0 touching, 1 overlapping), 1 of 2 expectations met, 1 FAILED\n");
  EXPECT_EQ(sepaxRun({"check", "--quiet", a}).out, "1 case: 1 pair (1 separated, 0 touching, 0 overlapping)\n");
  EXPECT_NE(sepaxRun({"check", "--axes", a, b}).out.find("A0xB0"), std::string::npos);
}

// Two boxes with a gap of a metre, as an engine sees them that keeps a margin of a quarter around them.
TEST_F(CheckCommand, ARowCanBeToldToShrinkOrAddAMargin) {
  const std::string path = file("x.json", boxes(2.75));
  for (const auto& [row, gap] : {std::pair{"sat", 1.0},
                                 {"sat:margin=0.25", 0.5},
                                 {"gjk-epa:shrink=0.25", 1.5},
                                 {"sat:shrink=0.25,margin=0.25", 1.0}}) {
    const Answer run = sepaxRun({"check", "--json", "--algorithm", row, path});
    ASSERT_EQ(run.status, 0) << run.error;
    const Json answer = jsonLines(run.out).at(0);
    EXPECT_EQ(answer["pairs"][0]["algorithm"], row);
    EXPECT_NEAR(answer["pairs"][0]["distance"].number(), gap, 1e-9) << row;
  }
  const Answer thick = sepaxRun({"check", "--algorithm", "sat:shrink=7", path});
  EXPECT_EQ(thick.status, 2);
  EXPECT_NE(thick.error.find("has room for"), std::string::npos) << thick.error;
}

TEST_F(CheckCommand, AllMeansTheSoundRowsAndHistoricalOnesOnRequest) {
  const auto rows = [&](const std::string& name) {
    std::set<std::string> names;
    const Answer run = sepaxRun({"check", "--json", "--no-axes", "--algorithm", name, file("x.json", boxes(3))});
    EXPECT_EQ(run.status, 0) << run.error;
    const Json answer = jsonLines(run.out).at(0);
    for (const Json& pair : answer["pairs"]) names.insert(pair["algorithm"].string());
    return names;
  };
  const auto historical = [](const std::string& name) { return name.starts_with("historical/"); };
  const auto sound = rows("all"), every = rows("all+historical");
  EXPECT_TRUE(std::none_of(sound.begin(), sound.end(), historical));
  EXPECT_TRUE(std::any_of(every.begin(), every.end(), historical));
  EXPECT_TRUE(std::includes(every.begin(), every.end(), sound.begin(), sound.end()));
  EXPECT_GE(sound.size(), 5u);
}

TEST_F(CheckCommand, RowsAgreeOnShapesWithoutSizeAndThousandsOfSizesApart) {
  const auto pair = [&](const std::string& shape, const std::string& at) {
    return file("p.json", R"({"sepax": 1, "space": "3d", "bodies": [{"id": "A", "shape": )" + shape +
                              R"(, "position": [0.1, 0.2, 0.3]},
      {"id": "B", "shape": )" +
                              shape + R"(, "position": )" + at + "}]}");
  };
  for (const char* at : {"[0.1, 0.2, 0.3]", "[1.7, -2.9, 0.45]", "[1e5, 3e4, -7e5]", "[1e-9, 0.2, 0.3]"}) {
    for (const char* shape : {R"({"type": "point"})", R"({"type": "sphere", "radius": 0.01})",
                              R"({"type": "box", "half_extents": [0.01, 0, 0]})"}) {
      const Answer run = sepaxRun({"check", "--json", "--no-axes", "--algorithm", "all", pair(shape, at)});
      EXPECT_EQ(run.status, 0) << shape << " at " << at << compactJson(jsonLines(run.out).at(0)["failures"]);
    }
  }
}

TEST_F(CheckCommand, ReadsThePairsThatSelfcheckPrints) {
  for (const char* pair : {"concave-segment2 sliver 0:189", "box-capsule par 0:3", "polygon-circle lattice 0:1"}) {
    const Answer printed = sepaxRun({"selfcheck", "--pair", pair});
    EXPECT_EQ(printed.status, 0) << pair;
    const Answer run = sepaxRun({"check", "--json", "--no-axes", file("pair.json", printed.out)});
    EXPECT_EQ(run.status, 0) << pair << ": " << run.error;
  }
}

TEST_F(CheckCommand, AMistypedWordNamesTheNearestOne) {
  const std::vector<std::pair<std::vector<std::string>, std::string>> wrong{
      {{"chek"}, "did you mean \"check\"?"},
      {{"hlep"}, "did you mean \"help\"?"},
      {{"selfchekc", "--pairs", "3"}, "did you mean \"selfcheck\"?"},
      {{"rendr", "x.json"}, "did you mean \"render\"?"},
      {{"bundle", "lss", "x.zip"}, "did you mean \"ls\"?"},
      {{"check", "x.json", "--jsn"}, "did you mean \"--json\"?"},
      {{"check", "x.json", "--algorithm", "gkj"}, "did you mean \"gjk\"?"},
      {{"check", "x.json", "--algorithm", "gkj:margin=0.1"}, "did you mean \"gjk\"?"},
      {{"check", "x.json", "--algorithm", "sat:margn=0.1"}, "expected shrink=LENGTH or margin=LENGTH"},
      {{"help", "expcet"}, "did you mean \"expect\"?"},
      {{"nowhere.json"}, "no command and no file that is there"},
  };
  for (const auto& [arguments, message] : wrong) {
    const Answer run = sepaxRun(arguments);
    EXPECT_EQ(run.status, 2) << arguments[0];
    EXPECT_EQ(run.out, "") << arguments[0];
    EXPECT_NE(run.error.find(message), std::string::npos) << run.error;
    EXPECT_EQ(run.error.find("display"), std::string::npos) << run.error;
  }
}

TEST_F(CheckCommand, HelpFitsOnAScreenAndExplainsTheFormat) {
  for (const std::vector<std::string>& arguments :
       {std::vector<std::string>{"--help"}, {"check", "--help"}, {"help"}, {"help", "check"}}) {
    const Answer run = sepaxRun(arguments);
    EXPECT_EQ(run.status, 0);
    EXPECT_LE(std::count(run.out.begin(), run.out.end(), '\n'), 34) << run.out;
  }
  EXPECT_EQ(sepaxRun({"help", "check"}).out, sepaxRun({"check", "--help"}).out);
  for (const char* topic : {"case", "query", "expect", "shapes"}) {
    const Answer run = sepaxRun({"help", topic});
    EXPECT_EQ(run.status, 0) << topic;
    EXPECT_GT(run.out.size(), 1000u) << topic;
  }
  EXPECT_EQ(test::parsed(sepaxRun({"help", "schema"}).out)["title"], "Sepax case");
}

TEST_F(CheckCommand, WrongUseIsStatus2WithNothingOnStandardOutput) {
  const std::vector<std::vector<std::string>> wrong{{"check"},
                                                    {"check", "x.json", "--nonsense"},
                                                    {"check", shipped("default.json"), "--algorithm", "magic"},
                                                    {"--nonsense"},
                                                    {"bundle"}};
  for (const auto& arguments : wrong) {
    const Answer run = sepaxRun(arguments);
    EXPECT_EQ(run.status, 2) << arguments[0];
    EXPECT_EQ(run.out, "") << arguments[0];
    EXPECT_NE(run.error, "") << arguments[0];
  }
}

TEST_F(CheckCommand, HelpAndVersionAreFine) {
  const std::vector<std::vector<std::string>> fine{
      {"--help"}, {"--version"}, {"check", "--help"}, {"algorithms", "--help"}, {"bundle", "--help"}, {"algorithms"}};
  for (const auto& arguments : fine) {
    const Answer run = sepaxRun(arguments);
    EXPECT_EQ(run.status, 0) << arguments[0];
    EXPECT_NE(run.out, "") << arguments[0];
    EXPECT_EQ(run.error, "") << arguments[0];
  }
  EXPECT_NE(sepaxRun({"--version"}).out.find(kVersion), std::string::npos);
  EXPECT_NE(sepaxRun({"algorithms"}).out.find("sat "), std::string::npos);
}

TEST_F(CheckCommand, BadInputGetsOneClearMessageEach) {
  const auto with = [](const std::string& shape, const std::string& space = "3d", const std::string& body = {}) {
    return fmt::format(R"({{"sepax": 1, "space": "{}", "bodies": [{{"id": "A", "shape": {}{}}}]}})", space, shape,
                       body);
  };
  const std::string ball = R"({"type": "sphere", "radius": 1})";
  expectUnusable((folder_ / "missing.json").string(), "missing.json", "");
  expectUnusable(file("empty.json", ""), "empty.json", "found an empty file");
  expectUnusable(file("junk.obb", "junk"), "junk.obb", "expected a case (JSON) or a bundle (ZIP, .obb)");
  expectUnusable(file("truncated.json", boxes(3).substr(0, 150)), "truncated.json", "line 2");
  expectUnusable(file("binary.json", std::string("\x7F"
                                                 "ELF\0\1\2",
                                                 7)),
                 "binary.json", "expected JSON");
  expectUnusable(file("array.json", "[1]"), "array.json#", "expected a case object");
  expectUnusable(file("nan.json", with(R"({"type": "sphere", "radius": NaN})")), "nan.json", "line 1");
  expectUnusable(file("inf.json", with(R"({"type": "sphere", "radius": 1e999})")), "inf.json", "overflow");
  expectUnusable(file("text.json", with(R"({"type": "sphere", "radius": "nan"})")), "text.json#/bodies/0/shape/radius",
                 "expected a number");
  expectUnusable(file("quat.json", with(ball, "3d", R"(, "rotation": [1, 1, 0, 0])")), "quat.json#/bodies/0/rotation",
                 "length 1");
  expectUnusable(file("negative.json", with(R"({"type": "box", "half_extents": [1, -1, 1]})")),
                 "negative.json#/bodies/0/shape/half_extents/1", "found the number -1");
  expectUnusable(file("bowtie.json", with(R"({"type": "polygon", "vertices": [[0,0],[1,1],[1,0],[0,1]]})", "2d")),
                 "bowtie.json#/bodies/0/shape/vertices", "cross");
  expectUnusable(file("flat.json", with(R"({"type": "hull", "vertices": [[0,0,0],[1,0,0],[2,0,0],[3,0,0]]})")),
                 "flat.json#/bodies/0/shape/vertices", "volume");
  expectUnusable(
      file("none.json", with(R"({"type": "mesh", "vertices": [[0,0,0],[1,0,0],[0,1,0],[0,0,1]], "triangles": []})")),
      "none.json#/bodies/0/shape/triangles", "triangle");
  expectUnusable(
      file("range.json",
           with(R"({"type": "mesh", "vertices": [[0,0,0],[1,0,0],[0,1,0],[0,0,1]], "triangles": [[0,1,9]]})")),
      "range.json#/bodies/0/shape/triangles/0/2", "from 0 to 3");
  expectUnusable(file("outside.json", with(R"({"type": "hull", "mesh": "../../etc/passwd"})")),
                 "outside.json#/bodies/0/shape/mesh", "");
  expectUnusable(file("kind.json", with(R"({"type": "dodecahedron"})")), "kind.json#/bodies/0/shape/type", "expected");
  expectUnusable(file("no-case.zip", std::string("PK\x05\x06", 4) + std::string(18, '\0')), "no-case.zip",
                 "found none");
}

TEST_F(CheckCommand, HugeNestedAndEndlessFilesAreRefusedWithinMemoryBounds) {
  constexpr std::uint64_t kMemory = test::kSanitized ? 0 : 256u << 20;  // sanitizers reserve terabytes of addresses
  expectUnusable(bigFile(folder_ / "huge.json", "[", 200u << 20), "huge.json", "", kMemory);
  fs::remove(folder_ / "huge.json");
  expectUnusable(bigFile(folder_ / "deep.json", "[", 60u << 20), "deep.json#/0/0", "at most 64 levels", kMemory);
  expectUnusable(bigFile(folder_ / "deep.json", "{\"a\":", 60u << 20), "deep.json#/a/a", "at most 64 levels", kMemory);
  const std::string flat = bigFile(folder_ / "flat.json", "0,", 60u << 20);
  std::fstream(flat, std::ios::in | std::ios::out | std::ios::binary) << "[";
  expectUnusable(flat, "flat.json", "", kMemory);
  expectUnusable("/dev/zero", "/dev/zero", "", kMemory);
}

TEST_F(CheckCommand, CasesInsideABundleAreCheckedWithTheirMeshes) {
  const auto bundle = dataPath("assets/bundle/main.1.com.example.sepax.obb");
  ASSERT_TRUE(bundle) << describe(bundle.error());
  const Answer run = sepaxRun({"check", "--json", "--expect", *bundle});
  EXPECT_EQ(run.status, 0) << run.error;
  const auto lines = jsonLines(run.out);
  EXPECT_GE(lines.size(), 3u);
  for (const Json& line : lines) {
    EXPECT_TRUE(line["file"].string().starts_with(*bundle + "/cases/")) << line["file"].string();
    EXPECT_FALSE(line["pairs"].empty());
  }
}

TEST_F(CheckCommand, AFolderIsCheckedLikeABundle) {
  static_cast<void>(file("a.json", boxes(3)));
  static_cast<void>(file("settings.json", R"({"not": "a case"})"));
  static_cast<void>(file("broken.json", "{\"sepax\": 1,"));
  const Answer run = sepaxRun({"check", "--json", folder_.string()});
  EXPECT_EQ(run.status, 2) << "the broken case";
  EXPECT_EQ(jsonLines(run.out).size(), 1u);
  EXPECT_NE(run.error.find("broken.json"), std::string::npos) << run.error;
}

// What a CI run must not overlook: a case that became empty, one that PowerShell wrote, and links.
TEST_F(CheckCommand, AFolderSkipsNoCaseSilently) {
  const std::string good = boxes(3, R"(, "expect": [{"pair": ["A", "B"], "verdict": "separated"}])");
  const std::string bad = boxes(1, R"(, "expect": [{"pair": ["A", "B"], "verdict": "separated"}])");
  const auto utf16 = [](const std::string& text, bool is_little) {
    std::string out = is_little ? "\xFF\xFE" : "\xFE\xFF";
    for (const char c : text) out += is_little ? std::string{c, 0} : std::string{0, c};
    return out;
  };
  const fs::path outside = folder_ / "outside", checked = folder_ / "checked";
  fs::create_directories(outside);
  fs::create_directories(checked / "sub");
  const auto run = [&] { return sepaxRun({"check", checked.string(), "--expect", "-q"}); };
  static_cast<void>(file("checked/good.json", good));
  EXPECT_EQ(run().status, 0);
  for (const bool is_little : {true, false}) {
    static_cast<void>(file("checked/utf16.json", utf16(bad, is_little)));
    EXPECT_EQ(run().status, 1) << run().error;
    EXPECT_EQ(sepaxRun({"check", "--expect", (checked / "utf16.json").string()}).status, 1);
  }
  fs::remove(checked / "utf16.json");
  for (const char* nothing : {"", "\n", "\xEF\xBB\xBF", "\xFF\xFE"}) {
    static_cast<void>(file("checked/empty.json", nothing));
    const Answer empty = run();
    EXPECT_EQ(empty.status, 2) << empty.out;
    EXPECT_NE(empty.error.find("empty.json: expected JSON, found"), std::string::npos) << empty.error;
  }
  fs::remove(checked / "empty.json");
  static_cast<void>(file("outside/bad.json", bad));
  fs::create_symlink(outside / "bad.json", checked / "elsewhere.json");
  fs::create_symlink(outside, checked / "folder");
  const Answer skipped = run();
  EXPECT_EQ(skipped.status, 0) << skipped.error;
  EXPECT_NE(skipped.error.find("skipped 2 symbolic links to no file inside: elsewhere.json, folder\n"),
            std::string::npos)
      << skipped.error;
  fs::rename(checked / "good.json", outside / "good.json");
  const Answer none = run();
  EXPECT_NE(none.error.find("found none; a symbolic link, not followed (2 times)\n"), std::string::npos) << none.error;
  fs::rename(outside / "good.json", checked / "good.json");
  static_cast<void>(file("checked/sub/data.txt", bad));
  fs::create_symlink("sub/data.txt", checked / "inside.json");
  EXPECT_EQ(run().status, 1) << run().error;
}

TEST_F(CheckCommand, AFullDiskIsReported) {
  if (!fs::exists("/dev/full")) GTEST_SKIP();
  const auto result = runChild(
      {"/bin/sh", "-c", fmt::format("'{}/sepax' check '{}' > /dev/full", programFolder(), shipped("default.json"))}, {},
      {});
  ASSERT_TRUE(result);
  EXPECT_EQ(result->exit_code, 2);
  EXPECT_NE(result->error_text.find("standard output"), std::string::npos) << result->error_text;
}

TEST_F(CheckCommand, AFullDiskIsReportedByEveryCommandThatPrints) {
  if (!fs::exists("/dev/full")) GTEST_SKIP();
  for (const char* command :
       {"bundle codes", "--version", "--help", "jury --help", "selfcheck --pairs 10 --only sphere-sphere"}) {
    const auto result =
        runChild({"/bin/sh", "-c", fmt::format("'{}/sepax' {} > /dev/full", programFolder(), command)}, {}, {});
    ASSERT_TRUE(result);
    EXPECT_EQ(result->exit_code, 2) << command;
    EXPECT_EQ(result->error_text, "sepax: standard output: could not be written\n") << command;
  }
}

/// A child whose pipes could not be put in place would talk to the terminal of whoever runs this.
TEST_F(CheckCommand, AnswersOrSaysWhyWhereFewDescriptorsAreAllowed) {
  int answered = 0, refused = 0;
  for (int most = 5; most <= 40; ++most) {
    const auto result = runChild({"/usr/bin/prlimit", fmt::format("--nofile={}", most), programFolder() + "/sepax",
                                  "check", shipped("rock-above-table.json")},
                                 {}, {});
    ASSERT_TRUE(result);
    const std::string said =
        std::string(reinterpret_cast<const char*>(result->output.data()), result->output.size()) + result->error_text;
    EXPECT_TRUE(std::ranges::all_of(said, [](char c) { return c == '\n' || static_cast<unsigned char>(c) >= 0x20; }))
        << most << ": " << said;
    const bool is_answer = result->exit_code == 0 && said.find("separated") != std::string::npos,
               is_refusal = result->exit_code != 0 && !said.empty();
    EXPECT_TRUE(is_answer || is_refusal) << most << ": " << result->exit_code << " " << said;
    (is_answer ? answered : refused) += 1;
  }
  EXPECT_GT(answered, 20);
  EXPECT_GT(refused, 2);
}

/// A case of two shapes.
std::string caseOf(const char* space, const std::string& a, const std::string& b) {
  return fmt::format(
      R"({{"sepax": 1, "space": "{}", "bodies": [{{"id": "A", "shape": {}}}, {{"id": "B", "shape": {}, "position": [0.5, 0.1{}]}}]}})",
      space, a, b, space == std::string_view("2d") ? "" : ", 0.2");
}

TEST_F(CheckCommand, AnswersHugeShapesOrNamesThemWithinTwoGigabytes) {
  const auto shapeOf = [](const char* type, int count, auto&& point) {
    std::string text = fmt::format(R"({{"type": "{}", "vertices": [)", type);
    for (int i = 0; i < count; ++i) text += (i == 0 ? "[" : ",[") + point(i) + "]";
    return text + "]}";
  };
  const auto circle = [](int i, int count) {
    return fmt::format("{},{}", std::cos(2 * M_PI * i / count), std::sin(2 * M_PI * i / count));
  };
  const std::string polygon = shapeOf("polygon", 100'000, [&](int i) { return circle(i, 100'000); }),
                    chain = shapeOf("chain", 100'000,
                                    [](int i) { return fmt::format("{},{}", i * 1e-5, 0.1 * std::sin(0.1 * i)); }),
                    flat = shapeOf("hull", 20'000, [&](int i) { return circle(i, 20'000) + ",0"; }),
                    drum =
                        shapeOf("hull", 20'000, [&](int i) { return circle(i / 2, 10'000) + (i % 2 ? ",1" : ",0"); }),
                    round = shapeOf("hull", 20'000,
                                    [](int i) {  // a spiral over the sphere
                                      const double z = (i + 0.5) / 10'000 - 1, r = std::sqrt(1 - z * z);
                                      return fmt::format("{},{},{}", r * std::cos(2.4 * i), r * std::sin(2.4 * i), z);
                                    }),
                    box = R"({"type": "box", "half_extents": [1, 1, 1]})",
                    square = R"({"type": "box", "half_extents": [1, 1]})";
  const std::uint64_t memory = test::kSanitized ? 0 : 2ull << 30;
  expectUnusable(file("polygon.json", caseOf("2d", polygon, square)), "bodies/0", "at most 10000 vertices", memory);
  expectUnusable(file("drum.json", caseOf("3d", drum, box)), "bodies/0", "10000 corners, at most 5000", memory);
  expectUnusable(file("flat.json", caseOf("3d", flat, flat)), "A, B", "20000 × 20000", memory);
  expectUnusable(file("half.json", caseOf("3d", flat, round)), "A, B", "at most 64000000 pairs", memory);
  std::vector<std::string> answered{caseOf("2d", chain, square), caseOf("3d", round, round)};
  if (test::isThorough()) answered.insert(answered.end(), {caseOf("3d", flat, box), caseOf("2d", chain, chain)});
  for (const std::string& text : answered) {
    const Answer answer = sepaxRun({"check", file("huge.json", text)}, memory);
    EXPECT_EQ(answer.status, 0) << answer.error;
    EXPECT_NE(answer.out.find("overlapping"), std::string::npos) << answer.out;
  }
}

TEST_F(CheckCommand, SaysHowImportProgramsAreConfined) {
  const Answer answer = sepaxRun({"--version", "--verbose"});
  EXPECT_EQ(answer.status, 0);
  EXPECT_NE(answer.out.find("importers: "), std::string::npos) << answer.out;
  EXPECT_NE(answer.out.find("new privileges"), std::string::npos) << answer.out;
  EXPECT_EQ(sepaxRun({"--version"}).out.find("importers"), std::string::npos);
}

TEST_F(CheckCommand, TheProgramNeedsNoSdlNoOpenGlAndNoMeshLibrary) {
  const auto result = runChild({"/bin/sh", "-c", fmt::format("ldd '{}/sepax'", programFolder())}, {}, {});
  ASSERT_TRUE(result);
  const std::string libraries(reinterpret_cast<const char*>(result->output.data()), result->output.size());
  ASSERT_NE(libraries.find("libc.so"), std::string::npos) << libraries;
  for (const char* name : {"SDL", "GL", "assimp", "X11", "wayland", "fontconfig", "imgui"}) {
    EXPECT_EQ(libraries.find(name), std::string::npos) << name << "\n" << libraries;
  }
}

/// All that `sepax check --expect` writes to a terminal.
std::string checkedOnATerminal(const std::string& path, const char* no_color) {
  int terminal = -1;
  const pid_t child = ::forkpty(&terminal, nullptr, nullptr, nullptr);
  if (child == 0) {
    ::setenv("TERM", "xterm", 1);
    ::setenv("NO_COLOR", no_color, 1);
    const std::string program = programFolder() + "/sepax";
    ::execl(program.c_str(), program.c_str(), "check", "--expect", path.c_str(), nullptr);
    ::_exit(127);
  }
  EXPECT_GT(child, 0);
  std::string out;
  std::array<char, 4096> part{};
  for (ssize_t count; (count = ::read(terminal, part.data(), part.size())) > 0;)
    out.append(part.data(), static_cast<std::size_t>(count));
  ::close(terminal);
  int status = 0;
  EXPECT_EQ(::waitpid(child, &status, 0), child);
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 1) << out;
  return out;
}

TEST_F(CheckCommand, OnATerminalWritesFailuresInRedUnlessNoColorForbidsIt) {
  const std::string path = file("red.json", R"({"sepax": 1, "space": "2d", "bodies": [
    {"id": "A", "shape": {"type": "circle", "radius": 1}},
    {"id": "B", "shape": {"type": "circle", "radius": 1}, "position": [1, 0]}],
    "expect": [{"pair": ["A", "B"], "verdict": "separated"}]})");
  const std::string red = checkedOnATerminal(path, "");
  EXPECT_NE(red.find("\x1b[31mFAILED\x1b[0m"), std::string::npos) << red;
  const std::string plain = checkedOnATerminal(path, "1");
  EXPECT_EQ(plain.find('\x1b'), std::string::npos) << plain;
  EXPECT_NE(plain.find("FAILED"), std::string::npos);
  EXPECT_EQ(sepaxRun({"check", "--expect", path}).out.find('\x1b'), std::string::npos) << "a pipe has no colours";
}

}  // namespace
}  // namespace sepax
