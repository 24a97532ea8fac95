#include "bundle/write/repack.h"

#include "bundle/byte_copy.h"
#include "bundle/little_endian.h"
#include "bundle/obb/obb_footer.h"
#include "bundle/open/open_container.h"
#include "bundle/open/recognise.h"
#include "bundle/safe_path.h"
#include "bundle/verify_rules.h"
#include "bundle/write/pack.h"
#include "bundle/write/zip_parts.h"
#include "bundle/write/zip_writer.h"
#include "bundle/zip/zip_format.h"
#include "bundle/zip/zip_names.h"
#include "core/name_map.h"
#include "core/output_file.h"
#include "core/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <unordered_map>
#include <utility>

namespace sepax {

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

/// The fate of each old entry, and the changes that are additions.
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
    if (std::count_if(changes.begin(), changes.end(), isSame) > 1)
      return fail(ErrorCode::kWrongValue, path, "is named twice");
    if (entry && path.ends_with('/'))
      return fail(ErrorCode::kWrongValue, printableLine(path), "names a folder, expected a file");
    const std::string folder = path.ends_with('/') ? path : path + "/";
    std::optional<std::size_t> last;
    std::uint64_t met = 0;
    for (std::size_t i = 0; i < entries.size(); ++i) {
      const bool isMet = entries[i].path == path ||
                         (!entry && (entries[i].path + "/" == folder || entries[i].path.starts_with(folder)));
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

/// Compares what is in the new file with what was meant.
Result<void> verify(OutputFile& file, const ZipParts& parts, const Decision& decision,
                    const NameMap<std::string, WrittenZipEntry>& written) {
  const auto differs = [&](const std::string& path, const char* why) {
    return fail(ErrorCode::kInternal, path,
                fmt::format("the new bundle was read back and is not what it should be: {}", why));
  };
  auto path = file.temporaryPath();
  auto tree = path ? openTree(*path) : tl::unexpected(path.error());
  SEPAX_TRY(tree);
  if (const Finding* suspect = suspicionAbout(**tree); suspect != nullptr)
    return differs(suspect->path, suspect->message.c_str());
  // A change of entries brings no fault into the structure.
  const std::vector<Finding> known = structuralFindings(*parts.tree);
  for (const Finding& finding : structuralFindings(**tree)) {
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
      if (entry.crc32 != place->second.crc32 || entry.size != place->second.size)
        return differs(entry.path, "other bytes");
      if (auto read = (*tree)->stream(i, [](auto) -> Result<void> { return {}; }); !read)
        return differs(entry.path, read.error().message.c_str());
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

/// A disk image's files and the new ones, packed into another image.
Result<RepackReport> rebuildImage(const std::shared_ptr<const Tree>& tree, const std::vector<EntryChange>& changes,
                                  PackOptions options, const ProgressSink& progress) {
  RepackReport report;
  const auto decision = decide(*tree, changes, report);
  SEPAX_TRY(decision);
  NameSet<std::string> gone;
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
  options.is_rebuilt = true;
  options.footer = tree->footer();
  const auto whole = tree->bytes();
  FindingCollector ignored;
  const auto located = readObbFooter(*whole, ignored);
  const auto payload = windowOf(whole, 0, located ? located->payload_size : whole->size());
  const auto key = findObbKey(payload, options.password, options.footer ? options.footer->salt_hex : "");
  if (key) options.key = key->key;
  if (auto failed = tree->failedRead()) return tl::unexpected(std::move(*failed));
  const auto packed = packBundle(std::move(entries), options, progress);
  SEPAX_TRY(packed);
  report.output_bytes = packed->output_bytes;
  return report;
}

bool isDiskImage(const Tree& tree) {
  return tree.kind() == ContainerKind::kFat12 || tree.kind() == ContainerKind::kFat16 ||
         tree.kind() == ContainerKind::kFat32;
}

Result<RepackReport> repackZip(std::shared_ptr<const ByteSource> source, const std::string& where,
                               std::vector<EntryChange> changes, const std::string& output,
                               const ProgressSink& progress) {
  auto parts = takeZipApart(std::move(source), where);
  SEPAX_TRY(parts);
  RepackReport report;
  const auto decision = decide(*parts->tree, changes, report);
  SEPAX_TRY(decision);
  auto file = OutputFile::create(output);
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
    auto record = write(change->second,
                        entries[i].method == Compression::kStored ? Compression::kStored : Compression::kDeflated);
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
  // Whatever was behind the archive, above all the OBB footer.
  const std::uint64_t behind = std::min(parts->end.archive_end, parts->payload_size);
  SEPAX_TRY(repacking.copy(behind, parts->file->size() - behind, ""));
  SEPAX_TRY(verify(*file, *parts, *decision, written));
  if (auto failed = parts->file->failedRead()) return tl::unexpected(std::move(*failed));
  report.output_bytes = file->size();
  SEPAX_TRY(file->commit());
  return report;
}

}  // namespace

Result<RepackReport> repackBundle(const std::string& input, std::vector<EntryChange> changes, const std::string& output,
                                  const std::string& password, const ProgressSink& progress) {
  OpenOptions opening;
  opening.password = password;
  auto whole = openTree(input, opening);
  SEPAX_TRY(whole);
  const std::string where = toValidUtf8(input);
  if ((*whole)->locked())
    return fail(ErrorCode::kPassword, where, "is encrypted, and the password is missing or wrong");
  if (isDiskImage(**whole)) return rebuildImage(*whole, changes, {.output = output, .password = password}, progress);
  auto source = openFile(input);
  SEPAX_TRY(source);
  return repackZip(std::move(*source), where, std::move(changes), output, progress);
}

Result<RepackReport> repackBundle(std::shared_ptr<const ByteSource> source, const std::string& name,
                                  std::vector<EntryChange> changes, const std::string& output) {
  auto whole = openTree(source, name);
  SEPAX_TRY(whole);
  if (isDiskImage(**whole)) return rebuildImage(*whole, changes, {.output = output}, {});
  return repackZip(std::move(source), name, std::move(changes), output, {});
}

}  // namespace sepax
