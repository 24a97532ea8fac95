#pragma once

#include "document/expected.h"

#include <span>
#include <string_view>
#include <variant>
#include <vector>

namespace sepax {

/// Answers that have a value; several are or-ed together.
enum AnswerKind : unsigned { kOfPair = 1, kOfSweep = 2, kOfRay = 4, kOfContains = 8, kOfFit = 16, kOfMass = 32 };
inline constexpr unsigned kOfQueries = kOfSweep | kOfRay | kOfContains | kOfFit | kOfMass;

/// A key of "expect": the single source for reading, writing, comparing, `sepax help expect` and the schema.
struct ExpectationKey {
  template <class T>
  using Member = std::optional<T> AnswerValues::*;

  const char* name;                         ///< the key that the JSON of the answer has, too
  std::vector<std::string_view> old_names;  ///< read too
  unsigned answers;
  std::variant<Member<VerdictSet>, Member<bool>, Member<ExpectedNumber>, Member<Vec3>, Member<AxisId>,
               Member<std::string>, Member<WitnessPoints>, Member<BoundsCorners>, Member<ExpectedContacts>,
               Member<ExpectedVolumes>>
      member;
  const char* summary;
};

/// All keys in the order in which they are written.
[[nodiscard]] std::span<const ExpectationKey> expectationKeys();

}  // namespace sepax
