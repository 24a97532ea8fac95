#include "bench/long_benchmarks.h"

#include <benchmark/benchmark.h>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "bench/box_work.h"
#include "fast/box_pair.h"

// Do two oriented boxes overlap: 16 384 pairs again and again ("resident"), and a million once through ("stream"). A
// row's time is one pair's. `wrong` counts answers that contradict the radius formula in long double where the gap is
// more than 1e-6 m, `worst` is the largest such gap.
//
// Goals were 8 times the plain test on every mix, 4 on the stream, 5 out of a list, 3.3 portably, all separations
// in 1.5 times the boolean's time. Measured on a shared Xeon, minima of interleaved passes, hit10 / hit50 / hit90 /
// near / par / flat / far:
//   AVX-512   9.3 12.1 13.8  6.3  4.6  6.5 10.6; stream 3.6 to 4.5, list 4.5 / 6.0 (hit10 / hit50), separations 2.2
//   times the boolean AVX2      5.9  7.1  8.1  4.3  3.0  4.1  7.1; list 3.5 / 4.8, separations 1.5 times the boolean
//   portable  3.5  3.7  3.8  2.0  1.4  2.0  3.5
// Limits. Near touching 22 to 27 % of the pairs lie within the bound of floats, and their gaps are spread over decades:
// half the bound would leave 6 % fewer. Such a pair costs 6.2 ns more (AVX-512, doubles at full lanes) beside 3 ns of
// the float test. The stream is memory: adding up as many bytes takes 7.9 ns a pair here, 4.7 times plain. With AVX2
// products and sums alone fill 73 cycles for eight pairs, of 100; a rejection by spheres before (76 % of hit10) needs
// the pairs moved together, 20 numbers each, which costs what it saves elsewhere (estimated from the queue's cost, not
// built). The separations' output, 64 bytes a pair, leaves the second-level cache.

namespace sepax {
namespace {

using namespace bench;

constexpr std::size_t kResident = 16'384, kStream = 1'000'000;

void countWrong(benchmark::State& state, const BoxWork& work, const std::vector<std::uint8_t>& found) {
  const WrongAnswers wrong = wrongAnswers(work.gaps, found);
  state.counters["wrong"] = static_cast<double>(wrong.count);
  state.counters["worst"] = wrong.worst;
  state.SetItemsProcessed(static_cast<std::int64_t>(found.size()) * static_cast<std::int64_t>(state.iterations()));
}

void plainBoxes(benchmark::State& state, Mix mix, std::size_t count) {
  const BoxWork& work = boxWork(mix, count);
  std::vector<PlainBox> boxes;
  for (const FloatBox& box : work.boxes) boxes.push_back(plainBox(box));
  std::vector<std::uint8_t> found(count);
  for (auto _ : state) {
    for (std::size_t i = 0; i < count; ++i) found[i] = plainOverlap(boxes[2 * i], boxes[2 * i + 1]) ? 1 : 0;
    benchmark::DoNotOptimize(found.data());
  }
  countWrong(state, work, found);
}

void boxOverlaps(benchmark::State& state, Mix mix, std::size_t count, const BoxKernel& kernel) {
  const BoxWork& work = boxWork(mix, count);
  BoxOverlaps batch;
  for (std::size_t i = 0; i < count; ++i) batch.add(work.boxes[2 * i], work.boxes[2 * i + 1]);
  std::vector<std::uint8_t> found(count);
  OverlapCounts counts;
  for (auto _ : state) {
    counts = batch.test(found, kernel);
    benchmark::DoNotOptimize(found.data());
  }
  countWrong(state, work, found);
  state.counters["in_double"] = static_cast<double>(counts.by_doubles) / static_cast<double>(count);
}

void plainRectangles(benchmark::State& state, double spread) {
  std::vector<PlainRectangle> boxes;
  for (const FlatBox& box : flatBoxWork(spread, kResident)) boxes.push_back(plainRectangle(box));
  std::vector<std::uint8_t> found(kResident);
  for (auto _ : state) {
    for (std::size_t i = 0; i < kResident; ++i) found[i] = plainOverlap(boxes[2 * i], boxes[2 * i + 1]) ? 1 : 0;
    benchmark::DoNotOptimize(found.data());
  }
  state.SetItemsProcessed(static_cast<std::int64_t>(kResident) * static_cast<std::int64_t>(state.iterations()));
}

void flatBoxOverlaps(benchmark::State& state, double spread, const BoxKernel& kernel) {
  const std::vector<FlatBox> boxes = flatBoxWork(spread, kResident);
  FlatBoxOverlaps batch;
  for (std::size_t i = 0; i < kResident; ++i) batch.add(boxes[2 * i], boxes[2 * i + 1]);
  std::vector<std::uint8_t> found(kResident);
  for (auto _ : state) {
    batch.test(found, kernel);
    benchmark::DoNotOptimize(found.data());
  }
  state.SetItemsProcessed(static_cast<std::int64_t>(kResident) * static_cast<std::int64_t>(state.iterations()));
}

/// All fifteen separations and the axis that decides.
void boxGaps(benchmark::State& state, Mix mix, std::size_t count, const BoxKernel& kernel) {
  const BoxWork& work = boxWork(mix, count);
  BoxOverlaps batch;
  for (std::size_t i = 0; i < count; ++i) batch.add(work.boxes[2 * i], work.boxes[2 * i + 1]);
  std::vector<BoxGaps> found((count + BoxBlock::kPairs - 1) / BoxBlock::kPairs);
  std::size_t in_double = 0;
  for (auto _ : state) {
    in_double = batch.measure(found, kernel);
    benchmark::DoNotOptimize(found.data());
  }
  state.SetItemsProcessed(static_cast<std::int64_t>(count) * static_cast<std::int64_t>(state.iterations()));
  state.counters["in_double"] = static_cast<double>(in_double) / static_cast<double>(count);
}

/// Where they touch as well.
void boxManifolds(benchmark::State& state, Mix mix, std::size_t count) {
  const BoxWork& work = boxWork(mix, count);
  std::vector<OrientedBox> boxes;
  for (const FloatBox& box : work.boxes) {
    const PosedShape posed = posedBox(box);
    boxes.push_back(orientedBoxOf(std::get<Box>(posed.shape).half_extents, posed.pose));
  }
  std::vector<std::uint8_t> found(count);
  BoxManifold manifold;
  for (auto _ : state) {
    for (std::size_t i = 0; i < count; ++i) found[i] = boxManifold(boxes[2 * i], boxes[2 * i + 1], 0, manifold) ? 1 : 0;
    benchmark::DoNotOptimize(found.data());
  }
  countWrong(state, work, found);
}

/// The same pairs out of the list of boxes, in no order.
std::vector<BoxPair> listOf(std::size_t count) {
  SplitMix64 random{12};
  std::vector<BoxPair> pairs;
  for (std::uint32_t i = 0; i < count; ++i) {
    pairs.push_back({2 * i, 2 * i + 1});
    std::swap(pairs[random.next() % pairs.size()], pairs.back());
  }
  return pairs;
}

void plainBoxesOfList(benchmark::State& state, Mix mix, std::size_t count) {
  const BoxWork& work = boxWork(mix, count);
  std::vector<PlainBox> boxes;
  for (const FloatBox& box : work.boxes) boxes.push_back(plainBox(box));
  const auto pairs = listOf(count);
  std::vector<std::uint8_t> found(count);
  for (auto _ : state) {
    for (std::size_t i = 0; i < count; ++i) found[i] = plainOverlap(boxes[pairs[i].a], boxes[pairs[i].b]) ? 1 : 0;
    benchmark::DoNotOptimize(found.data());
  }
  state.SetItemsProcessed(static_cast<std::int64_t>(count) * static_cast<std::int64_t>(state.iterations()));
}

void boxOverlapsOfList(benchmark::State& state, Mix mix, std::size_t count) {
  const BoxWork& work = boxWork(mix, count);
  const auto pairs = listOf(count);
  std::vector<std::uint8_t> found(count);
  for (auto _ : state) {
    testOverlaps(work.boxes, pairs, found);
    benchmark::DoNotOptimize(found.data());
  }
  state.SetItemsProcessed(static_cast<std::int64_t>(count) * static_cast<std::int64_t>(state.iterations()));
}

void registerMix(Mix mix) {
  const std::string name = mixName(mix);
  const auto add = [&](const char* row, auto function) {
    benchmark::RegisterBenchmark((std::string(row) + "/" + name).c_str(), function)->Unit(benchmark::kMicrosecond);
  };
  add("plainBoxes", [mix](benchmark::State& state) { plainBoxes(state, mix, kResident); });
  add("boxOverlaps", [mix](benchmark::State& state) { boxOverlaps(state, mix, kResident, boxKernel()); });
  add("boxGaps", [mix](benchmark::State& state) { boxGaps(state, mix, kResident, boxKernel()); });
  add("boxManifolds", [mix](benchmark::State& state) { boxManifolds(state, mix, kResident); });
  for (const BoxKernel* kernel : boxKernels().subspan(1)) {
    const std::string row = std::string("boxOverlaps,") + kernel->name;
    add(row.c_str(), [mix, kernel](benchmark::State& state) { boxOverlaps(state, mix, kResident, *kernel); });
  }
}

void registerAlways() {
  registerMix(Mix::kHit50);
  registerMix(Mix::kNear);
  const auto add = [](const char* row, auto function) {
    benchmark::RegisterBenchmark(row, function)->Unit(benchmark::kMicrosecond);
  };
  for (const auto& [mix, spread] : {std::pair{"hit10", 4.2}, std::pair{"hit50", 1.839}, std::pair{"hit90", 1.132}}) {
    const std::string of_mix = std::string("/") + mix;
    add(("plainRectangles" + of_mix).c_str(),
        [spread = spread](benchmark::State& state) { plainRectangles(state, spread); });
    add(("flatBoxOverlaps" + of_mix).c_str(),
        [spread = spread](benchmark::State& state) { flatBoxOverlaps(state, spread, boxKernel()); });
  }
  add("plainBoxesOfList/hit50", [](benchmark::State& state) { plainBoxesOfList(state, Mix::kHit50, kResident); });
  add("boxOverlapsOfList/hit50", [](benchmark::State& state) { boxOverlapsOfList(state, Mix::kHit50, kResident); });
}
const bool kRegistered = (registerAlways(), true);

}  // namespace

void registerLongBoxBenchmarks() {
  for (const Mix mix : {Mix::kHit10, Mix::kHit90, Mix::kPar, Mix::kFlat, Mix::kFar}) registerMix(mix);
  const auto add = [](const char* row, auto function) {
    benchmark::RegisterBenchmark(row, function)->Unit(benchmark::kMicrosecond);
  };
  add("plainBoxes/hit50-stream", [](benchmark::State& state) { plainBoxes(state, Mix::kHit50, kStream); });
  add("boxOverlaps/hit50-stream",
      [](benchmark::State& state) { boxOverlaps(state, Mix::kHit50, kStream, boxKernel()); });
}

}  // namespace sepax
