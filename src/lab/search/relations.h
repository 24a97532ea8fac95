#pragma once

#include "lab/jury/jury.h"

#include <functional>
#include <span>
#include <string>
#include <vector>

// Relations between a member's own answers to related pairs, which hold whatever the right answer is (metamorphic
// relations: Chen, Cheung, Yiu 1998). prove/relations.h has them for shapes and our own rows; here they are asked of
// anybody about a case.

namespace sepax {

struct Relation {
  const char* name;
  const char* says;  ///< "B against A has the same gap"
};
/// All of them, in the order in which they are asked.
[[nodiscard]] std::span<const Relation> relations();

/// A relation that a member's answers break.
struct BrokenRelation {
  std::string relation, member;
  double expected = 0, found = 0;  ///< gaps, metres: minus the depth where they overlap
  double tolerance = 0;            ///< by which they were compared
  std::string text;                ///< one line for people
  Document changed;                ///< the pair that was asked about
};

struct RelationsReport {
  std::vector<std::string> held;  ///< names of the relations that were asked and hold
  std::vector<BrokenRelation> broken;
  std::vector<std::string> unanswered;  ///< "swap: crashed, signal 11"
  std::size_t unsupported = 0;          ///< of these, 1 where the member refuses the pair itself
};

/// Asks a member about a pair of a case and about what becomes of it: turned round, mirrored, moved, rotated, scaled,
/// moved until it touches, moved apart, nudged. Relations that need what the member does not say (a normal, a depth)
/// are left out; a member that crashes or hangs is asked no more. `options` are sent to a juror; `go_on` is asked
/// around each relation, false ends it with the report so far.
[[nodiscard]] RelationsReport checkRelations(JuryMember& member, const Document& document, const PairIds& pair,
                                             const Json& options = {}, const std::function<bool()>& go_on = {});

}  // namespace sepax
