#pragma once

#include "bundle/zip/zip_builder.h"

#include <cstdint>
#include <string>
#include <vector>

// Writes FAT images byte by byte, as jobb does: a long name for every entry, garbage for the short one. Tests damage
// the bytes afterwards.

namespace sepax::test {

struct FatFile {
  std::u16string name = {};
  std::string data = {};
  std::vector<FatFile> children = {};
  bool is_folder = false;
};

class FatImage {
 public:
  /// `bits` 12, 16 or 32 decides the number of clusters, of 512 bytes each.
  FatImage(int bits, const std::vector<FatFile>& files, bool dotted = true) : has_dots(dotted), bits_(bits) {
    clusters_ = bits == 12 ? 2000 : bits == 16 ? 5000 : 66000;
    reserved_ = bits == 32 ? 32 : 1;
    table_sectors_ = (clusters_ + 2) * static_cast<std::size_t>(bits) / 8 / 512 + 1;
    root_sectors_ = bits == 32 ? 0 : 32;
    const std::size_t total = reserved_ + 2 * table_sectors_ + root_sectors_ + clusters_;
    bytes.assign(total * 512, '\0');
    bootSector(total);
    link(0, bits == 12 ? 0xFF8 : bits == 16 ? 0xFFF8 : 0x0FFFFFF8);
    link(1, 0x0FFFFFFF);
    if (bits == 32) {
      next_ = 3;  // the root takes cluster 2
      link(2, 0x0FFFFFFF);
    }
    const std::string root = folderBytes(files);
    if (bits == 32) {
      placeChain(2, root);
    } else {
      bytes.replace((reserved_ + 2 * table_sectors_) * 512, root.size(), root);
    }
    const std::size_t table = reserved_ * 512;
    bytes.replace(table + table_sectors_ * 512, table_sectors_ * 512, bytes.substr(table, table_sectors_ * 512));
  }

  std::string bytes;
  bool has_dots;

  /// Where a cluster's bytes are, and the first copy's link of it.
  [[nodiscard]] std::size_t offsetOf(std::size_t cluster) const {
    return (reserved_ + 2 * table_sectors_ + root_sectors_ + cluster - 2) * 512;
  }
  [[nodiscard]] std::size_t rootOffset() const {
    return bits_ == 32 ? offsetOf(2) : (reserved_ + 2 * table_sectors_) * 512;
  }
  void link(std::size_t cluster, std::uint32_t value) {
    const std::size_t table = reserved_ * 512;
    if (bits_ == 12) {
      const std::size_t at = table + cluster + cluster / 2;
      const unsigned old =
          static_cast<std::uint8_t>(bytes[at]) | static_cast<unsigned>(static_cast<std::uint8_t>(bytes[at + 1])) << 8;
      const unsigned now = cluster % 2 == 0 ? (old & 0xF000) | (value & 0xFFF) : (old & 0x000F) | (value & 0xFFF) << 4;
      bytes.replace(at, 2, u16(now));
    } else if (bits_ == 16) {
      bytes.replace(table + cluster * 2, 2, u16(value & 0xFFFF));
    } else {
      bytes.replace(table + cluster * 4, 4, u32(value));
    }
  }

 private:
  void bootSector(std::size_t total) {
    std::string sector(512, '\0');
    sector.replace(0, 11,
                   "\xEB\x3C\x90"
                   "fat32lib");
    sector.replace(11, 2, u16(512));
    sector[13] = 1;
    sector.replace(14, 2, u16(reserved_));
    sector[16] = 2;
    sector.replace(17, 2, u16(root_sectors_ * 16));
    sector.replace(19, 2, u16(total < 65536 ? total : 0));
    sector[21] = '\xF8';
    sector.replace(22, 2, u16(bits_ == 32 ? 0 : table_sectors_));
    sector.replace(32, 4, u32(total));
    if (bits_ == 32) {
      sector.replace(36, 4, u32(table_sectors_));
      sector.replace(44, 4, u32(2));
    }
    sector.replace(bits_ == 32 ? 82 : 54, 8, "FAT" + std::to_string(bits_) + "   ");
    sector.replace(510, 2, u16(0xAA55));
    bytes.replace(0, 512, sector);
  }

  void placeChain(std::size_t first, const std::string& data) { bytes.replace(offsetOf(first), data.size(), data); }

  /// Takes clusters that follow each other; 0 for nothing.
  std::size_t allocate(const std::string& data) {
    const std::size_t count = (data.size() + 511) / 512;
    if (count == 0) return 0;
    const std::size_t first = next_;
    next_ += count;
    for (std::size_t i = 0; i < count; ++i)
      link(first + i, i + 1 < count ? static_cast<std::uint32_t>(first + i + 1) : 0x0FFFFFFF);
    placeChain(first, data);
    return first;
  }

  std::string folderBytes(const std::vector<FatFile>& files) {
    std::string out;
    for (const FatFile& file : files) {
      const std::string data = file.is_folder ? "" : file.data;
      std::size_t first = 0;
      if (file.is_folder) {
        first = allocate((has_dots ? dots() : "") + folderBytes(file.children) + std::string(32, '\0'));
      } else {
        first = allocate(data);
      }
      out += slots(file, first);
    }
    return out;
  }

  /// The entries for itself and the folder above; their clusters are none that exist.
  static std::string dots() {
    std::string out;
    for (const char* name : {".          ", "..         "}) {
      std::string slot(32, '\0');
      slot.replace(0, 11, name);
      slot[11] = 0x10;
      out += slot;
    }
    return out;
  }

  std::string slots(const FatFile& file, std::size_t first) {
    std::string short_name =
        "\x01\x02\"<>|/\x1F"
        "ifl";
    short_name[7] = static_cast<char>('!' + serial_++ % 90);
    unsigned sum = 0;
    for (const char c : short_name) sum = ((sum >> 1) + (sum << 7) + static_cast<std::uint8_t>(c)) & 0xFF;
    const std::size_t pieces = (file.name.size() + 12) / 13;
    std::string out;
    for (std::size_t piece = pieces; piece-- > 0;) {
      std::string units;
      for (std::size_t i = piece * 13; i < piece * 13 + 13; ++i) {
        units += u16(i < file.name.size() ? file.name[i] : i == file.name.size() ? 0 : 0xFFFF);
      }
      out += static_cast<char>(piece + 1 + (piece + 1 == pieces ? 0x40 : 0));
      out += units.substr(0, 10) + '\x0F' + '\0' + static_cast<char>(sum) + units.substr(10, 12) + u16(0) +
             units.substr(22, 4);
    }
    out += short_name + static_cast<char>(file.is_folder ? 0x10 : 0) + std::string(8, '\0') + u16(first >> 16) +
           u16(3 << 11 | 4 << 5 | 3) + u16(46 << 9 | 1 << 5 | 2) + u16(first & 0xFFFF) + u32(file.data.size());
    return out;
  }

  int bits_ = 0;
  std::size_t clusters_ = 0, reserved_ = 0, table_sectors_ = 0, root_sectors_ = 0, next_ = 2;
  int serial_ = 0;
};

}  // namespace sepax::test
