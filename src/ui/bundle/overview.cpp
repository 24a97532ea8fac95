#include "ui/bundle/overview.h"

#include "core/language.h"
#include "core/text.h"
#include "session/bundle/bundle_files.h"
#include "session/bundle/bundle_nodes.h"
#include "session/host/opened_case.h"
#include "session/workspace.h"
#include "ui/bundle/entry_table.h"
#include "ui/bundle/panel_bundle.h"
#include "ui/kit/theme.h"
#include "ui/kit/widgets.h"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace sepax {

namespace {

constexpr std::size_t kCopiesShown = 12;

void heading(const char* text, const std::string& detail = {}) {
  ImGui::Spacing();
  inFont(FontRole::kBold, [&] { ImGui::TextUnformatted(tr(text)); });
  if (detail.empty()) return;
  ImGui::SameLine();
  inColour(faint(), [&] { fittedText(detail); });
}

/// A row of a table that can be clicked anywhere; its first cell is next.
bool clickableRow(int id) {
  ImGui::TableNextRow();
  ImGui::TableNextColumn();
  ImGui::PushID(id);
  const bool clicked =
      listRow("##row", false, ImGuiSelectableFlags_SpanAllColumns | ImGuiSelectableFlags_AllowItemOverlap);
  ImGui::PopID();
  ImGui::SameLine(0, 0);
  return clicked;
}

void cell(const std::string& text) {
  ImGui::TableNextColumn();
  inFont(FontRole::kMono, [&] { rightAligned(text); });
}

void fixedColumn(const char* name, float width_em) {
  ImGui::TableSetupColumn(tr(name), ImGuiTableColumnFlags_WidthFixed, width_em * ImGui::GetFontSize());
}

/// A bar as long as a part of a whole, in the rest of the cell.
void shareBar(std::uint64_t part, std::uint64_t whole, Colour colour) {
  ImGui::TableNextColumn();
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  const float height = ImGui::GetTextLineHeight(), room = ImGui::GetContentRegionAvail().x;
  const float width =
      room * static_cast<float>(static_cast<double>(part) / static_cast<double>(std::max<std::uint64_t>(whole, 1)));
  ImGui::GetWindowDrawList()->AddRectFilled({corner.x, corner.y + height * 0.25f},
                                            {corner.x + std::max(width, 1.0f), corner.y + height * 0.8f},
                                            toImGui(colour), 2);
}

void drawKinds(const BundleOverview& overview, ViewState& view) {
  heading("Kinds");
  if (!ImGui::BeginTable("##kinds", 5, ImGuiTableFlags_RowBg)) return;
  fixedColumn("Kind", 5);
  fixedColumn("Files", 3.6f);
  fixedColumn("Size", 4.6f);
  fixedColumn("Packed", 4);
  ImGui::TableSetupColumn("##share", ImGuiTableColumnFlags_WidthStretch);
  ImGui::TableHeadersRow();
  for (const KindSum& sum : overview.kinds) {
    if (clickableRow(static_cast<int>(sum.kind))) {
      view.listing.files.kind = filterFor(sum.kind);
      view.listing.files.filter.clear();
      view.listing.change();
      view.middle = Middle::kFiles;
    }
    ImGui::TextUnformatted(tr(entryKindNames(sum.kind)));
    cell(fmt::format("{}", sum.files));
    cell(humanBytes(sum.size));
    cell(sum.size > 0 ? percent(sum.size, sum.packed) : "");
    shareBar(sum.size, overview.kinds.front().size, paletteOf(view.theme).a);
  }
  ImGui::EndTable();
}

/// The name, its folder faint behind it as far as there is room.
void nameAndFolder(const std::string& path) {
  const std::string name = fileNameOf(path), folder(folderOf(path));
  const float room = ImGui::GetContentRegionAvail().x;
  const float wide = ImGui::CalcTextSize(name.c_str()).x, gap = ImGui::GetFontSize() * 0.6f;
  middleFittedText(name, room, path);
  if (folder.empty() || room - wide - gap < ImGui::GetFontSize() * 3) return;
  ImGui::SameLine(0, gap);
  inColour(faint(), [&] { middleFittedText(folder, room - wide - gap, path); });
}

void choose(BundlePanel& panel, ViewState& view, std::vector<std::size_t> entries) {
  view.entries = std::move(entries);
  view.unpack_whole = false;
  panel.wants_preview = true;
}

void drawLargest(BundlePanel& panel, const BundleOverview& overview, const std::vector<TreeEntry>& entries,
                 ViewState& view) {
  heading("Largest files");
  if (!ImGui::BeginTable("##largest", 3, ImGuiTableFlags_RowBg)) return;
  ImGui::TableSetupColumn(tr("Name"), ImGuiTableColumnFlags_WidthStretch);
  fixedColumn("Size", 4.6f);
  fixedColumn("Packed", 4);
  ImGui::TableHeadersRow();
  for (const std::size_t index : overview.largest) {
    const TreeEntry& entry = entries[index];
    if (clickableRow(static_cast<int>(index))) choose(panel, view, {index});
    nameAndFolder(entry.path);
    cell(humanBytes(entry.size));
    cell(entry.size > 0 ? percent(entry.size, entry.compressed_size) : "");
  }
  ImGui::EndTable();
}

void drawCopies(BundlePanel& panel, const BundleOverview& overview, const std::vector<TreeEntry>& entries,
                ViewState& view) {
  heading("Same content twice",
          overview.copies.empty() ? std::string() : trf("{} to be saved", humanBytes(overview.spare)));
  if (overview.not_compared > 0) {
    paragraph(trn("{} file of equal size was not compared: it could not be read, or was too much to read.",
                  "{} files of equal size were not compared: they could not be read, or were too much to read.",
                  overview.not_compared));
  }
  if (overview.copies.empty()) {
    ImGui::TextDisabled("%s", tr("No content is there twice."));
    return;
  }
  if (!ImGui::BeginTable("##copies", 3, ImGuiTableFlags_RowBg)) return;
  ImGui::TableSetupColumn(tr("Name"), ImGuiTableColumnFlags_WidthStretch);
  fixedColumn("Copies", 4.2f);
  fixedColumn("Each", 4.6f);
  ImGui::TableHeadersRow();
  for (std::size_t i = 0; i < std::min(overview.copies.size(), kCopiesShown); ++i) {
    const Copies& copies = overview.copies[i];
    if (clickableRow(static_cast<int>(i))) choose(panel, view, copies.entries);
    nameAndFolder(entries[copies.entries.front()].path);
    cell(fmt::format("{}", copies.entries.size()));
    cell(humanBytes(copies.size));
  }
  ImGui::EndTable();
  if (overview.copies.size() > kCopiesShown)
    ImGui::TextDisabled("%s", trf("and {} more", overview.copies.size() - kCopiesShown).c_str());
}

void drawProblems(BundlePanel& panel, const Workspace& workspace, ViewState& view, Outbox& outbox) {
  heading("Problems");
  std::map<FindingKind, std::size_t> counts;
  for (const Finding& finding : bundleFindings(workspace)) ++counts[finding.kind];
  std::vector<std::pair<FindingKind, std::size_t>> rows(counts.begin(), counts.end());
  std::ranges::stable_sort(rows, std::ranges::greater{}, [](const auto& row) { return codeOf(row.first).severity; });
  const bool verified = workspace.bundle_files.verified != nullptr;
  if (rows.empty())
    ImGui::TextDisabled("%s", verified ? cleanText(workspace).c_str() : tr("The directory is in order."));
  if (!rows.empty() && ImGui::BeginTable("##kinds_of_problems", 2, ImGuiTableFlags_RowBg)) {
    ImGui::TableSetupColumn("##count", ImGuiTableColumnFlags_WidthFixed, 4 * ImGui::GetFontSize());
    ImGui::TableSetupColumn("##what", ImGuiTableColumnFlags_WidthStretch);
    for (const auto& [kind, count] : rows) {
      const FindingCode& code = codeOf(kind);
      if (clickableRow(static_cast<int>(kind))) {
        panel.wants_problems = true;
        panel.problems_filter = std::string(code.code);
      }
      ImGui::TextColored(severityColour(code.severity, view.theme), "%s %zu", severitySign(code.severity), count);
      ImGui::TableNextColumn();
      fittedText(tr(code.meaning), {}, tr(code.meaning));
    }
    ImGui::EndTable();
  }
  if (verified) return;
  if (ImGui::Button(trId("Verify").c_str())) outbox.request(VerifyBundle{});
  tooltip(tr("Read every entry to its end and compare sizes and checksums, in the background."));
}

std::string summary(const Tree& tree, const BundleOverview& overview) {
  std::string text = trn("{} file", "{} files", overview.files) + " · " + humanBytes(overview.size);
  if (overview.packed != overview.size) {
    text += " · " + trf("packed {}",
                        fmt::format("{} ({})", humanBytes(overview.packed), percent(overview.size, overview.packed)));
  }
  if (tree.bytes() != nullptr) text += " · " + trf("{} on disk", humanBytes(tree.bytes()->size()));
  return text;
}

}  // namespace

void drawOverview(BundlePanel& panel, const Workspace& workspace, ViewState& view, Outbox& outbox) {
  const Tree& tree = *workspace.bundle;
  inFont(FontRole::kBold, [&] { middleFittedText(tree.name()); });
  paragraph(tree.description());
  if (tree.locked()) return paragraph(tr("The contents are encrypted. Give the password to see them:"));
  const BundleOverview* overview = workspace.overview.made.get();
  if (overview == nullptr || workspace.overview.tree != workspace.bundle) {
    ImGui::TextDisabled("%s", tr("looking…"));
    return;
  }
  paragraph(summary(tree, *overview));
  const std::vector<TreeEntry>& entries = tree.entries();
  const bool wide = ImGui::GetContentRegionAvail().x > ImGui::GetFontSize() * 48;
  if (!ImGui::BeginTable("##halves", wide ? 2 : 1, ImGuiTableFlags_SizingStretchSame)) return;
  ImGui::TableNextRow();
  ImGui::TableNextColumn();
  drawKinds(*overview, view);
  drawProblems(panel, workspace, view, outbox);
  ImGui::TableNextColumn();
  drawLargest(panel, *overview, entries, view);
  drawCopies(panel, *overview, entries, view);
  ImGui::EndTable();
}

void drawFileList(BundlePanel& panel, const Workspace& workspace, ViewState& view, Outbox& outbox) {
  if (!followBundle(panel, workspace, view) || workspace.listing.files == nullptr) {
    ImGui::TextDisabled("%s", tr("looking…"));
    return;
  }
  drawEntryFilter(view.listing.files, view.listing);
  const std::vector<int>& rows = *workspace.listing.files;
  const float below = ImGui::GetTextLineHeightWithSpacing();
  drawEntryTable(panel, TableForm::kFlat, workspace, view, outbox, ImGui::GetContentRegionAvail().y - below);
  std::uint64_t size = 0;
  std::size_t files = 0;
  for (const int row : rows) {
    const BundleNode& node = workspace.listing.index->nodes[static_cast<std::size_t>(row)];
    if (workspace.bundle->entries()[static_cast<std::size_t>(node.entry)].shadowed) continue;
    size += node.size;
    ++files;
  }
  ImGui::TextDisabled("%s", (trn("{} file", "{} files", files) + " · " + humanBytes(size)).c_str());
}

}  // namespace sepax
