#pragma once

#include "format/query.h"

namespace sepax {

struct Scene;

/// Sweeps the shown pair and answers the queries when the document or the pair is not the one they were asked of.
void updateQueries(Scene& scene);

/// How far they are; one that was cancelled waits for the next change.
enum class QueriesAre { kAnswered, kBeingAnswered, kCancelled };
[[nodiscard]] QueriesAre stateOfQueries(const Scene& scene);

}  // namespace sepax
