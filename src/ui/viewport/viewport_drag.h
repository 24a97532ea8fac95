#pragma once

#include "collide/sat/sat_report.h"
#include "document/command.h"
#include "document/document.h"
#include "document/history.h"
#include "draw/camera.h"
#include "session/host/view_state.h"
#include "ui/viewport/handles.h"
#include "ui/viewport/side_pane.h"

#include <imgui.h>

#include <optional>
#include <string>
#include <vector>

namespace sepax {

struct Outbox;
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
  Body start;                       ///< the body when the drag began; of several one in their middle
  std::vector<Body> group;          ///< all that it moves, when the drag began
  std::vector<Vec3> points;         ///< kPoint: those of the body then, world
  int point = -1;                   ///< kPoint: which of them
  std::string refusal;              ///< why the shape cannot become what the hand wants
  std::string touched;              ///< the body that the magnet holds it to
  Vec2 pressed{0.0};                ///< pixel where it began
  bool toggles = false;             ///< a click on it takes the body out of the selection
  std::optional<Triad::Ball> ball;  ///< of the triad, where it began
  bool by_right = false;            ///< the right button: a click without a drag opens the menu
  Vec3 grabbed{0.0};                ///< world point under the mouse then
  double grabbed_angle = 0;         ///< radians, of rotation handles
  Vec3 free_axis{0.0};              ///< kRotateAxis: the direction under the hand, before it clicks into place
  bool moved = false;               ///< the mouse left the place where it was pressed
  std::string typed;                ///< numeric entry while dragging: "x 1.5"
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
  LabelMemory labels;          ///< of the last frame
  SidePane pane;               ///< at the right, while something is wanted beside the bodies
  ImDrawList* list = nullptr;  ///< that this frame's viewport is painted into; null: something else is in its place
};

/// The mouse as a drag sees it.
struct DragInput {
  Vec2 pixel{0.0};      ///< relative to the viewport
  bool snap = false;    ///< Ctrl, or the snap setting without it
  bool normal = false;  ///< Shift: along the view's normal
};

/// The selected bodies that mouse and keys may move.
[[nodiscard]] std::vector<Body> movableBodies(const Workspace& workspace);

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

/// The hand without a mouse: arrow keys move, rotate or scale the selected bodies as the tool in hand does, or move the
/// corner that the tool for points holds; Ctrl makes the smallest step, Shift goes along the view. For a viewport that
/// has the keys.
void workByKeys(Workspace& workspace, ViewportState& state, const Camera& camera, const ViewSize& view, Outbox& outbox);

}  // namespace sepax
