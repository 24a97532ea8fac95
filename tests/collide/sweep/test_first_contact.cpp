// The time of impact alone against plain conservative advancement, which knows no direction that turns and no root.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "collide/gjk/closest_points.h"
#include "collide/pair/pair.h"
#include "collide/posed.h"
#include "collide/sweep/sweep_rotating.h"
#include "geom/hull.h"
#include "geom/random.h"
#include "rounds.h"

namespace sepax {
namespace {

/// Two movers seen from A's straight motion.
struct Movers {
  Mover a, b;
  double radii, size;

  Movers(const PosedShape& of_a, const Motion& motion_a, const PosedShape& of_b, const Motion& motion_b)
      : a(moverOf(of_a, motion_a, of_a.pose.position)),
        b(moverOf(of_b, motion_b, of_a.pose.position)),
        radii(a.core.radius() + b.core.radius()),
        size(pairSize(of_a, of_b)) {
    b.linear -= a.linear;
    a.linear = Vec3{0.0};
  }
  [[nodiscard]] double gapAt(double time) const {
    return coreGap(a.at(time), b.at(time), b.about + time * b.linear - a.about).upper - radii;
  }
  /// No two points come nearer by more a second.
  [[nodiscard]] double speed() const { return length(b.linear - a.linear) + a.spin() * a.arm + b.spin() * b.arm; }
};

/// The first time at which the gap is `enough`, from before; none within the duration.
std::optional<double> plainImpact(const Movers& movers, double enough, double duration) {
  constexpr int kSteps = 20'000;
  double time = 0;
  for (int step = 0; step < kSteps && time <= duration; ++step) {
    const double gap = movers.gapAt(time);
    if (gap <= enough) return time;
    time += std::max(gap - enough / 2, enough / 4) / movers.speed();
  }
  return std::nullopt;
}

enum class MotionMix { kStraight, kBothTurn, kFlatLanding, kGrazing, kNeedles, kRound, kPlanar, kFarAway };

class RandomMotions {
 public:
  explicit RandomMotions(MotionMix mix) : mix_(mix), random_{4242 + static_cast<std::uint64_t>(mix)} {}

  Movers next() {
    const bool planar = mix_ == MotionMix::kPlanar;
    const double way = random_.in(3, 4);
    const Vec3 direction = planar ? Vec3{1, 0, 0} : random_.direction();
    PosedShape a{shape(), {}}, b{shape(), {}};
    a.pose.rotation = turned();
    b.pose = {way * direction, turned()};
    Motion motion_a, motion_b{random_.point(1) - way * direction, Vec3{0.0}, {}};
    if (mix_ != MotionMix::kStraight && mix_ != MotionMix::kFlatLanding) {
      motion_a.angular = random_.in(0, 20) * axis();
      motion_b.angular = random_.in(0, 20) * axis();
      motion_a.about = a.pose.position + random_.point(0.5);
      motion_a.linear = random_.point(0.5);
    }
    if (mix_ == MotionMix::kFlatLanding) {
      a.pose.rotation = b.pose.rotation = Mat3{1.0};
      b.pose.position = {random_.in(-0.3, 0.3), random_.in(-0.3, 0.3), way};
      motion_b = {{0, 0, -way}, {0, 0, random_.in(-3, 3)}, {}};
    }
    if (mix_ == MotionMix::kGrazing) {
      b.pose.position += random_.in(1, 2.2) * anyPerpendicular(direction);
      motion_b.linear = -2 * way * direction;
    }
    if (mix_ == MotionMix::kFarAway) {
      const Vec3 far = 1e4 * random_.direction();
      a.pose.position += far;
      b.pose.position += far;
      motion_a.about = a.pose.position;
    }
    if (planar) {
      motion_a.linear.z = motion_b.linear.z = 0;
      motion_a.about->z = 0;
    }
    return {a, motion_a, b, motion_b};
  }

 private:
  Vec3 axis() { return mix_ == MotionMix::kPlanar ? Vec3{0, 0, 1} : random_.direction(); }
  Mat3 turned() { return mix_ == MotionMix::kPlanar ? matrixOfAngle(random_.in(0, 6)) : matrixOf(random_.rotation()); }
  Vec3 sides() { return {random_.in(0.25, 1), random_.in(0.25, 1), random_.in(0.25, 1)}; }
  Shape hull(int corners, const Vec3& half) {
    std::vector<Vec3> points;
    for (int i = 0; i < corners; ++i) points.push_back(random_.direction() * half);
    return *makeHull(points);
  }
  Shape shape() {
    const auto kind = random_.next();
    Vec3 half = sides();
    if (mix_ == MotionMix::kPlanar)
      return kind % 2 == 0 ? Shape(Box2{{half.x, half.y}}) : Shape(Capsule2{half.x, half.y / 2});
    if (mix_ == MotionMix::kRound) {
      const Shape round[] = {Cylinder{half.x, half.y}, Cone{half.x, half.y}, Capsule{half.x, half.y / 2},
                             Sphere{half.x},           Ellipsoid{{half}},    Box{half}};
      return round[kind % std::size(round)];
    }
    if (mix_ == MotionMix::kNeedles) half[static_cast<int>(kind / 2 % 3)] *= std::pow(10, -random_.in(1, 4));
    return kind % 2 == 0 || mix_ == MotionMix::kFlatLanding ? Shape(Box{half}) : hull(24, half);
  }

  MotionMix mix_;
  SplitMix64 random_;
};

TEST(FirstContact, MoversFindTheCornersThatTheirCoresFind) {
  SplitMix64 random{77};
  int ties = 0;
  for (int i = 0; i < test::rounds(500); ++i) {
    const Vec3 half{random.in(0.25, 1), random.in(0.25, 1), random.in(0.25, 1)};
    std::vector<Vec3> points(5 + random.next() % 40);
    for (Vec3& p : points) p = random.direction() * half;
    const Shape shapes[] = {Box{half}, *makeHull(points), Triangle{{points[0], points[1], points[2]}}};
    const Pose pose{random.point(1), i % 2 == 0 ? Mat3{1.0} : matrixOf(random.rotation())};
    const Mover mover = moverOf({shapes[i % 3], pose}, {}, Vec3{0.0});
    for (const Vec3& direction : {random.direction(), Vec3{1, 0, 0}, Vec3{0, -1, 0}, Vec3{1, 0, -1}, Vec3{0.0}}) {
      const Vec3 found = mover.core(direction).point;
      ties += std::count_if(mover.core.vertices().begin(), mover.core.vertices().end(),
                            [&](const Vec3& v) { return dot(v, direction) == dot(found, direction); }) > 1
                  ? 1
                  : 0;
      for (const SatKernel* kernel : {&satKernel(), &portableSatKernel()})
        ASSERT_EQ(mover.farthest(direction, *kernel), found) << i << " " << kernel->name;
    }
  }
  std::printf("%d directions with several farthest corners\n", ties);
  EXPECT_GT(ties, test::rounds(500));
}

TEST(FirstContact, IsWherePlainAdvancementEndsInAllMixes) {
  const struct {
    MotionMix mix;
    const char* name;
    double most_looks;  ///< on average
  } kMixes[] = {{MotionMix::kStraight, "straight", 4},        {MotionMix::kBothTurn, "both turn", 20},
                {MotionMix::kFlatLanding, "flat landing", 4}, {MotionMix::kGrazing, "grazing", 20},
                {MotionMix::kNeedles, "needles", 20},         {MotionMix::kRound, "round", 20},
                {MotionMix::kPlanar, "planar", 20},           {MotionMix::kFarAway, "far away", 20}};
  for (const auto& [mix, name, most_looks] : kMixes) {
    RandomMotions motions(mix);
    const int count = test::rounds(24, 8);
    int hits = 0, looks = 0, kept_apart = 0;
    double early = -kInfinity, largest_gap = 0;
    for (int i = 0; i < count; ++i) {
      const Movers movers = motions.next();
      const FirstContact found = firstContactOf(movers.a, movers.b, movers.radii, movers.size, 1);
      looks += found.looks;
      ASSERT_FALSE(found.undecided) << name << " " << i;
      const double enough = 1e-6 * movers.size;
      const auto plain = plainImpact(movers, enough, 1);
      if (found.hit) {
        ++hits;
        largest_gap = std::max(largest_gap, movers.gapAt(found.time) / movers.size);
        ASSERT_TRUE(plain) << name << " " << i << ": a hit at " << found.time << " that is none";
        early = std::max(early, *plain - found.time);
      } else if (plain) {  // a graze, that near and no nearer
        ++kept_apart;
      }
      for (int k = 1; k < 40; ++k) {  // towards the impact ever nearer
        const double time = (found.hit ? found.time : 1) * (1 - std::pow(0.6, k));
        ASSERT_GT(movers.gapAt(time), 0) << name << " " << i << ": in contact at " << time << " before " << found.time;
      }
    }
    std::printf("%s: %d hits of %d, %.1f looks, gap at impact <= %.2g of size, before the plain one by <= %.2g s\n",
                name, hits, count, static_cast<double>(looks) / count, largest_gap, early);
    EXPECT_GE(hits, count / 8) << name;
    EXPECT_LE(kept_apart, 1) << name;
    EXPECT_LE(largest_gap, 1e-11) << name;
    EXPECT_LE(early, 1e-12) << name << ": a gap of a millionth of the size comes before";
    EXPECT_LE(looks, most_looks * count) << name;
  }
}

}  // namespace
}  // namespace sepax
