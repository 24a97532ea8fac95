#include "collide/contacts.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "collide/closest_points.h"

namespace sepax {

namespace {

/// "A vertex 3", "B edge 2-3", "B face 0,1,2,3".
std::string featureName(char shape, const SupportFeature& feature) {
  static constexpr const char* kNames[] = {"vertex", "edge", "face"};
  std::string out = fmt::format("{} {} {}", shape, kNames[static_cast<int>(feature.kind)], feature.vertices[0]);
  for (int i = 1; i < std::min(feature.vertex_count, 4); ++i) out += fmt::format("-{}", feature.vertices[i]);
  return feature.vertex_count > 4 ? out + "-…" : out;
}

/// The face (in 2D: the edge) of a core that looks most along `direction`, as its corner points in order.
std::vector<Vec3> facing(const ConvexFeatures& shape, const Vec3& direction, int& index) {
  const Polytope& core = shape.core;
  std::vector<Vec3> out;
  index = 0;
  double best = -2;
  if (shape.planar) {
    Vec3 middle{0.0};
    for (const Vec3& v : core.vertices) middle += v / static_cast<double>(core.vertices.size());
    for (int e = 0; e < static_cast<int>(core.edges.size()); ++e) {
      const Vec3 &p = core.vertices[core.edges[e].v0], &q = core.vertices[core.edges[e].v1];
      Vec3 normal = normalizedOr({q.y - p.y, p.x - q.x, 0}, Vec3{0.0});
      if (dot(normal, p - middle) < 0) normal = -normal;
      if (const double along = dot(normal, direction); along > best) {
        best = along;
        index = e;
        out = {p, q};
      }
    }
    return out;
  }
  for (int f = 0; f < static_cast<int>(core.faces.size()); ++f) {
    if (const double along = dot(core.faces[f].normal, direction); along > best) {
      best = along;
      index = f;
    }
  }
  if (!core.faces.empty()) {
    for (const int v : core.faces[index].loop) out.push_back(core.vertices[v]);
  }
  return out;
}

/// Keeps the part of a polygon (or of a segment: two points) where dot(p − on_plane, inward) ≥ 0.
std::vector<Vec3> clipped(const std::vector<Vec3>& points, const Vec3& on_plane, const Vec3& inward) {
  std::vector<Vec3> out;
  const std::size_t sides = points.size() == 2 ? 1 : points.size();
  for (std::size_t i = 0; i < points.size(); ++i) {
    const Vec3& p = points[i];
    const double dp = dot(p - on_plane, inward);
    if (dp >= 0) out.push_back(p);
    if (i >= sides) continue;
    const Vec3& q = points[(i + 1) % points.size()];
    const double dq = dot(q - on_plane, inward);
    if ((dp < 0) != (dq < 0) && dp != dq) out.push_back(p + (q - p) * (dp / (dp - dq)));
  }
  return out;
}

/// Points of the incident face inside the reference face's sides and behind it. `normal` points out of the reference shape.
std::vector<Contact> clipFaces(const ConvexFeatures& reference, const ConvexFeatures& incident, const Vec3& normal, double reach,
                               bool reference_is_a, const SatReport& report) {
  int reference_index = 0, incident_index = 0;
  const std::vector<Vec3> base = facing(reference, normal, reference_index);
  std::vector<Vec3> points = facing(incident, -normal, incident_index);
  if (base.size() == 2) {
    const Vec3 along = normalizedOr(base[1] - base[0], Vec3{0.0});
    points = clipped(clipped(points, base[0], along), base[1], -along);
  }
  for (std::size_t i = 0; base.size() > 2 && i < base.size(); ++i) {
    const Vec3 side = base[(i + 1) % base.size()] - base[i];
    if (side != Vec3{0.0}) points = clipped(points, base[i], normalizedOr(crossAccurate(normal, side), Vec3{0.0}));
  }
  std::vector<Contact> contacts;
  const char* part = reference.planar ? "edge" : "face";
  for (const Vec3& p : points) {
    const double depth = dot(p, normal) - reach;
    if (depth > report.tolerances.touching) continue;
    const std::string ref = fmt::format("{} {} {}", reference_is_a ? 'A' : 'B', part, reference_index);
    const std::string inc = fmt::format("{} {} {}", reference_is_a ? 'B' : 'A', part, incident_index);
    contacts.push_back({report.origin + p - normal * (depth / 2), depth, reference_is_a ? ref + " · " + inc : inc + " · " + ref});
  }
  return contacts;
}

}  // namespace

void deepestPoints(const ConvexFeatures& a, const ConvexFeatures& b, const SatReport& report, Vec3& on_a, Vec3& on_b) {
  const SatAxis& axis = report.axes[report.deciding];
  const SupportFeature &fa = axis.a.at_max, &fb = axis.b.at_min;
  const Vec3& n = axis.direction;
  if (fa.kind == FeatureKind::kEdge && fb.kind == FeatureKind::kEdge && a.core.vertices.size() > 1 && b.core.vertices.size() > 1) {
    closestOnSegments(a.core.vertices[fa.vertices[0]], a.core.vertices[fa.vertices[1]], b.core.vertices[fb.vertices[0]],
                      b.core.vertices[fb.vertices[1]], on_a, on_b);
    on_a += n * a.radius;
    on_b -= n * b.radius;
  } else if (static_cast<int>(fb.kind) <= static_cast<int>(fa.kind)) {
    on_b = fb.point;
    on_a = on_b + n * (axis.a.max - dot(on_b, n));
  } else {
    on_a = fa.point;
    on_b = on_a + n * (axis.b.min - dot(on_a, n));
  }
  on_a += report.origin;
  on_b += report.origin;
}

std::vector<Contact> contactManifold(const ConvexFeatures& a, const ConvexFeatures& b, const SatReport& report) {
  const SatAxis& axis = report.axes[report.deciding];
  std::vector<Contact> contacts;
  const bool polytopes = a.radius == 0 && b.radius == 0 && !a.core.faces.empty() && !b.core.faces.empty();
  if (polytopes && axis.kind == AxisKind::kFaceA) contacts = clipFaces(a, b, axis.direction, axis.a.max, true, report);
  if (polytopes && axis.kind == AxisKind::kFaceB) contacts = clipFaces(b, a, -axis.direction, -axis.b.min, false, report);
  if (contacts.empty()) {
    Vec3 on_a, on_b;
    deepestPoints(a, b, report, on_a, on_b);
    contacts.push_back(
        {on_a + (on_b - on_a) / 2.0, axis.separation, featureName('A', axis.a.at_max) + " · " + featureName('B', axis.b.at_min)});
  }
  return contacts;
}

}  // namespace sepax
