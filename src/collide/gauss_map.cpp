#include "collide/gauss_map.h"

#include "geom/portable_math.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numbers>
#include <utility>

namespace sepax {

namespace {

/// Arcs of half a turn and more are cut, so that their great circle is known.
void addArcs(GaussMap& map, int edge, std::initializer_list<Vec3> stations) {
  for (const Vec3* at = stations.begin(); at + 1 != stations.end(); ++at) map.arcs.push_back({at[0], at[1], edge});
}

Vec3 middleOf(const Polytope& core) {
  Vec3 sum{0.0};
  for (const Vec3& vertex : core.vertices) sum += vertex;
  return sum / static_cast<double>(core.vertices.size());
}

/// Caps and lateral surface, the circle of its normals in arcs that are short enough to be on it.
GaussMap curvedMap(const CurvedCore& core) {
  GaussMap map;
  if (core.kind == CurvedKind::kEllipsoid) {
    if (const int across = core.acrossDisc(); across >= 0)
      map.normals = {core.rotation[across], -core.rotation[across]};
    return map;
  }
  if (core.kind == CurvedKind::kCylinder) map.normals.push_back(core.axis());
  if (core.kind != CurvedKind::kDrop) map.normals.push_back(-core.axis());
  constexpr int kArcs = 72;
  const auto normal = [&](int i) {
    const double angle = 2 * std::numbers::pi * i / kArcs;
    return core.lateralSine() * core.axis() +
           core.lateralCosine() * (portable::cos(angle) * core.rotation[0] + portable::sin(angle) * core.rotation[2]);
  };
  for (int i = 0; i < kArcs; ++i) map.arcs.push_back({normal(i), normal((i + 1) % kArcs), -1});
  return map;
}

GaussMap negated(GaussMap map) {
  for (Vec3& normal : map.normals) normal = -normal;
  for (GaussMap::Arc& arc : map.arcs) {
    arc.from = -arc.from;
    arc.to = -arc.to;
  }
  return map;
}

}  // namespace

GaussMap gaussMap(const ConvexFeatures& features, GaussSense sense) {
  GaussMap map;
  const Polytope& core = features.core;
  if (features.curved && !features.planar) map = curvedMap(*features.curved);
  if (features.curved) return sense == GaussSense::kNegated ? negated(std::move(map)) : map;
  if (features.planar || core.vertices.size() < 2) return map;
  for (const PolytopeFace& face : core.faces) map.normals.push_back(face.normal);
  const bool is_flat = core.faces.size() == 1;
  if (is_flat) map.normals.push_back(-core.faces[0].normal);
  const Vec3 middle = middleOf(core);
  for (int e = 0; e < static_cast<int>(core.edges.size()); ++e) {
    const PolytopeEdge& edge = core.edges[static_cast<std::size_t>(e)];
    const Vec3 &from = core.vertices[static_cast<std::size_t>(edge.v0)],
               &to = core.vertices[static_cast<std::size_t>(edge.v1)];
    const Vec3 along = normalizedOr(to - from, {1, 0, 0});
    if (edge.face0 >= 0 && edge.face1 >= 0 && edge.face0 != edge.face1) {
      addArcs(map, e,
              {map.normals[static_cast<std::size_t>(edge.face0)], map.normals[static_cast<std::size_t>(edge.face1)]});
    } else if (!core.faces.empty()) {  // half a turn from one side of the sheet to the other
      const Vec3& normal = core.faces[0].normal;
      Vec3 outward = normalizedOr(crossAccurate(along, normal), anyPerpendicular(normal));
      if (dot(outward, from - middle) < 0) outward = -outward;
      addArcs(map, e, {normal, outward, -normal});
    } else {  // a whole turn around a segment
      const Vec3 u = anyPerpendicular(along), v = crossAccurate(along, u);
      addArcs(map, e, {u, v, -u, -v, u});
    }
  }
  return sense == GaussSense::kNegated ? negated(std::move(map)) : map;
}

std::vector<ArcCrossing> crossingsOf(const GaussMap& a, const GaussMap& negated_b) {
  std::vector<ArcCrossing> crossings;
  std::vector<Vec3> poles_b;
  for (const GaussMap::Arc& arc : negated_b.arcs) poles_b.push_back(crossAccurate(arc.from, arc.to));
  for (const GaussMap::Arc& p : a.arcs) {
    const Vec3 pole = crossAccurate(p.from, p.to);
    for (std::size_t j = 0; j < negated_b.arcs.size(); ++j) {
      const GaussMap::Arc& q = negated_b.arcs[j];
      // The ends of each lie on different sides of the other's great circle, and both arcs on the same side of the
      // sphere.
      const double q0 = dot(q.from, pole), q1 = dot(q.to, pole), p0 = dot(p.from, poles_b[j]),
                   p1 = dot(p.to, poles_b[j]);
      if (!(q0 * q1 < 0) || !(p0 * p1 < 0) || !(q0 * p1 > 0)) continue;
      Vec3 direction = normalizedOr(crossAccurate(pole, poles_b[j]), p.from);
      if (dot(direction, p.from + p.to) < 0) direction = -direction;
      crossings.push_back({p.edge, q.edge, direction});
    }
  }
  return crossings;
}

Vec3 arcPoint(const GaussMap::Arc& arc, double part) {
  const double angle = portable::acos(std::clamp(dot(arc.from, arc.to), -1.0, 1.0)), sine = portable::sin(angle);
  constexpr double kStraight = 1e-6;
  if (sine < kStraight) return normalizedOr(arc.from * (1 - part) + arc.to * part, arc.from);
  return normalizedOr(
      arc.from * (portable::sin((1 - part) * angle) / sine) + arc.to * (portable::sin(part * angle) / sine), arc.from);
}

}  // namespace sepax
