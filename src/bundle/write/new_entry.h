#pragma once

#include "bundle/entry_time.h"
#include "bundle/tree.h"

#include <cstdint>
#include <functional>
#include <string>

namespace sepax {

/// Something that shall become an entry of a bundle.
struct NewEntry {
  std::string path = {};  ///< UTF-8, '/' between parts, none at the end
  bool directory = false;
  std::uint64_t size = 0;  ///< bytes that `stream` hands over
  DosTime modified = {};
  std::function<Result<void>(const ByteSink&)> stream = {};  ///< not called for folders; may be called twice
};

}  // namespace sepax
