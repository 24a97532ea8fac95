#pragma once

#include "bundle/tree.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace sepax {

struct WriteBundle;
struct Workspace;

/// A change to a bundle that waits to be written.
struct EntryEdit {
  std::string path;  ///< an entry; without a file also a folder, with all that is in it
  std::string file;  ///< on disk, that takes its place or is added; empty: it is removed
  bool operator==(const EntryEdit&) const = default;
};

/// The effect of an edit on a bundle.
struct EditPreview {
  enum class Kind { kReplaced, kAdded, kRemoved, kNothing } kind = Kind::kNothing;
  std::size_t files = 0;  ///< that are removed or replaced
  std::uint64_t old_size = 0, new_size = 0;
};
[[nodiscard]] EditPreview previewEdit(const Tree& tree, const EntryEdit& edit);

/// Whether entries of the shown bundle can be changed: it is one file, a ZIP or a disk image, and not inside another.
[[nodiscard]] bool canEdit(const Workspace& workspace);

/// The edit that waits for an entry of this path in the shown bundle; null: none.
[[nodiscard]] const EntryEdit* editOf(const Workspace& workspace, const std::string& path);

/// Adds an edit; one of the same path is given up for it.
void stageEdit(std::vector<EntryEdit>& edits, EntryEdit edit);

/// True when a bundle that is open, shown or not, has edits that were not written.
[[nodiscard]] bool hasEdits(const Workspace& workspace);

/// Writes the shown bundle anew with its edits, by a job: into its own file, which is opened again, or into another
/// one.
void startWriting(Workspace& workspace, const WriteBundle& request);

}  // namespace sepax
