#include "app/commands/commands.h"

#include "app/commands/checked_case.h"
#include "app/commands/command_line.h"
#include "app/commands/report.h"
#include "core/json_text.h"
#include "core/text.h"
#include "format/case_writer.h"
#include "lab/recording/frame.h"
#include "lab/recording/recording_file.h"
#include "lab/recording/run_findings.h"
#include "lab/recording/run_measures.h"

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <memory>
#include <string>
#include <utility>

namespace sepax {

namespace {

struct ReplayOptions {
  std::string file, other, pair, out;
  double tolerance = 0;
  std::size_t frame = 0;
  ReportOptions report;
  bool claims = false;
};

constexpr std::size_t kMaxListed = 40;

/// Goes through a recording: `visit` is given each frame's number and the frame; false ends it.
template <class Visit>
Result<void> eachFrame(RecordingFile& recording, const Visit& visit) {
  ProgressLine line("reading");
  const ProgressSink progress = line.sink();
  for (std::size_t number = 0;; ++number) {
    const auto frame = recording.nextFrame();
    if (!frame) line.clear();
    SEPAX_TRY(frame);
    if (!*frame) break;
    if (progress) progress({recording.file().bytesRead(), recording.file().size(), fmt::format("frame {}", number)});
    if (!visit(number, **frame)) break;
  }
  line.clear();
  return {};
}

/// Prints the parts that could not be used on standard error, so that standard output has the result alone.
void tellProblems(const RecordingFile& recording, const std::string& file) {
  constexpr std::size_t kMaxTold = 10;
  const auto& problems = recording.reader().problems();
  for (std::size_t i = 0; i < std::min(problems.size(), kMaxTold); ++i)
    complain(fmt::format("{}:{}: {}", file, problems[i].line, problems[i].text));
  const std::size_t count = recording.reader().problemCount();
  if (count > kMaxTold) complain(fmt::format("{}: {} more of them", file, count - kMaxTold));
}

Json problemsJson(const RecordingFile& recording) {
  Json out = Json::array();
  for (const RecordingProblem& problem : recording.reader().problems())
    out.push(Json{{"line", problem.line}, {"text", problem.text}});
  return out;
}

std::string secondsText(double seconds) { return humanNumber(seconds, 6) + " s"; }

/// The measures that the recording has, by their keys.
int info(const ReplayOptions& options) {
  auto recording = RecordingFile::open(options.file);
  if (!recording) return complain(recording.error());
  const RecordingHead& head = recording->head();
  std::size_t frames = 0, poses = 0, claims = 0, most = head.scene.bodies.size(), there = most;
  double from = 0, to = 0;
  Json marks = Json::array();
  std::string mark_lines;
  RunWatch watch(head, RunWatch::Passages::kIgnore);
  RunMeasureRanges ranges;
  const auto read = eachFrame(*recording, [&](std::size_t number, const RecordedFrame& frame) {
    ++frames;
    addMeasures(ranges, watch.add(frame).measures);
    poses += frame.poses.size();
    claims += frame.claims.size();
    there = there + frame.added.size() - frame.removed.size();
    most = std::max(most, there);
    if (number == 0) from = frame.time;
    to = frame.time;
    if (frame.mark.empty() || marks.size() >= kMaxListed) return true;
    marks.push(Json{{"frame", number}, {"t", frame.time}, {"text", frame.mark}});
    mark_lines += fmt::format("  frame {:<8} {:<12} {}\n", number, secondsText(frame.time), printableLine(frame.mark));
    return true;
  });
  if (!read) return complain(read.error());
  const std::size_t problems = recording->reader().problemCount();
  if (options.report.json) {
    return finishOutput(printLine(compactJson(outputJson({{"file", options.file},
                                                          {"name", head.scene.name},
                                                          {"engine", head.engine},
                                                          {"space", head.scene.space == Space::k2d ? "2d" : "3d"},
                                                          {"precision", head.precision},
                                                          {"tolerance", head.tolerance},
                                                          {"frames", frames},
                                                          {"from", from},
                                                          {"to", to},
                                                          {"bodies", most},
                                                          {"poses", poses},
                                                          {"claims", claims},
                                                          {"measures", measuresJson(ranges)},
                                                          {"marks", std::move(marks)},
                                                          {"cut", recording->isCut()},
                                                          {"problem_count", problems},
                                                          {"problems", problemsJson(*recording)}}))));
  }
  tellProblems(*recording, options.file);
  std::string text = fmt::format("{}{}\n", printableLine(options.file),
                                 head.scene.name.empty() ? "" : ": " + printableLine(head.scene.name));
  const auto row = [&](const char* what, const std::string& value) {
    text += fmt::format("  {:<13} {}\n", what, value);
  };
  if (!head.engine.empty()) row("engine", fmt::format("{}, {}", printableLine(head.engine), head.precision));
  row("space", head.scene.space == Space::k2d ? "2d" : "3d");
  row("frames", fmt::format("{}, from {} to {}", frames, secondsText(from), secondsText(to)));
  row("bodies", fmt::format("{} at most", most));
  row("poses", std::to_string(poses));
  row("claims", std::to_string(claims));
  if (head.tolerance > 0) row("tolerance", humanNumber(head.tolerance, 6) + " m");
  for (const auto& [key, text_of_range] : measureRows(ranges)) row(key, text_of_range);
  row("problems", std::to_string(problems) + (recording->isCut() ? ", and the end is cut off" : ""));
  return finishOutput(print(text + mark_lines));
}

Json jsonOf(const DifferingClaim& difference, Space space) {
  const CheckedClaim& claim = difference.claim;
  Json what = Json::array(), normal = Json::array();
  for (const JuryDifference& part : claim.differences) {
    if (!part.is_tie) what.push(part.what);
  }
  for (int c = 0; c < dimensionsOf(space); ++c) normal.push(claim.normal[c]);
  return Json{{"frame", difference.frame},
              {"line", difference.line},
              {"t", difference.time},
              {"pair", Json::array({difference.pair.first, difference.pair.second})},
              {"differs", std::move(what)},
              {"by", claim.worst()},
              {"tolerance", claim.tolerance},
              {"text", wrongText(claim.differences)},
              {"reference", Json{{"verdict", verdictName(claim.verdict)},
                                 {"separation", claim.separation},
                                 {"distance", claim.distance},
                                 {"normal", std::move(normal)}}}};
}

/// Why a recording was not compared in full, a sentence each: with these nothing is green.
std::vector<std::string> gapsOf(const RecordingFile& recording, const RunWatch& watch, bool strict) {
  std::vector<std::string> out;
  if (std::string loss = lossText(recording.reader(), strict); !loss.empty()) out.push_back(std::move(loss));
  if (recording.isCut()) out.emplace_back("the end of the recording is cut off");
  if (watch.claims() == 0) out.emplace_back("it has no claim that could be compared, so nothing was");
  return out;
}

/// The answers of check(), as they are printed.
Json checkJson(const ReplayOptions& options, const RecordingFile& recording, const RunWatch& watch, Json list) {
  const Space space = watch.scene().space();
  Json passages = Json::array(), deep = Json::array(), sinking = Json::array();
  for (const DeepPair& pair : watch.deepPairs())
    deep.push(Json{{"frame", pair.frame}, {"body", pair.body}, {"in", pair.in}, {"depth", pair.depth}});
  for (const Sinking& pair : watch.sinking()) {
    sinking.push(Json{{"from", pair.from},
                      {"frame", pair.frame},
                      {"body", pair.body},
                      {"through", pair.through},
                      {"by", pair.metres}});
  }
  for (const Passage& passage : watch.passages()) {
    passages.push(
        Json{{"frame", passage.frame}, {"body", passage.body}, {"through", passage.through}, {"speed", passage.speed}});
  }
  Json out = outputJson({{"file", options.file},
                         {"claims", watch.claims()},
                         {"differing", watch.differing()},
                         {"frames", watch.differingFrames()},
                         {"differences", std::move(list)},
                         {"passages", std::move(passages)},
                         {"deep", std::move(deep)},
                         {"sinking", std::move(sinking)},
                         {"turned_over", turnedOverJson(watch.flights().turnedOver())},
                         {"odd", Json::list(oddsIn(watch))},
                         {"moved_without_mass", watch.movedWithoutMass()},
                         {"unchecked", watch.unchecked()}});
  if (watch.unchecked() > 0) out.add("first_unchecked", watch.firstUnchecked());
  if (watch.first()) out.add("first", jsonOf(*watch.first(), space));
  if (watch.worst()) out.add("worst", jsonOf(*watch.worst(), space));
  if (watch.differing() > 0) out.add("explanation", watch.explanation().json());
  out.add("cut", recording.isCut());
  out.add("problem_count", recording.reader().problemCount());
  return out;
}

/// The largest tolerance by which a claim was compared, and the smaller body of its pair.
struct LargestTolerance {
  double metres = 0, smaller = 0;  ///< the second is a size
  std::string body;

  void add(const CheckedClaim& claim, const RecordedScene& scene) {
    if (claim.tolerance <= metres) return;
    const Body &a = scene.body(claim.claim.a), &b = scene.body(claim.claim.b);
    const double size_a = sizeOf(a.shape), size_b = sizeOf(b.shape);
    const bool is_a = size_a > 0 && (size_b <= 0 || size_a <= size_b);
    metres = claim.tolerance;
    smaller = is_a ? size_a : size_b;
    body = is_a ? a.id : b.id;
  }

  /// A line where it is more than the hundredth of that body's size: less than that hides no error that anyone sees.
  [[nodiscard]] std::string text() const {
    constexpr double kTold = 0.0101;
    if (metres <= kTold * smaller) return {};
    return fmt::format("compared to within {} m, {} of the size of {}\n", humanNumber(metres, 3),
                       smaller > 0 ? humanNumber(100 * metres / smaller, 3) + " %" : "all", printableLine(body));
  }
};

/// A test for each pair of bodies with claims, and one for passages.
class ClaimTests {
 public:
  void add(const CheckedClaim& claim, const RunWatch& watch, const RecordedFrame& frame) {
    const RecordedScene& scene = watch.scene();
    PairTest& test = pairs_[{scene.body(claim.claim.a).id, scene.body(claim.claim.b).id}];
    if (!claim.differs()) return;
    if (test.failures.size() < kMaxListed) test.failures.push_back(watch.differing(claim, frame).text());
    ++test.differing;
  }

  [[nodiscard]] JunitSuite suite(const std::string& file, const RunWatch& watch) const {
    JunitSuite out(file);
    for (const auto& [pair, test] : pairs_) {
      std::vector<std::string> failures = test.failures;
      if (test.differing > failures.size())
        failures.push_back(fmt::format("and {} more", test.differing - failures.size()));
      out.add(fmt::format("{} × {}", pair.first, pair.second), 0, failures);
    }
    out.add("no body passes through another", 0, passageTexts(watch));
    return out;
  }

 private:
  struct PairTest {
    std::vector<std::string> failures;
    std::size_t differing = 0;
  };
  std::map<PairIds, PairTest> pairs_;
};

int check(const ReplayOptions& options) {
  auto recording = RecordingFile::open(options.file);
  if (!recording) return refuse(options.report, recording.error());
  RecordingHead head = recording->head();
  head.allowed = options.tolerance;
  RunWatch watch(head);
  std::size_t listed = 0;
  Json list = Json::array();
  bool printed = true;
  LargestTolerance tolerance;
  ClaimTests tests;
  listenForInterrupt();
  const auto read = eachFrame(*recording, [&](std::size_t, const RecordedFrame& frame) {
    const RunWatch::Seen seen = watch.add(frame);
    for (const CheckedClaim& claim : seen.claims) {
      tolerance.add(claim, watch.scene());
      if (!options.report.junit.empty()) tests.add(claim, watch, frame);
      if (!claim.differs()) continue;
      if (options.report.json) {
        if (list.size() < 10'000) list.push(jsonOf(watch.differing(claim, frame), watch.scene().space()));
      } else if (listed++ < kMaxListed) {
        printed = print(watch.differing(claim, frame).text() + "\n") && printed;
      }
    }
    for (const Passage& passage : seen.passages) {
      if (!options.report.json && watch.passages().size() <= kMaxListed)
        printed = print(passage.text() + "\n") && printed;
    }
    for (const DeepPair& pair : seen.deep) {
      if (!options.report.json && !pair.is_claimed && watch.deepPairs().size() <= kMaxListed)
        printed = print(pair.text() + "\n") && printed;
    }
    return !isInterrupted();
  });
  if (!read) return refuse(options.report, read.error());
  const std::size_t differing = watch.differing(), passages = watch.passages().size(), deep = watch.deepPairs().size(),
                    sinking = watch.sinking().size();
  const std::string unchecked = uncheckedText(watch);
  if (options.report.json) {
    printed = printLine(compactJson(checkJson(options, *recording, watch, std::move(list))));
  } else {
    tellProblems(*recording, options.file);
    std::string text = differing > kMaxListed ? fmt::format("and {} more\n", differing - kMaxListed) : "";
    for (std::size_t i = 0; i < std::min(sinking, kMaxListed); ++i) text += watch.sinking()[i].text() + "\n";
    if (watch.first()) text += fmt::format("first: {}\nworst: {}\n", watch.first()->text(), watch.worst()->text());
    for (const std::string& line : watch.explanation().lines()) text += line + "\n";
    if (!options.report.quiet) text += tolerance.text();
    text +=
        fmt::format("{} of {} differ{}{}\n", differing, counted(watch.claims(), "claim", "claims"),
                    differing == 0 ? "" : fmt::format(", in {}", counted(watch.differingFrames(), "frame", "frames")),
                    isInterrupted() ? ", so far" : "");
    if (passages > 0)
      text += fmt::format("{} between frames that no claim tells of\n", counted(passages, "passage", "passages"));
    if (deep > 0) text += fmt::format("{} deep in each other that no claim tells of\n", counted(deep, "pair", "pairs"));
    if (sinking > 0) text += fmt::format("{} through each other\n", counted(sinking, "pair sinks", "pairs sink"));
    if (!options.report.quiet) {
      for (const std::string& turns : turnsIn(watch)) text += turns + "\n";
    }
    for (const std::string& odd : oddsIn(watch)) text += "odd: " + odd + "\n";
    if (const std::size_t count = watch.movedWithoutMass(); count > 0)
      text += fmt::format("{} without a recorded mass moved: whether {} was not looked at\n",
                          counted(count, "body", "bodies"),
                          count == 1 ? "it lies deep in what stays" : "they lie deep in each other or in what stays");
    if (!unchecked.empty()) text += unchecked + "\n";
    printed = print(text) && printed;
  }
  JunitSuite suite = tests.suite(options.file, watch);
  const std::vector<std::string> gaps =
      isInterrupted() ? std::vector<std::string>() : gapsOf(*recording, watch, options.report.strict);
  tellGaps(suite, options.file, gaps);
  if (!unchecked.empty()) suite.addError("every claim can be compared", unchecked);
  if (finishReport(options.report, {&suite, 1}, {}, printed) != kExitFine) return kExitUnusable;
  if (!unchecked.empty() || !gaps.empty()) return kExitUnusable;
  return differing + passages + deep + sinking > 0 ? kExitFailed : kExitFine;
}

/// The difference of a frame between two recordings; an empty text: there is none.
struct FrameDifference {
  std::string text, body;
  double metres = 0, radians = 0;
};

FrameDifference differenceOf(const Apart& apart) {
  const std::string body = printableLine(apart.body);
  if (apart.missing != Apart::Missing::kNowhere)
    return {
        fmt::format("\"{}\" is only in the {}", body, apart.missing == Apart::Missing::kInSecond ? "first" : "second"),
        apart.body};
  return {fmt::format("{} is {} m and {} rad away", body, humanNumber(apart.metres, 6), humanNumber(apart.radians, 6)),
          apart.body, apart.metres, apart.radians};
}

/// The first verdict that two frames with equal poses do not share.
FrameDifference verdictDifference(const RecordedScene& a, const RecordedFrame& frame_a, const RecordedScene& b,
                                  const RecordedFrame& frame_b) {
  const auto verdicts = [](const RecordedScene& scene, const RecordedFrame& frame) {
    std::map<PairIds, bool> said;
    for (const Claim& claim : frame.claims) {
      if (claim.answer.overlapping)
        said[std::minmax(scene.body(claim.a).id, scene.body(claim.b).id)] = *claim.answer.overlapping;
    }
    return said;
  };
  const auto said_a = verdicts(a, frame_a), said_b = verdicts(b, frame_b);
  for (const auto& [pair, overlapping] : said_a) {
    const auto other = said_b.find(pair);
    if (other != said_b.end() && other->second != overlapping)
      return {fmt::format("of {} and {} the first says {}, the second {}", printableLine(pair.first),
                          printableLine(pair.second), overlapping ? "overlapping" : "separated",
                          overlapping ? "separated" : "overlapping"),
              pair.first};
  }
  return {};
}

Json jsonOf(const FrameDifference& difference, std::size_t frame) {
  return Json{{"frame", frame},
              {"text", difference.text},
              {"body", difference.body},
              {"metres", difference.metres},
              {"radians", difference.radians}};
}

int diff(const ReplayOptions& options) {
  auto a = RecordingFile::open(options.file), b = RecordingFile::open(options.other);
  if (!a) return complain(a.error());
  if (!b) return complain(b.error());
  auto comparison = RunComparison::of(a->head(), b->head());
  if (!comparison) return complain(comparison.error());
  RecordedScene scene_a(a->head()), scene_b(b->head());
  std::size_t differing = 0, first = 0;
  double first_time = 0;
  FrameDifference first_difference;
  std::optional<Error> failed;
  bool b_ended = false;
  const auto read = eachFrame(*a, [&](std::size_t number, const RecordedFrame& frame) {
    scene_a.apply(frame);
    const auto other = b->nextFrame();
    if (!other) failed = other.error();
    b_ended = other && !*other;
    if (failed || b_ended) return false;
    scene_b.apply(**other);
    const auto added = comparison->add(frame.time, scene_a.bodies(), (*other)->time, scene_b.bodies());
    if (!added) failed = added.error();
    if (failed) return false;
    const Apart& apart = comparison->frames().back();
    FrameDifference found;
    if (apart.most() > options.tolerance) found = differenceOf(apart);
    if (apart.body.empty()) found = verdictDifference(scene_a, frame, scene_b, **other);
    if (found.text.empty() || differing++ > 0) return true;
    first = number;
    first_time = frame.time;
    first_difference = std::move(found);
    return true;
  });
  if (!read) return complain(read.error());
  if (failed) return complain(*failed);
  const std::size_t frames = comparison->frames().size(), worst = comparison->farthest().value_or(first);
  // Without a body that is elsewhere only verdicts differ.
  const bool parts = comparison->parting(options.tolerance).has_value();
  const FrameDifference worst_difference = parts ? differenceOf(comparison->frames()[worst]) : first_difference;
  const auto more = b_ended ? Result<std::optional<RecordedFrame>>(std::nullopt) : b->nextFrame();
  const bool other_goes_on = more && more->has_value();
  bool printed = true;
  if (options.report.json) {
    Json out = outputJson({{"file", options.file},
                           {"other", options.other},
                           {"frames", frames},
                           {"tolerance", options.tolerance},
                           {"differing", differing}});
    if (differing > 0) {
      Json at = jsonOf(first_difference, first);
      at.add("t", first_time);
      out.add("first", std::move(at));
      out.add("worst", jsonOf(worst_difference, parts ? worst : first));
    }
    out.add("longer", b_ended ? Json("first") : other_goes_on ? Json("second") : Json(nullptr));
    printed = printLine(compactJson(out));
  } else {
    std::string text = differing == 0
                           ? fmt::format("the same in {}\n", counted(frames, "frame", "frames"))
                           : fmt::format("first: frame {} ({}): {}\nworst: frame {}: {}\n{} of {} differ\n", first,
                                         secondsText(first_time), first_difference.text, parts ? worst : first,
                                         worst_difference.text, differing, counted(frames, "frame", "frames"));
    if (b_ended || other_goes_on) text += fmt::format("the {} goes on after that\n", b_ended ? "first" : "second");
    printed = print(text);
  }
  // With a gap nothing is the same.
  bool has_gaps = frames == 0;
  if (frames == 0)
    complain(fmt::format("{}, {}: no frame that both have, so nothing was compared", options.file, options.other));
  for (const auto& [recording, file] : {std::pair(&*a, &options.file), std::pair(&*b, &options.other)}) {
    for (const std::string& gap : {lossText(recording->reader(), options.report.strict),
                                   std::string(recording->isCut() ? "the end of the recording is cut off" : "")}) {
      if (gap.empty()) continue;
      has_gaps = true;
      complain(fmt::format("{}: {}", *file, gap));
    }
  }
  if (finishOutput(printed) != kExitFine || has_gaps) return kExitUnusable;
  return differing > 0 || b_ended || other_goes_on ? kExitFailed : kExitFine;
}

/// The recording's claim about the pair, as a case's expectation.
Expectation expectationOf(const Claim& claim, const RecordedScene& scene, double tolerance) {
  Expectation out;
  out.pair = {scene.body(claim.a).id, scene.body(claim.b).id};
  const JurorAnswer& said = claim.answer;
  if (said.overlapping) {
    VerdictSet verdicts;
    if (*said.overlapping) verdicts.add(Verdict::kOverlapping);
    if (!*said.overlapping) verdicts.add(Verdict::kSeparated);
    verdicts.add(Verdict::kTouching);
    out.verdict = verdicts;
  }
  if (said.separation) out.separation = *said.separation;
  if (said.distance) out.distance = *said.distance;
  if (said.normal) out.normal = *said.normal;
  out.tolerance = tolerance;
  out.tolerance_given = true;
  return out;
}

int cut(const ReplayOptions& options) {
  auto recording = RecordingFile::open(options.file);
  if (!recording) return complain(recording.error());
  const RecordingHead& head = recording->head();
  RecordedScene scene(head);
  std::size_t frames = 0;
  RecordedFrame at;
  const auto read = eachFrame(*recording, [&](std::size_t number, const RecordedFrame& frame) {
    scene.apply(frame);
    frames = number + 1;
    if (number == options.frame) at = frame;
    return number < options.frame;
  });
  if (!read) return complain(read.error());
  if (options.frame >= frames && !(frames == 0 && options.frame == 0))
    return complain(frames == 0 ? "--frame: expected 0, the bodies of the first line: the recording has no frames"
                                : fmt::format("--frame: expected 0 to {}, found {}", frames - 1, options.frame));
  Document out = scene.document();
  out.name = fmt::format("{}, frame {}", head.scene.name.empty() ? options.file : head.scene.name, options.frame);
  std::optional<PairIds> pair;
  if (!options.pair.empty()) {
    pair = pairNamed(out, options.pair);
    if (!pair)
      return complain(fmt::format("--pair: expected A,B of two bodies that are there, found \"{}\"", options.pair));
    std::erase_if(out.bodies, [&](const Body& body) { return body.id != pair->first && body.id != pair->second; });
    if (out.bodies.front().id != pair->first) std::reverse(out.bodies.begin(), out.bodies.end());
  }
  for (const Claim& claim : at.claims) {
    const PairIds ids{scene.body(claim.a).id, scene.body(claim.b).id};
    const bool is_asked = !pair || ids == *pair || ids == PairIds{pair->second, pair->first};
    if (!options.claims || !is_asked) continue;
    // Engines choose their contacts and points of an overlap: a case expects none of them.
    const JurorAnswer& said = claim.answer;
    if (said.overlapping || said.separation || said.distance || said.normal) {
      out.expect.push_back(expectationOf(claim, scene, checkClaim(claim, scene, head).tolerance));
    } else {
      fmt::print(stderr, "the claim about {} and {} has contacts or points alone, which no expectation takes over\n",
                 printableLine(ids.first), printableLine(ids.second));
    }
  }
  return printOrSave(writeCase(out), options.out);
}

}  // namespace

void addReplayCommand(CLI::App& app, int& exit_status) {
  const auto options = std::make_shared<ReplayOptions>();
  CLI::App* const command =
      app.add_subcommand("replay", "Look into, check, compare and cut recordings of other engines (.sepaxlog)");
  command->require_subcommand(1);
  command->footer(
      "A recording has a line of JSON a frame: poses, and what the engine said of its pairs. recorders/README.md has "
      "the format, and\n"
      "writers in C++, Python and JavaScript beside it. Frames are counted from 0. .gz is read directly.\n\n"
      "sepax replay info run.sepaxlog\nsepax replay check run.sepaxlog\nsepax replay diff before.sepaxlog "
      "after.sepaxlog --tolerance 1e-6\n"
      "sepax replay cut run.sepaxlog --frame 120 --pair crate,ground -o bug.json\nengine | sepax replay check -\n\n"
      "Exit status: 0 fine, 1 a claim differs, or a body passed or sinks through another, or lies deep in one though "
      "no "
      "claim tells\nof it, 2 unusable input, a frame or a claim that could not be compared, or none at all; 130 check "
      "was "
      "ended by Ctrl+C, with the frames so far.");
  const auto add = [&](const char* name, const char* summary, int (*run)(const ReplayOptions&)) {
    CLI::App* const sub = command->add_subcommand(name, summary);
    sub->add_option("LOG", options->file, "The recording; - is standard input")->required();
    sub->callback([options, run, &exit_status] { exit_status = run(*options); });
    return sub;
  };
  const auto with_json = [&](CLI::App* sub) { sub->add_flag("--json", options->report.json, "Print JSON"); };
  CLI::App* const telling = add("info", "Say what is in a recording, and what of it could not be used", info);
  with_json(telling);
  telling->footer(
      "Measures of all frames, with their first, last, least and greatest value, as far as the recording has what they "
      "need\n(in JSON \"measures\": {KEY: {\"unit\", \"first\", \"last\", \"min\", \"max\"}}):\n"
      "  depth          m, the deepest overlap that the reference has of pairs with claims\n"
      "  energy         J, kinetic and potential: needs masses and the gravity\n"
      "  momentum       kg m/s, linear: needs masses\n"
      "  height         m, the y of the highest body that has moved\n"
      "  angular_speed  rad/s, the fastest\n"
      "Velocities that are not recorded are those between two frames.\n");
  CLI::App* const checking = add(
      "check",
      "Compare every claim of the engine with the reference; names the first and the worst, why claims may differ, "
      "and bodies that passed through others between two frames or, where masses are recorded, sink through others, or "
      "lie deep in them though no claim tells of it",
      check);
  checking
      ->add_option("--tolerance", options->tolerance,
                   "Metres by which claims may be off, where that is more than the recording says")
      ->check(CLI::NonNegativeNumber);
  addReportOptions(*checking, options->report, "a test for each pair with claims");
  addStrict(*checking, options->report, "Refuse a recording with a problem, as an unknown key");
  CLI::App* const comparing =
      add("diff", "Compare two recordings frame by frame; names where they first differ, and where most", diff);
  comparing->footer(
      "The recordings are of the same bodies and steps, as those of one case in two engines (sepax simulate CASE "
      "--juror A,B\n-o run.sepaxlog). In JSON \"first\" and \"worst\" have the frame, the body and by how many metres "
      "and radians it is\nelsewhere; \"first\" its time t, too.\n\n"
      "Exit status: 0 none differs by more than the tolerance, 1 one does or one recording is longer, 2 unusable "
      "input, "
      "as other\nbodies or other steps.\n");
  comparing->add_option("OTHER", options->other, "The other recording")->required();
  comparing->add_option("--tolerance", options->tolerance, "Metres and radians that are no difference")
      ->check(CLI::NonNegativeNumber);
  with_json(comparing);
  CLI::App* const cutting = add("cut", "Make a case of a frame", cut);
  cutting->add_option("--frame", options->frame, "Which, from 0")->required();
  cutting->add_option("--pair", options->pair, "A,B: these two bodies alone");
  cutting->add_flag("--claims", options->claims,
                    "Expect what the engine said: sepax check --expect then tells where it is wrong");
  cutting->add_option("-o", options->out, "The case file; without it the case is printed");
}

}  // namespace sepax
