#pragma once

#include "bundle/tree.h"
#include "core/progress.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
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

/// The CRC-32 of an entry's bytes, all of which are read.
[[nodiscard]] Result<std::uint32_t> sumOfEntry(const Tree& tree, std::size_t index);
/// The CRC-32 of an entry's bytes: the one that the container states, else that of the bytes, which are read for it.
[[nodiscard]] Result<std::uint32_t> contentSum(const Tree& tree, std::size_t index);

struct DiffOptions {
  bool contents_alone = false;  ///< however they are packed
  bool trusts_sums = false;     ///< files of one size and one stated CRC are the same, without being read
  ProgressSink progress = {};   ///< a cancelled comparison gets an unfinished answer
};

/// Compares the winning files of two trees by content and, where that is asked for, by how they are packed. Sizes and
/// stated CRCs that differ are a change; where they agree both files are read and their SHA-256 compared, and one that
/// is damaged is unreadable. Folders are left out: they come and go with their files.
[[nodiscard]] TreeDiff diffTrees(const Tree& before, const Tree& after, const DiffOptions& options = {});

/// The change that bundles laid over each other make to the content of an entry. kNone: a folder, or an entry that a
/// later one of its own bundle replaces. kCovered: a bundle above has the path, too; that entry says what became of the
/// content. kOnlyBelow: no bundle above has it. kUnreadable: either copy is.
enum class LayerChange : std::uint8_t { kNone, kSame, kChanged, kAdded, kOnlyBelow, kCovered, kUnreadable };
/// Whether it is a difference to be shown. An entry that is only below is a difference between versions, not of a
/// patch, which leaves it in place.
[[nodiscard]] constexpr bool isDifference(LayerChange change, bool compared) {
  using enum LayerChange;
  return change == kChanged || change == kAdded || change == kUnreadable || (compared && change == kOnlyBelow);
}

struct LayerEntryChange {
  LayerChange change = LayerChange::kNone;
  std::optional<std::size_t> below = {};  ///< the entry of the overlay that this one covers
};

/// By entry of the overlay of these layers. Contents are the same when size and checksum are; checksums that a bundle
/// does not state are taken of the bytes, of which `progress` is told. A cancelled call gets an unfinished answer.
[[nodiscard]] std::vector<LayerEntryChange> changesOf(std::span<const std::shared_ptr<const Tree>> layers,
                                                      const ProgressSink& progress = {});

/// A row of two texts side by side: the same line on both sides, or what stands there instead.
struct LinePair {
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};
  std::uint32_t left = kNone, right = kNone;  ///< lines; kNone: there is none on this side
  bool is_same = false;
  bool operator==(const LinePair&) const = default;
};

struct LineDiff {
  std::vector<LinePair> rows;
  std::vector<std::size_t> changes;  ///< the first row of each run of changed ones
};

/// Pairs the lines of two texts, given as numbers that are equal for equal lines. Lines that both texts have once are
/// paired first, in the longest order that both keep (patience); between them the shortest edit script is sought
/// (Myers) while it is short enough, and the other lines stand opposite each other.
[[nodiscard]] LineDiff diffLines(std::span<const std::uint64_t> left, std::span<const std::uint64_t> right);

}  // namespace sepax
