#pragma once

#include "ui/bundle_nodes.h"
#include "ui/workspace.h"

#include <optional>
#include <string>
#include <vector>

namespace sepax {

enum class ExtractWish { kAll, kSelected };

/// What the Bundle panel remembers between frames.
struct BundlePanel {
  BundleRows wanted;
  std::vector<BundleNode> nodes;
  std::vector<int> rows;  ///< visible nodes
  const void* nodes_of = nullptr;
  const void* findings_of = nullptr;
  std::string password;  ///< being typed
  bool rows_outdated = true;
  int anchor = -1;               ///< row that Shift+click selects from
  std::size_t revealed = ~0ull;  ///< entry that was last brought into sight
  int scroll_to = -1;            ///< row
  bool wants_preview = false;    ///< an entry was chosen: the shell shows the Preview panel
  bool wants_problems = false;
  std::optional<ExtractWish> wants_extract;  ///< likewise the dialog
};

/// The open container as a tree: filter, sorting, badges, selection.
void drawBundlePanel(BundlePanel& panel, const Workspace& workspace, ViewState& view, Outbox& outbox);

/// Commands for the selected entries (open, add to the scene, collide, copy), as items of the menu that is being drawn.
void drawEntryMenu(BundlePanel& panel, const Workspace& workspace, Outbox& outbox);

/// A field for a password and the button that opens the bundle with it.
void drawPassword(std::string& password, const Workspace& workspace, Outbox& outbox);

/// True for entries that opening does something with.
[[nodiscard]] bool opens(const TreeEntry& entry);

}  // namespace sepax
