#include "fast/box_manifold.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace sepax {

namespace {

constexpr double kParallelSine = 1e-8;  ///< of the angle up to which two edges have no axis here
constexpr double kEdgeBias = 1e-7;      ///< of size: by how much an edge axis has to separate more than a face's

enum class Deciding { kFaceA, kFaceB, kEdges };

/// B in A's frame, and the best axis so far.
struct BoxAxes {
  double t[3], r[3][3], abs_r[3][3];  ///< centre of B; cosines between the axes of A and of B
  double best = -1e300;
  Deciding deciding = Deciding::kFaceA;
  int i = 0, j = 0;
};

/// The largest separation, or false at the first that is more than `touching`.
bool findAxis(const OrientedBox& a, const OrientedBox& b, double touching, BoxAxes& axes) {
  auto& [t, r, abs_r, best, deciding, best_i, best_j] = axes;
  const Vec3 d = b.centre - a.centre, ha = a.half_extents, hb = b.half_extents;
  for (int i = 0; i < 3; ++i) {
    t[i] = dot(d, a.axes[i]);
    for (int j = 0; j < 3; ++j) {
      r[i][j] = dot(a.axes[i], b.axes[j]);
      abs_r[i][j] = std::abs(r[i][j]);
    }
    const double gap = std::abs(t[i]) - ha[i] - (hb[0] * abs_r[i][0] + hb[1] * abs_r[i][1] + hb[2] * abs_r[i][2]);
    if (gap > touching) return false;
    if (gap > best) best = gap, best_i = i;
  }
  for (int j = 0; j < 3; ++j) {
    const double along = t[0] * r[0][j] + t[1] * r[1][j] + t[2] * r[2][j];
    const double gap = std::abs(along) - hb[j] - (ha[0] * abs_r[0][j] + ha[1] * abs_r[1][j] + ha[2] * abs_r[2][j]);
    if (gap > touching) return false;
    if (gap > best) best = gap, best_j = j, deciding = Deciding::kFaceB;
  }
  double bar = best + kEdgeBias * 2 * std::max({ha.x, ha.y, ha.z, hb.x, hb.y, hb.z});
  for (int i = 0; i < 3; ++i) {
    const int i1 = (i + 1) % 3, i2 = (i + 2) % 3;
    for (int j = 0; j < 3; ++j) {
      const int j1 = (j + 1) % 3, j2 = (j + 2) % 3;
      const double squared =
          r[i1][j] * r[i1][j] + r[i2][j] * r[i2][j];  // of the sine, without the cancellation of 1 − cosine²
      if (squared <= kParallelSine * kParallelSine) continue;
      const double gap =
          (std::abs(t[i2] * r[i1][j] - t[i1] * r[i2][j]) - (ha[i1] * abs_r[i2][j] + ha[i2] * abs_r[i1][j]) -
           (hb[j1] * abs_r[i][j2] + hb[j2] * abs_r[i][j1])) /
          std::sqrt(squared);
      if (gap > touching) return false;
      if (gap > bar) bar = best = gap, best_i = i, best_j = j, deciding = Deciding::kEdges;
    }
  }
  return true;
}

/// A point of the incident face, seen along the reference face's normal from its centre.
struct ClippedPoint {
  double x, y;  ///< along the face's sides
  double height;
};

/// Clips a polygon to |coordinate| ≤ extent, one side at a time: a side adds at most one corner to a convex polygon.
std::size_t clip(const ClippedPoint* polygon, std::size_t count, double ClippedPoint::*coordinate, double sense,
                 double extent, ClippedPoint* out) {
  std::size_t left = 0;
  for (std::size_t k = 0; k < count; ++k) {
    const ClippedPoint &p = polygon[k], &q = polygon[k + 1 == count ? 0 : k + 1];
    const double beyond_p = sense * (p.*coordinate) - extent, beyond_q = sense * (q.*coordinate) - extent;
    if (beyond_p <= 0) out[left++] = p;
    if ((beyond_p <= 0) == (beyond_q <= 0)) continue;
    const double share = beyond_p / (beyond_p - beyond_q);
    out[left++] = {p.x + share * (q.x - p.x), p.y + share * (q.y - p.y), p.height + share * (q.height - p.height)};
  }
  return left;
}

/// `outward`: the normal of the reference box's face along its axis `axis`.
void clipFaces(const OrientedBox& reference, int axis, const Vec3& outward, const OrientedBox& incident,
               double touching, BoxManifold& out) {
  const int u = (axis + 1) % 3, v = (axis + 2) % 3;
  const Vec3 face = reference.centre + outward * reference.half_extents[axis];
  // The face of the other box that is most opposed.
  const double facing[3] = {dot(incident.axes[0], outward), dot(incident.axes[1], outward),
                            dot(incident.axes[2], outward)};
  int opposed = std::abs(facing[1]) > std::abs(facing[0]) ? 1 : 0;
  if (std::abs(facing[2]) > std::abs(facing[opposed])) opposed = 2;
  const int p = (opposed + 1) % 3, q = (opposed + 2) % 3;
  const Vec3 middle =
      incident.centre - face +
      incident.axes[opposed] * (facing[opposed] > 0 ? -incident.half_extents[opposed] : incident.half_extents[opposed]);
  const auto seen = [&](const Vec3& w) {
    return ClippedPoint{dot(w, reference.axes[u]), dot(w, reference.axes[v]), dot(w, outward)};
  };
  const ClippedPoint m = seen(middle), along_p = seen(incident.axes[p] * incident.half_extents[p]),
                     along_q = seen(incident.axes[q] * incident.half_extents[q]);
  const auto corner = [&](double s, double r) {
    return ClippedPoint{m.x + s * along_p.x + r * along_q.x, m.y + s * along_p.y + r * along_q.y,
                        m.height + s * along_p.height + r * along_q.height};
  };
  ClippedPoint one[BoxManifold::kMaxPoints + 1] = {corner(-1, -1), corner(1, -1), corner(1, 1), corner(-1, 1)},
                                             other[BoxManifold::kMaxPoints + 1];
  const double extent_u = reference.half_extents[u], extent_v = reference.half_extents[v];
  std::size_t count = clip(one, 4, &ClippedPoint::x, 1, extent_u, other);
  count = clip(other, count, &ClippedPoint::x, -1, extent_u, one);
  count = clip(one, count, &ClippedPoint::y, 1, extent_v, other);
  count = clip(other, count, &ClippedPoint::y, -1, extent_v, one);
  for (std::size_t k = 0; k < count; ++k) {
    if (one[k].height > touching) continue;
    const Vec3 position =
        face + one[k].x * reference.axes[u] + one[k].y * reference.axes[v] + one[k].height / 2 * outward;
    out.points[out.count++] = {position, one[k].height};
  }
}

Vec3 farthestCorner(const OrientedBox& box, const Vec3& direction) {
  Vec3 corner = box.centre;
  for (int k = 0; k < 3; ++k)
    corner += box.axes[k] * (dot(box.axes[k], direction) > 0 ? box.half_extents[k] : -box.half_extents[k]);
  return corner;
}

/// Where the lines of the two deepest edges along A's axis `i` and B's axis `j` are nearest to each other: midway
/// between them (Ericson 2005, 5.1.8).
Vec3 betweenEdges(const OrientedBox& a, int i, const OrientedBox& b, int j, const Vec3& normal) {
  const auto middleOf = [](const OrientedBox& box, int along, const Vec3& towards) {
    Vec3 middle = box.centre;
    for (int k = 0; k < 3; ++k) {
      if (k != along)
        middle += box.axes[k] * (dot(box.axes[k], towards) > 0 ? box.half_extents[k] : -box.half_extents[k]);
    }
    return middle;
  };
  const Vec3 p = middleOf(a, i, normal), q = middleOf(b, j, -normal), &u = a.axes[i], &v = b.axes[j], w = q - p;
  const double cosine = dot(u, v), squared = 1 - cosine * cosine, along_u = dot(w, u), along_v = dot(w, v);
  const double s =
      squared > 0 ? std::clamp((along_u - cosine * along_v) / squared, -a.half_extents[i], a.half_extents[i]) : 0;
  const double r = std::clamp(s * cosine - along_v, -b.half_extents[j], b.half_extents[j]);
  return (p + s * u + q + r * v) / 2.0;
}

}  // namespace

bool boxManifold(const OrientedBox& a, const OrientedBox& b, double touching, BoxManifold& out) {
  BoxAxes axes;
  if (!findAxis(a, b, touching, axes)) return false;
  const Vec3 d = b.centre - a.centre;
  Vec3 normal = axes.deciding == Deciding::kFaceA ? a.axes[axes.i]
                : axes.deciding == Deciding::kFaceB
                    ? b.axes[axes.j]
                    : normalizedOr(crossAccurate(a.axes[axes.i], b.axes[axes.j]), {1, 0, 0});
  if (dot(normal, d) < 0) normal = -normal;
  out.normal = normal;
  out.separation = axes.best;
  out.count = 0;
  if (axes.deciding == Deciding::kFaceA) clipFaces(a, axes.i, normal, b, touching, out);
  if (axes.deciding == Deciding::kFaceB) clipFaces(b, axes.j, -normal, a, touching, out);
  if (axes.deciding == Deciding::kEdges)
    out.points[out.count++] = {betweenEdges(a, axes.i, b, axes.j, normal), axes.best};
  // Rounding may leave nothing of what barely touches.
  if (out.count == 0) {
    const bool is_of_a = axes.deciding == Deciding::kFaceB;
    const Vec3 corner = is_of_a ? farthestCorner(a, normal) : farthestCorner(b, -normal);
    out.points[out.count++] = {corner + normal * ((is_of_a ? 0.5 : -0.5) * axes.best), axes.best};
  }
  return true;
}

OrientedBox orientedBoxOf(const Vec3& half_extents, const Pose& pose) {
  return {pose.position, pose.rotation, half_extents};
}

}  // namespace sepax
