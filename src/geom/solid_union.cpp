#include "geom/solid_union.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "geom/hull.h"
#include "geom/shape_bounds.h"
#include "geom/union_boundary.h"

namespace sepax {

namespace {

/// A plane with coordinates around the foot of a point.
struct PlaneFrame {
  Vec3 foot, u, w;
  [[nodiscard]] Vec3 at(const Vec2& p) const { return foot + p.x * u + p.y * w; }
};

/// The part of a square around the foot, of half side `half`, behind the planes of a solid, but the one at `skip`;
/// the planes are moved inwards by `shrink`. Empty when nothing is.
std::vector<Vec2> sectionOf(const ConvexSolid& solid, const PlaneFrame& frame, double half, double shrink,
                            std::size_t skip) {
  constexpr double kParallel = 1e-12;
  std::vector<Vec2> polygon{{-half, -half}, {half, -half}, {half, half}, {-half, half}}, next;
  for (std::size_t k = 0; k < solid.planes.size(); ++k) {
    if (k == skip) continue;
    const ConvexSolid::Plane& plane = solid.planes[k];
    const Vec2 slope{dot(plane.normal, frame.u), dot(plane.normal, frame.w)};
    const double base = dot(plane.normal, frame.foot) - plane.offset + shrink;
    if (std::abs(slope.x) + std::abs(slope.y) <= kParallel) {
      // The face's own plane given twice does not cut it away.
      if (base > 0 && !(skip < solid.planes.size() && base <= kParallel * (1 + std::abs(plane.offset)))) return {};
      continue;
    }
    const double reach = half * (std::abs(slope.x) + std::abs(slope.y));
    if (base + reach <= 0) continue;  // most planes do not come to the square
    if (base - reach > 0) return {};
    next.clear();
    for (std::size_t i = 0; i < polygon.size(); ++i) {
      const Vec2 &p = polygon[i], &q = polygon[(i + 1) % polygon.size()];
      const double hp = base + slope.x * p.x + slope.y * p.y, hq = base + slope.x * q.x + slope.y * q.y;
      if (hp <= 0) next.push_back(p);
      if ((hp < 0 && hq > 0) || (hp > 0 && hq < 0)) next.push_back(p + hp / (hp - hq) * (q - p));
    }
    polygon.swap(next);
    if (polygon.size() < 3) return {};
  }
  return polygon;
}

/// Whether the disc of radius `radius` around the foot lies deeper than `tolerance` in the solid.
bool holdsDisc(const ConvexSolid& solid, const PlaneFrame& frame, double radius, double tolerance) {
  return !solid.planes.empty() && std::ranges::all_of(solid.planes, [&](const ConvexSolid::Plane& plane) {
    const double base = dot(plane.normal, frame.foot) - plane.offset + tolerance;
    const double along = dot(plane.normal, frame.u), across = dot(plane.normal, frame.w);
    return base < 0 && radius * radius * (along * along + across * across) < base * base;
  });
}

bool isDeeper(const ConvexSolid& solid, const Vec3& point, double tolerance) {
  return !solid.planes.empty() && std::ranges::all_of(solid.planes, [&](const ConvexSolid::Plane& plane) {
    return dot(plane.normal, point) - plane.offset < -tolerance;
  });
}

std::vector<Vec3> cornersOfFace(const ConvexFeatures& piece, const PolytopeFace& face) {
  std::vector<Vec3> out;
  for (const int v : face.loop) out.push_back(piece.core.vertices[static_cast<std::size_t>(v)]);
  return out;
}

/// The part of a polygon behind a plane.
std::vector<Vec3> clippedBehind(const std::vector<Vec3>& polygon, const Vec3& normal, double offset) {
  std::vector<Vec3> out;
  for (std::size_t i = 0; i < polygon.size(); ++i) {
    const Vec3 &p = polygon[i], &q = polygon[(i + 1) % polygon.size()];
    const double hp = dot(normal, p) - offset, hq = dot(normal, q) - offset;
    if (hp <= 0) out.push_back(p);
    if ((hp < 0 && hq > 0) || (hp > 0 && hq < 0)) out.push_back(p + hp / (hp - hq) * (q - p));
  }
  return out;
}

Vec3 middleOf(const std::vector<Vec3>& points) {
  Vec3 sum{0.0};
  for (const Vec3& p : points) sum += p / static_cast<double>(points.size());
  return sum;
}

/// The bipyramids over the common parts of two pieces' faces: a point or thin body there is inside of both together.
void addBipyramids(const ConvexFeatures& a, const ConvexFeatures& b, double tolerance,
                   std::vector<ConvexFeatures>& out) {
  constexpr double kOpposed = -1 + 1e-9;
  for (const PolytopeFace& face : a.core.faces) {
    for (const PolytopeFace& other : b.core.faces) {
      if (dot(face.normal, other.normal) > kOpposed) continue;
      std::vector<Vec3> common = cornersOfFace(a, face);
      const std::vector<Vec3> loop = cornersOfFace(b, other);
      const auto height = [&](const Vec3& p) { return std::abs(dot(face.normal, p - common[0])); };
      if (std::any_of(loop.begin(), loop.end(), [&](const Vec3& p) { return height(p) > tolerance; })) continue;
      for (std::size_t i = 0; i < loop.size() && !common.empty(); ++i) {
        const Vec3 along = loop[(i + 1) % loop.size()] - loop[i];
        const Vec3 outward = normalizedOr(crossAccurate(along, other.normal), Vec3{0.0});
        common = clippedBehind(common, outward, dot(outward, loop[i]));
      }
      if (common.size() < 3) continue;
      const Vec3 middle = middleOf(common);
      const auto add = [&](const ConvexFeatures& piece, const Vec3& inward) {
        double through = kInfinity;
        for (const PolytopeFace& side : piece.core.faces) {
          const double speed = dot(side.normal, inward);
          const double room = dot(side.normal, piece.core.vertices[static_cast<std::size_t>(side.loop[0])] - middle);
          if (speed > kEpsilon) through = std::min(through, room / speed);
        }
        if (std::isfinite(through)) common.push_back(middle + through / 2 * inward);
      };
      add(a, -face.normal);
      add(b, face.normal);
      if (auto hull = makeHull(common); hull && !hull->data->flat) out.push_back(convexFeatures(std::move(*hull)));
    }
  }
}

/// How far along a unit direction the first place in none of the open solids is; at least `limit` when it is not
/// nearer.
double walkOut(std::span<const ConvexSolid> solids, const Vec3& from, const Vec3& direction, double tolerance,
               double limit) {
  constexpr int kMaxSteps = 16;
  double at = 0;
  for (int step = 0; step < kMaxSteps && at < limit; ++step) {
    double exit = at;
    for (const ConvexSolid& solid : solids) {
      const Vec3 place = from + at * direction;
      double leaves = kInfinity, height = -kInfinity;
      for (const ConvexSolid::Plane& plane : solid.planes) {
        const double over = dot(plane.normal, place) - plane.offset, speed = dot(plane.normal, direction);
        height = std::max(height, over);
        if (height >= -tolerance) break;
        if (speed > kEpsilon) leaves = std::min(leaves, -over / speed);
      }
      if (height < -tolerance) exit = std::max(exit, at + leaves);
    }
    if (exit == at) return at;
    at = exit;
  }
  return limit;
}

/// Faces along whose normals a first bound is looked for.
constexpr std::size_t kWalks = 32;

struct FaceToLookAt {
  double distance;
  std::size_t solid, plane;
};

}  // namespace

bool isFlat(const ConvexFeatures& piece) { return piece.flat || piece.core.faces.size() <= 2; }

ConvexSolid solidOf(const ConvexFeatures& piece) { return isFlat(piece) ? ConvexSolid() : solidOf(piece.core); }

ConvexSolid solidOf(const Polytope& polytope) {
  ConvexSolid out;
  for (const PolytopeFace& face : polytope.faces)
    out.planes.push_back({face.normal, dot(face.normal, polytope.vertices[static_cast<std::size_t>(face.loop[0])])});
  return out;
}

std::vector<ConvexFeatures> bridgesOf(const std::vector<const ConvexFeatures*>& pieces, double tolerance) {
  std::vector<ConvexFeatures> bridges;
  std::vector<MinMaxBox> boxes;
  for (const ConvexFeatures* const piece : pieces) boxes.push_back(boundsOf(*piece));
  const auto areApart = [&](const MinMaxBox& a, const MinMaxBox& b) {
    const Vec3 gap = glm::max(a.min - b.max, b.min - a.max);
    return std::max({gap.x, gap.y, gap.z}) > tolerance;
  };
  std::vector<std::size_t> order(pieces.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(), [&](std::size_t i, std::size_t j) { return boxes[i].min.x < boxes[j].min.x; });
  for (std::size_t i = 0; i < order.size(); ++i) {
    const std::size_t first = order[i];
    for (std::size_t j = i + 1; j < order.size() && boxes[order[j]].min.x <= boxes[first].max.x + tolerance; ++j) {
      if (!areApart(boxes[first], boxes[order[j]]))
        addBipyramids(*pieces[first], *pieces[order[j]], tolerance, bridges);
    }
  }
  return bridges;
}

double ConvexSolid::height(const Vec3& point) const {
  double most = -kInfinity;
  for (const Plane& plane : planes) most = std::max(most, dot(plane.normal, point) - plane.offset);
  return most;
}

std::optional<FreePlace3> nearestFree(std::span<const ConvexSolid> solids, const Vec3& from, double tolerance,
                                      double limit, std::int64_t& looks) {
  std::vector<FaceToLookAt> faces;
  std::vector<std::pair<double, std::size_t>> order;
  for (std::size_t i = 0; i < solids.size(); ++i) {
    const double height = solids[i].height(from);
    if (height > limit) continue;
    order.emplace_back(height, i);
    for (std::size_t k = 0; k < solids[i].planes.size(); ++k) {
      const ConvexSolid::Plane& plane = solids[i].planes[k];
      if (const double distance = std::abs(dot(plane.normal, from) - plane.offset); distance < limit)
        faces.push_back({distance, i, k});
    }
  }
  std::sort(order.begin(), order.end());
  std::stable_sort(faces.begin(), faces.end(),
                   [](const FaceToLookAt& p, const FaceToLookAt& q) { return p.distance < q.distance; });
  std::optional<FreePlace3> best;
  double least = limit;
  // A tight bound spares most of the faces and sections.
  for (std::size_t i = 0; i < faces.size() && i < kWalks && faces[i].distance < least; ++i) {
    const Vec3& direction = solids[faces[i].solid].planes[faces[i].plane].normal;
    least = std::min(least, walkOut(solids, from, direction, tolerance, least) + 4 * tolerance);
  }
  for (const auto& [distance, own, k] : faces) {
    if (distance >= least) break;
    const ConvexSolid::Plane& plane = solids[own].planes[k];
    const Vec3 u = anyPerpendicular(plane.normal);
    const PlaneFrame frame{from - (dot(plane.normal, from) - plane.offset) * plane.normal, u,
                           crossAccurate(plane.normal, u)};
    const double half =
        std::isfinite(least) ? std::sqrt((least - distance) * (least + distance)) : 1e6 * (1 + distance);
    // Most faces end here: a free place nearer than the best must lie within this disc.
    const auto holds = [&, owner = own](const auto& one) {
      return one.second != owner && holdsDisc(solids[one.second], frame, half, tolerance);
    };
    if (std::ranges::any_of(order, holds)) continue;
    const std::vector<Vec2> face = sectionOf(solids[own], frame, half, 0, k);
    looks -= static_cast<std::int64_t>(solids[own].planes.size());
    if (face.empty()) continue;
    const ConvexRegion window = hullRegion(face);
    if (window.sides.size() < 3 || window.signedDistance(Vec2{0.0}) >= half) continue;
    std::vector<Vec3> corners;
    for (const Vec2& p : face) corners.push_back(frame.at(p));
    const auto hides = [&, owner = own](const auto& one) {
      return one.second != owner && std::ranges::all_of(corners, [&](const Vec3& corner) {
               return isDeeper(solids[one.second], corner, tolerance);
             });
    };
    if (std::ranges::any_of(order, hides)) continue;
    std::vector<ConvexRegion> sections;
    for (const auto& [height, other] : order) {
      if (other == own || solids[other].height(frame.foot) >= half * std::sqrt(2.0)) continue;
      looks -= static_cast<std::int64_t>(solids[other].planes.size());
      const std::vector<Vec2> section = sectionOf(solids[other], frame, half, tolerance, solids[other].planes.size());
      if (section.empty()) continue;
      ConvexRegion region = hullRegion(section);
      if (region.sides.size() >= 3) sections.push_back(std::move(region));
    }
    if (looks < 0) return best;
    const auto found = nearestFreeWithin(window, {sections, sections.size(), 0}, Vec2{0.0}, half);
    if (!found) continue;
    const double apart = std::hypot(distance, found->distance);
    if (apart >= least) continue;
    least = apart;
    const Vec3 point = frame.at(found->point);
    const bool across = found->distance == 0;
    best = FreePlace3{point, apart, across ? plane.normal : normalizedOr(point - from, plane.normal), across};
  }
  return best;
}

}  // namespace sepax
