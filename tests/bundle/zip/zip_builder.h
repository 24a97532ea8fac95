#pragma once

#include "bundle/open/open_container.h"

#include <zlib.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

// Writes ZIPs byte by byte, with every field open to a lie.

namespace sepax::test {

inline std::string little(std::uint64_t value, int bytes) {
  std::string out;
  for (int i = 0; i < bytes; ++i) out += static_cast<char>(value >> (8 * i) & 0xFF);
  return out;
}
inline std::string u16(std::uint64_t value) { return little(value, 2); }
inline std::string u32(std::uint64_t value) { return little(value, 4); }
inline std::string u64(std::uint64_t value) { return little(value, 8); }

inline std::uint32_t crcOf(std::string_view data) {
  return static_cast<std::uint32_t>(crc32_z(0, reinterpret_cast<const Bytef*>(data.data()), data.size()));
}

inline std::string deflated(std::string_view data) {
  z_stream stream{};
  deflateInit2(&stream, 9, Z_DEFLATED, -MAX_WBITS, 9, Z_DEFAULT_STRATEGY);
  std::string out(deflateBound(&stream, data.size()), '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(data.data()));
  stream.avail_in = static_cast<uInt>(data.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  deflate(&stream, Z_FINISH);
  out.resize(stream.total_out);
  deflateEnd(&stream);
  return out;
}

/// An entry; what is set beyond name and data is a lie or a special case.
struct Item {
  std::string name = {};
  std::string data = {};
  std::uint16_t method = 0;
  std::uint16_t flags = 0;
  std::optional<std::uint32_t> crc = {}, size = {}, packed_size = {};  ///< in both headers
  std::optional<std::string> local_name = {};
  std::optional<std::uint32_t> local_crc = {}, local_size = {};
  std::optional<std::uint16_t> local_flags = {};
  std::optional<std::uint16_t> local_method = {};
  std::optional<std::uint32_t> header_offset = {};
  std::string extra = {};        ///< of the directory
  std::string local_extra = {};  ///< of the local header
  bool is_zip64 = false;         ///< sizes and offset only in the ZIP64 field
  bool has_descriptor = false;
  bool is_descriptor_signed = true;
  std::uint16_t made_by = 20;
  std::uint32_t attributes = 0;
  std::optional<std::string> content = {};  ///< what `data` unpacks to where it comes packed already
  std::uint16_t time = 3 << 11 | 4 << 5 | 3, date = 46 << 9 | 1 << 5 | 2;  // 2026-01-02T03:04:06
};

struct Archive {
  std::vector<Item> items = {};
  std::string prefix = {};  ///< bytes before the archive
  bool is_prefix_counted = false;
  std::string comment = {};
  std::optional<std::uint16_t> comment_length = {};
  std::optional<std::uint16_t> count = {};
  std::optional<std::uint32_t> directory_size = {}, directory_offset = {};
  bool is_end64 = false;
  std::uint16_t disk = 0;
  std::string suffix = {};  ///< bytes behind the archive

  [[nodiscard]] std::string bytes() const {
    std::string out = prefix;
    const std::size_t base = is_prefix_counted ? 0 : prefix.size();
    std::string directory;
    for (const Item& item : items) directory += addItem(item, out, base);
    const std::size_t start = out.size() - base;
    out += directory;
    if (is_end64) {
      const std::size_t end64 = out.size() - base;
      out += u32(0x06064b50) + u64(44) + u16(45) + u16(45) + u32(0) + u32(0) + u64(items.size()) + u64(items.size()) +
             u64(directory.size()) + u64(start);
      out += u32(0x07064b50) + u32(0) + u64(end64) + u32(1);
    }
    const std::uint64_t stated_count = count.value_or(is_end64 ? 0xFFFF : static_cast<std::uint16_t>(items.size()));
    out += u32(0x06054b50) + u16(disk) + u16(disk) + u16(stated_count) + u16(stated_count) +
           u32(directory_size.value_or(is_end64 ? 0xFFFFFFFF : static_cast<std::uint32_t>(directory.size()))) +
           u32(directory_offset.value_or(is_end64 ? 0xFFFFFFFF : static_cast<std::uint32_t>(start))) +
           u16(comment_length.value_or(static_cast<std::uint16_t>(comment.size()))) + comment;
    return out + suffix;
  }

 private:
  /// Appends local header and data to `out`, returns the directory record.
  static std::string addItem(const Item& item, std::string& out, std::size_t base) {
    const std::string packed = item.method == 8 ? deflated(item.data) : item.data;
    const std::uint32_t crc = item.crc.value_or(crcOf(item.data));
    const std::uint64_t size = item.size.value_or(static_cast<std::uint32_t>(item.data.size()));
    const std::uint64_t packed_size = item.packed_size.value_or(static_cast<std::uint32_t>(packed.size()));
    const std::uint64_t offset = item.header_offset.value_or(static_cast<std::uint32_t>(out.size() - base));
    const std::uint16_t flags = static_cast<std::uint16_t>(item.flags | (item.has_descriptor ? 8 : 0));
    const std::string& local_name = item.local_name.value_or(item.name);
    const auto sizes = [&](bool are_zero) {
      if (are_zero) return u32(0) + u32(0);
      return item.is_zip64 ? u32(0xFFFFFFFF) + u32(0xFFFFFFFF) : u32(packed_size) + u32(size);
    };
    const std::string local_sizes =
        item.local_size ? u32(packed_size) + u32(*item.local_size) : sizes(item.has_descriptor);
    const std::string local_extra =
        item.local_extra + (item.is_zip64 ? u16(1) + u16(16) + u64(size) + u64(packed_size) : std::string());
    out += u32(0x04034b50) + u16(20) + u16(item.local_flags.value_or(flags)) +
           u16(item.local_method.value_or(item.method)) + u16(item.time) + u16(item.date) +
           u32(item.has_descriptor ? 0 : item.local_crc.value_or(crc)) + local_sizes + u16(local_name.size()) +
           u16(local_extra.size()) + local_name + local_extra + packed;
    if (item.has_descriptor)
      out += (item.is_descriptor_signed ? u32(0x08074b50) : std::string()) + u32(crc) + u32(packed_size) + u32(size);
    const std::string extra =
        item.extra + (item.is_zip64 ? u16(1) + u16(24) + u64(size) + u64(packed_size) + u64(offset) : "");
    return u32(0x02014b50) + u16(item.made_by) + u16(20) + u16(flags) + u16(item.method) + u16(item.time) +
           u16(item.date) + u32(crc) + sizes(false) + u16(item.name.size()) + u16(extra.size()) + u16(0) + u16(0) +
           u16(0) + u32(item.attributes) + u32(item.is_zip64 ? 0xFFFFFFFF : offset) + item.name + extra;
  }
};

inline std::string obbFooter(const std::string& package, std::int32_t version = 1, std::uint32_t flags = 0) {
  const std::string body =
      u32(1) + u32(static_cast<std::uint32_t>(version)) + u32(flags) + u64(0) + u32(package.size()) + package;
  return body + u32(body.size()) + u32(0x01059983);
}

inline std::vector<std::byte> toBytes(std::string_view text) {
  const auto* first = reinterpret_cast<const std::byte*>(text.data());
  return {first, first + text.size()};
}
inline std::string toText(const std::vector<std::byte>& bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

inline std::shared_ptr<const Tree> treeOf(std::string_view bytes, const std::string& name = "t.zip") {
  return openTree(memorySource(toBytes(bytes)), name).value();
}

/// The text of an entry, or the error's "code number: message" so that a comparison shows it.
inline std::string textOf(const Tree& tree, const std::string& path, std::uint64_t limit = 1 << 24) {
  const auto read = readEntry(tree, path, limit);
  return read ? toText(*read) : "error: " + read.error().message;
}

inline std::optional<ErrorCode> errorOf(const Tree& tree, const std::string& path, std::uint64_t limit = 1 << 24) {
  const auto read = readEntry(tree, path, limit);
  return read ? std::nullopt : std::optional(read.error().code);
}

inline std::vector<std::string> codesOf(const Tree& tree) {
  std::vector<std::string> codes;
  for (const Finding& finding : tree.findings()) codes.emplace_back(finding.code());
  return codes;
}

inline std::vector<std::string> pathsOf(const Tree& tree) {
  std::vector<std::string> paths;
  for (const TreeEntry& entry : tree.entries()) paths.push_back(entry.path);
  return paths;
}

}  // namespace sepax::test
