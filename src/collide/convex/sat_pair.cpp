#include "collide/convex/sat_pair.h"

#include "collide/contacts/contacts.h"
#include "collide/gjk/closest_points.h"
#include "collide/sat/sat.h"
#include "geom/support.h"
#include "geom/tolerances.h"

#include <algorithm>
#include <cmath>

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
  static constexpr PairAlgorithm kSat = {
      "sat", "Separating-axis test in double, every axis that can decide: the reference.", 1e-12, runSat};
  return kSat;
}

SolidPair::Side& SolidPair::become(Sides& sides, const Shape& shape) {
  Side& side = sides[std::holds_alternative<Box>(shape)    ? 0
                     : std::holds_alternative<Hull>(shape) ? 1
                     : std::holds_alternative<Box2>(shape) ? 2
                                                           : 3];
  side.shape.become(shape);
  side.features.planar = isPlanar(shape);
  return side;
}

bool SolidPair::test(const PosedShape& a, const PosedShape& b, const PairSettings& settings, PrunedPairs pruned) {
  if (!SolidPolytope::takes(a.shape) || !SolidPolytope::takes(b.shape)) return false;
  a_ = &become(sides_a_, a.shape);
  b_ = &become(sides_b_, b.shape);
  reports_.report({a_->shape, a.pose}, {b_->shape, b.pose}, settings, pruned);
  sat = reports_.taken();
  a_->features.core.vertices = reports_.cornersOfA();
  b_->features.core.vertices = reports_.cornersOfB();
  return true;
}

void SolidPair::addFaces(const Mat3& rotation_a, const Mat3& rotation_b) {
  a_->addFaces(rotation_a);
  b_->addFaces(rotation_b);
}

void SolidPair::Side::addFaces(const Mat3& rotation) {
  const Polytope& body = shape.core();
  Polytope& core = features.core;
  // Edges and loops of boxes are always the same.
  if (core.faces.empty() || &body != &unitBox()) {
    core.faces = body.faces;
    core.edges = body.edges;
  }
  for (std::size_t f = 0; f < core.faces.size(); ++f) core.faces[f].normal = rotation * body.faces[f].normal;
}

namespace {

/// The reference's answer and contacts, from its axes.
PairReport reportOf(const ConvexFeatures& a, const ConvexFeatures& b, const std::optional<ClosestPoints>& closest,
                    SatReport&& sat) {
  PairReport report;
  const SatAxis& deciding = decidingAxis(sat);
  PairAnswer& answer = report.answer;
  answer.verdict = sat.verdict;
  answer.separation = deciding.separation;
  answer.normal = deciding.direction;
  answer.mtv = sat.mtv;
  bool seen_apart = false;  // GJK does not see a gap of rounding size
  if (deciding.separation > 0) {
    answerClosest(a, b, sat.origin, answer, closest);
    seen_apart = answer.distance > 0;
    answer.distance = std::max(answer.distance, answer.separation);
  }
  if (sat.verdict != Verdict::kSeparated) {
    report.manifold = contactManifold(a, b, sat);
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

}  // namespace

PairReport runSat(const PosedShape& a, const PosedShape& b, const PairSettings& settings) {
  thread_local SolidPair solid;
  if (solid.test(a, b, settings, PrunedPairs::kListed)) {
    if (solid.sat.verdict != Verdict::kSeparated) solid.addFaces(a.pose.rotation, b.pose.rotation);
    return reportOf(solid.a(), solid.b(), std::nullopt, std::move(solid.sat));
  }
  const PairFrame frame = pairFrame(a, b, settings);
  std::optional<ClosestPoints> closest;
  SatReport sat = satReport(frame.a, frame.b, frame.origin, frame.size, frame.touching, PrunedPairs::kListed, &closest);
  return reportOf(frame.a, frame.b, closest, std::move(sat));
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

PosedShape proxyOfSize(const PosedShape& half_space, const Pose& pose, double wanted) {
  const double size = wanted > 0 ? wanted : 1;
  if (isPlanar(half_space.shape)) return {HalfSpace2{size}, pose};
  return {HalfSpace{size}, pose};
}

BallAround ballAround(const PosedShape& shape) {
  const auto [low, high] = boundsOf(SupportMap(shape.shape, shape.pose.rotation, Vec3{0.0}));
  return {shape.pose.position + (low + high) / 2.0, length(high - low) / 2};
}

PosedShape proxyBelow(const PosedShape& half_space, const BallAround& ball) {
  const double depth = std::max(0.0, ball.radius - heightAbove(half_space.pose, ball.centre));
  return proxyOfSize(half_space, movedBelow(half_space.pose, ball.centre), kProxyExtent * (ball.radius + depth));
}

std::pair<PosedShape, PosedShape> withProxies(const PosedShape& a, const PosedShape& b) {
  return {isUnbounded(a.shape) ? proxyBelow(a, ballAround(b)) : a,
          isUnbounded(b.shape) ? proxyBelow(b, ballAround(a)) : b};
}

bool faceEachOther(const Pose& a, const Pose& b) {
  const Vec3 normal_a = halfSpaceNormal(a), normal_b = halfSpaceNormal(b);
  return dot(normal_a, normal_b) < 0 && length(crossAccurate(normal_a, normal_b)) <= kParallelEdges;
}

}  // namespace sepax
