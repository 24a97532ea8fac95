#include "geom/oriented_box.h"

#include "geom/cloud.h"
#include "geom/cloud_pass.h"
#include "geom/directions.h"
#include "geom/portable_math.h"
#include "geom/tolerances.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>

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
  return orientedBoxByArea(polytope.vertices, fanTriangles(polytope)).axes;
}

bool contains(const OrientedBox& box, const Vec3& point) {
  const Vec3 d = point - box.centre;
  for (int i = 0; i < 3; ++i) {
    if (!(std::abs(dot(box.axes[i], d)) <= box.half_extents[i])) return false;
  }
  return true;
}

namespace {

// Effort. More finds nothing better on random, round and boxy hulls: nowhere 0.1 % less volume.
constexpr std::size_t kMaxSearched =
    400;  ///< larger hulls are searched on a subset of extreme points, then refined on all
constexpr std::size_t kMaxFaces = 100;       ///< about as many of a larger hull
constexpr std::size_t kMaxEdgePairs = 1500;  ///< a larger hull has a face near to every plane along two of its edges
constexpr int kDirections = 64;
constexpr std::size_t kRefined = 6;

double cross(const Vec2& a, const Vec2& b) { return a.x * b.y - a.y * b.x; }
double dot2(const Vec2& a, const Vec2& b) { return a.x * b.x + a.y * b.y; }

/// The cost that is minimised: the volume; among flat boxes the area, among straight ones the length. For points of
/// size one.
double cost(double x, double y, double z) { return x * y * z + 1e-12 * (x * y + y * z + z * x) + 1e-24 * (x + y + z); }

double extentAlong(const std::vector<Vec3>& points, const Vec3& axis) {
  double low = std::numeric_limits<double>::infinity(), high = -low;
  for (const Vec3& p : points) {
    const double d = dot(p, axis);
    low = std::min(low, d);
    high = std::max(high, d);
  }
  return high - low;
}

double costOf(const std::vector<Vec3>& points, const Mat3& axes) {
  return cost(extentAlong(points, axes[0]), extentAlong(points, axes[1]), extentAlong(points, axes[2]));
}

struct Candidate {
  Mat3 axes{1.0};
  double cost = std::numeric_limits<double>::infinity();
};

/// The best box with one axis along `normal`.
Candidate bestAlong(const std::vector<Vec3>& points, const Vec3& normal) {
  const Vec3 u = anyPerpendicular(normal), v = crossAccurate(normal, u);
  std::vector<Vec2> flat;
  flat.reserve(points.size());
  for (const Vec3& p : points) flat.emplace_back(dot(p, u), dot(p, v));
  const Vec2 along = smallestRectangle(flat).along;
  Candidate out{frameFrom(normal, normalizedOr(along.x * u + along.y * v, u)), 0};
  out.cost = costOf(points, out.axes);
  return out;
}

bool improve(Candidate& best, const Candidate& other) {
  if (!(other.cost < best.cost * (1 - 1e-15))) return false;
  best = other;
  return true;
}

/// Calipers along each axis in turn until none helps.
void alternate(const std::vector<Vec3>& points, Candidate& best, const ShareSink& progress) {
  constexpr int kMaxRounds = 60;
  constexpr double kUsualRounds = 12;
  for (int round = 0, idle = 0; round < kMaxRounds && idle < 3; ++round) {
    if (!goesOn(progress, std::min(1.0, round / kUsualRounds))) return;
    idle = improve(best, bestAlong(points, best.axes[round % 3])) ? 0 : idle + 1;
  }
}

Mat3 rotatedAbout(const Mat3& axes, const Vec3& about, double angle) {
  const Mat3 rotation = matrixOf(quaternionAbout(about, angle));
  return frameFrom(normalizedOr(rotation * axes[0], {1, 0, 0}), rotation * axes[1]);
}

/// Small rotations about thirteen directions, ever smaller: the cost has ridges, on which fewer directions would get
/// stuck.
void rotateAround(const std::vector<Vec3>& points, Candidate& best, const double first_step,
                  const ShareSink& progress) {
  constexpr double kMinStep = 1e-5;
  double step = first_step;
  while (step > kMinStep) {
    bool better = false;
    for (int code = 14; code < 27; ++code) {
      if (!goesOn(progress, std::log(step / first_step) / std::log(kMinStep / first_step))) return;
      const Vec3 about = normalizedOr({code / 9 - 1.0, code / 3 % 3 - 1.0, code % 3 - 1.0}, {1, 0, 0});
      for (const double angle : {step, -step}) {
        Candidate other{rotatedAbout(best.axes, about, angle), 0};
        other.cost = costOf(points, other.axes);
        better = improve(best, other) || better;
      }
    }
    if (!better) step /= 2;
  }
}

/// Normals worth a box: hull faces, planes along two hull edges, directions all round.
std::vector<Vec3> candidateNormals(const Polytope& hull) {
  std::vector<Vec3> normals = sphereDirections(kDirections);
  const std::size_t faces = hull.faces.size(), step = faces / kMaxFaces + 1;
  for (std::size_t i = 0; i < faces; i += step) normals.push_back(hull.faces[i].normal);
  const std::size_t edges = hull.edges.size();
  if (edges * (edges - 1) / 2 > kMaxEdgePairs) return normals;
  const auto direction = [&](std::size_t i) {
    return normalizedOr(hull.vertices[hull.edges[i].v1] - hull.vertices[hull.edges[i].v0], Vec3{0.0});
  };
  for (std::size_t i = 0; i < edges; ++i) {
    for (std::size_t j = i + 1; j < edges; ++j) {
      const Vec3 normal = normalizedOr(crossAccurate(direction(i), direction(j)), Vec3{0.0});
      if (normal != Vec3{0.0}) normals.push_back(normal);
    }
  }
  return normals;
}

std::vector<Vec3> extremeSubset(const std::vector<Vec3>& points) {
  if (points.size() <= kMaxSearched) return points;
  std::vector<std::size_t> chosen;
  for (const Vec3& d : sphereDirections(static_cast<int>(kMaxSearched))) {
    std::size_t first = 0;
    double farthest = -std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < points.size(); ++i) {
      const double along = dot(points[i], d);
      if (along > farthest) {
        farthest = along;
        first = i;
      }
    }
    chosen.push_back(first);
  }
  std::sort(chosen.begin(), chosen.end());
  chosen.erase(std::unique(chosen.begin(), chosen.end()), chosen.end());
  std::vector<Vec3> out;
  for (const std::size_t i : chosen) out.push_back(points[i]);
  return out;
}

Candidate searched(const std::vector<Vec3>& points, const Polytope& hull, const ShareSink& progress) {
  const std::vector<Vec3> few = extremeSubset(points), normals = candidateNormals(hull);
  // For a large hull most time goes into its whole cloud.
  const double refined_few = few.size() < points.size() ? 0.2 : 1, tried = refined_few / 2,
               rotated = std::max(refined_few, 0.5);
  std::vector<Candidate> candidates;
  for (const Vec3& normal : normals) {
    if (!goesOn(progress, tried * static_cast<double>(candidates.size()) / static_cast<double>(normals.size())))
      return {};
    candidates.push_back(bestAlong(few, normal));
  }
  std::sort(candidates.begin(), candidates.end(),
            [](const Candidate& a, const Candidate& b) { return a.cost < b.cost; });
  Candidate best;
  double last_cost = -1;
  std::size_t refined = 0;
  for (Candidate& candidate : candidates) {
    if (refined >= kRefined) break;
    if (candidate.cost <= last_cost * (1 + 1e-6)) continue;  // the same box again, named by another face
    last_cost = candidate.cost;
    if (!goesOn(progress, std::lerp(tried, refined_few, static_cast<double>(refined) / kRefined))) break;
    ++refined;
    alternate(few, candidate, {});
    rotateAround(few, candidate, 0.1, {});
    alternate(few, candidate, {});
    improve(best, candidate);
  }
  best.cost = costOf(points, best.axes);
  if (few.size() < points.size()) rotateAround(points, best, 1e-2, partOfShare(progress, refined_few, rotated));
  alternate(points, best, partOfShare(progress, rotated, 1));
  return best;
}

/// Without the points well inside the octagon of those farthest along eight directions: no corners of the hull, and of
/// a cloud's projection nearly all (Akl and Toussaint 1978).
std::vector<Vec2> withoutInner(const std::vector<Vec2>& points) {
  constexpr std::array<Vec2, 8> kCompass = {{{1, 0}, {1, 1}, {0, 1}, {-1, 1}, {-1, 0}, {-1, -1}, {0, -1}, {1, -1}}};
  constexpr std::size_t kFew = 16;
  constexpr double kWell = 1e-9;  // of the octagon's size, squared
  if (points.size() < kFew) return points;
  std::array<Vec2, kCompass.size()> corners;
  std::array<double, kCompass.size()> farthest;
  farthest.fill(-std::numeric_limits<double>::infinity());
  for (const Vec2& p : points) {
#pragma GCC unroll 8
    for (std::size_t k = 0; k < corners.size(); ++k) {
      const double along = dot2(kCompass[k], p);
      if (along > farthest[k]) {
        farthest[k] = along;
        corners[k] = p;
      }
    }
  }
  const Vec2 size = {corners[0].x - corners[4].x, corners[2].y - corners[6].y};
  const double least = kWell * dot2(size, size);
  std::vector<Vec2> outer;
  for (const Vec2& p : points) {
    bool is_inner = true;
    for (std::size_t k = 0; k < corners.size(); ++k) {
      const Vec2 &from = corners[k], &to = corners[(k + 1) % corners.size()];
      is_inner &= from == to || cross(to - from, p - from) > least;
    }
    if (!is_inner) outer.push_back(p);
  }
  return outer;
}

}  // namespace

std::vector<int> planarHull(const std::vector<Vec2>& points) {
  std::vector<int> order(points.size());
  std::iota(order.begin(), order.end(), 0);
  const auto before = [&](int i, int j) {
    return std::pair{points[i].x, points[i].y} < std::pair{points[j].x, points[j].y};
  };
  std::sort(order.begin(), order.end(), before);
  order.erase(std::unique(order.begin(), order.end(), [&](int i, int j) { return points[i] == points[j]; }),
              order.end());
  if (order.size() < 3) return order;
  std::vector<int> hull;
  const auto chain = [&](auto from, auto to) {
    const std::size_t base = hull.size();
    for (auto at = from; at != to; ++at) {
      while (hull.size() >= base + 2) {
        const Vec2 &a = points[hull[hull.size() - 2]], &b = points[hull.back()], &c = points[*at];
        if (cross(b - a, c - b) > 0) break;
        hull.pop_back();
      }
      hull.push_back(*at);
    }
    hull.pop_back();  // starts the other chain
  };
  chain(order.begin(), order.end());
  chain(order.rbegin(), order.rend());
  return hull;
}

SmallestRectangle smallestRectangle(const std::vector<Vec2>& all) {
  const std::vector<Vec2> points = withoutInner(all);
  const std::vector<int> hull = planarHull(points);
  const std::size_t n = hull.size();
  if (n < 2) return {};
  const auto at = [&](std::size_t i) { return points[hull[i % n]]; };
  SmallestRectangle best{{1, 0}, std::numeric_limits<double>::infinity()};
  std::size_t right = 0, top = 0, left = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const Vec3 side = normalizedOr({at(i + 1) - at(i), 0}, {1, 0, 0});
    const Vec2 u{side.x, side.y}, v{-u.y, u.x};
    right = std::max(right, i);
    while (right < i + n && dot2(u, at(right + 1)) > dot2(u, at(right))) ++right;
    top = std::max(top, right);
    while (top < i + n && dot2(v, at(top + 1)) > dot2(v, at(top))) ++top;
    left = std::max(left, top);
    while (left < i + n && dot2(u, at(left + 1)) < dot2(u, at(left))) ++left;
    const double area = dot2(u, at(right) - at(left)) * dot2(v, at(top) - at(i));
    if (area < best.area) best = {u, area};
  }
  return best;
}

OrientedBox smallestPlanarBox(const std::vector<Vec3>& points) {
  std::vector<Vec2> flat;
  for (const Vec3& p : unitCloud(points).points) flat.emplace_back(p.x, p.y);
  const Vec2 u = smallestRectangle(flat).along;
  return orientedBoxAlong(Mat3{Vec3{u, 0}, Vec3{-u.y, u.x, 0}, Vec3{0, 0, 1}}, points);
}

OrientedBox nearSmallestBox(const std::vector<Vec3>& points, const Polytope* hull, const ShareSink& progress) {
  const UnitCloud cloud = unitCloud(points);
  std::vector<Vec3> extreme = cloud.points;
  if (hull != nullptr) {
    extreme.clear();
    for (const Vec3& v : hull->vertices) {
      const Vec3 d = v - cloud.origin;
      extreme.emplace_back(std::scalbn(d.x, -cloud.exponent), std::scalbn(d.y, -cloud.exponent),
                           std::scalbn(d.z, -cloud.exponent));
    }
  }
  Candidate best{Mat3{1.0}, costOf(extreme, Mat3{1.0})};
  Candidate principal{orientedBoxByVertices(extreme).axes, 0};
  principal.cost = costOf(extreme, principal.axes);
  Candidate by_area = principal;
  if (hull != nullptr) {
    by_area.axes = principalAxes(*hull);
    by_area.cost = costOf(extreme, by_area.axes);
  }
  constexpr double kAlternated = 0.2;  // the share of each start
  double share = 0;
  for (Candidate start : {best, principal, by_area}) {
    alternate(extreme, start, partOfShare(progress, share, share + kAlternated));
    improve(best, start);
    share += kAlternated;
  }
  if (hull != nullptr) improve(best, searched(extreme, *hull, partOfShare(progress, share, 1)));
  return orientedBoxAlong(best.axes, points);
}

}  // namespace sepax
