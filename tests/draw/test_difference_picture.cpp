#include "collide/pair_table.h"
#include "draw/difference_picture.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace sepax {
namespace {

struct Pictured {
  PosedShape a, b;
  PairReport report;
  [[nodiscard]] const GjkReport& gjk() const { return std::get<GjkReport>(report.trace); }
  [[nodiscard]] DrawList draw(int stage, bool labels = true) const {
    DifferenceInput input{.report = &gjk(),
                          .a = &a,
                          .b = &b,
                          .stage = stage,
                          .slide = {},
                          .theme = Theme::kDark,
                          .grid = false,
                          .labels = labels,
                          .names = {},
                          .words = {}};
    const ViewSize view{640, 480};
    return differencePicture(input, differenceCamera(input, {}, view), view);
  }
};

Pictured pictured(PosedShape a, PosedShape b, const char* algorithm = "gjk-epa") {
  PairReport report = testPair(a, b, {}, algorithm).value();
  return {std::move(a), std::move(b), std::move(report)};
}

bool has(const DrawList& list, const std::string& text) {
  return std::any_of(list.labels.begin(), list.labels.end(), [&](const Label& label) { return label.text == text; });
}

TEST(DifferencePicture, NamesTheOriginTheDirectionAndTheCornersOfTheSimplex) {
  const Pictured pair = pictured({Box2{{1, 0.5}}, {}}, {Box2{{0.5, 0.5}}, {{2, 0.2, 0}, Mat3{1.0}}});
  const GjkStage last = stageAt(pair.gjk(), -1);
  ASSERT_NE(last.gjk, nullptr) << "apart: no EPA";
  const DrawList list = pair.draw(-1);
  EXPECT_TRUE(has(list, "origin"));
  EXPECT_TRUE(has(list, "d"));
  EXPECT_TRUE(has(list, "distance 0.5"));
  for (const GjkVertex& corner : last.gjk->simplex) EXPECT_TRUE(has(list, vertexName(pair.gjk(), corner)));
  EXPECT_TRUE(pair.draw(-1, false).labels.empty());
}

TEST(DifferencePicture, OutlinesTheDifferenceOfTwoRectanglesByItsFourCornersGrownByNothing) {
  // A ⊖ B of rectangles is a rectangle of the summed extents around the difference of the centres.
  const Pictured pair = pictured({Box2{{1, 0.5}}, {}}, {Box2{{0.5, 0.25}}, {{0.25, 0.1, 0}, Mat3{1.0}}});
  const DrawList list = pair.draw(0);
  double low = 1e9, high = -1e9;
  for (const FillVertex& v : list.translucent) {
    const Vec3 at = list.origin + Vec3(v.position);
    low = std::min(low, at.x);
    high = std::max(high, at.x);
  }
  EXPECT_NEAR(low, -1.75, 1e-6);
  EXPECT_NEAR(high, 1.25, 1e-6);
}

TEST(DifferencePicture, EveryStepOfEveryKindOfPairCanBeDrawn) {
  const Mat3 rotated = matrixOf(quaternionAbout({0.6, 0, 0.8}, 0.7));
  const std::vector<Pictured> pairs = {
      pictured({Box{{1, 0.5, 0.5}}, {}}, {Box{{0.5, 0.5, 0.5}}, {{0.9, 0.3, 0.2}, rotated}}),
      pictured({Sphere{1}, {}}, {Cylinder{0.5, 0.5}, {{0.4, 0.3, 0.2}, rotated}}),
      pictured({Point3{}, {}}, {Point3{}, {}}),
      pictured({Capsule2{1, 0.25}, {}}, {Box2{{0.5, 0.5}}, {{0.3, 0.2, 0}, matrixOfAngle(0.4)}}),
      pictured({Circle{1}, {}}, {Circle{0.5}, {}}),
      pictured({Segment2{1}, {}}, {Segment2{1}, {{0.2, 0, 0}, Mat3{1.0}}}),
  };
  int polytopes = 0;
  for (const Pictured& pair : pairs) {
    const int count = stageCount(pair.gjk());
    for (int stage = 0; stage < count; ++stage) {
      polytopes += stageAt(pair.gjk(), stage).epa != nullptr ? 1 : 0;
      const DrawList list = pair.draw(stage);
      EXPECT_TRUE(has(list, "origin"));
      for (const Line& line : list.lines) {
        ASSERT_TRUE(std::isfinite(line.from.x + line.from.y + line.from.z + line.to.x + line.to.y + line.to.z));
      }
    }
    EXPECT_EQ(stageAt(pair.gjk(), 999).number, count - 1) << "a shorter trace shows its last step";
  }
  EXPECT_GT(polytopes, 5);
}

TEST(DifferencePicture, TheNearestFaceOfThePolytopeShowsTheDepth) {
  const Pictured pair = pictured({Box2{{1, 0.5}}, {}}, {Box2{{0.5, 0.25}}, {{0.25, 0.125, 0}, Mat3{1.0}}});
  const DrawList list = pair.draw(-1);
  EXPECT_TRUE(has(list, "depth 0.625"));
}

}  // namespace
}  // namespace sepax
