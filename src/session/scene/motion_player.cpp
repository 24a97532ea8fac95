#include "session/scene/motion_player.h"

#include "document/motion.h"
#include "session/scene/reports.h"
#include "session/scene/scene.h"

namespace sepax {

void toggleMotion(const Scene& scene, ViewState& view) {
  if (!view.motion_plays && view.motion_revision != scene.history.revision()) view.motion_steps = 0;
  view.motion_plays = !view.motion_plays && hasMotion(scene.history.document());
  view.motion_revision = scene.history.revision();
  view.motion_step = newMergeKey();
  view.motion_opening = scene.history.openings();
  if (!view.pair) view.pair = shownPair(scene.reports);
}

std::optional<double> playedSeconds(const Scene& scene) {
  const ViewState& view = scene.view;
  const bool is_there = view.motion_plays || view.motion_revision == scene.history.revision();
  if (!is_there || view.motion_steps == 0 || view.motion_opening != scene.history.openings()) return std::nullopt;
  return static_cast<double>(view.motion_steps) * kMotionStep;
}

void playMotion(const Scene& scene, ViewState& view, Commands& outbox) {
  if (!view.motion_plays) return;
  const bool is_other_case = view.motion_opening != scene.history.openings();
  if (is_other_case || !hasMotion(scene.history.document())) view.motion_plays = false;
  const bool is_answered = scene.reports.revision == scene.history.revision() && scene.reports.waiting == 0;
  if (!view.motion_plays || !is_answered || view.middle != Middle::kScene) return;
  outbox.send(MoveBodies{1}, view.motion_step);
  ++view.motion_steps;
}

}  // namespace sepax
