#include "session/scene/queries.h"

#include "collide/pair_table.h"
#include "core/json_text.h"
#include "core/language.h"
#include "core/text.h"
#include "document/motion.h"
#include "format/expectation.h"
#include "format/expectation_json.h"
#include "geom/pieces.h"
#include "session/host/host.h"
#include "session/scene/reports.h"
#include "session/scene/scene.h"

#include <fmt/format.h>

#include <algorithm>
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

namespace {

std::string nameOf(const Expectation& expected) {
  if (!expected.query) return fmt::format("{} × {}", expected.pair.first, expected.pair.second);
  return trf("query {}", expected.query_id.empty() ? fmt::format("{}", *expected.query + 1) : expected.query_id);
}

/// "expected touching, found separated": of which pair the row says.
std::string inWords(const ExpectationFailure& failure) {
  return trf("{}: expected {}, found {}", failure.what, failure.expected, failure.found);
}

using QueryReports = Result<std::vector<QueryReport>>;

std::vector<std::string> failuresOf(const Document& document, const Expectation& expected, const std::string& algorithm,
                                    const QueryReports& queries) {
  std::vector<std::string> out;
  const auto add = [&](const Result<std::vector<ExpectationFailure>>& failures) {
    if (!failures) return out.push_back(describe(failures.error()));
    for (const ExpectationFailure& failure : *failures) out.push_back(inWords(failure));
  };
  if (!expected.query) {
    const auto report = testPair(document, expected.pair, expected.algorithm.empty() ? algorithm : expected.algorithm);
    add(report.map([&](const PairReport& found) { return checkExpectation(expected, found, document.space); }));
    return out;
  }
  if (!queries) return {describe(queries.error())};
  const auto found = std::ranges::find(*queries, *expected.query, &QueryReport::index);
  if (found == queries->end()) return {std::string(tr("This query has no answer here."))};
  add(checkExpectation(expected, *found, document.space));
  return out;
}

}  // namespace

std::string describe(const Expectation& expected) {
  Expectation shown = expected;
  shown.pair = {};
  shown.query.reset();
  shown.query_id.clear();
  shown.tolerance_given = false;
  const Json json = expectationJson(shown, Space::k3d, [](double value) { return Json(value); });
  std::string values;
  for (const auto& [key, value] : json.members()) {
    if (key == "pair" || key == "query") continue;
    std::string words = trKnown(key);
    std::ranges::replace(words, '_', ' ');
    const std::string text = value.isString()   ? value.string()
                             : value.isNumber() ? humanNumber(value.number(), 6)
                                                : compactJson(value);
    values += (values.empty() ? "" : ", ") +
              (key == "verdict" && value.isString() ? std::string(tr(text.c_str())) : words + " " + text);
  }
  return fmt::format("{}: {}", nameOf(expected), values);
}

void updateExpected(Scene& scene) {
  ExpectedRows& table = scene.expected;
  const Document& document = scene.history.document();
  const std::uint64_t revision = scene.history.revision();
  if (document.expect.empty()) {
    table = {};
    return;
  }
  const bool is_asked =
      table.asked == revision && table.algorithm == scene.view.algorithm && table.language == scene.view.language;
  const bool waits = table.asked != table.revision;  // the newest change follows once the one before is known
  if (is_asked || waits) return;
  table.asked = revision;
  table.algorithm = scene.view.algorithm;
  table.language = scene.view.language;
  scene.jobs->start(
      {.label = tr("Evaluating what the case expects"),
       .quick = true,
       .work = [document, algorithm = table.algorithm, revision](JobControl& control) -> Result<Delivery> {
         auto rows = std::make_shared<std::vector<ExpectedRow>>();
         const bool has_queries =
             std::ranges::any_of(document.expect, [](const Expectation& e) { return e.query.has_value(); });
         const QueryReports queries = has_queries ? answerQueries(document) : std::vector<QueryReport>();
         for (const Expectation& expected : document.expect) {
           if (control.isCancelled()) break;
           rows->push_back({describe(expected), failuresOf(document, expected, algorithm, queries)});
         }
         return [rows, revision](Scene& to, Host&) -> Result<void> {
           if (to.expected.asked != revision) return {};  // nothing is expected any more
           to.expected.rows = rows;
           to.expected.revision = revision;
           return {};
         };
       }});
}

void execute(Scene& scene, const KeepAnswer&) {
  const PairReport* const shown = shownReport(scene);
  if (shown == nullptr) return notify(scene, LogLevel::kWarning, tr("The reference has no answer about this pair."));
  const Document& document = scene.history.document();
  // Asked again: what is shown of large meshes may be of the pose before.
  auto made = expectationOf(document, {shown->a, shown->b});
  if (!made) return notify(scene, LogLevel::kWarning, describe(made.error()));
  Expectation& kept = *made;
  std::vector<Expectation> expect = document.expect;
  const PairIds swapped{kept.pair.second, kept.pair.first};
  const auto same = std::ranges::find_if(expect, [&](const Expectation& other) {
    return !other.query && other.algorithm.empty() && (other.pair == kept.pair || other.pair == swapped);
  });
  if (same == expect.end()) {
    expect.push_back(std::move(kept));
  } else {
    *same = std::move(kept);
  }
  if (const auto kept_all = scene.history.run(SetExpectations{std::move(expect)}); !kept_all)
    notify(scene, LogLevel::kWarning, describe(kept_all.error()));
}

}  // namespace sepax
