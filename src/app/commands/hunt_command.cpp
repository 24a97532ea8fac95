#include "app/commands/checked_case.h"
#include "app/commands/command_line.h"
#include "app/commands/commands.h"
#include "app/commands/report.h"
#include "core/json_text.h"
#include "core/number.h"
#include "core/platform.h"
#include "core/process.h"
#include "core/text.h"
#include "core/version.h"
#include "format/case_reader.h"
#include "format/case_writer.h"
#include "lab/jury/likeness.h"
#include "lab/search/failure.h"
#include "lab/search/hunt.h"
#include "lab/search/hunt_file.h"
#include "lab/search/minimise.h"
#include "lab/search/relations.h"

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <functional>
#include <iterator>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace sepax {

namespace {

struct HuntCommand {
  std::string algorithm, juror, differs, breaks, near, shard, output;
  std::vector<std::string> shapes, mixes, merged, seek, engine_options;
  HuntOptions hunt;
  double timeout = 2;
  ReportOptions report;
  bool as_found = false, simulate = false;
  std::optional<std::uint64_t> pairs;
};

struct MinimiseCommand {
  std::string file, claim, pair, output;
  int tries = MinimiseOptions{}.max_tries;
  bool json = false, verbose = false;
};

/// The case that is written of a find: what it shows is its name.
Document namedCase(const HuntFind& find) {
  Document document = find.document;
  document.name = printableLine(find.failure.member + ": " + find.failure.what);
  document.notes = printableLine(find.failure.text);
  return document;
}

/// Where the case of the n-th find goes, from 1.
std::string caseFile(const std::string& folder, const HuntFind& find, std::size_t number) {
  std::string name = find.failure.member + "-" + find.failure.what;
  std::replace_if(
      name.begin(), name.end(), [](char c) { return c == '/' || c == '\\'; }, '-');
  return fmt::format("{}/{}-{}.json", folder, name, number);
}

/// The cause in a line: the algorithm with a known defect that answers alike, or what the pairs have in common.
std::string causeText(const HuntFind& find) {
  if (find.alike.empty()) return find.cause;
  if (find.alike.front() == kWorldCoordinates)
    return "computes in world coordinates: right about the same pairs near the origin";
  const PairAlgorithm* const known = findAlgorithm(find.alike.front());
  const bool is_sure = find.count >= static_cast<std::uint64_t>(kEnoughPairs);
  std::string text = fmt::format("{} like {}: {}", is_sure ? "answers" : "perhaps answers", find.alike.front(),
                                 known != nullptr ? known->summary : "");
  if (find.alike.size() > 1)
    text += fmt::format(" So does {}.", fmt::join(find.alike.begin() + 1, find.alike.end(), ", "));
  if (const std::string shown = corpusCaseOf(find.alike.front()); !shown.empty())
    text += fmt::format(" {} shows it.", shown);
  return text;
}

int printFinds(const HuntCommand& options, const std::vector<HuntFind>& finds) {
  std::size_t number = 0;
  JunitSuite suite(options.juror.empty() ? options.algorithm : options.juror);
  for (const HuntFind& find : finds) {
    const Document document = namedCase(find);
    std::string file;
    if (!options.output.empty()) {
      std::error_code error;
      std::filesystem::create_directories(options.output, error);
      file = caseFile(options.output, find, ++number);
      if (const auto saved = saveCase(document, file); !saved) return refuse(options.report, saved.error());
    }
    bool printed = true;
    if (options.report.json) {
      printed = printLine(compactJson(findJson(find)));
    } else {
      printed =
          print(fmt::format("{}\n  {}; {} of {} × {}, seen {} times{}\n", causeText(find), find.failure.text, find.mix,
                            find.a, find.b, find.count, file.empty() ? "" : "; " + printableLine(file)));
      if (options.output.empty() && !options.report.quiet) printed = print(writeCase(document)) && printed;
    }
    if (!printed) return finishOutput(false);
    suite.add(causeText(find), 0, {find.failure.text});
  }
  if (finds.empty()) suite.add("no wrong answer", 0, {});
  if (finishReport(options.report, {&suite, 1}, {}, true) != kExitFine) return kExitUnusable;
  return finds.empty() ? kExitFine : kExitFailed;
}

/// A juror that crashes is started again for each pair: a pair that it was not asked about is no find.
constexpr int kAnyNumber = std::numeric_limits<int>::max() - 1;

int runMerge(const HuntCommand& options) {
  std::vector<HuntFind> finds;
  std::vector<std::string> files;
  for (const std::string& path : options.merged) {
    std::error_code error;
    if (!std::filesystem::is_directory(path, error)) files.push_back(path);
    for (std::filesystem::directory_iterator it(path, error), end; !error && it != end; it.increment(error)) {
      if (it->path().extension() == ".jsonl") files.push_back(it->path().string());
    }
  }
  if (files.empty()) return refuse(options.report, "hunt", "--merge: expected files of finds (.jsonl), found none");
  std::sort(files.begin(), files.end());
  for (const std::string& file : files) {
    auto read = readFinds(file);
    if (!read) return refuse(options.report, read.error());
    std::move(read->begin(), read->end(), std::back_inserter(finds));
  }
  return printFinds(options, mergedFinds(std::move(finds)));
}

/// "2/8" → the second of eight shards.
bool readShard(const std::string& text, HuntOptions& out) {
  if (text.empty()) return true;
  const std::size_t slash = text.find('/');
  if (slash == std::string::npos) return false;
  const auto shard = parseInteger<int>(text.substr(0, slash)), shards = parseInteger<int>(text.substr(slash + 1));
  constexpr int kMaxShards = 100'000;
  if (!shard || !shards || *shard < 1 || *shards < *shard || *shards > kMaxShards) return false;
  out.shard = *shard;
  out.shards = *shards;
  return true;
}

std::vector<std::string> mixNames() {
  std::vector<std::string> names;
  for (int mix = 0; mix < kAllMixes; ++mix) names.emplace_back(mixName(static_cast<Mix>(mix)));
  return names;
}

Result<std::vector<Mix>> mixesNamed(const std::vector<std::string>& names) {
  std::vector<Mix> out;
  const std::vector<std::string> known = mixNames();
  for (const std::string& name : names) {
    const auto found = std::find(known.begin(), known.end(), name);
    if (found == known.end())
      return fail(ErrorCode::kWrongValue, "--mix",
                  fmt::format("expected some of {}; found \"{}\"", fmt::join(known, ", "), name));
    out.push_back(static_cast<Mix>(found - known.begin()));
  }
  return out;
}

/// Keeps in the folder each find as it comes, and how far the hunt has come every few seconds: one that is killed loses
/// no more, and goes on from there.
std::function<void(const HuntProgress&)> keeper(const std::string& folder, const std::string& path, const Json& hunted,
                                                std::size_t known) {
  using Clock = std::chrono::steady_clock;
  static constexpr std::chrono::seconds kEvery{5};
  return [=, last = std::optional<Clock::time_point>()](const HuntProgress& progress) mutable {
    const auto warn = [](const Error& error) { static_cast<void>(complain(error)); };
    const bool is_due = !last || Clock::now() - *last >= kEvery || progress.finds.size() > known;
    if (!is_due) return;
    for (; known < progress.finds.size(); ++known) {
      const HuntFind& find = progress.finds[known];
      if (const auto saved = saveCase(namedCase(find), caseFile(folder, find, known + 1)); !saved) warn(saved.error());
    }
    if (const auto written = writeProgress(path, hunted, progress); !written) warn(written.error());
    last = Clock::now();
  };
}

int runScenes(const HuntCommand& options) {
  if (options.near.empty()) return refuse(options.report, "hunt", "--simulate: expected --from CASE, the case to run");
  if (options.juror.empty()) return refuse(options.report, "hunt", "--simulate: expected --juror NAME, the engine");
  SceneHuntOptions hunt;
  hunt.seed = options.hunt.seed;
  hunt.runs = options.pairs.value_or(hunt.runs);
  hunt.seconds = options.hunt.seconds;
  hunt.finds = options.hunt.finds;
  hunt.min_relative = options.hunt.filter.min_relative;
  hunt.as_found = options.as_found;
  return runSceneHunt({.file = options.near,
                       .juror = options.juror,
                       .output = options.output,
                       .seek = options.seek,
                       .options = options.engine_options,
                       .hunt = std::move(hunt),
                       .timeout = options.timeout,
                       .report = options.report});
}

/// How many pairs of these finds have no answer: the juror crashed, took too long, or said that it failed.
std::uint64_t withoutAnswer(const std::vector<HuntFind>& finds) {
  std::uint64_t count = 0;
  for (const HuntFind& find : finds) {
    if (isNoAnswer(find.failure.what)) count += find.count;
  }
  return count;
}

int run(HuntCommand options) {
  if (options.simulate) return runScenes(options);
  if (!options.merged.empty()) return runMerge(options);
  options.hunt.pairs = options.pairs.value_or(options.hunt.pairs);
  const std::string& name = options.juror.empty() ? options.algorithm : options.juror;
  if (name.empty()) return refuse(options.report, "hunt", "expected --algorithm NAME, --juror NAME or --merge FILE…");
  const std::vector<std::string> parts = wholeNames(partsOf(name, ','));
  std::error_code no_file;
  if (parts.size() > 1 && !std::filesystem::exists(name, no_file))
    return refuse(options.report, "hunt",
                  fmt::format("expected one to hunt on, found {}: {}", parts.size(), fmt::join(parts, " and ")));
  auto member = memberNamed(name, {.answer_seconds = options.timeout, .restarts = kAnyNumber});
  if (!member) return refuse(options.report, member.error());
  if (!readShard(options.shard, options.hunt))
    return refuse(options.report, "hunt",
                  "--shard: expected I/N with I from 1 to N, found \"" + printableLine(options.shard) + "\"");
  const auto mixes = mixesNamed(options.mixes);
  if (!mixes) return refuse(options.report, mixes.error());
  options.hunt.mixes = *mixes;
  options.hunt.shapes = options.shapes;
  options.hunt.filter.what = options.breaks == "any" ? "" : options.breaks.empty() ? options.differs : options.breaks;
  options.hunt.filter.of_relations = !options.breaks.empty();
  if (!options.near.empty()) {
    auto loaded = caseToReport(options.near, options.report);
    if (!loaded) return refuse(options.report, loaded.error());
    const auto pair = pairNamed(loaded->document, "");
    if (!pair) return refuse(options.report, "hunt", "--from: expected a case with a pair");
    options.hunt.near = HuntOptions::Near{std::move(loaded->document), *pair};
  }
  const std::string kept = options.output.empty() ? "" : options.output + "/hunt.jsonl";
  const Json hunted = huntJson(name, options.hunt, kept.empty() ? "" : programMark(*member));
  if (!kept.empty()) {
    std::error_code error;
    std::filesystem::create_directories(options.output, error);
    if (error)
      return refuse(options.report, "hunt", fmt::format("{}: cannot be created: {}", options.output, error.message()));
    auto progress = readProgress(kept, hunted);
    if (!progress) return refuse(options.report, progress.error());
    if (*progress) {
      options.hunt.from = std::move(**progress);
    } else if (std::filesystem::exists(kept, error)) {
      fmt::print(stderr, "{}: the program has changed since, so its pairs are asked anew\n", printableLine(kept));
    }
    options.hunt.keeps_all = true;
    options.hunt.progress = keeper(options.output, kept, hunted, options.hunt.from.finds.size());
  }
  const std::size_t known = options.hunt.from.finds.size();
  if (known > 0 || options.hunt.from.pairs > 0)
    fmt::print(stderr, "going on after {} pairs and {} finds of {}\n", options.hunt.from.pairs, known,
               printableLine(kept));
  const std::uint64_t before = options.hunt.from.pairs, answered_before = options.hunt.from.answered,
                      without_before = withoutAnswer(options.hunt.from.finds);
  ProgressLine line("hunting");
  const ProgressSink tell = line.sink();
  options.hunt.progress = [&, keep = options.hunt.progress,
                           begin = std::chrono::steady_clock::now()](const HuntProgress& far) {
    if (keep) keep(far);
    if (!tell) return;
    const auto ms = [](double seconds) { return static_cast<std::uint64_t>(1000 * seconds); };
    const std::string what = fmt::format("{} pairs, {} found", far.answered, far.finds.size() - known);
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    tell(options.hunt.seconds > 0
             ? Progress{ms(seconds), ms(options.hunt.seconds), what}
             : Progress{far.answered, options.hunt.pairs / static_cast<std::uint64_t>(std::max(1, options.hunt.shards)),
                        what});
  };
  // A program that is waited for is ended, too.
  setChildCancelFlag(&listenForInterrupt());
  options.hunt.go_on = [] { return !isInterrupted(); };
  auto result = hunt(*member, options.hunt);
  setChildCancelFlag(nullptr);
  line.clear();
  if (!result) return refuse(options.report, result.error());
  HuntProgress& progress = result->progress;
  for (HuntFind& find : progress.finds) {
    if (options.as_found || find.is_small || isInterrupted()) continue;
    auto small = minimise(find.document, {"A", "B"}, *member, {find.failure.what, 0, options.hunt.filter.of_relations},
                          {.go_on = options.hunt.go_on});
    if (!small) continue;
    find.document = std::move(small->document);
    find.failure = std::move(small->failure);
    find.is_small = !isInterrupted();
  }
  for (HuntFind& find : progress.finds) {
    if (auto expected = expectationOf(find.document, {"A", "B"})) find.document.expect = {std::move(*expected)};
  }
  if (!kept.empty()) {
    if (const auto written = writeProgress(kept, hunted, progress); !written) return complain(written.error());
  }
  const std::uint64_t asked = progress.pairs - before, taken = progress.answered - answered_before;
  const std::uint64_t answered = taken - (withoutAnswer(progress.finds) - without_before);
  fmt::print(stderr, "{} pairs in {:.1f} s, {:.0f} a second, {} answered; {} found{}{}\n", asked, result->seconds,
             static_cast<double>(asked) / std::max(result->seconds, 1e-9), answered, progress.finds.size() - known,
             asked == 0 && progress.answered > 0 && !isInterrupted() ? "; all pairs were tried before" : "",
             result->kinds_asked < result->kinds && progress.finds.empty() && !isInterrupted()
                 ? fmt::format("; about {} of {} pairs of kinds, the others take more --pairs", result->kinds_asked,
                               result->kinds)
                 : "");
  if (isInterrupted()) return printFinds(options, progress.finds);
  if (progress.answered == 0)
    return refuse(options.report, "hunt",
                  name + (asked == 0                ? ": no pair was asked, so nothing was tried"
                          : options.differs.empty() ? ": refused every pair, so nothing was tried"
                                                    : ": answered nothing that was looked for"));
  if (result->gave_up && progress.finds.empty())
    return refuse(options.report, "hunt",
                  fmt::format("{}: refused most pairs, {} of {} answered: choose --shapes", name, taken, asked));
  return printFinds(options, progress.finds);
}

int runMinimise(const MinimiseCommand& options) {
  const auto loaded = caseOrStandardInput(options.file);
  if (!loaded) return complain(loaded.error());
  const std::optional<PairIds> pair = pairNamed(loaded->document, options.pair);
  if (!pair) return complain("expected a case with a pair, or --pair A,B of its bodies");
  const auto sought = parseFailure(options.claim);
  if (!sought) return complain(sought.error());
  auto member = memberNamed(sought->member, {.restarts = kAnyNumber});
  if (!member) return complain(member.error());
  listenForInterrupt();
  auto small = minimise(loaded->document, *pair, *member, sought->filter,
                        {.max_tries = options.tries, .go_on = [] { return !isInterrupted(); }});
  if (!small) return complain(options.file + ": " + small.error().message + ": " + printableLine(options.claim));
  small->document.name = loaded->document.name;
  small->document.source = loaded->document.source;
  const std::string found = failureLine(small->failure, sought->filter);
  small->document.notes = found;
  if (options.verbose) {
    for (const std::string& line : small->log) fmt::print(stderr, "{}\n", printableLine(line));
  }
  fmt::print(stderr, "{}\n{} letters became {} in {} tries\n", found, small->before, small->after, small->tried);
  if (options.json) {
    const auto& hello = member->juror ? member->juror->hello() : std::nullopt;
    const Json object = outputJson({{"member", small->failure.member},
                                    {"version", hello ? hello->version : kVersion},
                                    {"what", small->failure.what},
                                    {"by", small->failure.by},
                                    {"relative", small->failure.relative},
                                    {"text", small->failure.text},
                                    {"before", small->before},
                                    {"after", small->after},
                                    {"tried", small->tried},
                                    {"log", Json::list(small->log)},
                                    {"case", caseJson(small->document)}});
    return finishOutput(printLine(compactJson(object)));
  }
  return printOrSave(writeCase(small->document), options.output);
}

}  // namespace

void addHuntCommand(CLI::App& app, int& exit_status) {
  const auto options = std::make_shared<HuntCommand>();
  CLI::App* const command =
      app.add_subcommand("hunt", "Try random pairs on an algorithm or another engine until it answers wrongly");
  CLI::Option* const algorithm = command->add_option("--algorithm", options->algorithm, "A row of sepax algorithms");
  command->add_option("--juror", options->juror, "A name of sepax jurors, or a juror's manifest")->excludes(algorithm);
  command->add_option("--shapes", options->shapes, "Kinds as case files name them, separated by commas; all without it")
      ->delimiter(',');
  command->add_option("--mix", options->mixes, fmt::format("How pairs lie: {}", fmt::join(mixNames(), ", ")))
      ->delimiter(',');
  command->add_option("--differs", options->differs, "Only this counts")
      ->check(CLI::IsMember(std::vector<std::string>(kFailureWhats.begin(), kFailureWhats.end())));
  std::vector<std::string> relation_names{"any"};
  for (const Relation& relation : relations()) relation_names.emplace_back(relation.name);
  command
      ->add_option("--breaks", options->breaks,
                   "Find answers that break this relation of sepax relations among themselves, instead of answers that "
                   "differ from the reference; any: every relation")
      ->check(CLI::IsMember(relation_names));
  command->add_option("--from", options->near,
                      "Pairs near the first one of this case, instead of random shapes; - is standard input");
  CLI::Option* const simulates =
      command->add_flag("--simulate", options->simulate, "Run the case of --from in the engine, with other starts");
  command
      ->add_option("--seek", options->seek,
                   fmt::format("With --simulate, what counts: {}; all but leaving without it",
                               fmt::join(kSceneFaultNames, ", ")))
      ->delimiter(',')
      ->needs(simulates);
  command->add_option("--option", options->engine_options, "With --simulate, NAME=VALUE for the engine, as margin=0.04")
      ->needs(simulates);
  command
      ->add_option("--min-error", options->hunt.filter.min_relative, "Smaller errors do not count, of the pair's size")
      ->check(CLI::NonNegativeNumber);
  command->add_option("--seed", options->hunt.seed, "The seed of the random numbers")->capture_default_str();
  command->add_option(
      "--pairs", options->pairs,
      fmt::format("How many it answers, over all shards; without it {}. A pair that it refuses does not "
                  "count, and of {} drawn for each one it may refuse all but one. With --simulate runs, {}",
                  HuntOptions{}.pairs, kMaxDraws, SceneHuntOptions{}.runs));
  takeTime(*command->add_option("--time", options->hunt.seconds, "When it ends: seconds, or 20s, 5m, 2h"));
  command->add_option("--finds", options->hunt.finds, "Causes after which it ends; 0: only when all pairs are tried")
      ->capture_default_str();
  command->add_option("--shard", options->shard, "I/N: this run tries one part of N");
  command->add_option("--threads", options->hunt.threads, "0: as many as there are cores")->check(CLI::Range(0, 1024));
  command->add_option("--juror-timeout", options->timeout, "Seconds that an answer may take")
      ->check(CLI::Range(0.001, 3600.0));
  command->add_option("--merge", options->merged,
                      "Files of --json lines, or folders of such .jsonl: put shards together instead of trying pairs");
  command->add_option("-o,--output", options->output,
                      "A folder for the cases, from which the same hunt goes on; without it they are printed");
  command->add_flag("--as-found", options->as_found, "Do not minimise");
  addReportOptions(*command, options->report, "a test that fails for each cause, or one that passes",
                   "Print a JSON object a line, one a cause");
  addStrict(*command, options->report);
  for (const char* of_pairs :
       {"--algorithm", "--shapes", "--mix", "--differs", "--breaks", "--shard", "--threads", "--merge"})
    simulates->excludes(command->get_option(of_pairs));
  command->footer(
      "An answer is wrong when it differs from the reference, and from rational arithmetic where that takes the pair, "
      "by more than its "
      "own\n"
      "precision. Every find is minimised; equal seeds find equal pairs. A folder (-o) keeps the finds and how "
      "far the hunt\n"
      "came, also when it is killed: the same command continues there, to --finds more causes, for --time more.\n\n"
      "With --simulate the engine runs the case of --from unchanged, then with other places, rotations, velocities and "
      "masses of the\n"
      "bodies that move, as sepax simulate does. Faults are:\n"
      "  crossing   a body passes through another between two frames, or lies in it by more than half of the thinner\n"
      "             one, by a quarter where no claim tells of it\n"
      "  leaving    a body leaves the box around the start, twice as large, which the unchanged case keeps in\n"
      "  energy     the bodies gain more than a twentieth of the energy that they can have, or one loses as much of "
      "its\n"
      "             own while it touches nothing\n"
      "  claim      a claim of the engine differs from the reference\n"
      "  ended      the engine crashes, takes too long or gives poses that are no numbers\n"
      "A find is made small: shorter, with fewer changes and bodies, round numbers. The folder of -o gets its case; "
      "such a hunt does\n"
      "not continue there.\n\n"
      "sepax hunt --algorithm historical/six-axes-3d\n"
      "sepax hunt --juror libccd-mpr --shapes box,hull --time 60 --finds 0 -o finds\n"
      "sepax hunt --juror bullet --breaks swap\nsepax hunt --juror ode --from case.json\n"
      "sepax hunt --juror bullet --simulate --from assets/cases/ball-over-tiles.json --finds 0 -o faults\n"
      "parallel 'sepax hunt --juror ode --shard {}/8 --finds 0 --pairs 100000 --json > {}.jsonl' ::: 1 2 3 4 5 6 7 8\n"
      "sepax hunt --merge *.jsonl         (tools/hunt-parallel and tools/hunt-slurm of the sources do both)\n\n"
      "Exit status: 0 nothing found, 1 something, 2 unusable input, 130 ended by Ctrl+C, with what it had found by "
      "then.");
  command->callback([options, &exit_status] { exit_status = run(*options); });
}

void addMinimiseCommand(CLI::App& app, int& exit_status) {
  const auto options = std::make_shared<MinimiseCommand>();
  CLI::App* const command = app.add_subcommand(
      "minimise", "Make a failing pair small: fewer vertices, round numbers, simple poses, while the failure stays");
  command->add_option("CASE", options->file, "The case; - is standard input")->required();
  command
      ->add_option("--while", options->claim,
                   fmt::format("The failure that has to stay: NAME differs [{}], NAME breaks [RELATION], or NAME {}",
                               fmt::join(std::span(kFailureWhats).first(kDifferingParts), "|"),
                               fmt::join(std::span(kFailureWhats).subspan(kDifferingParts), "|")))
      ->required();
  command->add_option("--pair", options->pair, "A,B: which pair; without it the first");
  command->add_option("--tries", options->tries, "Changes that are tried at most")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  command->add_option("-o,--output", options->output,
                      "The case file to write; without it the case goes to standard output");
  command->add_flag("--verbose", options->verbose, "Say on standard error what was changed");
  command->add_flag("--json", options->json, "Print the case with what was done as a JSON object");
  command->footer(
      "sepax minimise case.json --while \"juror:bullet differs verdict\" -o small.json\n"
      "sepax minimise case.json --while \"historical/six-axes-3d differs\"\n\n"
      "On standard error and in the notes of the case is who still fails, in what and by how much:\n"
      "  fcl-libccd differs in separation by 0.449 m, 0.22 of the pair's size: depth 2.44949 m instead of 2 m\n"
      "  290 letters became 162 in 19 tries\n"
      "--json has the same as member, version, what, by (metres), relative (of the pair's size) and text.\n\n"
      "Exit status: 0 fine, 2 unusable input, or the pair does not fail in that way.");
  command->callback([options, &exit_status] { exit_status = runMinimise(*options); });
}

}  // namespace sepax
