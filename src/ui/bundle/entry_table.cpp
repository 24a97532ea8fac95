#include "ui/bundle/entry_table.h"

#include "bundle/open/open_container.h"
#include "core/language.h"
#include "core/text.h"
#include "media/model_import.h"
#include "session/bundle/bundle_files.h"
#include "session/bundle/bundle_nodes.h"
#include "session/bundle/editing.h"
#include "session/host/opened_case.h"
#include "session/scene/selection.h"
#include "session/workspace.h"
#include "ui/bundle/bundle_head.h"
#include "ui/bundle/entry_menu.h"
#include "ui/kit/keys.h"
#include "ui/kit/table.h"
#include "ui/kit/theme.h"
#include "ui/kit/widgets.h"

#include <imgui.h>
#include <imgui_internal.h>
#include <imgui_stdlib.h>

#include <algorithm>
#include <array>
#include <span>
#include <vector>

namespace sepax {

namespace {

enum class Align { kLeft, kRight };
struct Column {
  const char* name;
  float width_em;
  Align align = Align::kLeft;
};
/// In the order of BundleColumn.
constexpr std::array<Column, 11> kColumns{{{"Name", 11},
                                           {"Folder", 9},
                                           {"Size", 4.4f, Align::kRight},
                                           {"Kind", 4.4f},
                                           {"Ratio", 4, Align::kRight},
                                           {"Triangles", 5, Align::kRight},
                                           {"Changed", 9.5f},
                                           {"Packed", 4.6f, Align::kRight},
                                           {"Method", 5},
                                           {"CRC-32", 5.4f},
                                           {"Offset", 6, Align::kRight}}};

/// One of the two tables while it is drawn.
struct Drawn {
  BundlePanel& panel;
  EntryTable& table;
  const std::vector<int>& rows;
  BundleRows& wanted;
  const Workspace& workspace;
  ViewState& view;
  Outbox& outbox;
  [[nodiscard]] const BundleListing& listing() const { return workspace.listing; }
  [[nodiscard]] const BundleNode& node(int at) const { return listing().index->nodes[static_cast<std::size_t>(at)]; }
  [[nodiscard]] const TreeEntry* entryOf(const BundleNode& node) const {
    return node.entry >= 0 ? &workspace.bundle->entries()[static_cast<std::size_t>(node.entry)] : nullptr;
  }
};

void fold(const Drawn& drawn, int node, Fold fold) {
  setOpen(drawn.wanted, *drawn.listing().index, node, fold == Fold::kOpen);
  drawn.view.listing.change();
}

/// Opens the folders around what is selected elsewhere (a problem, a script) and lets it come into sight.
void reveal(const Drawn& drawn) {
  EntryTable& table = drawn.table;
  const std::vector<std::size_t>& chosen = drawn.view.entries;
  if (chosen.empty() || chosen.back() == table.revealed) return;
  table.revealed = chosen.back();
  const BundleNodes& index = *drawn.listing().index;
  if (table.revealed >= index.node_of.size()) return;
  const int node = index.node_of[table.revealed];
  if (node < 0) return;
  for (int above = drawn.node(node).parent; above >= 0 && !drawn.wanted.flat; above = drawn.node(above).parent) {
    if (!isOpen(drawn.wanted, index, above)) fold(drawn, above, Fold::kOpen);
  }
  table.scroll_to = node;
}

/// Rows out of sight are not drawn, so the position is computed; a row in sight stays where it is.
void scrollTo(const Drawn& drawn) {
  EntryTable& table = drawn.table;
  if (table.scroll_to < 0 || drawn.listing().source.revision != drawn.view.listing.revision) return;
  const auto row = std::ranges::find(drawn.rows, table.scroll_to);
  if (row == drawn.rows.end() && isFiltering(drawn.wanted) && !drawn.wanted.flat) {
    drawn.wanted.filter.clear();
    drawn.wanted.kind = BundleFilterKind::kAll;
    drawn.view.listing.change();
    table.revealed = ~0ull;  // once more: the folders around it may be closed
    return;
  }
  table.scroll_to = -1;
  if (row == drawn.rows.end()) return;
  const float line = ImGui::GetTextLineHeight() + ImGui::GetStyle().CellPadding.y * 2;
  const float top = static_cast<float>(row - drawn.rows.begin()) * line, page = ImGui::GetWindowHeight() - line * 2;
  if (top < ImGui::GetScrollY()) ImGui::SetScrollY(top);
  if (top > ImGui::GetScrollY() + page - line) ImGui::SetScrollY(top - page * 0.6f);
}

bool isSelected(const BundlePanel& panel, int entry) {
  return entry >= 0 && panel.is_selected[static_cast<std::size_t>(entry)];
}

/// A click on a row: alone, with Ctrl one more or less, with Shift all from the last one.
void select(const Drawn& drawn, int node) {
  EntryTable& table = drawn.table;
  std::vector<std::size_t>& chosen = drawn.view.entries;
  const int entry = drawn.node(node).entry;
  const ImGuiIO& io = ImGui::GetIO();
  const auto anchor = std::ranges::find(drawn.rows, table.anchor), here = std::ranges::find(drawn.rows, node);
  if (io.KeyShift && anchor != drawn.rows.end() && here != drawn.rows.end()) {
    chosen.clear();
    for (auto at = anchor;; anchor < here ? ++at : --at) {
      if (const int each = drawn.node(*at).entry; each >= 0) chosen.push_back(static_cast<std::size_t>(each));
      if (at == here) break;
    }
  } else if (io.KeyCtrl && entry >= 0) {
    if (std::erase(chosen, static_cast<std::size_t>(entry)) == 0) chosen.push_back(static_cast<std::size_t>(entry));
    table.anchor = node;
  } else {
    chosen.clear();
    if (entry >= 0) chosen.push_back(static_cast<std::size_t>(entry));
    table.anchor = node;
  }
  drawn.view.unpack_whole = false;
  table.revealed = chosen.empty() ? ~0ull : chosen.back();
  drawn.panel.wants_preview = !chosen.empty();
}

std::string cellText(const Drawn& drawn, int at, BundleColumn column) {
  const BundleNode& node = drawn.node(at);
  const TreeEntry* entry = drawn.entryOf(node);
  const bool is_file = entry != nullptr && !node.folder;
  switch (column) {
    case BundleColumn::kName:
      return std::string(node.name);
    case BundleColumn::kFolder:
      return is_file ? std::string(folderOf(entry->path)) : std::string();
    case BundleColumn::kSize:
      return humanBytes(node.size);
    case BundleColumn::kKind:
      return is_file ? tr(entryKindName(entryKindOf(entry->path))) : "";
    case BundleColumn::kRatio:
      return node.size > 0 ? percent(node.size, node.packed) : std::string();
    case BundleColumn::kTriangles: {
      const std::vector<std::uint64_t>& triangles = drawn.listing().facts->triangles;
      const std::uint64_t count = triangles.empty() ? 0 : triangles[static_cast<std::size_t>(at)];
      return count > 0 ? fmt::format("{}", count) : std::string();
    }
    case BundleColumn::kModified:
      return entry != nullptr ? timeText(entry->modified) : std::string();
    case BundleColumn::kPacked:
      return humanBytes(node.packed);
    case BundleColumn::kMethod:
      return is_file ? trKnown(compressionName(entry->method)) : std::string();
    case BundleColumn::kCrc:
      return is_file && entry->has_crc32 ? fmt::format("{:08x}", entry->crc32) : std::string();
    case BundleColumn::kOffset:
      return is_file ? fmt::format("{}", entry->offset) : std::string();
  }
  return {};
}

/// All cells but the name.
void drawDetailCells(const Drawn& drawn, std::span<const BundleColumn> columns, int at) {
  const bool is_folder = drawn.node(at).folder;
  const TextColour colour(is_folder ? faint() : ImGui::GetStyleColorVec4(ImGuiCol_Text));
  for (int i = 1; i < static_cast<int>(columns.size()); ++i) {
    if (!ImGui::TableSetColumnIndex(i)) continue;
    const BundleColumn column = columns[static_cast<std::size_t>(i)];
    const std::string text = cellText(drawn, at, column);
    const bool is_word = column == BundleColumn::kFolder || column == BundleColumn::kKind;
    if (!is_word) ImGui::PushFont(fontOf(FontRole::kMono));
    if (kColumns[static_cast<std::size_t>(column)].align == Align::kRight) {
      rightAligned(text);
    } else {
      middleFittedText(text);
    }
    if (!is_word) ImGui::PopFont();
  }
}

/// The findings' messages about an entry.
std::string messagesOf(const std::vector<Finding>& findings, const std::string& path) {
  constexpr int kMax = 6;
  std::string text;
  int count = 0;
  for (const Finding& finding : findings) {
    if (finding.path != path || ++count > kMax) continue;
    text += (text.empty() ? "" : "\n") + std::string(finding.code()) + ": " + findingDetails(finding);
  }
  return text;
}

/// Draws how an entry changed against the layers below, before its name.
void drawChangeMark(const Drawn& drawn, std::size_t entry) {
  const LayerChange change = changeOf(drawn.workspace, entry).change;
  const bool is_gone = change == LayerChange::kOnlyBelow && drawn.workspace.bundle_files.compared;
  const PanelColours& colours = panelColours(drawn.view.theme);
  const auto mark = [](Colour colour, const char* text) {
    ImGui::TextColored(toImGuiVec(colour), "%s", text);
    ImGui::SameLine(0, 0);
  };
  if (change == LayerChange::kAdded) mark(colours.good, "+ ");
  if (change == LayerChange::kChanged) mark(colours.warning, "≠ ");
  if (change == LayerChange::kUnreadable) mark(colours.error, "? ");
  if (is_gone) mark(colours.error, "− ");
  if (const EntryEdit* edit = editOf(drawn.workspace, drawn.workspace.bundle->entries()[entry].path)) {
    const bool is_added = entry >= drawn.workspace.bundle_files.layers.front()->entries().size();
    if (is_added) {
      mark(colours.good, "+ ");
    } else {
      mark(edit->file.empty() ? colours.error : colours.warning, edit->file.empty() ? "− " : "≠ ");
    }
  }
  const bool is_unmarked = change == LayerChange::kOnlyBelow && !is_gone;
  if (is_unmarked) ImGui::Dummy(ImGui::CalcTextSize("= "));
  if (is_unmarked) ImGui::SameLine(0, 0);
  if (change == LayerChange::kSame) mark(paletteOf(drawn.view.theme).text_faint, "= ");
}

void drawName(const Drawn& drawn, int at) {
  const BundleNode& node = drawn.node(at);
  const Severity severity = drawn.listing().facts->severities[static_cast<std::size_t>(at)];
  const TreeEntry* entry = drawn.entryOf(node);
  const bool opened = entry != nullptr && (opens(*entry) || isContainerName(entry->path));
  std::string mark = node.folder ? (isOpen(drawn.wanted, *drawn.listing().index, at) ? "▾ " : "▸ ")
                     : opened    ? "◆ "
                                 : "   ";
  const bool faint = entry != nullptr && (entry->shadowed || (!node.folder && !opened));
  const bool badge = severity >= Severity::kWarning;
  const float badge_width = badge ? ImGui::CalcTextSize("⚠").x + ImGui::GetStyle().ItemSpacing.x : 0;
  const float right = ImGui::GetCursorPosX() + ImGui::GetContentRegionAvail().x;
  if (faint) ImGui::PushStyleColor(ImGuiCol_Text, ImGui::GetStyleColorVec4(ImGuiCol_TextDisabled));
  ImGui::TextUnformatted(mark.c_str());
  ImGui::SameLine(0, 0);
  if (entry != nullptr && !node.folder) drawChangeMark(drawn, static_cast<std::size_t>(node.entry));
  middleFittedText(std::string(node.name), right - ImGui::GetCursorPosX() - badge_width,
                   entry != nullptr ? entry->path : std::string());
  if (faint) ImGui::PopStyleColor();
  if (!badge) return;
  ImGui::SameLine();
  ImGui::SetCursorPosX(right - badge_width + ImGui::GetStyle().ItemSpacing.x);
  ImGui::TextColored(severityColour(severity, drawn.view.theme), "%s", severitySign(severity));
  if (!ImGui::IsItemHovered()) return;
  tooltip(entry != nullptr && !node.folder ? messagesOf(bundleFindings(drawn.workspace), entry->path)
                                           : std::string(tr("Something below has a problem.")));
}

/// A double click or Enter: a case or mesh comes into the scene, a container replaces this one.
void openEntry(const TreeEntry& entry, int index, Outbox& outbox) {
  if (opens(entry)) {
    outbox.request(OpenEntry{static_cast<std::size_t>(index)});
  } else if (!entry.directory && isContainerName(entry.path)) {
    outbox.request(OpenNested{static_cast<std::size_t>(index)});
  }
}

void drawRow(const Drawn& drawn, std::span<const BundleColumn> columns, int at) {
  BundlePanel& panel = drawn.panel;
  const BundleNode& node = drawn.node(at);
  const TreeEntry* entry = drawn.entryOf(node);
  ImGui::TableNextRow();
  ImGui::TableSetColumnIndex(0);
  const bool clicked = ImGui::Selectable("##node", isSelected(panel, node.entry),
                                         ImGuiSelectableFlags_SpanAllColumns | ImGuiSelectableFlags_AllowItemOverlap |
                                             ImGuiSelectableFlags_AllowDoubleClick);
  if (entry != nullptr) nameItem("entry", entry->path);
  const bool twice = clicked && ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left);
  if (entry != nullptr && !entry->directory && isMeshName(entry->path) && ImGui::BeginDragDropSource()) {
    if (!isSelected(panel, node.entry)) select(drawn, at);
    ImGui::SetDragDropPayload(kDraggedMeshes, nullptr, 0);
    ImGui::TextUnformatted(trf("{} into the scene", fileNameOf(entry->path)).c_str());
    ImGui::EndDragDropSource();
  }
  if (clicked && node.folder && !isFiltering(drawn.wanted) && !ImGui::GetIO().KeyCtrl && !ImGui::GetIO().KeyShift) {
    fold(drawn, at, isOpen(drawn.wanted, *drawn.listing().index, at) ? Fold::kClosed : Fold::kOpen);
  }
  if (clicked) {
    select(drawn, at);
    panel.password.yields = false;
  }
  // Where the walk by keys goes, the selection goes.
  if (isWalkedByKeys() && ImGui::GetCurrentContext()->NavJustMovedToId == ImGui::GetItemID()) select(drawn, at);
  if (asksForMenu()) ImGui::OpenPopup("##menu");
  if (ImGui::BeginPopup("##menu")) {
    if (ImGui::IsWindowAppearing() && !isSelected(panel, node.entry)) select(drawn, at);
    drawEntryMenu(panel, drawn.workspace, drawn.view, drawn.outbox);
    ImGui::EndPopup();
  }
  if (twice && entry != nullptr) openEntry(*entry, node.entry, drawn.outbox);
  ImGui::SameLine(0, 0);
  // Deep in the folders the name keeps room; the order of rows still says who is inside whom.
  const float em = ImGui::GetFontSize();
  const float max_indent = std::max(0.0f, ImGui::GetContentRegionAvail().x - em * 6);
  const float indent = drawn.wanted.flat ? 0 : static_cast<float>(node.depth) * em * 0.9f;
  ImGui::SetCursorPosX(ImGui::GetCursorPosX() + std::min(indent, max_indent));
  drawName(drawn, at);
  drawDetailCells(drawn, columns, at);
}

/// To the folder around the row; from the top, out of a nested container.
void goUp(const Drawn& drawn) {
  EntryTable& table = drawn.table;
  const int parent = table.anchor >= 0 && !drawn.wanted.flat ? drawn.node(table.anchor).parent : -1;
  if (parent < 0) return drawn.outbox.request(LeaveNested{});
  select(drawn, parent);
  table.anchor = table.scroll_to = parent;
}

/// ↑ ↓ walk through the rows, ← → close and open folders, Enter opens, Backspace goes up, Delete stages a removal.
void walkByKeys(const Drawn& drawn) {
  EntryTable& table = drawn.table;
  const std::vector<int>& rows = drawn.rows;
  if (!ImGui::IsWindowFocused(ImGuiFocusedFlags_RootAndChildWindows) || ImGui::GetIO().WantTextInput || rows.empty())
    return;
  const bool is_focused = ImGui::IsWindowFocused();
  if (is_focused) drawn.panel.keys_at = ImGui::GetFrameCount();
  const int step = (isPressed(plain(kKeyDown), KeyRepeat::kWhileHeld) ? 1 : 0) -
                   (isPressed(plain(kKeyUp), KeyRepeat::kWhileHeld) ? 1 : 0);
  if (step != 0 && !isWalkedByKeys()) {
    const auto anchor = std::ranges::find(rows, table.anchor);
    const auto last = static_cast<std::ptrdiff_t>(rows.size()) - 1;
    const auto row = anchor == rows.end() ? 0 : std::clamp<std::ptrdiff_t>(anchor - rows.begin() + step, 0, last);
    const int node = rows[static_cast<std::size_t>(row)];
    select(drawn, node);
    drawn.panel.password.yields = true;
    table.scroll_to = node;
  }
  if (isPressed(plain(kKeyBackspace))) return goUp(drawn);
  if (is_focused && isPressed(plain(kKeyDelete)) && !drawn.view.entries.empty())
    return removeSelected(drawn.workspace, drawn.outbox);
  if (table.anchor < 0) return;
  const BundleNode& node = drawn.node(table.anchor);
  const bool opens_folder = isPressed(plain(kKeyRight));
  if (node.folder && (isPressed(plain(kKeyLeft)) || opens_folder))
    fold(drawn, table.anchor, opens_folder ? Fold::kOpen : Fold::kClosed);
  if (isPressed(plain(kKeyEnter)) && node.entry >= 0) openEntry(*drawn.entryOf(node), node.entry, drawn.outbox);
}

void followSorting(const Drawn& drawn) {
  ImGuiTableSortSpecs* specs = ImGui::TableGetSortSpecs();
  if (specs == nullptr || !specs->SpecsDirty) return;
  specs->SpecsDirty = false;
  const bool sorts = specs->SpecsCount > 0;
  drawn.wanted.column = sorts ? static_cast<BundleColumn>(specs->Specs[0].ColumnUserID) : BundleColumn::kName;
  drawn.wanted.descending = sorts && specs->Specs[0].SortDirection == ImGuiSortDirection_Descending;
  drawn.view.listing.change();
}

/// Width of the first column, and how many columns are shown unless the user asks for more.
struct Fitting {
  float name_width = 0;
  std::size_t shown = 0;
};

/// A tree shows the columns that fit whole beside the name, the size always, and the name gets the rest; all files as
/// one list show every column.
Fitting fittingOf(std::span<const BundleColumn> columns, TableForm form) {
  const ImGuiStyle& style = ImGui::GetStyle();
  const float em = ImGui::GetFontSize(), all = ImGui::GetContentRegionAvail().x;
  const float usual = kColumns[0].width_em * em * 1.6f;
  if (form == TableForm::kFlat) return {std::max(9 * em, std::min(usual, all * 0.3f)), columns.size()};
  float room = all - style.ScrollbarSize - style.CellPadding.x * 2;  // folders open later
  std::size_t shown = 1;
  for (const BundleColumn column : columns.subspan(1)) {
    const float width = kColumns[static_cast<std::size_t>(column)].width_em * em + style.CellPadding.x * 2 + 1;
    if (column != BundleColumn::kSize && room - width < usual) break;
    room -= width;
    ++shown;
  }
  return {std::max(4 * em, room), shown};
}

void drawTable(const Drawn& drawn, std::span<const BundleColumn> columns, float height) {
  constexpr ImGuiTableFlags kFlags = ImGuiTableFlags_Resizable | ImGuiTableFlags_Hideable | ImGuiTableFlags_RowBg |
                                     ImGuiTableFlags_ScrollX | ImGuiTableFlags_ScrollY | ImGuiTableFlags_BordersInnerV |
                                     ImGuiTableFlags_SizingFixedFit | ImGuiTableFlags_Sortable |
                                     ImGuiTableFlags_SortTristate;
  const Fitting fitting = fittingOf(columns, drawn.wanted.flat ? TableForm::kFlat : TableForm::kTree);
  if (!ImGui::BeginTable(drawn.wanted.flat ? "##files" : "##tree", static_cast<int>(columns.size()), kFlags,
                         {0, height}))
    return;
  ImGui::TableSetupScrollFreeze(1, 1);
  for (std::size_t i = 0; i < columns.size(); ++i) {
    const Column& column = kColumns[static_cast<std::size_t>(columns[i])];
    const bool is_sorted = drawn.wanted.flat && columns[i] == BundleColumn::kSize;  // the largest first
    ImGui::TableSetupColumn(
        tr(column.name),
        ImGuiTableColumnFlags_WidthFixed | (i == 0 ? ImGuiTableColumnFlags_NoHide : 0) |
            (i >= fitting.shown ? ImGuiTableColumnFlags_DefaultHide : 0) |
            (is_sorted ? ImGuiTableColumnFlags_DefaultSort | ImGuiTableColumnFlags_PreferSortDescending : 0),
        i == 0 ? fitting.name_width : column.width_em * ImGui::GetFontSize(), static_cast<ImGuiID>(columns[i]));
  }
  ImGui::TableHeadersRow();
  followSorting(drawn);
  walkByKeys(drawn);
  drawRowsInSight(drawn.rows.size(), [&](int row) {
    const int node = drawn.rows[static_cast<std::size_t>(row)];
    const IdScope id(node);
    drawRow(drawn, columns, node);
  });
  scrollTo(drawn);
  ImGui::EndTable();
}

const char* filterName(BundleFilterKind kind) {
  if (kind == BundleFilterKind::kAll) return "all";
  if (kind == BundleFilterKind::kCases) return "cases";
  if (kind == BundleFilterKind::kProblems) return "with problems";
  if (kind == BundleFilterKind::kChanges) return "changed only";
  return entryKindNames(static_cast<EntryKind>(static_cast<int>(kind) - 1));
}

}  // namespace

std::string percent(std::uint64_t whole, std::uint64_t part) {
  return fmt::format("{:.0f} %",
                     static_cast<double>(part) / static_cast<double>(std::max<std::uint64_t>(whole, 1)) * 100);
}

void drawEntryFilter(BundleRows& rows, ListingRequest& listing) {
  const float em = ImGui::GetFontSize();
  const float combo = std::min(em * 5.5f, ImGui::GetContentRegionAvail().x * 0.4f);
  ImGui::SetNextItemWidth(ImGui::GetContentRegionAvail().x - combo - ImGui::GetStyle().ItemSpacing.x);
  if (ImGui::InputTextWithHint("##filter", tr("Filter"), &rows.filter)) listing.change();
  ImGui::SameLine();
  ImGui::SetNextItemWidth(combo);
  if (!ImGui::BeginCombo("##kind", tr(filterName(rows.kind)), ImGuiComboFlags_HeightLarge)) return;
  for (int i = 0; i < kFilterKindCount; ++i) {
    const auto kind = static_cast<BundleFilterKind>(i);
    if (!ImGui::Selectable(trId(filterName(kind)).c_str(), kind == rows.kind)) continue;
    rows.kind = kind;
    listing.change();
  }
  ImGui::EndCombo();
}

void drawEntryTable(BundlePanel& panel, TableForm form, const Workspace& workspace, ViewState& view, Outbox& outbox,
                    float height) {
  using enum BundleColumn;
  static constexpr std::array kTreeColumns{kName,     kSize,   kKind,   kRatio, kTriangles,
                                           kModified, kPacked, kMethod, kCrc,   kOffset};
  static constexpr std::array kFileColumns{kName,     kFolder, kSize,   kKind, kRatio, kTriangles,
                                           kModified, kPacked, kMethod, kCrc,  kOffset};
  const bool flat = form == TableForm::kFlat;
  const Drawn drawn{.panel = panel,
                    .table = flat ? panel.files : panel.tree,
                    .rows = flat ? *workspace.listing.files : *workspace.listing.rows,
                    .wanted = flat ? view.listing.files : view.listing.rows,
                    .workspace = workspace,
                    .view = view,
                    .outbox = outbox};
  reveal(drawn);
  drawTable(drawn, flat ? std::span<const BundleColumn>(kFileColumns) : std::span<const BundleColumn>(kTreeColumns),
            height);
}

}  // namespace sepax
