#pragma once

#include "bundle/fat/fat_volume.h"
#include "bundle/findings.h"

#include <cstdint>
#include <string>
#include <vector>

namespace sepax {

/// Where an entry's bytes are.
struct FatRecord {
  std::vector<Extent> extents;      ///< together as long as the file; shorter when the chain breaks
  bool is_broken = false;           ///< the chain is too short for the size, or leaves the volume
  std::uint32_t first_cluster = 0;  ///< 0: none, that is an empty file
  std::uint32_t folder =
      0;  ///< first cluster of the folder that lists it; 0: the root of FAT12 and FAT16, whose place is fixed
};

struct FatDirectory {
  std::vector<TreeEntry> entries;
  std::vector<FatRecord> records;  ///< one for each entry
};

/// Walks all folders and all chains of clusters. Every cluster is taken once: loops and files that share clusters end
/// there with a finding, so that time and memory follow the image's real size. `name_encoding` is that of short names.
/// Also compares the copies of the table and counts lost clusters.
inline constexpr int kDeepestFatFolder = 64;
[[nodiscard]] FatDirectory readFatDirectory(const ByteSource& source, const FatVolume& volume,
                                            const OpenOptions& options, FindingCollector& findings);

}  // namespace sepax
