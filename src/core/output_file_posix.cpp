#include "core/output_file.h"

#include "core/assert.h"
#include "core/language.h"
#include "core/platform.h"
#include "core/posix.h"
#include "core/text.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/statvfs.h>

#include <atomic>
#include <cerrno>
#include <cstdio>
#include <ctime>
#include <filesystem>
#include <optional>
#include <string_view>
#include <vector>

namespace sepax {

namespace fs = std::filesystem;
using posix::Descriptor;
using posix::systemFailure;
using posix::writeFully;

namespace {

constexpr std::size_t kBuffer = 1 << 18;
constexpr std::string_view kPrefix = ".sepax-", kSuffix = ".tmp";

/// Removes the temporaries that killed processes left in a folder: those that nobody holds a lock on. One of the last minute may be so new
/// that its process has not come to lock it.
void sweep(const Descriptor& folder, const std::string& path) {
  constexpr std::time_t kNew = 60;
  std::error_code error;
  for (fs::directory_iterator place(path, error); !error && place != fs::directory_iterator(); place.increment(error)) {
    const std::string name = place->path().filename().string();
    if (!name.starts_with(kPrefix) || !name.ends_with(kSuffix)) continue;
    const Descriptor file(::openat(folder.get(), name.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
    struct stat facts {};
    const bool isOld =
        file.isOpen() && ::fstat(file.get(), &facts) == 0 && S_ISREG(facts.st_mode) && facts.st_mtime + kNew < ::time(nullptr);
    if (isOld && ::flock(file.get(), LOCK_EX | LOCK_NB) == 0) (void)::unlinkat(folder.get(), name.c_str(), 0);
  }
}

}  // namespace

// --------------------------------------------------------------------------------------------------------------------------- a file

struct OutputFile::State {
  Descriptor folder;      ///< that holds target and temporary
  std::string temporary;  ///< names inside the folder
  std::string target;
  std::string path;         ///< as the caller calls the target, for messages
  std::string folder_path;  ///< for temporaryPath
  Descriptor file;
  std::vector<std::byte> waiting;  ///< appended, not yet with the system
  std::uint64_t written = 0;       ///< bytes that are
  std::optional<std::int64_t> modified;
  bool may_replace = true;
  bool syncs_folder = true;
  bool is_synced = false;

  ~State() {
    if (file.isOpen()) ::unlinkat(folder.get(), temporary.c_str(), 0);
  }

  Result<void> start() {
    // A name of our own instead of mkstemp's: the kernel then applies the user's umask. Short, so that the longest names have room.
    static std::atomic<unsigned> serial = 0;
    temporary = fmt::format("{}{}-{}{}", kPrefix, ::getpid(), serial++, kSuffix);
    file = Descriptor(::openat(folder.get(), temporary.c_str(), O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666));
    if (!file.isOpen()) return systemFailure(path, tr("cannot be written"), errno);
    (void)::flock(file.get(), LOCK_EX | LOCK_NB);  // shows sweep() that we live; some file systems know no locks, and are not swept
    struct stat facts {};
    if (may_replace && ::fstatat(folder.get(), target.c_str(), &facts, AT_SYMLINK_NOFOLLOW) == 0 && S_ISREG(facts.st_mode)) {
      (void)::fchmod(file.get(), facts.st_mode & 0777);
    }
    return {};
  }

  Result<void> flush() {
    if (const int number = writeFully(file.get(), written, waiting); number != 0)
      return systemFailure(path, tr("cannot be written"), number);
    written += waiting.size();
    waiting.clear();
    return {};
  }
};

OutputFile::OutputFile(std::unique_ptr<State> state) : state_(std::move(state)) {}
OutputFile::OutputFile(OutputFile&&) noexcept = default;
OutputFile& OutputFile::operator=(OutputFile&&) noexcept = default;
OutputFile::~OutputFile() = default;

Result<OutputFile> OutputFile::create(const std::string& path) {
  if (path.find('\0') != std::string::npos) return fail(ErrorCode::kWrongValue, toValidUtf8(path), tr("a file name holds no NUL byte"));
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
  auto state = std::make_unique<State>();
  state->path = path;
  state->target = target.filename().string();
  state->folder_path = target.has_parent_path() ? target.parent_path().string() : ".";
  state->folder = Descriptor(::open(state->folder_path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!state->folder.isOpen()) return systemFailure(path, tr("cannot be written"), errno);
  sweep(state->folder, state->folder_path);
  SEPAX_TRY(state->start());
  return OutputFile(std::move(state));
}

std::uint64_t OutputFile::size() const { return state_->written + state_->waiting.size(); }

Result<void> OutputFile::append(std::span<const std::byte> bytes) {
  state_->is_synced = false;
  if (state_->waiting.size() + bytes.size() > kBuffer) {
    SEPAX_TRY(state_->flush());
  }
  if (bytes.size() < kBuffer) {
    state_->waiting.insert(state_->waiting.end(), bytes.begin(), bytes.end());
    return {};
  }
  if (const int number = writeFully(state_->file.get(), state_->written, bytes); number != 0) {
    return systemFailure(state_->path, tr("cannot be written"), number);
  }
  state_->written += bytes.size();
  return {};
}

Result<void> OutputFile::writeAt(std::uint64_t offset, std::span<const std::byte> bytes) {
  SEPAX_ASSERT(offset <= size() && bytes.size() <= size() - offset);
  state_->is_synced = false;
  SEPAX_TRY(state_->flush());
  if (const int number = writeFully(state_->file.get(), offset, bytes); number != 0) {
    return systemFailure(state_->path, tr("cannot be written"), number);
  }
  return {};
}

Result<void> OutputFile::truncate(std::uint64_t size) {
  SEPAX_ASSERT(size <= this->size());
  state_->is_synced = false;
  SEPAX_TRY(state_->flush());
  if (::ftruncate(state_->file.get(), static_cast<off_t>(size)) != 0) return systemFailure(state_->path, tr("cannot be written"), errno);
  state_->written = size;
  return {};
}

void OutputFile::setModified(std::int64_t seconds) {
  state_->modified = seconds;
  state_->is_synced = false;
}

Result<std::string> OutputFile::temporaryPath() {
  SEPAX_TRY(state_->flush());
  return (fs::path(state_->folder_path) / state_->temporary).string();
}

Result<void> OutputFile::sync() {
  SEPAX_ASSERT(state_->file.isOpen());
  if (state_->is_synced) return {};
  SEPAX_TRY(state_->flush());
  if (state_->modified) {
    const timespec time{static_cast<std::time_t>(*state_->modified), 0};
    const timespec times[] = {time, time};
    (void)::futimens(state_->file.get(), times);  // a file system that cannot hold it is no reason to lose the file
  }
  if (::fsync(state_->file.get()) != 0) return systemFailure(state_->path, tr("cannot be written"), errno);
  state_->is_synced = true;
  return {};
}

Result<void> OutputFile::commit() {
  SEPAX_TRY(sync());
  State& s = *state_;
  const int folder = s.folder.get();
  const auto rename = [&] {
    const char *from = s.temporary.c_str(), *to = s.target.c_str();
    if (s.may_replace) return ::renameat(folder, from, folder, to);
    const int done = ::renameat2(folder, from, folder, to, RENAME_NOREPLACE);
    if (done == 0 || errno != EINVAL) return done;
    // A file system that cannot do that in one step: a look before must do.
    struct stat facts {};
    if (::fstatat(folder, to, &facts, AT_SYMLINK_NOFOLLOW) != 0) return ::renameat(folder, from, folder, to);
    errno = EEXIST;
    return -1;
  };
  if (rename() != 0) return systemFailure(s.path, tr("cannot be written"), errno);
  s.file.close();
  // The rename itself reaches the disk with its folder; a file system that cannot sync one is not an error.
  if (s.syncs_folder) (void)::fsync(folder);
  return {};
}

Result<void> writeFileAtomically(const std::string& path, std::string_view bytes) {
  auto file = OutputFile::create(path);
  SEPAX_TRY(file);
  SEPAX_TRY(file->append(std::as_bytes(std::span(bytes))));
  return file->commit();
}

Result<void> truncateFile(const std::string& path, std::uint64_t size) {
  const Descriptor file(::open(path.c_str(), O_WRONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY));
  struct stat facts {};
  if (!file.isOpen() || ::fstat(file.get(), &facts) != 0) return systemFailure(path, tr("cannot be written"), errno);
  if (!S_ISREG(facts.st_mode)) return fail(ErrorCode::kUnreadable, toValidUtf8(path), tr("is no regular file"));
  if (static_cast<std::uint64_t>(facts.st_size) < size) return fail(ErrorCode::kDamaged, toValidUtf8(path), tr("became shorter meanwhile"));
  if (::ftruncate(file.get(), static_cast<off_t>(size)) != 0 || ::fsync(file.get()) != 0) {
    return systemFailure(path, tr("cannot be written"), errno);
  }
  return {};
}

// ------------------------------------------------------------------------------------------------------------------------- a folder

struct OutputFolder::State {
  Descriptor root;
  std::string path;
  // The folder that the last path led to: neighbours come one after the other.
  std::string last_relative;
  Descriptor last;

  Result<int> descend(std::string_view relative, bool makes);
};

OutputFolder::OutputFolder(std::unique_ptr<State> state) : state_(std::move(state)) {}
OutputFolder::OutputFolder(OutputFolder&&) noexcept = default;
OutputFolder& OutputFolder::operator=(OutputFolder&&) noexcept = default;
OutputFolder::~OutputFolder() = default;

/// The handle of a folder below the root, made when missing and asked for. Owned by this state until the next call.
Result<int> OutputFolder::State::descend(std::string_view relative, bool makes) {
  if (relative.empty()) return root.get();
  if (last.isOpen() && relative == last_relative) return last.get();
  Descriptor place(::fcntl(root.get(), F_DUPFD_CLOEXEC, 3));
  for (std::string_view rest = relative; !rest.empty();) {
    const std::string part(rest.substr(0, rest.find('/')));
    rest.remove_prefix(std::min(part.size() + 1, rest.size()));
    SEPAX_ASSERT(!part.empty() && part != "." && part != "..");
    if (makes && ::mkdirat(place.get(), part.c_str(), 0777) != 0 && errno != EEXIST) {
      return systemFailure(std::string(relative), tr("the folder cannot be made"), errno);
    }
    Descriptor next(::openat(place.get(), part.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
    if (!next.isOpen()) {
      // Linux says "not a directory" of a link here, others "too many links".
      const bool isInTheWay = errno == ENOTDIR || errno == ELOOP;
      if (isInTheWay)
        return fail(ErrorCode::kUnsafe, toValidUtf8(relative), trf("a file or link is where the folder \"{}\" should", toValidUtf8(part)));
      return systemFailure(std::string(relative), tr("the folder cannot be entered"), errno);
    }
    place = std::move(next);
  }
  last_relative = relative;
  last = std::move(place);
  return last.get();
}

Result<OutputFolder> OutputFolder::open(const std::string& path) {
  if (path.find('\0') != std::string::npos) return fail(ErrorCode::kWrongValue, toValidUtf8(path), tr("a folder name holds no NUL byte"));
  std::error_code error;
  fs::create_directories(path, error);
  auto state = std::make_unique<State>();
  state->path = path;
  state->root = Descriptor(::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!state->root.isOpen()) return systemFailure(path, tr("the folder cannot be opened"), errno);
  return OutputFolder(std::move(state));
}

Result<std::uint64_t> OutputFolder::freeBytes() const {
  struct statvfs facts {};
  if (::fstatvfs(state_->root.get(), &facts) != 0) return systemFailure(state_->path, tr("free space is not known"), errno);
  return std::uint64_t{facts.f_bavail} * facts.f_frsize;
}

Result<void> OutputFolder::makeFolder(const std::string& relative) {
  return state_->descend(relative, true).map([](int) {});
}

bool OutputFolder::has(const std::string& relative) {
  const std::size_t slash = relative.rfind('/');
  const auto folder = state_->descend(slash == std::string::npos ? "" : std::string_view(relative).substr(0, slash), false);
  struct stat facts {};
  return folder && ::fstatat(*folder, relative.c_str() + (slash == std::string::npos ? 0 : slash + 1), &facts, AT_SYMLINK_NOFOLLOW) == 0;
}

Result<OutputFile> OutputFolder::create(const std::string& relative, bool may_replace) {
  const std::size_t slash = relative.rfind('/');
  const auto folder = state_->descend(slash == std::string::npos ? "" : std::string_view(relative).substr(0, slash), true);
  SEPAX_TRY(folder);
  auto state = std::make_unique<OutputFile::State>();
  state->path = relative;
  state->target = relative.substr(slash == std::string::npos ? 0 : slash + 1);
  state->folder_path = (fs::path(state_->path) / relative).parent_path().string();
  state->folder = Descriptor(::fcntl(*folder, F_DUPFD_CLOEXEC, 3));
  state->may_replace = may_replace;
  state->syncs_folder = false;  // a sync a file is enough of a delay
  if (!state->folder.isOpen()) return systemFailure(relative, tr("cannot be written"), errno);
  SEPAX_TRY(state->start());
  return OutputFile(std::move(state));
}

}  // namespace sepax
