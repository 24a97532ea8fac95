#include "geom/oriented_box.h"

#include "geom/cloud.h"
#include "geom/cloud_pass.h"
#include "geom/portable_math.h"
#include "geom/tolerances.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace sepax {

namespace {

/// Second moments around the mean.
struct Moments {
  double weight = 0;
  Mat3 second{0.0};

  void add(const Vec3& p, double w) {
    for (int c = 0; c < 3; ++c) second[c] += (w * p[c]) * p;
  }
  [[nodiscard]] Mat3 covariance() const {
    Mat3 out;
    for (int c = 0; c < 3; ++c) out[c] = second[c] / weight;
    return out;
  }
};

/// Moments of many points: block by block around the block's mean, then all together (Chan, Golub, LeVeque 1979).
Moments momentsOfMany(const std::vector<Vec3>& points, const UnitFrame& frame) {
  Moments all;
  Vec3 mean{0.0};  // all in the points' own size, around the frame's origin
  for (std::size_t first = 0; first < points.size(); first += CloudPass::kPoints) {
    const std::size_t count = std::min(CloudPass::kPoints, points.size() - first);
    Vec3 sum;
    double of_block[6];
    cloudPass().moments(&points[first].x, count, &frame.origin.x, &sum.x, of_block);
    const auto& [xx, yy, zz, xy, xz, yz] = of_block;
    const double n = static_cast<double>(count);
    const Vec3 from_mean = sum / n - mean;
    all.second += Mat3{xx, xy, xz, xy, yy, yz, xz, yz, zz};
    all.add(from_mean, all.weight * n / (all.weight + n));
    all.weight += n;
    mean += from_mean * (n / all.weight);
  }
  return {all.weight, all.second * (frame.factor * frame.factor)};
}

Moments momentsOfPoints(const std::vector<Vec3>& points, const UnitFrame& frame) {
  constexpr std::size_t kMany = 4096;
  constexpr int kModerate = 400;  // up to which products of lengths are numbers
  if (points.size() >= kMany && std::abs(frame.exponent) < kModerate) return momentsOfMany(points, frame);
  // Around the mean: a cloud's bounding box centre may lie far off it, and the difference of squares would lose digits.
  Vec3 mean{0.0};
  for (const Vec3& p : points) mean += frame.toUnit(p);
  mean /= static_cast<double>(points.size());
  double xx = 0, yy = 0, zz = 0, xy = 0, xz = 0, yz = 0;
  for (const Vec3& p : points) {
    const Vec3 d = frame.toUnit(p) - mean;
    xx += d.x * d.x, yy += d.y * d.y, zz += d.z * d.z;
    xy += d.x * d.y, xz += d.x * d.z, yz += d.y * d.z;
  }
  return {static_cast<double>(points.size()), {xx, xy, xz, xy, yy, yz, xz, yz, zz}};
}

Moments momentsOfTriangles(const std::vector<Vec3>& points, const std::vector<TriangleIndices>& triangles) {
  struct Weighted {
    Vec3 p, q, r, centre;
    double area;
  };
  std::vector<Weighted> surface;
  Vec3 mean{0.0};
  double total = 0;
  for (const auto& [i, j, k] : triangles) {
    const Vec3 &p = points[i], &q = points[j], &r = points[k];
    const Weighted w{p, q, r, (p + q + r) / 3.0, length(crossAccurate(q - p, r - p)) / 2};
    surface.push_back(w);
    mean += w.area * w.centre;
    total += w.area;
  }
  Moments moments;
  if (!(total > 0)) return moments;
  mean /= total;
  moments.weight = total;
  for (const Weighted& w : surface) {
    moments.add(w.centre - mean, 9 * w.area / 12);
    for (const Vec3& corner : {w.p, w.q, w.r}) moments.add(corner - mean, w.area / 12);
  }
  return moments;
}

/// A box around the eight corners of a parallelepiped, flush with the face that spans `first` and `second`.

}  // namespace

OrientedBox orientedBoxOf(const MinMaxBox& box) { return {centreOf(box), Mat3{1.0}, halfExtentsOf(box)}; }

OrientedBox orientedBoxAlong(const Mat3& axes, const std::vector<Vec3>& points) {
  const Vec3 origin = centreOf(boundsOf(points));
  OrientedBox box{origin, axes, Vec3{0.0}};
  const std::array columns{axes[0], axes[1], axes[2]};
  const CloudExtents extents(points, origin, columns);
  const std::vector<AxisExtents> from_origin = extents.from(origin);
  for (int i = 0; i < 3; ++i) box.centre += axes[i] * ((from_origin[i].along - from_origin[i].against) / 2);
  // Measured again from the rounded centre that is kept.
  const std::vector<AxisExtents> from_centre = extents.from(box.centre);
  for (int i = 0; i < 3; ++i) box.half_extents[i] = std::max({0.0, from_centre[i].along, from_centre[i].against});
  return box;
}

OrientedBox orientedBoxByVertices(const std::vector<Vec3>& points) {
  return orientedBoxAlong(symmetricEigen(momentsOfPoints(points, unitFrame(points)).covariance()).vectors, points);
}

OrientedBox orientedBoxByArea(const std::vector<Vec3>& points, const std::vector<TriangleIndices>& triangles) {
  const UnitCloud cloud = unitCloud(points);
  const Moments moments = momentsOfTriangles(cloud.points, triangles);
  if (!(moments.weight > 0)) return orientedBoxByVertices(points);
  return orientedBoxAlong(symmetricEigen(moments.covariance()).vectors, points);
}

Mat3 principalAxes(const Polytope& polytope) {
  std::vector<TriangleIndices> triangles;
  for (const PolytopeFace& face : polytope.faces) {
    for (std::size_t i = 1; i + 1 < face.loop.size(); ++i) {
      triangles.push_back({static_cast<std::uint32_t>(face.loop[0]), static_cast<std::uint32_t>(face.loop[i]),
                           static_cast<std::uint32_t>(face.loop[i + 1])});
    }
  }
  return orientedBoxByArea(polytope.vertices, triangles).axes;
}

bool contains(const OrientedBox& box, const Vec3& point) {
  const Vec3 d = point - box.centre;
  for (int i = 0; i < 3; ++i) {
    if (!(std::abs(dot(box.axes[i], d)) <= box.half_extents[i])) return false;
  }
  return true;
}

}  // namespace sepax
