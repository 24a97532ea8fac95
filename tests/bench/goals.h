#pragma once

#include <string>
#include <string_view>

namespace sepax::bench {

/// What a row of `sepax bench` or tools/bench should come to, and whether it does: "meets 5 ms", "1.6 times 5 ms",
/// "meets 8 times plain", "7.2 of 8 times plain"; empty for a row without a goal. `times` is how many times as fast the
/// row is as the plain version or the other library that it is compared with; 0 where there is none.
[[nodiscard]] std::string goalText(std::string_view row, double nanoseconds, double times);

}  // namespace sepax::bench
