#include "bundle/findings.h"

#include <fmt/format.h>

#include <utility>

namespace sepax {

namespace {

// In the order of FindingKind.
constexpr std::array<FindingCode, static_cast<std::size_t>(FindingKind::kCount)> kCodes = {{
    {"container.unknown", "error", "The content matches no container format that this program knows."},
    {"container.unsupported", "error", "The format was recognised and this version does not read it."},
    {"folder.unreadable", "warning", "A folder or file could not be listed."},
    {"folder.link", "info", "A symbolic link; links are not followed."},
    {"folder.too_many_entries", "error", "The folder holds more entries than are listed."},
    {"obb.bad_footer", "warning", "The file ends with the OBB mark, but the footer before it is not valid."},
    {"obb.salted", "info", "The footer says that the contents are encrypted with a password."},
    {"obb.wrong_password", "error", "With this password the contents are no file system: it is wrong, or the image is damaged."},
    {"obb.name_rule", "warning", "The file's name breaks the rule by which an app finds its bundle."},
    {"obb.package_mismatch", "warning", "Footer and file name say different packages."},
    {"obb.version_mismatch", "warning", "Footer and file name say different versions."},
    {"obb.unknown_flags", "warning", "The footer sets flags without a meaning."},
    {"obb.unused_salt", "info", "The footer holds a salt and does not say that the contents are encrypted."},
    {"obb.unset_version", "warning", "The footer's version is none that an app can have; writers refuse it."},
    {"obb.encrypted", "info", "The image is encrypted; only old Android versions mount such images."},
    {"obb.too_large", "warning", "Larger than readers with signed 32-bit offsets can address and the Play store takes."},
    {"android.empty", "error", "No entries; Google's reader refuses an archive that does not begin with one."},
    {"android.too_many_entries", "error", "More entries than Google's reader counts: it sees an empty archive."},
    {"android.zip64", "warning", "A ZIP64 archive; many readers on devices know classic ZIP only."},
    {"android.encrypted", "error", "An encrypted entry; no reader on a device asks for a password."},
    {"android.method", "error", "Compressed by a method that readers on devices do not know."},
    {"android.descriptor", "warning", "Sizes stand behind the data; readers that trust the local header see none."},
    {"android.name_flag", "warning", "A name beyond ASCII that is not marked as UTF-8, which devices read it as."},
    {"android.unaligned", "info", "A stored entry that is not aligned to 4 bytes, as zipalign would."},
    {"name.case_clash", "warning", "Two names differ only in upper and lower case: one file on Windows and on FAT."},
    {"name.file_and_folder", "warning", "A name is a file's and a folder's; they cannot stand beside each other."},
    {"name.unportable", "info", "A name that Windows cannot hold."},
    {"entry.damaged", "error", "The entry was read and is not what its sizes or checksum say."},
    {"entry.not_checked", "warning", "The entry could not be read: encrypted, or of a method that this version does not read."},
    {"overlay.package_mismatch", "warning", "The bundles belong to different packages."},
    {"overlay.version_mismatch", "info",
     "The bundles have different versions; Google's published code then looks for the wrong patch name."},
    {"overlay.no_main", "warning", "No main bundle among several; readers open it first."},
    {"pck.bad_directory", "error", "The PCK's header or directory is cut off or of an unknown version."},
    {"pck.encrypted", "warning", "Encrypted with the game's own key; not read."},
    {"pck.out_of_range", "error", "The file's data runs past the end; it cannot be read."},
    {"pck.removed", "info", "The entry marks a file of an earlier pack as removed."},
    {"pck.unsafe_path", "warning", "The name leaves the folder it would be extracted to, or holds characters that no file name should."},
    {"fat.type_label", "info", "The label names another FAT type than the number of clusters makes; the number counts."},
    {"fat.truncated", "error", "The file is shorter than the volume that its boot sector describes."},
    {"fat.tables_differ", "warning", "The copies of the allocation table differ; some readers refuse that."},
    {"fat.bad_chain", "error", "A chain of clusters is broken, too short, a loop, or shared; the entry cannot be read whole."},
    {"fat.lost_clusters", "warning", "Clusters are marked as used and belong to no file."},
    {"fat.bad_long_name", "warning", "A long name is incomplete or fails its checksum; the short one is shown."},
    {"fat.unsafe_name", "warning", "A name holds what no file name should, or would leave its folder."},
    {"fat.too_deep", "error", "Folders stand deeper inside each other than is read."},
    {"fat.too_many_entries", "error", "More entries than are listed."},
    {"fat.free_count", "warning", "The count of free clusters cannot be right; some readers refuse that."},
    {"zip.no_end", "error", "No end record that belongs to a central directory: truncated, or no ZIP after all."},
    {"zip.ambiguous_end", "warning", "Several end records; other programs may see another archive."},
    {"zip.bad_directory", "error", "The central directory stops inside a record or cannot be read."},
    {"zip.count_mismatch", "warning", "The end record counts other than the entries that the directory holds."},
    {"zip.too_many_entries", "error", "More entries than are listed."},
    {"zip.split", "error", "One part of an archive that was split over several files, by its own words; what is there is listed."},
    {"zip.prepended_bytes", "warning", "Bytes stand before the first entry; some readers refuse that."},
    {"zip.trailing_bytes", "warning", "Bytes stand behind the archive and are no OBB footer."},
    {"zip.bad_local_header", "error", "No local header where the directory says; the entry cannot be read."},
    {"zip.header_mismatch", "warning", "Local header and directory disagree; the directory is believed."},
    {"zip.size_mismatch", "error", "A stored entry whose two sizes differ; it cannot be read."},
    {"zip.out_of_range", "error", "The entry's data runs past the end; it cannot be read."},
    {"zip.overlap", "warning", "The entry's bytes overlap those of another entry or the directory."},
    {"zip.impossible_ratio", "error", "The entry claims more bytes than its compressed data can hold."},
    {"zip.duplicate_name", "warning", "Two entries have the same name; the later one wins here, the first one elsewhere."},
    {"zip.unsafe_path", "warning", "The name leaves the folder it would be extracted to, or holds characters that no file name should."},
    {"zip.name_encoding", "info", "The name is not UTF-8; its encoding was guessed or given."},
    {"zip.link", "info", "A symbolic link; it is shown as a file that holds the link's target."},
    {"zip.unsupported_method", "warning", "Compressed by a method that this version does not read."},
    {"zip.encrypted", "warning", "Marked as encrypted; it needs a password, unless the mark is a lie."},
    {"zip.fake_encryption", "warning", "Marked as encrypted, yet plain; other programs ask for a password in vain."},
    {"zip.fake_method", "warning", "A compression that does not exist; the entry is stored, as Android takes it."},
    {"zip.high_ratio", "warning", "The entry unpacks to more than 200 times its size."},
    {"zip.folder_with_data", "warning", "A folder that holds bytes; they are lost when it is extracted."},
    {"zip.descriptor_mismatch", "warning", "The record behind the data disagrees with the directory; the directory is believed."},
    {"zip.salvaged", "info", "The directory is missing; the entries were found by their local headers."},
}};

static_assert(kCodes.back().code != nullptr, "every FindingKind has a row");

}  // namespace

std::span<const FindingCode> findingCodes() { return kCodes; }

void FindingCollector::add(FindingKind kind, std::string path, std::string message, std::optional<std::size_t> entry) {
  const auto index = static_cast<std::size_t>(kind);
  if (++counts_[index] > kMaxFindingsPerKind) return;
  findings_.push_back({kCodes[index].code, kCodes[index].severity, std::move(path), std::move(message), entry});
}

std::vector<Finding> FindingCollector::take() {
  for (std::size_t i = 0; i < counts_.size(); ++i) {
    if (counts_[i] <= kMaxFindingsPerKind) continue;
    findings_.push_back(
        {kCodes[i].code, kCodes[i].severity, "", fmt::format("and {} more of this kind", counts_[i] - kMaxFindingsPerKind)});
  }
  counts_ = {};
  return std::exchange(findings_, {});
}

}  // namespace sepax
