#include "session/scene/queries.h"
#include "session/scene/reports.h"

#include "document/motion.h"
#include "geom/pieces.h"
#include "session/host/text.h"
#include "session/scene/scene.h"
#include "session/scene/scene_requests.h"

#include <chrono>
#include <memory>
#include <utility>

namespace sepax {

namespace {

constexpr const char* kQueriesSlot = "queries";

void sweepShownPair(Queries& queries, const Document& document) {
  const Body *a = findBody(document, queries.pair.first), *b = findBody(document, queries.pair.second);
  if (a == nullptr || b == nullptr) return;
  queries.motion_a = motionOf(*a);
  queries.motion_b = motionOf(*b);
  if (const auto index = findSweep(document.queries, queries.pair)) {
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

Queries answered(const Document& document, std::uint64_t revision, const std::optional<PairIds>& shown,
                 const ShareSink& progress) {
  const auto begin = std::chrono::steady_clock::now();
  Queries queries;
  queries.revision = queries.wanted = revision;
  queries.pair = queries.wanted_pair = shown.value_or(PairIds{});
  // The shown pair's sweep counts as much as one of the case.
  const auto count = static_cast<double>(document.queries.size());
  const double of_case = shown ? count / (count + 1) : 1;
  if (auto answers = answerQueries(document, FitQueries::kSkipped, partOfShare(progress, 0, of_case))) {
    queries.answers = std::move(*answers);
  } else {
    queries.error = describe(answers.error());
  }
  if (shown && goesOn(progress, of_case)) sweepShownPair(queries, document);
  queries.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  return queries;
}

/// The duration of the case's sweep of a pair, without its answer.
double durationOf(const Document& document, const PairIds& pair) {
  const auto index = findSweep(document.queries, pair);
  return index ? std::get<SweepQuery>(document.queries[*index].query).duration : SweepQuery{}.duration;
}

/// By what the shapes are made of, or by what the same pair took the last time.
bool mayBeSlow(const Queries& before, const Document& document, const PairIds& pair) {
  constexpr int kManyPieces = 500;
  constexpr double kSlow = 0.01;
  int pieces = 0;
  for (const Body& body : document.bodies) {
    const bool is_asked = !document.queries.empty() || body.id == pair.first || body.id == pair.second;
    if (is_asked) pieces += pieceCount(body.shape);
  }
  return pieces > kManyPieces || (before.pair == pair && before.seconds > kSlow);
}

bool isWorking(const Host& host) { return host.jobs->newestOf(kQueriesSlot).has_value(); }

}  // namespace

void updateQueries(Scene& scene) {
  Queries& queries = scene.queries;
  const std::uint64_t revision = scene.history.revision();
  const auto shown = shownPair(scene.reports);
  const PairIds pair = shown.value_or(PairIds{});
  if (queries.wanted == revision && queries.wanted_pair == pair) return;
  const Document& document = scene.history.document();
  if (!scene.jobs->isInBackground() || !mayBeSlow(queries, document, pair)) {
    queries = answered(document, revision, shown, {});
    return;
  }
  if (queries.pair != pair) {
    queries = Queries{};
    queries.pair = pair;
    queries.duration = durationOf(document, pair);
  }
  // One at a time, so that a drag shows something: the newest pose comes next.
  if (isWorking(scene)) return;
  queries.wanted = revision;
  queries.wanted_pair = pair;
  scene.jobs->start({.label = shown ? trf("Sweeping {} × {}", pair.first, pair.second)
                                    : std::string(tr("Answering the case's queries")),
                     .slot = kQueriesSlot,
                     .work = [document, revision, shown](JobControl& control) -> Result<Delivery> {
                       auto done = std::make_shared<Queries>(answered(document, revision, shown, control.shareSink()));
                       return [done](Scene& to, Host&) -> Result<void> {
                         if (to.queries.wanted == done->wanted && to.queries.wanted_pair == done->wanted_pair)
                           to.queries = std::move(*done);
                         return {};
                       };
                     }});
}

QueriesAre stateOfQueries(const Scene& scene) {
  const Queries& queries = scene.queries;
  if (queries.revision == scene.history.revision()) return QueriesAre::kAnswered;
  return isWorking(scene) ? QueriesAre::kBeingAnswered : QueriesAre::kCancelled;
}

}  // namespace sepax
