#include "app/commands/progress_line.h"

#include "core/platform.h"
#include "core/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace sepax {

namespace {

constexpr auto kPause = std::chrono::milliseconds(100);
constexpr std::size_t kMaxPath = 60;

}  // namespace

ProgressLine::ProgressLine(std::string doing) : doing_(std::move(doing)) {}

ProgressSink ProgressLine::sink() {
  if (!standardErrorIsTerminal()) return {};
  return [this](const Progress& progress) {
    const auto now = std::chrono::steady_clock::now();
    if (now - last_ < kPause) return true;
    last_ = now;
    is_shown_ = true;
    const double part =
        progress.total == 0 ? 0 : static_cast<double>(progress.done) / static_cast<double>(progress.total);
    const std::string path = printableLine(progress.what.substr(0, kMaxPath));
    constexpr double kLast = 99;  // what shows 100 % is done
    fmt::print(stderr, "\r\x1b[K{} {:3.0f} %  {}", doing_, std::min(std::floor(100 * part), kLast), path);
    std::fflush(stderr);
    return true;
  };
}

void ProgressLine::clear() {
  if (is_shown_) fmt::print(stderr, "\r\x1b[K");
  is_shown_ = false;
}

}  // namespace sepax
