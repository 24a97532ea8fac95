// sepax-keeper PROGRAM ARGUMENT…: runs a program, and ends as it did. When the program ends, or when the parent does
// (the pipe on descriptor 3 closes, however the parent ended), all that the program started is killed first, in
// sessions of its own too: orphans become children of this process. Descriptor 4 carries the error number of a failed
// exec. Kept small: only the program holds the standard three.

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <system_error>

namespace {

constexpr int kLife = 3, kReport = 4;
constexpr int kParentEnded = 125;
constexpr std::chrono::seconds kSweepTime(5);

/// The parent of a process by /proc/N/stat, "N (name) state parent"; 0 when it is gone.
pid_t parentOf(const std::filesystem::path& process) {
  std::ifstream file(process / "stat");
  std::string text;
  std::getline(file, text);
  const std::size_t name_ends = text.rfind(") ");
  return name_ends == std::string::npos || name_ends + 4 > text.size() ? 0 : std::atoi(text.c_str() + name_ends + 4);
}

/// Kills every child of this process; their children become ours when they end.
void killChildren() {
  std::ifstream file("/proc/self/task/" + std::to_string(::syscall(SYS_gettid)) + "/children");
  if (file) {
    for (pid_t child = 0; file >> child;) ::kill(child, SIGKILL);
    return;
  }
  std::error_code error;  // a kernel that does not list them
  for (const auto& entry : std::filesystem::directory_iterator("/proc", error)) {
    const pid_t process = std::atoi(entry.path().filename().c_str());
    if (process > 0 && parentOf(entry.path()) == ::getpid()) ::kill(process, SIGKILL);
  }
}

/// Kills and buries until no child is left, for `kSweepTime` at most: a program may start new ones as fast.
void sweep() {
  const auto deadline = std::chrono::steady_clock::now() + kSweepTime;
  while (std::chrono::steady_clock::now() < deadline) {
    killChildren();
    int status = 0;
    pid_t ended = 0;
    while ((ended = ::waitpid(-1, &status, WNOHANG)) > 0) {
    }
    if (ended < 0 && errno == ECHILD) return;
    ::usleep(500);
  }
}

[[noreturn]] void becomeProgram(char** arguments, const sigset_t& handled, pid_t keeper) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  ::sigprocmask(SIG_UNBLOCK, &handled, nullptr);
  if (::getppid() == keeper) {
    ::setpgid(0, 0);
    ::execv(arguments[0], arguments);
  }
  const int number = errno;
  (void)!::write(kReport, &number, sizeof number);
  ::_exit(127);
}

/// Ends this process as the program ended.
int endAs(int status) {
  if (!WIFSIGNALED(status)) return WEXITSTATUS(status);
  const int number = WTERMSIG(status);
  std::signal(number, SIG_DFL);
  sigset_t all;
  ::sigfillset(&all);
  ::sigprocmask(SIG_UNBLOCK, &all, nullptr);
  (void)::raise(number);
  return 128 + number;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2 || ::fcntl(kLife, F_GETFD) < 0 || ::fcntl(kReport, F_GETFD) < 0) {
    std::fputs("usage: sepax-keeper PROGRAM ARGUMENT... (started by sepax)\n", stderr);
    return 2;
  }
  ::prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
  ::setsid();  // no signal from the terminal ends the keeper before the program
  for (const int number : {kLife, kReport}) ::fcntl(number, F_SETFD, FD_CLOEXEC);
  sigset_t handled;
  ::sigemptyset(&handled);
  for (const int number : {SIGCHLD, SIGTERM, SIGHUP, SIGINT}) ::sigaddset(&handled, number);
  ::sigprocmask(SIG_BLOCK, &handled, nullptr);
  const int signals = ::signalfd(-1, &handled, SFD_CLOEXEC | SFD_NONBLOCK);
  const pid_t keeper = ::getpid(), program = ::fork();
  if (program == 0) becomeProgram(argv + 1, handled, keeper);
  const int number = errno;
  if (program < 0 || signals < 0) {
    (void)!::write(kReport, &number, sizeof number);
    sweep();
    return 127;
  }
  for (const int closed : {0, 1, 2, kReport}) ::close(closed);
  while (true) {
    std::array<pollfd, 2> waits = {pollfd{kLife, POLLIN, 0}, pollfd{signals, POLLIN, 0}};
    (void)::poll(waits.data(), waits.size(), -1);
    bool is_over = waits[0].revents != 0;
    signalfd_siginfo heard{};
    while (::read(signals, &heard, sizeof heard) == sizeof heard) is_over = is_over || heard.ssi_signo != SIGCHLD;
    int status = 0;
    if (is_over) {
      const bool had_ended = ::waitpid(program, &status, WNOHANG) == program;
      sweep();
      return had_ended ? endAs(status) : kParentEnded;
    }
    for (pid_t ended = 0; (ended = ::waitpid(-1, &status, WNOHANG)) > 0;) {
      if (ended != program) continue;
      sweep();
      return endAs(status);
    }
  }
}
