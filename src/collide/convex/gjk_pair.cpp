#include "collide/convex/gjk_pair.h"

#include <algorithm>

#include "collide/gjk/closest_points.h"
#include "collide/gjk/epa.h"
#include "collide/gjk/gjk.h"
#include "geom/tolerances.h"

namespace sepax {

namespace {

/// Points of A and B with the given weights: where the shapes are nearest, or deepest.
void mix(const GjkVertex& vertex, double weight, Vec3& on_a, Vec3& on_b) {
  on_a += weight * vertex.a;
  on_b += weight * vertex.b;
}

/// Points of two cores, and by how much they are not as far apart as they should be, metres.
struct Witnesses {
  Vec3 a{0.0}, b{0.0};
  double miss = 0;
};

/// Points `depth` deep in each other along the normal. EPA's nearest face has them where its foot lies on it. Where it
/// lies beside, on a neighbour in the same plane or on a curved side, they are the closest ones after B has moved out
/// along the normal by the depth and a hair more.
Witnesses deepest(const SupportMap& a, const SupportMap& b, const EpaTrace& epa, const Vec3& normal, double depth,
                  double extent) {
  constexpr double kExact = 1e-13, kHair = 1e-3;  // of the extent
  const auto missOf = [&](Witnesses points) {
    points.miss = length(points.a - points.b - normal * depth);
    return points;
  };
  Witnesses best{.miss = kInfinity};
  if (epa.best_step >= 0) {
    Witnesses on_face;
    const EpaFace& face = epa.faces[epa.steps[epa.best_step].face];
    for (std::size_t i = 0; i < 3; ++i) {
      if (epa.weights[i] > 0) mix(epa.vertices[face.vertices[i]], epa.weights[i], on_face.a, on_face.b);
    }
    best = missOf(on_face);
  }
  for (double hair = kHair * extent; hair >= kExact * extent && best.miss > kExact * extent; hair /= 100) {
    const Vec3 out = (std::max(0.0, depth) + hair) * normal;
    const GjkResult apart = coreGap(a, b.moved(Mat3{1.0}, out), normal);
    if (!(apart.lower > 0)) break;
    const Witnesses moved = missOf({apart.a, apart.b - out});
    if (moved.miss < best.miss) best = moved;
  }
  return best;
}

void answerWitnesses(const GjkReport& report, const SupportMap& a, const SupportMap& b, double extent,
                     PairAnswer& answer) {
  Vec3 on_a{0.0}, on_b{0.0};
  const Vec3& normal = report.answer.normal;
  const bool is_deep = report.epa && report.epa->stop != EpaStop::kFlat &&
                       (normal == report.epa->normal || (report.tightened && normal == report.tightened->direction));
  if (is_deep) {
    const double depth = -(report.answer.separation + report.radius_a + report.radius_b);
    const Witnesses points = deepest(a, b, *report.epa, normal, depth, extent);
    on_a = points.a;
    on_b = on_a - normal * depth;  // to the last digit
    if (points.miss > kClosestGap * extent) answer.error = std::max(answer.error, points.miss);
  } else {
    const GjkStep& last = report.steps.back();
    for (std::size_t i = 0; i < last.simplex.size(); ++i) mix(last.simplex[i], last.weights[i], on_a, on_b);
  }
  // GJK alone knows no normal where the cores meet.
  const bool no_normal =
      !report.epa && !report.tightened && (report.stop == GjkStop::kEncloses || report.stop == GjkStop::kTouches);
  const Vec3 outward = no_normal ? Vec3{0.0} : normal;
  answer.closest_a = report.origin + on_a + outward * report.radius_a;
  answer.closest_b = report.origin + on_b - outward * report.radius_b;
  if (!report.measures_depth || answer.separation >= 0) return;
  const double miss = length((on_b - on_a) - normal * (answer.separation + report.radius_a + report.radius_b));
  if (miss > kClosestGap * extent) answer.error = std::max(answer.error, miss);
}

GjkDirection measured(const SupportMap& a, const SupportMap& b, const Vec3& direction) {
  return {direction, differenceSupport(a, b, direction)};
}

/// The direction of least overlap near EPA's. With ellipsoids several faces may be about as near, on slopes towards
/// different minima.
Vec3 leastOverlapOf(const SupportMap& a, const SupportMap& b, const EpaTrace& epa) {
  constexpr std::size_t kStarts = 6;
  constexpr double kApart = 0.98;  // cosine between starts
  Vec3 best = leastOverlapNear(a, b, epa.normal);
  if (a.kind() != SupportKind::kEllipsoid && b.kind() != SupportKind::kEllipsoid) return best;
  std::vector<const EpaFace*> faces;
  for (const EpaFace& face : epa.faces) {
    if (face.removed < 0 && !face.thin) faces.push_back(&face);
  }
  std::sort(faces.begin(), faces.end(), [](const EpaFace* p, const EpaFace* q) { return p->distance < q->distance; });
  std::vector<Vec3> starts{epa.normal};
  double largest = gapAlong(a, b, best);
  for (const EpaFace* face : faces) {
    if (starts.size() == kStarts || -face->distance < largest) break;
    if (std::any_of(starts.begin(), starts.end(), [&](const Vec3& s) { return dot(s, face->normal) > kApart; }))
      continue;
    starts.push_back(face->normal);
    const Vec3 found = leastOverlapNear(a, b, face->normal);
    if (const double gap = gapAlong(a, b, found); gap > largest) {
      largest = gap;
      best = found;
    }
  }
  return best;
}

/// EPA where the cores meet, or where GJK's nearest point creeps because curved cores all but touch, and its bounds
/// stay apart by up to the root of rounding. Curved cores have sides that no polytope reaches: where they just touch,
/// moving them apart and back brings the bounds together without EPA, and where EPA's do not meet it finds the best
/// direction near EPA's.
void measureDepth(const SupportMap& a, const SupportMap& b, const GjkResult& found, GjkReport& trace) {
  const bool apart = found.lower - trace.radius_a - trace.radius_b > trace.tolerances.touching;
  if (apart || found.stop == GjkStop::kConverged || found.upper > kCoresNear * found.extent) return;
  const bool curved = a.kind() != SupportKind::kVertices || b.kind() != SupportKind::kVertices;
  if (curved) {
    const GjkResult tight = tightened(a, b, found);
    const GjkDirection direction = measured(a, b, tight.direction);
    if (found.upper - direction.gap() <= kClosestGap * found.extent) {
      trace.tightened = direction;
      return;
    }
  }
  trace.epa = epaSearch(a, b, trace.steps.back().simplex, kEpaGap * found.extent);
  if (curved && trace.epa->stop != EpaStop::kConverged)
    trace.tightened = measured(a, b, leastOverlapOf(a, b, *trace.epa));
}

enum class Depth { kUnknown, kByEpa };

PairReport run(const PosedShape& a, const PosedShape& b, const PairSettings& settings, Depth depth) {
  const Vec3 offset = b.pose.position - a.pose.position;
  const SupportMap map_a(a.shape, a.pose.rotation, Vec3{0.0}), map_b(b.shape, b.pose.rotation, offset);

  GjkReport trace;
  trace.origin = a.pose.position;
  trace.planar = map_a.planar();
  trace.kind_a = map_a.kind();
  trace.kind_b = map_b.kind();
  trace.radius_a = map_a.radius();
  trace.radius_b = map_b.radius();
  trace.measures_depth = depth == Depth::kByEpa;
  const GjkResult found = gjk(map_a, map_b, {.start = offset}, &trace.steps);
  trace.stop = found.stop;
  trace.tolerances = {pairSize(a, b), touchingTolerance(a, b, settings), kClosestGap * found.extent};
  if (trace.measures_depth) measureDepth(map_a, map_b, found, trace);
  trace.answer = answerOf(trace);

  PairReport report;
  PairAnswer& answer = report.answer;
  answer.verdict = trace.answer.verdict;
  answer.separation = trace.answer.separation;
  answer.distance = std::max(0.0, answer.separation);
  answer.error = trace.answer.error;
  answer.normal = trace.answer.normal;
  answer.mtv = trace.answer.mtv;
  answerWitnesses(trace, map_a, map_b, found.extent, answer);
  report.trace = std::move(trace);
  return report;
}

}  // namespace

PairReport runGjk(const PosedShape& a, const PosedShape& b, const PairSettings& settings) {
  return run(a, b, settings, Depth::kUnknown);
}

PairReport runGjkEpa(const PosedShape& a, const PosedShape& b, const PairSettings& settings) {
  return run(a, b, settings, Depth::kByEpa);
}

const PairAlgorithm& gjkEpaAlgorithm() {
  static constexpr PairAlgorithm kGjkEpa = {
      .name = "gjk-epa",
      .summary = "GJK, and where the shapes meet the expanding polytope (EPA) for the depth, every step kept.",
      .tolerance = 1e-9,
      .run = runGjkEpa,
      .steps = Steps::kGjkAndEpa,
      .separation_kind = SeparationKind::kGapAndDepth};
  return kGjkEpa;
}

}  // namespace sepax
