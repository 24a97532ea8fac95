#include "bundle/zip/zip_local.h"

#include "bundle/little_endian.h"
#include "bundle/zip/zip_format.h"
#include "bundle/zip/zip_names.h"
#include "bundle/zip/zip_unpack.h"
#include "core/language.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

namespace sepax {

namespace {

constexpr std::size_t kRun = 1 << 16;     ///< read at once while headers are close to each other
constexpr std::size_t kSingle = 1 << 9;   ///< else; a header with its name
constexpr std::uint64_t kNear = 1 << 14;  ///< what counts as close

/// Whether `name` are the bytes that the directory holds for this entry.
bool isRawName(const TreeEntry& entry, std::string_view name) {
  if (!entry.raw_name.empty()) return name == entry.raw_name;
  if (entry.directory && name.ends_with('/')) name.remove_suffix(1);
  return name == entry.path;
}

/// The names of the fields in which the local header disagrees, empty when none.
std::string disagreement(std::span<const std::byte> header, std::string_view name, std::span<const std::byte> extra,
                         const TreeEntry& entry, const ZipRecord& record) {
  namespace l = zip::local;
  std::vector<const char*> fields;
  const std::uint16_t flags = u16At(header, l::kFlags);
  const auto sizeDiffers = [&](std::size_t offset, std::uint64_t stated) {
    const std::uint32_t value = u32At(header, offset);
    return value != zip::kAllOnes32 && value != stated;
  };
  const bool isAes = entry.encryption >= Encryption::kAes128 && entry.encryption <= Encryption::kAes256;
  // Sizes that are all ones are in the header's own ZIP64 field, which holds both.
  const auto field64 = findExtraField(extra, zip::kExtraZip64);
  const bool isIn64 =
      u32At(header, l::kUncompressedSize) == zip::kAllOnes32 && u32At(header, l::kCompressedSize) == zip::kAllOnes32;
  if (!isRawName(entry, name)) fields.push_back(tr("name"));
  if (static_cast<Compression>(u16At(header, l::kMethod)) != (isAes ? Compression::kAes : entry.method))
    fields.push_back(tr("method"));
  if (((flags ^ record.flags) & (zip::kFlagEncrypted | zip::kFlagDescriptor | zip::kFlagUtf8)) != 0)
    fields.push_back(tr("flags"));
  if ((flags & zip::kFlagDescriptor) == 0) {  // else they follow the data and zeros here are normal
    if (u32At(header, l::kCrc) != entry.crc32) fields.push_back("CRC");
    const bool differs64 = isIn64 && field64.size() >= 16;
    if (sizeDiffers(l::kCompressedSize, entry.compressed_size) ||
        (differs64 && u64At(field64, 8) != entry.compressed_size))
      fields.push_back(tr("compressed size"));
    if (sizeDiffers(l::kUncompressedSize, entry.size) || (differs64 && u64At(field64, 0) != entry.size))
      fields.push_back(tr("size"));
  }
  return fields.empty() ? std::string() : fmt::format("{}", fmt::join(fields, ", "));
}

}  // namespace

std::span<const std::byte> LocalHeaders::bytesAt(std::uint64_t offset, std::size_t length) {
  if (length > source_.size() || offset > source_.size() - length) return {};
  const std::uint64_t stop = start_ + buffer_.size();
  if (offset < start_ || offset + length > stop) {
    const bool isRun = offset >= start_ && offset < stop + kNear && !buffer_.empty();
    const std::size_t wanted = std::max(length, isRun ? kRun : kSingle);
    buffer_.resize(std::min<std::uint64_t>(wanted, source_.size() - offset));
    start_ = offset;
    if (!source_.readAt(offset, buffer_)) buffer_.clear();
    if (buffer_.empty()) return {};
  }
  return std::span<const std::byte>(buffer_).subspan(offset - start_, length);
}

void LocalHeaders::examine(std::size_t index, TreeEntry& entry, ZipRecord& record, FindingCollector& findings) {
  const auto block = [&](FindingKind kind, std::string message) {
    if (!record.obstacle) record.obstacle = kind;
    findings.add(kind, entry.path, std::move(message), index);
  };
  const auto header = bytesAt(entry.header_offset, zip::local::kSize);
  if (header.empty() || u32At(header, 0) != zip::local::kSignature) {
    block(FindingKind::kZipBadLocalHeader, trf("no local header at {}", entry.header_offset));
    return;
  }
  const std::size_t name_length = u16At(header, zip::local::kNameLength);
  record.local_flags = u16At(header, zip::local::kFlags);
  entry.offset = entry.header_offset + zip::local::kSize + name_length + u16At(header, zip::local::kExtraLength);
  const std::size_t extra_length = u16At(header, zip::local::kExtraLength);
  const auto whole = bytesAt(entry.header_offset, zip::local::kSize + name_length + extra_length);
  if (whole.empty()) {
    findings.add(FindingKind::kZipHeaderMismatch, entry.path, tr("the local header's name runs past the end"), index);
  } else {
    const std::string_view name(reinterpret_cast<const char*>(whole.data()) + zip::local::kSize, name_length);
    const auto extra = whole.subspan(zip::local::kSize + name_length);
    if (!areExtraFieldsWhole(extra)) {
      findings.add(FindingKind::kZipBadExtraField, entry.path,
                   tr("an extra field of the local header runs past its place"), index);
    }
    const std::string fields = disagreement(whole, name, extra, entry, record);
    if (!fields.empty()) {
      findings.add(FindingKind::kZipHeaderMismatch, entry.path, trf("local header and directory differ in: {}", fields),
                   index);
    }
  }
  if (entry.offset > source_.size() || entry.compressed_size > source_.size() - entry.offset) {
    block(FindingKind::kZipOutOfRange,
          trf("its {} bytes at {} run past the end at {}", entry.compressed_size, entry.offset, source_.size()));
    return;
  }
  if (entry.encrypted) findings.add(FindingKind::kZipEncrypted, entry.path, tr("marked as encrypted"), index);
  if (!canUnpack(entry.method)) {
    block(FindingKind::kZipUnsupportedMethod, trf("compressed by {}", compressionName(entry.method)));
  } else if (entry.method == Compression::kStored && entry.size != entry.compressed_size && !entry.encrypted) {
    block(FindingKind::kZipSizeMismatch, trf("stored, yet {} bytes became {}", entry.size, entry.compressed_size));
  } else if (entry.method == Compression::kDeflated && entry.size / zip::kMaxDeflateRatio > entry.compressed_size) {
    block(FindingKind::kZipImpossibleRatio, trf("{} bytes cannot unpack to {}", entry.compressed_size, entry.size));
  }
  entry.in_place = entry.method == Compression::kStored && !record.obstacle && !entry.encrypted;
}

}  // namespace sepax
