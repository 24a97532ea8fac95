#pragma once

#include "bundle/tree.h"
#include "session/bundle/entry_kind.h"
#include "session/jobs.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace sepax {

struct Workspace;

/// All entries of one kind.
struct KindSum {
  EntryKind kind = EntryKind::kOther;
  std::size_t files = 0;
  std::uint64_t size = 0, packed = 0;
};

/// Entries whose bytes are the same.
struct Copies {
  std::vector<std::size_t> entries;  ///< in the container's order
  std::uint64_t size = 0;            ///< of each
  std::uint64_t spare = 0;           ///< bytes in the container of all but the first
};

/// A bundle's contents at a glance. Entries that a later one of the same path replaces are left out.
struct BundleOverview {
  std::size_t files = 0, folders = 0;
  std::uint64_t size = 0, packed = 0;
  std::vector<KindSum> kinds;        ///< those that occur, the most bytes first
  std::vector<std::size_t> largest;  ///< entries, at most kMaxLargest
  std::vector<Copies> copies;        ///< the most spare bytes first, at most kMaxCopies
  std::size_t spare_files = 0;       ///< all that are copies of an earlier one,
  std::uint64_t spare = 0;           ///< and their bytes in the container
  std::size_t not_compared = 0;      ///< files of equal size that could not be read, or were too many bytes to read
};
inline constexpr std::size_t kMaxLargest = 12, kMaxCopies = 100;

/// Contents are compared by size and checksum; those that the container states are taken as they are, the others are
/// read. A cancelled job gets an unfinished answer.
[[nodiscard]] BundleOverview overviewOf(const Tree& tree, const JobControl& control);

/// The open bundle's overview, made in the background when a panel shows it.
struct OverviewState {
  std::shared_ptr<const Tree> tree;
  std::shared_ptr<const BundleOverview> made;  ///< null: at work
};

/// Starts to make it when it is looked at and not there.
void followOverview(Workspace& workspace);

}  // namespace sepax
