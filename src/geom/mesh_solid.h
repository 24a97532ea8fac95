#pragma once

#include "geom/mesh.h"
#include "geom/quick_hull.h"

#include <array>
#include <span>
#include <vector>

namespace sepax {

/// An interval of a row: where something begins and ends along x, metres.
struct RowSpan {
  double from = 0, until = 0;
};

/// The excess of a hull over a mesh.
struct HullExcess {
  double volume = 0;    ///< m³
  double distance = 0;  ///< from the mesh, of the farthest place, metres
};

/// The inside of a mesh, open or closed: where its winding number (Jacobson, Kavan, Sorkine-Hornung 2013) is above one
/// half, either way. Volumes are summed up along kRows × kRows rows parallel to x through the mesh's box, distances are
/// interpolated on a lattice. The mesh outlives it.
class MeshSolid {
 public:
  static constexpr int kRows = 128;

  explicit MeshSolid(const MeshData& mesh);

  /// From the lattice far from the surface; near it by a tree of dipoles for far triangles (Barill and others 2018).
  [[nodiscard]] bool holds(const Vec3& point) const;
  /// Metres from the mesh, from the lattice; negative inside.
  [[nodiscard]] double distanceOutside(const Vec3& point) const;
  /// A hull inside the mesh's box; a flat one holds nothing. Where many rows meet it, every n-th is measured.
  [[nodiscard]] HullExcess excess(const QuickHull& hull) const;

  /// The inside along a row, 0 … kRows in y and z; `rowAt` is its place, `rowArea` the cross section that it
  /// represents.
  [[nodiscard]] std::span<const RowSpan> row(int y, int z) const;
  [[nodiscard]] Vec3 rowAt(int y, int z) const;
  [[nodiscard]] double rowArea() const { return spacing_.y * spacing_.z; }

 private:
  /// A node of the mesh's tree as seen from afar.
  struct Dipole {
    Vec3 centre{0.0}, area{0.0};  ///< the middle of its triangles, the sum of their normals times their areas
    double weight = 0, radius = 0;
  };
  void addDipoles(int node);
  [[nodiscard]] double winding(const Vec3& point, int node) const;
  void fillRows();
  void fillLattice();
  [[nodiscard]] std::size_t latticeAt(int x, int y, int z) const;

  const MeshData& mesh_;
  std::vector<Dipole> dipoles_;
  MinMaxBox box_;
  Vec3 spacing_{0.0};  ///< of rows; x unused
  std::vector<RowSpan> spans_;
  std::vector<std::size_t> first_;  ///< span of each row, and the end
  std::array<int, 3> count_{};      ///< of lattice points
  Vec3 step_{1.0};
  std::vector<float> distances_;
};

/// The part of a row inside a convex solid; from > until when there is none.
[[nodiscard]] RowSpan spanWithin(const ConvexSolid& solid, const Vec3& at);

}  // namespace sepax
