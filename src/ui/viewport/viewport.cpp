#include "ui/viewport/viewport.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "collide/pieces/by_pieces.h"
#include "core/text.h"
#include "draw/difference_picture.h"
#include "draw/palette.h"
#include "draw/pick.h"
#include "session/text.h"
#include "session/workspace.h"
#include "ui/kit/keys.h"
#include "ui/kit/labels.h"
#include "ui/kit/widgets.h"
#include "ui/panels/panel_steps.h"
#include "ui/viewport/handles.h"
#include "ui/viewport/viewport_drag.h"

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
  ImVec2 corner;
  ViewSize view;
  Vec2 mouse;  ///< relative to the viewport
  bool hovered;
  bool focused;
  std::vector<Handle> handles;
  std::optional<Vec2> axis_handle;  ///< of the free axis, pixels
  bool minkowski = false;           ///< A ⊖ B is shown: there are no bodies to pick

  [[nodiscard]] bool overAxisHandle() const { return axis_handle && std::hypot(mouse.x - axis_handle->x, mouse.y - axis_handle->y) < 12; }

  [[nodiscard]] Camera& camera() const { return minkowski ? *workspace.view.gjk.camera : workspace.view.camera; }
  [[nodiscard]] const Body* selected() const {
    return minkowski ? nullptr : findBody(workspace.history.document(), workspace.view.selected);
  }
  [[nodiscard]] std::string bodyUnderMouse() const {
    return minkowski ? std::string() : pickBody(workspace.history.document(), camera(), view, mouse).body;
  }
};

void begin(Frame& frame, Kind kind, const Body* body, int axis) {
  ViewportDrag& drag = frame.state.drag;
  drag = {};
  drag.kind = kind;
  drag.axis = axis;
  if (body == nullptr) return;
  drag.body = body->id;
  drag.start = *body;
  drag.merge_key = newMergeKey();
  const Ray ray = rayThrough(frame.camera(), frame.view, frame.mouse);
  if (kind == Kind::kMoveBody) {
    drag.grabbed = onPlane(ray, body->position, isPlanar(body->shape) ? Vec3{0, 0, 1} : basisOf(frame.camera()).back);
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
  if (frame.overAxisHandle()) {
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
    begin(frame, frame.camera().projection == Projection::kPlanar ? Kind::kPan : Kind::kOrbit, nullptr, -1);
  } else if (!body->locked && frame.workspace.view.tool != Tool::kSelect) {
    begin(frame, Kind::kMoveBody, body, -1);
  }
}

void startDrags(Frame& frame) {
  const ImGuiIO& io = ImGui::GetIO();
  const bool planar = frame.camera().projection == Projection::kPlanar;
  const bool space = ImGui::IsKeyDown(static_cast<decltype(ImGui::GetKeyIndex(ImGuiKey_Space))>(imguiKey(kKeySpace)));
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
  if (isPressed({kKeyBackspace}, true) && !drag.typed.empty()) drag.typed.pop_back();
}

/// The direction under the hand keeps turning while the shown one rests on an axis of the report.
void rotateFreeAxis(Frame& frame, const Vec2& moved) {
  const PairReport* report = shownReport(frame.workspace);
  const SatReport* sat = report == nullptr ? nullptr : std::get_if<SatReport>(&report->trace);
  if (sat == nullptr) return;
  Vec3& by_hand = frame.state.drag.free_axis;
  by_hand = rotatedAxis(by_hand, frame.mouse, moved, sat->origin, frame.camera(), frame.view);
  frame.workspace.view.free_axis = clickedIntoPlace(by_hand, *sat);
}

void continueDrag(Frame& frame) {
  ViewportDrag& drag = frame.state.drag;
  const ImGuiIO& io = ImGui::GetIO();
  const Vec2 moved{io.MouseDelta.x, io.MouseDelta.y};
  const bool down = ImGui::IsMouseDown(ImGuiMouseButton_Left) || ImGui::IsMouseDown(ImGuiMouseButton_Middle) ||
                    ImGui::IsMouseDown(ImGuiMouseButton_Right);
  if (drag.kind == Kind::kOrbit) orbit(frame.camera(), moved);
  if (drag.kind == Kind::kPan) pan(frame.camera(), frame.view, moved);
  if (drag.kind == Kind::kRotateAxis) rotateFreeAxis(frame, moved);
  if (movesBody(drag.kind)) {
    readTyped(drag);
    if (isPressed({kKeyEscape})) {
      frame.outbox.request(CancelEdit{drag.merge_key});
      drag = {};
      return;
    }
    const bool dragged = ImGui::IsMouseDragging(ImGuiMouseButton_Left, 3) || drag.moved;
    drag.moved = dragged;
    if (dragged || !drag.typed.empty()) {
      const DragInput input{frame.mouse, io.KeyCtrl != frame.workspace.view.snap, io.KeyShift};
      if (auto command = dragCommand(drag, input, frame.camera(), frame.view)) frame.outbox.send(std::move(*command), drag.merge_key);
    }
  }
  // A typed number is finished by Enter or by letting go.
  if (!down || (movesBody(drag.kind) && isPressed({kKeyEnter}))) drag = {};
}

void nudgeByKeys(Frame& frame) {
  const Body* body = frame.selected();
  if (body == nullptr || body->locked || !frame.focused || frame.state.drag.kind != Kind::kNone) return;
  const bool ulp = ImGui::GetIO().KeyCtrl;
  static constexpr struct { int key, across, up; } kKeys[] = {{kKeyLeft, -1, 0}, {kKeyRight, 1, 0}, {kKeyUp, 0, 1}, {kKeyDown, 0, -1}};
  for (const auto& row : kKeys) {
    if (isPressed({row.key, ulp}, true)) frame.outbox.send(nudged(*body, row.across, row.up, ulp, frame.camera(), frame.view));
  }
}

PictureInput pictureInput(const Workspace& workspace);

void interact(Frame& frame) {
  const ImGuiIO& io = ImGui::GetIO();
  const SatAxis* axis = shownAxis(frame.workspace);
  if (axis != nullptr && axis->id.kind == AxisKind::kFree) {
    if (const auto tip = railTip(pictureInput(frame.workspace), frame.camera(), frame.view, frame.workspace.view.free_axis)) {
      frame.axis_handle = toPixel(frame.camera(), frame.view, *tip);
      if (frame.axis_handle) {
        frame.state.axis_knob = {frame.corner.x + static_cast<float>(frame.axis_handle->x),
                                 frame.corner.y + static_cast<float>(frame.axis_handle->y)};
      }
    }
  }
  const Body* selected = frame.selected();
  if (selected != nullptr && selected->visible && !selected->locked) {
    frame.handles = handlesOf(*selected, frame.workspace.view.tool, frame.camera(), frame.view);
  }
  if (frame.state.drag.kind == Kind::kNone) {
    frame.state.hovered_handle = frame.hovered ? handleUnder(frame.handles, frame.mouse) : -1;
    if (frame.hovered) {
      frame.workspace.view.hovered = frame.state.hovered_handle < 0 ? frame.bodyUnderMouse() : "";
    }
    if (frame.hovered) startDrags(frame);
  }
  if (frame.hovered && io.MouseWheel != 0) zoomAt(frame.camera(), frame.view, frame.mouse, std::pow(kWheelStep, io.MouseWheel));
  nudgeByKeys(frame);
  if (frame.state.drag.kind != Kind::kNone) continueDrag(frame);
}

/// Small cross of the world's axes in the corner; in 3D it turns with the camera.
void drawCompass(ImDrawList* to, const Frame& frame, const Palette& palette) {
  if (frame.camera().projection == Projection::kPlanar) return;
  const CameraBasis basis = basisOf(frame.camera());
  const ImVec2 centre{frame.corner.x + static_cast<float>(frame.view.width) - 46, frame.corner.y + 46};
  static constexpr const char* kNames[] = {"x", "y", "z"};
  const std::array<Colour, 3> colours = {palette.axis_x, palette.axis_y, palette.axis_z};
  for (int axis = 0; axis < 3; ++axis) {
    const ImVec2 d{static_cast<float>(basis.right[axis]) * 28, -static_cast<float>(basis.up[axis]) * 28};
    const Colour& c = colours[axis];
    const ImU32 colour = IM_COL32(c.r, c.g, c.b, basis.back[axis] < -0.2 ? 120 : 255);
    to->AddLine(centre, {centre.x + d.x, centre.y + d.y}, colour, 2);
    const ImVec2 size = ImGui::CalcTextSize(kNames[axis]);
    to->AddText({centre.x + d.x * 1.32f - size.x / 2, centre.y + d.y * 1.32f - size.y / 2}, colour, kNames[axis]);
  }
}

/// The knob that turns a free axis.
void drawAxisHandle(ImDrawList* to, const Frame& frame, const Palette& palette) {
  if (!frame.axis_handle) return;
  const ImVec2 at{frame.corner.x + static_cast<float>(frame.axis_handle->x), frame.corner.y + static_cast<float>(frame.axis_handle->y)};
  const bool hot = frame.state.drag.kind == Kind::kRotateAxis || (frame.hovered && frame.overAxisHandle());
  const Colour& c = hot ? palette.highlight : palette.rail;
  to->AddCircleFilled(at, 7, IM_COL32(c.r, c.g, c.b, hot ? 255 : 200));
  to->AddCircle(at, 11, IM_COL32(c.r, c.g, c.b, 255), 0, 2);
}

/// What the drag is doing, beside the mouse: the shift, the angle or the typed number.
void drawDragNote(ImDrawList* to, const Frame& frame, const Palette& palette) {
  const ViewportDrag& drag = frame.state.drag;
  const Body* body = findBody(frame.workspace.history.document(), drag.body);
  if (!movesBody(drag.kind) || body == nullptr) return;
  std::string note;
  if (!drag.typed.empty()) {
    note = drag.typed + "_";
  } else if (drag.kind == Kind::kMoveBody || drag.kind == Kind::kMoveAxis) {
    const Vec3 d = body->position - drag.start.position;
    note = isPlanar(body->shape) ? fmt::format("{}  {}", humanNumber(d.x), humanNumber(d.y))
                                 : fmt::format("{}  {}  {}", humanNumber(d.x), humanNumber(d.y), humanNumber(d.z));
  } else if (drag.kind == Kind::kRotateBody) {
    note = tr("turning: type degrees");
  } else {
    note = tr("scaling: type a factor");
  }
  const ImVec2 size = ImGui::CalcTextSize(note.c_str());
  const ImVec2 at{frame.corner.x + static_cast<float>(frame.mouse.x) + 18, frame.corner.y + static_cast<float>(frame.mouse.y) + 16};
  const Colour& back = palette.background_bottom;
  to->AddRectFilled({at.x - 5, at.y - 3}, {at.x + size.x + 5, at.y + size.y + 3}, IM_COL32(back.r, back.g, back.b, 220), 4);
  to->AddText(at, IM_COL32(palette.text.r, palette.text.g, palette.text.b, 255), note.c_str());
}

PictureInput pictureInput(const Workspace& workspace) {
  const SatAxis* axis = shownAxis(workspace);
  const ViewState& look = workspace.view;
  return {.document = &workspace.history.document(),
          .report = shownReport(workspace),
          .axis = axis != nullptr ? std::optional(axis->id) : std::nullopt,
          .free_axis = axis != nullptr && axis->id.kind == AxisKind::kFree ? axis : nullptr,
          .gjk_stage = look.gjk.stage,
          .selected = look.selected,
          .hovered = look.hovered,
          .volumes = {},
          .contacts = look.contacts_shown,
          .clip_stage = look.clip_stage,
          .sweep = nullptr,
          .queries = {},
          .theme = look.theme,
          .options = look.picture,
          .words = {tr("gap"), tr("touching"), tr("overlap")}};
}

/// The pair whose difference the Minkowski view shows, when it is shown.
struct ShownDifference {
  PosedShape a, b;
};

std::optional<ShownDifference> shownDifference(const Workspace& workspace) {
  const PairReport* report = shownReport(workspace);
  if (!workspace.view.gjk.minkowski || shownGjk(workspace) == nullptr) return std::nullopt;
  const Document& document = workspace.history.document();
  const Body *a = findBody(document, report->a), *b = findBody(document, report->b);
  if (a == nullptr || b == nullptr) return std::nullopt;
  const PosedShape shape_a = posedShape(*a), shape_b = posedShape(*b);
  return ShownDifference{{tracedShape(shape_a.shape, *report, true), shape_a.pose},
                         {tracedShape(shape_b.shape, *report, false), shape_b.pose}};
}

DifferenceInput differenceInput(const Workspace& workspace, const ShownDifference& pair) {
  const ViewState& look = workspace.view;
  return {.report = shownGjk(workspace),
          .a = &pair.a,
          .b = &pair.b,
          .stage = look.gjk.stage,
          .theme = look.theme,
          .grid = look.picture.grid,
          .labels = look.picture.labels,
          .words = {tr("origin"), tr("distance"), tr("depth"), "d"}};
}

/// The Minkowski view looks the scene's way, so that directions are the same in both; where to is its own.
void prepareDifferenceCamera(Workspace& workspace, const ShownDifference& pair, const ViewSize& view) {
  GjkView& gjk = workspace.view.gjk;
  const PairReport& report = *shownReport(workspace);
  const std::string name = report.a + "\n" + report.b;
  if (!gjk.camera || gjk.framed != name || workspace.wants_new_view || workspace.wants_frame_view) {
    gjk.camera = differenceCamera(differenceInput(workspace, pair), workspace.view.camera, view);
    gjk.framed = name;
  }
  gjk.camera->projection = workspace.view.camera.projection;
  gjk.camera->yaw = workspace.view.camera.yaw;
  gjk.camera->pitch = workspace.view.camera.pitch;
}

/// What is shown, in the corner.
void drawDifferenceTitle(ImDrawList* to, const Frame& frame, const Palette& palette) {
  const GjkReport& report = *shownGjk(frame.workspace);
  const int shown = stageAt(report, frame.workspace.view.gjk.stage).number;
  const std::string text = std::string(tr("Minkowski difference A ⊖ B")) + "  ·  " + trf("step {} of {}", shown + 1, stageCount(report));
  const float pad = ImGui::GetFontSize() * 0.5f;
  const ImVec2 at{frame.corner.x + 2 * pad, frame.corner.y + 2 * pad}, size = ImGui::CalcTextSize(text.c_str());
  const Colour& back = palette.background_bottom;
  to->AddRectFilled({at.x - pad, at.y - pad / 2}, {at.x + size.x + pad, at.y + size.y + pad / 2}, IM_COL32(back.r, back.g, back.b, 220), 4);
  to->AddText(at, IM_COL32(palette.text.r, palette.text.g, palette.text.b, 255), text.c_str());
}

/// The sweep that the Sweep panel tells about, while it is in front.
std::optional<SweepView> shownSweep(const Workspace& workspace) {
  const Queries& queries = workspace.queries;
  const Document& document = workspace.history.document();
  const Body *a = findBody(document, queries.pair.first), *b = findBody(document, queries.pair.second);
  if (!workspace.view.sweep_shown || !queries.sweep || a == nullptr || b == nullptr) return std::nullopt;
  return SweepView{*queries.sweep, posedShape(*a), posedShape(*b), queries.motion_a, queries.motion_b, workspace.view.sweep_time};
}

}  // namespace

void drawViewport(Workspace& workspace, ViewportState& state, ImTextureID texture, DrawList& picture, Outbox& outbox) {
  const ImVec2 size{std::max(ImGui::GetContentRegionAvail().x, 1.0f), std::max(ImGui::GetContentRegionAvail().y, 1.0f)};
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  const ViewSize view{size.x, size.y};
  state.left = corner.x;
  state.top = corner.y;
  state.width = size.x;
  state.height = size.y;
  ImGui::InvisibleButton("viewport", size,
                         ImGuiButtonFlags_MouseButtonLeft | ImGuiButtonFlags_MouseButtonRight | ImGuiButtonFlags_MouseButtonMiddle);
  if (workspace.wants_new_view) workspace.view.camera = framingCamera(workspace.history.document(), view);
  const std::optional<SweepView> sweep = shownSweep(workspace);
  if (workspace.wants_frame_view) {
    PictureInput input = pictureInput(workspace);
    input.sweep = sweep ? &*sweep : nullptr;
    frameScene(workspace.view.camera, input, view);
  }
  const auto difference = shownDifference(workspace);
  if (difference) prepareDifferenceCamera(workspace, *difference, view);
  workspace.wants_new_view = workspace.wants_frame_view = false;
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  Frame frame{workspace,
              state,
              outbox,
              corner,
              view,
              {mouse.x - corner.x, mouse.y - corner.y},
              ImGui::IsItemHovered(),
              ImGui::IsWindowFocused(),
              {},
              std::nullopt,
              difference.has_value()};
  interact(frame);
  if (difference) {
    workspace.view.camera.yaw = frame.camera().yaw;
    workspace.view.camera.pitch = frame.camera().pitch;
  }

  const ViewState& look = workspace.view;
  PictureInput input = pictureInput(workspace);
  const std::vector<PosedVolume> volumes = shownVolumes(workspace);
  input.volumes = volumes;
  input.sweep = sweep ? &*sweep : nullptr;
  if (look.sweep_shown) input.queries = workspace.queries.answers;
  picture = difference ? differencePicture(differenceInput(workspace, *difference), frame.camera(), view)
                       : scenePicture(input, look.camera, view);

  const Palette& palette = paletteOf(look.theme);
  ImDrawList* to = ImGui::GetWindowDrawList();
  const ImVec2 end{corner.x + size.x, corner.y + size.y};
  to->PushClipRect(corner, end, true);
  if (texture != nullptr) to->AddImage(texture, corner, end, {0, 1}, {1, 0});
  drawLabels(to, picture, frame.camera(), view, corner, palette.background_bottom);
  drawHandles(to, frame.handles, look.tool, state.hovered_handle, corner, palette);
  drawAxisHandle(to, frame, palette);
  drawCompass(to, frame, palette);
  drawDragNote(to, frame, palette);
  if (difference) drawDifferenceTitle(to, frame, palette);
  to->PopClipRect();
}

}  // namespace sepax
