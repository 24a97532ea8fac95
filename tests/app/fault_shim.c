// Preloaded into a program, makes its n-th call of a kind on a regular file fail: tests/app/faults.py.
//   FAULT_CALL   open, write, sync, rename, close, mkdir, truncate, unlink or read
//   FAULT_NUMBER which of them, from 1; 0: none, they are only counted
//   FAULT_ERROR  a number of errno; 0: half of the bytes are written or read; -1: the process is killed there
//   FAULT_LOG    a file that gets a line "calls=N failed=N" for each process at its end
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <unistd.h>

static int calls, failed;

static int numberOf(const char* variable) {
  const char* text = getenv(variable);
  return text != NULL ? atoi(text) : 0;
}

__attribute__((destructor)) static void report(void) {
  const char* log = getenv("FAULT_LOG");
  char line[64];
  const int size = snprintf(line, sizeof line, "calls=%d failed=%d\n", calls, failed);
  const int file = log != NULL ? (int)syscall(SYS_openat, AT_FDCWD, log, O_WRONLY | O_CREAT | O_APPEND, 0666) : -1;
  if (file < 0) return;
  (void)!syscall(SYS_write, file, line, size);
  syscall(SYS_close, file);
}

/// Whether this call is the one to fail.
static int fails(const char* kind) {
  const char* wanted = getenv("FAULT_CALL");
  if (wanted == NULL || strcmp(wanted, kind) != 0) return 0;
  if (__sync_add_and_fetch(&calls, 1) != numberOf("FAULT_NUMBER")) return 0;
  failed = 1;
  if (numberOf("FAULT_ERROR") == -1) {
    report();
    kill(getpid(), SIGKILL);
  }
  return 1;
}

/// -1 with the error that is asked for.
static int error(void) {
  errno = numberOf("FAULT_ERROR");
  return -1;
}
static int isShort(size_t size) { return numberOf("FAULT_ERROR") == 0 && size > 1; }

static int isRegular(int file) {
  struct stat facts;
  return file > 2 && fstat(file, &facts) == 0 && S_ISREG(facts.st_mode);
}
static int isWritten(int file) { return isRegular(file) && (fcntl(file, F_GETFL) & O_ACCMODE) != O_RDONLY; }

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))
#define OPEN_MODE                         \
  mode_t mode = 0;                        \
  if (flags & (O_CREAT | O_TMPFILE)) {    \
    va_list list;                         \
    va_start(list, flags);                \
    mode = va_arg(list, mode_t);          \
    va_end(list);                         \
  }
#define WRITES(flags) (((flags)&O_ACCMODE) != O_RDONLY && !((flags)&O_DIRECTORY))

int open(const char* path, int flags, ...) {
  OPEN_MODE
  return WRITES(flags) && fails("open") ? error() : REAL(open)(path, flags, mode);
}
int open64(const char* path, int flags, ...) {
  OPEN_MODE
  return WRITES(flags) && fails("open") ? error() : REAL(open64)(path, flags, mode);
}
int openat(int folder, const char* path, int flags, ...) {
  OPEN_MODE
  return WRITES(flags) && fails("open") ? error() : REAL(openat)(folder, path, flags, mode);
}
int openat64(int folder, const char* path, int flags, ...) {
  OPEN_MODE
  return WRITES(flags) && fails("open") ? error() : REAL(openat64)(folder, path, flags, mode);
}
ssize_t write(int file, const void* bytes, size_t size) {
  if (isRegular(file) && fails("write")) {
    if (!isShort(size)) return error();
    size /= 2;
  }
  return REAL(write)(file, bytes, size);
}
ssize_t pwrite(int file, const void* bytes, size_t size, off_t at) {
  if (isRegular(file) && fails("write")) {
    if (!isShort(size)) return error();
    size /= 2;
  }
  return REAL(pwrite)(file, bytes, size, at);
}
ssize_t pwrite64(int file, const void* bytes, size_t size, off64_t at) { return pwrite(file, bytes, size, at); }
ssize_t copy_file_range(int from, off64_t* in, int to, off64_t* out, size_t size, unsigned flags) {
  if (fails("write")) {
    if (!isShort(size)) return error();
    size /= 2;
  }
  return REAL(copy_file_range)(from, in, to, out, size, flags);
}
ssize_t read(int file, void* bytes, size_t size) {
  if (isRegular(file) && fails("read")) {
    if (!isShort(size)) return error();
    size /= 2;
  }
  return REAL(read)(file, bytes, size);
}
ssize_t pread(int file, void* bytes, size_t size, off_t at) {
  if (isRegular(file) && fails("read")) {
    if (!isShort(size)) return error();
    size /= 2;
  }
  return REAL(pread)(file, bytes, size, at);
}
ssize_t pread64(int file, void* bytes, size_t size, off64_t at) { return pread(file, bytes, size, at); }
int fsync(int file) { return fails("sync") ? error() : REAL(fsync)(file); }
int fdatasync(int file) { return fails("sync") ? error() : REAL(fdatasync)(file); }
int syncfs(int file) { return fails("sync") ? error() : REAL(syncfs)(file); }
int rename(const char* from, const char* to) { return fails("rename") ? error() : REAL(rename)(from, to); }
int renameat(int a, const char* from, int b, const char* to) {
  return fails("rename") ? error() : REAL(renameat)(a, from, b, to);
}
int renameat2(int a, const char* from, int b, const char* to, unsigned flags) {
  return fails("rename") ? error() : REAL(renameat2)(a, from, b, to, flags);
}
int close(int file) {
  const int is_chosen = isWritten(file) && fails("close");
  const int result = REAL(close)(file);
  return is_chosen ? error() : result;
}
int mkdir(const char* path, mode_t mode) { return fails("mkdir") ? error() : REAL(mkdir)(path, mode); }
int mkdirat(int folder, const char* path, mode_t mode) {
  return fails("mkdir") ? error() : REAL(mkdirat)(folder, path, mode);
}
int ftruncate(int file, off_t size) { return fails("truncate") ? error() : REAL(ftruncate)(file, size); }
int ftruncate64(int file, off64_t size) { return ftruncate(file, size); }
int unlinkat(int folder, const char* path, int flags) {
  return fails("unlink") ? error() : REAL(unlinkat)(folder, path, flags);
}
