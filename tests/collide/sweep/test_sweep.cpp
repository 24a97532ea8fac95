#include "collide/posed.h"
#include "collide/sweep/sweep.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "collide/random_pairs.h"
#include "geom/convex.h"

namespace sepax {
namespace {

using test::at;
using test::going;
using test::swept;

/// The signed gap at a time by the reference, which takes prisms for cylinders and cones; theirs by GJK and EPA, which
/// do not.
double gapAt(const PosedShape& a, const Motion& motion_a, const PosedShape& b, const Motion& motion_b, double time) {
  const auto report = testPair({a.shape, poseAt(a.pose, motion_a, time)}, {b.shape, poseAt(b.pose, motion_b, time)}, {},
                               test::isCurved(a.shape) || test::isCurved(b.shape) ? "gjk-epa" : "sat");
  return report ? report->answer.separation : std::numeric_limits<double>::quiet_NaN();
}

TEST(SweepAabb, HitsAtAThirdOfHalfASecondWhenTheGapIsAHalfAndTheSpeedThree) {
  const auto report = sweepAabb({-1, -1, -1}, {1, 1, 1}, {1.5, -1, -1}, {3.5, 1, 1}, {-3, 0, 0}, 1);
  EXPECT_TRUE(report.hit);
  EXPECT_NEAR(report.impact, 1.0 / 6, 1e-15);
  EXPECT_NEAR(report.exit, 4.5 / 3, 1e-15);
  EXPECT_EQ(report.impact_axis, 0);
}

TEST(SweepAabb, MeansAlwaysOrNeverByZeroVelocity) {
  EXPECT_EQ(sweepInterval(0, 1, 0.5, 2, 0).impact, -std::numeric_limits<double>::infinity());
  EXPECT_EQ(sweepInterval(0, 1, 0.5, 2, 0).exit, std::numeric_limits<double>::infinity());
  EXPECT_EQ(sweepInterval(0, 1, 1.5, 2, 0).impact, std::numeric_limits<double>::infinity());
  EXPECT_FALSE(sweepAabb({0, 0, 0}, {1, 1, 1}, {2, 5, 0}, {3, 6, 1}, {-3, 0, 0}, 1).hit);
}

TEST(SweepAabb, HitsNothingOutsideTheDuration) {
  const Vec3 low{0, 0, 0}, high{1, 1, 1};
  EXPECT_FALSE(sweepAabb(low, high, {1.5, 0, 0}, {2, 1, 1}, {-3, 0, 0}, 0.16).hit);
  EXPECT_TRUE(sweepAabb(low, high, {1.5, 0, 0}, {2, 1, 1}, {-3, 0, 0}, 0.17).hit);
  EXPECT_FALSE(sweepAabb(low, high, {1.5, 0, 0}, {2, 1, 1}, {3, 0, 0}, 1).hit) << "it was there before the start";
}

// An axis whose speed has the wrong sign would give other times than the boxes swept coordinate by coordinate.
TEST(Sweep, AgreesWithTheSweptBoxesOnAxisAlignedBoxes) {
  const auto report = swept(at(Box{{1, 1, 1}}, {0, 0, 0}), {}, at(Box{{1, 1, 1}}, {2.5, 0, 0}), going({-3, 0, 0}), 2);
  ASSERT_TRUE(report.hit);
  EXPECT_NEAR(report.time, 1.0 / 6, 3e-14);
  ASSERT_TRUE(report.exit_time);
  EXPECT_NEAR(*report.exit_time, 1.5, 3e-14);
  EXPECT_EQ(axisName(report.axes.at(static_cast<std::size_t>(report.deciding)).id), "A0");
  EXPECT_NEAR(report.normal.x, 1, 1e-15);
  EXPECT_NEAR(report.point.x, 1, 1e-12);
  ASSERT_TRUE(report.boxes);
  EXPECT_NEAR(report.boxes->impact, report.time, 3e-14);
}

TEST(Sweep, BringsTwoBallsTogetherAndApartWhenTheQuadraticSays) {
  const auto report = swept(at(Sphere{1}, {0, 0, 0}), {}, at(Sphere{0.5}, {5, 0.9, 0}), going({-4, 0, 0}), 3);
  const double half_chord = std::sqrt(1.5 * 1.5 - 0.9 * 0.9);
  ASSERT_TRUE(report.hit);
  EXPECT_NEAR(report.time, (5 - half_chord) / 4, 1e-11);
  ASSERT_TRUE(report.exit_time);
  EXPECT_NEAR(*report.exit_time, (5 + half_chord) / 4, 1e-11);
  EXPECT_EQ(report.first_features, "A vertex 0 · B vertex 0");
}

// A sweep that samples positions would step over the wall.
TEST(Sweep, NeverTunnelsThroughAThinWallAtAnySpeed) {
  const PosedShape wall = at(Box{{0.0005, 2, 2}}, {0, 0, 0});
  test::Random random{5};
  int hits = 0;
  for (double speed = 1; speed < 1e13; speed *= 10) {
    for (const Shape& bullet : {Shape{Sphere{0.004}}, Shape{Box{{0.004, 0.004, 0.01}}}, Shape{Capsule{0.01, 0.004}},
                                Shape{Cylinder{0.01, 0.004}}, Shape{Cone{0.01, 0.004}}}) {
      const Vec3 away{-0.4 * speed, random.in(-1, 1), random.in(-1, 1)};
      for (const bool rotating : {false, true}) {
        Motion motion = going({speed, 0, 0});
        if (rotating) motion.angular = {0, 0, 3};
        const auto report = swept(wall, {}, at(bullet, away), motion);
        EXPECT_TRUE(report.hit) << speed;
        // Front of the bullet at the wall, at most 2 cm of it.
        EXPECT_LE(report.time, 0.4);
        EXPECT_GE(report.time, 0.4 - 0.03 / speed - 1e-6);
        hits += report.hit ? 1 : 0;
      }
    }
  }
  EXPECT_EQ(hits, 13 * 10);
}

TEST(Sweep, HitsFlatWallsWithoutThicknessToo) {
  for (const double speed : {1.0, 1e6}) {
    const auto report =
        swept(at(Box{{0, 1, 1}}, {0, 0, 0}), {}, at(Sphere{0.1}, {-0.5 * speed, 0.2, 0}), going({speed, 0, 0}));
    ASSERT_TRUE(report.hit);
    EXPECT_NEAR(report.time, 0.5 - 0.1 / speed, 1e-9);
  }
}

TEST(Sweep, LeavesABoxWithoutExtentLikeAPoint) {
  for (const Vec3 half : {Vec3{0, 0, 0}, Vec3{0, 0.1, 0}}) {
    const auto report = swept(at(Box{half}, {0, 0, 0}), {}, at(Sphere{2}, {0.5, 0, 0}), going({1, 0, 0}));
    ASSERT_TRUE(report.starts_in_contact && report.exit_time);
    EXPECT_NEAR(*report.exit_time, 1.5, 1e-9);
  }
}

TEST(Sweep, ReportsContactFromTheStartAndNoExitWithoutMotion) {
  const auto report = swept(at(Box{{1, 1, 1}}, {0, 0, 0}), {}, at(Box{{1, 1, 1}}, {1.5, 0, 0}), {});
  EXPECT_TRUE(report.hit && report.starts_in_contact && report.never_exits);
  EXPECT_EQ(report.time, 0);
  EXPECT_FALSE(report.exit_time);
  EXPECT_NEAR(report.normal.x, 1, 1e-15);
  EXPECT_FALSE(swept(at(Box{{1, 1, 1}}, {0, 0, 0}), {}, at(Box{{1, 1, 1}}, {2.5, 0, 0}), {}).hit);
}

TEST(Sweep, KeepsAxisAlignedBoxesFromRotating) {
  Motion spin;
  spin.angular = {0, 0, 10};
  EXPECT_FALSE(swept(at(FixedBox{{1, 1, 1}}, {0, 0, 0}), spin, at(Box{{0.1, 0.1, 0.1}}, {1.2, 0, 0}), {}).hit);
  EXPECT_TRUE(swept(at(Box{{1, 1, 1}}, {0, 0, 0}), spin, at(Box{{0.1, 0.1, 0.1}}, {1.2, 0, 0}), {}).hit);
}

TEST(Sweep, RotatesARodIntoABallAtTheAngleThatTheArcSineSays) {
  // A rod without thickness along x rotates about z; a ball of radius 0.25 waits at the end of the y axis, 0.5 from the
  // pivot.
  Motion spin;
  spin.angular = {0, 0, 1};
  const auto report = swept(at(Capsule2{1, 0}, {0, 0, 0}), spin, at(Circle{0.25}, {0, 0.5, 0}), {}, 2);
  ASSERT_TRUE(report.hit);
  const double truth = M_PI / 2 - std::asin(0.25 / 0.5);
  EXPECT_LE(report.time, truth + 1e-14);
  EXPECT_GE(report.time, truth - 1e-6);
  EXPECT_FALSE(report.linear);
}

/// First time at which the reference sees no gap, by dense steps and bisection; the duration when it never does.
double denseFirstContact(const PosedShape& a, const Motion& motion_a, const PosedShape& b, const Motion& motion_b,
                         int steps) {
  for (int i = 0; i <= steps; ++i) {
    double low = static_cast<double>(i - 1) / steps, high = static_cast<double>(i) / steps;
    if (gapAt(a, motion_a, b, motion_b, high) > 0) continue;
    if (i == 0) return 0;
    for (int k = 0; k < 40; ++k)
      (gapAt(a, motion_a, b, motion_b, (low + high) / 2) > 0 ? low : high) = (low + high) / 2;
    return high;
  }
  return 1;
}

// A step of the advancement that is too long would jump over a contact that dense stepping sees.
TEST(Sweep, IsNeverLaterThanDenseSteppingAndAtMostAMillionthEarlier) {
  test::Random random{11};
  int tried = 0, hits = 0, misses = 0, rotating_hits = 0;
  double earliest = 0, latest = -1;
  for (const auto& kinds : test::allKindPairs()) {
    for (int round = 0; round < test::rounds(4); ++round) {
      const bool rotating = tried++ % 2 == 1;
      const PosedShape a = test::randomPosed(random, kinds, test::Which::kA, 0.3),
                       b = test::randomPosed(random, kinds, test::Which::kB, 3);
      const Vec3 aim = a.pose.position + random.point(0.8) - b.pose.position;
      const double haste = random.in(1, 2);
      Motion motion_a = going(random.point(0.3)), motion_b = going(haste * aim);
      if (rotating) {
        motion_a.angular = neverRotates(a.shape) ? Vec3{0.0} : random.point(2);
        motion_b.angular = neverRotates(b.shape) ? Vec3{0.0} : random.point(2);
      }
      if (kinds.planar)
        motion_a.linear.z = motion_b.linear.z = motion_a.angular.x = motion_a.angular.y = motion_b.angular.x =
            motion_b.angular.y = 0;
      const auto report = swept(a, motion_a, b, motion_b);
      const double truth = denseFirstContact(a, motion_a, b, motion_b, 60);
      EXPECT_FALSE(report.undecided);
      const double late = report.time - truth;
      latest = std::max(latest, late);
      EXPECT_LE(late, 1e-12) << typeName(a.shape) << " " << typeName(b.shape) << (rotating ? " rotating" : "");
      if (late < -1e-6) {
        // Dense steps miss short grazes and shapes without an inside: then the shapes must really touch at the time of
        // impact.
        EXPECT_LE(std::abs(gapAt(a, motion_a, b, motion_b, report.time)), rotating ? 1e-8 : 1e-11)
            << typeName(a.shape) << " " << typeName(b.shape) << (rotating ? " rotating" : "") << late;
      } else {
        earliest = std::min(earliest, late);
      }
      (report.hit ? hits : misses) += 1;
      rotating_hits += report.hit && rotating ? 1 : 0;
      if (!rotating && report.hit && report.exit_time && report.time > 0) {
        EXPECT_GT(gapAt(a, motion_a, b, motion_b, *report.exit_time + 1e-6), 0);
        EXPECT_LE(gapAt(a, motion_a, b, motion_b, *report.exit_time - 1e-6), 1e-5);
      }
    }
  }
  RecordProperty("earliest", std::to_string(earliest));
  RecordProperty("latest", std::to_string(latest));
  EXPECT_GT(hits, test::rounds(100));
  EXPECT_GT(misses, test::rounds(10));
  EXPECT_GT(rotating_hits, test::rounds(40));
}

/// A core in extended precision, for an oracle that shares no code with the sweep.
struct LongVec {
  long double x, y, z;
  LongVec operator-(const LongVec& o) const { return {x - o.x, y - o.y, z - o.z}; }
  LongVec operator+(const LongVec& o) const { return {x + o.x, y + o.y, z + o.z}; }
  LongVec operator*(long double s) const { return {x * s, y * s, z * s}; }
};
long double dot(const LongVec& a, const LongVec& b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
LongVec cross(const LongVec& a, const LongVec& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
long double norm(const LongVec& a) { return std::sqrt(dot(a, a)); }
LongVec longOf(const Vec3& v) { return {v.x, v.y, v.z}; }

/// Two cores, the second moved along; distance of their features in extended precision. Exact outside of each other.
struct LongPair {
  std::vector<LongVec> a, b;
  const Polytope &core_a, &core_b;
  LongVec velocity;
  double radii;

  static long double segments(const LongVec& p0, const LongVec& p1, const LongVec& q0, const LongVec& q1) {
    const LongVec d = p1 - p0, e = q1 - q0, r = p0 - q0;
    const auto clamp = [](long double v) { return std::min(std::max(v, 0.0L), 1.0L); };
    const long double dd = dot(d, d), ee = dot(e, e), de = dot(d, e), n = dot(cross(d, e), cross(d, e));
    long double best = norm(r);
    const auto offer = [&](long double s, long double t) { best = std::min(best, norm(r + d * s - e * t)); };
    if (n > 0) offer(clamp((de * dot(e, r) - dot(d, r) * ee) / n), clamp((dd * dot(e, r) - dot(d, r) * de) / n));
    for (const long double end : {0.0L, 1.0L}) {
      if (ee > 0) offer(end, clamp((de * end + dot(e, r)) / ee));
      if (dd > 0) offer(clamp((de * end - dot(d, r)) / dd), end);
      for (const long double other : {0.0L, 1.0L}) offer(end, other);
    }
    return best;
  }

  static long double faces(const std::vector<LongVec>& of, const Polytope& core, const std::vector<LongVec>& points) {
    long double best = std::numeric_limits<long double>::infinity();
    for (const PolytopeFace& face : core.faces) {
      LongVec normal{0, 0, 0};
      const std::size_t n = face.loop.size();
      for (std::size_t i = 1; i + 1 < n; ++i) {
        normal = normal + cross(of[face.loop[i]] - of[face.loop[0]], of[face.loop[i + 1]] - of[face.loop[0]]);
      }
      const long double size = norm(normal);
      if (!(size > 0)) continue;
      for (const LongVec& p : points) {
        bool inside = true;
        for (std::size_t i = 0; i < n && inside; ++i) {
          const LongVec &from = of[face.loop[i]], &to = of[face.loop[(i + 1) % n]];
          inside = dot(cross(to - from, p - from), normal) >= 0;
        }
        if (inside) best = std::min(best, std::abs(dot(p - of[face.loop[0]], normal)) / size);
      }
    }
    return best;
  }

  [[nodiscard]] long double gap(long double time) const {
    std::vector<LongVec> moved;
    for (const LongVec& v : b) moved.push_back(v + velocity * time);
    long double best = std::min(faces(a, core_a, moved), faces(moved, core_b, a));
    const auto edges = [](const Polytope& core) {
      return core.edges.empty() ? std::vector<PolytopeEdge>{{0, 0, -1, -1}} : core.edges;  // a point is a short edge
    };
    for (const PolytopeEdge& p : edges(core_a)) {
      for (const PolytopeEdge& q : edges(core_b))
        best = std::min(best, segments(a[p.v0], a[p.v1], moved[q.v0], moved[q.v1]));
    }
    return best - static_cast<long double>(radii);
  }
};

/// What a straight sweep promises, checked without it: no gap closes before the time of impact, none is left then, and
/// a miss misses.
struct StraightCheck {
  int hits = 0, misses = 0, grazes = 0, exits = 0;
  long double widest = 0;  ///< gap at a time of impact over what rounding explains

  void operator()(const PosedShape& a, const PosedShape& b, const Vec3& velocity, const SweepReport& report,
                  const std::string& what) {
    const ConvexFeatures fa = transformed(convexFeatures(a.shape), a.pose.rotation, Vec3{0.0});
    const ConvexFeatures fb = transformed(convexFeatures(b.shape), b.pose.rotation, b.pose.position - a.pose.position);
    LongPair pair{{}, {}, fa.core, fb.core, longOf(velocity), fa.radius + fb.radius};
    for (const Vec3& v : fa.core.vertices) pair.a.push_back(longOf(v));
    for (const Vec3& v : fb.core.vertices) pair.b.push_back(longOf(v));
    if (report.hit && report.starts_in_contact) return;
    const double slack =
        16 * std::numeric_limits<double>::epsilon() *
        (pairSize(a, b) + length(b.pose.position - a.pose.position) + length(velocity) * report.duration);
    // Outside of each other the gap is convex in time: falling up to the time of impact, it closes at no earlier one.
    long double before = std::numeric_limits<long double>::infinity(), least = before;
    for (int i = 0; i <= 8; ++i) {
      const long double now = pair.gap(static_cast<long double>(report.time) * i / 8);
      if (report.hit) {
        EXPECT_LE(now, before) << what;
      }
      before = now;
      least = std::min(least, now);
    }
    if (report.hit) {
      ++hits;
      EXPECT_GT(before, 0) << what << ": late";
      EXPECT_LE(before, 2 * slack) << what << ": early";
      widest = std::max(widest, before / static_cast<long double>(slack));
      if (report.exit_time) {
        ++exits;
        const long double after = pair.gap(*report.exit_time);
        EXPECT_GT(after, 0) << what << ": left early";
        EXPECT_LE(after,
                  2 * (slack + 16 * std::numeric_limits<double>::epsilon() * length(velocity) * *report.exit_time))
            << what;
      }
      return;
    }
    ++misses;
    long double low = 0, high = report.duration;
    for (int i = 0; i < 120; ++i) {
      const long double x = low + (high - low) / 3, y = high - (high - low) / 3;
      const long double gx = pair.gap(x), gy = pair.gap(y);
      least = std::min({least, gx, gy});
      (gx < gy ? high : low) = gx < gy ? y : x;
    }
    EXPECT_GT(least, 0) << what << ": missed a contact";
    grazes += least < 1e-9L ? 1 : 0;
  }
};

// A missing feature of the rounded difference would let shapes pass that barely graze.
TEST(Sweep, IsExactInStraightMotionEvenWhereShapesBarelyGraze) {
  test::Random random{31};
  StraightCheck check;
  int grazing_hits = 0;
  for (const auto& kinds : test::allKindPairs()) {
    for (int round = 0; round < test::rounds(kinds.planar ? 3 : 4); ++round) {
      const PosedShape a = test::randomPosed(random, kinds, test::Which::kA, 0.3),
                       b = test::randomPosed(random, kinds, test::Which::kB, 3);
      if (!isConvex(a.shape) || !isConvex(b.shape)) break;            // swept by pieces (test_sweep_pieces.cpp)
      if (test::isCurved(a.shape) || test::isCurved(b.shape)) break;  // test_sweep_round.cpp
      const Vec3 towards = 1.5 * (a.pose.position - b.pose.position);
      Vec3 aside = random.point(1);
      if (kinds.planar) aside.z = 0;
      const std::string what = std::string(typeName(a.shape)) + " " + std::string(typeName(b.shape));
      // Between a way that hits and one that misses lies one that grazes.
      double low = 0, high = 3;
      const auto tried = [&](double part) { return swept(a, {}, b, going(towards + part * aside)); };
      if (!tried(low).hit || tried(high).hit) continue;
      for (int i = 0; i < 45; ++i) (tried((low + high) / 2).hit ? low : high) = (low + high) / 2;
      for (const double part : {0.0, low, high}) check(a, b, towards + part * aside, tried(part), what);
      ++grazing_hits;
    }
  }
  RecordProperty("widest", std::to_string(static_cast<double>(check.widest)));
  EXPECT_GT(check.hits, test::rounds(200));
  EXPECT_GT(check.exits, test::rounds(200));
  EXPECT_GT(check.misses, test::rounds(100));
  EXPECT_GT(check.grazes, test::rounds(70));
  EXPECT_GT(grazing_hits, test::rounds(100));
}

TEST(Sweep, FindsTheExitTimeOfRotatingShapes) {
  // Contact of the rod of the arc sine and the ball ends as it began: at the same angle behind the y axis.
  Motion spin;
  spin.angular = {0, 0, 1};
  const auto rod = swept(at(Capsule2{1, 0}, {0, 0, 0}), spin, at(Circle{0.25}, {0, 0.5, 0}), {}, 3);
  ASSERT_TRUE(rod.hit && rod.exit_time);
  EXPECT_NEAR(*rod.exit_time, M_PI / 2 + std::asin(0.25 / 0.5), 1e-8);
  test::Random random{13};
  int left = 0;
  for (int i = 0; i < 60; ++i) {
    const PosedShape a = test::posed(random, Box{{0.5, 0.3, 0.2}}, 0.2), b = test::posed(random, Capsule{0.4, 0.2}, 2);
    const Motion motion_a{{}, random.point(3), {}},
        motion_b{2.0 * (a.pose.position - b.pose.position), random.point(3), {}};
    const auto report = swept(a, motion_a, b, motion_b, 2);
    if (!report.exit_time || report.starts_in_contact) continue;
    ++left;
    EXPECT_GT(*report.exit_time, report.time);
    for (int k = 0; k <= 20; ++k) {
      const double time = report.time + (*report.exit_time - report.time) * k / 20;
      EXPECT_LE(gapAt(a, motion_a, b, motion_b, time), 1.1e-9 * pairSize(a, b));
    }
    EXPECT_GT(gapAt(a, motion_a, b, motion_b, *report.exit_time), 0);
  }
  EXPECT_GT(left, 20);
}

// A velocity taken of A instead of B, or relative to the world, would change with the frame.
TEST(Sweep, AnswersFarAwayAsNearWherePosesKeepWhatRoundingTakes) {
  test::Random random{31};
  const Vec3 far{1e8, -3e8, 2e8};
  int hits = 0;
  for (int i = 0; i < test::rounds(200); ++i) {
    const PosedShape a{test::randomSolid(random, i % test::kSolidKinds), {}};
    const PosedShape b{test::randomSolid(random, i / 2 % test::kSolidKinds), {random.point(3), Mat3{1.0}}};
    const Motion motion{-b.pose.position, i % 2 == 0 ? random.point(3) : Vec3{0.0}, {}};
    PosedShape far_a = a, far_b = b;
    far_a.pose.position = far;
    far_b.pose.position += far;
    far_b.pose.rest = b.pose.position - (far_b.pose.position - far);
    ASSERT_NE(far_b.pose.rest, Vec3{0.0}) << i;
    const auto near = sweep(a, {}, b, motion, 1), there = sweep(far_a, {}, far_b, motion, 1);
    ASSERT_TRUE(near && there) << i;
    hits += near->hit ? 1 : 0;
    EXPECT_EQ(there->time, near->time) << i;
    EXPECT_EQ(there->exit_time, near->exit_time) << i;
    EXPECT_EQ(there->pose_b.position, near->pose_b.position + far) << i;
    EXPECT_EQ(there->point, near->hit ? near->point + far : there->point) << i;
    EXPECT_EQ(timeOfImpact(far_a, {}, far_b, motion, 1)->time, timeOfImpact(a, {}, b, motion, 1)->time) << i;
  }
  EXPECT_GT(hits, test::rounds(100));
}

TEST(Sweep, AnswersTheSameSwappedMirroredAndInCommonMotion) {
  test::Random random{21};
  int hits = 0;
  for (const auto& kinds : test::allKindPairs()) {
    const PosedShape a = test::randomPosed(random, kinds, test::Which::kA, 0.3),
                     b = test::randomPosed(random, kinds, test::Which::kB, 3);
    Motion motion_a, motion_b = going(1.5 * (a.pose.position - b.pose.position));
    motion_b.angular = {0, 0, random.in(-1, 1)};
    if (random.unit() < 0.5 || neverRotates(b.shape)) motion_b.angular = Vec3{0.0};
    const auto report = swept(a, motion_a, b, motion_b), other = swept(b, motion_b, a, motion_a);
    EXPECT_EQ(report.hit, other.hit);
    EXPECT_NEAR(report.time, other.time, 1e-8);
    EXPECT_LT(length(report.normal + other.normal), 1e-3);
    if (pairSize(a, b) == 0) continue;  // two points meet only when nothing is rounded
    const Vec3 common{300, -200, kinds.planar ? 0.0 : 100};
    const auto moved = swept(a, going(common), b, {motion_b.linear + common, motion_b.angular, {}});
    EXPECT_EQ(report.hit, moved.hit);
    EXPECT_NEAR(report.time, moved.time, 1e-8);
    hits += report.hit ? 1 : 0;
  }
  EXPECT_GT(hits, 30);
}

}  // namespace
}  // namespace sepax
