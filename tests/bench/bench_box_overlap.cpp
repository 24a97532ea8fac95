#include "bench/long_benchmarks.h"

#include <benchmark/benchmark.h>

#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "fast/box_overlap.h"
#include "prove/workload.h"

// Do two oriented boxes overlap: 16 384 pairs again and again ("resident"), and a million once through ("stream"). A row's time is one
// pair's. `wrong` counts answers that contradict the radius formula in long double where the gap is more than 1e-6 m, `worst` is the
// largest such gap.

namespace sepax {
namespace {

constexpr std::size_t kResident = 16'384, kStream = 1'000'000;

struct PlainBox {
  float centre[3], half[3], axes[3][3];
};

/// The textbook's test as engines have it: axes as a matrix, floats, early exit, |R| + 1e-6 (Ericson 2005, 4.4.1).
bool plainOverlap(const PlainBox& a, const PlainBox& b) {
  float r[3][3], q[3][3], t[3];
  const float d[3] = {b.centre[0] - a.centre[0], b.centre[1] - a.centre[1], b.centre[2] - a.centre[2]};
  const auto along = [](const float* u, const float* v) { return u[0] * v[0] + u[1] * v[1] + u[2] * v[2]; };
  for (int i = 0; i < 3; ++i) {
    t[i] = along(d, a.axes[i]);
    for (int j = 0; j < 3; ++j) {
      r[i][j] = along(a.axes[i], b.axes[j]);
      q[i][j] = std::abs(r[i][j]) + 1e-6f;
    }
  }
  const float *ha = a.half, *hb = b.half;
  for (int i = 0; i < 3; ++i)
    if (std::abs(t[i]) > ha[i] + hb[0] * q[i][0] + hb[1] * q[i][1] + hb[2] * q[i][2]) return false;
  for (int j = 0; j < 3; ++j)
    if (std::abs(t[0] * r[0][j] + t[1] * r[1][j] + t[2] * r[2][j]) > hb[j] + ha[0] * q[0][j] + ha[1] * q[1][j] + ha[2] * q[2][j])
      return false;
  for (int i = 0; i < 3; ++i) {
    const int i1 = (i + 1) % 3, i2 = (i + 2) % 3;
    for (int j = 0; j < 3; ++j) {
      const int j1 = (j + 1) % 3, j2 = (j + 2) % 3;
      const float radii = ha[i1] * q[i2][j] + ha[i2] * q[i1][j] + hb[j1] * q[i][j2] + hb[j2] * q[i][j1];
      if (std::abs(t[i2] * r[i1][j] - t[i1] * r[i2][j]) > radii) return false;
    }
  }
  return true;
}

struct Work {
  std::vector<FloatBox> boxes;  ///< pair i is boxes 2 i and 2 i + 1
  std::vector<double> gaps;     ///< in long double
};

const Work& workOf(Mix mix, std::size_t count) {
  static Work work;
  static Mix last = mix;
  if (work.gaps.size() == count && last == mix) return work;
  work = {};
  last = mix;
  BoxPairs source(mix, 0, 0);
  const auto f = [](double v) { return static_cast<float>(v); };
  const auto pack = [&](const PosedShape& shape) {
    const Quat q = quaternionOf(shape.pose.rotation);
    const Vec3 p = shape.pose.position, h = std::get<Box>(shape.shape).half_extents;
    work.boxes.push_back({{f(p.x), f(p.y), f(p.z)}, {f(h.x), f(h.y), f(h.z)}, {f(q.x), f(q.y), f(q.z), f(q.w)}});
  };
  const auto posed = [](const FloatBox& box) {
    const auto& q = box.rotation;
    const auto vec = [](const std::array<float, 3>& v) { return Vec3{v[0], v[1], v[2]}; };
    return PosedShape{Box{vec(box.half_extents)}, {vec(box.centre), matrixOf(normalized(Quat{q[0], q[1], q[2], q[3]}))}};
  };
  for (std::size_t i = 0; i < count; ++i) {
    const WorkPair pair = source.next();
    pack(pair.a);
    pack(pair.b);
    work.gaps.push_back(boxGap(posed(work.boxes[2 * i]), posed(work.boxes[2 * i + 1])));
  }
  return work;
}

PlainBox plainBox(const FloatBox& box) {
  PlainBox out;
  const auto& q = box.rotation;
  const Mat3 m = matrixOf(normalized(Quat{q[0], q[1], q[2], q[3]}));
  for (int i = 0; i < 3; ++i) {
    out.centre[i] = box.centre[static_cast<std::size_t>(i)];
    out.half[i] = box.half_extents[static_cast<std::size_t>(i)];
    for (int c = 0; c < 3; ++c) out.axes[i][c] = static_cast<float>(m[i][c]);
  }
  return out;
}

void countWrong(benchmark::State& state, const Work& work, const std::vector<std::uint8_t>& found) {
  double wrong = 0, worst = 0;
  for (std::size_t i = 0; i < found.size(); ++i) {
    const double gap = work.gaps[i];
    if ((found[i] != 0) == (gap <= 0) || std::abs(gap) <= 1e-6) continue;
    ++wrong;
    worst = std::max(worst, std::abs(gap));
  }
  state.counters["wrong"] = wrong;
  state.counters["worst"] = worst;
  state.SetItemsProcessed(static_cast<std::int64_t>(found.size()) * static_cast<std::int64_t>(state.iterations()));
}

void plainBoxes(benchmark::State& state, Mix mix, std::size_t count) {
  const Work& work = workOf(mix, count);
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
  const Work& work = workOf(mix, count);
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
  const Work& work = workOf(mix, count);
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
  const Work& work = workOf(mix, count);
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
  add("boxOverlapsPortable", [mix](benchmark::State& state) { boxOverlaps(state, mix, kResident, portableBoxKernel()); });
}

void registerAlways() {
  registerMix(Mix::kHit50);
  registerMix(Mix::kNear);
  const auto add = [](const char* row, auto function) { benchmark::RegisterBenchmark(row, function)->Unit(benchmark::kMicrosecond); };
  add("plainBoxesOfList/hit50", [](benchmark::State& state) { plainBoxesOfList(state, Mix::kHit50, kResident); });
  add("boxOverlapsOfList/hit50", [](benchmark::State& state) { boxOverlapsOfList(state, Mix::kHit50, kResident); });
}
const bool kRegistered = (registerAlways(), true);

}  // namespace

void registerLongBoxBenchmarks() {
  for (const Mix mix : {Mix::kHit10, Mix::kHit90, Mix::kPar, Mix::kFlat, Mix::kFar}) registerMix(mix);
  const auto add = [](const char* row, auto function) { benchmark::RegisterBenchmark(row, function)->Unit(benchmark::kMicrosecond); };
  add("plainBoxes/hit50-stream", [](benchmark::State& state) { plainBoxes(state, Mix::kHit50, kStream); });
  add("boxOverlaps/hit50-stream", [](benchmark::State& state) { boxOverlaps(state, Mix::kHit50, kStream, boxKernel()); });
}

}  // namespace sepax
