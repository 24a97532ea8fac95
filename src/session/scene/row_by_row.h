#pragma once

#include "collide/contacts/manifold.h"
#include "collide/pair_names.h"
#include "collide/sat/sat_report.h"
#include "geom/shape.h"
#include "session/host/view_state.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace sepax {

// The test as an engine runs it: one axis after the other, and no further than it must.

/// An early-out run over a report.
struct AxisRun {
  /// Indices of the axes in the order tried: tested ones, and duplicates, of which an engine does not know.
  std::vector<int> rows;
  int needed = 0;  ///< rows until it may stop: at the first with a gap, or after all
  bool separates = false;
};
[[nodiscard]] AxisRun axisRun(const SatReport& report, AxisOrder order, const std::optional<AxisId>& last);

/// Multiplications that one axis takes in a plain test: of a box by half extents, of other shapes one dot product for
/// each vertex. The axis itself, its length and the comparison are not counted.
[[nodiscard]] std::int64_t multiplicationsPerAxis(const Shape& a, const Shape& b);

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

// Stages of a manifold: 0 before clipping, k after the k-th clip, and the contacts that are left.

[[nodiscard]] int lastClipStage(const Manifold& manifold);
/// A stage's description, with the bodies' names.
[[nodiscard]] std::string clipStageText(const Manifold& manifold, int stage, const PairNames& names);

}  // namespace sepax
