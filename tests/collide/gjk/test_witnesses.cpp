// The witness points of gjk-epa: points of the shapes that realise the depth, or as near to that as its error says.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "collide/pair/pair_algorithm.h"
#include "collide/posed.h"
#include "collide/random_pairs.h"
#include "geom/compound_data.h"
#include "geom/contains.h"
#include "prove/workload.h"

namespace sepax {
namespace {

using test::at;
using test::tested;

/// By how much the answer's points miss what it says of them, beyond its error, metres.
double missOf(const PosedShape& a, const PosedShape& b, const PairAnswer& answer) {
  const Vec3 between = answer.closest_b - answer.closest_a;
  const double outside = std::max({0.0, containsPoint(a.shape, a.pose, answer.closest_a).signed_distance,
                                   containsPoint(b.shape, b.pose, answer.closest_b).signed_distance});
  const double off = std::max(length(between - answer.separation * answer.normal), outside);
  return std::max(0.0, off - answer.error);
}

TEST(Witnesses, OfASphereWhoseCentreIsOnACylinderAreItsDepthApart) {
  // They coincided at (1, 0, 0), half a metre deep.
  const PosedShape sphere = at(Sphere{0.5}, {1, 0, 0}), cylinder = at(Cylinder{1, 1}, {0, 0, 0});
  for (const char* const algorithm : {"sat", "gjk-epa"}) {
    const PairAnswer answer = tested(sphere, cylinder, algorithm).answer;
    EXPECT_NEAR(answer.separation, -0.5, 1e-12) << algorithm;
    EXPECT_LT(length(answer.closest_a - Vec3{0.5, 0, 0}), 1e-12) << algorithm;
    EXPECT_LT(length(answer.closest_b - Vec3{1, 0, 0}), 1e-12) << algorithm;
    EXPECT_LT(length(answer.mtv - Vec3{-0.5, 0, 0}), 1e-12) << algorithm;
  }
}

TEST(Witnesses, OfAPairOfPiecesThatAreTheShapesLieAlongItsNormal) {
  // The move was searched for and came out 3e-7 rad beside the normal.
  const Shape child = *makeCompound({{"0",
                                      Ellipse{{0.0002459782068733791, 0.00024155954592667395}},
                                      {{-0.00026089832707564654, 0.000665506925043693, 0}, Mat3{1.0}}}},
                                    true);
  const Mat3 rotation = matrixOfAngle(2.7442574484965845);
  const Vec3 pivot{0.00021204406339107604, -0.000312588987506426, 0};
  const PosedShape a{Ellipse{{0.0008425526452447429, 0.0007805182689363828}},
                     {{-7.026658905274555, -7.115199549480379, 0}, matrixOfAngle(0.8868087862804419)}},
      b{child, {Vec3{-7.026736929260778, -7.115004262392179, 0} - rotation * pivot, rotation}};
  for (const char* const algorithm : {"sat", "gjk-epa"}) {
    const PairReport report = tested(a, b, algorithm);
    EXPECT_EQ(report.answer.mtv, report.answer.normal * -report.answer.separation) << algorithm;
    EXPECT_EQ(report.pieces->mtv_kind, MtvKind::kDeepestPieces) << algorithm;
  }
}

TEST(Witnesses, OfPointsThatAreNearlyInAPlaneAreOffByNoMoreThanTheErrorSays) {
  // The distance was 5e-13 off, and the error 0. The true one is by rational arithmetic.
  const Mat3 rotation =
      matrixOf(normalized(Quat{-0.049432008247559146, 0.08662786970143502, 0.9789173234631872, 0.17824971970601883}));
  const PosedShape hull{*makeHull({{-0.0030905717641303834, -0.003463478163821395, -2.1946646251972855e-11},
                                   {-5.407853430724513e-05, 0.0027298662703101836, 3.796882282713232e-11},
                                   {-0.002044317788921608, -0.0017525378819585687, -1.9971057779991557e-11},
                                   {0.00019121638027994942, 0.0016531547322312598, -3.8666917851057334e-11}}),
                        {{0.03017033274491557, 0.015728960488400383, -0.04108916816478431}, rotation}};
  const PosedShape point = at(Point3{}, {0.02978664983187681, 0.014364958566592432, -0.0396200438668007});
  const PairAnswer answer = tested(hull, point, "sat").answer;
  EXPECT_GT(answer.error, 0);
  EXPECT_LT(answer.error, 1e-11);
  EXPECT_LE(std::abs(answer.distance - 0.0012098023991680424), answer.error);
}

TEST(Witnesses, RealiseTheDepthOfEveryKindAgainstEveryKindWithinTheError) {
  double worst = 0, worst_error = 0;
  int overlapping = 0, deep = 0, misses = 0;
  for (const ShapeKind& kind_a : shapeKinds()) {
    for (const ShapeKind& kind_b : shapeKinds()) {
      if (!arePaired(kind_a, kind_b) || kind_a.unbounded || kind_b.unbounded) continue;
      for (const Mix mix : {Mix::kHit90, Mix::kNear, Mix::kLattice, Mix::kFlat}) {
        KindPairs pairs(kind_a, kind_b, mix, 41, 0);
        for (int i = 0; i < test::rounds(12, 1); ++i) {
          const WorkPair pair = pairs.next();
          if (!isConvex(pair.a.shape) || !isConvex(pair.b.shape)) continue;
          const PairAnswer answer = tested(pair.a, pair.b, "gjk-epa").answer;
          if (answer.verdict != Verdict::kOverlapping) continue;
          ++overlapping;
          const double extent = pairExtent(pair.a, pair.b);
          deep += -answer.separation > 0.01 * extent ? 1 : 0;
          EXPECT_EQ(answer.mtv, answer.normal * -answer.separation);
          const double miss = missOf(pair.a, pair.b, answer) / extent;
          misses += miss > 1e-11 ? 1 : 0;
          EXPECT_LT(miss, 2e-5) << kind_a.name << "-" << kind_b.name << " " << mixName(mix) << " " << i << ": "
                                << answer.separation << ", error " << answer.error;
          worst = std::max(worst, miss);
          worst_error = std::max(worst_error, answer.error / extent);
        }
      }
    }
  }
  // Curved sides that touch a flat one in a line or a point: GJK's points creep along them.
  EXPECT_LE(misses, 1 + overlapping / 1000);
  std::printf("%d overlapping, %d of them deep; %d misses, worst miss %.3g, largest error %.3g of the extent\n",
              overlapping, deep, misses, worst, worst_error);
  EXPECT_GT(deep, test::rounds(1500, 100));
}

}  // namespace
}  // namespace sepax
