#pragma once

#include "core/json.h"
#include "core/name_map.h"
#include "document/document.h"
#include "document/query.h"
#include "format/json_reader.h"

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <variant>
#include <vector>

namespace sepax {

// Answers that have a value, a bit each; several are or-ed together.

inline constexpr unsigned kOfPair = 1;

template <class Q, class... All>
[[nodiscard]] consteval unsigned bitOf(const std::variant<All...>*) {
  constexpr bool kIsIt[] = {std::is_same_v<Q, All>...};
  unsigned index = 0;
  while (!kIsIt[index]) ++index;
  return 1u << index;  // the pair's is that of UnknownQuery, which has no answer
}
/// The bit of a type of query.
template <class Q>
inline constexpr unsigned kOf = bitOf<Q>(static_cast<const Query*>(nullptr));
inline constexpr unsigned kOfQueries = (1u << std::variant_size_v<Query>)-1 - kOfPair;

/// A key of "expect": the single source for reading, writing, comparing, `sepax help expect` and the schema.
struct ExpectationKey {
  template <class T>
  using Member = std::optional<T> AnswerValues::*;

  const char* name;  ///< the key that the JSON of the answer has, too
  unsigned answers;
  std::variant<Member<VerdictSet>, Member<bool>, Member<ExpectedNumber>, Member<Vec3>, Member<AxisId>,
               Member<std::string>, Member<WitnessPoints>, Member<BoundsCorners>, Member<ExpectedContacts>,
               Member<ExpectedVolumes>>
      member;
  const char* summary;
  std::vector<std::string_view> old_names = {};  ///< read too
};

/// All keys in the order in which they are written.
[[nodiscard]] std::span<const ExpectationKey> expectationKeys();

/// The JSON Schema of the value that a case expects, and of the one that an answer has.
[[nodiscard]] Json expectedSchema(const ExpectationKey& key, bool planar);
[[nodiscard]] Json foundSchema(const ExpectationKey& key);

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
