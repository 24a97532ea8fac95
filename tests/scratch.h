#pragma once

#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <string>

#include "core/platform.h"

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

/// Everything in a file; "missing" where there is none.
inline std::string contentOf(const std::string& path) { return readFile(path, 1 << 26).value_or("missing"); }

/// Whether a shell command ends well. What it prints is thrown away.
inline bool runsInShell(const std::string& command) {
  return std::system(("(" + command + ") >/dev/null 2>&1").c_str()) == 0;
}

}  // namespace sepax
