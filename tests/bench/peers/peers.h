#pragma once

#include "bench/box_work.h"

#include <benchmark/benchmark.h>

#include <cstdint>
#include <string>
#include <vector>

namespace sepax::bench {

// Each adds its rows, "WORK|WHO"; the first of a work is what the others are compared with. Counters: items in one
// iteration, wrong answers and the worst of them; others are shown as they are.
void registerBoxes();
void registerHulls();
void registerPlanar();
void registerBroadPhases();
void registerFits();
void registerMeshes();
void registerSweeps();

/// The rows in the order in which they were added; they run in another.
inline std::vector<std::string> row_names;

template <class Function>
void addRow(const std::string& work, const std::string& who, Function function) {
  row_names.push_back(work + "|" + who);
  benchmark::RegisterBenchmark(row_names.back().c_str(), function);
}

inline void countAnswers(benchmark::State& state, const std::vector<double>& gaps,
                         const std::vector<std::uint8_t>& found) {
  const WrongAnswers wrong = wrongAnswers(gaps, found);
  state.counters["items"] = static_cast<double>(found.size());
  state.counters["wrong"] = static_cast<double>(wrong.count);
  state.counters["worst"] = wrong.worst;
}

/// Runs `test(pair)` over `count` pairs and compares what it says of overlaps with their gaps.
template <class Test>
void overAll(benchmark::State& state, const std::vector<double>& gaps, std::size_t count, Test&& test) {
  std::vector<std::uint8_t> found(count);
  for (auto _ : state) {
    for (std::size_t i = 0; i < count; ++i) found[i] = test(i) ? 1 : 0;
    benchmark::DoNotOptimize(found.data());
  }
  countAnswers(state, gaps, found);
}

}  // namespace sepax::bench
