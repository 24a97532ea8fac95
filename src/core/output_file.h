#pragma once

#include "core/error.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace sepax {

/// A file that is being written beside its target, under a name of its own, and takes the target's place when it is
/// complete: a kill at any moment leaves the old file or the new one. Given up (and removed) unless committed; what a
/// killed process left behind is removed by the next create() in that folder.
class OutputFile {
 public:
  /// A file that will be at `path`. Where a symbolic link is there, the file behind it is replaced; folders, devices
  /// and pipes are refused.
  [[nodiscard]] static Result<OutputFile> create(const std::string& path);
  OutputFile(OutputFile&&) noexcept = default;
  OutputFile& operator=(OutputFile&&) noexcept = default;

  [[nodiscard]] std::uint64_t size() const;
  [[nodiscard]] Result<void> append(std::span<const std::byte> bytes);
  /// Overwrites bytes that were written already; offset + size must lie inside the file.
  [[nodiscard]] Result<void> writeAt(std::uint64_t offset, std::span<const std::byte> bytes);
  /// Drops everything behind `size`, which must lie inside the file.
  [[nodiscard]] Result<void> truncate(std::uint64_t size);
  /// The time of last change that the file shall have, in seconds since 1970-01-01T00:00 UTC; without it, that of
  /// writing.
  void setModified(std::int64_t seconds);
  /// Where the bytes are until the commit, after sending to the system what still waits in memory.
  [[nodiscard]] Result<std::string> temporaryPath();
  /// How many other names (hard links) the file has that will be replaced.
  [[nodiscard]] std::uint64_t otherNames() const;
  /// The commit replaces these names, too, one after the other. Refuses when one is outside the folder.
  [[nodiscard]] Result<void> followHardLinks();
  /// Brings the bytes to the disk.
  [[nodiscard]] Result<void> sync();
  /// Syncs (unless that was done since the last write) and renames. The file cannot be used afterwards.
  [[nodiscard]] Result<void> commit();

 private:
  friend class OutputFolder;
  struct State;
  explicit OutputFile(std::shared_ptr<State> state) : state_(std::move(state)) {}
  std::shared_ptr<State> state_;  ///< its own; a shared one can delete a type that is unknown here
};

/// Shortens a file that exists, in one step of the system, and syncs it. Refuses to lengthen.
[[nodiscard]] Result<void> truncateFile(const std::string& path, std::uint64_t size);

/// A folder that files are put into and that no path leaves: every step down is taken from the folder above by its
/// handle and never follows a symbolic link, even when another program changes the tree meanwhile. Paths are relative
/// with '/', without "." and "..".
class OutputFolder {
 public:
  /// Opens a folder, making it (and those above) when missing. The folder itself may be named through links: it is the
  /// user's choice.
  [[nodiscard]] static Result<OutputFolder> open(const std::string& path);
  OutputFolder(OutputFolder&&) noexcept = default;
  OutputFolder& operator=(OutputFolder&&) noexcept = default;

  /// Bytes that this user can still write here.
  [[nodiscard]] Result<std::uint64_t> freeBytes() const;
  [[nodiscard]] Result<void> makeFolder(const std::string& relative);
  /// Whether something is there already, be it a link.
  [[nodiscard]] bool has(const std::string& relative);
  /// A file that will be at that path; folders on the way are made. It is written in a folder of this process alone
  /// inside the root, where the next create() of another process finds it if this one is killed.
  [[nodiscard]] Result<OutputFile> create(const std::string& relative, bool may_replace);
  /// Takes a file of create() that is whole. It gets its place by the next commit().
  [[nodiscard]] Result<void> add(OutputFile file);
  /// Brings all files that were added to the disk, by one sync for all, then gives each its place in one step; what
  /// became of each, in their order. Without `may_replace` a file fails where something is already; with it, what is
  /// there is replaced, a link itself and never what it names. After a power loss at any moment a file is whole or not
  /// there.
  [[nodiscard]] std::vector<Result<void>> commit();

 private:
  struct State;
  explicit OutputFolder(std::shared_ptr<State> state) : state_(std::move(state)) {}
  std::shared_ptr<State> state_;  ///< its own; a shared one can delete a type that is unknown here
};

}  // namespace sepax
