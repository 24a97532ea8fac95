#pragma once

#include "lab/recording/simulation.h"
#include "session/lab/lab_state.h"
#include "session/lab/recording_feed.h"

#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

// A second run beside the one that is shown, and the curves of both over their frames.

namespace sepax {

struct Scene;

/// Consumes what has come of the other run and compares its frames with the shown recording's, for at most so long a
/// call.
void followOther(LabState& state, Host& host, double budget_ms = 3);
/// False while frames of both runs wait to be compared.
[[nodiscard]] bool isCompared(const Replay& replay);

/// The next frame of the shown recording after one, or the last one before it, in which it differs, or the other run
/// does.
[[nodiscard]] std::optional<std::size_t> differenceAfter(const Replay& replay, std::size_t frame);
[[nodiscard]] std::optional<std::size_t> differenceBefore(const Replay& replay, std::size_t frame);

/// The names of the shown run and the other one in texts: their engines, or else their files.
[[nodiscard]] std::pair<std::string, std::string> runNames(const Replay& replay);

/// The other run's bodies in the shown frame, but those that are at their places in both.
[[nodiscard]] std::vector<Body> otherBodies(const LabState& state, const Host& host);

enum class Run { kShown, kOther };
/// The recording of a run; null: there is none.
[[nodiscard]] const Recording* recordingOf(const Replay& replay, Run run);

/// The curves that a recording may have, the first the gap of the shown pair, the last the distance of both runs.
[[nodiscard]] const std::vector<RunMeasureName>& replayCurves();
/// A run's value of a curve at a frame, by the curve's place; not a number: it has none.
[[nodiscard]] double curveAt(const Replay& replay, std::size_t curve, std::size_t frame, Run run);

/// How the open case may run in an engine.
struct RunChoices {
  bool by_case = false;           ///< the case says itself what moves
  double seconds = 2;             ///< and then how long
  SimulationSteps steps = {};     ///< by the case, or as documented
  std::vector<std::string> pair;  ///< ids of bodies of the shown pair that enclose a volume
};
[[nodiscard]] RunChoices runChoices(const Scene& scene);
/// The ids of all bodies that enclose a volume.
[[nodiscard]] std::vector<std::string> movableBodies(const Document& document);

/// Runs a case in an engine, as asked for. Errors: there is no such engine, or the case cannot run.
[[nodiscard]] Result<RecordingFeed::Source> runSource(const EngineList& engines, const Document& document,
                                                      const RunInEngine& request);

}  // namespace sepax
