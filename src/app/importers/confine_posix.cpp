#include "app/importers/confine.h"

#include <fcntl.h>
#include <linux/landlock.h>
#include <sched.h>
#include <seccomp.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <ctime>
#include <iterator>
#include <string_view>

namespace sepax {

namespace {

/// Numbers of our own: a kernel's headers may be older than the kernel (linux/landlock.h, security/landlock in its
/// documentation). Rights to files came with ABI 1 (thirteen), 2 (REFER), 3 (TRUNCATE) and 5 (IOCTL_DEV), to TCP with
/// 4, scopes of abstract sockets and signals with 6.
struct LandlockRights {
  std::uint64_t files, net, scoped;
};

int landlockAbi() {
  return static_cast<int>(::syscall(SYS_landlock_create_ruleset, nullptr, 0, LANDLOCK_CREATE_RULESET_VERSION));
}

constexpr const char* kFontFolders[] = {"/usr/share/fonts", "/usr/local/share/fonts", "/etc/fonts",
                                        "/usr/share/fontconfig", "/var/cache/fontconfig"};

void permitFonts(int rules) {
  struct [[gnu::packed]] {
    std::uint64_t allowed = (1ull << 2) | (1ull << 3);  // to read files and folders
    std::int32_t folder = -1;
  } rule;
  for (const char* folder : kFontFolders) {
    rule.folder = ::open(folder, O_PATH | O_CLOEXEC | O_DIRECTORY);
    if (rule.folder < 0) continue;
    constexpr int kBeneathPath = 1;
    (void)::syscall(SYS_landlock_add_rule, rules, kBeneathPath, &rule, 0);
    ::close(rule.folder);
  }
}

/// False where the kernel has no Landlock. Needs free descriptors for a moment.
bool giveUpFiles(Files files) {
  const int abi = landlockAbi();
  if (abi < 1) return false;
  LandlockRights rights{};
  const int file_rights = 13 + (abi >= 2 ? 1 : 0) + (abi >= 3 ? 1 : 0) + (abi >= 5 ? 1 : 0);
  rights.files = (1ull << file_rights) - 1;
  if (abi >= 4) rights.net = 3;
  if (abi >= 6) rights.scoped = 3;
  const std::size_t size = abi >= 6 ? 24 : abi >= 4 ? 16 : 8;
  const int rules = static_cast<int>(::syscall(SYS_landlock_create_ruleset, &rights, size, 0));
  if (rules < 0) return false;
  if (files == Files::kFonts) permitFonts(rules);
  const bool is_done = ::syscall(SYS_landlock_restrict_self, rules, 0) == 0;
  ::close(rules);
  return is_done;
}

void limitTo(__rlimit_resource resource, rlim_t most) {
  const rlimit limit{most, most};
  (void)::setrlimit(resource, &limit);
}

// Allowed without a condition: the descriptors that are open, memory, time, locks, the end.
constexpr int kAllowed[] = {SCMP_SYS(fstat),
                            SCMP_SYS(lseek),
                            SCMP_SYS(close),
                            SCMP_SYS(brk),
                            SCMP_SYS(munmap),
                            SCMP_SYS(mremap),
                            SCMP_SYS(madvise),
                            SCMP_SYS(futex),
                            SCMP_SYS(clock_gettime),
                            SCMP_SYS(clock_getres),
                            SCMP_SYS(gettimeofday),
                            SCMP_SYS(time),
                            SCMP_SYS(nanosleep),
                            SCMP_SYS(clock_nanosleep),
                            SCMP_SYS(getrandom),
                            SCMP_SYS(sched_yield),
                            SCMP_SYS(sched_getaffinity),
                            SCMP_SYS(sysinfo),
                            SCMP_SYS(exit),
                            SCMP_SYS(exit_group),
                            SCMP_SYS(restart_syscall),
                            SCMP_SYS(rt_sigreturn),
                            SCMP_SYS(rt_sigprocmask),
                            SCMP_SYS(rt_sigaction),
                            SCMP_SYS(sigaltstack),
                            SCMP_SYS(getpid),
                            SCMP_SYS(gettid),
                            SCMP_SYS(rseq),
                            SCMP_SYS(set_robust_list),
                            SCMP_SYS(getuid),
                            SCMP_SYS(geteuid),
                            SCMP_SYS(getgid),
                            SCMP_SYS(getegid),
                            SCMP_SYS(getresuid),
                            SCMP_SYS(getresgid)};

// Refused by an error: libraries try them on sound files and do without.
constexpr int kRefused[] = {SCMP_SYS(open),
                            SCMP_SYS(openat),
                            SCMP_SYS(access),
                            SCMP_SYS(faccessat),
                            SCMP_SYS(faccessat2),
                            SCMP_SYS(stat),
                            SCMP_SYS(lstat),
                            SCMP_SYS(statx),
                            SCMP_SYS(readlink),
                            SCMP_SYS(readlinkat),
                            SCMP_SYS(getcwd),
                            SCMP_SYS(socket),
                            SCMP_SYS(ioctl),
                            SCMP_SYS(prctl),
                            SCMP_SYS(prlimit64),
                            SCMP_SYS(uname),
                            SCMP_SYS(mlock),
                            SCMP_SYS(munlock),
                            SCMP_SYS(setpriority),
                            SCMP_SYS(getpriority),
                            SCMP_SYS(sched_setscheduler),
                            SCMP_SYS(sched_getscheduler),
                            SCMP_SYS(sched_getparam)};

/// A condition on an argument of a call; libseccomp's macros are C.
scmp_arg_cmp argument(unsigned index, scmp_compare how, scmp_datum_t first, scmp_datum_t second = 0) {
  return {index, how, first, second};
}

/// A filter of system calls while it is written. A call that this processor does not have is left out.
class CallFilter {
 public:
  CallFilter() : context_(seccomp_init(SCMP_ACT_KILL_PROCESS)), is_good_(context_ != nullptr) {}
  CallFilter(const CallFilter&) = delete;
  CallFilter& operator=(const CallFilter&) = delete;
  ~CallFilter() {
    if (context_ != nullptr) seccomp_release(context_);
  }

  void set(scmp_filter_attr attribute, std::uint32_t value) {
    is_good_ = is_good_ && seccomp_attr_set(context_, attribute, value) == 0;
  }
  template <class... Condition>
  void add(std::uint32_t action, int call, Condition... condition) {
    if (call < 0) return;
    is_good_ = is_good_ && seccomp_rule_add(context_, action, call, sizeof...(condition), condition...) == 0;
  }
  bool load() { return is_good_ && seccomp_load(context_) == 0; }

 private:
  scmp_filter_ctx context_;
  bool is_good_;
};

// Fonts are looked for and read by these; files are opened to read alone.
constexpr int kOfFonts[] = {SCMP_SYS(read),       SCMP_SYS(pread64), SCMP_SYS(getdents64), SCMP_SYS(fstatfs),
                            SCMP_SYS(access),     SCMP_SYS(stat),    SCMP_SYS(statx),      SCMP_SYS(readlink),
                            SCMP_SYS(newfstatat), SCMP_SYS(fcntl)};
constexpr scmp_datum_t kWrites = O_ACCMODE | O_CREAT | O_TRUNC;

void addFontRules(CallFilter& filter) {
  for (const int call : kOfFonts) filter.add(SCMP_ACT_ALLOW, call);
  filter.add(SCMP_ACT_ALLOW, SCMP_SYS(openat), argument(2, SCMP_CMP_MASKED_EQ, kWrites, O_RDONLY));
  filter.add(SCMP_ACT_ALLOW, SCMP_SYS(open), argument(1, SCMP_CMP_MASKED_EQ, kWrites, O_RDONLY));
  // GLib and fontconfig try these besides, and do without.
  for (const int call :
       {SCMP_SYS(getpeername), SCMP_SYS(statfs), SCMP_SYS(unlink), SCMP_SYS(rename), SCMP_SYS(mkdir), SCMP_SYS(link)})
    filter.add(SCMP_ACT_ERRNO(EACCES), call);
}

/// False where the kernel filters no calls.
bool giveUpCalls(Threads threads, Files files) {
  CallFilter filter;
  filter.set(SCMP_FLTATR_CTL_TSYNC, 1);
  for (const int call : kAllowed) filter.add(SCMP_ACT_ALLOW, call);
  const bool has_fonts = files == Files::kFonts;
  if (has_fonts) addFontRules(filter);
  for (const int call : kRefused) {
    const bool is_for_fonts = call == SCMP_SYS(open) || call == SCMP_SYS(openat) ||
                              std::find(std::begin(kOfFonts), std::end(kOfFonts), call) != std::end(kOfFonts);
    if (!has_fonts || !is_for_fonts) filter.add(SCMP_ACT_ERRNO(EACCES), call);
  }
  for (const int call : {SCMP_SYS(read), SCMP_SYS(readv)}) {
    if (!has_fonts || call != SCMP_SYS(read)) filter.add(SCMP_ACT_ALLOW, call, argument(0, SCMP_CMP_EQ, 0));
  }
  for (const int call : {SCMP_SYS(write), SCMP_SYS(writev)}) {
    for (const unsigned descriptor : {1u, 2u}) filter.add(SCMP_ACT_ALLOW, call, argument(0, SCMP_CMP_EQ, descriptor));
  }
  // libc's fstat. An allowed condition leaves the rest to the filter's default, the end: the rest is a rule of its own.
  if (!has_fonts) {
    filter.add(SCMP_ACT_ALLOW, SCMP_SYS(newfstatat), argument(0, SCMP_CMP_LE, 2),
               argument(3, SCMP_CMP_EQ, AT_EMPTY_PATH));
    filter.add(SCMP_ACT_ERRNO(EACCES), SCMP_SYS(newfstatat), argument(3, SCMP_CMP_NE, AT_EMPTY_PATH));
  }
  // Memory that is never code.
  for (const int call : {SCMP_SYS(mmap), SCMP_SYS(mprotect)})
    filter.add(SCMP_ACT_ALLOW, call, argument(2, SCMP_CMP_MASKED_EQ, PROT_EXEC, 0));
  // abort(), of this process alone.
  filter.add(SCMP_ACT_ALLOW, SCMP_SYS(tgkill), argument(0, SCMP_CMP_EQ, static_cast<scmp_datum_t>(::getpid())));
  // No process, and threads only where they may start: clone3 has its flags in memory, where no filter looks; libc
  // takes clone when it is missing.
  filter.add(SCMP_ACT_ERRNO(ENOSYS), SCMP_SYS(openat2));
  filter.add(SCMP_ACT_ERRNO(ENOSYS), SCMP_SYS(clone3));
  if (threads == Threads::kStartsThem) {
    filter.add(SCMP_ACT_ALLOW, SCMP_SYS(clone), argument(0, SCMP_CMP_MASKED_EQ, CLONE_THREAD, CLONE_THREAD));
    filter.add(SCMP_ACT_ERRNO(EAGAIN), SCMP_SYS(clone), argument(0, SCMP_CMP_MASKED_EQ, CLONE_THREAD, 0));
  } else {
    filter.add(SCMP_ACT_ERRNO(EAGAIN), SCMP_SYS(clone));
  }
  filter.add(SCMP_ACT_ERRNO(EAGAIN), SCMP_SYS(fork));
  return filter.load();
}

bool filtersCalls() { return ::prctl(PR_GET_SECCOMP, 0, 0, 0, 0) >= 0; }

/// An attempt of a program that was taken over; true when it succeeded.
struct Probe {
  std::string_view name;
  bool (*isDone)(const std::string& folder);
};
constexpr Probe kProbes[] = {
    {"open", [](const std::string&) { return ::open("/etc/passwd", O_RDONLY) >= 0; }},
    {"create", [](const std::string& at) { return ::open((at + "/made").c_str(), O_WRONLY | O_CREAT, 0600) >= 0; }},
    {"stat",
     [](const std::string&) {
       struct stat facts {};
       return ::stat("/etc/passwd", &facts) == 0;
     }},
    {"unlink", [](const std::string& at) { return ::unlink((at + "/victim").c_str()) == 0; }},
    {"socket", [](const std::string&) { return ::socket(AF_INET, SOCK_STREAM, 0) >= 0; }},
    {"unix", [](const std::string&) { return ::socket(AF_UNIX, SOCK_STREAM, 0) >= 0; }},
    {"fork",
     [](const std::string&) {
       const pid_t child = ::fork();
       if (child == 0) ::_exit(0);
       return child > 0;
     }},
    {"exec",
     [](const std::string&) {
       char program[] = "/bin/true";
       char* const arguments[] = {program, nullptr};
       return ::execv(program, arguments) == 0;
     }},
    {"kill", [](const std::string&) { return ::kill(::getppid(), 0) == 0; }},
    {"code",
     [](const std::string&) {
       constexpr int kRights = PROT_READ | PROT_WRITE | PROT_EXEC;
       return ::mmap(nullptr, 4096, kRights, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) != MAP_FAILED;
     }},
    {"memfd", [](const std::string&) { return ::syscall(SYS_memfd_create, "x", 0) >= 0; }},
    {"ptrace", [](const std::string&) { return ::syscall(SYS_ptrace, 0, 0, 0, 0) >= 0; }},
    {"io_uring", [](const std::string&) { return ::syscall(SYS_io_uring_setup, 1, nullptr) >= 0; }},
    {"namespace", [](const std::string&) { return ::unshare(CLONE_NEWUSER) == 0; }},
    {"mounts", [](const std::string&) { return ::unshare(CLONE_NEWNS) == 0; }},
    {"mount", [](const std::string& at) { return ::mount("none", at.c_str(), "tmpfs", 0, nullptr) == 0; }},
};

int tryProbe(std::string_view name, const std::string& folder) {
  for (const Probe& probe : kProbes) {
    if (probe.name != name) continue;
    const bool is_done = probe.isDone(folder);
    std::puts(is_done ? "done" : "refused");
    std::fflush(stdout);
    return is_done ? 9 : 0;
  }
  std::fputs("expected the name of a probe\n", stderr);
  return 2;
}

}  // namespace

void confineFiles(Files files) {
  ::prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
  ::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  (void)giveUpFiles(files);
}

void confine(Threads threads, Files files) {
  constexpr rlim_t kOpenFonts = 64;
  ::tzset();
  if (threads != Threads::kHasThem) confineFiles(files);
  // Resources behind Landlock, which needs a descriptor; the filter last, which refuses setrlimit.
  limitTo(RLIMIT_FSIZE, 0);
  limitTo(RLIMIT_NOFILE, files == Files::kFonts ? kOpenFonts : 3);
  if (threads != Threads::kStartsThem) limitTo(RLIMIT_NPROC, 0);
  (void)giveUpCalls(threads, files);
}

std::string confinementHere() {
  const int abi = landlockAbi();
  const std::string files = abi >= 1 ? "Landlock ABI " + std::to_string(abi) : "no Landlock in this kernel";
  return files + (filtersCalls() ? ", filtered system calls" : ", no filter of system calls in this kernel") +
         ", no new privileges";
}

bool answersAboutConfinement(int argc, char** argv, int& status) {
  const std::string_view first = argc >= 2 ? argv[1] : "";
  if (first == "--confinement" && argc == 2) {
    std::puts(confinementHere().c_str());
    status = 0;
    return true;
  }
  if (first != "--probe" || argc != 5) return false;
  const std::string_view layers = argv[3];
  if (layers == "files") confineFiles();
  if (layers == "all") confine();
  if (layers == "fonts") confine(Threads::kStartsThem, Files::kFonts);
  status = tryProbe(argv[2], argv[4]);
  return true;
}

}  // namespace sepax
