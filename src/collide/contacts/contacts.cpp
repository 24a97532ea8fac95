#include "collide/contacts/contacts.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <span>
#include <utility>

#include "collide/contacts/curved_facets.h"
#include "collide/contacts/patch.h"
#include "collide/gjk/closest_points.h"
#include "geom/tolerances.h"

namespace sepax {

namespace {

const char* nameOf(FeatureKind kind) {
  static constexpr const char* kNames[] = {"vertex", "edge", "face"};
  return kNames[static_cast<int>(kind)];
}

/// A point of the polygon that is being clipped.
struct ClipPoint {
  Vec3 point;
  ContactFeature on_reference, on_incident;
  int carrier;  ///< what the polygon's side from here to the next point lies on: an incident edge, or ~i on the
                ///< reference's plane i
};

/// A plane through a side of the reference feature, along the axis.
struct ClipPlane {
  Vec3 on_plane, inward;
  ContactFeature feature;
  int index;  ///< of the reference's side; of a plane at a corner, none: −1
};

/// The part of a vector that is perpendicular to the axis.
Vec3 lateral(const Vec3& v, const Vec3& outward) { return v - dot(v, outward) * outward; }

/// Moves a plane outwards until the whole reference is inside: a short side's direction is little more than rounding.
ClipPlane aroundAll(ClipPlane plane, const Patch& reference) {
  double lowest = 0;
  for (const Vec3& p : reference.points) lowest = std::min(lowest, dot(p - plane.on_plane, plane.inward));
  plane.on_plane += lowest * plane.inward;
  return plane;
}

Kept<ClipPlane> planesOf(const Patch& reference, const Vec3& outward) {
  Kept<ClipPlane> planes;
  planes.reserve(reference.points.size());
  const auto& points = reference.points;
  const std::size_t n = points.size();
  if (n == 2) {
    const Vec3 along = normalizedOr(lateral(points[1] - points[0], outward), reference.direction);
    for (int end = 0; end < 2; ++end) {
      planes.push_back({points[end], end == 0 ? along : -along, {FeatureKind::kVertex, reference.vertices[end]}, end});
    }
    return planes;
  }
  for (std::size_t i = 0; i < n; ++i) {
    const Vec3 side = points[i + 1 < n ? i + 1 : 0] - points[i],
               inward = normalizedOr(crossAccurate(outward, side), Vec3{0.0});
    if (inward == Vec3{0.0}) continue;
    // At a sharp corner the two sides alone let rounding through, far out along the corner's middle.
    const Vec3 back = points[i == 0 ? n - 1 : i - 1] - points[i];
    if (const double both = dot(side, back); both > 0 && both > kContactSharpCorner * length(side) * length(back)) {
      const Vec3 middle =
          normalizedOr(lateral(side, outward), Vec3{0.0}) + normalizedOr(lateral(back, outward), Vec3{0.0});
      planes.push_back(aroundAll(
          {points[i], normalizedOr(middle, inward), {FeatureKind::kVertex, reference.vertices[i]}, -1}, reference));
    }
    planes.push_back(
        aroundAll({points[i], inward, {FeatureKind::kEdge, reference.edges[i]}, static_cast<int>(i)}, reference));
  }
  return planes;
}

/// The clipping of an incident patch against the sides of a reference patch.
struct Clipper {
  const Patch& reference;
  const Patch& incident;
  double slack;  ///< metres: points this far outside a plane still lie on it

  [[nodiscard]] Kept<ClipPoint> start() const {
    Kept<ClipPoint> out;
    out.reserve(incident.points.size());
    for (std::size_t i = 0; i < incident.points.size(); ++i) {
      out.push_back(
          {incident.points[i], reference.feature, {FeatureKind::kVertex, incident.vertices[i]}, incident.edges[i]});
    }
    return out;
  }

  /// Where a side of the polygon crosses a plane: the features that cross there.
  [[nodiscard]] ClipPoint crossing(const ClipPoint& p, const ClipPoint& q, double dp, double dq,
                                   const ClipPlane& plane) const {
    ClipPoint out{p.point + (q.point - p.point) * std::clamp(dp / (dp - dq), 0.0, 1.0), plane.feature, incident.feature,
                  p.carrier};
    if (p.carrier >= 0) {
      out.on_incident = {FeatureKind::kEdge, p.carrier};
    } else if (reference.points.size() > 2 && plane.index >= 0) {
      // The side runs along another plane: a corner of the reference is covered by the incident face.
      const int sides = static_cast<int>(reference.points.size()), other = ~p.carrier;
      const int corner = (plane.index + 1) % sides == other ? other : plane.index;
      out.on_reference = {FeatureKind::kVertex, reference.vertices[corner]};
    }
    return out;
  }

  [[nodiscard]] Kept<ClipPoint> clipped(const Kept<ClipPoint>& polygon, const ClipPlane& plane) const {
    Kept<ClipPoint> out;
    const std::size_t n = polygon.size();
    if (n == 0) return out;
    out.reserve(n + 1);
    const bool open = incident.points.size() == 2;
    const auto height = [&](const ClipPoint& p) { return dot(p.point - plane.on_plane, plane.inward); };
    double dp = height(polygon[0]), dq = 0;
    for (std::size_t i = 0; i < n; ++i, dp = dq) {
      const ClipPoint &p = polygon[i], &q = polygon[i + 1 < n ? i + 1 : 0];
      dq = height(q);
      const bool p_in = dp >= -slack, q_in = dq >= -slack;
      if (p_in) out.push_back(p);
      if (p_in == q_in || (open && i + 1 == n)) continue;
      // An end on the plane is the crossing itself.
      const bool on_plane = std::abs(p_in ? dp : dq) <= slack;
      if (!on_plane) out.push_back(crossing(p, q, dp, dq, plane));
      if (p_in && !open && plane.index >= 0) out.back().carrier = ~plane.index;
    }
    return out;
  }
};

/// Data that the steps of one manifold share.
struct Meeting {
  const SatReport& report;
  const Vec3& normal;  ///< unit, from A to B
  double support;      ///< metres: kSupport of the smaller shape, or the rounding of the coordinates
  double rounding;     ///< metres: kTie of the smaller shape, or the rounding of the coordinates
  Manifold manifold = {};

  /// A contact at a point's foot across the normal, midway between the surfaces there.
  [[nodiscard]] Contact contactAt(const Vec3& foot, double height_a, double height_b, const ContactFeature& on_a,
                                  const ContactFeature& on_b) const {
    Contact contact{
        report.origin + foot + normal * ((height_a - height_b) / 2), -height_b - height_a, on_a, on_b, {}, 0};
    contact.id = contactId(on_a, on_b);
    return contact;
  }

  void clip(const Patch& reference, const ConvexFeatures& reference_shape, const Patch& incident,
            const ConvexFeatures& incident_shape, const Vec3& outward);
  void addCrossing(const ContactSide& a, const ContactSide& b);
};

/// All clips are listed up to so many; beyond, the first ones and the last, which is the result.
constexpr std::size_t kMaxListedClips = 256;

/// Clips and measures: fills the manifold's steps and points. `outward` points out of the reference shape.
void Meeting::clip(const Patch& reference, const ConvexFeatures& reference_shape, const Patch& incident,
                   const ConvexFeatures& incident_shape, const Vec3& outward) {
  const Clipper clipper{reference, incident, rounding};
  Kept<ClipPoint> polygon = clipper.start();
  const double pushed = incident.radius;
  const Kept<ClipPlane> planes = planesOf(reference, outward);
  manifold.steps.reserve(std::min(planes.size(), kMaxListedClips));
  for (const ClipPlane& plane : planes) {
    polygon = clipper.clipped(polygon, plane);
    if (manifold.steps.size() + 1 >= kMaxListedClips && &plane != &planes.back()) continue;
    ClipStep step{plane.feature, report.origin + plane.on_plane + outward * reference.radius, plane.inward, {}};
    step.polygon.reserve(polygon.size());
    for (const ClipPoint& p : polygon) step.polygon.push_back(report.origin + p.point - outward * pushed);
    manifold.steps.push_back(std::move(step));
  }
  manifold.points.reserve(polygon.size());
  const bool edges = reference.feature.kind == FeatureKind::kEdge;
  const double radii = reference.radius + incident.radius;
  const Vec3 u = edges ? normalizedOr(lateral(reference.direction, outward), Vec3{0.0}) : Vec3{0.0};
  for (const ClipPoint& p : polygon) {
    // Beside an edge a round surface is nearest to the other on the line between the cores; sharp edges meet only where
    // they cross.
    Vec3 foot = p.point;
    double beside = 0;
    if (edges) {
      const Vec3 from = lateral(p.point - reference.points[0], outward), across = from - dot(from, u) * u;
      beside = length(across);
      if (radii > 0) foot -= across * (incident.radius / radii);
    }
    // Beside a rounded edge its neighbours may be higher. A point that is clipped from a sharp feature lies on it.
    const auto heightOn = [&](const Patch& patch, const ConvexFeatures& shape, const Vec3& up) {
      return patch.radius > 0 ? heightOverRounded(patch, shape, up, foot) : heightOver(patch, up, foot);
    };
    double over = edges ? heightOn(reference, reference_shape, outward) : heightOver(reference, outward, foot);
    double under = radii > 0 ? heightOn(incident, incident_shape, -outward) : 0;
    const bool meets = std::isfinite(over) && std::isfinite(under) && (radii > 0 || beside <= support);
    if (!meets) {  // shown where the incident feature is
      foot = p.point;
      under = pushed;
      over = dot(reference.points[0] - foot, outward) + reference.radius;
    }
    const auto named = [&](const ContactFeature& feature, const Patch& patch, const Polytope& core) {
      return feature == patch.feature ? featureAt(patch, core, foot) : feature;
    };
    const ContactFeature on_reference = named(p.on_reference, reference, reference_shape.core),
                         on_incident = named(p.on_incident, incident, incident_shape.core);
    ManifoldPoint point{manifold.reference_is_a ? contactAt(foot, over, under, on_reference, on_incident)
                                                : contactAt(foot, under, over, on_incident, on_reference),
                        ManifoldState::kKept};
    if (!meets) {
      point.state = ManifoldState::kBeside;
    } else if (point.contact.separation > report.tolerances.touching) {
      point.state = ManifoldState::kAbove;
    }
    manifold.points.push_back(std::move(point));
  }
}

/// The farthest vertices of a side, seen along the axis.
Kept<Vec3> seenAlongAxis(const ContactSide& side) {
  Kept<Vec3> out;
  const auto& vertices = side.shape.core.vertices;
  out.reserve(static_cast<std::size_t>(std::count(side.supports.begin(), side.supports.end(), 1)));
  out.push_back(lateral(vertices[side.farthest], side.outward));
  for (int v = 0; v < static_cast<int>(vertices.size()); ++v) {
    if (v != side.farthest && side.isSupport(v)) out.push_back(lateral(vertices[v], side.outward));
  }
  return out;
}

/// The feature that a side's farthest vertices form: a vertex, an edge or a face.
ContactFeature farthestFeature(const ContactSide& side, const Kept<Vec3>& points) {
  double extent = 0;
  Vec3 along{0.0};
  for (const Vec3& p : points) {
    if (const double far = length(p - points[0]); far > extent) {
      extent = far;
      along = (p - points[0]) / far;
    }
  }
  if (extent <= side.rounding) return {FeatureKind::kVertex, side.farthest};
  const bool straight = std::all_of(points.begin(), points.end(), [&](const Vec3& p) {
    return length(crossAccurate(p - points[0], along)) <= side.rounding;
  });
  if (straight) return edgeFeature(side);
  const Patch patch = facePatch(side);
  return patch.points.empty() ? ContactFeature{FeatureKind::kVertex, side.farthest} : patch.feature;
}

/// Corners of a rim nearer than this to its farthest point are that point. A share of the radius.
constexpr double kBesideFarthest = 1e-2;

bool isOf(CurvedKind kind, const ConvexFeatures& shape) { return shape.curved && shape.curved->kind == kind; }
bool isDrop(const ConvexFeatures& shape) { return isOf(CurvedKind::kDrop, shape); }

/// The farthest points of a cylinder or cone that its corners leave out, seen along the axis: a cap that lies flush is
/// a disc, and where the farthest is on the rim or a lateral line the points up to the slack below go on across it.
ConvexFeatures wholeSeen(const ContactSide& side, const Kept<Vec3>& corners, double slack) {
  const double height_slack = side.depth_of_support;
  ConvexFeatures out;
  out.core.vertices.assign(corners.begin(), corners.end());
  if (!side.shape.curved || isDrop(side.shape)) return out;
  if (isOf(CurvedKind::kEllipsoid, side.shape)) {
    const CurvedCore& disc = *side.shape.curved;
    const int normal = side.shape.planar ? -1 : disc.acrossDisc();
    const double leaning = length(disc.halfAlong(side.outward));
    if (normal < 0 || leaning > kContactPerpendicular * disc.longestHalfAxis() || 2 * leaning > height_slack)
      return out;
    out.curved = disc;  // seen along its normal
    out.curved->centre = lateral(disc.centre, side.outward);
    return out;
  }
  const CurvedCore& core = *side.shape.curved;
  const Vec3 &axis = core.axis(), tangent = normalizedOr(crossAccurate(axis, side.outward), Vec3{0.0});
  const double up = dot(axis, side.outward), across = length(crossAccurate(axis, side.outward));
  const bool has_cap =
      up < 0 || core.kind == CurvedKind::kCylinder || 2 * core.half_length <= kContactStraight * core.radius;
  if (has_cap && across <= kContactPerpendicular && 2 * core.radius * across <= height_slack) {
    const Vec3 u = normalizedOr(lateral(core.rotation[0], side.outward), anyPerpendicular(side.outward));
    const Vec3 centre = lateral(up < 0 ? core.bottom() : core.top(), side.outward);
    out.curved = {CurvedKind::kCylinder, centre, Mat3{u, side.outward, crossAccurate(u, side.outward)}, 0, core.radius};
    return out;
  }
  if (across <= kContactPerpendicular || slack == 0) return out;
  const Vec3 step = std::sqrt(2 * core.radius * slack) * tangent;
  const int apex = core.kind == CurvedKind::kCone ? kRoundSides : -1;
  for (int v = 0; v < static_cast<int>(side.shape.core.vertices.size()); ++v) {
    const Vec3& point = side.shape.core.vertices[v];
    // Over the axis lies the farthest line; others are corners of a cap.
    if (v == apex || !side.isSupport(v) || std::abs(dot(point - core.centre, tangent)) > kBesideFarthest * core.radius)
      continue;
    const Vec3 p = lateral(point, side.outward);
    out.core.vertices.push_back(p + step);
    out.core.vertices.push_back(p - step);
  }
  return out;
}

/// Feet of the nearest points of what is farthest of A and of B, seen along the axis.
struct Feet {
  Vec3 a{0.0}, b{0.0};
  double apart = 0;
};

Feet feetOf(std::span<const Vec3> p, std::span<const Vec3> q) {
  Feet feet;
  if (p.size() <= 2 && q.size() <= 2) {
    closestOnSegments(p.front(), p.back(), q.front(), q.back(), feet.a, feet.b);
  } else {
    const ClosestPoints closest = closestPoints(p, q);
    feet.a = closest.a;
    feet.b = closest.b;
  }
  feet.apart = length(feet.b - feet.a);
  return feet;
}

Feet feetOf(const ConvexFeatures& seen_a, const ConvexFeatures& seen_b) {
  if (!seen_a.curved && !seen_b.curved) return feetOf(seen_a.core.vertices, seen_b.core.vertices);
  const ClosestPoints closest = closestCores(seen_a, seen_b);
  return {closest.a, closest.b, length(closest.b - closest.a)};
}

/// How much lower than its top a ball is beside it.
double drop(double radius, double beside) {
  const double off = std::min(beside, radius);
  return radius > 0 ? off * (off / (radius + std::sqrt((radius - off) * (radius + off)))) : 0;
}

/// The point where what is farthest of A lies over what is farthest of B: they do on the axis of least depth. A feature
/// is farthest when only rounding keeps it from the top. Where these pass each other, another axis is as good, or a
/// side leans by less than the numbers resolve: then what is within a slack counts, as little as brings them together,
/// up to that of the larger shape. Among points that serve as well the search finds one point, whichever shape is
/// called A: it starts from the one that is farther along the axes.
void Meeting::addCrossing(const ContactSide& side_a, const ContactSide& side_b) {
  struct Level {
    ContactSide p, q;
    Kept<Vec3> seen_p, seen_q;
    Feet feet;
  };
  const bool a_first = leadsAlongAxes(normal);
  const ContactSide &first = a_first ? side_a : side_b, &second = a_first ? side_b : side_a;
  const auto levelAt = [&](double slack) {
    Level level{{first.shape, first.outward, slack, first.rounding},
                {second.shape, second.outward, slack, second.rounding},
                {},
                {},
                {}};
    level.seen_p = seenAlongAxis(level.p);
    level.seen_q = seenAlongAxis(level.q);
    const auto feetAcross = [&](bool across_p, bool across_q) {
      if (!level.p.shape.curved && !level.q.shape.curved) return feetOf(level.seen_p, level.seen_q);
      return feetOf(wholeSeen(level.p, level.seen_p, across_p ? rounding : 0),
                    wholeSeen(level.q, level.seen_q, across_q ? rounding : 0));
    };
    // Across the farthest lines only where they pass each other, of the shape with more corners first: on them the feet
    // are the same from both sides.
    level.feet = feetAcross(false, false);
    const bool more_p = level.seen_p.size() > level.seen_q.size();
    for (const auto& [across_p, across_q] : {std::pair{more_p, !more_p}, {!more_p, more_p}, {true, true}}) {
      if (level.feet.apart <= rounding) break;
      if (const Feet wider = feetAcross(across_p, across_q); wider.apart < level.feet.apart / 2) level.feet = wider;
    }
    return level;
  };
  const double radii = side_a.shape.radius + side_b.shape.radius;
  std::optional<Level> found(levelAt(rounding));
  const double widest = kSupport * std::max(sizeOf(side_a.shape), sizeOf(side_b.shape));
  double last = 0;
  for (double slack = std::max(rounding, report.tolerances.tie); last < widest; slack = std::min(16 * slack, widest)) {
    last = slack;
    // Wider would be less exact than what it mends.
    if (found->feet.apart <= std::max(support, slack) || (radii > 0 && drop(radii, found->feet.apart) <= rounding))
      break;
    if (Level wider = levelAt(slack); wider.feet.apart < found->feet.apart / 2) found.emplace(std::move(wider));
  }
  const auto& [p, q, seen_p, seen_q, feet] = *found;
  // Still apart, round surfaces are nearest on the line between the cores. Where a flat ellipsoid is farthest is known
  // to its radius of curvature times the direction's rounding: the other shape knows it better.
  const bool smooth_p = isOf(CurvedKind::kEllipsoid, p.shape), smooth_q = isOf(CurvedKind::kEllipsoid, q.shape);
  const bool on_p = smooth_p != smooth_q ? smooth_q : seen_p.size() <= seen_q.size();
  const Vec3 foot = feet.a + (feet.b - feet.a) * (radii > 0 ? p.shape.radius / radii : on_p ? 0.0 : 1.0);
  const SatAxis& axis = decidingAxis(report);
  const double drop_p = drop(p.shape.radius, length(foot - feet.a)),
               drop_q = drop(q.shape.radius, length(foot - feet.b));
  const ContactFeature feature_p = farthestFeature(p, seen_p), feature_q = farthestFeature(q, seen_q);
  const Contact contact = a_first ? contactAt(foot, axis.a.max - drop_p, -axis.b.min - drop_q, feature_p, feature_q)
                                  : contactAt(foot, axis.a.max - drop_q, -axis.b.min - drop_p, feature_q, feature_p);
  manifold.points.push_back({contact, ManifoldState::kKept});
  manifold.passing = radii > 0 ? 0 : feet.apart;
}

double farthestCoordinate(const ConvexFeatures& shape) {
  double farthest = shape.radius;
  for (const Vec3& v : shape.core.vertices) farthest = std::max(farthest, largest(v));
  return farthest;
}

}  // namespace

std::string featureName(char shape, const ContactFeature& feature) {
  return fmt::format("{} {} {}", shape, nameOf(feature.kind), feature.index);
}

std::string featuresOf(const Contact& contact) {
  if (!contact.named.empty()) return contact.named;
  return featureName('A', contact.on_a) + " · " + featureName('B', contact.on_b);
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

namespace {

/// The manifold of polytopes, cylinders and cones by their facets.
Manifold facetManifold(const ConvexFeatures& a, const ConvexFeatures& b, const SatReport& report) {
  const SatAxis& axis = decidingAxis(report);
  const Vec3& n = axis.direction;
  const double smaller = std::min(sizeOf(a), sizeOf(b));
  const double resolved =
      8 * std::numeric_limits<double>::epsilon() * std::max(farthestCoordinate(a), farthestCoordinate(b));
  Meeting meeting{report, n, std::max(kSupport * smaller, resolved), std::max(kTie * smaller, resolved)};
  Manifold& manifold = meeting.manifold;
  manifold.slack = meeting.support;
  manifold.depth_slack = meeting.rounding;
  const ContactSide side_a(a, n, meeting.support, resolved), side_b(b, -n, meeting.support, resolved);
  const Patch patch_a = strongestPatch(side_a), patch_b = strongestPatch(side_b);
  const auto rank = [](const Patch& p) { return p.is_reference ? static_cast<int>(p.feature.kind) : 0; };
  manifold.reference_is_a = rank(patch_a) != rank(patch_b) ? rank(patch_a) > rank(patch_b) : leadsAlongAxes(n);
  const ContactSide& side = manifold.reference_is_a ? side_b : side_a;  // of the incident shape
  const ContactSide& other = manifold.reference_is_a ? side_a : side_b;
  const Patch& reference = manifold.reference_is_a ? patch_a : patch_b;
  const Patch* incident = manifold.reference_is_a ? &patch_b : &patch_a;
  Patch other_incident;
  const bool solid_face = reference.feature.kind == FeatureKind::kFace;
  const auto hasDeepest = [&] {
    return std::any_of(manifold.points.begin(), manifold.points.end(), [&](const ManifoldPoint& p) {
      return p.state == ManifoldState::kKept &&
             p.contact.separation <= axis.separation + meeting.rounding + report.tolerances.tie;
    });
  };
  if (rank(reference) > 0) {
    const Patch* const farthest = solid_face && incident->feature.kind == FeatureKind::kEdge ? incident : nullptr;
    const Patch* clippable = incident;
    if (!solid_face || incident->feature.kind != FeatureKind::kFace) {
      if (solid_face) other_incident = facePatch(side);
      // An edge that is perpendicular to the axis as well meets the reference; else one that leans but runs along it
      // may share a stretch.
      if (other_incident.points.empty() && rank(*incident) == 0)
        other_incident = edgePatch(side, solid_face || a.planar ? Vec3{0.0} : reference.direction);
      if (!other_incident.points.empty() || rank(*incident) == 0) clippable = &other_incident;
    }
    // Beside the line along a drop's side its surface is another one at every place.
    const double leaning = isDrop(a) || isDrop(b) ? kContactPerpendicular : kContactParallel;
    const bool parallel =
        clippable->points.size() > 1 &&
        (solid_face || a.planar || length(crossAccurate(clippable->direction, reference.direction)) <= leaning);
    if (parallel) incident = clippable;
    if (parallel || solid_face) meeting.clip(reference, other.shape, *incident, side.shape, -side.outward);
    // The face that looks most towards the reference need not hold the edge that is farthest. Its steps are shown if
    // they leave anything.
    if (farthest != nullptr && !hasDeepest()) {
      Kept<ClipStep> steps = std::exchange(manifold.steps, {});
      const bool is_face_shown = !manifold.points.empty();
      meeting.clip(reference, other.shape, *farthest, side.shape, -side.outward);
      if (is_face_shown) {
        manifold.steps = std::move(steps);
      } else {
        incident = farthest;
      }
    }
  }
  manifold.reference = reference.feature;
  manifold.incident = incident->feature;
  manifold.reference_polygon.reserve(reference.points.size());
  manifold.incident_polygon.reserve(incident->points.size());
  for (const Vec3& p : reference.points)
    manifold.reference_polygon.push_back(report.origin + p - side.outward * reference.radius);
  for (const Vec3& p : incident->points)
    manifold.incident_polygon.push_back(report.origin + p + side.outward * incident->radius);
  // Round shapes may be deepest between the ends of the common stretch, and edges cross in a point.
  if (!hasDeepest()) meeting.addCrossing(side_a, side_b);
  reduceContacts(manifold, n, a.planar ? kMaxPlanarContacts : kMaxContacts);
  return std::move(meeting.manifold);
}

}  // namespace

Manifold contactManifold(const ConvexFeatures& a, const ConvexFeatures& b, const SatReport& report) {
  const Vec3& n = decidingAxis(report).direction;
  if (!a.curved && !b.curved) return facetManifold(a, b, report);
  return facetManifold(facetsTowards(a, n), facetsTowards(b, -n), report);
}

}  // namespace sepax
