#include "geom/bounding_volumes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <random>
#include <string>

#include "geom/oriented_box.h"
#include "random_rotation.h"
#include "rounds.h"

namespace sepax {
namespace {

using test::randomRotation;

using Random = std::mt19937_64;

double in(Random& random, double a, double b) { return std::uniform_real_distribution<double>(a, b)(random); }
Vec3 pointIn(Random& random, const Vec3& half) {
  Vec3 p;
  for (int c = 0; c < 3; ++c) p[c] = in(random, -half[c], half[c]);
  return p;
}
std::vector<VolumeKind> allKinds(bool planar) {
  std::vector<VolumeKind> kinds;
  for (const VolumeKindInfo& info : volumeKinds()) {
    if (!planar || info.planar_name != nullptr) kinds.push_back(info.kind);
  }
  return kinds;
}

std::map<std::string, FittedVolume> fitAll(const std::vector<Vec3>& points, bool planar = false) {
  std::map<std::string, FittedVolume> out;
  const auto volumes = fitVolumes(points, allKinds(planar), planar);
  EXPECT_TRUE(volumes) << (volumes ? "" : describe(volumes.error()));
  if (!volumes) return out;
  for (const FittedVolume& volume : *volumes) out.emplace(infoOf(volume.kind).name, volume);
  return out;
}

std::vector<Vec3> boxCorners(const Vec3& half, const Mat3& rotation = Mat3{1.0}, const Vec3& at = Vec3{0.0}) {
  std::vector<Vec3> corners;
  for (unsigned k = 0; k < 8; ++k) {
    const Vec3 signs{(k & 1u) != 0 ? 1 : -1, (k & 2u) != 0 ? 1 : -1, (k & 4u) != 0 ? 1 : -1};
    corners.push_back(at + rotation * (half * signs));
  }
  return corners;
}

const std::vector<Vec3> kTetrahedron{{1, 1, 1}, {1, -1, -1}, {-1, 1, -1}, {-1, -1, 1}};

TEST(BoundingVolumes, OfACubeHaveTheirHandValues) {
  const auto fit = fitAll(boxCorners({1, 1, 1}));
  for (const char* box : {"aabb", "box_pca", "box_min", "kdop14", "kdop18", "kdop26", "hull"}) {
    EXPECT_NEAR(fit.at(box).volume, 8, 1e-12) << box;
    EXPECT_NEAR(fit.at(box).area, 24, 1e-12) << box;
    EXPECT_NEAR(*fit.at(box).tightness, 1, 1e-13) << box;
  }
  EXPECT_EQ(fit.at("aabb").volume, 8);
  EXPECT_NEAR(fit.at("sphere").volume, 4 * M_PI * std::sqrt(3), 1e-12);
  EXPECT_NEAR(fit.at("sphere").area, 12 * M_PI, 1e-12);
  // |x| + |y| + |z| ≤ 3, the octahedron around the cube: 4/3 · 3³.
  EXPECT_NEAR(fit.at("kdop8").volume, 36, 1e-11);
  EXPECT_NEAR(fit.at("kdop8").area, 36 * std::sqrt(3), 1e-11);
  const std::map<std::string, std::size_t> bytes{{"sphere", 16},  {"capsule", 28}, {"aabb", 24},   {"box_pca", 60},
                                                 {"box_min", 60}, {"kdop8", 32},   {"kdop14", 56}, {"kdop18", 72},
                                                 {"kdop26", 104}, {"hull", 96}};
  for (const auto& [kind, count] : bytes) EXPECT_EQ(fit.at(kind).bytes, count) << kind;
}

TEST(BoundingVolumes, OfARegularTetrahedronHaveTheirHandValues) {
  const auto fit = fitAll(kTetrahedron);
  EXPECT_NEAR(fit.at("hull").volume, 8.0 / 3, 1e-14);
  EXPECT_NEAR(fit.at("hull").area, 8 * std::sqrt(3), 1e-13);
  EXPECT_NEAR(fit.at("sphere").volume, 4 * M_PI * std::sqrt(3), 1e-12);
  EXPECT_NEAR(*fit.at("box_min").tightness, 3, 1e-12) << "the cube around it is smallest";
  EXPECT_NEAR(*fit.at("kdop14").tightness, 1, 1e-12) << "its faces lie across the cube's corners";
  EXPECT_NEAR(*fit.at("kdop8").tightness, 1, 1e-12);
}

TEST(BoundingVolumes, ARotatedBoxIsRecoveredByTheSmallestBox) {
  Random random(31);
  for (int i = 0; i < 20; ++i) {
    const Vec3 half{in(random, 0.5, 3), in(random, 0.5, 3), in(random, 0.01, 0.5)};
    const auto fit = fitAll(boxCorners(half, randomRotation(random), pointIn(random, {5, 5, 5})));
    EXPECT_NEAR(*fit.at("box_min").tightness, 1, 1e-12);
    EXPECT_GE(*fit.at("aabb").tightness, 1 - 1e-12);
  }
}

/// Clouds of every awkward kind, by name.
std::vector<std::pair<std::string, std::vector<Vec3>>> awkwardClouds(Random& random) {
  std::vector<std::pair<std::string, std::vector<Vec3>>> out;
  const auto cloud = [&](const char* name, int count, const Vec3& half, const Vec3& at, double scale) {
    const Mat3 rotation = randomRotation(random);
    std::vector<Vec3> points;
    for (int i = 0; i < count; ++i) points.push_back(at + scale * (rotation * pointIn(random, half)));
    out.emplace_back(name, std::move(points));
  };
  cloud("few", 5, {1, 1, 1}, Vec3{0.0}, 1);
  cloud("box", 200, {2, 1, 0.5}, Vec3{3.0}, 1);
  cloud("rotated flat", 60, {2, 1, 0}, Vec3{1.0}, 1);
  cloud("nearly flat", 60, {2, 1, 1e-7}, Vec3{1.0}, 1);
  cloud("needle", 60, {1, 1e-6, 1e-6}, Vec3{0.0}, 1);
  cloud("straight", 20, {1, 0, 0}, Vec3{2.0}, 1);
  cloud("huge", 60, {2, 1, 0.5}, Vec3{0.0}, 1e30);
  cloud("largest", 60, {2, 1, 0.5}, Vec3{0.0}, 1e59);
  cloud("tiny", 60, {2, 1, 0.5}, Vec3{0.0}, 1e-30);
  cloud("denormal", 60, {2, 1, 0.5}, Vec3{0.0}, 1e-315);
  cloud("far away", 60, {2, 1, 0.5}, Vec3{1e8, -1e8, 3e7}, 1);
  out.emplace_back("one point", std::vector<Vec3>{{1, 2, 3}});
  out.emplace_back("one point repeated", std::vector<Vec3>(5, {0.1, 0.2, 0.3}));
  out.emplace_back("flat in z", std::vector<Vec3>{{0, 0, 1}, {1, 0, 1}, {1, 1, 1}, {0.3, 0.9, 1}});
  out.emplace_back(
      "two of each",
      std::vector<Vec3>{{0, 0, 0}, {0, 0, 0}, {1, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 1, 0}, {0, 0, 1}, {0, 0, 1}});
  return out;
}

TEST(BoundingVolumes, EncloseEveryVertexOfEveryCloud) {
  Random random(32);
  int volumes = 0, flat = 0;
  for (int round = 0; round < 6; ++round) {
    for (const auto& [name, points] : awkwardClouds(random)) {
      for (const auto& [kind, volume] : fitAll(points)) {
        ++volumes;
        flat += !volume.tightness;
        int outside = 0;
        for (const Vec3& p : points) outside += !encloses(volume, p);
        EXPECT_EQ(outside, 0) << kind << " around " << name;
        EXPECT_TRUE(std::isfinite(volume.volume) && volume.volume >= 0) << kind << " around " << name;
        EXPECT_TRUE(std::isfinite(volume.area) && volume.area >= 0) << kind << " around " << name;
        if (volume.tightness && volume.volume > 1e-290) {
          EXPECT_GE(*volume.tightness, 1 - 1e-6) << kind << " around " << name;
        }
      }
    }
  }
  EXPECT_EQ(volumes, 6 * 15 * 10);
  EXPECT_GT(flat, 100);
}

TEST(BoundingVolumes, MoreDirectionsAreNeverLooser) {
  Random random(33);
  for (int i = 0; i < 20; ++i) {
    std::vector<Vec3> points;
    for (int p = 0; p < 40; ++p) points.push_back(pointIn(random, {2, 1, 1}));
    const auto fit = fitAll(points);
    const auto t = [&](const char* kind) { return *fit.at(kind).tightness; };
    EXPECT_LE(t("kdop26"), t("kdop18") * (1 + 1e-12));
    EXPECT_LE(t("kdop26"), t("kdop14") * (1 + 1e-12));
    EXPECT_LE(t("kdop14"), t("kdop8") * (1 + 1e-12));
    EXPECT_LE(t("kdop14"), t("aabb") * (1 + 1e-12));
    EXPECT_LE(t("box_min"), t("box_pca") * (1 + 1e-12));
    EXPECT_LE(t("box_min"), t("aabb") * (1 + 1e-12));
    EXPECT_GE(t("kdop26"), 1 - 1e-12);
  }
}

TEST(SmallestBall, RestsOnAtMostFourPointsThatHoldIt) {
  Random random(34);
  int supported[5] = {};
  for (int i = 0; i < 300; ++i) {
    std::vector<Vec3> points;
    const bool planar = i % 3 == 0;
    for (int p = 0; p < 3 + i % 30; ++p) points.push_back(pointIn(random, {1, 1, planar ? 0.0 : 1.0}));
    const Ball ball = smallestBall(points);
    std::vector<Vec3> outward;
    for (const Vec3& p : points) {
      if (length(p - ball.centre) > ball.radius * (1 - 1e-10)) outward.push_back(p - ball.centre);
    }
    ASSERT_GE(outward.size(), 2u);
    ASSERT_LE(outward.size(), 4u);
    ++supported[outward.size()];
    // No direction leads away from all support points: else the ball could shrink that way.
    for (int d = 0; d < 300; ++d) {
      const Vec3 direction = normalizedOr(pointIn(random, {1, 1, 1}), {1, 0, 0});
      double nearest = 1;
      for (const Vec3& o : outward) nearest = std::min(nearest, dot(o, direction));
      EXPECT_LE(nearest, 1e-9);
    }
  }
  for (int n = 2; n <= 4; ++n) EXPECT_GT(supported[n], 10) << n;
}

TEST(SmallestBall, OfManyPointsOnASphereIsThatSphere) {
  Random random(35);
  std::vector<Vec3> points;
  for (int i = 0; i < 5000; ++i)
    points.push_back(Vec3{1, 2, 3} + 2.0 * normalizedOr(pointIn(random, {1, 1, 1}), {1, 0, 0}));
  const Ball ball = smallestBall(points);
  EXPECT_LT(length(ball.centre - Vec3{1, 2, 3}), 1e-12);
  EXPECT_NEAR(ball.radius, 2, 1e-12);
}

/// Least volume over many random frames, each improved by small rotations: slow and independent of the real search.
double leastVolumeByTrying(const std::vector<Vec3>& points, Random& random) {
  const auto volume = [&](const Mat3& axes) {
    double product = 1;
    for (int i = 0; i < 3; ++i) {
      double low = 1e300, high = -1e300;
      for (const Vec3& p : points) {
        low = std::min(low, dot(p, axes[i]));
        high = std::max(high, dot(p, axes[i]));
      }
      product *= high - low;
    }
    return product;
  };
  double best = 1e300;
  for (int start = 0; start < 150; ++start) {
    Mat3 axes = randomRotation(random);
    double here = volume(axes);
    for (double step = 0.3; step > 1e-5; step *= 0.9) {
      for (int i = 0; i < 5; ++i) {
        const Mat3 rotated =
            matrixOf(quaternionAbout(normalizedOr(pointIn(random, {1, 1, 1}), {1, 0, 0}), in(random, 0, step))) * axes;
        if (const double there = volume(rotated); there < here) {
          here = there;
          axes = rotated;
        }
      }
    }
    best = std::min(best, here);
  }
  return best;
}

TEST(NearSmallestBox, IsWithinTwoThousandthsOfTheBestFoundByTrying) {
  Random random(36);
  double worst = 0;
  for (int i = 0; i < test::rounds(24, 6); ++i) {
    std::vector<Vec3> points;
    for (int p = 0; p < 4 + 2 * i; ++p) {
      points.push_back(i % 2 ? normalizedOr(pointIn(random, {1, 1, 1}), {1, 0, 0}) * Vec3{2, 1, 0.6}
                             : pointIn(random, {2, 1, 1}));
    }
    const double found = fitAll(points).at("box_min").volume, best = leastVolumeByTrying(points, random);
    worst = std::max(worst, found / best);
  }
  RecordProperty("worst_ratio", std::to_string(worst));
  std::printf("worst volume over the best found by trying: %.9f\n", worst);
  EXPECT_LE(worst, 1.002);
}

TEST(SmallestRectangle, AgreesWithEverySideTriedInTurn) {
  Random random(37);
  for (int i = 0; i < 200; ++i) {
    std::vector<Vec2> points;
    for (int p = 0; p < 2 + i % 40; ++p) points.push_back(Vec2(pointIn(random, {2, 1, 0})));
    const auto hull = planarHull(points);
    double best = 1e300;
    for (std::size_t s = 0; s < hull.size(); ++s) {
      const Vec2 d = points[hull[(s + 1) % hull.size()]] - points[hull[s]];
      const Vec2 u = d / std::hypot(d.x, d.y), v{-u.y, u.x};
      Vec2 low{1e300}, high{-1e300};
      for (const Vec2& p : points) {
        const Vec2 q{p.x * u.x + p.y * u.y, p.x * v.x + p.y * v.y};
        low = {std::min(low.x, q.x), std::min(low.y, q.y)};
        high = {std::max(high.x, q.x), std::max(high.y, q.y)};
      }
      best = std::min(best, (high.x - low.x) * (high.y - low.y));
    }
    EXPECT_NEAR(smallestRectangle(points).area, best, 1e-13);
  }
}

TEST(BoundingVolumes, InThePlaneMeasureAreaAndCircumference) {
  const double s = std::sqrt(0.5);
  const auto fit = fitAll({{1, 0, 0}, {0, 1, 0}, {-1, 0, 0}, {0, -1, 0}}, true);  // a square on its corner
  EXPECT_EQ(fit.size(), 7u);
  EXPECT_EQ(fit.at("aabb").volume, 4);
  EXPECT_EQ(fit.at("aabb").area, 8);
  EXPECT_NEAR(fit.at("box_min").volume, 2, 1e-14);
  EXPECT_NEAR(fit.at("hull").volume, 2, 1e-14);
  EXPECT_NEAR(fit.at("hull").area, 8 * s, 1e-14);
  EXPECT_NEAR(fit.at("kdop8").volume, 2, 1e-13);
  EXPECT_NEAR(fit.at("sphere").volume, M_PI, 1e-13);
  EXPECT_EQ(fit.at("box_min").bytes, 32u);
  EXPECT_EQ(fit.at("sphere").bytes, 12u);
  const VolumeKind no_meaning[] = {VolumeKind::kKdop14};
  EXPECT_FALSE(fitVolumes({{1, 0, 0}}, no_meaning, true));
}

TEST(BoundingVolumes, InThePlaneEncloseEveryVertex) {
  Random random(38);
  for (int i = 0; i < 100; ++i) {
    std::vector<Vec3> points;
    const Vec3 at = i % 4 == 1 ? Vec3{1e8, 1e8, 0} : Vec3{0.0};
    const double angle = in(random, 0, 6);
    for (int p = 0; p < 1 + i % 12; ++p) {
      points.push_back(at + matrixOfAngle(angle) * pointIn(random, {1, i % 3 == 0 ? 0.0 : 0.4, 0}) *
                                (i % 5 == 0 ? 1e40 : 1.0));
    }
    for (const auto& [kind, volume] : fitAll(points, true)) {
      for (const Vec3& p : points) EXPECT_TRUE(encloses(volume, p)) << kind << " " << i;
      if (const auto* box = std::get_if<OrientedBox>(&volume.shape)) {
        EXPECT_EQ(box->half_extents.z, 0) << kind;
      }
    }
  }
}

TEST(BoundingVolumes, StoppedAnywhereAreThoseThatItCameToAsWholeAsEver) {
  Random random(23);
  std::vector<Vec3> points;
  for (int i = 0; i < 3000; ++i) points.push_back(normalizedOr(pointIn(random, Vec3{1.0}), {1, 0, 0}));
  const std::vector<VolumeKind> kinds = allKinds(false);
  std::vector<double> shares;
  const auto whole = fitVolumes(points, kinds, false, [&](double share) {
    shares.push_back(share);
    return true;
  });
  ASSERT_TRUE(whole);
  EXPECT_EQ(whole->size(), kinds.size());
  EXPECT_TRUE(std::is_sorted(shares.begin(), shares.end()));
  EXPECT_EQ(shares.front(), 0);
  EXPECT_LE(shares.back(), 1);
  bool is_hull_known = false, is_hull_missing = false;
  for (const double end : {0.0, 0.1, 0.3, 0.5, 0.7, 0.9}) {
    int after = 0;
    const auto some = fitVolumes(points, kinds, false, [&](double share) {
      if (share >= end) ++after;
      return share < end;
    });
    ASSERT_TRUE(some);
    EXPECT_EQ(after, 1) << end << ": a stopped work does not go on";
    EXPECT_LT(some->size(), kinds.size()) << end;
    for (const FittedVolume& volume : *some) {
      const auto same = std::find_if(whole->begin(), whole->end(),
                                     [&](const FittedVolume& other) { return other.kind == volume.kind; });
      EXPECT_EQ(volume.volume, same->volume) << infoOf(volume.kind).name;
      EXPECT_TRUE(!volume.tightness || volume.tightness == same->tightness) << infoOf(volume.kind).name;
      (volume.tightness ? is_hull_known : is_hull_missing) = true;
    }
  }
  EXPECT_TRUE(is_hull_known && is_hull_missing);
}

TEST(BoundingVolumes, RefuseNoPointsAndPointsThatAreNoNumbers) {
  const VolumeKind kinds[] = {VolumeKind::kAabb};
  EXPECT_FALSE(fitVolumes({}, kinds));
  EXPECT_EQ(fitVolumes({{0, 0, 0}, {NAN, 0, 0}}, kinds).error().where, "vertices/1");
  EXPECT_FALSE(fitVolumes({{0, INFINITY, 0}}, kinds));
  EXPECT_FALSE(fitVolumes({{0, 1e61, 0}}, kinds));
}

}  // namespace
}  // namespace sepax
