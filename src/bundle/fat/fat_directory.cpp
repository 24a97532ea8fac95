#include "bundle/fat/fat_directory.h"

#include "bundle/little_endian.h"
#include "bundle/safe_path.h"
#include "bundle/tree.h"
#include "core/language.h"
#include "core/text.h"

#include <algorithm>
#include <array>
#include <bit>
#include <string_view>
#include <utility>

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
  const std::uint32_t mask = volume.mask();
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
  const unsigned bits = volume_.bits();
  const std::uint32_t mask = volume_.mask();
  const auto read = number(std::uint64_t{cluster} * bits / 8, bits == 32 ? 4 : 2);
  if (!read) return {};
  const bool is_upper_half = bits == 12 && cluster % 2 != 0;
  const std::uint32_t value = (is_upper_half ? *read >> 4 : *read) & mask;
  if (value == 0) return {FatLink::Kind::kFree, 0};
  if (value >= mask - 7) return {FatLink::Kind::kEnd, 0};
  if (value == mask - 8) return {FatLink::Kind::kBad, 0};
  return {volume_.isCluster(value) ? FatLink::Kind::kNext : FatLink::Kind::kInvalid, value};
}

namespace {

constexpr std::size_t kPieceUnits = 13;
constexpr unsigned kMaxPieces = 20;  ///< 255 units

unsigned checksumOf(std::span<const std::byte> short_name) {
  unsigned sum = 0;
  for (const std::byte b : short_name) sum = ((sum >> 1) + (sum << 7) + std::to_integer<unsigned>(b)) & 0xFF;
  return sum;
}

/// The 8.3 name of a directory slot, with Windows NT's marks for lower case, decoded by `decoder` (an OEM code page).
std::string shortNameOf(std::span<const std::byte> slot, const TextDecoder& decoder) {
  const unsigned cases = std::to_integer<unsigned>(slot[12]);
  const auto part = [&](std::size_t offset, std::size_t length, bool is_lower) {
    std::string raw(reinterpret_cast<const char*>(slot.data()) + offset, length);
    if (offset == 0 && raw[0] == '\x05') raw[0] = '\xE5';  // E5 as a first byte means "deleted"
    const std::size_t last = raw.find_last_not_of(' ');
    raw.resize(last == std::string::npos ? 0 : last + 1);
    if (is_lower) raw = lowered(raw);
    return decoder.decode(raw).value_or(toValidUtf8(raw));
  };
  std::string name = part(0, 8, (cases & 0x08) != 0);
  const std::string extension = part(8, 3, (cases & 0x10) != 0);
  return extension.empty() ? name : name + "." + extension;
}

}  // namespace

void LongName::add(std::span<const std::byte> slot) {
  constexpr std::array<std::size_t, kPieceUnits> kUnits = {1, 3, 5, 7, 9, 14, 16, 18, 20, 22, 24, 28, 30};
  const auto order = std::to_integer<unsigned>(slot[0]);
  const unsigned number = order & 0x3F, checksum = std::to_integer<unsigned>(slot[13]);
  if ((order & 0x40) != 0) {
    clear();
    checksum_ = checksum;
    awaited_ = number;
  }
  is_begun_ = true;
  if (number == 0 || number > kMaxPieces || number != awaited_ || checksum != checksum_) {
    awaited_ = ~0u;  // never complete
    return;
  }
  std::u16string piece;
  for (const std::size_t offset : kUnits) {
    const char16_t unit = u16At(slot, offset);
    if (unit == 0) break;
    piece += unit;
  }
  text_.insert(0, piece);
  --awaited_;
}

std::optional<std::string> LongName::nameOf(std::span<const std::byte> short_name) const {
  if (!is_begun_ || awaited_ != 0 || text_.empty() || checksumOf(short_name) != checksum_) return std::nullopt;
  return utf8OfUtf16(text_);
}

namespace {

constexpr std::size_t kSlot = 32;
constexpr std::uint64_t kMaxFolder = 65536 * kSlot;  ///< Microsoft's limit
constexpr unsigned kAttributeLabel = 0x08, kAttributeFolder = 0x10, kAttributeLong = 0x0F;

/// A folder that is still to be read.
struct Folder {
  std::string path;
  std::vector<Extent> extents;
  int depth = 0;
  std::uint32_t first_cluster = 0;
};

/// The clusters of one file or folder.
struct Chain {
  std::vector<Extent> extents;
  std::uint64_t size = 0;        ///< of all its clusters
  const char* damage = nullptr;  ///< why it ended other than by an end mark
};

class Walker {
 public:
  Walker(const ByteSource& source, const FatVolume& volume, const OpenOptions& options, FindingCollector& findings)
      : source_(source),
        volume_(volume),
        decoder_(options.name_encoding.empty() ? "CP437" : options.name_encoding),
        max_entries_(options.max_entries),
        findings_(findings),
        table_(source, volume),
        taken_(std::size_t{volume.clusters} + 2, false) {}

  FatDirectory walk() {
    std::vector<Folder> waiting;
    if (volume_.kind == ContainerKind::kFat32) {
      waiting.push_back({"", follow(volume_.root_cluster, kMaxFolder, "").extents, 0, volume_.root_cluster});
    } else {
      waiting.push_back({"", {{volume_.root_offset, std::uint64_t{volume_.root_entries} * kSlot}}, 0, 0});
    }
    while (!waiting.empty() && !is_full_) {
      const Folder folder = std::move(waiting.back());
      waiting.pop_back();
      readFolder(folder, waiting);
    }
    if (!is_full_) reportLostClusters();  // else clusters of what was not read would count
    return std::move(out_);
  }

 private:
  /// Takes the chain from `first`, at most `limit` bytes and one cluster of them. Findings name `path`.
  Chain follow(std::uint32_t first, std::uint64_t limit, const std::string& path) {
    Chain chain;
    std::uint32_t cluster = first;
    while (chain.size < limit) {
      if (!volume_.isCluster(cluster)) {
        chain.damage = tr("leads out of the volume");
      } else if (taken_[cluster]) {
        chain.damage = tr("runs into a cluster that belongs to something else or to itself");
      } else if (volume_.offsetOf(cluster) + volume_.cluster_size > source_.size()) {
        chain.damage = tr("runs past the end of the image");
      }
      if (chain.damage != nullptr) break;
      taken_[cluster] = true;
      const std::uint64_t offset = volume_.offsetOf(cluster);
      if (!chain.extents.empty() && chain.extents.back().offset + chain.extents.back().size == offset) {
        chain.extents.back().size += volume_.cluster_size;
      } else {
        chain.extents.push_back({offset, volume_.cluster_size});
      }
      chain.size += volume_.cluster_size;
      const FatLink link = table_.at(cluster);
      if (link.kind == FatLink::Kind::kEnd) return chain;
      if (link.kind == FatLink::Kind::kFree) chain.damage = tr("runs into a free cluster");
      if (link.kind == FatLink::Kind::kBad) chain.damage = tr("runs into a bad cluster");
      if (chain.damage != nullptr) break;
      cluster = link.next;
    }
    if (chain.damage == nullptr) chain.damage = followRest(cluster, path);
    if (chain.damage != nullptr)
      findings_.add(FindingKind::kFatBadChain, path, trf("its chain of clusters {}", chain.damage));
    return chain;
  }

  /// Takes the clusters behind those that a file's size needs; what is wrong with them, or nullptr.
  const char* followRest(std::uint32_t cluster, const std::string& path) {
    for (std::uint64_t count = 1;; ++count) {
      if (!volume_.isCluster(cluster)) return tr("leads out of the volume");
      if (taken_[cluster]) return tr("runs into a cluster that belongs to something else or to itself");
      const FatLink link = table_.at(cluster);
      if (link.kind == FatLink::Kind::kFree) return tr("runs into a free cluster");
      if (link.kind == FatLink::Kind::kBad) return tr("runs into a bad cluster");
      taken_[cluster] = true;
      if (link.kind == FatLink::Kind::kEnd) {
        findings_.add(FindingKind::kFatLongChain, path, trf("its chain has {} clusters more than it needs", count));
        return nullptr;
      }
      cluster = link.next;
    }
  }

  /// The entries for itself and the folder above, with which all folders but the root begin.
  static bool beginsWithDots(std::span<const std::byte> bytes) {
    const auto holds = [&](std::size_t slot, std::string_view name) {
      return bytes.size() >= (slot + 1) * kSlot &&
             std::ranges::equal(name, bytes.subspan(slot * kSlot, name.size()),
                                [](char c, std::byte byte) { return std::byte(c) == byte; });
    };
    return holds(0, ".          ") && holds(1, "..         ");
  }

  void readFolder(const Folder& folder, std::vector<Folder>& waiting) {
    LongName long_name;
    std::vector<std::byte> bytes;
    for (const Extent& extent : folder.extents) {
      if (extent.offset >= source_.size()) break;
      bytes.resize(std::min(extent.size, source_.size() - extent.offset) / kSlot * kSlot);
      if (!source_.readAt(extent.offset, bytes)) break;
      if (folder.depth > 0 && &extent == folder.extents.data() && !beginsWithDots(bytes))
        findings_.add(FindingKind::kFatNoDots, folder.path, tr("does not begin with the entries . and .."));
      for (std::size_t at = 0; at < bytes.size(); at += kSlot) {
        const auto slot = std::span<const std::byte>(bytes).subspan(at, kSlot);
        if (slot[0] == std::byte{0}) return;  // the end of the folder
        if (slot[0] == std::byte{0xE5}) {     // deleted
          long_name.clear();
        } else if ((std::to_integer<unsigned>(slot[11]) & 0x3F) == kAttributeLong) {
          long_name.add(slot);
        } else {
          if (!takeSlot(folder, slot, long_name, extent.offset + at, waiting)) return;
          long_name.clear();
        }
      }
    }
  }

  /// False when no more entries are taken.
  bool takeSlot(const Folder& folder, std::span<const std::byte> slot, const LongName& long_name, std::uint64_t offset,
                std::vector<Folder>& waiting) {
    const auto attributes = std::to_integer<unsigned>(slot[11]);
    if ((attributes & kAttributeLabel) != 0) return true;
    const bool isDots = slot[0] == std::byte{'.'} && (attributes & kAttributeFolder) != 0 && !long_name.isBegun();
    if (isDots) return true;
    if (out_.entries.size() == max_entries_) {
      is_full_ = true;
      findings_.add(FindingKind::kFatTooManyEntries, trf("only the first {} entries are listed", max_entries_));
      return false;
    }
    const std::size_t index = out_.entries.size();
    TreeEntry& entry = out_.entries.emplace_back();
    out_.records.emplace_back();
    setName(folder, slot, long_name, index);
    entry.flags = static_cast<std::uint16_t>(attributes);
    entry.header_offset = offset;
    entry.modified = fromDosTime({u16At(slot, 24), u16At(slot, 22)});
    entry.directory = (attributes & kAttributeFolder) != 0;
    entry.size = entry.compressed_size = entry.directory ? 0 : u32At(slot, 28);
    std::uint32_t first = u16At(slot, 26);
    if (volume_.kind == ContainerKind::kFat32) first |= std::uint32_t{u16At(slot, 20)} << 16;
    out_.records[index].first_cluster = first;
    out_.records[index].folder = folder.first_cluster;
    if (entry.directory) {
      takeFolder(folder, first, index, waiting);
    } else {
      takeFile(first, index);
    }
    return true;
  }

  void setName(const Folder& folder, std::span<const std::byte> slot, const LongName& long_name, std::size_t index) {
    TreeEntry& entry = out_.entries[index];
    auto name = long_name.nameOf(slot.first(11));
    entry.name_encoding = name ? "UTF-16" : decoder_.encoding();
    const bool isLongLost = !name && long_name.isBegun();
    if (!name) {
      name = shortNameOf(slot, decoder_);
      entry.raw_name.assign(reinterpret_cast<const char*>(slot.data()), 11);
    }
    const bool hasSlash = name->find('/') != std::string::npos;
    std::replace(name->begin(), name->end(), '/', '_');  // it would pretend to be a folder
    entry.path = folder.path.empty() ? *name : folder.path + "/" + *name;
    if (isLongLost)
      findings_.add(FindingKind::kFatBadLongName, entry.path,
                    tr("its long name is incomplete or belongs to another entry"), index);
    const char* danger = hasSlash        ? tr("holds a slash, shown as _")
                         : *name == ".." ? tr("steps out of its folder")
                                         : whyDangerousPath(*name);
    if (danger != nullptr) findings_.add(FindingKind::kFatUnsafeName, entry.path, trf("the name {}", danger), index);
  }

  void takeFolder(const Folder& parent, std::uint32_t first, std::size_t index, std::vector<Folder>& waiting) {
    const std::string& path = out_.entries[index].path;
    if (parent.depth + 1 >= kDeepestFatFolder) {
      findings_.add(FindingKind::kFatTooDeep, path, trf("deeper than {} folders, not read", kDeepestFatFolder), index);
      return;
    }
    waiting.push_back({path, follow(first, kMaxFolder, path).extents, parent.depth + 1, first});
  }

  void takeFile(std::uint32_t first, std::size_t index) {
    TreeEntry& entry = out_.entries[index];
    FatRecord& record = out_.records[index];
    if (entry.size == 0 && first == 0) {
      entry.in_place = true;
      return;
    }
    Chain chain = follow(first, std::max<std::uint64_t>(entry.size, 1), entry.path);
    record.is_broken = chain.size < entry.size;
    if (record.is_broken && chain.damage == nullptr) {
      findings_.add(FindingKind::kFatBadChain, entry.path,
                    trf("its chain of clusters holds {} bytes, its size says {}", chain.size, entry.size), index);
    }
    record.extents = std::move(chain.extents);
    if (chain.size > entry.size && !record.extents.empty()) record.extents.back().size -= chain.size - entry.size;
    if (!record.extents.empty()) entry.offset = record.extents.front().offset;
    entry.in_place = !record.is_broken && record.extents.size() <= 1;
  }

  void reportLostClusters() {
    std::uint64_t lost = 0;
    std::uint32_t first = 0;
    for (std::uint32_t cluster = 2; volume_.isCluster(cluster); ++cluster) {
      if (taken_[cluster]) continue;
      const FatLink::Kind kind = table_.at(cluster).kind;
      if (kind != FatLink::Kind::kNext && kind != FatLink::Kind::kEnd) continue;
      if (lost++ == 0) first = cluster;
    }
    if (lost > 0) {
      findings_.add(FindingKind::kFatLostClusters,
                    trf("{} clusters are marked as used and belong to no file; the first is {}", lost, first));
    }
  }

  const ByteSource& source_;
  const FatVolume& volume_;
  TextDecoder decoder_;
  std::size_t max_entries_ = 0;
  bool is_full_ = false;
  FindingCollector& findings_;
  FatTable table_;
  std::vector<bool> taken_;
  FatDirectory out_;
};

/// Whether both copies of the table are the same, as far as the image reaches.
void compareTables(const ByteSource& source, const FatVolume& volume, FindingCollector& findings) {
  constexpr std::uint64_t kPiece = 1 << 18;
  if (volume.tables < 2 || volume.root_offset > source.size()) return;
  std::vector<std::byte> first(std::min(kPiece, volume.table_size)), second(first.size());
  for (std::uint64_t done = 0; done < volume.table_size; done += first.size()) {
    const std::size_t length = std::min<std::uint64_t>(first.size(), volume.table_size - done);
    const auto a = std::span(first).first(length), b = std::span(second).first(length);
    if (!source.readAt(volume.table_offset + done, a) ||
        !source.readAt(volume.table_offset + volume.table_size + done, b))
      return;
    const auto [place, other] = std::mismatch(a.begin(), a.end(), b.begin());
    if (place == a.end()) continue;
    findings.add(FindingKind::kFatTablesDiffer,
                 trf("the two copies of the table differ, first at byte {}; the first copy is believed",
                     done + static_cast<std::uint64_t>(place - a.begin())));
    return;
  }
}

}  // namespace

FatDirectory readFatDirectory(const ByteSource& source, const FatVolume& volume, const OpenOptions& options,
                              FindingCollector& findings) {
  compareTables(source, volume, findings);
  // Clusters beyond the end of the image do not exist, whatever the boot sector says.
  FatVolume real = volume;
  const std::uint64_t there =
      source.size() <= volume.data_offset ? 0 : (source.size() - volume.data_offset) / volume.cluster_size;
  real.clusters = static_cast<std::uint32_t>(std::min<std::uint64_t>(volume.clusters, there));
  return Walker(source, real, options, findings).walk();
}

}  // namespace sepax
