#include "ui/panels/panel_landscape.h"

#include "collide/pair_names.h"
#include "collide/pieces/by_pieces.h"
#include "collide/window.h"
#include "core/text.h"
#include "session/text.h"
#include "session/workspace.h"
#include "ui/kit/keys.h"
#include "ui/kit/paragraph.h"
#include "ui/kit/theme.h"
#include "ui/kit/widgets.h"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>
#include <utility>

namespace sepax {
namespace {

constexpr int kCurveSamples = 720, kMapColumns = 128, kMapRows = 64;

struct ShownShapes {
  PosedShape a, b;
};

std::optional<ShownShapes> shownShapes(const Workspace& workspace) {
  const PairReport* report = shownReport(workspace);
  if (report == nullptr) return std::nullopt;
  const Document& document = workspace.history.document();
  const Body *a = findBody(document, report->a), *b = findBody(document, report->b);
  if (a == nullptr || b == nullptr) return std::nullopt;
  auto [shape_a, shape_b] = windowed(posedShape(*a), posedShape(*b));
  return ShownShapes{tracedA(shape_a, *report), tracedB(shape_b, *report)};
}

void updateMap(LandscapePanel& panel, const Workspace& workspace, const ShownShapes& shapes) {
  const PairReport& report = *shownReport(workspace);
  const std::string made_for = report.a + "\n" + report.b + "\n" + std::to_string(workspace.view.traced_pieces);
  if (panel.revision == workspace.history.revision() && panel.made_for == made_for) return;
  panel.revision = workspace.history.revision();
  panel.made_for = made_for;
  const bool planar = isPlanar(shapes.a.shape);
  panel.map = landscapeOf(shapes.a, shapes.b, planar ? kCurveSamples : kMapColumns, kMapRows);
}

/// The part of the panel that is drawn into.
struct PlotArea {
  ImVec2 corner, size;
  double low = 0, high = 1;  ///< of the curve, metres
  [[nodiscard]] float x(double part) const { return corner.x + size.x * static_cast<float>(part); }
  [[nodiscard]] float y(double part) const { return corner.y + size.y * static_cast<float>(part); }
  [[nodiscard]] float height(double value) const { return y((high - value) / (high - low)); }
};

Colour colourOf(const SatAxis& axis, const Palette& palette) {
  switch (axis.id.kind) {
    case AxisKind::kFaceA:
      return palette.a;
    case AxisKind::kFaceB:
      return palette.b;
    default:
      return palette.text;
  }
}

/// Calm for a gap, the larger the clearer; red for an overlap, the darker the deeper.
ImU32 cellColour(double value, const Landscape& map, const Palette& palette, const PanelColours& panels) {
  const double largest = std::max(std::abs(map.min), std::abs(map.max));
  const double strength = largest > 0 ? std::abs(value) / largest : 0;
  const Colour to = value > 0 ? palette.separated : palette.overlapping, from = panels.region;
  const double part = value > 0 ? 0.45 + 0.55 * strength : 0.1 + 0.6 * (1 - strength);
  const auto mixed = [&](std::uint8_t f, std::uint8_t t) { return static_cast<int>(f + (t - f) * part); };
  return IM_COL32(mixed(from.r, to.r), mixed(from.g, to.g), mixed(from.b, to.b), 255);
}

void drawCurve(const PlotArea& canvas, const Landscape& map, const Palette& palette, ImDrawList& list) {
  const float zero = canvas.height(0);
  const auto count = static_cast<std::size_t>(map.columns);
  for (std::size_t i = 0; i < count; ++i) {
    const double here = map.separation[i], next = map.separation[(i + 1) % count];
    const ImVec2 from(canvas.x(static_cast<double>(i) / map.columns), canvas.height(here));
    const ImVec2 to(canvas.x(static_cast<double>(i + 1) / map.columns), canvas.height(next));
    const Colour colour = here + next > 0 ? palette.separated : palette.overlapping;
    if (here > 0 && next > 0) list.AddQuadFilled(from, to, {to.x, zero}, {from.x, zero}, toImGui(withAlpha(colour, 0.25)));
    list.AddLine(from, to, toImGui(colour), 1.6f);
  }
  list.AddLine({canvas.corner.x, zero}, {canvas.x(1), zero}, ImGui::GetColorU32(ImGuiCol_TextDisabled), 1);
  for (int degrees = 0; degrees <= 360; degrees += 45) {
    const float x = canvas.x(degrees / 360.0);
    list.AddLine({x, zero - 3}, {x, zero + 3}, ImGui::GetColorU32(ImGuiCol_TextDisabled), 1);
    const std::string text = fmt::format("{}°", degrees);
    const float width = ImGui::CalcTextSize(text.c_str()).x;
    const float at = std::clamp(x - width / 2, canvas.corner.x, canvas.x(1) - width);
    list.AddText({at, canvas.y(1) + 2}, ImGui::GetColorU32(ImGuiCol_TextDisabled), text.c_str());
  }
}

void drawMap(const PlotArea& canvas, const Landscape& map, Theme theme, ImDrawList& list) {
  const Palette& palette = paletteOf(theme);
  for (int row = 0; row < map.rows; ++row) {
    for (int column = 0; column < map.columns; ++column) {
      const double value = map.separation[static_cast<std::size_t>(row * map.columns + column)];
      list.AddRectFilled({canvas.x(static_cast<double>(column) / map.columns), canvas.y(static_cast<double>(row) / map.rows)},
                         {canvas.x((column + 1.0) / map.columns), canvas.y((row + 1.0) / map.rows)},
                         cellColour(value, map, palette, panelColours(theme)));
    }
  }
}

/// Where a direction is on the canvas.
ImVec2 placeOf(const PlotArea& canvas, const Landscape& map, const Vec3& direction, double separation) {
  const Vec2 place = landscapePlace(map.planar, direction);
  return {canvas.x(place.x), map.planar ? canvas.height(separation) : canvas.y(place.y)};
}

/// The candidate axes, each in both senses; the one under the mouse.
std::optional<AxisId> drawMarks(const PlotArea& canvas, const Landscape& map, const SatReport& sat, const SeparationField& field,
                                const SatAxis* shown, const Palette& palette, ImDrawList& list) {
  std::optional<AxisId> nearest;
  constexpr float kNear = 8;
  float best = kNear * kNear;
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  for (const SatAxis& axis : sat.axes) {
    if (axis.state == AxisState::kDegenerate || axis.state == AxisState::kPruned) continue;
    for (const double sense : {1.0, -1.0}) {
      const Vec3 direction = axis.direction * sense;
      const ImVec2 at = placeOf(canvas, map, direction, field(direction));
      const bool is_shown = shown != nullptr && shown->id == axis.id && sense > 0;
      const Colour colour = colourOf(axis, palette);
      const float radius = axis.id.kind == AxisKind::kFaceA || axis.id.kind == AxisKind::kFaceB ? 4.5f : 3.5f;
      list.AddCircleFilled(at, radius, toImGui(withAlpha(colour, sense > 0 ? 1.0 : 0.55)));
      list.AddCircle(at, radius, toImGui(palette.background_bottom), 0, 1);
      if (is_shown) list.AddCircle(at, radius + 4, toImGui(palette.highlight), 0, 2);
      const float dx = at.x - mouse.x, dy = at.y - mouse.y;
      if (dx * dx + dy * dy < best) {
        best = dx * dx + dy * dy;
        nearest = axis.id;
      }
    }
  }
  return nearest;
}

/// What the mouse over the canvas does: tells the direction, previews a candidate, picks.
void handleMouse(const PlotArea& canvas, const Landscape& map, const SeparationField& field, const std::optional<AxisId>& candidate,
                 const PairReport& report, ViewState& view) {
  if (isWalkedByKeys() || (!ImGui::IsItemHovered() && !ImGui::IsItemActive())) return;
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  const double x = std::clamp((mouse.x - canvas.corner.x) / canvas.size.x, 0.0f, 1.0f);
  const double y = std::clamp((mouse.y - canvas.corner.y) / canvas.size.y, 0.0f, 1.0f);
  const Vec3 direction = landscapeDirection(map.planar, x, y);
  if (candidate && !ImGui::IsItemActive()) view.hovered_axis = candidate;
  const std::string where =
      map.planar ? fmt::format("{}°", humanNumber(x * 360, 4))
                 : fmt::format("({}, {}, {})", humanNumber(direction.x, 3), humanNumber(direction.y, 3), humanNumber(direction.z, 3));
  std::string text = trf("{}: separation {} m", where, humanNumber(field(direction), 4));
  if (candidate) text = axisName(*candidate, namesOf(report)) + "\n" + text;
  ImGui::SetTooltip("%s", text.c_str());
  if (ImGui::IsMouseClicked(0) && candidate) {
    view.pinned_axis = candidate;
  } else if (ImGui::IsItemActive() && !(candidate && view.pinned_axis == candidate)) {
    view.free_axis = direction;
    view.pinned_axis = kFreeAxis;
  }
}

}  // namespace

void drawLandscapePanel(LandscapePanel& panel, const Workspace& workspace, ViewState& view) {
  const auto shapes = shownShapes(workspace);
  const PairReport* report = shownReport(workspace);
  const SatReport* sat = report == nullptr ? nullptr : std::get_if<SatReport>(&report->trace);
  if (!shapes || sat == nullptr) {
    paragraph(tr("The landscape is of a pair with axes: choose the algorithm sat."));
    return;
  }
  updateMap(panel, workspace, *shapes);
  const Palette& palette = paletteOf(view.theme);
  const SeparationField field(shapes->a, shapes->b);
  ImGui::TextDisabled("%s",
                      panel.map.planar ? tr("Separation over all directions") : tr("Separation over the sphere of directions, areas true"));
  tooltip(tr(
      "Each direction as a place, coloured by the separation on it: calm a gap, red an overlap. Dots are the candidate axes of the test. "
      "When the shapes overlap no direction is better than the best dot: that is the theorem."));
  const float line = ImGui::GetTextLineHeight();
  const ImVec2 room = ImGui::GetContentRegionAvail();
  const float below = panel.map.planar ? line + 4 : 0;
  PlotArea canvas{ImGui::GetCursorScreenPos(), {std::max(room.x, 40.0f), std::max(room.y - below, line * 3)}};
  if (!panel.map.planar) {
    canvas.size.x = std::min(canvas.size.x, canvas.size.y * std::numbers::pi_v<float>);  // Lambert's own shape
    canvas.corner.x += (room.x - canvas.size.x) / 2;
    ImGui::SetCursorScreenPos(canvas.corner);
  }
  const double margin = 0.08 * std::max(panel.map.max - panel.map.min, 1e-30);
  canvas.low = std::min(panel.map.min, 0.0) - margin;
  canvas.high = std::max(panel.map.max, 0.0) + margin;
  ImGui::InvisibleButton("##landscape", canvas.size);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  if (panel.map.planar) {
    drawCurve(canvas, panel.map, palette, list);
  } else {
    drawMap(canvas, panel.map, view.theme, list);
  }
  const SatAxis* shown = shownAxis(workspace);
  const auto candidate = drawMarks(canvas, panel.map, *sat, field, shown, palette, list);
  if (shown != nullptr && shown->id == kFreeAxis) {
    const ImVec2 at = placeOf(canvas, panel.map, view.free_axis, field(view.free_axis));
    list.AddCircle(at, 6, toImGui(palette.highlight), 0, 2.4f);
  }
  handleMouse(canvas, panel.map, field, candidate, *report, view);
}

}  // namespace sepax
