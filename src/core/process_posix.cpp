#include "core/process.h"

#include "core/assert.h"
#include "core/language.h"
#include "core/platform.h"
#include "core/posix.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <optional>
#include <thread>
#include <utility>

namespace sepax {

using Clock = std::chrono::steady_clock;
using posix::Descriptor;
using posix::systemFailure;

namespace {

// A limit of memory and a sanitizer's shadow memory (terabytes, reserved) exclude each other.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool kCanLimitMemory = false;
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || __has_feature(memory_sanitizer)
constexpr bool kCanLimitMemory = false;
#else
constexpr bool kCanLimitMemory = true;
#endif
#else
constexpr bool kCanLimitMemory = true;
#endif

constexpr std::size_t kErrorTextLimit = 4096;
/// A keeper sweeps for five seconds at most (app/keeper_posix.cpp).
constexpr std::chrono::seconds kSweepTime(10);
constexpr int kParentEnded = 125;  ///< the keeper's exit status where it ended the program

/// The environment of a child that is alone. A time zone, or libc looks for /etc/localtime at each date; no search for
/// leaks, which works by ptrace and is refused to a confined program.
constexpr const char* kEnvironmentAlone[] = {"TZ=UTC0", "ASAN_OPTIONS=detect_leaks=0", nullptr};

/// A keeper gets the ends of two pipes beside the standard three: 3 is its parent's life, 4 reports a failed exec.
enum class Kept { kNo, kByKeeper };
constexpr int kStandardDescriptors = 3, kKeeperDescriptors = 5;

struct Pipes {
  Descriptor child_input, child_output, child_error, child_report, child_life;
  Descriptor input, output, error, report;
  Descriptor life;  ///< a keeper ends what it keeps when the last copy of this end is closed
};

std::optional<Pipes> makePipes(Kept kept) {
  Pipes pipes;
  int ends[2];
  // Standard input is a socket because a write to it can be asked not to raise SIGPIPE, which a library must not ignore
  // globally.
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) return std::nullopt;
  pipes.input = Descriptor(ends[0]);
  pipes.child_input = Descriptor(ends[1]);
  const std::pair<Descriptor*, Descriptor*> others[] = {
      {&pipes.output, &pipes.child_output}, {&pipes.error, &pipes.child_error}, {&pipes.report, &pipes.child_report}};
  for (const auto& [ours, theirs] : others) {
    if (::pipe2(ends, O_CLOEXEC) != 0) return std::nullopt;
    *ours = Descriptor(ends[0]);
    *theirs = Descriptor(ends[1]);
  }
  if (kept == Kept::kByKeeper) {
    if (::pipe2(ends, O_CLOEXEC) != 0) return std::nullopt;
    pipes.child_life = Descriptor(ends[0]);
    pipes.life = Descriptor(ends[1]);
  }
  for (const Descriptor* ours : {&pipes.input, &pipes.output, &pipes.error}) {
    ::fcntl(ours->get(), F_SETFL, ::fcntl(ours->get(), F_GETFL) | O_NONBLOCK);
  }
  return pipes;
}

void limitResource(__rlimit_resource resource, std::uint64_t soft, std::uint64_t hard) {
  const rlimit limit{soft, hard};
  (void)::setrlimit(resource, &limit);
}

/// Marks every descriptor from `first` on to be closed by exec.
void closeOnExecFrom(int first) {
  if (::close_range(static_cast<unsigned>(first), ~0U, CLOSE_RANGE_CLOEXEC) == 0) return;
  rlimit most{};  // a kernel before 5.9
  if (::getrlimit(RLIMIT_NOFILE, &most) != 0) return;
  const int last = static_cast<int>(std::min<rlim_t>(most.rlim_cur, 1 << 20));
  for (int number = first; number < last; ++number) (void)::fcntl(number, F_SETFD, FD_CLOEXEC);
}

/// In the child between fork and exec: only async-signal-safe calls, the parent may have other threads.
[[noreturn]] void becomeProgram(const Pipes& pipes, char* const* arguments, const ChildLimits& limits, Kept kept) {
  int report = pipes.child_report.get();
  const auto fail = [&report] {
    const int number = errno;
    (void)!::write(report, &number, sizeof number);
    ::_exit(127);
  };
  // No orphan goes on parsing when the window is closed. A keeper has the pipe for that, and lives on to sweep.
  if (kept == Kept::kNo) ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  sigset_t none;
  ::sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
  ::signal(SIGPIPE, SIG_DFL);
  limitResource(RLIMIT_CORE, 0, 0);
  if (kCanLimitMemory && limits.memory_bytes > 0) limitResource(RLIMIT_DATA, limits.memory_bytes, limits.memory_bytes);
  if (limits.cpu_seconds > 0) {
    const auto seconds = static_cast<std::uint64_t>(limits.cpu_seconds);
    limitResource(RLIMIT_CPU, seconds, seconds + 1);
  }
  if (!limits.folder.empty() && ::chdir(limits.folder.c_str()) != 0) fail();
  // Each end lies above the wanted ones first, so that none is overwritten before it was copied. Every step can fail
  // where few descriptors are allowed, and a program with the wrong ones would talk to the user's terminal.
  const int wanted = kept == Kept::kNo ? kStandardDescriptors : kKeeperDescriptors;
  int ends[kKeeperDescriptors] = {pipes.child_input.get(), pipes.child_output.get(), pipes.child_error.get(),
                                  pipes.child_life.get(), report};
  if (report < wanted && (report = ::fcntl(report, F_DUPFD_CLOEXEC, wanted)) < 0) {
    report = pipes.child_report.get();
    fail();
  }
  for (int i = 0; i < wanted; ++i) {
    if (ends[i] < wanted && (ends[i] = ::fcntl(ends[i], F_DUPFD_CLOEXEC, wanted)) < 0) fail();
  }
  for (int i = 0; i < wanted; ++i) {
    if (::dup2(ends[i], i) < 0) fail();
  }
  closeOnExecFrom(wanted);
  if (limits.is_alone) {
    ::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
    ::execve(arguments[0], arguments, const_cast<char* const*>(kEnvironmentAlone));
  } else {
    ::execv(arguments[0], arguments);
  }
  fail();
  ::_exit(127);
}

thread_local const std::atomic<bool>* child_cancel_flag = nullptr;

bool isCancelled() { return child_cancel_flag != nullptr && *child_cancel_flag; }

/// Milliseconds until `deadline` for poll: −1 without one, 0 when it has passed; never long while someone may cancel.
int remainingMilliseconds(const std::optional<Clock::time_point>& deadline) {
  const int most = child_cancel_flag != nullptr ? 50 : 60'000;
  if (!deadline) return child_cancel_flag != nullptr ? most : -1;
  const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(*deadline - Clock::now()).count();
  return left < 0 ? 0 : static_cast<int>(std::min<long long>(left + 1, most));
}

/// Sends what the socket takes; closes it when the child hung up.
void sendSome(Descriptor& input, std::span<const std::byte>& rest) {
  const ssize_t count = ::send(input.get(), rest.data(), std::min<std::size_t>(rest.size(), 1 << 20), MSG_NOSIGNAL);
  if (count > 0) rest = rest.subspan(static_cast<std::size_t>(count));
  const bool isOver = count < 0 && errno != EAGAIN && errno != EINTR;
  if (isOver) input.close();
}

/// Reads what is there; closes at the end. `take` receives the bytes.
template <class Take>
void receiveSome(Descriptor& from, Take take) {
  std::array<std::byte, 65536> buffer;
  const ssize_t count = ::read(from.get(), buffer.data(), buffer.size());
  if (count > 0) take(std::span(buffer).first(static_cast<std::size_t>(count)));
  if (count == 0 || (count < 0 && errno != EAGAIN && errno != EINTR)) from.close();
}

/// Reads what is there of a child's standard error, of which the first bytes are kept.
void receiveError(Descriptor& from, std::string& text) {
  receiveSome(from, [&](auto bytes) {
    const auto room = std::min(bytes.size(), kErrorTextLimit - std::min(kErrorTextLimit, text.size()));
    text.append(reinterpret_cast<const char*>(bytes.data()), room);
  });
}

/// The bytes that go through the pipes.
struct Conversation {
  const ChildInput& input;
  const ChildOutput& output;
  std::span<const std::byte> rest = {};  ///< of the last piece of input
  std::uint64_t received = 0;
  std::optional<Error> error = {};  ///< of input or output
};

/// Sends the next bytes; closes the input behind the last ones.
void sendNext(Descriptor& input, Conversation& talk) {
  if (talk.rest.empty()) {
    auto piece = talk.input();
    if (!piece) talk.error = std::move(piece.error());
    if (!piece || piece->empty()) return input.close();
    talk.rest = *piece;
  }
  sendSome(input, talk.rest);
}

/// Feeds and drains the child until it has closed both outputs. Returns the limit that was broken, or "".
std::string converse(Pipes& pipes, Conversation& talk, const ChildLimits& limits,
                     const std::optional<Clock::time_point>& deadline, std::string& error_text) {
  while (pipes.output.isOpen() || pipes.error.isOpen()) {
    // poll skips negative descriptors: a closed side needs no special case.
    pollfd waits[] = {{pipes.input.get(), POLLOUT, 0}, {pipes.output.get(), POLLIN, 0}, {pipes.error.get(), POLLIN, 0}};
    if (::poll(waits, 3, remainingMilliseconds(deadline)) < 0 && errno != EINTR) return "poll failed";
    if (deadline && Clock::now() >= *deadline) return "time limit";
    if (isCancelled()) return "cancelled";
    if (waits[0].revents != 0) sendNext(pipes.input, talk);
    if (waits[1].revents != 0) {
      receiveSome(pipes.output, [&](auto bytes) {
        talk.received += bytes.size();
        if (limits.output_bytes > 0 && talk.received > limits.output_bytes) return;
        if (auto taken = talk.output(bytes); !taken) talk.error = std::move(taken.error());
      });
      if (limits.output_bytes > 0 && talk.received > limits.output_bytes) return "output limit";
    }
    if (talk.error) return "not needed any longer";
    if (waits[2].revents != 0) receiveError(pipes.error, error_text);
  }
  return "";
}

/// Waits for the end, killing at the deadline: a child may close its outputs and go on. Returns the wait status and
/// what it broke.
std::pair<int, std::string> reap(pid_t child, std::string broken, const std::optional<Clock::time_point>& deadline) {
  int status = 0;
  if (!broken.empty()) ::kill(child, SIGKILL);
  while (true) {
    const bool may_end_early = broken.empty() && (deadline || child_cancel_flag != nullptr);
    const pid_t ended = ::waitpid(child, &status, may_end_early ? WNOHANG : 0);
    if (ended == child || (ended < 0 && errno != EINTR)) return {status, std::move(broken)};
    if (ended == 0 && (isCancelled() || (deadline && Clock::now() >= *deadline))) {
      broken = isCancelled() ? "cancelled" : "time limit";
      ::kill(child, SIGKILL);
    } else if (ended == 0) {
      std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }
  }
}

std::vector<char*> argumentPointers(const std::vector<std::string>& arguments) {
  std::vector<char*> pointers;
  for (const std::string& argument : arguments) pointers.push_back(const_cast<char*>(argument.c_str()));
  pointers.push_back(nullptr);
  return pointers;
}

struct StartedProgram {
  Pipes pipes;
  pid_t child = -1;
};

/// Forks and waits until the program runs; an error when it cannot.
Result<StartedProgram> startProgram(const std::vector<std::string>& arguments, const ChildLimits& limits, Kept kept) {
  SEPAX_ASSERT(!arguments.empty());
  std::vector<std::string> all = arguments;
  if (kept == Kept::kByKeeper) {
    auto keeper = programPath("sepax-keeper");
    SEPAX_TRY(keeper);
    all.insert(all.begin(), std::move(*keeper));
  }
  auto pipes = makePipes(kept);
  if (!pipes) return systemFailure(arguments[0], tr("cannot be started"), errno);
  const std::vector<char*> pointers = argumentPointers(all);
  const pid_t child = ::fork();
  if (child < 0) return systemFailure(arguments[0], tr("cannot be started"), errno);
  if (child == 0) becomeProgram(*pipes, pointers.data(), limits, kept);
  for (Descriptor* theirs :
       {&pipes->child_input, &pipes->child_output, &pipes->child_error, &pipes->child_report, &pipes->child_life}) {
    theirs->close();
  }

  // Closed by a successful exec, carries the error number of a failed one.
  int start_error = 0;
  ssize_t count = 0;
  while ((count = ::read(pipes->report.get(), &start_error, sizeof start_error)) < 0 && errno == EINTR) {
  }
  if (count == sizeof start_error) {
    (void)reap(child, "", std::nullopt);
    return systemFailure(arguments[0], tr("cannot be started"), start_error);
  }
  return StartedProgram{std::move(*pipes), child};
}

}  // namespace

Result<ChildResult> streamChild(const std::vector<std::string>& arguments, const ChildInput& input,
                                const ChildOutput& output, const ChildLimits& limits) {
  auto started = startProgram(arguments, limits, Kept::kNo);
  SEPAX_TRY(started);
  auto& [pipes, child] = *started;
  std::optional<Clock::time_point> deadline;
  if (limits.wall_seconds > 0) deadline = Clock::now() + std::chrono::seconds(limits.wall_seconds);

  ChildResult result;
  Conversation talk{input, output};
  std::string broken = converse(pipes, talk, limits, deadline, result.error_text);
  auto [status, ended_by] = reap(child, std::move(broken), deadline);
  if (talk.error) return tl::unexpected(std::move(*talk.error));
  result.ended_by = std::move(ended_by);
  if (result.ended_by.empty() && WIFSIGNALED(status)) {
    result.ended_by = WTERMSIG(status) == SIGXCPU ? "time limit" : fmt::format("signal {}", WTERMSIG(status));
  }
  result.exit_code = result.ended_by.empty() ? WEXITSTATUS(status) : -1;
  return result;
}

Result<ChildResult> runChild(const std::vector<std::string>& arguments, std::span<const std::byte> input,
                             const ChildLimits& limits) {
  std::vector<std::byte> received;
  auto result = streamChild(
      arguments, [&]() -> Result<std::span<const std::byte>> { return std::exchange(input, {}); },
      [&](std::span<const std::byte> bytes) -> Result<void> {
        received.insert(received.end(), bytes.begin(), bytes.end());
        return {};
      },
      limits);
  if (result) result->output = std::move(received);
  return result;
}

struct ChildTalk::State {
  Pipes pipes;
  pid_t child = -1;
  std::string received;  ///< beyond the last line
  std::size_t searched = 0;
  std::string error_text;
};

ChildTalk::ChildTalk(std::unique_ptr<State> state) : state_(std::move(state)) {}
ChildTalk::ChildTalk(ChildTalk&& other) noexcept = default;
ChildTalk& ChildTalk::operator=(ChildTalk&& other) noexcept {
  std::swap(state_, other.state_);
  return *this;
}
ChildTalk::~ChildTalk() { (void)end(); }

Result<ChildTalk> ChildTalk::start(const std::vector<std::string>& arguments, const ChildLimits& limits) {
  auto started = startProgram(arguments, limits, Kept::kByKeeper);
  SEPAX_TRY(started);
  auto state = std::make_unique<State>();
  state->pipes = std::move(started->pipes);
  state->child = started->child;
  return ChildTalk(std::move(state));
}

ChildTalk::Heard ChildTalk::ask(std::string_view text, std::string& line, double seconds, std::size_t max_bytes) {
  if (!state_ || state_->child < 0) return Heard::kClosed;
  State& s = *state_;
  const auto deadline =
      Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
  std::span<const std::byte> rest = std::as_bytes(std::span(text));
  while (true) {
    const std::size_t newline = s.received.find('\n', s.searched);
    if (newline != std::string::npos && rest.empty()) {
      line = s.received.substr(0, newline);
      s.received.erase(0, newline + 1);
      s.searched = 0;
      return line.size() > max_bytes ? Heard::kTooLong : Heard::kLine;
    }
    s.searched = newline != std::string::npos ? newline : s.received.size();
    if (s.received.size() > max_bytes) return Heard::kTooLong;
    if (!s.pipes.output.isOpen()) return Heard::kClosed;
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(deadline - Clock::now()).count();
    if (left < 0) return Heard::kTimeout;
    pollfd waits[] = {{rest.empty() ? -1 : s.pipes.input.get(), POLLOUT, 0},
                      {s.pipes.output.get(), POLLIN, 0},
                      {s.pipes.error.get(), POLLIN, 0}};
    if (isCancelled()) return Heard::kTimeout;
    const long long longest = child_cancel_flag != nullptr ? 50 : 60'000;
    if (::poll(waits, 3, static_cast<int>(std::min<long long>(left + 1, longest))) < 0 && errno != EINTR)
      return Heard::kClosed;
    if (waits[0].revents != 0) {
      sendSome(s.pipes.input, rest);
      if (!s.pipes.input.isOpen()) rest = {};  // it hung up; what it still says counts
    }
    if (waits[1].revents != 0) {
      receiveSome(s.pipes.output,
                  [&](auto bytes) { s.received.append(reinterpret_cast<const char*>(bytes.data()), bytes.size()); });
    }
    if (waits[2].revents != 0) receiveError(s.pipes.error, s.error_text);
  }
}

std::string ChildTalk::end() {
  if (!state_ || state_->child < 0) return {};
  const pid_t keeper = std::exchange(state_->child, -1);
  int status = 0;
  const auto endsWithin = [&](std::chrono::milliseconds time) {
    const auto deadline = Clock::now() + time;
    pid_t ended = 0;
    while ((ended = ::waitpid(keeper, &status, WNOHANG)) == 0 && Clock::now() < deadline)
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    return ended == keeper;
  };
  const auto howItEnded = [&] {
    return WIFSIGNALED(status) ? fmt::format("signal {}", WTERMSIG(status))
                               : fmt::format("exit status {}", WEXITSTATUS(status));
  };
  if (endsWithin(std::chrono::milliseconds(0))) return howItEnded();
  // A child that has closed its output is about to end by itself: how it does so is what we want to know. Any other
  // that ends from here on does so because its input is closed.
  const bool ends_itself = !state_->pipes.output.isOpen();
  state_->pipes.input.close();
  if (ends_itself && endsWithin(std::chrono::milliseconds(200))) return howItEnded();
  state_->pipes.life.close();
  if (endsWithin(kSweepTime)) {
    // On a busy machine the keeper may have had no time yet to say how it ended.
    if (ends_itself && !(WIFEXITED(status) && WEXITSTATUS(status) == kParentEnded)) return howItEnded();
  } else {
    ::kill(keeper, SIGKILL);
    while (::waitpid(keeper, &status, 0) < 0 && errno == EINTR) {
    }
  }
  return "ended by Sepax";
}

const std::string& ChildTalk::errorText() const { return state_->error_text; }

void setChildCancelFlag(const std::atomic<bool>* flag) { child_cancel_flag = flag; }

const std::atomic<bool>* childCancelFlag() { return child_cancel_flag; }

bool isProcessRunning(int id) { return ::kill(id, 0) == 0 || errno == EPERM; }

namespace {

std::atomic<int> end_pipe = -1;

void noteEnd(int number) {
  const int before = errno;
  const auto byte = static_cast<unsigned char>(number);
  (void)!::write(end_pipe, &byte, 1);
  errno = before;
}

}  // namespace

Result<void> listenForEnd(std::function<void(EndRequest)> heard) {
  constexpr int kSignalStatus = 128;  // a shell's exit status of a program that a signal ended, less its number
  constexpr std::chrono::seconds kTimeToEnd(3);
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) return systemFailure("", tr("cannot be started"), errno);
  end_pipe = ends[1];
  std::thread([input = ends[0], heard = std::move(heard), kTimeToEnd] {
    bool is_interrupted = false;
    unsigned char number = 0;
    while (posix::repeatInterrupted([&] { return ::read(input, &number, 1); }) == 1) {
      const EndRequest request{.at_once = number != SIGINT || std::exchange(is_interrupted, true),
                               .exit_status = kSignalStatus + number};
      heard(request);
      if (!request.at_once) continue;
      std::this_thread::sleep_for(kTimeToEnd);
      ::_exit(request.exit_status);
    }
  }).detach();
  struct sigaction listens {};
  listens.sa_handler = noteEnd;
  listens.sa_flags = SA_RESTART;
  for (const int number : {SIGINT, SIGTERM, SIGHUP}) {
    struct sigaction before {};
    if (::sigaction(number, nullptr, &before) == 0 && before.sa_handler != SIG_IGN)
      (void)::sigaction(number, &listens, nullptr);
  }
  return {};
}

Error replaceProcess(const std::vector<std::string>& arguments) {
  SEPAX_ASSERT(!arguments.empty());
  ::execv(arguments[0].c_str(), argumentPointers(arguments).data());
  return systemFailure(arguments[0], tr("cannot be started"), errno).value();
}

}  // namespace sepax
