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

/// Receives the done share of some work, 0 … 1; false stops it, and its result is then unfinished. Empty: no progress
/// is reported.
using ShareSink = std::function<bool(double)>;
[[nodiscard]] inline bool goesOn(const ShareSink& sink, double share) { return !sink || sink(share); }
/// The sink of a part of that work: the part's 0 … 1 lie between two shares of the whole.
[[nodiscard]] inline ShareSink partOfShare(const ShareSink& sink, double from, double to) {
  if (!sink) return {};
  return [&sink, from, to](double share) { return sink(from + (to - from) * share); };
}

}  // namespace sepax
