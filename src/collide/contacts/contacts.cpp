#include "collide/contacts/contacts.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "collide/gjk/closest_points.h"
#include "geom/tolerances.h"

namespace sepax {

namespace {

/// A vertex, edge or face of one shape, pushed out onto the surface. Relative to the report's origin.
struct Patch {
  ContactFeature feature;
  std::vector<int> vertices;  ///< of the core, in order: counter-clockwise seen from outside
  std::vector<Vec3> points;
  std::vector<int> edges;     ///< of the core, from each vertex to the next
  Vec3 direction{0.0};        ///< unit: a face's outward normal, an edge's own direction
  bool is_reference = false;  ///< perpendicular to the axis: the other's feature can be clipped against it
};

/// One shape of the pair.
struct Side {
  const ConvexFeatures& shape;
  Vec3 outward;  ///< towards the other shape
  const SupportFeature& support;
};

bool isSupport(const Side& side, int vertex) {
  const int* const end = side.support.vertices.data() + std::min(side.support.vertex_count, 4);
  return std::find(side.support.vertices.data(), end, vertex) != end;
}

int edgeBetween(const Polytope& core, int v0, int v1) {
  const auto found = std::find_if(core.edges.begin(), core.edges.end(),
                                  [&](const PolytopeEdge& e) { return (e.v0 == v0 && e.v1 == v1) || (e.v0 == v1 && e.v1 == v0); });
  return found == core.edges.end() ? -1 : static_cast<int>(found - core.edges.begin());
}

Patch patchOf(const Side& side, ContactFeature feature, std::vector<int> vertices, const Vec3& direction) {
  Patch patch{feature, std::move(vertices), {}, {}, direction, false};
  const std::size_t n = patch.vertices.size();
  for (std::size_t i = 0; i < n; ++i) {
    patch.points.push_back(side.shape.core.vertices[patch.vertices[i]] + side.shape.radius * side.outward);
    patch.edges.push_back(n < 2 ? -1 : edgeBetween(side.shape.core, patch.vertices[i], patch.vertices[(i + 1) % n]));
  }
  return patch;
}

/// Of the faces at the support feature the one that looks most towards the other shape; nothing when all are edge-on.
std::optional<Patch> facePatch(const Side& side) {
  const auto& faces = side.shape.core.faces;
  int best = -1;
  double most = kContactEdgeOn;
  for (int f = 0; f < static_cast<int>(faces.size()) && !side.shape.planar; ++f) {
    const double facing = dot(faces[f].normal, side.outward);
    if (facing <= most || std::none_of(faces[f].loop.begin(), faces[f].loop.end(), [&](int v) { return isSupport(side, v); })) continue;
    most = facing + kSameDirection;  // rounding must not choose
    best = f;
  }
  if (best < 0) return std::nullopt;
  Patch patch = patchOf(side, {FeatureKind::kFace, best}, faces[best].loop, faces[best].normal);
  patch.is_reference = length(crossAccurate(faces[best].normal, side.outward)) <= kContactPerpendicular;
  return patch;
}

/// Of the edges at the support feature one nearly parallel to `along`, else the one most perpendicular to the axis; nothing when all point
/// at the other shape.
std::optional<Patch> edgePatch(const Side& side, const Vec3& along = Vec3{0.0}) {
  const Polytope& core = side.shape.core;
  int best = -1;
  Vec3 direction{0.0};
  double least = std::sqrt(1 - kContactEdgeOn * kContactEdgeOn);
  bool parallel = false;
  for (int e = 0; e < static_cast<int>(core.edges.size()); ++e) {
    if (!isSupport(side, core.edges[e].v0) && !isSupport(side, core.edges[e].v1)) continue;
    const Vec3 own = normalizedOr(core.vertices[core.edges[e].v1] - core.vertices[core.edges[e].v0], Vec3{0.0});
    if (own == Vec3{0.0}) continue;
    const double lean = std::abs(dot(own, side.outward));
    const bool own_parallel = along != Vec3{0.0} && length(crossAccurate(own, along)) <= kContactParallel;
    if (own_parallel < parallel || (own_parallel == parallel && lean >= least - kSameDirection)) continue;
    best = e;
    direction = own;
    least = lean;
    parallel = own_parallel;
  }
  if (best < 0) return std::nullopt;
  Patch patch = patchOf(side, {FeatureKind::kEdge, best}, {core.edges[best].v0, core.edges[best].v1}, direction);
  patch.is_reference = least <= kContactPerpendicular;
  return patch;
}

Patch vertexPatch(const Side& side) {
  return patchOf(side, {FeatureKind::kVertex, side.support.vertices[0]}, {side.support.vertices[0]}, Vec3{0.0});
}

/// The feature that could be a reference, else the vertex that is farthest.
Patch strongestPatch(const Side& side) {
  for (auto& patch : {facePatch(side), edgePatch(side)}) {
    if (patch && patch->is_reference) return *patch;
  }
  return vertexPatch(side);
}

/// A point of the polygon that is being clipped.
struct ClipPoint {
  Vec3 point;
  ContactFeature on_reference, on_incident;
  int carrier;  ///< what the polygon's side from here to the next point lies on: an incident edge, or ~i on the reference's plane i
};

/// A plane through a side of the reference feature, along the axis.
struct ClipPlane {
  Vec3 on_plane, inward;
  ContactFeature feature;
  int index;  ///< among the reference's sides
};

std::vector<ClipPlane> planesOf(const Patch& reference, const Vec3& outward) {
  std::vector<ClipPlane> planes;
  const auto& points = reference.points;
  if (points.size() == 2) {
    for (int end = 0; end < 2; ++end) {
      planes.push_back(
          {points[end], end == 0 ? reference.direction : -reference.direction, {FeatureKind::kVertex, reference.vertices[end]}, end});
    }
    return planes;
  }
  for (std::size_t i = 0; i < points.size(); ++i) {
    const Vec3 inward = normalizedOr(crossAccurate(outward, points[(i + 1) % points.size()] - points[i]), Vec3{0.0});
    if (inward != Vec3{0.0}) planes.push_back({points[i], inward, {FeatureKind::kEdge, reference.edges[i]}, static_cast<int>(i)});
  }
  return planes;
}

/// The clipping of an incident patch against the sides of a reference patch.
struct Clipper {
  const Patch& reference;
  const Patch& incident;
  double slack;  ///< metres: points this far outside a plane still lie on it

  [[nodiscard]] std::vector<ClipPoint> start() const {
    std::vector<ClipPoint> out;
    for (std::size_t i = 0; i < incident.points.size(); ++i) {
      out.push_back({incident.points[i], reference.feature, {FeatureKind::kVertex, incident.vertices[i]}, incident.edges[i]});
    }
    return out;
  }

  /// Where a side of the polygon crosses a plane: the features that cross there.
  [[nodiscard]] ClipPoint crossing(const ClipPoint& p, const ClipPoint& q, double dp, double dq, const ClipPlane& plane) const {
    ClipPoint out{p.point + (q.point - p.point) * std::clamp(dp / (dp - dq), 0.0, 1.0), plane.feature, incident.feature, p.carrier};
    if (p.carrier >= 0) {
      out.on_incident = {FeatureKind::kEdge, p.carrier};
    } else if (reference.points.size() > 2) {
      // The side runs along another plane: a corner of the reference is covered by the incident face.
      const int sides = static_cast<int>(reference.points.size()), other = ~p.carrier;
      const int corner = (plane.index + 1) % sides == other ? other : plane.index;
      out.on_reference = {FeatureKind::kVertex, reference.vertices[corner]};
    }
    return out;
  }

  [[nodiscard]] std::vector<ClipPoint> clipped(const std::vector<ClipPoint>& polygon, const ClipPlane& plane) const {
    std::vector<ClipPoint> out;
    const std::size_t n = polygon.size();
    const bool open = incident.points.size() == 2;
    const auto height = [&](const ClipPoint& p) { return dot(p.point - plane.on_plane, plane.inward); };
    for (std::size_t i = 0; i < n; ++i) {
      const ClipPoint &p = polygon[i], &q = polygon[(i + 1) % n];
      const double dp = height(p), dq = height(q);
      const bool p_in = dp >= -slack, q_in = dq >= -slack;
      if (p_in) out.push_back(p);
      if (p_in == q_in || (open && i + 1 == n)) continue;
      // An end on the plane is the crossing itself.
      const bool on_plane = std::abs(p_in ? dp : dq) <= slack;
      if (!on_plane) out.push_back(crossing(p, q, dp, dq, plane));
      if (p_in && !open) out.back().carrier = ~plane.index;
    }
    return out;
  }
};

Contact contactOf(bool reference_is_a, const ContactFeature& on_reference, const ContactFeature& on_incident, const Vec3& position,
                  double separation) {
  Contact contact{position, separation, reference_is_a ? on_reference : on_incident, reference_is_a ? on_incident : on_reference, {}, 0};
  contact.feature = featureName('A', contact.on_a) + " · " + featureName('B', contact.on_b);
  contact.id = contactId(contact.on_a, contact.on_b);
  return contact;
}

/// Clips and measures: fills the manifold's steps and points. `outward` points out of the reference shape.
void clip(const Patch& reference, const Patch& incident, const Vec3& outward, double radii, const SatReport& report, Manifold& manifold) {
  const Clipper clipper{reference, incident, report.tolerances.support};
  std::vector<ClipPoint> polygon = clipper.start();
  for (const ClipPlane& plane : planesOf(reference, outward)) {
    polygon = clipper.clipped(polygon, plane);
    ClipStep step{featureName(manifold.reference_is_a ? 'A' : 'B', plane.feature), report.origin + plane.on_plane, plane.inward, {}};
    for (const ClipPoint& p : polygon) step.polygon.push_back(report.origin + p.point);
    manifold.steps.push_back(std::move(step));
  }
  const bool face = reference.feature.kind == FeatureKind::kFace;
  for (const ClipPoint& p : polygon) {
    const Vec3 from = p.point - reference.points[0];
    double separation = 0, beside = 0;
    if (face) {
      separation = dot(from, reference.direction) / std::abs(dot(reference.direction, outward));
    } else {
      const Vec3 across = from - dot(from, reference.direction) * reference.direction;
      separation = dot(across, outward);
      beside = length(across - separation * outward);
    }
    ManifoldPoint point{
        contactOf(manifold.reference_is_a, p.on_reference, p.on_incident, report.origin + p.point - outward * (separation / 2), separation),
        ManifoldState::kKept};
    // Beside an edge round surfaces meet while their cores are near; what sharp ones do there does not follow from the edges alone.
    const double along = separation + radii;  // between the cores
    const double off = along > 0 ? std::hypot(along, beside) - radii - report.tolerances.touching : beside - report.tolerances.support;
    if (separation > report.tolerances.touching) {
      point.state = ManifoldState::kAbove;
    } else if (off > 0) {
      point.state = ManifoldState::kBeside;
    }
    manifold.points.push_back(std::move(point));
  }
}

/// Where one pair of features meets in a point.
ManifoldPoint meetingPoint(const Patch& reference, const Patch& incident, const Vec3& normal, const SatReport& report,
                           bool reference_is_a) {
  const SatAxis& axis = decidingAxis(report);
  Vec3 on_reference, on_incident;
  const auto ends = [](const Patch& patch) { return patch.points.size() == 2 ? 1u : 0u; };
  if (reference.points.size() <= 2 && incident.points.size() <= 2) {
    closestOnSegments(reference.points[0], reference.points[ends(reference)], incident.points[0], incident.points[ends(incident)],
                      on_reference, on_incident);
  } else {
    on_reference = on_incident = incident.points[0];
  }
  // The sharper of the two features gives the position, the axis the depth.
  const Vec3 at = incident.points.size() == 1    ? on_incident
                  : reference.points.size() == 1 ? on_reference
                                                 : (on_reference + on_incident) / 2.0;
  const double height = axis.a.max + axis.separation / 2;
  return {contactOf(reference_is_a, reference.feature, incident.feature, report.origin + at + normal * (height - dot(at, normal)),
                    axis.separation),
          ManifoldState::kKept};
}

}  // namespace

std::string featureName(char shape, const ContactFeature& feature) {
  static constexpr const char* kNames[] = {"vertex", "edge", "face"};
  return fmt::format("{} {} {}", shape, kNames[static_cast<int>(feature.kind)], feature.index);
}

std::uint64_t contactId(const ContactFeature& on_a, const ContactFeature& on_b) {
  const auto packed = [](const ContactFeature& f) {
    return static_cast<std::uint64_t>(f.kind) << 24 | (static_cast<std::uint64_t>(f.index) & 0xFFFFFF);
  };
  return packed(on_a) << 26 | packed(on_b);
}

const char* manifoldStateName(ManifoldState state) {
  static constexpr const char* kNames[] = {"kept", "above", "beside", "reduced"};
  return kNames[static_cast<int>(state)];
}

void deepestPoints(const Manifold& manifold, const Vec3& normal, double slack, Vec3& on_a, Vec3& on_b) {
  const double deepest = manifold.contacts.front().separation;
  Vec3 sum{0.0};
  int count = 0;
  for (const Contact& contact : manifold.contacts) {
    if (contact.separation > deepest + slack) continue;
    sum += contact.position - manifold.contacts.front().position;
    ++count;
  }
  const Vec3 middle = manifold.contacts.front().position + sum / static_cast<double>(count);
  on_a = middle - normal * (deepest / 2);
  on_b = middle + normal * (deepest / 2);
}

void reduceContacts(Manifold& manifold, const Vec3& normal, double slack, std::size_t most) {
  std::vector<ManifoldPoint*> left;
  const auto farFrom = [](const ManifoldPoint* p, const ManifoldPoint* q) { return length(p->contact.position - q->contact.position); };
  for (ManifoldPoint& point : manifold.points) {
    if (point.state != ManifoldState::kKept) continue;
    point.state = ManifoldState::kReduced;
    if (std::none_of(left.begin(), left.end(), [&](const ManifoldPoint* p) { return farFrom(p, &point) <= slack; })) left.push_back(&point);
  }
  std::vector<ManifoldPoint*> chosen;
  // The first of the points whose score nobody beats by more than the slack: rounding must not choose.
  const auto choose = [&](const auto& score, double least) {
    ManifoldPoint* best = nullptr;
    for (ManifoldPoint* p : left) {
      if (p->state == ManifoldState::kKept) continue;
      if (const double s = score(*p); s > least) {
        least = s + slack;
        best = p;
      }
    }
    if (best == nullptr) return false;
    best->state = ManifoldState::kKept;
    chosen.push_back(best);
    return true;
  };
  const auto at = [&](std::size_t i) { return chosen[i]->contact.position; };
  // Signed height of a point over the line from one chosen point to the next, seen against the normal.
  const auto over = [&](std::size_t i, std::size_t j, const Vec3& p) {
    return dot(crossAccurate(normalizedOr(at(j) - at(i), Vec3{0.0}), p - at(i)), normal);
  };
  bool more = choose([](const ManifoldPoint& p) { return -p.contact.separation; }, -std::numeric_limits<double>::infinity());
  more = more && most > 1 && choose([&](const ManifoldPoint& p) { return length(p.contact.position - at(0)); }, slack);
  more = more && most > 2 && choose([&](const ManifoldPoint& p) { return std::abs(over(0, 1, p.contact.position)); }, slack);
  if (more && most > 3) {
    const double sense = over(0, 1, at(2)) < 0 ? -1 : 1;
    const double base = length(at(1) - at(0));
    const auto added = [&](std::size_t i, std::size_t j, const Vec3& p) { return -sense * over(i, j, p) * length(at(j) - at(i)) / base; };
    choose(
        [&](const ManifoldPoint& p) {
          const Vec3& x = p.contact.position;
          return std::max({added(0, 1, x), added(1, 2, x), added(2, 0, x)});
        },
        slack);
  }
  for (const ManifoldPoint* p : chosen) manifold.contacts.push_back(p->contact);
}

Manifold contactManifold(const ConvexFeatures& a, const ConvexFeatures& b, const SatReport& report) {
  const SatAxis& axis = decidingAxis(report);
  const Vec3& n = axis.direction;
  const Side side_a{a, n, axis.a.at_max}, side_b{b, -n, axis.b.at_min};
  Patch patch_a = strongestPatch(side_a), patch_b = strongestPatch(side_b);
  Manifold manifold;
  const auto rank = [](const Patch& p) { return p.is_reference ? static_cast<int>(p.feature.kind) : 0; };
  const double lead = std::abs(n.x) > 0.5 ? n.x : std::abs(n.y) > 0.5 ? n.y : n.z;
  manifold.reference_is_a = rank(patch_a) != rank(patch_b) ? rank(patch_a) > rank(patch_b) : lead > 0;
  const Side& side = manifold.reference_is_a ? side_b : side_a;  // of the incident shape
  const Patch& reference = manifold.reference_is_a ? patch_a : patch_b;
  Patch incident = manifold.reference_is_a ? patch_b : patch_a;
  const bool solid_face = reference.feature.kind == FeatureKind::kFace;
  if (rank(reference) > 0) {
    auto clippable = solid_face ? facePatch(side) : std::nullopt;
    // An edge that is perpendicular to the axis as well meets the reference; else one that leans but runs along it may share a stretch.
    if (!clippable && rank(incident) > 0) clippable = incident;
    if (!clippable) clippable = edgePatch(side, solid_face || a.planar ? Vec3{0.0} : reference.direction);
    const bool parallel =
        clippable && (solid_face || a.planar || length(crossAccurate(clippable->direction, reference.direction)) <= kContactParallel);
    if (parallel) incident = *clippable;
    if (parallel || solid_face) clip(reference, incident, -side.outward, a.radius + b.radius, report, manifold);
  }
  manifold.reference = reference.feature;
  manifold.incident = incident.feature;
  for (const Vec3& p : reference.points) manifold.reference_polygon.push_back(report.origin + p);
  for (const Vec3& p : incident.points) manifold.incident_polygon.push_back(report.origin + p);
  const bool has_deepest = std::any_of(manifold.points.begin(), manifold.points.end(), [&](const ManifoldPoint& p) {
    return p.state == ManifoldState::kKept && p.contact.separation <= axis.separation + report.tolerances.support;
  });
  if (!has_deepest) {
    // Round shapes may be deepest between the ends of the common stretch, and rounding may clip a corner off.
    const Patch meeting = solid_face ? vertexPatch(side) : incident;
    manifold.points.push_back(meetingPoint(reference, meeting, n, report, manifold.reference_is_a));
  }
  reduceContacts(manifold, n, report.tolerances.support, a.planar ? kMaxPlanarContacts : kMaxContacts);
  return manifold;
}

}  // namespace sepax
