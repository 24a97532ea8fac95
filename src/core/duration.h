#pragma once

#include <string>

namespace sepax {

/// A time for people, three significant digits: "830 ns", "13.7 µs", "1.35 ms", "2.10 s", "3 min 20 s".
[[nodiscard]] std::string humanDuration(double seconds);

}  // namespace sepax
