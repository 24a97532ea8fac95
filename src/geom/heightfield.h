#pragma once

#include "core/error.h"
#include "geom/mesh.h"

#include <memory>
#include <tuple>
#include <vector>

namespace sepax {

/// Heights over a grid, and the surface that they make.
struct HeightfieldData {
  std::vector<std::vector<double>> heights;  ///< along y; a row for each z, in it one for each x
  Vec2 spacing{1.0};                         ///< from one height to the next along x and along z, metres
  std::shared_ptr<const MeshData> surface;   ///< two triangles a cell; vertex row · columns + column
};

/// 3D terrain: heights along y over a grid in x and z whose middle is the body's origin. Each cell is cut along the
/// diagonal from its corner of least x and z. A surface seen from both sides: nothing is inside of it, and nothing
/// below.
struct Heightfield {
  std::shared_ptr<const HeightfieldData> data;
  static constexpr const char* kType = "heightfield";
  static constexpr bool kPlanar = false;
  static constexpr auto fields() {
    return std::tuple{Field<Heightfield, std::shared_ptr<const HeightfieldData>>{
        "heights", &Heightfield::data, -kMaxLength, kMaxLength, "m",
        "Heights along y: a row for each z, in it one for each x."}};
  }
  friend bool operator==(const Heightfield& a, const Heightfield& b) {
    return a.data == b.data || (a.data->heights == b.data->heights && a.data->spacing == b.data->spacing);
  }
};

/// Refuses fewer than two rows or columns, rows of different lengths, more than kMaxHeights, numbers that are not
/// finite or too large, and a spacing that is not positive.
[[nodiscard]] Result<Heightfield> makeHeightfield(std::vector<std::vector<double>> heights, const Vec2& spacing);

inline constexpr std::size_t kMaxHeights = 1'000'000;

/// The heightfield with each axis multiplied by a factor; negative ones mirror it. Either both of x and z are negative
/// or neither: the diagonals of a mirror image would run the other way.
[[nodiscard]] Result<Heightfield> scaled(const Heightfield& field, const Vec3& factors);

}  // namespace sepax
