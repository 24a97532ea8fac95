#include "geom/tapered.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <numbers>

#include "geom/contains.h"
#include "geom/convex.h"
#include "geom/mass.h"
#include "geom/random.h"
#include "geom/random_rays.h"
#include "geom/ray_cast.h"
#include "geom/support.h"
#include "rounds.h"

namespace sepax {
namespace {

constexpr double kHalfCircle = std::numbers::pi;
const Pose kAtRest;

/// Balls of 0.75 and 0.25 m, two metres apart: the side leans by the angle whose sine is a quarter.
const TaperedCapsule kLimb{1, 0.75, 0.25};
const double kCosine = std::sqrt(15.0) / 4;

TEST(TaperedCapsule, IsMeasuredFromPointsAtHandValues) {
  const auto distance = [](const Shape& shape, const Vec3& point) {
    return containsPoint(shape, kAtRest, point).signed_distance;
  };
  EXPECT_NEAR(distance(kLimb, {0, 2, 0}), 0.75, 1e-15);
  EXPECT_NEAR(distance(kLimb, {0, -2, 0}), 0.25, 1e-15);
  EXPECT_NEAR(distance(kLimb, {2, 0, 0}), 2 * kCosine - 0.5, 1e-15);
  EXPECT_NEAR(distance(kLimb, {0, 0, 0}), -0.5, 1e-15);
  EXPECT_NEAR(distance(kLimb, {0, -1, 0}), -0.75, 1e-15);
  EXPECT_NEAR(distance(TaperedCapsule{1, 0.25, 0.75}, {0, 0.25, -2}), 2 * kCosine - 0.25 / 4 - 0.5, 1e-15);
  EXPECT_NEAR(distance(TaperedCapsule2{1, 0.75, 0.25}, {0, 2, 0}), 2 * kCosine - 0.5, 1e-15);
  EXPECT_NEAR(distance(TaperedCapsule2{1, 0.25, 0.75}, {0.25, 2, 0}), 2 * kCosine - 0.25 / 4 - 0.5, 1e-15);
  // A point, a ball that holds the other, one radius.
  EXPECT_NEAR(distance(TaperedCapsule{1, 0.75, 0}, {0, 2, 0}), 1, 1e-15);
  EXPECT_NEAR(distance(TaperedCapsule{0.25, 0.25, 1}, {3, 0.25, 0}), 2, 1e-15);
  EXPECT_NEAR(distance(TaperedCapsule{1, 0.5, 0.5}, {3, 0.25, 0}), 2.5, 1e-15);
  EXPECT_NEAR(distance(TaperedCapsule{0, 0, 0}, {3, 4, 0}), 5, 1e-15);
}

/// A random one, its length between nothing and ten radii.
template <Tapered S>
S randomOne(SplitMix64& random) {
  return {random.in(0, 2) * random.unit(), random.unit() < 0.1 ? 0 : random.in(0, 0.5),
          random.unit() < 0.1 ? 0 : random.in(0, 0.5)};
}

// A convex body is where no direction separates: the largest of dot(p, d) − h(d), of which the meridian plane holds the
// best.
template <Tapered S>
double worstAgainstSupports() {
  SplitMix64 random{21};
  double worst = 0;
  for (int i = 0; i < test::rounds(400); ++i) {
    const S s = randomOne<S>(random);
    Vec3 p = random.point(1);
    if (S::kPlanar) p.z = 0;
    Vec3 axis{0.0};
    axis[S::kAxis] = 1;
    const Vec3 across = normalizedOr(p - dot(p, axis) * axis, {0, 0, 1});
    const auto gap = [&](double angle) {
      const Vec3 d = std::cos(angle) * across + std::sin(angle) * axis;
      const double ball =
          std::max(-s.half_length * d[S::kAxis] + s.radius_start, s.half_length * d[S::kAxis] + s.radius_end);
      return dot(p, d) - ball;
    };
    double best = -kHalfCircle / 2, step = kHalfCircle / 512;
    for (double angle = -kHalfCircle / 2; angle <= kHalfCircle / 2; angle += step)
      best = gap(angle) > gap(best) ? angle : best;
    for (; step > 1e-14; step *= 0.7) {
      for (const double angle : {best - step, best + step}) best = gap(angle) > gap(best) ? angle : best;
    }
    worst = std::max(worst, std::abs(containsPoint(s, kAtRest, p).signed_distance - gap(best)));
  }
  return worst;
}

TEST(TaperedCapsule, DistanceIsTheLargestGapOfItsSupports) {
  const double solid = worstAgainstSupports<TaperedCapsule>(), planar = worstAgainstSupports<TaperedCapsule2>();
  std::printf("worst in space %g, in the plane %g\n", solid, planar);
  EXPECT_LT(std::max(solid, planar), 1e-13);
}

TEST(TaperedCapsule, IsMetByRaysAtHandValues) {
  const auto cast = [](const Shape& shape, const Vec3& from, const Vec3& along) {
    return castRay(shape, kAtRest, {from, along, 100});
  };
  const RayHit side = cast(kLimb, {-3, 0, 0}, {1, 0, 0});
  EXPECT_NEAR(side.distance, 3 - 0.5 / kCosine, 1e-15);
  EXPECT_NEAR(side.exit_distance, 3 + 0.5 / kCosine, 1e-15);
  EXPECT_LT(length(side.normal - Vec3{-kCosine, 0.25, 0}), 1e-15);
  EXPECT_NEAR(cast(kLimb, {0, 5, 0}, {0, -1, 0}).distance, 3.75, 1e-15);
  EXPECT_NEAR(cast(kLimb, {0, 5, 0}, {0, -1, 0}).exit_distance, 6.75, 1e-15);
  EXPECT_FALSE(cast(kLimb, {-3, 1.3, 0}, {1, 0, 0}).hit);
  const RayHit planar = cast(TaperedCapsule2{1, 0.25, 0.75}, {0, 3, 0}, {0, -1, 0});
  EXPECT_NEAR(planar.distance, 3 - 0.5 / kCosine, 1e-15);
  EXPECT_LT(length(planar.normal - Vec3{-0.25, kCosine, 0}), 1e-15);
  EXPECT_NEAR(cast(TaperedCapsule{0.25, 0.25, 1}, {-3, 0.25, 0}, {1, 0, 0}).distance, 2, 1e-15);
}

template <Tapered S>
void castOnTapered() {
  const auto isSharp = [](const S& s) { return std::min(s.radius_start, s.radius_end) < 1e-3; };
  test::castAtRandom({.seed = 22, .aim = 0.7, .surface = 1e-12, .normal = 1e-6, .hits = 300}, randomOne<S>, isSharp);
}
TEST(TaperedCapsule, IsEnteredAndLeftByRaysOnItsSurface) {
  castOnTapered<TaperedCapsule>();
  castOnTapered<TaperedCapsule2>();
}

TEST(TaperedCapsule, HasTheMassOfItsSlices) {
  SplitMix64 random{23};
  double worst = 0;
  for (int i = 0; i < test::rounds(40); ++i) {
    const TaperedCapsule s = randomOne<TaperedCapsule>(random);
    const auto [low, high] = axialExtent(s);
    constexpr int kSlices = 20000;
    double volume = 0, moment = 0, flat = 0, flat_moment = 0;
    const double sine = isBall(s) ? 0 : sideSine(s), cosine = isBall(s) ? 0 : sideCosine(s);
    for (int k = 0; k < kSlices; ++k) {
      const double y = low + (high - low) * (k + 0.5) / kSlices, h = s.half_length, thick = (high - low) / kSlices;
      const auto disc = [&](double at, double r) { return std::sqrt(std::max(0.0, r * r - (y - at) * (y - at))); };
      double radius = std::max(disc(-h, s.radius_start), disc(h, s.radius_end));
      const bool between = !isBall(s) && y > -h + sine * s.radius_start && y < h + sine * s.radius_end;
      if (between) radius = ((s.radius_start + s.radius_end) / 2 - sine * y) / cosine;
      volume += kHalfCircle * radius * radius * thick;
      moment += kHalfCircle * radius * radius * thick * y;
      flat += 2 * radius * thick;
      flat_moment += 2 * radius * thick * y;
    }
    const MassProperties solid = massOf(s, kAtRest),
                         planar = massOf(TaperedCapsule2{s.half_length, s.radius_start, s.radius_end}, kAtRest);
    worst = std::max({worst, std::abs(solid.volume - volume), std::abs(planar.volume - flat)});
    if (volume > 0.01) worst = std::max(worst, std::abs(solid.centre.y - moment / volume));
    if (flat > 0.01) worst = std::max(worst, std::abs(planar.centre.x - flat_moment / flat));
    EXPECT_NEAR(solid.bounds.min.y, low, 1e-15);
    EXPECT_NEAR(solid.bounds.max.y, high, 1e-15);
  }
  std::printf("worst difference %g\n", worst);
  EXPECT_LT(worst, 1e-5);
  // Of one radius it is a capsule.
  EXPECT_NEAR(massOf(TaperedCapsule{1, 2, 2}, kAtRest).area, 24 * kHalfCircle, 1e-12);
  EXPECT_NEAR(massOf(TaperedCapsule2{1, 2, 2}, kAtRest).area, 4 * kHalfCircle + 4, 1e-14);
  // A cone's tip on a ball.
  EXPECT_NEAR(massOf(TaperedCapsule{1, 1, 0}, kAtRest).area,
              2 * kHalfCircle * 1.5 + kHalfCircle * std::sqrt(3.0) / 2 * std::sqrt(3.0), 1e-13);
}

TEST(TaperedCapsule, UpsideDownHasItsRadiiExchanged) {
  const auto flipped = scaled(kLimb, {2, -2, 2});
  ASSERT_TRUE(flipped);
  EXPECT_EQ(std::get<TaperedCapsule>(*flipped), (TaperedCapsule{2, 0.5, 1.5}));
  EXPECT_EQ(std::get<TaperedCapsule>(*scaled(kLimb, {-2, 2, 2})), (TaperedCapsule{2, 1.5, 0.5}));
  EXPECT_EQ(std::get<TaperedCapsule2>(*scaled(TaperedCapsule2{1, 0.75, 0.25}, {-1, 1, 1})),
            (TaperedCapsule2{1, 0.25, 0.75}));
  EXPECT_FALSE(scaled(kLimb, {1, 2, 1})) << "it would stop being round";
}

// The polytope around it, for pictures and hulls: every face touches, no corner is farther out than is said.
TEST(TaperedCapsule, IsTessellatedFromOutside) {
  for (const Shape& shape : {Shape(kLimb), Shape(TaperedCapsule{1, 0.25, 0.75}), Shape(TaperedCapsule2{1, 0.75, 0.25}),
                             Shape(TaperedCapsule2{1, 0.25, 0.75})}) {
    const ConvexFeatures features = convexFeatures(shape);
    double high = -1;
    for (const Vec3& v : features.core.vertices) {
      high = std::max(high, containsPoint(shape, kAtRest, v).signed_distance + features.radius);
    }
    EXPECT_LE(high, tessellationError(shape) + 1e-14);
    EXPECT_GT(high, 0.99 * tessellationError(shape));
    EXPECT_LT(high, 0.01);
    for (const AxisFeature& face : features.face_axes) {
      double top = -10;
      for (const Vec3& v : features.core.vertices) top = std::max(top, dot(v, face.direction));
      EXPECT_NEAR(top + features.radius, dot(supportPoint(shape, kAtRest, face.direction), face.direction), 1e-14);
    }
    for (const PolytopeEdge& edge : features.core.edges) {
      if (edge.face1 < 0) continue;
      const Vec3 along = features.core.vertices[edge.v1] - features.core.vertices[edge.v0];
      EXPECT_GT(
          dot(crossAccurate(features.core.faces[edge.face0].normal, features.core.faces[edge.face1].normal), along), 0);
    }
  }
}

}  // namespace
}  // namespace sepax
