#pragma once

#include "core/error.h"
#include "core/progress.h"
#include "geom/field.h"
#include "geom/polytope.h"

#include <cstddef>
#include <memory>
#include <string>
#include <tuple>
#include <vector>

namespace sepax {

/// The points of a hull as given and their convex hull, both in body space; shared between copies and undo snapshots.
struct HullData {
  std::vector<Vec3> points;
  Polytope polytope;
  bool flat = false;     ///< of points in one plane: `polytope` is a front and a back
  double off_plane = 0;  ///< how far a point of a flat one lies off that plane, metres: what answers are known to
  double size = 0;       ///< the longest side of its bounds, metres
};

/// 3D convex hull of points; a flat one of points in one plane. `mesh` names the file that the points came from,
/// relative to the case; empty when they are in the case.
struct Hull {
  std::shared_ptr<const HullData> data;
  std::string mesh;
  static constexpr const char* kType = "hull";
  static constexpr bool kPlanar = false;
  static constexpr auto fields() {
    return std::tuple{Field<Hull, std::shared_ptr<const HullData>>{"vertices", &Hull::data, -kMaxLength, kMaxLength,
                                                                   "m", "Points whose convex hull is the shape."}};
  }
  friend bool operator==(const Hull& a, const Hull& b) {
    return a.mesh == b.mesh && (a.data == b.data || a.data->points == b.data->points);
  }
};

/// Convex hull by Qhull, coplanar facets merged into polygons. Refuses fewer than four points, non-finite or too large
/// coordinates (see kMaxLength) and points without volume (thinner than kFlatHull of their size), saying which.
/// Stopped, it is empty.
[[nodiscard]] Result<Polytope> convexHull(const std::vector<Vec3>& points, const ShareSink& progress = {});

/// The hull of points in one plane as a polytope without volume: face 0 is its front, face 1 its back. Refuses what
/// convexHull refuses of coordinates, and points on one line.
[[nodiscard]] Result<Polytope> flatHull(const std::vector<Vec3>& points);

/// A hull from inline points or from a mesh file's vertices; of points in one plane a flat one, a convex polygon in
/// space.
[[nodiscard]] Result<Hull> makeHull(std::vector<Vec3> points, std::string mesh = {});

/// The hull with each axis multiplied by a positive factor, `points` being its scaled points. The faces of the plain
/// hull are kept, without another run of Qhull, where they are the same. Refuses what convexHull refuses of the scaled
/// points.
[[nodiscard]] Result<Polytope> scaledHull(Polytope hull, const Vec3& factors, const std::vector<Vec3>& points);
/// The hull with each axis multiplied by a factor; negative ones mirror it.
[[nodiscard]] Result<Hull> scaled(const Hull& hull, const Vec3& factors);

/// The loops around a hull's faces as places in its points, where engines ask for faces; of points in one place the
/// first. Empty where a corner is none of the points.
[[nodiscard]] std::vector<std::vector<std::size_t>> facesByPoints(const HullData& hull);

}  // namespace sepax
