#pragma once

#include "session/bundle/bundle_state.h"
#include "ui/bundle/bundle_head.h"
#include "ui/bundle/extract_dialog.h"

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace sepax {

/// The state of a table of entries between frames.
struct EntryTable {
  int anchor = -1;               ///< node that Shift+click selects from
  int scroll_to = -1;            ///< node that is to be brought into sight
  std::size_t revealed = ~0ull;  ///< entry that was last brought there
};

/// A file that is to be chosen for the bundle.
struct FileRequest {
  std::string path;  ///< of the entry that it replaces, or of the folder that it is added to
  bool adds = false;
};

/// The state of the Bundle panel between frames.
struct BundlePanel {
  PasswordField password;
  std::shared_ptr<const BundleNodes> index;  ///< that the nodes below are of
  EntryTable tree, files;
  std::vector<std::size_t> selection;  ///< what `is_selected` was made from
  std::vector<bool> is_selected;       ///< by entry
  bool wants_preview = false;          ///< an entry was chosen, for the Preview panel
  bool wants_problems = false;
  std::string problems_filter;                  ///< for the Problems panel then
  std::optional<ExtractRequest> wants_extract;  ///< also the dialog
  std::optional<FileRequest> wants_file;        ///< a dialog asks for it,
  FileRequest file_for;                         ///< while it asks,
  std::string picked_file;                      ///< and stages the edit once there is one
  int keys_at = -2;                             ///< last frame in which a table of entries had the keys
  bool wants_edits = false;                     ///< to see what waits to be written
};

}  // namespace sepax
