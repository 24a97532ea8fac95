#include "collide/contacts/patch.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>
#include <utility>

#include "geom/oriented_box.h"
#include "geom/portable_math.h"
#include "geom/tolerances.h"

namespace sepax {

namespace {

int edgeBetween(const Polytope& core, int v0, int v1) {
  const auto found = std::find_if(core.edges.begin(), core.edges.end(), [&](const PolytopeEdge& e) {
    return (e.v0 == v0 && e.v1 == v1) || (e.v0 == v1 && e.v1 == v0);
  });
  return found == core.edges.end() ? -1 : static_cast<int>(found - core.edges.begin());
}

Patch patchOf(const ContactSide& side, ContactFeature feature, Kept<int> vertices, const Vec3& direction) {
  Patch patch{feature, std::move(vertices), {}, {}, direction, {}, side.shape.radius, false};
  patch.points.reserve(patch.vertices.size());
  for (const int v : patch.vertices) patch.points.push_back(side.shape.core.vertices[v]);
  return patch;
}

/// The whole side that edge `e` is part of: of a convex core, all vertices on the edge's line.
Patch sidePatch(const ContactSide& side, int e, const Vec3& direction) {
  const Polytope& core = side.shape.core;
  int first = core.edges[e].v0, last = core.edges[e].v1;
  const Vec3 start = core.vertices[first];
  double low = 0, high = dot(core.vertices[last] - start, direction);
  const double straight = kContactStraight * high + side.rounding;
  const auto isOnLine = [&](const Vec3& from) {
    // Most vertices are far beside it, whatever rounding does to a plain product.
    if (largest(glm::cross(from, direction)) > straight + 16 * kEpsilon * largest(from)) return false;
    return largest(crossAccurate(from, direction)) <= straight;
  };
  int on_line = 2;
  for (int v = 0; v < static_cast<int>(core.vertices.size()); ++v) {
    if (v == core.edges[e].v0 || v == core.edges[e].v1) continue;
    const Vec3 from = core.vertices[v] - start;
    if (!isOnLine(from)) continue;
    ++on_line;
    const double along = dot(from, direction);
    if (along >= low && along <= high) continue;
    (along < low ? low : high) = along;
    (along < 0 ? first : last) = v;
  }
  const Vec3 whole = normalizedOr(core.vertices[last] - core.vertices[first], direction);
  Patch patch = patchOf(side, {FeatureKind::kEdge, e}, {first, last}, whole);
  patch.edges = {e, e};
  if (on_line > 2) {
    Kept<std::pair<double, int>> corners;
    for (int v = 0; v < static_cast<int>(core.vertices.size()); ++v) {
      if (const Vec3 from = core.vertices[v] - start; isOnLine(from)) corners.emplace_back(dot(from, direction), v);
    }
    std::sort(corners.begin(), corners.end());
    for (const auto& [along, v] : corners) patch.corners.push_back(v);
  }
  patch.is_reference = std::abs(dot(whole, side.outward)) <= kContactPerpendicular;
  return patch;
}

/// The loop of a face, together with those that lie in one plane with it: a flat cone's sides do. In `merged` unless it
/// is the face's own.
std::span<const int> wholeLoop(const Polytope& core, int face, Kept<int>& merged) {
  const PolytopeFace& best = core.faces[face];
  const auto isPart = [&](const PolytopeFace& other) {
    if (dot(other.normal, best.normal) <= 0 || largest(other.normal - best.normal) > kContactStraight) return false;
    return &other == &best || std::any_of(other.loop.begin(), other.loop.end(), [&](int v) {
      return std::find(best.loop.begin(), best.loop.end(), v) != best.loop.end();
    });
  };
  if (std::count_if(core.faces.begin(), core.faces.end(), isPart) == 1) return best.loop;
  Kept<int> all;
  for (const PolytopeFace& other : core.faces) {
    if (isPart(other)) all.insert(all.end(), other.loop.begin(), other.loop.end());
  }
  const Vec3 u = anyPerpendicular(best.normal), v = crossAccurate(best.normal, u);
  std::vector<Vec2> flat;
  for (const int i : all) {
    const Vec3 from = core.vertices[i] - core.vertices[all[0]];
    flat.emplace_back(dot(from, u), dot(from, v));
  }
  for (const int i : planarHull(flat)) merged.push_back(all[i]);
  return merged;
}

}  // namespace

ContactSide::ContactSide(const ConvexFeatures& s, const Vec3& direction, double slack, double round)
    : shape(s), outward(direction), rounding(round), supports(s.core.vertices.size()) {
  const std::vector<Vec3>& vertices = s.core.vertices;
  double highest = -kInfinity;
  for (std::size_t v = 0; v < vertices.size(); ++v) {
    const double height = dot(vertices[v], direction);
    if (height > highest) {
      highest = height;
      farthest = static_cast<int>(v);
    }
  }
  const double least = highest - slack;
  depth_of_support = highest - least;
  for (std::size_t v = 0; v < vertices.size(); ++v) supports[v] = dot(vertices[v], direction) >= least ? 1 : 0;
  supports[static_cast<std::size_t>(farthest)] = 1;
}

namespace {

/// Which face is wanted: the one that looks most towards the other shape, or nothing where it is no reference.
enum class WantedFace { kAny, kReference };

Patch wantedFace(const ContactSide& side, WantedFace wanted) {
  const Polytope& core = side.shape.core;
  int best = -1;
  double most = kContactEdgeOn;
  for (int f = 0; f < static_cast<int>(core.faces.size()) && !side.shape.planar; ++f) {
    const double facing = dot(core.faces[f].normal, side.outward);
    const auto& loop = core.faces[f].loop;
    if (facing <= most || std::none_of(loop.begin(), loop.end(), [&](int v) { return side.isSupport(v); })) continue;
    most = facing + kSameDirection;  // rounding must not choose
    best = f;
  }
  if (best < 0) return {};
  const PolytopeFace& face = core.faces[best];
  Kept<int> merged;
  const std::span<const int> loop = wholeLoop(core, best, merged);
  const std::size_t n = loop.size();
  // Only the sides that are longer than rounding, each from its first corner.
  const auto isSide = [&](std::size_t i) {
    return largest(core.vertices[loop[(i + 1) % n]] - core.vertices[loop[i]]) > side.rounding;
  };
  std::size_t sides = 0;
  for (std::size_t i = 0; i < n; ++i) sides += isSide(i) ? 1 : 0;
  if (sides == 0) return vertexPatch(side);
  const bool is_reference = sides > 2 && length(crossAccurate(face.normal, side.outward)) <= kContactPerpendicular;
  if (wanted == WantedFace::kReference && sides > 2 && !is_reference) return {};
  Patch patch{{FeatureKind::kFace, best}, {}, {}, {}, face.normal, {}, side.shape.radius, is_reference};
  patch.vertices.reserve(sides);
  patch.points.reserve(sides);
  patch.edges.reserve(sides);
  for (std::size_t i = 0; i < n; ++i) {
    if (!isSide(i)) continue;
    const int from = loop[i];
    patch.vertices.push_back(from);
    patch.points.push_back(core.vertices[from]);
    patch.edges.push_back(edgeBetween(core, from, loop[(i + 1) % n]));
  }
  if (sides > 2) return patch;
  const int edge = patch.edges[0];
  return edge < 0 ? vertexPatch(side)
                  : sidePatch(side, edge,
                              normalizedOr(core.vertices[core.edges[edge].v1] - core.vertices[core.edges[edge].v0],
                                           {1, 0, 0}));
}

/// An edge of a core and its direction; −1: none.
struct DirectedEdge {
  int edge = -1;
  Vec3 direction{0.0};
};

DirectedEdge supportEdge(const ContactSide& side, const Vec3& along) {
  const Polytope& core = side.shape.core;
  DirectedEdge best;
  double least = std::sqrt(1 - kContactEdgeOn * kContactEdgeOn);
  bool parallel = false;
  for (int e = 0; e < static_cast<int>(core.edges.size()); ++e) {
    if (!side.isSupport(core.edges[e].v0) && !side.isSupport(core.edges[e].v1)) continue;
    const Vec3 step = core.vertices[core.edges[e].v1] - core.vertices[core.edges[e].v0];
    if (largest(step) <= side.rounding) continue;
    const Vec3 own = normalizedOr(step, Vec3{0.0});
    const double lean = std::abs(dot(own, side.outward));
    const bool own_parallel = along != Vec3{0.0} && length(crossAccurate(own, along)) <= kContactParallel;
    if (own_parallel < parallel || (own_parallel == parallel && lean >= least - kSameDirection)) continue;
    best = {e, own};
    least = lean;
    parallel = own_parallel;
  }
  return best;
}

}  // namespace

Patch facePatch(const ContactSide& side) { return wantedFace(side, WantedFace::kAny); }

Patch edgePatch(const ContactSide& side, const Vec3& along) {
  const auto [edge, direction] = supportEdge(side, along);
  return edge < 0 ? Patch{} : sidePatch(side, edge, direction);
}

ContactFeature edgeFeature(const ContactSide& side) {
  const int edge = supportEdge(side, Vec3{0.0}).edge;
  return edge < 0 ? ContactFeature{FeatureKind::kVertex, side.farthest} : ContactFeature{FeatureKind::kEdge, edge};
}

Patch vertexPatch(const ContactSide& side) {
  Patch patch = patchOf(side, {FeatureKind::kVertex, side.farthest}, {side.farthest}, Vec3{0.0});
  patch.edges = {-1};
  return patch;
}

Patch strongestPatch(const ContactSide& side) {
  if (Patch face = wantedFace(side, WantedFace::kReference); face.is_reference) return face;
  if (Patch edge = edgePatch(side); edge.is_reference) return edge;
  return vertexPatch(side);
}

ContactFeature featureAt(const Patch& patch, const Polytope& core, const Vec3& point) {
  for (std::size_t i = 1; i < patch.corners.size(); ++i) {
    const int from = patch.corners[i - 1], to = patch.corners[i];
    const bool last = i + 1 == patch.corners.size();
    if (!last && dot(point - core.vertices[to], patch.direction) >= 0) continue;
    if (const int edge = edgeBetween(core, from, to); edge >= 0) return {FeatureKind::kEdge, edge};
  }
  return patch.feature;
}

namespace {

constexpr double kNotOver = -std::numeric_limits<double>::infinity();

/// The surface `radius` metres around a segment, or around a point as one without length.
double heightOverSegment(const Vec3& begin, const Vec3& end, double radius, const Vec3& outward, const Vec3& point) {
  const Vec3 from = begin - point, along = end - begin;
  // Over its lateral direction u the segment rises by `slope`, beside it lies `across`.
  const double rise = dot(along, outward);
  const Vec3 level = along - rise * outward;
  const double extent = length(level);
  const Vec3 u = extent > 0 ? level / extent : Vec3{0.0};
  const Vec3 foot = from - dot(from, outward) * outward;
  const double start = dot(foot, u), low = dot(from, outward);
  if (radius == 0) return extent > 0 ? low + rise * std::clamp(-start / extent, 0.0, 1.0) : low;
  const Vec3 across = foot - start * u;
  const double ball =
      radius * radius - dot(across, across);  // of the section through the point: the squared radius of the discs there
  if (ball < 0) return kNotOver;
  // The surface is the envelope of balls along the segment; the one that is highest over the point leans back by the
  // segment's slope.
  const double slope = extent > 0 ? rise / extent : 0;
  const double back = slope * std::sqrt(ball / (1 + slope * slope));
  const double s = extent > 0 ? std::clamp((back - start) / extent, 0.0, 1.0) : 0;
  const double beside = start + s * extent;
  const double squared = ball - beside * beside;
  if (squared < 0) return kNotOver;
  // The radius less the drop at the side, without a difference of large numbers.
  const double drop = (dot(across, across) + beside * beside) / (radius + std::sqrt(squared));
  return low + rise * s + radius - drop;
}

/// A face's plane moved out by the radius, where that lies over the inside of the face: its sides are segments. A face
/// without width, as plates have along their rim, has no inside, nor has a cap without corners (curved_facets.h), which
/// is seen edge-on.
double heightOverFace(const Polytope& core, const PolytopeFace& face, double radius, const Vec3& outward,
                      const Vec3& point) {
  const double facing = dot(face.normal, outward);
  if (facing <= 0 || face.loop.empty()) return kNotOver;
  const double height = (dot(core.vertices[face.loop[0]] - point, face.normal) + radius) / facing;
  const Vec3 foot = point + height * outward - radius * face.normal;
  bool has_side = false;
  for (std::size_t i = 0; i < face.loop.size(); ++i) {
    const Vec3 &from = core.vertices[face.loop[i]], &to = core.vertices[face.loop[(i + 1) % face.loop.size()]];
    if (from == to) continue;
    has_side = true;
    if (dot(crossAccurate(to - from, foot - from), face.normal) <= 0) return kNotOver;
  }
  return has_side ? height : kNotOver;
}

/// From the nearest point of a solid cylinder, cone or ellipsoid to a point outside it.
struct FromCore {
  double distance = 0;
  Vec3 direction{0.0};  ///< unit
};

FromCore fromCore(const CurvedCore& core, const Vec3& point) {
  if (core.kind == CurvedKind::kEllipsoid) {
    const NearestOnEllipsoid nearest =
        nearestOn(Ellipsoid{core.half_axes}, glm::transpose(core.rotation) * (point - core.centre));
    return {nearest.distance, core.rotation * nearest.normal};
  }
  // The section through the axis: x across it, y along it from the bottom's centre.
  const Vec3 from = point - core.bottom();
  const double y = dot(from, core.axis());
  const Vec3 lateral = from - y * core.axis();
  const double x = length(lateral), height = 2 * core.half_length;
  Vec2 nearest{std::min(x, core.radius), std::clamp(y, 0.0, height)};
  if (core.kind == CurvedKind::kCone && y > 0) {
    const Vec2 along{-core.lateralSine(), core.lateralCosine()};  // from the rim to the apex
    const double s = std::clamp((x - core.radius) * along.x + y * along.y, 0.0, portable::hypot(core.radius, height));
    nearest = Vec2{core.radius, 0} + s * along;
  }
  const Vec2 off = Vec2{x, y} - nearest;
  const Vec3 out = off.x * normalizedOr(lateral, Vec3{0.0}) + off.y * core.axis();
  return {portable::hypot(off.x, off.y), normalizedOr(out, Vec3{0.0})};
}

/// Newton's method from above on the distance along the line, which is convex: no step goes too far.
double heightOverRoundedCurved(const CurvedCore& core, double radius, const Vec3& outward, const Vec3& point) {
  constexpr int kSteps = 64;
  const double up = dot(core.axis(), outward), across = length(crossAccurate(core.axis(), outward));
  const double ellipsoid = length(core.halfAlong(outward));
  double height =
      dot(core.centre - point, outward) + core.half_length * std::abs(up) + core.radius * across + ellipsoid + radius;
  for (int i = 0; i < kSteps; ++i) {
    const FromCore nearest = fromCore(core, point + height * outward);
    const double slope = dot(nearest.direction, outward), over = nearest.distance - radius;
    if (over <= 0) return height;
    if (slope <= 0) return kNotOver;
    const double next = height - over / slope;
    if (!(next < height)) return height;
    height = next;
  }
  return height;
}

}  // namespace

double heightOver(const Patch& patch, const Vec3& outward, const Vec3& point) {
  if (patch.points.size() > 2)
    return (dot(patch.points[0] - point, patch.direction) + patch.radius) / dot(patch.direction, outward);
  return heightOverSegment(patch.points.front(), patch.points.back(), patch.radius, outward, point);
}

double heightOverRounded(const Patch& patch, const ConvexFeatures& shape, const Vec3& outward, const Vec3& point) {
  const Polytope& core = shape.core;
  if (shape.curved && shape.curved->kind != CurvedKind::kDrop) {
    return heightOverRoundedCurved(*shape.curved, shape.radius, outward, point);
  }
  double highest = patch.points.size() > 2 ? kNotOver : heightOver(patch, outward, point);
  for (const PolytopeEdge& edge : core.edges)
    highest = std::max(highest,
                       heightOverSegment(core.vertices[edge.v0], core.vertices[edge.v1], patch.radius, outward, point));
  for (const PolytopeFace& face : core.faces)
    highest = std::max(highest, heightOverFace(core, face, patch.radius, outward, point));
  return highest;
}

}  // namespace sepax
