#pragma once

#include "ui/handles.h"
#include "ui/viewport.h"

#include <optional>
#include <string>

namespace sepax {

/// The mouse as a drag sees it.
struct DragInput {
  Vec2 pixel{0.0};      ///< relative to the viewport
  bool snap = false;    ///< Ctrl, or the snap setting without it
  bool normal = false;  ///< Shift: along the view's normal
};

/// The command that brings the dragged body to where the mouse (or the typed number) wants it; nothing for camera drags and unfinished
/// numbers. Always computed from the body as it was when the drag began, so that errors do not add up.
[[nodiscard]] std::optional<Command> dragCommand(const ViewportDrag& drag, const DragInput& input, const Camera& camera,
                                                 const ViewSize& view);

/// What was typed during a drag: "1.5" along the handle's axis, "x 1.5" along a named one.
struct TypedValue {
  int axis = -1;  ///< 0..2, −1 when not named
  double value = 0;
};
[[nodiscard]] std::optional<TypedValue> parseTyped(const std::string& text);

/// The body moved by one arrow key: `across` and `up` are −1, 0, 1 on the screen; `ulp` moves the coordinate by one unit in the last place.
[[nodiscard]] Command nudged(const Body& body, int across, int up, bool ulp, const Camera& camera, const ViewSize& view);

}  // namespace sepax
