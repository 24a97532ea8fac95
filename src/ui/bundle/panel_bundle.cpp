#include "ui/bundle/panel_bundle.h"

#include "core/text.h"
#include "session/bundle_files.h"
#include "session/open.h"
#include "session/text.h"
#include "session/workspace.h"
#include "ui/bundle/entry_menu.h"
#include "ui/kit/fonts.h"
#include "ui/kit/keys.h"
#include "ui/kit/paragraph.h"
#include "ui/kit/theme.h"
#include "ui/kit/widgets.h"

#include <imgui.h>
#include <imgui_stdlib.h>

#include <algorithm>
#include <array>

namespace sepax {

namespace {

struct Column {
  const char* name;
  float width_em;
};
/// In the order of BundleColumn.
constexpr std::array<Column, 7> kColumns{
    {{"Name", 11}, {"Size", 4.4f}, {"Packed", 4.6f}, {"Method", 5}, {"CRC-32", 5.4f}, {"Changed", 9.5f}, {"Offset", 6}}};

constexpr std::array<const char*, 7> kFilterKinds{"all", "meshes", "pictures", "cases", "texts", "sounds", "with problems"};

/// What the panel remembers by node does not outlive the nodes.
void followIndex(BundlePanel& panel, const Workspace& workspace) {
  if (panel.index == workspace.listing.index) return;
  panel.index = workspace.listing.index;
  panel.anchor = panel.scroll_to = -1;
  panel.revealed = ~0ull;
}

enum class Fold { kClosed, kOpen };
void fold(const BundleNodes& index, int node, Fold fold, ViewState& view) {
  setOpen(view.listing.rows, index, node, fold == Fold::kOpen);
  view.listing.change();
}

/// Opens the folders around what is selected elsewhere (a problem, a script) and lets it come into sight.
void reveal(BundlePanel& panel, ViewState& view) {
  if (view.entries.empty() || view.entries.back() == panel.revealed) return;
  panel.revealed = view.entries.back();
  if (panel.revealed >= panel.index->node_of.size()) return;
  const int node = panel.index->node_of[panel.revealed];
  if (node < 0) return;
  const auto parentOf = [&](int at) { return panel.index->nodes[static_cast<std::size_t>(at)].parent; };
  for (int above = parentOf(node); above >= 0; above = parentOf(above)) {
    if (!isOpen(view.listing.rows, *panel.index, above)) fold(*panel.index, above, Fold::kOpen, view);
  }
  panel.scroll_to = node;
}

/// Rows out of sight are not drawn, so the position is computed; a row in sight stays where it is.
void scrollTo(BundlePanel& panel, const BundleListing& listing, ViewState& view) {
  if (panel.scroll_to < 0 || listing.source.revision != view.listing.revision) return;
  const auto row = std::ranges::find(*listing.rows, panel.scroll_to);
  BundleRows& wanted = view.listing.rows;
  if (row == listing.rows->end() && isFiltering(wanted)) {
    wanted.filter.clear();
    wanted.kind = BundleFilterKind::kAll;
    view.listing.change();
    panel.revealed = ~0ull;  // once more: the folders around it may be closed
    return;
  }
  panel.scroll_to = -1;
  if (row == listing.rows->end()) return;
  const float line = ImGui::GetTextLineHeight() + ImGui::GetStyle().CellPadding.y * 2;
  const float top = static_cast<float>(row - listing.rows->begin()) * line, page = ImGui::GetWindowHeight() - line * 2;
  if (top < ImGui::GetScrollY()) ImGui::SetScrollY(top);
  if (top > ImGui::GetScrollY() + page - line) ImGui::SetScrollY(top - page * 0.6f);
}

void followSelection(BundlePanel& panel, const Workspace& workspace, const ViewState& view) {
  const std::size_t count = workspace.bundle->entries().size();
  if (panel.selection == view.entries && panel.is_selected.size() == count) return;
  panel.selection = view.entries;
  panel.is_selected.assign(count, false);
  for (const std::size_t entry : panel.selection) {
    if (entry < count) panel.is_selected[entry] = true;
  }
}

bool isSelected(const BundlePanel& panel, int entry) { return entry >= 0 && panel.is_selected[static_cast<std::size_t>(entry)]; }

/// A click on a row: alone, with Ctrl one more or less, with Shift all from the last one.
void select(BundlePanel& panel, const BundleListing& listing, ViewState& view, int node) {
  const auto entryOf = [&](int at) { return listing.index->nodes[static_cast<std::size_t>(at)].entry; };
  const int entry = entryOf(node);
  const ImGuiIO& io = ImGui::GetIO();
  const std::vector<int>& rows = *listing.rows;
  const auto anchor = std::ranges::find(rows, panel.anchor), here = std::ranges::find(rows, node);
  if (io.KeyShift && anchor != rows.end() && here != rows.end()) {
    view.entries.clear();
    for (auto at = anchor;; anchor < here ? ++at : --at) {
      if (entryOf(*at) >= 0) view.entries.push_back(static_cast<std::size_t>(entryOf(*at)));
      if (at == here) break;
    }
  } else if (io.KeyCtrl && entry >= 0) {
    if (std::erase(view.entries, static_cast<std::size_t>(entry)) == 0) view.entries.push_back(static_cast<std::size_t>(entry));
    panel.anchor = node;
  } else {
    view.entries.clear();
    if (entry >= 0) view.entries.push_back(static_cast<std::size_t>(entry));
    panel.anchor = node;
  }
  view.unpack_whole = false;
  panel.revealed = view.entries.empty() ? ~0ull : view.entries.back();
  panel.wants_preview = !view.entries.empty();
}

void drawDetailCells(const BundleNode& node, const TreeEntry* entry) {
  ImGui::PushFont(fontOf(FontRole::kMono));
  const bool file = entry != nullptr && !node.folder;
  const std::array<std::string, 6> cells{humanBytes(node.size),
                                         humanBytes(node.packed),
                                         file ? compressionName(entry->method) : std::string(),
                                         file && entry->has_crc32 ? fmt::format("{:08x}", entry->crc32) : std::string(),
                                         entry != nullptr ? timeText(entry->modified) : std::string(),
                                         file ? fmt::format("{}", entry->offset) : std::string()};
  for (int i = 0; i < static_cast<int>(cells.size()); ++i) {
    if (!ImGui::TableSetColumnIndex(i + 1)) continue;
    if (node.folder) ImGui::PushStyleColor(ImGuiCol_Text, ImGui::GetStyleColorVec4(ImGuiCol_TextDisabled));
    if (i < 2 || i == 5) {
      rightAligned(cells[static_cast<std::size_t>(i)]);
    } else {
      ImGui::TextUnformatted(cells[static_cast<std::size_t>(i)].c_str());
    }
    if (node.folder) ImGui::PopStyleColor();
  }
  ImGui::PopFont();
}

/// What the findings say about an entry.
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

void drawName(int at, const Workspace& workspace, const ViewState& view) {
  const Tree& tree = *workspace.bundle;
  const BundleListing& listing = workspace.listing;
  const BundleNode& node = listing.index->nodes[static_cast<std::size_t>(at)];
  const Severity severity = (*listing.severities)[static_cast<std::size_t>(at)];
  const TreeEntry* entry = node.entry >= 0 ? &tree.entries()[static_cast<std::size_t>(node.entry)] : nullptr;
  const bool opened = entry != nullptr && (opens(*entry) || isContainerName(entry->path));
  std::string mark = node.folder ? (isOpen(view.listing.rows, *listing.index, at) ? "▾ " : "▸ ") : opened ? "◆ " : "   ";
  if (entry != nullptr && !node.folder && entry->overlay_role == OverlayRole::kAdded) mark += "+ ";
  if (entry != nullptr && !node.folder && entry->overlay_role == OverlayRole::kReplaces) mark += "≠ ";
  const bool faint = entry != nullptr && (entry->shadowed || (!node.folder && !opened));
  const bool badge = severity >= Severity::kWarning;
  const float badge_width = badge ? ImGui::CalcTextSize("⚠").x + ImGui::GetStyle().ItemSpacing.x : 0;
  const float right = ImGui::GetCursorPosX() + ImGui::GetContentRegionAvail().x;
  if (faint) ImGui::PushStyleColor(ImGuiCol_Text, ImGui::GetStyleColorVec4(ImGuiCol_TextDisabled));
  ImGui::TextUnformatted(mark.c_str());
  ImGui::SameLine(0, 0);
  middleFittedText(std::string(node.name), right - ImGui::GetCursorPosX() - badge_width, entry != nullptr ? entry->path : std::string());
  if (faint) ImGui::PopStyleColor();
  if (!badge) return;
  ImGui::SameLine();
  ImGui::SetCursorPosX(right - badge_width + ImGui::GetStyle().ItemSpacing.x);
  ImGui::TextColored(severityColour(severity, view.theme), "%s", severitySign(severity));
  if (!ImGui::IsItemHovered()) return;
  tooltip(entry != nullptr && !node.folder ? messagesOf(bundleFindings(workspace), entry->path)
                                           : std::string(tr("Something below has a problem.")));
}

/// A double click or Enter: a case or mesh into the scene, a container in place of this one.
void openEntry(const TreeEntry& entry, int index, Outbox& outbox) {
  if (opens(entry)) {
    outbox.request(OpenEntry{static_cast<std::size_t>(index)});
  } else if (!entry.directory && isContainerName(entry.path)) {
    outbox.request(OpenNested{static_cast<std::size_t>(index)});
  }
}

void drawNodeRow(BundlePanel& panel, int at, const Workspace& workspace, ViewState& view, Outbox& outbox) {
  const BundleListing& listing = workspace.listing;
  const BundleNode& node = listing.index->nodes[static_cast<std::size_t>(at)];
  const TreeEntry* entry = node.entry >= 0 ? &workspace.bundle->entries()[static_cast<std::size_t>(node.entry)] : nullptr;
  ImGui::TableNextRow();
  ImGui::TableSetColumnIndex(0);
  const bool clicked = ImGui::Selectable(
      "##node", isSelected(panel, node.entry),
      ImGuiSelectableFlags_SpanAllColumns | ImGuiSelectableFlags_AllowItemOverlap | ImGuiSelectableFlags_AllowDoubleClick);
  const bool twice = clicked && ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left);
  if (clicked && node.folder && !isFiltering(view.listing.rows) && !ImGui::GetIO().KeyCtrl && !ImGui::GetIO().KeyShift) {
    fold(*listing.index, at, isOpen(view.listing.rows, *listing.index, at) ? Fold::kClosed : Fold::kOpen, view);
  }
  if (clicked) {
    select(panel, listing, view, at);
    panel.password.yields = false;
  }
  if (ImGui::BeginPopupContextItem("##menu")) {
    if (ImGui::IsWindowAppearing() && !isSelected(panel, node.entry)) select(panel, listing, view, at);
    drawEntryMenu(panel.wants_extract, workspace, outbox);
    ImGui::EndPopup();
  }
  if (twice && entry != nullptr) openEntry(*entry, node.entry, outbox);
  ImGui::SameLine(0, 0);
  // Deep in the folders the name keeps room; the order of rows still says who is inside whom.
  const float em = ImGui::GetFontSize();
  const float max_indent = std::max(0.0f, ImGui::GetContentRegionAvail().x - em * 6);
  ImGui::SetCursorPosX(ImGui::GetCursorPosX() + std::min(static_cast<float>(node.depth) * em * 0.9f, max_indent));
  drawName(at, workspace, view);
  drawDetailCells(node, entry);
}

/// ↑ ↓ walk through the rows, ← → close and open folders, Enter opens.
void walkByKeys(BundlePanel& panel, const Workspace& workspace, ViewState& view, Outbox& outbox) {
  const BundleListing& listing = workspace.listing;
  const std::vector<int>& rows = *listing.rows;
  if (!ImGui::IsWindowFocused(ImGuiFocusedFlags_RootAndChildWindows) || ImGui::GetIO().WantTextInput || rows.empty()) return;
  const int step = (isPressed(plain(kKeyDown), KeyRepeat::kWhileHeld) ? 1 : 0) - (isPressed(plain(kKeyUp), KeyRepeat::kWhileHeld) ? 1 : 0);
  if (step != 0) {
    const auto anchor = std::ranges::find(rows, panel.anchor);
    const auto last = static_cast<std::ptrdiff_t>(rows.size()) - 1;
    const auto row = anchor == rows.end() ? 0 : std::clamp<std::ptrdiff_t>(anchor - rows.begin() + step, 0, last);
    const int node = rows[static_cast<std::size_t>(row)];
    select(panel, listing, view, node);
    panel.password.yields = true;
    panel.scroll_to = node;
  }
  if (panel.anchor < 0) return;
  const BundleNode& node = listing.index->nodes[static_cast<std::size_t>(panel.anchor)];
  const bool opens_folder = isPressed(plain(kKeyRight));
  if (node.folder && (isPressed(plain(kKeyLeft)) || opens_folder))
    fold(*listing.index, panel.anchor, opens_folder ? Fold::kOpen : Fold::kClosed, view);
  if (isPressed(plain(kKeyEnter)) && node.entry >= 0) {
    openEntry(workspace.bundle->entries()[static_cast<std::size_t>(node.entry)], node.entry, outbox);
  }
}

void followSorting(ListingRequest& listing) {
  ImGuiTableSortSpecs* specs = ImGui::TableGetSortSpecs();
  if (specs == nullptr || !specs->SpecsDirty) return;
  specs->SpecsDirty = false;
  listing.rows.column = specs->SpecsCount > 0 ? static_cast<BundleColumn>(specs->Specs[0].ColumnIndex) : BundleColumn::kName;
  listing.rows.descending = specs->SpecsCount > 0 && specs->Specs[0].SortDirection == ImGuiSortDirection_Descending;
  listing.change();
}

void drawTree(BundlePanel& panel, const Workspace& workspace, ViewState& view, Outbox& outbox, float height) {
  constexpr ImGuiTableFlags kFlags = ImGuiTableFlags_Resizable | ImGuiTableFlags_Hideable | ImGuiTableFlags_RowBg |
                                     ImGuiTableFlags_ScrollX | ImGuiTableFlags_ScrollY | ImGuiTableFlags_BordersInnerV |
                                     ImGuiTableFlags_SizingFixedFit | ImGuiTableFlags_Sortable | ImGuiTableFlags_SortTristate;
  // The name gets what the size leaves of a narrow panel; the other columns are reached by scrolling.
  const float em = ImGui::GetFontSize();
  const float size_column = kColumns[1].width_em * em + ImGui::GetStyle().CellPadding.x * 4 + ImGui::GetStyle().ScrollbarSize;
  const float name_width = std::max(5.5f * em, std::min(kColumns[0].width_em * em * 1.6f, ImGui::GetContentRegionAvail().x - size_column));
  if (!ImGui::BeginTable("##tree", static_cast<int>(kColumns.size()), kFlags, {0, height})) return;
  ImGui::TableSetupScrollFreeze(0, 1);
  for (std::size_t i = 0; i < kColumns.size(); ++i) {
    ImGui::TableSetupColumn(tr(kColumns[i].name), ImGuiTableColumnFlags_WidthFixed | (i == 0 ? ImGuiTableColumnFlags_NoHide : 0),
                            i == 0 ? name_width : kColumns[i].width_em * em);
  }
  ImGui::TableHeadersRow();
  followSorting(view.listing);
  walkByKeys(panel, workspace, view, outbox);
  const std::vector<int>& rows = *workspace.listing.rows;
  ImGuiListClipper clipper;
  clipper.Begin(static_cast<int>(rows.size()));
  while (clipper.Step()) {
    for (int row = clipper.DisplayStart; row < clipper.DisplayEnd; ++row) {
      const int node = rows[static_cast<std::size_t>(row)];
      ImGui::PushID(node);
      drawNodeRow(panel, node, workspace, view, outbox);
      ImGui::PopID();
    }
  }
  scrollTo(panel, workspace.listing, view);
  ImGui::EndTable();
}

void drawFilter(ListingRequest& listing) {
  const float em = ImGui::GetFontSize();
  const float combo = std::min(em * 5.5f, ImGui::GetContentRegionAvail().x * 0.4f);
  ImGui::SetNextItemWidth(ImGui::GetContentRegionAvail().x - combo - ImGui::GetStyle().ItemSpacing.x);
  if (ImGui::InputTextWithHint("##filter", tr("Filter"), &listing.rows.filter)) listing.change();
  ImGui::SameLine();
  ImGui::SetNextItemWidth(combo);
  const auto chosen = static_cast<std::size_t>(listing.rows.kind);
  if (!ImGui::BeginCombo("##kind", tr(kFilterKinds[chosen]))) return;
  for (std::size_t i = 0; i < kFilterKinds.size(); ++i) {
    if (!ImGui::Selectable(trId(kFilterKinds[i]).c_str(), i == chosen)) continue;
    listing.rows.kind = static_cast<BundleFilterKind>(i);
    listing.change();
  }
  ImGui::EndCombo();
}

std::string problemsText(std::ptrdiff_t errors, std::ptrdiff_t warnings) {
  std::string text;
  if (errors > 0) text = trf(errors == 1 ? "{} error" : "{} errors", errors);
  if (warnings > 0) text += (text.empty() ? "" : ", ") + trf(warnings == 1 ? "{} warning" : "{} warnings", warnings);
  return text;
}

/// How many problems there are; a click shows them.
void drawProblemCount(BundlePanel& panel, const std::vector<Finding>& findings, Theme theme) {
  const auto count = [&](Severity severity) { return std::ranges::count(findings, severity, &Finding::severity); };
  const auto errors = count(Severity::kError), warnings = count(Severity::kWarning);
  if (errors + warnings == 0) {
    ImGui::TextDisabled("%s", findings.empty() ? tr("Nothing was found wrong.") : tr("Only notes, no warnings."));
    return;
  }
  const Severity worst = errors > 0 ? Severity::kError : Severity::kWarning;
  ImGui::PushStyleColor(ImGuiCol_Text, severityColour(worst, theme));
  const std::string text = fmt::format("{} {}###problems", severitySign(worst), problemsText(errors, warnings));
  if (ImGui::Selectable(text.c_str())) panel.wants_problems = true;
  ImGui::PopStyleColor();
  tooltip(tr("Show the list of problems."));
}

/// While a large bundle's tree is being built.
void drawWaiting(const Workspace& workspace) {
  double share = 0;
  for (const JobStatus& job : workspace.jobs->running()) {
    if (job.slot == kListingSlot) share = std::max(job.share, 0.0);
  }
  ImGui::TextDisabled("%s", trf("Sorting {} entries into folders…", workspace.bundle->entries().size()).c_str());
  ImGui::ProgressBar(static_cast<float>(share), {std::min(ImGui::GetFontSize() * 16, ImGui::GetContentRegionAvail().x), 0});
}

}  // namespace

void drawBundlePanel(BundlePanel& panel, const Workspace& workspace, ViewState& view, Outbox& outbox) {
  if (workspace.bundle == nullptr) {
    panel.index = nullptr;
    paragraph(
        tr("No bundle open. Open a .zip or .obb with File > Open, or drop one on the window: its cases and meshes "
           "open straight from it."));
    return;
  }
  const Tree& tree = *workspace.bundle;
  drawBundleHead(panel.password, workspace, view.theme, outbox);
  if (tree.locked()) {
    paragraph(tr("The contents are encrypted. Give the password to see them:"));
    drawPassword(panel.password, workspace, outbox);
  }
  if (workspace.listing.source.tree != workspace.bundle) return drawWaiting(workspace);
  followIndex(panel, workspace);
  followSelection(panel, workspace, view);
  reveal(panel, view);
  drawFilter(view.listing);
  const float below = ImGui::GetFrameHeightWithSpacing();
  drawTree(panel, workspace, view, outbox, std::max(ImGui::GetTextLineHeight() * 4, ImGui::GetContentRegionAvail().y - below));
  drawProblemCount(panel, bundleFindings(workspace), view.theme);
}

}  // namespace sepax
