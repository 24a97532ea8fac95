#pragma once

#include "core/error.h"

#include <unistd.h>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <utility>

// Shared by the files of this room that know POSIX; included by them alone.

namespace sepax::posix {

/// Owns a descriptor.
class Descriptor {
 public:
  Descriptor() = default;
  explicit Descriptor(int number) : number_(number) {}
  Descriptor(Descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    std::swap(number_, other.number_);
    return *this;
  }
  ~Descriptor() { close(); }
  void close() {
    if (number_ >= 0) ::close(number_);
    number_ = -1;
  }
  [[nodiscard]] int get() const { return number_; }
  [[nodiscard]] int release() { return std::exchange(number_, -1); }
  [[nodiscard]] bool isOpen() const { return number_ >= 0; }

 private:
  int number_ = -1;
};

/// A call that a signal may interrupt (network and user-space file systems do), until it is not.
template <class Call>
[[nodiscard]] auto repeatInterrupted(Call call) {
  auto result = call();
  while (result < 0 && errno == EINTR) result = call();
  return result;
}

/// The system's words for an error number, without strerror's shared buffer.
[[nodiscard]] std::string systemMessage(int number);

/// "path: doing: the system's words".
[[nodiscard]] tl::unexpected<Error> systemFailure(const std::string& path, const char* doing, int number);

/// Writes all bytes at an offset; the error number, 0 when done.
[[nodiscard]] int writeFully(int file, std::uint64_t offset, std::span<const std::byte> bytes);

/// The file that writing to `path` replaces: the one behind a symbolic link. Folders, devices and pipes are refused.
[[nodiscard]] Result<std::filesystem::path> targetOf(const std::string& path);

}  // namespace sepax::posix
