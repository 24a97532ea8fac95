#include "app/check_command.h"

#include "app/check_output.h"
#include "app/checked_case.h"
#include "app/command_line.h"
#include "collide/pair_table.h"
#include "core/platform.h"

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <algorithm>

namespace sepax {

namespace {

std::string algorithmNames() {
  std::string names;
  for (const PairAlgorithm& row : pairAlgorithms()) names += fmt::format("{}, ", row.name);
  return names + "all";
}

bool isAlgorithm(const std::string& name) { return name == "all" || findAlgorithm(name) != nullptr; }

}  // namespace

int runCheck(const CheckOptions& options) {
  if (!isAlgorithm(options.algorithm)) {
    return complain(fmt::format("--algorithm: expected one of {}, found \"{}\"", algorithmNames(), options.algorithm));
  }
  std::vector<CheckedCase> cases;  // kept for the JUnit file only
  std::vector<Error> unusable;
  bool failed = false, printed = true;
  const auto refuse = [&](Error error) {
    complain(error);
    unusable.push_back(std::move(error));
  };
  for (const std::string& path : options.files) {
    visitCases(path, [&](const std::string& file, const Result<LoadedCase>& loaded) {
      if (!loaded) return refuse(loaded.error());
      auto checked = checkCase(*loaded, file, options.algorithm, options.expect || !options.junit.empty());
      if (!checked) return refuse(checked.error());
      failed = failed || !checked->failures.empty();
      printed = print(options.json ? caseJson(*checked) : caseTable(*checked)) && printed;
      if (!options.junit.empty()) {
        checked->reports.clear();
        cases.push_back(std::move(*checked));
      }
    });
  }
  if (!options.junit.empty()) {
    if (auto ok = writeFileAtomically(options.junit, junitXml(cases, unusable)); !ok) refuse(ok.error());
  }
  if (finishOutput(printed) != kFine || !unusable.empty()) return kUnusable;
  return failed ? kFailed : kFine;
}

void addCheckCommand(CLI::App& app, int& exit_status) {
  auto options = std::make_shared<CheckOptions>();
  CLI::App* const command = app.add_subcommand("check", "Test the pairs of case files and print verdicts and axes");
  command->add_option("FILE", options->files, "Case files; of a bundle (.zip, .obb) or folder, every case inside")->required();
  command->add_flag("--json", options->json, "Print JSON, one object a case and line");
  command->add_option("--algorithm", options->algorithm, "Row of the pair table (" + algorithmNames() + "); all also compares them")
      ->capture_default_str();
  command->add_flag("--expect", options->expect, "Compare with what the cases expect; exit status 1 when one differs");
  command->add_option("--junit", options->junit, "Write a JUnit report of the expectations to this file (implies --expect)");
  command->footer(
      "\"expect\" in a case lists what must hold:\n"
      "  {\"pair\": [\"A\", \"B\"], ...}  verdict, separation, distance, depth, normal, deciding_axis\n"
      "  {\"query\": 0, ...}          of query 0: hit, enter, leave, normal, distance (sweep); hit, distance, normal (ray);\n"
      "                             inside, distance (signed), normal (contains); volumes {\"box_min\": 8, ...} (fit)\n"
      "Numbers may differ by \"tolerance\" (1e-9). What a query does not answer fails.\n\n"
      "Exit status: 0 fine, 1 an expectation failed or algorithms disagree, 2 unusable input.");
  command->callback([options, &exit_status] { exit_status = runCheck(*options); });
}

void addAlgorithmsCommand(CLI::App& app) {
  app.add_subcommand("algorithms", "List the algorithms that check --algorithm takes")->callback([] {
    for (const PairAlgorithm& row : pairAlgorithms()) fmt::print("{:<32} {}\n", row.name, row.summary);
  });
}

}  // namespace sepax
