#pragma once

#include "format/query.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace sepax {

struct Workspace;

/// The shown pair's sweep and the case's queries with their answers; derived, asked anew when the document changes and
/// a panel shows them.
struct Queries {
  std::uint64_t revision = ~0ull;
  PairIds pair;
  Motion motion_a, motion_b;
  double duration = 1;               ///< of the pair's sweep query; a second without one
  std::optional<SweepReport> sweep;  ///< when the pair moves
  std::vector<QueryReport> answers;
  std::string error;   ///< why there is no sweep or there are no answers
  double seconds = 0;  ///< that they took

  // The query that was asked last. A job answers for shapes of many pieces, and until then the answers before stay.
  std::uint64_t wanted = ~0ull;
  PairIds wanted_pair;
};

/// Sweeps the shown pair and answers the queries when the document or the pair is not the one they were asked of.
void updateQueries(Workspace& workspace);

/// How far they are; one that was cancelled waits for the next change.
enum class QueriesAre { kAnswered, kBeingAnswered, kCancelled };
[[nodiscard]] QueriesAre stateOfQueries(const Workspace& workspace);

}  // namespace sepax
