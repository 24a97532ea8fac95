#include "session/lab/engine_run.h"
#include "session/lab/replaying.h"
#include "session/scene/reports.h"

#include "core/text.h"
#include "geom/mass.h"
#include "lab/recording/run_watch.h"
#include "lab/recording/simulation.h"
#include "session/host/text.h"
#include "session/scene/scene.h"

#include <algorithm>
#include <optional>
#include <utility>

// The open case in an engine: which engines run scenes, and a run as a recording in the making.

namespace sepax {

namespace {

/// The course of a run in a few lines, in the user's language.
std::string summaryOf(const SimulationRun& run, const RunWatch& watch) {
  std::string text =
      trf("{}: {} frames, {} claims, {} of them differ from the reference; deepest overlap {} m", run.engine,
          watch.frames(), watch.claims(), watch.differing(), humanNumber(watch.deepest(), 3));
  if (!run.ended.empty()) text += "\n" + trf("it ended early: {}", run.ended);
  constexpr std::size_t kMaxPassages = 3;
  for (std::size_t i = 0; i < std::min(watch.passages().size(), kMaxPassages); ++i) {
    const Passage& passage = watch.passages()[i];
    text += "\n" + trf("{} passed through {} at {} m/s before frame {}; no claim tells of it", passage.body,
                       passage.through, humanNumber(passage.speed, 3), passage.frame);
  }
  for (const std::string& note : run.notes) text += "\n" + note;
  return text;
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
  options.leaves_out = true;
  const auto asked = simulationRequest(document, options);
  SEPAX_TRY(asked);
  return [manifest = engine->manifest, limits = engines.limits, document, options](
             const auto& take, const std::optional<RunWatch>& seen) -> Result<std::string> {
    Juror juror(manifest, limits);
    const auto run = simulate(juror, document, options, take);
    SEPAX_TRY(run);
    return seen ? summaryOf(*run, *seen) : std::string();
  };
}

void execute(LabState& state, Scene& scene, const RunInEngine& request) {
  stopReplay(state, scene);  // a case that ran comes back, to run again
  auto source = runSource(state.engines, scene.history.document(), request);
  if (!source) return notify(scene, LogLevel::kError, describe(source.error()));
  startRun(state, scene, std::move(*source), request);
}

}  // namespace sepax
