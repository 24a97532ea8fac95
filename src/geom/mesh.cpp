#include "geom/mesh.h"

#include "core/language.h"
#include "geom/hull.h"
#include "geom/portable_math.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <compare>
#include <limits>
#include <map>
#include <numeric>
#include <span>
#include <utility>

namespace sepax {

namespace {

/// How far below its surface a part's point is, of its largest triangle's size: more than any touching tolerance, less
/// than any wall.
constexpr double kBelowSurface = 1e-6;

/// For each vertex the lowest one at the very same position.
std::vector<std::uint32_t> welded(const std::vector<Vec3>& vertices) {
  std::vector<std::uint32_t> order(vertices.size()), out(vertices.size());
  std::iota(order.begin(), order.end(), 0u);
  std::sort(order.begin(), order.end(), [&](std::uint32_t i, std::uint32_t j) {
    const Vec3 &p = vertices[i], &q = vertices[j];
    if (p.x != q.x) return p.x < q.x;
    if (p.y != q.y) return p.y < q.y;
    return p.z != q.z ? p.z < q.z : i < j;
  });
  for (std::size_t k = 0; k < order.size(); ++k) {
    const bool same = k > 0 && vertices[order[k]] == vertices[order[k - 1]];
    out[order[k]] = same ? out[order[k - 1]] : order[k];
  }
  return out;
}

/// A triangle's edge from its corner of that number to the next.
struct EdgeUse {
  std::uint32_t low, high;  ///< welded vertices
  std::uint32_t triangle;
  std::uint8_t corner;
  bool reversed;  ///< goes from high to low

  auto operator<=>(const EdgeUse&) const = default;
};

/// All edges with length, those between the same vertices side by side. Each goes to the place of its lower vertex
/// first, since few edges share one: a third of the time of one sort of all.
std::vector<EdgeUse> edgesOf(const MeshData& mesh, const std::vector<std::uint32_t>& weld) {
  const auto forEachUse = [&](auto&& visit) {
    for (std::size_t i = 0; i < mesh.triangles.size(); ++i) {
      const TriangleIndices& t = mesh.triangles[i];
      for (std::uint8_t k = 0; k < 3; ++k) {
        const std::uint32_t from = weld[t[k]], to = weld[t[(k + 1) % 3]];
        if (from != to)
          visit(EdgeUse{std::min(from, to), std::max(from, to), static_cast<std::uint32_t>(i), k, from > to});
      }
    }
  };
  std::vector<std::size_t> ends(weld.size() + 1);  // where the edges of a vertex go, then where they end
  forEachUse([&](const EdgeUse& use) { ++ends[use.low + 1]; });
  std::partial_sum(ends.begin(), ends.end(), ends.begin());
  std::vector<EdgeUse> edges(ends.back());
  forEachUse([&](const EdgeUse& use) { edges[ends[use.low]++] = use; });
  for (std::size_t vertex = 0, begin = 0; vertex < weld.size(); begin = ends[vertex++])
    std::sort(edges.data() + begin, edges.data() + ends[vertex]);
  return edges;
}

/// Calls back with the uses of each edge, until it says false.
template <class Visit>
void forEachEdge(const std::vector<EdgeUse>& edges, Visit&& visit) {
  for (std::size_t i = 0, j; i < edges.size(); i = j) {
    for (j = i + 1; j < edges.size() && edges[j].low == edges[i].low && edges[j].high == edges[i].high;) ++j;
    if (!visit(std::span(edges).subspan(i, j - i))) return;
  }
}

bool isClosed(const std::vector<EdgeUse>& edges) {
  bool closed = !edges.empty();
  forEachEdge(edges, [&](std::span<const EdgeUse> uses) {
    const auto reversed = std::ranges::count_if(uses, &EdgeUse::reversed);
    return closed = 2 * static_cast<std::size_t>(reversed) == uses.size();
  });
  return closed;
}

std::vector<std::array<std::uint32_t, 2>> creasesOf(const MeshData& mesh, const std::vector<EdgeUse>& edges) {
  const auto normalOf = [&](const EdgeUse& use) {
    const auto [p, q, r] = cornersOf(mesh, static_cast<int>(use.triangle));
    return normalizedOr(crossAccurate(q - p, r - p), Vec3{0.0});
  };
  std::vector<std::array<std::uint32_t, 2>> creases;
  forEachEdge(edges, [&](std::span<const EdgeUse> uses) {
    if (uses.size() != 2 || dot(normalOf(uses[0]), normalOf(uses[1])) < kCreaseCosine) {
      const TriangleIndices& t = mesh.triangles[uses[0].triangle];
      creases.push_back({t[uses[0].corner], t[(uses[0].corner + 1u) % 3]});
    }
    return true;
  });
  return creases;
}

std::uint32_t rootOf(std::vector<std::uint32_t>& parent, std::uint32_t i) {
  while (parent[i] != i) i = parent[i] = parent[parent[i]];
  return i;
}

std::vector<Vec3> partPoints(const MeshData& mesh, std::vector<std::uint32_t> parent) {
  struct Largest {
    double area = -1;
    Vec3 centre{0.0}, normal{0.0};
    double size = 0;
  };
  for (const TriangleIndices& t : mesh.triangles) {
    for (const std::uint32_t i : {t[1], t[2]}) parent[rootOf(parent, i)] = rootOf(parent, t[0]);
  }
  std::map<std::uint32_t, Largest> parts;
  double volume = 0;
  for (std::size_t i = 0; i < mesh.triangles.size(); ++i) {
    const auto [p, q, r] = cornersOf(mesh, static_cast<int>(i));
    const Vec3 twice = crossAccurate(q - p, r - p);
    volume += dot(p - mesh.vertices[0], twice);
    Largest& largest = parts[rootOf(parent, mesh.triangles[i][0])];
    if (const double area = length(twice); area > largest.area) {
      largest = {area, (p + q + r) / 3.0, normalizedOr(twice, Vec3{0.0}), std::sqrt(area)};
    }
  }
  std::vector<Vec3> points;
  for (const auto& [root, largest] : parts) {
    const double below = mesh.closed ? (volume < 0 ? -1 : 1) * kBelowSurface * largest.size : 0;
    points.push_back(largest.centre - below * largest.normal);
  }
  return points;
}

Vec3 nearestOnTriangle(const std::array<Vec3, 3>& t, const Vec3& p) {
  const Vec3 normal = normalizedOr(crossAccurate(t[1] - t[0], t[2] - t[0]), Vec3{0.0});
  bool within = normal != Vec3{0.0};
  for (std::size_t i = 0; i < 3 && within; ++i) {
    within = dot(crossAccurate(t[(i + 1) % 3] - t[i], p - t[i]), normal) >= 0;
  }
  if (within) return p - dot(p - t[0], normal) * normal;
  Vec3 best = nearestOnSegment(t[0], t[1], p);
  for (const Vec3& q : {nearestOnSegment(t[1], t[2], p), nearestOnSegment(t[2], t[0], p)}) {
    if (length(p - q) < length(p - best)) best = q;
  }
  return best;
}

}  // namespace

std::array<Vec3, 3> cornersOf(const MeshData& mesh, int triangle) {
  const TriangleIndices& t = mesh.triangles[static_cast<std::size_t>(triangle)];
  return {mesh.vertices[t[0]], mesh.vertices[t[1]], mesh.vertices[t[2]]};
}

std::vector<Vec3> cornersOf(const MeshData& mesh) {
  std::vector<Vec3> corners;
  corners.reserve(3 * mesh.triangles.size());
  for (const TriangleIndices& triangle : mesh.triangles) {
    for (const std::uint32_t v : triangle) corners.push_back(mesh.vertices[v]);
  }
  return corners;
}

std::vector<Vec3> usedVertices(const std::vector<Vec3>& vertices, const std::vector<TriangleIndices>& triangles) {
  std::vector<bool> is_used(vertices.size());
  for (const TriangleIndices& triangle : triangles) {
    for (const std::uint32_t index : triangle) is_used[index] = true;
  }
  std::vector<Vec3> used;
  used.reserve(vertices.size());
  for (std::size_t v = 0; v < vertices.size(); ++v) {
    if (is_used[v]) used.push_back(vertices[v]);
  }
  return used;
}

Result<Mesh> makeMesh(std::vector<Vec3> vertices, std::vector<TriangleIndices> triangles, std::string mesh) {
  if (triangles.empty())
    return fail(ErrorCode::kDegenerate, "triangles", tr("expected at least one triangle, found none"));
  for (std::size_t t = 0; t < triangles.size(); ++t) {
    for (const std::uint32_t index : triangles[t]) {
      if (index >= vertices.size()) {
        return fail(ErrorCode::kWrongValue, fmt::format("triangles/{}", t),
                    trf("expected vertex indices below {}, found {}", vertices.size(), index));
      }
    }
  }
  MeshData data;
  const std::vector<Vec3> used = usedVertices(vertices, triangles);
  auto hull = convexHull(used);
  if (!hull && hull.error().code == ErrorCode::kDegenerate) {
    data.flat = true;
    hull = flatHull(used);
  }
  if (!hull) {
    Error error = hull.error();
    error.where = error.where.empty() ? "vertices" : "vertices/" + error.where;
    return tl::unexpected(std::move(error));
  }
  data.vertices = std::move(vertices);
  data.triangles = std::move(triangles);
  data.hull = std::move(*hull);
  data.size = longestSide(boundsOf(data.hull.vertices));
  std::vector<MinMaxBox> boxes(data.triangles.size());
  for (std::size_t t = 0; t < boxes.size(); ++t) {
    for (const Vec3& corner : cornersOf(data, static_cast<int>(t))) add(boxes[t], corner);
  }
  data.tree = boxTree(boxes);
  std::vector<std::uint32_t> weld = welded(data.vertices);
  const std::vector<EdgeUse> edges = edgesOf(data, weld);
  data.closed = isClosed(edges);
  data.creases = creasesOf(data, edges);
  data.part_points = partPoints(data, std::move(weld));
  return Mesh{std::make_shared<const MeshData>(std::move(data)), std::move(mesh)};
}

Result<Mesh> scaled(const Mesh& mesh, const Vec3& factors) {
  MeshData data = *mesh.data;
  if (factors.x < 0 || factors.y < 0 || factors.z < 0) {
    for (Vec3& p : data.vertices) p *= factors;
    const bool is_inside_out = factors.x * factors.y * factors.z < 0;
    for (TriangleIndices& t : data.triangles) {
      if (is_inside_out) std::swap(t[1], t[2]);
    }
    return makeMesh(std::move(data.vertices), std::move(data.triangles), mesh.mesh);
  }
  for (std::vector<Vec3>* const points : {&data.vertices, &data.part_points}) {
    for (Vec3& p : *points) p *= factors;
  }
  const std::vector<Vec3> used = usedVertices(data.vertices, data.triangles);
  auto hull = data.flat ? flatHull(used) : scaledHull(std::move(data.hull), factors, used);
  SEPAX_TRY(hull);
  data.hull = std::move(*hull);
  data.size = longestSide(boundsOf(data.hull.vertices));
  for (BoxTree::Node& node : data.tree.nodes) node.box = {node.box.min * factors, node.box.max * factors};
  const bool bends_otherwise = factors.x != factors.y || factors.y != factors.z;
  if (bends_otherwise) data.creases = creasesOf(data, edgesOf(data, welded(data.vertices)));
  return Mesh{std::make_shared<const MeshData>(std::move(data)), mesh.mesh};
}

double windingNumber(const MeshData& mesh, const Vec3& point) {
  double sum = 0;
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
    const auto [p, q, r] = cornersOf(mesh, static_cast<int>(t));
    const Vec3 a = normalizedOr(p - point, Vec3{0.0}), b = normalizedOr(q - point, Vec3{0.0}),
               c = normalizedOr(r - point, Vec3{0.0});
    sum += portable::atan2(dot(a, glm::cross(b, c)), 1 + dot(a, b) + dot(b, c) + dot(c, a));
  }
  return sum / (2 * M_PI);
}

SurfacePoint nearestSurfacePoint(const MeshData& mesh, const Vec3& point, double enough, double within) {
  SurfacePoint best;
  best.distance = within;
  const MinMaxBox at{point, point};
  struct Step {
    double gap = 0;
    int node = 0;
  };
  const auto stepTo = [&](int node) {
    return Step{boxGap(mesh.tree.nodes[static_cast<std::size_t>(node)].box, at), node};
  };
  std::vector<Step> stack;
  if (!mesh.tree.nodes.empty()) stack.push_back(stepTo(0));
  while (!stack.empty() && best.distance > enough) {
    const Step step = stack.back();
    stack.pop_back();
    if (step.gap >= best.distance) continue;
    const BoxTree::Node& node = mesh.tree.nodes[static_cast<std::size_t>(step.node)];
    if (node.item >= 0) {
      const Vec3 nearest = nearestOnTriangle(cornersOf(mesh, node.item), point);
      if (const double distance = length(nearest - point); distance < best.distance)
        best = {node.item, nearest, distance};
      continue;
    }
    Step near = stepTo(node.left), far = stepTo(node.right);
    if (far.gap < near.gap) std::swap(near, far);
    stack.push_back(far);
    stack.push_back(near);
  }
  return best;
}

bool enclosesDeeper(const MeshData& mesh, const Vec3& point, double depth) {
  constexpr double kHalfAround = 0.5;
  return mesh.closed && contains(mesh.tree.nodes[0].box, point) && std::abs(windingNumber(mesh, point)) > kHalfAround &&
         nearestSurfacePoint(mesh, point).distance > depth;
}

}  // namespace sepax
