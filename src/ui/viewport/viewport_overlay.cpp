#include "ui/viewport/viewport_overlay.h"

#include "collide/pair_table.h"
#include "core/language.h"
#include "core/text.h"
#include "draw/palette.h"
#include "geom/support.h"
#include "session/learn/learning.h"
#include "session/scene/body_edits.h"
#include "session/scene/reports.h"
#include "session/scene/selection.h"
#include "session/workspace.h"
#include "ui/kit/canvas.h"
#include "ui/kit/theme.h"
#include "ui/kit/widgets.h"
#include "ui/viewport/side_pane.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <set>
#include <utility>

namespace sepax {

namespace {

using Kind = ViewportDrag::Kind;

constexpr double kPointPx = 9;  ///< how near the mouse must be to a corner or an edge's middle

/// Where the knob of the free axis is, relative to the viewport; nullopt when it is not shown.
std::optional<Vec2> axisKnob(Workspace& workspace, const ViewSize& view) {
  const auto tip = freeAxisTip(workspace, view);
  return tip ? toPixel(shownCamera(workspace), view, *tip) : std::nullopt;
}

}  // namespace

bool movesBody(Kind kind) { return kind >= Kind::kMoveBody && kind <= Kind::kPoint; }

ViewSize sizeOf(const ViewportState& state) { return {state.width, state.height}; }

Vec2 mouseIn(const ViewportState& state) {
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  return {mouse.x - state.left, mouse.y - state.top};
}

std::optional<Body> handledBody(const Workspace& workspace) {
  const std::vector<Body> bodies = movableBodies(workspace);
  if (bodies.empty() || showsDifference(workspace)) return std::nullopt;
  if (bodies.size() > 1 && workspace.view.tool == Tool::kScale) return std::nullopt;
  Body handled = bodies.back();
  Vec3 sum{0.0};
  for (const Body& body : bodies) sum += body.position;
  handled.position = bodies.size() > 1 ? sum / static_cast<double>(bodies.size()) : handled.position;
  return handled;
}

std::vector<Handle> shownHandles(Workspace& workspace, const ViewSize& view) {
  const std::optional<Body> handled = handledBody(workspace);
  if (!handled) return {};
  return handlesOf(*handled, workspace.view.tool, shownCamera(workspace), view);
}

std::optional<Triad> triadIn(const Workspace& workspace, const Camera& camera, double width) {
  return triadOf(camera, width, shownScale(workspace.view));
}

PointPick pickPoint(const Body& body, const Camera& camera, const ViewSize& view, const Vec2& mouse) {
  PointPick pick;
  double nearest = kPointPx;
  const std::vector<Vec3> points = editablePoints(body);
  const auto consider = [&](const Vec3& point, int& which, int index) {
    const auto pixel = toPixel(camera, view, point);
    const double distance = pixel ? std::hypot(pixel->x - mouse.x, pixel->y - mouse.y) : 1e9;
    if (distance >= nearest) return;
    nearest = distance;
    pick = {};
    which = index;
  };
  for (std::size_t i = 0; i < points.size(); ++i) consider(points[i], pick.corner, static_cast<int>(i));
  if (pick.corner >= 0 || !std::holds_alternative<Polygon>(body.shape)) return pick;
  for (std::size_t i = 0; i < points.size(); ++i) {
    consider((points[i] + points[(i + 1) % points.size()]) / 2.0, pick.edge, static_cast<int>(i));
  }
  return pick;
}

bool overAxisKnob(Workspace& workspace, const ViewSize& view, const Vec2& mouse) {
  const auto knob = axisKnob(workspace, view);
  return knob && std::hypot(mouse.x - knob->x, mouse.y - knob->y) < 12;
}

DrawingHand drawingHand(const Workspace& workspace, const ViewportState& state, const Camera& camera,
                        const ViewSize& view) {
  const std::optional<Vec3>& pen = state.drawing.pen;
  const Vec2 mouse = mouseIn(state);
  const DragInput input{mouse, ImGui::GetIO().KeyCtrl != workspace.view.snap, false};
  return {.tool = workspace.view.tool,
          .space = workspace.history.document().space,
          .at = pen ? *pen : drawnPoint(input, camera, view),
          .pixel = pen ? toPixel(camera, view, *pen).value_or(mouse) : mouse,
          .hovered = state.hovered,
          .has_pen = pen.has_value(),
          .camera = camera,
          .view = view};
}

namespace {

/// The values that painting over the rendered picture needs.
struct Overlay {
  Workspace& workspace;
  ViewportState& state;
  ImDrawList* to;
  const Camera& camera;
  const Palette& palette;

  [[nodiscard]] ImVec2 corner() const { return {state.left, state.top}; }
};

void drawTriad(const Overlay& over) {
  const auto triad = triadIn(over.workspace, over.camera, over.state.width);
  const bool is_near = over.state.hovered && over.state.drag.kind == Kind::kNone;
  if (triad)
    drawTriad(over.to, *triad, over.corner(), is_near ? std::optional(mouseIn(over.state)) : std::nullopt,
              over.palette);
}

/// The knob that rotates a free axis.
void drawAxisKnob(const Overlay& over) {
  const ViewSize view = sizeOf(over.state);
  const auto knob = axisKnob(over.workspace, view);
  if (!knob) return;
  const ImVec2 at = onScreen(over.corner(), *knob);
  over.state.axis_knob = at;
  const bool hot = over.state.drag.kind == Kind::kRotateAxis ||
                   (over.state.hovered && overAxisKnob(over.workspace, view, mouseIn(over.state)));
  const Colour& c = hot ? over.palette.highlight : over.palette.rail;
  over.to->AddCircleFilled(at, 7, IM_COL32(c.r, c.g, c.b, hot ? 255 : 200));
  over.to->AddCircle(at, 11, IM_COL32(c.r, c.g, c.b, 255), 0, 2);
}

std::optional<ImVec2> onWindow(const Overlay& over, const Vec3& point) {
  const auto pixel = toPixel(over.camera, sizeOf(over.state), point);
  return pixel ? std::optional(onScreen(over.corner(), *pixel)) : std::nullopt;
}

/// Lines across the view along the axis, or the two of the plane, that a move keeps to.
void drawKeptAxes(const Overlay& over) {
  const ViewportDrag& drag = over.state.drag;
  if (drag.kind != Kind::kMoveBody && drag.kind != Kind::kMoveAxis) return;
  const std::array<Colour, 3> colours = {over.palette.axis_x, over.palette.axis_y, over.palette.axis_z};
  const Vec3& at = drag.start.position;
  const double half =
      3 * metresPerPixel(over.camera, sizeOf(over.state), at) * std::max(over.state.width, over.state.height);
  for (int axis = 0; axis < 3; ++axis) {
    const bool in_plane = typedPlane(drag) >= 0 && typedPlane(drag) != axis;
    if (typedAxis(drag) != axis && !in_plane) continue;
    const Vec3 way = axisDirection(axis) * half;
    const auto from = onWindow(over, at - way), to = onWindow(over, at + way);
    if (from && to) over.to->AddLine(*from, *to, toImGui(colours[static_cast<std::size_t>(axis)]), 1.5f);
  }
}

/// The way from where the drag began, with its length.
void drawWay(const Overlay& over, const Vec3& from, const Vec3& now) {
  const auto a = onWindow(over, from), b = onWindow(over, now);
  if (!a || !b || std::hypot(a->x - b->x, a->y - b->y) < 24) return;
  const ImU32 colour = toImGui(withAlpha(over.palette.text, 0.55));
  over.to->AddLine(*a, *b, colour, 1);
  over.to->AddCircle(*a, 3, colour, 10, 1);
}

/// "gap 0.05608" to the other body of the shown pair, or what the magnet holds on to.
std::string gapText(const Overlay& over, Colour& colour) {
  const ViewportDrag& drag = over.state.drag;
  const PairReport* report = shownReport(over.workspace);
  if (!drag.touched.empty()) {
    colour = over.palette.touching;
    return trf("touches {}", drag.touched);
  }
  if (isCovered(over.workspace, over.workspace)) return {};
  if (report == nullptr || (report->a != drag.body && report->b != drag.body)) return {};
  colour = verdictColour(over.palette, report->answer.verdict);
  const char* const word = report->answer.verdict == Verdict::kOverlapping ? tr("overlap") : tr("gap");
  return fmt::format("{} {}", report->answer.verdict == Verdict::kTouching ? tr("touching") : word,
                     humanNumber(std::abs(report->answer.separation), 4));
}

/// "0.5 × 0.4": the sizes of a body's own box; the radius of a round one.
std::string sizesOf(const Body& body) {
  if (const auto* circle = std::get_if<Circle>(&body.shape)) return "r " + humanNumber(circle->radius, 4);
  if (const auto* sphere = std::get_if<Sphere>(&body.shape)) return "r " + humanNumber(sphere->radius, 4);
  const PosedShape posed = posedShape(body);
  if (isUnbounded(posed.shape)) return {};
  const MinMaxBox box = boundsOf(posed.shape, Pose{});
  std::string text;
  for (int c = 0; c < (isPlanar(posed.shape) ? 2 : 3); ++c)
    text += (c == 0 ? "" : " × ") + humanNumber(box.max[c] - box.min[c], 4);
  return text;
}

/// Draws the drag's effect beside the mouse: the shift, the angle, the size or the typed number, and the gap that it
/// leaves.
void drawDragNote(const Overlay& over) {
  const ViewportDrag& drag = over.state.drag;
  const Body* body = findBody(over.workspace.history.document(), drag.body);
  if (!movesBody(drag.kind) || body == nullptr || (!drag.moved && drag.typed.empty())) return;
  drawKeptAxes(over);
  if (!drag.refusal.empty()) return noteBesideMouse(over.to, drag.refusal, over.palette, over.palette.overlapping);
  std::string note;
  const auto member = std::ranges::find(drag.group, drag.body, &Body::id);
  const Body& before = member == drag.group.end() ? drag.start : *member;
  if (parseTyped(drag.typed) || (!drag.typed.empty() && typedAxis(drag) < 0 && typedPlane(drag) < 0)) {
    note = drag.typed + "_";
  } else if (drag.kind == Kind::kMoveBody || drag.kind == Kind::kMoveAxis) {
    const Vec3 d = body->position - before.position;
    note = isPlanar(body->shape) ? fmt::format("{}  {}", humanNumber(d.x), humanNumber(d.y))
                                 : fmt::format("{}  {}  {}", humanNumber(d.x), humanNumber(d.y), humanNumber(d.z));
    drawWay(over, before.position, body->position);
  } else if (drag.kind == Kind::kRotateBody) {
    const ImGuiIO& io = ImGui::GetIO();
    const DragInput input{mouseIn(over.state), io.KeyCtrl != over.workspace.view.snap, io.KeyShift};
    note =
        trf("{}° · type degrees", humanNumber(dragAngle(drag, input, over.camera, sizeOf(over.state)) * 180 / M_PI, 4));
  } else if (drag.kind == Kind::kScaleBody) {
    note = trf("{} · type a factor", sizesOf(*body));
  } else {
    note = sizesOf(*body);
  }
  noteBesideMouse(over.to, note, over.palette, over.palette.text);
  Colour colour = over.palette.text;
  const std::string gap = gapText(over, colour);
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  if (!gap.empty())
    noteAt(over.to, {mouse.x + 18, mouse.y + 16 + ImGui::GetTextLineHeight() + 7}, gap, over.palette, colour);
}

/// The corners that the tool for points moves, and where it can put one in. When there are very many, draws the ones
/// that do not cover each other: the mouse finds the others, too.
void drawPoints(const Overlay& over) {
  const Body* body = findBody(over.workspace.history.document(), over.workspace.view.selected);
  if (over.workspace.view.tool != Tool::kPoints || body == nullptr || body->locked || !body->visible ||
      showsDifference(over.workspace))
    return;
  const std::vector<Vec3> points = editablePoints(*body);
  const bool idle = over.state.hovered && over.state.drag.kind == Kind::kNone;
  const PointPick pick = idle ? pickPoint(*body, over.camera, sizeOf(over.state), mouseIn(over.state)) : PointPick{};
  const ImU32 colour = toImGui(over.palette.text), hot = toImGui(over.palette.highlight);
  constexpr std::size_t kMany = 500;
  constexpr float kRoom = 20;  // pixels from one of many to the next
  std::set<std::pair<int, int>> taken;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const bool hovered = pick.corner == static_cast<int>(i) || over.state.corner == static_cast<int>(i) ||
                         (over.state.drag.kind == Kind::kPoint && over.state.drag.point == static_cast<int>(i));
    const auto at = onWindow(over, points[i]);
    const bool has_room =
        points.size() <= kMany || hovered ||
        (at && taken.emplace(static_cast<int>(at->x / kRoom), static_cast<int>(at->y / kRoom)).second);
    if (!has_room) continue;
    if (at) {
      const float half = hovered ? 6.0f : 4.5f;
      over.to->AddRectFilled({at->x - half, at->y - half}, {at->x + half, at->y + half}, hovered ? hot : colour, 1);
    }
    if (!std::holds_alternative<Polygon>(body->shape)) continue;
    const auto middle = onWindow(over, (points[i] + points[(i + 1) % points.size()]) / 2.0);
    if (middle)
      over.to->AddCircle(*middle, pick.edge == static_cast<int>(i) ? 6.0f : 3.5f,
                         pick.edge == static_cast<int>(i) ? hot : colour, 12, 1.5f);
  }
  if (points.empty()) {
    const auto at = onWindow(over, body->position);
    if (at)
      noteAt(over.to, {at->x + 16, at->y + 16}, tr("This shape has no corners to drag: scale it instead."),
             over.palette, over.palette.text);
  } else if (pick.edge >= 0) {
    noteBesideMouse(over.to, tr("drag to put a corner in"), over.palette, over.palette.text);
  } else if (pick.corner >= 0) {
    noteBesideMouse(over.to, canChangePointCount(*body) ? tr("drag to move · Backspace deletes") : tr("drag to move"),
                    over.palette, over.palette.text);
  }
}

/// The rectangle of a box selection.
void drawBoxSelection(const Overlay& over) {
  const ViewportDrag& drag = over.state.drag;
  if (drag.kind != Kind::kBoxSelect || !drag.moved) return;
  const ImVec2 from = onScreen(over.corner(), drag.pressed), to = ImGui::GetIO().MousePos;
  const ImVec2 low{std::min(from.x, to.x), std::min(from.y, to.y)},
      high{std::max(from.x, to.x), std::max(from.y, to.y)};
  over.to->AddRectFilled(low, high, toImGui(withAlpha(over.palette.highlight, 0.12)));
  over.to->AddRect(low, high, toImGui(over.palette.highlight));
}

/// After a nudge by one unit in the last place: the number with all its digits and its bits.
void drawBits(const Overlay& over) {
  const Body* body = findBody(over.workspace.history.document(), over.workspace.view.selected);
  if (body == nullptr || ImGui::GetTime() > over.state.bits_shown_until) return;
  const double value = body->position[over.state.bits_axis];
  const auto at = onWindow(over, body->position);
  if (!at) return;
  static constexpr const char* kNames[] = {"x", "y", "z"};
  noteAt(over.to, {at->x + 14, at->y + 14},
         fmt::format("{} = {}   0x{:016X}", kNames[over.state.bits_axis], shortestDecimal(value),
                     std::bit_cast<std::uint64_t>(value)),
         over.palette, over.palette.text);
}

/// A published algorithm's description and its error in this answer: at the top, in the middle or left of the triad.
struct RowNote {
  struct Line {
    FontRole font;
    Colour colour;
    std::string text;
    ImVec2 size{};
  };
  std::array<Line, 2> lines;
  ImVec2 at;          ///< of the text, from the viewport's corner
  float width = 0;    ///< of the text
  PixelBox box = {};  ///< with its margin
};

/// Nothing while there is nothing to say.
std::optional<RowNote> wrongRowNote(const Overlay& over) {
  const Workspace& workspace = over.workspace;
  const PairReport* const report =
      isCovered(workspace, workspace) || showsDifference(workspace) ? nullptr : shownReport(workspace);
  const PairAlgorithm* const row = report == nullptr ? nullptr : findAlgorithm(report->algorithm);
  if (row == nullptr || !row->historical || !workspace.reports.difference) return std::nullopt;
  const std::string& difference = *workspace.reports.difference;
  const Colour said = difference.empty() ? over.palette.text : over.palette.overlapping;
  const float pad = ImGui::GetFontSize() * 0.5f;
  const float room = over.state.width -
                     (over.camera.projection == Projection::kPlanar ? 0 : triadSide(shownScale(workspace.view))),
              width = room - 4 * pad;
  RowNote note{
      .lines = {{{FontRole::kText, over.palette.text, tr(row->summary)},
                 {FontRole::kBold, said, difference.empty() ? tr("About this pair it is right.") : difference}}},
      .at = {0, 2 * pad}};
  float height = 0;
  for (RowNote::Line& line : note.lines) {
    ImGui::PushFont(fontOf(line.font));
    line.text = wrapped(line.text, width);
    line.size = ImGui::CalcTextSize(line.text.c_str());
    ImGui::PopFont();
    note.width = std::max(note.width, line.size.x);
    height += line.size.y;
  }
  note.at.x = std::min((over.state.width - note.width) / 2, room - note.width - pad);
  note.box = {{note.at.x - pad, note.at.y - pad / 2}, {note.at.x + note.width + pad, note.at.y + height + pad / 2}};
  return note;
}

void drawWrongRow(const Overlay& over, const RowNote& note) {
  const ImVec2 corner = over.corner();
  const Colour& back = over.palette.background_bottom;
  over.to->AddRectFilled(onScreen(corner, note.box.min), onScreen(corner, note.box.max),
                         IM_COL32(back.r, back.g, back.b, 220), 4);
  float y = corner.y + note.at.y;
  for (const RowNote::Line& line : note.lines) {
    over.to->AddText(fontOf(line.font), ImGui::GetFontSize(),
                     {corner.x + note.at.x + (note.width - line.size.x) / 2, y},
                     IM_COL32(line.colour.r, line.colour.g, line.colour.b, 255), line.text.c_str());
    y += line.size.y;
  }
}

/// Where the labels may not lie: under what is painted over them.
std::vector<PixelBox> takenPlaces(const Overlay& over, const std::optional<RowNote>& note, const std::string& title) {
  std::vector<PixelBox> taken{note ? note->box : viewTitleBox(title)};
  const double right = over.state.width;
  const double triad = triadSide(shownScale(over.workspace.view));
  if (over.camera.projection != Projection::kPlanar) taken.push_back({{right - triad, 0}, {right, triad}});
  constexpr double kKnobPx = 13;
  if (const auto knob = axisKnob(over.workspace, sizeOf(over.state)))
    taken.push_back({*knob - kKnobPx, *knob + kKnobPx});
  return taken;
}

}  // namespace

void paintViewport(Workspace& workspace, ViewportState& state, ImTextureID texture, const ViewportPicture& picture) {
  const ViewSize view = sizeOf(state);
  const ImVec2 corner{state.left, state.top}, end{state.left + state.width, state.top + state.height};
  const Overlay over{workspace, state, state.list, picture.camera, paletteOf(workspace.view.theme)};
  over.to->PushClipRect(corner, end, true);
  if (texture != nullptr) over.to->AddImage(texture, corner, end, {0, 1}, {1, 0});
  const std::optional<RowNote> note = wrongRowNote(over);
  const bool says_itself = workspace.view.presentation != Presentation::kOff && !showsDifference(workspace);
  const std::string title = note || says_itself ? std::string() : viewportTitle(workspace, state.width);
  const std::string pointed = drawLabels(over.to, picture.list, picture.camera, view, corner,
                                         over.palette.background_bottom, takenPlaces(over, note, title), &state.labels);
  // A dialog that was asked for in this frame is not there yet: a tooltip before it would stop ImGui.
  const bool is_free = !ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopup) && state.drag.kind == Kind::kNone &&
                       !isDrawing(workspace.view.tool);
  if (!pointed.empty() && state.hovered && state.hovered_handle < 0 && is_free) {
    ImGui::SetTooltip("%s", pointed.c_str());
  }
  drawHandles(over.to, shownHandles(workspace, view), workspace.view.tool, state.hovered_handle, corner, over.palette);
  drawAxisKnob(over);
  drawTriad(over);
  drawPoints(over);
  drawBoxSelection(over);
  drawBits(over);
  drawDragNote(over);
  if (isDrawing(workspace.view.tool) && !showsDifference(workspace)) {
    const DrawingHand hand = drawingHand(workspace, state, picture.camera, view);
    paintDrawing(over.to, state.drawing, hand, corner, over.palette);
  }
  if (note) drawWrongRow(over, *note);
  drawViewTitle(title, *over.to, corner, over.palette);
  over.to->PopClipRect();
}

}  // namespace sepax
