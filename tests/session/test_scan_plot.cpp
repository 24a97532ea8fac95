#include "session/scan_plot.h"

#include <gtest/gtest.h>

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
  const auto svg = svgOfPlot(plotOfScan({curves, one, names}, "separation", "", Theme::kLight), {1000, 480, 14}, "boxes", Theme::kLight);
  ASSERT_TRUE(svg) << describe(svg.error());
  for (const char* text : {"B.position.x", "gjk-epa", "sat", "boxes"}) EXPECT_NE(svg->find(text), std::string::npos) << text;
  EXPECT_EQ(svg->find("nan"), std::string::npos);
  const ScanResult map = scan(document, {"A", "B"}, two, members);
  const Plot heat = plotOfScan({map, two, names}, "separation", "gjk-epa", Theme::kDark);
  EXPECT_EQ(heat.heat.size(), 41u * 21u);
  const auto drawn = svgOfPlot(heat, {800, 640, 14}, "boxes", Theme::kDark);
  ASSERT_TRUE(drawn) << describe(drawn.error());
  EXPECT_NE(drawn->find("B.position.y"), std::string::npos);
}

}  // namespace
}  // namespace sepax
