#include "ui/panel_bundle.h"

#include "scene/mesh_import.h"
#include "ui/fonts.h"
#include "ui/open.h"
#include "ui/text.h"
#include "ui/theme.h"
#include "ui/widgets.h"

#include <imgui.h>
#include <imgui_stdlib.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <unordered_map>

namespace sepax {

namespace {

constexpr std::size_t kDeepestFolder = 64;  ///< a name may hold 32 000 slashes; below this level they are part of a file's name
constexpr int kOpenUpTo = 200;              ///< larger containers start with their folders closed

/// A folder of the tree while it is being built.
struct Builder {
  struct Folder {
    std::string name;
    int entry = -1;
    std::vector<int> folders;  ///< indices into `folders`
    std::vector<int> files;    ///< entries
  };
  std::vector<Folder> folders{Folder{}};
  std::unordered_map<std::string, int> by_path{{"", 0}};

  int folderOf(const std::string& path) {
    if (const auto found = by_path.find(path); found != by_path.end()) return found->second;
    // Upwards to a folder that is known, then down again: paths may be as deep as they like.
    std::vector<std::string> missing{path};
    int parent = 0;
    while (true) {
      const std::string& last = missing.back();
      const std::size_t slash = last.find_last_of('/');
      const std::string above = slash == std::string::npos ? std::string() : last.substr(0, slash);
      if (const auto found = by_path.find(above); found != by_path.end()) {
        parent = found->second;
        break;
      }
      missing.push_back(above);
    }
    for (auto it = missing.rbegin(); it != missing.rend(); ++it) {
      const int index = static_cast<int>(folders.size());
      folders.push_back({it->substr(it->find_last_of('/') + 1), -1, {}, {}});
      folders[static_cast<std::size_t>(parent)].folders.push_back(index);
      by_path.emplace(*it, index);
      parent = index;
    }
    return parent;
  }
};

/// What follows the last slash, or the slash of the deepest folder that is shown as one.
std::string_view nameOf(const std::string& path) {
  std::size_t start = 0;
  for (std::size_t level = 0; level < kDeepestFolder; ++level) {
    const std::size_t slash = path.find('/', start);
    if (slash == std::string::npos) break;
    start = slash + 1;
  }
  return std::string_view(path).substr(start);
}

void updateRows(BundlePanel& panel, const Tree& tree) {
  if (panel.nodes_of != &tree) {
    panel.nodes = bundleNodes(tree.entries());
    panel.nodes_of = &tree;
    panel.selected = -1;
    panel.rows_outdated = true;
  }
  if (panel.rows_filter != panel.filter) {
    panel.rows_filter = panel.filter;
    panel.rows_outdated = true;
  }
  if (!panel.rows_outdated) return;
  panel.rows_outdated = false;
  panel.rows.clear();
  const auto count = static_cast<int>(panel.nodes.size());
  std::vector<bool> shown(panel.nodes.size(), panel.filter.empty());
  if (!panel.filter.empty()) {
    // A node stays when its path has the filter's text; its folders stay with it.
    for (int i = count - 1; i >= 0; --i) {
      const BundleNode& node = panel.nodes[static_cast<std::size_t>(i)];
      const bool match = node.entry >= 0 ? tree.entries()[static_cast<std::size_t>(node.entry)].path.find(panel.filter) != std::string::npos
                                         : node.name.find(panel.filter) != std::string::npos;
      if (match) shown[static_cast<std::size_t>(i)] = true;
      if (shown[static_cast<std::size_t>(i)] && node.parent >= 0) shown[static_cast<std::size_t>(node.parent)] = true;
    }
  }
  int closed_depth = -1;  // nodes deeper than this hide in a closed folder
  for (int i = 0; i < count; ++i) {
    const BundleNode& node = panel.nodes[static_cast<std::size_t>(i)];
    if (closed_depth >= 0 && node.depth > closed_depth) continue;
    closed_depth = -1;
    if (!shown[static_cast<std::size_t>(i)]) continue;
    panel.rows.push_back(i);
    if (node.folder && !node.open && panel.filter.empty()) closed_depth = node.depth;
  }
}

bool opens(const TreeEntry& entry) { return !entry.directory && (isCaseName(entry.path) || isMeshName(entry.path)); }

struct Column {
  const char* name;
  float width_em;
};
constexpr std::array<Column, 6> kColumns{
    {{"Name", 11}, {"Size", 4.6f}, {"Packed", 4.6f}, {"Method", 5}, {"CRC-32", 5.4f}, {"Changed", 9.5f}}};

void drawDetailCells(const TreeEntry& entry) {
  ImGui::PushFont(fontOf(FontRole::kMono));
  const std::string cells[] = {humanBytes(entry.size), humanBytes(entry.compressed_size), entry.method,
                               entry.has_crc32 ? fmt::format("{:08x}", entry.crc32) : std::string(), entry.modified};
  for (int i = 0; i < 5; ++i) {
    if (!ImGui::TableSetColumnIndex(i + 1)) continue;
    if (i < 2) {
      rightAligned(cells[i]);
    } else {
      ImGui::TextUnformatted(cells[i].c_str());
    }
  }
  ImGui::PopFont();
}

void drawNodeRow(BundlePanel& panel, int index, const Tree& tree, Outbox& outbox) {
  BundleNode& node = panel.nodes[static_cast<std::size_t>(index)];
  const TreeEntry* entry = node.entry >= 0 ? &tree.entries()[static_cast<std::size_t>(node.entry)] : nullptr;
  ImGui::TableNextRow();
  ImGui::TableSetColumnIndex(0);
  const bool selected = node.entry >= 0 && node.entry == panel.selected;
  const bool clicked = ImGui::Selectable(
      "##node", selected,
      ImGuiSelectableFlags_SpanAllColumns | ImGuiSelectableFlags_AllowItemOverlap | ImGuiSelectableFlags_AllowDoubleClick);
  const bool twice = clicked && ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left);
  if (clicked && node.folder) {
    node.open = !node.open;
    panel.rows_outdated = true;
  }
  if (clicked && node.entry >= 0) panel.selected = node.entry;
  if (twice && entry != nullptr && opens(*entry)) outbox.request(OpenEntry{static_cast<std::size_t>(node.entry), false});
  ImGui::SameLine(0, 0);
  ImGui::SetCursorPosX(ImGui::GetCursorPosX() + static_cast<float>(node.depth) * ImGui::GetFontSize() * 0.9f);
  const char* mark = node.folder ? (node.open || !panel.filter.empty() ? "▾ " : "▸ ") : entry != nullptr && opens(*entry) ? "◆ " : "   ";
  const bool faint = entry != nullptr && (entry->shadowed || (!node.folder && !opens(*entry)));
  if (faint) ImGui::PushStyleColor(ImGuiCol_Text, ImGui::GetStyleColorVec4(ImGuiCol_TextDisabled));
  fittedText(mark + node.name, ImGui::GetContentRegionAvail().x);
  if (faint) ImGui::PopStyleColor();
  if (entry != nullptr && !node.folder) drawDetailCells(*entry);
}

void drawTree(BundlePanel& panel, const Tree& tree, Outbox& outbox, float height) {
  constexpr ImGuiTableFlags kFlags = ImGuiTableFlags_Resizable | ImGuiTableFlags_Hideable | ImGuiTableFlags_RowBg |
                                     ImGuiTableFlags_ScrollX | ImGuiTableFlags_ScrollY | ImGuiTableFlags_BordersInnerV |
                                     ImGuiTableFlags_SizingFixedFit;
  // The name gets what the size leaves of a narrow panel; the other columns are reached by scrolling.
  const float em = ImGui::GetFontSize();
  const float size_column = kColumns[1].width_em * em + ImGui::GetStyle().CellPadding.x * 4;
  const float name_width = std::max(8 * em, std::min(kColumns[0].width_em * em, ImGui::GetContentRegionAvail().x - size_column));
  if (!ImGui::BeginTable("##tree", static_cast<int>(kColumns.size()), kFlags, {0, height})) return;
  ImGui::TableSetupScrollFreeze(0, 1);
  for (std::size_t i = 0; i < kColumns.size(); ++i) {
    ImGui::TableSetupColumn(tr(kColumns[i].name), ImGuiTableColumnFlags_WidthFixed | (i == 0 ? ImGuiTableColumnFlags_NoHide : 0),
                            i == 0 ? name_width : kColumns[i].width_em * em);
  }
  ImGui::TableHeadersRow();
  ImGuiListClipper clipper;
  clipper.Begin(static_cast<int>(panel.rows.size()));
  while (clipper.Step()) {
    for (int i = clipper.DisplayStart; i < clipper.DisplayEnd; ++i) {
      const int index = panel.rows[static_cast<std::size_t>(i)];
      ImGui::PushID(index);
      drawNodeRow(panel, index, tree, outbox);
      ImGui::PopID();
    }
  }
  ImGui::EndTable();
}

void detail(const char* name, const std::string& value) {
  if (value.empty()) return;
  ImGui::TableNextRow();
  ImGui::TableNextColumn();
  ImGui::TextDisabled("%s", tr(name));
  ImGui::TableNextColumn();
  ImGui::PushFont(fontOf(FontRole::kMono));
  fittedText(value, ImGui::GetContentRegionAvail().x);
  ImGui::PopFont();
}

void drawEntryDetails(const BundlePanel& panel, const Tree& tree, Outbox& outbox) {
  if (panel.selected < 0 || panel.selected >= static_cast<int>(tree.entries().size())) {
    ImGui::TextWrapped("%s", tr("Double-click a case or a mesh (◆) to open it."));
    return;
  }
  const auto index = static_cast<std::size_t>(panel.selected);
  const TreeEntry& entry = tree.entries()[index];
  if (opens(entry)) {
    if (ImGui::Button(isCaseName(entry.path) ? trId("Open case").c_str() : trId("Add mesh as hull").c_str())) {
      outbox.request(OpenEntry{index, false});
    }
    tooltip(tr("Straight from the bundle: its checksum is tested and nothing is unpacked to disk."));
  }
  if (!ImGui::BeginTable("##details", 2)) return;
  ImGui::TableSetupColumn("name", ImGuiTableColumnFlags_WidthFixed, ImGui::GetFontSize() * 5);
  ImGui::TableSetupColumn("value", ImGuiTableColumnFlags_WidthStretch);
  detail("path", entry.path);
  detail("inside", entry.source);
  if (!entry.directory) {
    detail("size", fmt::format("{} B", entry.size));
    detail("packed", fmt::format("{} B, {}", entry.compressed_size, entry.method));
    detail("offset", fmt::format("{}{}", entry.offset, entry.in_place ? std::string(" · ") + tr("readable in place") : ""));
    if (entry.has_crc32) detail("CRC-32", fmt::format("{:08x}", entry.crc32));
  }
  detail("changed", entry.modified);
  if (entry.encrypted) detail("encrypted", tr("yes"));
  if (entry.shadowed) detail("shadowed", tr("a later entry of the same path wins"));
  ImGui::EndTable();
}

void drawFindings(const Tree& tree, Theme theme) {
  const std::vector<Finding>& findings = tree.findings();
  const std::string title = fmt::format("{} ({})###findings", tr("Findings"), findings.size());
  if (findings.empty() || !sectionHeader(title.c_str())) return;
  const PanelColours& colours = panelColours(theme);
  ImGuiListClipper clipper;
  clipper.Begin(static_cast<int>(findings.size()));
  while (clipper.Step()) {
    for (int i = clipper.DisplayStart; i < clipper.DisplayEnd; ++i) {
      const Finding& finding = findings[static_cast<std::size_t>(i)];
      const bool error = finding.severity == "error", warning = finding.severity == "warning";
      ImGui::PushStyleColor(ImGuiCol_Text, error     ? toImGuiVec(colours.error)
                                           : warning ? toImGuiVec(colours.warning)
                                                     : ImGui::GetStyleColorVec4(ImGuiCol_Text));
      const std::string text = fmt::format("{} {}", error ? "✗" : warning ? "⚠" : "·", finding.code);
      ImGui::TextUnformatted(text.c_str());
      ImGui::PopStyleColor();
      tooltip(finding.path.empty() ? finding.message : finding.path + ": " + finding.message);
      ImGui::SameLine();
      ImGui::PushStyleColor(ImGuiCol_Text, ImGui::GetStyleColorVec4(ImGuiCol_TextDisabled));
      ImGui::TextUnformatted(finding.path.empty() ? finding.message.c_str() : finding.path.c_str());
      ImGui::PopStyleColor();
    }
  }
}

}  // namespace

std::vector<BundleNode> bundleNodes(const std::vector<TreeEntry>& entries) {
  Builder builder;
  for (int i = 0; i < static_cast<int>(entries.size()); ++i) {
    const TreeEntry& entry = entries[static_cast<std::size_t>(i)];
    if (entry.directory && static_cast<std::size_t>(std::ranges::count(entry.path, '/')) < kDeepestFolder) {
      builder.folders[static_cast<std::size_t>(builder.folderOf(entry.path))].entry = i;
      continue;
    }
    const int folder =
        builder.folderOf(entry.path.substr(0, entry.path.size() - std::min(nameOf(entry.path).size() + 1, entry.path.size())));
    builder.folders[static_cast<std::size_t>(folder)].files.push_back(i);
  }
  for (Builder::Folder& folder : builder.folders) {
    std::ranges::sort(folder.folders, {}, [&](int index) { return builder.folders[static_cast<std::size_t>(index)].name; });
    std::ranges::stable_sort(folder.files, {}, [&](int index) { return nameOf(entries[static_cast<std::size_t>(index)].path); });
  }
  // Preorder with a stack of our own: a path may be deeper than the call stack likes.
  std::vector<BundleNode> nodes;
  struct Visit {
    int folder, parent, depth;
  };
  std::vector<std::pair<Visit, bool>> stack{{{0, -1, -1}, false}};
  const bool open = entries.size() <= kOpenUpTo;
  while (!stack.empty()) {
    auto [visit, files_next] = stack.back();
    stack.pop_back();
    const Builder::Folder& folder = builder.folders[static_cast<std::size_t>(visit.folder)];
    if (files_next) {
      for (const int file : folder.files) {
        nodes.push_back(
            {std::string(nameOf(entries[static_cast<std::size_t>(file)].path)), file, false, visit.depth + 1, visit.parent, false});
      }
      continue;
    }
    int own = -1;
    if (visit.folder != 0) {
      own = static_cast<int>(nodes.size());
      nodes.push_back({folder.name, folder.entry, true, visit.depth, visit.parent, open});
    }
    stack.push_back({{visit.folder, own, visit.depth}, true});
    for (auto it = folder.folders.rbegin(); it != folder.folders.rend(); ++it) stack.push_back({{*it, own, visit.depth + 1}, false});
  }
  return nodes;
}

void drawBundlePanel(BundlePanel& panel, const Workspace& workspace, ViewState& view, Outbox& outbox) {
  if (workspace.bundle == nullptr) {
    panel.nodes_of = nullptr;
    ImGui::TextWrapped("%s", tr("No bundle open. Open a .zip or .obb with File > Open, or drop one on the window: its cases and meshes "
                                "open straight from it."));
    return;
  }
  const Tree& tree = *workspace.bundle;
  updateRows(panel, tree);
  fittedText(tree.name(), ImGui::GetContentRegionAvail().x);
  ImGui::PushStyleColor(ImGuiCol_Text, ImGui::GetStyleColorVec4(ImGuiCol_TextDisabled));
  fittedText(trf("{}, {} entries", containerKindName(tree.kind()), tree.entries().size()), ImGui::GetContentRegionAvail().x);
  if (const std::optional<ObbFooter>& footer = tree.footer()) {
    fittedText(trf("OBB footer: {} version {}", footer->package, footer->version), ImGui::GetContentRegionAvail().x);
  }
  ImGui::PopStyleColor();
  ImGui::SetNextItemWidth(-1);
  ImGui::InputTextWithHint("##filter", tr("Filter"), &panel.filter);
  const float details = ImGui::GetTextLineHeightWithSpacing() * (panel.selected >= 0 ? 9.5f : 2.5f) +
                        (tree.findings().empty() ? 0
                                                 : ImGui::GetTextLineHeightWithSpacing() *
                                                       static_cast<float>(std::min<std::size_t>(tree.findings().size(), 4) + 2));
  drawTree(panel, tree, outbox, std::max(ImGui::GetTextLineHeight() * 6, ImGui::GetContentRegionAvail().y - details));
  drawEntryDetails(panel, tree, outbox);
  drawFindings(tree, view.theme);
}

}  // namespace sepax
