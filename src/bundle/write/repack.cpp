#include "bundle/write/repack.h"

#include "bundle/byte_source.h"
#include "bundle/diff.h"
#include "bundle/fat/fat_directory.h"
#include "bundle/little_endian.h"
#include "bundle/obb/obb.h"
#include "bundle/open/open_container.h"
#include "bundle/verify.h"
#include "bundle/write/fat_edit.h"
#include "bundle/write/zip_parts.h"
#include "bundle/write/zip_writer.h"
#include "bundle/zip/zip_end.h"
#include "bundle/zip/zip_entry.h"
#include "core/name_map.h"
#include "core/output_file.h"
#include "core/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <map>
#include <optional>
#include <utility>

namespace sepax {

namespace {

/// Puts the verified output in its place.
Result<RepackReport> committed(OutputFile& file, const RepackOptions& options, RepackReport report) {
  report.output_bytes = file.size();
  if (options.follows_links) {
    SEPAX_TRY(file.followHardLinks());
  } else {
    report.other_names = file.otherNames();
  }
  SEPAX_TRY(file.commit());
  return report;
}

/// A disk image that is changed: what it is by its own bytes, without footer and encryption.
struct ImageParts {
  std::shared_ptr<const Tree> tree;
  std::shared_ptr<const ByteSource> volume_bytes;
  std::optional<ObbKey> key;
  std::string password;
};

ImageParts takeImageApart(const std::shared_ptr<const Tree>& tree, const std::string& password) {
  ImageParts parts;
  parts.tree = tree;
  parts.password = password;
  const auto whole = tree->bytes();
  FindingCollector ignored;
  const auto located = readObbFooter(*whole, ignored);
  parts.volume_bytes = windowOf(whole, 0, located ? located->payload_size : whole->size());
  const auto key = findObbKey(parts.volume_bytes, password, tree->footer() ? tree->footer()->salt_hex : "");
  if (key) {
    parts.key = key->key;
    parts.volume_bytes = decryptedPayload(parts.volume_bytes, key->key);
  }
  return parts;
}

/// Compares the new image with what was meant: an entry that stays is where it was and holds what it held.
Result<void> verifyImage(OutputFile& file, const ImageParts& parts, const Decision& decision,
                         const NameMap<std::string, std::uint32_t>& written, const ProgressSink& progress) {
  const auto differs = [&](const std::string& path, const std::string& why) {
    return fail(ErrorCode::kInternal, path,
                fmt::format("the new bundle was read back and is not what it should be: {}", why));
  };
  auto path = file.temporaryPath();
  auto opened = path ? openTree(*path, {.password = parts.password}) : tl::unexpected(path.error());
  SEPAX_TRY(opened);
  const Tree& tree = **opened;
  const auto& known = parts.tree->findings();
  for (const Finding& finding : tree.findings()) {
    if (finding.severity() > Severity::kInfo && std::ranges::find(known, finding.kind, &Finding::kind) == known.end())
      return differs(finding.path, finding.message);
  }
  std::map<std::uint64_t, std::size_t> old_at;
  for (std::size_t i = 0; i < decision.goes.size(); ++i) {
    if (!decision.goes[i]) old_at[parts.tree->entries()[i].header_offset] = i;
  }
  std::size_t fresh = 0;
  for (std::size_t i = 0; i < tree.entries().size(); ++i) {
    const TreeEntry& entry = tree.entries()[i];
    if (progress && !progress({file.size() + entry.header_offset, 2 * file.size(), entry.path}))
      return fail(ErrorCode::kInternal, "", "stopped");
    const auto place = written.find(entry.path);
    const auto old = old_at.find(entry.header_offset);
    if (place == written.end() && old == old_at.end()) {
      if (entry.directory) continue;  // made for a new file
      return differs(entry.path, "an entry that was not put in");
    }
    Result<std::uint32_t> wanted = 0;
    if (place != written.end()) {
      wanted = place->second;
      ++fresh;
    } else {
      const TreeEntry& before = parts.tree->entries()[old->second];
      if (before.path != entry.path || before.size != entry.size || before.flags != entry.flags ||
          before.modified != entry.modified)
        return differs(entry.path, "a kept entry changed");
      if (!entry.directory) wanted = sumOfEntry(*parts.tree, old->second);
      old_at.erase(old);
    }
    SEPAX_TRY(wanted);
    if (entry.directory) continue;
    const auto sum = sumOfEntry(tree, i);
    SEPAX_TRY(sum);
    if (*sum != *wanted) return differs(entry.path, "other bytes");
  }
  return old_at.empty() && fresh == written.size() ? Result<void>() : differs("", "entries are missing");
}

/// repackBundle() of a disk image: copies it and changes the copy where it is. Errors call it `where`.
Result<RepackReport> repackImage(const std::shared_ptr<const Tree>& tree, const std::vector<EntryChange>& changes,
                                 const std::string& where, const RepackOptions& options, const ProgressSink& progress) {
  const ImageParts parts = takeImageApart(tree, options.password);
  if (const Finding* suspect = suspicionAbout(*parts.tree); suspect != nullptr)
    return fail(ErrorCode::kDamaged, where, "is not rewritten, its structure is suspect: " + suspect->message);
  RepackReport report;
  const auto decision = decide(*parts.tree, changes, false, report);
  SEPAX_TRY(decision);
  std::array<std::byte, kObbSectorSize> boot;
  SEPAX_TRY(parts.volume_bytes->readAt(0, boot));
  const auto volume = readFatVolume(boot);
  if (!volume) return fail(ErrorCode::kDamaged, where, "has no boot sector of a disk image");
  FindingCollector ignored;
  const FatDirectory directory = readFatDirectory(*parts.volume_bytes, *volume, {}, ignored);

  auto file = OutputFile::create(options.output);
  SEPAX_TRY(file);
  const auto whole = parts.tree->bytes();
  const auto half = [&](const Progress& part) { return !progress || progress({part.done, 2 * part.total, part.what}); };
  SEPAX_TRY(copyBytes(*whole, 0, whole->size(), *file, "", half));
  NameMap<std::string, std::uint32_t> written;
  std::vector<NewEntry> entries(changes.size());
  std::vector<std::size_t> removed;
  std::vector<FatPlacement> placed;
  const auto place = [&](std::size_t change, std::optional<std::size_t> replaces) {
    NewEntry& entry = entries[change] = *changes[change].entry;
    entry.path = changes[change].path;
    entry.stream = [&written, &entry, stream = entry.stream](const ByteSink& sink) {
      std::uint32_t& sum = written[entry.path] = 0;
      return stream([&](std::span<const std::byte> bytes) {
        sum = crc32Of(bytes, sum);
        return sink(bytes);
      });
    };
    placed.push_back({&entry, replaces});
  };
  for (std::size_t i = 0; i < decision->goes.size(); ++i) {
    const auto change = decision->change_of.find(i);
    if (change != decision->change_of.end()) place(change->second, i);
    if (decision->goes[i] && change == decision->change_of.end()) removed.push_back(i);
  }
  for (const std::size_t change : decision->additions) place(change, std::nullopt);
  const auto write = [&](std::uint64_t offset, std::span<const std::byte> bytes) -> Result<void> {
    if (!parts.key) return file->writeAt(offset, bytes);
    std::vector<std::byte> sectors(bytes.begin(), bytes.end());
    SEPAX_TRY(encryptObbSectors(*parts.key, static_cast<std::uint32_t>(offset / kObbSectorSize), sectors));
    return file->writeAt(offset, sectors);
  };
  if (auto done = editFatImage(*parts.volume_bytes, *volume, directory, removed, placed, write); !done) {
    if (done.error().where.empty()) done.error().where = where;
    return tl::unexpected(std::move(done.error()));
  }
  SEPAX_TRY(verifyImage(*file, parts, *decision, written, progress));
  if (auto failed = parts.tree->failedRead()) return tl::unexpected(std::move(*failed));
  return committed(*file, options, std::move(report));
}

}  // namespace

namespace {

/// Writes a new header offset into a raw record: into the field, or into the ZIP64 extra where the field says so.
Result<void> moveRecord(std::string& record, std::uint64_t offset) {
  namespace c = zip::central;
  const auto bytes = std::as_bytes(std::span(record));
  if (u32At(bytes, c::kHeaderOffset) != zip::kAllOnes32) {
    if (offset >= zip::kAllOnes32) return fail(ErrorCode::kTooLarge, "", "an entry would lie beyond 4 GiB");
    putLittle<std::uint32_t>(record, c::kHeaderOffset, offset);
    return {};
  }
  const auto extra = bytes.subspan(c::kSize + u16At(bytes, c::kNameLength), u16At(bytes, c::kExtraLength));
  const auto field = findExtraField(extra, zip::kExtraZip64);
  const std::size_t before = (u32At(bytes, c::kUncompressedSize) == zip::kAllOnes32 ? 8u : 0u) +
                             (u32At(bytes, c::kCompressedSize) == zip::kAllOnes32 ? 8u : 0u);
  if (field.size() < before + 8) return fail(ErrorCode::kDamaged, "", "a ZIP64 field is too short");
  putLittle<std::uint64_t>(record, static_cast<std::size_t>(field.data() - bytes.data()) + before, offset);
  return {};
}

class Repacking {
 public:
  Repacking(const ZipParts& parts, OutputFile& file, std::uint64_t total, const ProgressSink& progress)
      : parts_(parts), file_(file), total_(total), progress_(progress) {}

  /// Copies a range unchanged.
  Result<void> copy(std::uint64_t offset, std::uint64_t size, const std::string& what) {
    const auto sum = [&](const Progress& part) {
      return !progress_ || progress_({done_ + part.done, total_, part.what});
    };
    auto copied = copyBytes(*parts_.file, offset, size, file_, what, sum);
    done_ += size;
    return copied;
  }

  /// Copies an entry to here; returns its new offset. Nothing comes between two entries: readers that go from header to
  /// header would stop.
  Result<std::uint64_t> keep(std::size_t index) {
    const TreeEntry& entry = parts_.tree->entries()[index];
    const std::uint64_t place = file_.size();
    const std::uint64_t alignment = wantedAlignment(parts_, index);
    const bool isAligned = entry.header_offset % alignment == place % alignment;
    if (entry.method == Compression::kStored && !isAligned) return keepPadded(index, alignment);
    SEPAX_TRY(copy(entry.header_offset, parts_.slot_ends[index] - entry.header_offset, entry.path));
    return place;
  }

 private:
  /// Copies an entry whose data divides by the alignment as before only with padding in the header, as zipalign makes
  /// it.
  Result<std::uint64_t> keepPadded(std::size_t index, std::uint64_t alignment) {
    namespace l = zip::local;
    const TreeEntry& entry = parts_.tree->entries()[index];
    const std::uint64_t place = file_.size();
    auto header = readText(*parts_.file, entry.header_offset, entry.offset - entry.header_offset);
    SEPAX_TRY(header);
    const auto bytes = std::as_bytes(std::span(*header));
    const std::size_t names_end = l::kSize + u16At(bytes, l::kNameLength);
    std::string extra = header->substr(names_end);
    if (const auto old = findExtraField(bytes.subspan(names_end), zip::kExtraAlignment); !old.empty()) {
      const auto at = static_cast<std::size_t>(old.data() - bytes.data()) - names_end - 4;
      extra.erase(at, old.size() + 4);
    }
    appendAlignmentField(extra, place + names_end + extra.size(), alignment, entry.offset);
    if (extra.size() > zip::kAllOnes16)
      return fail(ErrorCode::kTooLarge, entry.path, "its header has no room for padding");
    header->resize(names_end);
    putLittle<std::uint16_t>(*header, l::kExtraLength, extra.size());
    SEPAX_TRY(file_.append(std::as_bytes(std::span(*header += extra))));
    done_ += entry.offset - entry.header_offset;
    SEPAX_TRY(copy(entry.offset, parts_.slot_ends[index] - entry.offset, entry.path));
    return place;
  }

  const ZipParts& parts_;
  OutputFile& file_;
  std::uint64_t total_ = 0, done_ = 0;
  const ProgressSink& progress_;
};

/// The kinds of findings above infos that a bundle has by its structure and by what Android's readers need.
std::vector<Finding> structuralFindings(const Tree& tree) {
  using enum FindingKind;
  static constexpr FindingKind kAndroid[] = {kAndroidZip64,      kAndroidEncrypted, kAndroidMethod,
                                             kAndroidDescriptor, kAndroidNameFlag,  kAndroidUnaligned};
  FindingCollector rules;
  applyRules(tree, true, rules);
  std::vector<Finding> out = rules.take();
  std::erase_if(out,
                [](const Finding& finding) { return std::ranges::find(kAndroid, finding.kind) == std::end(kAndroid); });
  std::ranges::copy_if(tree.findings(), std::back_inserter(out),
                       [](const Finding& f) { return f.severity() > Severity::kInfo; });
  return out;
}

/// An entry's attributes and owner, by the directory's record.
ZipHeritage heritageOf(std::string_view record) {
  namespace c = zip::central;
  const auto bytes = std::as_bytes(std::span(record));
  ZipHeritage out{u16At(bytes, c::kMadeBy), u32At(bytes, c::kExternalAttributes)};
  const auto extra = bytes.subspan(c::kSize + u16At(bytes, c::kNameLength), u16At(bytes, c::kExtraLength));
  if (const auto owner = findExtraField(extra, zip::kExtraUnixOwner); !owner.empty())
    out.owner.assign(reinterpret_cast<const char*>(owner.data()) - 4, owner.size() + 4);
  return out;
}

/// Compares what is in the new file with what was meant.
Result<void> verify(OutputFile& file, const ZipParts& parts, const Decision& decision,
                    const NameMap<std::string, WrittenZipEntry>& written, const std::string& password) {
  const auto differs = [&](const std::string& path, const char* why) {
    return fail(ErrorCode::kInternal, path,
                fmt::format("the new bundle was read back and is not what it should be: {}", why));
  };
  auto path = file.temporaryPath();
  auto tree = path ? openTree(*path, {.password = password}) : tl::unexpected(path.error());
  SEPAX_TRY(tree);
  if (const Finding* suspect = suspicionAbout(**tree); suspect != nullptr) {
    // Bytes around the entries, which stay, can mean something else beside fewer entries.
    if (suspect->kind == FindingKind::kZipAmbiguousEnd)
      return fail(
          ErrorCode::kUnsupported, parts.tree->name(),
          fmt::format("is not changed, since bytes that are no entry would look like its end: {}", suspect->message));
    return differs(suspect->path, suspect->message.c_str());
  }
  // A change of entries brings no fault into the structure.
  const std::vector<Finding> known = structuralFindings(*parts.tree);
  for (const Finding& finding : structuralFindings(**tree)) {
    using enum FindingKind;
    if (!password.empty() &&
        (finding.kind == kAndroidEncrypted || finding.kind == kZipEncrypted || finding.kind == kAndroidMethod))
      continue;  // as was asked for
    if (std::ranges::find(known, finding.kind, &Finding::kind) == known.end())
      return differs(finding.path, finding.message.c_str());
  }
  const auto& old_entries = parts.tree->entries();
  const auto& new_entries = (*tree)->entries();
  const auto first = std::ranges::min_element(new_entries, {}, &TreeEntry::header_offset);
  if (first != new_entries.end() && first->header_offset != parts.first_header)
    return differs(first->path, "the first header is elsewhere");
  std::size_t next_old = 0, kept = 0, fresh = 0;
  for (std::size_t i = 0; i < (*tree)->entries().size(); ++i) {
    const TreeEntry& entry = (*tree)->entries()[i];
    if (const auto place = written.find(entry.path); place != written.end()) {
      const auto sum = sumOfEntry(**tree, i);
      if (!sum) return differs(entry.path, sum.error().message.c_str());
      if (*sum != place->second.crc32 || entry.size != place->second.size) return differs(entry.path, "other bytes");
      ++fresh;
      continue;
    }
    while (next_old < old_entries.size() && decision.goes[next_old]) ++next_old;
    if (next_old == old_entries.size()) return differs(entry.path, "an entry that was not put in");
    const TreeEntry& old = old_entries[next_old++];
    if (old.path != entry.path || old.crc32 != entry.crc32 || old.size != entry.size ||
        old.compressed_size != entry.compressed_size)
      return differs(entry.path, "a kept entry changed");
    if (old.method == Compression::kStored && old.offset % kMinZipAlignment != entry.offset % kMinZipAlignment)
      return differs(entry.path, "a kept entry lost its alignment");
    ++kept;
  }
  const auto wanted = static_cast<std::size_t>(std::count(decision.goes.begin(), decision.goes.end(), false));
  return kept == wanted && fresh == written.size() ? Result<void>() : differs("", "entries are missing");
}

bool isDiskImage(const Tree& tree) {
  return tree.kind() == ContainerKind::kFat12 || tree.kind() == ContainerKind::kFat16 ||
         tree.kind() == ContainerKind::kFat32;
}

Result<RepackReport> repackZip(std::shared_ptr<const ByteSource> source, const std::string& where,
                               std::vector<EntryChange> changes, const RepackOptions& options,
                               const ProgressSink& progress) {
  auto parts = takeZipApart(std::move(source), where);
  SEPAX_TRY(parts);
  RepackReport report;
  const auto decision = decide(*parts->tree, changes, options.allows_clashes, report);
  SEPAX_TRY(decision);
  auto file = OutputFile::create(options.output);
  SEPAX_TRY(file);
  Repacking repacking(*parts, *file, parts->file->size(), progress);

  const auto& entries = parts->tree->entries();
  const bool had_zip64 = parts->end.directory_limit < parts->end.record_start;
  SEPAX_TRY(repacking.copy(0, parts->first_header, ""));
  report.removed_signature = parts->has_signature;
  std::vector<std::string> records = parts->records;
  for (const std::size_t i : parts->order) {
    if (decision->goes[i]) continue;
    const auto place = repacking.keep(i);
    SEPAX_TRY(place);
    if (auto moved = moveRecord(records[i], *place - parts->end.base); !moved)
      return fail(moved.error().code, entries[i].path, moved.error().message);
  }
  NameMap<std::string, WrittenZipEntry> written;
  const auto write = [&](std::size_t change, Compression method, const TreeEntry* before,
                         std::string_view record) -> Result<std::string> {
    NewEntry entry = *changes[change].entry;
    entry.path = changes[change].path;
    if (before != nullptr) entry.heritage = heritageOf(record);
    const bool is_encrypted =
        !options.password.empty() && (options.encrypts || (before != nullptr && before->encrypted));
    if (before != nullptr && before->encrypted && !is_encrypted) report.decrypted.push_back(entry.path);
    auto done = writeZipEntry(*file, entry, method, had_zip64, parts->end.base, is_encrypted ? options.password : "");
    SEPAX_TRY(done);
    return (written[entry.path] = std::move(*done)).record;
  };
  std::vector<std::string> directory;
  for (std::size_t i = 0; i < entries.size(); ++i) {
    if (!decision->goes[i]) directory.push_back(std::move(records[i]));
    const auto change = decision->change_of.find(i);
    if (change == decision->change_of.end()) continue;
    auto record =
        write(change->second, entries[i].method == Compression::kStored ? Compression::kStored : Compression::kDeflated,
              &entries[i], parts->records[i]);
    SEPAX_TRY(record);
    directory.push_back(std::move(*record));
  }
  for (const std::size_t change : decision->additions) {
    auto record = write(change, Compression::kStored, nullptr, "");
    SEPAX_TRY(record);
    directory.push_back(std::move(*record));
  }
  // Without entries nothing shows that the archive begins elsewhere: its end says where it lies.
  const std::uint64_t base = directory.empty() ? 0 : parts->end.base;
  if (auto done = writeZipEnd(*file, directory, parts->comment, had_zip64, had_zip64, base); !done)
    return tl::unexpected(done.error());
  // Whatever was behind the archive, above all the OBB footer.
  const std::uint64_t behind = std::min(parts->end.archive_end, parts->payload_size);
  SEPAX_TRY(repacking.copy(behind, parts->file->size() - behind, ""));
  SEPAX_TRY(verify(*file, *parts, *decision, written, options.password));
  if (auto failed = parts->file->failedRead()) return tl::unexpected(std::move(*failed));
  return committed(*file, options, std::move(report));
}

}  // namespace

Result<RepackReport> repackBundle(const std::string& input, std::vector<EntryChange> changes,
                                  const RepackOptions& options, const ProgressSink& progress) {
  OpenOptions opening;
  opening.password = options.password;
  auto whole = openTree(input, opening);
  SEPAX_TRY(whole);
  const std::string where = toValidUtf8(input);
  if ((*whole)->locked())
    return fail(ErrorCode::kPassword, where, "is encrypted, and the password is missing or wrong");
  if (isDiskImage(**whole)) return repackImage(*whole, changes, where, options, progress);
  auto source = openFile(input);
  SEPAX_TRY(source);
  return repackZip(std::move(*source), where, std::move(changes), options, progress);
}

Result<RepackReport> repackBundle(std::shared_ptr<const ByteSource> source, const std::string& name,
                                  std::vector<EntryChange> changes, const RepackOptions& options) {
  auto whole = openTree(source, name);
  SEPAX_TRY(whole);
  if (isDiskImage(**whole)) return repackImage(*whole, changes, name, options, {});
  return repackZip(std::move(source), name, std::move(changes), options, {});
}

}  // namespace sepax
