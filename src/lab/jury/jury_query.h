#pragma once

#include "format/query.h"
#include "lab/jury/jury.h"

#include <vector>

// Sweeps and rays before the jury: what engines answer beside the reference, which is the query's own answer.

namespace sepax {

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
/// where the surface lies across it; its point and normal beside the surface there. Another normal of the same contact
/// is a tie, and so is not to hit what is met from the start or from inside, which many engines do on purpose.
[[nodiscard]] std::vector<JuryDifference> differencesOf(const JurorAnswer& answer, const Document& document,
                                                        const QueryReport& reference, double tolerance);

/// Asks one member. A row of our own answers of convex shapes: a sweep by conservative advancement along its own
/// normals, a ray as the sweep of a point.
[[nodiscard]] JuryRow askMember(JuryMember& member, const Document& document, const QueryReport& reference,
                                const Json& options);

/// A query's answers as `sepax jury --json` prints them.
[[nodiscard]] Json juryJson(const QueryReport& reference, const std::vector<JuryRow>& rows, Space space);

}  // namespace sepax
