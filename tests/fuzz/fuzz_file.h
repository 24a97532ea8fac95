#pragma once

#include "fuzz/fuzz.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>

// Inputs that are files: a folder of this process, emptied for each of them.

namespace sepax::fuzz {

/// An empty folder.
inline std::string emptyFolder() {
  static const std::string folder = [] {
    std::string pattern = (std::filesystem::temp_directory_path() / "sepax-fuzz-XXXXXX").string();
    require(::mkdtemp(pattern.data()) != nullptr, "a folder can be made");
    std::atexit([] { std::filesystem::remove_all(emptyFolder()); });
    return pattern;
  }();
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator(folder, error))
    std::filesystem::remove_all(entry.path(), error);
  return folder;
}

inline void putFile(const std::string& path, std::string_view bytes) { std::ofstream(path, std::ios::binary) << bytes; }

inline std::string_view textOf(const std::uint8_t* data, std::size_t size) {
  return {reinterpret_cast<const char*>(data), size};
}

}  // namespace sepax::fuzz
