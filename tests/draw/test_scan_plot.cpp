#include "draw/scan_plot.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

namespace sepax {
namespace {

TEST(ScanPlot, IsDrawnAsCurvesWithALegendAndAsAMap) {
  const Document document = defaultDocument();
  const auto x = parseVariation(document, "B.position.x=0:2:41"), y = parseVariation(document, "B.position.y=-1:1:21");
  ASSERT_TRUE(x && y);
  std::vector<JuryMember> members;
  for (const char* name : {"sat", "gjk-epa"}) members.push_back({nullptr, findAlgorithm(name)});
  const std::vector<std::string> names{members[0].algorithm->name, members[1].algorithm->name};
  const std::vector<Variation> one{*x}, two{*x, *y};
  const ScanResult curves = scan(document, {"A", "B"}, one, members);
  const auto svg = svgOfPlot(plotOfScan({curves, one, names}, "separation", "", Theme::kLight), {1000, 480, 14},
                             "boxes", Theme::kLight);
  ASSERT_TRUE(svg) << describe(svg.error());
  for (const char* text : {"B.position.x", "gjk-epa", "sat", "boxes"})
    EXPECT_NE(svg->find(text), std::string::npos) << text;
  EXPECT_EQ(svg->find("nan"), std::string::npos);
  const ScanResult map = scan(document, {"A", "B"}, two, members);
  const Plot heat = plotOfScan({map, two, names}, "separation", "gjk-epa", Theme::kDark);
  EXPECT_EQ(heat.heat.size(), 41u * 21u);
  const auto drawn = svgOfPlot(heat, {800, 640, 14}, "boxes", Theme::kDark);
  ASSERT_TRUE(drawn) << describe(drawn.error());
  EXPECT_NE(drawn->find("B.position.y, m"), std::string::npos);
  // What is no length says what it is.
  const auto verdicts = svgOfPlot(plotOfScan({curves, one, names}, "verdict", "", Theme::kLight), {1000, 480, 14},
                                  "boxes", Theme::kLight);
  ASSERT_TRUE(verdicts) << describe(verdicts.error());
  for (const char* text : {">separated<", ">overlapping<", ">the verdict changes<", ">B.position.x, m<"})
    EXPECT_NE(verdicts->find(text), std::string::npos) << text;
  const Plot times = plotOfScan({curves, one, names}, "time", "", Theme::kLight);
  ASSERT_NE(times.value_text, nullptr);
  EXPECT_EQ(times.value_text(1500), "1.5 µs");
}

TEST(ScanPlot, FindingsOfOnePlaceAndRunsOfOneMemberAreOneRow) {
  const Document document = defaultDocument();
  const auto x = parseVariation(document, "B.position.x=-4:4:161"), y = parseVariation(document, "B.position.y=-1:1:5");
  ASSERT_TRUE(x && y);
  std::vector<JuryMember> members;
  for (const char* name : {"sat", "gjk-epa", "historical/six-axes-3d"}) {
    ASSERT_NE(findAlgorithm(name), nullptr) << name;
    members.push_back({nullptr, findAlgorithm(name)});
  }
  const std::vector<std::string> names{"sat", "gjk-epa", "historical/six-axes-3d"};
  const std::vector<Variation> one{*x}, two{*x, *y};
  const ScanResult line = scan(document, {"A", "B"}, one, members);
  const std::vector<FindingGroup> rows = groupedFindings({line, one, names});
  const auto shared =
      std::find_if(rows.begin(), rows.end(), [](const FindingGroup& row) { return row.members == "gjk-epa, sat"; });
  ASSERT_NE(shared, rows.end()) << "both begin to overlap at the same sample";
  EXPECT_EQ(shared->first->kind, "verdict");
  EXPECT_TRUE(std::ranges::is_sorted(rows, {}, &FindingGroup::from));
  std::size_t wrong = 0, runs = 0;
  for (const FindingGroup& row : rows) {
    if (row.first->kind != "disagreement") continue;
    ++runs;
    wrong += row.samples;
    EXPECT_EQ(row.members, "historical/six-axes-3d");
    EXPECT_NEAR(row.to - row.from, 0.05 * static_cast<double>(row.samples - 1), 1e-9) << "a run has no holes";
  }
  const auto differing =
      std::count_if(line.points.begin(), line.points.end(), [](const ScanPoint& point) { return point.differs; });
  EXPECT_EQ(wrong, static_cast<std::size_t>(differing));
  EXPECT_GT(wrong, runs) << "some run is longer than a sample";
  // Over two numbers a member has one row, which names both numbers of the first sample.
  const ScanResult map = scan(document, {"A", "B"}, two, members);
  const std::vector<FindingGroup> of_map = groupedFindings({map, two, names});
  ASSERT_EQ(of_map.size(), 1u);
  EXPECT_EQ(of_map[0].first->at.size(), 2u);
}

}  // namespace
}  // namespace sepax
