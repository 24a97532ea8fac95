#include "draw/plot_picture.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace sepax {
namespace {

const Label* labelOf(const DrawList& list, const std::string& text) {
  const auto found = std::ranges::find(list.labels, text, &Label::text);
  return found == list.labels.end() ? nullptr : &*found;
}

TEST(PlotPicture, NamesCurvesAboveThemAndOnlyThoseThatHaveValues) {
  Plot plot;
  plot.x = {0, 1, 2};
  for (int i = 0; i < 12; ++i)
    plot.curves.push_back({"engine-" + std::to_string(i), curveColour(0, Theme::kDark), {-1, 0, 1}});
  plot.curves.push_back(
      {"silent", curveColour(0, Theme::kDark), std::vector<double>(3, std::numeric_limits<double>::quiet_NaN())});
  const PlotSize size{400, 200, 13};
  const PlotFrame frame = plotFrame(plot, size);
  const DrawList list = plotPicture(plot, size, paletteOf(Theme::kDark));
  EXPECT_EQ(labelOf(list, "silent"), nullptr) << "it answered nowhere";
  double lowest = 0;
  for (int i = 0; i < 12; ++i) {
    const Label* const name = labelOf(list, "engine-" + std::to_string(i));
    ASSERT_NE(name, nullptr) << i;
    EXPECT_LT(name->position.y + size.em / 2, frame.top) << "over the curves";
    EXPECT_LT(name->position.x, frame.right) << "outside of the picture";
    lowest = std::max<double>(lowest, name->position.y);
  }
  EXPECT_GT(lowest, size.em * 2) << "twelve names need more rows than one";
}

TEST(PlotPicture, LeavesTheCurvesOfALowPictureRoomBelowTheirNames) {
  Plot plot;
  plot.x = {0, 1, 2};
  for (int i = 0; i < 12; ++i)
    plot.curves.push_back({"engine-" + std::to_string(i), curveColour(0, Theme::kDark), {-1, 0, 1}});
  const PlotSize low{300, 85, 15};
  const PlotFrame frame = plotFrame(plot, low);
  EXPECT_GT(frame.bottom - frame.top, 2 * low.em);
  EXPECT_LT(frame.bottom + 1.5 * low.em, low.height) << "and the numbers below are in the picture";
  EXPECT_NE(labelOf(plotPicture(plot, low, paletteOf(Theme::kDark)), "engine-11"), nullptr) << "one row of names fits";
}

TEST(PlotPicture, CurvesOnEachOtherAreSeenSideBySide) {
  Plot plot;
  plot.x = {0, 1};
  plot.curves = {{"under", {255, 0, 0}, {1, 2}, 0}, {"over", {0, 255, 0}, {1, 2}, 0}};
  const DrawList list = plotPicture(plot, {400, 200, 13}, paletteOf(Theme::kDark));
  const auto widthOf = [&](Colour colour) {
    const PlotFrame frame = plotFrame(plot, {400, 200, 13});
    for (const Line& line : list.lines) {
      if (line.colour == colour && line.from.y > frame.top && line.to.y > frame.top) return line.width_px;
    }
    return 0.0f;
  };
  EXPECT_GT(widthOf({255, 0, 0}), widthOf({0, 255, 0}));
  EXPECT_GT(widthOf({0, 255, 0}), 0);
}

TEST(PlotPicture, AMapSaysWhatItsColoursAndDotsMean) {
  Plot plot;
  plot.x_title = "x, y";
  plot.x = {0, 1};
  plot.rows = {0, 1};
  plot.heat = {-2, 0, 1, 3};
  plot.marked = {0, 1, 0, 0};
  plot.marked_name = "differs";
  const DrawList list = plotPicture(plot, {400, 200, 13}, paletteOf(Theme::kDark));
  for (const char* text : {"x, y", "-2", "3", "differs"}) EXPECT_NE(labelOf(list, text), nullptr) << text;
  plot.marked.assign(4, 0);
  EXPECT_EQ(labelOf(plotPicture(plot, {400, 200, 13}, paletteOf(Theme::kDark)), "differs"), nullptr);
}

TEST(PlotPicture, HasRoundNumbersAlongBothAxesThatStandApart) {
  Plot plot;
  plot.x_title = "x, m";
  plot.x = {-3, 1, 3};
  plot.curves = {{"curve", {255, 0, 0}, {-1.6, 0, 1.1}}};
  const PlotSize size{600, 300, 13};
  const DrawList list = plotPicture(plot, size, paletteOf(Theme::kDark));
  for (const char* text : {"-3", "-2", "-1", "0", "1", "x, m", "-1.5", "0.5"})
    EXPECT_NE(labelOf(list, text), nullptr) << text;
  EXPECT_EQ(labelOf(list, "3"), nullptr) << "the name stands there";
  // A flat panel has two numbers all the same.
  const DrawList flat = plotPicture(plot, {200, 80, 13}, paletteOf(Theme::kDark));
  const auto isNumber = [](const Label& label) {
    return label.text.find_first_not_of("-.0123456789") == std::string::npos;
  };
  EXPECT_GE(std::ranges::count_if(flat.labels, isNumber), 4);
}

TEST(PlotPicture, TellsNumbersApartThatDifferInTheirLastDigits) {
  Plot plot;
  plot.x_title = "x";
  for (int i = -50; i <= 50; ++i) plot.x.push_back(3 + i * 0x1p-51);
  plot.curves = {{"curve", {255, 0, 0}, std::vector<double>(plot.x.size(), 0.171572875)}};
  plot.curves[0].y.back() += 1e-9;
  const DrawList list = plotPicture(plot, {1000, 400, 13}, paletteOf(Theme::kDark));
  for (const char* text : {"x: 3 + …", "-1e-14", "0", "1e-14"}) EXPECT_NE(labelOf(list, text), nullptr) << text;
  EXPECT_TRUE(
      std::ranges::any_of(list.labels, [](const Label& label) { return label.text.starts_with("0.17157287"); }));
}

TEST(PlotPicture, NamesMarksAndDrawsARunOfThemAsABand) {
  Plot plot;
  for (int i = 0; i <= 400; ++i) plot.x.push_back(i);
  plot.curves = {{"curve", {255, 0, 0}, std::vector<double>(plot.x.size(), 1)}};
  const Colour differs{9, 9, 9}, verdict{8, 8, 8};
  for (int i = 100; i < 200; ++i) plot.marks.push_back({static_cast<double>(i), differs, "differs"});
  plot.marks.push_back({300, verdict, "changes"});
  const DrawList list = plotPicture(plot, {500, 200, 13}, paletteOf(Theme::kDark));
  for (const char* text : {"differs", "changes"}) EXPECT_NE(labelOf(list, text), nullptr) << text;
  EXPECT_EQ(list.translucent.size(), 6u) << "one rectangle";
  EXPECT_EQ(std::ranges::count(list.lines, differs, &Line::colour), 1) << "in the legend";
  EXPECT_EQ(std::ranges::count(list.lines, verdict, &Line::colour), 2);
}

TEST(PlotPicture, WritesValuesThatAreNoQuantitiesByTheirNames) {
  Plot plot;
  plot.x = {0, 1};
  plot.curves = {{"curve", {255, 0, 0}, {0, 1}}};
  plot.value_names = {{0, "separated"}, {1, "overlapping"}};
  const DrawList list = plotPicture(plot, {400, 200, 13}, paletteOf(Theme::kDark));
  for (const char* text : {"separated", "overlapping"}) EXPECT_NE(labelOf(list, text), nullptr) << text;
  plot.value_names.clear();
  plot.value_text = [](double value) { return std::to_string(static_cast<int>(value * 1000)) + " ms"; };
  EXPECT_NE(labelOf(plotPicture(plot, {400, 200, 13}, paletteOf(Theme::kDark)), "500 ms"), nullptr);
}

}  // namespace
}  // namespace sepax
