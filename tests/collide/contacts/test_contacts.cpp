#include "collide/contacts/contacts.h"

#include <gtest/gtest.h>

#include <fmt/format.h>
#include <algorithm>
#include <array>
#include <map>
#include <set>

#include "collide/gjk/closest_points.h"
#include "collide/posed.h"
#include "collide/random_pairs.h"
#include "geom/convex.h"

namespace sepax {
namespace {

using test::at;
using test::tested;

Mat3 about(const Vec3& axis, double angle) { return matrixOf(quaternionAbout(axis, angle)); }

std::set<std::string> featuresOf(const PairReport& report) {
  std::set<std::string> out;
  for (const Contact& contact : report.answer.contacts) out.insert(featuresOf(contact));
  return out;
}

std::map<std::uint64_t, const Contact*> byId(const PairReport& report) {
  std::map<std::uint64_t, const Contact*> out;
  for (const Contact& contact : report.answer.contacts) out[contact.id] = &contact;
  return out;
}

TEST(Contacts, NameCornersInAFaceWhereASmallBoxIsOnALargeOne) {
  const PairReport report = tested(at(Box{{2, 1, 2}}, {0, 0, 0}), at(Box{{0.5, 0.5, 0.5}}, {0.25, 1.4, 0}));
  EXPECT_EQ(featuresOf(report), (std::set<std::string>{"A face 2 · B vertex 0", "A face 2 · B vertex 1",
                                                       "A face 2 · B vertex 4", "A face 2 · B vertex 5"}));
  for (const Contact& contact : report.answer.contacts) {
    EXPECT_NEAR(contact.separation, -0.1, 1e-15);
    EXPECT_NEAR(contact.position.y, 0.95, 1e-15);
  }
  ASSERT_TRUE(report.manifold);
  EXPECT_EQ(report.manifold->steps.size(), 4u);
  EXPECT_EQ(report.manifold->steps.back().polygon.size(), 4u);
  EXPECT_TRUE(report.manifold->reference_is_a);
}

TEST(Contacts, NameCrossingEdgesAndACoveredCornerWhereTheFacesOverlapInPart) {
  // B covers one corner of A's top: a corner of each in the other's face, and two crossings of their edges.
  const PairReport report = tested(at(Box{{1, 1, 1}}, {0, 0, 0}), at(Box{{1, 1, 1}}, {1.25, 1.9, 1.5}));
  EXPECT_EQ(featuresOf(report), (std::set<std::string>{"A face 2 · B vertex 0", "A vertex 7 · B face 3",
                                                       "A edge 11 · B edge 0", "A edge 3 · B edge 8"}));
  EXPECT_EQ(byId(report).size(), 4u);
}

TEST(Contacts, MeetInOnePointWhereEdgesCross) {
  const Mat3 on_edge = about({1, 0, 0}, M_PI / 4), across = about({0, 1, 0}, M_PI / 2) * on_edge;
  const PairReport report =
      tested(at(Box{{2, 0.5, 0.5}}, {0, 0, 0}, on_edge), at(Box{{2, 0.5, 0.5}}, {0.5, 1.4, 0.25}, across));
  ASSERT_EQ(report.answer.contacts.size(), 1u);
  const Contact& contact = report.answer.contacts[0];
  EXPECT_EQ(contact.on_a.kind, FeatureKind::kEdge);
  EXPECT_EQ(contact.on_b.kind, FeatureKind::kEdge);
  // The upper edge of A lies at y = √½, the lower one of B crosses it at (0.5, 1.4 − √½, 0), a quarter from both
  // middles.
  EXPECT_NEAR(contact.position.x, 0.5, 1e-12);
  EXPECT_NEAR(contact.position.y, 0.7, 1e-12);
  EXPECT_NEAR(contact.position.z, 0, 1e-12);
  EXPECT_NEAR(contact.separation, 1.4 - std::sqrt(2.0), 1e-12);
  EXPECT_TRUE(report.manifold->steps.empty());
}

TEST(Contacts, HoldALyingCapsuleAtBothEndsAndATiltedOneAtTheLower) {
  const PosedShape ground = at(Box{{5, 1, 5}}, {0, 0, 0});
  const auto lying = [&](double tilt) {
    return tested(ground, at(Capsule{1, 0.25}, {0, 1.24, 0}, about({0, 0, 1}, M_PI / 2 + tilt)));
  };
  const PairReport flat = lying(0);
  ASSERT_EQ(flat.answer.contacts.size(), 2u);
  EXPECT_NEAR(std::abs(flat.answer.contacts[0].position.x - flat.answer.contacts[1].position.x), 2, 1e-12);
  for (const Contact& contact : flat.answer.contacts) EXPECT_NEAR(contact.separation, -0.01, 1e-12);
  EXPECT_EQ(lying(0.001).answer.contacts.size(), 2u) << "both ends are still inside";
  EXPECT_EQ(lying(0.1).answer.contacts.size(), 1u);
  EXPECT_EQ(lying(0.1).manifold->points.size(), 2u);
}

TEST(Contacts, HoldACapsuleBesideAnEdgeAlongTheStretchTheyShare) {
  // DanielChappuis/reactphysics3d#347: no contacts at all were made here.
  const PairReport report = tested(at(Box{{1, 1, 1}}, {0, 0, 0}), at(Capsule{1.25, 0.3}, {1.2, 0, 1.2}));
  ASSERT_EQ(report.answer.contacts.size(), 2u);
  for (const Contact& contact : report.answer.contacts) {
    EXPECT_NEAR(std::abs(contact.position.y), 1, 1e-12);
    EXPECT_NEAR(contact.separation, 0.2 * std::sqrt(2) - 0.3, 1e-12);
  }
  // Leaning a little, the far end still touches; crossing, only the middle does.
  const auto leaning = [](double angle) {
    return tested(at(Capsule{1, 0.2}, {0, 0, 0}), at(Capsule{1, 0.2}, {0, 0, 0.39}, about({0, 0, 1}, angle)));
  };
  EXPECT_EQ(leaning(0).answer.contacts.size(), 2u);
  EXPECT_EQ(leaning(0.001).answer.contacts.size(), 2u);
  EXPECT_EQ(leaning(0.6).answer.contacts.size(), 1u);
}

TEST(Contacts, AreTwoAtMostInThePlane) {
  const PairReport flush = tested(at(Box2{{1, 0.5}}, {0, 0, 0}), at(Box2{{1, 0.5}}, {0.75, 0.95, 0}));
  EXPECT_EQ(featuresOf(flush), (std::set<std::string>{"A vertex 2 · B edge 0", "A edge 2 · B vertex 0"}));
  const PairReport corner =
      tested(at(Box2{{1, 0.5}}, {0, 0, 0}), at(Box2{{0.5, 0.5}}, {0, 1.1, 0}, matrixOfAngle(0.5)));
  EXPECT_EQ(featuresOf(corner), (std::set<std::string>{"A edge 2 · B vertex 0"}));
  const PairReport capsule = tested(at(Box2{{1, 0.5}}, {0, 0, 0}), at(Capsule2{2, 0.25}, {0.5, 0.7, 0}));
  EXPECT_EQ(featuresOf(capsule), (std::set<std::string>{"A vertex 2 · B edge 0", "A vertex 3 · B edge 0"}));
}

TEST(Contacts, SpanAlmostTheWholeRimOfAnUprightCylinderWithFourPoints) {
  const PairReport report = tested(at(Box{{5, 1, 5}}, {0, 0, 0}), at(Cylinder{1, 0.5}, {0, 1.99, 0}));
  ASSERT_EQ(report.answer.contacts.size(), 4u);
  EXPECT_EQ(report.manifold->points.size(), 64u);
  std::array<Vec3, 4> p;
  for (std::size_t i = 0; i < 4; ++i) p[i] = report.answer.contacts[i].position;
  // They run around the rim: the diagonals cross.
  const double area = length(glm::cross(p[2] - p[0], p[3] - p[1])) / 2;
  EXPECT_GT(area, 0.99 * 2 * 0.5 * 0.5);
}

TEST(Contacts, KeepTheirIdsWhileABoxSlides) {
  std::set<std::string> seen;
  for (int i = 0; i < 100; ++i) {
    const Mat3 rotation = about({0, 1, 0}, 0.3 + 1e-3 * i) * about({1, 0, 0}, 1e-4 * std::sin(i));
    const PairReport report =
        tested(at(Box{{2, 1, 2}}, {0, 0, 0}), at(Box{{0.5, 0.5, 0.5}}, {0.01 * i - 0.5, 1.49, 0.003 * i}, rotation));
    const auto features = featuresOf(report);
    EXPECT_EQ(features.size(), 4u);
    seen.insert(features.begin(), features.end());
  }
  EXPECT_EQ(seen.size(), 4u);
}

// A clip against the wrong side, or against planes of the wrong shape, would leave another polygon.
TEST(Contacts, LieWhereClippingSaysStepByStep) {
  test::Random random{77};
  int steps = 0;
  for (int i = 0; i < 200; ++i) {
    const PosedShape a = test::posed(random, Box{{1, 0.5, 1}}, 0.1), b = test::posed(random, Box{{0.5, 0.5, 0.5}}, 0.9);
    const PairReport report = tested(a, b);
    if (!report.manifold) continue;
    const double size = pairSize(a, b);
    for (std::size_t k = 0; k < report.manifold->steps.size(); ++k) {
      for (const Vec3& p : report.manifold->steps[k].polygon) {
        for (std::size_t j = 0; j <= k; ++j) {
          const ClipStep& step = report.manifold->steps[j];
          EXPECT_GE(dot(p - step.on_plane, step.inward), -2e-9 * size);
        }
      }
      ++steps;
    }
    if (!report.manifold->steps.empty()) {
      EXPECT_GE(report.manifold->points.size(), report.manifold->steps.back().polygon.size());
    }
  }
  EXPECT_GT(steps, 200);
}

/// How far a point is outside of a shape, metres; 0 inside.
double outside(const PosedShape& posed, const Vec3& point) {
  const ConvexFeatures features =
      transformed(trueFeatures(posed.shape), posed.pose.rotation, posed.pose.position - point);
  return std::max(0.0, closestCores(features, trueFeatures(Point3{})).distance - features.radius);
}

/// Positions and quarter rotations on a grid: faces lie flush, edges run parallel, corners coincide.
PosedShape snapped(test::Random& random, PosedShape posed) {
  Vec3& p = posed.pose.position;
  for (int c = 0; c < 3; ++c) p[c] = std::round(p[c] * 4) / 4;
  if (neverRotates(posed.shape)) return posed;
  const auto quarter = [&] { return std::round(random.in(0, 4)) * M_PI / 2; };
  posed.pose.rotation =
      isPlanar(posed.shape) ? matrixOfAngle(quarter()) : about({0, 1, 0}, quarter()) * about({1, 0, 0}, quarter());
  return posed;
}

void expectMirrored(const PairReport& report, const PairReport& swapped, double tolerance, const std::string& what) {
  const auto& contacts = report.answer.contacts;
  ASSERT_EQ(contacts.size(), swapped.answer.contacts.size()) << what;
  for (std::size_t i = 0; i < contacts.size(); ++i) {
    const Contact &here = contacts[i], &there = swapped.answer.contacts[i];
    EXPECT_TRUE(here.on_a == there.on_b && here.on_b == there.on_a)
        << what << ": " << featuresOf(here) << " / " << featuresOf(there);
    EXPECT_EQ(here.id, contactId(there.on_b, there.on_a)) << what;
    EXPECT_LT(length(here.position - there.position), tolerance) << what;
    EXPECT_NEAR(here.separation, there.separation, tolerance) << what;
  }
}

// A reference chosen by which shape is called A would give other points when swapped.
TEST(Contacts, AreFewDeepTrueAndTheSameSwappedForEveryPairOfKinds) {
  test::Random random{404};
  std::map<std::size_t, int> counts;
  std::map<int, int> per_kind_pair;
  int ambiguous = 0, mirrored = 0;
  double worst_outside = 0, worst_deepest = 0;
  const auto kinds = test::allKindPairs();
  for (std::size_t k = 0; k < kinds.size(); ++k) {
    for (int round = 0; round < test::rounds(24, 3); ++round) {
      PosedShape a = test::randomPosed(random, kinds[k], test::Which::kA, 0.1),
                 b = test::randomPosed(random, kinds[k], test::Which::kB, 0.7);
      if (round % 3 == 0) {
        a = snapped(random, a);
        b = snapped(random, b);
      }
      const PairReport report = tested(a, b), swapped = tested(b, a);
      const PairAnswer& answer = report.answer;
      const std::string what = fmt::format("{} {} round {}", typeName(a.shape), typeName(b.shape), round);
      EXPECT_EQ(answer.contacts.empty(), answer.verdict == Verdict::kSeparated) << what;
      EXPECT_EQ(report.manifold.has_value(), answer.verdict != Verdict::kSeparated) << what;
      if (answer.contacts.empty()) continue;
      ++per_kind_pair[static_cast<int>(k)];
      ++counts[answer.contacts.size()];
      EXPECT_LE(answer.contacts.size(), kinds[k].planar ? kMaxPlanarContacts : kMaxContacts) << what;
      EXPECT_EQ(byId(report).size(), answer.contacts.size()) << what << ": ids are not different";
      const double size = std::max(1.0, pairSize(a, b));
      worst_deepest = std::max(worst_deepest, std::abs(answer.contacts[0].separation - answer.separation) / size);
      for (const Contact& contact : answer.contacts) {
        EXPECT_GE(contact.separation, answer.separation - 3e-9 * size) << what;
        EXPECT_LE(contact.separation, std::get<SatReport>(report.trace).tolerances.touching) << what;
        // The contact is midway between a point on each surface.
        const Vec3 half = answer.normal * (contact.separation / 2);
        const double out = std::max(outside(a, contact.position - half), outside(b, contact.position + half));
        worst_outside = std::max(worst_outside, out);
        EXPECT_LT(out, 5e-9 * size) << what << " " << featuresOf(contact);
      }
      // Where another axis is as good, the swapped pair may rightly take it.
      if (std::get<SatReport>(report.trace).tie || length(answer.normal + swapped.answer.normal) > 1e-6) {
        ++ambiguous;
        continue;
      }
      ++mirrored;
      expectMirrored(report, swapped, 1e-8 * size, what);
    }
  }
  RecordProperty("worst_outside", std::to_string(worst_outside));
  RecordProperty("worst_deepest", std::to_string(worst_deepest));
  EXPECT_LT(worst_deepest, 3e-9);
  for (std::size_t n = 1; n <= kMaxContacts; ++n) EXPECT_GT(counts[n], test::rounds(20)) << n;
  // Two points, or a point and a segment, meet by luck alone.
  EXPECT_GT(per_kind_pair.size(), test::rounds(kinds.size() - 12));
  EXPECT_GT(mirrored, 4 * ambiguous);
  RecordProperty("mirrored", mirrored);
  RecordProperty("ambiguous", ambiguous);
}

TEST(Contacts, PutTheWitnessPointsOnBothSurfacesWhereFacesAreFlush) {
  // dimforge/parry#315: only a corner of the faces is shared; their middles lie outside of it.
  const PairReport report = tested(at(Box{{0.5, 0.5, 0.5}}, {0, 0, 0}), at(Box{{0.5, 0.5, 0.5}}, {1, 0.875, 0.75}));
  const PairAnswer& answer = report.answer;
  EXPECT_EQ(answer.verdict, Verdict::kTouching);
  EXPECT_LT(length(answer.closest_a - answer.closest_b), 1e-15);
  EXPECT_NEAR(answer.closest_a.x, 0.5, 1e-15);
  EXPECT_NEAR(answer.closest_a.y, 0.4375, 1e-15);
  EXPECT_NEAR(answer.closest_a.z, 0.375, 1e-15);
}

}  // namespace
}  // namespace sepax
