#include "bundle/zip/zip_directory.h"

#include "bundle/little_endian.h"
#include "bundle/tree.h"
#include "bundle/zip/zip_end.h"
#include "bundle/zip/zip_entry.h"
#include "core/language.h"
#include "core/name_map.h"
#include "core/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <string_view>
#include <utility>

namespace sepax {

namespace {

/// Reads [start, limit) of a source front to back in large pieces.
class Cursor {
 public:
  Cursor(const ByteSource& source, std::uint64_t start, std::uint64_t limit)
      : source_(source), position_(start), limit_(limit) {}
  [[nodiscard]] std::uint64_t position() const { return position_; }
  /// The next `length` bytes, or an empty span when they are not there.
  [[nodiscard]] std::span<const std::byte> peek(std::size_t length) {
    if (length > limit_ - position_) return {};
    if (position_ - buffer_start_ + length > buffer_.size()) {
      buffer_.resize(std::min<std::uint64_t>(limit_ - position_, std::max<std::size_t>(length, 1 << 18)));
      buffer_start_ = position_;
      if (!source_.readAt(buffer_start_, buffer_)) limit_ = position_, buffer_.clear();
      if (buffer_.empty()) return {};
    }
    return std::span(buffer_).subspan(position_ - buffer_start_, length);
  }
  void skip(std::size_t length) { position_ += length; }

 private:
  const ByteSource& source_;
  std::uint64_t position_ = 0;
  std::uint64_t limit_ = 0;
  std::vector<std::byte> buffer_;
  std::uint64_t buffer_start_ = position_;
};

/// Type and permissions, 0 when the archive was made on a system without them.
std::uint32_t unixMode(std::span<const std::byte> record) {
  const unsigned system = u16At(record, zip::central::kMadeBy) >> 8;
  return system == 3 || system == 19 ? u32At(record, zip::central::kExternalAttributes) >> 16 : 0;
}

/// A folder by MS-DOS' attribute, of an archive made on a system that has it.
bool isDosFolder(std::span<const std::byte> record) {
  constexpr unsigned kDos = 0, kNtfs = 10, kFat = 14, kDosFolder = 0x10;
  const unsigned system = u16At(record, zip::central::kMadeBy) >> 8;
  const bool hasAttribute = system == kDos || system == kNtfs || system == kFat;
  return hasAttribute && (u32At(record, zip::central::kExternalAttributes) & kDosFolder) != 0 &&
         u32At(record, zip::central::kUncompressedSize) == 0;
}

/// Fills entry and record from one directory record.
void parseRecord(std::span<const std::byte> bytes, const ZipEnd& end, TreeEntry& entry, ZipRecord& record) {
  namespace c = zip::central;
  const std::size_t name_length = u16At(bytes, c::kNameLength), extra_length = u16At(bytes, c::kExtraLength);
  const auto raw = textOf(bytes.subspan(c::kSize, name_length));
  const auto extra = bytes.subspan(c::kSize + name_length, extra_length);
  record.flags = u16At(bytes, c::kFlags);
  record.time = u16At(bytes, c::kTime);
  entry.method = static_cast<Compression>(u16At(bytes, c::kMethod));
  entry.size = u32At(bytes, c::kUncompressedSize);
  entry.compressed_size = u32At(bytes, c::kCompressedSize);
  entry.header_offset = u32At(bytes, c::kHeaderOffset);
  entry.modified = fromDosTime({u16At(bytes, c::kDate), record.time});
  applyExtras(extra, entry, record);
  record.is_dos_folder = isDosFolder(bytes);
  record.has_bad_extra = !areExtraFieldsWhole(extra);
  record.version_needed = static_cast<std::uint8_t>(bytes[c::kVersionNeeded]);
  const bool is_part = end.is_split || !end.disk_starts.empty();
  record.is_elsewhere = !is_part && u16At(bytes, c::kDisk) != 0 && u16At(bytes, c::kDisk) != zip::kAllOnes16;
  if (const std::size_t disk = u16At(bytes, c::kDisk); !end.disk_starts.empty()) {
    entry.header_offset =
        disk < end.disk_starts.size() && entry.header_offset <= ~std::uint64_t{0} - end.disk_starts[disk]
            ? entry.header_offset + end.disk_starts[disk]
            : ~std::uint64_t{0};
  }
  // An offset so large that it wraps is out of range in any case; all ones stays beyond every file.
  const bool wraps = entry.header_offset > ~std::uint64_t{0} - end.base;
  entry.header_offset = wraps ? ~std::uint64_t{0} : entry.header_offset + end.base;
  entry.flags = record.flags;
  entry.unix_mode = unixMode(bytes);
  entry.link = (entry.unix_mode & 0170000) == 0120000;
  entry.crc32 = u32At(bytes, c::kCrc);
  entry.comment = toValidUtf8(textOf(bytes.subspan(c::kSize + name_length + extra_length)));
  takeRawName(raw, extra, entry, record);
}

void reportOverlaps(const ZipDirectory& directory, const ZipEnd& end, FindingCollector& findings) {
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < directory.entries.size(); ++i) {
    if (directory.entries[i].offset > 0) order.push_back(i);
  }
  const auto before = [&](std::size_t a, std::size_t b) {
    return std::pair(directory.entries[a].header_offset, a) < std::pair(directory.entries[b].header_offset, b);
  };
  if (!std::is_sorted(order.begin(), order.end(), before)) std::sort(order.begin(), order.end(), before);
  std::uint64_t covered = 0;  // all bytes before this belong to entries so far
  std::size_t owner = 0;
  for (const std::size_t i : order) {
    const auto& entry = directory.entries[i];
    const std::uint64_t start = entry.header_offset;
    const std::uint64_t data = directory.entries[i].offset;
    const std::uint64_t stop = entry.compressed_size > ~data ? ~std::uint64_t{0} : data + entry.compressed_size;
    if (start < covered)
      findings.add(FindingKind::kZipOverlap, entry.path, trf("overlaps {}", directory.entries[owner].path), i);
    if (stop > end.directory_start)
      findings.add(FindingKind::kZipOverlap, entry.path, tr("runs into the central directory"), i);
    if (stop > covered) covered = stop, owner = i;
  }
}

void markDuplicates(std::vector<TreeEntry>& entries, FindingCollector& findings) {
  // The last entry of each name in a hash table without nodes: a million of them would cost more than all else here.
  constexpr std::uint32_t kNone = ~std::uint32_t{0};
  struct Slot {
    std::uint32_t hash = 0, entry = kNone;
  };
  std::vector<Slot> last_of(std::bit_ceil(2 * entries.size() + 1));
  for (std::uint32_t i = 0; i < entries.size(); ++i) {
    const std::string_view path = entries[i].path;
    const auto hash = static_cast<std::uint32_t>(NameHash()(path));
    std::size_t place = hash & (last_of.size() - 1);
    const auto isOther = [&](Slot slot) {
      return slot.entry != kNone && (slot.hash != hash || entries[slot.entry].path != path);
    };
    while (isOther(last_of[place])) place = (place + 1) & (last_of.size() - 1);
    const std::uint32_t earlier = std::exchange(last_of[place], Slot{hash, i}).entry;
    if (earlier == kNone) continue;
    entries[earlier].shadowed = true;
    findings.add(FindingKind::kZipDuplicateName, entries[earlier].path,
                 trf("entries {} and {} have the same name; the later one wins", earlier, i), i);
  }
}

/// Where the local headers without a name end that Android Studio puts before the first entry of a debug APK, as
/// filler.
std::uint64_t endOfFiller(const ByteSource& source) {
  namespace l = zip::local;
  std::uint64_t position = 0;
  std::array<std::byte, l::kSize> header;
  while (source.readAt(position, header) && u32At(header, 0) == l::kSignature && u16At(header, l::kNameLength) == 0 &&
         u32At(header, l::kCompressedSize) == 0) {
    position += l::kSize + u16At(header, l::kExtraLength);
  }
  return position;
}

void reportPrepended(const ByteSource& source, const ZipDirectory& directory, const ZipEnd& end,
                     FindingCollector& findings) {
  constexpr std::uint64_t kSplitMark = 4;  // what a split archive begins with
  std::uint64_t first = end.directory_start;
  for (const TreeEntry& entry : directory.entries) first = std::min(first, entry.header_offset);
  const bool isMark = first == kSplitMark && !end.disk_starts.empty();
  if (first > 0 && !isMark && first != endOfFiller(source)) {
    findings.add(FindingKind::kZipPrependedBytes,
                 trf(end.base > 0 ? "{} bytes before the first entry; the archive's offsets ignore them"
                                  : "{} bytes before the first entry",
                     first));
  }
}

/// Compares the size that the end record states, and where it is, with the end of the last record.
void reportSize(const ByteSource& source, std::uint64_t position, const ZipEnd& end, FindingCollector& findings) {
  const std::uint64_t size = position - end.directory_start;
  std::array<std::byte, 6> signature;
  const bool isSigned = source.readAt(position, signature) && u32At(signature, 0) == zip::kSignatureSignature;
  const std::uint64_t behind = isSigned ? position + signature.size() + u16At(signature, 4) : position;
  if (isSigned) {
    findings.add(FindingKind::kZipSignature,
                 trf("{} bytes of a digital signature behind the directory, not checked", behind - position));
  }
  if (end.declared_size != size && end.declared_size != behind - end.directory_start) {
    findings.add(FindingKind::kZipDirectorySize,
                 trf("the end record says {} bytes of directory, it has {}", end.declared_size, size));
  } else if (behind != end.directory_limit) {
    findings.add(FindingKind::kZipDirectorySize,
                 trf("{} bytes between the directory and the end record", end.directory_limit - position));
  } else if (end.gap64 > 0) {
    findings.add(FindingKind::kZipDirectorySize,
                 trf("{} bytes between the 64-bit end record and its locator", end.gap64));
  }
}

}  // namespace

ZipDirectory readZipDirectory(const ByteSource& source, const ZipEnd& end, const OpenOptions& options,
                              FindingCollector& findings) {
  namespace c = zip::central;
  ZipDirectory directory;
  directory.is_zip64 = end.is_zip64;
  Cursor cursor(source, end.directory_start, end.directory_limit);
  // The count may lie, the space that records take does not.
  const std::uint64_t most = (end.directory_limit - std::min(end.directory_limit, end.directory_start)) / c::kSize;
  directory.entries.reserve(std::min({end.declared_entries, most, std::uint64_t{options.max_entries}}));
  directory.records.reserve(directory.entries.capacity());
  bool isComplete = true;
  while (true) {
    const auto head = cursor.peek(c::kSize);
    if (head.empty() || u32At(head, 0) != c::kSignature) break;
    const std::size_t length =
        c::kSize + u16At(head, c::kNameLength) + u16At(head, c::kExtraLength) + u16At(head, c::kCommentLength);
    const auto bytes = cursor.peek(length);
    isComplete = !bytes.empty();
    if (!isComplete || directory.entries.size() == options.max_entries) break;
    parseRecord(bytes, end, directory.entries.emplace_back(), directory.records.emplace_back());
    cursor.skip(length);
  }
  finishZipEntries(source, options.name_encoding, directory, findings);
  const std::size_t count = directory.entries.size();
  if (!isComplete) {
    findings.add(FindingKind::kZipBadDirectory,
                 trf("the directory is cut off inside the record at {}", cursor.position()));
  }
  if (count == options.max_entries) {
    findings.add(FindingKind::kZipTooManyEntries, trf("only the first {} entries are listed", count));
  } else if (count != end.declared_entries) {
    const bool is_overflow = !end.is_zip64 && count > 0xFFFF && (count & 0xFFFF) == end.declared_entries;
    findings.add(FindingKind::kZipCountMismatch,
                 trf(is_overflow ? "the end record says {} entries, which has no room for the directory's {}"
                                 : "the end record says {} entries, the directory holds {}",
                     end.declared_entries, count));
  } else if (!end.is_split && end.disk_starts.empty() && end.declared_here != count) {
    findings.add(FindingKind::kZipCountMismatch,
                 trf("the end record says {} entries of this file, by which Android counts, the directory holds {}",
                     end.declared_here, count));
  }
  markDuplicates(directory.entries, findings);
  reportOverlaps(directory, end, findings);
  reportPrepended(source, directory, end, findings);
  if (isComplete && count < options.max_entries) reportSize(source, cursor.position(), end, findings);
  return directory;
}

namespace {

/// Finds the next of two-letter "PK" signatures from a position on; reads in pieces.
class SignatureSearch {
 public:
  explicit SignatureSearch(const ByteSource& source) : source_(source) {}
  /// The position of `signature` at or after `from`, or nullopt.
  [[nodiscard]] std::optional<std::uint64_t> next(std::uint64_t from, std::uint32_t signature) {
    while (from + 4 <= source_.size()) {
      if (from < start_ || from + 4 > start_ + buffer_.size()) {
        buffer_.resize(std::min<std::uint64_t>(kPiece, source_.size() - from));
        start_ = from;
        if (!source_.readAt(start_, buffer_)) return std::nullopt;
      }
      for (std::size_t i = from - start_; i + 4 <= buffer_.size(); ++i) {
        if (buffer_[i] == std::byte{'P'} && u32At(buffer_, i) == signature) return start_ + i;
      }
      from = start_ + buffer_.size() - 3;
      if (buffer_.size() < 4) return std::nullopt;
    }
    return std::nullopt;
  }

 private:
  static constexpr std::uint64_t kPiece = 1 << 18;
  const ByteSource& source_;
  std::vector<std::byte> buffer_;
  std::uint64_t start_ = 0;
};

constexpr int kMaxDescriptorTries = 64;  ///< for one entry: data may hold as many false signatures as it likes

/// Sets CRC and sizes from the descriptor behind the data, the first whose packed size is its distance.
bool applyDescriptor(const ByteSource& source, std::uint64_t data_offset, SignatureSearch& search, TreeEntry& entry) {
  std::uint64_t from = data_offset;
  for (int i = 0; i < kMaxDescriptorTries; ++i) {
    const auto position = search.next(from, zip::kSplitSignature);
    std::array<std::byte, 16> descriptor;
    if (!position || !source.readAt(*position, descriptor)) return false;
    if (u32At(descriptor, 8) == *position - data_offset) {
      entry.crc32 = u32At(descriptor, 4);
      entry.compressed_size = u32At(descriptor, 8);
      entry.size = u32At(descriptor, 12);
      return true;
    }
    from = *position + 4;
  }
  return false;
}

/// Fills entry and record from the local header at `position`; the raw name waits in `raw_name`. Returns where its data
/// starts.
std::optional<std::uint64_t> parseHeader(const ByteSource& source, std::uint64_t position, TreeEntry& entry,
                                         ZipRecord& record) {
  namespace l = zip::local;
  std::array<std::byte, l::kSize> header;
  if (!source.readAt(position, header)) return std::nullopt;
  std::string name(u16At(header, l::kNameLength), '\0');
  std::vector<std::byte> extra(u16At(header, l::kExtraLength));
  if (!source.readAt(position + l::kSize, std::as_writable_bytes(std::span(name))) ||
      !source.readAt(position + l::kSize + name.size(), extra)) {
    return std::nullopt;
  }
  entry.method = static_cast<Compression>(u16At(header, l::kMethod));
  record.flags = u16At(header, l::kFlags);
  record.time = u16At(header, l::kTime);
  entry.header_offset = position;
  entry.crc32 = u32At(header, l::kCrc);
  entry.compressed_size = u32At(header, l::kCompressedSize);
  entry.size = u32At(header, l::kUncompressedSize);
  entry.modified = fromDosTime({u16At(header, l::kDate), record.time});
  entry.flags = record.flags;
  applyExtras(extra, entry, record);
  takeRawName(name, extra, entry, record);
  return position + l::kSize + name.size() + extra.size();
}

}  // namespace

ZipDirectory salvageZip(const ByteSource& source, const OpenOptions& options, FindingCollector& findings) {
  ZipDirectory directory;
  SignatureSearch headers(source), descriptors(source);
  std::optional<std::uint64_t> position = headers.next(0, zip::local::kSignature);
  while (position && directory.entries.size() < options.max_entries) {
    TreeEntry entry;
    ZipRecord record;
    const auto data = parseHeader(source, *position, entry, record);
    if (!data) break;
    const bool isSizeBehind = (record.flags & zip::kFlagDescriptor) != 0 && entry.compressed_size == 0;
    const bool isMeasured = !isSizeBehind || applyDescriptor(source, *data, descriptors, entry);
    if (!isMeasured) {
      record.obstacle = FindingKind::kZipOutOfRange;
      findings.add(FindingKind::kZipOutOfRange, entry.raw_name,
                   tr("its size is unknown: the record behind its data is missing"), directory.entries.size());
    }
    const bool isWhole = isMeasured && entry.compressed_size <= source.size() - *data;
    directory.entries.push_back(std::move(entry));
    directory.records.push_back(record);
    position = headers.next(isWhole ? *data + directory.entries.back().compressed_size : *data, zip::local::kSignature);
  }
  finishZipEntries(source, options.name_encoding, directory, findings);
  return directory;
}

}  // namespace sepax
