#pragma once

#include "bundle/findings.h"
#include "bundle/tree.h"
#include "bundle/zip/zip_record.h"

#include <cstdint>
#include <span>
#include <vector>

namespace sepax {

/// Reads local headers one after the other. Small entries are read many at once, large ones are leapt over.
class LocalHeaders {
 public:
  explicit LocalHeaders(const ByteSource& source) : source_(source) {}
  /// Finds the data of the entry through its local header and compares the two records; sets offset and in_place, and
  /// the obstacle when the entry cannot be read. `index` is that of the entry, for findings.
  void examine(std::size_t index, TreeEntry& entry, ZipRecord& record, FindingCollector& findings);

 private:
  /// `length` bytes at `offset`, or empty when they are not there. Valid until the next call.
  [[nodiscard]] std::span<const std::byte> bytesAt(std::uint64_t offset, std::size_t length);

  const ByteSource& source_;
  std::vector<std::byte> buffer_;
  std::uint64_t start_ = 0;  ///< of the buffer in the source
};

}  // namespace sepax
