#pragma once

#include "bundle/byte_source.h"
#include "bundle/findings.h"
#include "bundle/name_encoding.h"
#include "bundle/tree.h"

#include <cstddef>
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
  /// Bits of the table for a cluster, and those that count.
  [[nodiscard]] unsigned bits() const {
    return kind == ContainerKind::kFat12 ? 12 : kind == ContainerKind::kFat16 ? 16 : 32;
  }
  [[nodiscard]] std::uint32_t mask() const { return bits() == 32 ? 0x0FFFFFFF : (1u << bits()) - 1; }
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

/// Collects the pieces of a long name, which precede the entry they belong to, last piece first.
class LongName {
 public:
  /// Takes a directory slot of attribute 0x0F (32 bytes). A piece that does not follow the one before starts over.
  void add(std::span<const std::byte> slot);
  void clear() { *this = {}; }
  /// True when pieces were seen at all, complete or not.
  [[nodiscard]] bool isBegun() const { return is_begun_; }
  /// The name in UTF-8 when all pieces are there and belong to `short_name` (11 bytes, by their checksum); lone
  /// surrogates become U+FFFD.
  [[nodiscard]] std::optional<std::string> nameOf(std::span<const std::byte> short_name) const;

 private:
  std::u16string text_;
  unsigned awaited_ = 0;  ///< number of the next piece, 0 when complete
  unsigned checksum_ = 0;
  bool is_begun_ = false;
};

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
