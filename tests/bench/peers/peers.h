#pragma once

#include <benchmark/benchmark.h>

#include <string>
#include <vector>

namespace sepax::bench {

// Each adds its rows, "WORK|WHO"; the first of a work is what the others are compared with. Counters: items in one iteration, wrong answers
// and the worst of them; others are shown as they are.
void registerBoxes();
void registerHulls();
void registerBroadPhases();

/// The rows in the order in which they were added; they run in another.
inline std::vector<std::string> row_names;

template <class Function>
void addRow(const std::string& work, const std::string& who, Function function) {
  row_names.push_back(work + "|" + who);
  benchmark::RegisterBenchmark(row_names.back().c_str(), function);
}

}  // namespace sepax::bench
