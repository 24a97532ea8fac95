#pragma once

#include "collide/pair/gjk_report.h"
#include "core/json_text.h"

namespace sepax {

/// EPA steps that JSON lists; of more, the best and the last one too, and the trace says how many it left out. Faces
/// and vertices of the listed steps are all there; `born` and `removed` of a face may name a step that is not.
inline constexpr int kMaxJsonEpaSteps = 64;

/// The trace of GJK and EPA: every step's direction, support, simplex and bounds, and the polytope as faces with the
/// step that made and the step that removed each. `dimensions` 2 or 3 components a vector.
[[nodiscard]] Json gjkTraceJson(const GjkReport& report, int dimensions);

}  // namespace sepax
