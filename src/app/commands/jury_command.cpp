#include "app/commands/checked_case.h"
#include "app/commands/command_line.h"
#include "app/commands/commands.h"
#include "app/commands/jury_output.h"
#include "app/commands/report.h"
#include "core/json_text.h"
#include "core/platform.h"
#include "core/process.h"
#include "core/text.h"
#include "lab/export.h"
#include "lab/jury/jury.h"
#include "lab/jury/jury_query.h"
#include "lab/jury/likeness.h"

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <array>
#include <filesystem>
#include <iterator>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace sepax {

namespace {

struct JuryOptions {
  std::vector<std::string> files, jurors, manifests, options;
  std::optional<double> tolerance;
  std::string precision, known;
  double timeout = 2;
  bool expect = false, updates_known = false;
  ReportOptions report;
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

/// Everything that a run of the command holds.
struct JuryRun {
  const JuryOptions& options;
  std::vector<JuryMember> members;
  Json asked;  ///< options for the jurors
  std::optional<KnownDifferences> known = {};
  std::vector<JurorLikeness> likenesses = {};  ///< of the jurors, over all cases
  std::vector<JunitSuite> suites = {};
  std::vector<Error> unusable = {};
  JuryCounts counts = {};
  Refusals refusals = {};
  bool expects = false;  ///< some case expects something
  bool printed = true;

  void refuse(Error error) {
    complain(error);
    unusable.push_back(std::move(error));
  }
};

std::vector<JurorLikeness> noLikenesses(const std::vector<JuryMember>& members) {
  std::vector<JurorLikeness> out;
  for (const JuryMember& member : members) {
    if (member.juror) out.push_back({member.name(), {}});
  }
  return out;
}

/// Compares the rows of jurors with what algorithms with known defects answer. A wrong answer far away is asked for
/// near the origin, too.
void addLikeness(JuryRun& run, std::vector<JurorLikeness>& own, const Document& document, const PairIds& pair,
                 const std::vector<JuryRow>& rows) {
  if (own.empty()) return;
  const PosedShape a = posedShape(*findBody(document, pair.first)), b = posedShape(*findBody(document, pair.second));
  const std::vector<JuryRow> defective = defectiveAnswers(a, b, {document.touching_tolerance});
  std::size_t juror = 0;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    JuryMember& member = run.members[i];
    if (!member.juror) continue;
    const std::array counts{&own[juror].count, &run.likenesses[juror].count};
    ++juror;
    for (LikenessCount* const count : counts) count->add(rows[i], defective, a, b);
    const auto moved = rows[i].differs() ? nearOrigin(document, pair) : std::nullopt;
    if (!moved) continue;
    const auto reference = testPair(*moved, pair);
    if (!reference) continue;
    const JuryRow again = askMember(member, *moved, pair, reference->answer, run.asked);
    if (again.differs() || again.answer.status != JurorAnswer::Status::kOk) continue;
    for (LikenessCount* const count : counts) count->noteWorld();
  }
}

/// The space and the kinds of a pair, in one order: "2d box × rounded_box".
std::string kindsOf(const Document& document, const PairIds& pair) {
  std::array<std::string, 2> names;
  for (std::size_t i = 0; i < 2; ++i) {
    names[i] = exportKind(findBody(document, i == 0 ? pair.first : pair.second)->shape);
  }
  std::ranges::sort(names);
  return fmt::format("{} {} × {}", document.space == Space::k2d ? "2d" : "3d", names[0], names[1]);
}

/// The members' answers; none where an interrupt ended them.
template <class Ask>
std::optional<std::vector<JuryRow>> rowsOf(JuryRun& run, const Ask& ask) {
  std::vector<JuryRow> rows;
  for (JuryMember& member : run.members) {
    rows.push_back(ask(member));
    if (isInterrupted()) return std::nullopt;
  }
  return rows;
}

/// Asks everything of a case; an interrupt leaves the subjects so far.
JuryCase ask(JuryRun& run, const std::string& file, const LoadedCase& loaded, std::vector<JurorLikeness>& own) {
  const Document& document = loaded.document;
  JuryCase out{file, document.space};
  for (const PairIds& pair : testedPairs(document)) {
    const auto reference = testPair(document, pair);
    if (!reference) {
      run.refuse(reference.error());
      continue;
    }
    auto rows = rowsOf(
        run, [&](JuryMember& member) { return askMember(member, document, pair, reference->answer, run.asked); });
    if (!rows) break;
    addLikeness(run, own, document, pair, *rows);
    const std::string kinds = kindsOf(document, pair);
    for (std::size_t i = 0; i < rows->size(); ++i) {
      if (run.members[i].juror) run.refusals.add((*rows)[i].name, kinds, (*rows)[i].answer);
    }
    out.subjects.push_back(pairSubject(pair, reference->answer, std::move(*rows)));
  }
  auto queries = juryQueries(document);
  if (!queries) {
    run.refuse(queries.error());
    return out;
  }
  for (QueryReport& reference : *queries) {
    if (isInterrupted()) break;
    auto rows = rowsOf(run, [&](JuryMember& member) { return askMember(member, document, reference, run.asked); });
    if (rows) out.subjects.push_back(querySubject(std::move(reference), std::move(*rows)));
  }
  for (JurySubject& subject : out.subjects) {
    for (JuryRow& row : subject.rows) {
      if (run.known) row.known = run.known->reasonFor(file, subject.names, row);
      // The file is to have it from now on.
      if (run.options.updates_known && isAgainst(row)) row.known = "accepted by this run";
    }
  }
  if (!run.options.expect || isInterrupted()) return out;
  run.expects = run.expects || !document.expect.empty();
  auto checked = checkCase(loaded, file, {.expect = true});
  if (!checked) return out;
  checkPairs(loaded, {.expect = true}, *checked, [](const PairReport&, double) {});
  for (const ExpectationFailure& failure : checked->failures) out.failures.push_back(describe(failure));
  return out;
}

void askAndPrint(JuryRun& run, const std::string& file, const LoadedCase& loaded) {
  const JuryOptions& options = run.options;
  setChildCancelFlag(&listenForInterrupt());  // a program that is waited for is ended, too
  tellWarnings(loaded);
  if (options.report.strict && !loaded.warnings.empty()) return run.refuse(unusableFile(file, loaded.warnings.front()));
  if (run.known) run.known->noteCase(file);
  std::vector<JurorLikeness> own = noLikenesses(run.members);
  const JuryCase asked = ask(run, file, loaded, own);
  if (isInterrupted() && asked.subjects.empty()) return;
  run.counts.add(asked);
  if (!options.report.junit.empty()) run.suites.push_back(suiteOf(asked));
  const std::string text =
      options.report.json ? juryLine(asked, options.expect, own) : juryText(asked, options.report.quiet);
  run.printed = print(text) && run.printed;
}

/// Names the listed differences that did not occur, or brings the file up to date.
void finishKnown(JuryRun& run) {
  if (!run.known) return;
  const std::string& path = run.options.known;
  if (run.options.updates_known) {
    if (const auto written = run.known->update(); !written) run.refuse(written.error());
    return;
  }
  if (run.known->isOfOtherCases())
    run.refuse(unusableFile(path, "expected differences of the cases that are asked, found those of others alone"));
  if (const std::size_t bare = run.known->withoutReason(); bare > 0) {
    const std::string text = fmt::format("{} accepted without a reason: write it as \"because\"",
                                         bare == 1 ? "a difference is" : fmt::format("{} differences are", bare));
    if (run.options.report.strict) {
      run.refuse(unusableFile(path, text));
    } else {
      complain(path + ": " + text);
    }
  }
  for (const KnownDifference& gone : run.known->gone()) {
    fmt::print(stderr, "{}\n",
               printableLine(fmt::format("{}: no longer occurs: {} in {}, {}, {}", path, fmt::join(gone.differs, ", "),
                                         gone.file, fmt::join(gone.subject, ", "), gone.juror)));
  }
}

/// The file of known differences; one that is to be written need not be there.
Result<std::optional<KnownDifferences>> knownOf(const JuryOptions& options) {
  if (options.known.empty()) return std::optional<KnownDifferences>();
  std::error_code error;
  if (options.updates_known && !std::filesystem::exists(options.known, error))
    return std::optional(KnownDifferences(options.known));
  auto known = KnownDifferences::read(options.known);
  SEPAX_TRY(known);
  return std::optional(std::move(*known));
}

/// The last lines and the report; the exit status.
int finish(JuryRun& run) {
  const JuryOptions& options = run.options;
  if (!options.report.json) {
    const bool is_counted = options.report.quiet || run.counts.pairs + run.counts.queries > 1 || isInterrupted();
    run.printed =
        print((is_counted ? countLine(run.counts, run.unusable.size()) : "") + likenessLines(run.likenesses)) &&
        run.printed;
  }
  if (auto ok = writeJunit(options.report, run.suites, run.unusable); !ok) run.refuse(ok.error());
  if (finishOutput(run.printed) != kExitFine || !run.unusable.empty()) return kExitUnusable;
  if (options.updates_known) return kExitFine;
  return run.counts.differing + run.counts.ended + run.counts.failed > 0 ? kExitFailed : kExitFine;
}

int run(const JuryOptions& options) {
  auto members = membersOf(options);
  if (!members) return refuse(options.report, members.error());
  const auto asked = jurorOptions(options.options);
  if (!asked) return refuse(options.report, asked.error());
  for (JuryMember& member : *members) {
    member.tolerance = options.tolerance;
    member.precision = options.precision;
  }
  if (const auto ok = checkJurorOptions(*asked, *members); !ok) return refuse(options.report, ok.error());
  auto known = knownOf(options);
  if (!known) return refuse(options.report, known.error());
  JuryRun run{options, std::move(*members), *asked, std::move(*known)};
  run.likenesses = noLikenesses(run.members);
  for (const std::string& path : options.files) {
    if (isInterrupted()) break;
    visitCases(path, [&](const std::string& file, const Result<LoadedCase>& loaded) {
      if (!loaded) return run.refuse(loaded.error());
      askAndPrint(run, file, *loaded);
    });
  }
  setChildCancelFlag(nullptr);
  if (isInterrupted()) return finish(run);
  finishKnown(run);
  // A run that is green because nothing was compared would hide that for ever.
  const std::string& first = options.files.front();
  if (run.unusable.empty() && run.counts.pairs + run.counts.queries == 0)
    run.refuse(unusableFile(first, "no pair, sweep or ray to ask about, so nothing was compared"));
  const bool is_accepted = options.updates_known && run.counts.known > 0;
  if (run.unusable.empty() && run.counts.answers + run.counts.ended == 0 && !is_accepted)
    run.refuse(unusableFile(first, run.counts.known == 0
                                       ? "no juror takes any of these pairs, so nothing was compared"
                                       : "no juror answers any of these pairs, so nothing was compared"));
  if (run.unusable.empty() && options.expect && !run.expects)
    run.refuse(unusableFile(first, "no case expects anything, so --expect compared nothing"));
  const std::vector<std::string> refusals = run.refusals.lines();
  if (options.report.strict) {
    for (const std::string& line : refusals) run.refuse(unusableFile(first, line));
  } else {
    for (const std::string& line : refusals) fmt::print(stderr, "{}\n", printableLine(line));
  }
  return finish(run);
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
  addReportOptions(*command, options->report, "a test for each pair and juror",
                   "Print JSON, one object a case and line");
  CLI::Option* const known = command->add_option(
      "--known", options->known, "A file of accepted differences, each with its reason: only others count");
  command
      ->add_flag("--update-known", options->updates_known,
                 "Write the differences of this run into that file; reasons stay, and so do other jurors' differences")
      ->needs(known);
  addStrict(*command, options->report);
  command->footer(
      "A row with ! differs from the reference by more than the juror's own precision, one with = as the known file "
      "accepts it.\nA juror that is wrong is compared with every algorithm whose defect is known: the last lines name "
      "the one that answers alike.\n\n"
      "sepax jury case.json\nsepax jury --jurors bullet,fcl-libccd --option margin=0.04 --json assets/corpus/*.json\n"
      "sepax jury cases --juror mine.juror.json -q --known known.json --junit jury.xml\n\n"
      "Exit status: 0 all agree, 1 some juror differs and is not known to, crashed or gave no answer, 2 unusable "
      "input, or nothing was compared; 130 ended by Ctrl+C, with the pairs so far. --update-known accepts what "
      "differs: "
      "0. With --strict\na refused pair of kinds that the juror answers elsewhere is unusable, too.");
  command->callback([options, &exit_status] { exit_status = run(*options); });
}

}  // namespace sepax
