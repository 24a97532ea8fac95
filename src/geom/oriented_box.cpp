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
OrientedBox boxAround(const std::vector<Vec3>& corners, const Vec3& first, const Vec3& second) {
  return orientedBoxAlong(frameFrom(normalizedOr(first, {1, 0, 0}), second), corners);
}

bool isSmaller(const OrientedBox& a, const OrientedBox& b) {
  return std::pair{volumeOf(a), areaOf(a)} < std::pair{volumeOf(b), areaOf(b)};
}

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

std::array<Vec3, 8> cornersOf(const OrientedBox& box) {
  std::array<Vec3, 8> corners;
  for (unsigned k = 0; k < 8; ++k) {
    Vec3 corner = box.centre;
    for (int i = 0; i < 3; ++i)
      corner += box.axes[i] * (((k >> i) & 1u) != 0 ? box.half_extents[i] : -box.half_extents[i]);
    corners[k] = corner;
  }
  return corners;
}

bool contains(const OrientedBox& box, const Vec3& point) {
  const Vec3 d = point - box.centre;
  for (int i = 0; i < 3; ++i) {
    if (!(std::abs(dot(box.axes[i], d)) <= box.half_extents[i])) return false;
  }
  return true;
}

double volumeOf(const OrientedBox& box) { return 8 * box.half_extents.x * box.half_extents.y * box.half_extents.z; }

double areaOf(const OrientedBox& box) {
  const Vec3& h = box.half_extents;
  return 8 * (h.x * h.y + h.y * h.z + h.z * h.x);
}

TransformedBox transformed(const OrientedBox& box, const Affine& map) {
  Mat3 image;  // directions of the mapped axes
  Vec3 scale;
  for (int i = 0; i < 3; ++i) {
    const Vec3 mapped = map.linear * box.axes[i];
    scale[i] = portable::hypot(mapped.x, mapped.y, mapped.z);
    image[i] = normalizedOr(mapped, Vec3{0.0});
  }
  double sheared = 0;
  for (int i = 0; i < 3; ++i) sheared = std::max(sheared, std::abs(dot(image[i], image[(i + 1) % 3])));
  if (sheared > kSquareAxes) {
    std::vector<Vec3> corners;
    for (const Vec3& corner : cornersOf(box)) corners.push_back(apply(map, corner));
    OrientedBox best = boxAround(corners, image[0], image[1]);
    constexpr int kOrders[5][2] = {{1, 0}, {1, 2}, {2, 1}, {0, 2}, {2, 0}};
    for (const auto& [i, j] : kOrders) {
      const OrientedBox other = boxAround(corners, image[i], image[j]);
      if (isSmaller(other, best)) best = other;
    }
    return {best, BoxTransform::kRefit};
  }
  // Axes that the map flattened to nothing have no direction; any that completes the frame will do.
  const int longest = scale.x >= scale.y && scale.x >= scale.z ? 0 : scale.y >= scale.z ? 1 : 2;
  const int next = (longest + 1) % 3, last = (longest + 2) % 3;
  if (!(scale[longest] > 0)) image[longest] = box.axes[longest];
  if (!(scale[next] > 0)) {
    image[next] = scale[last] > 0 ? crossAccurate(image[last], image[longest]) : anyPerpendicular(image[longest]);
  }
  TransformedBox out{{apply(map, box.centre), image, box.half_extents * scale}, BoxTransform::kExact};
  const Vec3 right_handed = normalizedOr(crossAccurate(image[longest], image[next]), {0, 0, 1});
  if (dot(right_handed, image[last]) < 0) out.how = BoxTransform::kMirrored;
  out.box.axes[last] = right_handed;
  return out;
}

}  // namespace sepax
