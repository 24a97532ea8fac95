#include "session/scene/motion_player.h"

#include "document/motion.h"
#include "session/scene/reports.h"
#include "session/scene/scene.h"

namespace sepax {

void toggleMotion(const Scene& scene, ViewState& view) {
  view.motion_plays = !view.motion_plays && hasMotion(scene.history.document());
  view.motion_step = newMergeKey();
  view.motion_opening = scene.history.openings();
  if (!view.pair) view.pair = shownPair(scene.reports);
}

void playMotion(const Scene& scene, ViewState& view, Commands& outbox) {
  if (!view.motion_plays) return;
  const bool is_other_case = view.motion_opening != scene.history.openings();
  if (is_other_case || !hasMotion(scene.history.document())) view.motion_plays = false;
  const bool is_answered = scene.reports.revision == scene.history.revision() && scene.reports.waiting == 0;
  if (view.motion_plays && is_answered && view.middle == Middle::kScene) outbox.send(MoveBodies{1}, view.motion_step);
}

}  // namespace sepax
