#pragma once

#include "bundle/byte_source.h"
#include "bundle/findings.h"
#include "core/error.h"

#include <chrono>
#include <compare>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace sepax {

/// Date and time in MS-DOS's packed form, as ZIP and FAT keep them: two-second steps, local, no zone.
struct DosTime {
  std::uint16_t date =
      1 << 5 | 1;          ///< years since 1980 << 9, month << 5, day: 1980-01-01, the same bytes from every packing
  std::uint16_t time = 0;  ///< hours << 11, minutes << 5, seconds / 2
};

/// When an entry was last changed.
struct EntryTime {
  std::int64_t seconds = 0;  ///< since 1970-01-01T00:00:00
  bool is_utc = false;       ///< else by the clock of wherever it was packed: a DOS time names no zone
  auto operator<=>(const EntryTime&) const = default;
};

/// Nullopt when a part is out of range (zero is common).
[[nodiscard]] std::optional<EntryTime> fromDosTime(DosTime stamp);

/// The stamp of the same calendar time; DosTime{} where DOS, from 1980 to 2107, has none.
[[nodiscard]] DosTime toDosTime(const std::optional<EntryTime>& time);

/// ISO 8601 without a zone, "2026-01-02T03:04:06"; empty when unknown.
[[nodiscard]] std::string timeText(const std::optional<EntryTime>& time);
void appendTime(std::string& out, const EntryTime& time);

/// The time of a file on disk.
[[nodiscard]] inline EntryTime fromFileTime(std::chrono::file_clock::time_point time) {
  const auto seconds = std::chrono::floor<std::chrono::seconds>(std::chrono::file_clock::to_sys(time));
  return {seconds.time_since_epoch().count(), true};
}

/// How an entry's bytes are packed, by the numbers of PKWARE's APPNOTE 4.4.5. A number without a name here is a value
/// like the others.
enum class Compression : std::uint16_t {
  kStored = 0,
  kShrunk = 1,
  kReduced1 = 2,
  kReduced2 = 3,
  kReduced3 = 4,
  kReduced4 = 5,
  kImploded = 6,
  kDeflated = 8,
  kDeflate64 = 9,
  kBzip2 = 12,
  kLzma = 14,
  kZstd = 93,
  kMp3 = 94,
  kXz = 95,
  kJpeg = 96,
  kWavpack = 97,
  kPpmd = 98,
  kAes = 99,  ///< a wrapper: WinZip's encryption; the compression is in an extra field
};

/// Whether the number is one of those above.
[[nodiscard]] bool isKnownCompression(Compression method);

/// "stored", "deflated", "bzip2", … "method 123"
[[nodiscard]] std::string compressionName(Compression method);

/// The format of a container, by its content and never by its name.
enum class ContainerKind { kZip, kFat12, kFat16, kFat32, kFolder, kPck, kUnknown };
[[nodiscard]] const char* containerKindName(ContainerKind kind);  ///< "zip", "fat12", … of the contract

/// How an entry's bytes are protected. kFake: marked as encrypted, yet plain; known for sure only once the bytes were
/// read.
enum class Encryption { kNone, kFake, kZipCrypto, kAes128, kAes192, kAes256, kStrong };
[[nodiscard]] const char* encryptionName(Encryption encryption);  ///< "none", "fake", "zipcrypto", "aes-128", …

/// The effect of an entry on those below it, in several bundles laid over each other.
enum class OverlayRole { kBase, kAdded, kReplaces };
[[nodiscard]] const char* overlayRoleName(OverlayRole role);  ///< "base", "added", "replaces"

/// Bits of ObbFooter::flags.
inline constexpr std::uint32_t kObbFlagOverlay = 1;
inline constexpr std::uint32_t kObbFlagSalted = 2;

/// The footer that Android's obbtool and jobb append.
struct ObbFooter {
  std::string package;
  std::int32_t version = 0;
  std::uint32_t flags = 0;
  std::string salt_hex;  ///< 16 hex digits
};

/// One entry of a container. `path` is UTF-8 with '/' separators and no trailing one; otherwise as the container says
/// it, so that a hostile name ("../x", "/x") is seen and a finding warns of it.
struct TreeEntry {
  std::string path;
  std::uint64_t size = 0;
  std::uint64_t compressed_size = 0;
  Compression method = Compression::kStored;
  std::uint32_t crc32 = 0;
  bool has_crc32 = false;
  std::optional<EntryTime> modified;
  std::uint64_t offset = 0;  ///< of the entry's data in the container
  bool in_place = false;     ///< readable by offset and size without decoding
  bool directory = false;
  bool shadowed = false;    ///< a later entry of the same path wins, or a later version has none of it
  bool is_removal = false;  ///< no file: takes the one of its path away from bundles below
  bool encrypted = false;
  Encryption encryption = Encryption::kNone;
  OverlayRole overlay_role = OverlayRole::kBase;
  bool link = false;                ///< a symbolic link; its bytes are the target
  std::uint16_t flags = 0;          ///< ZIP's general purpose bits, FAT's attributes
  std::uint32_t unix_mode = 0;      ///< type and permission bits, 0 when unknown
  std::uint64_t header_offset = 0;  ///< of the record in front of the data, the data itself where there is none
  std::string raw_name;       ///< the name's bytes in the container; empty when they are `path` (and '/' for a folder)
  std::string name_encoding;  ///< what they were decoded from: "UTF-8", "GB18030", "CP437", "UTF-16", …
  std::string comment;        ///< UTF-8
};

/// The largest power of two up to 16384 that divides the entry's offset: 4 is what zipalign asks for, 4096 and more are
/// pages.
[[nodiscard]] std::uint32_t alignmentOf(const TreeEntry& entry);

/// The bits of TreeEntry::flags by which other readers judge a ZIP's entry.
namespace zip {
inline constexpr std::uint16_t kFlagDescriptor = 1 << 3;  ///< CRC and sizes follow the data
inline constexpr std::uint16_t kFlagUtf8 = 1 << 11;       ///< name and comment are UTF-8
}  // namespace zip

/// Bytes of a container that follow each other.
struct Extent {
  std::uint64_t offset = 0;
  std::uint64_t size = 0;
};

/// A line about a container as a whole: "cluster size", "2048".
struct Fact {
  std::string name;
  std::string value;
};

/// The faults that reading an entry from end to end showed.
struct CheckedEntry {
  bool is_fake_encryption = false;   ///< marked as encrypted, yet plain
  bool is_fake_method = false;       ///< stored under the number of an unknown method
  bool is_descriptor_wrong = false;  ///< the record behind the data disagrees with the directory
};

/// How to open a container.
struct OpenOptions {
  std::string password = {};            ///< UTF-8, for encrypted disk images and entries
  std::string name_encoding = {};       ///< of names that are not UTF-8, as iconv calls it ("GB18030"); empty: guessed
  bool salvage = false;                 ///< list a ZIP without directory by its local headers
  int depth = 0;                        ///< how many containers are around this one
  std::size_t max_entries = 1'000'000;  ///< that are listed; a finding says when there are more
};

/// A read-only tree of bytes: a folder, a ZIP, … Safe to read from several threads.
class Tree {
 public:
  virtual ~Tree() = default;
  [[nodiscard]] virtual ContainerKind kind() const = 0;
  [[nodiscard]] virtual const std::string& name() const = 0;                ///< file name of the container
  [[nodiscard]] virtual const std::vector<TreeEntry>& entries() const = 0;  ///< in the container's order
  [[nodiscard]] virtual const std::vector<Finding>& findings() const = 0;
  [[nodiscard]] virtual const std::optional<ObbFooter>& footer() const = 0;
  /// File name of the container that holds the entry: of an overlay, the layer's.
  [[nodiscard]] virtual const std::string& sourceOf([[maybe_unused]] std::size_t index) const { return name(); }
  /// Where the entry's bytes lie, packed as they are; the file system of a disk image may scatter them. Empty where the
  /// container does not say.
  [[nodiscard]] virtual std::vector<Extent> extentsOf(std::size_t index) const;
  /// The container in words: "a ZIP archive", "a FAT16 disk image", "an SQLite database".
  [[nodiscard]] virtual std::string description() const { return containerKindName(kind()); }
  [[nodiscard]] virtual std::vector<Fact> facts() const { return {}; }
  /// The whole container, footer included, byte for byte; null for folders and overlays.
  [[nodiscard]] virtual std::shared_ptr<const ByteSource> bytes() const { return nullptr; }
  /// The first read that failed inside its file, the opening's included: what was read since may lack bytes and
  /// entries, nothing is written by it and nothing called sound. The error names file, offset and reason.
  [[nodiscard]] virtual std::optional<Error> failedRead() const;
  /// A ZIP with 64-bit records, which classic readers do not know.
  [[nodiscard]] virtual bool isZip64() const { return false; }
  /// True when the directory itself is encrypted and no password (or a wrong one) was given.
  [[nodiscard]] virtual bool locked() const { return false; }
  /// The bytes of `entries()[index]`, decoded and CRC-checked; refuses more than `limit` bytes before allocating them.
  [[nodiscard]] virtual Result<std::vector<std::byte>> read(std::size_t index, std::uint64_t limit) const = 0;
  /// The bytes of read() piece by piece, for entries that need not fit into memory. The verdict on the CRC comes after
  /// the last piece.
  [[nodiscard]] virtual Result<void> stream(std::size_t index, const ByteSink& sink) const;
  /// Reads all bytes of an entry and throws them away; the error is that of stream().
  [[nodiscard]] virtual Result<CheckedEntry> check(std::size_t index) const;
  /// The bytes of read() in any order, without holding them where they are in one piece (`in_place`); else unpacked
  /// into memory, or into a nameless temporary file when large; at most `limit` bytes.
  [[nodiscard]] virtual Result<std::shared_ptr<const ByteSource>> open(std::size_t index, std::uint64_t limit) const;
  /// The winning entry of `path` (exact match). A tree that lists lazily reads just this one.
  [[nodiscard]] virtual Result<std::vector<std::byte>> readPath(const std::string& path, std::uint64_t limit) const;
};

/// A container that is one file, before its entries are known.
struct ContainerFile {
  std::shared_ptr<const ByteSource> whole, payload;  ///< as on disk; without the footer, and decrypted
  std::string name;
  std::optional<ObbFooter> footer;
};

/// A tree of such a file that holds all that was listed.
class FileTree : public Tree {
 public:
  FileTree(ContainerFile file, std::vector<TreeEntry> entries, std::vector<Finding> findings)
      : file_(std::move(file)), entries_(std::move(entries)), findings_(std::move(findings)) {}
  const std::string& name() const override { return file_.name; }
  const std::vector<TreeEntry>& entries() const override { return entries_; }
  const std::vector<Finding>& findings() const override { return findings_; }
  const std::optional<ObbFooter>& footer() const override { return file_.footer; }
  std::shared_ptr<const ByteSource> bytes() const override { return file_.whole; }

 protected:
  [[nodiscard]] const std::shared_ptr<const ByteSource>& payload() const { return file_.payload; }

 private:
  ContainerFile file_;
  std::vector<TreeEntry> entries_;
  std::vector<Finding> findings_;
};

/// All bytes that `tree.stream` gives: read() of a tree that decodes piece by piece. Memory grows with what is really
/// there.
[[nodiscard]] Result<std::vector<std::byte>> gatherStream(const Tree& tree, std::size_t index);

/// The first bytes of an entry, at most `count`: its stream is stopped when there are enough.
[[nodiscard]] Result<std::vector<std::byte>> headOf(const Tree& tree, std::size_t index, std::size_t count);

/// How errors call an entry: "main.1.com.example.obb:cases/a.json".
[[nodiscard]] std::string placeInTree(const Tree& tree, const std::string& path);

/// The result unchanged, but an error that does not say where it is gets the entry's place.
template <class T>
[[nodiscard]] Result<T> aboutEntry(const Tree& tree, const std::string& path, Result<T> result) {
  if (!result && result.error().where.empty()) result.error().where = placeInTree(tree, path);
  return result;
}

/// Index of the entry that wins for `path` (exact match), or nullopt.
[[nodiscard]] std::optional<std::size_t> findEntry(const Tree& tree, const std::string& path);

/// Reads the winning entry of `path`. Error kNotFound names container and path.
[[nodiscard]] Result<std::vector<std::byte>> readEntry(const Tree& tree, const std::string& path, std::uint64_t limit);

/// `relative` seen from folder `directory`, with "." and ".." resolved; refuses (kUnsafe) absolute paths, drives,
/// backslashes, NUL and any step above the root.
[[nodiscard]] Result<std::string> resolveInside(const std::string& directory, const std::string& relative);

/// Which engine or packer a bundle's entries point to ("Unity", "Unreal Engine", "an Android app (APK)"), by paths that
/// only they use; empty when none does.
[[nodiscard]] std::string engineOf(const Tree& tree);

}  // namespace sepax
