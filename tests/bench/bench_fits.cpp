#include <benchmark/benchmark.h>

#include <vector>

#include "geom/aabb.h"
#include "geom/cloud.h"
#include "geom/oriented_box.h"
#include "geom/random.h"
#include "geom/round_fits.h"

// Volumes around a million points in an ellipsoid, of doubles: 24 MB, which one core adds up in 0.9 to 1 ms here (Xeon
// with AVX-512, shared with others). The goal of 2.5 ms each would be 2.5 such sums. Every fit starts from the bounds,
// a pass of its own that takes 1.2 of them, since origins and units come of it; a ball then picks the points far out
// (from there on a few per cent are left), a box takes a pass for the moments and one for the extents, a 14-DOP one for
// seven axes: 4.4, 6 and 3.6 sums. Tried: transposing eight points at a time with permutations (no faster, each load
// lies across two lines of the cache), leaving out groups of points by their largest distance (slower, mispredicted).

namespace sepax {
namespace {

const std::vector<Vec3>& millionPoints() {
  static const std::vector<Vec3> kPoints = [] {
    SplitMix64 random{600};
    const Mat3 rotation = matrixOf(random.rotation());
    std::vector<Vec3> points;
    for (int i = 0; i < 1'000'000; ++i)
      points.push_back(rotation * (random.direction() * Vec3{1, 0.6, 0.3}) + Vec3{3.0});
    return points;
  }();
  return kPoints;
}

template <class Fit>
void addFit(const char* name, Fit fit) {
  benchmark::RegisterBenchmark(name, [fit](benchmark::State& state) {
    const std::vector<Vec3>& points = millionPoints();
    for (auto _ : state) benchmark::DoNotOptimize(fit(points));
  })->Unit(benchmark::kMillisecond);
}

/// Peer: what any fit has to do, in the plainest way.
Vec3 plainSum(const std::vector<Vec3>& points) {
  Vec3 sum{0.0};
  for (const Vec3& p : points) sum += p;
  return sum;
}

const bool kFitsRegistered = [] {
  addFit("plainSumOfPoints", plainSum);
  addFit("fit/aabb", [](const std::vector<Vec3>& points) { return boundsOf(points); });
  addFit("fit/ball", [](const std::vector<Vec3>& points) { return smallestBall(points); });
  addFit("fit/principal_box", [](const std::vector<Vec3>& points) { return orientedBoxByVertices(points); });
  addFit("fit/kdop14", [](const std::vector<Vec3>& points) {
    static const std::vector<Vec3> kAxes{{1, 0, 0},
                                         {0, 1, 0},
                                         {0, 0, 1},
                                         normalizedOr({1, 1, 1}, {1, 0, 0}),
                                         normalizedOr({1, 1, -1}, {1, 0, 0}),
                                         normalizedOr({1, -1, 1}, {1, 0, 0}),
                                         normalizedOr({1, -1, -1}, {1, 0, 0})};
    return extentsOf(points, centreOf(boundsOf(points)), kAxes);
  });
  return true;
}();

}  // namespace
}  // namespace sepax
