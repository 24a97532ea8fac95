#include <CGAL/Exact_predicates_inexact_constructions_kernel.h>
#include <CGAL/Min_sphere_of_points_d_traits_3.h>
#include <CGAL/Min_sphere_of_spheres_d.h>
#include <CGAL/Surface_mesh.h>
#include <CGAL/convex_hull_3.h>
#include <CGAL/optimal_bounding_box.h>
#include <fcl/math/bv/utility.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <optional>

#include "bench/peers/peers.h"
#include "geom/hull.h"
#include "geom/oriented_box.h"
#include "geom/random.h"
#include "geom/round_fits.h"

// Volumes around clouds of points. Qhull is no peer of the hull: it is what Sepax calls. "outside": points that are not
// in the volume as doubles say it, and the farthest of them, metres.
//
// Most of the minimum box' time is the hull of all points, by Qhull; the rest the calipers of the directions tried and
// the rotation around the best one on the whole hull.

namespace sepax::bench {
namespace {

using Kernel = CGAL::Exact_predicates_inexact_constructions_kernel;
using CgalPoint = Kernel::Point_3;

enum class Cloud {
  kBoxVolume,         ///< all through a box of 2 × 1.2 × 0.6
  kEllipsoidSurface,  ///< on an ellipsoid of radii 1, 0.6, 0.3: each is a corner of the hull
  kBumpy              ///< on that ellipsoid with bumps: few are
};
constexpr const char* kCloudNames[] = {"a box", "an ellipsoid's surface", "a bumpy surface"};

struct CloudWork {
  std::vector<Vec3> points;
  std::vector<CgalPoint> cgal;
};

const CloudWork& cloudWork(Cloud cloud, std::size_t count) {
  static std::map<std::pair<Cloud, std::size_t>, CloudWork> all;
  CloudWork& work = all[{cloud, count}];
  if (!work.points.empty()) return work;
  SplitMix64 random{600 + static_cast<std::uint64_t>(cloud)};
  const Mat3 rotation = matrixOf(random.rotation());
  const auto point = [&] {
    if (cloud == Cloud::kBoxVolume) return Vec3{random.in(-1, 1), random.in(-0.6, 0.6), random.in(-0.3, 0.3)};
    const Vec3 d = random.direction(), on_ellipsoid = d * Vec3{1, 0.6, 0.3};
    if (cloud == Cloud::kEllipsoidSurface) return on_ellipsoid;
    return (1 + 0.2 * std::sin(5 * std::acos(d.z)) * std::sin(4 * std::atan2(d.y, d.x))) * on_ellipsoid;
  };
  for (std::size_t i = 0; i < count; ++i) {
    const Vec3 p = rotation * point() + Vec3{3.0};
    work.points.push_back(p);
    work.cgal.emplace_back(p.x, p.y, p.z);
  }
  return work;
}

Vec3 vecOf(const CgalPoint& p) { return {p.x(), p.y(), p.z()}; }

/// `beyond(point)`: how far outside, metres; not positive within.
template <class Beyond>
void countOutside(benchmark::State& state, const std::vector<Vec3>& points, Beyond&& beyond) {
  std::size_t outside = 0;
  double farthest = 0;
  for (const Vec3& p : points) {
    const double by = beyond(p);
    outside += by > 0 ? 1 : 0;
    farthest = std::max(farthest, by);
  }
  state.counters["outside"] = static_cast<double>(outside);
  if (outside > 0) state.counters["outside by"] = farthest;
}

void countBox(benchmark::State& state, const std::vector<Vec3>& points, const OrientedBox& box) {
  state.counters["volume"] = 8 * box.half_extents.x * box.half_extents.y * box.half_extents.z;
  countOutside(state, points, [&](const Vec3& p) {
    double by = -kInfinity;
    for (int i = 0; i < 3; ++i) by = std::max(by, std::abs(dot(box.axes[i], p - box.centre)) - box.half_extents[i]);
    return by;
  });
}

void countBall(benchmark::State& state, const std::vector<Vec3>& points, const Ball& ball) {
  state.counters["radius"] = ball.radius;
  countOutside(state, points, [&](const Vec3& p) { return length(p - ball.centre) - ball.radius; });
}

template <class Fit>
auto fitted(benchmark::State& state, Fit&& fit) {
  std::optional<decltype(fit())> out;
  for (auto _ : state) out = fit();
  return *out;
}

std::string workName(const char* what, Cloud cloud, std::size_t count) {
  return std::string(what) + std::to_string(count) + " points of " + kCloudNames[static_cast<int>(cloud)];
}

void addPrincipalBoxes(Cloud cloud, std::size_t count) {
  const std::string work_name = workName("principal box of ", cloud, count);
  addRow(work_name, "FCL fit of an OBB", [cloud, count](benchmark::State& state) {
    const CloudWork& work = cloudWork(cloud, count);
    std::vector<fcl::Vector3<double>> points;
    for (const Vec3& p : work.points) points.emplace_back(p.x, p.y, p.z);
    const auto theirs = fitted(state, [&] {
      fcl::OBB<double> box;
      fcl::fit(points.data(), static_cast<int>(points.size()), box);
      return box;
    });
    OrientedBox box{
        {theirs.To[0], theirs.To[1], theirs.To[2]}, Mat3{1.0}, {theirs.extent[0], theirs.extent[1], theirs.extent[2]}};
    for (int r = 0; r < 3; ++r) {
      for (int c = 0; c < 3; ++c) box.axes[c][r] = theirs.axis(r, c);
    }
    countBox(state, work.points, box);
  });
  addRow(work_name, "Sepax", [cloud, count](benchmark::State& state) {
    const CloudWork& work = cloudWork(cloud, count);
    countBox(state, work.points, fitted(state, [&] { return orientedBoxByVertices(work.points); }));
  });
}

void addBalls(Cloud cloud, std::size_t count) {
  const std::string work_name = workName("smallest ball of ", cloud, count);
  addRow(work_name, "CGAL Min_sphere_of_points", [cloud, count](benchmark::State& state) {
    using MinSphere =
        CGAL::Min_sphere_of_spheres_d<CGAL::Min_sphere_of_points_d_traits_3<Kernel, double, CGAL::Tag_true>>;
    const CloudWork& work = cloudWork(cloud, count);
    countBall(state, work.points, fitted(state, [&] {
                MinSphere sphere(work.cgal.begin(), work.cgal.end());
                const double* const centre = sphere.center_cartesian_begin();
                return Ball{{centre[0], centre[1], centre[2]}, sphere.radius()};
              }));
  });
  addRow(work_name, "Sepax", [cloud, count](benchmark::State& state) {
    const CloudWork& work = cloudWork(cloud, count);
    countBall(state, work.points, fitted(state, [&] { return smallestBall(work.points); }));
  });
}

void addHulls(Cloud cloud, std::size_t count) {
  const std::string work_name = workName("hull of ", cloud, count);
  addRow(work_name, "CGAL convex_hull_3", [cloud, count](benchmark::State& state) {
    const CloudWork& work = cloudWork(cloud, count);
    state.counters["vertices"] = fitted(state, [&] {
      CGAL::Surface_mesh<CgalPoint> hull;
      CGAL::convex_hull_3(work.cgal.begin(), work.cgal.end(), hull);
      return static_cast<double>(hull.number_of_vertices());
    });
  });
  addRow(work_name, "Sepax, by Qhull", [cloud, count](benchmark::State& state) {
    const CloudWork& work = cloudWork(cloud, count);
    state.counters["vertices"] =
        fitted(state, [&] { return static_cast<double>(convexHull(work.points)->vertices.size()); });
  });
}

OrientedBox boxOf(const std::array<CgalPoint, 8>& corners) {
  // As in CGAL::make_hexahedron: corners 1, 3 and 5 are next to corner 0, 7 is across from it.
  OrientedBox box;
  const Vec3 from = vecOf(corners[0]);
  box.centre = (from + vecOf(corners[7])) / 2.0;
  for (int i = 0; i < 3; ++i) {
    const Vec3 side = vecOf(corners[static_cast<std::size_t>(2 * i + 1)]) - from;
    box.half_extents[i] = length(side) / 2;
    box.axes[i] = side / length(side);
  }
  return box;
}

void addMinimumBoxes(Cloud cloud, std::size_t count) {
  const std::string work_name = workName("minimum box of ", cloud, count);
  addRow(work_name, "CGAL oriented_bounding_box", [cloud, count](benchmark::State& state) {
    const CloudWork& work = cloudWork(cloud, count);
    countBox(state, work.points, fitted(state, [&] {
               std::array<CgalPoint, 8> corners;
               CGAL::oriented_bounding_box(work.cgal, corners);
               return boxOf(corners);
             }));
  });
  addRow(work_name, "Sepax, hull and all", [cloud, count](benchmark::State& state) {
    const CloudWork& work = cloudWork(cloud, count);
    countBox(state, work.points, fitted(state, [&] {
               const Polytope hull = *convexHull(work.points);
               return nearSmallestBox(work.points, &hull);
             }));
  });
}

}  // namespace

void registerFits() {
  for (const Cloud cloud : {Cloud::kBoxVolume, Cloud::kEllipsoidSurface, Cloud::kBumpy}) {
    for (const std::size_t count : {10'000u, 100'000u, 1'000'000u}) {
      addBalls(cloud, count);
      if (count == 1'000'000) {
        addPrincipalBoxes(cloud, count);
      } else if (count == 10'000 ||
                 cloud != Cloud::kEllipsoidSurface) {  // whose hull of 100 000 corners takes CGAL's box seconds
        addHulls(cloud, count);
        addMinimumBoxes(cloud, count);
      }
    }
  }
}

}  // namespace sepax::bench
