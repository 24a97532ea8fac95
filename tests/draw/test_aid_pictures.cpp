#include "collide/pair_table.h"
#include "collide/pieces/concave_shapes.h"
#include "collide/pieces/crossings.h"
#include "document/tested_pairs.h"
#include "draw/crowd_picture.h"
#include "draw/difference_picture.h"
#include "draw/scene_picture.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>

namespace sepax {
namespace {

constexpr ViewSize kAidView{1280, 720};

Body bodyOf(const char* id, const Shape& shape, const Vec3& at, const Rotation& rotation = 0.0) {
  Body body;
  body.id = id;
  body.shape = shape;
  body.position = at;
  body.rotation = rotation;
  return body;
}

Document planar(std::vector<Body> bodies) {
  Document document;
  document.space = Space::k2d;
  document.bodies = std::move(bodies);
  return document;
}

/// The picture with one part more than the usual ones.
DrawList withPart(const Document& document, bool PictureOptions::*part) {
  const PairReport report = testPair(document, testedPairs(document)[0]).value();
  PictureInput input;
  input.document = &document;
  input.report = &report;
  if (part != nullptr) input.options.*part = true;
  return scenePicture(input, framingCamera(document, kAidView), kAidView);
}

bool hasLabel(const DrawList& list, const std::string& text) {
  return std::any_of(list.labels.begin(), list.labels.end(), [&](const Label& label) { return label.text == text; });
}

TEST(FanPicture, NamesTheEndsOfTheArcOfDirectionsThatSeparate) {
  // Two unit squares with a gap of 1 on x and of 0 on y: from the corner above to the corner below, 45° to both sides
  // of x.
  const Document document =
      planar({bodyOf("A", Box2{{0.5, 0.5}}, {0, 0, 0}), bodyOf("B", Box2{{0.5, 0.5}}, {2, 0, 0})});
  const DrawList list = withPart(document, &PictureOptions::fan);
  EXPECT_TRUE(hasLabel(list, "45°"));
  EXPECT_TRUE(hasLabel(list, "-45°"));
  EXPECT_FALSE(hasLabel(withPart(document, nullptr), "45°"));
}

TEST(FanPicture, HasNoArcOfShapesThatOverlapAndARayForEachCandidate) {
  const Document apart =
      planar({bodyOf("A", Box2{{0.5, 0.5}}, {0, 0, 0}), bodyOf("B", Box2{{0.5, 0.5}}, {2, 0, 0}, 0.5)});
  const Document inside =
      planar({bodyOf("A", Box2{{0.5, 0.5}}, {0, 0, 0}), bodyOf("B", Box2{{0.5, 0.5}}, {0.5, 0, 0}, 0.5)});
  const auto added = [](const Document& document) {
    return withPart(document, &PictureOptions::fan).translucent.size() - withPart(document, nullptr).translucent.size();
  };
  EXPECT_GT(added(apart), 0u);
  EXPECT_EQ(added(inside), 0u);
  const DrawList list = withPart(inside, &PictureOptions::fan);
  for (const char* name : {"A0", "A1", "B0", "B1"}) EXPECT_TRUE(hasLabel(list, name)) << name;
}

TEST(RegionPicture, NamesTheRegionOfThePolygonThatHoldsTheCircle) {
  const auto region = [](const Vec3& at) {
    const Document document = planar({bodyOf("A", Box2{{3, 1}}, {0, 0, 0}), bodyOf("B", Circle{0.45}, at)});
    const DrawList list = withPart(document, &PictureOptions::regions);
    return hasLabel(list, "region of the corner") ? "corner" : hasLabel(list, "region of the side") ? "side" : "none";
  };
  EXPECT_STREQ(region({3.3, 1.4, 0}), "corner");
  EXPECT_STREQ(region({0.2, 1.5, 0}), "side");
  EXPECT_STREQ(region({-4, 0.9, 0}), "side");
  EXPECT_STREQ(region({0.2, 0.1, 0}), "none") << "inside there is no nearest point of the boundary to speak of";
}

TEST(SpacingPicture, TellsTheStepOfFloatsAndDrawsItWhereItCanBeSeen) {
  const auto spacing = [](double x) {
    Document document = planar({bodyOf("A", Box2{{1, 1}}, {x, 0, 0}), bodyOf("B", Box2{{1, 1}}, {x + 3, 0, 0})});
    return withPart(document, &PictureOptions::spacing).lines.size() - withPart(document, nullptr).lines.size();
  };
  EXPECT_EQ(spacing(0), 0u);
  EXPECT_GT(spacing(16777216), 4u) << "two metres apart";
  const Document far = planar({bodyOf("A", Box2{{1, 1}}, {100000, 0, 0}), bodyOf("B", Box2{{1, 1}}, {100003, 0, 0})});
  EXPECT_TRUE(hasLabel(withPart(far, &PictureOptions::spacing), "floats lie apart by 0.00781 m (zoom in to see them)"));
}

TEST(BoundsPicture, CountsThePairsThatShareAPlaceOnEachAxis) {
  const Document document = planar(
      {bodyOf("a", Circle{1}, {0, 0, 0}), bodyOf("b", Circle{1}, {1.5, 3, 0}), bodyOf("c", Circle{1}, {5, 0, 0})});
  const DrawList list = withPart(document, &PictureOptions::bounds);
  EXPECT_TRUE(hasLabel(list, "x: 1/3"));
  EXPECT_TRUE(hasLabel(list, "y: 1/3"));
}

TEST(BoundsPicture, LeavesACrowdAlone) {
  std::vector<Body> bodies;
  for (std::size_t i = 0; i <= kMaxBoundsShown; ++i) {
    bodies.push_back(bodyOf(("b" + std::to_string(i)).c_str(), Circle{0.4}, {static_cast<double>(i), 0, 0}));
  }
  const Document document = planar(std::move(bodies));
  EXPECT_EQ(withPart(document, &PictureOptions::bounds).lines.size(), withPart(document, nullptr).lines.size());
}

TEST(SlidePicture, KeepsBTouchingAAllTheWayRound) {
  const Document document =
      planar({bodyOf("A", Box2{{1, 0.5}}, {0.3, 0, 0}, 0.2), bodyOf("B", Box2{{0.5, 0.4}}, {3, 1, 0}, 0.7)});
  const PosedShape a = posedShape(document.bodies[0]), b = posedShape(document.bodies[1]);
  const std::vector<Vec3> path = slidePath(a, b);
  ASSERT_GE(path.size(), 9u) << "four sides of each";
  EXPECT_EQ(path.front(), path.back());
  double worst = 0;
  for (int i = 0; i <= 40; ++i) {
    PosedShape copy = b;
    copy.pose.position += pointOfPath(path, i / 40.0);
    worst = std::max(worst, std::abs(testPair(a, copy, {}, "sat")->answer.separation));
  }
  EXPECT_LT(worst, 1e-12);
  Document solid;
  solid.bodies = {bodyOf("A", Box{{1, 1, 1}}, {0, 0, 0}, Quat{}), bodyOf("B", Box{{1, 1, 1}}, {3, 0, 0}, Quat{})};
  EXPECT_TRUE(slidePath(posedShape(solid.bodies[0]), posedShape(solid.bodies[1])).empty());
}

TEST(ScenePicture, DrawsTheCurveWhereTwoMeshesCross) {
  Document document;
  document.bodies = {bodyOf("A", test::cubeMesh({0.5, 0.5, 0.5}), {0, 0, 0}, Quat{}),
                     bodyOf("B", test::cubeMesh({0.5, 0.5, 0.5}), {0.5, 0.5, 0.5}, Quat{})};
  const PairReport report = testPair(document, testedPairs(document)[0]).value();
  const auto linesWith = [&](bool crossings) {
    PictureInput input;
    input.document = &document;
    input.report = &report;
    input.options.crossings = crossings;
    return scenePicture(input, framingCamera(document, kAidView), kAidView).lines.size();
  };
  EXPECT_EQ(linesWith(true) - linesWith(false), report.pieces->crossings->segments.size());
  EXPECT_GE(report.pieces->crossings->segments.size(), 6u);
}

TEST(AidPictures, AreFiniteForShapesThatTouchInAPoint) {
  Document document;
  document.bodies = {bodyOf("A", Box{{1, 1, 1}}, {0, 0, 0}, Quat{}), bodyOf("B", Sphere{1}, {0, 0, 0}, Quat{})};
  for (const auto& [name, part] : kPictureParts) {
    const DrawList list = withPart(document, part);
    for (const Line& line : list.lines)
      ASSERT_TRUE(std::isfinite(line.from.x + line.to.x + line.from.y + line.to.y)) << name;
    for (const Label& label : list.labels) ASSERT_TRUE(std::isfinite(label.position.x + label.position.y)) << name;
  }
}

}  // namespace
}  // namespace sepax
