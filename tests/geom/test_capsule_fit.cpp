#include "geom/round_fits.h"

#include "geom/bounding_volumes.h"
#include "geom/random.h"
#include "rounds.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <numbers>

namespace sepax {
namespace {

double normalOf(SplitMix64& random) {
  double sum = -6;
  for (int i = 0; i < 12; ++i) sum += random.unit();
  return sum;
}
Vec3 normalVector(SplitMix64& random) { return {normalOf(random), normalOf(random), normalOf(random)}; }

/// Clouds of all forms: blobs, rods, plates, boxes, bent bars, balls and flat ones.
std::vector<Vec3> cloudOf(SplitMix64& random, int form) {
  const Vec3 stretch{std::exp(normalOf(random)), std::exp(normalOf(random)), std::exp(1.5 * normalOf(random))};
  const Mat3 turn = matrixOf(random.rotation());
  std::vector<Vec3> points;
  const int count = 4 + static_cast<int>(random.next() % 60);
  for (int i = 0; i < count; ++i) {
    Vec3 p = normalVector(random);
    if (form == 1) p = random.direction();
    if (form == 2) p = {i & 1 ? 1 : -1, i & 2 ? 1 : -1, i & 4 ? 1 : -1};
    if (form == 3) p = {std::cos(2.0 * i / count), std::sin(2.0 * i / count), 0.1 * p.z};
    if (form == 4) p.z = 0;
    points.push_back(turn * (p * (form == 3 ? Vec3{1.0} : stretch)) + Vec3{3, -2, 1});
  }
  return points;
}

/// The least volume that random steps of both ends find, each kept when it is better, from several random starts: it
/// shares nothing with the rule but the formula of the volume.
double volumeByTrying(const std::vector<Vec3>& points, SplitMix64& random) {
  const auto volumeOfEnds = [&](const Vec3& a, const Vec3& b) {
    const Vec3 along = b - a;
    double square = 0;
    for (const Vec3& p : points) {
      const double t = dot(along, along) > 0 ? std::clamp(dot(p - a, along) / dot(along, along), 0.0, 1.0) : 0;
      const Vec3 off = p - a - along * t;
      square = std::max(square, dot(off, off));
    }
    const double r = std::sqrt(square);
    return std::numbers::pi * r * r * (length(along) + 4.0 / 3 * r);
  };
  double size = 0;
  for (const Vec3& p : points) size = std::max(size, length(p - points[0]));
  double least = kInfinity;
  for (int start = 0; start < 12; ++start) {
    Vec3 a = points[random.next() % points.size()], b = points[random.next() % points.size()];
    double best = volumeOfEnds(a, b), step = 0.3 * size;
    for (int i = 0; i < 4000 && step > 1e-6 * size; ++i) {
      const Vec3 to_a = a + normalVector(random) * (step / 3), to_b = b + normalVector(random) * (step / 3);
      const double volume = volumeOfEnds(to_a, to_b);
      step *= volume < best ? 1.5 : 0.965;
      if (volume < best) best = volume, a = to_a, b = to_b;
    }
    least = std::min(least, best);
  }
  return least;
}

TEST(Capsules, HoldEveryPointAndAreWithinAHundredthOfTheBestThatTryingFinds) {
  SplitMix64 random{4021};
  double worst = 0;
  for (int round = 0; round < test::rounds(60, 10); ++round) {
    const std::vector<Vec3> points = cloudOf(random, round % 5);
    const FittedCapsule capsule = nearSmallestCapsule(points);
    for (const Vec3& p : points) EXPECT_LE(distanceToCore(capsule, p), capsule.shape.radius);
    const Mat3& r = capsule.pose.rotation;
    EXPECT_NEAR(dot(crossAccurate(r[0], r[1]), r[2]), 1, 1e-12);
    worst = std::max(worst, volumeOf(capsule.shape) / volumeByTrying(points, random));
  }
  std::printf("volumes are at most %.4f of the least that trying finds\n", worst);
  EXPECT_LT(worst, 1.01);
}

TEST(Capsules, AreFoundFromPointsThatWereTakenOfOne) {
  SplitMix64 random{5};
  for (int round = 0; round < 20; ++round) {
    const double half = random.in(0, 3), radius = random.in(0.1, 1);
    const Mat3 turn = matrixOf(random.rotation());
    std::vector<Vec3> points;
    for (int i = 0; i < 3000; ++i) {
      Vec3 p = random.direction() * radius;
      p.y += p.y > 0 ? half : -half;
      points.push_back(turn * p);
    }
    const double found = volumeOf(nearSmallestCapsule(points).shape), whole = volumeOf(Capsule{half, radius});
    EXPECT_LE(found, whole * (1 + 1e-4));
    EXPECT_GE(found, whole * 0.97);
  }
}

TEST(Capsules, OfThePlaneHaveNearlyTheLeastArea) {
  SplitMix64 random{77};
  for (int round = 0; round < 20; ++round) {
    std::vector<Vec3> points;
    for (int i = 0; i < 12; ++i) points.emplace_back(normalOf(random), 3 * normalOf(random), 0);
    const FittedCapsule capsule = nearSmallestCapsule(points, true);
    EXPECT_EQ(capsule.pose.position.z, 0);
    const double span = 2 * capsule.shape.half_length, r = capsule.shape.radius;
    const double area = 2 * r * span + std::numbers::pi * r * r;
    for (const Vec3& p : points) EXPECT_LE(distanceToCore(capsule, p), r);
    // Every direction, with the least radius along it: not the best, but never better by more than the bound.
    for (int i = 0; i < 180; ++i) {
      const double angle = std::numbers::pi * i / 180;
      const Vec3 along{std::cos(angle), std::sin(angle), 0}, across{-along.y, along.x, 0};
      double low = kInfinity, high = -kInfinity;
      for (const Vec3& p : points) low = std::min(low, dot(p, across)), high = std::max(high, dot(p, across));
      const double radius = (high - low) / 2;
      double from = kInfinity, to = -kInfinity;
      for (const Vec3& p : points) {
        const double off = dot(p, across) - (low + high) / 2,
                     cap = std::sqrt(std::max(0.0, radius * radius - off * off));
        from = std::min(from, dot(p, along) + cap);
        to = std::max(to, dot(p, along) - cap);
      }
      EXPECT_LE(area, 1.01 * (2 * radius * std::max(0.0, to - from) + std::numbers::pi * radius * radius));
    }
  }
}

TEST(Capsules, OfOnePointHaveNoSizeAndOfALineNoRadius) {
  EXPECT_EQ(nearSmallestCapsule({{1, 2, 3}}).shape, (Capsule{0, 0}));
  EXPECT_EQ(nearSmallestCapsule({{1, 2, 3}, {1, 2, 3}}).pose.position, Vec3(1, 2, 3));
  const Capsule line = nearSmallestCapsule({{1, 0, 0}, {1, 1, 0}, {1, 4, 0}}).shape;
  EXPECT_NEAR(line.half_length, 2, 1e-5);
  EXPECT_LT(line.radius, 1e-5);
}

TEST(Capsules, AreAVolumeOfTheFitThatHoldsEveryPoint) {
  SplitMix64 random{9};
  for (const bool planar : {false, true}) {
    for (int round = 0; round < 10; ++round) {
      std::vector<Vec3> points = cloudOf(random, round % 5);
      for (Vec3& p : points) p.z = planar ? 0 : p.z;
      const std::array kinds{VolumeKind::kCapsule};
      const auto fitted = fitVolumes(points, kinds, planar);
      ASSERT_TRUE(fitted);
      for (const Vec3& p : points) EXPECT_TRUE(encloses(fitted->front(), p));
      EXPECT_GE(fitted->front().tightness.value_or(1), 1);
    }
  }
}

}  // namespace
}  // namespace sepax
