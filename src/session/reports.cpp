#include "session/reports.h"

#include "collide/pair_table.h"
#include "collide/pieces/by_pieces.h"
#include "collide/sat_pair.h"
#include "session/workspace.h"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace sepax {

namespace {

using Clock = std::chrono::steady_clock;

double microsecondsSince(Clock::time_point start) { return std::chrono::duration<double, std::micro>(Clock::now() - start).count(); }

/// True when both give every pair test the same input.
bool testsAlike(const Body& a, const Body& b) {
  return a.position == b.position && a.rotation == b.rotation && a.scale == b.scale && a.pivot == b.pivot && a.shape == b.shape;
}

bool sameIds(const std::vector<Body>& a, const std::vector<Body>& b) {
  return std::ranges::equal(a, b, [](const Body& x, const Body& y) { return x.id == y.id; });
}

std::uint64_t keyOf(const BoxPair& pair) { return static_cast<std::uint64_t>(pair.a) << 32 | pair.b; }

/// Lists the pairs anew; those of which neither body has changed keep their state. `changed` is empty when all may have.
void listPairs(Reports& reports, const Document& document, const std::vector<bool>& changed) {
  std::unordered_map<std::uint64_t, PairState> known;
  if (!changed.empty()) {
    for (std::size_t i = 0; i < reports.places.size(); ++i) {
      const auto [a, b] = reports.places[i];
      if (a != kNoBody && b != kNoBody && !changed[a] && !changed[b]) known.emplace(keyOf(reports.places[i]), reports.states[i]);
    }
  }
  TestedPairs tested = testedPairPlaces(document);
  reports.culled = tested.culled;
  reports.is_complete = tested.is_complete;
  reports.has_extra = false;
  reports.named_pairs = document.pairs;
  reports.pairs.clear();
  reports.states.clear();
  for (std::size_t i = 0; i < tested.pairs.size(); ++i) {
    reports.pairs.push_back(idsOf(document, tested, i));
    const auto state = known.find(keyOf(tested.pairs[i]));
    reports.states.push_back(state == known.end() ? PairState::kWaiting : state->second);
  }
  reports.places = std::move(tested.pairs);
}

std::vector<bool> changedBodies(const Reports& reports, const Document& document) {
  std::vector<bool> changed(document.bodies.size());
  for (std::size_t i = 0; i < changed.size(); ++i) changed[i] = !testsAlike(document.bodies[i], reports.bodies[i]);
  return changed;
}

/// Marks the pairs whose bodies have changed.
void markChanged(Reports& reports, const std::vector<bool>& changed) {
  for (std::size_t i = 0; i < reports.pairs.size(); ++i) {
    const auto [a, b] = reports.places[i];
    if ((a != kNoBody && changed[a]) || (b != kNoBody && changed[b])) reports.states[i] = PairState::kWaiting;
  }
}

/// The place of the chosen pair in the list, in either order. A culled one is listed behind the others as long as it is chosen; one that
/// cannot be tested is given up for the first.
int findChosen(Reports& reports, const Document& document, std::optional<PairIds>& chosen) {
  const auto isChosen = [&](const PairIds& pair) {
    return pair == *chosen || (pair.first == chosen->second && pair.second == chosen->first);
  };
  if (chosen && reports.has_extra && !isChosen(reports.pairs.back())) {
    if (reports.states.back() == PairState::kWaiting) --reports.waiting;
    reports.pairs.pop_back();
    reports.places.pop_back();
    reports.states.pop_back();
    reports.has_extra = false;
  }
  if (chosen) {
    const auto found = std::ranges::find_if(reports.pairs, isChosen);
    if (found != reports.pairs.end()) return static_cast<int>(found - reports.pairs.begin());
    const auto placeOf = [&](const std::string& id) { return std::ranges::find(document.bodies, id, &Body::id) - document.bodies.begin(); };
    const auto count = static_cast<std::ptrdiff_t>(document.bodies.size()), a = placeOf(chosen->first), b = placeOf(chosen->second);
    if (reports.culled > 0 && a < count && b < count && a != b) {
      const BoxPair place{static_cast<std::uint32_t>(std::min(a, b)), static_cast<std::uint32_t>(std::max(a, b))};
      reports.places.push_back(place);
      reports.pairs.push_back(idsOf(document, place));
      reports.states.push_back(PairState::kWaiting);
      ++reports.waiting;
      reports.has_extra = true;
      return static_cast<int>(reports.pairs.size()) - 1;
    }
    chosen.reset();
  }
  return reports.pairs.empty() ? -1 : 0;
}

PairState stateOf(const Result<PairReport>& result) {
  if (!result) return PairState::kFailed;
  static constexpr PairState kStates[] = {PairState::kSeparated, PairState::kTouching, PairState::kOverlapping};
  return kStates[static_cast<int>(result->answer.verdict)];
}

/// Of a concave pair the trace that the view asks for. Without a report of the hulls, or so many piece pairs, the deciding one stays.
void traceChosenPieces(Workspace& workspace) {
  Reports& reports = workspace.reports;
  reports.traced_pieces = workspace.view.traced_pieces;
  if (!reports.shown || !reports.shown->pieces || reports.traced_pieces == 0) return;
  const Document& document = workspace.history.document();
  const Body *a = findBody(document, reports.shown->a), *b = findBody(document, reports.shown->b);
  if (a == nullptr || b == nullptr) return;
  const auto& nearest = reports.shown->pieces->nearest;
  const auto rank = static_cast<std::size_t>(std::max(0, reports.traced_pieces));
  const ItemPair chosen = reports.traced_pieces < 0 ? ItemPair{} : nearest[std::min(rank, nearest.size() - 1)];
  traceOther(*reports.shown, posedShape(*a), posedShape(*b), {document.touching_tolerance}, chosen.a, chosen.b);
}

/// Turns the shown pair round in the list.
void swapShown(Reports& reports) {
  const auto at = static_cast<std::size_t>(reports.shown_pair);
  std::swap(reports.pairs[at].first, reports.pairs[at].second);
  std::swap(reports.places[at].a, reports.places[at].b);
  reports.swapped = !reports.swapped;
}

/// What the reference answers where the shown report contradicts it by more than its row promises.
std::optional<PairAnswer> contradictedReference(const Document& document, const Result<PairReport>& shown) {
  const PairAlgorithm& reference = referenceAlgorithm();
  if (!shown || shown->algorithm == reference.name) return std::nullopt;
  const PairAlgorithm* const row = findAlgorithm(shown->algorithm);
  const Body *const a = findBody(document, shown->a), *const b = findBody(document, shown->b);
  if (row == nullptr || a == nullptr || b == nullptr) return std::nullopt;
  const Result<PairReport> right = testPair(document, {shown->a, shown->b}, reference.name);
  const PosedShape posed_a = posedShape(*a), posed_b = posedShape(*b);
  const double tolerance = std::max(row->tolerance * pairSize(posed_a, posed_b), touchingTolerance(posed_a, posed_b, {}));
  if (!right || !disagreement(*right, *shown, tolerance)) return std::nullopt;
  return right->answer;
}

void testShown(Workspace& workspace) {
  Reports& reports = workspace.reports;
  if (reports.shown_pair < 0) return;
  const auto at = static_cast<std::size_t>(reports.shown_pair);
  const Clock::time_point start = Clock::now();
  reports.shown = testPair(workspace.history.document(), reports.pairs[at], workspace.view.algorithm);
  reports.shown_test_us = microsecondsSince(start);
  reports.reference = contradictedReference(workspace.history.document(), reports.shown);
  traceChosenPieces(workspace);
  if (reports.states[at] == PairState::kWaiting) --reports.waiting;
  reports.states[at] = stateOf(reports.shown);
}

constexpr const char* kPairsSlot = "pairs";  ///< of the job that tests what waits

/// A slice of the waiting pairs with all that testing them needs.
struct Slice {
  struct Query {
    std::size_t pair = 0;
    PosedShape a, b;
    PairState state = PairState::kWaiting;
  };
  std::vector<Query> queries;
  PairSettings settings;
  std::uint64_t revision = 0;
  std::string algorithm;
};

/// No more pairs than are tested quickly, and nearly always within the budget.
Slice nextSlice(Reports& reports, const Document& document) {
  constexpr std::size_t kMaxPairs = 200;
  Slice slice{{}, {document.touching_tolerance}, reports.revision, reports.algorithm};
  for (std::size_t i = reports.next_waiting; i < reports.states.size() && slice.queries.size() < kMaxPairs; ++i) {
    if (reports.states[i] != PairState::kWaiting) {
      if (slice.queries.empty()) reports.next_waiting = i + 1;
      continue;
    }
    const auto [a, b] = reports.places[i];
    if (a == kNoBody || b == kNoBody) {
      reports.states[i] = PairState::kFailed;
      --reports.waiting;
    } else {
      slice.queries.push_back({i, posedShape(document.bodies[a]), posedShape(document.bodies[b])});
    }
  }
  return slice;
}

/// Tests until the time is up; at least one pair.
void answer(Slice& slice, double budget_ms) {
  const Clock::time_point start = Clock::now();
  for (Slice::Query& query : slice.queries) {
    query.state = stateOf(testPair(query.a, query.b, slice.settings, slice.algorithm));
    if (microsecondsSince(start) > budget_ms * 1000) return;
  }
}

void note(const Slice& slice, Reports& reports) {
  if (slice.revision != reports.revision || slice.algorithm != reports.algorithm) return;
  for (const Slice::Query& query : slice.queries) {
    if (query.state == PairState::kWaiting || reports.states[query.pair] != PairState::kWaiting) continue;
    reports.states[query.pair] = query.state;
    --reports.waiting;
  }
}

/// Slices by jobs: a single pair of meshes may take seconds. Without threads here and now, for as long as the budget allows.
void testWaiting(Workspace& workspace, double budget_ms) {
  Reports& reports = workspace.reports;
  if (reports.waiting == 0 || budget_ms <= 0) return;
  if (!workspace.jobs->isInBackground()) {
    const Clock::time_point start = Clock::now();
    while (reports.waiting > 0 && microsecondsSince(start) < budget_ms * 1000) {
      Slice slice = nextSlice(reports, workspace.history.document());
      answer(slice, budget_ms - microsecondsSince(start) / 1000);
      note(slice, reports);
    }
    return;
  }
  const auto jobs = workspace.jobs->running();
  if (std::ranges::any_of(jobs, [](const JobStatus& job) { return job.slot == kPairsSlot; })) return;
  const auto work = [slice = nextSlice(reports, workspace.history.document()), budget_ms](JobControl&) mutable -> Result<Delivery> {
    answer(slice, budget_ms);
    return [slice = std::move(slice)](Workspace& to) -> Result<void> {
      note(slice, to.reports);
      return {};
    };
  };
  workspace.jobs->start({.quick = true, .slot = kPairsSlot, .work = work});
}

void measureFreeAxis(Workspace& workspace) {
  Reports& reports = workspace.reports;
  reports.free_axis.reset();
  const PairReport* report = shownReport(workspace);
  if (workspace.view.pinned_axis != kFreeAxis || report == nullptr) return;
  const Document& document = workspace.history.document();
  const Body *a = findBody(document, report->a), *b = findBody(document, report->b);
  if (a == nullptr || b == nullptr) return;
  PosedShape shape_a = posedShape(*a), shape_b = posedShape(*b);
  shape_a = tracedA(shape_a, *report);
  shape_b = tracedB(shape_b, *report);
  reports.free_axis = measureDirection(shape_a, shape_b, workspace.view.free_axis);
}

}  // namespace

void updateReports(Workspace& workspace, double budget_ms) {
  Reports& reports = workspace.reports;
  const Document& document = workspace.history.document();
  const bool edited = reports.revision != workspace.history.revision();
  const bool other_query = reports.algorithm != workspace.view.algorithm || reports.touching_tolerance != document.touching_tolerance;
  const bool was_swapped = reports.swapped;
  if (was_swapped) swapShown(reports);
  const auto shownIds = [&reports] {
    return reports.shown_pair >= 0 ? std::optional(reports.pairs[static_cast<std::size_t>(reports.shown_pair)]) : std::nullopt;
  };
  const std::optional<PairIds> shown_before = shownIds();
  const bool is_new = edited || other_query;
  if (is_new) {
    const bool same_bodies = !other_query && sameIds(reports.bodies, document.bodies);
    const std::vector<bool> changed = same_bodies ? changedBodies(reports, document) : std::vector<bool>();
    // What moves in a crowd meets others.
    if (same_bodies && document.pairs == reports.named_pairs && reports.culled == 0) {
      markChanged(reports, changed);
    } else {
      listPairs(reports, document, changed);
    }
    reports.revision = workspace.history.revision();
    reports.algorithm = workspace.view.algorithm;
    reports.touching_tolerance = document.touching_tolerance;
    reports.bodies = document.bodies;
    reports.next_waiting = 0;
    reports.waiting = static_cast<std::size_t>(std::ranges::count(reports.states, PairState::kWaiting));
  }
  reports.shown_pair = findChosen(reports, document, workspace.view.pair);
  if (shownIds() != shown_before) workspace.view.swapped = false;
  if (workspace.view.swapped && reports.shown_pair >= 0) swapShown(reports);
  const bool other_pair = shownIds() != shown_before || reports.swapped != was_swapped;
  if (other_query || other_pair) workspace.view.gjk.stage = -1;
  if (is_new || other_pair || reports.traced_pieces != workspace.view.traced_pieces) testShown(workspace);
  measureFreeAxis(workspace);
  testWaiting(workspace, budget_ms);
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

const PairReport* shownReport(const Workspace& workspace) {
  const Reports& reports = workspace.reports;
  return reports.shown_pair >= 0 && reports.shown ? &*reports.shown : nullptr;
}

const GjkReport* shownGjk(const Workspace& workspace) {
  const PairReport* report = shownReport(workspace);
  return report == nullptr ? nullptr : std::get_if<GjkReport>(&report->trace);
}

const SatAxis* shownAxis(const Workspace& workspace) {
  const PairReport* report = shownReport(workspace);
  const SatReport* sat = report == nullptr ? nullptr : std::get_if<SatReport>(&report->trace);
  if (sat == nullptr || sat->axes.empty()) return nullptr;
  for (const std::optional<AxisId>& id : {workspace.view.hovered_axis, workspace.view.pinned_axis}) {
    if (!id) continue;
    if (*id == kFreeAxis && workspace.reports.free_axis) return &*workspace.reports.free_axis;
    const auto found = std::ranges::find(sat->axes, *id, &SatAxis::id);
    if (found != sat->axes.end()) return &*found;
  }
  return &decidingAxis(*sat);
}

}  // namespace sepax
