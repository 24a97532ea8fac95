#include "bundle/zip/zip_entry.h"

#include "bundle/findings.h"
#include "bundle/little_endian.h"
#include "bundle/name_encoding.h"
#include "bundle/safe_path.h"
#include "bundle/tree.h"
#include "bundle/zip/zip_end.h"
#include "core/language.h"
#include "core/text.h"

#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

namespace sepax {

namespace {

bool isUtf8(std::string_view text) { return isAscii(text) || findInvalidUtf8(text) == text.size(); }

/// The name of a Unicode path field, or empty when there is none or it belongs to another raw name.
std::string unicodePath(std::string_view raw, std::span<const std::byte> extra) {
  const auto field = findExtraField(extra, zip::kExtraUnicodePath);
  if (field.size() < 6 || field[0] != std::byte{1}) return "";
  const auto crc = crc32(0, reinterpret_cast<const Bytef*>(raw.data()), static_cast<uInt>(raw.size()));
  const std::string text(reinterpret_cast<const char*>(field.data()) + 5, field.size() - 5);
  return u32At(field, 1) == crc && isUtf8(text) ? text : "";
}

/// The name by the archive's own word: the flag's UTF-8, the Unicode path extra field (when its CRC fits the raw name),
/// UTF-8 that is not marked so. A flag that lies is no reason to refuse. A backslash stays one: it is a letter's second
/// byte in some encodings and no separator.
ZipName decodeZipName(std::string_view raw, std::uint16_t flags, std::span<const std::byte> extra) {
  const bool isSaidUtf8 = (flags & zip::kFlagUtf8) != 0;
  const bool isValid = isUtf8(raw);
  if (isSaidUtf8 && isValid) return {std::string(raw), "UTF-8", true};
  if (std::string name = unicodePath(raw, extra); !name.empty()) return {std::move(name), "UTF-8 field", true};
  if (isValid) return {std::string(raw), "UTF-8", isAscii(raw)};
  return {};
}

}  // namespace

bool areExtraFieldsWhole(std::span<const std::byte> extra) {
  while (extra.size() >= 4) {
    const std::size_t length = u16At(extra, 2);
    if (length > extra.size() - 4) return false;
    extra = extra.subspan(4 + length);
  }
  return std::ranges::all_of(extra, [](std::byte b) { return b == std::byte{0}; });
}

std::span<const std::byte> findExtraField(std::span<const std::byte> extra, std::uint16_t id) {
  while (extra.size() >= 4) {
    const std::size_t length = std::min<std::size_t>(u16At(extra, 2), extra.size() - 4);
    if (u16At(extra, 0) == id) return extra.subspan(4, length);
    extra = extra.subspan(4 + length);
  }
  return {};
}

namespace {

/// Replaces sizes and offset that are all ones by those of the ZIP64 field, which holds only these, in this order.
void applyZip64(std::span<const std::byte> extra, TreeEntry& entry) {
  auto field = findExtraField(extra, zip::kExtraZip64);
  for (std::uint64_t* value : {&entry.size, &entry.compressed_size, &entry.header_offset}) {
    if (*value != zip::kAllOnes32 || field.size() < 8) continue;
    *value = u64At(field, 0);
    field = field.subspan(8);
  }
}

/// The time of last change that an extra field holds, always in UTC: Unix seconds, or Windows' tenths of microseconds
/// since 1601.
std::optional<EntryTime> utcTime(std::span<const std::byte> extra) {
  if (const auto field = findExtraField(extra, zip::kExtraUnixTime);
      field.size() >= 5 && (std::to_integer<unsigned>(field[0]) & 1) != 0) {
    return EntryTime{static_cast<std::int32_t>(u32At(field, 1)), true};
  }
  const auto field = findExtraField(extra, zip::kExtraNtfsTime);
  if (field.size() < 16 || u16At(field, 4) != 1 || u64At(field, 8) == 0) return std::nullopt;
  constexpr std::uint64_t kPerSecond = 10'000'000;
  constexpr std::int64_t kUnixEpoch = 11'644'473'600;
  const auto seconds = static_cast<std::int64_t>(u64At(field, 8) / kPerSecond) - kUnixEpoch;
  constexpr std::int64_t kYear10000 = 253'402'300'800;
  return seconds < kYear10000 ? std::optional(EntryTime{seconds, true}) : std::nullopt;
}

/// Takes over a decoded name; the raw bytes are kept where they are not the same.
void setName(TreeEntry& entry, std::string_view raw, std::string text, std::string encoding) {
  entry.raw_name = raw == text ? std::string() : std::string(raw);
  entry.path = std::move(text);
  entry.name_encoding = std::move(encoding);
  entry.directory = entry.path.ends_with('/');
  if (entry.directory) entry.path.pop_back();
}

/// The real compression and the key's length are in an extra field.
void applyAes(std::span<const std::byte> extra, TreeEntry& entry, ZipRecord& record) {
  const auto field = findExtraField(extra, zip::kExtraAes);
  if (field.size() < 7) return;
  const auto strength = std::to_integer<unsigned>(field[4]);
  record.aes_version = u16At(field, 0);
  if (strength < 1 || strength > 3 || record.aes_version < 1 || record.aes_version > 2) return;
  entry.method = static_cast<Compression>(u16At(field, 5));
  entry.encryption = static_cast<Encryption>(static_cast<unsigned>(Encryption::kAes128) + strength - 1);
  entry.has_crc32 = record.aes_version == 1;
}

void setEncryption(std::span<const std::byte> extra, TreeEntry& entry, ZipRecord& record) {
  entry.encrypted = (record.flags & zip::kFlagEncrypted) != 0;
  entry.has_crc32 = entry.method != Compression::kAes;
  if (!entry.encrypted) return;
  entry.encryption = (record.flags & zip::kFlagStrong) != 0 ? Encryption::kStrong : Encryption::kZipCrypto;
  if (entry.method == Compression::kAes) applyAes(extra, entry, record);
}

/// Decodes the names that wait: as UTF-8 where that is possible and nothing else was asked for, the rest by one
/// encoding.
void decodeOtherNames(std::vector<TreeEntry>& entries, const std::string& given) {
  std::vector<std::string_view> names;
  for (TreeEntry& entry : entries) {
    if (!entry.name_encoding.empty()) continue;
    if (given.empty() && toValidUtf8(entry.raw_name) == entry.raw_name) {
      const std::string raw = entry.raw_name;
      setName(entry, raw, raw, "UTF-8");
    } else {
      names.push_back(entry.raw_name);
    }
  }
  if (names.empty()) return;
  // Guessed from the first ones: a hostile directory is nothing but names.
  constexpr std::size_t kMaxGuessed = 1 << 16;
  std::size_t bytes = 0, sample = 0;
  while (sample < names.size() && bytes < kMaxGuessed) bytes += names[sample++].size();
  names.resize(sample);
  const TextDecoder decoder(given.empty() ? guessNameEncoding(names) : given), fallback("CP437");
  for (TreeEntry& entry : entries) {
    if (!entry.name_encoding.empty()) continue;
    const std::string raw = std::exchange(entry.raw_name, {});
    auto text = decoder.decode(raw);
    const TextDecoder& used = text ? decoder : fallback;
    if (!text) text = fallback.decode(raw);
    setName(entry, raw, text ? std::move(*text) : toValidUtf8(raw), used.encoding());
  }
}

void reportRecord(std::size_t index, const TreeEntry& entry, const ZipRecord& record, bool is_guessed,
                  FindingCollector& findings) {
  // A name of nothing but a slash is absolute, one of nothing at all is empty.
  const char* const danger =
      entry.directory && entry.path.empty() ? whyDangerousPath("/") : whyDangerousPath(entry.path);
  if (danger != nullptr) {
    findings.add(FindingKind::kZipUnsafePath, entry.path, trf("the name {}", danger), index);
  }
  if (record.has_bad_extra) {
    findings.add(FindingKind::kZipBadExtraField, entry.path, tr("an extra field of the directory runs past its place"),
                 index);
  }
  const auto refusedElsewhere = [&](std::string why) {
    findings.add(FindingKind::kZipRefusedElsewhere, entry.path, std::move(why), index);
  };
  constexpr int kNewest = 63;  // APPNOTE 6.3
  if (record.version_needed > kNewest) {
    refusedElsewhere(trf("needs version {}.{} of ZIP, {}.{} is the newest", record.version_needed / 10,
                         record.version_needed % 10, kNewest / 10, kNewest % 10));
  }
  if ((record.flags & zip::kFlagPatch) != 0) refusedElsewhere(tr("marked as a patch for other data"));
  if (record.is_elsewhere) refusedElsewhere(tr("lies on another disk, of an archive of one"));
  if (!entry.name_encoding.starts_with("UTF-8")) {
    const bool is_marked = (entry.flags & zip::kFlagUtf8) != 0;
    const char* const how = is_marked && is_guessed ? "the name is marked as UTF-8 and is not; shown as {}, a guess"
                            : is_marked             ? "the name is marked as UTF-8 and is not; shown as {}"
                            : is_guessed            ? "the name is not UTF-8; shown as {}, a guess"
                                                    : "the name is not UTF-8; shown as {}";
    findings.add(is_marked ? FindingKind::kZipNotUtf8 : FindingKind::kZipNameEncoding, entry.path,
                 trf(how, entry.name_encoding), index);
  }
  if (entry.link)
    findings.add(FindingKind::kZipLink, entry.path, tr("a symbolic link, shown as a file that holds its target"),
                 index);
}

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

/// Reads local headers one after the other. Small entries are read many at once, large ones are leapt over.
class LocalHeaders {
 public:
  explicit LocalHeaders(const ByteSource& source) : source_(source) {}
  /// Finds the data of the entry through its local header and compares the two records; sets offset and in_place, and
  /// the obstacle when the entry cannot be read. `index` is that of the entry, for findings.
  void examine(std::size_t index, TreeEntry& entry, ZipRecord& record, FindingCollector& findings);

 private:
  /// `length` bytes at `offset`, or empty when they are not there. Valid until the next call.
  [[nodiscard]] std::span<const std::byte> bytesAt(std::uint64_t offset, std::size_t length);

  const ByteSource& source_;
  std::vector<std::byte> buffer_;
  std::uint64_t start_ = 0;  ///< of the buffer in the source
};

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

}  // namespace

void applyExtras(std::span<const std::byte> extra, TreeEntry& entry, ZipRecord& record) {
  applyZip64(extra, entry);
  setEncryption(extra, entry, record);
  if (const auto time = utcTime(extra); time) entry.modified = time;
}

void takeRawName(std::string_view raw, std::span<const std::byte> extra, TreeEntry& entry, const ZipRecord& record) {
  ZipName name = decodeZipName(raw, record.flags, extra);
  if (name.is_sure) {
    setName(entry, raw, std::move(name.text), std::move(name.encoding));
  } else {
    entry.raw_name = raw;
  }
}

void finishZipEntries(const ByteSource& source, const std::string& name_encoding, ZipDirectory& directory,
                      FindingCollector& findings) {
  decodeOtherNames(directory.entries, name_encoding);
  LocalHeaders headers(source);
  for (std::size_t i = 0; i < directory.entries.size(); ++i) {
    directory.entries[i].directory |= directory.records[i].is_dos_folder;
    reportRecord(i, directory.entries[i], directory.records[i], name_encoding.empty(), findings);
    headers.examine(i, directory.entries[i], directory.records[i], findings);
  }
}

}  // namespace sepax
