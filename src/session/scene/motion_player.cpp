#include "session/scene/motion_player.h"

#include "document/motion.h"
#include "session/workspace.h"

namespace sepax {

void toggleMotion(const Workspace& workspace, ViewState& view) {
  view.motion_plays = !view.motion_plays && hasMotion(workspace.history.document());
  view.motion_step = newMergeKey();
  view.motion_opening = workspace.history.openings();
}

void playMotion(const Workspace& workspace, ViewState& view, Outbox& outbox) {
  if (!view.motion_plays) return;
  const bool is_other_case = view.motion_opening != workspace.history.openings();
  if (is_other_case || !hasMotion(workspace.history.document())) view.motion_plays = false;
  const bool is_answered = workspace.reports.revision == workspace.history.revision() && workspace.reports.waiting == 0;
  if (view.motion_plays && is_answered && showsScene(workspace)) outbox.send(MoveBodies{1}, view.motion_step);
}

}  // namespace sepax
