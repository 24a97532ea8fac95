#include "ui/bundle/entry_menu.h"

#include "bundle/open/open_container.h"
#include "core/language.h"
#include "format/case_keys.h"
#include "media/model_import.h"
#include "session/bundle/bundle_files.h"
#include "session/bundle/bundle_nodes.h"
#include "session/bundle/editing.h"
#include "session/bundle/preview.h"
#include "session/workspace.h"
#include "ui/bundle/bundle_head.h"
#include "ui/kit/widgets.h"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <iterator>
#include <vector>

namespace sepax {

bool opens(const TreeEntry& entry) { return !entry.directory && (isCaseName(entry.path) || isMeshName(entry.path)); }

void takeDroppedMeshes(const Workspace& workspace, Outbox& outbox) {
  if (!ImGui::BeginDragDropTarget()) return;
  if (ImGui::AcceptDragDropPayload(kDraggedMeshes) != nullptr && workspace.bundle != nullptr) {
    AddEntries dropped{.entries = {}, .shape = "hull"};
    for (const std::size_t index : workspace.view.entries) {
      if (index >= workspace.bundle->entries().size()) continue;
      const TreeEntry& entry = workspace.bundle->entries()[index];
      if (!entry.directory && isMeshName(entry.path)) dropped.entries.push_back(index);
    }
    if (!dropped.entries.empty()) outbox.request(dropped);
  }
  ImGui::EndDragDropTarget();
}

std::string folderOfSelection(const Workspace& workspace) {
  const std::vector<std::size_t>& chosen = workspace.view.entries;
  if (workspace.bundle == nullptr || chosen.empty() || chosen.back() >= workspace.bundle->entries().size()) return {};
  const TreeEntry& last = workspace.bundle->entries()[chosen.back()];
  return last.directory ? last.path : std::string(folderOf(last.path));
}

void removeSelected(const Workspace& workspace, Outbox& outbox) {
  if (!canEdit(workspace)) return;
  EditBundle removals;
  for (const std::size_t index : workspace.view.entries) {
    if (index < workspace.bundle->entries().size())
      removals.edits.push_back({workspace.bundle->entries()[index].path, {}});
  }
  outbox.request(removals);
}

namespace {

/// Items that stage edits, and one that takes those of the selection back.
void drawEditItems(BundlePanel& panel, const Workspace& workspace, const TreeEntry& last, Outbox& outbox) {
  const bool can_edit = canEdit(workspace);
  if (ImGui::MenuItem(trId("Replace…").c_str(), nullptr, false, can_edit && !last.directory))
    panel.wants_file = {last.path, false};
  tooltip(tr("Another file takes the entry's place. Nothing is written before you say so."));
  if (ImGui::MenuItem(trId("Add a file here…").c_str(), nullptr, false, can_edit))
    panel.wants_file = {folderOfSelection(workspace), true};
  if (ImGui::MenuItem(trId("Remove").c_str(), "Del", false, can_edit)) removeSelected(workspace, outbox);
  if (!can_edit)
    tooltip(tr(
        "Only a ZIP or a disk image that is open by itself can be changed: no layers, nothing inside another bundle."));
  const EntryEdit* edit = editOf(workspace, last.path);
  if (edit != nullptr && ImGui::MenuItem(trId("Take back").c_str())) {
    outbox.request(TakeBackEdit{static_cast<std::size_t>(edit - workspace.bundle_files.edits.data())});
  }
}

}  // namespace

void drawEntryMenu(BundlePanel& panel, const Workspace& workspace, ViewState& view, Outbox& outbox) {
  const std::vector<std::size_t>& chosen = workspace.view.entries;
  if (workspace.bundle == nullptr || chosen.empty() || chosen.back() >= workspace.bundle->entries().size()) return;
  const auto& entries = workspace.bundle->entries();
  const TreeEntry& last = entries[chosen.back()];
  std::vector<std::size_t> meshes;
  std::ranges::copy_if(chosen, std::back_inserter(meshes),
                       [&](std::size_t i) { return !entries[i].directory && isMeshName(entries[i].path); });
  if (!last.directory && isCaseName(last.path) && ImGui::MenuItem(trId("Open case").c_str()))
    outbox.request(OpenEntry{chosen.back()});
  if (!last.directory && isContainerName(last.path) && ImGui::MenuItem(trId("Look inside").c_str()))
    outbox.request(OpenNested{chosen.back()});
  if (!last.directory && hasSides(workspace) && ImGui::MenuItem(trId("Side by side").c_str()))
    view.middle = Middle::kSides;
  if (!meshes.empty() && ImGui::BeginMenu(trId("Add to scene as").c_str())) {
    for (const AddedShape& shape : addedShapes()) {
      if (ImGui::MenuItem(trId(shape.label).c_str()))
        outbox.request(AddEntries{.entries = meshes, .shape = shape.name});
      tooltip(tr(shape.summary));
    }
    ImGui::EndMenu();
  }
  const bool can_collide = meshes.size() == 2;
  const auto collide = [&](const char* label, const char* shape, const char* summary) {
    if (ImGui::MenuItem(trId(label).c_str(), nullptr, false, can_collide))
      outbox.request(AddEntries{.entries = meshes, .shape = shape, .as_pair = true});
    tooltip(can_collide ? tr(summary) : tr("Select two meshes with Ctrl+click."));
  };
  if (!meshes.empty()) {
    collide("Collide these two", "mesh", "Both meshes side by side, as they are, with all their hollows.");
    collide("Collide their hulls", "hull",
            "Both become convex hulls side by side, which fill up hollows; their axes are shown.");
    ImGui::Separator();
  }
  if (ImGui::MenuItem(trId("Extract…").c_str())) panel.wants_extract = ExtractRequest::kSelected;
  if (ImGui::MenuItem(trId("Extract all…").c_str())) panel.wants_extract = ExtractRequest::kAll;
  const bool may_open = !last.directory && mayOpenOutside(last.path);
  if (ImGui::MenuItem(trId("Open with the system's program").c_str(), nullptr, false, may_open))
    outbox.request(OpenOutside{chosen.back()});
  tooltip(may_open ? tr("A copy of the entry; changes to it stay outside the bundle.")
                   : tr("Only pictures, sounds, videos, meshes, fonts and plain texts are handed out: nothing that "
                        "could be run."));
  ImGui::Separator();
  drawEditItems(panel, workspace, last, outbox);
  ImGui::Separator();
  if (ImGui::MenuItem(trId("Copy path").c_str())) ImGui::SetClipboardText(last.path.c_str());
  if (!last.directory && ImGui::MenuItem(trId("Copy offset and length").c_str())) {
    ImGui::SetClipboardText(
        fmt::format("{} {}", last.offset, last.in_place ? last.size : last.compressed_size).c_str());
  }
}

}  // namespace sepax
