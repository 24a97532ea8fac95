#pragma once

#include "document/document.h"
#include "document/merge_key.h"
#include "session/view_state.h"
#include "ui/viewport/side_pane.h"

#include <imgui.h>

#include <optional>
#include <string>
#include <vector>

namespace sepax {

struct Outbox;
struct ViewportPicture;
struct Workspace;

/// The state of a running drag in the viewport.
struct ViewportDrag {
  enum class Kind {
    kNone,
    kOrbit,
    kPan,
    kMoveBody,
    kMoveAxis,
    kRotateBody,
    kScaleBody,
    kPoint,
    kBoxSelect,
    kRotateAxis
  };
  Kind kind = Kind::kNone;
  std::string body;
  int axis = -1;  ///< handle axis 0..2
  MergeKey merge_key = MergeKey::kNone;
  Body start;                ///< the body when the drag began; of several one in their middle
  std::vector<Body> group;   ///< all that it moves, when the drag began
  std::vector<Vec3> points;  ///< kPoint: those of the body then, world
  int point = -1;            ///< kPoint: which of them
  std::string refusal;       ///< why the shape cannot become what the hand wants
  std::string touched;       ///< the body that the magnet holds it to
  Vec2 pressed{0.0};         ///< pixel where it began
  bool toggles = false;      ///< a click on it takes the body out of the selection
  bool by_right = false;     ///< the right button: a click without a drag opens the menu
  Vec3 grabbed{0.0};         ///< world point under the mouse then
  double grabbed_angle = 0;  ///< radians, of rotation handles
  Vec3 free_axis{0.0};       ///< kRotateAxis: the direction under the hand, before it clicks into place
  bool moved = false;        ///< the mouse left the place where it was pressed
  std::string typed;         ///< numeric entry while dragging: "x 1.5"
};

/// A shape being drawn.
struct ViewportDrawing {
  std::vector<Vec3> points;  ///< set so far, world
  bool pressed = false;      ///< circle and box: between press and release
  std::optional<Vec3> pen;   ///< where the arrow keys have led it, world; none while the mouse draws
  std::string refusal;       ///< why the last try made no shape
};

struct ViewportState {
  ViewportDrag drag;
  ViewportDrawing drawing;
  Tool tool_before = Tool::kMove;  ///< of the last frame
  bool wants_menu = false;         ///< the right button was clicked: on the selected body, or beside all
  bool menu_by_key = false;        ///< and it was asked for by a key: it opens at the selected body
  int corner = -1;                 ///< of the tool for points: the one that the keys hold
  double bits_shown_until =
      0;  ///< ImGui time: nudged by one unit in the last place, the selected body's number is told bit for bit
  int bits_axis = 0;
  ImVec2 axis_knob{0, 0};  ///< window pixels of the knob that rotates the free axis, while it is shown
  int hovered_handle = -1;
  float left = 0, top = 0;  ///< window pixels of the last frame's viewport
  float width = 0, height = 0;
  bool hovered = false;        ///< the mouse is over it and nothing lies between
  bool is_split = false;       ///< the last frame shared its room with the pane
  SidePane pane;               ///< at the right, while something is wanted beside the bodies
  ImDrawList* list = nullptr;  ///< that this frame's viewport is painted into; null: something else is in its place
};

/// The viewport region of the window: takes its place and makes commands and camera changes of mouse and keys.
void drawViewport(Workspace& workspace, ViewportState& state, Outbox& outbox);

/// Fills that place when the frame's commands are executed: `texture` (which the app renders from this very picture's
/// list), and over it labels, handles and what a drag does. Before ImGui::Render().
void paintViewport(Workspace& workspace, ViewportState& state, ImTextureID texture, const ViewportPicture& picture);

}  // namespace sepax
