#include "core/file_lock.h"

#include "core/language.h"
#include "core/platform.h"
#include "core/posix.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>

#include <cstdlib>
#include <random>

namespace sepax {

using posix::Descriptor;
using posix::repeatInterrupted;
using posix::systemFailure;

FileLock::~FileLock() { ::close(descriptor_); }

Result<std::shared_ptr<const FileLock>> FileLock::take(const std::string& path) {
  constexpr int kMaxTries = 10;
  for (int i = 0; i < kMaxTries; ++i) {
    Descriptor file(
        repeatInterrupted([&] { return ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600); }));
    if (!file.isOpen()) return systemFailure(path, tr("cannot be written"), errno);
    if (repeatInterrupted([&] { return ::flock(file.get(), LOCK_EX | LOCK_NB); }) != 0) {
      if (errno == EWOULDBLOCK) return nullptr;
      return systemFailure(path, tr("cannot be locked"), errno);
    }
    // The holder before may have removed the name between the two calls: then the lock is on a file without one.
    struct stat held {};
    struct stat named {};
    if (::fstat(file.get(), &held) == 0 && ::lstat(path.c_str(), &named) == 0 && held.st_ino == named.st_ino &&
        held.st_dev == named.st_dev) {
      return std::shared_ptr<const FileLock>(new FileLock(path, file.release()));
    }
  }
  return nullptr;
}

void FileLock::removeFile() const { ::unlink(path_.c_str()); }

std::string randomName() {
  std::random_device device;  // the system's random numbers
  std::string name;
  for (int i = 0; i < 4; ++i) name += fmt::format("{:08x}", device());
  return name;
}

std::vector<std::string> keepingFolders() {
  std::vector<std::string> folders;
  if (auto settings = configFolder()) folders.push_back(std::move(*settings));
  const auto add = [&](const char* variable, const std::string& below) {
    const char* const base = std::getenv(variable);
    if (base != nullptr && base[0] == '/') folders.push_back(base + below + "/sepax");
    return base != nullptr && base[0] == '/';
  };
  if (!add("XDG_STATE_HOME", "")) add("HOME", "/.local/state");
  add("XDG_RUNTIME_DIR", "");
  return folders;
}

}  // namespace sepax
