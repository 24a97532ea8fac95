#include "session/queries.h"

#include "scene/motion.h"
#include "session/workspace.h"

namespace sepax {

namespace {

void sweepShownPair(Queries& queries, const Document& document) {
  const Body *a = findBody(document, queries.pair.first), *b = findBody(document, queries.pair.second);
  if (a == nullptr || b == nullptr) return;
  queries.motion_a = motionOf(*a);
  queries.motion_b = motionOf(*b);
  if (const auto index = findSweep(document, queries.pair)) {
    for (const QueryReport& answer : queries.answers) {
      if (answer.index == *index) queries.duration = std::get<SweepQuery>(answer.query).duration;
    }
  }
  if (!isMoving(*a) && !isMoving(*b)) return;
  if (auto report = sweep(posedShape(*a), queries.motion_a, posedShape(*b), queries.motion_b, queries.duration)) {
    queries.sweep = std::move(*report);
  } else {
    queries.error = describe(report.error());
  }
}

}  // namespace

void updateQueries(Workspace& workspace) {
  Queries& queries = workspace.queries;
  const auto shown = shownPair(workspace.reports);
  const PairIds pair = shown.value_or(PairIds{});
  if (queries.revision == workspace.history.revision() && queries.pair == pair) return;
  const Document& document = workspace.history.document();
  queries = Queries{};
  queries.revision = workspace.history.revision();
  queries.pair = pair;
  if (auto answers = answerQueries(document, FitQueries::kSkipped)) {
    queries.answers = std::move(*answers);
  } else {
    queries.error = describe(answers.error());
  }
  if (shown) sweepShownPair(queries, document);
}

}  // namespace sepax
