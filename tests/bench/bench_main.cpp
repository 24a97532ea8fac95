#include "bench/goals.h"
#include "bench/long_benchmarks.h"

#include <benchmark/benchmark.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

// `sepax bench [--filter REGEX] [--long] [--json]`. Without --long it ends within a minute.

namespace {

constexpr const char* kHelp =
    "Time reports, pictures and bundles, each beside a plain version of the same work or another program.\n"
    "Usage: sepax bench [--filter REGEX] [--long] [--json]\n\n"
    "  --filter REGEX  only rows whose name matches; a leading - turns it round\n"
    "  --long          more mixes of box pairs, a million of them too\n"
    "  --json          as JSON\n\n"
    "Options of Google Benchmark (--benchmark_min_time=…, --benchmark_repetitions=…) work as well.\n"
    "times_plain: how many times the plain version's time in the same run; times_faster: how many times faster than "
    "it, or than the other\n"
    "program. Behind a row that has a goal: whether it meets that.\n"
    "SEPAX_BENCH_MIB: size of the bundle that is verified, MiB (64).\n";

/// The plain version that a row is compared with; it must run before the row.
struct Plain {
  std::string_view rows;   ///< a row's name, or with a slash at its end how the names of several begin
  std::string_view plain;  ///< with a slash at its end: the row of that name and the same rest
};
constexpr Plain kPlain[] = {{"pairReport/", "plainBoxBoolean"},
                            {"quickReport/", "plainBoxBoolean"},
                            {"boxPairReportAndPicture/", "plainBoxBoolean"},
                            {"meshPair/", "allTriangleBoxes/iterations:1"},
                            {"meshSweep/rotating_50_triangles", "plainMeshSweep/rotating_50_triangles/iterations:1"},
                            {"broadPhase/", "plainSweepAndPrune/"},
                            {"boxOverlaps/", "plainBoxes/"},
                            {"boxOverlaps,AVX2/", "plainBoxes/"},
                            {"boxOverlaps,portable/", "plainBoxes/"},
                            {"boxGaps/", "plainBoxes/"},
                            {"flatBoxOverlaps/", "plainRectangles/"},
                            {"boxManifolds/", "plainBoxes/"},
                            {"fit/", "plainSumOfPoints"},
                            {"boxOverlapsOfList/", "plainBoxesOfList/"}};

/// Another reporter, whose rows get the ratio to their plain version, and what their goal says of them.
template <class Reporter>
class WithRatios : public Reporter {
 public:
  using Reporter::Reporter;
  void ReportRuns(const std::vector<benchmark::BenchmarkReporter::Run>& runs) override {
    std::vector<benchmark::BenchmarkReporter::Run> shown = runs;
    for (auto& run : shown) {
      const std::string name = run.benchmark_name();
      const double seconds = run.GetAdjustedRealTime() / benchmark::GetTimeUnitMultiplier(run.time_unit);
      seconds_[name] = seconds;
      for (const Plain& row : kPlain) {
        const bool is_meant = row.rows.ends_with('/') ? name.starts_with(row.rows) : name == row.rows;
        if (!is_meant) continue;
        const std::string rest = row.plain.ends_with('/') ? name.substr(row.rows.size()) : "";
        const auto plain = seconds_.find(std::string(row.plain) + rest);
        if (plain == seconds_.end()) continue;
        const double ratio = seconds / plain->second;
        run.counters[ratio < 1 ? "times_faster" : "times_plain"] = ratio < 1 ? 1 / ratio : ratio;
      }
      const auto faster = run.counters.find("times_faster"), slower = run.counters.find("times_plain");
      const double times = faster != run.counters.end()   ? faster->second.value
                           : slower != run.counters.end() ? 1 / slower->second.value
                                                          : 0;
      const auto items = run.counters.find("items_per_second");
      const double of_one = items == run.counters.end() ? seconds : 1 / items->second.value;
      run.report_label = sepax::bench::goalText(name, of_one * 1e9, times);
    }
    Reporter::ReportRuns(shown);
  }

 private:
  std::map<std::string, double> seconds_;
};

std::unique_ptr<benchmark::BenchmarkReporter> reporter(bool json) {
  if (json) return std::make_unique<WithRatios<benchmark::JSONReporter>>();
  using Console = benchmark::ConsoleReporter;
  return std::make_unique<WithRatios<Console>>(isatty(1) != 0 ? Console::OO_ColorTabular : Console::OO_Tabular);
}

}  // namespace

int main(int argc, char** argv) {
  std::vector<std::string> arguments(argv, argv + argc);
  if (arguments.size() > 1 && arguments[1] == "bench")
    arguments.erase(arguments.begin() + 1);  // as `sepax bench` hands it over
  bool json = false, with_long = false;
  std::string filter;
  std::vector<std::string> others{arguments.front(),
                                  "--benchmark_min_time=0.25"};  // seconds a row, or what is asked for after it
  for (std::size_t i = 1; i < arguments.size(); ++i) {
    const std::string& argument = arguments[i];
    if (argument == "--help" || argument == "-h") {
      fmt::print("{}", kHelp);
      return 0;
    }
    if (argument == "--json") {
      json = true;
    } else if (argument == "--long") {
      with_long = true;
    } else if (argument == "--filter" && i + 1 < arguments.size()) {
      filter = arguments[++i];
    } else {
      others.push_back(argument);
    }
  }
  if (with_long) sepax::registerLongBoxBenchmarks();
  if (!filter.empty()) others.push_back("--benchmark_filter=" + filter);
  std::vector<char*> pointers;
  for (std::string& other : others) pointers.push_back(other.data());
  int count = static_cast<int>(pointers.size());
  benchmark::Initialize(&count, pointers.data());
  if (benchmark::ReportUnrecognizedArguments(count, pointers.data())) return 2;
  benchmark::RunSpecifiedBenchmarks(reporter(json).get());
  benchmark::Shutdown();
  return 0;
}
