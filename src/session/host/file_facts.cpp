#include "session/host/file_facts.h"

#include "bundle/digest.h"
#include "core/platform.h"
#include "format/case_file.h"

#include <chrono>
#include <filesystem>
#include <span>
#include <system_error>

namespace sepax {

FileStamp stampOf(const std::string& path) {
  std::error_code error;
  const auto modified = std::filesystem::last_write_time(path, error);
  if (error) return {};
  const std::uintmax_t size = std::filesystem::file_size(path, error);
  if (error) return {};
  const auto since_1970 = std::chrono::file_clock::to_sys(modified).time_since_epoch();
  return {std::chrono::duration_cast<std::chrono::nanoseconds>(since_1970).count(), size};
}

std::string digestOf(std::string_view bytes) {
  Digest digest(DigestKind::kSha256);
  digest.add(std::as_bytes(std::span(bytes)));
  return digest.hex();
}

std::string digestOfFile(const std::string& path) {
  const auto text = readFile(path, kMaxCaseBytes);
  return text ? digestOf(*text) : std::string();
}

OwnFile ownFileAt(const std::string& path) {
  const FileStamp stamp = stampOf(path);
  return {.known = stamp, .digest = digestOfFile(path)};
}

}  // namespace sepax
