#include "ui/viewport/viewport.h"

#include "collide/pair_names.h"
#include "core/text.h"
#include "draw/difference_picture.h"
#include "draw/palette.h"
#include "draw/pick.h"
#include "session/text.h"
#include "session/viewport_picture.h"
#include "session/workspace.h"
#include "ui/kit/keys.h"
#include "ui/kit/labels.h"
#include "ui/kit/widgets.h"
#include "ui/viewport/handles.h"
#include "ui/viewport/viewport_drag.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <vector>

namespace sepax {

namespace {

using Kind = ViewportDrag::Kind;

constexpr double kWheelStep = 0.88;

bool movesBody(Kind kind) { return kind >= Kind::kMoveBody && kind <= Kind::kScaleBody; }

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
    return minkowski ? std::string() : pickBody(workspace.history.document(), camera, view, mouse).body;
  }
};

ViewSize sizeOf(const ViewportState& state) { return {state.width, state.height}; }

Vec2 mouseIn(const ViewportState& state) {
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  return {mouse.x - state.left, mouse.y - state.top};
}

/// The handles of the selected body in the tool's way; none while it cannot be grabbed.
std::vector<Handle> shownHandles(Workspace& workspace, const ViewSize& view) {
  const Body* selected = showsDifference(workspace) ? nullptr : findBody(workspace.history.document(), workspace.view.selected);
  if (selected == nullptr || !selected->visible || selected->locked) return {};
  return handlesOf(*selected, workspace.view.tool, shownCamera(workspace), view);
}

/// Where the knob of the free axis is, relative to the viewport; nullopt when it is not shown.
std::optional<Vec2> axisKnob(Workspace& workspace, const ViewSize& view) {
  const auto tip = freeAxisTip(workspace, view);
  return tip ? toPixel(shownCamera(workspace), view, *tip) : std::nullopt;
}

bool overAxisKnob(Workspace& workspace, const ViewSize& view, const Vec2& mouse) {
  const auto knob = axisKnob(workspace, view);
  return knob && std::hypot(mouse.x - knob->x, mouse.y - knob->y) < 12;
}

void begin(Frame& frame, Kind kind, const Body* body, int axis) {
  ViewportDrag& drag = frame.state.drag;
  drag = {};
  drag.kind = kind;
  drag.axis = axis;
  if (body == nullptr) return;
  drag.body = body->id;
  drag.start = *body;
  drag.merge_key = newMergeKey();
  const Ray ray = rayThrough(frame.camera, frame.view, frame.mouse);
  if (kind == Kind::kMoveBody) {
    drag.grabbed = onPlane(ray, body->position, isPlanar(body->shape) ? Vec3{0, 0, 1} : basisOf(frame.camera).back);
  } else if (kind == Kind::kRotateBody) {
    Vec3 direction{0.0};
    direction[axis] = 1;
    drag.grabbed_angle = angleAround(onPlane(ray, body->position, direction), body->position, direction);
  } else {
    Vec3 direction{0.0};
    direction[axis] = 1;
    if (kind == Kind::kScaleBody) direction = matrixOf(body->rotation)[axis];
    drag.grabbed = body->position + direction * alongLine(ray, body->position, direction);
  }
}

/// Left button: a handle, else a body, else the camera.
void press(Frame& frame) {
  if (overAxisKnob(frame.workspace, frame.view, frame.mouse)) {
    begin(frame, Kind::kRotateAxis, nullptr, -1);
    frame.state.drag.free_axis = frame.workspace.view.free_axis;
    return;
  }
  const Body* selected = frame.selected();
  if (const int handle = frame.state.hovered_handle; handle >= 0 && selected != nullptr) {
    static constexpr Kind kKinds[] = {Kind::kNone, Kind::kMoveAxis, Kind::kRotateBody, Kind::kScaleBody};
    begin(frame, kKinds[static_cast<int>(frame.workspace.view.tool)], selected, frame.handles[handle].axis);
    return;
  }
  const Document& document = frame.workspace.history.document();
  const std::string under = frame.bodyUnderMouse();
  if (!frame.minkowski) frame.workspace.view.selected = under;
  const Body* body = findBody(document, under);
  if (body == nullptr) {
    begin(frame, frame.camera.projection == Projection::kPlanar ? Kind::kPan : Kind::kOrbit, nullptr, -1);
  } else if (!body->locked && frame.workspace.view.tool != Tool::kSelect) {
    begin(frame, Kind::kMoveBody, body, -1);
  }
}

void startDrags(Frame& frame) {
  const ImGuiIO& io = ImGui::GetIO();
  const bool planar = frame.camera.projection == Projection::kPlanar;
  const bool space = ImGui::IsKeyDown(imguiKey(' '));
  if (ImGui::IsMouseClicked(ImGuiMouseButton_Left)) {
    if (space) {
      begin(frame, Kind::kPan, nullptr, -1);
    } else {
      press(frame);
    }
  } else if (ImGui::IsMouseClicked(ImGuiMouseButton_Middle)) {
    begin(frame, Kind::kPan, nullptr, -1);
  } else if (ImGui::IsMouseClicked(ImGuiMouseButton_Right)) {
    begin(frame, planar || io.KeyShift ? Kind::kPan : Kind::kOrbit, nullptr, -1);
  }
}

/// Digits, a sign, a point, an axis letter: numeric entry while a body is dragged.
void readTyped(ViewportDrag& drag) {
  ImGuiIO& io = ImGui::GetIO();
  for (const ImWchar c : io.InputQueueCharacters) {
    const bool known = (c >= '0' && c <= '9') || c == '.' || c == '-' || c == ' ' || (c >= 'x' && c <= 'z') || c == 'e';
    if (known && drag.typed.size() < 24) drag.typed += static_cast<char>(c);
  }
  if (isPressed(plain(kKeyBackspace), KeyRepeat::kWhileHeld) && !drag.typed.empty()) drag.typed.pop_back();
}

/// The direction under the hand keeps rotating while the shown one rests on an axis of the report.
void rotateFreeAxis(Frame& frame, const Vec2& moved) {
  const PairReport* report = shownReport(frame.workspace);
  const SatReport* sat = report == nullptr ? nullptr : std::get_if<SatReport>(&report->trace);
  if (sat == nullptr) return;
  Vec3& by_hand = frame.state.drag.free_axis;
  by_hand = rotatedAxis(by_hand, frame.mouse, moved, sat->origin, frame.camera, frame.view);
  frame.workspace.view.free_axis = clickedIntoPlace(by_hand, *sat);
}

void continueDrag(Frame& frame) {
  ViewportDrag& drag = frame.state.drag;
  const ImGuiIO& io = ImGui::GetIO();
  const Vec2 moved{io.MouseDelta.x, io.MouseDelta.y};
  const bool down = ImGui::IsMouseDown(ImGuiMouseButton_Left) || ImGui::IsMouseDown(ImGuiMouseButton_Middle) ||
                    ImGui::IsMouseDown(ImGuiMouseButton_Right);
  if (drag.kind == Kind::kOrbit) orbit(frame.camera, moved);
  if (drag.kind == Kind::kPan) pan(frame.camera, frame.view, moved);
  if (drag.kind == Kind::kRotateAxis) rotateFreeAxis(frame, moved);
  if (movesBody(drag.kind)) {
    readTyped(drag);
    if (isPressed(plain(kKeyEscape))) {
      frame.outbox.request(CancelEdit{drag.merge_key});
      drag = {};
      return;
    }
    const bool dragged = ImGui::IsMouseDragging(ImGuiMouseButton_Left, 3) || drag.moved;
    drag.moved = dragged;
    if (dragged || !drag.typed.empty()) {
      const DragInput input{frame.mouse, io.KeyCtrl != frame.workspace.view.snap, io.KeyShift};
      if (auto command = dragCommand(drag, input, frame.camera, frame.view)) frame.outbox.send(std::move(*command), drag.merge_key);
    }
  }
  // A typed number is finished by Enter or by letting go.
  if (!down || (movesBody(drag.kind) && isPressed(plain(kKeyEnter)))) drag = {};
}

void nudgeByKeys(Frame& frame) {
  const Body* body = frame.selected();
  if (body == nullptr || body->locked || !frame.focused || frame.state.drag.kind != Kind::kNone) return;
  const bool ulp = ImGui::GetIO().KeyCtrl;
  static constexpr struct { int key, across, up; } kKeys[] = {{kKeyLeft, -1, 0}, {kKeyRight, 1, 0}, {kKeyUp, 0, 1}, {kKeyDown, 0, -1}};
  for (const auto& row : kKeys) {
    if (isPressed({.key = row.key, .ctrl = ulp}, KeyRepeat::kWhileHeld))
      frame.outbox.send(nudged(*body, row.across, row.up, ulp, frame.camera, frame.view));
  }
}

void interact(Frame& frame) {
  ViewportState& state = frame.state;
  if (state.drag.kind == Kind::kNone) {
    state.hovered_handle = state.hovered ? handleUnder(frame.handles, frame.mouse) : -1;
    if (state.hovered) frame.workspace.view.hovered = state.hovered_handle < 0 ? frame.bodyUnderMouse() : "";
    if (state.hovered) startDrags(frame);
  }
  const float wheel = ImGui::GetIO().MouseWheel;
  if (state.hovered && wheel != 0) zoomAt(frame.camera, frame.view, frame.mouse, std::pow(kWheelStep, wheel));
  nudgeByKeys(frame);
  if (state.drag.kind != Kind::kNone) continueDrag(frame);
}

/// What paints over the rendered picture.
struct Overlay {
  Workspace& workspace;
  ViewportState& state;
  ImDrawList* to;
  const Camera& camera;
  const Palette& palette;

  [[nodiscard]] ImVec2 corner() const { return {state.left, state.top}; }
};

/// Small cross of the world's axes in the corner; in 3D it follows the camera.
void drawCompass(const Overlay& over) {
  if (over.camera.projection == Projection::kPlanar) return;
  const CameraBasis basis = basisOf(over.camera);
  const ImVec2 centre{over.state.left + over.state.width - 46, over.state.top + 46};
  static constexpr const char* kNames[] = {"x", "y", "z"};
  const std::array<Colour, 3> colours = {over.palette.axis_x, over.palette.axis_y, over.palette.axis_z};
  for (int axis = 0; axis < 3; ++axis) {
    const ImVec2 d{static_cast<float>(basis.right[axis]) * 28, -static_cast<float>(basis.up[axis]) * 28};
    const Colour& c = colours[axis];
    const ImU32 colour = IM_COL32(c.r, c.g, c.b, basis.back[axis] < -0.2 ? 120 : 255);
    over.to->AddLine(centre, {centre.x + d.x, centre.y + d.y}, colour, 2);
    const ImVec2 size = ImGui::CalcTextSize(kNames[axis]);
    over.to->AddText({centre.x + d.x * 1.32f - size.x / 2, centre.y + d.y * 1.32f - size.y / 2}, colour, kNames[axis]);
  }
}

/// The knob that rotates a free axis.
void drawAxisKnob(const Overlay& over) {
  const ViewSize view = sizeOf(over.state);
  const auto knob = axisKnob(over.workspace, view);
  if (!knob) return;
  const ImVec2 at{over.state.left + static_cast<float>(knob->x), over.state.top + static_cast<float>(knob->y)};
  over.state.axis_knob = at;
  const bool hot =
      over.state.drag.kind == Kind::kRotateAxis || (over.state.hovered && overAxisKnob(over.workspace, view, mouseIn(over.state)));
  const Colour& c = hot ? over.palette.highlight : over.palette.rail;
  over.to->AddCircleFilled(at, 7, IM_COL32(c.r, c.g, c.b, hot ? 255 : 200));
  over.to->AddCircle(at, 11, IM_COL32(c.r, c.g, c.b, 255), 0, 2);
}

/// What the drag is doing, beside the mouse: the shift, the angle or the typed number.
void drawDragNote(const Overlay& over) {
  const ViewportDrag& drag = over.state.drag;
  const Body* body = findBody(over.workspace.history.document(), drag.body);
  if (!movesBody(drag.kind) || body == nullptr) return;
  std::string note;
  if (!drag.typed.empty()) {
    note = drag.typed + "_";
  } else if (drag.kind == Kind::kMoveBody || drag.kind == Kind::kMoveAxis) {
    const Vec3 d = body->position - drag.start.position;
    note = isPlanar(body->shape) ? fmt::format("{}  {}", humanNumber(d.x), humanNumber(d.y))
                                 : fmt::format("{}  {}  {}", humanNumber(d.x), humanNumber(d.y), humanNumber(d.z));
  } else if (drag.kind == Kind::kRotateBody) {
    note = tr("rotating: type degrees");
  } else {
    note = tr("scaling: type a factor");
  }
  const ImVec2 size = ImGui::CalcTextSize(note.c_str());
  const ImVec2 mouse = ImGui::GetIO().MousePos, at{mouse.x + 18, mouse.y + 16};
  const Colour& back = over.palette.background_bottom;
  over.to->AddRectFilled({at.x - 5, at.y - 3}, {at.x + size.x + 5, at.y + size.y + 3}, IM_COL32(back.r, back.g, back.b, 220), 4);
  over.to->AddText(at, IM_COL32(over.palette.text.r, over.palette.text.g, over.palette.text.b, 255), note.c_str());
}

/// What is shown, in the corner.
void drawDifferenceTitle(const Overlay& over) {
  const GjkReport& report = *shownGjk(over.workspace);
  const int shown = stageAt(report, over.workspace.view.gjk.stage).number;
  const std::string text = withNames(tr("Minkowski difference A ⊖ B"), namesOf(*shownReport(over.workspace))) + "  ·  " +
                           trf("step {} of {}", shown + 1, stageCount(report));
  const float pad = ImGui::GetFontSize() * 0.5f;
  const ImVec2 at{over.corner().x + 2 * pad, over.corner().y + 2 * pad}, size = ImGui::CalcTextSize(text.c_str());
  const Colour& back = over.palette.background_bottom;
  over.to->AddRectFilled({at.x - pad, at.y - pad / 2}, {at.x + size.x + pad, at.y + size.y + pad / 2},
                         IM_COL32(back.r, back.g, back.b, 220), 4);
  over.to->AddText(at, IM_COL32(over.palette.text.r, over.palette.text.g, over.palette.text.b, 255), text.c_str());
}

}  // namespace

void drawViewport(Workspace& workspace, ViewportState& state, Outbox& outbox) {
  const ImVec2 size{std::max(ImGui::GetContentRegionAvail().x, 1.0f), std::max(ImGui::GetContentRegionAvail().y, 1.0f)};
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  state.left = corner.x;
  state.top = corner.y;
  state.width = size.x;
  state.height = size.y;
  state.list = ImGui::GetWindowDrawList();
  ImGui::InvisibleButton("viewport", size,
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
}

void paintViewport(Workspace& workspace, ViewportState& state, ImTextureID texture, const ViewportPicture& picture) {
  const ViewSize view = sizeOf(state);
  const ImVec2 corner{state.left, state.top}, end{state.left + state.width, state.top + state.height};
  const Overlay over{workspace, state, state.list, picture.camera, paletteOf(workspace.view.theme)};
  over.to->PushClipRect(corner, end, true);
  if (texture != nullptr) over.to->AddImage(texture, corner, end, {0, 1}, {1, 0});
  drawLabels(over.to, picture.list, picture.camera, view, corner, over.palette.background_bottom);
  drawHandles(over.to, shownHandles(workspace, view), workspace.view.tool, state.hovered_handle, corner, over.palette);
  drawAxisKnob(over);
  drawCompass(over);
  drawDragNote(over);
  if (showsDifference(workspace)) drawDifferenceTitle(over);
  over.to->PopClipRect();
}

}  // namespace sepax
