#include "session/scene/reports.h"

#include "collide/convex/sat_pair.h"
#include "collide/pair_table.h"
#include "collide/pieces/by_pieces.h"
#include "collide/pieces/touched_pieces.h"
#include "core/language.h"
#include "core/text.h"
#include "draw/contact_picture.h"
#include "geom/pieces.h"
#include "lab/jury/jury.h"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <memory>
#include <numeric>
#include <utility>
#include <vector>

namespace sepax {

namespace {

using Clock = std::chrono::steady_clock;

double microsecondsSince(Clock::time_point start) {
  return std::chrono::duration<double, std::micro>(Clock::now() - start).count();
}

/// True when both give every pair test the same input.
bool testsAlike(const Body& a, const Body& b) {
  return a.position == b.position && a.rotation == b.rotation && a.scale == b.scale && a.pivot == b.pivot &&
         a.shape == b.shape;
}

bool sameIds(const std::vector<Body>& a, const std::vector<Body>& b) {
  return std::ranges::equal(a, b, [](const Body& x, const Body& y) { return x.id == y.id; });
}

PairState stateOf(Verdict verdict) {
  static constexpr PairState kStates[] = {PairState::kSeparated, PairState::kTouching, PairState::kOverlapping};
  return kStates[static_cast<int>(verdict)];
}

PairState stateOf(const Result<PairReport>& result) {
  return result ? stateOf(result->answer.verdict) : PairState::kFailed;
}

/// The known state of a pair.
struct Known {
  PairState state = PairState::kWaiting;
  double separation = 0;
  std::uint8_t stale = 1;
};

void append(Reports& reports, const Known& known) {
  reports.states.push_back(known.state);
  reports.separations.push_back(known.separation);
  reports.stale.push_back(known.stale);
}

/// Lists the pairs anew; what is known of a pair stays, and is stale where a body has changed. `changed` is empty when
/// nothing may stay.
void listPairs(Reports& reports, const Document& document, const std::vector<std::uint8_t>& changed,
               TestedPairs tested) {
  const std::vector<BoxPair> places = std::exchange(reports.places, std::move(tested.pairs));
  const std::vector<PairState> states = std::exchange(reports.states, {});
  const std::vector<double> separations = std::exchange(reports.separations, {});
  const std::vector<std::uint8_t> stale = std::exchange(reports.stale, {});
  reports.culled = tested.culled;
  reports.is_complete = tested.is_complete;
  // Both lists are in order but for a document's own list and a pair that is listed because it is shown, which are
  // looked up.
  std::vector<std::size_t> order;
  if (!changed.empty()) {
    order.resize(places.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    const auto inOrder = [&](std::size_t i, std::size_t j) { return places[i] < places[j]; };
    if (!std::is_sorted(order.begin(), order.end(), inOrder)) std::sort(order.begin(), order.end(), inOrder);
  }
  std::size_t at = 0;
  const auto knownOf = [&](const BoxPair& place) -> Known {
    if (at > 0 && (at == order.size() || place < places[order[at]])) {
      at = static_cast<std::size_t>(std::lower_bound(order.begin(), order.end(), place,
                                                     [&](std::size_t i, const BoxPair& p) { return places[i] < p; }) -
                                    order.begin());
    }
    while (at < order.size() && places[order[at]] < place) ++at;
    if (at == order.size() || places[order[at]] != place || place.a == kNoBody || place.b == kNoBody) return {};
    const std::size_t i = order[at];
    const bool moved = changed[place.a] != 0 || changed[place.b] != 0;
    return {states[i], separations[i], static_cast<std::uint8_t>(moved || stale[i] != 0 ? 1 : 0)};
  };
  for (const BoxPair& place : reports.places) append(reports, knownOf(place));
  reports.has_extra = false;
  reports.named_pairs = document.pairs;
  reports.pairs.resize(reports.places.size());
  for (std::size_t i = 0; i < reports.places.size(); ++i) {
    if (document.pairs) {
      reports.pairs[i] = (*document.pairs)[i];
    } else {
      reports.pairs[i].first = document.bodies[reports.places[i].a].id;
      reports.pairs[i].second = document.bodies[reports.places[i].b].id;
    }
  }
}

std::vector<std::uint8_t> changedBodies(const Reports& reports, const Document& document) {
  std::vector<std::uint8_t> changed(document.bodies.size());
  for (std::size_t i = 0; i < changed.size(); ++i)
    changed[i] = testsAlike(document.bodies[i], reports.bodies[i]) ? 0 : 1;
  return changed;
}

/// Marks the pairs whose bodies have changed.
void markChanged(Reports& reports, const std::vector<std::uint8_t>& changed) {
  for (std::size_t i = 0; i < reports.pairs.size(); ++i) {
    const auto [a, b] = reports.places[i];
    if ((a != kNoBody && changed[a] != 0) || (b != kNoBody && changed[b] != 0)) reports.stale[i] = 1;
  }
}

/// Keeps what the bodies are tested with; of those that have not changed it is kept already. Without `changed` all may
/// have.
void keepBodies(Reports& reports, const Document& document, const std::vector<std::uint8_t>& changed) {
  if (changed.empty()) {
    reports.bodies = document.bodies;
    return;
  }
  for (std::size_t i = 0; i < changed.size(); ++i) {
    if (changed[i] == 0) continue;
    const Body& from = document.bodies[i];
    Body& to = reports.bodies[i];
    to.position = from.position;
    to.rotation = from.rotation;
    to.scale = from.scale;
    to.pivot = from.pivot;
    if (to.shape == from.shape) continue;
    to.shape = from.shape;
    if (i < reports.solids.size()) reports.solids[i].reset();
  }
}

/// Brings bounds and quick bodies of a crowd up to date.
void keepBounds(Reports& reports, const Document& document, const std::vector<std::uint8_t>& changed) {
  if (!isCrowd(document)) {
    reports.bounds.clear();
    reports.quick.clear();
    reports.solids.clear();
    return;
  }
  if (changed.empty()) reports.solids.clear();
  reports.solids.resize(document.bodies.size());
  const bool all = changed.empty() || reports.bounds.size() != document.bodies.size();
  reports.bounds.resize(document.bodies.size());
  reports.quick.resize(document.bodies.size());
  for (std::size_t i = 0; i < document.bodies.size(); ++i) {
    if (!all && changed[i] == 0) continue;
    const PosedShape posed = posedShape(document.bodies[i]);
    reports.bounds[i] = touchingBounds(posed, document.touching_tolerance);
    reports.quick[i] = quickBody(posed);
  }
}

/// Answers what balls and boxes can be answered without an explanation.
void answerQuickly(Reports& reports, const Document& document) {
  if (reports.quick.empty() || reports.algorithm != referenceAlgorithm().name) return;
  std::vector<std::size_t> asked;
  std::vector<BoxPair> places;
  for (std::size_t i = 0; i < reports.stale.size(); ++i) {
    const BoxPair place = reports.places[i];
    if (reports.stale[i] == 0 || place.a == kNoBody || place.b == kNoBody) continue;
    asked.push_back(i);
    places.push_back(place);
  }
  const std::vector<std::optional<QuickAnswer>> answers =
      quickAnswers(reports.quick, places, document.touching_tolerance);
  for (std::size_t i = 0; i < asked.size(); ++i) {
    if (!answers[i]) continue;
    reports.states[asked[i]] = stateOf(answers[i]->verdict);
    reports.separations[asked[i]] = answers[i]->separation;
    reports.stale[asked[i]] = 0;
  }
  ++reports.answers;
}

/// The place of the chosen pair in the list, in either order. A culled one is listed behind the others while it is
/// chosen; one that cannot be tested is given up for the first.
int findChosen(Reports& reports, const Document& document, std::optional<PairIds>& chosen) {
  const auto isChosen = [&](const PairIds& pair) {
    return pair == *chosen || (pair.first == chosen->second && pair.second == chosen->first);
  };
  if (chosen && reports.has_extra && !isChosen(reports.pairs.back())) {
    reports.waiting -= reports.stale.back();
    reports.pairs.pop_back();
    reports.places.pop_back();
    reports.states.pop_back();
    reports.separations.pop_back();
    reports.stale.pop_back();
    reports.has_extra = false;
  }
  if (chosen) {
    const auto found = std::ranges::find_if(reports.pairs, isChosen);
    if (found != reports.pairs.end()) return static_cast<int>(found - reports.pairs.begin());
    const auto placeOf = [&](const std::string& id) {
      return std::ranges::find(document.bodies, id, &Body::id) - document.bodies.begin();
    };
    const auto count = static_cast<std::ptrdiff_t>(document.bodies.size()), a = placeOf(chosen->first),
               b = placeOf(chosen->second);
    if (reports.culled > 0 && a < count && b < count && a != b) {
      const BoxPair place{static_cast<std::uint32_t>(std::min(a, b)), static_cast<std::uint32_t>(std::max(a, b))};
      reports.places.push_back(place);
      reports.pairs.push_back(idsOf(document, place));
      append(reports, {});
      ++reports.waiting;
      reports.has_extra = true;
      return static_cast<int>(reports.pairs.size()) - 1;
    }
    chosen.reset();
  }
  return reports.pairs.empty() ? -1 : 0;
}

/// Turns the shown pair round in the list.
void swapShown(Reports& reports) {
  const auto at = static_cast<std::size_t>(reports.shown_pair);
  std::swap(reports.pairs[at].first, reports.pairs[at].second);
  std::swap(reports.places[at].a, reports.places[at].b);
  reports.swapped = !reports.swapped;
}

bool asksPieceByPiece(const ViewState& view) { return view.clip_stage == kPieceByPieceStage; }

/// The shown pair's report in the making, of bodies, revision and pieces that are known.
struct ShownTest : ShownReport {
  PairSettings settings;
  std::string algorithm;
};

/// Sets the trace of a concave pair that the view asks for. Without a report of the hulls, or so many piece pairs, the
/// deciding one stays.
void traceChosenPieces(ShownTest& test, const PosedShape& a, const PosedShape& b) {
  if (!test.shown || !test.shown->pieces || test.traced_pieces == 0) return;
  const auto& nearest = test.shown->pieces->nearest;
  const auto rank = static_cast<std::size_t>(std::max(0, test.traced_pieces));
  const ItemPair chosen = test.traced_pieces < 0 ? ItemPair{} : nearest[std::min(rank, nearest.size() - 1)];
  traceOther(*test.shown, findAlgorithm(test.shown->algorithm), a, b, test.settings, chosen.a, chosen.b);
}

/// Puts another algorithm's report beside the reference's answer.
void compareWithReference(ShownTest& test, const PosedShape& a, const PosedShape& b) {
  const PairAlgorithm& reference = referenceAlgorithm();
  const PairAlgorithm* const row = test.shown ? findAlgorithm(test.shown->algorithm) : nullptr;
  if (row == nullptr || row == &reference) return;
  Result<PairReport> right = testPair(a, b, test.settings, reference.name);
  if (!right) return;
  test.difference = wrongText(comparedRow(*row, test.shown, right->answer, a, b).differences);
  const double tolerance = std::max(row->tolerance * pairSize(a, b), touchingTolerance(a, b, {}));
  // A published defect is judged as a juror is: a gap along an axis is no distance.
  test.is_contradicted =
      row->historical ? !test.difference->empty() : disagreement(*right, *test.shown, tolerance).has_value();
  // Rows that only measure list no axes: the reference's show what they miss.
  if (std::holds_alternative<std::monostate>(test.shown->trace) && row->historical && !right->pieces &&
      !test.shown->pieces) {
    test.shown->trace = right->trace;
    test.has_references_axes = true;
  }
  right->a = test.shown->a;
  right->b = test.shown->b;
  test.reference = std::move(*right);
}

void execute(ShownTest& test) {
  const Clock::time_point start = Clock::now();
  const Body &body_a = test.shown_bodies[0], &body_b = test.shown_bodies[1];
  const PosedShape a = posedShape(body_a), b = posedShape(body_b);
  test.shown = testPair(a, b, test.settings, test.algorithm);
  test.shown_test_us = microsecondsSince(start);
  if (test.shown) {
    test.shown->a = body_a.id;
    test.shown->b = body_b.id;
  } else {
    test.shown.error().where = body_a.id + ", " + body_b.id;
  }
  if (test.shown && test.piece_by_piece) addTouchedPieces(*test.shown, a, b, test.settings);
  compareWithReference(test, a, b);
  traceChosenPieces(test, a, b);
}

/// Keeps the state that an engine would keep of the pose before. The axis of another pair is none.
void keepLastGap(Reports& reports, const ShownTest& test) {
  const bool was_same = sameIds(reports.shown_bodies, test.shown_bodies);
  if (!was_same) reports.last_gap.reset();
  const SatReport* const before = was_same && reports.shown ? std::get_if<SatReport>(&reports.shown->trace) : nullptr;
  const bool has_moved = was_same && reports.shown_of != test.shown_of;
  if (has_moved && before != nullptr && before->verdict == Verdict::kSeparated)
    reports.last_gap = decidingAxis(*before).id;
}

/// Puts an answer in place. One of another pair or algorithm, since the user has gone on, is dropped.
void take(ShownTest& test, Reports& reports) {
  if (reports.shown_pair < 0) return;
  const auto at = static_cast<std::size_t>(reports.shown_pair);
  const PairIds ids{test.shown_bodies[0].id, test.shown_bodies[1].id};
  if (reports.pairs[at] != ids || reports.algorithm != test.algorithm) return;
  keepLastGap(reports, test);
  static_cast<ShownReport&>(reports) = std::move(test);
  if (reports.shown_of != reports.revision) return;
  reports.waiting -= std::exchange(reports.stale[at], std::uint8_t{0});
  reports.states[at] = stateOf(reports.shown);
  if (reports.shown) reports.separations[at] = reports.shown->answer.separation;
  ++reports.answers;
}

constexpr const char* kShownSlot = "shown";  ///< of the job that makes the shown pair's report

bool isShownBeingMade(const Host& host) { return host.jobs->newestOf(kShownSlot).has_value(); }

/// Whether a test may take longer than a frame has: by what the shapes are made of, or by what the same pair took the
/// last time.
bool mayBeSlow(const Reports& reports, const PosedShape& a, const PosedShape& b, bool is_same_pair) {
  constexpr int kManyPieces = 2000;
  constexpr double kSlow = 4000;  // microseconds
  return pieceCount(a.shape) + pieceCount(b.shape) > kManyPieces || (is_same_pair && reports.shown_test_us > kSlow);
}

/// Tests the shown pair. A job does tests that may take long, one at a time: the newest pose comes next, and the answer
/// before stays. The report of another pair is not shown in its place.
void testShown(Scene& scene, bool is_same_pair) {
  Reports& reports = scene.reports;
  if (reports.shown_pair < 0) return;
  const Document& document = scene.history.document();
  const PairIds& ids = reports.pairs[static_cast<std::size_t>(reports.shown_pair)];
  const Body *const a = findBody(document, ids.first), *const b = findBody(document, ids.second);
  reports.traced_pieces = scene.view.traced_pieces;
  reports.piece_by_piece = asksPieceByPiece(scene.view);
  if (a == nullptr || b == nullptr) {
    reports.shown = testPair(document, ids, reports.algorithm);  // says who is missing
    reports.shown_bodies.clear();
    reports.shown_of = reports.revision;
    return;
  }
  ShownTest test;
  test.shown_bodies = {*a, *b};
  test.shown_of = reports.revision;
  test.traced_pieces = reports.traced_pieces;
  test.piece_by_piece = reports.piece_by_piece;
  test.settings = {document.touching_tolerance};
  test.algorithm = reports.algorithm;
  if (!scene.jobs->isInBackground() || !mayBeSlow(reports, posedShape(*a), posedShape(*b), is_same_pair)) {
    execute(test);
    take(test, reports);
    return;
  }
  if (!is_same_pair) {
    static_cast<ShownReport&>(reports) = {};
    reports.shown = fail(ErrorCode::kNotFound, "", trf("{} × {} is being tested", ids.first, ids.second));
    reports.traced_pieces = test.traced_pieces;
    reports.piece_by_piece = test.piece_by_piece;
  }
  reports.shown_of = ~std::uint64_t{0};
  if (isShownBeingMade(scene)) return;
  const auto work = [test = std::move(test)](JobControl&) mutable -> Result<Delivery> {
    execute(test);
    auto answered = std::make_shared<ShownTest>(std::move(test));
    return [answered](Scene& to, Host&) -> Result<void> {
      take(*answered, to.reports);
      return {};
    };
  };
  scene.jobs->startQuick(kShownSlot, work);
}

constexpr const char* kPairsSlot = "pairs";  ///< of the job that tests what waits

/// A slice of the waiting pairs with all that testing them needs.
struct Slice {
  struct Query {
    std::size_t pair = 0;
    PosedShape a, b;
    std::shared_ptr<const SolidPolytope> solid_a{}, solid_b{};  ///< both or the whole test
    PairState state = PairState::kWaiting;
    double separation = 0;
  };
  std::vector<Query> queries;
  PairSettings settings;
  std::uint64_t revision = 0;
  std::string algorithm;
};

/// A body of a crowd for tests of all axes alone; null where its pairs need the whole test.
std::shared_ptr<const SolidPolytope> solidOf(Reports& reports, const PosedShape& posed, std::size_t body) {
  if (body >= reports.solids.size() || reports.algorithm != referenceAlgorithm().name || posed.pose.rest != Vec3{0.0} ||
      !SolidPolytope::takes(posed.shape))
    return nullptr;
  std::shared_ptr<const SolidPolytope>& solid = reports.solids[body];
  if (!solid) solid = std::make_shared<const SolidPolytope>(posed.shape);
  return solid;
}

/// No more pairs than are tested quickly, and nearly always within the budget.
Slice nextSlice(Reports& reports, const Document& document) {
  constexpr std::size_t kMaxPairs = 1000;
  Slice slice{{}, {document.touching_tolerance}, reports.revision, reports.algorithm};
  for (std::size_t i = reports.next_waiting; i < reports.states.size() && slice.queries.size() < kMaxPairs; ++i) {
    // The shown pair is tested with all its explanation.
    if (static_cast<int>(i) == reports.shown_pair && reports.shown_of != reports.revision) continue;
    if (reports.stale[i] == 0) {
      if (slice.queries.empty()) reports.next_waiting = i + 1;
      continue;
    }
    const auto [a, b] = reports.places[i];
    if (a == kNoBody || b == kNoBody) {
      reports.states[i] = PairState::kFailed;
      reports.stale[i] = 0;
      --reports.waiting;
    } else {
      Slice::Query query{i, posedShape(document.bodies[a]), posedShape(document.bodies[b])};
      query.solid_a = solidOf(reports, query.a, a);
      query.solid_b = solidOf(reports, query.b, b);
      slice.queries.push_back(std::move(query));
    }
  }
  return slice;
}

/// Tests until the time is up; at least one pair. Boxes and hulls have the reference's answer without its contacts.
void answer(Slice& slice, double budget_ms) {
  const Clock::time_point start = Clock::now();
  PolytopeReports axes(SupportFeatures::kNone);
  for (Slice::Query& query : slice.queries) {
    if (query.solid_a && query.solid_b && isPlanar(query.a.shape) == isPlanar(query.b.shape)) {
      const SatReport& report = axes.report({*query.solid_a, query.a.pose}, {*query.solid_b, query.b.pose},
                                            slice.settings, PrunedPairs::kCounted);
      query.state = stateOf(report.verdict);
      query.separation = decidingAxis(report).separation;
    } else {
      const Result<PairReport> report = testPair(query.a, query.b, slice.settings, slice.algorithm);
      query.state = stateOf(report);
      if (report) query.separation = report->answer.separation;
    }
    if (microsecondsSince(start) > budget_ms * 1000) return;
  }
}

void note(const Slice& slice, Reports& reports) {
  if (slice.revision != reports.revision || slice.algorithm != reports.algorithm) return;
  for (const Slice::Query& query : slice.queries) {
    if (query.state == PairState::kWaiting || reports.stale[query.pair] == 0) continue;
    reports.states[query.pair] = query.state;
    reports.separations[query.pair] = query.separation;
    reports.stale[query.pair] = 0;
    --reports.waiting;
  }
  ++reports.answers;
}

/// Slices by jobs: a single pair of meshes may take seconds. Without threads here and now, for as long as the budget
/// allows.
void testWaiting(Scene& scene, double budget_ms) {
  Reports& reports = scene.reports;
  if (reports.waiting == 0 || budget_ms <= 0) return;
  if (!scene.jobs->isInBackground()) {
    const Clock::time_point start = Clock::now();
    while (reports.waiting > 0 && microsecondsSince(start) < budget_ms * 1000) {
      Slice slice = nextSlice(reports, scene.history.document());
      if (slice.queries.empty()) return;
      answer(slice, budget_ms - microsecondsSince(start) / 1000);
      note(slice, reports);
    }
    return;
  }
  if (scene.jobs->newestOf(kPairsSlot)) return;
  Slice next = nextSlice(reports, scene.history.document());
  if (next.queries.empty()) return;
  const auto work = [slice = std::move(next), budget_ms](JobControl&) mutable -> Result<Delivery> {
    answer(slice, budget_ms);
    return [slice = std::move(slice)](Scene& to, Host&) -> Result<void> {
      note(slice, to.reports);
      return {};
    };
  };
  scene.jobs->startQuick(kPairsSlot, work);
}

void measureFreeAxis(Scene& scene) {
  Reports& reports = scene.reports;
  reports.free_axis.reset();
  reports.reference_axis.reset();
  const PairReport* report = shownReport(scene);
  if (scene.view.pinned_axis != kFreeAxis || report == nullptr) return;
  if (reports.shown_bodies.size() != 2) return;
  const PosedShape a = posedShape(reports.shown_bodies[0]), b = posedShape(reports.shown_bodies[1]);
  // Another algorithm's report of a concave pair may describe other pieces, or the whole.
  const auto measured = [&](const PairReport& of) {
    return measureDirection(tracedA(a, of), tracedB(b, of), scene.view.free_axis);
  };
  reports.free_axis = measured(*report);
  if (reports.reference) reports.reference_axis = measured(*reports.reference);
}

}  // namespace

void updateReports(Scene& scene, double budget_ms) {
  Reports& reports = scene.reports;
  const Document& document = scene.history.document();
  const bool edited = reports.revision != scene.history.revision();
  const bool other_query =
      reports.algorithm != scene.view.algorithm || reports.touching_tolerance != document.touching_tolerance;
  const bool was_swapped = reports.swapped;
  if (was_swapped) swapShown(reports);
  const std::optional<PairIds> shown_before = shownPair(reports);
  const bool is_new = edited || other_query;
  if (is_new) {
    const bool same_bodies = !other_query && sameIds(reports.bodies, document.bodies);
    const std::vector<std::uint8_t> changed =
        same_bodies ? changedBodies(reports, document) : std::vector<std::uint8_t>();
    Clock::time_point start = Clock::now();
    const auto lap = [&start](double& milliseconds) {
      milliseconds = microsecondsSince(start) / 1000;
      start = Clock::now();
    };
    keepBodies(reports, document, changed);
    keepBounds(reports, document, changed);
    lap(reports.costs.bounds_ms);
    // A moving body of a crowd meets others.
    if (same_bodies && document.pairs == reports.named_pairs && reports.culled == 0) {
      markChanged(reports, changed);
    } else {
      listPairs(reports, document, changed,
                isCrowd(document) ? reports.close_pairs.among(reports.bounds) : testedPairPlaces(document));
    }
    lap(reports.costs.broad_ms);
    reports.revision = scene.history.revision();
    reports.algorithm = scene.view.algorithm;
    reports.touching_tolerance = document.touching_tolerance;
    reports.next_waiting = 0;
    answerQuickly(reports, document);
    lap(reports.costs.narrow_ms);
    if (reports.quick.empty()) reports.costs = {};
    reports.waiting = static_cast<std::size_t>(std::ranges::count(reports.stale, std::uint8_t{1}));
  }
  reports.shown_pair = findChosen(reports, document, scene.view.pair);
  if (shownPair(reports) != shown_before) scene.view.swapped = false;
  if (scene.view.swapped && reports.shown_pair >= 0) swapShown(reports);
  const bool other_pair = shownPair(reports) != shown_before || reports.swapped != was_swapped;
  if (other_query || other_pair) scene.view.gjk.stage = -1;
  const bool is_late = reports.shown_of != reports.revision && !isShownBeingMade(scene);
  const bool other_words =
      std::exchange(reports.language, scene.view.language) != scene.view.language && reports.difference;
  const bool other_pieces =
      reports.traced_pieces != scene.view.traced_pieces || reports.piece_by_piece != asksPieceByPiece(scene.view);
  if (is_new || other_pair || is_late || other_words || other_pieces) {
    testShown(scene, !other_pair && !other_query);
  }
  measureFreeAxis(scene);
  testWaiting(scene, budget_ms);
}

std::optional<Verdict> verdictOf(PairState state) {
  switch (state) {
    case PairState::kSeparated:
      return Verdict::kSeparated;
    case PairState::kTouching:
      return Verdict::kTouching;
    case PairState::kOverlapping:
      return Verdict::kOverlapping;
    case PairState::kWaiting:
    case PairState::kFailed:
      break;
  }
  return std::nullopt;
}

std::optional<PairIds> shownPair(const Reports& reports) {
  const bool is_there = reports.shown_pair >= 0 && static_cast<std::size_t>(reports.shown_pair) < reports.pairs.size();
  return is_there ? std::optional(reports.pairs[static_cast<std::size_t>(reports.shown_pair)]) : std::nullopt;
}

PairCounts countPairs(const Reports& reports) {
  PairCounts counts;
  for (const PairState state : reports.states) {
    counts.overlapping += state == PairState::kOverlapping ? 1 : 0;
    counts.touching += state == PairState::kTouching ? 1 : 0;
    counts.separated += state == PairState::kSeparated ? 1 : 0;
    counts.failed += state == PairState::kFailed ? 1 : 0;
  }
  return counts;
}

bool isShownLate(const Scene& scene) {
  const Reports& reports = scene.reports;
  return reports.shown_pair >= 0 && reports.shown_of != reports.revision;
}

std::span<const MinMaxBox> boundsNow(const Scene& scene) {
  const Reports& reports = scene.reports;
  if (reports.revision != scene.history.revision()) return {};
  return reports.bounds;
}

const PairReport* shownReport(const Scene& scene) {
  const Reports& reports = scene.reports;
  return reports.shown_pair >= 0 && reports.shown ? &*reports.shown : nullptr;
}

std::optional<ShownShapes> shownShapes(const Scene& scene) {
  const PairReport* report = shownReport(scene);
  if (report == nullptr) return std::nullopt;
  const Document& document = scene.history.document();
  const Body *a = findBody(document, report->a), *b = findBody(document, report->b);
  if (a == nullptr || b == nullptr) return std::nullopt;
  const auto [shape_a, shape_b] = withProxies(posedShape(*a), posedShape(*b));
  return ShownShapes{tracedA(shape_a, *report), tracedB(shape_b, *report)};
}

const SatReport* shownSat(const Scene& scene) {
  const PairReport* report = shownReport(scene);
  return report == nullptr ? nullptr : std::get_if<SatReport>(&report->trace);
}

const GjkReport* shownGjk(const Scene& scene) {
  const PairReport* report = shownReport(scene);
  return report == nullptr ? nullptr : std::get_if<GjkReport>(&report->trace);
}

const PairReport* referenceReport(const Scene& scene) {
  const Reports& reports = scene.reports;
  return shownReport(scene) != nullptr && reports.reference ? &*reports.reference : nullptr;
}

const SatAxis* shownAxis(const Scene& scene) {
  const PairReport* const report = shownReport(scene);
  return report != nullptr ? axisOf(scene, *report) : nullptr;
}

const SatAxis* axisOf(const Scene& scene, const PairReport& report) {
  const auto* const sat = std::get_if<SatReport>(&report.trace);
  if (sat == nullptr || sat->axes.empty()) return nullptr;
  const bool is_reference = &report == referenceReport(scene);
  const std::optional<SatAxis>& free_axis = is_reference ? scene.reports.reference_axis : scene.reports.free_axis;
  for (const std::optional<AxisId>& id : {scene.view.hovered_axis, scene.view.pinned_axis}) {
    if (!id) continue;
    if (*id == kFreeAxis && free_axis) return &*free_axis;
    const auto found = std::ranges::find(sat->axes, *id, &SatAxis::id);
    if (found != sat->axes.end()) return &*found;
  }
  return &decidingAxis(*sat);
}

std::string shortName(const std::string& algorithm) { return algorithm.substr(algorithm.find_last_of('/') + 1); }

std::string verdictText(const PairAnswer& answer) {
  const double value = std::abs(answer.separation);
  switch (answer.verdict) {
    case Verdict::kSeparated:
      return trf("apart by {} m", humanNumber(value, 4));
    case Verdict::kTouching:
      return tr("touching");
    case Verdict::kOverlapping:
      return answer.endless ? tr("overlapping without end") : trf("overlapping by {} m", humanNumber(value, 4));
  }
  return {};
}

}  // namespace sepax
