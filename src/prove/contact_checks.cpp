#include "prove/contact_checks.h"

#include "collide/exact/exact.h"
#include "collide/pair_table.h"
#include "collide/pieces/crossings.h"
#include "geom/contains.h"
#include "geom/convex.h"
#include "geom/directions.h"
#include "geom/mesh.h"
#include "geom/pieces.h"
#include "geom/ray_cast.h"
#include "geom/support.h"
#include "geom/tolerances.h"
#include "prove/exact_patch.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <vector>

namespace sepax {

std::optional<double> mirrorError(const PosedShape& a, const PosedShape& b, const PairAnswer& answer) {
  const Vec3 factors{-1, 1, 1};
  const auto shape_a = scaled(a.shape, factors), shape_b = scaled(b.shape, factors);
  if (!shape_a || !shape_b) return std::nullopt;
  const Mat3 mirror{Vec3{-1, 0, 0}, Vec3{0, 1, 0}, Vec3{0, 0, 1}};
  const auto mirrored = [&](const Shape& shape, const Pose& pose) {
    return PosedShape{shape, {mirror * pose.position, mirror * pose.rotation * mirror}};
  };
  const PairAnswer other = testPair(mirrored(*shape_a, a.pose), mirrored(*shape_b, b.pose), {}, "sat").value().answer;
  const double off = std::abs(other.distance - answer.distance);
  // A concave polygon may be cut the other way: how deep its pieces are in another shape follows.
  const bool are_convex = isConvex(a.shape) && isConvex(b.shape);
  return are_convex ? std::max(std::abs(other.separation - answer.separation), off) : off;
}

double separationAfterMtv(const PosedShape& a, const PosedShape& b, const PairAnswer& answer) {
  const PosedShape moved{b.shape, {b.pose.position + answer.mtv, b.pose.rotation}};
  return testPair(a, moved, {}, "sat").value().answer.separation;
}

namespace {

/// A share of the larger lengths: kTouching of it is 64 roundings, less than the closest points' own bound
/// (kClosestGap).
constexpr double kRoundingShare = 64 * std::numeric_limits<double>::epsilon() / kTouching;
/// A share of the other shape's size, for a point: kTouching of it is the least distance that gives an axis of its own.
constexpr double kPointShare = kCoresTouch / kTouching;
/// How much of its four points' best area a manifold may miss.
constexpr double kMissedArea = 0.1;
/// Normals that differ by more than this are another axis: its contacts are others.
constexpr double kSameAxis = 1e-6;
/// How far contacts of one depth may lie apart and still be the same point of a rim, lateral line or edge. A share of
/// the smaller shape's size.
constexpr double kUnresolvedSlide = 1e-2;
/// A step off the surface, as a share of the smaller shape's size, and the part of it that leads away from the shape at
/// least (features that are seen more edge-on than kContactEdgeOn are not clipped).
constexpr double kStepOff = 1e-3, kLeadsAway = kContactEdgeOn / 2;
constexpr int kBallsTried = 12;    ///< points that may be in both shapes
constexpr int kPlacesAround = 24;  ///< a point inside a shape
/// A part of the lengths that a tetrahedron's volume is made of: below it the world's coordinates leave its sign open.
constexpr long double kFlatSide = 1e-8L;

/// The largest coordinate that a shape's place is made of.
double farthestOf(const PosedShape& shape) {
  return std::max(largest(shape.pose.position), SupportMap(shape.shape, Mat3{1.0}, Vec3{0.0}).extent());
}

/// The unit in which errors of a shape and a point are measured, metres.
double unitOf(const PosedShape& shape, const Vec3& point) {
  const double unit = sizeOf(shape.shape) + kRoundingShare * std::max(farthestOf(shape), largest(point));
  return unit > 0 ? unit : 1;
}

/// The pair being asked about.
struct Asked {
  const WorkPair& pair;
  const PairReport& report;
  const WorkPlace& where;
  ContactCounts& counts;
  bool exactly;
  double smaller = 0, unit = 1;  ///< metres

  void raise(ContactQuery query, double error) const {
    counts[static_cast<std::size_t>(query)].add(error, placeName(where));
  }
  void raiseLength(ContactQuery query, double error) const { raise(query, error / unit); }
  /// Raises the error of a query about one shape and a point, in their unit.
  void raiseLength(ContactQuery query, double error, const PosedShape& shape, const Vec3& point) const {
    raise(query, error / unitOf(shape, point));
  }
};

/// A point as a shape of the same space.
PosedShape pointAt(const PosedShape& shape, const Vec3& point) {
  return {isPlanar(shape.shape) ? Shape{Point2{}} : Shape{Point3{}}, {point, Mat3{1.0}}};
}

double referenceDistance(const PosedShape& shape, const Vec3& point) {
  const PairAnswer answer = testPair(shape, pointAt(shape, point)).value().answer;
  return answer.separation > 0 ? answer.distance : answer.separation;
}

/// Euclidean distance of a point from a shape as the reference tests it; inside a convex shape minus its depth.
/// Cylinders and cones are measured in closed form: exact arithmetic knows prisms and pyramids around them, and a
/// distance from GJK has its bound, 1e-13 of the extent and rarely more, which a contact's place need not have.
double signedDistance(const PosedShape& shape, const Vec3& point, bool exactly) {
  if (tessellationError(shape.shape) > 0) return containsPoint(shape.shape, shape.pose, point).signed_distance;
  if (!exactly || !isConvex(shape.shape) || isUnbounded(shape.shape)) return referenceDistance(shape, point);
  const ExactReport report = exactReport(shape, pointAt(shape, point), 0);
  return report.sign > 0 ? report.distance : report.separation;
}

void checkPositions(const Asked& asked) {
  const PairAnswer& answer = asked.report.answer;
  const bool convex = isConvex(asked.pair.a.shape) && isConvex(asked.pair.b.shape);
  double outside = 0, off = 0;
  for (const Contact& contact : answer.contacts) {
    for (const int sense : {-1, 1}) {
      const PosedShape& shape = sense < 0 ? asked.pair.a : asked.pair.b;
      const Vec3 at = contact.position + answer.normal * (sense * contact.separation / 2);
      const double distance = signedDistance(shape, at, asked.exactly);
      outside = std::max(outside, distance);
      if (!convex) continue;
      const double step = kStepOff * asked.smaller + 1e3 * kTouching * asked.unit;
      off = std::max(off, std::abs(distance));
      if (signedDistance(shape, at - answer.normal * (sense * step), false) < kLeadsAway * step)
        off = std::max(off, step);
    }
  }
  asked.raiseLength(ContactQuery::kOnShapes, outside);
  if (convex) asked.raiseLength(ContactQuery::kGap, off);
  double error = std::abs(answer.contacts.front().separation - answer.separation);
  for (const Contact& contact : answer.contacts) error = std::max(error, answer.separation - contact.separation);
  if (convex) asked.raiseLength(ContactQuery::kDeepest, error);
}

/// How far a vertex that lies on the plane or line of the manifold's reference is outside of its polygon.
double missedSide(const Asked& asked) {
  const Manifold& manifold = *asked.report.manifold;
  const Kept<Vec3>& polygon = manifold.reference_polygon;
  const PosedShape& posed = manifold.reference_is_a ? asked.pair.a : asked.pair.b;
  const ConvexFeatures shape = trueFeatures(posed.shape);
  if (polygon.size() < 2 || shape.radius > 0 || shape.curved || shape.unbounded) return 0;
  const Vec3 origin = polygon[0];
  const double flat = kContactStraight * asked.smaller + 64 * std::numeric_limits<double>::epsilon() * largest(origin);
  const Vec3 plane =
      polygon.size() > 2 ? posed.pose.rotation * shape.core.faces[manifold.reference.index].normal : Vec3{0.0};
  const Vec3 along = normalizedOr(polygon[1] - origin, Vec3{0.0});
  double missed = 0;
  for (const Vec3& v : shape.core.vertices) {
    const Vec3 from = toWorld(posed.pose, v) - origin;
    const double height = polygon.size() > 2 ? std::abs(dot(from, plane)) : length(crossAccurate(from, along));
    if (height > flat) continue;
    double nearest = std::numeric_limits<double>::infinity();  // of a convex polygon: inside, or nearest to a side
    bool inside = polygon.size() > 2;
    for (std::size_t i = 0; i < polygon.size(); ++i) {
      const Vec3 p = polygon[i] - origin, side = polygon[(i + 1) % polygon.size()] - origin - p;
      const double squared = dot(side, side);
      const double t = squared > 0 ? std::clamp(dot(from - p, side) / squared, 0.0, 1.0) : 0;
      nearest = std::min(nearest, length(from - p - t * side));
      inside = inside && dot(crossAccurate(side, from - p), plane) >= 0;
    }
    if (!inside) missed = std::max(missed, nearest);
  }
  return missed;
}

void checkManifold(const Asked& asked) {
  const Manifold& manifold = *asked.report.manifold;
  const Vec3& normal = asked.report.answer.normal;
  if (isConvex(asked.pair.a.shape) && isConvex(asked.pair.b.shape)) {
    asked.raiseLength(ContactQuery::kSide, missedSide(asked));
    if (const auto error = patchError(manifold, normal)) asked.raiseLength(ContactQuery::kPatch, *error);
  }
  std::vector<Vec3> all, kept;
  std::vector<bool> deepest;
  double depth = std::numeric_limits<double>::infinity();
  for (const ManifoldPoint& p : manifold.points) depth = std::min(depth, p.contact.separation);
  for (const ManifoldPoint& p : manifold.points) {
    if (p.state != ManifoldState::kKept && p.state != ManifoldState::kReduced) continue;
    all.push_back(p.contact.position);
    deepest.push_back(p.contact.separation <= depth + manifold.depth_slack);
  }
  for (const Contact& contact : manifold.contacts) kept.push_back(contact.position);
  if (all.size() <= kept.size() || isPlanar(asked.pair.a.shape)) return;
  const double area = areaByFour(all, deepest, normal);
  double extent = 0;
  for (const Vec3& p : all) extent = std::max(extent, length(p - all[0]));
  if (area > asked.unit * kTouching * extent) {  // else they are in line
    asked.raise(ContactQuery::kArea, 1 - hullArea(kept, normal) / area);
  }
}

void checkSwapped(const Asked& asked) {
  const PairReport& report = asked.report;
  const PairReport swapped = testPair(asked.pair.b, asked.pair.a).value();
  const auto isTie = [](const PairReport& r) {
    const auto* sat = std::get_if<SatReport>(&r.trace);
    return sat == nullptr || sat->tie;
  };
  // Where another axis or other pieces are as good, the swapped pair may rightly choose them.
  if (isTie(report) || isTie(swapped)) return;
  const double larger = pairSize(asked.pair.a, asked.pair.b),
               between = length(report.answer.normal + swapped.answer.normal);
  if (between > kSameAxis || between * larger > kTouching * asked.unit) return;
  if (report.pieces && (report.pieces->a != swapped.pieces->b || report.pieces->b != swapped.pieces->a)) return;
  // Where a rim or a lateral line runs nearly along the other shape, or an edge along an edge, a contact slides far
  // before its depth changes by what can be told.
  const bool curved = trueFeatures(asked.pair.a.shape).curved || trueFeatures(asked.pair.b.shape).curved;
  const auto slides = [&](const Contact& contact) {
    return curved || (contact.on_a.kind == FeatureKind::kEdge && contact.on_b.kind == FeatureKind::kEdge);
  };
  const double slide = kUnresolvedSlide * asked.smaller, depth_slack = report.manifold->depth_slack;
  double worst = 0;
  for (const bool back : {false, true}) {
    const auto &from = (back ? swapped : report).answer.contacts, &to = (back ? report : swapped).answer.contacts;
    for (const Contact& contact : from) {
      double nearest = std::numeric_limits<double>::infinity();
      for (const Contact& other : to) {
        const double apart = length(other.position - contact.position),
                     deeper = std::abs(other.separation - contact.separation);
        nearest =
            std::min(nearest, std::max(slides(contact) && deeper <= depth_slack && apart <= slide ? 0 : apart, deeper));
      }
      worst = std::max(worst, nearest);
    }
  }
  asked.raiseLength(ContactQuery::kSwap, worst);
}

void checkWitnesses(const Asked& asked) {
  const PairAnswer& answer = asked.report.answer;
  const Vec3 gap = answer.closest_b - answer.closest_a;
  double error =
      answer.separation > 0 ? std::abs(length(gap) - answer.distance) : length(gap - answer.normal * answer.separation);
  error = std::max(error, signedDistance(asked.pair.a, answer.closest_a, asked.exactly));
  error = std::max(error, signedDistance(asked.pair.b, answer.closest_b, asked.exactly));
  asked.raiseLength(ContactQuery::kWitness, error);
}

void checkMtv(const Asked& asked) {
  const PairAnswer& answer = asked.report.answer;
  if (answer.verdict != Verdict::kOverlapping) return;
  const double left = separationAfterMtv(asked.pair.a, asked.pair.b, answer);
  const bool convex = isConvex(asked.pair.a.shape) && isConvex(asked.pair.b.shape);
  // Pieces that overlap less than the touching tolerance are not moved.
  asked.raiseLength(ContactQuery::kMtv,
                    convex ? std::abs(left) : std::max(0.0, -left - kTouching * pairSize(asked.pair.a, asked.pair.b)));
}

/// A point about as far from a shape as its size.
Vec3 pointNear(const PosedShape& shape, SplitMix64& random) {
  const double size = std::max(sizeOf(shape.shape), 1e-3);
  const double away = random.in(0, 1) * size;
  Vec3 offset = random.direction() * away;
  if (isPlanar(shape.shape)) offset.z = 0;
  return shape.pose.position + offset;
}

/// How deep a point is in a concave shape, by whole outlines or by places around it.
void checkUnion(const Asked& asked, const PosedShape& shape, const Vec3& point, const ContainsReport& report) {
  if (isPlanar(shape.shape)) {
    const PosedShape dot = pointAt(shape, point);
    if (!handles(*findAlgorithm("union"), shape.shape, dot.shape)) return;
    const double depth = testPair(shape, dot, {}, "union").value().answer.separation;
    return asked.raiseLength(ContactQuery::kUnion, std::abs(depth - report.signed_distance), shape, point);
  }
  const auto holds = [&](const Vec3& at) { return containsPoint(shape.shape, shape.pose, at).inside; };
  const double least = kStepOff * unitOf(shape, point), radius = -report.signed_distance - least;
  // The place that is named is on the boundary of the whole, and none is nearer.
  double missed = std::abs(containsPoint(shape.shape, shape.pose, report.boundary_point).signed_distance);
  for (const Vec3& direction : sphereDirections(radius > 0 ? kPlacesAround : 0)) {
    if (!holds(point + direction * radius)) missed = std::max(missed, radius);
  }
  asked.raiseLength(ContactQuery::kUnion, missed, shape, point);
}

/// Cylinders and cones by the reference: the closed form is what is asked about.
void checkContains(const Asked& asked, const PosedShape& shape, SplitMix64& random) {
  const Vec3 point = pointNear(shape, random);
  const ContainsReport report = containsPoint(shape.shape, shape.pose, point);
  const double distance = tessellationError(shape.shape) > 0 ? referenceDistance(shape, point)
                                                             : signedDistance(shape, point, asked.exactly);
  const double inside = report.signed_distance;
  // How deep a point is in a concave shape is not how deep it is in a piece.
  const double least = isConvex(shape.shape) ? -std::numeric_limits<double>::infinity() : 0;
  const double error = std::abs(std::max(inside, least) - std::max(distance, least));
  asked.raiseLength(ContactQuery::kContains, error, shape, point);
  if (!isConvex(shape.shape) && !report.surface_only && inside < 0) checkUnion(asked, shape, point, report);
}

/// Points near the middle of both, asked whether they are in both: each shape holds a ball around such a point, and a
/// translation must part these balls at least.
void checkWhole(const Asked& asked, SplitMix64& random) {
  if (isUnbounded(asked.pair.a.shape) || isUnbounded(asked.pair.b.shape)) return;
  const PairAnswer& answer = asked.report.answer;
  const auto depthIn = [](const PosedShape& shape, const Vec3& point) {
    const ContainsReport report = containsPoint(shape.shape, shape.pose, point);
    return report.surface_only ? 0 : std::max(0.0, -report.signed_distance);
  };
  const Vec3 middle = (answer.closest_a + answer.closest_b) / 2.0;
  double deepest = 0;
  for (int i = 0; i < kBallsTried; ++i) {
    const Vec3 way = random.direction();  // a value of its own: compilers draw two of an expression in either order
    Vec3 point = middle + way * (random.unit() * asked.smaller / 2);
    if (isPlanar(asked.pair.a.shape)) point.z = 0;
    const double in_a = depthIn(asked.pair.a, point), in_b = in_a > 0 ? depthIn(asked.pair.b, point) : 0;
    if (in_b > 0) deepest = std::max(deepest, in_a + in_b);
  }
  asked.raiseLength(ContactQuery::kWhole,
                    std::max(0.0, deepest - length(answer.mtv) - kTouching * pairSize(asked.pair.a, asked.pair.b)));
}

/// By the signs of tetrahedra of an edge and a triangle in long double: what lies in a plane to rounding may cross or
/// not, anything else is counted exactly. A triangle without an area to rounding may cross or not, too.
void checkCrossings(const Asked& asked) {
  using LongVec = glm::vec<3, long double>;
  if (!asked.report.pieces || !asked.report.pieces->crossings || !asked.report.pieces->crossings->complete) return;
  const auto cornersOfAll = [&](const PosedShape& shape) {
    std::vector<std::array<LongVec, 3>> all;
    const MeshData& mesh = *trianglesOf(shape.shape);
    for (int t = 0; t < static_cast<int>(mesh.triangles.size()); ++t) {
      std::array<LongVec, 3>& corners = all.emplace_back();
      for (std::size_t k = 0; k < 3; ++k) {
        corners[k] = LongVec(shape.pose.position) - LongVec(asked.pair.a.pose.position);
        for (int c = 0; c < 3; ++c)
          corners[k] += LongVec(shape.pose.rotation[c]) * static_cast<long double>(cornersOf(mesh, t)[k][c]);
      }
    }
    return all;
  };
  const auto sideOf = [](const LongVec& a, const LongVec& b, const LongVec& c, const LongVec& p) {
    const LongVec u = b - a, v = c - a, w = p - a;
    const long double volume = glm::dot(glm::cross(u, v), w);
    const long double doubt = kFlatSide * glm::length(u) * glm::length(v) * glm::length(w);
    return volume > doubt ? 1 : volume < -doubt ? -1 : 0;
  };
  const auto hasArea = [](const std::array<LongVec, 3>& t) {
    const LongVec u = t[1] - t[0], v = t[2] - t[0];
    return glm::length(glm::cross(u, v)) > kFlatSide * glm::length(u) * glm::length(v);
  };
  /// 1: an edge pierces, −1: none, 0: not known.
  const auto pierces = [&](const std::array<LongVec, 3>& edges, const std::array<LongVec, 3>& t) {
    if (!hasArea(edges) || !hasArea(t)) return 0;
    int all = -1;
    for (std::size_t k = 0; k < 3; ++k) {
      const LongVec &p = edges[k], &q = edges[(k + 1) % 3];
      const int from = sideOf(t[0], t[1], t[2], p), to = sideOf(t[0], t[1], t[2], q);
      if (from * to > 0) continue;
      const std::array around{sideOf(p, q, t[0], t[1]), sideOf(p, q, t[1], t[2]), sideOf(p, q, t[2], t[0])};
      const auto [low, high] = std::ranges::minmax(around);
      if (low * high < 0) continue;
      if (from * to < 0 && low * high > 0) return 1;
      all = 0;
    }
    return all;
  };
  std::int64_t certain = 0, open = 0;
  const auto of_a = cornersOfAll(asked.pair.a), of_b = cornersOfAll(asked.pair.b);
  for (const auto& a : of_a) {
    for (const auto& b : of_b) {
      const int of_edges = pierces(a, b), back = of_edges == 1 ? 1 : pierces(b, a);
      certain += back == 1 ? 1 : 0;
      open += back != 1 && (of_edges == 0 || back == 0) ? 1 : 0;
    }
  }
  const std::int64_t count = asked.report.pieces->crossings->count;
  asked.raise(ContactQuery::kCrossings,
              static_cast<double>(std::max({std::int64_t{0}, certain - count, count - certain - open})));
}

/// The ray up to `length` as a shape without thickness.
PosedShape needleAlong(const CastRay& ray, double length, bool planar) {
  const Vec3 u = normalizedOr(ray.direction, {1, 0, 0}), middle = ray.origin + u * (length / 2);
  if (planar) return {Segment2{length / 2}, {middle, Mat3{u, Vec3{-u.y, u.x, 0}, Vec3{0, 0, 1}}}};
  const Vec3 side = anyPerpendicular(u);
  return {Capsule{length / 2, 0}, {middle, Mat3{side, u, crossAccurate(side, u)}}};
}

void checkRay(const Asked& asked, const PosedShape& shape, SplitMix64& random) {
  const bool planar = isPlanar(shape.shape);
  const double size = std::max(sizeOf(shape.shape), 1e-3);
  CastRay ray{pointNear(shape, random), Vec3{1, 0, 0}, random.in(0.5, 3) * size};
  ray.direction = pointNear(shape, random) - ray.origin;
  if (planar) ray.direction.z = 0;
  ray.direction = normalizedOr(ray.direction, {1, 0, 0});
  const RayHit hit = castRay(shape.shape, shape.pose, ray);
  if (hit.hit) {
    const double at = containsPoint(shape.shape, shape.pose, hit.point).signed_distance;
    asked.raiseLength(ContactQuery::kRay, hit.starts_inside ? std::max(0.0, at) : std::abs(at), shape, hit.point);
  }
  const double length = hit.hit ? hit.distance - kStepOff * unitOf(shape, ray.origin) : ray.length;
  if (length <= 0) return;
  const double gap = testPair(shape, needleAlong(ray, length, planar)).value().answer.separation;
  asked.raiseLength(ContactQuery::kRay, std::max(0.0, -gap), shape, ray.origin);
}

}  // namespace

const char* contactQueryName(ContactQuery query) {
  static constexpr const char* kNames[] = {"contacts lie in both shapes",
                                           "separation is the gap there",
                                           "the deepest is among them",
                                           "the reference is a whole side",
                                           "the patch is the intersection",
                                           "area that four could span",
                                           "the same when swapped",
                                           "the mtv ends in touching",
                                           "witness points",
                                           "point in shape",
                                           "rays",
                                           "no ball in both is deeper",
                                           "depth of a point in a union",
                                           "crossings by piercing edges"};
  return kNames[static_cast<int>(query)];
}

std::string placeName(const WorkPlace& where) {
  return fmt::format("{}-{} {} {}:{}", where.a, where.b, mixName(where.mix), where.stream, where.index);
}

double allowed(ContactQuery query) { return query == ContactQuery::kArea ? kMissedArea : kTouching; }

bool isClean(const ContactCounts& counts) {
  for (int q = 0; q < kContactQueries; ++q) {
    if (!(counts[static_cast<std::size_t>(q)].worst <= allowed(static_cast<ContactQuery>(q)))) return false;
  }
  return true;
}

void QueryCount::add(double error, const std::string& at) {
  ++asked;
  if (error <= worst) return;
  worst = std::isfinite(error) ? error : std::numeric_limits<double>::infinity();
  worst_at = at;
}

void merge(const QueryCount& from, QueryCount& into) {
  into.asked += from.asked;
  if (from.worst <= into.worst) return;
  into.worst = from.worst;
  into.worst_at = from.worst_at;
}

void checkContacts(const WorkPair& pair, const PairReport& report, const WorkPlace& where, bool exactly,
                   ContactCounts& counts) {
  Asked asked{pair, report, where, counts, exactly};
  SplitMix64 random{where.index + 1};
  // A half-space has no size: the other's counts.
  const double size_a = sizeOf((isUnbounded(pair.a.shape) ? pair.b : pair.a).shape),
               size_b = sizeOf((isUnbounded(pair.b.shape) ? pair.a : pair.b).shape);
  asked.smaller = std::min(size_a, size_b);
  const double far = std::max(farthestOf(pair.a), farthestOf(pair.b));
  const double larger = std::max(size_a, size_b);
  asked.unit = (asked.smaller > 0 ? asked.smaller : kPointShare * larger) + kRoundingShare * (larger + far);
  if (asked.unit == 0) asked.unit = 1;
  if (!report.answer.contacts.empty()) {
    checkPositions(asked);
    checkManifold(asked);
    checkSwapped(asked);
  }
  checkWitnesses(asked);
  checkMtv(asked);
  checkWhole(asked, random);
  checkCrossings(asked);
  for (const PosedShape* shape : {&pair.a, &pair.b}) {
    checkContains(asked, *shape, random);
    checkRay(asked, *shape, random);
  }
}

}  // namespace sepax
