#include "collide/convex/sat_pair.h"

#include <algorithm>

#include "collide/contacts/contacts.h"
#include "collide/convex/half_space_proxy.h"
#include "collide/convex/polytope_report.h"
#include "collide/gjk/closest_points.h"
#include "collide/sat/sat.h"
#include "geom/tolerances.h"

namespace sepax {

void answerClosest(const ConvexFeatures& a, const ConvexFeatures& b, const Vec3& origin, PairAnswer& answer,
                   const std::optional<ClosestPoints>& known) {
  const ClosestPoints closest = known                  ? *known
                                : a.curved || b.curved ? closestCores(a, b, answer.normal)
                                                       : closestCores(a, b);
  answer.distance = std::max(0.0, closest.distance - a.radius - b.radius);
  // On the line between the cores: the direction that certifies the distance may be a hair off it, which a large radius
  // magnifies.
  const Vec3 across = normalizedOr(closest.b - closest.a, closest.direction);
  answer.closest_a = origin + closest.a + across * a.radius;
  answer.closest_b = origin + closest.b - across * b.radius;
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

void SolidCore::become(const PosedShape& posed, const Vec3& origin, WantedCore wanted) {
  const auto& [position, rotation, rest] = posed.pose;
  const Vec3 offset = position - origin;
  const Box* const box = std::get_if<Box>(&posed.shape);
  const Polytope& body = box != nullptr ? unitBox() : std::get<Hull>(posed.shape).data->polytope;
  Polytope& core = features.core;
  core.vertices.resize(body.vertices.size());
  for (std::size_t v = 0; v < core.vertices.size(); ++v) {
    const Vec3 in_body = box != nullptr ? boxCorner(box->half_extents, static_cast<int>(v)) : body.vertices[v];
    core.vertices[v] = offset + rotation * in_body;
  }
  if (wanted == WantedCore::kVertices) return;
  if (box == nullptr || !has_box) {
    core.faces = body.faces;
    core.edges = body.edges;
  }
  has_box = box != nullptr;
  for (std::size_t f = 0; f < core.faces.size(); ++f) core.faces[f].normal = rotation * body.faces[f].normal;
}

PairReport runSat(const PosedShape& a, const PosedShape& b, const PairSettings& settings) {
  thread_local SolidCore core_a, core_b;
  PairReport report;
  PairFrame frame;
  SatReport sat;
  std::optional<ClosestPoints> closest;
  auto solid = solidReport(a, b, settings, PrunedPairs::kListed);
  if (solid) {
    sat = std::move(*solid);
    const WantedCore wanted = sat.verdict == Verdict::kSeparated ? WantedCore::kVertices : WantedCore::kWhole;
    core_a.become(a, sat.origin, wanted);
    core_b.become(b, sat.origin, wanted);
  } else {
    frame = pairFrame(a, b, settings);
    sat = satReport(frame.a, frame.b, frame.origin, frame.size, frame.touching, PrunedPairs::kListed, &closest);
  }
  const ConvexFeatures &of_a = solid ? core_a.features : frame.a, &of_b = solid ? core_b.features : frame.b;
  const SatAxis& deciding = decidingAxis(sat);
  PairAnswer& answer = report.answer;
  answer.verdict = sat.verdict;
  answer.separation = deciding.separation;
  answer.normal = deciding.direction;
  answer.mtv = sat.mtv;
  bool seen_apart = false;  // GJK does not see a gap of rounding size
  if (deciding.separation > 0) {
    answerClosest(of_a, of_b, sat.origin, answer, closest);
    seen_apart = answer.distance > 0;
    answer.distance = std::max(answer.distance, answer.separation);
  }
  if (sat.verdict != Verdict::kSeparated) {
    report.manifold = contactManifold(of_a, of_b, sat);
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
