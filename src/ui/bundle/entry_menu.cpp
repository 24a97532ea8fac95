#include "ui/bundle/entry_menu.h"

#include "scene/case_detect.h"
#include "scene/mesh_import.h"
#include "session/add_entries.h"
#include "session/bundle_files.h"
#include "session/text.h"
#include "session/workspace.h"
#include "ui/kit/widgets.h"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <iterator>
#include <vector>

namespace sepax {

bool opens(const TreeEntry& entry) { return !entry.directory && (isCaseName(entry.path) || isMeshName(entry.path)); }

void drawEntryMenu(std::optional<ExtractRequest>& wants_extract, const Workspace& workspace, ViewState& view, Outbox& outbox) {
  const std::vector<std::size_t>& chosen = workspace.view.entries;
  if (workspace.bundle == nullptr || chosen.empty() || chosen.back() >= workspace.bundle->entries().size()) return;
  const auto& entries = workspace.bundle->entries();
  const TreeEntry& last = entries[chosen.back()];
  std::vector<std::size_t> meshes;
  std::ranges::copy_if(chosen, std::back_inserter(meshes),
                       [&](std::size_t i) { return !entries[i].directory && isMeshName(entries[i].path); });
  if (!last.directory && isCaseName(last.path) && ImGui::MenuItem(trId("Open case").c_str())) outbox.request(OpenEntry{chosen.back()});
  if (!last.directory && isContainerName(last.path) && ImGui::MenuItem(trId("Look inside").c_str()))
    outbox.request(OpenNested{chosen.back()});
  if (!last.directory && hasSides(workspace) && ImGui::MenuItem(trId("Side by side").c_str())) view.middle = Middle::kSides;
  if (!meshes.empty() && ImGui::BeginMenu(trId("Add to scene as").c_str())) {
    for (const AddedShape& shape : addedShapes()) {
      if (ImGui::MenuItem(trId(shape.name).c_str())) outbox.request(AddEntries{.entries = meshes, .shape = shape.name});
      tooltip(tr(shape.summary));
    }
    ImGui::EndMenu();
  }
  const bool can_collide = meshes.size() == 2;
  if (!meshes.empty()) {
    if (ImGui::MenuItem(trId("Collide these two").c_str(), nullptr, false, can_collide)) {
      outbox.request(AddEntries{.entries = meshes, .shape = "hull", .as_pair = true});
    }
    tooltip(can_collide ? tr("Both become hulls side by side, and their axes are shown.")
                        : tr("Select two meshes with Ctrl+click: both become hulls side by side, and their axes are shown."));
    ImGui::Separator();
  }
  if (ImGui::MenuItem(trId("Extract…").c_str())) wants_extract = ExtractRequest::kSelected;
  if (ImGui::MenuItem(trId("Extract all…").c_str())) wants_extract = ExtractRequest::kAll;
  ImGui::Separator();
  if (ImGui::MenuItem(trId("Copy path").c_str())) ImGui::SetClipboardText(last.path.c_str());
  if (!last.directory && ImGui::MenuItem(trId("Copy offset and length").c_str())) {
    ImGui::SetClipboardText(fmt::format("{} {}", last.offset, last.in_place ? last.size : last.compressed_size).c_str());
  }
}

}  // namespace sepax
