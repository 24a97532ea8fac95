#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace sepax {

enum class BundleColumn { kName, kSize, kPacked, kMethod, kCrc, kModified, kOffset };

/// What the filter keeps besides its text.
enum class BundleFilterKind { kAll, kMeshes, kPictures, kCases, kTexts, kSounds, kProblems };

struct BundleRows {
  std::string filter;  ///< part of a path, in any case; empty: all
  BundleFilterKind kind = BundleFilterKind::kAll;
  BundleColumn column = BundleColumn::kName;
  bool descending = false;
  std::vector<bool> open = {};  ///< folders, by node; empty: all of a small container, none of a large one
};

/// What is wanted of the rows of the open bundle; whoever changes them calls `change()`.
struct ListingRequest {
  BundleRows rows;
  std::uint64_t revision = 0;
  void change() { ++revision; }
};

}  // namespace sepax
