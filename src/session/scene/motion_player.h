#pragma once

#include <optional>

namespace sepax {

struct Scene;
struct Commands;
struct ViewState;

/// Starts or pauses the motion of the case's bodies; what is played until the next pause is one step to undo. The shown
/// pair stays shown while a crowd's list of close pairs changes.
void toggleMotion(const Scene& scene, ViewState& view);

/// How long the motion has played since a pose of the user's; nullopt when that is another pose by now.
[[nodiscard]] std::optional<double> playedSeconds(const Scene& scene);

/// Sends the next step while the motion plays. It waits until every pair is answered in the pose before: what is shown
/// is never of another time than the bodies, and a case always moves through the same poses however fast the machine
/// is.
void playMotion(const Scene& scene, ViewState& view, Commands& outbox);

}  // namespace sepax
