#include "collide/convex/sat_pair.h"

#include <algorithm>

#include "collide/contacts/contacts.h"
#include "collide/convex/half_space_proxy.h"
#include "collide/convex/polytope_report.h"
#include "collide/gjk/closest_points.h"
#include "collide/sat/sat.h"
#include "geom/tolerances.h"

namespace sepax {

void answerClosest(const PairFrame& frame, PairAnswer& answer, const std::optional<ClosestPoints>& known) {
  const bool curved = frame.a.curved || frame.b.curved;
  const ClosestPoints closest = known    ? *known
                                : curved ? closestCores(frame.a, frame.b, answer.normal)
                                         : closestCores(frame.a, frame.b);
  answer.distance = std::max(0.0, closest.distance - frame.a.radius - frame.b.radius);
  // On the line between the cores: the direction that certifies the distance may be a hair off it, which a large radius
  // magnifies.
  const Vec3 across = normalizedOr(closest.b - closest.a, closest.direction);
  answer.closest_a = frame.origin + closest.a + across * frame.a.radius;
  answer.closest_b = frame.origin + closest.b - across * frame.b.radius;
}

const PairAlgorithm& satAlgorithm() {
  static constexpr PairAlgorithm kSat = {"sat", "Separating-axis test in double, every axis measured: the reference.",
                                         1e-12, runSat};
  return kSat;
}

std::optional<SatReport> solidReport(const PosedShape& a, const PosedShape& b, const PairSettings& settings,
                                     PrunedPairs pruned) {
  if (!SolidPolytope::takes(a.shape) || !SolidPolytope::takes(b.shape)) return std::nullopt;
  thread_local SolidPolytope solid_a{Box{}}, solid_b{Box{}};
  thread_local PolytopeReports reports;
  solid_a.become(a.shape);
  solid_b.become(b.shape);
  reports.report({solid_a, a.pose}, {solid_b, b.pose}, settings, pruned);
  return reports.taken();
}

ConvexFeatures coreFrom(const PosedShape& posed, const Vec3& origin, WantedCore wanted) {
  ConvexFeatures out;
  if (const Hull* const hull = std::get_if<Hull>(&posed.shape)) {
    const Polytope& polytope = hull->data->polytope;
    wanted == WantedCore::kWhole ? void(out.core = polytope) : void(out.core.vertices = polytope.vertices);
  } else {
    out = convexFeatures(posed.shape);
  }
  return transformed(std::move(out), posed.pose.rotation, posed.pose.position - origin);
}

PairReport runSat(const PosedShape& a, const PosedShape& b, const PairSettings& settings) {
  PairReport report;
  PairFrame frame;
  SatReport sat;
  std::optional<ClosestPoints> closest;
  if (auto solid = solidReport(a, b, settings, PrunedPairs::kListed)) {
    sat = std::move(*solid);
    const WantedCore wanted = sat.verdict == Verdict::kSeparated ? WantedCore::kVertices : WantedCore::kWhole;
    frame = {coreFrom(a, sat.origin, wanted), coreFrom(b, sat.origin, wanted), sat.origin, sat.tolerances.size,
             sat.tolerances.touching};
  } else {
    frame = pairFrame(a, b, settings);
    sat = satReport(frame.a, frame.b, frame.origin, frame.size, frame.touching, PrunedPairs::kListed, &closest);
  }
  const SatAxis& deciding = decidingAxis(sat);
  PairAnswer& answer = report.answer;
  answer.verdict = sat.verdict;
  answer.separation = deciding.separation;
  answer.normal = deciding.direction;
  answer.mtv = sat.mtv;
  bool seen_apart = false;  // GJK does not see a gap of rounding size
  if (deciding.separation > 0) {
    answerClosest(frame, answer, closest);
    seen_apart = answer.distance > 0;
    answer.distance = std::max(answer.distance, answer.separation);
  }
  if (sat.verdict != Verdict::kSeparated) {
    report.manifold = contactManifold(frame.a, frame.b, sat);
    answer.contacts = report.manifold->contacts;
    // A needle that all but touches is nearer at its contact than where GJK ended.
    const double at_contact = report.manifold->contacts.front().separation;
    const bool is_nearer = answer.distance > std::max(at_contact, answer.separation) &&
                           report.manifold->passing <= report.manifold->depth_slack;
    if (is_nearer) answer.distance = std::max({at_contact, answer.separation, 0.0});
    if (deciding.separation <= 0 || !seen_apart || is_nearer) {
      deepestPoints(*report.manifold, answer.normal, answer.closest_a, answer.closest_b);
    }
  }
  report.trace = std::move(sat);
  return report;
}

SatAxis measureDirection(const PosedShape& a, const PosedShape& b, const Vec3& direction_in_world) {
  const auto [seen_a, seen_b] = withProxies(a, b);
  const PairFrame frame = pairFrame(seen_a, seen_b);
  return measuredAxis(frame.a, frame.b, normalizedOr(direction_in_world, {1, 0, 0}), kSupport * frame.size);
}

PairReport testHalfSpaces(const PosedShape& a, const PosedShape& b, const PairSettings& settings) {
  const double gap = heightAbove(a.pose, b.pose.position);
  if (faceEachOther(a.pose, b.pose)) {
    const double size = kProxyExtent * std::abs(gap);
    const PosedShape seen_a = proxyOfSize(a, movedBelow(a.pose, b.pose.position), size);
    PairReport report = runSat(seen_a, proxyOfSize(b, b.pose, size), {touchingTolerance(a, b, settings)});
    report.manifold.reset();
    report.answer.contacts.clear();
    return report;
  }
  PairReport report;
  report.answer.verdict = Verdict::kOverlapping;
  report.answer.endless = true;
  report.answer.normal = halfSpaceNormal(a.pose);
  // A point of both: as far back along both normals as either needs.
  const Vec3 back = halfSpaceNormal(a.pose) + halfSpaceNormal(b.pose);
  const double depth = std::max({0.0, gap, heightAbove(b.pose, b.pose.position)});
  report.answer.closest_a = report.answer.closest_b =
      b.pose.position - back * (depth / dot(back, halfSpaceNormal(a.pose)));
  return report;
}

}  // namespace sepax
