#include "core/file_lock.h"

#include "core/platform.h"

#include <fmt/format.h>

#include <filesystem>
#include <random>
#include <set>

// A page has its files for itself: only its own locks can be in the way.

namespace sepax {

namespace {

std::set<std::string>& heldPaths() {
  static std::set<std::string> paths;
  return paths;
}

}  // namespace

FileLock::~FileLock() { heldPaths().erase(path_); }

Result<std::shared_ptr<const FileLock>> FileLock::take(const std::string& path) {
  if (!heldPaths().insert(path).second) return nullptr;
  return std::shared_ptr<const FileLock>(new FileLock(path, -1));
}

void FileLock::removeFile() const {
  std::error_code error;
  std::filesystem::remove(path_, error);
}

std::string randomName() {
  std::random_device device;  // the browser's
  std::string name;
  for (int i = 0; i < 4; ++i) name += fmt::format("{:08x}", device());
  return name;
}

std::vector<std::string> keepingFolders() {
  auto settings = configFolder();
  if (!settings) return {};
  return {std::move(*settings)};
}

}  // namespace sepax
