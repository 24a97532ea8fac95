#pragma once

#include "session/bundle/bundle_state.h"
#include "session/figure/figure.h"
#include "session/lab/lab_state.h"
#include "session/learn/learn_state.h"
#include "session/recovery.h"
#include "session/requests.h"
#include "session/scene/scene.h"

#include <optional>

namespace sepax {

/// The window's whole state without the window: no SDL, no GL, so tests and scripts drive it headless. A function that
/// needs a part of it says which.
struct Workspace : Scene, BundleState, LabState, LearnState {
  FigureRun figure;
  RecoveryRun recovery;
  std::optional<Request> guarded;  ///< waits for the answer to "discard unsaved changes?"
};

/// True while the middle of the window shows the scene: a bundle may lie over it.
[[nodiscard]] inline bool showsScene(const Workspace& workspace) {
  return workspace.bundle == nullptr || workspace.view.middle == Middle::kScene;
}

}  // namespace sepax
