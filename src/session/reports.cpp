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

constexpr std::size_t kNoBody = static_cast<std::size_t>(-1);

double microsecondsSince(Clock::time_point start) { return std::chrono::duration<double, std::micro>(Clock::now() - start).count(); }

/// True when both give every pair test the same input.
bool testsAlike(const Body& a, const Body& b) {
  return a.position == b.position && a.rotation == b.rotation && a.scale == b.scale && a.pivot == b.pivot && a.shape == b.shape;
}

bool sameIds(const std::vector<Body>& a, const std::vector<Body>& b) {
  return std::ranges::equal(a, b, [](const Body& x, const Body& y) { return x.id == y.id; });
}

void rebuildPairs(Reports& reports, const Document& document) {
  reports.pairs = testedPairs(document);
  reports.all_pairs = !document.pairs;
  std::unordered_map<std::string, std::size_t> index_of;
  for (std::size_t i = 0; i < document.bodies.size(); ++i) index_of.emplace(document.bodies[i].id, i);
  const auto indexOf = [&](const std::string& id) {
    const auto found = index_of.find(id);
    return found == index_of.end() ? kNoBody : found->second;
  };
  reports.body_indices.clear();
  reports.body_indices.reserve(reports.pairs.size());
  for (const auto& [a, b] : reports.pairs) reports.body_indices.emplace_back(indexOf(a), indexOf(b));
  reports.states.assign(reports.pairs.size(), PairState::kWaiting);
}

/// Marks the pairs whose bodies have changed.
void markChanged(Reports& reports, const Document& document) {
  std::vector<bool> changed(document.bodies.size());
  for (std::size_t i = 0; i < changed.size(); ++i) changed[i] = !testsAlike(document.bodies[i], reports.bodies[i]);
  for (std::size_t i = 0; i < reports.pairs.size(); ++i) {
    const auto [a, b] = reports.body_indices[i];
    if ((a != kNoBody && changed[a]) || (b != kNoBody && changed[b])) reports.states[i] = PairState::kWaiting;
  }
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

void testShown(Workspace& workspace) {
  Reports& reports = workspace.reports;
  const int count = static_cast<int>(reports.pairs.size());
  workspace.view.pair = count == 0 ? 0 : std::clamp(workspace.view.pair, 0, count - 1);
  reports.shown_pair = count == 0 ? -1 : workspace.view.pair;
  if (count == 0) return;
  const auto at = static_cast<std::size_t>(reports.shown_pair);
  const Clock::time_point start = Clock::now();
  reports.shown = testPair(workspace.history.document(), reports.pairs[at], workspace.view.algorithm);
  reports.shown_test_us = microsecondsSince(start);
  traceChosenPieces(workspace);
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
    const auto [a, b] = reports.body_indices[i];
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
  shape_a.shape = tracedShape(shape_a.shape, *report, true);
  shape_b.shape = tracedShape(shape_b.shape, *report, false);
  reports.free_axis = measureDirection(shape_a, shape_b, workspace.view.free_axis);
}

}  // namespace

void updateReports(Workspace& workspace, double budget_ms) {
  Reports& reports = workspace.reports;
  const Document& document = workspace.history.document();
  const bool edited = reports.revision != workspace.history.revision();
  const bool other_query = reports.algorithm != workspace.view.algorithm || reports.touching_tolerance != document.touching_tolerance;
  if (reports.algorithm != workspace.view.algorithm || reports.shown_pair != workspace.view.pair) workspace.view.gjk.stage = -1;
  if (edited || other_query) {
    const bool same_pairs =
        !other_query && sameIds(reports.bodies, document.bodies) && (document.pairs ? *document.pairs == reports.pairs : reports.all_pairs);
    if (same_pairs) {
      markChanged(reports, document);
    } else {
      rebuildPairs(reports, document);
    }
    reports.revision = workspace.history.revision();
    reports.algorithm = workspace.view.algorithm;
    reports.touching_tolerance = document.touching_tolerance;
    reports.bodies = document.bodies;
    reports.next_waiting = 0;
    testShown(workspace);
    reports.waiting = static_cast<std::size_t>(std::ranges::count(reports.states, PairState::kWaiting));
  } else if (reports.shown_pair != workspace.view.pair || reports.traced_pieces != workspace.view.traced_pieces) {
    const std::size_t before = reports.waiting;
    const auto at = static_cast<std::size_t>(std::clamp(workspace.view.pair, 0, std::max(0, static_cast<int>(reports.pairs.size()) - 1)));
    const bool waited = at < reports.states.size() && reports.states[at] == PairState::kWaiting;
    testShown(workspace);
    reports.waiting = before - (waited ? 1 : 0);
  }
  measureFreeAxis(workspace);
  testWaiting(workspace, budget_ms);
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
  return &sat->axes[static_cast<std::size_t>(std::clamp(sat->deciding, 0, static_cast<int>(sat->axes.size()) - 1))];
}

}  // namespace sepax
