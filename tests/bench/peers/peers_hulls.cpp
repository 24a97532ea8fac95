#include <map>

#include "bench/box_work.h"
#include "bench/peers/ccd_settings.h"
#include "bench/peers/peers.h"
#include "collide/convex/polytope_report.h"
#include "collide/gjk/gjk.h"
#include "collide/pair_table.h"
#include "fast/convex_pair.h"
#include "geom/support.h"

// Two convex hulls of n vertices on ellipsoids, half of the pairs overlapping.

namespace sepax::bench {
namespace {

constexpr std::size_t kPairs = 512;
constexpr int kTooManyForKernels = 256;  ///< vertices: the kernels for polytopes take 64

struct HullWork {
  std::vector<PosedShape> hulls;  ///< pair i is hulls 2 i and 2 i + 1
  std::vector<double> gaps;       ///< of the reference, as `sepax selfcheck` proves it
};

const HullWork& hullWork(int vertices, double spread) {
  static std::map<int, HullWork> all;
  HullWork& work = all[vertices];
  if (!work.gaps.empty()) return work;
  SplitMix64 random{static_cast<std::uint64_t>(9000 + vertices)};
  const auto hull = [&] {
    const Vec3 half{random.in(0.25, 1), random.in(0.25, 1), random.in(0.25, 1)};
    std::vector<Vec3> points;
    for (int i = 0; i < vertices; ++i) points.push_back(random.direction() * half);
    return *makeHull(points);
  };
  for (std::size_t i = 0; i < kPairs; ++i) {
    const Vec3 centre{random.in(-10, 10), random.in(-10, 10), random.in(-10, 10)};
    const Vec3 way{random.in(-spread, spread), random.in(-spread, spread), random.in(-spread, spread)};
    work.hulls.push_back({hull(), {centre, matrixOf(random.rotation())}});
    work.hulls.push_back({hull(), {centre + way, matrixOf(random.rotation())}});
    work.gaps.push_back(testPair(work.hulls[2 * i], work.hulls[2 * i + 1])->answer.separation);
  }
  return work;
}

void ccdSupport(const void* object, const ccd_vec3_t* direction, ccd_vec3_t* out) {
  const auto& posed = *static_cast<const PosedShape*>(object);
  const Vec3 d = glm::transpose(posed.pose.rotation) * Vec3{direction->v[0], direction->v[1], direction->v[2]};
  const auto& vertices = std::get<Hull>(posed.shape).data->polytope.vertices;
  const Vec3* best = &vertices[0];
  double farthest = dot(*best, d);
  for (const Vec3& v : vertices) {
    if (const double along = dot(v, d); along > farthest) {
      farthest = along;
      best = &v;
    }
  }
  const Vec3 p = toWorld(posed.pose, *best);
  ccdVec3Set(out, p.x, p.y, p.z);
}

}  // namespace

void registerHulls() {
  for (const auto& [vertices, spread] : std::initializer_list<std::pair<int, double>>{
           {8, 0.804}, {16, 1.035}, {32, 1.127}, {64, 1.19}, {kTooManyForKernels, 1.22}, {1000, 1.23}}) {
    const std::string work_name = "hulls of " + std::to_string(vertices) + " vertices";
    const int n = vertices;
    const double s = spread;
    addRow(work_name, "Sepax report: every axis, mtv, contacts, in double", [n, s](benchmark::State& state) {
      const HullWork& work = hullWork(n, s);
      overAll(state, work.gaps, kPairs, [&](std::size_t i) {
        return testPair(work.hulls[2 * i], work.hulls[2 * i + 1])->answer.separation <= 0;
      });
    });
    addRow(work_name, "Sepax GJK, distance or overlap", [n, s](benchmark::State& state) {
      const HullWork& work = hullWork(n, s);
      const auto mapOf = [](const PosedShape& hull) {
        return SupportMap(hull.shape, hull.pose.rotation, hull.pose.position);
      };
      overAll(state, work.gaps, kPairs, [&](std::size_t i) {
        return !(gjk(mapOf(work.hulls[2 * i]), mapOf(work.hulls[2 * i + 1]), {}).lower > 0);
      });
    });
    if (n >= kTooManyForKernels) continue;
    addRow(work_name, "Sepax quick report: every axis, mtv, no contacts", [n, s](benchmark::State& state) {
      const HullWork& work = hullWork(n, s);
      std::vector<SolidPolytope> shapes;
      for (const PosedShape& hull : work.hulls) shapes.emplace_back(hull.shape);
      PolytopeReports reports;
      overAll(state, work.gaps, kPairs, [&](std::size_t i) {
        const SatReport& report =
            reports.report({shapes[2 * i], work.hulls[2 * i].pose}, {shapes[2 * i + 1], work.hulls[2 * i + 1].pose});
        return decidingAxis(report).separation <= 0;
      });
    });
    addRow(work_name, "Sepax GJK, a boolean", [n, s](benchmark::State& state) {
      const HullWork& work = hullWork(n, s);
      std::vector<SolidPolytope> shapes;
      for (const PosedShape& hull : work.hulls) shapes.emplace_back(hull.shape);
      ConvexOverlaps overlaps;
      overAll(state, work.gaps, kPairs, [&](std::size_t i) {
        return overlaps.overlap({shapes[2 * i], work.hulls[2 * i].pose},
                                {shapes[2 * i + 1], work.hulls[2 * i + 1].pose});
      });
    });
    addRow(work_name, "Sepax GJK and EPA: depth, all contacts", [n, s](benchmark::State& state) {
      const HullWork& work = hullWork(n, s);
      std::vector<SolidPolytope> shapes;
      for (const PosedShape& hull : work.hulls) shapes.emplace_back(hull.shape);
      ConvexManifolds manifolds;
      ConvexManifold manifold;
      overAll(state, work.gaps, kPairs, [&](std::size_t i) {
        return manifolds.find({shapes[2 * i], work.hulls[2 * i].pose}, {shapes[2 * i + 1], work.hulls[2 * i + 1].pose},
                              manifold);
      });
    });
    addRow(work_name, "Sepax gjk-epa, every step kept", [n, s](benchmark::State& state) {
      const HullWork& work = hullWork(n, s);
      overAll(state, work.gaps, kPairs, [&](std::size_t i) {
        return testPair(work.hulls[2 * i], work.hulls[2 * i + 1], {}, "gjk-epa")->answer.separation <= 0;
      });
    });
    addRow(work_name, "libccd GJK, a boolean", [n, s](benchmark::State& state) {
      const HullWork& work = hullWork(n, s);
      const ccd_t ccd = ccdSettings(ccdSupport);
      overAll(state, work.gaps, kPairs,
              [&](std::size_t i) { return ccdGJKIntersect(&work.hulls[2 * i], &work.hulls[2 * i + 1], &ccd) != 0; });
    });
    addRow(work_name, "libccd GJK and EPA: depth, one point", [n, s](benchmark::State& state) {
      const HullWork& work = hullWork(n, s);
      const ccd_t ccd = ccdSettings(ccdSupport);
      overAll(state, work.gaps, kPairs, [&](std::size_t i) {
        ccd_real_t depth;
        ccd_vec3_t direction, at;
        return ccdGJKPenetration(&work.hulls[2 * i], &work.hulls[2 * i + 1], &ccd, &depth, &direction, &at) == 0;
      });
    });
  }
}

}  // namespace sepax::bench
