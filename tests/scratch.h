#pragma once

#include <unistd.h>
#include <filesystem>
#include <string>

namespace sepax {

/// A folder of this test process alone: ctest runs tests side by side. Gone when the process ends.
inline const std::string& scratchFolder() {
  struct Folder {
    std::string path = (std::filesystem::temp_directory_path() / ("sepax-test-" + std::to_string(::getpid()))).string();
    Folder() { std::filesystem::create_directories(path); }
    Folder(const Folder&) = delete;
    Folder& operator=(const Folder&) = delete;
    ~Folder() {
      std::error_code ignored;
      std::filesystem::remove_all(path, ignored);
    }
  };
  static const Folder folder;
  return folder.path;
}

}  // namespace sepax
