#pragma once

#include "bundle/tree.h"

#include <cstdint>
#include <functional>
#include <string>

namespace sepax {

/// Date and time in MS-DOS's packed form, as ZIP and FAT keep them: two-second steps, local, no zone.
struct DosTime {
  std::uint16_t date = 1 << 5 | 1;  ///< years since 1980 << 9, month << 5, day: 1980-01-01, the same bytes from every packing
  std::uint16_t time = 0;           ///< hours << 11, minutes << 5, seconds / 2
};

/// Something that shall become an entry of a bundle.
struct NewEntry {
  std::string path = {};  ///< UTF-8, '/' between parts, none at the end
  bool directory = false;
  std::uint64_t size = 0;  ///< bytes that `stream` hands over
  DosTime modified = {};
  std::function<Result<void>(const ByteSink&)> stream = {};  ///< not called for folders; may be called twice
};

}  // namespace sepax
