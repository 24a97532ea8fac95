#pragma once

#include "bundle/byte_source.h"
#include "bundle/tree.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

// The numbers of a FAT file system: boot sector and allocation table.

namespace sepax {

/// Where everything is in a volume, by its boot sector. Offsets in bytes from the start of the image.
struct FatVolume {
  std::uint8_t media = 0;  ///< kind of medium
  ContainerKind kind =
      ContainerKind::kFat12;  ///< by the cluster count alone (Microsoft's rule); labels in the sector lie
  std::uint32_t sector_size = 0;
  std::uint32_t cluster_size = 0;
  std::uint64_t table_offset = 0;  ///< of the first copy
  std::uint64_t table_size = 0;    ///< of each copy
  std::uint32_t tables = 0;
  std::uint64_t root_offset = 0;  ///< FAT12 and FAT16: of the root directory
  std::uint32_t root_entries = 0;
  std::uint32_t root_cluster = 0;  ///< FAT32
  std::uint64_t data_offset = 0;   ///< of cluster 2
  std::uint32_t clusters = 0;      ///< they are numbered 2 to clusters + 1
  std::uint64_t size = 0;          ///< by the sector count; the image may be shorter
  bool is_clean = true;            ///< by the boot sector
  std::uint64_t info_offset = 0;   ///< FAT32: of the sector with the count of free clusters, 0 when there is none
  std::string writer;              ///< "fat32lib" (jobb), "mkfs.fat", …
  std::string label;
  std::string type_label;  ///< "FAT16   " without the blanks; informative at best

  [[nodiscard]] std::uint64_t offsetOf(std::uint32_t cluster) const {
    return data_offset + std::uint64_t{cluster - 2} * cluster_size;
  }
  [[nodiscard]] bool isCluster(std::uint32_t cluster) const { return cluster >= 2 && cluster - 2 < clusters; }
};

/// The volume that a boot sector (512 bytes or more) describes, or nullopt when its numbers make none.
[[nodiscard]] std::optional<FatVolume> readFatVolume(std::span<const std::byte> sector);

/// Whether the table's first entry is the kind of medium that the boot sector says, behind ones.
[[nodiscard]] bool beginsWithMedia(const ByteSource& source, const FatVolume& volume);

/// Whether boot sector and table say that the volume was unmounted and its medium never failed. FAT12 has no such word
/// in its table.
[[nodiscard]] bool isClean(const ByteSource& source, const FatVolume& volume);

/// The table's word on a cluster.
struct FatLink {
  enum class Kind { kFree, kNext, kEnd, kBad, kInvalid } kind = Kind::kInvalid;
  std::uint32_t next = 0;
};

/// Reads one copy of the table page by page. Not for several threads at once.
class FatTable {
 public:
  FatTable(const ByteSource& source, const FatVolume& volume, std::uint32_t copy = 0);
  [[nodiscard]] FatLink at(std::uint32_t cluster);

 private:
  /// `length` (at most 4) bytes at an offset within the table as a number, when they are there.
  [[nodiscard]] std::optional<std::uint32_t> number(std::uint64_t offset, std::size_t length);

  const ByteSource& source_;
  const FatVolume& volume_;
  std::uint64_t base_ = 0;
  std::uint64_t page_start_ = 0;
  std::vector<std::byte> page_;
};

}  // namespace sepax
