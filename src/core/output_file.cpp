#include "core/output_file.h"

#include "core/language.h"
#include "core/posix.h"
#include "core/text.h"

#include <fcntl.h>
#include <sys/stat.h>

#include <cerrno>
#include <filesystem>
#include <string_view>
#include <system_error>

// The part of files in the making that needs no handle of a folder.

namespace sepax {

namespace fs = std::filesystem;
using posix::Descriptor;
using posix::repeatInterrupted;
using posix::systemFailure;

Result<fs::path> posix::targetOf(const std::string& path) {
  if (path.find('\0') != std::string::npos)
    return fail(ErrorCode::kWrongValue, toValidUtf8(path), tr("a file name holds no NUL byte"));
  if (path == "-") return fail(ErrorCode::kWrongValue, path, tr("stands for standard output, expected a file"));
  std::error_code error;
  fs::path target = path;
  if (fs::is_symlink(target, error)) {  // the link stays, its file is replaced
    const fs::path behind = fs::weakly_canonical(target, error);
    if (!error) target = behind;
  }
  if (!target.has_filename() || fs::is_directory(target, error)) {
    return fail(ErrorCode::kWrongValue, toValidUtf8(path), tr("names a folder, expected a file"));
  }
  if (fs::exists(target, error) && !fs::is_regular_file(target, error)) {  // a device would be replaced by a file
    return fail(ErrorCode::kWrongValue, toValidUtf8(path), tr("is no regular file"));
  }
  return target;
}

Result<void> writeFileAtomically(const std::string& path, std::string_view bytes) {
  auto file = OutputFile::create(path);
  SEPAX_TRY(file);
  SEPAX_TRY(file->append(std::as_bytes(std::span(bytes))));
  return file->commit();
}

Result<void> truncateFile(const std::string& path, std::uint64_t size) {
  const Descriptor file(
      repeatInterrupted([&] { return ::open(path.c_str(), O_WRONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY); }));
  struct stat facts {};
  if (!file.isOpen() || ::fstat(file.get(), &facts) != 0) return systemFailure(path, tr("cannot be written"), errno);
  if (!S_ISREG(facts.st_mode)) return fail(ErrorCode::kUnreadable, toValidUtf8(path), tr("is no regular file"));
  if (static_cast<std::uint64_t>(facts.st_size) < size)
    return fail(ErrorCode::kDamaged, toValidUtf8(path), tr("became shorter meanwhile"));
  if (repeatInterrupted([&] { return ::ftruncate(file.get(), static_cast<off_t>(size)); }) != 0)
    return systemFailure(path, tr("cannot be written"), errno);
  if (repeatInterrupted([&] { return ::fsync(file.get()); }) != 0)
    return systemFailure(path, tr("was cut off, but may not be on the disk yet"), errno);
  return {};
}

}  // namespace sepax
