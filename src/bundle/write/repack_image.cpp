#include "bundle/write/repack_image.h"

#include "bundle/byte_copy.h"
#include "bundle/digest.h"
#include "bundle/fat/fat_directory.h"
#include "bundle/obb/obb_cipher.h"
#include "bundle/obb/obb_footer.h"
#include "bundle/obb/sector_cipher.h"
#include "bundle/open/open_container.h"
#include "bundle/open/recognise.h"
#include "bundle/write/fat_edit.h"
#include "bundle/write/zip_parts.h"
#include "core/name_map.h"
#include "core/output_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <optional>

namespace sepax {

namespace {

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

}  // namespace

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
  report.output_bytes = file->size();
  if (options.follows_links) {
    SEPAX_TRY(file->followHardLinks());
  } else {
    report.other_names = file->otherNames();
  }
  SEPAX_TRY(file->commit());
  return report;
}

}  // namespace sepax
