#include "ui/scene/panel_landscape.h"

#include "collide/pair/pair_algorithm.h"
#include "collide/pair_names.h"
#include "core/language.h"
#include "core/text.h"
#include "draw/shape_picture.h"
#include "session/scene/reports.h"
#include "session/workspace.h"
#include "ui/kit/keys.h"
#include "ui/kit/theme.h"
#include "ui/kit/widgets.h"
#include "ui/scene/panel_scene.h"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>

namespace sepax {

namespace {

constexpr int kCurveSamples = 720, kMapColumns = 128, kMapRows = 64, kMinMapColumns = 32;
constexpr float kMarkPx = 8;  ///< how near the mouse must be

void updateMap(LandscapePanel& panel, const Workspace& workspace, const ShownShapes& shapes) {
  const PairReport& report = *shownReport(workspace);
  const std::string made_for = report.a + "\n" + report.b + "\n" + std::to_string(workspace.view.traced_pieces);
  if (panel.revision == workspace.history.revision() && panel.made_for == made_for) return;
  panel.revision = workspace.history.revision();
  panel.made_for = made_for;
  panel.a = panel.negated_b = {};
  panel.crossings.clear();
  panel.shore.clear();
  if (isPlanar(shapes.a.shape)) {
    panel.map = landscapeOf(shapes.a, shapes.b, kCurveSamples, 1);
    return;
  }
  const ConvexFeatures a = worldFeatures(shapes.a), b = worldFeatures(shapes.b);
  // Hulls of very many vertices have a coarser map: it is made anew in every frame of a drag.
  constexpr std::size_t kMaxSteps = 2'500'000;
  const std::size_t vertices = a.core.vertices.size() + b.core.vertices.size();
  int columns = kMapColumns, rows = kMapRows;
  while (columns > kMinMapColumns && static_cast<std::size_t>(columns * rows) * vertices > kMaxSteps) {
    columns /= 2;
    rows /= 2;
  }
  panel.map = landscapeOf(shapes.a, shapes.b, columns, rows);
  // The summit may lie between samples.
  if (const auto* const sat = std::get_if<SatReport>(&report.trace))
    panel.map.max = std::max(panel.map.max, decidingAxis(*sat).separation);
  panel.shore = shoreOf(panel.map);
  constexpr std::size_t kMaxEdges = 400;  // of each; more arcs cover the map
  if (a.core.edges.size() > kMaxEdges || b.core.edges.size() > kMaxEdges) return;
  panel.a = gaussMap(trueFeaturesFrom(shapes.a, Vec3{0.0}), GaussSense::kAsItIs);
  panel.negated_b = gaussMap(trueFeaturesFrom(shapes.b, Vec3{0.0}), GaussSense::kNegated);
  panel.crossings = crossingsOf(panel.a, panel.negated_b);
}

void drawCurve(const LandscapeChart& chart, const Landscape& map, const Palette& palette, ImDrawList& list) {
  const float zero = chart.height(0);
  const auto count = static_cast<std::size_t>(map.columns);
  for (std::size_t i = 0; i < count; ++i) {
    const double here = map.separation[i], next = map.separation[(i + 1) % count];
    const ImVec2 from(chart.x(static_cast<double>(i) / map.columns), chart.height(here));
    const ImVec2 to(chart.x(static_cast<double>(i + 1) / map.columns), chart.height(next));
    const Colour colour = here + next > 0 ? palette.separated : palette.overlapping;
    if (here > 0 && next > 0)
      list.AddQuadFilled(from, to, {to.x, zero}, {from.x, zero}, toImGui(withAlpha(colour, 0.25)));
    list.AddLine(from, to, toImGui(colour), 1.6f);
  }
  list.AddLine({chart.corner.x, zero}, {chart.x(1), zero}, ImGui::GetColorU32(ImGuiCol_TextDisabled), 1);
  for (int degrees = 0; degrees <= 360; degrees += 45) {
    const float x = chart.x(degrees / 360.0);
    list.AddLine({x, zero - 3}, {x, zero + 3}, ImGui::GetColorU32(ImGuiCol_TextDisabled), 1);
    const std::string text = fmt::format("{}°", degrees);
    const float width = ImGui::CalcTextSize(text.c_str()).x;
    const float at = std::clamp(x - width / 2, chart.corner.x, chart.x(1) - width);
    list.AddText({at, chart.y(1) + 2}, ImGui::GetColorU32(ImGuiCol_TextDisabled), text.c_str());
  }
}

/// Faces as points, edges as arcs.
void drawGaussMap(const LandscapeChart& chart, const GaussMap& gauss, Colour colour, ImDrawList& list) {
  const ImU32 ink = toImGui(withAlpha(colour, 0.9));
  constexpr int kPieces = 12;
  for (const GaussMap::Arc& arc : gauss.arcs) {
    Vec3 before = arc.from;
    for (int i = 1; i <= kPieces; ++i) {
      const Vec3 here = arcPoint(arc, static_cast<double>(i) / kPieces);
      chart.line(list, before, here, ink, 1.4f);
      before = here;
    }
  }
  for (const Vec3& normal : gauss.normals) {
    if (chart.isInFront(normal)) list.AddCircleFilled(chart.placeOf(normal, 0), 2.5f, ink);
  }
}

/// All that lies over the colours of the sphere, but the axes.
void drawOverSphere(const LandscapePanel& panel, const LandscapeChart& chart, const Palette& palette,
                    ImDrawList& list) {
  if (panel.edges) {
    drawGaussMap(chart, panel.a, palette.a, list);
    drawGaussMap(chart, panel.negated_b, palette.b, list);
    for (const ArcCrossing& crossing : panel.crossings) {
      if (chart.isInFront(crossing.direction))
        list.AddCircle(chart.placeOf(crossing.direction, 0), 5.5f, toImGui(palette.text), 0, 1.3f);
    }
  }
  for (const auto& [from, to] : panel.shore) chart.line(list, from, to, IM_COL32(255, 255, 255, 255), 2);
}

bool isFace(const SatAxis& axis) { return axis.id.kind == AxisKind::kFaceA || axis.id.kind == AxisKind::kFaceB; }

/// A face normal is black with a white rim, any other axis white with a black one: both are seen on every colour.
void drawMark(ImDrawList& list, const ImVec2& at, bool is_face, double alpha = 1) {
  constexpr Colour kDark{20, 23, 28}, kBright{255, 255, 255};
  list.AddCircleFilled(at, 4, toImGui(withAlpha(is_face ? kDark : kBright, alpha)));
  list.AddCircle(at, 4, toImGui(withAlpha(is_face ? kBright : kDark, alpha)), 0, 1.4f);
}

void drawRing(ImDrawList& list, const ImVec2& at) {
  list.AddCircle(at, 8, IM_COL32(20, 23, 28, 255), 0, 4);
  list.AddCircle(at, 8, IM_COL32(255, 255, 255, 255), 0, 2);
}

/// The names of the axes with the largest separations, where one has room.
void drawNames(const LandscapeChart& chart, const PairReport& report, ImDrawList& list) {
  constexpr std::size_t kNamed = 7;
  constexpr float kLowEm = 9;  // a lower map would lie under its names
  if (chart.size.y < kLowEm * ImGui::GetFontSize()) return;
  const Vec2 low_end{chart.corner.x, chart.corner.y}, high_end = low_end + Vec2{chart.size.x, chart.size.y};
  std::vector<const SatAxis*> axes;
  for (const SatAxis& axis : std::get<SatReport>(report.trace).axes) {
    if (axis.state == AxisState::kTested) axes.push_back(&axis);
  }
  std::ranges::stable_sort(axes, std::ranges::greater{}, [](const SatAxis* axis) { return axis->separation; });
  axes.resize(std::min(axes.size(), kNamed));
  std::vector<PixelBox> taken;
  for (const SatAxis* const axis : axes) {
    const std::string name = axisName(axis->id, namesOf(report));
    const ImVec2 size = ImGui::CalcTextSize(name.c_str()), at = chart.placeOf(axis->direction, axis->separation);
    const ImVec2 half{size.x / 2 + 4, size.y / 2 + 1};
    for (const ImVec2& way : {ImVec2{1, 0}, {-1, 0}, {0, -1}, {0, 1}, {1, -1}, {1, 1}, {-1, -1}, {-1, 1}}) {
      const Vec2 middle{at.x + way.x * (half.x + 11), at.y + way.y * (half.y + 8)}, extent{half.x, half.y};
      const PixelBox box{middle - extent, middle + extent};
      const bool is_inside =
          box.min.x >= low_end.x && box.min.y >= low_end.y && box.max.x <= high_end.x && box.max.y <= high_end.y;
      if (!is_inside || std::ranges::any_of(taken, [&](const PixelBox& other) { return box.meets(other); })) continue;
      taken.push_back(box);
      const ImVec2 low{static_cast<float>(box.min.x), static_cast<float>(box.min.y)},
          high{static_cast<float>(box.max.x), static_cast<float>(box.max.y)};
      list.AddRectFilled(low, high, IM_COL32(20, 23, 28, 200), 3);
      list.AddText({low.x + 4, low.y + 1}, IM_COL32(232, 235, 239, 255), name.c_str());
      break;
    }
  }
}

/// The colours with their metres and the kinds of marks, in one line as far as there is room.
void drawLegend(const Landscape& map) {
  const float line = ImGui::GetTextLineHeight(), bar = line * 7;
  const auto next = [&](float width) {
    ImGui::SameLine(0, line);
    return ImGui::GetContentRegionAvail().x >= width;
  };
  const std::string deepest = trf("overlap {} m", humanNumber(std::max(0.0, -map.min), 3)),
                    largest = map.max > 0 ? trf("gap {} m", humanNumber(map.max, 3)) : std::string(tr("no gap"));
  if (!next(bar + ImGui::CalcTextSize((deepest + largest).c_str()).x + line)) return ImGui::NewLine();
  ImGui::TextDisabled("%s", deepest.c_str());
  ImGui::SameLine(0, line / 3);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImVec2 at = ImGui::GetCursorScreenPos();
  constexpr int kSteps = 48;
  for (int i = 0; i < kSteps; ++i) {
    const float from = at.x + bar * static_cast<float>(i) / kSteps,
                to = at.x + bar * static_cast<float>(i + 1) / kSteps;
    const double value = map.min + (map.max - map.min) * (i + 0.5) / kSteps;
    list.AddRectFilled({from, at.y + line * 0.2f}, {to, at.y + line * 0.9f}, toImGui(landscapeColour(value, map)));
  }
  ImGui::Dummy({bar, line});
  ImGui::SameLine(0, line / 3);
  ImGui::TextDisabled("%s", largest.c_str());
  const std::pair<const char*, int> marks[] = {
      {tr("a face normal"), 0}, {tr("an edge pair"), 1}, {tr("the shown axis"), 2}};
  for (const auto& [words, kind] : marks) {
    if (!next(ImGui::CalcTextSize(words).x + 2 * line)) return ImGui::NewLine();
    const ImVec2 place = ImGui::GetCursorScreenPos(), middle{place.x + line / 2, place.y + line / 2};
    list.AddRectFilled({middle.x - 9, place.y - 1}, {middle.x + 9, place.y + line + 1}, IM_COL32(239, 169, 164, 255),
                       2);
    kind == 2 ? drawRing(list, middle) : drawMark(list, middle, kind == 0);
    ImGui::Dummy({line, line});
    ImGui::SameLine(0, line / 2);
    ImGui::TextDisabled("%s", words);
  }
}

/// The candidate axes, each in both senses; the one under the mouse.
std::optional<AxisId> drawMarks(const LandscapeChart& chart, const SatReport& sat, const SeparationField& field,
                                const SatAxis* shown, ImDrawList& list) {
  std::optional<AxisId> nearest;
  float best = kMarkPx * kMarkPx;
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  for (const SatAxis& axis : sat.axes) {
    if (axis.state == AxisState::kDegenerate || axis.state == AxisState::kPruned) continue;
    for (const double sense : {1.0, -1.0}) {
      const Vec3 direction = axis.direction * sense;
      if (!chart.isInFront(direction)) continue;
      const ImVec2 at = chart.placeOf(direction, field(direction));
      const bool is_shown = shown != nullptr && shown->id == axis.id && sense > 0;
      drawMark(list, at, isFace(axis), sense > 0 ? 1.0 : 0.55);
      if (is_shown) drawRing(list, at);
      const float dx = at.x - mouse.x, dy = at.y - mouse.y;
      if (dx * dx + dy * dy < best) {
        best = dx * dx + dy * dy;
        nearest = axis.id;
      }
    }
  }
  return nearest;
}

/// Whether the mouse is on the picked direction.
bool isOverHandle(const LandscapeChart& chart, const SeparationField& field, const ViewState& view) {
  if (view.pinned_axis != kFreeAxis || !chart.isInFront(view.free_axis)) return false;
  const ImVec2 at = chart.placeOf(view.free_axis, field(view.free_axis)), mouse = ImGui::GetIO().MousePos;
  return std::abs(at.x - mouse.x) <= kMarkPx && std::abs(at.y - mouse.y) <= kMarkPx;
}

void tell(const LandscapeChart& chart, const Vec3& direction, const SeparationField& field,
          const std::optional<AxisId>& candidate, const PairReport& report) {
  constexpr double kDegrees = 180 / std::numbers::pi;
  const double degrees = std::atan2(direction.y, direction.x) * kDegrees;
  const std::string where = chart.kind == ChartKind::kCurve
                                ? humanNumber(degrees < 0 ? degrees + 360 : degrees, 4) + "°"
                                : fmt::format("({}, {}, {})", humanNumber(direction.x, 3), humanNumber(direction.y, 3),
                                              humanNumber(direction.z, 3));
  std::string text = trf("{}: separation {} m", where, humanNumber(field(direction), 4));
  if (candidate) text = axisName(*candidate, namesOf(report)) + "\n" + text;
  if (chart.kind == ChartKind::kBall)
    text += "\n" + std::string(tr("Drag beside the picked direction to turn the ball and the view."));
  ImGui::SetTooltip("%s", text.c_str());
}

/// Handles the mouse over a chart: tells the direction, previews a candidate, picks, moves the picked direction, turns
/// the ball.
void handleMouse(LandscapePanel& panel, const LandscapeChart& chart, const SeparationField& field,
                 const std::optional<AxisId>& candidate, const PairReport& report, ViewState& view) {
  const bool active = ImGui::IsItemActive(), let_go = ImGui::IsItemDeactivated();
  if (isWalkedByKeys() || (!ImGui::IsItemHovered() && !active && !let_go)) return;
  const ImGuiIO& io = ImGui::GetIO();
  const auto direction = chart.directionAt(io.MousePos);
  if (candidate && !active) view.hovered_axis = candidate;
  if (direction && !(active && panel.turns)) tell(chart, *direction, field, candidate, report);
  if (ImGui::IsItemActivated()) {
    panel.turns = chart.kind == ChartKind::kBall && !candidate && !isOverHandle(chart, field, view);
    if (candidate) view.pinned_axis = candidate;
  }
  constexpr float kStillPx = 3;
  if (active && panel.turns && ImGui::IsMouseDragging(0, kStillPx))
    orbit(view.camera, {io.MouseDelta.x, io.MouseDelta.y});
  // A click beside everything turns nothing: it picks as a drag elsewhere does.
  const bool clicked = let_go && panel.turns && io.MouseDragMaxDistanceSqr[0] < kStillPx * kStillPx;
  const bool moves = active && !panel.turns && !(candidate && view.pinned_axis == candidate);
  if (!direction || (!clicked && !moves)) return;
  view.free_axis = *direction;
  view.pinned_axis = kFreeAxis;
}

/// Ctrl and the arrow keys move the picked direction: a degree of the plane, a few pixels of the sphere.
void handleKeys(const LandscapeChart& chart, const SatAxis* shown, ViewState& view) {
  const KeySteps steps = keyStepsOnItem();
  if (isWalkedByKeys()) tooltip(tr("Ctrl and the arrow keys move the picked direction."));
  if (!steps.any()) return;
  Vec3 from = view.pinned_axis == kFreeAxis || shown == nullptr ? view.free_axis : shown->direction;
  if (!chart.isInFront(from)) from = chart.basis.back;
  const bool is_curve = chart.kind == ChartKind::kCurve;
  constexpr float kSpherePx = 4, kDegrees = 360;
  const float step = is_curve ? chart.size.x / kDegrees : kSpherePx;
  ImVec2 at = chart.placeOf(from, 0);
  at.x += step * static_cast<float>(steps.right);
  at.y -= step * static_cast<float>(steps.up);
  if (is_curve)
    at.x += at.x < chart.corner.x                  ? chart.size.x
            : at.x > chart.corner.x + chart.size.x ? -chart.size.x
                                                   : 0;  // all around
  const auto direction = chart.directionAt(at);
  if (!direction) return;
  view.free_axis = *direction;
  view.pinned_axis = kFreeAxis;
}

/// Colours, arcs and marks of one chart, its mouse and its keys.
void drawChart(LandscapePanel& panel, const LandscapeChart& chart, const Workspace& workspace,
               const SeparationField& field, ViewState& view) {
  const PairReport& report = *shownReport(workspace);
  const Palette& palette = paletteOf(view.theme);
  ImGui::SetCursorScreenPos(chart.corner);
  const IdScope scope(static_cast<int>(chart.kind));
  ImGui::InvisibleButton("##landscape", chart.size);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  switch (chart.kind) {
    case ChartKind::kCurve:
      drawCurve(chart, panel.map, palette, list);
      break;
    case ChartKind::kMap:
    case ChartKind::kBall:
      chart.fill(list, panel.map);
      break;
  }
  if (chart.kind != ChartKind::kCurve) drawOverSphere(panel, chart, palette, list);
  if (chart.kind == ChartKind::kMap) drawNames(chart, report, list);
  const SatAxis* shown = shownAxis(workspace);
  const auto candidate = drawMarks(chart, std::get<SatReport>(report.trace), field, shown, list);
  if (shown != nullptr && shown->id == kFreeAxis && chart.isInFront(view.free_axis)) {
    list.AddCircle(chart.placeOf(view.free_axis, field(view.free_axis)), 6, toImGui(palette.highlight), 0, 2.4f);
  }
  handleMouse(panel, chart, field, candidate, report, view);
  handleKeys(chart, shown, view);
}

/// Map and ball side by side, in the middle of the room.
void drawSphere(LandscapePanel& panel, const Workspace& workspace, const SeparationField& field, ViewState& view) {
  constexpr float kWide = 2;
  const float gap = ImGui::GetFontSize();
  const ImVec2 room = ImGui::GetContentRegionAvail(), corner = ImGui::GetCursorScreenPos();
  const float height = std::max(std::min(room.y, (room.x - gap) / (kWide + 1)), 3 * ImGui::GetFontSize());
  const float left = corner.x + std::max(0.0f, (room.x - height * (kWide + 1) - gap) / 2);
  const CameraBasis map = mapAround(decidingAxis(std::get<SatReport>(shownReport(workspace)->trace)).direction);
  drawChart(panel, {ChartKind::kMap, {left, corner.y}, {height * kWide, height}, 0, 1, map}, workspace, field, view);
  drawChart(panel,
            {ChartKind::kBall, {left + height * kWide + gap, corner.y}, {height, height}, 0, 1, basisOf(view.camera)},
            workspace, field, view);
}

void drawLandscapePanel(LandscapePanel& panel, const Workspace& workspace, ViewState& view) {
  const auto shapes = shownShapes(workspace);
  const PairReport* report = shownReport(workspace);
  if (report == nullptr && workspace.reports.pairs.empty()) return paragraph(whyNoPair(workspace.history.document()));
  if (!shapes || report == nullptr || !std::holds_alternative<SatReport>(report->trace)) {
    paragraph(tr("The landscape is of a pair with axes: choose the algorithm sat."));
    return;
  }
  updateMap(panel, workspace, *shapes);
  const SeparationField field(shapes->a, shapes->b);
  const bool planar = panel.map.planar;
  ImGui::AlignTextToFramePadding();
  ImGui::TextDisabled(
      "%s", planar ? tr("Separation over all directions") : tr("Separation over the sphere of directions, areas true"));
  tooltip(tr(
      "Each direction as a place, coloured by the separation on it: calm a gap, red an overlap. Dots are the candidate "
      "axes of the test. A gap is one island; if there is one, an axis of the test lies in it: that is the theorem. "
      "When the shapes overlap no direction is better than the best dot."));
  if (!planar) {
    ImGui::SameLine();
    if (toggleButton(trId("Gauss maps").c_str(), panel.edges)) panel.edges = !panel.edges;
    tooltip(
        tr("Points are the face normals of A and the reversed ones of B, arcs their edges. Where an arc of A crosses "
           "one of B, ringed, the "
           "two edges are farthest in the same direction: only these edge pairs can decide. The line around the calm "
           "patch is zero."));
    drawLegend(panel.map);
    return drawSphere(panel, workspace, field, view);
  }
  const float line = ImGui::GetTextLineHeight();
  const ImVec2 room = ImGui::GetContentRegionAvail();
  const double margin = 0.08 * std::max(panel.map.max - panel.map.min, 1e-30);
  const LandscapeChart chart{ChartKind::kCurve,
                             ImGui::GetCursorScreenPos(),
                             {std::max(room.x, 40.0f), std::max(room.y - line - 4, line * 3)},
                             std::min(panel.map.min, 0.0) - margin,
                             std::max(panel.map.max, 0.0) + margin,
                             {}};
  drawChart(panel, chart, workspace, field, view);
}

}  // namespace

const Panel kLandscapePanel = {
    .word = "landscape",
    .title = "Landscape",
    .help =
        "The separation of the shown pair for every direction there is, not only for the axes of the table. A gap is "
        "one "
        "island; if there is one, an axis of the test lies in it: that is why they are enough.",
    .home = Region::kBottom,
    .draw = [](PanelContext& c) { drawLandscapePanel(c.state<LandscapePanel>(), c.workspace, c.view); },
    .shows_answers = true,
};

}  // namespace sepax
