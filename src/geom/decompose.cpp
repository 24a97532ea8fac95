#include "geom/decompose.h"

#include "core/language.h"
#include "geom/hull.h"
#include "geom/measures.h"
#include "geom/shared_volume.h"
#include "geom/solid_union.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <tuple>
#include <utility>

namespace sepax {

namespace {

constexpr double kSampleSpacing = 0.01;  ///< of the diagonal
constexpr double kInPiece = 1e-9;        ///< of the diagonal: points no farther outside are in a piece

/// All pieces' faces as one surface.
Result<Mesh> surfaceOf(std::span<const ConvexPart> parts) {
  std::vector<Vec3> vertices;
  std::vector<TriangleIndices> triangles;
  for (const ConvexPart& part : parts) {
    std::ranges::copy(fanTriangles(part.hull, static_cast<std::uint32_t>(vertices.size())),
                      std::back_inserter(triangles));
    vertices.insert(vertices.end(), part.hull.vertices.begin(), part.hull.vertices.end());
  }
  return makeMesh(std::move(vertices), std::move(triangles));
}

/// Points of all triangles, no farther apart than a spacing, in rows along the longest side; corners included.
template <class Visit>
void visitSamples(const MeshData& mesh, double spacing, Visit&& visit) {
  for (int t = 0; t < static_cast<int>(mesh.triangles.size()); ++t) {
    auto [a, b, c] = cornersOf(mesh, t);
    while (length(b - a) < std::max(length(c - b), length(a - c))) std::tie(a, b, c) = std::tuple(b, c, a);
    const double longest = length(b - a);
    const double height = longest > 0 ? length(glm::cross(b - a, c - a)) / longest : 0;
    const int rows = 1 + static_cast<int>(height / spacing);
    for (int k = 0; k <= rows; ++k) {
      const double up = static_cast<double>(k) / rows;
      const Vec3 from = glm::mix(a, c, up), to = glm::mix(b, c, up);
      const int steps = 1 + static_cast<int>(length(to - from) / spacing);
      for (int i = 0; i <= steps; ++i) visit(glm::mix(from, to, static_cast<double>(i) / steps));
    }
  }
}

double overlap(const RowSpan& a, const RowSpan& b) {
  return std::max(0.0, std::min(a.until, b.until) - std::max(a.from, b.from));
}

/// Spans in order without overlaps.
void unite(std::vector<RowSpan>& spans) {
  std::ranges::sort(spans, {}, &RowSpan::from);
  std::size_t kept = 0;
  for (const RowSpan& span : spans) {
    if (kept > 0 && span.from <= spans[kept - 1].until) {
      spans[kept - 1].until = std::max(spans[kept - 1].until, span.until);
    } else {
      spans[kept++] = span;
    }
  }
  spans.resize(kept);
}

}  // namespace

PiecesFit fitOf(const MeshData& mesh, const MeshSolid& solid, std::span<const ConvexPart> parts) {
  PiecesFit fit;
  const double diagonal = fit.diagonal = length(sizesOf(mesh.tree.nodes[0].box));
  const auto surface = surfaceOf(parts);
  if (!surface) return fit;
  std::vector<ConvexSolid> pieces;
  for (const ConvexPart& part : parts) pieces.push_back(solidOf(part.hull));
  const auto measureCover = [&](const Vec3& point) {
    for (const ConvexSolid& piece : pieces) {
      if (piece.height(point) <= kInPiece * diagonal) return;
    }
    fit.off_pieces = std::max(fit.off_pieces, nearestSurfacePoint(*surface->data, point, fit.off_pieces).distance);
  };
  visitSamples(mesh, kSampleSpacing * diagonal, measureCover);
  visitSamples(*surface->data, kSampleSpacing * diagonal, [&](const Vec3& point) {
    if (!solid.holds(point))
      fit.off_mesh = std::max(fit.off_mesh, nearestSurfacePoint(mesh, point, fit.off_mesh).distance);
  });

  if (!mesh.closed) return fit;
  double inside = 0, outside = 0, uncovered = 0;
  std::vector<RowSpan> covered;
  for (int z = 0; z < MeshSolid::kRows; ++z) {
    for (int y = 0; y < MeshSolid::kRows; ++y) {
      Vec3 at = solid.rowAt(y, z);
      covered.clear();
      for (const ConvexSolid& piece : pieces) {
        if (const RowSpan span = spanWithin(piece, at); span.from < span.until) covered.push_back(span);
      }
      unite(covered);
      for (const RowSpan& span : covered) outside += span.until - span.from;
      for (const RowSpan& held : solid.row(y, z)) {
        inside += held.until - held.from;
        uncovered += held.until - held.from;
        double from = held.from;
        for (const RowSpan& span : covered) {
          const double common = overlap(held, span);
          outside -= common;
          uncovered -= common;
          if (span.until <= from || span.from >= held.until) continue;
          if (span.from > from) {
            at.x = (from + span.from) / 2;
            measureCover(at);
          }
          from = span.until;
        }
        if (from < held.until) {
          at.x = (from + held.until) / 2;
          measureCover(at);
        }
      }
    }
  }
  if (inside > 0) {
    fit.outside = std::max(0.0, outside / inside);
    fit.uncovered = std::max(0.0, uncovered / inside);
  }
  return fit;
}

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

ConvexPart partWith(Polytope hull) {
  TriangleSum sum(hull.vertices.front());
  sum.add(hull);
  const double volume = sum.solid().volume;
  return {std::move(hull), volume};
}

/// A hull of few corners, of as many as it may have where it is the only one; a flat one, of an open surface, gets a
/// little thickness.
Result<ConvexPart> partOf(const QuickHull& whole, const DecomposeOptions& options, double diagonal, bool is_only) {
  const std::size_t max_corners = std::max<std::size_t>(options.max_corners, 4);
  auto exact = convexHull(whole.corners);
  if (exact && is_only && exact->vertices.size() <= max_corners) return partWith(std::move(*exact));
  const double size = longestSide(boundsOf(whole.corners));
  // Thin ones keep more: planes along them are near to what is far out.
  const double distance = std::min(kCornerDistance * diagonal, kCornerThickness * whole.volume / (size * size));
  const QuickHullLimit limit{max_corners, size > 0 ? distance : 0};
  // Points within a face would take the place of corners.
  std::vector<Vec3> corners = quickHull(exact ? exact->vertices : whole.corners, limit).corners;
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
  return partWith(std::move(*hull));
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
  const std::vector<QuickHull> hulls = groupedHulls(data, solid, options);
  for (const QuickHull& hull : hulls) {
    auto part = partOf(hull, options, length(sizesOf(data.tree.nodes[0].box)), hulls.size() == 1);
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
