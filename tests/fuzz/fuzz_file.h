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
  struct Folder {
    std::string path = (std::filesystem::temp_directory_path() / "sepax-fuzz-XXXXXX").string();
    Folder() { require(::mkdtemp(path.data()) != nullptr, "a folder can be made"); }
    Folder(const Folder&) = delete;
    Folder& operator=(const Folder&) = delete;
    ~Folder() { std::filesystem::remove_all(path); }
  };
  static const Folder folder;
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator(folder.path, error))
    std::filesystem::remove_all(entry.path(), error);
  return folder.path;
}

inline void putFile(const std::string& path, std::string_view bytes) { std::ofstream(path, std::ios::binary) << bytes; }

inline std::string_view textOf(const std::uint8_t* data, std::size_t size) {
  return {reinterpret_cast<const char*>(data), size};
}

}  // namespace sepax::fuzz
