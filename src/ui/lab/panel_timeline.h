#pragma once

#include "session/lab/comparing.h"
#include "ui/kit/panel.h"
#include "ui/lab/timeline_curve.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>

namespace sepax {

struct Workspace;

/// The state of the Timeline panel between frames.
struct TimelinePanel {
  int port = 7470;

  // How the open case runs in an engine.
  std::string engine;
  double seconds = 2;
  enum class Moving { kCase, kBody, kAll };
  Moving moving = Moving::kCase;
  std::string moving_body;  ///< Moving::kBody: its id
  bool engine_margins = false;
  // Values set here; all others are as the case says, and as the engine has them.
  std::optional<double> step;
  std::optional<int> substeps;
  std::optional<Vec3> gravity;
  std::map<std::string, Json> engine_options;  ///< by the names of engines: those that were set
  RunChoices choices;
  std::uint64_t choices_revision = ~0ull, choices_opening = ~0ull;  ///< of the history that they are of
  PairIds choices_pair;

  TimelineCurve curve;
};

/// A recording frame by frame: play, step and scrub it, go from one wrong claim to the next, see curves of it
/// over time, and another run beside it.
extern const Panel kTimelinePanel;

/// To the next frame that differs in the recording or the run beside it, or the one before, and to the pair.
void goToDifference(const Workspace& workspace, ViewState& view, bool forward);

}  // namespace sepax
