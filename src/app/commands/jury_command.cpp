#include "app/commands/jury_command.h"

#include "app/commands/checked_case.h"
#include "app/commands/command_line.h"
#include "core/json_text.h"
#include "core/text.h"
#include "lab/jury/juror_install.h"
#include "lab/jury/jury.h"
#include "lab/jury/jury_query.h"

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <array>
#include <iterator>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace sepax {

namespace {

struct JuryOptions {
  std::vector<std::string> files, jurors, manifests, options;
  std::optional<double> tolerance;
  std::string precision;
  double timeout = 2;
  bool json = false, expect = false;
};

/// The members that are asked for by name; "all" is every juror and every verified algorithm.
Result<std::vector<JuryMember>> membersOf(const JuryOptions& options) {
  const JurorLimits limits{.answer_seconds = options.timeout};
  std::vector<std::string> names = options.manifests;
  std::ranges::copy(wholeNames(options.jurors), std::back_inserter(names));
  if (names.empty()) names.emplace_back(kAllJurors);
  std::vector<std::string> algorithms;
  if (std::ranges::find(names, kAllJurors) != names.end()) {
    for (const PairAlgorithm& row : pairAlgorithms()) {
      if (!row.historical) algorithms.emplace_back(row.name);
    }
  }
  return membersNamed(algorithms, names, limits);
}

/// An option that none of the asked engines has would change nothing, and nothing would say so.
Result<void> checkOptions(const Json& options, std::vector<JuryMember>& members) {
  if (options.isNull()) return {};
  std::vector<std::string> known;
  for (JuryMember& member : members) {
    const JurorHello* const hello = member.juror ? member.juror->greeted() : nullptr;
    if (hello == nullptr) continue;
    for (const std::string& name : hello->optionNames()) known.push_back(name);
  }
  for (const auto& [name, value] : options.members()) {
    if (std::ranges::find(known, name) != known.end()) continue;
    const std::set<std::string> once(known.begin(), known.end());
    return fail(
        ErrorCode::kNotFound, "--option",
        fmt::format("no juror that is asked has an option \"{}\"; {}", printableLine(name),
                    known.empty() ? "they have none" : fmt::format("expected one of {}", fmt::join(once, ", "))));
  }
  return {};
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

std::string numberText(const std::optional<double>& value) { return value ? humanNumber(*value, 6) : std::string("-"); }

/// The answer in one word.
std::string verdictText(const JurorAnswer& answer) {
  if (answer.status != JurorAnswer::Status::kOk) return statusName(answer.status);
  if (answer.hit) return *answer.hit ? "hit" : "no hit";
  return answer.overlapping ? (*answer.overlapping ? "overlapping" : "separated") : "-";
}

/// The columns of a table of answers: two numbers of an answer.
using Columns = std::array<std::optional<double> JurorAnswer::*, 2>;
constexpr Columns kPairColumns{&JurorAnswer::separation, &JurorAnswer::distance};
constexpr Columns kQueryColumns{&JurorAnswer::time, &JurorAnswer::distance};

std::string rowText(const JuryRow& row, const Columns& columns) {
  const JurorAnswer& answer = row.answer;
  std::string why;
  for (const JuryDifference& difference : row.differences)
    why += (why.empty() ? "" : "; ") + fmt::format("{}{}", difference.is_tie ? "tie: " : "", difference.text);
  if (answer.status == JurorAnswer::Status::kOk)
    why += (why.empty() ? "" : "; ") + fmt::format("tolerance {} m", humanNumber(row.tolerance, 2));
  return fmt::format("  {:<2}{:<20} {:<12} {:>12} {:>12} {:>10}  {}\n", row.differs() ? "!" : "", row.name,
                     verdictText(answer), numberText(answer.*columns[0]), numberText(answer.*columns[1]),
                     answer.time_ns ? humanDuration(*answer.time_ns * 1e-9) : "-",
                     answer.status == JurorAnswer::Status::kOk ? why : answer.message);
}

std::string tableText(const std::vector<JuryRow>& rows, const std::array<const char*, 3>& heads,
                      const Columns& columns) {
  std::string text =
      fmt::format("  {:<22} {:<12} {:>12} {:>12} {:>10}\n", "juror", heads[0], heads[1], heads[2], "takes");
  for (const JuryRow& row : rows) text += rowText(row, columns);
  return text;
}

std::string queryText(const QueryReport& reference, const std::vector<JuryRow>& rows) {
  const JurorAnswer answer = answerOf(reference);
  const bool is_ray = std::holds_alternative<RayQuery>(reference.query);
  std::string found = "no hit";
  if (*answer.hit)
    found = is_ray ? fmt::format("hit at {} m", numberText(answer.distance))
                   : fmt::format("hit at {} s", numberText(answer.time));
  const std::string name = reference.id.empty() ? fmt::format("query {}", reference.index) : reference.id;
  return fmt::format("{}, {} of {}: {}\n", name, is_ray ? "ray" : "sweep", bodiesOf(reference.query), found) +
         tableText(rows, {"answer", "time", "distance"}, kQueryColumns);
}

/// It differs, or gives no answer that could be compared.
bool isAgainst(const JuryRow& row) {
  using enum JurorAnswer::Status;
  return row.differs() || row.answer.status == kCrashed || row.answer.status == kTimeout || row.answer.status == kError;
}

int run(const JuryOptions& options) {
  auto members = membersOf(options);
  if (!members) return complain(members.error());
  const auto asked = optionsOf(options.options);
  if (!asked) return complain(asked.error());
  for (JuryMember& member : *members) {
    member.tolerance = options.tolerance;
    member.precision = options.precision;
  }
  if (const auto ok = checkOptions(*asked, *members); !ok) return complain(ok.error());
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
        for (JuryMember& member : *members)
          rows.push_back(askMember(member, document, pair, reference->answer, *asked));
        differs = differs || std::ranges::any_of(rows, isAgainst);
        if (options.json) {
          pairs.push(juryJson(pair, reference->answer, rows, document.space));
          continue;
        }
        const PairAnswer& answer = reference->answer;
        printed = print(fmt::format("{}, {}: {}, separation {}, distance {}\n", pair.first, pair.second,
                                    verdictName(answer.verdict), humanNumber(answer.separation, 6),
                                    humanNumber(answer.distance, 6)) +
                        tableText(rows, {"verdict", "separation", "distance"}, kPairColumns)) &&
                  printed;
      }
      const auto asked_queries = juryQueries(document);
      if (!asked_queries) {
        is_unusable = true;
        complain(asked_queries.error());
        return;
      }
      Json queries = Json::array();
      for (const QueryReport& reference : *asked_queries) {
        std::vector<JuryRow> rows;
        for (JuryMember& member : *members) rows.push_back(askMember(member, document, reference, *asked));
        differs = differs || std::ranges::any_of(rows, isAgainst);
        if (options.json) {
          queries.push(juryJson(reference, rows, document.space));
        } else {
          printed = print(queryText(reference, rows)) && printed;
        }
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
        Json object{{"sepax", 1},
                    {"output", kOutputVersion},
                    {"file", file},
                    {"pairs", std::move(pairs)},
                    {"queries", std::move(queries)}};
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
  CLI::App* const command = app.add_subcommand(
      "jury", "Ask other engines about the pairs, sweeps and rays of cases, and compare them with the reference");
  command->add_option("CASE", options->files, "Case files, bundles or folders; - is standard input")->required();
  command
      ->add_option("--jurors", options->jurors,
                   "Names separated by commas, of sepax jurors and sepax algorithms; all: every juror and every "
                   "verified algorithm, as without it")
      ->delimiter(',');
  command->add_option("--juror", options->manifests,
                      "A name, or the manifest of a juror of your own; alone it is the only one asked");
  command->add_option("--option", options->options, "NAME=VALUE for the jurors, as margin=0.04");
  command->add_option("--tolerance", options->tolerance, "Metres by which answers may differ, whatever their precision")
      ->check(CLI::NonNegativeNumber);
  command->add_option("--precision", options->precision, "Judge every answer as one of this precision")
      ->check(CLI::IsMember({"float", "double", "exact"}));
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
