#pragma once

#include "core/error.h"

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

// Everything that needs POSIX lies behind this file, core/process.h, core/output_file.h, core/file_lock.h and
// core/line_stream.h. A browser and node have files of their own for it, NAME_web.cpp (SEPAX_PLATFORM in CMake).

namespace sepax {

namespace posix {
class Descriptor;
}

/// Gives memory that is free by now back to the system, where the C library can: it keeps what reading a large file
/// took.
void giveBackMemory();

/// All threads take memory from one heap from now on. Where each has its own, what one of them makes and another drops
/// stays there unused: a long recording took twice its memory. Before the first thread starts.
void useOneHeap();

/// A new folder in the system's temporary one, for this user alone, the same for the whole run of the program; removed
/// when it ends.
[[nodiscard]] Result<std::string> privateFolder();

/// Folder of the running program, absolute, without trailing slash.
[[nodiscard]] std::string programFolder();

/// A data file or folder of ours ("shaders", "assets/cases", "imgui.ini"): beside the build tree's programs or under
/// the install prefix's share/sepax, whichever this program runs from. Error kNotFound says where it looked.
[[nodiscard]] Result<std::string> dataPath(const std::string& relative);

/// Another program of ours ("sepax-import"): beside the running one, or among the helpers of the installation
/// (libexec/sepax). Error kNotFound names where it looked.
[[nodiscard]] Result<std::string> programPath(const std::string& name);

/// Folders that hold our programs, and the one above them: no place for a user's files.
[[nodiscard]] std::vector<std::string> installationFolders();

/// The user's own folder for settings ($XDG_CONFIG_HOME/sepax or ~/.config/sepax), created when missing.
[[nodiscard]] Result<std::string> configFolder();

/// The folders that an environment variable lists, separated by colons, as $PATH does.
[[nodiscard]] std::vector<std::string> foldersOf(const char* variable);

/// The files of a folder whose names end so, as paths, sorted; none where the folder cannot be read.
[[nodiscard]] std::vector<std::string> filesEndingIn(const std::string& folder, std::string_view ending);

/// Writes beside the target, syncs, renames: a kill leaves the old file or the new one.
[[nodiscard]] Result<void> writeFileAtomically(const std::string& path, std::string_view bytes);

/// Reads a whole regular file of at most `limit` bytes; refuses devices, pipes and folders.
[[nodiscard]] Result<std::string> readFile(const std::string& path, std::uint64_t limit);

/// A read-only random-access file.
class FileHandle {
 public:
  FileHandle() = default;
  FileHandle(FileHandle&& other) noexcept = default;
  FileHandle& operator=(FileHandle&& other) noexcept = default;
  [[nodiscard]] static Result<FileHandle> open(const std::string& path);  ///< regular files only
  [[nodiscard]] std::uint64_t size() const { return size_; }
  [[nodiscard]] Result<void> readAt(std::uint64_t offset, std::span<std::byte> out) const;
  /// A new file without a name in the system's temporary folder, gone when the handle is; filled by append().
  [[nodiscard]] static Result<FileHandle> temporary();
  [[nodiscard]] Result<void> append(std::span<const std::byte> bytes);

 private:
  std::shared_ptr<const posix::Descriptor>
      descriptor_;  ///< its own; a shared one can delete a type that is unknown here
  std::uint64_t size_ = 0;
  std::string path_;
};

/// UTF-8 text with all letters small, one for one, by the system's Unicode tables: what file systems compare that take
/// upper and lower case for the same.
[[nodiscard]] std::string lowerCase(std::string_view utf8);

/// A stream that keeps nothing of what a library writes to it, and calls `heard` after each write, on the writer's
/// thread. Null when the system has none left.
[[nodiscard]] std::FILE* openHeardStream(std::function<void()> heard);

/// Whether a person watches standard output or standard error, so that lines may have colours and progress may be
/// written over itself.
enum class StandardStream { kOutput = 1, kError = 2 };
[[nodiscard]] bool isTerminal(StandardStream stream);

}  // namespace sepax
