#pragma once

#include "core/json.h"

#include <span>
#include <string>

namespace sepax {

/// The JSON Schema (draft 7) of a line of `sepax check --json`. The members that a case can expect come from the table
/// of expectationKeys(), the types of queries from queryTypes(). Further members are allowed: a later version may have
/// more.
[[nodiscard]] Json answerSchema();

/// The explanation of a part of the format, for a terminal.
struct HelpTopic {
  const char* name;
  const char* summary;
  std::string (*text)();  ///< ended by a newline
};

/// case, query, expect, shapes, apis, schema; their texts are made of the tables that the reader goes by.
[[nodiscard]] std::span<const HelpTopic> helpTopics();

/// How a kind of shape lies in body space, and what other programs make of the same numbers; null for a kind without a
/// row.
[[nodiscard]] const char* shapeConvention(const char* type, bool planar);

}  // namespace sepax
