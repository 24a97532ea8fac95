#pragma once

#include "collide/pair_table.h"
#include "collide/sweep/sweep.h"
#include "format/query.h"
#include "lab/jury/juror.h"
#include "lab/jury/jury.h"

#include <vector>

namespace sepax {

/// A sweep as a row of the pair table would make it: conservative advancement (Mirtich 1996), where the row says at
/// each step along which normal the shapes are apart. The gap along it is measured anew, so a wrong normal makes a step
/// short, never too long; a row that calls shapes that are apart overlapping stops too early. Ends at a gap of
/// `tolerance` metres. Convex shapes that have an end; others are not taken.
[[nodiscard]] JurorAnswer sweepByRow(const PairAlgorithm& row, const PosedShape& a, const Motion& motion_a,
                                     const PosedShape& b, const Motion& motion_b, double duration, double tolerance);

/// The reference's answers of all sweeps and rays of a document; a ray once for each body that it is sent at, which it
/// names.
[[nodiscard]] Result<std::vector<QueryReport>> juryQueries(const Document& document);

/// A sweep, or a ray at one body, and its place among the document's queries.
struct JuryQuery {
  AskedQuery asked;
  std::size_t index = 0;
};
/// The queries of two bodies, not answered: their sweep, for a second when they move and no query asks for one, and the
/// rays at either.
[[nodiscard]] Result<std::vector<JuryQuery>> juryQueries(const Document& document, const PairIds& pair);

/// "A, B" of a sweep, of a ray its body.
[[nodiscard]] std::string bodiesOf(const Query& query);

/// The reference's answer as a juror would give it.
[[nodiscard]] JurorAnswer answerOf(const QueryReport& reference);

/// How an answer differs. Where only one of both hits: by how deep the shapes overlap on the way, or how far they stay
/// apart. A time: by the gap at that time, or by how deep they overlap up to then. A ray's distance: along the ray,
/// where the surface lies across it; its point and normal beside the surface there. An overlap from the start: by its
/// depth and normal, as the pair's, where the answer has a depth. Another normal of the same contact is a tie, and so
/// is not to hit what is met from the start or from inside, which many engines do on purpose.
[[nodiscard]] std::vector<JuryDifference> differencesOf(const JurorAnswer& answer, const Document& document,
                                                        const QueryReport& reference, double tolerance);

/// Asks one member. A row of our own answers of convex shapes: a sweep by conservative advancement along its own
/// normals, a ray as the sweep of a point.
[[nodiscard]] JuryRow askMember(JuryMember& member, const Document& document, const QueryReport& reference,
                                const Json& options);

/// A query's answers as `sepax jury --json` prints them.
[[nodiscard]] Json juryJson(const QueryReport& reference, const std::vector<JuryRow>& rows, Space space);

}  // namespace sepax
