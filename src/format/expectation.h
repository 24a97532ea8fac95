#pragma once

#include "collide/pair/pair.h"
#include "document/document.h"
#include "format/query.h"

#include <string>
#include <vector>

namespace sepax {

/// One value of a report that is not what the case expects.
struct ExpectationFailure {
  PairIds pair;
  std::optional<std::size_t> query;  ///< of a query's answer; then `pair` is empty
  std::string query_id;              ///< its id, empty: none
  std::string algorithm;
  std::string what;  ///< key of the expectation: "verdict", "separation", "contacts/count", …
  std::string expected, found;
  std::optional<std::size_t> expectation;  ///< index of the expectation among the case's; none: algorithms disagree
};

/// "A, B (sat): expected verdict touching, found separated".
[[nodiscard]] std::string describe(const ExpectationFailure& failure);

/// Compares what an expectation sets with the report of its pair. A value that the algorithm does not measure (a
/// deciding axis without separating axes, a depth of GJK alone) is left out; of an expectation that names the algorithm
/// it is a failure: it would never be checked.
[[nodiscard]] std::vector<ExpectationFailure> checkExpectation(const Expectation& expected, const PairReport& report,
                                                               Space space);

/// Compares what an expectation sets with the answer of a query (expectationKeys() names the values that each kind of
/// answer has). A value that the query's kind does not answer is a failure: it would never be checked.
[[nodiscard]] std::vector<ExpectationFailure> checkExpectation(const Expectation& expected, const QueryReport& report,
                                                               Space space);

/// Where another algorithm contradicts the reference beyond both stated errors, the rows' and the answers' own: a
/// distance, a depth, or a verdict that is no matter of rounding. `extent` is the pair's (pairExtent).
[[nodiscard]] std::vector<ExpectationFailure> checkAgreement(const PairReport& reference, const PairReport& other,
                                                             double extent);

}  // namespace sepax
