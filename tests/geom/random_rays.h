#pragma once

#include "geom/contains.h"
#include "geom/random.h"
#include "geom/ray_cast.h"
#include "rounds.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>

namespace sepax::test {

/// How far off random rays on a kind of shape may be, metres.
struct RayClaims {
  std::uint64_t seed = 0;
  double aim = 0;      ///< how far from the origin the rays are aimed
  double surface = 0;  ///< a ray's ends off the surface, its middle outside of it
  double normal = 0;   ///< of the normal, no length
  int hits = 0;
};

/// Where a ray enters and leaves is on the surface, and between them it is inside. `make(random)` draws a shape at the
/// origin; of those that are `sharp` where they end, a normal is one of many.
template <class Make, class Sharp>
void castAtRandom(const RayClaims& claims, Make make, Sharp sharp) {
  SplitMix64 random{claims.seed};
  double worst = 0, inside = 0;
  int hits = 0;
  for (int i = 0; i < rounds(4000); ++i) {
    const auto s = make(random);
    const Pose origin{};
    CastRay ray{random.point(2), {1, 0, 0}, 20};
    ray.direction = random.point(claims.aim) - ray.origin;
    if (s.kPlanar) ray.origin.z = ray.direction.z = 0;
    ray.direction = normalizedOr(ray.direction, {1, 0, 0});
    const auto at = [&](double t) { return containsPoint(s, origin, ray.origin + t * ray.direction).signed_distance; };
    const RayHit hit = castRay(s, origin, ray);
    double least = 1;
    for (double t = 0; t < 6; t += 0.05) least = std::min(least, at(t));
    EXPECT_TRUE(hit.hit || least > 0) << i;
    if (!hit.hit || hit.starts_inside) continue;
    ++hits;
    worst = std::max({worst, std::abs(at(hit.distance)), std::abs(at(hit.exit_distance))});
    inside = std::max(inside, at((hit.distance + hit.exit_distance) / 2));
    if (sharp(s)) continue;
    EXPECT_LT(length(hit.normal - containsPoint(s, origin, hit.point).normal), claims.normal);
  }
  std::printf("%d hits, off the surface by %g\n", hits, worst);
  EXPECT_LT(worst, claims.surface);
  EXPECT_LE(inside, claims.surface);
  EXPECT_GT(hits, rounds(claims.hits));
}

}  // namespace sepax::test
