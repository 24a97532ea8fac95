#include "bundle/write/repack.h"

#include "bundle/byte_copy.h"
#include "bundle/little_endian.h"
#include "bundle/obb/obb_footer.h"
#include "bundle/safe_path.h"
#include "bundle/write/pack.h"
#include "bundle/write/zip_writer.h"
#include "bundle/zip/zip_end.h"
#include "bundle/zip/zip_format.h"
#include "bundle/zip/zip_names.h"
#include "core/output_file.h"
#include "core/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <numeric>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>

namespace sepax {

namespace {

constexpr std::uint64_t kMinAlignment = 4;      // zipalign's
constexpr std::uint64_t kMaxAlignment = 16384;  // the largest page

/// An archive taken apart: where everything stands that is copied.
struct Parts {
  std::shared_ptr<const ByteSource> file;
  std::shared_ptr<const Tree> tree;
  std::uint64_t payload_size = 0;  ///< the OBB footer, if any, runs from here to the file's end
  ZipEnd end;
  std::vector<std::string> records;      ///< the directory's, as they are
  std::vector<std::size_t> order;        ///< entries by where their headers stand
  std::vector<std::uint64_t> slot_ends;  ///< where the next header or the directory begins
  std::string comment;
};

Result<std::string> readText(const ByteSource& source, std::uint64_t offset, std::uint64_t size) {
  std::string text(size, '\0');
  SEPAX_TRY(source.readAt(offset, std::as_writable_bytes(std::span(text))));
  return text;
}

/// Raw records of the directory, one for each entry that the tree lists.
Result<std::vector<std::string>> readRecords(const ByteSource& source, const ZipEnd& end, std::size_t count) {
  namespace c = zip::central;
  auto text = readText(source, end.directory_start, end.directory_limit - end.directory_start);
  SEPAX_TRY(text);
  const auto bytes = std::as_bytes(std::span(*text));
  std::vector<std::string> records;
  for (std::size_t at = 0; records.size() < count; at += records.back().size()) {
    const bool hasHead = bytes.size() - at >= c::kSize && u32At(bytes, at) == c::kSignature;
    const std::size_t length =
        !hasHead ? 0
                 : c::kSize + u16At(bytes, at + c::kNameLength) + u16At(bytes, at + c::kExtraLength) + u16At(bytes, at + c::kCommentLength);
    if (!hasHead || length > bytes.size() - at) return fail(ErrorCode::kDamaged, "", "the directory is cut off");
    records.push_back(text->substr(at, length));
  }
  return records;
}

/// Why an archive of these findings is not copied, or nullptr. What is wrong inside a single entry is copied with it.
const Finding* suspicionAbout(const Tree& tree) {
  using enum FindingKind;
  static constexpr FindingKind kSuspicious[] = {kZipNoEnd, kZipAmbiguousEnd,   kZipBadDirectory, kZipCountMismatch, kZipTooManyEntries,
                                                kZipSplit, kZipBadLocalHeader, kZipOutOfRange,   kZipOverlap,       kObbBadFooter};
  for (const Finding& finding : tree.findings()) {
    if (std::find(std::begin(kSuspicious), std::end(kSuspicious), finding.kind) != std::end(kSuspicious)) return &finding;
  }
  return nullptr;
}

Result<Parts> takeApart(const std::string& path) {
  const std::string where = toValidUtf8(path);
  auto file = openFile(path);
  SEPAX_TRY(file);
  Parts parts{*file, nullptr, (*file)->size(), {}, {}, {}, {}, {}};
  auto tree = openTree(*file, where);
  SEPAX_TRY(tree);
  parts.tree = std::move(*tree);
  if (const Finding* suspect = suspicionAbout(*parts.tree); suspect != nullptr) {
    return fail(ErrorCode::kDamaged, where,
                fmt::format("is not rewritten, its structure is in doubt: {} {}", suspect->message, suspect->path));
  }
  FindingCollector ignored;
  if (const auto located = readObbFooter(**file, ignored); located) parts.payload_size = located->payload_size;
  const auto payload = windowOf(*file, 0, parts.payload_size);
  const auto end = findZipEnd(*payload);
  if (parts.tree->kind() != ContainerKind::kZip || !end) {
    return fail(ErrorCode::kUnsupported, where,
                fmt::format("is {}; only ZIP bundles and disk images are rewritten", containerKindName(parts.tree->kind())));
  }
  parts.end = *end;
  const auto& entries = parts.tree->entries();
  auto records = readRecords(*payload, *end, entries.size());
  if (!records) return fail(records.error().code, where, records.error().message);
  parts.records = std::move(*records);
  auto comment = readText(*payload, end->record_start + zip::end::kSize, end->archive_end - end->record_start - zip::end::kSize);
  SEPAX_TRY(comment);
  parts.comment = std::move(*comment);

  parts.order.resize(entries.size());
  std::iota(parts.order.begin(), parts.order.end(), std::size_t{0});
  std::sort(parts.order.begin(), parts.order.end(),
            [&](std::size_t a, std::size_t b) { return entries[a].header_offset < entries[b].header_offset; });
  parts.slot_ends.resize(entries.size());
  std::uint64_t next = end->directory_start;
  for (std::size_t k = parts.order.size(); k-- > 0;) {
    const TreeEntry& entry = entries[parts.order[k]];
    const bool fits = entry.header_offset < next && entry.offset <= next && entry.compressed_size <= next - entry.offset;
    if (!fits) return fail(ErrorCode::kDamaged, where + ":" + entry.path, "is not rewritten: the entry overlaps what follows it");
    parts.slot_ends[parts.order[k]] = std::exchange(next, entry.header_offset);
  }
  return parts;
}

/// The alignment that an entry's place was chosen for: its header's field says it, libraries stand at pages, all else at 4.
std::uint64_t wantedAlignment(const Parts& parts, std::size_t index) {
  const TreeEntry& entry = parts.tree->entries()[index];
  if (entry.method != Compression::kStored || entry.size == 0) return kMinAlignment;
  std::array<std::byte, zip::local::kSize> header;
  if (!parts.file->readAt(entry.header_offset, header)) return kMinAlignment;
  const std::size_t name_size = u16At(header, zip::local::kNameLength);
  std::vector<std::byte> extra(u16At(header, zip::local::kExtraLength));
  std::uint64_t wanted = kMinAlignment;
  if (parts.file->readAt(entry.header_offset + zip::local::kSize + name_size, extra)) {
    if (const auto field = findExtraField(extra, zip::kExtraAlignment); field.size() >= 2) wanted = u16At(field, 0);
  }
  if (entry.path.ends_with(".so")) wanted = std::max<std::uint64_t>(wanted, kMaxAlignment);
  wanted = std::min(wanted, kMaxAlignment);
  while (wanted > kMinAlignment && (entry.offset % wanted != 0 || (wanted & (wanted - 1)) != 0)) --wanted;
  return wanted;
}

/// Writes a new header offset into a raw record: into the field, or into the ZIP64 extra where the field says so.
Result<void> moveRecord(std::string& record, std::uint64_t offset) {
  namespace c = zip::central;
  const auto put = [&](std::size_t at, std::uint64_t value, std::size_t bytes) {
    for (std::size_t i = 0; i < bytes; ++i) record[at + i] = static_cast<char>(value >> (8 * i) & 0xFF);
  };
  const auto bytes = std::as_bytes(std::span(record));
  if (u32At(bytes, c::kHeaderOffset) != zip::kAllOnes32) {
    if (offset >= zip::kAllOnes32) return fail(ErrorCode::kTooLarge, "", "an entry would lie beyond 4 GiB");
    put(c::kHeaderOffset, offset, 4);
    return {};
  }
  const auto extra = bytes.subspan(c::kSize + u16At(bytes, c::kNameLength), u16At(bytes, c::kExtraLength));
  const auto field = findExtraField(extra, zip::kExtraZip64);
  const std::size_t before =
      (u32At(bytes, c::kUncompressedSize) == zip::kAllOnes32 ? 8u : 0u) + (u32At(bytes, c::kCompressedSize) == zip::kAllOnes32 ? 8u : 0u);
  if (field.size() < before + 8) return fail(ErrorCode::kDamaged, "", "a ZIP64 field is too short");
  put(static_cast<std::size_t>(field.data() - bytes.data()) + before, offset, 8);
  return {};
}

class Repacking {
 public:
  Repacking(const Parts& parts, OutputFile& file, std::uint64_t total, const ProgressSink& progress)
      : parts_(parts), file_(file), total_(total), progress_(progress) {}

  /// Copies a range as it is.
  Result<void> copy(std::uint64_t offset, std::uint64_t size, const std::string& what) {
    const auto sum = [&](const Progress& part) { return !progress_ || progress_({done_ + part.done, total_, part.what}); };
    auto copied = copyBytes(*parts_.file, offset, size, file_, what, sum);
    done_ += size;
    return copied;
  }

  /// Copies an entry to where it divides by the alignment as before; returns its new offset.
  Result<std::uint64_t> keep(std::size_t index, std::uint64_t alignment) {
    const TreeEntry& entry = parts_.tree->entries()[index];
    const std::uint64_t gap = (entry.header_offset % alignment + alignment - file_.size() % alignment) % alignment;
    SEPAX_TRY(file_.append(std::vector<std::byte>(gap)));
    const std::uint64_t place = file_.size();
    if (auto done = copy(entry.header_offset, parts_.slot_ends[index] - entry.header_offset, entry.path); !done)
      return tl::unexpected(done.error());
    return place;
  }

 private:
  const Parts& parts_;
  OutputFile& file_;
  std::uint64_t total_ = 0, done_ = 0;
  const ProgressSink& progress_;
};

/// What becomes of each old entry, and which changes are additions.
struct Decision {
  std::vector<bool> goes;                                  ///< for each old entry
  std::unordered_map<std::size_t, std::size_t> change_of;  ///< old entry → change that takes its place in the directory
  std::vector<std::size_t> additions;                      ///< changes
};

Result<Decision> decide(const Tree& tree, const std::vector<EntryChange>& changes, RepackReport& report) {
  const auto& entries = tree.entries();
  Decision decision;
  decision.goes.resize(entries.size());
  for (std::size_t k = 0; k < changes.size(); ++k) {
    const std::string& path = changes[k].path;
    const auto& entry = changes[k].entry;
    const auto isSame = [&](const EntryChange& other) { return other.path == path; };
    if (std::count_if(changes.begin(), changes.end(), isSame) > 1) return fail(ErrorCode::kWrongValue, path, "is named twice");
    if (entry && path.ends_with('/')) return fail(ErrorCode::kWrongValue, printableLine(path), "names a folder, expected a file");
    const std::string folder = path.ends_with('/') ? path : path + "/";
    std::optional<std::size_t> last;
    std::uint64_t met = 0;
    for (std::size_t i = 0; i < entries.size(); ++i) {
      const bool isMet = entries[i].path == path || (!entry && (entries[i].path + "/" == folder || entries[i].path.starts_with(folder)));
      if (!isMet || decision.goes[i]) continue;
      if (entry && entries[i].directory) return fail(ErrorCode::kWrongValue, path, "is a folder, expected a file");
      decision.goes[i] = true;
      last = i;
      ++met;
    }
    if (!entry) {
      if (met == 0) return fail(ErrorCode::kNotFound, placeInTree(tree, path), "no such entry");
      report.removed += met;
    } else if (last) {
      decision.change_of[*last] = k;
      ++report.replaced;
    } else {
      if (const char* why = whyDangerousPath(path); why != nullptr)
        return fail(ErrorCode::kUnsafe, printableLine(path), fmt::format("the name {}", why));
      decision.additions.push_back(k);
      ++report.added;
    }
  }
  report.kept = static_cast<std::uint64_t>(std::count(decision.goes.begin(), decision.goes.end(), false));
  return decision;
}

/// Compares what stands in the new file with what was meant.
Result<void> verify(OutputFile& file, const Parts& parts, const Decision& decision,
                    const std::unordered_map<std::string, WrittenZipEntry>& written) {
  const auto differs = [&](const std::string& path, const char* why) {
    return fail(ErrorCode::kInternal, path, fmt::format("the new bundle was read back and is not what it should be: {}", why));
  };
  auto path = file.temporaryPath();
  auto tree = path ? openTree(*path) : tl::unexpected(path.error());
  SEPAX_TRY(tree);
  if (const Finding* suspect = suspicionAbout(**tree); suspect != nullptr) return differs(suspect->path, suspect->message.c_str());
  const auto& old_entries = parts.tree->entries();
  std::size_t next_old = 0, kept = 0, fresh = 0;
  for (std::size_t i = 0; i < (*tree)->entries().size(); ++i) {
    const TreeEntry& entry = (*tree)->entries()[i];
    if (const auto place = written.find(entry.path); place != written.end()) {
      if (entry.crc32 != place->second.crc32 || entry.size != place->second.size) return differs(entry.path, "other bytes");
      if (auto read = (*tree)->stream(i, [](auto) -> Result<void> { return {}; }); !read)
        return differs(entry.path, read.error().message.c_str());
      ++fresh;
      continue;
    }
    while (next_old < old_entries.size() && decision.goes[next_old]) ++next_old;
    if (next_old == old_entries.size()) return differs(entry.path, "an entry that was not put in");
    const TreeEntry& old = old_entries[next_old++];
    if (old.path != entry.path || old.crc32 != entry.crc32 || old.size != entry.size || old.compressed_size != entry.compressed_size)
      return differs(entry.path, "a kept entry changed");
    if (old.offset % kMinAlignment != entry.offset % kMinAlignment) return differs(entry.path, "a kept entry lost its alignment");
    ++kept;
  }
  const auto wanted = static_cast<std::size_t>(std::count(decision.goes.begin(), decision.goes.end(), false));
  return kept == wanted && fresh == written.size() ? Result<void>() : differs("", "entries are missing");
}

/// A disk image's files and the new ones, packed into another image.
Result<RepackReport> rebuildImage(const std::shared_ptr<const Tree>& tree, const std::vector<EntryChange>& changes, PackOptions options,
                                  const ProgressSink& progress) {
  RepackReport report;
  const auto decision = decide(*tree, changes, report);
  SEPAX_TRY(decision);
  std::unordered_set<std::string> gone;
  for (std::size_t i = 0; i < decision->goes.size(); ++i) {
    if (decision->goes[i]) gone.insert(tree->entries()[i].path);
  }
  std::vector<NewEntry> entries = entriesOfTree(tree, EntryTimes::kKept);
  std::erase_if(entries, [&](const NewEntry& entry) { return gone.contains(entry.path); });
  for (const EntryChange& change : changes) {
    if (!change.entry) continue;
    entries.push_back(*change.entry);
    entries.back().path = change.path;
  }
  options.form = PackForm::kFat;
  options.footer = tree->footer();
  if (options.footer && (options.footer->flags & kObbSalted) != 0) {
    auto salt = parseObbSalt(options.footer->salt_hex);
    SEPAX_TRY(salt);
    options.salt = *salt;
  }
  const auto packed = packBundle(std::move(entries), options, progress);
  SEPAX_TRY(packed);
  report.output_bytes = packed->output_bytes;
  return report;
}

bool isDiskImage(const Tree& tree) {
  return tree.kind() == ContainerKind::kFat12 || tree.kind() == ContainerKind::kFat16 || tree.kind() == ContainerKind::kFat32;
}

}  // namespace

Result<RepackReport> repackBundle(const std::string& input, std::vector<EntryChange> changes, const std::string& output,
                                  const std::string& password, const ProgressSink& progress) {
  OpenOptions opening;
  opening.password = password;
  auto whole = openTree(input, opening);
  SEPAX_TRY(whole);
  if ((*whole)->locked()) return fail(ErrorCode::kPassword, toValidUtf8(input), "is encrypted, and the password is missing or wrong");
  if (isDiskImage(**whole)) return rebuildImage(*whole, changes, {.output = output, .password = password}, progress);
  auto parts = takeApart(input);
  SEPAX_TRY(parts);
  RepackReport report;
  const auto decision = decide(*parts->tree, changes, report);
  SEPAX_TRY(decision);
  auto file = OutputFile::create(output);
  SEPAX_TRY(file);
  Repacking repacking(*parts, *file, parts->file->size(), progress);

  const auto& entries = parts->tree->entries();
  const bool had_zip64 = parts->end.directory_limit < parts->end.record_start;
  std::uint64_t alignment = kMinAlignment;
  for (std::size_t i = 0; i < entries.size(); ++i) {
    if (!decision->goes[i]) alignment = std::max(alignment, wantedAlignment(*parts, i));
  }
  const std::uint64_t first = entries.empty() ? parts->end.directory_start : entries[parts->order.front()].header_offset;
  SEPAX_TRY(repacking.copy(0, first, ""));
  std::vector<std::string> records = parts->records;
  for (const std::size_t i : parts->order) {
    if (decision->goes[i]) continue;
    const auto place = repacking.keep(i, alignment);
    SEPAX_TRY(place);
    if (auto moved = moveRecord(records[i], *place - parts->end.base); !moved)
      return fail(moved.error().code, entries[i].path, moved.error().message);
  }
  std::unordered_map<std::string, WrittenZipEntry> written;
  const auto write = [&](std::size_t change, Compression method) -> Result<std::string> {
    NewEntry entry = *changes[change].entry;
    entry.path = changes[change].path;
    auto done = writeZipEntry(*file, entry, method, had_zip64, parts->end.base);
    SEPAX_TRY(done);
    return (written[entry.path] = std::move(*done)).record;
  };
  std::vector<std::string> directory;
  for (std::size_t i = 0; i < entries.size(); ++i) {
    if (!decision->goes[i]) directory.push_back(std::move(records[i]));
    const auto change = decision->change_of.find(i);
    if (change == decision->change_of.end()) continue;
    auto record = write(change->second, entries[i].method == Compression::kStored ? Compression::kStored : Compression::kDeflated);
    SEPAX_TRY(record);
    directory.push_back(std::move(*record));
  }
  for (const std::size_t change : decision->additions) {
    auto record = write(change, Compression::kStored);
    SEPAX_TRY(record);
    directory.push_back(std::move(*record));
  }
  if (auto done = writeZipEnd(*file, directory, parts->comment, had_zip64, had_zip64, parts->end.base); !done)
    return tl::unexpected(done.error());
  // Whatever stood behind the archive, above all the OBB footer.
  const std::uint64_t behind = std::min(parts->end.archive_end, parts->payload_size);
  SEPAX_TRY(repacking.copy(behind, parts->file->size() - behind, ""));
  SEPAX_TRY(verify(*file, *parts, *decision, written));
  report.output_bytes = file->size();
  SEPAX_TRY(file->commit());
  return report;
}

}  // namespace sepax
