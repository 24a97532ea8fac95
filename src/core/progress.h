#pragma once

#include <cstdint>
#include <functional>
#include <string_view>

namespace sepax {

/// How far a long job is.
struct Progress {
  std::uint64_t done = 0;   ///< bytes
  std::uint64_t total = 0;  ///< bytes, as far as is known
  std::string_view what;    ///< what is being worked on: an entry's path
};

/// Hears now and then, on the job's own thread, how far it is; false stops the job, which then cleans up behind itself.
using ProgressSink = std::function<bool(const Progress&)>;

}  // namespace sepax
