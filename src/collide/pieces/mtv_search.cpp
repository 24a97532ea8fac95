#include "collide/pieces/mtv_search.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <utility>

#include "collide/sat/sat.h"
#include "collide/sweep/sweep_straight.h"

namespace sepax {

namespace {

constexpr double kForever = std::numeric_limits<double>::infinity();
/// Axes that looking for free places may cost, all directions together: some hundredths of a second.
constexpr std::size_t kMaxAxes = 100'000;
constexpr int kMaxSteps = 64;
/// Cosine below which a move is taken to run along an axis' planes, not out between them.
constexpr double kAlongPlane = 1e-9;

/// What an axis says of every place of B: how far B must move along it, or against it, to be clear of A.
struct Way {
  Vec3 direction;
  double along, against;
};

std::vector<Way> waysOf(const SatReport& sat) {
  std::vector<Way> out;
  for (const SatAxis& axis : sat.axes) {
    // The direction between closest features holds for one place only.
    if (axis.state != AxisState::kTested || axis.id.kind == AxisKind::kClosest) continue;
    out.push_back({axis.direction, axis.a.max - axis.b.min, axis.b.max - axis.a.min});
  }
  return out;
}

bool overlapsAt(const std::vector<Way>& ways, const Vec3& shift, double touching) {
  return std::all_of(ways.begin(), ways.end(), [&](const Way& way) {
    const double moved = dot(shift, way.direction);
    return way.along - moved > touching && way.against + moved > touching;
  });
}

/// From where to where B overlaps A along a direction; never when enter ≥ leave.
struct Span {
  double enter = -kForever, leave = kForever;
};

Span spanOf(const std::vector<Way>& ways, const Vec3& direction, double touching) {
  Span span;
  for (const Way& way : ways) {
    const double speed = dot(direction, way.direction);
    if (std::abs(speed) <= kAlongPlane) {
      if (way.along <= touching || way.against <= touching) return {0, 0};
      continue;
    }
    const auto [enter, leave] = std::minmax({way.along / speed, -way.against / speed});
    span = {std::max(span.enter, enter), std::min(span.leave, leave)};
  }
  return span;
}

double extentAlong(const ConvexFeatures& shape, const Vec3& direction) {
  return dot(shape.core.vertices[static_cast<std::size_t>(supportVertex(shape.core, direction))], direction) + shape.radius;
}

struct Walk {
  PieceSearch& search;
  const PosedShape &a, &b;
  ConvexFeatures hull_a, hull_b;
  std::size_t axes_left = kMaxAxes;
  std::map<std::pair<int, int>, std::vector<Way>> ways;  ///< of pairs of pieces with straight sides: their axes do not turn on the way

  /// How far along `direction` the hulls are surely apart.
  [[nodiscard]] double hullsNeed(const Vec3& direction) const { return extentAlong(hull_a, direction) + extentAlong(hull_b, -direction); }

  SatReport testedAt(int piece_a, int piece_b, const Vec3& shift) {
    const ConvexFeatures moved = transformed(search.featuresB(piece_b), Mat3{1.0}, shift);
    SatReport sat = satReport(search.featuresA(piece_a), moved, search.origin(), search.size(), search.touching());
    axes_left -= std::min(axes_left, sat.axes.size());
    return sat;
  }

  /// Pieces whose deciding axis turns while B moves: round ones, points and segments.
  bool turns(int piece_a, int piece_b) {
    const auto is_round = [](const ConvexFeatures& piece) { return piece.radius > 0 || piece.core.faces.empty(); };
    return is_round(search.featuresA(piece_a)) || is_round(search.featuresB(piece_b));
  }

  const std::vector<Way>& waysOfPieces(int piece_a, int piece_b) {
    const auto [known, added] = ways.try_emplace({piece_a, piece_b});
    if (added) known->second = waysOf(testedAt(piece_a, piece_b, Vec3{0.0}));
    return known->second;
  }

  /// Where along `direction` two round pieces touch last; −∞ when they never do.
  double exitRound(int piece_a, int piece_b, const Vec3& direction) {
    const SupportMap support_a(search.piecesA().piece(piece_a), a.pose.rotation, Vec3{0.0});
    const SupportMap support_b(search.piecesB().piece(piece_b), b.pose.rotation, b.pose.position - a.pose.position);
    const auto last = lastContact({support_a, support_b, support_a.radius() + support_b.radius(), direction, search.size()}, 0);
    return last ? last->time : -kForever;
  }

  /// Where along `direction` two pieces part that overlap at `at`; `at` itself when they do not.
  double exitFrom(int piece_a, int piece_b, double at, const Vec3& direction) {
    if (turns(piece_a, piece_b)) {
      const bool overlap = testedAt(piece_a, piece_b, at * direction).verdict == Verdict::kOverlapping;
      return overlap ? std::max(at, exitRound(piece_a, piece_b, direction)) : at;
    }
    const std::vector<Way>& known = waysOfPieces(piece_a, piece_b);
    if (!overlapsAt(known, at * direction, search.touching())) return at;
    return std::max(at, spanOf(known, direction, search.touching()).leave);
  }

  /// The place along `direction` from which on no pieces overlap.
  double lastFree(const Vec3& direction) {
    return search.lastExit(direction, [&](int piece_a, int piece_b) {
      if (turns(piece_a, piece_b)) return exitRound(piece_a, piece_b, direction);
      const Span span = spanOf(waysOfPieces(piece_a, piece_b), direction, search.touching());
      return span.enter < span.leave ? span.leave : -kForever;
    });
  }

  /// The first place along `direction` where no pieces overlap; `limit` when there is none before it.
  double firstFree(const Vec3& direction, double limit) {
    double at = 0;
    for (int step = 0; step < kMaxSteps && axes_left > 0; ++step) {
      double next = at;
      search.visitMeeting(at * direction, [&](int piece_a, int piece_b) {
        if (next < limit && axes_left > 0) next = std::max(next, exitFrom(piece_a, piece_b, at, direction));
      });
      if (next >= limit || axes_left == 0) return limit;
      if (next == at) return at;
      at = next;
    }
    return limit;
  }
};

/// Points of a side of which each tells of a connected part whether it is inside the other, in the world.
std::vector<Vec3> partPoints(const PosedShape& posed, const ShapePieces& pieces) {
  std::vector<Vec3> points;
  if (pieces.mesh() != nullptr) {
    points = pieces.mesh()->part_points;
  } else {
    const ConvexFeatures features = convexFeatures(posed.shape);
    Vec3 mean{0.0};
    for (const Vec3& v : features.core.vertices) mean += v / static_cast<double>(features.core.vertices.size());
    points = {mean};
  }
  for (Vec3& p : points) p = toWorld(posed.pose, p);
  return points;
}

}  // namespace

Containment containment(const PieceSearch& search, const PosedShape& a, const PosedShape& b, const Vec3& shift) {
  const auto holds = [&](const PosedShape& outer, const ShapePieces& outer_pieces, const PosedShape& inner, const ShapePieces& inner_pieces,
                         const Vec3& inner_shift) {
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

TriedMtv shortestMtv(PieceSearch& search, const PosedShape& a, const PosedShape& b, const std::vector<Vec3>& directions, double depth) {
  Walk walk{search,
            a,
            b,
            transformed(convexFeatures(a.shape), a.pose.rotation, Vec3{0.0}),
            transformed(convexFeatures(b.shape), b.pose.rotation, b.pose.position - a.pose.position),
            kMaxAxes,
            {}};
  TriedMtv best;
  Vec3 best_direction{0.0};
  double shortest = kForever;
  for (std::size_t i = 0; i < directions.size(); ++i) {
    const Vec3& direction = directions[i];
    const double enough = walk.hullsNeed(direction), limit = std::min(enough, shortest);
    double way = walk.firstFree(direction, limit);
    if (way < limit && containment(search, a, b, way * direction) != Containment::kNone) way = limit;
    if (way >= shortest) continue;
    shortest = way;
    const bool own = i == 0 && std::abs(way - depth) <= search.touching();
    best = {way >= enough ? MtvKind::kHulls : own ? MtvKind::kDeepestPieces : MtvKind::kAlongAxis, way * direction};
    best_direction = direction;
  }
  // The hulls have room between them and the shapes.
  if (best.kind == MtvKind::kHulls) best.mtv = std::min(shortest, walk.lastFree(best_direction)) * best_direction;
  return best;
}

}  // namespace sepax
