#include "geom/ellipsoid.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <numbers>

#include "geom/contains.h"
#include "geom/convex.h"
#include "geom/directions.h"
#include "geom/mass.h"
#include "geom/random.h"
#include "geom/random_rays.h"
#include "geom/ray_cast.h"
#include "geom/rounded.h"
#include "geom/shape.h"
#include "geom/support.h"
#include "rounds.h"

namespace sepax {
namespace {

constexpr double kHalfTurn = std::numbers::pi;
const Pose kOrigin;

/// Along (0.6, 0.8, 0) it extends by hypot(1.2, 0.5), which is 1.3.
const Ellipsoid kPebble{{2, 0.625, 1}};
const Ellipse kBar{{2, 0.625}};

TEST(Ellipsoid, ExtendsByTheLengthOfItsHalfAxesAlongADirection) {
  const Vec3 direction{0.6, 0.8, 0};
  for (const Shape& shape : {Shape(kPebble), Shape(kBar)}) {
    const Vec3 farthest = supportPoint(shape, kOrigin, direction);
    EXPECT_NEAR(dot(farthest, direction), 1.3, 1e-15);
    EXPECT_LT(length(farthest - Vec3{2.4 / 1.3, 0.3125 / 1.3, 0}), 1e-15);
  }
  EXPECT_NEAR(dot(supportPoint(*rounded(kPebble, 0.5), kOrigin, direction), direction), 1.8, 1e-15);
  // Across a disc any of its points is farthest; of a point it is the point.
  EXPECT_EQ(supportPoint(Ellipsoid{{1, 0, 2}}, kOrigin, {0, 1, 0}).y, 0);
  EXPECT_EQ(supportPoint(Ellipsoid{{0, 0, 0}}, kOrigin, {0, 1, 0}), Vec3{0.0});
}

TEST(Ellipsoid, IsMeasuredFromPointsAtHandValues) {
  const auto distance = [](const Shape& shape, const Vec3& point) {
    return containsPoint(shape, kOrigin, point).signed_distance;
  };
  const Vec3 on{2.4 / 1.3, 0.3125 / 1.3, 0}, normal{0.6, 0.8, 0};
  for (const Shape& shape : {Shape(kPebble), Shape(kBar)}) {
    EXPECT_NEAR(distance(shape, on + 3.0 * normal), 3, 1e-15);
    EXPECT_NEAR(distance(shape, on - 0.05 * normal), -0.05, 1e-15);
    EXPECT_NEAR(distance(shape, {0, 0, 0}), -0.625, 1e-15);
    EXPECT_NEAR(distance(shape, {0, 3, 0}), 2.375, 1e-15);
    const ContainsReport report = containsPoint(shape, kOrigin, on + normal);
    EXPECT_LT(length(report.normal - normal), 1e-15);
    EXPECT_LT(length(report.boundary_point - on), 1e-15);
    EXPECT_NEAR(distance(*rounded(shape, 0.25), on + normal), 0.75, 1e-15);
  }
  EXPECT_NEAR(distance(kPebble, {0, 0, 4}), 3, 1e-15);
  // Discs have no inside: over the disc, beside it, in it.
  const Ellipsoid disc{{2, 0, 1}};
  EXPECT_NEAR(distance(disc, {1, -3, 0.5}), 3, 1e-15);
  EXPECT_NEAR(distance(disc, {2 + 3, 4, 0}), 5, 1e-15);
  EXPECT_EQ(distance(disc, {0.5, 0, 0.5}), 0);
  EXPECT_EQ(containsPoint(disc, kOrigin, {0.5, 0, 0.5}).place, PointPlace::kBoundary);
  // Segments, points and balls.
  EXPECT_NEAR(distance(Ellipsoid{{0, 0, 2}}, {3, 0, 6}), 5, 1e-15);
  EXPECT_NEAR(distance(Ellipsoid{{0, 0, 0}}, {0, 3, 4}), 5, 1e-15);
  EXPECT_NEAR(distance(Ellipsoid{{2, 2, 2}}, {0, 3, 4}), 3, 1e-15);
  EXPECT_NEAR(distance(Ellipse{{0, 2}}, {3, 6, 0}), 5, 1e-15);
  EXPECT_NEAR(distance(Ellipse{{2, 2}}, {1, 0, 0}), -1, 1e-15);
}

/// A random one: two half axes of ten are nothing or nearly so, two are the same.
template <Elliptic S>
S randomEllipsoid(SplitMix64& random) {
  S out;
  for (int c = 0; c < out.half_axes.length(); ++c) {
    const double kind = random.unit();
    out.half_axes[c] = kind < 0.1 ? 0 : kind < 0.2 ? std::pow(10, random.in(-9, -3)) : random.in(0.05, 1);
    if (c > 0 && random.unit() < 0.2) out.half_axes[c] = out.half_axes[c - 1];
  }
  return out;
}

// A convex body is where no direction separates: the signed distance is the largest of dot(p, d) − h(d).
template <Elliptic S>
void compareWithSupports() {
  SplitMix64 random{31};
  double worst = 0, off = 0;
  int inside = 0;
  const std::vector<Vec3> spread = S::kPlanar ? circleDirections(256) : sphereDirections(1024);
  for (int i = 0; i < test::rounds(600); ++i) {
    const S s = randomEllipsoid<S>(random);
    if (factsOf(s).form == EllipsoidForm::kSegment) continue;  // tested as segments are
    const SupportMap map(s, Mat3{1.0}, Vec3{0.0});
    Vec3 p = i % 3 == 0 ? halfAxesOf(s) * random.point(0.6) : random.point(1.2);
    if (S::kPlanar) p.z = 0;
    if (i % 5 == 0) p[static_cast<int>(random.next() % 2)] = 0;  // in a plane of symmetry
    const auto gap = [&](const Vec3& d) { return dot(p - map(d).point, d) - map.radius(); };
    const ContainsReport report = containsPoint(s, kOrigin, p);
    inside += report.signed_distance < 0 ? 1 : 0;
    // No direction separates more, and the reported normal does by as much.
    for (const Vec3& d : spread) worst = std::max(worst, gap(d) - report.signed_distance);
    off = std::max(off, std::abs(gap(report.normal) - report.signed_distance));
  }
  std::printf("more by %g, off by %g, %d inside\n", worst, off, inside);
  EXPECT_LT(worst, 1e-15);
  EXPECT_LT(off, 1e-14);
  EXPECT_GT(inside, test::rounds(60));
}
TEST(Ellipsoid, DistanceIsTheLargestGapOfItsSupports) {
  compareWithSupports<Ellipsoid>();
  compareWithSupports<Ellipse>();
}

TEST(Ellipsoid, IsMetByRaysAtHandValues) {
  const auto cast = [](const Shape& shape, const Vec3& from, const Vec3& along) {
    return castRay(shape, kOrigin, {from, along, 100});
  };
  const Vec3 on{2.4 / 1.3, 0.3125 / 1.3, 0}, normal{0.6, 0.8, 0};
  for (const Shape& shape : {Shape(kPebble), Shape(kBar)}) {
    const RayHit hit = cast(shape, on + 2.0 * normal, -normal);
    ASSERT_TRUE(hit.hit);
    EXPECT_NEAR(hit.distance, 2, 1e-15);
    EXPECT_LT(length(hit.normal - normal), 1e-15);
    EXPECT_NEAR(cast(shape, {0, 5, 0}, {0, -1, 0}).exit_distance, 5.625, 1e-15);
    EXPECT_FALSE(cast(shape, {-3, 0.626, 0}, {1, 0, 0}).hit);
    EXPECT_TRUE(cast(shape, {0, 0, 0}, {1, 0, 0}).starts_inside);
    EXPECT_NEAR(cast(*rounded(shape, 0.5), on + 2.0 * normal, -normal).distance, 1.5, 1e-14);
  }
  const Ellipsoid disc{{2, 0, 1}};
  const RayHit flat = cast(disc, {1, 3, 0.5}, {0, -1, 0});
  EXPECT_NEAR(flat.distance, 3, 1e-15);
  EXPECT_NEAR(flat.exit_distance, 3, 1e-15);
  EXPECT_EQ(flat.normal, (Vec3{0, 1, 0}));
  EXPECT_FALSE(cast(disc, {1.9, 3, 0.9}, {0, -1, 0}).hit);
  EXPECT_NEAR(cast(disc, {-5, 0, 0}, {1, 0, 0}).exit_distance, 7, 1e-15);
  EXPECT_FALSE(cast(disc, {-5, 1e-9, 0}, {1, 0, 0}).hit);
  EXPECT_NEAR(cast(Ellipsoid{{1, 0, 0}}, {-5, 0, 0}, {1, 0, 0}).distance, 4, 1e-15);
  EXPECT_NEAR(cast(Ellipse{{0, 1}}, {-5, 0.5, 0}, {1, 0, 0}).distance, 5, 1e-15);
  EXPECT_NEAR(cast(*rounded(Ellipsoid{{2, 2, 2}}, 0.5), {-5, 0, 0}, {1, 0, 0}).distance, 2.5, 1e-14) << "a ball";
}

template <Elliptic S>
void castOnEllipsoids() {
  const auto isSharp = [](const S& s) {
    return (S::kPlanar ? std::min(s.half_axes[0], s.half_axes[1])
                       : std::min({halfAxesOf(s).x, halfAxesOf(s).y, halfAxesOf(s).z})) < 0.01;
  };
  test::castAtRandom({.seed = 32, .aim = 0.4, .surface = 1e-13, .normal = 1e-9, .hits = 500}, randomEllipsoid<S>,
                     isSharp);
}
TEST(Ellipsoid, IsEnteredAndLeftByRaysOnItsSurface) {
  castOnEllipsoids<Ellipsoid>();
  castOnEllipsoids<Ellipse>();
}

TEST(Ellipsoid, HasTheMassOfClosedForms) {
  EXPECT_NEAR(massOf(kPebble, kOrigin).volume, 4.0 / 3 * kHalfTurn * 1.25, 1e-15);
  EXPECT_NEAR(massOf(kBar, kOrigin).volume, kHalfTurn * 1.25, 1e-15);
  // Balls, discs and segments of both sides, and bodies of revolution: a prolate and an oblate one.
  EXPECT_NEAR(massOf(Ellipsoid{{3, 3, 3}}, kOrigin).area, 36 * kHalfTurn, 1e-13);
  EXPECT_NEAR(massOf(Ellipsoid{{3, 0, 2}}, kOrigin).area, 12 * kHalfTurn, 1e-14);
  EXPECT_EQ(massOf(Ellipsoid{{3, 0, 0}}, kOrigin).area, 0);
  EXPECT_EQ(massOf(Ellipsoid{{0, 0, 0}}, kOrigin).volume, 0);
  EXPECT_NEAR(massOf(Ellipse{{3, 3}}, kOrigin).area, 6 * kHalfTurn, 1e-14);
  EXPECT_NEAR(massOf(Ellipse{{3, 0}}, kOrigin).area, 12, 1e-14);
  const double eccentricity = std::sqrt(1 - 0.25);
  EXPECT_NEAR(massOf(Ellipsoid{{1, 2, 1}}, kOrigin).area,
              2 * kHalfTurn * (1 + 2 / eccentricity * std::asin(eccentricity)), 1e-14);
  EXPECT_NEAR(massOf(Ellipsoid{{2, 1, 2}}, kOrigin).area, 2 * kHalfTurn * (4 + std::atanh(eccentricity) / eccentricity),
              1e-14);
  // Ramanujan's second formula is good to h⁵ for nearly round ones.
  const double h = 0.01 / 4.41, perimeter = kHalfTurn * 2.1 * (1 + 3 * h / (10 + std::sqrt(4 - 3 * h)));
  EXPECT_NEAR(massOf(Ellipse{{1.1, 1}}, kOrigin).area, perimeter, 1e-13);
}

/// Volume and area of the polytope around a shape: they shrink to the shape's.
TEST(Ellipsoid, HasTheMassOfAFineHull) {
  SplitMix64 random{33};
  double worst = 0;
  for (int i = 0; i < test::rounds(12, 2); ++i) {
    const Ellipsoid s{{random.in(0.2, 1), random.in(0.2, 1), random.in(0.2, 1)}};
    const double margin = i % 2 == 0 ? 0 : random.in(0.1, 0.5);
    std::vector<Vec3> points;
    const Shape shape = margin > 0 ? *rounded(s, margin) : Shape(s);
    for (const Vec3& d : sphereDirections(4000)) points.push_back(supportPoint(shape, kOrigin, d));
    const MassProperties exact = massOf(shape, kOrigin), hull = massOf(*makeHull(points), kOrigin);
    worst = std::max({worst, std::abs(1 - hull.volume / exact.volume), std::abs(1 - hull.area / exact.area)});
    EXPECT_LT(hull.volume, exact.volume);
    EXPECT_LT(hull.area, exact.area);
    for (int c = 0; c < 3; ++c) EXPECT_NEAR(exact.bounds.max[c], s.half_axes[c] + margin, 1e-15);
  }
  std::printf("worst difference %g\n", worst);
  EXPECT_LT(worst, 6e-3);
  // Rounded in the plane: Steiner's formula.
  const MassProperties bar = massOf(kBar, kOrigin), rounded_bar = massOf(*rounded(kBar, 0.5), kOrigin);
  EXPECT_NEAR(rounded_bar.volume, bar.volume + 0.5 * bar.area + kHalfTurn / 4, 1e-14);
  EXPECT_NEAR(massOf(*rounded(Ellipsoid{{3, 3, 3}}, 1), kOrigin).area, 64 * kHalfTurn, 1e-13);
}

TEST(Ellipsoid, IsScaledUnevenlyAndMirrored) {
  EXPECT_EQ(std::get<Ellipsoid>(*scaled(kPebble, {2, -4, 1})), (Ellipsoid{{4, 2.5, 1}}));
  EXPECT_EQ(std::get<Ellipse>(*scaled(kBar, {-1, 2, 1})), (Ellipse{{2, 1.25}}));
  EXPECT_FALSE(scaled(*rounded(kPebble, 0.1), {1, 2, 1})) << "a margin is the same all around";
  EXPECT_TRUE(scaled(*rounded(kPebble, 0.1), {2, 2, -2}));
  EXPECT_TRUE(isItsMirrorImage(kPebble));
  EXPECT_FALSE(validate(Ellipsoid{{1, -1, 1}}));
  EXPECT_EQ(sizeOf(Shape(kPebble)), 4);
}

// The polytope around it, for pictures and hulls: every face touches, no corner is farther out than is said.
TEST(Ellipsoid, IsTessellatedFromOutside) {
  for (const Shape& shape : {Shape(kPebble), Shape(Ellipsoid{{0.1, 1, 0.5}}), Shape(Ellipsoid{{1, 0, 0.5}}),
                             Shape(kBar), Shape(Ellipse{{0.25, 1}}), *rounded(kPebble, 0.25)}) {
    const ConvexFeatures features = convexFeatures(shape);
    double high = -1;
    for (const Vec3& v : features.core.vertices) {
      high = std::max(high, containsPoint(shape, kOrigin, v).signed_distance + features.radius);
    }
    EXPECT_LE(high, tessellationError(shape) + 1e-14);
    EXPECT_GT(high, 0.2 * tessellationError(shape));
    for (const AxisFeature& face : features.face_axes) {
      double top = -10;
      for (const Vec3& v : features.core.vertices) top = std::max(top, dot(v, face.direction));
      EXPECT_NEAR(top + features.radius, dot(supportPoint(shape, kOrigin, face.direction), face.direction), 1e-14);
    }
    for (const PolytopeFace& face : features.core.faces) {
      for (const int v : face.loop) {
        EXPECT_NEAR(dot(face.normal, features.core.vertices[static_cast<std::size_t>(v)]),
                    dot(face.normal, features.core.vertices[static_cast<std::size_t>(face.loop[0])]), 1e-14);
      }
    }
    for (const PolytopeEdge& edge : features.core.edges) {
      if (edge.face1 < 0) continue;
      const Vec3 along = features.core.vertices[edge.v1] - features.core.vertices[edge.v0];
      const Vec3 &n0 = features.core.faces[edge.face0].normal, &n1 = features.core.faces[edge.face1].normal;
      EXPECT_GE(dot(crossAccurate(n0, n1), along), 0);
    }
  }
}

// Extreme half axes answer with numbers.
TEST(Ellipsoid, OfExtremeHalfAxesAnswersWithNumbers) {
  for (const Vec3& half :
       {Vec3{1e60, 1, 1e-60}, Vec3{1e-200, 1e-200, 2e-200}, Vec3{1, 1e-300, 0}, Vec3{1e60, 1e60, 1e-300}}) {
    const Ellipsoid s{half};
    for (const Vec3& p : {Vec3{0.0}, half * 2.0, Vec3{1, 1, 1}, Vec3{0, 0, 1e-30}, Vec3{1e60, -1e60, 1e60}}) {
      const ContainsReport report = containsPoint(s, kOrigin, p);
      EXPECT_TRUE(std::isfinite(report.signed_distance));
      EXPECT_NEAR(length(report.normal), 1, 1e-14);
    }
    EXPECT_TRUE(isFinite(supportPoint(s, kOrigin, {0, 1, 0})));
    EXPECT_TRUE(std::isfinite(massOf(s, kOrigin).area));
    const RayHit hit = castRay(s, kOrigin, {{0, 0, -2 * half.z - 1}, {0, 0, 1}, 1e60});
    EXPECT_TRUE(std::isfinite(hit.distance) && isFinite(hit.normal));
    EXPECT_TRUE(isFinite(boundsOf(s, kOrigin).max));
  }
}

}  // namespace
}  // namespace sepax
