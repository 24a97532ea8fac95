#include "core/output_file.h"

#include "core/assert.h"
#include "core/language.h"
#include "core/platform.h"
#include "core/posix.h"
#include "core/process.h"
#include "core/text.h"

#include <dirent.h>
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
#include <utility>

namespace sepax {

namespace fs = std::filesystem;
using posix::Descriptor;
using posix::repeatInterrupted;
using posix::systemFailure;
using posix::writeFully;

namespace {

constexpr std::size_t kBuffer = 1 << 18;
constexpr std::string_view kPrefix = ".sepax-", kSuffix = ".tmp";

std::string temporaryName() {
  static std::atomic<unsigned> serial = 0;
  return fmt::format("{}{}-{}{}", kPrefix, ::getpid(), serial++, kSuffix);
}

/// Whether a temporary (file or folder) is left of a killed process: no process holds a lock on it, and its own is
/// gone. Numbers of processes mean nothing where computers share a disk: of what is older than a minute the lock alone
/// counts; one so new may not be locked yet.
bool isLeftBehind(const Descriptor& temporary, const struct stat& facts, std::string_view name) {
  constexpr std::time_t kNew = 60;
  const std::string number(
      name.substr(kPrefix.size(), name.find_first_not_of("0123456789", kPrefix.size()) - kPrefix.size()));
  const bool isGone = !number.empty() && number.size() < 10 && !isProcessRunning(std::stoi(number));
  return (isGone || facts.st_mtime + kNew < ::time(nullptr)) && ::flock(temporary.get(), LOCK_EX | LOCK_NB) == 0;
}

/// The names of what a folder holds, "." and ".." too.
std::vector<std::string> namesIn(const Descriptor& folder) {
  struct Close {
    void operator()(DIR* directory) const { ::closedir(directory); }
  };
  const int again = ::openat(folder.get(), ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  const std::unique_ptr<DIR, Close> directory(again < 0 ? nullptr : ::fdopendir(again));
  std::vector<std::string> names;
  while (const dirent* entry = directory ? ::readdir(directory.get()) : nullptr) names.emplace_back(entry->d_name);
  return names;
}

/// Removes the temporaries that killed processes left in a folder.
void sweep(const Descriptor& folder) {
  for (const std::string& name : namesIn(folder)) {
    if (!name.starts_with(kPrefix) || !name.ends_with(kSuffix)) continue;
    const Descriptor temporary(repeatInterrupted(
        [&] { return ::openat(folder.get(), name.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC); }));
    struct stat facts {};
    if (!temporary.isOpen() || ::fstat(temporary.get(), &facts) != 0 || !isLeftBehind(temporary, facts, name)) continue;
    if (S_ISDIR(facts.st_mode)) {
      for (const std::string& file : namesIn(temporary)) (void)::unlinkat(temporary.get(), file.c_str(), 0);
      (void)::unlinkat(folder.get(), name.c_str(), AT_REMOVEDIR);
    } else if (S_ISREG(facts.st_mode)) {
      (void)::unlinkat(folder.get(), name.c_str(), 0);
    }
  }
}

}  // namespace

// ---------------------------------------------------------------------------------------------------------------------------
// a file

struct OutputFile::State {
  std::shared_ptr<const Descriptor> folder;  ///< that holds the temporary
  std::string temporary;                     ///< its name there
  std::string target;                        ///< name in the same folder; of an OutputFolder's, the path below it
  std::string path;                          ///< as the caller calls the target, for messages
  std::string folder_path;                   ///< for temporaryPath
  Descriptor file;
  std::vector<std::byte> waiting;  ///< appended, not yet with the system
  std::uint64_t written = 0;       ///< bytes that are
  std::optional<std::int64_t> modified;
  std::uint64_t link_count = 0;          ///< names of the file that will be replaced
  std::uint64_t device = 0, inode = 0;   ///< of it
  std::vector<std::string> other_names;  ///< in the folder, which the commit replaces, too
  bool may_replace = true;
  bool is_synced = false;

  ~State() {
    if (file.isOpen()) ::unlinkat(folder->get(), temporary.c_str(), 0);
  }

  /// Makes the temporary, with the owner and permissions of the file that it will replace.
  Result<void> start(int target_folder, const char* target_name) {
    // A name of our own instead of mkstemp's: the kernel then applies the user's umask. Short, so that the longest
    // names have room.
    temporary = temporaryName();
    file = Descriptor(repeatInterrupted([&] {
      return ::openat(folder->get(), temporary.c_str(), O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
    }));
    if (!file.isOpen()) return systemFailure(path, tr("cannot be written"), errno);
    struct stat facts {};
    if (may_replace && ::fstatat(target_folder, target_name, &facts, AT_SYMLINK_NOFOLLOW) == 0 &&
        S_ISREG(facts.st_mode)) {
      link_count = facts.st_nlink;
      device = facts.st_dev;
      inode = facts.st_ino;
      // The owner first: changing it takes set-user-ID away. Only the superuser can; others stay the owner.
      const bool is_same = ::fchown(file.get(), facts.st_uid, facts.st_gid) == 0;
      (void)::fchmod(file.get(), facts.st_mode & (is_same ? 07777 : 0777));
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

  /// Hands everything to the system.
  Result<void> finish() {
    SEPAX_TRY(flush());
    if (modified) {
      const timespec time{static_cast<std::time_t>(*modified), 0};
      const timespec times[] = {time, time};
      (void)::futimens(file.get(), times);  // a file system that cannot hold it is no reason to lose the file
    }
    return {};
  }
};

Result<OutputFile> OutputFile::create(const std::string& path) {
  const auto place = posix::targetOf(path);
  SEPAX_TRY(place);
  const fs::path& target = *place;
  auto state = std::make_unique<State>();
  state->path = path;
  state->target = target.filename().string();
  state->folder_path = target.has_parent_path() ? target.parent_path().string() : ".";
  state->folder = std::make_shared<Descriptor>(
      repeatInterrupted([&] { return ::open(state->folder_path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC); }));
  if (!state->folder->isOpen()) return systemFailure(path, tr("cannot be written"), errno);
  sweep(*state->folder);
  SEPAX_TRY(state->start(state->folder->get(), state->target.c_str()));
  (void)::flock(state->file.get(), LOCK_EX | LOCK_NB);  // shows sweep() that we live
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
  if (repeatInterrupted([&] { return ::ftruncate(state_->file.get(), static_cast<off_t>(size)); }) != 0)
    return systemFailure(state_->path, tr("cannot be written"), errno);
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

std::uint64_t OutputFile::otherNames() const { return state_->link_count > 1 ? state_->link_count - 1 : 0; }

Result<void> OutputFile::followHardLinks() {
  std::vector<std::string> names;
  for (const std::string& name : namesIn(*state_->folder)) {
    struct stat facts {};
    const bool isThere = ::fstatat(state_->folder->get(), name.c_str(), &facts, AT_SYMLINK_NOFOLLOW) == 0;
    if (isThere && facts.st_dev == state_->device && facts.st_ino == state_->inode && name != state_->target)
      names.push_back(name);
  }
  if (names.size() < otherNames())
    return fail(ErrorCode::kUnsupported, toValidUtf8(state_->path),
                trf("{} of its names lie in other folders", otherNames() - names.size()));
  state_->other_names = std::move(names);
  return {};
}

Result<void> OutputFile::sync() {
  SEPAX_ASSERT(state_->file.isOpen());
  if (state_->is_synced) return {};
  SEPAX_TRY(state_->finish());
  if (repeatInterrupted([&] { return ::fsync(state_->file.get()); }) != 0)
    return systemFailure(state_->path, tr("cannot be written"), errno);
  state_->is_synced = true;
  return {};
}

Result<void> OutputFile::commit() {
  SEPAX_TRY(sync());
  const int folder = state_->folder->get();
  if (::renameat(folder, state_->temporary.c_str(), folder, state_->target.c_str()) != 0)
    return systemFailure(state_->path, tr("cannot be written"), errno);
  for (const std::string& name : state_->other_names) {  // each in one step, under the name that the temporary had
    if (::linkat(folder, state_->target.c_str(), folder, state_->temporary.c_str(), 0) != 0 ||
        ::renameat(folder, state_->temporary.c_str(), folder, name.c_str()) != 0)
      return systemFailure(state_->path, tr("its other names cannot be replaced"), errno);
  }
  state_->file.close();
  (void)::fsync(folder);  // the rename itself reaches the disk with its folder; a file system that cannot sync one is
                          // not an error
  return {};
}

// -------------------------------------------------------------------------------------------------------------------------
// a folder

struct OutputFolder::State {
  /// A whole file of the staging folder.
  struct Staged {
    std::string temporary, target;
    bool may_replace = false;
  };

  Descriptor root;
  std::string path;
  // The folder that the last path led to: neighbours come one after the other.
  std::string last_relative;
  Descriptor last;
  std::string staging_name;  ///< of a folder in the root that is ours alone
  std::shared_ptr<const Descriptor> staging = std::make_shared<Descriptor>();
  std::vector<Staged> staged;

  ~State() {
    for (const Staged& file : staged) ::unlinkat(staging->get(), file.temporary.c_str(), 0);
    if (staging->isOpen()) ::unlinkat(root.get(), staging_name.c_str(), AT_REMOVEDIR);
  }

  enum class IfMissing { kFail, kMake };

  Result<int> descend(std::string_view relative, IfMissing if_missing);

  /// The handle of the folder that holds `relative`.
  Result<int> folderOf(const std::string& relative, IfMissing if_missing) {
    const std::size_t slash = relative.rfind('/');
    return descend(slash == std::string::npos ? "" : std::string_view(relative).substr(0, slash), if_missing);
  }

  static const char* nameIn(const std::string& relative) {
    const std::size_t slash = relative.rfind('/');
    return relative.c_str() + (slash == std::string::npos ? 0 : slash + 1);
  }

  Result<void> openStaging() {
    if (staging->isOpen()) return {};
    sweep(root);
    staging_name = temporaryName();
    if (::mkdirat(root.get(), staging_name.c_str(), 0700) != 0)
      return systemFailure(path, tr("cannot be written"), errno);
    staging = std::make_shared<Descriptor>(
        ::openat(root.get(), staging_name.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
    if (!staging->isOpen()) return systemFailure(path, tr("cannot be written"), errno);
    (void)::flock(staging->get(), LOCK_EX | LOCK_NB);  // shows sweep() that we live
    return {};
  }

  Result<void> moveToItsPlace(const Staged& file) {
    const auto folder = folderOf(file.target, IfMissing::kMake);
    SEPAX_TRY(folder);
    const int from_folder = staging->get(), to_folder = *folder;
    const char *from = file.temporary.c_str(), *to = nameIn(file.target);
    const auto rename = [&] {
      if (file.may_replace) return ::renameat(from_folder, from, to_folder, to);
      const int done = ::renameat2(from_folder, from, to_folder, to, RENAME_NOREPLACE);
      if (done == 0 || errno != EINVAL) return done;
      // A file system that cannot do that in one step: a look before must do.
      struct stat facts {};
      if (::fstatat(to_folder, to, &facts, AT_SYMLINK_NOFOLLOW) != 0)
        return ::renameat(from_folder, from, to_folder, to);
      errno = EEXIST;
      return -1;
    };
    if (rename() == 0) return {};
    return systemFailure(file.target, tr("cannot be written"), errno);
  }
};

/// The handle of a folder below the root, made when missing and asked for. Owned by this state until the next call.
Result<int> OutputFolder::State::descend(std::string_view relative, IfMissing if_missing) {
  if (relative.empty()) return root.get();
  if (last.isOpen() && relative == last_relative) return last.get();
  Descriptor place(::fcntl(root.get(), F_DUPFD_CLOEXEC, 3));
  for (std::string_view rest = relative; !rest.empty();) {
    const std::string part(rest.substr(0, rest.find('/')));
    rest.remove_prefix(std::min(part.size() + 1, rest.size()));
    SEPAX_ASSERT(!part.empty() && part != "." && part != "..");
    if (if_missing == IfMissing::kMake && ::mkdirat(place.get(), part.c_str(), 0777) != 0 && errno != EEXIST) {
      return systemFailure(std::string(relative), tr("the folder cannot be made"), errno);
    }
    Descriptor next(repeatInterrupted(
        [&] { return ::openat(place.get(), part.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC); }));
    if (!next.isOpen()) {
      // Linux says "not a directory" of a link here, others "too many links".
      const bool isInTheWay = errno == ENOTDIR || errno == ELOOP;
      if (isInTheWay)
        return fail(ErrorCode::kUnsafe, toValidUtf8(relative),
                    trf("a file or link is where the folder \"{}\" should", toValidUtf8(part)));
      return systemFailure(std::string(relative), tr("the folder cannot be entered"), errno);
    }
    place = std::move(next);
  }
  last_relative = relative;
  last = std::move(place);
  return last.get();
}

Result<OutputFolder> OutputFolder::open(const std::string& path) {
  if (path.find('\0') != std::string::npos)
    return fail(ErrorCode::kWrongValue, toValidUtf8(path), tr("a folder name holds no NUL byte"));
  std::error_code error;
  fs::create_directories(path, error);
  auto state = std::make_unique<State>();
  state->path = path;
  state->root = Descriptor(repeatInterrupted([&] { return ::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC); }));
  if (!state->root.isOpen()) return systemFailure(path, tr("the folder cannot be opened"), errno);
  return OutputFolder(std::move(state));
}

Result<std::uint64_t> OutputFolder::freeBytes() const {
  struct statvfs facts {};
  if (::fstatvfs(state_->root.get(), &facts) != 0)
    return systemFailure(state_->path, tr("free space is not known"), errno);
  return std::uint64_t{facts.f_bavail} * facts.f_frsize;
}

Result<void> OutputFolder::makeFolder(const std::string& relative) {
  return state_->descend(relative, State::IfMissing::kMake).map([](int) {});
}

bool OutputFolder::has(const std::string& relative) {
  const auto folder = state_->folderOf(relative, State::IfMissing::kFail);
  struct stat facts {};
  return folder && ::fstatat(*folder, State::nameIn(relative), &facts, AT_SYMLINK_NOFOLLOW) == 0;
}

Result<OutputFile> OutputFolder::create(const std::string& relative, bool may_replace) {
  const auto folder = state_->folderOf(relative, State::IfMissing::kMake);
  SEPAX_TRY(folder);
  SEPAX_TRY(state_->openStaging());
  auto state = std::make_unique<OutputFile::State>();
  state->path = state->target = relative;
  state->folder_path = (fs::path(state_->path) / state_->staging_name).string();
  state->folder = state_->staging;
  state->may_replace = may_replace;
  SEPAX_TRY(state->start(*folder, State::nameIn(relative)));
  return OutputFile(std::move(state));
}

Result<void> OutputFolder::add(OutputFile file) {
  OutputFile::State& added = *file.state_;
  SEPAX_ASSERT(added.folder == state_->staging);
  SEPAX_TRY(added.finish());
  added.file.close();
  state_->staged.push_back({added.temporary, added.target, added.may_replace});
  return {};
}

std::vector<Result<void>> OutputFolder::commit() {
  const std::vector<State::Staged> files = std::exchange(state_->staged, {});
  std::vector<Result<void>> out;
  if (files.empty()) return out;
  const int error = repeatInterrupted([&] { return ::syncfs(state_->staging->get()); }) == 0 ? 0 : errno;
  for (const State::Staged& file : files) {
    out.push_back(error == 0 ? state_->moveToItsPlace(file)
                             : systemFailure(file.target, tr("cannot be written"), error));
    if (!out.back()) (void)::unlinkat(state_->staging->get(), file.temporary.c_str(), 0);
  }
  return out;
}

}  // namespace sepax
