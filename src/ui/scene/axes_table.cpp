#include "ui/scene/axes_table.h"

#include "core/text.h"
#include "session/host/text.h"
#include "session/scene/reports.h"
#include "session/scene/row_by_row.h"
#include "session/workspace.h"
#include "ui/kit/fonts.h"
#include "ui/kit/item_places.h"
#include "ui/kit/keys.h"
#include "ui/kit/table.h"
#include "ui/kit/theme.h"
#include "ui/kit/widgets.h"
#include "ui/scene/axes_text.h"

#include <imgui.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace sepax {

namespace {

double centreDistance(const SatAxis& axis) { return std::abs(axis.centreDistance()); }

/// A column of numbers, or (without `value`) one that its own function draws.
struct AxesColumn {
  const char* name;
  const char* tip;
  float width_em;  ///< at least
  int rank;        ///< of ColumnNeed
  double (*value)(const SatAxis&);
};

enum ColumnIndex { kName, kBars, kGap, kRadiusA, kRadiusB, kDistance, kCross, kState, kKind, kColumnCount };

constexpr std::array<AxesColumn, kColumnCount> kAxesColumns{{
    {"Axis",
     "A2: normal of a face of A. B0: of B. A0xB1: cross product of an edge of each. side, top, rim: parts of a "
     "cylinder or cone. "
     "start, end: the balls of a tapered capsule. surface: of an ellipsoid. closest: between the closest features of "
     "round shapes. In test "
     "order unless sorted.",
     4.5f, 0, nullptr},
    {"Intervals",
     "The projection intervals of A (above) and B (below) on the axis, on one scale for all rows. The thin line is A's "
     "centre.",
     3.6f, 2, nullptr},
    {"Gap",
     "b.min − a.max: positive means this axis separates the shapes, zero that they touch, negative how deep they "
     "overlap.",
     3.9f, 0, [](const SatAxis& axis) { return axis.separation; }},
    {"rA", "Projection radius of A: half the length of its interval.", 3.6f, 3,
     [](const SatAxis& axis) { return axis.a.radius(); }},
    {"rB", "Projection radius of B: half the length of its interval.", 3.6f, 3,
     [](const SatAxis& axis) { return axis.b.radius(); }},
    {"|T·L|",
     "Distance of the centres along the axis: T runs from the middle of A's interval to the middle of B's. The axis "
     "separates when "
     "|T·L| > rA + rB.",
     3.6f, 4, centreDistance},
    {"|A×B|",
     "Length of the cross product of the two unit edges before it is normalised: the sine of their angle. Near zero "
     "the edges are "
     "parallel and the direction is rounding noise.",
     3.6f, 5, [](const SatAxis& axis) { return axis.cross_length; }},
    {"State", "Whether the axis took part, and what is special about it.", 4.0f, 1, nullptr},
    {"Kind", "Where the axis comes from.", 4.2f, 6, nullptr},
}};

constexpr std::array<const char*, 9> kKindWords{"face of A", "face of B", "edge pair", "closest", "free",
                                                "impact",    "exit",      "lateral",   "rim"};

std::string kindWords(const SatAxis& axis, const PairNames& names) {
  return withNames(tr(kKindWords[static_cast<std::size_t>(axis.id.kind)]), names);
}

bool passes(const AxesPanel& panel, const SatReport& report, const SatAxis& axis) {
  const bool edge = axis.id.kind == AxisKind::kEdgePair;
  if (edge ? !panel.edges : !panel.faces) return false;
  if (panel.separating_only && !(axis.state == AxisState::kTested && axis.separation > report.tolerances.touching))
    return false;
  return panel.filter.empty() || axisName(axis.id, panel.names).find(panel.filter) != std::string::npos;
}

double sortKey(const SatAxis& axis, int column) {
  if (column == kKind) return static_cast<double>(axis.id.kind);
  if (column == kState) return static_cast<double>(axis.state);
  const auto value = kAxesColumns[static_cast<std::size_t>(column)].value;
  if (value == nullptr) return 0;
  // Rows that were not measured come after all others in either order.
  if (axis.state == AxisState::kDegenerate && column != kCross) return -std::numeric_limits<double>::infinity();
  return value(axis);
}

void measureScale(AxesPanel& panel, const SatReport& report) {
  double low = 0, high = 0, largest = 0;
  for (const SatAxis& axis : report.axes) {
    if (axis.state == AxisState::kDegenerate) continue;
    low = std::min({low, axis.a.min, axis.b.min});
    high = std::max({high, axis.a.max, axis.b.max});
    for (const double shown : {std::abs(axis.separation), axis.a.radius(), axis.b.radius(), centreDistance(axis)}) {
      if (std::isfinite(shown)) largest = std::max(largest, shown);
    }
  }
  const double margin = (high - low) * 0.03;
  panel.scale_min = low - margin;
  panel.scale_max = high > low ? high + margin : low + 1;
  panel.decimals = decimalsFor(largest);
}

void drawBars(const AxesPanel& panel, const SatReport& report, const SatAxis& axis, Theme theme) {
  const ImVec2 size(std::max(20.0f, ImGui::GetContentRegionAvail().x), ImGui::GetTextLineHeight());
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  ImGui::Dummy(size);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const double span = panel.scale_max - panel.scale_min;
  const auto x = [&](double value) { return corner.x + static_cast<float>((value - panel.scale_min) / span) * size.x; };
  const Palette& palette = paletteOf(theme);
  const float zero = std::round(x(0)) + 0.5f;
  list.AddLine({zero, corner.y - 1}, {zero, corner.y + size.y + 1}, ImGui::GetColorU32(ImGuiCol_Border));
  if (axis.state == AxisState::kDegenerate) return;
  const bool apart = axis.separation > report.tolerances.touching;
  const float middle = corner.y + size.y / 2;
  const float top = corner.y + 2, bottom = corner.y + size.y - 2;
  const float left = x(std::min(axis.a.max, axis.b.min)), right = x(std::max(axis.a.max, axis.b.min));
  const Colour tint = withAlpha(verdictColour(palette, apart ? Verdict::kSeparated : Verdict::kOverlapping), 0.28);
  // The gap, or the range that both cover.
  list.AddRectFilled({left, corner.y}, {std::max(right, left + 1), corner.y + size.y}, toImGui(tint));
  const double alpha = axis.state == AxisState::kTested ? 1 : 0.4;
  list.AddRectFilled({x(axis.a.min), top}, {std::max(x(axis.a.max), x(axis.a.min) + 1), middle - 0.5f},
                     toImGui(withAlpha(panel.colour_a, alpha)), 1);
  list.AddRectFilled({x(axis.b.min), middle + 0.5f}, {std::max(x(axis.b.max), x(axis.b.min) + 1), bottom},
                     toImGui(withAlpha(panel.colour_b, alpha)), 1);
}

void drawHeader(const AxesPanel& panel) {
  ImGui::TableNextRow(ImGuiTableRowFlags_Headers);
  for (int i = 0; i < kColumnCount; ++i) {
    if (!ImGui::TableSetColumnIndex(i)) continue;
    ImGui::PushID(i);
    const AxesColumn& column = kAxesColumns[static_cast<std::size_t>(i)];
    ImGui::TableHeader(withNames(tr(column.name), panel.names).c_str());
    tooltip(withNames(tr(column.tip), panel.names));
    ImGui::PopID();
  }
}

std::string reasonsOf(const std::vector<AxisFlag>& flags) {
  std::string reasons;
  for (const AxisFlag& flag : flags) reasons += (reasons.empty() ? "" : "\n") + flag.reason;
  return reasons;
}

void togglePin(ViewState& view, const AxisId& id) {
  view.pinned_axis = view.pinned_axis == id ? std::nullopt : std::optional(id);
}

/// Draws the menu of the row that was just drawn.
void drawAxisMenu(const AxesPanel& panel, const SatAxis& axis, ViewState& view) {
  if (asksForMenu()) ImGui::OpenPopup("##axis_menu");
  if (!ImGui::BeginPopup("##axis_menu")) return;
  ImGui::TextDisabled("%s", axisName(axis.id, panel.names).c_str());
  ImGui::Separator();
  if (ImGui::MenuItem(trId("Pin this axis").c_str(), nullptr, view.pinned_axis == axis.id)) togglePin(view, axis.id);
  if (ImGui::MenuItem(trId("Copy with all digits").c_str())) ImGui::SetClipboardText(axisAsText(axis).c_str());
  ImGui::EndPopup();
}

void drawNameCell(const AxesPanel& panel, const SatReport& report, int index, const std::vector<AxisFlag>& flags,
                  ViewState& view, bool shown) {
  const SatAxis& axis = report.axes[static_cast<std::size_t>(index)];
  const AxisId& id = axis.id;
  const bool deciding = index == report.deciding;
  if (ImGui::Selectable("##row", shown, ImGuiSelectableFlags_SpanAllColumns | ImGuiSelectableFlags_AllowItemOverlap))
    togglePin(view, id);
  if (listensToItems()) nameItem("axis", axisName(id));
  if (ImGui::IsItemHovered() && !panel.keyboard_leads) view.hovered_axis = id;
  drawAxisMenu(panel, axis, view);
  if (isWalkedByKeys() || ImGui::GetMousePos().x < ImGui::GetItemRectMin().x + ImGui::GetFontSize() * 5)
    tooltip(reasonsOf(flags));
  ImGui::SameLine(0, 0);
  const char* mark = deciding ? "◆" : index == report.first_separating ? "◇" : view.pinned_axis == id ? "●" : "";
  const float x = ImGui::GetCursorPosX();
  if (deciding) ImGui::PushStyleColor(ImGuiCol_Text, toImGuiVec(verdictColour(paletteOf(view.theme), report.verdict)));
  ImGui::TextUnformatted(mark);
  if (deciding) ImGui::PopStyleColor();
  ImGui::SameLine();
  ImGui::SetCursorPosX(x + ImGui::GetFontSize() * 1.05f);
  fittedText(axisName(id, panel.names), ImGui::GetContentRegionAvail().x);
}

std::string stateWords(const std::vector<AxisFlag>& flags) {
  if (flags.empty()) return tr("tested");
  std::string words;
  for (const AxisFlag& flag : flags) words += (words.empty() ? "" : " · ") + std::string(tr(flag.word));
  return words;
}

void drawStateCell(const std::vector<AxisFlag>& flags) {
  const std::string words = stateWords(flags);
  if (flags.empty()) ImGui::PushStyleColor(ImGuiCol_Text, ImGui::GetStyleColorVec4(ImGuiCol_TextDisabled));
  fittedText(words, ImGui::GetContentRegionAvail().x, flags.empty() ? "" : words + "\n" + reasonsOf(flags));
  if (flags.empty()) ImGui::PopStyleColor();
}

void drawNumberCell(const AxesPanel& panel, const SatReport& report, const SatAxis& axis, int column,
                    const Palette& palette) {
  const bool measured = axis.state != AxisState::kDegenerate || column == kCross;
  const bool meaningless = column == kCross && axis.id.kind != AxisKind::kEdgePair;
  ImGui::PushFont(fontOf(FontRole::kMono));
  if (!measured || meaningless) {
    ImGui::PushStyleColor(ImGuiCol_Text, ImGui::GetStyleColorVec4(ImGuiCol_TextDisabled));
    rightAligned("—");
    ImGui::PopStyleColor();
  } else {
    const double value = kAxesColumns[static_cast<std::size_t>(column)].value(axis);
    const bool tinted = column == kGap && axis.state == AxisState::kTested;
    const Verdict verdict = verdictOf(value, report.tolerances.touching);
    if (tinted) ImGui::PushStyleColor(ImGuiCol_Text, toImGuiVec(verdictColour(palette, verdict)));
    const bool is_finite = std::isfinite(value);  // a half-space has no radius
    rightAligned(is_finite ? fixedNumber(value, column == kCross ? 4 : panel.decimals) : humanNumber(value));
    if (tinted) ImGui::PopStyleColor();
    if (is_finite && ImGui::IsItemHovered()) {
      ImGui::PopFont();
      tooltip(exactNumber(value));
      ImGui::PushFont(fontOf(FontRole::kMono));
    }
  }
  ImGui::PopFont();
}

/// A row that is not tried yet: its name alone.
void drawCoveredRow(const AxesPanel& panel, const SatAxis& axis) {
  ImGui::TableNextRow();
  ImGui::TableSetColumnIndex(kName);
  ImGui::SetCursorPosX(ImGui::GetCursorPosX() + ImGui::GetFontSize() * 1.05f);
  ImGui::PushStyleColor(ImGuiCol_Text, ImGui::GetStyleColorVec4(ImGuiCol_TextDisabled));
  fittedText(axisName(axis.id, panel.names), ImGui::GetContentRegionAvail().x);
  ImGui::PopStyleColor();
}

void drawRow(const AxesPanel& panel, const SatReport& report, int index, ViewState& view, bool shown) {
  const SatAxis& axis = report.axes[static_cast<std::size_t>(index)];
  const Palette& palette = paletteOf(view.theme);
  const std::vector<AxisFlag> flags = flagsOf(report, index, panel.names);
  const bool deciding = index == report.deciding;
  ImGui::TableNextRow();
  if (deciding) {
    ImGui::TableSetBgColor(ImGuiTableBgTarget_RowBg1, toImGui(withAlpha(verdictColour(palette, report.verdict), 0.16)));
  }
  const bool faint = axis.state != AxisState::kTested;
  if (faint) ImGui::PushStyleColor(ImGuiCol_Text, ImGui::GetStyleColorVec4(ImGuiCol_TextDisabled));
  for (int column = 0; column < kColumnCount; ++column) {
    if (!ImGui::TableSetColumnIndex(column) && column != kName) continue;
    if (column == kName) {
      if (deciding) ImGui::PushFont(fontOf(FontRole::kBold));
      drawNameCell(panel, report, index, flags, view, shown);
      if (deciding) ImGui::PopFont();
    } else if (column == kBars) {
      drawBars(panel, report, axis, view.theme);
    } else if (column == kKind) {
      ImGui::TextUnformatted(kindWords(axis, panel.names).c_str());
    } else if (column == kState) {
      drawStateCell(flags);
    } else {
      drawNumberCell(panel, report, axis, column, palette);
    }
  }
  if (faint) ImGui::PopStyleColor();
}

/// Reads the sorting that the user chose in the header.
void readSorting(AxesPanel& panel) {
  ImGuiTableSortSpecs* specs = ImGui::TableGetSortSpecs();
  if (specs == nullptr || !specs->SpecsDirty) return;
  panel.sort_column = specs->SpecsCount == 0 ? -1 : specs->Specs[0].ColumnIndex;
  panel.descending = specs->SpecsCount > 0 && specs->Specs[0].SortDirection == ImGuiSortDirection_Descending;
  panel.rows_outdated = true;
  specs->SpecsDirty = false;
}

}  // namespace

std::vector<AxisFlag> flagsOf(const SatReport& report, int index, const PairNames& names) {
  const SatAxis& axis = report.axes[static_cast<std::size_t>(index)];
  std::vector<AxisFlag> flags;
  if (index == report.deciding) {
    flags.push_back({"decides", tr("No other axis has a larger gap: this one gives the verdict, the normal and the "
                                   "minimum translation vector (MTV).")});
  }
  if (index == report.first_separating) {
    flags.push_back(
        {"first gap", tr("The first separating axis in test order: a game engine would have stopped here.")});
  }
  if (report.tie && (index == report.deciding || index == report.runner_up)) {
    const std::string other = axisName(
        report.axes[static_cast<std::size_t>(index == report.deciding ? report.runner_up : report.deciding)].id, names);
    flags.push_back({"tie", trf("Its gap equals that of {} within {} m; the earlier one in test order decides.", other,
                                humanNumber(report.tolerances.tie, 2))});
  } else if (index == report.runner_up) {
    flags.push_back({"runner-up", trf("The next best axis, {} m behind.", humanNumber(report.runner_up_margin, 3))});
  }
  if (axis.state == AxisState::kDegenerate) {
    flags.push_back(
        {"degenerate",
         axis.id.kind == AxisKind::kEdgePair
             ? withNames(trf("The edges are parallel (|A×B| = {}, limit {}): their cross product has no direction to "
                             "speak of. The face axes cover this case.",
                             humanNumber(axis.cross_length, 2), humanNumber(report.tolerances.parallel_edges, 2)),
                         names)
             : std::string(
                   tr("The cores touch or overlap: there is no direction between them. The other axes decide."))});
  }
  if (axis.state == AxisState::kDuplicate && axis.duplicate_of >= 0) {
    const std::string first = axisName(report.axes[static_cast<std::size_t>(axis.duplicate_of)].id, names);
    flags.push_back(
        {"duplicate",
         trf("Has the same direction as {}, which comes earlier; it is measured but never decides.", first)});
  }
  if (axis.state == AxisState::kPruned) {
    static constexpr const char* kReasons[] = {
        "",
        "Both faces at B's edge lean the same way along A's edge: the pair spans no face of the Minkowski difference.",
        "Both faces at A's edge lean the same way along B's edge: the pair spans no face of the Minkowski difference.",
        "The two edges face away from each other: the pair spans no face of the Minkowski difference."};
    flags.push_back({"pruned", withNames(tr(kReasons[static_cast<int>(axis.pruned)]), names)});
  }
  return flags;
}

void updateRows(AxesPanel& panel, const Workspace& workspace) {
  const Reports& reports = workspace.reports;
  const bool same =
      panel.rows_revision == reports.revision && panel.rows_pair == reports.shown_pair &&
      panel.rows_algorithm == reports.algorithm && panel.rows_swapped == reports.swapped &&
      panel.rows_traced == reports.traced_pieces && panel.is_played == workspace.view.row_by_row.shown &&
      (!panel.is_played || (panel.run_order == workspace.view.row_by_row.order && panel.run_last == reports.last_gap));
  if (same && !panel.rows_outdated) return;
  panel.rows_revision = reports.revision;
  panel.rows_pair = reports.shown_pair;
  panel.rows_traced = reports.traced_pieces;
  panel.rows_swapped = reports.swapped;
  panel.rows_algorithm = reports.algorithm;
  panel.rows_outdated = false;
  panel.rows.clear();
  const PairReport* report = shownReport(workspace);
  const SatReport* sat = report == nullptr ? nullptr : std::get_if<SatReport>(&report->trace);
  if (sat == nullptr) return;
  panel.names = namesOf(*report);
  measureScale(panel, *sat);
  panel.is_played = workspace.view.row_by_row.shown;
  panel.run_order = workspace.view.row_by_row.order;
  panel.run_last = reports.last_gap;
  if (panel.is_played) {
    panel.run = axisRun(*sat, panel.run_order, panel.run_last);
    panel.rows = panel.run.rows;
    const std::vector<Body>& bodies = reports.shown_bodies;
    panel.multiplications = bodies.size() == 2 ? multiplicationsPerAxis(bodies[0].shape, bodies[1].shape) : 0;
  } else {
    for (int i = 0; i < static_cast<int>(sat->axes.size()); ++i) {
      if (passes(panel, *sat, sat->axes[static_cast<std::size_t>(i)])) panel.rows.push_back(i);
    }
  }
  panel.longest_name.clear();
  panel.longest_kind.clear();
  panel.longest_state.clear();
  const auto keepLonger = [](std::string& longest, std::string text) {
    if (ImGui::CalcTextSize(text.c_str()).x > ImGui::CalcTextSize(longest.c_str()).x) longest = std::move(text);
  };
  for (const int row : panel.rows) {
    keepLonger(panel.longest_name, axisName(sat->axes[static_cast<std::size_t>(row)].id, panel.names));
    keepLonger(panel.longest_kind, kindWords(sat->axes[static_cast<std::size_t>(row)], panel.names));
    keepLonger(panel.longest_state, stateWords(flagsOf(*sat, row, panel.names)));
  }
  if (panel.sort_column < 0 || panel.is_played) return;
  const auto key = [&](int index) { return sortKey(sat->axes[static_cast<std::size_t>(index)], panel.sort_column); };
  if (panel.sort_column == kName) {
    if (panel.descending) std::ranges::reverse(panel.rows);
  } else if (panel.descending) {
    std::ranges::stable_sort(panel.rows, std::ranges::greater{}, key);
  } else {
    std::ranges::stable_sort(panel.rows, std::ranges::less{}, key);
  }
}

namespace {

/// How wide each column's texts are. Long names and states give way to the bars, names last.
std::vector<ColumnNeed> columnNeeds(const AxesPanel& panel, float room, bool planar) {
  const float em = ImGui::GetFontSize();
  std::vector<ColumnNeed> needs;
  for (int i = 0; i < kColumnCount; ++i) {
    const AxesColumn& column = kAxesColumns[static_cast<std::size_t>(i)];
    const float header = ImGui::CalcTextSize(withNames(tr(column.name), panel.names).c_str()).x;
    needs.push_back({std::min(std::max(column.width_em * em, header), 6 * em), column.rank});
  }
  ImGui::PushFont(fontOf(FontRole::kBold));
  const float name = ImGui::CalcTextSize(panel.longest_name.c_str()).x + em * 1.4f;
  ImGui::PopFont();
  const ImGuiStyle& style = ImGui::GetStyle();
  const float between = style.CellPadding.x * 2 + 1;
  const float rest = room - style.ScrollbarSize - 4 * between - needs[kBars].width - needs[kGap].width - 1;
  const float state = std::max(ImGui::CalcTextSize(panel.longest_state.c_str()).x + 1, needs[kState].width);
  const float min_name = std::max(needs[kName].width, room * 0.35f), min_state = std::min(state, room * 0.2f);
  needs[kName].width = std::clamp(name, needs[kName].width, std::max(min_name, rest - min_state));
  needs[kState].width = std::clamp(rest - needs[kName].width, min_state, state);
  needs[kKind].width = std::max(needs[kKind].width, ImGui::CalcTextSize(panel.longest_kind.c_str()).x + 1);
  if (planar) needs[kCross] = {0, 9};
  return needs;
}

}  // namespace

void drawAxesTable(AxesPanel& panel, const Workspace& workspace, ViewState& view, const SatReport& report,
                   float height) {
  constexpr ImGuiTableFlags kFlags =
      ImGuiTableFlags_Reorderable | ImGuiTableFlags_Hideable | ImGuiTableFlags_Sortable | ImGuiTableFlags_SortTristate |
      ImGuiTableFlags_RowBg | ImGuiTableFlags_BordersInnerV | ImGuiTableFlags_ScrollY | ImGuiTableFlags_SizingFixedFit;
  const bool planar = workspace.history.document().space == Space::k2d;
  updateRows(panel, workspace);
  const float room = ImGui::GetContentRegionAvail().x;
  const std::vector<ColumnNeed> needs = columnNeeds(panel, room, planar);
  const std::vector<bool> fits = columnsThatFit(needs, room);
  // The bars take what is left, without them the states.
  const int widest = fits[kBars] ? kBars : fits[kState] ? kState : kName;
  if (!ImGui::BeginTable("##axes", kColumnCount, kFlags, {0, height})) return;
  ImGui::TableSetupScrollFreeze(1, 1);
  for (int i = 0; i < kColumnCount; ++i) {
    const AxesColumn& column = kAxesColumns[static_cast<std::size_t>(i)];
    ImGuiTableColumnFlags flags = i == widest ? ImGuiTableColumnFlags_WidthStretch : ImGuiTableColumnFlags_WidthFixed;
    if (i == kName) flags |= ImGuiTableColumnFlags_NoHide | ImGuiTableColumnFlags_NoReorder;
    if (i == kBars) flags |= ImGuiTableColumnFlags_NoSort;
    // In the plane no edge axes are tested.
    if (!fits[static_cast<std::size_t>(i)] || (i == kCross && planar)) flags |= ImGuiTableColumnFlags_Disabled;
    if (column.value != nullptr) flags |= ImGuiTableColumnFlags_PreferSortDescending;
    ImGui::TableSetupColumn(column.name, flags, i == widest ? 1.0f : needs[static_cast<std::size_t>(i)].width);
  }
  if (isWalkedByKeys() || ImGui::GetIO().MouseDelta.x != 0 || ImGui::GetIO().MouseDelta.y != 0)
    panel.keyboard_leads = false;
  drawHeader(panel);
  readSorting(panel);
  updateRows(panel, workspace);
  const SatAxis* axis = shownAxis(workspace);
  const int shown = axis == nullptr ? -1 : static_cast<int>(axis - report.axes.data());
  ImGuiListClipper clipper;
  clipper.Begin(static_cast<int>(panel.rows.size()));
  while (clipper.Step()) {
    for (int i = clipper.DisplayStart; i < clipper.DisplayEnd; ++i) {
      const int index = panel.rows[static_cast<std::size_t>(i)];
      ImGui::PushID(index);
      if (panel.is_played && i >= view.row_by_row.tried) {
        drawCoveredRow(panel, report.axes[static_cast<std::size_t>(index)]);
      } else {
        drawRow(panel, report, index, view, index == shown);
      }
      ImGui::PopID();
    }
  }
  if (panel.scroll_to_shown) {
    panel.scroll_to_shown = false;
    const auto at = std::ranges::find(panel.rows, shown);
    const float row = ImGui::GetTextLineHeight() + ImGui::GetStyle().CellPadding.y * 2;
    const float y = static_cast<float>(at - panel.rows.begin()) * row;
    if (y < ImGui::GetScrollY() || y + 3 * row > ImGui::GetScrollY() + height) ImGui::SetScrollY(y - height / 2);
  }
  ImGui::EndTable();
}

void stepAxis(AxesPanel& panel, const Workspace& workspace, ViewState& view, int step) {
  updateRows(panel, workspace);
  const PairReport* report = shownReport(workspace);
  const SatReport* sat = report == nullptr ? nullptr : std::get_if<SatReport>(&report->trace);
  if (sat == nullptr || panel.rows.empty()) return;
  view.hovered_axis.reset();
  panel.keyboard_leads = true;
  const SatAxis* axis = shownAxis(workspace);
  const auto shown = std::ranges::find(panel.rows, static_cast<int>(axis - sat->axes.data()));
  const auto count = static_cast<std::ptrdiff_t>(panel.rows.size());
  const std::ptrdiff_t from = shown == panel.rows.end() ? (step > 0 ? -1 : count) : shown - panel.rows.begin();
  const std::ptrdiff_t to = std::clamp<std::ptrdiff_t>(from + step, 0, count - 1);
  if (panel.is_played) view.row_by_row.tried = std::max(view.row_by_row.tried, static_cast<int>(to) + 1);
  view.pinned_axis = sat->axes[static_cast<std::size_t>(panel.rows[static_cast<std::size_t>(to)])].id;
  panel.scroll_to_shown = true;
}

}  // namespace sepax
