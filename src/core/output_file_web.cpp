#include "core/output_file.h"

#include "core/assert.h"
#include "core/language.h"
#include "core/platform.h"
#include "core/posix.h"
#include "core/text.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>

#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <optional>
#include <system_error>
#include <utility>

// Where a folder has no handle, files are found by their paths: a page is alone with its files, and node has no calls
// that go on from an open folder. Each file still takes its place in one step.

namespace sepax {

namespace fs = std::filesystem;
using posix::Descriptor;
using posix::systemFailure;
using posix::writeFully;

struct OutputFile::State {
  std::string temporary;  ///< where the bytes are until the commit
  fs::path target;        ///< that they go to
  std::string path;       ///< as the caller calls the target, for messages
  Descriptor file;
  std::uint64_t written = 0;
  std::optional<std::int64_t> modified;
  bool may_replace = true;

  ~State() {
    if (file.isOpen()) ::unlink(temporary.c_str());
  }

  Result<void> start() {
    for (unsigned serial = 0; !file.isOpen(); ++serial) {
      temporary = (target.parent_path() / fmt::format(".sepax-{}.tmp", serial)).string();
      file = Descriptor(::open(temporary.c_str(), O_RDWR | O_CREAT | O_EXCL, 0666));
      if (!file.isOpen() && errno != EEXIST) return systemFailure(path, tr("cannot be written"), errno);
    }
    struct stat facts {};
    if (may_replace && ::stat(target.c_str(), &facts) == 0) (void)::chmod(temporary.c_str(), facts.st_mode & 0777);
    return {};
  }

  Result<void> write(std::uint64_t offset, std::span<const std::byte> bytes) {
    const int number = writeFully(file.get(), offset, bytes);
    if (number != 0) return systemFailure(path, tr("cannot be written"), number);
    return {};
  }

  Result<void> takeItsPlace() {
    if (modified) {
      const timespec time{static_cast<std::time_t>(*modified), 0};
      const timespec times[] = {time, time};
      (void)::utimensat(AT_FDCWD, temporary.c_str(), times, 0);
    }
    struct stat facts {};
    if (!may_replace && ::lstat(target.c_str(), &facts) == 0)
      return systemFailure(path, tr("cannot be written"), EEXIST);
    if (::rename(temporary.c_str(), target.c_str()) != 0) return systemFailure(path, tr("cannot be written"), errno);
    file.close();
    return {};
  }
};

Result<OutputFile> OutputFile::create(const std::string& path) {
  auto target = posix::targetOf(path);
  SEPAX_TRY(target);
  auto state = std::make_unique<State>();
  state->path = path;
  state->target = *std::move(target);
  SEPAX_TRY(state->start());
  return OutputFile(std::move(state));
}

std::uint64_t OutputFile::size() const { return state_->written; }

Result<void> OutputFile::append(std::span<const std::byte> bytes) {
  SEPAX_TRY(state_->write(state_->written, bytes));
  state_->written += bytes.size();
  return {};
}

Result<void> OutputFile::writeAt(std::uint64_t offset, std::span<const std::byte> bytes) {
  SEPAX_ASSERT(offset <= size() && bytes.size() <= size() - offset);
  return state_->write(offset, bytes);
}

Result<void> OutputFile::truncate(std::uint64_t size) {
  SEPAX_ASSERT(size <= this->size());
  if (::ftruncate(state_->file.get(), static_cast<off_t>(size)) != 0)
    return systemFailure(state_->path, tr("cannot be written"), errno);
  state_->written = size;
  return {};
}

void OutputFile::setModified(std::int64_t seconds) { state_->modified = seconds; }

Result<std::string> OutputFile::temporaryPath() { return state_->temporary; }

std::uint64_t OutputFile::otherNames() const {
  struct stat facts {};
  const bool has_others = state_->may_replace && ::stat(state_->target.c_str(), &facts) == 0 && facts.st_nlink > 1;
  return has_others ? facts.st_nlink - 1 : 0;
}

Result<void> OutputFile::followHardLinks() {
  return fail(ErrorCode::kUnsupported, toValidUtf8(state_->path),
              tr("only the desktop version of Sepax follows hard links"));
}

Result<void> OutputFile::sync() {
  if (::fsync(state_->file.get()) != 0) return systemFailure(state_->path, tr("cannot be written"), errno);
  return {};
}

Result<void> OutputFile::commit() {
  SEPAX_TRY(sync());
  return state_->takeItsPlace();
}

// -------------------------------------------------------------------------------------------------------------------------
// a folder

struct OutputFolder::State {
  fs::path path;
  std::vector<OutputFile> staged;

  /// The path below the folder; an error where a link, or a file, stands on the way, which would lead out of it.
  [[nodiscard]] Result<fs::path> below(const std::string& relative) const {
    fs::path at = path;
    for (const fs::path& part : fs::path(relative).parent_path()) {
      at /= part;
      std::error_code error;
      const fs::file_status status = fs::symlink_status(at, error);
      if (fs::exists(status) && !fs::is_directory(status))
        return fail(ErrorCode::kUnsafe, toValidUtf8(relative),
                    trf("a file or link is where the folder \"{}\" should", toValidUtf8(part.string())));
    }
    return path / relative;
  }
};

Result<OutputFolder> OutputFolder::open(const std::string& path) {
  if (path.find('\0') != std::string::npos)
    return fail(ErrorCode::kWrongValue, toValidUtf8(path), tr("a folder name holds no NUL byte"));
  std::error_code error;
  fs::create_directories(path, error);
  if (!fs::is_directory(path, error)) return systemFailure(path, tr("the folder cannot be opened"), ENOTDIR);
  auto state = std::make_unique<State>();
  state->path = path;
  return OutputFolder(std::move(state));
}

Result<std::uint64_t> OutputFolder::freeBytes() const {
  std::error_code error;
  const fs::space_info space = fs::space(state_->path, error);
  if (error) return systemFailure(state_->path.string(), tr("free space is not known"), error.value());
  return space.available;
}

Result<void> OutputFolder::makeFolder(const std::string& relative) {
  const auto path = state_->below(relative + "/");
  SEPAX_TRY(path);
  std::error_code error;
  fs::create_directories(*path, error);
  if (error) return systemFailure(relative, tr("the folder cannot be made"), error.value());
  return {};
}

bool OutputFolder::has(const std::string& relative) {
  const auto path = state_->below(relative);
  std::error_code error;
  return path && fs::exists(fs::symlink_status(*path, error));
}

Result<OutputFile> OutputFolder::create(const std::string& relative, bool may_replace) {
  const auto path = state_->below(relative);
  SEPAX_TRY(path);
  if (const auto parent = fs::path(relative).parent_path(); !parent.empty()) {
    SEPAX_TRY(makeFolder(parent.string()));
  }
  auto state = std::make_unique<OutputFile::State>();
  state->path = relative;
  state->target = *path;
  state->may_replace = may_replace;
  SEPAX_TRY(state->start());
  return OutputFile(std::move(state));
}

Result<void> OutputFolder::add(OutputFile file) {
  state_->staged.push_back(std::move(file));
  return {};
}

std::vector<Result<void>> OutputFolder::commit() {
  std::vector<Result<void>> out;
  for (OutputFile& file : state_->staged) out.push_back(file.commit());
  state_->staged.clear();
  return out;
}

}  // namespace sepax
