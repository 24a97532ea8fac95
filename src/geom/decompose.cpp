#include "geom/decompose.h"

#include "core/language.h"
#include "geom/hull.h"
#include "geom/measures.h"
#include "geom/shared_volume.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace sepax {

namespace {

constexpr double kCornerDistance = 2e-4;   ///< of the diagonal, by which corners may be left out
constexpr double kCornerThickness = 0.05;  ///< the same, of a piece's thickness
constexpr double kFlatThickness = 1e-4;    ///< of the diagonal, given to a piece of a surface that is flat

double signedVolume(const std::vector<Vec3>& vertices, std::span<const TriangleIndices> triangles) {
  double six_volumes = 0;
  for (const auto& [a, b, c] : triangles) six_volumes += dot(vertices[a], glm::cross(vertices[b], vertices[c]));
  return six_volumes / 6;
}

/// A mesh of the vertices that triangles use, about the middle of their box, so that numbers stay small, and wound
/// outward.
Result<Mesh> centredMesh(const std::vector<Vec3>& vertices, std::span<const TriangleIndices> triangles, Vec3& middle) {
  std::vector<std::uint32_t> kept(vertices.size(), ~0u);
  std::vector<Vec3> used;
  std::vector<TriangleIndices> renamed(triangles.begin(), triangles.end());
  for (TriangleIndices& t : renamed) {
    for (std::uint32_t& v : t) {
      if (kept[v] == ~0u) {
        kept[v] = static_cast<std::uint32_t>(used.size());
        used.push_back(vertices[v]);
      }
      v = kept[v];
    }
  }
  if (!used.empty()) middle = centreOf(boundsOf(used));
  for (Vec3& v : used) v -= middle;
  if (signedVolume(used, renamed) < 0) {
    for (TriangleIndices& t : renamed) std::swap(t[1], t[2]);
  }
  return makeMesh(std::move(used), std::move(renamed));
}

/// A hull of few corners; a flat one, of an open surface, gets a little thickness.
Result<ConvexPart> partOf(const QuickHull& whole, const DecomposeOptions& options, double diagonal) {
  const double size = longestSide(boundsOf(whole.corners));
  // Thin ones keep more: planes along them are near to what is far out.
  const double distance = std::min(kCornerDistance * diagonal, kCornerThickness * whole.volume / (size * size));
  const QuickHullLimit limit{std::max<std::size_t>(options.max_corners, 4), size > 0 ? distance : 0};
  std::vector<Vec3> corners = quickHull(whole.corners, limit).corners;
  auto hull = convexHull(corners);
  if (!hull && hull.error().code == ErrorCode::kDegenerate) {
    // Towards all sides, so that it need not be known how flat they are.
    const std::vector<Vec3> flat = std::exchange(corners, {});
    for (const Vec3& corner : flat) {
      for (int axis = 0; axis < 3; ++axis) {
        for (const double sign : {-0.5, 0.5}) {
          corners.push_back(corner);
          corners.back()[axis] += sign * kFlatThickness * diagonal;
        }
      }
    }
    hull = convexHull(quickHull(corners, limit).corners);
  }
  SEPAX_TRY(hull);
  TriangleSum sum(hull->vertices.front());
  sum.add(*hull);
  const double volume = sum.solid().volume;
  return ConvexPart{std::move(*hull), volume};
}

}  // namespace

Result<Decomposition> decompose(const std::vector<Vec3>& vertices, std::span<const TriangleIndices> triangles,
                                const DecomposeOptions& options) {
  Vec3 middle{0.0};
  const auto mesh = centredMesh(vertices, triangles, middle);
  if (!mesh) return tl::unexpected(mesh.error());
  const MeshData& data = *mesh->data;
  if (data.flat) return fail(ErrorCode::kDegenerate, "", tr("all points lie in one plane, line or point"));
  const MeshSolid solid(data);
  Decomposition made;
  for (const QuickHull& hull : groupedHulls(data, solid, options)) {
    auto part = partOf(hull, options, length(sizesOf(data.tree.nodes[0].box)));
    SEPAX_TRY(part);
    made.volume += part->volume;
    made.parts.push_back(std::move(*part));
  }
  std::ranges::stable_sort(made.parts, std::ranges::greater{}, &ConvexPart::volume);
  if (data.closed) {
    const double signed_volume = signedVolume(data.vertices, data.triangles);
    made.solid = signed_volume - std::copysign(sharedVolume(data), signed_volume);
  }
  made.fit = fitOf(data, solid, made.parts);
  for (ConvexPart& part : made.parts) {
    for (Vec3& v : part.hull.vertices) v += middle;
  }
  if (options.progress) options.progress(1);
  return made;
}

}  // namespace sepax
