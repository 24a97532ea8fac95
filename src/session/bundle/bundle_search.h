#pragma once

#include "bundle/byte_search.h"
#include "bundle/tree.h"
#include "core/progress.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace sepax {

struct Workspace;

/// A place in a bundle at which something was found.
struct BundleMatch {
  std::size_t entry = 0;
  std::uint64_t offset = 0;  ///< of the first byte, in the entry
  std::uint64_t line = 0;    ///< from 1; 0 where the entry is no text
  std::string around;        ///< what stands there, for a reader: the rest of its line, valid UTF-8
};

struct BundleMatches {
  std::vector<BundleMatch> matches;  ///< in the order of the entries
  std::size_t entries = 0;           ///< that were looked through
  std::size_t entries_with = 0;      ///< that have matches
  std::vector<std::size_t> unread;   ///< entries that could not be read to their end: encrypted or damaged
  bool cut = false;                  ///< there are more than are listed
};

/// At most so many places of one entry, and of all, are listed.
inline constexpr std::size_t kMaxEntryMatches = 200, kMaxBundleMatches = 10'000;

/// Looks through the bytes of every entry that is read by its path, piece by piece, whatever its size. A sink that says
/// no ends it early.
[[nodiscard]] BundleMatches searchTree(const Tree& tree, const Needle& needle, const ProgressSink& progress = {});

/// The last search in the open bundle, and its matches.
struct BundleSearch {
  std::shared_ptr<const Tree> tree;
  Needle needle;
  std::string typed;
  std::shared_ptr<const BundleMatches> found;  ///< null: not asked for
};

/// Looks for what was typed (bytesOrText) in the background; a search before is given up.
void startSearching(Workspace& workspace, const std::string& typed);

}  // namespace sepax
