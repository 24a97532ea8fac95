#include "draw/label_layout.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "document/tested_pairs.h"
#include "draw/scene_picture.h"
#include "random_heap.h"

namespace sepax {
namespace {

constexpr ViewSize kSmallView{640, 480};

Vec2 measured(const std::string& text) { return {7.0 * static_cast<double>(text.size()) + 6, 17}; }

bool meet(const PlacedLabel& a, const PlacedLabel& b) {
  return a.min.x < b.max.x && b.min.x < a.max.x && a.min.y < b.max.y && b.min.y < a.max.y;
}

class LabelLayout : public testing::TestWithParam<Space> {};

TEST_P(LabelLayout, OnAHundredHeapsNoLabelCoversAnotherAndNoBodyGoesUnnamed) {
  for (unsigned seed = 0; seed < 100; ++seed) {
    SCOPED_TRACE(seed);
    const Document document = heap(GetParam(), seed);
    const Result<PairReport> report = testPair(document, testedPairs(document)[0]);
    ASSERT_TRUE(report);
    for (const bool radii : {false, true}) {
      PictureInput input;
      input.document = &document;
      input.report = &*report;
      input.options.radii = radii;
      const Camera camera = framingCamera(document, kSmallView);
      const DrawList list = scenePicture(input, camera, kSmallView);
      const std::vector<PlacedLabel> placed = placeLabels(list, camera, kSmallView, measured);
      for (std::size_t i = 0; i < placed.size(); ++i) {
        const bool is_whole = placed[i].min.x >= 0 && placed[i].min.y >= 0 && placed[i].max.x <= kSmallView.width &&
                              placed[i].max.y <= kSmallView.height;
        EXPECT_TRUE(is_whole) << list.labels[placed[i].label].text;
        for (std::size_t j = i + 1; j < placed.size(); ++j) {
          EXPECT_FALSE(meet(placed[i], placed[j]))
              << list.labels[placed[i].label].text << " and " << list.labels[placed[j].label].text;
        }
      }
      for (const Body& body : document.bodies) {
        EXPECT_TRUE(std::ranges::any_of(placed, [&](const PlacedLabel& p) {
          return list.labels[p.label].text == body.id;
        })) << body.id;
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(BothSpaces, LabelLayout, testing::Values(Space::k2d, Space::k3d),
                         [](const auto& of) { return of.param == Space::k2d ? "2D" : "3D"; });

DrawList twoTexts(int priority) {
  DrawList list;
  list.labels.push_back({{0, 0, 0}, "first", {}, 0, 0, 0.5f, 0.5f, 5});
  list.labels.push_back({{0, 0, 0}, "second", {}, 0, 0, 0.5f, 0.5f, priority});
  return list;
}

TEST(LabelLayout, ATextThatMustGiveWayStaysNearAndOneOfTheGridIsLeftOut) {
  const Camera camera{.projection = Projection::kPlanar};
  const auto both = placeLabels(twoTexts(4), camera, kSmallView, measured);
  ASSERT_EQ(both.size(), 2u);
  EXPECT_EQ(both[0].label, 0u);
  EXPECT_LE(std::abs(both[1].min.y - both[0].min.y), 2 * 17);
  EXPECT_EQ(placeLabels(twoTexts(0), camera, kSmallView, measured).size(), 1u);
}

TEST(LabelLayout, ATextWhosePlaceIsInViewStaysWhole) {
  DrawList list = twoTexts(4);
  const Camera camera{.projection = Projection::kPlanar};
  const Vec3 corner = rayThrough(camera, kSmallView, {kSmallView.width - 1, 1}).origin;
  for (Label& label : list.labels) label.position = {corner.x, corner.y, 0};
  const std::vector<PlacedLabel> placed = placeLabels(list, camera, kSmallView, measured);
  ASSERT_EQ(placed.size(), list.labels.size());
  for (const PlacedLabel& place : placed) {
    EXPECT_GE(place.min.y, 0);
    EXPECT_LE(place.max.x, kSmallView.width);
  }
}

TEST(LabelLayout, NothingLiesOnAPlaceThatIsTakenAndOfTheGridOnlyWholeNumbersAreLeft) {
  const Camera camera{.projection = Projection::kPlanar};
  const Vec2 middle{kSmallView.width / 2, kSmallView.height / 2};
  const PixelBox taken{middle - 30.0, middle + 30.0};
  for (const PlacedLabel& place : placeLabels(twoTexts(4), camera, kSmallView, measured, {&taken, 1})) {
    EXPECT_FALSE(taken.meets({place.min, place.max})) << place.label;
    EXPECT_TRUE(place.moved_from) << place.label;
  }
  DrawList list;
  const Vec3 corner = rayThrough(camera, kSmallView, {kSmallView.width - 1, 100}).origin;
  list.labels.push_back({{corner.x, corner.y, 0}, "0.25", {}, 0, 0, 0.5f, 0.5f, 0});
  EXPECT_TRUE(placeLabels(list, camera, kSmallView, measured).empty());
}

TEST(LabelLayout, NoTextLiesOnABarThoughTheViewEndsBesideIt) {
  const Camera camera{.projection = Projection::kPlanar};
  const auto at = [&](double x, double y) {
    return glm::vec3(rayThrough(camera, kSmallView, {x, y}).origin * Vec3{1, 1, 0});
  };
  for (const Vec2 end : {Vec2{600, 240}, Vec2{600, 300}, Vec2{600, 180}}) {
    DrawList list;
    list.lines.push_back({at(300, 240), at(end.x, end.y), {}, 7, 0, Layer::kOverlay});
    list.labels.push_back({at(end.x + 30, end.y), "roller·side × spike·apex", {}, 0, 0, 0, 0.5f, 8});
    const auto placed = placeLabels(list, camera, kSmallView, measured);
    ASSERT_EQ(placed.size(), 1u);
    const double slope = (end.y - 240) / 300;
    for (double x = std::max(placed[0].min.x, 300.0); x < std::min(placed[0].max.x, end.x); x += 1) {
      const double y = 240 + slope * (x - 300);
      EXPECT_FALSE(y > placed[0].min.y && y < placed[0].max.y) << "the bar runs through the text at " << x;
    }
  }
}

TEST(LabelLayout, AMovedLabelStaysWhereItWasUntilAnotherPlaceIsMuchNearer) {
  const Camera camera{.projection = Projection::kPlanar};
  LabelMemory memory;
  const DrawList list = twoTexts(4);
  const Vec2 before = placeLabels(list, camera, kSmallView, measured, {}, &memory)[1].min;
  EXPECT_EQ(placeLabels(list, camera, kSmallView, measured, {}, &memory)[1].min, before);
  const PixelBox taken{before - 2.0, before + 2.0};
  const Vec2 moved = placeLabels(list, camera, kSmallView, measured, {&taken, 1}, &memory)[1].min;
  EXPECT_NE(moved, before);
  EXPECT_EQ(placeLabels(list, camera, kSmallView, measured, {}, &memory)[1].min, moved) << "no jump back for little";
}

TEST(LabelLayout, AmongMoreThanNineOfAPriorityTheFirstSixAreLeft) {
  const Camera camera{.projection = Projection::kPlanar};
  DrawList list;
  for (int i = 0; i < 10; ++i)
    list.labels.push_back({{0.1f * static_cast<float>(i), 0, 0}, "name", {}, 0, 0, 0.5f, 0.5f, 3});
  EXPECT_EQ(placeLabels(list, camera, kSmallView, measured).size(), 6u);
  list.labels.pop_back();
  EXPECT_EQ(placeLabels(list, camera, kSmallView, measured).size(), 9u);
}

TEST(LabelLayout, TheLineToANameEndsAtTheOutlineOfItsBody) {
  const Camera camera{.projection = Projection::kPlanar};
  DrawList list = twoTexts(4);
  list.labels[1].around_px = 8;
  const Vec2 middle{kSmallView.width / 2, kSmallView.height / 2};
  const PixelBox taken{middle - 30.0, middle + 30.0};
  const auto placed = placeLabels(list, camera, kSmallView, measured, {&taken, 1});
  ASSERT_EQ(placed.size(), 2u);
  ASSERT_TRUE(placed[1].moved_from);
  EXPECT_NEAR(glm::length(*placed[1].moved_from - middle), 8, 1e-6);
}

TEST(LabelLayout, AFlatLabelStaysAndTheOthersKeepOffWhatIsFlat) {
  const Camera camera{.projection = Projection::kPlanar};
  DrawList list = twoTexts(9);
  list.labels[0].is_flat = true;
  list.labels[0].position = {100, 50, 0};
  list.flat_taken.push_back({{300, 240}, {340, 240}, 20});
  const auto placed = placeLabels(list, camera, kSmallView, measured);
  ASSERT_EQ(placed.size(), 2u);
  EXPECT_EQ((placed[0].min + placed[0].max) / 2.0, (Vec2{100, 50}));
  EXPECT_FALSE((PixelBox{{280, 220}, {360, 260}}.meets({placed[1].min, placed[1].max})));
}

}  // namespace
}  // namespace sepax
