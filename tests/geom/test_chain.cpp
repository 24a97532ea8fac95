#include "geom/chain.h"

#include <gtest/gtest.h>

#include <cmath>

#include "geom/contains.h"
#include "geom/mass.h"
#include "geom/pieces.h"
#include "geom/ray_cast.h"

namespace sepax {
namespace {

/// A square's outline that closes: still a line, nothing is inside.
const Chain kSquare{{{0, 0}, {2, 0}, {2, 2}, {0, 2}, {0, 0}}};

TEST(Chain, HasNoInsideEvenWhenItCloses) {
  EXPECT_TRUE(isSurface(kSquare));
  const ContainsReport middle = containsPoint(kSquare, {}, {1, 0.5, 0});
  EXPECT_NEAR(middle.signed_distance, 0.5, 1e-15);
  EXPECT_FALSE(middle.inside);
  EXPECT_EQ(containsPoint(kSquare, {}, {2, 1, 0}).place, PointPlace::kBoundary);
}

TEST(Chain, IsTakenApartIntoItsSegments) {
  const ShapePieces pieces(kSquare);
  ASSERT_EQ(pieces.count(), 4);
  const PosedShape second = pieces.piece(1);
  EXPECT_EQ(std::get<Segment2>(second.shape).half_length, 1);
  EXPECT_EQ(second.pose.position, (Vec3{2, 1, 0}));
  EXPECT_EQ(toWorld(second.pose, {1, 0, 0}), (Vec3{2, 2, 0}));
}

TEST(Chain, StopsARayAtItsNearestSegmentAndNamesIt) {
  const RayHit hit = castRay(kSquare, {}, {{1, -3, 0}, {0, 1, 0}, 10});
  EXPECT_TRUE(hit.hit);
  EXPECT_NEAR(hit.distance, 3, 1e-15);
  EXPECT_EQ(hit.feature, 0);
  EXPECT_NEAR(hit.normal.y, -1, 1e-15);
  EXPECT_EQ(castRay(kSquare, {}, {{1, 1, 0}, {1, 0, 0}, 10}).feature, 1) << "from the middle outwards";
  EXPECT_FALSE(castRay(kSquare, {}, {{3, -3, 0}, {0, 1, 0}, 10}).hit);
}

TEST(Chain, MeasuresBothItsSides) {
  const MassProperties mass = massOf(kSquare, {});
  EXPECT_EQ(mass.volume, 0);
  EXPECT_NEAR(mass.area, 16, 1e-14);
  EXPECT_NEAR(mass.centre.x, 1, 1e-15);
}

TEST(Chain, RefusesOneVertexAndNeighboursAtOnePlace) {
  EXPECT_EQ(validate(Shape(Chain{{{0, 0}}})).error().where, "vertices");
  EXPECT_EQ(validate(Shape(Chain{{{0, 0}, {1, 0}, {1, 0}}})).error().where, "vertices/2");
  EXPECT_TRUE(validate(Shape(kSquare)));
}

// As in Box2D: to the right of the way from vertex to vertex.
TEST(Chain, OfOneSideStopsRaysFromItsFrontAlone) {
  Chain ground{{{1, 0}, {-1, 0}}, true};
  const CastRay down{{0, 1, 0}, {0, -1, 0}, 5}, up{{0, -1, 0}, {0, 1, 0}, 5};
  EXPECT_EQ(frontOf(ground, 0), Vec3(0, 1, 0));
  EXPECT_TRUE(castRay(ground, {}, down).hit);
  EXPECT_FALSE(castRay(ground, {}, up).hit);
  ground.one_sided = false;
  EXPECT_TRUE(castRay(ground, {}, up).hit);
  // The far wall of a square that runs counter-clockwise, its front outside, is met from behind.
  Chain square = kSquare;
  square.one_sided = true;
  EXPECT_FALSE(castRay(square, {}, {{1, 1, 0}, {1, 0, 0}, 5}).hit);
  EXPECT_NEAR(castRay(square, {}, {{-1, 1, 0}, {1, 0, 0}, 5}).distance, 1, 1e-12);
}

TEST(Chain, OfOneSideKeepsItsFrontInAMirror) {
  const Chain ground{{{2, 0}, {0, 1}}, true};
  const Shape mirrored = scaled(ground, {-1, 1, 1}).value();
  const Vec3 front = frontOf(ground, 0), seen = frontOf(std::get<Chain>(mirrored), 0);
  EXPECT_EQ(seen, Vec3(-front.x, front.y, 0));
  EXPECT_TRUE(std::get<Chain>(mirrored).one_sided);
}

}  // namespace
}  // namespace sepax
