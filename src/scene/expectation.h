#pragma once

#include "collide/pair.h"
#include "scene/document.h"
#include "scene/query.h"

#include <string>
#include <vector>

namespace sepax {

/// One value of a report that is not what the case expects.
struct ExpectationFailure {
  PairIds pair;
  std::optional<std::size_t> query;  ///< of a query's answer; then `pair` is empty
  std::string algorithm;
  std::string what;  ///< key of the expectation: "verdict", "separation", …
  std::string expected, found;
};

/// "A, B (sat): expected verdict touching, found separated".
[[nodiscard]] std::string describe(const ExpectationFailure& failure);

/// Compares what an expectation sets with the report of its pair. All but verdict and distance speak about separating axes and are
/// skipped for algorithms that test none.
[[nodiscard]] std::vector<ExpectationFailure> checkExpectation(const Expectation& expected, const PairReport& report, Space space);

/// The same for the answer of a query: hit, enter and leave of a sweep; hit, distance and normal of a ray; inside and distance (signed) of
/// a contains query; volumes of a fit. What the query's kind does not answer is a failure too: it would never be checked.
[[nodiscard]] std::vector<ExpectationFailure> checkExpectation(const Expectation& expected, const QueryReport& report, Space space);

/// Where another algorithm contradicts the reference beyond both stated errors: a distance, or a verdict that is no matter of
/// rounding. `size` is the pair's (pairSize).
[[nodiscard]] std::vector<ExpectationFailure> checkAgreement(const PairReport& reference, const PairReport& other, double size);

}  // namespace sepax
