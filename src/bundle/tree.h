#pragma once

#include "bundle/byte_source.h"
#include "core/error.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace sepax {

/// What a container was found to be, told by content and never by its name.
enum class ContainerKind { kZip, kFat12, kFat16, kFat32, kFolder, kPck, kUnknown };
[[nodiscard]] const char* containerKindName(ContainerKind kind);  ///< "zip", "fat12", … of the contract

/// The footer that Android's obbtool and jobb append.
struct ObbFooter {
  std::string package;
  std::int32_t version = 0;
  std::uint32_t flags = 0;  ///< 1 overlay, 2 salted
  std::string salt_hex;     ///< 16 hex digits
};

/// One entry of a container. `path` is UTF-8 with '/' separators and no trailing one; otherwise as the container says it, so that a hostile
/// name ("../x", "/x") is seen and a finding warns of it.
struct TreeEntry {
  std::string path;
  std::string source;  ///< file name of the container that holds it
  std::uint64_t size = 0;
  std::uint64_t compressed_size = 0;
  std::string method;  ///< "stored", "deflated", "bzip2", … "method 123"
  std::uint32_t crc32 = 0;
  bool has_crc32 = false;
  std::string modified;      ///< "2026-01-02T03:04:06", empty when unknown
  std::uint64_t offset = 0;  ///< of the entry's data in the container
  bool in_place = false;     ///< readable by offset and size without decoding
  bool directory = false;
  bool shadowed = false;  ///< a later entry of the same path wins
  bool encrypted = false;
  bool link = false;                ///< a symbolic link; its bytes are the target
  std::uint64_t header_offset = 0;  ///< of the record in front of the data, the data itself where there is none
};

/// Something noteworthy about a container; codes are stable ("zip.duplicate_name").
struct Finding {
  std::string code;
  std::string severity;  ///< "info", "warning", "error"
  std::string path;      ///< entry, empty for the whole container
  std::string message;
};

/// Takes the next bytes of a stream; an error stops it.
using ByteSink = std::function<Result<void>(std::span<const std::byte>)>;

/// A read-only tree of bytes: a folder, a ZIP, … Safe to read from several threads.
class Tree {
 public:
  virtual ~Tree() = default;
  [[nodiscard]] virtual ContainerKind kind() const = 0;
  [[nodiscard]] virtual const std::string& name() const = 0;                ///< file name of the container
  [[nodiscard]] virtual const std::vector<TreeEntry>& entries() const = 0;  ///< in the container's order
  [[nodiscard]] virtual const std::vector<Finding>& findings() const = 0;
  [[nodiscard]] virtual const std::optional<ObbFooter>& footer() const = 0;
  /// The bytes of `entries()[index]`, decoded and CRC-checked; refuses more than `limit` bytes before allocating them.
  [[nodiscard]] virtual Result<std::vector<std::byte>> read(std::size_t index, std::uint64_t limit) const = 0;
  /// The same bytes piece by piece, for entries that need not fit into memory. The verdict on the CRC comes after the last piece.
  [[nodiscard]] virtual Result<void> stream(std::size_t index, const ByteSink& sink) const;
  /// The winning entry of `path` (exact match). A tree that lists lazily reads just this one.
  [[nodiscard]] virtual Result<std::vector<std::byte>> readPath(const std::string& path, std::uint64_t limit) const;
};

/// How errors call an entry: "main.1.com.example.obb:cases/a.json".
[[nodiscard]] std::string placeInTree(const Tree& tree, const std::string& path);

/// Index of the entry that wins for `path` (exact match), or nullopt.
[[nodiscard]] std::optional<std::size_t> findEntry(const Tree& tree, const std::string& path);

/// Reads the winning entry of `path`. Error kNotFound names container and path.
[[nodiscard]] Result<std::vector<std::byte>> readEntry(const Tree& tree, const std::string& path, std::uint64_t limit);

/// `relative` seen from folder `directory`, with "." and ".." resolved; refuses (kUnsafe) absolute paths, drives, backslashes, NUL and
/// any step above the root.
[[nodiscard]] Result<std::string> resolveInside(const std::string& directory, const std::string& relative);

/// Opens a file or folder from disk as a tree: folder, ZIP (with or without OBB footer), else kUnknown with no entries and a finding
/// that names what it looks like.
[[nodiscard]] Result<std::shared_ptr<const Tree>> openTree(const std::string& path);

/// The same for bytes that are not a file of their own.
[[nodiscard]] Result<std::shared_ptr<const Tree>> openTree(std::shared_ptr<const ByteSource> source, const std::string& name);

/// The entries below a folder on disk, links not followed. Listed when entries() is first asked for: reading one file beside a case
/// does not walk the whole folder.
[[nodiscard]] Result<std::shared_ptr<const Tree>> openFolder(const std::string& path);

}  // namespace sepax
