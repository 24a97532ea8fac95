#pragma once

#include "session/viewport_picture.h"
#include "ui/viewport/drawing_tool.h"
#include "ui/viewport/handles.h"
#include "ui/viewport/viewport_drag.h"

#include <imgui.h>

#include <optional>
#include <vector>

namespace sepax {

struct Workspace;

// The marks over the rendered picture, and which of them is under the mouse.

[[nodiscard]] bool movesBody(ViewportDrag::Kind kind);

[[nodiscard]] ViewSize sizeOf(const ViewportState& state);
/// Relative to the viewport.
[[nodiscard]] Vec2 mouseIn(const ViewportState& state);

/// The body that the handles belong to: the selected body, or one in the middle of several. Several bodies are moved
/// and rotated together, not scaled.
[[nodiscard]] std::optional<Body> handledBody(const Workspace& workspace);
[[nodiscard]] std::vector<Handle> shownHandles(Workspace& workspace, const ViewSize& view);

[[nodiscard]] std::optional<Triad> triadIn(const Workspace& workspace, const Camera& camera, double width);

/// The point that the tool for points finds under the mouse: a corner, or the middle of an edge, where one can be put
/// in.
struct PointPick {
  int corner = -1;
  int edge = -1;  ///< after this corner
};
[[nodiscard]] PointPick pickPoint(const Body& body, const Camera& camera, const ViewSize& view, const Vec2& mouse);

[[nodiscard]] bool overAxisKnob(Workspace& workspace, const ViewSize& view, const Vec2& mouse);

[[nodiscard]] DrawingHand drawingHand(const Workspace& workspace, const ViewportState& state, const Camera& camera,
                                      const ViewSize& view);

/// Fills the viewport's place when the frame's commands are executed: `texture` (which the app renders from this very
/// picture's list), and over it labels, handles and what a drag does. Before ImGui::Render().
void paintViewport(Workspace& workspace, ViewportState& state, ImTextureID texture, const ViewportPicture& picture);

}  // namespace sepax
