#pragma once

#include "document/query.h"
#include "format/query.h"

#include <string>

namespace sepax {

struct Scene;

/// Sweeps the shown pair and answers the queries when the document or the pair is not the one they were asked of.
void updateQueries(Scene& scene);

/// How far they are; one that was cancelled waits for the next change.
enum class QueriesAre { kAnswered, kBeingAnswered, kCancelled };
[[nodiscard]] QueriesAre stateOfQueries(const Scene& scene);

/// The rows of the document, as far as they are known; asks for them anew after a change.
void updateExpected(Scene& scene);

/// In one line what is expected; world space, metres.
[[nodiscard]] std::string describe(const Expectation& expected);

}  // namespace sepax
