#include "app/commands/commands.h"

#include "app/commands/check_output.h"
#include "app/commands/checked_case.h"
#include "app/commands/command_line.h"
#include "app/commands/report.h"
#include "collide/pair_table.h"
#include "core/platform.h"
#include "core/text.h"
#include "document/tested_pairs.h"
#include "format/query_report.h"
#include "format/report_json.h"

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sepax {

namespace {

struct CheckOptions {
  std::vector<std::string> files;  ///< "-": standard input
  ReportOptions report;
  std::string algorithm = "sat";  ///< a row of the pair table, kSoundRows or kAllRows
  bool expect = false;
  NumberText numbers;
  std::optional<Axes> axes;     ///< none: listed for a single small case
  std::optional<Verdict> only;  ///< print pairs of this verdict
  Culling culling = Culling::kOfCrowds;
};

/// Rows that --algorithm takes; the historical ones only by their number.
std::string algorithmNames() {
  std::string names;
  std::size_t historical = 0;
  for (const PairAlgorithm& row : pairAlgorithms()) {
    if (row.historical) {
      ++historical;
    } else {
      names += fmt::format("{}, ", row.name);
    }
  }
  return fmt::format("{}{}, {}, or one of {} that sepax algorithms lists besides", names, kSoundRows, kAllRows,
                     historical);
}

/// A case alone on the command line is explained in full; of many files and pairs there is a line each.
Detail detailOf(const CheckOptions& options, const CheckedCase& checked) {
  constexpr std::size_t kMaxExplainedPairs = 20;
  if (options.report.quiet) return Detail::kFailures;
  if (options.axes) return *options.axes == Axes::kListed ? Detail::kAxes : Detail::kPoints;
  const bool is_alone = options.files.size() == 1 && checked.file == options.files.front();
  return is_alone && checked.reports <= kMaxExplainedPairs ? Detail::kAxes : Detail::kLines;
}

/// Tests the pairs of case files, and of all cases in bundles and folders, and prints the answers on standard output.
/// Exit status: 0 fine, 1 an expectation failed or algorithms disagree, 2 unusable input (message on standard error;
/// other files are still answered).
int runCheck(const CheckOptions& options) {
  const bool is_several = options.algorithm == kSoundRows || options.algorithm == kAllRows;
  const std::string row_name = options.algorithm.substr(0, options.algorithm.find(':'));
  if (!is_several && findAlgorithm(row_name) == nullptr) {
    std::vector<std::string> names{kSoundRows, kAllRows};
    for (const PairAlgorithm& row : pairAlgorithms()) names.emplace_back(row.name);
    const auto nearest = nearestWord(row_name, names);
    return complain(fmt::format("--algorithm: expected one of {}; found \"{}\"{}", algorithmNames(), options.algorithm,
                                nearest ? fmt::format(", did you mean \"{}\"?", *nearest) : ""));
  }
  if (!is_several) {
    if (const auto choice = chosenAlgorithm(options.algorithm); !choice)
      return complain("--algorithm: " + choice.error().message);
  }
  std::vector<JunitSuite> suites;
  std::vector<Error> unusable;
  CheckCounts counts;
  bool printed = true;
  const auto refuse = [&](Error error) {
    complain(error);
    unusable.push_back(std::move(error));
    ++counts.unusable;
  };
  const bool expects = options.expect || !options.report.junit.empty();
  for (const std::string& path : options.files) {
    visitCases(path, [&](const std::string& file, const Result<LoadedCase>& loaded) {
      if (!loaded) return refuse(loaded.error());
      const CheckRequest request{options.algorithm, expects, options.culling, !options.report.quiet};
      auto checked = checkCase(*loaded, file, request);
      if (!checked) return refuse(checked.error());
      // The text of a case has them, too.
      if (options.report.quiet && !options.report.strict) {
        for (const std::string& warning : checked->warnings) complain("warning: " + warning);
      }
      if (options.report.strict && !checked->warnings.empty()) {
        for (const std::string& warning : checked->warnings) complain(warning);
        unusable.push_back(unusableFile(file, checked->warnings.front()));
        ++counts.unusable;
        return;
      }
      const CasePrint look{options.numbers, detailOf(options, *checked), options.axes.value_or(Axes::kListed),
                           options.only};
      const auto sink = [](std::string_view text) { return print(text); };
      printed = (options.report.json ? printJson : printTable)(*loaded, request, *checked, look, sink) && printed;
      counts.add(*checked);
      if (!options.report.junit.empty()) suites.push_back(suiteOf(*checked));
    });
  }
  if (!options.report.json && (options.report.quiet || counts.cases + counts.unusable > 1))
    printed = print(countLine(counts)) && printed;
  if (auto ok = writeJunit(options.report, suites, unusable); !ok) refuse(ok.error());
  if (finishOutput(printed) != kExitFine || !unusable.empty()) return kExitUnusable;
  // A run that is green because nothing was compared would hide that for ever.
  if (expects && counts.cases > 0 && counts.expectations == 0)
    return complain("--expect: no case expects anything, so nothing was compared (sepax help expect)");
  return counts.failed + counts.disagreements > 0 ? kExitFailed : kExitFine;
}

}  // namespace

void addCheckCommand(CLI::App& app, int& exit_status) {
  auto options = std::make_shared<CheckOptions>();
  CLI::App* const command = app.add_subcommand("check", "Test the pairs of case files and print verdicts and axes");
  command
      ->add_option("FILE", options->files,
                   "Case files; of a bundle (.zip, .obb) or folder, every case inside; - is standard input, a case or "
                   "one a line")
      ->required();
  addReportOptions(*command, options->report, "a test for each expectation (implies --expect)",
                   "Print JSON, one object a case and line. In names of axes and features A is the first body of the "
                   "pair, B the second");
  command
      ->add_option(
          "--algorithm", options->algorithm,
          "One of `sepax algorithms`; all: every verified one, compared with the first; all+historical: every one")
      ->capture_default_str();
  command->add_flag("--expect", options->expect, "Compare with what the cases expect (sepax help expect)");
  CLI::Option* const digits =
      command
          ->add_option("--digits", options->numbers.digits, "Significant digits in text; without it as many as matter")
          ->check(CLI::Range(1, 17));
  command->add_flag("--hex", options->numbers.hex, "Hexadecimal floats in text, exact to the bit")->excludes(digits);
  command->add_flag_callback(
      "--axes", [options] { options->axes = Axes::kListed; }, "Tables of axes for every pair of every file");
  command->add_flag_callback(
      "--no-axes", [options] { options->axes = Axes::kLeftOut; }, "No axes, in JSON neither");
  static const std::map<std::string, Verdict> kVerdicts{
      {"separated", Verdict::kSeparated}, {"touching", Verdict::kTouching}, {"overlapping", Verdict::kOverlapping}};
  command
      ->add_option_function<std::string>(
          "--only", [options](const std::string& name) { options->only = kVerdicts.at(name); },
          "Print only the pairs with this verdict")
      ->type_name("VERDICT")
      ->check(CLI::IsMember(kVerdicts));
  command->add_flag_callback(
      "--all-pairs", [options] { options->culling = Culling::kNever; },
      "Test every pair of a crowd (more than 64 bodies), also where the bounds are apart");
  addStrict(*command, options->report);
  command->footer(
      "Exit status: 0 fine, 1 an expectation failed or algorithms disagree, 2 unusable input, or --expect found "
      "nothing to compare.");
  command->callback([options, &exit_status] { exit_status = runCheck(*options); });
}

void addAlgorithmsCommand(CLI::App& app) {
  app.add_subcommand("algorithms", "List the algorithms that check --algorithm takes")->callback([] {
    for (const PairAlgorithm& row : pairAlgorithms()) fmt::print("{:<32} {}\n", row.name, row.summary);
    fmt::print(
        "\nA row can be told how it holds what has corners: sat:margin=0.04 rounds it by 4 cm (Bullet's hulls), "
        "gjk-epa:shrink=0.05,margin=0.05\nmoves the sides inwards first (Jolt's convex radius, Bullet's boxes), "
        "sat:shrink=0.01 only "
        "shrinks. Round shapes, meshes, chains,\nheightfields, compounds and half-spaces stay as they are.\n");
  });
}

}  // namespace sepax
