#include "collide/sat/sat.h"

#include "collide/gjk/closest_points.h"
#include "collide/sat/curved_axes.h"
#include "collide/sat/projection.h"
#include "core/assert.h"
#include "geom/box_tree.h"
#include "geom/support.h"
#include "geom/tolerances.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

namespace sepax {

namespace {

/// A vector of a length of about one, parallel to nothing that shapes are likely to have.
constexpr Vec3 kAcross{0.5298129428260175, 0.6289131418371211, 0.5691313182130031};
constexpr double kCells = 1e6;
/// How far the distances of two equal directions from the plane may be from each other: three components, and rounding.
constexpr double kSlack = 4 * kSameDirection;

bool isSame(const Vec3& a, const Vec3& b) {
  const double sense = dot(a, b) < 0 ? -1 : 1;
  const Vec3 difference = a - sense * b;
  return std::max({std::abs(difference.x), std::abs(difference.y), std::abs(difference.z)}) <= kSameDirection;
}

}  // namespace

void DirectionSet::clear(std::size_t count) {
  newest_.assign(std::bit_ceil(std::max<std::size_t>(2 * count, 16)), -1);
  entries_.clear();
  entries_.reserve(count);
}

int DirectionSet::findOrAdd(const Vec3& direction, int index, const Kept<SatAxis>& axes) {
  const double distance = std::abs(dot(direction, kAcross));
  const auto cellAt = [](double d) { return static_cast<std::int64_t>(d * kCells); };
  const auto bucketOf = [&](std::int64_t cell) -> int& {
    return newest_[static_cast<std::uint64_t>(cell) & (newest_.size() - 1)];
  };
  int found = -1;
  const auto look = [&](std::int64_t cell) {
    for (int e = bucketOf(cell); e >= 0; e = entries_[static_cast<std::size_t>(e)].next) {
      if (std::abs(entries_[static_cast<std::size_t>(e)].distance - distance) > kSlack) continue;
      const int other = entries_[static_cast<std::size_t>(e)].index;
      if ((found < 0 || other < found) && isSame(direction, axes[static_cast<std::size_t>(other)].direction))
        found = other;
    }
  };
  const std::int64_t low = cellAt(distance - kSlack), high = cellAt(distance + kSlack);
  look(low);
  if (high != low) look(high);
  if (found >= 0) return found;
  int& newest = bucketOf(cellAt(distance));
  entries_.push_back({distance, index, newest});
  newest = static_cast<int>(entries_.size()) - 1;
  return -1;
}

namespace {

/// A candidate before it is measured.
struct Candidate {
  AxisId id;
  Vec3 direction;  ///< unit, or zero when degenerate
  double cross_length;
  PruneReason pruned = PruneReason::kNone;
};

void reverse(Interval& interval) {
  std::swap(interval.min, interval.max);
  std::swap(interval.at_min, interval.at_max);
  std::swap(interval.endless_min, interval.endless_max);
  interval.min = -interval.min;
  interval.max = -interval.max;
}

/// Fills in both intervals and the separation along the axis' direction, or against it where that separates more.
void measure(SatAxis& axis, Projector& project_a, Projector& project_b, double slack) {
  axis.a = project_a(axis.direction, slack);
  axis.b = project_b(axis.direction, slack);
  const double forward = axis.b.min - axis.a.max, backward = axis.a.min - axis.b.max;
  if (backward > forward) {
    axis.direction = -axis.direction;
    reverse(axis.a);
    reverse(axis.b);
  }
  axis.separation = axis.b.min - axis.a.max;
}

/// Why the two edges clearly span no face of the Minkowski difference: their arcs on the Gauss map, B's negated, do not
/// cross (Gregorius 2013).
///
/// An edge's arc runs from the normal of its face 0 to that of its face 1, on the great circle whose pole is the edge's
/// direction, since the edge is perpendicular to both normals; face 0's loop runs along the direction, so arc0 × arc1
/// points along it too. Two arcs cross where the ends of each lie on both sides of the other's circle: four signs. But
/// the circles meet in two opposite points ±p, and each arc passes one of them. A's arc rises over B's circle where it
/// passes the point on the side of direction_b × direction_a; B's arc rises over A's circle where it passes the point
/// on the side of direction_a × direction_b. So they pass the same point when one rises and the other falls. Nothing is
/// divided; sides nearer to zero than kArcCrossing prove nothing.
PruneReason pruneReasonOfArcs(const AxisFeature& a, const AxisFeature& b) {
  if (a.arc0 == Vec3{0.0} || b.arc0 == Vec3{0.0}) return PruneReason::kNone;
  const auto are_on_one_side = [](double x, double y) {
    return (x > kArcCrossing && y > kArcCrossing) || (x < -kArcCrossing && y < -kArcCrossing);
  };
  // Heights of the ends of each arc over the circle of the other.
  const double b_start = -dot(b.arc0, a.direction), b_end = -dot(b.arc1, a.direction);
  if (are_on_one_side(b_start, b_end)) return PruneReason::kBesideA;
  const double a_start = dot(a.arc0, b.direction), a_end = dot(a.arc1, b.direction);
  if (are_on_one_side(a_start, a_end)) return PruneReason::kBesideB;
  if (std::min({std::abs(b_start), std::abs(b_end), std::abs(a_start), std::abs(a_end)}) <= kArcCrossing)
    return PruneReason::kNone;
  const bool a_rises = a_start < 0, b_rises = b_start < 0;
  return a_rises == b_rises ? PruneReason::kOpposite : PruneReason::kNone;
}

/// The reason where an edge of a flat hull has a half circle for an arc, whose two halves are looked at: the ends of a
/// half circle are never on one side of another circle.
PruneReason pruneReason(const AxisFeature& a, const AxisFeature& b) {
  const bool is_bent_a = a.arc_middle != Vec3{0.0};
  if (!is_bent_a && b.arc_middle == Vec3{0.0}) return pruneReasonOfArcs(a, b);
  const AxisFeature& bent = is_bent_a ? a : b;
  AxisFeature first = bent, second = bent;
  first.arc_middle = second.arc_middle = Vec3{0.0};
  first.arc1 = second.arc0 = bent.arc_middle;
  const PruneReason reason = is_bent_a ? pruneReason(first, b) : pruneReason(a, first);
  if (reason == PruneReason::kNone) return reason;
  const PruneReason other = is_bent_a ? pruneReason(second, b) : pruneReason(a, second);
  return other == PruneReason::kNone || other == reason ? other : PruneReason::kOpposite;
}

/// Pairs of edges beyond which those that are parallel, or give a face normal again, are counted alone.
constexpr std::size_t kMaxListedParallels = 50'000;

/// Pairs of edges beyond which those with arcs in different parts of the sphere are pruned without a look at each,
/// where none of them is listed.
constexpr std::size_t kManyEdgePairs = 10'000;

/// The box of an edge's arc on the Gauss map, with what the pruning's slack may move a crossing by; of an edge without
/// an arc the whole sphere's.
MinMaxBox boxOfArc(const AxisFeature& edge, double sense) {
  constexpr double kNearArc = 2e-6;
  if (edge.arc0 == Vec3{0.0}) return {Vec3{-2.0}, Vec3{2.0}};
  const Vec3 from = sense * edge.arc0, to = sense * edge.arc1, middle = sense * edge.arc_middle;
  const auto boxOf = [](const Vec3& start, const Vec3& end) -> MinMaxBox {
    const double bulge = 1 - length(start + end) / 2;  // of the arc over its chord
    const Vec3 around{bulge + kNearArc};
    return {glm::min(start, end) - around, glm::max(start, end) + around};
  };
  if (middle == Vec3{0.0}) return boxOf(from, to);
  const MinMaxBox first = boxOf(from, middle), second = boxOf(middle, to);
  return {glm::min(first.min, second.min), glm::max(first.max, second.max)};
}

/// Whether an edge pair's direction is that of a face at one of the two edges, whose own axis is listed: arcs of prisms
/// and of flat hulls meet in their poles, all of one with all of the other.
bool isOfFace(const Vec3& direction, const AxisFeature& a, const AxisFeature& b) {
  for (const Vec3& normal : {a.arc0, a.arc1, b.arc0, b.arc1}) {
    if (normal != Vec3{0.0} && length(cross(direction, normal)) <= kSameDirection) return true;
  }
  return false;
}

/// Calls `visit(edge of A, edge of B)` for the pairs whose arcs come near each other, A's edges in their order and for
/// each B's in theirs.
template <class Visit>
void visitNearArcs(const std::vector<AxisFeature>& a, const std::vector<AxisFeature>& b, Visit&& visit) {
  std::vector<MinMaxBox> boxes;
  boxes.reserve(b.size());
  for (const AxisFeature& edge : b) boxes.push_back(boxOfArc(edge, -1));
  const BoxTree tree = boxTree(boxes);
  std::vector<int> near;
  for (const AxisFeature& edge : a) {
    const MinMaxBox box = boxOfArc(edge, 1);
    near.clear();
    visitItems(
        tree, [&](const MinMaxBox& other) { return meet(box, other); }, [&](int item) { near.push_back(item); });
    std::sort(near.begin(), near.end());
    for (const int item : near) visit(edge, b[static_cast<std::size_t>(item)]);
  }
}

void addEdgePairs(const ConvexFeatures& a, const ConvexFeatures& b, PrunedPairs listing, int& pruned,
                  Kept<Candidate>& out) {
  const std::size_t pairs = a.edge_axes.size() * b.edge_axes.size();
  const bool lists_pruned = listing == PrunedPairs::kListed && pairs <= kMaxListedEdgePairs;
  std::size_t kept = 0;
  // Many pairs that cannot decide are counted alone: two prisms have such pairs of nearly each edge with each.
  const bool counts_others = pairs > kMaxListedParallels;
  const auto add = [&](const AxisFeature& edge_a, const AxisFeature& edge_b) {
    const PruneReason reason = pruneReason(edge_a, edge_b);
    if (reason != PruneReason::kNone && !lists_pruned) return;
    const Vec3 cross = crossAccurate(edge_a.direction, edge_b.direction);
    const double cross_length = length(cross);
    // For unit edges this is the sine of their angle: a vector divided by it is never noise alone.
    const Vec3 direction = cross_length > kParallelEdges ? normalizedOr(cross, Vec3{0.0}) : Vec3{0.0};
    if (counts_others && (direction == Vec3{0.0} || isOfFace(direction, edge_a, edge_b))) return;
    kept += reason == PruneReason::kNone ? 1 : 0;
    out.push_back({{AxisKind::kEdgePair, edge_a.feature, edge_b.feature}, direction, cross_length, reason});
  };
  if (pairs > kManyEdgePairs && !lists_pruned) {
    visitNearArcs(a.edge_axes, b.edge_axes, add);
  } else {
    for (const AxisFeature& edge_a : a.edge_axes) {
      for (const AxisFeature& edge_b : b.edge_axes) add(edge_a, edge_b);
    }
  }
  pruned += static_cast<int>(std::min<std::size_t>(pairs - kept, std::numeric_limits<int>::max()));
}

/// The axis that round shapes need. When the cores touch it has no direction, unless no other axis has one either: a
/// point in a point, a segment in line with another. Then every direction across the cores is as good as the next, and
/// a fixed one is taken.
Candidate closestAxis(const ConvexFeatures& a, const ConvexFeatures& b, const ClosestPoints& closest, double size,
                      bool has_other_axis) {
  if (closest.distance > kCoresTouch * size) {
    return {closestId(a, b, closest.direction, kSupport * size), closest.direction, closest.distance};
  }
  Vec3 direction{0.0};
  if (!has_other_axis) {
    const auto& edges = a.edge_axes.empty() ? b.edge_axes : a.edge_axes;
    direction = edges.empty() ? Vec3{1, 0, 0} : anyPerpendicular(edges[0].direction);
  }
  return {{AxisKind::kClosest}, direction, closest.distance};
}

/// Points and segments count as round whatever their radius: they have no faces to separate along. Flat shapes have too
/// few.
bool isRound(const ConvexFeatures& shape) {
  return shape.curved || shape.radius > 0 || shape.flat || shape.core.faces.empty();
}

/// From the candidate along which they are farthest apart GJK has few steps to go, which for curved cores are dear.
/// Where they are not, it starts as ever: contacts ask for the last digit of the direction.
ClosestPoints closestFrom(const Kept<Candidate>& candidates, const ConvexFeatures& a, const ConvexFeatures& b) {
  if (!a.curved && !b.curved) return closestCores(a, b);
  const SupportMap on_a = coreMap(a), on_b = coreMap(b);
  Vec3 best = b.core.vertices[0] - a.core.vertices[0];
  double largest = a.radius + b.radius;
  for (const Candidate& candidate : candidates) {
    if (candidate.direction == Vec3{0.0}) continue;
    for (const Vec3& d : {candidate.direction, -candidate.direction}) {
      const double gap = gapAlong(on_a, on_b, d);
      if (gap <= largest) continue;
      largest = gap;
      best = d;
    }
  }
  return closestCores(a, b, best);
}

Kept<Candidate> candidates(const ConvexFeatures& a, const ConvexFeatures& b, const SatTolerances& tolerances,
                           PrunedPairs listing, int& pruned, std::optional<ClosestPoints>& closest_points) {
  Kept<Candidate> out;
  const auto add_faces = [&](const ConvexFeatures& shape, AxisKind kind) {
    const bool is_a = kind == AxisKind::kFaceA;
    for (const AxisFeature& face : shape.face_axes)
      out.push_back({{kind, is_a ? face.feature : -1, is_a ? -1 : face.feature}, face.direction, 1});
  };
  if (a.unbounded || b.unbounded) {
    a.unbounded ? add_faces(a, AxisKind::kFaceA) : add_faces(b, AxisKind::kFaceB);
    return out;
  }
  add_faces(a, AxisKind::kFaceA);
  add_faces(b, AxisKind::kFaceB);
  addEdgePairs(a, b, listing, pruned, out);
  if (a.curved || b.curved) {
    for (const CurvedAxis& axis : curvedAxes(a, b)) out.push_back({axis.id, axis.direction, 1});
  }
  const bool has_direction = std::any_of(out.begin(), out.end(), [](const Candidate& c) {
    return c.direction != Vec3{0.0} && c.pruned == PruneReason::kNone;
  });
  if (isRound(a) || isRound(b) || !has_direction) {
    closest_points = closestFrom(out, a, b);
    const Candidate closest = closestAxis(a, b, *closest_points, tolerances.size, has_direction);
    const auto same = std::find_if(out.begin(), out.end(), [&](const Candidate& c) { return c.id == closest.id; });
    const SupportMap on_a = coreMap(a), on_b = coreMap(b);
    const auto gap = [&](const Vec3& d) { return std::max(gapAlong(on_a, on_b, d), gapAlong(on_a, on_b, -d)); };
    // From its features a direction is known better than from the closest points, to whose errors the gap is blind.
    if (same == out.end()) {
      out.push_back(closest);
    } else if (gap(closest.direction) > gap(same->direction) + tolerances.tie) {
      *same = closest;
    }
  }
  return out;
}

void rank(SatReport& report) {
  const AxisRanking ranking = rankAxes(report.axes, report.tolerances);
  SEPAX_ASSERT(ranking.deciding >= 0);
  report.first_separating = ranking.first_separating;
  report.deciding = ranking.deciding;
  report.runner_up = ranking.runner_up;
  report.runner_up_margin = ranking.runner_up_margin;
  report.tie = ranking.tie;
}

}  // namespace

SatAxis measuredAxis(const ConvexFeatures& a, const ConvexFeatures& b, const Vec3& direction, double support_slack) {
  SatAxis axis;
  axis.id = kFreeAxis;
  axis.direction = direction;
  Projector project_a(a), project_b(b);
  measure(axis, project_a, project_b, support_slack);
  return axis;
}

std::vector<Vec3> fixedDirections(const ConvexFeatures& a, const ConvexFeatures& b) {
  std::vector<Vec3> out;
  for (const ConvexFeatures* shape : {&a, &b}) {
    for (const AxisFeature& face : shape->face_axes) out.push_back(normalizedOr(face.direction, Vec3{0.0}));
  }
  Kept<Candidate> edge_pairs;
  int pruned = 0;
  addEdgePairs(a, b, PrunedPairs::kCounted, pruned, edge_pairs);
  for (const Candidate& pair : edge_pairs) {
    if (pair.direction != Vec3{0.0}) out.push_back(pair.direction);
  }
  return out;
}

SatReport satReport(const ConvexFeatures& a, const ConvexFeatures& b, const Vec3& origin, double size, double touching,
                    PrunedPairs pruned, std::optional<ClosestPoints>* closest) {
  SatReport report;
  report.origin = origin;
  // Differences of far-away coordinates carry their rounding: ties and support features must not be finer than that.
  const double extent = coreMap(b).extent();
  const double rounding = 8 * std::numeric_limits<double>::epsilon() * (extent + size);
  // Axes that tie for a large shape need not tie for a small one at its side.
  const double smaller = std::min(sizeOf(a), sizeOf(b));
  report.tolerances = {size, touching, std::max(kTie * smaller, rounding), std::max(kSupport * size, rounding),
                       kParallelEdges};

  DirectionSet directions;
  Projector project_a(a), project_b(b);
  std::optional<ClosestPoints> closest_points;
  const Kept<Candidate> all = candidates(a, b, report.tolerances, pruned, report.pruned_edge_pairs, closest_points);
  if (closest != nullptr) *closest = closest_points;
  report.axes.reserve(all.size());
  directions.clear(all.size());
  for (const Candidate& candidate : all) {
    SatAxis axis;
    axis.id = candidate.id;
    axis.cross_length = candidate.cross_length;
    axis.direction = normalizedOr(candidate.direction, Vec3{0.0});
    const int index = static_cast<int>(report.axes.size());
    if (axis.direction == Vec3{0.0}) {
      axis.state = AxisState::kDegenerate;
      report.axes.push_back(axis);
      continue;
    }
    measure(axis, project_a, project_b, report.tolerances.support);
    if (candidate.pruned != PruneReason::kNone) {
      axis.state = AxisState::kPruned;
      axis.pruned = candidate.pruned;
      report.axes.push_back(axis);
      continue;
    }
    axis.duplicate_of = directions.findOrAdd(axis.direction, index, report.axes);
    // Far apart, directions a hair from equal still measure differently: those are two axes.
    if (axis.duplicate_of >= 0 &&
        std::abs(axis.separation - report.axes[axis.duplicate_of].separation) > report.tolerances.tie) {
      axis.duplicate_of = -1;
    }
    if (axis.duplicate_of >= 0) axis.state = AxisState::kDuplicate;
    report.axes.push_back(axis);
  }
  rank(report);

  const SatAxis& deciding = decidingAxis(report);
  report.verdict = verdictOf(deciding.separation, touching);
  if (report.verdict == Verdict::kOverlapping) report.mtv = deciding.direction * -deciding.separation;
  return report;
}

}  // namespace sepax
