#include "bundle/write/zip_parts.h"

#include "bundle/little_endian.h"
#include "bundle/open/open_container.h"
#include "bundle/zip/zip_end.h"
#include "bundle/zip/zip_entry.h"
#include "core/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <numeric>
#include <span>
#include <string_view>
#include <utility>

namespace sepax {

namespace {

constexpr std::uint64_t kMaxAlignment = 16384;  // the largest page

/// Raw records of the directory, one for each entry that the tree lists.
Result<std::vector<std::string>> readRecords(const ByteSource& source, const ZipEnd& end, std::size_t count) {
  namespace c = zip::central;
  auto text = readText(source, end.directory_start, end.directory_limit - end.directory_start);
  SEPAX_TRY(text);
  const auto bytes = std::as_bytes(std::span(*text));
  std::vector<std::string> records;
  for (std::size_t at = 0; records.size() < count; at += records.back().size()) {
    const bool hasHead = bytes.size() - at >= c::kSize && u32At(bytes, at) == c::kSignature;
    const std::size_t length = !hasHead ? 0
                                        : c::kSize + u16At(bytes, at + c::kNameLength) +
                                              u16At(bytes, at + c::kExtraLength) + u16At(bytes, at + c::kCommentLength);
    if (!hasHead || length > bytes.size() - at) return fail(ErrorCode::kDamaged, "", "the directory is cut off");
    records.push_back(text->substr(at, length));
  }
  return records;
}

/// Where the signing block of an APK begins, which ends where the directory begins: size, pairs, size again, magic.
std::optional<std::uint64_t> findSigningBlock(const ByteSource& source, std::uint64_t directory_start) {
  constexpr std::string_view kMagic = "APK Sig Block 42";
  constexpr std::uint64_t kTail = 8 + kMagic.size();
  if (directory_start < kTail + 8) return std::nullopt;
  const auto tail = readText(source, directory_start - kTail, kTail);
  if (!tail || !tail->ends_with(kMagic)) return std::nullopt;
  const std::uint64_t size = u64At(std::as_bytes(std::span(*tail)), 0);  // of all but the first field
  if (size < kTail || size > directory_start - 8) return std::nullopt;
  const std::uint64_t start = directory_start - size - 8;
  const auto head = readText(source, start, 8);
  return head && u64At(std::as_bytes(std::span(*head)), 0) == size ? std::optional(start) : std::nullopt;
}

}  // namespace

Result<std::string> readText(const ByteSource& source, std::uint64_t offset, std::uint64_t size) {
  std::string text(size, '\0');
  SEPAX_TRY(source.readAt(offset, std::as_writable_bytes(std::span(text))));
  return text;
}

const Finding* suspicionAbout(const Tree& tree) {
  using enum FindingKind;
  static constexpr FindingKind kSuspicious[] = {
      kZipNoEnd,     kZipAmbiguousEnd,   kZipBadDirectory, kZipCountMismatch, kZipTooManyEntries,
      kZipSplit,     kZipBadLocalHeader, kZipOutOfRange,   kZipOverlap,       kObbBadFooter,
      kFatTruncated, kFatTablesDiffer,   kFatBadChain,     kFatTooDeep,       kFatTooManyEntries};
  for (const Finding& finding : tree.findings()) {
    if (std::find(std::begin(kSuspicious), std::end(kSuspicious), finding.kind) != std::end(kSuspicious))
      return &finding;
  }
  return nullptr;
}

Result<ZipParts> takeZipApart(std::shared_ptr<const ByteSource> source, const std::string& where) {
  auto tree = openTree(std::move(source), where);
  SEPAX_TRY(tree);
  ZipParts parts;
  parts.tree = std::move(*tree);
  parts.file = parts.tree->bytes();
  parts.payload_size = parts.file->size();
  if (const Finding* suspect = suspicionAbout(*parts.tree); suspect != nullptr) {
    return fail(ErrorCode::kDamaged, where,
                fmt::format("is not rewritten, its structure is suspect: {} {}", suspect->message, suspect->path));
  }
  FindingCollector ignored;
  if (const auto located = readObbFooter(*parts.file, ignored); located) parts.payload_size = located->payload_size;
  const auto payload = windowOf(parts.file, 0, parts.payload_size);
  const auto end = findZipEnd(*payload);
  if (auto failed = parts.file->failedRead()) return tl::unexpected(std::move(*failed));
  if (parts.tree->kind() != ContainerKind::kZip || !end) {
    return fail(
        ErrorCode::kUnsupported, where,
        fmt::format("is {}; only ZIP bundles and disk images are rewritten", containerKindName(parts.tree->kind())));
  }
  parts.end = *end;
  const auto& entries = parts.tree->entries();
  auto records = readRecords(*payload, *end, entries.size());
  if (!records) return fail(records.error().code, where, records.error().message);
  parts.records = std::move(*records);
  auto comment =
      readText(*payload, end->record_start + zip::end::kSize, end->archive_end - end->record_start - zip::end::kSize);
  SEPAX_TRY(comment);
  parts.comment = std::move(*comment);

  parts.order.resize(entries.size());
  std::iota(parts.order.begin(), parts.order.end(), std::size_t{0});
  std::sort(parts.order.begin(), parts.order.end(),
            [&](std::size_t a, std::size_t b) { return entries[a].header_offset < entries[b].header_offset; });
  parts.slot_ends.resize(entries.size());
  const auto signature = findSigningBlock(*payload, end->directory_start);
  parts.has_signature = signature.has_value();
  std::uint64_t next = signature.value_or(end->directory_start);
  for (std::size_t k = parts.order.size(); k-- > 0;) {
    const TreeEntry& entry = entries[parts.order[k]];
    const bool fits =
        entry.header_offset < next && entry.offset <= next && entry.compressed_size <= next - entry.offset;
    if (!fits)
      return fail(ErrorCode::kDamaged, where + ":" + entry.path,
                  "is not rewritten: the entry overlaps what follows it");
    parts.slot_ends[parts.order[k]] = std::exchange(next, entry.header_offset);
  }
  // Zeros in front of the first header are what an earlier version left there as padding.
  const bool isPadding = end->base == 0 && next < kMaxAlignment &&
                         readText(*payload, 0, next).value_or("?").find_first_not_of('\0') == std::string::npos;
  parts.first_header = isPadding ? 0 : next;
  return parts;
}

std::uint64_t wantedAlignment(const ZipParts& parts, std::size_t index) {
  const TreeEntry& entry = parts.tree->entries()[index];
  if (entry.method != Compression::kStored || entry.size == 0) return kMinZipAlignment;
  std::array<std::byte, zip::local::kSize> header;
  if (!parts.file->readAt(entry.header_offset, header)) return kMinZipAlignment;
  const std::size_t name_size = u16At(header, zip::local::kNameLength);
  std::vector<std::byte> extra(u16At(header, zip::local::kExtraLength));
  std::uint64_t wanted = kMinZipAlignment;
  if (parts.file->readAt(entry.header_offset + zip::local::kSize + name_size, extra)) {
    if (const auto field = findExtraField(extra, zip::kExtraAlignment); field.size() >= 2) wanted = u16At(field, 0);
  }
  if (entry.path.ends_with(".so")) wanted = std::max<std::uint64_t>(wanted, kMaxAlignment);
  wanted = std::min(wanted, kMaxAlignment);
  while (wanted > kMinZipAlignment && (entry.offset % wanted != 0 || (wanted & (wanted - 1)) != 0)) --wanted;
  return wanted;
}

namespace {

Result<void> rewrite(const std::string& path, std::uint64_t payload_size, const ObbFooter& footer,
                     const ProgressSink& progress) {
  auto bytes = obbFooterBytes(footer);
  SEPAX_TRY(bytes);
  auto source = openFile(path);
  SEPAX_TRY(source);
  auto file = OutputFile::create(path);
  SEPAX_TRY(file);
  SEPAX_TRY(copyBytes(**source, 0, payload_size, *file, path, progress));
  SEPAX_TRY(file->append(std::as_bytes(std::span(*bytes))));
  return file->commit();
}

}  // namespace

Result<LocatedFooter> readFileFooter(const std::string& path) {
  auto source = openFile(path);
  SEPAX_TRY(source);
  const auto watched = watchedSource(std::move(*source), toValidUtf8(path));
  FindingCollector findings;
  if (auto located = readObbFooter(*watched, findings); located) return std::move(*located);
  if (auto failed = watched->failedRead()) return tl::unexpected(std::move(*failed));
  const std::vector<Finding> found = findings.take();
  if (!found.empty()) return fail(ErrorCode::kDamaged, toValidUtf8(path), found.front().message);
  return fail(ErrorCode::kNotFound, toValidUtf8(path), "has no OBB footer");
}

Result<void> addFileFooter(const std::string& path, const ObbFooter& footer, const ProgressSink& progress) {
  const auto located = readFileFooter(path);
  if (!located && located.error().code == ErrorCode::kUnreadable) return tl::unexpected(located.error());
  if (located) return fail(ErrorCode::kWrongValue, toValidUtf8(path), "has an OBB footer already; edit or remove it");
  auto source = openFile(path);
  SEPAX_TRY(source);
  return rewrite(path, (*source)->size(), footer, progress);
}

Result<ObbFooter> editFileFooter(const std::string& path, const FooterChanges& changes, const ProgressSink& progress) {
  auto located = readFileFooter(path);
  SEPAX_TRY(located);
  ObbFooter footer = located->footer;
  if (changes.package) footer.package = *changes.package;
  if (changes.version) footer.version = *changes.version;
  if (changes.overlay)
    footer.flags = *changes.overlay ? footer.flags | kObbFlagOverlay : footer.flags & ~kObbFlagOverlay;
  SEPAX_TRY(rewrite(path, located->payload_size, footer, progress));
  return footer;
}

Result<void> removeFileFooter(const std::string& path) {
  auto located = readFileFooter(path);
  SEPAX_TRY(located);
  return truncateFile(path, located->payload_size);
}

}  // namespace sepax
