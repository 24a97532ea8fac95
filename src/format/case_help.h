#pragma once

#include <span>
#include <string>

namespace sepax {

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
