#pragma once

#include "scene/query.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace sepax {

struct Workspace;

/// The shown pair's sweep and the case's queries with their answers; derived, asked anew when the document changes and somebody looks.
struct Queries {
  std::uint64_t revision = ~0ull;
  PairIds pair;
  Motion motion_a, motion_b;
  double duration = 1;               ///< of the pair's sweep query; a second without one
  std::optional<SweepReport> sweep;  ///< when the pair moves
  std::vector<QueryReport> answers;
  std::string error;  ///< why there is no sweep or there are no answers
};

/// Sweeps the shown pair and answers the queries when the document or the pair is not the one they were asked of.
void updateQueries(Workspace& workspace);

}  // namespace sepax
