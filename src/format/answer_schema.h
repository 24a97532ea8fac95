#pragma once

#include "core/json.h"

namespace sepax {

/// The JSON Schema (draft 7) of a line of `sepax check --json`. The members that a case can expect come from the table
/// of expectationKeys(), the types of queries from queryTypes(). Further members are allowed: a later version may have
/// more.
[[nodiscard]] Json answerSchema();

}  // namespace sepax
