#pragma once

#include "bundle/entry_time.h"
#include "bundle/tree.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

namespace sepax {

/// A ZIP's entry keeps this of the one whose place it takes.
struct ZipHeritage {
  std::uint16_t made_by = 0;     ///< the system whose attributes they are
  std::uint32_t attributes = 0;  ///< permissions among them
  std::string owner = {};        ///< the extra field of the owner's numbers; may be empty
};

/// Something that shall become an entry of a bundle.
struct NewEntry {
  std::string path = {};  ///< UTF-8, '/' between parts, none at the end
  bool directory = false;
  std::uint64_t size = 0;  ///< bytes that `stream` hands over
  DosTime modified = {};
  std::function<Result<void>(const ByteSink&)> stream = {};  ///< not called for folders; may be called twice
  std::optional<ZipHeritage> heritage = {};
};

}  // namespace sepax
