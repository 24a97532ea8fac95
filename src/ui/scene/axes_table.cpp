#include "ui/scene/axes_table.h"

#include "core/language.h"
#include "core/text.h"
#include "session/scene/reports.h"
#include "session/workspace.h"
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
#include <utility>

namespace sepax {

namespace {

double centreDistance(const SatAxis& axis) { return std::abs(axis.centreDistance()); }

/// A column of numbers, or (without `value`) one that its own function draws. Widths go by the panel's alone: nothing
/// moves because a word became longer.
struct AxesColumn {
  const char* name;
  const char* tip;
  float width_em;   ///< in a usual panel,
  float narrow_em;  ///< and in a narrow one
  float from_em;    ///< the panel is at least so wide
  double (*value)(const SatAxis&);
};

enum ColumnIndex { kName, kBars, kGap, kRadiusA, kRadiusB, kDistance, kCross, kState, kKind, kColumnCount };

constexpr float kNarrowPanelEm = 22;    ///< a panel below this is narrow
constexpr float kNameIndentEm = 0.45f;  ///< room for the edge of the deciding row

constexpr std::array<AxesColumn, kColumnCount> kAxesColumns{{
    {"Axis",
     "A2: normal of a face of A. B0: of B. A0xB1: cross product of an edge of each. side, top, rim: parts of a "
     "cylinder or cone. "
     "start, end: the balls of a tapered capsule. surface: of an ellipsoid. closest: between the closest features of "
     "round shapes. In test "
     "order unless sorted.",
     4.2f, 3.4f, 0, nullptr},
    {"Intervals",
     "The projection intervals of A (above) and B (below) on the axis, on one scale for all rows. The thin line is "
     "where they are measured from: A's origin, of a compound its child's.",
     3.6f, 3.6f, 16.5f, nullptr},
    {"Metres",
     "b.min − a.max: positive is a gap and this axis separates the shapes; negative is how deep they overlap along it.",
     6.3f, 6.0f, 0, [](const SatAxis& axis) { return axis.separation; }},
    {"rA", "Projection radius of A: half the length of its interval.", 4.2f, 4.2f, 35,
     [](const SatAxis& axis) { return axis.a.radius(); }},
    {"rB", "Projection radius of B: half the length of its interval.", 4.2f, 4.2f, 35,
     [](const SatAxis& axis) { return axis.b.radius(); }},
    {"|T·L|",
     "Distance of the centres along the axis: T runs from the middle of A's interval to the middle of B's. The axis "
     "separates when "
     "|T·L| > rA + rB.",
     4.2f, 4.2f, 41, centreDistance},
    {"|A×B|",
     "Length of the cross product of the two unit edges before it is normalised: the sine of their angle. Near zero "
     "the edges are "
     "parallel and the direction is rounding noise.",
     4.2f, 4.2f, 47, [](const SatAxis& axis) { return axis.cross_length; }},
    {"State", "Whether the axis took part, and what is special about it.", 5.6f, 5.0f, 20.5f, nullptr},
    {"Kind", "Where the axis comes from.", 5.5f, 5.5f, 53, nullptr},
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
  const auto holds = [&](const PairNames& names) {
    return axisName(axis.id, names).find(panel.filter) != std::string::npos;
  };
  return holds(panel.names) || holds({});
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
  const int decimals = decimalsFor(largest);
  panel.decimals = decimals > 0 ? decimals - 1 : decimals;  // one less than the formula has
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
  const TextColour colour(faint());
  ImGui::TableNextRow(ImGuiTableRowFlags_Headers);
  for (int i = 0; i < kColumnCount; ++i) {
    if (!ImGui::TableSetColumnIndex(i)) continue;
    const IdScope id(i);
    const AxesColumn& column = kAxesColumns[static_cast<std::size_t>(i)];
    if (i == kName) ImGui::SetCursorPosX(ImGui::GetCursorPosX() + kNameIndentEm * ImGui::GetFontSize());
    ImGui::TableHeader(withNames(tr(column.name), panel.names).c_str());
    tooltip(withNames(tr(column.tip), panel.names));
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

/// The tip has the bodies' names.
void drawAxisName(const AxesPanel& panel, const AxisId& id) {
  const std::string shown = axisName(id, panel.row_names), whole = axisName(id, panel.names);
  fittedText(shown, {}, shown == whole ? "" : whole);
}

void drawNameCell(const AxesPanel& panel, const SatReport& report, int index, const std::vector<AxisFlag>& flags,
                  ViewState& view, bool shown) {
  const SatAxis& axis = report.axes[static_cast<std::size_t>(index)];
  const AxisId& id = axis.id;
  if (ImGui::Selectable("##row", shown, ImGuiSelectableFlags_SpanAllColumns | ImGuiSelectableFlags_AllowItemOverlap))
    togglePin(view, id);
  if (listensToItems()) nameItem("axis", axisName(id));
  if (ImGui::IsItemHovered() && !panel.keyboard_leads) view.hovered_axis = id;
  drawAxisMenu(panel, axis, view);
  if (isWalkedByKeys() || ImGui::GetMousePos().x < ImGui::GetItemRectMin().x + ImGui::GetFontSize() * 5)
    tooltip(reasonsOf(flags));
  ImGui::SameLine(0, kNameIndentEm * ImGui::GetFontSize());
  drawAxisName(panel, id);
}

/// The first of its flags: the others are in the tip.
void drawStateCell(const std::vector<AxisFlag>& flags, bool deciding) {
  if (flags.empty()) return;
  std::string words, reasons = reasonsOf(flags);
  for (const AxisFlag& flag : flags) words += (words.empty() ? "" : " · ") + flag.word;
  const TextColour colour(ImGui::GetStyleColorVec4(deciding ? ImGuiCol_Text : ImGuiCol_TextDisabled));
  const AxisFlag& first = flags.front();
  const std::vector<std::string> texts{words, flags.size() > 1 ? first.word + " …" : first.brief, first.word};
  fittedText(firstThatFits(texts, ImGui::GetContentRegionAvail().x), {}, words + "\n" + reasons);
}

/// "gap 0.056", "overlap 0.427": one number has one sign and one word. The number alone where both do not fit: digits
/// that are cut off would be another number. A row that touches keeps the word, since its number is next to nothing.
std::string gapText(double separation, Verdict verdict, int decimals) {
  constexpr const char* kWords[] = {"gap {}", "touches {}", "overlap {}"};
  const double size = std::abs(separation);
  const bool vanishes = verdict != Verdict::kTouching && size < std::pow(10, -decimals);
  std::string number = vanishes || !std::isfinite(size) ? humanNumber(size, 3) : fixedNumber(size, decimals);
  std::string text = trf(kWords[static_cast<std::size_t>(verdict)], number);
  if (ImGui::CalcTextSize(text.c_str()).x <= ImGui::GetContentRegionAvail().x) return text;
  return verdict == Verdict::kTouching ? tr("touches") : number;
}

void drawNumberCell(const AxesPanel& panel, const SatReport& report, const SatAxis& axis, int column,
                    const Palette& palette, bool deciding) {
  const bool measured = axis.state != AxisState::kDegenerate || column == kCross;
  const bool meaningless = column == kCross && axis.id.kind != AxisKind::kEdgePair;
  if (!measured || meaningless) {
    inColour(faint(), [&] { rightAligned("—"); });
    return;
  }
  const double value = kAxesColumns[static_cast<std::size_t>(column)].value(axis);
  const Verdict verdict = verdictOf(value, report.tolerances.touching);
  // A gap ends the test: the one colour besides the deciding row's.
  const bool tinted =
      column == kGap && axis.state == AxisState::kTested && (deciding || verdict == Verdict::kSeparated);
  if (tinted) ImGui::PushStyleColor(ImGuiCol_Text, toImGuiVec(verdictColour(palette, verdict)));
  const bool is_finite = std::isfinite(value);  // a half-space has no radius
  rightAligned(column == kGap ? gapText(value, verdict, panel.decimals)
               : is_finite    ? fixedNumber(value, column == kCross ? 4 : panel.decimals)
                              : humanNumber(value));
  if (tinted) ImGui::PopStyleColor();
  if (is_finite) tooltip(exactNumber(value));
}

/// A row that is not tried yet: its name alone.
void drawCoveredRow(const AxesPanel& panel, const SatAxis& axis) {
  ImGui::TableNextRow();
  ImGui::TableSetColumnIndex(kName);
  ImGui::SetCursorPosX(ImGui::GetCursorPosX() + kNameIndentEm * ImGui::GetFontSize());
  inColour(faint(), [&] { drawAxisName(panel, axis.id); });
}

/// The left edge of the row in the verdict's colour: it shows beside the ground of a row that is picked, too.
void drawDecidingEdge(ImU32 colour) {
  const ImVec2 at = ImGui::GetCursorScreenPos(), padding = ImGui::GetStyle().CellPadding;
  const float left = ImGui::GetWindowPos().x, height = ImGui::GetTextLineHeight();
  ImGui::GetWindowDrawList()->AddRectFilled({left, at.y - padding.y}, {left + 3, at.y + height + padding.y}, colour);
}

void drawRow(const AxesPanel& panel, const SatReport& report, int index, ViewState& view, bool shown) {
  const SatAxis& axis = report.axes[static_cast<std::size_t>(index)];
  const Palette& palette = paletteOf(view.theme);
  const std::vector<AxisFlag> flags = flagsOf(panel, report, index);
  const bool deciding = index == report.deciding;
  ImGui::TableNextRow();
  const bool faint = axis.state != AxisState::kTested;
  const TextColour colour(faint ? ImGui::GetStyleColorVec4(ImGuiCol_TextDisabled)
                                : ImGui::GetStyleColorVec4(ImGuiCol_Text));
  for (int column = 0; column < kColumnCount; ++column) {
    if (!ImGui::TableSetColumnIndex(column) && column != kName) continue;
    if (deciding) ImGui::PushFont(fontOf(FontRole::kSmallBold));
    if (column == kName) {
      if (deciding) drawDecidingEdge(toImGui(verdictColour(palette, report.verdict)));
      drawNameCell(panel, report, index, flags, view, shown);
    } else if (column == kBars) {
      drawBars(panel, report, axis, view.theme);
    } else if (column == kKind) {
      ImGui::TextUnformatted(kindWords(axis, panel.names).c_str());
    } else if (column == kState) {
      drawStateCell(flags, deciding);
    } else {
      drawNumberCell(panel, report, axis, column, palette, deciding);
    }
    if (deciding) ImGui::PopFont();
  }
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

AxisFlag decidesFlag(bool decides, Traced traced) {
  static constexpr const char* kReasons[] = {
      "No other axis has a larger gap: this one gives the verdict, the normal and the minimum translation vector "
      "(MTV).",
      "No other axis of these two pieces has a larger gap: this one gives the verdict and the normal.",
      "No other axis of the hulls has a larger gap: this one gives the normal and the minimum translation vector "
      "(MTV)."};
  static constexpr const char* kReasonsAlone[] = {
      "", "No other axis of these two pieces has a larger gap. The whole shapes have another answer.",
      "No other axis of the hulls has a larger gap. The whole shapes have another answer."};
  const auto of = static_cast<std::size_t>(traced);
  return decides || traced == Traced::kShapes ? AxisFlag{tr("decides"), tr(kReasons[of])}
                                              : AxisFlag{tr("largest gap"), tr(kReasonsAlone[of])};
}

std::vector<AxisFlag> flagsOf(const AxesPanel& panel, const SatReport& report, int index) {
  const PairNames& names = panel.names;
  const SatAxis& axis = report.axes[static_cast<std::size_t>(index)];
  std::vector<AxisFlag> flags;
  if (index == report.deciding) flags.push_back(decidesFlag(panel.decides, panel.traced));
  if (index == report.first_separating) {
    flags.push_back(
        {tr("first gap"), tr("The first separating axis in test order: a game engine would have stopped here.")});
  }
  if (report.tie && (index == report.deciding || index == report.runner_up)) {
    const std::string other = axisName(
        report.axes[static_cast<std::size_t>(index == report.deciding ? report.runner_up : report.deciding)].id, names);
    flags.push_back({tr("tie"), trf("Its gap equals that of {} within {} m; the earlier one in test order decides.",
                                    other, humanNumber(report.tolerances.tie, 2))});
  } else if (index == report.runner_up) {
    flags.push_back(
        {tr("runner-up"), trf("The next best axis, {} m behind.", humanNumber(report.runner_up_margin, 3))});
  }
  if (axis.state == AxisState::kDegenerate) {
    flags.push_back(
        {axis.id.kind == AxisKind::kEdgePair ? tr("parallel") : tr("no direction"),
         axis.id.kind == AxisKind::kEdgePair
             ? withNames(trf("The edges are parallel (|A×B| = {}, limit {}): their cross product has no direction to "
                             "speak of. The face axes cover this case.",
                             humanNumber(axis.cross_length, 2), humanNumber(report.tolerances.parallel_edges, 2)),
                         names)
             : std::string(
                   tr("The cores touch or overlap: there is no direction between them. The other axes decide."))});
  }
  if (axis.state == AxisState::kDuplicate && axis.duplicate_of >= 0) {
    const AxisId& id = report.axes[static_cast<std::size_t>(axis.duplicate_of)].id;
    const std::string in_row = axisName(id, panel.row_names);
    flags.push_back({trf("same as {}", in_row),
                     trf("Has the same direction as {}, which comes earlier; it is measured but never decides.",
                         axisName(id, names)),
                     "= " + in_row});
  }
  if (axis.state == AxisState::kPruned) {
    static constexpr const char* kReasons[] = {
        "",
        "Both faces at B's edge lean the same way along A's edge: the pair spans no face of the Minkowski difference.",
        "Both faces at A's edge lean the same way along B's edge: the pair spans no face of the Minkowski difference.",
        "The two edges face away from each other: the pair spans no face of the Minkowski difference."};
    flags.push_back({tr("pruned"), withNames(tr(kReasons[static_cast<int>(axis.pruned)]), names)});
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
  const SatReport* sat = shownSat(workspace);
  if (sat == nullptr) return;
  const PairReport& pair = *shownReport(workspace);
  panel.names = namesOf(pair);
  panel.decides = axisOfAnswer(pair) != nullptr;
  panel.traced = tracedOf(pair);
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
  for (const SatAxis& axis : sat->axes) {
    const std::string name = axisName(axis.id, panel.names);
    if (name.size() > panel.longest_name.size()) panel.longest_name = name;
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

/// How wide a column is in a panel of this width.
float widthOf(int column, float room) {
  const AxesColumn& row = kAxesColumns[static_cast<std::size_t>(column)];
  const float em = ImGui::GetFontSize();
  return (room < kNarrowPanelEm * em ? row.narrow_em : row.width_em) * em;
}

/// Bodies with long names need more for the names of their axes: what the others leave, a third at least. Where that is
/// too little the rows name the bodies A and B.
float nameWidth(AxesPanel& panel, float room, float others) {
  const FontScope font(FontRole::kSmallBold);  // the deciding row's
  const float needed =
      ImGui::CalcTextSize(panel.longest_name.c_str()).x + (kNameIndentEm + 0.9f) * ImGui::GetFontSize();
  const float usual = widthOf(kName, room), most = std::max({usual, room / 3, room - others});
  panel.row_names = needed <= most ? panel.names : PairNames{};
  return needed <= most ? std::max(usual, needed) : usual;
}

float axesRowPadding() { return std::round(ImGui::GetFontSize() * 0.2f); }

/// Sets the columns up that a panel of this width shows; the bars take what is left, without them the names.
void setUpColumns(AxesPanel& panel, float room, bool planar) {
  const auto fits = [&](int i) {
    // In the plane no edge axes are tested.
    return room >= kAxesColumns[static_cast<std::size_t>(i)].from_em * ImGui::GetFontSize() && !(i == kCross && planar);
  };
  const int widest = fits(kBars) ? kBars : kName;
  float others = ImGui::GetStyle().ScrollbarSize;
  for (int i = 0; i < kColumnCount; ++i) {
    const float padding = ImGui::GetStyle().CellPadding.x * 2;
    if (fits(i)) others += padding + (i == kName ? 0 : widthOf(i, room));
  }
  const float names = nameWidth(panel, room, others);
  ImGui::TableSetupScrollFreeze(1, 1);
  for (int i = 0; i < kColumnCount; ++i) {
    const AxesColumn& column = kAxesColumns[static_cast<std::size_t>(i)];
    ImGuiTableColumnFlags flags = i == widest ? ImGuiTableColumnFlags_WidthStretch : ImGuiTableColumnFlags_WidthFixed;
    if (i == kName) flags |= ImGuiTableColumnFlags_NoHide | ImGuiTableColumnFlags_NoReorder;
    if (i == kBars) flags |= ImGuiTableColumnFlags_NoSort;
    if (!fits(i)) flags |= ImGuiTableColumnFlags_Disabled;
    if (column.value != nullptr) flags |= ImGuiTableColumnFlags_PreferSortDescending;
    ImGui::TableSetupColumn(column.name, flags, i == widest ? 1.0f : i == kName ? names : widthOf(i, room));
  }
}

void drawAxesRows(AxesPanel& panel, const Workspace& workspace, ViewState& view, const SatReport& report,
                  float height) {
  const SatAxis* axis = shownAxis(workspace);
  const int shown = axis == nullptr ? -1 : static_cast<int>(axis - report.axes.data());
  drawRowsInSight(panel.rows.size(), [&](int i) {
    const int index = panel.rows[static_cast<std::size_t>(i)];
    const IdScope id(index);
    if (panel.is_played && i >= view.row_by_row.tried) {
      drawCoveredRow(panel, report.axes[static_cast<std::size_t>(index)]);
    } else {
      drawRow(panel, report, index, view, index == shown);
    }
  });
  if (!std::exchange(panel.scroll_to_shown, false)) return;
  const auto at = std::ranges::find(panel.rows, shown);
  const float row = ImGui::GetTextLineHeight() + ImGui::GetStyle().CellPadding.y * 2;
  const float y = static_cast<float>(at - panel.rows.begin()) * row;
  if (y < ImGui::GetScrollY() || y + 3 * row > ImGui::GetScrollY() + height) ImGui::SetScrollY(y - height / 2);
}

}  // namespace

void drawAxesTable(AxesPanel& panel, const Workspace& workspace, ViewState& view, const SatReport& report,
                   float height) {
  constexpr ImGuiTableFlags kFlags = ImGuiTableFlags_Reorderable | ImGuiTableFlags_Hideable | ImGuiTableFlags_Sortable |
                                     ImGuiTableFlags_SortTristate | ImGuiTableFlags_RowBg | ImGuiTableFlags_ScrollY |
                                     ImGuiTableFlags_SizingFixedFit;
  updateRows(panel, workspace);
  const float room = ImGui::GetContentRegionAvail().x;
  const FontScope font(FontRole::kSmall);
  ImGui::PushStyleVar(ImGuiStyleVar_CellPadding, {ImGui::GetStyle().CellPadding.x, axesRowPadding()});
  if (ImGui::BeginTable("##axes", kColumnCount, kFlags, {0, height})) {
    setUpColumns(panel, room, workspace.history.document().space == Space::k2d);
    if (isWalkedByKeys() || ImGui::GetIO().MouseDelta.x != 0 || ImGui::GetIO().MouseDelta.y != 0)
      panel.keyboard_leads = false;
    drawHeader(panel);
    readSorting(panel);
    updateRows(panel, workspace);
    drawAxesRows(panel, workspace, view, report, height);
    ImGui::EndTable();
  }
  ImGui::PopStyleVar();
}

float axesRowHeight() {
  ImGui::PushFont(fontOf(FontRole::kSmall));
  const float height = ImGui::GetTextLineHeight() + 2 * axesRowPadding();
  ImGui::PopFont();
  return height;
}

void stepAxis(AxesPanel& panel, const Workspace& workspace, ViewState& view, int step) {
  updateRows(panel, workspace);
  const SatReport* sat = shownSat(workspace);
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
