#pragma once

#include <cstddef>
#include <cstdio>
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

}  // namespace sepax
