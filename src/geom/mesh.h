#pragma once

#include "core/error.h"
#include "geom/box_tree.h"
#include "geom/field.h"
#include "geom/polytope.h"

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <tuple>
#include <vector>

namespace sepax {

/// Cosine between the normals beside an edge: below it, at more than 26 degrees, the surface bends there.
inline constexpr double kCreaseCosine = 0.9;

/// Triangles over shared vertices, body space, and what is found out about them once.
struct MeshData {
  std::vector<Vec3> vertices;
  std::vector<TriangleIndices> triangles;
  Polytope hull;  ///< convex hull of the vertices; of vertices in one plane a front and a back
  bool flat = false;
  double size = 0;                 ///< the longest side of its bounds, metres
  BoxTree tree;                    ///< over the triangles
  MadeOnce<DiscTree> discs;        ///< over the triangles too; made for a distance
  MadeOnce<double> shared_volume;  ///< sharedVolume(); made for a mass
  /// Watertight and wound one way: each edge of each triangle, vertices at one position taken as one, is met by as many
  /// the other way. Only then is there an inside; other meshes are a surface and nothing more.
  bool closed = false;
  /// A point of each connected part: a hair below its surface when closed, else on it. It shows whether the part lies
  /// in another mesh.
  std::vector<Vec3> part_points;
  /// Edges where the surface ends, bends by more than 26 degrees, or branches: by their vertices, of which there may be
  /// others at the same positions. They show the form of a mesh without all of its triangles.
  std::vector<std::array<std::uint32_t, 2>> creases;
};

/// 3D triangle mesh: the triangles as they are, with the inside that they enclose when closed. A `hull` of the same
/// points is its hull.
struct Mesh {
  std::shared_ptr<const MeshData> data;
  std::string mesh;  ///< as in Hull
  static constexpr const char* kType = "mesh";
  static constexpr bool kPlanar = false;
  static constexpr auto fields() {
    return std::tuple{Field<Mesh, std::shared_ptr<const MeshData>>{"vertices", &Mesh::data, -kMaxLength, kMaxLength,
                                                                   "m", "Corners of the mesh's triangles."}};
  }
  friend bool operator==(const Mesh& a, const Mesh& b) {
    return a.mesh == b.mesh &&
           (a.data == b.data || (a.data->vertices == b.data->vertices && a.data->triangles == b.data->triangles));
  }
};

/// The vertices that triangles name, each once, in their order: no others are of the shape.
[[nodiscard]] std::vector<Vec3> usedVertices(const std::vector<Vec3>& vertices,
                                             const std::vector<TriangleIndices>& triangles);

/// A mesh; refuses no triangles and indices out of range, naming the triangle, vertices on one line and what convexHull
/// refuses of coordinates. Triangles without area are kept.
[[nodiscard]] Result<Mesh> makeMesh(std::vector<Vec3> vertices, std::vector<TriangleIndices> triangles,
                                    std::string mesh = {});

/// The mesh with each axis multiplied by a factor: tree and parts scale with it; negative factors mirror it, and it is
/// made anew. Refuses what convexHull refuses of the points.
[[nodiscard]] Result<Mesh> scaled(const Mesh& mesh, const Vec3& factors);

/// The three corners of a triangle.
[[nodiscard]] std::array<Vec3, 3> cornersOf(const MeshData& mesh, int triangle);

/// The corners of all triangles, one after the other: vertices that no triangle uses are no part of the mesh.
[[nodiscard]] std::vector<Vec3> cornersOf(const MeshData& mesh);

/// How often the surface goes around a point, by the solid angles of its triangles (Van Oosterom and Strackee 1983): ±1
/// inside a closed mesh, 0 outside, in between only within rounding of the surface.
[[nodiscard]] double windingNumber(const MeshData& mesh, const Vec3& point);

/// The point of the surface next to a given one.
struct SurfacePoint {
  int triangle = -1;
  Vec3 point{0.0};
  double distance = 0;
};
/// Or the first one found that is no farther than `enough` metres; of those nearer than `within`, if there is one.
[[nodiscard]] SurfacePoint nearestSurfacePoint(const MeshData& mesh, const Vec3& point, double enough = 0,
                                               double within = kInfinity);

/// Inside a closed mesh by more than `depth` metres. Open ones have no inside.
[[nodiscard]] bool enclosesDeeper(const MeshData& mesh, const Vec3& point, double depth);

}  // namespace sepax
