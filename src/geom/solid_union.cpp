#include "geom/solid_union.h"

#include <algorithm>
#include <cmath>
#include <tuple>
#include <utility>

#include "geom/portable_math.h"
#include "geom/union_boundary.h"

namespace sepax {

namespace {

/// A plane with coordinates around the foot of a point.
struct PlaneFrame {
  Vec3 foot, u, w;
  [[nodiscard]] Vec3 at(const Vec2& p) const { return foot + p.x * u + p.y * w; }
};

/// The place of a plane that is nearest to a point.
Vec3 footOn(const ConvexSolid::Plane& plane, const Vec3& point) {
  return point - (dot(plane.normal, point) - plane.offset) * plane.normal;
}

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
constexpr std::size_t kWalks = 4;

/// A face, and bounds of the places on it that may be free and nearer than the best.
struct FaceToLookAt {
  double distance;
  std::size_t solid, plane;
  MinMaxBox open{Vec3{kInfinity}, Vec3{-kInfinity}};  ///< relative to where the search is from
};

/// A cube around a place relative to the point that a free place is looked for from; `half` is of its side.
struct SearchCell {
  Vec3 middle;
  double half;

  [[nodiscard]] double nearest() const { return length(glm::max(glm::abs(middle) - half, Vec3{0.0})); }
};

/// A solid as cells ask it: each plane's height at the point, and how far a cube reaches along its normal.
struct CellSolid {
  struct Plane {
    Vec3 normal;
    double height, reach;
  };
  std::vector<Plane> planes;
  std::size_t last = 0;  ///< the plane behind which the last cell did not lie: often the next does not either

  CellSolid(const ConvexSolid& solid, const Vec3& from) {
    planes.reserve(solid.planes.size());
    for (const ConvexSolid::Plane& plane : solid.planes) {
      const Vec3 across = glm::abs(plane.normal);
      planes.push_back({plane.normal, dot(plane.normal, from) - plane.offset, across.x + across.y + across.z});
    }
  }

  /// Whether all of a cell lies deeper than `tolerance` in the solid.
  [[nodiscard]] bool holds(const SearchCell& cell, double tolerance) {
    const auto isBehind = [&](const Plane& plane) {
      return plane.height + dot(plane.normal, cell.middle) + cell.half * plane.reach < -tolerance;
    };
    if (planes.empty() || !isBehind(planes[last])) return false;
    const auto other = std::ranges::find_if_not(planes, isBehind);
    if (other == planes.end()) return true;
    last = static_cast<std::size_t>(other - planes.begin());
    return false;
  }
};

/// Cells are halved while there are no more than these, and no smaller than this part of the search's radius.
constexpr std::size_t kMaxSearchCells = 256;
constexpr double kSmallestSearchCell = 1.0 / 32;

/// Cells around a point that hold every place nearer than `least` that no solid hides: halved from a cube of that
/// radius, without those that one solid hides whole. `least` shrinks where the middle of a cell is free.
std::vector<SearchCell> cellsOpen(std::vector<CellSolid>& solids, double tolerance, double& least) {
  std::vector<SearchCell> cells{{Vec3{0.0}, least}}, halved;
  std::size_t latest = 0;  // the solid that held the last cell: often it holds the next
  const auto isHidden = [&](const SearchCell& cell) {
    if (solids[latest].holds(cell, tolerance)) return true;
    const auto found = std::ranges::find_if(solids, [&](CellSolid& solid) { return solid.holds(cell, tolerance); });
    if (found == solids.end()) return false;
    latest = static_cast<std::size_t>(found - solids.begin());
    return true;
  };
  while (!cells.empty() && cells.size() <= kMaxSearchCells && cells.front().half > kSmallestSearchCell * least) {
    halved.clear();
    for (const SearchCell& whole : cells) {
      for (int corner = 0; corner < 8; ++corner) {
        const double half = whole.half / 2;
        const Vec3 way{(corner & 1) != 0 ? half : -half, (corner & 2) != 0 ? half : -half,
                       (corner & 4) != 0 ? half : -half};
        const SearchCell cell{whole.middle + way, half};
        if (cell.nearest() >= least || isHidden(cell)) continue;
        halved.push_back(cell);
        const double apart = length(cell.middle) + 4 * tolerance;
        if (apart < least && !isHidden({cell.middle, 0})) least = apart;
      }
    }
    cells.swap(halved);
  }
  std::erase_if(cells, [&](const SearchCell& cell) { return cell.nearest() >= least; });
  return cells;
}

/// Widens the bounds of a solid's faces by a cell that they go through.
void widenFaces(const CellSolid& solid, const SearchCell& cell, double tolerance, std::vector<MinMaxBox>& open) {
  const auto heightOf = [&](const CellSolid::Plane& plane) { return plane.height + dot(plane.normal, cell.middle); };
  const auto isBeyond = [&](const CellSolid::Plane& plane) {
    return heightOf(plane) > cell.half * plane.reach + tolerance;
  };
  if (std::ranges::any_of(solid.planes, isBeyond)) return;
  for (std::size_t k = 0; k < solid.planes.size(); ++k) {
    if (heightOf(solid.planes[k]) < -cell.half * solid.planes[k].reach - tolerance) continue;
    open[k] = {glm::min(open[k].min, cell.middle - cell.half), glm::max(open[k].max, cell.middle + cell.half)};
  }
}

/// Leaves out the faces that come to no place which could be free and nearer than `least`, which it may shrink, and
/// bounds such places on the others.
void keepFacesInOpenCells(std::span<const ConvexSolid> solids, const std::vector<std::pair<double, std::size_t>>& order,
                          const Vec3& from, double tolerance, double& least, std::vector<FaceToLookAt>& faces) {
  std::vector<CellSolid> deepest_first;
  for (const auto& [height, index] : order) deepest_first.emplace_back(solids[index], from);
  const std::vector<SearchCell> cells = cellsOpen(deepest_first, tolerance, least);
  std::vector<std::vector<MinMaxBox>> open(solids.size());
  for (std::size_t i = 0; i < order.size(); ++i) {
    std::vector<MinMaxBox>& of_solid = open[order[i].second];
    of_solid.resize(deepest_first[i].planes.size(), {Vec3{kInfinity}, Vec3{-kInfinity}});
    for (const SearchCell& cell : cells) widenFaces(deepest_first[i], cell, tolerance, of_solid);
  }
  for (FaceToLookAt& face : faces) face.open = open[face.solid][face.plane];
  std::erase_if(faces, [](const FaceToLookAt& face) { return face.open.min.x > face.open.max.x; });
}

}  // namespace

bool isFlat(const ConvexFeatures& piece) { return piece.flat || piece.core.faces.size() <= 2; }

bool isThin(const ConvexFeatures& piece, double width) {
  const auto isNarrow = [&](const AxisFeature& axis) {
    double low = kInfinity, high = -kInfinity;
    return std::ranges::all_of(piece.core.vertices, [&](const Vec3& vertex) {
      const double height = dot(vertex, axis.direction);
      low = std::min(low, height);
      high = std::max(high, height);
      return high - low < width;  // most pieces are wider between their first vertices
    });
  };
  return isFlat(piece) || (!piece.curved && piece.radius == 0 && std::ranges::any_of(piece.face_axes, isNarrow));
}

ConvexSolid solidOf(const ConvexFeatures& piece) { return isFlat(piece) ? ConvexSolid() : solidOf(piece.core); }

ConvexSolid solidOf(const Polytope& polytope) {
  ConvexSolid out;
  for (const PolytopeFace& face : polytope.faces)
    out.planes.push_back({face.normal, dot(face.normal, polytope.vertices[static_cast<std::size_t>(face.loop[0])])});
  return out;
}

double ConvexSolid::height(const Vec3& point) const {
  Vec3 normal{0.0};
  return height(point, normal);
}

double ConvexSolid::height(const Vec3& point, Vec3& normal) const {
  double most = -kInfinity;
  for (const Plane& plane : planes) {
    const double height = dot(plane.normal, point) - plane.offset;
    if (height <= most) continue;
    most = height;
    normal = plane.normal;
  }
  return most;
}

ConvexSolid grownBy(ConvexSolid solid, double by) {
  for (ConvexSolid::Plane& plane : solid.planes) plane.offset += by;
  return solid;
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
        faces.push_back({distance, i, k, {Vec3{kInfinity}, Vec3{-kInfinity}}});
    }
  }
  std::sort(order.begin(), order.end());
  const auto isNearer = [](const FaceToLookAt& p, const FaceToLookAt& q) {
    return std::tie(p.distance, p.solid, p.plane) < std::tie(q.distance, q.solid, q.plane);
  };
  const std::size_t walks = std::min(kWalks, faces.size());
  std::partial_sort(faces.begin(), faces.begin() + static_cast<std::ptrdiff_t>(walks), faces.end(), isNearer);
  std::optional<FreePlace3> best;
  double least = limit;
  // A tight bound spares most of the faces and sections.
  for (std::size_t i = 0; i < walks && faces[i].distance < least; ++i) {
    const Vec3& direction = solids[faces[i].solid].planes[faces[i].plane].normal;
    least = std::min(least, walkOut(solids, from, direction, tolerance, least) + 4 * tolerance);
  }
  if (std::isfinite(least) && !faces.empty()) keepFacesInOpenCells(solids, order, from, tolerance, least, faces);
  std::sort(faces.begin(), faces.end(), isNearer);
  for (const auto& [distance, own, k, open] : faces) {
    if (distance >= least) break;
    const ConvexSolid::Plane& plane = solids[own].planes[k];
    const double reach =
        std::isfinite(least) ? std::sqrt((least - distance) * (least + distance)) : 1e6 * (1 + distance);
    const Vec3 foot = footOn(plane, from), u = anyPerpendicular(plane.normal), w = crossAccurate(plane.normal, u);
    PlaneFrame frame{foot, u, w};
    double half = reach;
    if (const double around = length(open.max - open.min) / 2; around < reach) {
      frame.foot = footOn(plane, from + (open.min + open.max) / 2.0);
      half = around;
    }
    const Vec2 start{dot(foot - frame.foot, u), dot(foot - frame.foot, w)};
    // Most faces end here: a free place nearer than the best must lie within this disc.
    const auto holds = [&, owner = own](const auto& one) {
      return one.second != owner && holdsDisc(solids[one.second], frame, half, tolerance);
    };
    if (std::ranges::any_of(order, holds)) continue;
    const std::vector<Vec2> face = sectionOf(solids[own], frame, half, 0, k);
    looks -= static_cast<std::int64_t>(solids[own].planes.size());
    if (face.empty()) continue;
    const ConvexRegion window = hullRegion(face);
    if (window.sides.size() < 3 || window.signedDistance(start) >= reach) continue;
    std::vector<Vec3> corners;
    for (const Vec2& p : face) corners.push_back(frame.at(p));
    const auto hides = [&, owner = own](const auto& one) {
      return one.second != owner && std::ranges::all_of(corners, [&](const Vec3& corner) {
               return isDeeper(solids[one.second], corner, tolerance);
             });
    };
    if (std::ranges::any_of(order, hides)) continue;
    // Larger than the window: its own sides are no ends of what the others hide.
    const double beyond = 2 * half;
    std::vector<ConvexRegion> sections;
    for (const auto& [height, other] : order) {
      if (other == own || solids[other].height(frame.foot) >= half * std::sqrt(2.0)) continue;
      looks -= static_cast<std::int64_t>(solids[other].planes.size());
      const std::vector<Vec2> section = sectionOf(solids[other], frame, beyond, tolerance, solids[other].planes.size());
      if (section.empty()) continue;
      ConvexRegion region = hullRegion(section);
      if (region.sides.size() >= 3) sections.push_back(std::move(region));
    }
    if (looks < 0) return best;
    const auto found = nearestFreeWithin(window, {sections, sections.size(), 0}, start, reach);
    if (!found) continue;
    const double apart = portable::hypot(distance, found->distance);
    if (apart >= least) continue;
    least = apart;
    const bool across = found->distance == 0;
    const Vec3 point = across ? foot : frame.at(found->point);
    best = FreePlace3{point, apart, across ? plane.normal : normalizedOr(point - from, plane.normal), across};
  }
  return best;
}

}  // namespace sepax
