#pragma once

#include "app/importers/confine.h"

#include <cstddef>
#include <cstdio>
#include <exception>
#include <string>
#include <vector>

// Shared by the import programs: bytes in, bytes out, one line when they refuse.

namespace sepax {

/// Everything on standard input.
[[nodiscard]] inline std::vector<std::byte> readStandardInput() {
  std::vector<std::byte> bytes;
  std::vector<std::byte> piece(1 << 20);
  while (const std::size_t count = std::fread(piece.data(), 1, piece.size(), stdin)) {
    bytes.insert(bytes.end(), piece.begin(), piece.begin() + static_cast<std::ptrdiff_t>(count));
  }
  return bytes;
}

/// Writes plain values to standard output; false when the reader is gone.
template <class Value>
[[nodiscard]] bool writeStandardOutput(const Value* values, std::size_t count) {
  return std::fwrite(values, sizeof(Value), count, stdout) == count;
}

/// One line on standard error and the exit status that goes with it.
[[nodiscard]] inline int refuse(const std::string& why) {
  std::fprintf(stderr, "%s\n", why.c_str());
  return 1;
}

/// The exit status of an import program that gets a file's NAME and its bytes on standard input; `what` the bytes are
/// ("a mesh"); `usage` says how it is started.
template <class Import>
[[nodiscard]] int runImporter(int argc, char** argv, const char* usage, const char* what, Import import) {
  if (int status = 0; answersAboutConfinement(argc, argv, status)) return status;
  if (argc != 2) return refuse(std::string("usage: ") + usage + " (started by sepax)");
  try {
    return import(argv[1]);
  } catch (const std::exception& error) {
    return refuse(std::string("not ") + what + " that can be read: " + error.what());
  }
}

}  // namespace sepax
