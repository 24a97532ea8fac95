#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <map>
#include <string>
#include <vector>

#include "bench/peers/peers.h"

// The same work done by Sepax and by the libraries that Debian packages: `tools/bench`. Rows alternate at random within one process, and
// the least time of several passes counts, so that whatever else the machine does meets all alike.

namespace sepax::bench {
namespace {

struct Measured {
  double nanoseconds = 1e300;  ///< of one item, the least of all passes; of the thread's own time
  std::map<std::string, double> figures;
};

/// Gathers the rows and prints them as one table of Markdown at the end.
class Table : public benchmark::BenchmarkReporter {
 public:
  bool ReportContext(const Context& context) override {
    mhz_ = context.cpu_info.cycles_per_second / 1e6;
    return true;
  }

  void ReportRuns(const std::vector<Run>& runs) override {
    for (const Run& run : runs) {
      if (run.run_type != Run::RT_Iteration) continue;
      Measured& row = rows_[run.run_name.function_name];
      for (const auto& [key, counter] : run.counters) row.figures[key] = counter.value;
      const auto items = row.figures.find("items");
      const double of_one = items == row.figures.end() ? 1 : items->second;
      row.nanoseconds = std::min(row.nanoseconds, run.cpu_accumulated_time * 1e9 / static_cast<double>(run.iterations) / of_one);
      std::fputc('.', stderr);
    }
  }

  void Finalize() override {
    std::fputc('\n', stderr);
    fmt::print(
        "{}, {:.0f} MHz. Time of one item on one core, the least of five passes that alternate; \"times\" is the time of the first row\n"
        "of the same work over this one's. Wrong: answers that contradict the truth where the gap is more than 1e-6 m, and the largest\n"
        "such gap.\n\n",
        processor(), mhz_);
    fmt::print("| work | who | time | times | wrong | worst | |\n|---|---|---:|---:|---:|---:|---|\n");
    std::string last_work;
    double first = 0;
    for (const std::string& name : row_names) {
      const auto found = rows_.find(name);
      if (found == rows_.end()) continue;
      const Measured& row = found->second;
      const std::size_t bar = name.find('|');
      const std::string work = name.substr(0, bar);
      const bool is_first = work != last_work;
      if (is_first) first = row.nanoseconds;
      last_work = work;
      std::string wrong, worst, notes;
      for (const auto& [key, value] : row.figures) {
        if (key == "wrong") {
          wrong = fmt::format("{:.0f}", value);
        } else if (key == "worst") {
          if (value > 0) worst = fmt::format("{:.2g} m", value);
        } else if (key != "items") {
          notes += fmt::format("{}{} {:.6g}", notes.empty() ? "" : ", ", key, value);
        }
      }
      fmt::print("| {} | {} | {} | {:.2f} | {} | {} | {} |\n", is_first ? work : "", name.substr(bar + 1), timeText(row.nanoseconds),
                 first / row.nanoseconds, wrong, worst, notes);
    }
  }

 private:
  static std::string timeText(double ns) {
    return ns < 1e3 ? fmt::format("{:.1f} ns", ns) : ns < 1e6 ? fmt::format("{:.2f} µs", ns / 1e3) : fmt::format("{:.2f} ms", ns / 1e6);
  }

  static std::string processor() {
    std::ifstream info("/proc/cpuinfo");
    for (std::string line; std::getline(info, line);) {
      if (line.starts_with("model name")) return line.substr(line.find(':') + 2);
    }
    return "unknown";
  }

  double mhz_ = 0;
  std::map<std::string, Measured> rows_;
};

}  // namespace
}  // namespace sepax::bench

int main(int argc, char** argv) {
  sepax::bench::registerBoxes();
  sepax::bench::registerHulls();
  sepax::bench::registerPlanar();
  sepax::bench::registerBroadPhases();
  sepax::bench::registerFits();
  sepax::bench::registerMeshes();
  sepax::bench::registerSweeps();
  std::vector<std::string> arguments(argv, argv + argc);
  arguments.insert(arguments.begin() + 1,
                   {"--benchmark_enable_random_interleaving=true", "--benchmark_repetitions=5", "--benchmark_min_time=0.05"});
  std::vector<char*> pointers;
  for (std::string& argument : arguments) pointers.push_back(argument.data());
  int count = static_cast<int>(pointers.size());
  benchmark::Initialize(&count, pointers.data());
  if (benchmark::ReportUnrecognizedArguments(count, pointers.data())) return 2;
  sepax::bench::Table table;
  benchmark::RunSpecifiedBenchmarks(&table);
  return 0;
}
