#include "bundle/write/fat_edit.h"

#include "bundle/little_endian.h"
#include "bundle/verify.h"
#include "bundle/write/fat_writer.h"
#include "core/language.h"
#include "core/name_map.h"
#include "core/text.h"

#include <algorithm>
#include <map>
#include <string>

namespace sepax {

namespace {

constexpr std::uint64_t kMaxTable = 1 << 28;  ///< bytes; of images of up to 2 TiB with clusters of 32 KiB
constexpr std::size_t kAttributesAt = 11, kHighClusterAt = 20, kTimeAt = 22, kDateAt = 24, kLowClusterAt = 26,
                      kSizeAt = 28;

/// One copy of the allocation table, whole.
class EditedTable {
 public:
  explicit EditedTable(const FatVolume& volume) : volume_(volume) {}

  Result<void> load(const ByteSource& image) {
    if (volume_.table_size > kMaxTable)
      return fail(ErrorCode::kTooLarge, "", trf("its allocation table has {} bytes", volume_.table_size));
    bytes_.resize(volume_.table_size);
    SEPAX_TRY(image.readAt(volume_.table_offset, std::as_writable_bytes(std::span(bytes_))));
    const std::uint64_t room = volume_.table_size * 8 / volume_.bits();
    end_ = static_cast<std::uint32_t>(std::min<std::uint64_t>(room, std::uint64_t{volume_.clusters} + 2));
    for (std::uint32_t cluster = 2; cluster < end_; ++cluster) free_ += at(cluster) == 0 ? 1 : 0;
    return {};
  }

  [[nodiscard]] const std::string& bytes() const { return bytes_; }
  [[nodiscard]] std::uint32_t freeClusters() const { return free_; }
  [[nodiscard]] bool isFree(std::uint32_t cluster) const { return at(cluster) == 0; }

  [[nodiscard]] std::vector<std::uint32_t> chainFrom(std::uint32_t first) const {
    std::vector<std::uint32_t> chain;
    for (std::uint32_t cluster = first; cluster >= 2 && cluster < end_ && chain.size() < end_; cluster = at(cluster))
      chain.push_back(cluster);
    return chain;
  }

  void release(const std::vector<std::uint32_t>& chain) {
    for (const std::uint32_t cluster : chain) set(cluster, 0);
    free_ += static_cast<std::uint32_t>(chain.size());
  }

  /// Takes `count` free clusters, which must be there, in one piece if one is large enough, and makes a chain of them.
  std::vector<std::uint32_t> take(std::uint32_t count) {
    std::vector<std::uint32_t> chain;
    for (std::uint32_t cluster = 2; cluster < end_ && chain.size() < count; ++cluster) {
      if (at(cluster) != 0) {
        chain.clear();
      } else {
        chain.push_back(cluster);
      }
    }
    if (chain.size() < count) {
      chain.clear();
      for (std::uint32_t cluster = 2; chain.size() < count; ++cluster) {
        if (at(cluster) == 0) chain.push_back(cluster);
      }
    }
    for (std::size_t i = 0; i < chain.size(); ++i) set(chain[i], i + 1 < chain.size() ? chain[i + 1] : volume_.mask());
    free_ -= count;
    return chain;
  }

  void append(std::uint32_t last, std::uint32_t next) { set(last, next); }

 private:
  [[nodiscard]] std::uint32_t at(std::uint32_t cluster) const {
    const auto bytes = std::as_bytes(std::span(bytes_));
    if (volume_.bits() == 32) return u32At(bytes, std::size_t{cluster} * 4) & volume_.mask();
    if (volume_.bits() == 16) return u16At(bytes, std::size_t{cluster} * 2);
    return u16At(bytes, cluster + cluster / 2) >> (cluster % 2 * 4) & volume_.mask();
  }
  void set(std::uint32_t cluster, std::uint32_t value) {
    const auto bytes = std::as_bytes(std::span(bytes_));
    if (volume_.bits() == 32) {
      const std::uint32_t kept = u32At(bytes, std::size_t{cluster} * 4) & ~volume_.mask();
      putLittle<std::uint32_t>(bytes_, std::size_t{cluster} * 4, kept | value);
    } else if (volume_.bits() == 16) {
      putLittle<std::uint16_t>(bytes_, std::size_t{cluster} * 2, value);
    } else {
      const unsigned shift = cluster % 2 * 4;
      const std::uint32_t kept = u16At(bytes, cluster + cluster / 2) & ~(volume_.mask() << shift);
      putLittle<std::uint16_t>(bytes_, cluster + cluster / 2, (kept | value << shift) & 0xFFFF);
    }
  }

  const FatVolume& volume_;
  std::string bytes_;
  std::uint32_t end_ = 0, free_ = 0;
};

/// A folder's slots and where they are.
struct EditedFolder {
  std::vector<std::uint32_t> chain;  ///< empty: the root of FAT12 and FAT16
  std::string slots;
  bool is_changed = false;
};

class FatEditor {
 public:
  FatEditor(const ByteSource& image, const FatVolume& volume, const FatDirectory& directory, const SectorSink& write)
      : image_(image), volume_(volume), directory_(directory), write_(write), table_(volume) {}

  Result<void> run(std::span<const std::size_t> removed, std::span<const FatPlacement> placed) {
    SEPAX_TRY(table_.load(image_));
    for (const std::size_t index : removed) {
      SEPAX_TRY(eraseSlots(index));
    }
    for (const std::size_t index : removed) {
      release(index);
      if (directory_.entries[index].directory) folders_.erase(directory_.records[index].first_cluster);
    }
    for (const FatPlacement& placement : placed) {
      if (placement.replaces) release(*placement.replaces);
      if (placement.entry->size > 0xFFFFFFFF)
        return fail(ErrorCode::kTooLarge, placement.entry->path, tr("has 4 GiB or more, FAT files are smaller"));
      awaited_ += clustersOf(placement.entry->size);
    }
    noteFolders();
    std::vector<std::pair<std::uint32_t, std::size_t>> slots;  // folder and place of each file's own slot
    for (const FatPlacement& placement : placed) {
      auto slot = placement.replaces ? slotOf(*placement.replaces) : addSlots(placement.entry->path, false);
      SEPAX_TRY(slot);
      slots.push_back(*slot);
    }
    SEPAX_TRY(reserve(0));  // before a byte is written
    for (std::size_t i = 0; i < placed.size(); ++i) {
      SEPAX_TRY(writeFile(*placed[i].entry, slots[i]));
    }
    return finish();
  }

 private:
  [[nodiscard]] std::uint64_t clustersOf(std::uint64_t size) const {
    return (size + volume_.cluster_size - 1) / volume_.cluster_size;
  }

  void release(std::size_t index) {
    const auto chain = table_.chainFrom(directory_.records[index].first_cluster);
    table_.release(chain);
    released_.insert(released_.end(), chain.begin(), chain.end());
  }

  /// Whether `count` clusters are free beside those that the files will take.
  Result<void> reserve(std::uint64_t count) const {
    if (count + awaited_ <= table_.freeClusters()) return {};
    return fail(ErrorCode::kTooLarge, "",
                trf("the disk image has no room for this: {} bytes are missing",
                    (count + awaited_ - table_.freeClusters()) * volume_.cluster_size));
  }

  /// The folder that begins at a cluster, 0 for the fixed root.
  Result<EditedFolder*> folderAt(std::uint32_t first) {
    if (const auto known = folders_.find(first); known != folders_.end()) return &known->second;
    EditedFolder folder;
    if (first == 0) {
      folder.slots.resize(volume_.data_offset - volume_.root_offset);
      SEPAX_TRY(image_.readAt(volume_.root_offset, std::as_writable_bytes(std::span(folder.slots))));
    } else {
      folder.chain = table_.chainFrom(first);
      folder.slots.resize(folder.chain.size() * volume_.cluster_size);
      for (std::size_t i = 0; i < folder.chain.size(); ++i) {
        const auto part = std::span(folder.slots).subspan(i * volume_.cluster_size, volume_.cluster_size);
        SEPAX_TRY(image_.readAt(volume_.offsetOf(folder.chain[i]), std::as_writable_bytes(part)));
      }
    }
    return &(folders_[first] = std::move(folder));
  }

  /// An entry's folder and the place of its own slot in there.
  Result<std::pair<std::uint32_t, std::size_t>> slotOf(std::size_t index) {
    const std::uint32_t first = directory_.records[index].folder;
    const std::uint64_t offset = directory_.entries[index].header_offset;
    auto folder = folderAt(first);
    SEPAX_TRY(folder);
    std::size_t place = offset - volume_.root_offset;
    if (first != 0) {
      const auto cluster = static_cast<std::uint32_t>((offset - volume_.data_offset) / volume_.cluster_size) + 2;
      const auto at = std::ranges::find((*folder)->chain, cluster) - (*folder)->chain.begin();
      place = static_cast<std::size_t>(at) * volume_.cluster_size + (offset - volume_.offsetOf(cluster));
    }
    if (place + kSlotSize > (*folder)->slots.size()) return fail(ErrorCode::kDamaged, "", tr("its folder is damaged"));
    return std::pair{first, place};
  }

  Result<void> eraseSlots(std::size_t index) {
    auto slot = slotOf(index);
    SEPAX_TRY(slot);
    EditedFolder& folder = folders_[slot->first];
    folder.is_changed = true;
    for (std::size_t at = slot->second;; at -= kSlotSize) {
      folder.slots[at] = kDeletedSlot;
      const bool is_named = at >= kSlotSize && folder.slots[at - kSlotSize] != kDeletedSlot &&
                            (folder.slots[at - kSlotSize + kAttributesAt] & 0x3F) == 0x0F;
      if (!is_named) return {};
    }
  }

  /// The folders that are there, by their path.
  void noteFolders() {
    folder_of_[""] = volume_.root_cluster;
    for (std::size_t i = 0; i < directory_.entries.size(); ++i) {
      const std::uint32_t first = directory_.records[i].first_cluster;
      if (directory_.entries[i].directory && !table_.isFree(first))
        folder_of_.try_emplace(foldedName(directory_.entries[i].path), first);
    }
  }

  /// The first cluster of a folder, which is made when it is missing.
  Result<std::uint32_t> folderOf(const std::string& path) {
    if (const auto known = folder_of_.find(foldedName(path)); known != folder_of_.end()) return known->second;
    auto slot = addSlots(path, true);
    SEPAX_TRY(slot);
    SEPAX_TRY(reserve(1));
    EditedFolder made;
    made.chain = table_.take(1);
    made.is_changed = true;
    appendDots(made.slots, {.is_folder = true, .cluster = made.chain[0]},
               slot->first == volume_.root_cluster ? 0 : slot->first);
    made.slots.resize(volume_.cluster_size);
    const std::uint32_t first = made.chain[0];
    setCluster(*slot, first);
    folders_[first] = std::move(made);
    return folder_of_[foldedName(path)] = first;
  }

  /// Puts the slots of a name into the folder that its path says.
  Result<std::pair<std::uint32_t, std::size_t>> addSlots(const std::string& path, bool is_folder) {
    const std::size_t slash = path.rfind('/');
    const std::string name = path.substr(slash + 1);  // npos + 1 is 0
    const std::u16string units = utf16OfUtf8(name);
    if (const char* why = whyNoFatName(name, units); why != nullptr)
      return fail(ErrorCode::kWrongValue, path, trf("the name {}", why));
    const auto first = folderOf(slash == std::string::npos ? "" : path.substr(0, slash));
    SEPAX_TRY(first);
    auto folder = folderAt(*first);
    SEPAX_TRY(folder);
    ShortName short_name;
    std::size_t number = 1;
    do short_name = numberedShortName(name, number++);
    while (holds(**folder, short_name));
    std::string slots;
    appendLongName(slots, units, short_name);
    appendSlot(slots, {.short_name = short_name, .is_folder = is_folder});
    const auto place = makeRoom(**folder, slots.size(), path);
    SEPAX_TRY(place);
    (*folder)->is_changed = true;
    slots.copy((*folder)->slots.data() + *place, slots.size());
    return std::pair{*first, *place + slots.size() - kSlotSize};
  }

  [[nodiscard]] static bool holds(const EditedFolder& folder, const ShortName& name) {
    for (std::size_t at = 0; at < folder.slots.size() && folder.slots[at] != '\0'; at += kSlotSize) {
      if (std::equal(name.begin(), name.end(), folder.slots.data() + at)) return true;
    }
    return false;
  }

  /// Where `size` bytes of free slots follow each other; the folder grows for them. Slots behind its end are free.
  Result<std::size_t> makeRoom(EditedFolder& folder, std::size_t size, const std::string& path) {
    std::size_t start = 0, at = 0;
    for (; at < folder.slots.size() && folder.slots[at] != '\0' && at - start < size; at += kSlotSize) {
      if (folder.slots[at] != kDeletedSlot) start = at + kSlotSize;
    }
    if (at - start >= size) return start;
    const std::size_t end = start + size;
    const std::size_t limit =
        folder.chain.empty() ? std::size_t{volume_.root_entries} * kSlotSize : std::size_t{kMaxFolderSlots} * kSlotSize;
    if (end > limit) {
      return fail(ErrorCode::kTooLarge, path,
                  trf("its folder has no room for the name: {} slots are missing", (end - limit) / kSlotSize));
    }
    while (end > folder.slots.size()) {
      SEPAX_TRY(reserve(1));
      const std::uint32_t next = table_.take(1)[0];
      table_.append(folder.chain.back(), next);
      folder.chain.push_back(next);
      folder.slots.resize(folder.slots.size() + volume_.cluster_size);
    }
    if (end < folder.slots.size()) folder.slots[end] = '\0';
    return start;
  }

  void setCluster(std::pair<std::uint32_t, std::size_t> slot, std::uint32_t cluster) {
    EditedFolder& folder = folders_[slot.first];
    folder.is_changed = true;
    putLittle<std::uint16_t>(folder.slots, slot.second + kLowClusterAt, cluster & 0xFFFF);
    if (volume_.kind == ContainerKind::kFat32)
      putLittle<std::uint16_t>(folder.slots, slot.second + kHighClusterAt, cluster >> 16);
  }

  Result<void> writeFile(const NewEntry& entry, std::pair<std::uint32_t, std::size_t> slot) {
    const auto count = static_cast<std::uint32_t>(clustersOf(entry.size));
    const std::vector<std::uint32_t> chain = table_.take(count);
    awaited_ -= count;
    std::string& slots = folders_[slot.first].slots;
    putLittle<std::uint16_t>(slots, slot.second + kTimeAt, entry.modified.time);
    putLittle<std::uint16_t>(slots, slot.second + kDateAt, entry.modified.date);
    putLittle<std::uint32_t>(slots, slot.second + kSizeAt, entry.size);
    setCluster(slot, chain.empty() ? 0 : chain[0]);
    std::vector<std::byte> piece;
    std::size_t next = 0;
    std::uint64_t taken = 0;
    const auto put = [&]() -> Result<void> {
      piece.resize(volume_.cluster_size);
      SEPAX_TRY(write_(volume_.offsetOf(chain[next++]), piece));
      piece.clear();
      return {};
    };
    const auto changed = [&](std::uint64_t size) {
      return fail(ErrorCode::kDamaged, entry.path,
                  trf("has {} bytes, {} were listed: it changed meanwhile", size, entry.size));
    };
    auto done = entry.stream([&](std::span<const std::byte> bytes) -> Result<void> {
      taken += bytes.size();
      if (taken > entry.size) return changed(taken);
      while (!bytes.empty()) {
        const auto part = bytes.first(std::min(bytes.size(), volume_.cluster_size - piece.size()));
        piece.insert(piece.end(), part.begin(), part.end());
        bytes = bytes.subspan(part.size());
        if (piece.size() == volume_.cluster_size) {
          SEPAX_TRY(put());
        }
      }
      return {};
    });
    SEPAX_TRY(done);
    if (taken != entry.size) return changed(taken);
    return piece.empty() ? Result<void>() : put();
  }

  /// Writes folders, what got free, the copies of the table and FAT32's count of free clusters.
  Result<void> finish() {
    for (const auto& [first, folder] : folders_) {
      if (!folder.is_changed) continue;
      const auto bytes = std::as_bytes(std::span(folder.slots));
      if (first == 0) {
        SEPAX_TRY(write_(volume_.root_offset, bytes));
      }
      for (std::size_t i = 0; i < folder.chain.size(); ++i) {
        SEPAX_TRY(
            write_(volume_.offsetOf(folder.chain[i]), bytes.subspan(i * volume_.cluster_size, volume_.cluster_size)));
      }
    }
    const std::vector<std::byte> zeros(volume_.cluster_size);
    for (const std::uint32_t cluster : released_) {
      if (!table_.isFree(cluster)) continue;
      SEPAX_TRY(write_(volume_.offsetOf(cluster), zeros));
    }
    for (std::uint32_t copy = 0; copy < volume_.tables; ++copy) {
      SEPAX_TRY(write_(volume_.table_offset + copy * volume_.table_size, std::as_bytes(std::span(table_.bytes()))));
    }
    constexpr std::size_t kFreeAt = 488;
    if (volume_.info_offset == 0) return {};
    std::string info(512, '\0');
    SEPAX_TRY(image_.readAt(volume_.info_offset, std::as_writable_bytes(std::span(info))));
    if (!info.starts_with("RRaA")) return {};
    putLittle<std::uint32_t>(info, kFreeAt, table_.freeClusters());
    return write_(volume_.info_offset, std::as_bytes(std::span(info)));
  }

  const ByteSource& image_;
  const FatVolume& volume_;
  const FatDirectory& directory_;
  const SectorSink& write_;
  EditedTable table_;
  std::map<std::uint32_t, EditedFolder> folders_;  ///< by first cluster
  NameMap<std::string, std::uint32_t> folder_of_;
  std::vector<std::uint32_t> released_;
  std::uint64_t awaited_ = 0;  ///< clusters that the files still take
};

}  // namespace

Result<void> editFatImage(const ByteSource& image, const FatVolume& volume, const FatDirectory& directory,
                          std::span<const std::size_t> removed, std::span<const FatPlacement> placed,
                          const SectorSink& write) {
  return FatEditor(image, volume, directory, write).run(removed, placed);
}

}  // namespace sepax
