#include "collide/landscape.h"

#include "geom/portable_math.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <numbers>
#include <utility>

namespace sepax {

namespace {

constexpr double kTurn = 2 * std::numbers::pi;

SupportMap mapAround(const PosedShape& posed, const Vec3& origin) {
  return {posed.shape, posed.pose.rotation, posed.pose.position - origin};
}

}  // namespace

SeparationField::SeparationField(const PosedShape& a, const PosedShape& b)
    : origin_(a.pose.position), a_(mapAround(a, origin_)), b_(mapAround(b, origin_)) {}

double SeparationField::operator()(const Vec3& direction) const {
  return dot(direction, b_(-direction).point - a_(direction).point) - a_.radius() - b_.radius();
}

std::optional<DirectionFan> separatingFan(const SeparationField& field, const Vec3& best) {
  if (!(field(best) > 0)) return std::nullopt;
  const double middle = portable::atan2(best.y, best.x);
  const auto end = [&](double sense) {
    double inside = 0, outside = std::numbers::pi;
    constexpr int kHalvings = 48;
    for (int i = 0; i < kHalvings; ++i) {
      const double between = (inside + outside) / 2, angle = middle + sense * between;
      (field({portable::cos(angle), portable::sin(angle), 0}) > 0 ? inside : outside) = between;
    }
    return middle + sense * inside;
  };
  return DirectionFan{end(-1), end(1)};
}

Vec3 landscapeDirection(bool planar, double x, double y) {
  const double angle = (planar ? x : x - 0.5) * kTurn;
  const double z = planar ? 0 : 1 - 2 * y, across = std::sqrt(std::max(0.0, 1 - z * z));
  return {across * portable::cos(angle), across * portable::sin(angle), z};
}

Vec2 landscapePlace(bool planar, const Vec3& direction) {
  const double turns = portable::atan2(direction.y, direction.x) / kTurn;
  return {!planar     ? turns + 0.5
          : turns < 0 ? turns + 1
                      : turns,
          planar ? 0 : (1 - std::clamp(direction.z, -1.0, 1.0)) / 2};
}

Landscape landscapeOf(const PosedShape& a, const PosedShape& b, int columns, int rows) {
  Landscape landscape;
  landscape.planar = isPlanar(a.shape);
  landscape.columns = columns;
  landscape.rows = landscape.planar ? 1 : rows;
  const SeparationField field(a, b);
  landscape.separation.reserve(static_cast<std::size_t>(columns) * static_cast<std::size_t>(landscape.rows));
  for (int row = 0; row < landscape.rows; ++row) {
    for (int column = 0; column < columns; ++column) {
      // In the plane the samples are on the degrees; in space in the middles of the cells.
      const double x = (column + (landscape.planar ? 0.0 : 0.5)) / columns;
      landscape.separation.push_back(field(landscapeDirection(landscape.planar, x, (row + 0.5) / landscape.rows)));
    }
  }
  const auto [low, high] = std::minmax_element(landscape.separation.begin(), landscape.separation.end());
  landscape.min = *low;
  landscape.max = *high;
  return landscape;
}

std::vector<std::pair<Vec3, Vec3>> shoreOf(const Landscape& map) {
  std::vector<std::pair<Vec3, Vec3>> pieces;
  const auto value = [&](int column, int row) {
    return map.separation[static_cast<std::size_t>(row * map.columns + column % map.columns)];
  };
  for (int row = 0; row + 1 < map.rows; ++row) {
    for (int column = 0; column < map.columns; ++column) {
      // Around the square between the middles of four cells: each side with a change of sign has a point of the shore.
      constexpr int kAround[5][2] = {{0, 0}, {1, 0}, {1, 1}, {0, 1}, {0, 0}};
      std::array<Vec3, 4> found;
      std::size_t count = 0;
      for (int side = 0; side < 4; ++side) {
        const auto& [c0, r0] = kAround[side];
        const auto& [c1, r1] = kAround[side + 1];
        const double from = value(column + c0, row + r0), to = value(column + c1, row + r1);
        if ((from > 0) == (to > 0)) continue;
        const double part = from / (from - to);
        const double x = (column + 0.5 + c0 + (c1 - c0) * part) / map.columns,
                     y = (row + 0.5 + r0 + (r1 - r0) * part) / map.rows;
        found[count++] = landscapeDirection(false, x, y);
      }
      for (std::size_t i = 0; i + 1 < count; i += 2) pieces.emplace_back(found[i], found[i + 1]);
    }
  }
  return pieces;
}

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
