#include "core/platform.h"

#include "core/assert.h"
#include "core/language.h"
#include "core/posix.h"
#include "core/text.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <pwd.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <clocale>
#include <cstdlib>
#include <cwctype>
#include <filesystem>
#include <system_error>
#include <utility>

namespace sepax {

namespace fs = std::filesystem;
using posix::Descriptor;
using posix::repeatInterrupted;
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

/// Descriptor and size of a regular file. Non-blocking, so that opening a pipe returns and can be refused.
Result<std::pair<Descriptor, std::uint64_t>> openRegular(const std::string& path) {
  if (path.find('\0') != std::string::npos)
    return fail(ErrorCode::kNotFound, toValidUtf8(path), tr("a file name holds no NUL byte"));
  Descriptor file(
      repeatInterrupted([&] { return ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY); }));
  if (!file.isOpen()) return systemFailure(path, tr("cannot be opened"), errno);
  struct stat facts {};
  if (::fstat(file.get(), &facts) != 0) return systemFailure(path, tr("cannot be examined"), errno);
  if (S_ISDIR(facts.st_mode))
    return fail(ErrorCode::kUnreadable, toValidUtf8(path), tr("is a folder, expected a file"));
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

Result<std::string> configFolder() {
  const char* xdg = std::getenv("XDG_CONFIG_HOME");
  const char* home = std::getenv("HOME");
  std::string base;
  if (xdg != nullptr && xdg[0] == '/') {  // the specification says to ignore relative ones
    base = xdg;
  } else if (home != nullptr && home[0] == '/') {
    base = std::string(home) + "/.config";
  } else if (const passwd* user = ::getpwuid(::getuid());
             user != nullptr && user->pw_dir != nullptr && user->pw_dir[0] == '/') {
    base = std::string(user->pw_dir) + "/.config";
  } else {
    return fail(ErrorCode::kNotFound, "", tr("no folder for settings: neither XDG_CONFIG_HOME nor HOME is set"));
  }
  const std::string folder = base + "/sepax";
  std::error_code error;
  fs::create_directories(folder, error);
  std::error_code unknown;  // a loop of links, or a folder above that cannot be entered
  if (fs::is_directory(folder, unknown)) return folder;
  if (!error) error = unknown ? unknown : std::make_error_code(std::errc::not_a_directory);
  return fail(ErrorCode::kUnreadable, toValidUtf8(folder), trf("cannot be created: {}", trKnown(error.message())));
}

std::vector<std::string> foldersOf(const char* variable) {
  std::vector<std::string> out;
  const char* const list = std::getenv(variable);
  for (std::string_view rest = list != nullptr ? list : ""; !rest.empty();) {
    const std::size_t colon = std::min(rest.find(':'), rest.size());
    if (colon > 0) out.emplace_back(rest.substr(0, colon));
    rest.remove_prefix(std::min(colon + 1, rest.size()));
  }
  return out;
}

std::vector<std::string> filesEndingIn(const std::string& folder, std::string_view ending) {
  std::vector<std::string> files;
  std::error_code error;
  for (fs::directory_iterator it(folder, error), end; !error && it != end; it.increment(error)) {
    if (it->path().string().ends_with(ending)) files.push_back(it->path().string());
  }
  std::sort(files.begin(), files.end());
  return files;
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

Result<FileHandle> FileHandle::open(const std::string& path) {
  auto opened = openRegular(path);
  SEPAX_TRY(opened);
  FileHandle handle;
  handle.descriptor_ = std::make_shared<posix::Descriptor>(std::move(opened->first));
  handle.size_ = opened->second;
  handle.path_ = path;
  return handle;
}

Result<void> FileHandle::readAt(std::uint64_t offset, std::span<std::byte> out) const {
  SEPAX_ASSERT(descriptor_ != nullptr);
  if (offset > size_ || out.size() > size_ - offset) {
    return fail(ErrorCode::kDamaged, toValidUtf8(path_),
                trf("bytes {}+{} lie outside the file of {} bytes", offset, out.size(), size_));
  }
  return readFully(descriptor_->get(), path_, offset, out);
}

Result<FileHandle> FileHandle::temporary() {
  std::error_code error;
  const fs::path folder = fs::temp_directory_path(error);
  std::string name = (error ? fs::path("/tmp") : folder).string() + "/sepax-XXXXXX";
  FileHandle handle;
  handle.descriptor_ = std::make_shared<posix::Descriptor>(::mkostemp(name.data(), O_CLOEXEC));
  if (!handle.descriptor_->isOpen()) return systemFailure(name, tr("no temporary file can be made"), errno);
  ::unlink(name.c_str());
  handle.path_ = tr("temporary file");
  return handle;
}

Result<std::string> privateFolder() {
  struct Folder {
    std::string path;
    int error = 0;
    Folder() {
      std::error_code code;
      const fs::path folder = fs::temp_directory_path(code);
      path = (code ? fs::path("/tmp") : folder).string() + "/sepax-XXXXXX";
      if (::mkdtemp(path.data()) == nullptr) error = errno;
    }
    Folder(const Folder&) = delete;
    Folder& operator=(const Folder&) = delete;
    ~Folder() {
      std::error_code code;
      if (error == 0) fs::remove_all(path, code);
    }
  };
  static const Folder folder;
  if (folder.error != 0) return systemFailure(folder.path, tr("no temporary folder can be made"), folder.error);
  return folder.path;
}

Result<void> FileHandle::append(std::span<const std::byte> bytes) {
  SEPAX_ASSERT(descriptor_ != nullptr);
  if (const int number = posix::writeFully(descriptor_->get(), size_, bytes); number != 0)
    return systemFailure(path_, tr("cannot be written"), number);
  size_ += bytes.size();
  return {};
}

std::string lowerCase(std::string_view utf8) {
  // A locale of its own: the program's stays "C", where numbers have a decimal point.
  static const locale_t unicode = ::newlocale(LC_CTYPE_MASK, "C.UTF-8", nullptr);
  std::string out;
  while (!utf8.empty()) {
    const std::string_view before = utf8;
    const auto letter = takeCodePoint(utf8);
    if (letter && unicode != nullptr) {
      appendUtf8(out, static_cast<char32_t>(::towlower_l(static_cast<wint_t>(*letter), unicode)));
    } else {  // no text: kept unchanged
      out += before.substr(0, before.size() - utf8.size());
    }
  }
  return out;
}

std::FILE* openHeardStream(std::function<void()> heard) {
  using Heard = std::function<void()>;
  auto* const kept = new Heard(std::move(heard));
  const cookie_io_functions_t functions{.read = nullptr,
                                        .write = [](void* cookie, const char*, std::size_t size) -> ssize_t {
                                          (*static_cast<Heard*>(cookie))();
                                          return static_cast<ssize_t>(size);
                                        },
                                        .seek = nullptr,
                                        .close =
                                            [](void* cookie) {
                                              delete static_cast<Heard*>(cookie);
                                              return 0;
                                            }};
  std::FILE* const file = ::fopencookie(kept, "w", functions);
  if (file == nullptr) {
    delete kept;
    return nullptr;
  }
  std::setvbuf(file, nullptr, _IOLBF, BUFSIZ);
  return file;
}

}  // namespace sepax
