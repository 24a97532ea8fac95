#include "bundle/fat/fat_volume.h"

#include "bundle/little_endian.h"
#include "core/text.h"

#include <algorithm>
#include <array>
#include <bit>
#include <string_view>

namespace sepax {

namespace {

constexpr std::uint64_t kPage = 1 << 12, kWholeTable = 1 << 22;
constexpr std::uint32_t kFewestFat16Clusters = 4085, kFewestFat32Clusters = 65525;

std::string trimmed(std::span<const std::byte> bytes) {
  std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  text = text.substr(0, text.find('\0'));
  const std::size_t last = text.find_last_not_of(' ');
  return printableLine(text.substr(0, last == std::string_view::npos ? 0 : last + 1));
}

}  // namespace

std::optional<FatVolume> readFatVolume(std::span<const std::byte> sector) {
  if (sector.size() < 512 || u16At(sector, 510) != 0xAA55) return std::nullopt;
  FatVolume volume;
  volume.sector_size = u16At(sector, 11);
  const std::uint32_t cluster_sectors = std::to_integer<std::uint32_t>(sector[13]);
  const std::uint32_t reserved = u16At(sector, 14);
  volume.tables = std::to_integer<std::uint32_t>(sector[16]);
  volume.media = std::to_integer<std::uint8_t>(sector[21]);
  volume.root_entries = u16At(sector, 17);
  const std::uint64_t total = u16At(sector, 19) != 0 ? u16At(sector, 19) : u32At(sector, 32);
  const std::uint64_t table_sectors = u16At(sector, 22) != 0 ? u16At(sector, 22) : u32At(sector, 36);
  const bool isSane = std::has_single_bit(volume.sector_size) && volume.sector_size >= 512 &&
                      volume.sector_size <= 4096 && std::has_single_bit(cluster_sectors) && reserved > 0 &&
                      (volume.tables == 1 || volume.tables == 2) && (volume.media == 0xF0 || volume.media >= 0xF8) &&
                      table_sectors > 0;
  if (!isSane) return std::nullopt;
  const std::uint64_t root_sectors = (volume.root_entries * 32 + volume.sector_size - 1) / volume.sector_size;
  const std::uint64_t before_data = reserved + volume.tables * table_sectors + root_sectors;
  if (total <= before_data) return std::nullopt;
  const std::uint64_t clusters = (total - before_data) / cluster_sectors;
  volume.kind = clusters < kFewestFat16Clusters   ? ContainerKind::kFat12
                : clusters < kFewestFat32Clusters ? ContainerKind::kFat16
                                                  : ContainerKind::kFat32;
  volume.clusters = static_cast<std::uint32_t>(std::min<std::uint64_t>(clusters, 0x0FFFFFF5));
  volume.cluster_size = cluster_sectors * volume.sector_size;
  volume.table_offset = std::uint64_t{reserved} * volume.sector_size;
  volume.table_size = table_sectors * volume.sector_size;
  volume.root_offset = volume.table_offset + volume.tables * volume.table_size;
  volume.data_offset = before_data * volume.sector_size;
  volume.size = total * volume.sector_size;
  volume.writer = trimmed(sector.subspan(3, 8));
  const bool isFat32 = volume.kind == ContainerKind::kFat32;
  const std::size_t labels = isFat32 ? 71 : 43;
  if (isFat32) {
    volume.root_cluster = u32At(sector, 44);
    const std::uint32_t info = u16At(sector, 48);
    if (info != 0 && info < reserved) volume.info_offset = std::uint64_t{info} * volume.sector_size;
  }
  volume.is_clean = (std::to_integer<unsigned>(sector[isFat32 ? 65 : 37]) & 3) == 0;
  volume.label = trimmed(sector.subspan(labels, 11));
  volume.type_label = trimmed(sector.subspan(labels + 11, 8));
  return volume;
}

bool beginsWithMedia(const ByteSource& source, const FatVolume& volume) {
  const std::uint32_t mask = volume.kind == ContainerKind::kFat32   ? 0x0FFFFFFF
                             : volume.kind == ContainerKind::kFat16 ? 0xFFFF
                                                                    : 0xFFF;
  std::array<std::byte, 4> first;
  if (!source.readAt(volume.table_offset, first)) return true;  // cut off, which is reported elsewhere
  return (u32At(first, 0) & mask) == ((0xFFFFFF00u | volume.media) & mask);
}

bool isClean(const ByteSource& source, const FatVolume& volume) {
  if (!volume.is_clean || volume.kind == ContainerKind::kFat12) return volume.is_clean;
  // The two highest bits of the second entry, of which FAT32 has 28: unmounted, no failures.
  const bool is_fat32 = volume.kind == ContainerKind::kFat32;
  const std::uint32_t wanted = is_fat32 ? 0x0C000000 : 0xC000;
  std::array<std::byte, 8> entries;
  if (!source.readAt(volume.table_offset, entries)) return true;  // cut off, which is reported elsewhere
  return ((is_fat32 ? u32At(entries, 4) : u16At(entries, 2)) & wanted) == wanted;
}

FatTable::FatTable(const ByteSource& source, const FatVolume& volume, std::uint32_t copy)
    : source_(source), volume_(volume), base_(volume.table_offset + copy * volume.table_size) {}

std::optional<std::uint32_t> FatTable::number(std::uint64_t offset, std::size_t length) {
  if (offset + length > volume_.table_size) return std::nullopt;
  if (offset < page_start_ || offset + length > page_start_ + page_.size()) {
    // Small tables are kept whole. Large ones are read in small pages: a hostile chain may leap about.
    page_start_ = volume_.table_size <= kWholeTable ? 0 : offset / kPage * kPage;
    const std::uint64_t wanted =
        std::min(volume_.table_size - page_start_, volume_.table_size <= kWholeTable ? kWholeTable : kPage);
    const std::uint64_t start = base_ + page_start_;
    page_.resize(start < source_.size() ? std::min(wanted, source_.size() - start) : 0);
    if (!source_.readAt(start, page_)) page_.clear();
    if (offset - page_start_ + length > page_.size()) return std::nullopt;
  }
  std::uint32_t value = 0;
  for (std::size_t i = length; i-- > 0;)
    value = value << 8 | std::to_integer<std::uint32_t>(page_[offset - page_start_ + i]);
  return value;
}

FatLink FatTable::at(std::uint32_t cluster) {
  std::optional<std::uint32_t> read;
  std::uint32_t mask = 0;
  if (volume_.kind == ContainerKind::kFat12) {
    read = number(cluster + cluster / 2, 2);
    if (read && cluster % 2 != 0) *read >>= 4;
    mask = 0xFFF;
  } else if (volume_.kind == ContainerKind::kFat16) {
    read = number(std::uint64_t{cluster} * 2, 2);
    mask = 0xFFFF;
  } else {
    read = number(std::uint64_t{cluster} * 4, 4);
    mask = 0x0FFFFFFF;
  }
  if (!read) return {};
  const std::uint32_t value = *read & mask;
  if (value == 0) return {FatLink::Kind::kFree, 0};
  if (value >= mask - 7) return {FatLink::Kind::kEnd, 0};
  if (value == mask - 8) return {FatLink::Kind::kBad, 0};
  return {volume_.isCluster(value) ? FatLink::Kind::kNext : FatLink::Kind::kInvalid, value};
}

}  // namespace sepax
