#pragma once

#include "core/error.h"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

// Processes: children that do what may crash or hang, and this one. Depends on the platform, as core/platform.h does.

namespace sepax {

struct ChildLimits {
  std::uint64_t memory_bytes = 0;  ///< address space, 0 = no limit
  int cpu_seconds = 0;             ///< 0 = no limit
  int wall_seconds = 0;            ///< killed after this, 0 = no limit
  std::uint64_t output_bytes = 0;  ///< killed when it writes more, 0 = no limit
  bool is_alone = false;           ///< without the user's environment, and it never gains privileges: import programs
  std::string folder = {};         ///< that it works in; empty: ours
};

struct ChildResult {
  int exit_code = 0;              ///< −1 when a signal or a limit ended it
  std::string ended_by;           ///< "signal 11", "time limit", "output limit", "cancelled"; empty after a normal exit
  std::vector<std::byte> output;  ///< its standard output
  std::string error_text;         ///< its standard error, first 4 KiB
};

/// Gives a child its standard input, piece by piece; an empty one: no more. A piece is valid until the next call.
using ChildInput = std::function<Result<std::span<const std::byte>>()>;
/// Receives a child's standard output, piece by piece.
using ChildOutput = std::function<Result<void>(std::span<const std::byte>)>;

/// Runs a program and waits; `output` of the result stays empty. An error when it could not be started, and the error
/// of `input` or `output`, which ends the child at once. A child that does not read all of its input is not given the
/// rest.
[[nodiscard]] Result<ChildResult> streamChild(const std::vector<std::string>& arguments, const ChildInput& input,
                                              const ChildOutput& output, const ChildLimits& limits);

/// Runs a child with all input and output in memory. An error only when it could not be started.
[[nodiscard]] Result<ChildResult> runChild(const std::vector<std::string>& arguments, std::span<const std::byte> input,
                                           const ChildLimits& limits);

/// A child that is talked to in lines, as long as it lives. sepax-keeper stands between: whatever the child started
/// ends with it, in sessions of its own too, and all of them end when this process does, however that ends. For one
/// thread at a time.
class ChildTalk {
 public:
  /// Starts it; `limits.memory_bytes` holds, its standard error is kept as ChildResult has it.
  [[nodiscard]] static Result<ChildTalk> start(const std::vector<std::string>& arguments, const ChildLimits& limits);
  ChildTalk(ChildTalk&& other) noexcept;
  ChildTalk& operator=(ChildTalk&& other) noexcept;
  ~ChildTalk();

  enum class Heard { kLine, kTimeout, kClosed, kTooLong };
  /// Sends a text, which ends in a newline, and waits for a line of answer (without its newline); either at most until
  /// the time is up. `text` may be empty. A line of more than `max_bytes` is kTooLong.
  [[nodiscard]] Heard ask(std::string_view text, std::string& line, double seconds, std::size_t max_bytes);

  /// Ends it and says how it went: "signal 11", "exit status 3", "ended by Sepax" when it was still alive.
  std::string end();
  /// The first 4 KiB of its standard error so far.
  [[nodiscard]] const std::string& errorText() const;

 private:
  struct State;
  explicit ChildTalk(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

/// From now on children that this thread waits for are killed as soon as `*flag` is true ("cancelled"); null: never.
/// The flag goes with the thread because an import is started deep below the code that may cancel it.
void setChildCancelFlag(const std::atomic<bool>* flag);
/// That flag of this thread, for threads that work on its behalf.
[[nodiscard]] const std::atomic<bool>* childCancelFlag();

/// Whether a process of that number runs.
[[nodiscard]] bool isProcessRunning(int id);

/// A request to end this process from outside: an interrupt asks first (SIGINT, Ctrl+C); a second one, and what a
/// logout or a shutdown sends (SIGTERM, SIGHUP), end it at once.
struct EndRequest {
  bool at_once = false;
  int exit_status = 0;  ///< by which the shell knows the signal
};
/// From now on calls `heard` on a thread of its own for each such request that the process does not ignore already. One
/// at once ends the process three seconds later, should it still run.
[[nodiscard]] Result<void> listenForEnd(std::function<void(EndRequest)> heard);

/// Replaces this process by another program; returns only when that failed.
[[nodiscard]] Error replaceProcess(const std::vector<std::string>& arguments);

}  // namespace sepax
