#pragma once

// Shapes as ODE's geoms. What is round lies along z there: (x, y, z) of ours is (z, x, y). A heightfield's cells are
// cut along the other diagonal there: it is turned by a quarter, so that (x, y, z) of ours is (z, y, -x).
#include <ode/ode.h>

#include "../template/sepax_juror.h"

#include <cstddef>
#include <memory>
#include <vector>

namespace sepax_juror {

inline dReal real(double v) { return static_cast<dReal>(v); }

/// Which of the geom's axes, counted from 1, are x, y and z of ours; negative: the other way.
inline constexpr std::array<int, 3> kOwnAxes{1, 2, 3};
inline std::array<int, 3> axesOf(const Body& body) {
  if (body.type == "capsule" || body.type == "cylinder") return {2, 3, 1};
  if (body.type == "heightfield") return {3, 2, -1};
  return kOwnAxes;
}

/// The rotation of a geom in its body's, by the rows of `rotation`.
inline void setRotation(dMatrix3& out, const Body& body, const std::array<Vec3, 3>& rotation) {
  const std::array<int, 3> axes = axesOf(body);
  for (std::size_t r = 0; r < 3; ++r) {
    for (std::size_t c = 0; c < 3; ++c) {
      const bool is_forward = axes[c] > 0;
      const auto axis = static_cast<std::size_t>(is_forward ? axes[c] : -axes[c]) - 1;
      out[4 * r + axis] = real(is_forward ? rotation[r][c] : -rotation[r][c]);
    }
  }
}

/// A geom at the origin.
inline dGeomID geomOf(const Body& body, dSpaceID space) {
  if (body.type == "sphere") return dCreateSphere(space, real(body.radius));
  if (body.type == "box")
    return dCreateBox(space, real(2 * body.half_extents[0]), real(2 * body.half_extents[1]),
                      real(2 * body.half_extents[2]));
  if (body.type == "capsule") return dCreateCapsule(space, real(body.radius), real(2 * body.half_length));
  if (body.type == "cylinder") return dCreateCylinder(space, real(body.radius), real(2 * body.half_length));
  throw Unsupported(body.type);
}

/// A plane is where its equation says: it has no pose.
inline dGeomID planeOf(const Body& body, dSpaceID space) {
  const Vec3 &at = body.position, up{body.rotation[0][1], body.rotation[1][1], body.rotation[2][1]};
  const double height = up[0] * at[0] + up[1] * at[1] + up[2] * at[2];
  return dCreatePlane(space, real(up[0]), real(up[1]), real(up[2]), real(height));
}

/// A geom where its body is, in no space, with the data that it refers to.
class PlacedGeom {
 public:
  explicit PlacedGeom(const Body& body) {
    if (body.type == "half_space") {
      geom_.reset(planeOf(body, nullptr));
      return;
    }
    if (body.type == "mesh" || body.type == "triangle") {
      createMesh(body);
    } else if (body.type == "heightfield") {
      createHeightfield(body);
    } else {
      geom_.reset(geomOf(body, nullptr));
    }
    dMatrix3 rotation{};
    setRotation(rotation, body, body.rotation);
    dGeomSetRotation(geom_.get(), rotation);
    dGeomSetPosition(geom_.get(), real(body.position[0]), real(body.position[1]), real(body.position[2]));
  }
  [[nodiscard]] dGeomID get() const { return geom_.get(); }

 private:
  struct Ends {
    void operator()(dxGeom* geom) const { dGeomDestroy(geom); }
    void operator()(dxTriMeshData* data) const { dGeomTriMeshDataDestroy(data); }
    void operator()(dxHeightfieldData* data) const { dGeomHeightfieldDataDestroy(data); }
  };

  /// A triangle is a mesh of two: ODE's are met from their front alone.
  void createMesh(const Body& body) {
    for (const Vec3& vertex : body.vertices) numbers_.insert(numbers_.end(), vertex.begin(), vertex.end());
    for (const auto& triangle : body.triangles) {
      for (const std::size_t i : triangle) indices_.push_back(static_cast<dTriIndex>(i));
    }
    if (body.type == "triangle") indices_ = {0, 1, 2, 0, 2, 1};
    triangles_.reset(dGeomTriMeshDataCreate());
    dGeomTriMeshDataBuildDouble(triangles_.get(), numbers_.data(), 3 * sizeof(double),
                                static_cast<int>(numbers_.size() / 3), indices_.data(),
                                static_cast<int>(indices_.size()), 3 * sizeof(dTriIndex));
    geom_.reset(dCreateTriMesh(nullptr, triangles_.get(), nullptr, nullptr, nullptr));
  }

  void createHeightfield(const Body& body) {
    const std::size_t rows = body.heights.size(), columns = body.heights.at(0).size();
    for (std::size_t column = 0; column < columns; ++column) {
      for (std::size_t row = rows; row-- > 0;) numbers_.push_back(body.heights[row].at(column));
    }
    heights_.reset(dGeomHeightfieldDataCreate());
    constexpr int kCopied = 0, kRepeated = 0, kPlaceable = 1;
    dGeomHeightfieldDataBuildDouble(heights_.get(), numbers_.data(), kCopied,
                                    real(body.spacing[1] * static_cast<double>(rows - 1)),
                                    real(body.spacing[0] * static_cast<double>(columns - 1)), static_cast<int>(rows),
                                    static_cast<int>(columns), 1, 0, 0, kRepeated);
    geom_.reset(dCreateHeightfield(nullptr, heights_.get(), kPlaceable));
  }

  std::vector<double> numbers_;
  std::vector<dTriIndex> indices_;
  std::unique_ptr<dxTriMeshData, Ends> triangles_;
  std::unique_ptr<dxHeightfieldData, Ends> heights_;
  std::unique_ptr<dxGeom, Ends> geom_;
};

}  // namespace sepax_juror
