#include <benchmark/benchmark.h>

#include <cmath>
#include <string>

#include "draw/pick.h"
#include "geom/hull.h"
#include "geom/random.h"
#include "session/scene/reports.h"
#include "session/viewport_picture.h"
#include "session/workspace.h"

// A frame of a crowd of boxes in motion, as the window makes it but for what ImGui and OpenGL take: seed 801, half
// extents 0.25 … 0.6, so dense that each overlaps about one other, every body with a velocity and a spin, in a room.

namespace sepax {
namespace {

Hull hullOfTwelve(SplitMix64& random) {
  std::vector<Vec3> points;
  for (int i = 0; i < 12; ++i) points.push_back(0.5 * random.direction());
  return *makeHull(points);
}

Document movingBodies(std::int64_t count, bool hulls) {
  SplitMix64 random{801};
  Document document;
  const double side = std::cbrt(7.8 * static_cast<double>(count));
  for (std::int64_t i = 0; i < count; ++i) {
    Body body;
    body.id = "b" + std::to_string(i);
    body.shape = Box{{random.in(0.25, 0.6), random.in(0.25, 0.6), random.in(0.25, 0.6)}};
    if (hulls) body.shape = hullOfTwelve(random);
    body.position = {random.in(0, side), random.in(0, side), random.in(0, side)};
    body.rotation = random.rotation();
    body.linear_velocity = random.direction();
    body.angular_velocity = random.direction();
    document.bodies.push_back(std::move(body));
  }
  document.room = Room{Vec3{0.0}, Vec3{side}, AtWalls::kBounce, {}};
  return document;
}

constexpr ViewSize kView{1280, 720};

Workspace open(std::int64_t count, bool hulls = false) {
  Workspace workspace;
  workspace.history = History(movingBodies(count, hulls));
  workspace.wants_new_view = true;
  updateReports(workspace);
  benchmark::DoNotOptimize(viewportPicture(workspace, kView).list.lines.data());
  return workspace;
}

void crowdFrame(benchmark::State& state) {
  Workspace workspace = open(state.range(0));
  const MergeKey key = newMergeKey();
  for (auto _ : state) {
    if (!workspace.history.run(MoveBodies{1}, key)) state.SkipWithError("the bodies did not move");
    updateReports(workspace);
    ViewportPicture picture = viewportPicture(workspace, kView);
    benchmark::DoNotOptimize(picture.list.lines.data());
  }
  state.counters["bounds_ms"] = workspace.reports.costs.bounds_ms;
  state.counters["broad_ms"] = workspace.reports.costs.broad_ms;
  state.counters["narrow_ms"] = workspace.reports.costs.narrow_ms;
  state.counters["pairs"] = static_cast<double>(workspace.reports.pairs.size());
  state.counters["waiting"] = static_cast<double>(workspace.reports.waiting);
}
BENCHMARK(crowdFrame)->Arg(1000)->Arg(10'000)->Arg(100'000)->Unit(benchmark::kMillisecond);

/// Hulls in motion until every close pair is answered, as a motion waits for it.
void crowdOfHullsFrame(benchmark::State& state) {
  Workspace workspace = open(state.range(0), true);
  const MergeKey key = newMergeKey();
  for (auto _ : state) {
    if (!workspace.history.run(MoveBodies{1}, key)) state.SkipWithError("the bodies did not move");
    do updateReports(workspace, 1000);
    while (workspace.reports.waiting > 0);
  }
  state.counters["pairs"] = static_cast<double>(workspace.reports.pairs.size());
}
BENCHMARK(crowdOfHullsFrame)->Arg(1000)->Arg(10'000)->Unit(benchmark::kMillisecond);

/// One body of the crowd is dragged.
void crowdDrag(benchmark::State& state) {
  Workspace workspace = open(state.range(0));
  const MergeKey key = newMergeKey();
  const Body body = workspace.history.document().bodies[17];
  double x = body.position.x;
  for (auto _ : state) {
    if (!workspace.history.run(SetTransform{body.id, {x += 1e-4, body.position.y, body.position.z}, body.rotation},
                               key))
      state.SkipWithError("the body did not move");
    updateReports(workspace);
    ViewportPicture picture = viewportPicture(workspace, kView);
    benchmark::DoNotOptimize(picture.list.lines.data());
  }
}
BENCHMARK(crowdDrag)->Arg(1000)->Arg(10'000)->Arg(100'000)->Unit(benchmark::kMillisecond);

void crowdAtRest(benchmark::State& state) {
  Workspace workspace = open(state.range(0));
  for (auto _ : state) {
    updateReports(workspace);
    ViewportPicture picture = viewportPicture(workspace, kView);
    benchmark::DoNotOptimize(picture.list.lines.data());
  }
}
BENCHMARK(crowdAtRest)->Arg(1000)->Arg(10'000)->Arg(100'000)->Unit(benchmark::kMillisecond);

void crowdPick(benchmark::State& state) {
  Workspace workspace = open(state.range(0));
  SplitMix64 random{802};
  for (auto _ : state) {
    const Vec2 pixel{random.in(300, 900), random.in(100, 600)};
    benchmark::DoNotOptimize(
        pickBody(workspace.history.document(), workspace.view.camera, kView, pixel, kPickSlack, boundsNow(workspace))
            .distance);
  }
}
BENCHMARK(crowdPick)->Arg(1000)->Arg(10'000)->Arg(100'000)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace sepax
