#pragma once

#include "session/bundle_nodes.h"

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace sepax {

struct Outbox;
struct ViewState;
struct Workspace;

enum class ExtractRequest { kAll, kSelected };

/// What the Bundle panel remembers between frames.
struct BundlePanel {
  std::string password;                      ///< being typed
  std::shared_ptr<const BundleNodes> index;  ///< that the nodes below are of
  int anchor = -1;                           ///< node that Shift+click selects from
  int scroll_to = -1;                        ///< node that is to be brought into sight
  std::size_t revealed = ~0ull;              ///< entry that was last brought there
  std::vector<std::size_t> selection;        ///< what `is_selected` was made from
  std::vector<bool> is_selected;             ///< by entry
  bool wants_preview = false;                ///< an entry was chosen: the shell shows the Preview panel
  bool wants_problems = false;
  std::optional<ExtractRequest> wants_extract;  ///< likewise the dialog
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
