#pragma once

#include "bundle/entry_time.h"

#include <chrono>

namespace sepax {

/// The time of a file on disk. Not in entry_time.h, which half the program includes: <chrono> takes longer to read than
/// all the rest there.
[[nodiscard]] inline EntryTime fromFileTime(std::chrono::file_clock::time_point time) {
  const auto seconds = std::chrono::floor<std::chrono::seconds>(std::chrono::file_clock::to_sys(time));
  return {seconds.time_since_epoch().count(), true};
}

}  // namespace sepax
