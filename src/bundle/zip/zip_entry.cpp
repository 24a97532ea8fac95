#include "bundle/zip/zip_entry.h"

#include "bundle/little_endian.h"
#include "bundle/name_encoding.h"
#include "bundle/safe_path.h"
#include "bundle/zip/zip_format.h"
#include "bundle/zip/zip_local.h"
#include "bundle/zip/zip_names.h"
#include "core/language.h"
#include "core/text.h"

#include <fmt/format.h>

#include <optional>
#include <utility>
#include <vector>

namespace sepax {

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

void reportName(std::size_t index, const TreeEntry& entry, const ZipRecord& record, bool is_guessed,
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
    reportName(i, directory.entries[i], directory.records[i], name_encoding.empty(), findings);
    headers.examine(i, directory.entries[i], directory.records[i], findings);
  }
}

}  // namespace sepax
