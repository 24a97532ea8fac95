#pragma once

#include "core/error.h"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

// Everything that needs POSIX lies behind this file and core/output_file.h: a Windows, macOS or browser build brings two .cpp of its own
// (SEPAX_PLATFORM in CMake).

namespace sepax {

/// Folder of the running program, absolute, without trailing slash.
[[nodiscard]] std::string programFolder();

/// A data file or folder of ours ("shaders", "assets/cases", "imgui.ini"): beside the build tree's programs or under the install
/// prefix's share/sepax, whichever this program runs from. Error kNotFound says where it looked.
[[nodiscard]] Result<std::string> dataPath(const std::string& relative);

/// Another program of ours ("sepax-import"): beside the running one. Error kNotFound names where it looked.
[[nodiscard]] Result<std::string> programPath(const std::string& name);

/// The user's own folder for settings ($XDG_CONFIG_HOME/sepax or ~/.config/sepax), created when missing.
[[nodiscard]] Result<std::string> configFolder();

/// Writes beside the target, syncs, renames: a kill leaves the old file or the new one.
[[nodiscard]] Result<void> writeFileAtomically(const std::string& path, std::string_view bytes);

/// Reads a whole regular file of at most `limit` bytes; refuses devices, pipes and folders.
[[nodiscard]] Result<std::string> readFile(const std::string& path, std::uint64_t limit);

/// A read-only random-access file.
class FileHandle {
 public:
  FileHandle() = default;
  FileHandle(FileHandle&& other) noexcept;
  FileHandle& operator=(FileHandle&& other) noexcept;
  ~FileHandle();
  [[nodiscard]] static Result<FileHandle> open(const std::string& path);  ///< regular files only
  [[nodiscard]] std::uint64_t size() const { return size_; }
  [[nodiscard]] Result<void> readAt(std::uint64_t offset, std::span<std::byte> out) const;
  /// A new file without a name in the system's temporary folder, gone when the handle is; filled by append().
  [[nodiscard]] static Result<FileHandle> temporary();
  [[nodiscard]] Result<void> append(std::span<const std::byte> bytes);

 private:
  int descriptor_ = -1;
  std::uint64_t size_ = 0;
  std::string path_;
};

struct ChildLimits {
  std::uint64_t memory_bytes = 0;  ///< address space, 0 = no limit
  int cpu_seconds = 0;             ///< 0 = no limit
  int wall_seconds = 0;            ///< killed after this, 0 = no limit
  std::uint64_t output_bytes = 0;  ///< killed when it writes more, 0 = no limit
};

struct ChildResult {
  int exit_code = 0;              ///< −1 when a signal or a limit ended it
  std::string ended_by;           ///< "signal 11", "time limit", "output limit", "cancelled"; empty after a normal exit
  std::vector<std::byte> output;  ///< its standard output
  std::string error_text;         ///< its standard error, first 4 KiB
};

/// What a child is given on its standard input, piece by piece; an empty one: no more. A piece is valid until the next call.
using ChildInput = std::function<Result<std::span<const std::byte>>()>;
/// What becomes of its standard output, piece by piece.
using ChildOutput = std::function<Result<void>(std::span<const std::byte>)>;

/// Runs a program and waits; `output` of the result stays empty. An error when it could not be started, and the error of `input` or
/// `output`, which ends the child at once. A child that does not read all of its input is not given the rest.
[[nodiscard]] Result<ChildResult> streamChild(const std::vector<std::string>& arguments, const ChildInput& input, const ChildOutput& output,
                                              const ChildLimits& limits);

/// The same with all input and output in memory. An error only when it could not be started.
[[nodiscard]] Result<ChildResult> runChild(const std::vector<std::string>& arguments, std::span<const std::byte> input,
                                           const ChildLimits& limits);

/// From now on children that this thread waits for are killed as soon as `*flag` is true ("cancelled"); null: never. The flag goes with
/// the thread because an import is started deep below whoever may want to give it up.
void setChildCancelFlag(const std::atomic<bool>* flag);

/// UTF-8 text with all letters small, one for one, by the system's Unicode tables: what file systems compare that take upper and
/// lower case for the same.
[[nodiscard]] std::string lowerCase(std::string_view utf8);

/// Number of this process, and whether a process of that number runs.
[[nodiscard]] int processId();
[[nodiscard]] bool isProcessRunning(int id);

/// Whether a person watches standard error, so that progress may be written over itself.
[[nodiscard]] bool standardErrorIsTerminal();

/// Replaces this process by another program; returns only when that failed.
[[nodiscard]] Error replaceProcess(const std::vector<std::string>& arguments);

}  // namespace sepax
