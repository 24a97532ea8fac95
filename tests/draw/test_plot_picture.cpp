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
  for (int i = 0; i < 12; ++i) plot.curves.push_back({"engine-" + std::to_string(i), curveColour(0, Theme::kDark), {-1, 0, 1}});
  plot.curves.push_back({"silent", curveColour(0, Theme::kDark), std::vector<double>(3, std::numeric_limits<double>::quiet_NaN())});
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

}  // namespace
}  // namespace sepax
