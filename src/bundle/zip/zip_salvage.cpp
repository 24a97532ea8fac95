#include "bundle/zip/zip_salvage.h"

#include "bundle/entry_time.h"
#include "bundle/little_endian.h"
#include "bundle/zip/zip_entry.h"
#include "bundle/zip/zip_format.h"
#include "core/language.h"

#include <algorithm>
#include <array>
#include <optional>
#include <vector>

namespace sepax {

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
