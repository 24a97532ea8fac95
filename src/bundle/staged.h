#pragma once

#include "bundle/tree.h"

#include <memory>
#include <span>
#include <string>

namespace sepax {

/// A change that waits to be written.
struct StagedEntry {
  std::string path;  ///< an entry; without a file also a folder, with all that is in it
  std::string file;  ///< on disk, that takes its place or is added; empty: it is removed
  bool operator==(const StagedEntry&) const = default;
};

/// A bundle as it will be once the changes are written: what they remove is shadowed, what they replace keeps its index
/// and has the new size and bytes, what they add follows. Files are read when they are asked for; one that cannot be
/// opened now leaves the entry as it was.
[[nodiscard]] std::shared_ptr<const Tree> stagedTree(std::shared_ptr<const Tree> base,
                                                     std::span<const StagedEntry> staged);

/// Whether a path is this one or lies below it.
[[nodiscard]] bool isOrHolds(const std::string& above, const std::string& path);

}  // namespace sepax
