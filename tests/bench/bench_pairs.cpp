#include <benchmark/benchmark.h>

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "collide/convex/polytope_report.h"
#include "collide/pieces/concave_shapes.h"
#include "collide/random_pairs.h"
#include "collide/sweep/sweep.h"
#include "collide/sweep/sweep_convex.h"
#include "collide/sweep/sweep_pieces.h"
#include "document/document.h"
#include "document/tested_pairs.h"
#include "draw/scene_picture.h"
#include "geom/pieces.h"

// What a frame costs before any driver is involved. Google Benchmark prints the clock beside every figure; compare
// ratios: the plain boolean test is in the same run.

namespace sepax {
namespace {

using test::Random;

std::vector<std::pair<PosedShape, PosedShape>> pairs(bool planar, int kind) {
  Random random{2026};
  std::vector<std::pair<PosedShape, PosedShape>> out;
  for (int i = 0; i < 64; ++i) {
    const test::KindPair kinds{planar, kind, kind};
    PosedShape a = test::randomPosed(random, kinds, test::Which::kA, 1);
    out.emplace_back(std::move(a), test::randomPosed(random, kinds, test::Which::kB, 1));
  }
  return out;
}

/// Peer: the textbook boolean, 15 axes, early exit, |R| + 1e-6 (Gottschalk 1996 as Ericson 2005 writes it).
bool plainOverlap(const PosedShape& a, const PosedShape& b) {
  const Vec3 ha = std::get<Box>(a.shape).half_extents, hb = std::get<Box>(b.shape).half_extents;
  double r[3][3], q[3][3];
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) {
      r[i][j] = dot(a.pose.rotation[i], b.pose.rotation[j]);
      q[i][j] = std::abs(r[i][j]) + 1e-6;
    }
  }
  const Vec3 d = b.pose.position - a.pose.position;
  const double t[3] = {dot(d, a.pose.rotation[0]), dot(d, a.pose.rotation[1]), dot(d, a.pose.rotation[2])};
  for (int i = 0; i < 3; ++i) {
    if (std::abs(t[i]) > ha[i] + hb[0] * q[i][0] + hb[1] * q[i][1] + hb[2] * q[i][2]) return false;
    if (std::abs(t[0] * r[0][i] + t[1] * r[1][i] + t[2] * r[2][i]) >
        ha[0] * q[0][i] + ha[1] * q[1][i] + ha[2] * q[2][i] + hb[i])
      return false;
  }
  for (int i = 0; i < 3; ++i) {
    const int i1 = (i + 1) % 3, i2 = (i + 2) % 3;
    for (int j = 0; j < 3; ++j) {
      const int j1 = (j + 1) % 3, j2 = (j + 2) % 3;
      const double radius = ha[i1] * q[i2][j] + ha[i2] * q[i1][j] + hb[j1] * q[i][j2] + hb[j2] * q[i][j1];
      if (std::abs(t[i2] * r[i1][j] - t[i1] * r[i2][j]) > radius) return false;
    }
  }
  return true;
}

void plainBoxBoolean(benchmark::State& state) {
  const auto all = pairs(false, 0);
  std::size_t i = 0;
  for (auto _ : state) {
    benchmark::DoNotOptimize(plainOverlap(all[i % 64].first, all[i % 64].second));
    ++i;
  }
}
BENCHMARK(plainBoxBoolean)->Unit(benchmark::kMicrosecond);

void pairReport(benchmark::State& state, bool planar, int kind) {
  const auto all = pairs(planar, kind);
  std::size_t i = 0;
  for (auto _ : state) {
    benchmark::DoNotOptimize(testPair(all[i % 64].first, all[i % 64].second));
    ++i;
  }
}
BENCHMARK_CAPTURE(pairReport, box, false, 0)->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(pairReport, sphere, false, 1)->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(pairReport, capsule, false, 2)->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(pairReport, hull, false, 3)->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(pairReport, cylinder, false, 6)->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(pairReport, cone, false, 7)->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(pairReport, box_2d, true, 0)->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(pairReport, polygon_2d, true, 3)->Unit(benchmark::kMicrosecond);

/// The same axes by the kernel, without contacts.
void quickReport(benchmark::State& state, int kind, SupportFeatures support) {
  const auto all = pairs(false, kind);
  std::vector<SolidPolytope> shapes;
  for (const auto& [a, b] : all) {
    shapes.emplace_back(a.shape);
    shapes.emplace_back(b.shape);
  }
  PolytopeReports reports(support);
  std::size_t i = 0;
  for (auto _ : state) {
    const std::size_t pair = i % 64;
    benchmark::DoNotOptimize(
        reports.report({shapes[2 * pair], all[pair].first.pose}, {shapes[2 * pair + 1], all[pair].second.pose})
            .deciding);
    ++i;
  }
}
BENCHMARK_CAPTURE(quickReport, box_gaps, 0, SupportFeatures::kNone)->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(quickReport, box, 0, SupportFeatures::kAll)->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(quickReport, hull_gaps, 3, SupportFeatures::kNone)->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(quickReport, hull, 3, SupportFeatures::kAll)->Unit(benchmark::kMicrosecond);

/// Two bumpy rings of 2 · around² triangles each, 20 000 unless said; `apart` metres between their middles.
std::pair<PosedShape, PosedShape> rings(double apart, int around = 100) {
  Random random{2026};
  const Mesh mesh = test::torus(random, around, around, 0.3, 0.1);
  return {{mesh, {}}, {mesh, {{apart, 0.1, 0}, matrixOf(random.rotation())}}};
}

/// Peer: the boxes of all pairs of triangles, without a tree.
void allTriangleBoxes(benchmark::State& state) {
  const auto [a, b] = rings(3);
  const auto boxes = [](const PosedShape& shape) {
    std::vector<MinMaxBox> out;
    const MeshData& data = *std::get<Mesh>(shape.shape).data;
    for (int t = 0; t < static_cast<int>(data.triangles.size()); ++t) {
      const auto triangle = cornersOf(data, t);
      std::vector<Vec3> corners(triangle.begin(), triangle.end());
      for (Vec3& v : corners) v = toWorld(shape.pose, v);
      out.push_back(boundsOf(corners));
    }
    return out;
  };
  const auto boxes_a = boxes(a), boxes_b = boxes(b);
  for (auto _ : state) {
    double nearest = 1e300;
    for (const MinMaxBox& p : boxes_a) {
      for (const MinMaxBox& q : boxes_b) nearest = std::min(nearest, boxGap(p, q));
    }
    benchmark::DoNotOptimize(nearest);
  }
}
BENCHMARK(allTriangleBoxes)->Unit(benchmark::kMillisecond)->Iterations(1);

void meshPair(benchmark::State& state, double apart) {
  const auto [a, b] = rings(apart);
  for (auto _ : state) benchmark::DoNotOptimize(testPair(a, b));
}
BENCHMARK_CAPTURE(meshPair, apart, 3)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(meshPair, linked, 1)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(meshPair, overlapping, 0.3)->Unit(benchmark::kMillisecond);

/// `rate` radians a second about y while B comes nearer.
Motion nearer(double rate) { return {{-3, 0, 0}, {0, rate, 0}, {}}; }

/// Peer: walks every pair of triangles.
void plainMeshSweep(benchmark::State& state, double rate, int around) {
  const auto [a, b] = rings(4, around);
  const ShapePieces pieces_a(a.shape), pieces_b(b.shape);
  for (auto _ : state) {
    double earliest = 1;
    for (int i = 0; i < pieces_a.count(); ++i) {
      for (int j = 0; j < pieces_b.count(); ++j) {
        const SweepReport walk = sweepConvex(pieces_a.piece(i, a.pose), {}, pieces_b.piece(j, b.pose), nearer(rate),
                                             earliest, SweepGoal::kImpact);
        if (walk.hit) earliest = std::min(earliest, walk.time);
      }
    }
    benchmark::DoNotOptimize(earliest);
  }
}
BENCHMARK_CAPTURE(plainMeshSweep, rotating_50_triangles, 2, 5)->Unit(benchmark::kMillisecond)->Iterations(1);

void meshSweep(benchmark::State& state, double rate, int around) {
  const auto [a, b] = rings(4, around);
  for (auto _ : state) benchmark::DoNotOptimize(sweep(a, {}, b, nearer(rate), 1));
}
BENCHMARK_CAPTURE(meshSweep, rotating_50_triangles, 2, 5)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(meshSweep, rotating_578_triangles, 2, 17)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(meshSweep, rotating, 2, 100)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(meshSweep, straight, 0, 100)->Unit(benchmark::kMillisecond);

/// Goal: under 20 µs. What a frame with one box pair computes: its report and its picture.
void boxPairReportAndPicture(benchmark::State& state) {
  const Document document = defaultDocument();
  const ViewSize view{1280, 720};
  const Camera camera = framingCamera(document, view);
  PictureInput input;
  input.document = &document;
  input.options.grid = state.range(0) != 0;
  for (auto _ : state) {
    const auto report = testPair(document, testedPairs(document)[0]);
    input.report = &*report;
    benchmark::DoNotOptimize(scenePicture(input, camera, view));
  }
}
BENCHMARK(boxPairReportAndPicture)->ArgName("grid")->Arg(0)->Arg(1)->Unit(benchmark::kMicrosecond);

}  // namespace
}  // namespace sepax
