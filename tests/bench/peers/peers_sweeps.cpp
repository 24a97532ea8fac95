#include <fcl/geometry/shape/box.h>
#include <fcl/geometry/shape/convex.h>
#include <fcl/math/motion/interp_motion.h>
#include <fcl/math/motion/translation_motion.h>
#include <fcl/narrowphase/continuous_collision.h>

#include <algorithm>
#include <cmath>
#include <memory>

#include "bench/peers/fcl_pose.h"
#include "bench/peers/peers.h"
#include "collide/sweep/sweep.h"
#include "geom/random.h"

// The time of impact of two shapes, one of which moves for a second, straight or turning too; 3 to 4 apart at first;
// most meet. "early by", "late by": against Sepax's time, seconds; "missed", "invented": other hits than Sepax's.
//
// Sepax's times are where the pair's report finds a gap of 4e-12 m at most, and reports find overlaps of up to 1.2 m
// where FCL misses a hit. The report lists every axis, of hulls thousands, and follows turning shapes to the end of the
// contact.

namespace sepax::bench {
namespace {

constexpr std::size_t kPairs = 128;

enum class Kind { kBoxes, kHulls };

struct SweepPair {
  PosedShape a, b;
  Motion motion;  ///< of B
  std::shared_ptr<fcl::CollisionGeometry<double>> fcl_a, fcl_b;
  fcl::Transform3<double> from_a, from_b, to_b;
};

struct SweepWork {
  std::vector<SweepPair> pairs;
  std::vector<double> times;  ///< of impact; −1 on a miss
};

std::shared_ptr<fcl::CollisionGeometry<double>> fclShape(const Shape& shape) {
  std::shared_ptr<fcl::CollisionGeometry<double>> out;
  if (const auto* box = std::get_if<Box>(&shape)) {
    const Vec3 sides = 2.0 * box->half_extents;
    out = std::make_shared<fcl::Box<double>>(sides.x, sides.y, sides.z);
  } else {
    const Polytope& polytope = std::get<Hull>(shape).data->polytope;
    auto vertices = std::make_shared<std::vector<fcl::Vector3<double>>>();
    auto faces = std::make_shared<std::vector<int>>();
    for (const Vec3& v : polytope.vertices) vertices->emplace_back(v.x, v.y, v.z);
    for (const PolytopeFace& face : polytope.faces) {
      faces->push_back(static_cast<int>(face.loop.size()));
      faces->insert(faces->end(), face.loop.begin(), face.loop.end());
    }
    out = std::make_shared<fcl::Convex<double>>(vertices, static_cast<int>(polytope.faces.size()), faces);
  }
  out->computeLocalAABB();  // bounds of motions need its radius
  return out;
}

SweepReport swept(const SweepPair& pair) { return *sweep(pair.a, {}, pair.b, pair.motion, 1); }

SweepWork sweepWork(Kind kind, bool turns) {
  SweepWork work;
  SplitMix64 random{900 + static_cast<std::uint64_t>(kind)};
  const auto shape = [&]() -> Shape {
    const Vec3 half{random.in(0.25, 1), random.in(0.25, 1), random.in(0.25, 1)};
    if (kind == Kind::kBoxes) return Box{half};
    std::vector<Vec3> points;
    for (int i = 0; i < 32; ++i) points.push_back(random.direction() * half);
    return *makeHull(points);
  };
  for (std::size_t i = 0; i < kPairs; ++i) {
    SweepPair pair{{shape(), {}}, {shape(), {}}, {}, nullptr, nullptr, {}, {}, {}};
    const Vec3 way = random.in(3, 4) * random.direction();
    pair.a.pose.rotation = matrixOf(random.rotation());
    pair.b.pose = {way, matrixOf(random.rotation())};
    pair.motion.linear = random.point(1) - way;
    if (turns) pair.motion.angular = random.in(0.2, 3) * random.direction();
    pair.fcl_a = fclShape(pair.a.shape);
    pair.fcl_b = fclShape(pair.b.shape);
    pair.from_a = fclPose(pair.a.pose);
    pair.from_b = fclPose(pair.b.pose);
    pair.to_b = fclPose(poseAt(pair.b.pose, pair.motion, 1));
    const SweepReport report = swept(pair);
    work.times.push_back(report.hit ? report.time : -1);
    work.pairs.push_back(std::move(pair));
  }
  return work;
}

/// `time(pair)`: −1 on a miss.
template <class Time>
void overSweeps(benchmark::State& state, const SweepWork& work, Time&& time) {
  std::vector<double> found(kPairs);
  for (auto _ : state) {
    for (std::size_t i = 0; i < kPairs; ++i) found[i] = time(work.pairs[i]);
    benchmark::DoNotOptimize(found.data());
  }
  double early = 0, late = 0;
  int hits = 0, missed = 0, invented = 0;
  for (std::size_t i = 0; i < kPairs; ++i) {
    hits += found[i] >= 0 ? 1 : 0;
    missed += found[i] < 0 && work.times[i] >= 0 ? 1 : 0;
    invented += found[i] >= 0 && work.times[i] < 0 ? 1 : 0;
    if (found[i] < 0 || work.times[i] < 0) continue;
    early = std::max(early, work.times[i] - found[i]);
    late = std::max(late, found[i] - work.times[i]);
  }
  state.counters["items"] = kPairs;
  state.counters["hits"] = hits;
  state.counters["missed"] = missed;
  state.counters["invented"] = invented;
  state.counters["early by"] = early;
  state.counters["late by"] = late;
}

void addSweeps(const std::string& work_name, Kind kind, bool turns) {
  addRow(work_name, "FCL conservative advancement", [kind, turns](benchmark::State& state) {
    const SweepWork work = sweepWork(kind, turns);
    const fcl::ContinuousCollisionRequest<double> request(100, 1e-6, turns ? fcl::CCDM_LINEAR : fcl::CCDM_TRANS,
                                                          fcl::GST_LIBCCD, fcl::CCDC_CONSERVATIVE_ADVANCEMENT);
    overSweeps(state, work, [&](const SweepPair& pair) {
      const fcl::TranslationMotion<double> resting(pair.from_a, pair.from_a);
      fcl::ContinuousCollisionResult<double> result;
      const auto collide = [&](const fcl::MotionBase<double>& motion) {
        fcl::continuousCollide(pair.fcl_a.get(), &resting, pair.fcl_b.get(), &motion, request, result);
      };
      if (turns) {  // about its origin: FCL 0.7 leaves the centre that it turns about unset otherwise
        collide(fcl::InterpMotion<double>(pair.from_b.linear(), pair.from_b.translation(), pair.to_b.linear(),
                                          pair.to_b.translation(), fcl::Vector3<double>::Zero()));
      } else {
        collide(fcl::TranslationMotion<double>(pair.from_b, pair.to_b));
      }
      return result.is_collide ? result.time_of_contact : -1;
    });
  });
  addRow(work_name, "Sepax time of impact", [kind, turns](benchmark::State& state) {
    overSweeps(state, sweepWork(kind, turns), [](const SweepPair& pair) {
      const Impact impact = *timeOfImpact(pair.a, {}, pair.b, pair.motion, 1);
      return impact.hit ? impact.time : -1;
    });
  });
  addRow(work_name, "Sepax report: time, exit, axes or steps", [kind, turns](benchmark::State& state) {
    overSweeps(state, sweepWork(kind, turns), [](const SweepPair& pair) {
      const SweepReport report = swept(pair);
      return report.hit ? report.time : -1;
    });
  });
}

}  // namespace

void registerSweeps() {
  addSweeps("sweep of boxes, straight", Kind::kBoxes, false);
  addSweeps("sweep of boxes, turning", Kind::kBoxes, true);
  addSweeps("sweep of hulls of 32 vertices, straight", Kind::kHulls, false);
  addSweeps("sweep of hulls of 32 vertices, turning", Kind::kHulls, true);
}

}  // namespace sepax::bench
