#pragma once

#include "core/error.h"
#include "core/progress.h"
#include "geom/oriented_box.h"
#include "geom/polytope.h"
#include "geom/round_fits.h"
#include "geom/shape.h"

#include <cstddef>
#include <optional>
#include <span>
#include <string_view>
#include <variant>
#include <vector>

namespace sepax {

/// Points with normal · (point − origin) ≤ offset for every plane: a discrete-orientation polytope, or a hull.
struct HalfSpaces {
  struct Plane {
    Vec3 normal{0.0};  ///< unit
    double offset = 0;
  };
  Vec3 origin{0.0};  ///< offsets are measured from here: numbers stay small far from the world's origin
  std::vector<Plane> planes;
};

struct HullVolume {
  Polytope polytope;  ///< of flat points: one face, of straight ones none
  HalfSpaces outside;
};

enum class VolumeKind { kSphere, kCapsule, kAabb, kBoxPca, kBoxMin, kKdop8, kKdop14, kKdop18, kKdop26, kHull };

/// A row of facts about a kind.
struct VolumeKindInfo {
  VolumeKind kind;
  const char* name;         ///< as in case files and `sepax fit`
  const char* planar_name;  ///< in 2D; null when the kind has no meaning there
  const char* label;        ///< as a person reads the name, a key of tr()
  const char* summary;
  int test_operations;  ///< arithmetic operations and comparisons of one overlap test that finds an overlap, about; 0:
                        ///< depends
};
[[nodiscard]] std::span<const VolumeKindInfo> volumeKinds();
[[nodiscard]] const VolumeKindInfo& infoOf(VolumeKind kind);
/// "axis-aligned box", in the current language.
[[nodiscard]] const char* volumeLabel(VolumeKind kind, bool planar = false);

/// A bounding volume of one kind and what it costs.
struct FittedVolume {
  VolumeKind kind = VolumeKind::kAabb;
  bool planar = false;
  using Volume = std::variant<MinMaxBox, Ball, FittedCapsule, OrientedBox, HalfSpaces, HullVolume>;
  Volume shape;
  double volume = 0;                ///< m³; in 2D the area, m²
  double area = 0;                  ///< of the surface, m², both sides of flat ones; in 2D the circumference, m
  std::size_t bytes = 0;            ///< in 32-bit floats: no padding; of a hull its corners
  std::optional<double> tightness;  ///< volume over the hull's volume, 1 at best; none when the points are flat
};

/// Fits the kinds asked for, in that order, around the points. Planar points lie in z = 0 and get planar volumes. Flat,
/// straight and single-point clouds are fine. Refuses no points, non-finite and too large coordinates, and kinds
/// without a planar meaning. An 8-DOP is bounded in 2D by the axes and diagonals, in 3D by the four directions (±1, ±1,
/// 1); a 14-DOP adds the axes, an 18-DOP has axes and the six (±1, 1, 0) …, a 26-DOP all (Ericson 2005, §4.6). Stopped,
/// the kinds are left out that it did not come to, and without the hull no tightness is known.
[[nodiscard]] Result<std::vector<FittedVolume>> fitVolumes(const std::vector<Vec3>& points,
                                                           std::span<const VolumeKind> kinds, bool planar = false,
                                                           const ShareSink& progress = {});

/// The vertices that volumes of a shape are fitted around, body space. Error kUnsupported: a round shape has none.
[[nodiscard]] Result<std::vector<Vec3>> verticesOf(const Shape& shape);

/// The corner loop on each plane, in the coordinates of the points; empty where a plane touches no more than an edge.
/// Planar: one loop.
[[nodiscard]] std::vector<std::vector<Vec3>> facesOf(const HalfSpaces& spaces, bool planar);

/// True when the point is inside, in plain double arithmetic without any allowance. Holds for every point that was
/// fitted.
[[nodiscard]] bool encloses(const FittedVolume& volume, const Vec3& point);

}  // namespace sepax
