#pragma once

#include "core/error.h"
#include "geom/field.h"
#include "geom/polytope.h"

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <tuple>
#include <vector>

namespace sepax {

/// The points of a hull as given and their convex hull, both in body space; shared between copies and undo snapshots.
struct HullData {
  std::vector<Vec3> points;
  Polytope polytope;
};

/// 3D convex hull of points. `mesh` names the file that the points came from, relative to the case; empty when they stand in the case.
struct Hull {
  std::shared_ptr<const HullData> data;
  std::string mesh;
  static constexpr const char* kType = "hull";
  static constexpr bool kPlanar = false;
  static constexpr auto fields() {
    return std::tuple{Field<Hull, std::shared_ptr<const HullData>>{"vertices", &Hull::data, -kLargestLength, kLargestLength, "m",
                                                                   "Points whose convex hull is the shape."}};
  }
  friend bool operator==(const Hull& a, const Hull& b) {
    return a.mesh == b.mesh && (a.data == b.data || a.data->points == b.data->points);
  }
};

using TriangleIndices = std::array<std::uint32_t, 3>;

/// Triangles over shared vertices, body space, and the convex hull of the vertices.
struct MeshData {
  std::vector<Vec3> vertices;
  std::vector<TriangleIndices> triangles;
  Polytope hull;
};

/// 3D triangle mesh. Tested through its convex hull; everything that shows a result of a mesh says so.
struct Mesh {
  std::shared_ptr<const MeshData> data;
  std::string mesh;  ///< as in Hull
  static constexpr const char* kType = "mesh";
  static constexpr bool kPlanar = false;
  static constexpr auto fields() {
    return std::tuple{Field<Mesh, std::shared_ptr<const MeshData>>{"vertices", &Mesh::data, -kLargestLength, kLargestLength, "m",
                                                                   "Corners of the mesh's triangles."}};
  }
  friend bool operator==(const Mesh& a, const Mesh& b) {
    return a.mesh == b.mesh && (a.data == b.data || (a.data->vertices == b.data->vertices && a.data->triangles == b.data->triangles));
  }
};

/// Convex hull by Qhull, coplanar facets merged into polygons. Refuses fewer than four points, non-finite or too large coordinates
/// (see kLargestLength) and points without volume (thinner than kFlatHull of their size), saying which.
[[nodiscard]] Result<Polytope> convexHull(const std::vector<Vec3>& points);

/// A hull from inline points or from a mesh file's vertices.
[[nodiscard]] Result<Hull> makeHull(std::vector<Vec3> points, std::string mesh = {});

/// A mesh; also refuses no triangles and indices out of range, naming the triangle.
[[nodiscard]] Result<Mesh> makeMesh(std::vector<Vec3> vertices, std::vector<TriangleIndices> triangles, std::string mesh = {});

/// The shape with each axis multiplied by a positive factor. The faces of the plain hull are kept, without another run of Qhull. Refuses
/// what convexHull refuses of the scaled points.
[[nodiscard]] Result<Hull> scaled(const Hull& hull, const Vec3& factors);
[[nodiscard]] Result<Mesh> scaled(const Mesh& mesh, const Vec3& factors);

}  // namespace sepax
