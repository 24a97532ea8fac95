#pragma once

#include <string>

namespace sepax {

struct BundlePanel;
struct Outbox;
struct TreeEntry;
struct ViewState;
struct Workspace;

/// Commands for the selected entries (open, add to the scene, collide, change, copy), as items of the menu that is
/// being drawn. The panel notes the choices that open a dialog.
void drawEntryMenu(BundlePanel& panel, const Workspace& workspace, ViewState& view, Outbox& outbox);

/// The payload that is dragged from a row of a mesh: the selected entries, to be dropped into the viewport.
inline constexpr const char* kDraggedMeshes = "sepax meshes";
/// Takes them where they are dropped on the item just drawn.
void takeDroppedMeshes(const Workspace& workspace, Outbox& outbox);

/// The folder of the last selected entry, or that entry when it is one; empty at the root.
[[nodiscard]] std::string folderOfSelection(const Workspace& workspace);

/// Stages the removal of the selected entries.
void removeSelected(const Workspace& workspace, Outbox& outbox);

/// True for entries that opening does something with.
[[nodiscard]] bool opens(const TreeEntry& entry);

}  // namespace sepax
