#include "geom/mesh_cut.h"

#include "geom/cloud.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

namespace sepax {

namespace {

constexpr double kOnPlane = 1e-9;       ///< of a cell's size: nearer points are on the plane
constexpr double kInward = 1e-5;        ///< part of the way to the middle at which a corner of a cell is tested
constexpr int kOffsets = 4;             ///< planes tried across one axis
constexpr std::size_t kEdgesTried = 8;  ///< concave ones
constexpr double kMinSine = 0.1;        ///< between faces beside an edge that counts as concave: 6 degrees
constexpr double kSamePlane = 1e-3;     ///< between planes tried, of their distance and of the sine

double sizeOf(const MeshCell& cell) { return longestSide(boundsOf(cell.region.corners)); }

Vec3 meanOf(const std::vector<Vec3>& points) {
  Vec3 sum{0.0};
  for (const Vec3& p : points) sum += p;
  return points.empty() ? sum : sum / static_cast<double>(points.size());
}

/// Heights over a plane as one of its sides sees them, positive there; those next to the plane are 0.
class Heights {
 public:
  Heights(const ConvexSolid::Plane& plane, PlaneSide side, double tolerance)
      : normal_(side == PlaneSide::kBefore ? plane.normal : -plane.normal),
        offset_(side == PlaneSide::kBefore ? plane.offset : -plane.offset),
        tolerance_(tolerance) {}
  [[nodiscard]] const Vec3& normal() const { return normal_; }
  [[nodiscard]] double operator()(const Vec3& point) const {
    const double height = dot(normal_, point) - offset_;
    return std::abs(height) <= tolerance_ ? 0 : height;
  }

 private:
  Vec3 normal_;
  double offset_, tolerance_;
};

Vec3 crossing(const Vec3& a, const Vec3& b, double height_a, double height_b) {
  return a + (b - a) * (height_a / (height_a - height_b));
}

/// A region's corners on one side: its own, and where its edges cross the plane.
std::vector<Vec3> cornersBeside(const QuickHull& region, const Heights& heightOf) {
  std::vector<double> heights;
  std::vector<Vec3> kept;
  for (const Vec3& corner : region.corners) {
    heights.push_back(heightOf(corner));
    if (heights.back() >= 0) kept.push_back(corner);
  }
  for (const TriangleIndices& t : region.triangles) {
    for (std::size_t k = 0; k < 3; ++k) {
      const std::uint32_t a = t[k], b = t[(k + 1) % 3];
      if (a < b && heights[a] * heights[b] < 0)
        kept.push_back(crossing(region.corners[a], region.corners[b], heights[a], heights[b]));
    }
  }
  return kept;
}

void addHeldCorners(const std::vector<Vec3>& corners, const MeshSolid& solid, std::vector<Vec3>& points) {
  const Vec3 middle = meanOf(corners);
  for (const Vec3& corner : corners) {
    if (solid.holds(glm::mix(corner, middle, kInward))) points.push_back(corner);
  }
}

/// A triangle cut off at a plane: up to four corners, or a triangle in the plane whose solid is on this side.
template <class Visit>
void visitSide(const MeshCell& cell, const Heights& heightOf, Visit&& visit) {
  std::vector<double> heights;
  heights.reserve(cell.vertices.size());
  for (const Vec3& v : cell.vertices) heights.push_back(heightOf(v));
  for (const TriangleIndices& t : cell.triangles) {
    const std::array h{heights[t[0]], heights[t[1]], heights[t[2]]};
    const auto [low, high] = std::minmax({h[0], h[1], h[2]});
    if (high < 0 || (high == 0 && low < 0)) continue;
    if (high == 0) {
      const Vec3 &a = cell.vertices[t[0]], &b = cell.vertices[t[1]], &c = cell.vertices[t[2]];
      if (dot(glm::cross(b - a, c - a), heightOf.normal()) > 0) continue;
    }
    visit(t, h);
  }
}

struct PointLess {
  bool operator()(const Vec3& a, const Vec3& b) const { return std::tuple(a.x, a.y, a.z) < std::tuple(b.x, b.y, b.z); }
};

std::vector<ConcaveEdge> concaveEdges(const MeshData& mesh) {
  struct Side {
    int triangle = 0;
    Vec3 opposite{0.0};
  };
  const auto normalOf = [&](int triangle) {
    const auto [a, b, c] = cornersOf(mesh, triangle);
    return normalizedOr(glm::cross(b - a, c - a), Vec3{0.0});
  };
  struct EdgeLess {
    bool operator()(const std::pair<Vec3, Vec3>& a, const std::pair<Vec3, Vec3>& b) const {
      const PointLess less;
      return less(a.first, b.first) || (!less(b.first, a.first) && less(a.second, b.second));
    }
  };
  std::map<std::pair<Vec3, Vec3>, Side, EdgeLess> sides;
  for (int t = 0; t < static_cast<int>(mesh.triangles.size()); ++t) {
    const auto corners = cornersOf(mesh, t);
    for (std::size_t k = 0; k < 3; ++k) sides[{corners[k], corners[(k + 1) % 3]}] = {t, corners[(k + 2) % 3]};
  }
  std::vector<ConcaveEdge> edges;
  for (const auto& [ends, side] : sides) {
    if (!PointLess{}(ends.first, ends.second)) continue;
    const auto other = sides.find({ends.second, ends.first});
    if (other == sides.end()) continue;
    const Vec3 a = normalOf(side.triangle), b = normalOf(other->second.triangle);
    const bool is_concave = dot(a, other->second.opposite - ends.first) > 0;
    if (is_concave && length(glm::cross(a, b)) > kMinSine) edges.push_back({ends.first, ends.second, {a, b}});
  }
  return edges;
}

}  // namespace

MeshCell wholeCell(const MeshData& mesh, const MeshSolid& solid) {
  MeshCell cell;
  cell.vertices = mesh.vertices;
  cell.triangles = mesh.triangles;
  cell.edges = concaveEdges(mesh);
  const MinMaxBox& box = mesh.tree.nodes[0].box;
  std::vector<Vec3> corners;
  for (int i = 0; i < 8; ++i)
    corners.emplace_back(i & 1 ? box.max.x : box.min.x, i & 2 ? box.max.y : box.min.y, i & 4 ? box.max.z : box.min.z);
  cell.region = quickHull(corners);
  cell.hull = quickHull(mesh.hull.vertices);
  cell.excess = solid.excess(cell.hull);
  return cell;
}

void addSidePoints(const MeshCell& cell, const ConvexSolid::Plane& plane, PlaneSide side, const MeshSolid& solid,
                   std::vector<Vec3>& points) {
  const Heights heightOf(plane, side, kOnPlane * sizeOf(cell));
  std::vector<char> is_added(cell.vertices.size(), 0);
  visitSide(cell, heightOf, [&](const TriangleIndices& t, const std::array<double, 3>& h) {
    for (std::size_t k = 0; k < 3; ++k) {
      const std::size_t next = (k + 1) % 3;
      if (h[k] >= 0 && is_added[t[k]] == 0) {
        is_added[t[k]] = 1;
        points.push_back(cell.vertices[t[k]]);
      }
      if (h[k] * h[next] < 0) points.push_back(crossing(cell.vertices[t[k]], cell.vertices[t[next]], h[k], h[next]));
    }
  });
  addHeldCorners(cornersBeside(cell.region, heightOf), solid, points);
}

MeshCell sideOf(const MeshCell& cell, const ConvexSolid::Plane& plane, PlaneSide side, const MeshSolid& solid) {
  const Heights heightOf(plane, side, kOnPlane * sizeOf(cell));
  MeshCell made;
  std::vector<std::uint32_t> kept(cell.vertices.size(), ~0u);
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> cut;
  const auto add = [&](const Vec3& point) {
    made.vertices.push_back(point);
    return static_cast<std::uint32_t>(made.vertices.size() - 1);
  };
  visitSide(cell, heightOf, [&](const TriangleIndices& t, const std::array<double, 3>& h) {
    std::vector<std::uint32_t> loop;
    for (std::size_t k = 0; k < 3; ++k) {
      const std::size_t next = (k + 1) % 3;
      if (h[k] >= 0) {
        if (kept[t[k]] == ~0u) kept[t[k]] = add(cell.vertices[t[k]]);
        loop.push_back(kept[t[k]]);
      }
      if (h[k] * h[next] >= 0) continue;
      const std::pair ends = std::minmax(t[k], t[next]);
      const auto found = cut.find(ends);
      if (found != cut.end()) {
        loop.push_back(found->second);
      } else {
        loop.push_back(cut[ends] = add(crossing(cell.vertices[t[k]], cell.vertices[t[next]], h[k], h[next])));
      }
    }
    for (std::size_t i = 2; i < loop.size(); ++i) made.triangles.push_back({loop[0], loop[i - 1], loop[i]});
  });
  for (ConcaveEdge edge : cell.edges) {
    const double from = heightOf(edge.from), to = heightOf(edge.to);
    if (from <= 0 && to <= 0) continue;
    if (from < 0) edge.from = crossing(edge.from, edge.to, from, to);
    if (to < 0) edge.to = crossing(edge.from, edge.to, heightOf(edge.from), to);
    made.edges.push_back(edge);
  }
  made.region = quickHull(cornersBeside(cell.region, heightOf));
  std::vector<Vec3> points = made.vertices;
  addHeldCorners(made.region.corners, solid, points);
  made.hull = quickHull(points);
  return made;
}

std::vector<ConvexSolid::Plane> planesThrough(const std::vector<Vec3>& points, std::vector<ConcaveEdge> edges) {
  std::vector<ConvexSolid::Plane> planes;
  const double size = longestSide(boundsOf(points));
  const auto add = [&](const Vec3& normal, const Vec3& at) {
    const ConvexSolid::Plane plane{normal, dot(normal, at)};
    if (normal == Vec3{0.0}) return;
    const bool is_known = std::ranges::any_of(planes, [&](const ConvexSolid::Plane& other) {
      const double along = dot(other.normal, normal);
      return std::abs(along) > 1 - kSamePlane * kSamePlane &&
             std::abs(other.offset - std::copysign(plane.offset, plane.offset * along)) < kSamePlane * size;
    });
    if (!is_known) planes.push_back(plane);
  };
  const std::size_t tried = std::min(kEdgesTried, edges.size());
  std::ranges::partial_sort(edges, edges.begin() + static_cast<std::ptrdiff_t>(tried), std::ranges::greater{},
                            &ConcaveEdge::weight);
  edges.resize(tried);
  for (const ConcaveEdge& edge : edges) {
    for (const Vec3& normal : edge.normals) add(normal, edge.from);
    add(normalizedOr(edge.normals[0] - edge.normals[1], Vec3{0.0}), edge.from);
  }
  const Vec3 middle = meanOf(points);
  Mat3 spread{0.0};
  for (const Vec3& p : points) spread += glm::outerProduct(p - middle, p - middle);
  const Mat3 principal = symmetricEigen(spread).vectors;
  for (const Mat3& axes : {Mat3{1.0}, principal}) {
    for (int axis = 0; axis < 3; ++axis) {
      double low = kInfinity, high = -kInfinity;
      for (const Vec3& p : points) {
        low = std::min(low, dot(axes[axis], p));
        high = std::max(high, dot(axes[axis], p));
      }
      for (int i = 1; i <= kOffsets; ++i) add(axes[axis], axes[axis] * glm::mix(low, high, i / (kOffsets + 1.0)));
    }
  }
  return planes;
}

}  // namespace sepax
