#include "bundle/recognise.h"

#include "bundle/little_endian.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <string_view>
#include <vector>

namespace sepax {

namespace {

using namespace std::string_view_literals;

struct Mark {
  std::size_t offset;
  std::string_view bytes;
  ContainerKind kind;
  const char* description;
};

constexpr Mark kMarks[] = {
    {0, "GDPC"sv, ContainerKind::kPck, "a Godot PCK"},
    {0, "UnityFS\0"sv, ContainerKind::kUnknown, "a Unity asset bundle (UnityFS)"},
    {0, "Rar!\x1A\x07"sv, ContainerKind::kUnknown, "a RAR archive"},
    {0, "7z\xBC\xAF\x27\x1C"sv, ContainerKind::kUnknown, "a 7-Zip archive"},
    {257, "ustar"sv, ContainerKind::kUnknown, "a tar archive"},
    {0, "SQLite format 3\0"sv, ContainerKind::kUnknown, "an SQLite database"},
    {0, ".OBB\x01\0\0\0"sv, ContainerKind::kUnknown, "a Capcom .OBB archive"},
    {0, "-==--==--==--==-"sv, ContainerKind::kUnknown, "an Unreal IoStore table (.utoc)"},
    {0, "\x1F\x8B"sv, ContainerKind::kUnknown, "a gzip file"},
    {0,
     "\xFD"
     "7zXZ\0"sv,
     ContainerKind::kUnknown, "an xz file"},
    {0, "\x28\xB5\x2F\xFD"sv, ContainerKind::kUnknown, "a Zstandard file"},
};

constexpr std::string_view kUnrealPakMark = "\xE1\x12\x6F\x5A"sv;
constexpr std::size_t kUnrealPakTail = 256;  // the footer's length differs by version; the mark is always in here

/// The FAT kind of a boot sector, or nullopt when its numbers make no volume. The kind follows from the cluster count alone (Microsoft's
/// rule); labels inside the sector lie.
std::optional<ContainerKind> fatKind(std::span<const std::byte> sector) {
  if (sector.size() < 512 || u16At(sector, 510) != 0xAA55) return std::nullopt;
  const std::uint32_t sector_size = u16At(sector, 11);
  const std::uint32_t cluster_sectors = std::to_integer<std::uint32_t>(sector[13]);
  const std::uint32_t reserved = u16At(sector, 14);
  const std::uint32_t tables = std::to_integer<std::uint32_t>(sector[16]);
  const std::uint32_t root_entries = u16At(sector, 17);
  const std::uint64_t total = u16At(sector, 19) != 0 ? u16At(sector, 19) : u32At(sector, 32);
  const std::uint64_t table_sectors = u16At(sector, 22) != 0 ? u16At(sector, 22) : u32At(sector, 36);
  const std::uint32_t media = std::to_integer<std::uint32_t>(sector[21]);
  const bool isSane = std::has_single_bit(sector_size) && sector_size >= 512 && sector_size <= 4096 &&
                      std::has_single_bit(cluster_sectors) && reserved > 0 && (tables == 1 || tables == 2) &&
                      (media == 0xF0 || media >= 0xF8) && table_sectors > 0;
  if (!isSane) return std::nullopt;
  const std::uint64_t before_data = reserved + tables * table_sectors + (root_entries * 32 + sector_size - 1) / sector_size;
  if (total <= before_data) return std::nullopt;
  const std::uint64_t clusters = (total - before_data) / cluster_sectors;
  return clusters < 4085 ? ContainerKind::kFat12 : clusters < 65525 ? ContainerKind::kFat16 : ContainerKind::kFat32;
}

}  // namespace

std::optional<RecognisedContainer> recogniseContainer(const ByteSource& source) {
  std::vector<std::byte> head(std::min<std::uint64_t>(source.size(), 512));
  if (!source.readAt(0, head)) return std::nullopt;
  const std::string_view text(reinterpret_cast<const char*>(head.data()), head.size());
  if (const auto kind = fatKind(head); kind) {
    return RecognisedContainer{*kind, fmt::format("a FAT{} disk image", containerKindName(*kind) + 3)};
  }
  for (const Mark& mark : kMarks) {
    if (text.size() >= mark.offset && text.substr(mark.offset).starts_with(mark.bytes))
      return RecognisedContainer{mark.kind, mark.description};
  }
  std::vector<std::byte> tail(std::min<std::uint64_t>(source.size(), kUnrealPakTail));
  if (!source.readAt(source.size() - tail.size(), tail)) return std::nullopt;
  if (std::string_view(reinterpret_cast<const char*>(tail.data()), tail.size()).find(kUnrealPakMark) != std::string_view::npos) {
    return RecognisedContainer{ContainerKind::kUnknown, "an Unreal pak file"};
  }
  return std::nullopt;
}

}  // namespace sepax
