#pragma once

#include "collide/pair_table.h"
#include "prove/workload.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>

namespace sepax {

// Relations between the answers of related pairs, which hold whatever the right answer is (metamorphic relations). Each
// function asks "sat" again; `answer` is its answer for (a, b).

/// By how much mirroring both at the plane x = 0 changes separation or distance, metres: zero but for rounding; nullopt
/// for shapes that may differ from their mirror image.
[[nodiscard]] std::optional<double> mirrorError(const PosedShape& a, const PosedShape& b, const PairAnswer& answer);

/// Moving B by the mtv ends the overlap: the separation that is left is zero for convex shapes, and not negative for
/// concave ones, whose pieces may leave room.
[[nodiscard]] double separationAfterMtv(const PosedShape& a, const PosedShape& b, const PairAnswer& answer);

/// Queries about contacts and the answers beside them. Errors are lengths, in units of the smaller shape's size and the
/// rounding of the coordinates (see checkContacts), but for kArea.
enum class ContactQuery {
  kOnShapes,  ///< each contact's two surface points lie in their shapes
  kGap,       ///< they lie on the boundary that faces the other shape: the separation is the gap along the normal there
  kDeepest,   ///< the first contact is as deep as the answer, none is deeper
  kSide,      ///< the reference is the whole face or side: no vertex on its plane or line lies outside of it
  kPatch,     ///< what clipping leaves is the intersection of the two features
  kArea,      ///< the part of the area that four points can span which the kept ones do not
  kSwap,      ///< B against A has the same contacts
  kMtv,       ///< moving B by the mtv ends in touching; concave shapes: not in overlapping
  kWitness,   ///< the witness points lie in their shapes and are as far apart as the answer says
  kContains,  ///< whether and how deep a point is in a shape agrees with the pair of shape and point
  kRay,       ///< a ray's hit is on the shape, and the ray up to there is free of it; a miss is free all along
  kWhole,     ///< how much deeper a ball is in both whole shapes than they are in each other: a point in both, as
              ///< deep in A as `containsPoint` says and so in B, must move as far; none when they are apart
  kUnion,     ///< the depth of a point in a concave shape: planar ones by the algorithm `union`; in space no place so
              ///< near is outside all children
  kCrossings,  ///< pairs of triangles that cross more or fewer than their edges say that pierce the other one
};
inline constexpr int kContactQueries = 14;
[[nodiscard]] const char* contactQueryName(ContactQuery query);  ///< "contacts lie in both shapes", …

struct QueryCount {
  std::uint64_t asked = 0;
  double worst = 0;      ///< in the units of its query
  std::string worst_at;  ///< the pair: kinds, mix, stream and place in it

  /// Counts an error; one that is no number is infinite.
  void add(double error, const std::string& at);
};
void merge(const QueryCount& from, QueryCount& into);
using ContactCounts = std::array<QueryCount, kContactQueries>;

/// The largest error that a query allows: kTouching of its unit; a tenth for the area.
[[nodiscard]] double allowed(ContactQuery query);
[[nodiscard]] bool isClean(const ContactCounts& counts);
/// One by one.
template <std::size_t kQueries>
void merge(const std::array<QueryCount, kQueries>& from, std::array<QueryCount, kQueries>& into) {
  for (std::size_t q = 0; q < kQueries; ++q) merge(from[q], into[q]);
}

/// Where a pair of the workload comes from: enough to draw it again.
struct WorkPlace {
  const char *a, *b;  ///< names of the kinds
  Mix mix;
  std::uint64_t stream, index;  ///< of KindPairs (or BoxPairs), and how many pairs of the stream come before
};

/// "capsule-box sliver 0:17"
[[nodiscard]] std::string placeName(const WorkPlace& where);

/// Asks all of a pair whose reference report is given; points and rays follow from its place. `exactly`: points against
/// exact arithmetic. An error's unit is the smaller shape's size (for a point a thousandth of the other's) plus 1.4e-5
/// of the larger one's and of the positions' coordinates: kTouching of that part is 64 roundings.
void checkContacts(const WorkPair& pair, const PairReport& report, const WorkPlace& where, bool exactly,
                   ContactCounts& counts);

}  // namespace sepax
