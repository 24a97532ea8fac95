#include "core/duration.h"

#include "core/text.h"

#include <fmt/format.h>

#include <cmath>

namespace sepax {

std::string humanDuration(double seconds) {
  if (!std::isfinite(seconds)) return "–";
  constexpr double kMinute = 60;
  if (std::abs(seconds) >= 2 * kMinute) {
    const auto whole = static_cast<long long>(std::llround(seconds));
    return fmt::format("{} min {} s", whole / 60, std::abs(whole % 60));
  }
  struct Unit {
    double seconds;
    const char* name;
  };
  // A thousand of a unit, rounded, is one of the next.
  constexpr double kRoundsUp = 0.9995;
  for (const Unit& unit : {Unit{1, "s"}, Unit{1e-3, "ms"}, Unit{1e-6, "µs"}}) {
    if (std::abs(seconds) >= kRoundsUp * unit.seconds) return humanNumber(seconds / unit.seconds, 3) + " " + unit.name;
  }
  return humanNumber(seconds * 1e9, 3) + " ns";
}

}  // namespace sepax
