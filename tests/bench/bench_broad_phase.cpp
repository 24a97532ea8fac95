#include <benchmark/benchmark.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <vector>

#include "fast/broad_phase.h"
#include "geom/random.h"

// All pairs among boxes of which each meets about four others, from scratch as in every frame: seed 800, centres in a
// cube of side ∛(15.6 N / 4), half extents 0.25 … 1.

namespace sepax {
namespace {

std::vector<MinMaxBox> crowd(std::int64_t count) {
  SplitMix64 random{800};
  const double side = std::cbrt(15.6 * static_cast<double>(count) / 4);
  std::vector<MinMaxBox> boxes;
  for (std::int64_t i = 0; i < count; ++i) {
    const Vec3 centre{random.in(0, side), random.in(0, side), random.in(0, side)};
    const Vec3 half{random.in(0.25, 1), random.in(0.25, 1), random.in(0.25, 1)};
    boxes.push_back({centre - half, centre + half});
  }
  return boxes;
}

/// Peer: sort and sweep along one axis, as every textbook has it.
void plainSweepAndPrune(benchmark::State& state) {
  const auto boxes = crowd(state.range(0));
  std::vector<std::uint32_t> order(boxes.size());
  std::vector<BoxPair> pairs;
  for (auto _ : state) {
    pairs.clear();
    std::iota(order.begin(), order.end(), 0u);
    std::ranges::sort(order, {}, [&](std::uint32_t i) { return boxes[i].min.x; });
    for (std::size_t i = 0; i < order.size(); ++i) {
      const MinMaxBox& a = boxes[order[i]];
      for (std::size_t j = i + 1; j < order.size() && boxes[order[j]].min.x <= a.max.x; ++j) {
        const MinMaxBox& b = boxes[order[j]];
        if (a.min.y <= b.max.y && b.min.y <= a.max.y && a.min.z <= b.max.z && b.min.z <= a.max.z)
          pairs.push_back({order[i], order[j]});
      }
    }
    benchmark::DoNotOptimize(pairs.data());
  }
  state.counters["pairs"] = static_cast<double>(pairs.size());
}
BENCHMARK(plainSweepAndPrune)->Arg(1000)->Arg(10'000)->Arg(100'000)->Unit(benchmark::kMillisecond);

void broadPhase(benchmark::State& state) {
  const auto boxes = crowd(state.range(0));
  BroadPhase phase;
  std::size_t pairs = 0;
  for (auto _ : state) pairs = phase.findPairs(boxes).pairs.size();
  state.counters["pairs"] = static_cast<double>(pairs);
}
BENCHMARK(broadPhase)->Arg(1000)->Arg(10'000)->Arg(100'000)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace sepax
