#include "ui/viewport/viewport.h"

#include "collide/pair_table.h"
#include "core/language.h"
#include "draw/pick.h"
#include "session/host/host.h"
#include "session/learn/learning.h"
#include "session/scene/body_edits.h"
#include "session/scene/pair_list.h"
#include "session/scene/reports.h"
#include "session/scene/selection.h"
#include "session/viewport_picture.h"
#include "session/workspace.h"
#include "ui/kit/canvas.h"
#include "ui/kit/keys.h"
#include "ui/viewport/drawing_tool.h"
#include "ui/viewport/handles.h"
#include "ui/viewport/side_pane.h"
#include "ui/viewport/viewport_overlay.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace sepax {

namespace {

using Kind = ViewportDrag::Kind;

/// One frame's view of the viewport.
struct Frame {
  Workspace& workspace;
  ViewportState& state;
  Outbox& outbox;
  ViewSize view;
  Vec2 mouse;      ///< relative to the viewport
  bool focused;    ///< keys are for the viewport
  bool minkowski;  ///< A ⊖ B is shown: there are no bodies to pick
  Camera& camera;
  std::vector<Handle> handles;

  [[nodiscard]] const Body* selected() const {
    return minkowski ? nullptr : findBody(workspace.history.document(), workspace.view.selected);
  }
  [[nodiscard]] std::string bodyUnderMouse() const {
    return minkowski
               ? std::string()
               : pickBody(workspace.history.document(), camera, view, mouse, kPickSlack, boundsNow(workspace)).body;
  }
};

void begin(Frame& frame, Kind kind, const Body* body, int axis) {
  ViewportDrag& drag = frame.state.drag;
  drag = {};
  drag.kind = kind;
  drag.axis = axis;
  drag.pressed = frame.mouse;
  if (body == nullptr) return;
  drag.body = body->id;
  drag.start = *body;
  drag.group = kind == Kind::kScaleBody ? std::vector<Body>{*body} : movableBodies(frame.workspace);
  drag.merge_key = newMergeKey();
  if (kind == Kind::kPoint) return;
  const Ray ray = rayThrough(frame.camera, frame.view, frame.mouse);
  if (kind == Kind::kMoveBody) {
    drag.grabbed = onPlane(ray, body->position, isPlanar(body->shape) ? Vec3{0, 0, 1} : basisOf(frame.camera).back);
  } else if (kind == Kind::kRotateBody) {
    const Vec3 direction = axisDirection(axis);
    drag.grabbed_angle = angleAround(onPlane(ray, body->position, direction), body->position, direction);
  } else {
    const Vec3 direction = kind == Kind::kScaleBody ? matrixOf(body->rotation)[axis] : axisDirection(axis);
    drag.grabbed = body->position + direction * alongLine(ray, body->position, direction);
  }
}

/// The tool for points: a corner is dragged, the middle of an edge becomes one. Backspace takes one away.
bool pressPoint(Frame& frame) {
  const Body* body = frame.selected();
  if (body == nullptr || body->locked) return false;
  const PointPick pick = pickPoint(*body, frame.camera, frame.view, frame.mouse);
  if (pick.corner < 0 && pick.edge < 0) return false;
  begin(frame, Kind::kPoint, body, -1);
  ViewportDrag& drag = frame.state.drag;
  drag.points = editablePoints(*body);
  drag.point = pick.corner;
  if (pick.corner < 0) {
    const std::size_t next = (static_cast<std::size_t>(pick.edge) + 1) % drag.points.size();
    const Vec3 middle = (drag.points[static_cast<std::size_t>(pick.edge)] + drag.points[next]) / 2.0;
    drag.points.insert(drag.points.begin() + pick.edge + 1, middle);
    drag.point = pick.edge + 1;
  }
  const Vec3& at = drag.points[static_cast<std::size_t>(drag.point)];
  drag.grabbed = onPlane(rayThrough(frame.camera, frame.view, frame.mouse), at,
                         isPlanar(body->shape) ? Vec3{0, 0, 1} : basisOf(frame.camera).back);
  return true;
}

/// Left button: the triad, a handle, a body, else the camera.
void press(Frame& frame) {
  if (const auto triad = triadIn(frame.workspace, frame.camera, frame.view.width);
      triad && triad->isOver(frame.mouse)) {
    begin(frame, Kind::kOrbit, nullptr, -1);
    frame.state.drag.ball = triad->ballAt(frame.mouse);
    return;
  }
  if (overAxisKnob(frame.workspace, frame.view, frame.mouse)) {
    begin(frame, Kind::kRotateAxis, nullptr, -1);
    frame.state.drag.free_axis = frame.workspace.view.free_axis;
    return;
  }
  ViewState& look = frame.workspace.view;
  const std::optional<Body> handled = handledBody(frame.workspace);
  if (const int handle = frame.state.hovered_handle; handle >= 0 && handled) {
    static constexpr Kind kKinds[] = {Kind::kNone, Kind::kMoveAxis, Kind::kRotateBody, Kind::kScaleBody};
    begin(frame, kKinds[static_cast<int>(look.tool)], &*handled, frame.handles[static_cast<std::size_t>(handle)].axis);
    return;
  }
  if (look.tool == Tool::kPoints && pressPoint(frame)) return;
  const Document& document = frame.workspace.history.document();
  const std::string under = frame.bodyUnderMouse();
  const bool adds = ImGui::GetIO().KeyShift;
  const Body* body = findBody(document, under);
  if (body == nullptr) {
    const bool boxes = !frame.minkowski && (adds || look.tool == Tool::kSelect);
    if (!frame.minkowski && !adds) selectOnly(look, "");
    begin(frame,
          boxes                                            ? Kind::kBoxSelect
          : frame.camera.projection == Projection::kPlanar ? Kind::kPan
                                                           : Kind::kOrbit,
          nullptr, -1);
    return;
  }
  const bool was_selected = isSelected(look, under);
  if (!was_selected && !adds) selectOnly(look, under);
  const bool moves = !body->locked && look.tool != Tool::kSelect;
  if (!was_selected && adds) toggleSelected(look, under);
  if (moves) begin(frame, Kind::kMoveBody, body, -1);
  // A click without a drag acts when the button is released; a body that cannot be dragged reacts at once.
  frame.state.drag.toggles = was_selected && adds;
  if (moves) return;
  if (was_selected) adds ? toggleSelected(look, under) : selectOnly(look, under);
}

void startDrags(Frame& frame, bool left_draws) {
  const ImGuiIO& io = ImGui::GetIO();
  const bool planar = frame.camera.projection == Projection::kPlanar;
  const bool space = ImGui::IsKeyDown(imguiKey(' '));
  if (ImGui::IsMouseClicked(ImGuiMouseButton_Left)) {
    if (space) {
      begin(frame, Kind::kPan, nullptr, -1);
    } else if (!left_draws) {
      press(frame);
    }
  } else if (ImGui::IsMouseClicked(ImGuiMouseButton_Middle)) {
    begin(frame, Kind::kPan, nullptr, -1);
  } else if (ImGui::IsMouseClicked(ImGuiMouseButton_Right)) {
    begin(frame, planar || io.KeyShift ? Kind::kPan : Kind::kOrbit, nullptr, -1);
    frame.state.drag.by_right = true;
  }
}

/// Digits, a sign, a point, an axis letter: numeric entry while a body is dragged.
void readTyped(ViewportDrag& drag) {
  ImGuiIO& io = ImGui::GetIO();
  for (const ImWchar c : io.InputQueueCharacters) {
    const bool known = (c >= '0' && c <= '9') || c == '.' || c == '-' || c == ' ' || (c >= 'x' && c <= 'z') ||
                       (c >= 'X' && c <= 'Z') || c == 'e';
    if (known && drag.typed.size() < 24) drag.typed += static_cast<char>(c);
  }
  if (isPressed(plain(kKeyBackspace), KeyRepeat::kWhileHeld) && !drag.typed.empty()) drag.typed.pop_back();
}

/// The direction under the hand keeps rotating while the shown one rests on an axis of the report.
void rotateFreeAxis(Frame& frame, const Vec2& moved) {
  const SatReport* sat = shownSat(frame.workspace);
  if (sat == nullptr) return;
  Vec3& by_hand = frame.state.drag.free_axis;
  by_hand = rotatedAxis(by_hand, frame.mouse, moved, sat->origin, frame.camera, frame.view);
  frame.workspace.view.free_axis = clickedIntoPlace(by_hand, *sat);
}

/// A drag that is held still sends nothing: an unchanged document needs no new answers and no new frames.
bool areThere(const Document& document, std::span<const Body> moved) {
  return std::ranges::all_of(moved, [&](const Body& body) {
    const Body* const now = findBody(document, body.id);
    return now != nullptr && now->position == body.position && now->rotation == body.rotation;
  });
}

/// Moves everything that the drag holds by `shift`, to where the magnet draws it.
void moveGroup(Frame& frame, Vec3 shift, bool by_magnet) {
  ViewportDrag& drag = frame.state.drag;
  drag.touched.clear();
  std::vector<Body> moved = drag.group;
  for (Body& body : moved) body.position += shift;
  const Document& document = frame.workspace.history.document();
  constexpr std::size_t kMaxBodiesForMagnet = 1000;
  if (by_magnet && document.bodies.size() <= kMaxBodiesForMagnet) {
    constexpr double kReachPx = 8;
    Document there = document;
    std::vector<std::string> ids;
    for (const Body& body : moved) {
      ids.push_back(body.id);
      if (Body* held = findBody(there, body.id)) *held = body;
    }
    std::optional<Vec3> along;
    const int axis = typedAxis(drag) >= 0 ? typedAxis(drag) : drag.kind == Kind::kMoveAxis ? drag.axis : -1;
    if (axis >= 0) along = axisDirection(axis);
    const double reach = kReachPx * metresPerPixel(frame.camera, frame.view, drag.start.position + shift);
    if (const auto touch =
            nearestTouch(there, drag.kind == Kind::kMoveBody ? drag.body : ids.back(), ids, reach, along)) {
      drag.touched = touch->other;
      for (Body& body : moved) body.position += touch->shift;
    }
  }
  if (areThere(document, moved)) return;
  if (moved.size() == 1) {
    frame.outbox.send(SetTransform{moved[0].id, moved[0].position, moved[0].rotation}, drag.merge_key);
  } else {
    frame.outbox.send(PutBodies{BodiesEdit::kMove, std::move(moved)}, drag.merge_key);
  }
}

void sendDrag(Frame& frame, const DragInput& input) {
  ViewportDrag& drag = frame.state.drag;
  if (drag.kind == Kind::kPoint) {
    Vec3& point = drag.points[static_cast<std::size_t>(drag.point)];
    const bool planar = isPlanar(drag.start.shape);
    const Vec3 under = onPlane(rayThrough(frame.camera, frame.view, frame.mouse), drag.grabbed,
                               planar ? Vec3{0, 0, 1} : basisOf(frame.camera).back);
    const Vec3 before = point;
    point = planar ? drawnPoint(input, frame.camera, frame.view) : point + under - drag.grabbed;
    const Result<Body> body = withPoints(drag.start, drag.points, planar ? Space::k2d : Space::k3d);
    if (!planar) point = before;  // the grabbed point stays that of the start
    drag.refusal = body ? "" : body.error().message;
    if (body) frame.outbox.send(SetShape{body->id, body->shape}, drag.merge_key);
    return;
  }
  const auto command = dragCommand(drag, input, frame.camera, frame.view);
  if (!command) return;
  const auto* transform = std::get_if<SetTransform>(&*command);
  if (transform != nullptr && (drag.kind == Kind::kMoveBody || drag.kind == Kind::kMoveAxis)) {
    const bool exact = parseTyped(drag.typed).has_value();
    moveGroup(frame, transform->position - drag.start.position,
              frame.workspace.view.magnet && !exact && !isMagnetOff(frame.workspace, frame.workspace));
  } else if (transform != nullptr && drag.group.size() > 1) {
    std::vector<Body> rotated = rotatedTogether(drag.group, drag.start.position, axisDirection(drag.axis),
                                                dragAngle(drag, input, frame.camera, frame.view));
    if (areThere(frame.workspace.history.document(), rotated)) return;
    frame.outbox.send(PutBodies{BodiesEdit::kRotate, std::move(rotated)}, drag.merge_key);
  } else if (transform != nullptr) {
    Body rotated = drag.start;
    rotated.position = transform->position;
    rotated.rotation = transform->rotation;
    if (areThere(frame.workspace.history.document(), std::span(&rotated, 1))) return;
    frame.outbox.send(*command, drag.merge_key);
  } else {
    frame.outbox.send(*command, drag.merge_key);
  }
}

/// The rectangle of a box selection took the bodies whose middles it holds.
void selectInBox(Frame& frame, const Vec2& corner) {
  const Vec2 low = glm::min(corner, frame.mouse), high = glm::max(corner, frame.mouse);
  std::vector<std::string> ids =
      ImGui::GetIO().KeyShift ? selectedIds(frame.workspace.view) : std::vector<std::string>();
  for (const Body& body : frame.workspace.history.document().bodies) {
    const auto pixel = toPixel(frame.camera, frame.view, posedShape(body).pose.position);
    const bool inside =
        body.visible && pixel && pixel->x >= low.x && pixel->x <= high.x && pixel->y >= low.y && pixel->y <= high.y;
    if (inside && std::ranges::find(ids, body.id) == ids.end()) ids.push_back(body.id);
  }
  select(frame.workspace.view, std::move(ids));
}

/// The button was let go: what a click without a drag means.
void endDrag(Frame& frame) {
  const ViewportDrag drag = std::exchange(frame.state.drag, {});
  ViewState& look = frame.workspace.view;
  if (drag.ball && !drag.moved) {
    Camera camera = frame.camera;
    lookAlong(camera, drag.ball->axis, drag.ball->sense);
    if (frame.minkowski) {
      frame.camera = camera;
    } else {
      flyTo(look, camera);
    }
  }
  if (drag.kind == Kind::kBoxSelect && drag.moved) selectInBox(frame, drag.pressed);
  if (drag.kind == Kind::kMoveBody && !drag.moved && drag.typed.empty()) {
    if (drag.toggles) toggleSelected(look, drag.body);
    if (!drag.toggles && !ImGui::GetIO().KeyShift) selectOnly(look, drag.body);
  }
  if (!drag.by_right || drag.moved || frame.minkowski) return;
  const std::string under = frame.bodyUnderMouse();
  if (!isSelected(look, under)) selectOnly(look, under);
  frame.state.wants_menu = true;
}

void continueDrag(Frame& frame) {
  ViewportDrag& drag = frame.state.drag;
  const ImGuiIO& io = ImGui::GetIO();
  const Vec2 moved{io.MouseDelta.x, io.MouseDelta.y};
  const bool down = ImGui::IsMouseDown(ImGuiMouseButton_Left) || ImGui::IsMouseDown(ImGuiMouseButton_Middle) ||
                    ImGui::IsMouseDown(ImGuiMouseButton_Right);
  constexpr double kDragPx = 3;
  const bool left_place = std::hypot(frame.mouse.x - drag.pressed.x, frame.mouse.y - drag.pressed.y) >= kDragPx;
  const bool waits = drag.by_right || drag.ball;  // for what a click without a drag would do
  if (drag.kind == Kind::kOrbit && (!waits || drag.moved || left_place)) orbit(frame.camera, moved);
  if (drag.kind == Kind::kPan && (!drag.by_right || drag.moved || left_place)) pan(frame.camera, frame.view, moved);
  if (drag.kind == Kind::kRotateAxis) rotateFreeAxis(frame, moved);
  drag.moved |= left_place;
  if (movesBody(drag.kind)) {
    if (drag.kind != Kind::kPoint) readTyped(drag);
    if (isPressed(plain(kKeyEscape))) {
      frame.outbox.request(CancelEdit{drag.merge_key});
      drag = {};
      return;
    }
    const DragInput input{frame.mouse, io.KeyCtrl != frame.workspace.view.snap, io.KeyShift};
    if (drag.moved || !drag.typed.empty()) sendDrag(frame, input);
  }
  // A typed number is finished by Enter or by letting go.
  if (!down || (movesBody(drag.kind) && isPressed(plain(kKeyEnter)))) endDrag(frame);
}

/// Backspace takes the corner under the mouse away.
void deletePoint(Frame& frame) {
  const Body* body = frame.selected();
  if (body == nullptr || body->locked || !frame.state.hovered || !isPressed(plain(kKeyBackspace)) ||
      !canChangePointCount(*body))
    return;
  const PointPick pick = pickPoint(*body, frame.camera, frame.view, frame.mouse);
  if (pick.corner < 0 || frame.state.corner >= 0) return;
  std::vector<Vec3> points = editablePoints(*body);
  points.erase(points.begin() + pick.corner);
  Result<Body> changed = withPoints(*body, points, frame.workspace.history.document().space);
  if (changed) {
    frame.outbox.send(SetShape{changed->id, changed->shape});
  } else {
    notify(frame.workspace, LogLevel::kWarning, trf("The corner stays: {}", changed.error().message));
  }
}

/// A drawing tool has the left button to itself; the others move the camera.
void draw(Frame& frame) {
  ViewState& look = frame.workspace.view;
  ViewportDrawing& drawing = frame.state.drawing;
  const bool in_plane = frame.workspace.history.document().space == Space::k2d;
  const bool by_corners = look.tool == Tool::kDrawPolygon || look.tool == Tool::kDrawHull;
  const bool gives_up = isPressed(plain(kKeyEscape)) && !ImGui::GetIO().WantTextInput;
  if (frame.minkowski || (by_corners && !in_plane) || (gives_up && drawing.points.empty())) {
    look.tool = Tool::kMove;
    drawing = {};
    return;
  }
  if (gives_up) {
    drawing = {};
    return;
  }
  if (frame.focused) movePen(drawing, frame.camera, frame.view);
  std::optional<Body> body =
      continueDrawing(drawing, drawingHand(frame.workspace, frame.state, frame.camera, frame.view));
  if (!body) return;
  body->id = freshId(frame.workspace.history);
  frame.outbox.send(AddBody{std::move(*body), partnerOfNewBody(frame.workspace)});
  look.tool = Tool::kMove;
}

void interact(Frame& frame) {
  ViewportState& state = frame.state;
  if (state.drag.kind == Kind::kNone) {
    state.hovered_handle = state.hovered ? handleUnder(frame.handles, frame.mouse) : -1;
    const Tool tool = frame.workspace.view.tool;
    const bool draws = isDrawing(tool);
    if (std::exchange(state.tool_before, tool) != tool && draws) ImGui::SetWindowFocus();  // for its keys
    if (draws) draw(frame);
    const auto triad = triadIn(frame.workspace, frame.camera, frame.view.width);
    const bool is_free = state.hovered_handle < 0 && !(triad && triad->isOver(frame.mouse));
    if (state.hovered && !draws) frame.workspace.view.hovered = is_free ? frame.bodyUnderMouse() : "";
    if (state.hovered) startDrags(frame, draws);
  }
  if (!isDrawing(frame.workspace.view.tool)) state.drawing = {};
  const float wheel = ImGui::GetIO().MouseWheel;
  if (state.hovered && wheel != 0) zoomAt(frame.camera, frame.view, frame.mouse, std::pow(kWheelStep, wheel));
  const bool has_keys =
      frame.focused && !frame.minkowski && state.drag.kind == Kind::kNone && !ImGui::GetIO().WantTextInput;
  if (has_keys && !isDrawing(frame.workspace.view.tool))
    workByKeys(frame.workspace, state, frame.camera, frame.view, frame.outbox);
  if (frame.workspace.view.tool == Tool::kPoints) deletePoint(frame);
  if (state.drag.kind != Kind::kNone) continueDrag(frame);
}

}  // namespace

void drawViewport(Workspace& workspace, ViewportState& state, Outbox& outbox) {
  const ImVec2 room = ImGui::GetContentRegionAvail();
  const bool is_split = shownBeside(workspace) != Beside::kNothing;
  if (std::exchange(state.is_split, is_split) != is_split)
    workspace.wants_frame_view = true;  // the bodies fit into half the room, too
  const ImVec2 size{std::max(is_split ? std::floor(room.x / 2) : room.x, 1.0f), std::max(room.y, 1.0f)};
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  state.pane.view.width = 0;
  state.left = corner.x;
  state.top = corner.y;
  state.width = size.x;
  state.height = size.y;
  state.list = ImGui::GetWindowDrawList();
  ImGui::InvisibleButton(
      "viewport", size,
      ImGuiButtonFlags_MouseButtonLeft | ImGuiButtonFlags_MouseButtonRight | ImGuiButtonFlags_MouseButtonMiddle);
  state.hovered = ImGui::IsItemHovered();
  const ViewSize view = sizeOf(state);
  const bool minkowski = showsDifference(workspace);
  Camera& camera = shownCamera(workspace);
  Frame frame{.workspace = workspace,
              .state = state,
              .outbox = outbox,
              .view = view,
              .mouse = mouseIn(state),
              .focused = ImGui::IsWindowFocused(),
              .minkowski = minkowski,
              .camera = camera,
              .handles = shownHandles(workspace, view)};
  interact(frame);
  if (minkowski) {
    workspace.view.camera.yaw = camera.yaw;
    workspace.view.camera.pitch = camera.pitch;
  }
  if (!is_split) return;
  ImGui::SetCursorScreenPos({corner.x + size.x, corner.y});
  drawSidePane(workspace, state.pane, {room.x - size.x, size.y});
}

}  // namespace sepax
