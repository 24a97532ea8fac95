#include "geom/contains.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "geom/compound_data.h"
#include "geom/convex.h"
#include "geom/free_place.h"
#include "geom/portable_math.h"
#include "geom/region_bridges.h"
#include "geom/solid_union.h"
#include "geom/support.h"
#include "geom/tolerances.h"
#include "geom/union_boundary.h"

namespace sepax {

namespace {

/// Signed distance to a core and the nearest point of its boundary, body space.
struct Nearest {
  double distance = std::numeric_limits<double>::infinity();
  Vec3 point{0.0}, normal{0.0};
};

/// How far apart two places may be computed that are one, metres.
double roundingBetween(const Vec3& p, const Vec3& q) {
  return 4 * std::numeric_limits<double>::epsilon() * (length(p) + length(q));
}

/// Keeps the nearer place. Its normal is zero where the point lies on it: the difference would be rounding alone.
void offer(Nearest& best, const Vec3& candidate, const Vec3& p) {
  if (const double distance = length(p - candidate); distance < best.distance) {
    const bool is_on_it = distance <= roundingBetween(p, candidate);
    best = {distance, candidate, is_on_it ? Vec3{0.0} : normalizedOr(p - candidate, Vec3{0.0})};
  }
}

/// Offers the nearest place of a segment. Between its ends the normal is across it, however near the point is.
void offerSegment(Nearest& best, const Vec3& from, const Vec3& to, const Vec3& p) {
  const Vec3 edge = to - from;
  const double before = best.distance, along = dot(p - from, edge);
  offer(best, nearestOnSegment(from, to, p), p);
  if (best.distance == before || best.normal == Vec3{0.0} || along <= 0 || along >= dot(edge, edge)) return;
  best.normal = normalizedOr(crossAccurate(crossAccurate(edge, p - from), edge), Vec3{0.0});
}

/// A plane that bounds the core, and the loop that it must be met in (none in 2D, where edges are points of the loop
/// already).
struct InnerPlane {
  Vec3 normal;
  Vec3 at;
  const std::vector<int>* loop;
};

template <class Visit>
void forEachPlane(const ConvexFeatures& shape, const Shape& kind, Visit&& visit) {
  const auto& vertices = shape.core.vertices;
  if (!shape.planar) {
    for (const PolytopeFace& face : shape.core.faces)
      visit(InnerPlane{face.normal, vertices[static_cast<std::size_t>(face.loop[0])], &face.loop});
  } else if (coreIf<Polygon>(kind) != nullptr) {
    for (const AxisFeature& edge : shape.face_axes)
      visit(InnerPlane{edge.direction, vertices[static_cast<std::size_t>(edge.feature)], nullptr});
  } else if (coreIf<Box2>(kind) != nullptr || std::holds_alternative<FixedBox2>(kind)) {
    for (const AxisFeature& axis : shape.face_axes) {
      visit(InnerPlane{axis.direction, vertices[2], nullptr});
      visit(InnerPlane{-axis.direction, vertices[0], nullptr});
    }
  }
}

/// False for a loop without area: its edges and vertices are all there is.
bool isWithin(const std::vector<Vec3>& vertices, const InnerPlane& plane, const Vec3& foot) {
  const auto& loop = *plane.loop;
  double area = 0;
  for (std::size_t i = 0; i < loop.size(); ++i) {
    const Vec3& from = vertices[static_cast<std::size_t>(loop[i])];
    const Vec3& to = vertices[static_cast<std::size_t>(loop[(i + 1) % loop.size()])];
    if (dot(crossAccurate(to - from, foot - from), plane.normal) < 0) return false;
    area += dot(crossAccurate(from - plane.at, to - plane.at), plane.normal);
  }
  return area > 0;
}

Nearest nearestOn(const ConvexFeatures& shape, const Shape& kind, const Vec3& p) {
  Nearest inside{-kInfinity, p, Vec3{0.0}};
  forEachPlane(shape, kind, [&](const InnerPlane& plane) {
    const double height = dot(p - plane.at, plane.normal);
    if (height > inside.distance) inside = {height, p - height * plane.normal, plane.normal};
  });
  const bool solid =
      shape.planar || shape.core.faces.size() > 2;  // a triangle has a front and a back and nothing between
  if (inside.distance > -kInfinity && solid && inside.distance <= 0) return inside;
  Nearest best;
  for (const Vec3& v : shape.core.vertices) offer(best, v, p);
  for (const PolytopeEdge& e : shape.core.edges) {
    offerSegment(best, shape.core.vertices[static_cast<std::size_t>(e.v0)],
                 shape.core.vertices[static_cast<std::size_t>(e.v1)], p);
  }
  forEachPlane(shape, kind, [&](const InnerPlane& plane) {
    const double height = dot(p - plane.at, plane.normal);
    if (plane.loop == nullptr || height < 0 || height >= best.distance) return;
    const Vec3 foot = p - height * plane.normal;
    if (isWithin(shape.core.vertices, plane, foot)) best = {height, foot, plane.normal};
  });
  if (best.normal == Vec3{0.0}) best.normal = inside.normal;
  return best;
}

/// Signed distance to a boundary point when only the side is known; `outward` is the boundary's normal there, for a
/// point right on it.
Nearest onBoundary(const Vec3& p, const Vec3& boundary, bool inside, const Vec3& outward) {
  const double distance = length(p - boundary);
  const Vec3 away = inside ? boundary - p : p - boundary;
  const bool is_on_it = distance <= roundingBetween(p, boundary);
  return {inside ? -distance : distance, boundary, is_on_it ? outward : normalizedOr(away, outward)};
}

/// A concave polygon: the nearest edge of its outline; inside when a line to the right crosses it an odd number of
/// times.
Nearest nearestOnOutline(const Polygon& polygon, const Vec3& p) {
  const std::vector<Vec2> loop = counterClockwise(polygon);
  Nearest best;
  Vec3 outward{1, 0, 0};
  bool inside = false;
  for (std::size_t i = 0; i < loop.size(); ++i) {
    const Vec3 from{loop[i], 0.0}, to{loop[(i + 1) % loop.size()], 0.0};
    const double before = best.distance;
    offer(best, nearestOnSegment(from, to, p), p);
    if (best.distance < before) outward = normalizedOr({to.y - from.y, from.x - to.x, 0}, outward);
    if ((from.y > p.y) == (to.y > p.y)) continue;
    const double side = crossAccurate(to - from, p - from).z;
    if ((to.y > from.y) == (side > 0)) inside = !inside;
  }
  return onBoundary(p, best.point, inside, outward);
}

/// A chain: its nearest segment.
Nearest nearestOnChain(const Chain& chain, const Vec3& p) {
  Nearest best;
  Vec3 aside{0, 1, 0};
  for (std::size_t i = 1; i < chain.vertices.size(); ++i) {
    const Vec3 from{chain.vertices[i - 1], 0.0}, to{chain.vertices[i], 0.0};
    const double before = best.distance;
    offerSegment(best, from, to, p);
    if (best.distance < before) aside = normalizedOr({from.y - to.y, to.x - from.x, 0}, aside);
  }
  if (best.normal == Vec3{0.0}) best.normal = aside;
  return best;
}

Nearest nearestOnMesh(const MeshData& mesh, const Vec3& p) {
  const SurfacePoint nearest = nearestSurfacePoint(mesh, p);
  const auto [a, b, c] = cornersOf(mesh, nearest.triangle);
  return onBoundary(p, nearest.point, enclosesDeeper(mesh, p, 0), normalizedOr(crossAccurate(b - a, c - a), {1, 0, 0}));
}

/// Cylinder and cone: the outline of their profile in (distance from the y axis, y), from the top of the axis to its
/// bottom.
std::vector<Vec2> profileOf(const Shape& shape) {
  if (const auto* c = coreIf<Cylinder>(shape)) {
    return {{0, c->half_length}, {c->radius, c->half_length}, {c->radius, -c->half_length}, {0, -c->half_length}};
  }
  if (const auto* c = coreIf<Cone>(shape))
    return {{0, c->half_length}, {c->radius, -c->half_length}, {0, -c->half_length}};
  return {};
}

/// Signed distance to a solid of revolution by its convex profile.
Nearest nearestOnProfile(const std::vector<Vec2>& outline, const Vec3& p) {
  const double around = portable::hypot(p.x, p.z);
  const Vec3 out = normalizedOr({p.x, 0, p.z}, {1, 0, 0});
  const Vec3 flat{around, p.y, 0};
  Nearest inside{-std::numeric_limits<double>::infinity(), flat, Vec3{0.0}}, outside;
  for (std::size_t i = 0; i + 1 < outline.size(); ++i) {
    const Vec3 from{outline[i], 0.0}, to{outline[i + 1], 0.0};
    offerSegment(outside, from, to, flat);
    if (from == to) continue;
    const Vec3 normal = normalizedOr({from.y - to.y, to.x - from.x, 0}, {0, 1, 0});
    const double height = dot(flat - from, normal);
    if (height > inside.distance) inside = {height, flat - height * normal, normal};
  }
  const bool has_sides = std::isfinite(inside.distance);  // of size zero it is a point
  // In the plane of a disc, or on the line of a segment, a point may be beside it.
  const bool is_inside = inside.distance < 0 || outside.normal == Vec3{0.0};
  Nearest best = has_sides && is_inside ? inside : outside;
  best.point = best.point.x * out + Vec3{0, best.point.y, 0};
  best.normal = best.normal.x * out + Vec3{0, best.normal.y, 0};
  return best;
}

/// A sphere cone: in the half plane of the point, what is nearest is its ball, its straight side or its point.
Nearest nearestOnSphereCone(const CurvedCore& cone, const Vec3& p) {
  const Vec3 from_ball = p - cone.bottom(), &axis = cone.axis();
  const double up = dot(from_ball, axis);
  const Vec3 outward = normalizedOr(from_ball - up * axis, cone.rotation[0]);
  const double out = dot(from_ball, outward), sine = cone.lateralSine(), cosine = cone.lateralCosine();
  const double along = cosine * up - sine * out;  // the side from where it touches the ball
  Nearest best;
  if (along < 0) {
    best.normal = normalizedOr(from_ball, outward);
    best.distance = length(from_ball) - cone.radius;
  } else if (along > 2 * cone.half_length * cosine) {
    offer(best, cone.top(), p);
    if (best.normal == Vec3{0.0}) best.normal = axis;
    return best;
  } else {
    best.normal = cosine * outward + sine * axis;
    best.distance = cosine * out + sine * up - cone.radius;
  }
  best.point = p - best.distance * best.normal;
  return best;
}

/// The outward direction where the point lies on the core of a round shape: across a segment, anywhere from a point.
Vec3 anyMtv(const ConvexFeatures& shape) {
  if (!shape.face_axes.empty()) return shape.face_axes[0].direction;
  return shape.edge_axes.empty() ? Vec3{1, 0, 0} : anyPerpendicular(shape.edge_axes[0].direction);
}

/// An ellipsoid, ellipse or what it rounds; balls, segments and points among them are of their kinds.
template <Elliptic S>
Nearest nearestOnElliptic(const S& s, const Vec3& p) {
  const NearestOnEllipsoid nearest = nearestOn(s, p);
  return {nearest.distance, nearest.point, nearest.normal};
}
bool isCurvedForm(EllipsoidForm form) { return form == EllipsoidForm::kDisc || form == EllipsoidForm::kCurved; }

Nearest nearestOnConvex(const ConvexFeatures& features, const Shape& shape, const Vec3& p) {
  if (const auto* s = coreIf<Ellipsoid>(shape); s != nullptr && isCurvedForm(factsOf(*s).form))
    return nearestOnElliptic(*s, p);
  if (const auto* s = coreIf<Ellipse>(shape); s != nullptr && isCurvedForm(factsOf(*s).form))
    return nearestOnElliptic(*s, p);
  if (features.curved && features.curved->kind == CurvedKind::kDrop) return nearestOnSphereCone(*features.curved, p);
  const std::vector<Vec2> profile = profileOf(shape);
  return profile.empty() ? nearestOn(features, shape, p) : nearestOnProfile(profile, p);
}

}  // namespace

namespace {

bool isTapered(const Shape& shape) {
  return std::holds_alternative<TaperedCapsule>(shape) || std::holds_alternative<TaperedCapsule2>(shape);
}

/// The features of a shape whose distances are measured by itself and not by the polytope around it.
ConvexFeatures measuredFeatures(const Shape& shape) {
  const bool elliptic = coreIf<Ellipsoid>(shape) != nullptr || coreIf<Ellipse>(shape) != nullptr;
  return isTapered(shape) || elliptic ? trueFeatures(shape) : convexFeatures(shape);
}

/// The report with the place that its signed distance means.
ContainsReport placed(ContainsReport report, double tolerance) {
  report.tolerance = tolerance;
  report.place = report.signed_distance > tolerance    ? PointPlace::kOutside
                 : report.signed_distance < -tolerance ? PointPlace::kInside
                                                       : PointPlace::kBoundary;
  report.inside = report.place != PointPlace::kOutside;
  return report;
}

}  // namespace

CoreDistance::CoreDistance(const Shape& shape) : shape_(shape), features_(measuredFeatures(shape)) {}

double CoreDistance::operator()(const Vec3& point, Vec3& normal) const {
  const Nearest nearest = nearestOnConvex(features_, shape_, point);
  normal = nearest.normal == Vec3{0.0} ? anyMtv(features_) : nearest.normal;
  return nearest.distance;
}

const char* pointPlaceName(PointPlace place) {
  static constexpr const char* kNames[] = {"inside", "boundary", "outside"};
  return kNames[static_cast<int>(place)];
}

namespace {

/// Planes that may be clipped to find the boundary of a union: some milliseconds.
constexpr std::int64_t kMaxContainsLooks = 2'000'000;

/// The regions of planar children; none where one is an ellipse.
std::optional<std::vector<ConvexRegion>> regionsOf(const CompoundData& compound) {
  std::vector<ConvexRegion> regions;
  for (const CompoundChild& child : compound.children) {
    auto region = regionOf(transformed(trueFeatures(child.shape), child.pose.rotation, child.pose.position));
    if (!region) return std::nullopt;
    regions.push_back(std::move(*region));
  }
  return regions;
}

/// Inside of a union of regions: the nearest place on the union's boundary. None where the point is in none and on no
/// common side of two.
std::optional<FreePlace> nearestOutline(std::vector<ConvexRegion> regions, const Vec3& p, double tolerance) {
  const Vec2 point{p.x, p.y};
  const std::size_t children = regions.size();
  for (ConvexRegion& bridge : bridgesOf(regions, tolerance)) regions.push_back(std::move(bridge));
  const bool is_inside = std::any_of(regions.begin(), regions.end(), [&](const ConvexRegion& region) {
    return region.signedDistance(point) < -tolerance;
  });
  return is_inside ? nearestFree({regions, children, roundingOf(regions)}, point) : std::nullopt;
}

/// The children of a compound as obstacles, whatever their kinds.
Obstacles obstaclesOf(const CompoundData& compound, bool planar) {
  std::vector<CoreDistance> cores;
  for (const CompoundChild& child : compound.children) cores.emplace_back(child.shape);
  const auto height = [&compound, cores = std::move(cores)](std::size_t i, const Vec3& place, Vec3& normal) {
    const Pose& pose = compound.children[i].pose;
    Vec3 in_child{0.0};
    const double height = cores[i](glm::transpose(pose.rotation) * (place - pose.position), in_child);
    normal = pose.rotation * in_child;
    return height - cores[i].features().radius;
  };
  return {compound.children.size(), height, planar};
}

/// Inside of the union of children: the nearest place on the union's boundary. None where that is too near to tell, or
/// was not found.
std::optional<FreePlace3> nearestOutside(const Obstacles& children, const CompoundData& compound, const Vec3& p,
                                         double tolerance) {
  const CutCover cover(tolerance);
  std::vector<ConvexSolid> solids;
  double limit = 0;
  bool all_straight = !children.planar;
  for (const CompoundChild& child : compound.children) {
    const MinMaxBox box = boundsOf(child.shape, child.pose);
    limit = std::max(limit, length(glm::max(glm::abs(box.min - p), glm::abs(box.max - p))));
    const ConvexFeatures features = transformed(trueFeatures(child.shape), child.pose.rotation, child.pose.position);
    all_straight = all_straight && !features.curved && features.radius == 0;
    if (all_straight && !isFlat(features)) solids.push_back(grownBy(solidOf(features), cover.growth));
  }
  limit = 1.01 * (limit + cover.inside_of);
  if (all_straight && std::ranges::none_of(solids, [&](const ConvexSolid& solid) { return solid.height(p) < 0; }))
    return std::nullopt;
  std::int64_t looks = kMaxContainsLooks;
  const auto near = all_straight ? nearestFree(solids, p, 64 * kEpsilon * (limit + length(p)), limit, looks)
                                 : nearestFree(children, p, cover.growth, limit);
  if (!near || looks < 0 || near->distance <= cover.inside_of) return std::nullopt;
  return all_straight ? slideNearer(children, p, near->point) : near;
}

/// Outside, the nearest child; inside, the union's boundary. Where that is not known (too many faces) the boundary of
/// the child that the point is deepest in: none of the whole is nearer than that one's.
ContainsReport containsInChildren(const Shape& shape, const CompoundData& compound, const Pose& pose,
                                  const Vec3& point) {
  ContainsReport report;
  report.signed_distance = std::numeric_limits<double>::infinity();
  for (const CompoundChild& child : compound.children) {
    const ContainsReport own = containsPoint(child.shape, composed(pose, child.pose), point);
    const double tolerance = std::max(report.tolerance, own.tolerance);
    if (own.signed_distance < report.signed_distance) report = own;
    report.tolerance = tolerance;
  }
  report = placed(report, std::max(report.tolerance, kTouching * sizeOf(shape)));
  if (report.place == PointPlace::kOutside) return report;
  const Vec3 p = glm::transpose(pose.rotation) * (point - pose.position);
  if (auto regions = isPlanar(shape) ? regionsOf(compound) : std::nullopt) {
    if (const auto outline = nearestOutline(std::move(*regions), p, report.tolerance)) {
      report.signed_distance = -outline->distance;
      report.boundary_point = toWorld(pose, {outline->point.x, outline->point.y, 0});
      report.normal = pose.rotation * Vec3{outline->normal.x, outline->normal.y, 0};
    }
  } else if (const auto nearest =
                 nearestOutside(obstaclesOf(compound, isPlanar(shape)), compound, p, report.tolerance)) {
    report.signed_distance = -nearest->distance;
    report.boundary_point = toWorld(pose, nearest->point);
    report.normal = pose.rotation * nearest->normal;
  }
  return placed(report, report.tolerance);
}

}  // namespace

ContainsReport containsPoint(const Shape& shape, const Pose& pose, const Vec3& point_in_world) {
  if (const CompoundData* const compound = childrenOf(shape))
    return containsInChildren(shape, *compound, pose, point_in_world);
  ContainsReport report;
  const MeshData* const mesh = trianglesOf(shape);
  const Chain* const chain = std::get_if<Chain>(&shape);
  report.surface_only = isSurface(shape);
  Vec3 from_body = point_in_world - pose.position - pose.rest;
  if (isPlanar(shape)) from_body.z = 0;
  const Vec3 p = glm::transpose(pose.rotation) * from_body;
  const ConvexFeatures features = measuredFeatures(shape);
  Nearest nearest = mesh != nullptr      ? nearestOnMesh(*mesh, p)
                    : chain != nullptr   ? nearestOnChain(*chain, p)
                    : isUnbounded(shape) ? Nearest{p.y, {p.x, 0, p.z}, {0, 1, 0}}
                    : isConvex(shape)    ? nearestOnConvex(features, shape, p)
                                         : nearestOnOutline(std::get<Polygon>(shape), p);
  if (nearest.normal == Vec3{0.0}) nearest.normal = anyMtv(features);

  // Distances that the coordinates cannot resolve count as the boundary: differences carry the rounding of the larger
  // coordinate.
  const double coordinates =
      std::max({std::abs(pose.position.x), std::abs(pose.position.y), std::abs(pose.position.z), length(p)});
  report.signed_distance = nearest.distance - features.radius;
  report =
      placed(report, std::max(kTouching * sizeOf(shape), 8 * std::numeric_limits<double>::epsilon() * coordinates));
  report.normal = pose.rotation * nearest.normal;
  report.boundary_point = toWorld(pose, nearest.point + features.radius * nearest.normal);
  return report;
}

}  // namespace sepax
