#include "lab/search/scan.h"

#include "format/case_reader.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

namespace sepax {
namespace {

Document boxes() {
  auto loaded = parseCase(R"({"sepax": 1, "space": "3d", "bodies": [
      {"id": "A", "shape": {"type": "box", "half_extents": [0.5, 0.5, 0.5]}, "position": [0, 0, 0]},
      {"id": "B", "shape": {"type": "box", "half_extents": [0.5, 0.5, 0.5]}, "position": [2, 0, 0]}]})",
                          "boxes", FilesBeside{});
  return loaded->document;
}

std::vector<JuryMember> reference() {
  std::vector<JuryMember> members;
  members.push_back({nullptr, &referenceAlgorithm()});
  return members;
}

TEST(Scan, FindsWhereAVerdictChangesAndWhatTheGapIs) {
  const Document document = boxes();
  const auto variation = parseVariation(document, "B.position.x=0.5:1.5:5");
  ASSERT_TRUE(variation) << describe(variation.error());
  EXPECT_EQ(variation->values, (std::vector<double>{0.5, 0.75, 1, 1.25, 1.5}));
  auto members = reference();
  const ScanResult result = scan(document, {"A", "B"}, {*variation}, members);
  ASSERT_EQ(result.points.size(), 5u);
  for (const ScanPoint& point : result.points)
    EXPECT_NEAR(*measureOf(point.answer, "separation"), point.at[0] - 1, 1e-12);
  ASSERT_EQ(result.findings.size(), 1u) << result.findings.back().text;
  EXPECT_EQ(result.findings[0].kind, "verdict");
  EXPECT_EQ(result.findings[0].from, 1);
  EXPECT_EQ(result.findings[0].to, 1.25);
}

TEST(Scan, FindsWhereAPieceAloneHasANormalThatTheSurfaceDoesNotHave) {
  const auto loaded = loadCase(std::string(SEPAX_SOURCE_DIR) + "/assets/cases/ghost-contact.json");
  ASSERT_TRUE(loaded) << describe(loaded.error());
  const auto variation = parseVariation(loaded->document, "crate.position.x=-1.55:-1.45:51");
  ASSERT_TRUE(variation) << describe(variation.error());
  auto members = reference();
  const ScanResult result = scan(loaded->document, {"crate", "road"}, {*variation}, members);
  std::vector<double> found;
  for (const ScanPoint& point : result.points) {
    ASSERT_TRUE(measureOf(point.answer, "ghosts"));
    if (*measureOf(point.answer, "ghosts") > 0) found.push_back(point.at[0]);
  }
  // The crate is as long as a strip: its front or its rear is over an edge by no more than it has sunk in, 1 cm.
  ASSERT_FALSE(found.empty());
  EXPECT_NEAR(found.front(), -1.51, 0.002 + 1e-9);
  EXPECT_NEAR(found.back(), -1.49, 0.002 + 1e-9);
  EXPECT_EQ(std::ranges::count(result.findings, "ghost", &ScanFinding::kind),
            static_cast<std::ptrdiff_t>(found.size()));
  EXPECT_FALSE(measureOf(result.points[0].answer, "nonsense"));
}

TEST(Scan, StepsThroughNeighbouringNumbers) {
  const auto variation = parseVariation(boxes(), "B.position.x=ulp-3:ulp+2");
  ASSERT_TRUE(variation) << describe(variation.error());
  ASSERT_EQ(variation->values.size(), 6u);
  EXPECT_EQ(variation->values[3], 2.0);
  EXPECT_EQ(variation->values[4], std::nextafter(2.0, 3.0));
}

TEST(Scan, ReachesAnyNumberAndNamesThoseThereAre) {
  const Document document = boxes();
  for (const char* text : {"A.shape.half_extents.y=1:2:3", "A.rotation.w=-1:1:3", "B.shape.half_extents.0=1:2:2"})
    EXPECT_TRUE(parseVariation(document, text)) << text;
  for (const char* text : {"", "x", "C.position.x=1:2:3", "B.position=1:2:3", "B.colour.x=1:2:3", "B.position.w=1:2:3",
                           "B.position.x=1:2:1", "B.position.x=1", "B.position.x=ulp+2:ulp-2", "B.position.x=a:b:3",
                           "B.position.x=0:1:99999999999"}) {
    const auto variation = parseVariation(document, text);
    ASSERT_FALSE(variation) << text;
    EXPECT_FALSE(variation.error().message.empty());
  }
  EXPECT_NE(parseVariation(document, "B.colour.x=1:2:3").error().message.find("position"), std::string::npos);
}

TEST(Scan, MovesSeveralNumbersTogetherAndKeepsTheirDifferences) {
  const Document document = boxes();
  for (const char* path : {"*.position.x", "A.position.x,B.position.x"}) {
    const auto all = varied(document, path, 1000);
    ASSERT_TRUE(all) << describe(all.error());
    EXPECT_EQ(all->bodies[0].position.x, 1000);
    EXPECT_EQ(all->bodies[1].position.x, 1000 + document.bodies[1].position.x - document.bodies[0].position.x);
  }
  EXPECT_FALSE(varied(document, "A.position.x,C.position.x", 1)) << "no part of it is left out in silence";
  EXPECT_FALSE(varied(document, "*.shape.nothing", 1));
}

TEST(Scan, VariesTwoNumbersAndLeavesOutWhatIsNoCase) {
  const Document document = boxes();
  const auto x = parseVariation(document, "B.position.x=0:1:3"),
             size = parseVariation(document, "A.shape.half_extents.y=-1:1:3");
  ASSERT_TRUE(x && size);
  auto members = reference();
  const ScanResult result = scan(document, {"A", "B"}, {*x, *size}, members);
  EXPECT_EQ(result.points.size(), 6u);  // not those with a half extent below zero
}

TEST(Scan, FindsAPublishedDefect) {
  // Parallel edges: the cross product is nothing, and a historical row takes it for a separating axis.
  const Document document = boxes();
  const auto variation = parseVariation(document, "B.position.x=0.5:0.9:9");
  ASSERT_TRUE(variation);
  int wrong = 0;
  for (const PairAlgorithm& row : pairAlgorithms()) {
    if (!row.historical || !handles(row, document.bodies[0].shape, document.bodies[1].shape)) continue;
    std::vector<JuryMember> members;
    members.push_back({nullptr, &row});
    const ScanResult result = scan(document, {"A", "B"}, {*variation}, members);
    wrong += std::any_of(result.findings.begin(), result.findings.end(),
                         [](const ScanFinding& f) { return f.kind == "disagreement"; })
                 ? 1
                 : 0;
  }
  EXPECT_GE(wrong, 1);
}

}  // namespace
}  // namespace sepax
