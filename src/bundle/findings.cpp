#include "bundle/findings.h"

#include <fmt/format.h>

#include <utility>

namespace sepax {

namespace {

using enum FindingKind;
using enum Severity;

constexpr std::array<FindingCode, static_cast<std::size_t>(kCount)> kCodes = {{
    {kContainerUnknown, "container.unknown", kError,
     "The content matches no container format that this program knows."},
    {kContainerUnsupported, "container.unsupported", kError,
     "The format was recognised and this version does not read it."},
    {kFolderUnreadable, "folder.unreadable", kWarning, "A folder or file could not be listed."},
    {kFolderLink, "folder.link", kInfo, "A symbolic link that leads to no file inside the folder; it is not followed."},
    {kFolderSpecial, "folder.special", kInfo, "A pipe, socket or device; none of them is read."},
    {kFolderTooMany, "folder.too_many_entries", kError, "The folder holds more entries than are listed."},
    {kObbBadFooter, "obb.bad_footer", kWarning,
     "The file ends with the OBB mark, but the footer before it is not valid."},
    {kObbSalted, "obb.salted", kInfo, "The footer says that the contents are encrypted with a password."},
    {kObbWrongPassword, "obb.wrong_password", kError,
     "With this password the contents are no file system: it is wrong, or the image is damaged."},
    {kObbNameRule, "obb.name_rule", kWarning, "The file's name breaks the rule by which an app finds its bundle."},
    {kObbPackageMismatch, "obb.package_mismatch", kWarning, "Footer and file name say different packages."},
    {kObbVersionMismatch, "obb.version_mismatch", kWarning, "Footer and file name say different versions."},
    {kObbUnknownFlags, "obb.unknown_flags", kWarning, "The footer sets flags without a meaning."},
    {kObbUnusedSalt, "obb.unused_salt", kInfo,
     "The footer holds a salt and does not say that the contents are encrypted."},
    {kObbUnsetVersion, "obb.unset_version", kWarning,
     "The footer's version is none that an app can have; writers refuse it."},
    {kObbEncrypted, "obb.encrypted", kInfo, "The image is encrypted; only old Android versions mount such images."},
    {kObbTooLarge, "obb.too_large", kWarning,
     "Larger than readers with signed 32-bit offsets can address and the Play store takes."},
    {kAndroidEmpty, "android.empty", kError,
     "No entries; Google's reader refuses an archive that does not begin with one."},
    {kAndroidTooManyEntries, "android.too_many_entries", kError,
     "More entries than Google's reader counts: it sees an empty archive."},
    {kAndroidZip64, "android.zip64", kWarning, "A ZIP64 archive; many readers on devices know classic ZIP only."},
    {kAndroidEncrypted, "android.encrypted", kError, "An encrypted entry; no reader on a device asks for a password."},
    {kAndroidMethod, "android.method", kError, "Compressed by a method that readers on devices do not know."},
    {kAndroidDescriptor, "android.descriptor", kWarning,
     "The sizes follow the data; readers that trust the local header see none."},
    {kAndroidNameFlag, "android.name_flag", kWarning,
     "A name beyond ASCII that is not marked as UTF-8, which devices read it as."},
    {kAndroidUnaligned, "android.unaligned", kInfo,
     "A stored entry that is not aligned to 4 bytes, as zipalign would."},
    {kAndroidRefused, "android.refused", kError, "Android's own reader refuses the whole archive for this."},
    {kNameCaseClash, "name.case_clash", kWarning,
     "Two names differ only in upper and lower case: one file on Windows and on FAT."},
    {kNameFileAndFolder, "name.file_and_folder", kWarning,
     "A name is a file's and a folder's; both cannot exist at once."},
    {kNameTwice, "name.twice", kWarning, "Two entries have the same name; only one of them can be extracted."},
    {kNameUnportable, "name.unportable", kInfo, "A name that Windows cannot hold."},
    {kNameDirection, "name.direction", kWarning,
     "A name that reads as another: it holds characters that change the direction of text."},
    {kEntryDamaged, "entry.damaged", kError, "The entry was read and is not what its sizes or checksum say."},
    {kEntryNotChecked, "entry.not_checked", kWarning,
     "The entry could not be read: encrypted, or of a method that this version does not read."},
    {kOverlayPackageMismatch, "overlay.package_mismatch", kWarning, "The bundles belong to different packages."},
    {kOverlayVersionMismatch, "overlay.version_mismatch", kInfo,
     "The bundles have different versions; Google's published code then looks for the wrong patch name."},
    {kOverlayNoMain, "overlay.no_main", kWarning, "No main bundle among several; readers open it first."},
    {kPckBadDirectory, "pck.bad_directory", kError,
     "The PCK's header or directory is cut off or of an unknown version."},
    {kPckEncrypted, "pck.encrypted", kWarning, "Encrypted with the game's own key; not read."},
    {kPckOutOfRange, "pck.out_of_range", kError, "The file's data runs past the end; it cannot be read."},
    {kPckRemoved, "pck.removed", kInfo, "The entry marks a file of an earlier pack as removed."},
    {kPckUnsafePath, "pck.unsafe_path", kWarning,
     "The name leaves the folder it would be extracted to, or holds characters that no file name should."},
    {kFatTypeLabel, "fat.type_label", kInfo,
     "The label names another FAT type than the number of clusters makes; the number counts."},
    {kFatTruncated, "fat.truncated", kError, "The file is shorter than the volume that its boot sector describes."},
    {kFatTablesDiffer, "fat.tables_differ", kWarning,
     "The copies of the allocation table differ; some readers refuse that."},
    {kFatBadChain, "fat.bad_chain", kError,
     "A chain of clusters is broken, too short, a loop, or shared; the entry cannot be read whole."},
    {kFatLostClusters, "fat.lost_clusters", kWarning, "Clusters are marked as used and belong to no file."},
    {kFatBadLongName, "fat.bad_long_name", kWarning,
     "A long name is incomplete or fails its checksum; the short one is shown."},
    {kFatUnsafeName, "fat.unsafe_name", kWarning, "A name holds what no file name should, or would leave its folder."},
    {kFatTooDeep, "fat.too_deep", kError, "Folders are nested deeper than is read."},
    {kFatTooManyEntries, "fat.too_many_entries", kError, "More entries than are listed."},
    {kFatFreeCount, "fat.free_count", kWarning,
     "The count of free clusters cannot be right; some readers refuse that."},
    {kFatMedia, "fat.media", kWarning,
     "The table does not begin as the kind of medium wants it; some readers see no FAT volume."},
    {kFatNotClean, "fat.not_clean", kWarning,
     "The volume says that it was not unmounted or that its medium failed; its tables may lag behind its files."},
    {kFatLongChain, "fat.long_chain", kWarning, "A chain of clusters goes on behind the end of its file."},
    {kFatNoDots, "fat.no_dots", kInfo,
     "A folder does not begin with the entries for itself and the folder above; repair programs ask for them."},
    {kFatTrailingBytes, "fat.trailing_bytes", kWarning, "There are bytes behind the volume that are no OBB footer."},
    {kZipNoEnd, "zip.no_end", kError,
     "No end record that belongs to a central directory: truncated, or no ZIP after all."},
    {kZipAmbiguousEnd, "zip.ambiguous_end", kWarning, "Several end records; other programs may see another archive."},
    {kZipBadDirectory, "zip.bad_directory", kError, "The central directory stops inside a record or cannot be read."},
    {kZipCountMismatch, "zip.count_mismatch", kWarning,
     "The end record counts other than the entries that the directory holds."},
    {kZipDirectorySize, "zip.directory_size", kWarning,
     "The end record says another size than the directory has, or bytes lie between them; many readers refuse that."},
    {kZipSignature, "zip.signature", kInfo, "A digital signature lies behind the directory; it is not checked."},
    {kZipEncryptedDirectory, "zip.encrypted_directory", kError,
     "The central directory itself is encrypted; it is not read."},
    {kZipTooManyEntries, "zip.too_many_entries", kError, "More entries than are listed."},
    {kZipSplit, "zip.split", kError,
     "One part of an archive that was split over several files, by its own words; what is there is listed."},
    {kZipPrependedBytes, "zip.prepended_bytes", kWarning,
     "There are bytes before the first entry; some readers refuse that."},
    {kZipTrailingBytes, "zip.trailing_bytes", kWarning, "There are bytes behind the archive that are no OBB footer."},
    {kZipBadLocalHeader, "zip.bad_local_header", kError,
     "No local header where the directory says; the entry cannot be read."},
    {kZipHeaderMismatch, "zip.header_mismatch", kWarning,
     "Local header and directory disagree; the directory is believed."},
    {kZipBadExtraField, "zip.bad_extra_field", kWarning,
     "An extra field runs past its place; Java and Python refuse the entry or the archive."},
    {kZipRefusedElsewhere, "zip.refused_elsewhere", kWarning,
     "A version, flag or disk for which other programs refuse the entry or the archive; it is read all the same."},
    {kZipSizeMismatch, "zip.size_mismatch", kError, "A stored entry whose two sizes differ; it cannot be read."},
    {kZipOutOfRange, "zip.out_of_range", kError, "The entry's data runs past the end; it cannot be read."},
    {kZipOverlap, "zip.overlap", kWarning, "The entry's bytes overlap those of another entry or the directory."},
    {kZipImpossibleRatio, "zip.impossible_ratio", kError,
     "The entry claims more bytes than its compressed data can hold."},
    {kZipDuplicateName, "zip.duplicate_name", kWarning,
     "Two entries have the same name; the later one wins here, the first one elsewhere."},
    {kZipUnsafePath, "zip.unsafe_path", kWarning,
     "The name leaves the folder it would be extracted to, or holds characters that no file name should."},
    {kZipNameEncoding, "zip.name_encoding", kInfo, "The name is not UTF-8; its encoding was guessed or given."},
    {kZipNotUtf8, "zip.not_utf8", kWarning,
     "The name is marked as UTF-8 and is not; Java and Android refuse the whole archive."},
    {kZipLink, "zip.link", kInfo, "A symbolic link; it is shown as a file that holds the link's target."},
    {kZipUnsupportedMethod, "zip.unsupported_method", kWarning,
     "Compressed by a method that this version does not read."},
    {kZipEncrypted, "zip.encrypted", kWarning, "Marked as encrypted; it needs a password, unless the mark is a lie."},
    {kZipFakeEncryption, "zip.fake_encryption", kWarning,
     "Marked as encrypted, yet plain; other programs ask for a password in vain."},
    {kZipFakeMethod, "zip.fake_method", kWarning,
     "A compression that does not exist; the entry is stored, as Android takes it."},
    {kZipHighRatio, "zip.high_ratio", kWarning, "The entry unpacks to more than 200 times its size."},
    {kZipFolderWithData, "zip.folder_with_data", kWarning,
     "A folder that holds bytes; they are lost when it is extracted."},
    {kZipDescriptorMismatch, "zip.descriptor_mismatch", kWarning,
     "The record behind the data disagrees with the directory; the directory is believed."},
    {kZipSalvaged, "zip.salvaged", kInfo, "The directory is missing; the entries were found by their local headers."},
    {kPackNotPortable, "pack.not_portable", kWarning, "The name is none on Windows, or means something else there."},
    {kPackNameEncoding, "pack.name_encoding", kWarning, "The name was no UTF-8; what could not be read is replaced."},
    {kPackCaseClash, "pack.case_clash", kWarning,
     "The name differs from another entry's only in upper and lower case."},
    {kPackDeviceKey, "pack.device_key", kWarning, "No device mounts an image of this salt and password."},
    {kPackEncrypted, "pack.encrypted", kInfo,
     "Newer Android versions mount no encrypted images; older ones and this program do."},
    {kPackName, "pack.name", kWarning, "The bundle's name is not the one that devices look for."},
    {kPackLarge, "pack.large", kWarning, "More entries or bytes than Google's library reads."},
    {kPackLeftOut, "pack.left_out", kWarning, "A file, folder or link of the input that was not packed."},
    {kExtractUnsafePath, "extract.unsafe_path", kError,
     "The name leads out of the folder or holds characters that no file name should."},
    {kExtractReservedName, "extract.reserved_name", kWarning,
     "The name means something else on Windows: a device, a stream, or it loses its last dot."},
    {kExtractBackslash, "extract.backslash", kWarning,
     "The name has backslashes between its parts, as some Windows programs write them; allowed, they become folders."},
    {kExtractDuplicate, "extract.duplicate", kWarning,
     "Another entry of the bundle has the same name; only one is written, of a ZIP the last."},
    {kExtractCaseClash, "extract.case_clash", kWarning,
     "The name differs from another entry's only in upper and lower case."},
    {kExtractKindClash, "extract.kind_clash", kError, "A file has the name of a folder that other entries lie in."},
    {kExtractLink, "extract.link", kWarning,
     "A symbolic link; allowed, it becomes a file that holds the link's target."},
    {kExtractOverlap, "extract.overlap", kWarning,
     "The entry shares bytes with another one, as archives do that unpack to far more than they hold."},
    {kExtractRatio, "extract.ratio", kWarning, "The entry unpacks to more than 200 times its size."},
    {kExtractExists, "extract.exists", kError, "A file exists there already."},
    {kExtractEncrypted, "extract.encrypted", kError, "The entry is encrypted, and the password is missing or wrong."},
    {kExtractDamaged, "extract.damaged", kError, "The entry's bytes cannot be read or contradict their checksum."},
    {kExtractNotWritten, "extract.not_written", kError, "The file could not be made."},
    {kLintUnusable, "lint.unusable", kError, "The mesh, or the bundle that may hold some, cannot be read."},
    {kLintFlat, "lint.flat", kError, "The mesh has no volume and no convex hull."},
    {kLintInexact, "lint.inexact", kWarning, "The mesh is not read exactly as its file has it."},
    {kLintNonManifold, "lint.non_manifold", kWarning,
     "More than two triangles meet at an edge: inside and outside are not defined there."},
    {kLintFlipped, "lint.flipped", kWarning,
     "Triangles face the other way than the surface they belong to: contacts push inward there."},
    {kLintOpen, "lint.open", kWarning, "The surface has borders: things inside fall through."},
    {kLintSlivers, "lint.slivers", kWarning, "Triangles without area: their normals are noise."},
    {kLintDuplicates, "lint.duplicates", kWarning, "Triangles that occur twice at the same place."},
    {kLintOver255, "lint.over_255", kWarning,
     "The hull has more than 255 corners: most engines simplify or refuse it."},
    {kLintConcave, "lint.concave", kInfo, "The mesh is not convex: a hull collider fills its hollows up."},
    {kLintShared, "lint.shared", kInfo,
     "Parts of the mesh run into each other: a volume or mass from its triangles counts what they share again."},
    {kLintOver64, "lint.over_64", kInfo, "The hull has more than 64 corners, the limit on graphics processors."},
    {kLintOver32, "lint.over_32", kInfo, "The hull has more than 32 corners, more than is advised for moving bodies."},
    {kLintPrimitive, "lint.primitive", kInfo, "A simple volume fits almost as well as the hull and is cheaper."},
}};

consteval bool isInOrder() {
  for (std::size_t i = 0; i < kCodes.size(); ++i) {
    if (kCodes[i].kind != static_cast<FindingKind>(i) || kCodes[i].code.empty()) return false;
  }
  return true;
}
static_assert(isInOrder(), "every FindingKind has its row, in the order of the enumeration");

}  // namespace

const char* severityName(Severity severity) {
  static constexpr const char* kNames[] = {"none", "info", "warning", "error"};
  return kNames[static_cast<std::size_t>(severity)];
}

std::span<const FindingCode> findingCodes() { return kCodes; }

const FindingCode& codeOf(FindingKind kind) { return kCodes[static_cast<std::size_t>(kind)]; }

void FindingCollector::add(FindingKind kind, std::string path, std::string message, std::optional<std::size_t> entry) {
  if (++counts_[static_cast<std::size_t>(kind)] > kMaxFindingsPerKind) return;
  findings_.push_back({kind, std::move(path), std::move(message), entry});
}

std::vector<Finding> FindingCollector::take() {
  for (std::size_t i = 0; i < counts_.size(); ++i) {
    if (counts_[i] <= kMaxFindingsPerKind) continue;
    findings_.push_back(
        {static_cast<FindingKind>(i), "", trf("and {} more of this kind", counts_[i] - kMaxFindingsPerKind)});
  }
  counts_ = {};
  return std::exchange(findings_, {});
}

}  // namespace sepax
