#include "bundle/write/fat_writer.h"

#include "bundle/little_endian.h"
#include "core/assert.h"
#include "core/language.h"
#include "core/name_map.h"
#include "core/platform.h"
#include "core/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <vector>

namespace sepax {

namespace {

constexpr std::size_t kUnitsPerSlot = 13, kMaxUnits = 255;
constexpr std::uint8_t kFolderAttribute = 0x10, kAttributeFile = 0x20, kAttributeLongName = 0x0F, kLastLongSlot = 0x40;

std::uint8_t checksumOf(const ShortName& name) {
  std::uint8_t sum = 0;
  for (const char c : name) sum = static_cast<std::uint8_t>((sum >> 1 | sum << 7) + static_cast<std::uint8_t>(c));
  return sum;
}

std::uint32_t longSlots(const std::u16string& name) {
  return static_cast<std::uint32_t>((name.size() + kUnitsPerSlot - 1) / kUnitsPerSlot);
}

}  // namespace

void appendSlot(std::string& out, const FatSlot& slot) {
  out.append(slot.short_name.data(), slot.short_name.size());
  appendLittle<std::uint8_t>(out, slot.is_folder ? kFolderAttribute : kAttributeFile);
  const auto [date, time] = slot.modified;
  appendLittle<std::uint16_t>(out, 0, time, date, date);  // reserved and hundredths; made; read
  appendLittle<std::uint16_t>(out, slot.cluster >> 16, time, date, slot.cluster & 0xFFFF);  // the first: FAT32's half
  appendLittle<std::uint32_t>(out, slot.size);
}

void appendDots(std::string& out, FatSlot folder, std::uint32_t above) {
  folder.short_name.fill(' ');
  folder.short_name[0] = '.';
  appendSlot(out, folder);
  folder.short_name[1] = '.';
  folder.cluster = above;
  appendSlot(out, folder);
}

void appendLongName(std::string& out, std::u16string name, const ShortName& short_name) {
  const std::uint32_t slots = longSlots(name);
  if (name.size() < slots * kUnitsPerSlot) name += u'\0';
  name.resize(slots * kUnitsPerSlot, u'\xFFFF');
  for (std::uint32_t slot = slots; slot >= 1; --slot) {
    std::size_t unit = (slot - 1) * kUnitsPerSlot;
    const auto take = [&](int count) {
      for (int i = 0; i < count; ++i) appendLittle<std::uint16_t>(out, name[unit++]);
    };
    appendLittle<std::uint8_t>(out, slot | (slot == slots ? kLastLongSlot : 0u));
    take(5);
    appendLittle<std::uint8_t>(out, kAttributeLongName, 0, checksumOf(short_name));
    take(6);
    appendLittle<std::uint16_t>(out, 0);
    take(2);
  }
}

ShortName numberedShortName(std::string_view name, std::size_t number) {
  const auto allowed = [](char c) {
    if (c >= 'a' && c <= 'z') return static_cast<char>(c - 'a' + 'A');
    const bool isPlain = (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '_';
    return isPlain ? c : '_';
  };
  const std::size_t dot = name.rfind('.');
  const bool hasExtension = dot != std::string_view::npos && dot > 0;
  const std::string_view base = name.substr(0, hasExtension ? dot : name.size());
  const std::string_view extension = hasExtension ? name.substr(dot + 1) : std::string_view();
  const std::string tail = fmt::format("~{}", number);
  ShortName out;
  out.fill(' ');
  const std::size_t kept = std::min(base.size(), 8 - tail.size());
  for (std::size_t i = 0; i < kept; ++i) out[i] = allowed(base[i]);
  std::copy(tail.begin(), tail.end(), out.begin() + static_cast<std::ptrdiff_t>(kept));
  for (std::size_t i = 0; i < std::min<std::size_t>(extension.size(), 3); ++i) out[8 + i] = allowed(extension[i]);
  return out;
}

const char* whyNoFatName(std::string_view name, const std::u16string& units) {
  if (name.find_first_of("\"*/:<>?\\|") != std::string_view::npos)
    return tr("holds a character that FAT does not allow");
  if (name.ends_with('.') || name.ends_with(' ')) return tr("ends with a dot or space, which FAT drops");
  return units.size() > kMaxUnits ? tr("is longer than 255 UTF-16 units") : nullptr;
}

namespace {

constexpr std::uint32_t kSector = 512;
constexpr std::uint32_t kReservedSectors = 1, kTables = 2, kRootSlots = 512;
constexpr std::uint32_t kRootSectors = kRootSlots * kSlotSize / kSector;
constexpr std::uint32_t kMinSectors = 8404;                         ///< jobb's 8401, in whole 2 KiB
constexpr std::uint32_t kMaxClusters = 65524, kMinClusters = 4085;  ///< what makes a volume FAT16
constexpr std::uint64_t kMaxImageBytes = 0x7FFFFFFF - 64 * 1024;    ///< room for the footer
constexpr std::uint64_t kMaxFolderBytes = std::uint64_t{kMaxFolderSlots} * kSlotSize;
constexpr std::uint16_t kEndOfChain = 0xFFFF;

/// Sectors a cluster for images up to so many sectors, as Windows and jobb choose them.
struct ClusterRule {
  std::uint32_t cluster_sectors;
  std::uint32_t max_sectors;
};
constexpr ClusterRule kClusterRules[] = {{2, 32680},    {4, 262144},   {8, 524288},
                                         {16, 1048576}, {32, 2097152}, {64, 4194304}};

/// A file or folder of the image; 0 is the root.
struct Node {
  const NewEntry* entry = nullptr;  ///< null: a folder that only paths name
  std::string path;
  std::u16string long_name;
  ShortName short_name{};
  bool is_folder = true;
  std::size_t parent = 0;
  std::vector<std::size_t> children;
  std::uint32_t slots = 2;  ///< of a folder: "." and ".." and the children's; the root has neither dot
  std::uint32_t first_cluster = 0;
  std::uint32_t clusters = 0;
  [[nodiscard]] std::uint64_t size() const { return is_folder ? std::uint64_t{slots} * kSlotSize : entry->size; }
};

struct Geometry {
  std::uint32_t cluster_sectors = 0, table_sectors = 0, total_sectors = 0;
};

class FatImage {
 public:
  /// Makes the tree of nodes and the places of everything.
  Result<void> plan(std::span<const NewEntry> entries) {
    nodes_.resize(1);
    nodes_[0].slots = 0;
    for (const NewEntry& entry : entries) {
      SEPAX_TRY(add(entry));
    }
    for (std::size_t i = 1; i < nodes_.size(); ++i) {
      Node& parent = nodes_[nodes_[i].parent];
      parent.slots += longSlots(nodes_[i].long_name) + 1;
      if (nodes_[i].is_folder && nodes_[i].slots * std::uint64_t{kSlotSize} > kMaxFolderBytes)
        return tooFull(nodes_[i].path);
    }
    for (const Node& node : nodes_) {
      if (node.is_folder && node.size() > kMaxFolderBytes) return tooFull(node.path);
    }
    if (nodes_[0].slots > kRootSlots) {
      return fail(
          ErrorCode::kTooLarge, "",
          trf("the names at the top take {} slots, FAT16 has {}: put them into a folder", nodes_[0].slots, kRootSlots));
    }
    return layOut();
  }

  Result<void> write(const ByteSink& sink) const {
    SEPAX_TRY(put(sink, bootSector()));
    const std::string table = allocationTable();
    for (std::uint32_t copy = 0; copy < kTables; ++copy) {
      SEPAX_TRY(put(sink, table));
    }
    std::string root = folderBytes(nodes_[0]);
    root.resize(kRootSectors * kSector);
    SEPAX_TRY(put(sink, root));
    std::uint64_t used = 0;
    for (const std::size_t i : order_) {
      SEPAX_TRY(writeNode(nodes_[i], sink));
      used += nodes_[i].clusters;
    }
    const std::uint64_t data_sectors =
        geometry_.total_sectors - kReservedSectors - kTables * geometry_.table_sectors - kRootSectors;
    return putZeros(sink, (data_sectors - used * geometry_.cluster_sectors) * kSector);
  }

 private:
  static tl::unexpected<Error> tooFull(const std::string& path) {
    return fail(ErrorCode::kTooLarge, path, tr("holds more names than a FAT folder can"));
  }

  static Result<void> put(const ByteSink& sink, std::string_view bytes) {
    return sink(std::as_bytes(std::span(bytes)));
  }

  static Result<void> putZeros(const ByteSink& sink, std::uint64_t count) {
    static const std::vector<std::byte> zeros(1 << 16);
    for (; count > 0; count -= std::min<std::uint64_t>(count, zeros.size())) {
      SEPAX_TRY(sink(std::span(zeros).first(std::min<std::uint64_t>(count, zeros.size()))));
    }
    return {};
  }

  /// The node of a folder path, made with those above it when missing.
  Result<std::size_t> folderOf(std::string_view path) {
    if (path.empty()) return std::size_t{0};
    if (const auto known = folders_.find(std::string(path)); known != folders_.end()) return known->second;
    const std::size_t slash = path.rfind('/');
    const auto parent = folderOf(slash == std::string_view::npos ? "" : path.substr(0, slash));
    if (!parent) return parent;
    auto made = addNode(*parent, std::string(path), nullptr);
    if (made) folders_[std::string(path)] = *made;
    return made;
  }

  Result<void> add(const NewEntry& entry) {
    if (entry.directory) return folderOf(entry.path).map([](std::size_t) {});
    if (entry.size > 0xFFFFFFFF)
      return fail(ErrorCode::kTooLarge, entry.path, tr("has 4 GiB or more, FAT files are smaller"));
    const std::size_t slash = entry.path.rfind('/');
    const auto parent = folderOf(slash == std::string::npos ? "" : std::string_view(entry.path).substr(0, slash));
    SEPAX_TRY(parent);
    return addNode(*parent, entry.path, &entry).map([](std::size_t) {});
  }

  Result<std::size_t> addNode(std::size_t parent, std::string path, const NewEntry* entry) {
    const std::string name = path.substr(path.rfind('/') + 1);  // npos + 1 is 0
    Node node{entry, std::move(path), utf16OfUtf8(name), {}, entry == nullptr, parent, {}, 2, 0, 0};
    if (const char* why = whyNoFatName(name, node.long_name); why != nullptr) {
      return fail(ErrorCode::kWrongValue, node.path, trf("the name {}", why));
    }
    if (!names_.insert(lowerCase(node.path)).second) {
      return fail(ErrorCode::kWrongValue, node.path,
                  tr("another name differs from this one only in upper and lower case; FAT holds one of them"));
    }
    node.short_name = numberedShortName(name, nodes_[parent].children.size() + 1);
    nodes_.push_back(std::move(node));
    nodes_[parent].children.push_back(nodes_.size() - 1);
    return nodes_.size() - 1;
  }

  /// Chooses the cluster size and gives everything its clusters, folders before what is in them.
  Result<void> layOut() {
    order_.clear();
    std::vector<std::size_t> waiting = {0};
    while (!waiting.empty()) {
      const std::size_t i = waiting.back();
      waiting.pop_back();
      if (i != 0) order_.push_back(i);
      waiting.insert(waiting.end(), nodes_[i].children.rbegin(), nodes_[i].children.rend());
    }
    for (const ClusterRule& rule : kClusterRules) {
      if (!fits(rule)) continue;
      std::uint32_t next = 2;
      for (const std::size_t i : order_) {
        nodes_[i].first_cluster = nodes_[i].clusters > 0 ? next : 0;
        next += nodes_[i].clusters;
      }
      return {};
    }
    return fail(ErrorCode::kTooLarge, "", tr("the files do not fit into a disk image of 2 GiB"));
  }

  bool fits(const ClusterRule& rule) {
    const std::uint64_t cluster = std::uint64_t{rule.cluster_sectors} * kSector;
    std::uint64_t needed = 0;
    for (const std::size_t i : order_) {
      nodes_[i].clusters = static_cast<std::uint32_t>((nodes_[i].size() + cluster - 1) / cluster);
      needed += nodes_[i].clusters;
    }
    // The table's size depends on the clusters, these on what the table leaves: grow until it fits.
    std::uint64_t clusters = std::max<std::uint64_t>(needed, kMinClusters);
    while (true) {
      const std::uint64_t table = ((clusters + 2) * 2 + kSector - 1) / kSector;
      const std::uint64_t fixed = kReservedSectors + kTables * table + kRootSectors;
      const std::uint64_t total =
          (std::max<std::uint64_t>(fixed + clusters * rule.cluster_sectors, kMinSectors) + 3) / 4 * 4;
      if (total > rule.max_sectors || total * kSector > kMaxImageBytes || clusters > kMaxClusters) return false;
      const std::uint64_t really = (total - fixed) / rule.cluster_sectors;
      if ((really + 2) * 2 <= table * kSector) {
        geometry_ = {rule.cluster_sectors, static_cast<std::uint32_t>(table), static_cast<std::uint32_t>(total)};
        return really <= kMaxClusters;
      }
      clusters = really;
    }
  }

  std::string bootSector() const {
    std::string out(
        "\xEB\x3C\x90"
        "SEPAX   ",
        11);
    appendLittle<std::uint16_t>(out, kSector);
    appendLittle<std::uint8_t>(out, geometry_.cluster_sectors);
    appendLittle<std::uint16_t>(out, kReservedSectors);
    appendLittle<std::uint8_t>(out, kTables);
    appendLittle<std::uint16_t>(out, kRootSlots);
    const bool isSmall = geometry_.total_sectors < 0x10000;
    appendLittle<std::uint16_t>(out, isSmall ? geometry_.total_sectors : 0);
    appendLittle<std::uint8_t>(out, 0xF8);  // media: fixed disk
    appendLittle<std::uint16_t>(out, geometry_.table_sectors);
    appendLittle<std::uint16_t>(out, 32, 64);  // sectors a track and heads: nothing rotates, everybody looks
    appendLittle<std::uint32_t>(out, 0, isSmall ? 0 : geometry_.total_sectors);  // sectors before, and of it
    appendLittle<std::uint8_t>(out, 0x80, 0, 0x29);                              // drive; three fields follow
    appendLittle<std::uint32_t>(out, 0);                                         // serial number
    out += "NO NAME    FAT16   ";
    out.resize(kSector - 2);
    return out + "\x55\xAA";
  }

  std::string allocationTable() const {
    std::string out;
    appendLittle<std::uint16_t>(out, 0xFFF8, kEndOfChain);
    std::uint32_t cluster = 2;
    for (const std::size_t i : order_) {
      for (std::uint32_t k = 1; k <= nodes_[i].clusters; ++k, ++cluster) {
        appendLittle<std::uint16_t>(out, k == nodes_[i].clusters ? kEndOfChain : cluster + 1);
      }
    }
    out.resize(std::size_t{geometry_.table_sectors} * kSector);
    return out;
  }

  static FatSlot slotOf(const Node& node, std::uint32_t cluster) {
    return {node.short_name, node.is_folder, node.entry != nullptr ? node.entry->modified : DosTime{}, cluster,
            node.is_folder ? 0 : static_cast<std::uint32_t>(node.size())};
  }

  std::string folderBytes(const Node& folder) const {
    std::string out;
    if (&folder != nodes_.data()) {
      appendDots(out, slotOf(folder, folder.first_cluster), nodes_[folder.parent].first_cluster);
    }
    for (const std::size_t i : folder.children) {
      appendLongName(out, nodes_[i].long_name, nodes_[i].short_name);
      appendSlot(out, slotOf(nodes_[i], nodes_[i].first_cluster));
    }
    return out;
  }

  Result<void> writeNode(const Node& node, const ByteSink& sink) const {
    std::uint64_t written = 0;
    const auto counted = [&](std::span<const std::byte> bytes) -> Result<void> {
      written += bytes.size();
      if (written > node.size())
        return fail(ErrorCode::kDamaged, node.path,
                    trf("has more than the {} bytes that were listed: it changed meanwhile", node.size()));
      return sink(bytes);
    };
    auto done = node.is_folder ? put(counted, folderBytes(node)) : node.entry->stream(counted);
    if (!done) return done;
    if (written != node.size())
      return fail(ErrorCode::kDamaged, node.path,
                  trf("has {} bytes, {} were listed: it changed meanwhile", written, node.size()));
    return putZeros(sink, std::uint64_t{node.clusters} * geometry_.cluster_sectors * kSector - written);
  }

  std::vector<Node> nodes_;
  NameMap<std::string, std::size_t> folders_;
  NameSet<std::string> names_;      ///< paths in small letters
  std::vector<std::size_t> order_;  ///< of the clusters
  Geometry geometry_;
};

}  // namespace

Result<void> writeFatImage(std::span<const NewEntry> entries, const ByteSink& sink) {
  FatImage image;
  SEPAX_TRY(image.plan(entries));
  return image.write(sink);
}

}  // namespace sepax
