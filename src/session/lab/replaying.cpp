#include "session/lab/replaying.h"
#include "session/scene/reports.h"

#include "collide/pair_table.h"
#include "core/gzip.h"
#include "core/language.h"
#include "core/output_file.h"
#include "core/text.h"
#include "format/case_file.h"
#include "session/host/host.h"
#include "session/host/opened_case.h"
#include "session/scene/scene.h"

#include <algorithm>
#include <chrono>
#include <limits>
#include <span>
#include <utility>

namespace sepax {

namespace {

constexpr double kNoGap = std::numeric_limits<double>::quiet_NaN();

void begin(LabState& state, Host& host, RecordingHead head) {
  Replay& replay = state.replay;
  replay.recording = std::make_shared<Recording>(std::move(head));
  replay.has_ended = false;
  replay.explanation = {};
  replay.wants_open = true;
  replay.told_waiting = false;
  replay.language = host.view.language;
  replay.shown_frame.reset();
  replay.history = {};
  host.view.replay.frame = 0;
  host.view.replay.clock = 0;
}

/// Forgets the oldest frames of what is live, some at a time.
void keepLast(Recording& recording) {
  constexpr std::size_t kAtOnce = 60;
  const auto seconds = [&] {
    return recording.frame(recording.end() - 1).time - recording.frame(recording.first()).time;
  };
  while (recording.end() - recording.first() > kAtOnce &&
         (seconds() > kMaxLiveSeconds || recording.poses() > kMaxLivePoses ||
          recording.claims() > kMaxLiveFrameClaims || recording.bodies() > kMaxReplayBodies))
    recording.dropFirst(kAtOnce);
}

void take(LabState& state, Host& host, RecordingFeed::Event& event) {
  Replay& replay = state.replay;
  if (auto* const begun = std::get_if<RecordingFeed::Begun>(&event)) return begin(state, host, std::move(begun->head));
  if (auto* const ended = std::get_if<RecordingFeed::Ended>(&event)) {
    replay.has_ended = true;
    replay.explanation = std::move(ended->explanation);
    if (replay.recording != nullptr) replay.recording->mark(std::move(ended->crossings));
    if (ended->error) {
      notify(host, LogLevel::kError, describe(*ended->error));
    } else if (!ended->said.empty()) {
      tellOutcome(host, *ended);
    } else if (replay.is_live) {
      notify(host, LogLevel::kInfo, trf("{}: the program has ended its recording", replay.name));
    } else if (const std::size_t problems = replay.feed->problemCount(); problems > 0) {
      for (const RecordingProblem& problem : replay.feed->problems())
        host.console.push_back({LogLevel::kWarning, fmt::format("{}:{}: {}", replay.name, problem.line, problem.text)});
      notify(host, LogLevel::kWarning,
             trf("{}: {} lines or parts of lines were left out; the console names them", replay.name, problems));
    }
    return;
  }
  auto& went = std::get<RecordingFeed::Went>(event);
  if (replay.recording == nullptr) return;
  replay.recording->append(std::move(went.frame), std::move(went.claims), went.measures);
  if (replay.is_live) keepLast(*replay.recording);
}

void takeAll(LabState& state, Host& host) {
  Replay& replay = state.replay;
  if (replay.feed == nullptr) return;
  // A recording that was read at once is complete at once.
  const std::size_t poses = host.jobs->isInBackground() ? kPosesAtOnce : std::numeric_limits<std::size_t>::max();
  for (RecordingFeed::Event& event : replay.feed->take(poses)) take(state, host, event);
  const bool is_full = !replay.is_live && replay.recording != nullptr &&
                       (replay.recording->poses() > kMaxReplayPoses || replay.recording->claims() > kMaxReplayClaims ||
                        replay.recording->bodies() > kMaxReplayBodies);
  if (is_full)
    notify(host, LogLevel::kWarning,
           trf("{}: only the first {} frames are shown", replay.name, replay.recording->end()));
  if (is_full || (replay.has_ended && !replay.is_live)) replay.feed = nullptr;
  replay.has_ended = replay.has_ended || is_full;
}

/// The bodies are those that were seen before: so are the view and the shown pair.
void lookAgain(Host& host, const Camera& camera, const std::optional<PairIds>& pair) {
  host.view.camera = camera;
  host.view.pair = pair;
  host.wants_new_view = false;
}

/// The recording takes the document's place.
void open(LabState& state, Host& host) {
  Replay& replay = state.replay;
  if (replay.is_live && host.history.isDirty()) {
    if (!std::exchange(replay.told_waiting, true))
      notify(host, LogLevel::kWarning,
             tr("A recording has begun: it is shown when the changes are saved or taken back."));
    return;
  }
  LoadedCase loaded;
  loaded.document = replay.recording->head().scene;
  const Camera camera = host.view.camera;
  if (replay.is_run) replay.ran = RunCase{host, host.history, host.view.pair};
  showLoadedCase(host, std::move(loaded), replay.name);
  if (replay.is_run) lookAgain(host, camera, replay.run_pair);
  host.file_path.clear();
  host.wants_panels.emplace_back("timeline");
  replay.wants_open = false;
  replay.opening = host.history.openings();
  replay.shown_revision = 0;
}

bool passes(const Body& body, const std::string& filter) { return filter.empty() || holdsNoCase(body.id, filter); }

/// The document becomes a frame.
void show(LabState& state, Host& host, std::size_t frame) {
  Replay& replay = state.replay;
  const Recording& recording = *replay.recording;
  const std::string& filter = host.view.replay.filter;
  std::vector<std::uint32_t> bodies = recording.bodiesAt(frame);
  const bool were_none = host.history.document().bodies.empty();
  const bool was_changed = host.history.revision() != replay.shown_revision;  // by hand, and saved or taken back since
  host.history.follow([&](Document& document) {
    if (was_changed) document = recording.head().scene;
    if (was_changed || bodies != replay.shown_bodies) {
      document.bodies.clear();
      for (const std::uint32_t number : bodies) document.bodies.push_back(recording.body(number));
    }
    for (std::size_t i = 0; i < bodies.size(); ++i) {
      recording.pose(document.bodies[i], bodies[i], frame);
      document.bodies[i].visible = recording.body(bodies[i]).visible && passes(document.bodies[i], filter);
    }
  });
  host.wants_new_view |= were_none && !bodies.empty();
  host.file_path.clear();
  host.title = replay.name;
  replay.shown_bodies = std::move(bodies);
  std::optional<PairIds>& pair = host.view.pair;
  if (pair) replay.wanted_pair = pair;
  const auto isThere = [&](const std::string& id) { return findBody(host.history.document(), id) != nullptr; };
  if (!pair && replay.wanted_pair && isThere(replay.wanted_pair->first) && isThere(replay.wanted_pair->second))
    pair = replay.wanted_pair;
  replay.shown_frame = frame;
  replay.shown_revision = host.history.revision();
  replay.shown_filter = filter;
}

std::optional<double> claimedGap(const CheckedClaim& claim) {
  const JurorAnswer& said = claim.claim.answer;
  if (said.separation) return said.separation;
  return said.distance;
}

bool isOf(const CheckedClaim& claim, std::uint32_t a, std::uint32_t b) {
  return (claim.claim.a == a && claim.claim.b == b) || (claim.claim.a == b && claim.claim.b == a);
}

/// The text of a recording, given piece by piece to a file, packed on the way where that is wanted.
Result<void> write(const Recording& recording, const std::string& path, JobControl& control) {
  auto file = OutputFile::create(path);
  SEPAX_TRY(file);
  std::optional<Gzip> gzip;
  if (path.ends_with(".gz")) gzip.emplace();
  std::string bytes;
  const auto append = [&](const std::string& text) -> Result<void> {
    if (!gzip) return file->append(std::as_bytes(std::span(text)));
    bytes.clear();
    gzip->pack(text, bytes);
    return file->append(std::as_bytes(std::span(bytes)));
  };
  SEPAX_TRY(append(recording.headLine() + "\n"));
  for (std::size_t i = recording.first(); i < recording.end(); ++i) {
    control.progressItems(i - recording.first(), recording.end() - recording.first());
    if (control.isCancelled()) return {};
    SEPAX_TRY(append(recording.frameLine(i) + "\n"));
  }
  if (gzip) {
    bytes.clear();
    gzip->finish(bytes);
    SEPAX_TRY(file->append(std::as_bytes(std::span(bytes))));
  }
  return file->commit();
}

void start(LabState& state, Host& host, Replay replay) {
  stopReplay(state, host);
  state.replay = std::move(replay);
  host.view.replay.plays = false;
  host.view.replay.follows = true;
  host.view.replay.filter.clear();
}

}  // namespace

void tellOutcome(Host& host, const RecordingFeed::Ended& ended) {
  ended.is_wrong ? notify(host, LogLevel::kWarning, ended.said) : announce(host, ended.said);
}

void startReplay(LabState& state, Host& host, RecordingFile file, const std::string& path) {
  Replay replay;
  replay.name = toValidUtf8(fileNameOf(path));
  replay.feed = std::make_shared<RecordingFeed>(std::move(file), host.jobs->waker());
  start(state, host, std::move(replay));
  followReplay(state, host);
}

Result<void> startAttach(LabState& state, Host& host, std::uint16_t port) {
  auto stream = LineStream::listen(port);
  SEPAX_TRY(stream);
  Replay replay;
  replay.port = stream->port();
  replay.name = trf("port {}", replay.port);
  replay.is_live = true;
  replay.feed = std::make_shared<RecordingFeed>(std::move(*stream), replay.name, host.jobs->waker());
  start(state, host, std::move(replay));
  host.wants_panels.emplace_back("timeline");
  return {};
}

void attachToInput(LabState& state, Host& host) {
  Replay replay;
  replay.name = tr("standard input");
  replay.is_live = true;
  replay.feed = std::make_shared<RecordingFeed>(LineStream::standardInput(), replay.name, host.jobs->waker());
  start(state, host, std::move(replay));
  host.wants_panels.emplace_back("timeline");
}

void startRun(LabState& state, Scene& scene, RecordingFeed::Source source, const RunInEngine& run) {
  Replay replay;
  replay.name = state.engines.named(run.engine)->title;
  replay.is_run = true;
  replay.run = run;
  replay.run_pair = shownPair(scene.reports);
  replay.feed = std::make_shared<RecordingFeed>(std::move(source), replay.name, scene.jobs->waker());
  start(state, scene, std::move(replay));
  scene.view.replay.follows = false;
  scene.view.replay.plays = true;
  scene.wants_panels.emplace_back("timeline");
  followReplay(state, scene);
}

const RunCase* unsavedRunCase(const LabState& state) {
  const std::optional<RunCase>& ran = state.replay.ran;
  return ran && ran->history.isDirty() ? &*ran : nullptr;
}

void stopReplay(LabState& state, Host& host) {
  if (state.replay.ran && state.replay.opening == host.history.openings()) {
    RunCase& ran = *state.replay.ran;
    static_cast<CaseFile&>(host) = ran;
    host.history.restore(std::move(ran.history));
    host.view.pair = std::move(ran.pair);
  }
  state.replay = {};
  host.view.replay.plays = false;
}

bool isReplaying(const LabState& state, const Host& host) {
  const Replay& replay = state.replay;
  return replay.recording != nullptr && !replay.wants_open && replay.opening == host.history.openings();
}

bool isReplayEdited(const LabState& state, const Host& host) {
  return isReplaying(state, host) && host.history.isDirty();
}

void execute(LabState& state, Host& host, const LeaveReplayEdits&) {
  if (!isReplayEdited(state, host)) return;
  state.replay.shown_frame.reset();
  state.replay.shown_revision = 0;
  host.history.follow([](Document&) {});  // no longer dirty: the frame takes its place
}

void followReplay(LabState& state, Host& host) {
  Replay& replay = state.replay;
  takeAll(state, host);
  if (replay.recording == nullptr) return;
  if (replay.wants_open) open(state, host);
  if (replay.wants_open) return;
  if (replay.opening != host.history.openings()) return stopReplay(state, host);
  const Recording& recording = *replay.recording;
  if (recording.empty() || host.history.isDirty()) return;
  ReplayView& look = host.view.replay;
  if (replay.is_live && look.follows && !look.plays) look.frame = recording.end() - 1;
  look.frame = std::clamp(look.frame, recording.first(), recording.end() - 1);
  if (replay.shown_frame != look.frame || replay.shown_filter != look.filter) show(state, host, look.frame);
}

void execute(LabState& state, Host& host, const ToggleReplay&) {
  if (!isReplaying(state, host) || state.replay.recording->empty()) return;
  const Recording& recording = *state.replay.recording;
  ReplayView& look = host.view.replay;
  look.plays = !look.plays;
  look.follows = false;
  if (look.plays && look.frame + 1 >= recording.end()) look.frame = recording.first();
  look.clock = recording.frame(std::max(look.frame, recording.first())).time;
}

void playReplay(LabState& state, Host& host, double seconds) {
  ReplayView& look = host.view.replay;
  if (!look.plays || isReplayEdited(state, host)) return;
  const bool is_coming = state.replay.is_run && state.replay.feed != nullptr;  // an engine may be slower than its time
  if (!isReplaying(state, host) || state.replay.recording->empty()) {
    look.plays = is_coming;
    return;
  }
  const Recording& recording = *state.replay.recording;
  look.clock += seconds * look.speed;
  look.frame = recording.frameAt(look.clock);
  if (look.clock < recording.frame(recording.end() - 1).time) return;
  look.frame = recording.end() - 1;
  look.follows = state.replay.is_live;
  look.plays = is_coming;
  if (is_coming) look.clock = recording.frame(look.frame).time;
}

namespace {

void follow(PairHistory& history, const std::shared_ptr<Recording>& recording, const PairIds& pair, double budget_ms) {
  if (history.of != recording || history.pair != pair) history = {pair, recording, recording->first(), {}, {}};
  while (history.from < recording->first() && !history.gaps.empty()) {
    history.gaps.pop_front();
    history.claimed.pop_front();
    ++history.from;
  }
  if (history.gaps.empty()) history.from = recording->first();
  const auto begin = std::chrono::steady_clock::now();
  const auto isTimeLeft = [&] {
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count() < budget_ms;
  };
  std::optional<std::uint32_t> a, b;
  while (history.from + history.gaps.size() < recording->end() && isTimeLeft()) {
    const std::size_t frame = history.from + history.gaps.size();
    if (!a || !recording->isThere(*a, frame)) a = recording->numberOf(pair.first, frame);
    if (!b || !recording->isThere(*b, frame)) b = recording->numberOf(pair.second, frame);
    double gap = kNoGap, claimed = kNoGap;
    if (a && b) {
      Body body_a = recording->body(*a), body_b = recording->body(*b);
      recording->pose(body_a, *a, frame);
      recording->pose(body_b, *b, frame);
      const auto report = testPair(posedShape(body_a), posedShape(body_b), {recording->head().scene.touching_tolerance},
                                   referenceAlgorithm().name);
      if (report) gap = report->answer.separation > 0 ? report->answer.distance : report->answer.separation;
      for (const CheckedClaim& claim : recording->frame(frame).claims) {
        if (isOf(claim, *a, *b)) claimed = claimedGap(claim).value_or(kNoGap);
      }
    }
    history.gaps.push_back(gap);
    history.claimed.push_back(claimed);
  }
}

}  // namespace

void followPairHistory(LabState& state, Scene& scene, double budget_ms) {
  const auto pair = shownPair(scene.reports);
  if (!isReplaying(state, scene) || !pair) return;
  Replay& replay = state.replay;
  follow(replay.history, replay.recording, *pair, budget_ms);
  if (replay.other && replay.other->recording) follow(replay.other->history, replay.other->recording, *pair, budget_ms);
}

const CheckedClaim* shownClaim(const LabState& state, const Scene& scene) {
  const auto pair = shownPair(scene.reports);
  const Replay& replay = state.replay;
  if (!isReplaying(state, scene) || isReplayEdited(state, scene) || !pair || !replay.shown_frame) return nullptr;
  const std::size_t frame = *replay.shown_frame;
  const auto a = replay.recording->numberOf(pair->first, frame), b = replay.recording->numberOf(pair->second, frame);
  if (!a || !b) return nullptr;
  for (const CheckedClaim& claim : replay.recording->frame(frame).claims) {
    if (isOf(claim, *a, *b)) return &claim;
  }
  return nullptr;
}

std::string differenceText(const LabState& state, const Host& host, const Recording& recording,
                           const CheckedClaim& claim) {
  std::vector<JuryDifference> differences = claim.differences;
  const Replay& replay = state.replay;
  if (replay.language != host.view.language && replay.shown_frame) {
    Body a = recording.body(claim.claim.a), b = recording.body(claim.claim.b);
    recording.pose(a, claim.claim.a, *replay.shown_frame);
    recording.pose(b, claim.claim.b, *replay.shown_frame);
    differences = checkClaim(claim.claim, posedShape(a), posedShape(b), recording.head()).differences;
  }
  return wrongText(differences);
}

std::vector<Body> replayGhosts(const LabState& state, const Scene& scene) {
  constexpr std::ptrdiff_t kAround[] = {-8, -4, 4, 8};
  const Replay& replay = state.replay;
  const ViewState& view = scene.view;
  std::vector<Body> out;
  if (!view.replay.ghosts || !isReplaying(state, scene) || isReplayEdited(state, scene) || !replay.shown_frame)
    return out;
  std::vector<std::string> ids;
  if (const auto pair = shownPair(scene.reports)) ids = {pair->first, pair->second};
  if (!view.selected.empty()) ids = {view.selected};
  const Recording& recording = *replay.recording;
  for (const std::string& id : ids) {
    const auto number = recording.numberOf(id, *replay.shown_frame);
    if (!number) continue;
    Body now = recording.body(*number);
    recording.pose(now, *number, *replay.shown_frame);
    for (const std::ptrdiff_t by : kAround) {
      const std::ptrdiff_t frame = static_cast<std::ptrdiff_t>(*replay.shown_frame) + by;
      if (frame < static_cast<std::ptrdiff_t>(recording.first()) ||
          frame >= static_cast<std::ptrdiff_t>(recording.end()))
        continue;
      if (!recording.isThere(*number, static_cast<std::size_t>(frame))) continue;
      Body ghost = now;
      recording.pose(ghost, *number, static_cast<std::size_t>(frame));
      if (ghost.position != now.position || ghost.rotation != now.rotation) out.push_back(std::move(ghost));
    }
  }
  return out;
}

void execute(LabState& state, Host& host, const SaveRecording& request) {
  const std::string& path = request.path;
  if (state.replay.recording == nullptr) return;
  // A copy: the live one goes on.
  host.jobs->start(trf("Saving {}", toValidUtf8(fileNameOf(path))),
                   [recording = *state.replay.recording, path](JobControl& control) -> Result<Delivery> {
                     SEPAX_TRY(write(recording, path, control));
                     return [path](LabState&, Scene& in) -> Result<void> {
                       notify(in, LogLevel::kInfo, trf("{}: saved", path));
                       return {};
                     };
                   });
}

}  // namespace sepax
