#pragma once

#include "core/error.h"
#include "document/document.h"

namespace sepax {

/// Seconds of a step: a case moves in whole ones, so that it always moves the same way.
inline constexpr double kMotionStep = 1.0 / 60;
inline constexpr int kMaxMotionSteps = 1'000'000;

/// How a body moves: its velocities, rotating about its position.
[[nodiscard]] Motion motionOf(const Body& body);
[[nodiscard]] bool isMoving(const Body& body);
/// True when a body has a velocity.
[[nodiscard]] bool hasMotion(const Document& document);

/// Moves every body by its velocities, `steps` times kMotionStep. Bodies pass through each other; at the walls of the
/// document's room they do what it says, by their world bounds. Along an axis on which a body is wider than the room
/// there are no walls for it, and none at all for half-spaces. Refused, with the document untouched, when a body would
/// leave the numbers that a case can hold.
[[nodiscard]] Result<void> moveBodies(Document& document, int steps);

}  // namespace sepax
