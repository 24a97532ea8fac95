#include "draw/rail_picture.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "document/tested_pairs.h"
#include "draw/scene_picture.h"

namespace sepax {
namespace {

constexpr ViewSize kRailView{900, 700};

Document twoBodies(const Shape& shape, const Vec3& at, double angle = 0) {
  Document document;
  for (const char* id : {"A", "B"}) {
    Body body;
    body.id = id;
    body.shape = shape;
    if (isPlanar(shape)) body.rotation = angle;
    document.bodies.push_back(body);
  }
  document.bodies[1].position = at;
  if (isPlanar(shape)) document.space = Space::k2d;
  return document;
}

DrawList railOf(const Document& document, const Camera& camera) {
  const PairReport report = testPair(document, testedPairs(document)[0]).value();
  PictureInput input;
  input.document = &document;
  input.report = &report;
  input.options.grid = false;
  return scenePicture(input, camera, kRailView);
}

std::vector<FlatMark> marksWith(const DrawList& list, float dash_px) {
  std::vector<FlatMark> marks;
  for (const FlatMark& mark : list.flat) {
    if (mark.dash_px == dash_px) marks.push_back(mark);
  }
  return marks;
}

TEST(RailPicture, InSpaceItIsTheSameWhateverTheCameraButForTheDropLines) {
  const Document document = twoBodies(Box{}, {1.25, 0.2, 0.1});
  Camera camera = framingCamera(document, kRailView);
  const std::vector<FlatMark> first = marksWith(railOf(document, camera), 0);
  ASSERT_GT(first.size(), 10u);
  for (const double yaw : {M_PI / 2, 2.5, -1.0}) {  // also with the axis seen end-on
    camera.yaw = yaw;
    camera.distance *= 1.7;
    const DrawList list = railOf(document, camera);
    const std::vector<FlatMark> marks = marksWith(list, 0);
    ASSERT_EQ(marks.size(), first.size());
    for (std::size_t i = 0; i < marks.size(); ++i) EXPECT_EQ(marks[i].points, first[i].points) << i;
    EXPECT_EQ(marksWith(list, 2).size(), 4u) << "one drop line for each end";
  }
}

TEST(RailPicture, InThePlaneDropLinesArePerpendicularToItAndEndAtItsTicks) {
  for (const double turn : {0.0, 0.3, 0.9, 1.4, 2.2, 3.0, -0.7, -1.6}) {
    const Vec3 at = Vec3{std::cos(turn), std::sin(turn), 0} * 1.6;
    const Document document = twoBodies(Box2{}, at, turn);
    const DrawList list = railOf(document, framingCamera(document, kRailView));
    const std::vector<FlatMark> drops = marksWith(list, 2);
    ASSERT_EQ(drops.size(), 4u) << turn;
    for (const FlatMark& drop : drops) {
      const Vec2 way = drop.points[1] - drop.points[0];
      EXPECT_NEAR(way.x * std::cos(turn) - way.y * std::sin(turn), 0, 1e-3 * glm::length(way)) << turn;
    }
  }
}

TEST(RailPicture, InThePlaneItTakesTheOtherSideOfShapesThatLeaveItNoRoom) {
  // The largest part of its card that is seen, over the corners of the view that the shapes are pushed into.
  const auto seen = [](const DrawList& list) {
    double part = 0;
    for (const FlatMark& mark : list.flat) {
      if (mark.width_px > 0 || mark.points.size() != 4) continue;
      int held = 0;
      for (int i = 0; i <= 20; ++i) {
        const Vec2 at =
            glm::mix((mark.points[0] + mark.points[3]) / 2.0, (mark.points[1] + mark.points[2]) / 2.0, i / 20.0);
        held += at.x >= 0 && at.x <= kRailView.width && at.y >= 0 && at.y <= kRailView.height ? 1 : 0;
      }
      part = std::max(part, held / 21.0);
      break;  // the card is the first
    }
    return part;
  };
  int tried = 0;
  for (const double turn : {0.9, 1.2, 1.9, 2.2}) {
    const Vec3 at = Vec3{std::cos(turn), std::sin(turn), 0} * 1.6;
    const Document document = twoBodies(Box2{}, at, turn);
    for (const Vec3 side : {Vec3{1, 0.6, 0}, Vec3{-1, 0.6, 0}, Vec3{1, -0.4, 0}, Vec3{-1, -0.4, 0}}) {
      Camera camera = framingCamera(document, kRailView);
      camera.distance *= 1.6;
      camera.target += side * (0.28 * camera.distance);
      EXPECT_GT(seen(railOf(document, camera)), 0.6) << turn << " " << side.x << " " << side.y;
      ++tried;
    }
  }
  EXPECT_EQ(tried, 16);
}

TEST(RailPicture, NoTextOfItLiesOnAnother) {
  const MeasureText measured = [](const std::string& text) { return Vec2{7.0 * static_cast<double>(text.size()), 16}; };
  for (const double gap : {1.5, 0.3, 0.01, 0.0, -0.01, -0.3, -0.7}) {
    for (const Shape& shape : {Shape{Box{}}, Shape{Box2{}}}) {
      const Document document = twoBodies(shape, {1 + gap, 0, 0});
      const Camera camera = framingCamera(document, kRailView);
      const DrawList list = railOf(document, camera);
      std::size_t placed = 0, flat = 0;
      for (const PlacedLabel& label : placeLabels(list, camera, kRailView, measured))
        placed += list.labels[label.label].is_flat ? 1 : 0;
      for (const Label& label : list.labels) flat += label.is_flat ? 1 : 0;
      EXPECT_EQ(placed, flat) << gap << (isPlanar(shape) ? " in the plane" : " in space");
      EXPECT_GE(flat, 7u);
    }
  }
}

TEST(RailPicture, TheScaleStaysUntilAnEndLeavesOrHalfOfItIsEmpty) {
  const RailRange shown{-1, 1};
  EXPECT_EQ(keptRange(shown, {-0.9, 1.05}), shown);
  EXPECT_EQ(keptRange(shown, {-0.5, 0.6}), shown);
  EXPECT_EQ(keptRange(shown, {-0.4, 0.5}), (RailRange{-0.4, 0.5}));
  EXPECT_EQ(keptRange(shown, {-0.9, 1.2}), (RailRange{-0.9, 1.2}));
  EXPECT_EQ(keptRange(std::nullopt, {0, 1}), (RailRange{0, 1}));
}

TEST(RailPicture, AHalfSpaceGoesOnToTheEndOfTheCard) {
  Document document = twoBodies(Box{}, {0, 1.25, 0});
  document.bodies[0].shape = HalfSpace{};
  const DrawList list = railOf(document, framingCamera(document, kRailView));
  EXPECT_EQ(marksWith(list, 2).size(), 3u) << "the end that is none has no drop line";
  for (const FlatMark& mark : list.flat) {
    for (const Vec2& p : mark.points) EXPECT_TRUE(std::isfinite(p.x) && std::isfinite(p.y));
  }
}

TEST(RailPicture, NumbersHaveThreeDecimalsATrueMinusSignAndAnExponentWhereTheseSayTooLittle) {
  EXPECT_EQ(railNumber(0.0), "0");
  EXPECT_EQ(railNumber(-0.99782), "−0.998");
  EXPECT_EQ(railNumber(2), "2");
  EXPECT_EQ(railNumber(2.5350001), "2.535");
  EXPECT_EQ(railNumber(-0.00001), "−1e−5");
  EXPECT_EQ(railNumber(123456), "1.23e5");
  EXPECT_EQ(railNumber(-INFINITY), "−∞");
}

}  // namespace
}  // namespace sepax
