#pragma once

#include "bundle/tree.h"
#include "session/bundle/bundle_state.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace sepax {

struct Host;

/// The effect of an edit on a bundle.
struct EditPreview {
  enum class Kind { kReplaced, kAdded, kRemoved, kNothing } kind = Kind::kNothing;
  std::size_t files = 0;  ///< that are removed or replaced
  std::uint64_t old_size = 0, new_size = 0;
};
[[nodiscard]] EditPreview previewEdit(const Tree& tree, const EntryEdit& edit);

/// Whether entries of the shown bundle can be changed: it is one file, a ZIP or a disk image, and not inside another.
[[nodiscard]] bool canEdit(const BundleState& state);

/// The edit that waits for an entry of this path in the shown bundle; null: none.
[[nodiscard]] const EntryEdit* editOf(const BundleState& state, const std::string& path);

/// Adds an edit; one of the same path is given up for it.
void stageEdit(std::vector<EntryEdit>& edits, EntryEdit edit);

/// Notes the edits as they are before a change of one at this path, which undo takes back.
void keepEdits(BundleFiles& files, const std::string& path);
/// Goes a step of the edits back, or forward again.
void undoEdit(BundleFiles& files);
void redoEdit(BundleFiles& files);

/// Whether an undo or redo is about the bundle's edits: it is looked at, or the scene has no change for that.
[[nodiscard]] bool undoesEdit(const BundleState& state, const Host& host);
[[nodiscard]] bool redoesEdit(const BundleState& state, const Host& host);

/// True when a bundle that is open, shown or not, has edits that were not written.
[[nodiscard]] bool hasEdits(const BundleState& state);

/// A form that a mesh can have in the scene: itself, or a volume around it.
struct AddedShape {
  const char* name;
  const char* label;    ///< as a person reads the name, a key of tr()
  const char* summary;  ///< a key of tr(), too
};
[[nodiscard]] const std::vector<AddedShape>& addedShapes();

}  // namespace sepax
