#include "app/jury_command.h"

#include "app/checked_case.h"
#include "app/command_line.h"
#include "core/duration.h"
#include "core/json_text.h"
#include "core/text.h"
#include "lab/juror_install.h"
#include "lab/jury.h"

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

namespace sepax {

namespace {

struct JuryOptions {
  std::vector<std::string> files, jurors, manifests, options;
  double timeout = 2;
  bool json = false, expect = false;
};

/// The members that are asked for by name: programs and rows of our own; "all" is every program and every sound row.
Result<std::vector<JuryMember>> membersOf(const JuryOptions& options) {
  std::vector<std::string> problems;
  std::vector<JurorManifest> manifests;
  for (const std::string& file : options.manifests) {
    auto manifest = readJurorManifest(file);
    SEPAX_TRY(manifest);
    manifests.push_back(std::move(*manifest));
  }
  const std::size_t given = manifests.size();
  for (JurorManifest& manifest : findJurors(problems)) manifests.push_back(std::move(manifest));
  for (const std::string& problem : problems) complain(problem);
  const JurorLimits limits{.answer_seconds = options.timeout};
  std::vector<JuryMember> members;
  const bool only_given = options.jurors.empty() && given > 0;
  const bool all =
      (options.jurors.empty() && !only_given) || std::find(options.jurors.begin(), options.jurors.end(), "all") != options.jurors.end();
  const auto isAsked = [&](const std::string& name) {
    return std::find(options.jurors.begin(), options.jurors.end(), name) != options.jurors.end();
  };
  for (const PairAlgorithm& row : pairAlgorithms()) {
    if (isAsked(row.name) || (all && !row.historical)) members.push_back({nullptr, &row});
  }
  for (std::size_t i = 0; i < manifests.size(); ++i) {
    if (all || i < given || isAsked(manifests[i].name)) members.push_back({std::make_unique<Juror>(manifests[i], limits), nullptr});
  }
  std::vector<std::string> names{"all"};
  for (const PairAlgorithm& row : pairAlgorithms()) names.emplace_back(row.name);
  for (const JurorManifest& manifest : manifests) names.push_back(manifest.name);
  for (const std::string& name : options.jurors) {
    if (std::find(names.begin(), names.end(), name) != names.end()) continue;
    const auto nearest = nearestWord(name, names);
    if (!nearest) return noJuror("--jurors", name);
    return fail(ErrorCode::kNotFound, "--jurors", fmt::format("no juror \"{}\", did you mean \"{}\"?", name, *nearest));
  }
  return members;
}

/// "margin=0.04" → {"margin": 0.04}.
Result<Json> optionsOf(const std::vector<std::string>& texts) {
  Json out;
  for (const std::string& text : texts) {
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos)
      return fail(ErrorCode::kWrongValue, "--option", fmt::format("expected NAME=VALUE, found \"{}\"", text));
    const std::string value = text.substr(equals + 1);
    auto json = parseJson(value, "--option");
    out[text.substr(0, equals)] = json ? std::move(*json) : Json(value);
  }
  return out;
}

std::string rowText(const JuryRow& row) {
  const JurorAnswer& answer = row.answer;
  const auto number = [](const std::optional<double>& value) { return value ? humanNumber(*value, 6) : std::string("-"); };
  std::string why;
  for (const JuryDifference& difference : row.differences)
    why += (why.empty() ? "" : "; ") + fmt::format("{}{}", difference.is_tie ? "tie: " : "", difference.text);
  const bool is_ok = answer.status == JurorAnswer::Status::kOk;
  const std::string verdict = !is_ok               ? statusName(answer.status)
                              : answer.overlapping ? (*answer.overlapping ? "overlapping" : "separated")
                                                   : "-";
  return fmt::format("  {:<2}{:<20} {:<12} {:>12} {:>12} {:>10}  {}\n", row.differs() ? "!" : "", row.name, verdict,
                     number(answer.separation), number(answer.distance), answer.time_ns ? humanDuration(*answer.time_ns * 1e-9) : "-",
                     is_ok ? why : answer.message);
}

int run(const JuryOptions& options) {
  auto members = membersOf(options);
  if (!members) return complain(members.error());
  const auto asked = optionsOf(options.options);
  if (!asked) return complain(asked.error());
  bool is_unusable = false, differs = false, printed = true;
  for (const std::string& path : options.files) {
    visitCases(path, [&](const std::string& file, const Result<LoadedCase>& loaded) {
      if (!loaded) {
        is_unusable = true;
        complain(loaded.error());
        return;
      }
      const Document& document = loaded->document;
      Json pairs = Json::array();
      if (!options.json) printed = print(fmt::format("{}\n", printableLine(file))) && printed;
      for (const PairIds& pair : testedPairs(document)) {
        const auto reference = testPair(document, pair);
        if (!reference) {
          is_unusable = true;
          complain(reference.error());
          continue;
        }
        std::vector<JuryRow> rows;
        for (JuryMember& member : *members) rows.push_back(askMember(member, document, pair, reference->answer, *asked));
        for (const JuryRow& row : rows)
          differs = differs || row.differs() || row.answer.status == JurorAnswer::Status::kCrashed ||
                    row.answer.status == JurorAnswer::Status::kTimeout || row.answer.status == JurorAnswer::Status::kError;
        if (options.json) {
          pairs.push(juryJson(pair, reference->answer, rows, document.space));
          continue;
        }
        std::string text = fmt::format("{}, {}: {}, separation {}, distance {}\n  {:<22} {:<12} {:>12} {:>12} {:>10}\n", pair.first,
                                       pair.second, verdictName(reference->answer.verdict), humanNumber(reference->answer.separation, 6),
                                       humanNumber(reference->answer.distance, 6), "juror", "verdict", "separation", "distance", "time");
        for (const JuryRow& row : rows) text += rowText(row);
        printed = print(text) && printed;
      }
      Json failures = Json::array();
      if (options.expect) {
        auto checked = checkCase(*loaded, file, {.expect = true});
        if (checked) checkPairs(*loaded, {.expect = true}, *checked, [](const PairReport&, double) {});
        if (checked) {
          for (const ExpectationFailure& failure : checked->failures) {
            differs = true;
            failures.push(describe(failure));
            if (!options.json) printed = print("  expected: " + describe(failure) + "\n") && printed;
          }
        }
      }
      if (options.json) {
        Json object{{"sepax", 1}, {"file", file}, {"pairs", std::move(pairs)}};
        if (options.expect) object["failures"] = std::move(failures);
        printed = printLine(compactJson(object)) && printed;
      }
    });
  }
  if (finishOutput(printed) != kExitFine || is_unusable) return kExitUnusable;
  return differs ? kExitFailed : kExitFine;
}

}  // namespace

void addJuryCommand(CLI::App& app, int& exit_status) {
  const auto options = std::make_shared<JuryOptions>();
  CLI::App* const command =
      app.add_subcommand("jury", "Ask other engines about the pairs of cases, and compare their answers with the reference");
  command->add_option("CASE", options->files, "Case files, bundles or folders; - is standard input")->required();
  command
      ->add_option(
          "--jurors", options->jurors,
          "Names separated by commas, of sepax jurors and sepax algorithms; all: every juror and every sound algorithm, as without it")
      ->delimiter(',');
  command->add_option("--juror", options->manifests, "A manifest of a juror of your own; alone it is the only one asked");
  command->add_option("--option", options->options, "NAME=VALUE for the jurors, as margin=0.04");
  command->add_option("--juror-timeout", options->timeout, "Seconds that an answer may take")
      ->check(CLI::Range(0.001, 3600.0))
      ->capture_default_str();
  command->add_flag("--expect", options->expect, "Compare the reference with what the cases expect, too");
  command->add_flag("--json", options->json, "Print JSON, one object a case and line");
  command->footer(
      "A row with ! differs from the reference by more than the juror's own precision.\n\n"
      "sepax jury case.json\nsepax jury --jurors bullet,fcl-libccd --option margin=0.04 --json assets/corpus/*.json\n\n"
      "Exit status: 0 all agree, 1 some juror differs, crashed or gave no answer, 2 unusable input.");
  command->callback([options, &exit_status] { exit_status = run(*options); });
}

}  // namespace sepax
