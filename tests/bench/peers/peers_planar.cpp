#include <box2d/box2d.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "bench/box_work.h"
#include "bench/peers/peers.h"
#include "collide/pair_table.h"
#include "fast/polygon_manifold.h"
#include "geom/random.h"

// Two rectangles, or two convex polygons of n corners on ellipses, half of the pairs overlapping: does Box2D 2.4 find
// the same, how deep, and where do they touch. Poses are floats to both.

namespace sepax::bench {
namespace {

constexpr std::size_t kPlanarPairs = 2'048;
constexpr int kRectangle = 0;  ///< instead of a number of corners

struct PlanarWork {
  std::vector<PosedShape> shapes;  ///< pair i is shapes 2 i and 2 i + 1
  std::vector<float> angles;
  std::vector<double> gaps;  ///< of the reference, as `sepax selfcheck` proves it
};

/// Corners at sorted random angles on an ellipse, none nearer than 0.15 or farther than 3 radians from the next.
std::vector<Vec2> cornersOnEllipse(SplitMix64& random, int count) {
  for (;;) {
    std::vector<double> angles;
    for (int i = 0; i < count; ++i) angles.push_back(random.in(0, 2 * M_PI));
    std::ranges::sort(angles);
    bool spread = true;
    for (int i = 0; i < count; ++i) {
      const double gap = i + 1 < count ? angles[i + 1] - angles[i] : angles[0] + 2 * M_PI - angles[i];
      spread = spread && gap > 0.15 && gap < 3;
    }
    const Vec2 half{random.in(0.25, 1), random.in(0.25, 1)};
    if (!spread) continue;
    std::vector<Vec2> out;
    for (const double angle : angles)
      out.push_back({static_cast<float>(half.x * std::cos(angle)), static_cast<float>(half.y * std::sin(angle))});
    return out;
  }
}

Shape planarShape(SplitMix64& random, int corners) {
  if (corners != kRectangle) return Polygon{cornersOnEllipse(random, corners)};
  const float x = static_cast<float>(random.in(0.25, 1)), y = static_cast<float>(random.in(0.25, 1));
  return Box2{{x, y}};
}

const PlanarWork& planarWork(int corners, double spread) {
  static std::map<int, PlanarWork> all;
  PlanarWork& work = all[corners];
  if (!work.gaps.empty()) return work;
  SplitMix64 random{static_cast<std::uint64_t>(corners == kRectangle ? 2001 : 400 + corners)};
  const auto add = [&](double x, double y) {
    const float angle = static_cast<float>(random.in(0, 2 * M_PI)), px = static_cast<float>(x),
                py = static_cast<float>(y);
    work.shapes.push_back({planarShape(random, corners), {{px, py, 0}, matrixOfAngle(angle)}});
    work.angles.push_back(angle);
  };
  for (std::size_t i = 0; i < kPlanarPairs; ++i) {
    const double x = random.in(-10, 10), y = random.in(-10, 10);
    add(x, y);
    add(x + random.in(-spread, spread), y + random.in(-spread, spread));
    work.gaps.push_back(testPair(work.shapes[2 * i], work.shapes[2 * i + 1])->answer.separation);
  }
  return work;
}

struct Box2dShape {
  b2PolygonShape polygon;
  b2Transform transform;
};

/// Box2D keeps a skin of `radius` metres around polygons.
std::vector<Box2dShape> box2dShapes(const PlanarWork& work, float radius) {
  std::vector<Box2dShape> out(work.shapes.size());
  for (std::size_t i = 0; i < out.size(); ++i) {
    const auto& [shape, pose] = work.shapes[i];
    if (const auto* const box = std::get_if<Box2>(&shape)) {
      out[i].polygon.SetAsBox(static_cast<float>(box->half_extents.x), static_cast<float>(box->half_extents.y));
    } else {
      std::vector<b2Vec2> corners;
      for (const Vec2& v : std::get<Polygon>(shape).vertices)
        corners.emplace_back(static_cast<float>(v.x), static_cast<float>(v.y));
      out[i].polygon.Set(corners.data(), static_cast<int>(corners.size()));
    }
    out[i].polygon.m_radius = radius;
    out[i].transform.Set({static_cast<float>(pose.position.x), static_cast<float>(pose.position.y)}, work.angles[i]);
  }
  return out;
}

void addBox2dContacts(const std::string& work_name, const std::string& who, int corners, double spread, float radius) {
  addRow(work_name, who, [corners, spread, radius](benchmark::State& state) {
    const PlanarWork& work = planarWork(corners, spread);
    const auto shapes = box2dShapes(work, radius);
    b2Manifold manifold;
    const auto collide = [&](std::size_t i) {
      const Box2dShape &a = shapes[2 * i], &b = shapes[2 * i + 1];
      b2CollidePolygons(&manifold, &a.polygon, a.transform, &b.polygon, b.transform);
      return manifold.pointCount > 0;
    };
    overAll(state, work.gaps, kPlanarPairs, collide);
    double worst = 0;
    for (std::size_t i = 0; i < kPlanarPairs; ++i) {
      if (!collide(i) || work.gaps[i] > 0) continue;
      b2WorldManifold world;
      world.Initialize(&manifold, shapes[2 * i].transform, radius, shapes[2 * i + 1].transform, radius);
      const double deepest = *std::min_element(world.separations, world.separations + manifold.pointCount);
      worst = std::max(worst, std::abs(deepest + 2 * radius - work.gaps[i]));
    }
    state.counters["depth off by"] = worst;
  });
}

void addPlanar(const std::string& work_name, int corners, double spread) {
  if (corners == kRectangle) {
    addRow(work_name, "plain scalar boolean, floats", [spread](benchmark::State& state) {
      const PlanarWork& work = planarWork(kRectangle, spread);
      std::vector<PlainRectangle> boxes;
      for (const PosedShape& shape : work.shapes) boxes.push_back(plainRectangle(flatBox(shape)));
      overAll(state, work.gaps, kPlanarPairs,
              [&](std::size_t i) { return plainOverlap(boxes[2 * i], boxes[2 * i + 1]); });
    });
    for (const BoxKernel* kernel : boxKernels()) {
      addRow(work_name, std::string("Sepax batch, ") + kernel->name, [spread, kernel](benchmark::State& state) {
        const PlanarWork& work = planarWork(kRectangle, spread);
        FlatBoxOverlaps batch;
        for (std::size_t i = 0; i < kPlanarPairs; ++i)
          batch.add(flatBox(work.shapes[2 * i]), flatBox(work.shapes[2 * i + 1]));
        std::vector<std::uint8_t> found(kPlanarPairs);
        for (auto _ : state) {
          batch.test(found, *kernel);
          benchmark::DoNotOptimize(found.data());
        }
        countAnswers(state, work.gaps, found);
      });
    }
  }
  addRow(work_name, "Sepax report: every axis, mtv, contacts, in double", [corners, spread](benchmark::State& state) {
    const PlanarWork& work = planarWork(corners, spread);
    overAll(state, work.gaps, kPlanarPairs, [&](std::size_t i) {
      return testPair(work.shapes[2 * i], work.shapes[2 * i + 1])->answer.separation <= 0;
    });
  });
  if (corners != kRectangle) {
    addRow(work_name, "Sepax manifold: normal, depth, contacts, in double", [corners, spread](benchmark::State& state) {
      const PlanarWork& work = planarWork(corners, spread);
      std::vector<ConvexOutline> outlines;
      std::vector<PlanarPose> poses;
      for (const PosedShape& posed : work.shapes) {
        outlines.push_back(*convexOutline(std::get<Polygon>(posed.shape)));
        poses.push_back({Vec2(posed.pose.position), posed.pose.rotation[0].x, posed.pose.rotation[0].y});
      }
      PolygonManifold manifold;
      overAll(state, work.gaps, kPlanarPairs, [&](std::size_t i) {
        return polygonManifold(outlines[2 * i], poses[2 * i], outlines[2 * i + 1], poses[2 * i + 1], 0, manifold);
      });
    });
  }
  addBox2dContacts(work_name, "Box2D b2CollidePolygons, its skin of 0.01 m each", corners, spread, b2_polygonRadius);
  addBox2dContacts(work_name, "Box2D b2CollidePolygons, without a skin", corners, spread, 0);
  addRow(work_name, "Box2D b2TestOverlap, a boolean by GJK", [corners, spread](benchmark::State& state) {
    const PlanarWork& work = planarWork(corners, spread);
    const auto shapes = box2dShapes(work, b2_polygonRadius);
    overAll(state, work.gaps, kPlanarPairs, [&](std::size_t i) {
      const Box2dShape &a = shapes[2 * i], &b = shapes[2 * i + 1];
      return b2TestOverlap(&a.polygon, 0, &b.polygon, 0, a.transform, b.transform);
    });
  });
}

}  // namespace

void registerPlanar() {
  addPlanar("boxes in the plane", kRectangle, 1.839);
  for (const auto& [corners, spread] :
       std::initializer_list<std::pair<int, double>>{{3, 1.0}, {4, 1.2}, {6, 1.4}, {8, 1.45}})
    addPlanar("polygons of " + std::to_string(corners) + " corners", corners, spread);
}

}  // namespace sepax::bench
