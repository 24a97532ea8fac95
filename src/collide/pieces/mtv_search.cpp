#include "collide/pieces/mtv_search.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "collide/convex/sweep_straight.h"
#include "collide/pieces/piece_unions.h"
#include "collide/sat/sat.h"
#include "geom/compound_data.h"
#include "geom/contains.h"
#include "geom/pieces.h"
#include "geom/solid_union.h"

namespace sepax {

namespace {

/// Pairs of boxes and axes that may be looked at for free positions, all directions together: a hundredth of a second.
constexpr std::size_t kMaxLooks = 100'000;
constexpr int kMaxSteps = 64;
/// Cosine below which a move is taken to run along an axis' planes, not out between them.
constexpr double kAlongPlane = 1e-9;

bool overlapsAt(const std::vector<Clearance>& clearances, const Vec3& shift, double touching) {
  return std::all_of(clearances.begin(), clearances.end(), [&](const Clearance& axis) {
    const double moved = dot(shift, axis.direction);
    return axis.along - moved > touching && axis.against + moved > touching;
  });
}

/// From where to where B overlaps A along a direction; never when first ≥ exit.
struct Overlap {
  double first = -kInfinity, exit = kInfinity;
};

Overlap overlapAlong(const std::vector<Clearance>& clearances, const Vec3& direction, double touching) {
  Overlap overlap;
  for (const Clearance& axis : clearances) {
    const double speed = dot(direction, axis.direction);
    if (std::abs(speed) <= kAlongPlane) {
      if (axis.along <= touching || axis.against <= touching) return {0, 0};
      continue;
    }
    const auto [first, exit] = std::minmax({axis.along / speed, -axis.against / speed});
    overlap = {std::max(overlap.first, first), std::min(overlap.exit, exit)};
  }
  return overlap;
}

double reachOf(const ConvexFeatures& shape, const Vec3& direction) {
  return dot(coreMap(shape)(direction).point, direction) + shape.radius;
}

struct Walk {
  PieceSearch& search;
  const PosedShape &a, &b;
  std::size_t looks_left = kMaxLooks;
  Vec3 separating{1, 0, 0};  ///< along which the last pieces found apart are apart: most often their neighbours, too
  /// Clearances of pairs of pieces with straight sides: their axes stay as B moves.
  std::map<std::pair<int, int>, std::vector<Clearance>> clearances;

  SatReport testedAt(int piece_a, int piece_b, const Vec3& shift) {
    const ConvexFeatures moved = transformed(search.featuresB(piece_b), Mat3{1.0}, shift);
    SatReport sat = satReport(search.featuresA(piece_a), moved, search.origin(), search.size(), search.touching());
    spend(sat.axes.size());
    return sat;
  }

  void spend(std::size_t looks) { looks_left -= std::min(looks_left, looks); }

  /// Pieces whose deciding axis changes its direction while B moves: round ones, points and segments.
  bool hasMovingAxis(int piece_a, int piece_b) {
    const auto is_round = [](const ConvexFeatures& piece) {
      return piece.curved || piece.radius > 0 || piece.core.faces.empty();
    };
    return is_round(search.featuresA(piece_a)) || is_round(search.featuresB(piece_b));
  }

  const std::vector<Clearance>& clearancesOfPieces(int piece_a, int piece_b) {
    const auto [known, added] = clearances.try_emplace({piece_a, piece_b});
    if (added) {
      known->second = clearancesOf(search.featuresA(piece_a), search.featuresB(piece_b));
      spend(known->second.size());
    }
    return known->second;
  }

  /// Where along `direction` two round pieces touch last; −∞ when they never do.
  double exitRound(int piece_a, int piece_b, const Vec3& direction) {
    const SupportMap &support_a = search.supportA(piece_a), &support_b = search.supportB(piece_b);
    const auto last =
        lastContact({support_a, support_b, support_a.radius() + support_b.radius(), direction, search.size()}, 0);
    return last ? last->time : -kInfinity;
  }

  bool areApartAt(int piece_a, int piece_b, const Vec3& shift) {
    const SupportMap &on_a = search.supportA(piece_a), &on_b = search.supportB(piece_b);
    const double apart = on_a.radius() + on_b.radius();
    const GjkResult found = gjk(on_a, on_b, {.start = separating, .shift = shift, .apart = apart});
    if (found.lower > apart) separating = found.direction;
    return found.lower > apart;
  }

  /// Where along `direction` the overlap of two pieces ends that overlap at `at`; `at` itself when they do not, or when
  /// that is no farther than `enough`; infinite when round pieces overlap at `limit` too, beyond which nothing matters.
  double exitFrom(int piece_a, int piece_b, double at, const Vec3& direction, double enough, double limit) {
    if (hasMovingAxis(piece_a, piece_b)) {
      // Where the overlap does not reach `enough`, they are apart there.
      const Vec3 shift = at * direction;
      if (areApartAt(piece_a, piece_b, enough * direction) || areApartAt(piece_a, piece_b, shift)) return at;
      if (testedAt(piece_a, piece_b, shift).verdict != Verdict::kOverlapping) return at;
      if (!areApartAt(piece_a, piece_b, limit * direction)) return kInfinity;
      const double exit = exitRound(piece_a, piece_b, direction);
      return exit > enough ? exit : at;
    }
    const std::vector<Clearance>& known = clearancesOfPieces(piece_a, piece_b);
    if (!overlapsAt(known, at * direction, search.touching())) return at;
    return std::max(at, overlapAlong(known, direction, search.touching()).exit);
  }

  /// The position along `direction` from which on no pieces overlap.
  double lastFree(const Vec3& direction) {
    const auto exit = [&](int piece_a, int piece_b) {
      if (hasMovingAxis(piece_a, piece_b)) return exitRound(piece_a, piece_b, direction);
      const Overlap overlap = overlapAlong(clearancesOfPieces(piece_a, piece_b), direction, search.touching());
      return overlap.first < overlap.exit ? overlap.exit : -kInfinity;
    };
    return search.lastExit({direction, exit, std::nullopt, nullptr});
  }

  /// The first position along `direction` where no pieces overlap; `limit` when there is none before it. From position
  /// to position: each is where the last overlap at the one before ends.
  double firstFree(const Vec3& direction, double limit) {
    double at = 0;
    for (int step = 0; step < kMaxSteps && looks_left > 0; ++step) {
      double last = at;
      const auto exit = [&](int piece_a, int piece_b) {
        last = std::max(last, exitFrom(piece_a, piece_b, at, direction, last, limit));
        return last < limit ? last : kInfinity;  // nothing beyond matters
      };
      const double next = search.lastExit({direction, exit, at, &looks_left});
      if (next >= limit) return limit;
      if (next == at) return at;
      at = next;
    }
    return limit;
  }
};

Vec3 meanOf(const PosedShape& shape) {
  const std::vector<Vec3> vertices = convexFeatures(shape.shape).core.vertices;
  Vec3 mean{0.0};
  for (const Vec3& v : vertices) mean += v / static_cast<double>(vertices.size());
  return toWorld(shape.pose, mean);
}

/// A point of each connected part of a side, in the world: the part is inside the other shape when its point is.
std::vector<Vec3> partPoints(const PosedShape& posed, const ShapePieces& pieces) {
  std::vector<Vec3> points;
  if (pieces.mesh() != nullptr) {
    points = pieces.mesh()->part_points;
  } else if (childrenOf(posed.shape) != nullptr) {
    for (int i = 0; i < pieces.count(); ++i) points.push_back(meanOf(pieces.piece(i)));
  } else {
    points = {meanOf({posed.shape, {}})};
  }
  for (Vec3& p : points) p = toWorld(posed.pose, p);
  return points;
}

}  // namespace

std::vector<Clearance> clearancesOf(const ConvexFeatures& a, const ConvexFeatures& b) {
  const auto ends = [](const ConvexFeatures& shape, const Vec3& direction) {
    double low = kInfinity, high = -kInfinity;
    for (const Vec3& v : shape.core.vertices) {
      const double height = dot(v, direction);
      low = std::min(low, height);
      high = std::max(high, height);
    }
    return std::pair(low, high);
  };
  std::vector<Clearance> out;
  for (const Vec3& direction : fixedDirections(a, b)) {
    const auto [low_a, high_a] = ends(a, direction);
    const auto [low_b, high_b] = ends(b, direction);
    out.push_back({direction, high_a - low_b, high_b - low_a});
  }
  return out;
}

double clearOf(const PairFrame& hulls, const Vec3& direction) {
  return reachOf(hulls.a, direction) + reachOf(hulls.b, -direction);
}

Containment containment(const PieceSearch& search, const PosedShape& a, const PosedShape& b, const Vec3& shift) {
  const auto holds = [&](const PosedShape& outer, const ShapePieces& outer_pieces, const PosedShape& inner,
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

bool isPointInside(PieceSearch& search, const PosedShape& a, const PosedShape& b, const Vec3& shift) {
  const auto stands = [](const PosedShape& whole, const PosedShape& thin, const ShapePieces& pieces, const Vec3& by) {
    if (childrenOf(whole.shape) == nullptr || isUnbounded(thin.shape)) return false;
    const std::vector<Vec3> points = partPoints(thin, pieces);
    return std::any_of(points.begin(), points.end(), [&](const Vec3& p) {
      return containsPoint(whole.shape, whole.pose, p + by).place == PointPlace::kInside;
    });
  };
  if (search.piecesA().mesh() != nullptr || search.piecesB().mesh() != nullptr) return false;
  const double width = CutCover(search.touching()).width();
  const bool is_thin_b = search.piecesB().count() == 1 && isThin(search.featuresB(0), width),
             is_thin_a = search.piecesA().count() == 1 && isThin(search.featuresA(0), width);
  return (is_thin_b && stands(a, b, search.piecesB(), shift)) || (is_thin_a && stands(b, a, search.piecesA(), -shift));
}

TriedMtv shortestMtv(PieceSearch& search, const PosedShape& a, const PosedShape& b, const PairFrame& hulls,
                     const std::vector<Vec3>& directions, double depth) {
  // Where no pieces overlap and the shapes do.
  const auto isBetween = [&](const Vec3& shift) {
    return containment(search, a, b, shift) != Containment::kNone || isPointInside(search, a, b, shift) ||
           isPierced(search, shift);
  };
  Walk walk{.search = search, .a = a, .b = b, .clearances = {}};
  TriedMtv best;
  Vec3 best_direction{0.0};
  double shortest = kInfinity;
  for (std::size_t i = 0; i < directions.size(); ++i) {
    const Vec3& direction = directions[i];
    const double enough = clearOf(hulls, direction), limit = std::min(enough, shortest);
    double found = walk.firstFree(direction, limit);
    if (found < limit && isBetween(found * direction)) found = limit;
    if (found >= shortest) continue;
    shortest = found;
    const bool own = i == 0 && std::abs(found - depth) <= search.touching();
    best = {found >= enough ? MtvKind::kHulls : own ? MtvKind::kDeepestPieces : MtvKind::kAlongAxis, found * direction};
    best_direction = direction;
  }
  // The hulls have room between them and the shapes.
  if (best.kind == MtvKind::kHulls) {
    const double last = std::min(shortest, walk.lastFree(best_direction));
    best.mtv = (isBetween(last * best_direction) ? shortest : last) * best_direction;
  }
  return best;
}

}  // namespace sepax
