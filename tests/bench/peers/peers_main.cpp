#include "bench/goals.h"
#include "bench/peers/peers.h"
#include "bench/recorded_run.h"
#include "core/platform.h"

#include <benchmark/benchmark.h>
#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <map>
#include <optional>
#include <string>
#include <vector>

// The same work done by Sepax and by the libraries that Debian packages: `tools/bench`. Rows alternate at random within
// one process, and the least time of several passes counts, so that whatever else the machine does meets all alike.

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
      row.nanoseconds =
          std::min(row.nanoseconds, run.cpu_accumulated_time * 1e9 / static_cast<double>(run.iterations) / of_one);
      std::fputc('.', stderr);
    }
  }

  void Finalize() override {
    std::fputc('\n', stderr);
    fmt::print(
        "{}, {:.0f} MHz. Time of one item on one core, the least of five passes that alternate; \"times\" is the time "
        "of the first row\n"
        "of the same work over this one's. Wrong: answers that contradict the truth where the gap is more than 1e-6 m, "
        "and the largest\n"
        "such gap.\n\n",
        processorName(), mhz_);
    fmt::print("| work | who | time | times | wrong | worst | | goal |\n|---|---|---:|---:|---:|---:|---|---|\n");
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
      fmt::print("| {} | {} | {} | {:.2f} | {} | {} | {} | {} |\n", is_first ? work : "", name.substr(bar + 1),
                 timeText(row.nanoseconds), first / row.nanoseconds, wrong, worst, notes,
                 goalText(name, row.nanoseconds, first / row.nanoseconds));
    }
  }

  /// Our rows, each beside the first row of the same work that is not ours.
  [[nodiscard]] std::vector<RecordedRow> ourRows() const {
    std::vector<RecordedRow> ours;
    for (const std::string& name : row_names) {
      const std::string work_and_bar = name.substr(0, name.find('|') + 1);
      const auto other = std::find_if(row_names.begin(), row_names.end(), [&](const std::string& of_work) {
        return of_work.starts_with(work_and_bar) && !isOurs(of_work) && rows_.contains(of_work);
      });
      if (!isOurs(name) || !rows_.contains(name) || other == row_names.end()) continue;
      const double time = rows_.at(name).nanoseconds;
      ours.push_back({name, other->substr(work_and_bar.size()), time, rows_.at(*other).nanoseconds / time});
    }
    return ours;
  }

 private:
  static bool isOurs(const std::string& name) { return name.substr(name.find('|') + 1).starts_with("Sepax"); }

  static std::string timeText(double ns) {
    return ns < 1e3   ? fmt::format("{:.1f} ns", ns)
           : ns < 1e6 ? fmt::format("{:.2f} µs", ns / 1e3)
                      : fmt::format("{:.2f} ms", ns / 1e6);
  }

  double mhz_ = 0;
  std::map<std::string, Measured> rows_;
};

constexpr const char* kHelp =
    "Usage: tools/bench [--record FILE] [--compare FILE [--loss SHARE]] [options of Google Benchmark]\n\n"
    "  --record FILE   writes our times and ratios as JSON\n"
    "  --compare FILE  lists the rows whose ratio to the plain version or the other library fell against a recorded "
    "run\n"
    "  --loss SHARE    by more than this share of the recorded ratio (0.2)\n\n"
    "Exit status: 0, 1 when a ratio fell, 2 when a file cannot be read or written or another processor recorded it.\n";

struct Options {
  std::string record, compare;
  double loss = 0.2;
  std::vector<std::string> others;  ///< for Google Benchmark
};

/// The options; nothing, after a message, when one is wrong.
std::optional<Options> optionsOf(const std::vector<std::string>& arguments) {
  Options options;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const std::string& argument = arguments[i];
    if (argument != "--record" && argument != "--compare" && argument != "--loss") {
      options.others.push_back(argument);
      continue;
    }
    if (++i == arguments.size()) {
      fmt::print(stderr, "{}: a value is missing\n", argument);
      return std::nullopt;
    }
    const std::string& value = arguments[i];
    if (argument == "--loss") {
      char* end = nullptr;
      options.loss = std::strtod(value.c_str(), &end);
      if (*end != '\0' || !(options.loss > 0 && options.loss < 1)) {
        fmt::print(stderr, "--loss: expected a share between 0 and 1, found \"{}\"\n", value);
        return std::nullopt;
      }
    } else {
      (argument == "--record" ? options.record : options.compare) = value;
    }
  }
  return options;
}

/// The run in a file, of this processor.
Result<RecordedRun> recordedRun(const std::string& file) {
  constexpr std::uint64_t kLimit = 1 << 20;
  const auto text = readFile(file, kLimit);
  SEPAX_TRY(text);
  auto run = readRun(*text, file);
  SEPAX_TRY(run);
  SEPAX_TRY(sameProcessor(*run, file, processorName()));
  return run;
}

/// Prints the rows that fell and returns their number.
std::size_t compare(const RecordedRun& recorded, const RecordedRun& measured, double loss) {
  const std::vector<ComparedRow> fallen = fallenRows(recorded, measured, loss);
  fmt::print("\nAgainst the run of {}: {} of our rows fell by more than {:g} %\n", recorded.date, fallen.size(),
             100 * loss);
  for (const auto& [old, now] : fallen) {
    fmt::print("- {}: {:.2f} times as fast as {}, recorded {:.2f}\n", now.name, now.ratio, now.than, old.ratio);
  }
  return fallen.size();
}

void measure(std::vector<std::string> arguments, Table& table) {
  std::vector<char*> pointers;
  for (std::string& argument : arguments) pointers.push_back(argument.data());
  int count = static_cast<int>(pointers.size());
  benchmark::Initialize(&count, pointers.data());
  if (benchmark::ReportUnrecognizedArguments(count, pointers.data())) std::exit(2);
  benchmark::RunSpecifiedBenchmarks(&table);
}

/// The program's exit status.
int run(const std::string& program, const Options& options) {
  std::optional<RecordedRun> recorded;
  if (!options.compare.empty()) {  // before three minutes of work
    auto read = recordedRun(options.compare);
    if (!read) {
      fmt::print(stderr, "{}\n", describe(read.error()));
      return 2;
    }
    recorded = std::move(*read);
  }
  std::vector<std::string> arguments{program, "--benchmark_enable_random_interleaving=true",
                                     "--benchmark_repetitions=5", "--benchmark_min_time=0.05"};
  arguments.insert(arguments.end(), options.others.begin(), options.others.end());
  Table table;
  measure(std::move(arguments), table);
  const RecordedRun measured{processorName(), fmt::format("{:%Y-%m-%d}", fmt::gmtime(std::time(nullptr))),
                             table.ourRows()};
  if (!options.record.empty()) {
    if (const auto written = writeFileAtomically(options.record, textOf(measured)); !written) {
      fmt::print(stderr, "{}\n", describe(written.error()));
      return 2;
    }
  }
  return recorded && compare(*recorded, measured, options.loss) > 0 ? 1 : 0;
}

}  // namespace
}  // namespace sepax::bench

int main(int argc, char** argv) {
  using namespace sepax::bench;
  const std::vector<std::string> arguments(argv + 1, argv + argc);
  if (std::find(arguments.begin(), arguments.end(), "--help") != arguments.end()) {
    fmt::print("{}", kHelp);
    return 0;
  }
  const auto options = optionsOf(arguments);
  if (!options) return 2;
  registerBoxes();
  registerHulls();
  registerPlanar();
  registerBroadPhases();
  registerFits();
  registerMeshes();
  registerSweeps();
  return run(argv[0], *options);
}
