#pragma once

#include "bundle/tree.h"

#include <cstdint>
#include <string>
#include <vector>

namespace sepax {

/// The change of one path from one bundle to the other.
struct DiffRow {
  enum class Change { kAdded, kRemoved, kChanged, kRepacked, kUnreadable } change = Change::kAdded;
  std::string path;
  std::uint64_t old_size = 0;
  std::uint64_t new_size = 0;
  std::string note;  ///< kRepacked: "stored → deflated"; kUnreadable: why
};
[[nodiscard]] const char* diffChangeName(
    DiffRow::Change change);  ///< "added", "removed", "changed", "repacked", "unreadable"

struct TreeDiff {
  std::vector<DiffRow> rows;  ///< by path; paths of equal content and compression are left out
  std::size_t same = 0;
};

/// The CRC-32 of an entry's bytes: the one that the container states, else that of the bytes, which are read for it.
[[nodiscard]] Result<std::uint32_t> contentSum(const Tree& tree, std::size_t index);

/// Compares the winning files of two trees by content: by size and CRC where both state one (damage is verify's
/// business), else by reading both. Folders are left out: they come and go with their files.
[[nodiscard]] TreeDiff diffTrees(const Tree& before, const Tree& after);

}  // namespace sepax
