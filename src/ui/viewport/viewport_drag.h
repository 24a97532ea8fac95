#pragma once

#include "collide/sat/sat_report.h"
#include "document/command.h"
#include "ui/viewport/handles.h"
#include "ui/viewport/viewport.h"

#include <optional>
#include <string>

namespace sepax {

/// The mouse as a drag sees it.
struct DragInput {
  Vec2 pixel{0.0};      ///< relative to the viewport
  bool snap = false;    ///< Ctrl, or the snap setting without it
  bool normal = false;  ///< Shift: along the view's normal
};

/// The command that brings the dragged body to where the mouse (or the typed number) wants it; nothing for camera drags
/// and unfinished numbers. Always computed from the body as it was when the drag began, so that errors do not add up.
[[nodiscard]] std::optional<Command> dragCommand(const ViewportDrag& drag, const DragInput& input, const Camera& camera,
                                                 const ViewSize& view);

/// The axis that a letter typed without a number keeps a move to, 0..2; −1 without one.
[[nodiscard]] int typedAxis(const ViewportDrag& drag);
/// The axis that it must not move along, "X" in capitals: the plane across it is kept; −1 without one.
[[nodiscard]] int typedPlane(const ViewportDrag& drag);

/// How far a rotation has turned by now, radians.
[[nodiscard]] double dragAngle(const ViewportDrag& drag, const DragInput& input, const Camera& camera,
                               const ViewSize& view);

/// A point under the mouse for drawing: in the plane, or in space in the coordinate plane through the camera's target
/// that it sees best. Rounded to the grid's step, or to what a pixel shows.
[[nodiscard]] Vec3 drawnPoint(const DragInput& input, const Camera& camera, const ViewSize& view);

/// Such a point led on by one arrow key in its plane: `across` and `up` are −1, 0, 1 on the screen. To the next
/// multiple of the grid's step, or with `fine` of about a tenth of it.
[[nodiscard]] Vec3 drawnStep(Vec3 point, int across, int up, bool fine, const Camera& camera, const ViewSize& view);

/// A free axis after the mouse moved by `moved` pixels to `pixel`: in the plane it follows the mouse around A, in space
/// it rolls with the mouse.
[[nodiscard]] Vec3 rotatedAxis(const Vec3& direction, const Vec2& pixel, const Vec2& moved, const Vec3& around,
                               const Camera& camera, const ViewSize& view);

/// The direction of the report's axis that is within a few degrees (either sense, as given), else the direction itself:
/// the free axis clicks into place.
[[nodiscard]] Vec3 clickedIntoPlace(const Vec3& direction, const SatReport& report);

/// The value typed during a drag: "1.5" along the handle's axis, "x 1.5" along a named one.
struct TypedValue {
  int axis = -1;  ///< 0..2, −1 when not named
  double value = 0;
};
[[nodiscard]] std::optional<TypedValue> parseTyped(const std::string& text);

/// The step that an arrow key asks for: −1, 0 or 1 to the right, up, and towards the eye.
struct ArrowStep {
  int across = 0, up = 0, near = 0;
  bool small = false;  ///< the smallest step there is
};
/// The body moved by one arrow key along the coordinate axis that points most that way; a small step is one unit in the
/// last place.
[[nodiscard]] Command nudged(const Body& body, const ArrowStep& step, const Camera& camera, const ViewSize& view);

}  // namespace sepax
