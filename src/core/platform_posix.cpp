#include "core/platform.h"

#include "core/assert.h"
#include "core/language.h"
#include "core/posix.h"
#include "core/text.h"
#include "core/utf.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <pwd.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <clocale>
#include <csignal>
#include <cstdlib>
#include <cwctype>
#include <filesystem>
#include <limits>
#include <optional>
#include <system_error>
#include <thread>
#include <utility>

// Set for this file alone: where data is while the program runs from its build tree. Not used once it is installed elsewhere.
#if !defined(SEPAX_SOURCE_DIR) || !defined(SEPAX_BUILD_DIR)
#error "SEPAX_SOURCE_DIR and SEPAX_BUILD_DIR must be defined for this file"
#endif

namespace sepax {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;
using posix::Descriptor;
using posix::systemFailure;

std::string posix::systemMessage(int number) { return trKnown(std::generic_category().message(number)); }

tl::unexpected<Error> posix::systemFailure(const std::string& path, const char* doing, int number) {
  const ErrorCode code = number == ENOENT || number == ENOTDIR ? ErrorCode::kNotFound : ErrorCode::kUnreadable;
  return fail(code, toValidUtf8(path), fmt::format("{}: {}", doing, systemMessage(number)));
}

int posix::writeFully(int file, std::uint64_t offset, std::span<const std::byte> bytes) {
  while (!bytes.empty()) {
    const ssize_t count = ::pwrite(file, bytes.data(), bytes.size(), static_cast<off_t>(offset));
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return errno;
    bytes = bytes.subspan(static_cast<std::size_t>(count));
    offset += static_cast<std::uint64_t>(count);
  }
  return 0;
}

namespace {

bool runsFromBuildTree() {
  static const bool answer = [] {
    std::error_code error;
    const fs::path build = fs::canonical(SEPAX_BUILD_DIR, error);
    return !error && programFolder().starts_with(build.string() + "/");
  }();
  return answer;
}

/// Descriptor and size of a regular file. Non-blocking, so that opening a pipe returns and can be refused.
Result<std::pair<Descriptor, std::uint64_t>> openRegular(const std::string& path) {
  if (path.find('\0') != std::string::npos) return fail(ErrorCode::kNotFound, toValidUtf8(path), tr("a file name holds no NUL byte"));
  Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY));
  if (!file.isOpen()) return systemFailure(path, tr("cannot be opened"), errno);
  struct stat facts {};
  if (::fstat(file.get(), &facts) != 0) return systemFailure(path, tr("cannot be examined"), errno);
  if (S_ISDIR(facts.st_mode)) return fail(ErrorCode::kUnreadable, toValidUtf8(path), tr("is a folder, expected a file"));
  if (!S_ISREG(facts.st_mode)) return fail(ErrorCode::kUnreadable, toValidUtf8(path), tr("is no regular file"));
  return std::pair{std::move(file), static_cast<std::uint64_t>(facts.st_size)};
}

Result<void> readFully(int descriptor, const std::string& path, std::uint64_t offset, std::span<std::byte> out) {
  while (!out.empty()) {
    const ssize_t count = ::pread(descriptor, out.data(), out.size(), static_cast<off_t>(offset));
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return systemFailure(path, tr("cannot be read"), errno);
    if (count == 0) return fail(ErrorCode::kDamaged, toValidUtf8(path), tr("ended while it was read"));
    out = out.subspan(static_cast<std::size_t>(count));
    offset += static_cast<std::uint64_t>(count);
  }
  return {};
}

}  // namespace

std::string programFolder() {
  static const std::string folder = [] {
    std::error_code error;
    const fs::path program = fs::read_symlink("/proc/self/exe", error);
    return error ? fs::current_path(error).string() : program.parent_path().string();
  }();
  return folder;
}

Result<std::string> dataPath(const std::string& relative) {
  const std::vector<std::string> candidates =
      runsFromBuildTree() ? std::vector<std::string>{SEPAX_SOURCE_DIR "/" + relative, SEPAX_BUILD_DIR "/share/" + relative}
                          : std::vector<std::string>{fs::path(programFolder()).parent_path().string() + "/share/sepax/" + relative};
  std::error_code error;
  for (const std::string& path : candidates) {
    if (fs::exists(path, error)) return path;
  }
  return fail(ErrorCode::kNotFound, relative,
              trf("data file not found; looked at {}", fmt::format("{}", fmt::join(candidates, tr(" and ")))));
}

Result<std::string> programPath(const std::string& name) {
  const std::string path = programFolder() + "/" + name;
  if (::access(path.c_str(), X_OK) == 0) return path;
  return fail(ErrorCode::kNotFound, name, trf("program not found; looked at {}", path));
}

Result<std::string> configFolder() {
  const char* xdg = std::getenv("XDG_CONFIG_HOME");
  const char* home = std::getenv("HOME");
  std::string base;
  if (xdg != nullptr && xdg[0] == '/') {  // the specification says to ignore relative ones
    base = xdg;
  } else if (home != nullptr && home[0] == '/') {
    base = std::string(home) + "/.config";
  } else if (const passwd* user = ::getpwuid(::getuid()); user != nullptr && user->pw_dir != nullptr && user->pw_dir[0] == '/') {
    base = std::string(user->pw_dir) + "/.config";
  } else {
    return fail(ErrorCode::kNotFound, "", tr("no folder for settings: neither XDG_CONFIG_HOME nor HOME is set"));
  }
  const std::string folder = base + "/sepax";
  std::error_code error;
  fs::create_directories(folder, error);
  if (!fs::is_directory(folder)) return fail(ErrorCode::kUnreadable, folder, trf("cannot be created: {}", trKnown(error.message())));
  return folder;
}

Result<std::string> readFile(const std::string& path, std::uint64_t limit) {
  auto opened = openRegular(path);
  SEPAX_TRY(opened);
  auto& [file, size] = *opened;
  const std::uint64_t max = std::min<std::uint64_t>(limit, std::numeric_limits<std::size_t>::max());
  if (size > max) {
    return fail(ErrorCode::kTooLarge, toValidUtf8(path), trf("has {} bytes, the most that is read is {}", size, max));
  }
  std::string text(static_cast<std::size_t>(size), '\0');
  auto done = readFully(file.get(), path, 0, std::as_writable_bytes(std::span(text)));
  SEPAX_TRY(done);
  return text;
}

FileHandle::FileHandle(FileHandle&& other) noexcept
    : descriptor_(std::exchange(other.descriptor_, -1)), size_(other.size_), path_(std::move(other.path_)) {}

FileHandle& FileHandle::operator=(FileHandle&& other) noexcept {
  std::swap(descriptor_, other.descriptor_);
  std::swap(size_, other.size_);
  std::swap(path_, other.path_);
  return *this;
}

FileHandle::~FileHandle() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

Result<FileHandle> FileHandle::open(const std::string& path) {
  auto opened = openRegular(path);
  SEPAX_TRY(opened);
  FileHandle handle;
  handle.descriptor_ = opened->first.release();
  handle.size_ = opened->second;
  handle.path_ = path;
  return handle;
}

Result<void> FileHandle::readAt(std::uint64_t offset, std::span<std::byte> out) const {
  SEPAX_ASSERT(descriptor_ >= 0);
  if (offset > size_ || out.size() > size_ - offset) {
    return fail(ErrorCode::kDamaged, toValidUtf8(path_), trf("bytes {}+{} lie outside the file of {} bytes", offset, out.size(), size_));
  }
  return readFully(descriptor_, path_, offset, out);
}

Result<FileHandle> FileHandle::temporary() {
  std::error_code error;
  const fs::path folder = fs::temp_directory_path(error);
  std::string name = (error ? fs::path("/tmp") : folder).string() + "/sepax-XXXXXX";
  FileHandle handle;
  handle.descriptor_ = ::mkostemp(name.data(), O_CLOEXEC);
  if (handle.descriptor_ < 0) return systemFailure(name, tr("no temporary file can be made"), errno);
  ::unlink(name.c_str());
  handle.path_ = tr("temporary file");
  return handle;
}

Result<void> FileHandle::append(std::span<const std::byte> bytes) {
  SEPAX_ASSERT(descriptor_ >= 0);
  if (const int number = posix::writeFully(descriptor_, size_, bytes); number != 0)
    return systemFailure(path_, tr("cannot be written"), number);
  size_ += bytes.size();
  return {};
}

// ---------------------------------------------------------------------------------------------------------------- child processes

namespace {

// An address-space limit and a sanitizer's shadow memory (terabytes, reserved) exclude each other.
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

struct Pipes {
  Descriptor child_input, child_output, child_error, child_report;
  Descriptor input, output, error, report;
};

std::optional<Pipes> makePipes() {
  Pipes pipes;
  int ends[2];
  // Standard input is a socket because a write to it can be asked not to raise SIGPIPE, which a library must not ignore globally.
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
  for (const Descriptor* ours : {&pipes.input, &pipes.output, &pipes.error}) {
    ::fcntl(ours->get(), F_SETFL, ::fcntl(ours->get(), F_GETFL) | O_NONBLOCK);
  }
  return pipes;
}

void limitResource(__rlimit_resource resource, std::uint64_t soft, std::uint64_t hard) {
  const rlimit limit{soft, hard};
  (void)::setrlimit(resource, &limit);
}

/// In the child between fork and exec: only async-signal-safe calls, the parent may have other threads.
[[noreturn]] void becomeProgram(const Pipes& pipes, char* const* arguments, const ChildLimits& limits) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);  // no orphan goes on parsing when the window is closed
  sigset_t none;
  ::sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
  ::signal(SIGPIPE, SIG_DFL);
  limitResource(RLIMIT_CORE, 0, 0);
  if (kCanLimitMemory && limits.memory_bytes > 0) limitResource(RLIMIT_AS, limits.memory_bytes, limits.memory_bytes);
  if (limits.cpu_seconds > 0) {
    const auto seconds = static_cast<std::uint64_t>(limits.cpu_seconds);
    limitResource(RLIMIT_CPU, seconds, seconds + 1);
  }
  // Above the standard three first, so that none of the three is overwritten before it was copied.
  const int wanted[] = {::fcntl(pipes.child_input.get(), F_DUPFD_CLOEXEC, 10), ::fcntl(pipes.child_output.get(), F_DUPFD_CLOEXEC, 10),
                        ::fcntl(pipes.child_error.get(), F_DUPFD_CLOEXEC, 10)};
  const int report = ::fcntl(pipes.child_report.get(), F_DUPFD_CLOEXEC, 10);
  for (int i = 0; i < 3; ++i) ::dup2(wanted[i], i);
  ::close_range(3, ~0U, CLOSE_RANGE_CLOEXEC);
  ::execv(arguments[0], arguments);
  const int number = errno;
  (void)!::write(report, &number, sizeof number);
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

/// What goes through the pipes.
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
std::string converse(Pipes& pipes, Conversation& talk, const ChildLimits& limits, const std::optional<Clock::time_point>& deadline,
                     std::string& error_text) {
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
    if (waits[2].revents != 0) {
      receiveSome(pipes.error, [&](auto bytes) {
        const auto room = std::min(bytes.size(), kErrorTextLimit - std::min(kErrorTextLimit, error_text.size()));
        error_text.append(reinterpret_cast<const char*>(bytes.data()), room);
      });
    }
  }
  return "";
}

/// Waits for the end, killing at the deadline: a child may close its outputs and go on. Returns the wait status and what it broke.
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

}  // namespace

Result<ChildResult> streamChild(const std::vector<std::string>& arguments, const ChildInput& input, const ChildOutput& output,
                                const ChildLimits& limits) {
  SEPAX_ASSERT(!arguments.empty());
  auto pipes = makePipes();
  if (!pipes) return systemFailure(arguments[0], tr("cannot be started"), errno);
  const std::vector<char*> pointers = argumentPointers(arguments);
  const pid_t child = ::fork();
  if (child < 0) return systemFailure(arguments[0], tr("cannot be started"), errno);
  if (child == 0) becomeProgram(*pipes, pointers.data(), limits);
  for (Descriptor* theirs : {&pipes->child_input, &pipes->child_output, &pipes->child_error, &pipes->child_report}) theirs->close();

  // Closed by a successful exec, carries the error number of a failed one.
  int start_error = 0;
  ssize_t count = 0;
  while ((count = ::read(pipes->report.get(), &start_error, sizeof start_error)) < 0 && errno == EINTR) {
  }
  std::optional<Clock::time_point> deadline;
  if (limits.wall_seconds > 0) deadline = Clock::now() + std::chrono::seconds(limits.wall_seconds);
  if (count == sizeof start_error) {
    (void)reap(child, "", std::nullopt);
    return systemFailure(arguments[0], tr("cannot be started"), start_error);
  }

  ChildResult result;
  Conversation talk{input, output};
  std::string broken = converse(*pipes, talk, limits, deadline, result.error_text);
  auto [status, ended_by] = reap(child, std::move(broken), deadline);
  if (talk.error) return tl::unexpected(std::move(*talk.error));
  result.ended_by = std::move(ended_by);
  if (result.ended_by.empty() && WIFSIGNALED(status)) {
    result.ended_by = WTERMSIG(status) == SIGXCPU ? "time limit" : fmt::format("signal {}", WTERMSIG(status));
  }
  result.exit_code = result.ended_by.empty() ? WEXITSTATUS(status) : -1;
  return result;
}

Result<ChildResult> runChild(const std::vector<std::string>& arguments, std::span<const std::byte> input, const ChildLimits& limits) {
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

void setChildCancelFlag(const std::atomic<bool>* flag) { child_cancel_flag = flag; }

std::string lowerCase(std::string_view utf8) {
  // Of its own: the program's locale stays "C", where numbers have a decimal point.
  static const locale_t unicode = ::newlocale(LC_CTYPE_MASK, "C.UTF-8", nullptr);
  std::string out;
  while (!utf8.empty()) {
    const std::string_view before = utf8;
    const auto letter = takeCodePoint(utf8);
    if (letter && unicode != nullptr) {
      appendUtf8(out, static_cast<char32_t>(::towlower_l(static_cast<wint_t>(*letter), unicode)));
    } else {  // no text: kept as it is
      out += before.substr(0, before.size() - utf8.size());
    }
  }
  return out;
}

int processId() { return static_cast<int>(::getpid()); }

bool isProcessRunning(int id) { return ::kill(id, 0) == 0 || errno == EPERM; }

bool standardErrorIsTerminal() { return ::isatty(STDERR_FILENO) == 1; }

Error replaceProcess(const std::vector<std::string>& arguments) {
  SEPAX_ASSERT(!arguments.empty());
  ::execv(arguments[0].c_str(), argumentPointers(arguments).data());
  return systemFailure(arguments[0], tr("cannot be started"), errno).value();
}

}  // namespace sepax
