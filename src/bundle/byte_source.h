#pragma once

#include "core/error.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace sepax {

/// Random-access, read-only bytes: a file, a part of one, memory. Safe to read from several threads.
class ByteSource {
 public:
  virtual ~ByteSource() = default;
  [[nodiscard]] virtual std::uint64_t size() const = 0;
  /// Fills `out` from `offset`; reading past the end is an error, never a short read.
  [[nodiscard]] virtual Result<void> readAt(std::uint64_t offset, std::span<std::byte> out) const = 0;
};

[[nodiscard]] Result<std::shared_ptr<const ByteSource>> openFile(const std::string& path);
[[nodiscard]] std::shared_ptr<const ByteSource> memorySource(std::vector<std::byte> bytes);
/// A window onto another source; offset + size must lie inside it.
[[nodiscard]] std::shared_ptr<const ByteSource> windowOf(std::shared_ptr<const ByteSource> source, std::uint64_t offset,
                                                         std::uint64_t size);

/// All bytes of a source of at most `limit` bytes.
[[nodiscard]] Result<std::vector<std::byte>> readAll(const ByteSource& source, std::uint64_t limit);

}  // namespace sepax
