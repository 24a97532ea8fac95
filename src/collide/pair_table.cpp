#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "collide/contacts/contacts.h"
#include "collide/exact/brute_force.h"
#include "collide/exact/exact.h"
#include "collide/gjk/closest_points.h"
#include "collide/gjk/gjk_pair.h"
#include "collide/historical/historical.h"
#include "collide/pair.h"
#include "collide/pieces/by_pieces.h"
#include "collide/sat/sat.h"
#include "collide/sat/sat_float.h"
#include "geom/convex.h"
#include "geom/pieces.h"
#include "geom/tolerances.h"

namespace sepax {

namespace {

/// Both shapes turned as in the world, measured from A's centre: numbers stay small far from the world's origin.
struct PairFrame {
  ConvexFeatures a, b;
  Vec3 origin;
  double size, touching;
};

PairFrame frameOf(const PosedShape& a, const PosedShape& b, const PairSettings& settings) {
  const double size = pairSize(a, b);
  return {transformed(convexFeatures(a.shape), a.pose.rotation, Vec3{0.0}),
          transformed(convexFeatures(b.shape), b.pose.rotation, b.pose.position - a.pose.position), a.pose.position, size,
          settings.touching_tolerance.value_or(kTouching * size)};
}

/// Distance and witness points of round or sharp convex shapes from their cores' closest points.
void answerDistance(const PairFrame& frame, const ClosestPoints& closest, PairAnswer& answer) {
  answer.distance = std::max(0.0, closest.distance - frame.a.radius - frame.b.radius);
  answer.closest_a = frame.origin + closest.a + closest.direction * frame.a.radius;
  answer.closest_b = frame.origin + closest.b - closest.direction * frame.b.radius;
}

PairReport runSat(const PosedShape& a, const PosedShape& b, const PairSettings& settings) {
  const PairFrame frame = frameOf(a, b, settings);
  PairReport report = emptyReport(a, b, "sat");
  SatReport sat = satReport(frame.a, frame.b, frame.origin, frame.size, frame.touching, PrunedPairs::kListed);
  const SatAxis& deciding = sat.axes[sat.deciding];
  PairAnswer& answer = report.answer;
  answer.verdict = sat.verdict;
  answer.separation = deciding.separation;
  answer.normal = deciding.direction;
  answer.mtv = sat.mtv;
  if (deciding.separation > 0) {
    answerDistance(frame, closestPoints(frame.a.core, frame.b.core), answer);
    answer.distance = std::max(answer.distance, answer.separation);  // a gap of rounding size is below GJK's sight
  }
  if (sat.verdict != Verdict::kSeparated) {
    report.manifold = contactManifold(frame.a, frame.b, sat);
    answer.contacts = report.manifold->contacts;
    if (deciding.separation <= 0) {
      deepestPoints(*report.manifold, answer.normal, sat.tolerances.support, answer.closest_a, answer.closest_b);
    }
  }
  report.trace = std::move(sat);
  return report;
}

/// What a report says of its own error, metres: GJK and EPA know how far apart their bounds ended.
double statedError(const PairReport& report) {
  const auto* gjk = std::get_if<GjkReport>(&report.trace);
  return gjk != nullptr ? gjk->answer.error : 0;
}

}  // namespace

const std::vector<PairAlgorithm>& pairAlgorithms() {
  static const std::vector<PairAlgorithm> kTable = [] {
    std::vector<PairAlgorithm> table = {
        {"sat", "Separating-axis test in double, every axis measured: the reference.", 1e-12, runSat},
        {"sat-float", "The same axes in float, as a game engine measures them.", 1e-5, runSatFloat},
        {"exact", "Integers of any size on the very doubles given; only printed numbers are rounded.", 1e-12, runExact, exactHandles, false,
         Concave::kByFewPieces},
        {"gjk", "Gilbert–Johnson–Keerthi distance of the shapes themselves, every step kept.", 1e-7, runGjk},
        {"gjk-epa", "GJK, and where the shapes meet the expanding polytope (EPA) for the depth, every step kept.", 1e-9, runGjkEpa},
        {"brute-force", "The gap of the support functions over thousands of directions, refined.", 1e-9, runBruteForce, nullptr, false,
         Concave::kByFewPieces},
    };
    const std::vector<PairAlgorithm> historical = historicalAlgorithms();
    table.insert(table.end(), historical.begin(), historical.end());
    return table;
  }();
  return kTable;
}

SatAxis measureDirection(const PosedShape& a, const PosedShape& b, const Vec3& direction_in_world) {
  const PairFrame frame = frameOf(a, b, {});
  return measuredAxis(frame.a, frame.b, normalizedOr(direction_in_world, {1, 0, 0}), kSupport * frame.size);
}

bool measuresDepth(const PairReport& report) {
  const auto* gjk = std::get_if<GjkReport>(&report.trace);
  return gjk != nullptr ? gjk->measures_depth : std::holds_alternative<SatReport>(report.trace);
}

double tessellationDifference(const PairReport& p, const PairReport& q) { return std::abs(p.tessellation_error - q.tessellation_error); }

std::optional<std::string> disagreement(const PairReport& reference, const PairReport& other, double tolerance) {
  const PairAnswer &right = reference.answer, &answer = other.answer;
  const double allowed = tolerance + tessellationDifference(reference, other) + statedError(reference) + statedError(other);
  const bool near_touching = std::abs(right.separation) <= allowed;
  if (!near_touching && (right.verdict == Verdict::kSeparated) != (answer.verdict == Verdict::kSeparated)) {
    return fmt::format("{} where the reference says {}", verdictName(answer.verdict), verdictName(right.verdict));
  }
  if (!(std::abs(answer.distance - right.distance) <= allowed)) {
    return fmt::format("distance {} where the reference says {}", answer.distance, right.distance);
  }
  const bool overlapping = right.verdict == Verdict::kOverlapping && answer.verdict == Verdict::kOverlapping;
  if (overlapping && measuresDepth(reference) && measuresDepth(other) && !(std::abs(answer.separation - right.separation) <= allowed)) {
    return fmt::format("depth {} where the reference says {}", -answer.separation, -right.separation);
  }
  return std::nullopt;
}

PairReport emptyReport(const PosedShape& a, const PosedShape& b, const char* algorithm) {
  PairReport report;
  report.algorithm = algorithm;
  report.tessellation_error = tessellationError(a.shape) + tessellationError(b.shape);
  return report;
}

double pairSize(const PosedShape& a, const PosedShape& b) { return std::max(sizeOf(a.shape), sizeOf(b.shape)); }

bool handles(const PairAlgorithm& algorithm, const Shape& a, const Shape& b) {
  if (isPlanar(a) != isPlanar(b) || (algorithm.handles != nullptr && !algorithm.handles(a, b))) return false;
  if (isConvex(a) && isConvex(b)) return true;
  if (algorithm.concave != Concave::kByFewPieces) return algorithm.concave != Concave::kRefused;
  return static_cast<std::int64_t>(pieceCount(a)) * pieceCount(b) <= kMaxOwnPiecePairs;
}

Result<PairReport> testPair(const PosedShape& a, const PosedShape& b, const PairSettings& settings, const std::string& algorithm) {
  const auto& table = pairAlgorithms();
  const auto row = std::find_if(table.begin(), table.end(), [&](const PairAlgorithm& r) { return r.name == algorithm; });
  if (row == table.end()) {
    std::string known;
    for (const PairAlgorithm& r : table) known += fmt::format("{}{}", known.empty() ? "" : ", ", r.name);
    return fail(ErrorCode::kNotFound, "algorithm", fmt::format("expected one of {}, found \"{}\"", known, algorithm));
  }
  if (isPlanar(a.shape) != isPlanar(b.shape))
    return fail(ErrorCode::kUnsupported, "", "a planar shape cannot be tested against a solid one");
  if (!handles(*row, a.shape, b.shape)) {
    return fail(ErrorCode::kUnsupported, "",
                fmt::format("{} does not take a {} against a {}", row->name, typeName(a.shape), typeName(b.shape)));
  }
  const bool as_one = row->concave == Concave::kAsOne || (isConvex(a.shape) && isConvex(b.shape));
  return as_one ? row->run(a, b, settings) : runByPieces(*row, a, b, settings);
}

}  // namespace sepax
