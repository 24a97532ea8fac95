#include "draw/scene_picture.h"
#include "random_heap.h"
#include "session/scene/reports.h"
#include "session/viewport_picture.h"
#include "ui/headless_window.h"
#include "ui/texts_on_screen.h"

#include <gtest/gtest.h>

#include <random>
#include <set>
#include <string>

namespace sepax {
namespace {

class LabelPlaces : public testing::TestWithParam<Space> {};

TEST_P(LabelPlaces, OfAHundredScenesNoTextOfTheViewportIsCutOrLiesOnAnother) {
  const bool is_planar = GetParam() == Space::k2d;
  const char* const published = is_planar ? "historical/faces-only-circle-2d" : "historical/faces-only-sphere-3d";
  const char* const kAlgorithms[] = {"sat", "sat", "gjk-epa", published, "gjk-epa"};
  HeadlessWindow window(1000, 640);
  std::set<std::string> titles;
  std::size_t texts = 0;
  for (unsigned seed = 0; seed < 100; ++seed) {
    SCOPED_TRACE(seed);
    std::mt19937 engine(seed);
    const auto within = [&](double size) { return std::uniform_real_distribution<double>(-size, size)(engine); };
    const unsigned look = seed % 5;
    ViewState& view = window.workspace.view;
    window.workspace.history.reset(heap(GetParam(), seed));
    view.pair.reset();
    view.algorithm = kAlgorithms[look];
    view.picture.radii = look == 1;
    view.gjk.minkowski = look == 4;
    view.selected = seed % 3 == 0 ? "crate0" : "";
    window.workspace.wants_new_view = true;
    window.frame(2);
    // The heap anywhere in the view and beyond its edges.
    Camera& camera = shownCamera(window.workspace);
    pan(camera, {window.shell.viewport.width, window.shell.viewport.height}, {within(400), within(300)});
    window.frame(2);
    std::vector<DrawnGlyph> glyphs = drawnGlyphs();
    std::erase_if(glyphs, [](const DrawnGlyph& glyph) { return glyph.window.find("##middle") == std::string::npos; });
    texts += glyphs.size();
    for (const DrawnGlyph& glyph : glyphs) EXPECT_FALSE(glyph.is_cut) << textAround(glyphs, glyph);
    for (const auto& [a, b] : overlappingGlyphs(glyphs))
      ADD_FAILURE() << textAround(glyphs, glyphs[a]) << "  and  " << textAround(glyphs, glyphs[b]);
    if (const PairReport* const report = shownReport(window.workspace)) titles.insert(report->algorithm);
  }
  EXPECT_GT(texts, 2000u);
  EXPECT_EQ(titles.size(), 3u) << "each algorithm was shown";
}

INSTANTIATE_TEST_SUITE_P(BothSpaces, LabelPlaces, testing::Values(Space::k2d, Space::k3d),
                         [](const auto& of) { return of.param == Space::k2d ? "2D" : "3D"; });

}  // namespace
}  // namespace sepax
