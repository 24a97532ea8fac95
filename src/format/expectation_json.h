#pragma once

#include "core/name_map.h"
#include "document/document.h"
#include "format/json_reader.h"

#include <functional>
#include <string>
#include <vector>

namespace sepax {

/// The queries that a case's expectations may name.
struct ExpectableQueries {
  std::vector<unsigned> answers;  ///< the bit of each query, in order; kOfQueries of a type that is not known
  NameMap<std::string, std::size_t> index_of;  ///< those with an id
};

/// The ids of two bodies. Errors go to the reader.
[[nodiscard]] PairIds readPair(JsonReader& reader, const JsonPlace& place);

/// Reads one item of "expect". Errors go to the reader.
[[nodiscard]] Expectation readExpectation(JsonReader& reader, const JsonPlace& place, Space space,
                                          const ExpectableQueries& queries);

/// The values of a query's answer that expectations can ask for, as its JSON has them; `kind` is the bit of its type. A
/// value that does not apply is null there, and not set here.
[[nodiscard]] AnswerValues readFound(const Json& answer, Space space, unsigned kind);

/// The item as a case file has it, without its unknown keys; `number` writes a number.
[[nodiscard]] Json expectationJson(const Expectation& expected, Space space, const std::function<Json(double)>& number);

}  // namespace sepax
