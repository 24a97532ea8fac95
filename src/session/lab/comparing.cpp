#include "session/lab/comparing.h"

#include "core/language.h"
#include "core/text.h"
#include "geom/mass.h"
#include "lab/recording/run_findings.h"
#include "lab/recording/run_measures.h"
#include "session/host/host.h"
#include "session/host/opened_case.h"
#include "session/lab/replaying.h"
#include "session/scene/reports.h"
#include "session/scene/scene.h"

#include <algorithm>
#include <chrono>
#include <limits>

// The open case in an engine: which engines run scenes, and a run as a recording in the making.

namespace sepax {

namespace {

/// Consumes an event of the other run. Errors: it cannot be compared.
Result<void> take(Replay& replay, Host& host, RecordingFeed::Event& event) {
  OtherRun& other = *replay.other;
  if (auto* const begun = std::get_if<RecordingFeed::Begun>(&event)) {
    auto comparison = RunComparison::of(replay.recording->head(), begun->head);
    SEPAX_TRY(comparison);
    other.comparison = std::move(*comparison);
    other.recording = std::make_shared<Recording>(std::move(begun->head));
    return {};
  }
  if (auto* const ended = std::get_if<RecordingFeed::Ended>(&event)) {
    other.has_ended = true;
    if (ended->error && other.recording == nullptr) return tl::unexpected(*ended->error);
    if (ended->error) notify(host, LogLevel::kError, describe(*ended->error));
    if (!ended->said.empty()) tellOutcome(host, *ended);
    if (other.recording != nullptr) other.recording->mark(std::move(ended->crossings));
    return {};
  }
  auto& went = std::get<RecordingFeed::Went>(event);
  other.recording->append(std::move(went.frame), std::move(went.claims), went.measures);
  other.has_ended = other.has_ended || other.recording->poses() > kMaxReplayPoses;
  return {};
}

std::size_t sharedFrames(const Replay& replay) {
  return std::min(replay.recording->end(), replay.other->recording->end());
}

}  // namespace

const Recording* recordingOf(const Replay& replay, Run run) {
  if (run == Run::kShown) return replay.recording.get();
  return replay.other ? replay.other->recording.get() : nullptr;
}

std::optional<std::size_t> differenceAfter(const Replay& replay, std::size_t frame) {
  std::optional<std::size_t> out;
  for (const Run run : {Run::kShown, Run::kOther}) {
    const Recording* const recording = recordingOf(replay, run);
    const auto next = recording == nullptr ? std::nullopt : recording->stopAfter(frame, Recording::Stop::kDiffers);
    if (next && *next < replay.recording->end() && next < out.value_or(replay.recording->end())) out = next;
  }
  return out;
}

std::optional<std::size_t> differenceBefore(const Replay& replay, std::size_t frame) {
  std::optional<std::size_t> out;
  for (const Run run : {Run::kShown, Run::kOther}) {
    const Recording* const recording = recordingOf(replay, run);
    const auto last = recording == nullptr ? std::nullopt : recording->stopBefore(frame, Recording::Stop::kDiffers);
    if (last >= replay.recording->first() && last > out) out = last;
  }
  return out;
}

bool isCompared(const Replay& replay) {
  return !replay.other || !replay.other->comparison ||
         replay.other->comparison->frames().size() >= sharedFrames(replay);
}

void followOther(LabState& state, Host& host, double budget_ms) {
  Replay& replay = state.replay;
  if (!replay.other || replay.recording == nullptr) return;
  OtherRun& other = *replay.other;
  const auto giveUp = [&](const Error& error) {
    notify(host, LogLevel::kError, describe(error));
    replay.other.reset();
  };
  if (other.feed != nullptr) {
    const std::size_t poses = host.jobs->isInBackground() ? kPosesAtOnce : std::numeric_limits<std::size_t>::max();
    for (RecordingFeed::Event& event : other.feed->take(poses)) {
      if (const auto taken = take(replay, host, event); !taken) return giveUp(taken.error());
    }
    if (other.has_ended) other.feed = nullptr;
  }
  const auto begin = std::chrono::steady_clock::now();
  const auto isTimeLeft = [&] {
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count() < budget_ms;
  };
  while (!isCompared(replay) && isTimeLeft()) {
    const std::size_t frame = other.comparison->frames().size();
    replay.recording->place(other.here, frame);
    other.recording->place(other.there, frame);
    const auto added = other.comparison->add(replay.recording->frame(frame).time, other.here,
                                             other.recording->frame(frame).time, other.there);
    if (!added) return giveUp(added.error());
  }
}

std::pair<std::string, std::string> runNames(const Replay& replay) {
  const auto nameOf = [](const Recording& recording, const std::string& name) {
    return recording.head().engine.empty() ? name : toValidUtf8(recording.head().engine);
  };
  std::string shown = nameOf(*replay.recording, replay.name),
              other = nameOf(*replay.other->recording, replay.other->name);
  if (shown == other && replay.name != replay.other->name) return {replay.name, replay.other->name};
  if (shown == other) other += " (2)";
  return {std::move(shown), std::move(other)};
}

std::vector<Body> otherBodies(const LabState& state, const Host& host) {
  constexpr std::size_t kMaxGhosts = 200;  // more are a fog
  const Replay& replay = state.replay;
  std::vector<Body> out;
  if (!isReplaying(state, host) || isReplayEdited(state, host) || !replay.shown_frame) return out;
  if (!replay.other || replay.other->recording == nullptr || replay.other->recording->empty()) return out;
  const Recording& recording = *replay.other->recording;
  const std::size_t frame = std::min(*replay.shown_frame, recording.end() - 1);
  const Document& document = host.history.document();
  for (const std::uint32_t number : recording.bodiesAt(frame)) {
    Body ghost = recording.body(number);
    recording.pose(ghost, number, frame);
    const Body* const shown = findBody(document, ghost.id);
    const bool is_hidden = shown != nullptr && !shown->visible;
    const bool is_there = shown != nullptr && shown->position == ghost.position && shown->rotation == ghost.rotation;
    if (!is_hidden && !is_there && out.size() < kMaxGhosts) out.push_back(std::move(ghost));
  }
  return out;
}

const std::vector<RunMeasureName>& replayCurves() {
  static const std::vector<RunMeasureName> curves = [] {
    std::vector<RunMeasureName> out{{"gap", "gap of the pair", "m", "The gap of the shown pair; below 0 its depth."}};
    out.insert(out.end(), kRunMeasureNames.begin(), kRunMeasureNames.end());
    out.push_back({"apart", "distance of the runs", "m",
                   "How far the body that is farthest from its place in the other run is from there."});
    return out;
  }();
  return curves;
}

double curveAt(const Replay& replay, std::size_t curve, std::size_t frame, Run run) {
  const OtherRun* const other = replay.other ? &*replay.other : nullptr;
  const Recording* const recording = recordingOf(replay, run);
  if (recording == nullptr || frame < recording->first() || frame >= recording->end()) return kNotMeasured;
  if (curve == 0) {
    const PairHistory& history = run == Run::kShown ? replay.history : other->history;
    const bool is_known =
        history.of.get() == recording && frame >= history.from && frame < history.from + history.gaps.size();
    return is_known ? history.gaps[frame - history.from] : kNotMeasured;
  }
  if (curve <= kRunMeasureCount) return recording->frame(frame).measures[curve - 1];
  const bool is_known =
      run == Run::kShown && other != nullptr && other->comparison && frame < other->comparison->frames().size();
  return is_known ? other->comparison->frames()[frame].metres : kNotMeasured;
}

void execute(LabState& state, Host& host, const CompareWith& request) {
  Replay& replay = state.replay;
  replay.other.reset();
  if (!isReplaying(state, host) || replay.is_live) return;
  OtherRun other;
  if (!request.engine.empty() && replay.ran && replay.run) {
    RunInEngine run = *replay.run;
    run.engine = request.engine;
    auto source = runSource(state.engines, replay.ran->history.document(), run);
    if (!source) return notify(host, LogLevel::kError, describe(source.error()));
    other.name = state.engines.named(request.engine)->title;
    other.feed = std::make_shared<RecordingFeed>(std::move(*source), other.name, host.jobs->waker());
  } else if (!request.path.empty()) {
    auto file = RecordingFile::open(request.path);
    if (!file) return notify(host, LogLevel::kError, describe(file.error()));
    other.name = toValidUtf8(fileNameOf(request.path));
    other.feed = std::make_shared<RecordingFeed>(std::move(*file), host.jobs->waker());
  } else {
    return;
  }
  replay.other = std::move(other);
  followOther(state, host);
}

namespace {

/// The course of a run in a few lines, in the user's language: what `sepax simulate` prints of it.
RecordingFeed::Outcome summaryOf(const SimulationRun& run, const RunWatch& watch, const RecordingReader& reader) {
  std::string text = trf("{}: {} frames, {} claims, {} of them differ from the reference; deepest overlap {} m",
                         run.engine, watch.frames(), watch.claims(), watch.differing(),
                         humanNumber(watch.deepest() ? watch.deepest()->depth : 0, 3));
  bool is_wrong = watch.differing() > 0;
  const auto list = [&](const std::vector<std::string>& lines) {
    constexpr std::size_t kMaxShown = 3;
    is_wrong = is_wrong || !lines.empty();
    for (std::size_t i = 0; i < std::min(lines.size(), kMaxShown); ++i) text += "\n" + lines[i];
    if (lines.size() > kMaxShown) text += "\n" + trf("and {} more", lines.size() - kMaxShown);
  };
  if (!run.ended.empty()) list({trf("it ended early: {}", run.ended)});
  if (!run.exploded.empty()) list({trf("it exploded: {}", run.exploded)});
  list(passageTexts(watch));
  list(watch.hanging());
  list(gainsIn(run, watch));
  list(gapsOf(run, reader, watch));
  for (const std::string& odd : oddsIn(run, watch)) text += "\n" + odd;
  for (const std::string& note : run.notes) text += "\n" + note;
  return {std::move(text), is_wrong};
}

bool enclosesVolume(const Body& body) {
  const MassProperties mass = massOf(body.shape, Pose{});
  return !mass.unbounded && mass.volume > 0;
}

}  // namespace

RunChoices runChoices(const Scene& scene) {
  const Document& document = scene.history.document();
  RunChoices out;
  const double seconds = secondsByItself(document);
  out.by_case = seconds > 0;
  if (out.by_case) out.seconds = seconds;
  out.steps = stepsByItself(document);
  const PairIds pair = shownPair(scene.reports).value_or(PairIds{});
  for (const Body& body : document.bodies) {
    if ((body.id == pair.first || body.id == pair.second) && enclosesVolume(body)) out.pair.push_back(body.id);
  }
  return out;
}

std::vector<std::string> movableBodies(const Document& document) {
  std::vector<std::string> out;
  for (const Body& body : document.bodies) {
    if (enclosesVolume(body)) out.push_back(body.id);
  }
  return out;
}

void execute(LabState& state, Host& host, const FindEngines&) {
  if (state.engines.is_there || host.jobs->newestOf("engines")) return;
  const auto work = [limits = state.engines.limits](JobControl& control) -> Result<Delivery> {
    std::vector<std::string> problems;
    std::vector<JurorManifest> manifests = findJurors(problems);
    std::vector<EngineList::Engine> found;
    for (std::size_t i = 0; i < manifests.size() && !control.isCancelled(); ++i) {
      control.progressItems(i, manifests.size());
      Juror juror(manifests[i], limits);
      const JurorHello* const hello = juror.greeted();
      if (hello == nullptr || !hello->answersQuery("simulate")) continue;
      const std::string title = manifests[i].title.substr(0, manifests[i].title.find(','));  // of two jurors the first
      const bool is_known = std::ranges::find(found, title, &EngineList::Engine::title) != found.end();
      if (!is_known) found.push_back({std::move(manifests[i]), title, *hello});
    }
    return [found = std::move(found)](LabState& to, Scene&) -> Result<void> {
      to.engines.engines = found;
      to.engines.is_there = true;
      return {};
    };
  };
  host.jobs->start({.label = tr("Looking for engines that run scenes"), .slot = "engines", .work = work});
}

Result<RecordingFeed::Source> runSource(const EngineList& engines, const Document& document,
                                        const RunInEngine& request) {
  const EngineList::Engine* const engine = engines.named(request.engine);
  if (engine == nullptr) return fail(ErrorCode::kNotFound, "", trf("no engine {} runs scenes here", request.engine));
  SimulationOptions options;
  options.seconds = request.seconds;
  options.moving = request.moving;
  options.step = request.step;
  options.substeps = request.substeps;
  options.gravity = request.gravity;
  if (request.engine_margins) options.options = engine->hello.engineDefaults();
  for (const std::string& name : engine->hello.optionNames()) {
    if (const Json* const value = request.options.find(name)) options.options[name] = *value;
  }
  options.leaves_out = true;
  const auto asked = simulationRequest(document, options);
  SEPAX_TRY(asked);
  return [manifest = engine->manifest, limits = engines.limits, document, options](
             const auto& take, const std::optional<RunWatch>& seen,
             const RecordingReader& reader) -> Result<RecordingFeed::Outcome> {
    Juror juror(manifest, limits);
    const auto run = simulate(juror, document, options, take);
    SEPAX_TRY(run);
    return seen ? summaryOf(*run, *seen, reader) : RecordingFeed::Outcome();
  };
}

void execute(LabState& state, Scene& scene, const RunInEngine& request) {
  stopReplay(state, scene);  // a case that ran comes back, to run again
  auto source = runSource(state.engines, scene.history.document(), request);
  if (!source) return notify(scene, LogLevel::kError, describe(source.error()));
  startRun(state, scene, std::move(*source), request);
}

}  // namespace sepax
