#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace sepax {

/// The kind of a bundle's entry, by its name alone: the entry is not read.
enum class EntryKind : std::uint8_t { kMesh, kPicture, kSound, kVideo, kText, kFont, kCode, kBundle, kOther };
inline constexpr int kEntryKindCount = 9;

/// In the order in which they are wanted when room is scarce.
enum class BundleColumn {
  kName,
  kFolder,
  kSize,
  kKind,
  kRatio,
  kTriangles,
  kModified,
  kPacked,
  kMethod,
  kCrc,
  kOffset
};

/// The filter besides its text lets pass: everything, one kind of entry (in the order of EntryKind), or what is found
/// by other means.
enum class BundleFilterKind {
  kAll,
  kMeshes,
  kPictures,
  kSounds,
  kVideos,
  kTexts,
  kFonts,
  kCode,
  kBundles,
  kOther,
  kCases,
  kProblems,
  kChanges
};
inline constexpr int kFilterKindCount = 13;
[[nodiscard]] constexpr BundleFilterKind filterFor(EntryKind kind) {
  return static_cast<BundleFilterKind>(static_cast<int>(kind) + 1);
}

struct BundleRows {
  std::string filter = {};  ///< part of a path, in any case; empty: all
  BundleFilterKind kind = BundleFilterKind::kAll;
  BundleColumn column = BundleColumn::kName;
  bool descending = false;
  bool flat = false;            ///< the files of all folders as one list
  std::vector<bool> open = {};  ///< folders, by node; empty: all of a small container, none of a large one
};

/// The wanted filter and order of the open bundle's rows; the code that changes them calls `change()`.
struct ListingRequest {
  BundleRows rows;
  BundleRows files{.column = BundleColumn::kSize, .descending = true, .flat = true};
  std::uint64_t revision = 0;
  void change() { ++revision; }
};

}  // namespace sepax
