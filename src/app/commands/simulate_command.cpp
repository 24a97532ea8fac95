#include "app/commands/checked_case.h"
#include "app/commands/command_line.h"
#include "app/commands/commands.h"
#include "app/commands/jury_output.h"
#include "app/commands/report.h"
#include "core/json_text.h"
#include "core/text.h"
#include "lab/recording/recording_file.h"
#include "lab/recording/run_findings.h"
#include "lab/recording/run_measures.h"
#include "lab/recording/simulation.h"

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <memory>
#include <optional>
#include <string>
#include <system_error>
#include <vector>

namespace sepax {

namespace {

struct SimulateCommand {
  std::string file, out;
  std::vector<std::string> jurors, options;
  std::vector<double> gravity;
  SimulationOptions simulation;
  double timeout = 2;
  ReportOptions report;
  bool may_replace = false;
};

/// One engine's run, and what its recording shows.
struct Run {
  std::string juror, recording;  ///< the latter empty: not kept
  SimulationRun run;
  std::optional<RunWatch> watch;
  RunMeasureRanges measures;
  std::vector<std::string> gaps;  ///< why it was not compared in full
};

/// "run.sepaxlog" of several engines: "run-bullet.sepaxlog".
std::string recordingOf(const SimulateCommand& options, const std::string& juror) {
  if (options.out.empty() || options.jurors.size() < 2) return options.out;
  const std::size_t dot = options.out.rfind('.');
  const bool has_ending = dot != std::string::npos && options.out.find('/', dot) == std::string::npos;
  return has_ending ? options.out.substr(0, dot) + "-" + juror + options.out.substr(dot) : options.out + "-" + juror;
}

/// Why a recording could not be written; a file that has got nothing is no reason to ask for --replace next time.
Error unwritten(const std::string& recording, int why) {
  std::error_code error;
  if (std::filesystem::is_regular_file(recording, error) && std::filesystem::file_size(recording, error) == 0)
    std::filesystem::remove(recording, error);
  return {ErrorCode::kNotFound,
          "could not be written" + (why != 0 ? ": " + std::generic_category().message(why) : std::string()), recording};
}

Result<Run> runIn(const SimulateCommand& options, const Document& document, JuryMember& member) {
  Run out;
  out.juror = member.name();
  if (!member.juror) return fail(ErrorCode::kUnsupported, out.juror, "an algorithm runs no scenes");
  out.recording = recordingOf(options, out.juror);
  std::ofstream file;
  RecordingReader reader(out.juror);
  ProgressLine progress("running " + out.juror);
  const ProgressSink tell = progress.sink();
  std::uint64_t frames = 0;
  int why = 0;
  const auto isWritten = [&] {
    if (!file && why == 0) why = errno;
    return out.recording.empty() || file.good();
  };
  auto run = simulate(*member.juror, document, options.simulation, [&](std::string_view line) {
    if (!out.watch && !out.recording.empty()) {  // until now an older recording stays: the engine may refuse the scene
      file.open(out.recording, std::ios::binary);
      isWritten();
    }
    if (!out.recording.empty()) file << line << '\n';
    if (!out.watch) {
      const auto head = reader.readHead(line);
      if (!head) complain(head.error());
      if (head) out.watch.emplace(*head);
      return isWritten() && head;
    }
    if (const auto frame = reader.readFrame(line)) addMeasures(out.measures, out.watch->add(*frame).measures);
    if (tell) tell({++frames, 0, fmt::format("frame {}", frames)});
    return isWritten();
  });
  progress.clear();
  if (file.is_open() || why != 0) {
    errno = 0;
    file.close();
    if (!isWritten()) return tl::unexpected(unwritten(out.recording, why));
  }
  SEPAX_TRY(run);
  constexpr std::size_t kMaxTold = 10;
  for (std::size_t i = 0; i < std::min(reader.problems().size(), kMaxTold); ++i)
    complain(fmt::format("{}: line {}: {}", out.juror, reader.problems()[i].line, reader.problems()[i].text));
  out.run = std::move(*run);
  if (out.watch) out.gaps = gapsOf(out.run, reader, *out.watch, options.report.strict);
  return out;
}

std::string deepestText(const RunWatch& watch) {
  if (!watch.deepest()) return "0 m";
  const DeepPair& pair = *watch.deepest();
  return fmt::format("{} m, {} and {} at frame {}{}", humanNumber(pair.depth, 4), printableLine(pair.body),
                     printableLine(pair.in), pair.frame, pair.is_claimed ? "" : ", of which no claim tells");
}

std::string textOf(const Run& run) {
  const RunWatch& watch = *run.watch;
  std::string text;
  const auto row = [&](const char* what, const std::string& value) {
    text += fmt::format("  {:<13} {}\n", what, value);
  };
  row("frames", std::to_string(watch.frames()) + (run.run.ended.empty() ? "" : ", then " + run.run.ended));
  if (!run.run.exploded.empty()) row("exploded", run.run.exploded);
  row("claims", fmt::format("{}, {} differ", watch.claims(), watch.differing()));
  if (run.run.tolerance > 0) row("tolerance", humanNumber(run.run.tolerance, 3) + " m, by the engine's word");
  if (watch.first()) row("first", watch.first()->text());
  if (watch.worst()) row("worst", watch.worst()->text());
  for (const std::string& line : watch.explanation().lines()) row("why", line);
  row("deepest", deepestText(watch));
  const auto [lowest, highest] = watch.heights();
  row("heights", fmt::format("{} to {} m", humanNumber(lowest, 6), humanNumber(highest, 6)));
  for (const auto& [name, range] : measureRows(run.measures)) {
    // The deepest overlap and the heights are those above.
    if (std::string_view(name) != "depth" && std::string_view(name) != "height") row(name, range);
  }
  for (const Passage& passage : watch.passages()) row("passage", passage.text());
  for (const DeepPair& pair : watch.deepPairs()) row("deep", pair.text());
  for (const Sinking& pair : watch.sinking()) row("sinks", pair.text());
  for (const std::string& body : watch.hanging()) row("hangs", body);
  for (const std::string& turns : turnsIn(watch)) row("turns", turns);
  for (const std::string& gain : gainsIn(run.run, watch)) row("gains", gain);
  for (const std::string& odd : oddsIn(run.run, watch)) row("odd", odd);
  for (const std::string& note : run.run.notes) row("note", note);
  for (const std::string& gap : run.gaps) row("unusable", gap);
  return fmt::format("{}\n{}", run.run.engine, text);
}

/// How a run may go wrong, a test each.
JunitSuite suiteOf(const Run& run, const std::string& file) {
  const RunWatch& watch = *run.watch;
  JunitSuite suite(fmt::format("{}, {}", file, run.juror));
  std::vector<std::string> claims = watch.differing() > 0 ? watch.explanation().lines() : std::vector<std::string>();
  if (watch.first()) {
    claims.insert(claims.begin(), fmt::format("{} of {} differ", watch.differing(), watch.claims()));
    claims.push_back("first: " + watch.first()->text());
    claims.push_back("worst: " + watch.worst()->text());
  }
  std::vector<std::string> ends, poses;
  if (!run.run.ended.empty()) ends.push_back(run.run.ended);
  if (!run.run.exploded.empty()) poses.push_back(run.run.exploded);
  if (watch.unchecked() > 0 && watch.claims() == 0) {
    suite.addError("its claims are the reference's", uncheckedText(watch));
  } else if (watch.claims() == 0) {
    suite.skip("its claims are the reference's", "it claims nothing");
  } else {
    suite.add("its claims are the reference's", 0, claims);
  }
  suite.add("no body passes through another", 0, passageTexts(watch));
  suite.add("no body hangs in the air", 0, watch.hanging());
  suite.add("no energy comes from nowhere", 0, gainsIn(run.run, watch));
  suite.add("it runs to the end", 0, ends);
  suite.add("its poses are places", 0, poses);
  return suite;
}

Json jsonOf(const Run& run) {
  const RunWatch& watch = *run.watch;
  const auto [lowest, highest] = watch.heights();
  Json out{{"juror", run.juror},
           {"engine", run.run.engine},
           {"frames", watch.frames()},
           {"ended", orNull(run.run.ended)},
           {"exploded", orNull(run.run.exploded)},
           {"claims", watch.claims()},
           {"differing", watch.differing()},
           {"unchecked", watch.unchecked()},
           {"tolerance", run.run.tolerance},
           {"deepest", watch.deepest() ? watch.deepest()->depth : 0.0},
           {"lowest", lowest},
           {"highest", highest},
           {"measures", measuresJson(run.measures)},
           {"passages", Json::list(passageTexts(watch))},
           {"hanging", Json::list(watch.hanging())},
           {"turned_over", turnedOverJson(watch.flights().turnedOver())},
           {"gains", Json::list(gainsIn(run.run, watch))},
           {"odd", Json::list(oddsIn(run.run, watch))},
           {"notes", Json::list(run.run.notes)},
           {"gaps", Json::list(run.gaps)}};
  if (watch.first()) out.add("first", watch.first()->text());
  if (watch.differing() > 0) out.add("explanation", watch.explanation().json());
  if (!run.recording.empty()) out.add("recording", run.recording);
  return out;
}

int run(SimulateCommand options) {
  auto loaded = caseToReport(options.file, options.report);
  if (!loaded) return refuse(options.report, loaded.error());
  if (options.out == "-")
    return refuse(options.report, options.file, "--output: expected a file; standard output has the report");
  if (options.out.ends_with(".gz"))
    return refuse(options.report, options.file,
                  fmt::format("--output: expected a name without .gz, since recordings are written unpacked; found "
                              "\"{}\"",
                              printableLine(options.out)));
  auto asked = jurorOptions(options.options);
  if (!asked) return refuse(options.report, asked.error());
  options.simulation.options = std::move(*asked);
  if (!options.gravity.empty()) {
    const auto dimensions = static_cast<std::size_t>(dimensionsOf(loaded->document.space));
    if (options.gravity.size() != dimensions)
      return refuse(options.report, options.file,
                    fmt::format("--gravity: expected {} numbers, found {}", dimensions, options.gravity.size()));
    Vec3 gravity{0.0};
    for (std::size_t k = 0; k < dimensions; ++k) gravity[static_cast<int>(k)] = options.gravity[k];
    options.simulation.gravity = gravity;
  }
  options.jurors = wholeNames(options.jurors);
  auto members = membersNamed({}, options.jurors, {.answer_seconds = options.timeout});
  if (!members) return refuse(options.report, members.error());
  if (const auto ok = checkJurorOptions(options.simulation.options, *members); !ok)
    return refuse(options.report, ok.error());
  for (const JuryMember& member : *members) {
    const std::string file = recordingOf(options, member.name());
    std::error_code error;
    if (!options.may_replace && std::filesystem::is_regular_file(file, error) &&
        !std::filesystem::is_empty(file, error))
      return refuse(options.report, options.file, file + ": is there already; --replace writes over it");
  }
  if (const auto request = simulationRequest(loaded->document, options.simulation); !request)
    return refuse(options.report, options.file, describe(request.error()));
  Json runs = Json::array();
  std::vector<JunitSuite> suites;
  bool printed = true;
  std::size_t wrong = 0, incomplete = 0;
  listenForInterrupt();
  options.simulation.go_on = [] { return !isInterrupted(); };
  for (JuryMember& member : *members) {
    if (isInterrupted()) break;
    auto one = runIn(options, loaded->document, member);
    if (!one) return refuse(options.report, one.error(), suites);
    suites.push_back(suiteOf(*one, options.file));
    tellGaps(suites.back(), one->juror, one->gaps);
    const bool is_wrong = suites.back().failed > 0;
    wrong += is_wrong ? 1 : 0;
    incomplete += one->gaps.empty() ? 0 : 1;
    if (options.report.json) {
      runs.push(jsonOf(*one));
    } else if (is_wrong || !options.report.quiet) {
      printed = print(textOf(*one)) && printed;
    }
  }
  if (options.report.quiet)
    printed = print(fmt::format("{}, {} wrong{}\n", counted(suites.size(), "run", "runs"), wrong,
                                incomplete > 0 ? fmt::format(", {} not compared in full", incomplete) : "")) &&
              printed;
  if (options.report.json)
    printed = printLine(compactJson(outputJson({{"file", options.file}, {"runs", std::move(runs)}})));
  if (finishReport(options.report, suites, {}, printed) != kExitFine || incomplete > 0) return kExitUnusable;
  return wrong > 0 ? kExitFailed : kExitFine;
}

}  // namespace

void addSimulateCommand(CLI::App& app, int& exit_status) {
  const auto options = std::make_shared<SimulateCommand>();
  CLI::App* const command =
      app.add_subcommand("simulate", "Run a case in another engine, record what it does and check what it claims");
  SimulationOptions& simulation = options->simulation;
  command->add_option("CASE", options->file, "The case; - is standard input")->required();
  command
      ->add_option("--juror,--jurors", options->jurors,
                   "One or several of sepax jurors, separated by commas, or a manifest")
      ->delimiter(',')
      ->required();
  takeTime(
      *command->add_option("--seconds", simulation.seconds, "How long, simulated; without it as the case says, or 2"));
  command->add_option("--step", simulation.step, "Seconds of a frame; without it as the case says, or 1/60");
  command->add_option("--substeps", simulation.substeps, "Steps of a frame");
  command->add_option("--gravity", options->gravity, "X,Y,Z in m/s²; without it as the case says, or 0,-9.81,0")
      ->delimiter(',');
  command->add_option("--moving", simulation.moving, "IDs of bodies that move, though the case does not say so")
      ->delimiter(',');
  command->add_option("--option", options->options, "NAME=VALUE for the engine, as margin=0.04");
  command->add_option("--juror-timeout", options->timeout, "Seconds that a frame may take")
      ->check(CLI::Range(0.001, 3600.0))
      ->capture_default_str();
  command->add_flag("--leave-out", simulation.leaves_out, "Run without the bodies that the engine cannot hold");
  command->add_option("-o,--output", options->out,
                      "Keep the recording in this file; of several engines each has its own");
  command->add_flag("--replace", options->may_replace, "Write over recordings that are there already");
  addReportOptions(*command, options->report, "a suite for each engine");
  addStrict(*command, options->report);
  command->footer(
      "Bodies with a velocity, a mass or \"motion\": \"dynamic\" move, the others stay (sepax help case). Every claim "
      "is compared\nwith the reference at the poses that the engine's detector saw; the shapes are those that the "
      "engine really has.\nThe poses are looked at, too, though no claim tells of them: between two frames bodies are "
      "swept, and one that passes\nthrough another is named; so is a body that lies deeper in another than a quarter "
      "of the thinner one though no claim\ntells of it, one that sinks through another though claims do, and one that "
      "hangs in the air. So is energy that comes\nfrom nowhere: more than a twentieth of what the bodies can have, "
      "where none begin in each other.\nOdd is said of a body that loses a twentieth of its energy while it touches "
      "nothing, or moves farther than its\nvelocities tell; turns counts how often one turned over that spins about "
      "its "
      "middle axis. The engine may say by how many\nmetres its claims may be off, up to a tenth of the smallest "
      "body.\n\n"
      "sepax simulate assets/cases/bullet-thin-wall.json --juror bullet -o run.sepaxlog && sepax run.sepaxlog\n\n"
      "Exit status: 0 all claims agree, or there are none; 1 one differs, a body passed or sinks through another, lies "
      "deep in\none or hangs, energy comes from nowhere, the engine ended early or its poses are no places; 2 unusable "
      "input, a claim\nor a pose that could not be used, or times of frames that are not a step apart; 130 ended by "
      "Ctrl+C, with the frames\nso far.");
  command->callback([options, &exit_status] { exit_status = run(*options); });
}

}  // namespace sepax
