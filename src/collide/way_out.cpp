#include "collide/way_out.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "collide/sat.h"

namespace sepax {

namespace {

constexpr double kForever = std::numeric_limits<double>::infinity();
/// Separating-axis tests that all directions may cost together.
constexpr int kMostTests = 4000;
constexpr int kMostSteps = 64;
/// Cosine below which a move is taken to run along an axis' planes, not out between them.
constexpr double kAlongPlane = 1e-9;

/// How far B must move along `direction` until one of the axes separates the pair.
double clearing(const SatReport& sat, const Vec3& direction) {
  double least = kForever;
  for (const SatAxis& axis : sat.axes) {
    if (axis.state != AxisState::kTested) continue;
    const double speed = dot(direction, axis.direction);
    if (speed > kAlongPlane) least = std::min(least, (axis.a.max - axis.b.min) / speed);
    if (speed < -kAlongPlane) least = std::min(least, (axis.b.max - axis.a.min) / -speed);
  }
  return least;
}

double reachAlong(const ConvexFeatures& shape, const Vec3& direction) {
  return dot(shape.core.vertices[static_cast<std::size_t>(supportVertex(shape.core, direction))], direction) + shape.radius;
}

struct Walk {
  PieceSearch& search;
  ConvexFeatures hull_a, hull_b;
  int tests_left = kMostTests;

  /// How far along `direction` the hulls are surely apart.
  [[nodiscard]] double hullsNeed(const Vec3& direction) const { return reachAlong(hull_a, direction) + reachAlong(hull_b, -direction); }

  /// The first place along `direction` where no pieces overlap; `limit` when there is none before it.
  double firstFree(const Vec3& direction, double limit) {
    double at = 0;
    for (int step = 0; step < kMostSteps && tests_left >= 0; ++step) {
      const Vec3 shift = at * direction;
      double next = at;
      search.visitMeeting(shift, [&](int a, int b) {
        if (next >= limit || --tests_left < 0) return;
        const SatReport sat = satReport(search.featuresA(a), placed(search.featuresB(b), Mat3{1.0}, shift), search.origin(), search.size(),
                                        search.touching());
        if (sat.verdict == Verdict::kOverlapping) next = std::max(next, at + clearing(sat, direction));
      });
      if (next >= limit || tests_left < 0) return limit;
      if (next == at) return at;
      at = next;
    }
    return limit;
  }
};

/// Points of a side of which each tells of a connected part whether it is inside the other, in the world.
std::vector<Vec3> partPoints(const PlacedShape& placed_shape, const ShapePieces& pieces) {
  std::vector<Vec3> points;
  if (pieces.mesh() != nullptr) {
    points = pieces.mesh()->part_points;
  } else {
    const ConvexFeatures features = convexFeatures(placed_shape.shape);
    Vec3 mean{0.0};
    for (const Vec3& v : features.core.vertices) mean += v / static_cast<double>(features.core.vertices.size());
    points = {mean};
  }
  for (Vec3& p : points) p = toWorld(placed_shape.pose, p);
  return points;
}

}  // namespace

Containment containment(const PieceSearch& search, const PlacedShape& a, const PlacedShape& b, const Vec3& shift) {
  const auto holds = [&](const PlacedShape& outer, const ShapePieces& outer_pieces, const PlacedShape& inner,
                         const ShapePieces& inner_pieces, const Vec3& inner_shift) {
    const MeshData* const mesh = outer_pieces.mesh();
    if (mesh == nullptr || !mesh->closed) return false;
    const std::vector<Vec3> points = partPoints(inner, inner_pieces);
    return std::any_of(points.begin(), points.end(), [&](const Vec3& p) {
      const Vec3 in_body = glm::transpose(outer.pose.rotation) * (p + inner_shift - outer.pose.position);
      return enclosesDeeper(*mesh, in_body, search.touching());
    });
  };
  if (holds(a, search.piecesA(), b, search.piecesB(), shift)) return Containment::kBInA;
  if (holds(b, search.piecesB(), a, search.piecesA(), -shift)) return Containment::kAInB;
  return Containment::kNone;
}

TriedWayOut shortestWayOut(PieceSearch& search, const PlacedShape& a, const PlacedShape& b, const std::vector<Vec3>& directions,
                           double depth) {
  Walk walk{search, placed(convexFeatures(a.shape), a.pose.rotation, Vec3{0.0}),
            placed(convexFeatures(b.shape), b.pose.rotation, b.pose.position - a.pose.position)};
  TriedWayOut best;
  double shortest = kForever;
  for (std::size_t i = 0; i < directions.size(); ++i) {
    const Vec3& direction = directions[i];
    const double enough = walk.hullsNeed(direction), limit = std::min(enough, shortest);
    double way = walk.firstFree(direction, limit);
    if (way < limit && containment(search, a, b, way * direction) != Containment::kNone) way = limit;
    if (way >= shortest) continue;
    shortest = way;
    const bool own = i == 0 && std::abs(way - depth) <= search.touching();
    best = {way >= enough ? WayOut::kHulls : own ? WayOut::kDeepestPieces : WayOut::kAlongAxis, way * direction};
  }
  return best;
}

}  // namespace sepax
