#pragma once

#include "document/tested_pairs.h"

#include <cstdint>
#include <optional>

namespace sepax {

/// How many axes an engine tests while the bodies move, frame after frame, when it stops at the first gap.
struct MotionRun {
  int frames = 0;
  double seconds = 0;
  std::int64_t as_listed = 0;   ///< face axes first in every frame
  std::int64_t last_first = 0;  ///< the axis that separated in the frame before goes first (temporal coherence)
};

/// The run of a pair of which a body moves, from the document's poses on. Nullopt when neither does, when one is
/// concave or has no such test, or when a body leaves the numbers that a case can hold.
[[nodiscard]] std::optional<MotionRun> motionRun(const Document& document, const PairIds& pair);

}  // namespace sepax
