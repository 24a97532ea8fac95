#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <map>
#include <string>
#include <vector>

#include "collide/posed.h"
#include "collide/random_pairs.h"
#include "collide/sat/circle_minima.h"
#include "geom/support.h"
#include "prove/workload.h"
#include "rounds.h"

namespace sepax {
namespace {

using test::Random;
using test::satOf;

/// The gap along a direction, by the support functions.
double gapAlong(const PosedShape& a, const PosedShape& b, const Vec3& direction) {
  return dot(supportPoint(b.shape, b.pose, -direction) - supportPoint(a.shape, a.pose, direction), direction);
}

struct Excess {
  double epa = 0, brute = 0, certificate = 0;
  int overlapping = 0, apart = 0;
  std::map<std::string, int> decided;
};

/// How much more, of size, another search's direction separates than the deciding axis; and how far the reported
/// separation is from what the support functions say along that axis.
void compare(const PosedShape& a, const PosedShape& b, bool by_brute_force, Excess& worst) {
  const PairReport report = testPair(a, b).value();
  ASSERT_EQ(check(satOf(report)).value_or("sound"), "sound");
  const PairAnswer& answer = report.answer;
  const double unit = pairSize(a, b) + length(b.pose.position - a.pose.position);
  const auto excess = [&](const char* row) {
    return (gapAlong(a, b, testPair(a, b, {}, row).value().answer.normal) - answer.separation) / unit;
  };
  worst.certificate = std::max(worst.certificate, std::abs(gapAlong(a, b, answer.normal) - answer.separation) / unit);
  worst.epa = std::max(worst.epa, excess("gjk-epa"));
  if (by_brute_force) worst.brute = std::max(worst.brute, excess("brute-force"));
  ++worst.decided[axisKindName(decidingAxis(satOf(report)).id.kind)];
  ++(answer.verdict == Verdict::kSeparated ? worst.apart : worst.overlapping);
}

void print(const char* name, const Excess& worst) {
  std::printf("%s: EPA's excess %g, brute force's %g, certificate %g; overlapping %d, apart %d; decided by", name,
              worst.epa, worst.brute, worst.certificate, worst.overlapping, worst.apart);
  for (const auto& [kind, count] : worst.decided) std::printf(" %s %d", kind.c_str(), count);
  std::printf("\n");
}

// A candidate that is missing or bent would leave a direction that separates more: EPA's, or the best of thousands,
// refined.
TEST(CurvedAxes, NoOtherSearchFindsADirectionThatSeparatesMore) {
  Random random{604};
  Excess worst;
  for (const test::KindPair& kinds : test::allKindPairs()) {
    if (kinds.planar || (kinds.a < 6 && kinds.b < 6) || kinds.a == 4 || kinds.b == 4) continue;
    for (int i = 0; i < test::manyRounds(200, 2); ++i) {
      const PosedShape a = test::randomPosed(random, kinds, test::Which::kA, 0.5),
                       b = test::randomPosed(random, kinds, test::Which::kB, 0.5);
      if (!test::isCurved(a.shape) && !test::isCurved(b.shape)) break;
      compare(a, b, i % 16 == 0, worst);
      if (HasFatalFailure()) return;
    }
  }
  print("every kind", worst);
  EXPECT_LT(worst.epa, 1e-13);
  EXPECT_LT(worst.brute, 1e-13);
  EXPECT_LT(worst.certificate, 1e-14);
  EXPECT_GT(worst.overlapping, test::manyRounds(3000, 2));
  EXPECT_GT(worst.apart, test::manyRounds(1000, 2));
  EXPECT_GT(worst.decided["lateral"], test::manyRounds(2000, 2));
  EXPECT_GT(worst.decided["rim"], test::manyRounds(500, 2));
}

// Quarter turns, nearly parallel axes, discs and needles, shared planes and touching pairs have families of directions
// with many equal or no minima.
TEST(CurvedAxes, NoOtherSearchFindsADirectionThatSeparatesMoreWherePairsAreHard) {
  for (const Mix mix : {Mix::kHit90, Mix::kNear, Mix::kPar, Mix::kFlat, Mix::kSliver, Mix::kLattice}) {
    Excess worst;
    for (const ShapeKind& kind_a : shapeKinds()) {
      for (const ShapeKind& kind_b : shapeKinds()) {
        if (kind_a.planar || kind_b.planar || kind_a.unbounded || kind_b.unbounded) continue;
        KindPairs pairs(kind_a, kind_b, mix, 31, 2);
        for (int i = 0; i < test::manyRounds(16); ++i) {
          const WorkPair pair = pairs.next();
          if (!test::isCurved(pair.a.shape) && !test::isCurved(pair.b.shape)) break;
          if (!isConvex(pair.a.shape) || !isConvex(pair.b.shape)) break;
          compare(pair.a, pair.b, false, worst);
          if (HasFatalFailure()) return;
        }
      }
    }
    print(mixName(mix), worst);
    EXPECT_LT(worst.epa, 1e-12) << mixName(mix);
    EXPECT_LT(worst.certificate, 1e-14) << mixName(mix);
    EXPECT_GT(worst.overlapping, test::manyRounds(80)) << mixName(mix);
  }
}

// A rim that another one, or an edge, nearly touches from inside is crossed twice in a degree: one of the two was
// overlooked, and the depth of two caps came out wrong by a thousandth of itself.
TEST(CurvedAxes, FindBothPlacesWhereARimIsCrossedThatIsNearlyTouchedFromInside) {
  Random random{7};
  Excess worst;
  for (int i = 0; i < test::rounds(600); ++i) {
    const double small = random.in(0.2, 0.3), large = random.in(0.35, 0.45), beyond = std::pow(10, random.in(-5, -1));
    const double tilt = std::pow(10, random.in(-7, -2)), overlap = std::pow(10, random.in(-6, -3)),
                 turn = random.in(0, 6.28);
    const PosedShape a{Cylinder{0.5, small}, {{0, 0, 0}, Mat3{1.0}}};
    const Vec3 about{std::cos(turn), 0, std::sin(turn)};
    PosedShape b{Cylinder{0.4, large},
                 {{large - small + beyond * small, 0.9 - overlap, 0}, matrixOf(quaternionAbout(about, tilt))}};
    if (i % 2 == 1) {
      b.shape = Box{{0.5, 0.4, 0.5}};
      b.pose.position.x = 0.5 - small + beyond * small;
    }
    compare(a, b, false, worst);
  }
  print("nearly touched from inside", worst);
  EXPECT_LT(worst.epa, 1e-12);
  EXPECT_GT(worst.overlapping, test::rounds(400));
}

// Between two samples fifteen degrees apart lay a minimum and a maximum: the depth of a cylinder in a hull's edge came
// out 0.2 % too large.
TEST(CircleMinima, AreFoundBesideEachOtherWhereverTheSamplesLie) {
  for (const double degrees : {14.0, 10.0, 7.0, 4.0, 2.0}) {
    const double apart = degrees * M_PI / 180;
    int shifts = 0;
    for (double shift = 0; shift < 2 * M_PI; shift += 0.003, ++shifts) {
      // Falls until `apart` before the shift, rises up to it, falls for as long again, and rises to the other side of
      // the circle.
      const auto slope = [&](double c, double s) {
        const double sine = s * std::cos(shift) - c * std::sin(shift),
                     cosine = c * std::cos(shift) + s * std::sin(shift);
        return sine * (std::cos(apart) - cosine);
      };
      // In every third round a place more, anywhere.
      Crossings more;
      if (shifts % 3 == 1) more = {{Place{std::cos(7.0 * shifts), std::sin(7.0 * shifts)}}, 1};
      std::vector<double> found;
      visitMinima(slope, 1e-13, more,
                  [&](double c, double s) { found.push_back(std::remainder(std::atan2(s, c) - shift, 2 * M_PI)); });
      std::sort(found.begin(), found.end());
      ASSERT_EQ(found.size(), 2u) << degrees << " degrees apart, at " << shift;
      EXPECT_NEAR(found[0], -apart, 1e-9);
      EXPECT_NEAR(found[1], apart, 1e-9);
    }
    EXPECT_GT(shifts, 2000);
  }
}

// Where a rim touches a cone's or a drop's axis its distance has no slope: the search took that place for its nearest,
// and the depth came out too large by three hundredths of itself.
TEST(CurvedAxes, LeaveThePlaceWhereARimTouchesAnAxis) {
  const PosedShape cone{Cone{1, 0.5}, {{0, 0, 0}, Mat3{1.0}}};
  Random random{368};
  Excess worst;
  int lateral = 0;
  for (int i = 0; i < test::rounds(400); ++i) {
    // The rim of B lies in a plane through A's axis and touches the axis from the side.
    const double radius = random.in(0.2, 0.6), height = random.in(-0.4, 0.4), half = random.in(0.1, 0.3);
    const Mat3 sideways{Vec3{0, 1, 0}, Vec3{0, 0, 1}, Vec3{1, 0, 0}};
    const Shape shapes[] = {Cone{half, radius}, Cylinder{half, radius}};
    const PosedShape b{shapes[i % 2], {{radius, height, half}, sideways}};
    const PosedShape a = i % 4 < 2 ? cone : PosedShape{TaperedCapsule{1, 0.5, 0.2}, cone.pose};
    compare(a, b, i % 8 == 0, worst);
    lateral += decidingAxis(satOf(testPair(a, b).value())).id.kind == AxisKind::kLateral ? 1 : 0;
  }
  print("rims that touch an axis", worst);
  EXPECT_LT(worst.epa, 1e-12);
  EXPECT_LT(worst.brute, 1e-12);
  EXPECT_GT(lateral, test::rounds(100));
}

/// The hull of a cylinder's or cone's caps as polygons of `sides` corners, in or around them by `factor`.
PosedShape tessellated(const PosedShape& posed, int sides, double factor) {
  const auto* cone = std::get_if<Cone>(&posed.shape);
  const auto* cylinder = std::get_if<Cylinder>(&posed.shape);
  if (cone == nullptr && cylinder == nullptr) return posed;
  const double radius = factor * (cone != nullptr ? cone->radius : cylinder->radius);
  const double half = cone != nullptr ? cone->half_length : cylinder->half_length;
  std::vector<Vec3> points;
  for (int k = 0; k < sides; ++k) {
    const Vec3 at{radius * std::cos(2 * M_PI * k / sides), 0, radius * std::sin(2 * M_PI * k / sides)};
    points.push_back(at - Vec3{0, half, 0});
    if (cylinder != nullptr) points.push_back(at + Vec3{0, half, 0});
  }
  if (cone != nullptr) points.emplace_back(0, half, 0);
  return {*makeHull(std::move(points)), posed.pose};
}

// The oracle knows nothing of curved surfaces: polytopes with 512 sides in and around the shapes.
TEST(CurvedAxes, LieBetweenFinePrismsInAndAroundTheShapes) {
  constexpr int kSides = 512;
  Random random{512};
  double worst_below = 0, worst_above = 0, widest = 0;
  int overlapping = 0;
  for (int i = 0; i < test::rounds(60, 8); ++i) {
    const int other = i % 5;
    const PosedShape a = test::posed(random, test::randomSolid(random, 6 + i % 2), 0.3);
    const PosedShape b = test::posed(random, test::randomSolid(random, other < 3 ? other : 3 + other), 0.5);
    const auto separation = [&](double factor) {
      return testPair(tessellated(a, kSides, factor), tessellated(b, kSides, factor), {}, "gjk-epa")
          .value()
          .answer.separation;
    };
    const double low = separation(1 / std::cos(M_PI / kSides)), high = separation(1),
                 here = testPair(a, b).value().answer.separation;
    worst_below = std::max(worst_below, low - here);
    worst_above = std::max(worst_above, here - high);
    widest = std::max(widest, high - low);
    overlapping += here < 0 ? 1 : 0;
  }
  std::printf("below the lower bound by %g, above the upper by %g, which are %g apart at most; overlapping %d\n",
              worst_below, worst_above, widest, overlapping);
  EXPECT_LT(std::max(worst_below, worst_above), 1e-12);
  EXPECT_LT(widest, 1e-4);
  EXPECT_GT(overlapping, test::rounds(20, 2));
}

double separationOf(const PosedShape& a, const PosedShape& b) { return testPair(a, b).value().answer.separation; }

std::string decidedBy(const PosedShape& a, const PosedShape& b) {
  return axisName(decidingAxis(satOf(testPair(a, b).value())).id);
}

// Found by an engine's thread: through 64 sides a crossing 4.4e-6 m deep came out a hundred times too deep.
TEST(CurvedAxes, KnowParallelCoaxialAndCrossingOnesInClosedForm) {
  Random random{7};
  const Mat3 lying = matrixOf(quaternionAbout({1, 0, 0}, M_PI / 2));
  double worst = 0;
  int shallow = 0;
  for (int i = 0; i < 2000; ++i) {
    const double ra = random.in(0.1, 1), rb = random.in(0.1, 1), ha = random.in(2, 4), hb = random.in(2, 4);
    const Mat3 rotation = matrixOf(random.rotation());
    const Vec3 origin = random.point(2);
    const auto at = [&](const Shape& shape, const Vec3& p, const Mat3& own) {
      return PosedShape{shape, {origin + rotation * p, rotation * own}};
    };
    // Side by side, or all but coaxial: across the axes or along them.
    const double beside = i % 3 == 0 ? 0 : random.in(0, 2), along = random.in(0, 1), angle = random.in(0, 2 * M_PI);
    const PosedShape a = at(Cylinder{ha, ra}, {0, 0, 0}, Mat3{1.0});
    const PosedShape parallel =
        at(Cylinder{hb, rb}, {beside * std::cos(angle), along, beside * std::sin(angle)}, Mat3{1.0});
    worst = std::max(worst, std::abs(separationOf(a, parallel) - std::max(beside - ra - rb, along - ha - hb)));
    // Crossing far from the caps: as deep as the axes are near.
    const double depth = i % 2 == 0 ? random.in(-0.05, 0.05) : std::pow(10, random.in(-9, -2));
    const PosedShape crossing = at(Cylinder{hb, rb}, {ra + rb - depth, 0, 0}, lying);
    worst = std::max(worst, std::abs(separationOf(a, crossing) + depth));
    shallow += std::abs(depth) < 1e-5 ? 1 : 0;
  }
  std::printf("worst error %g\n", worst);
  EXPECT_LT(worst, 1e-14);
  EXPECT_GT(shallow, 300);
}

// The names are what the report explains: a wrong packing would name features of the other shape.
TEST(CurvedAxes, AreNamedByTheFeaturesThatMeet) {
  const Mat3 lying = matrixOf(quaternionAbout({1, 0, 0}, M_PI / 2));
  const PosedShape upright{Cylinder{2, 0.5}, {}};
  EXPECT_EQ(decidedBy(upright, {Cylinder{2, 0.5}, {{0.9, 0, 0}, lying}}), "AsidexBside");
  EXPECT_EQ(decidedBy(upright, {Box{{1, 1, 1}}, {{0, 2.5, 0}, Mat3{1.0}}}), "A0");
  EXPECT_EQ(decidedBy(upright, {Point3{}, {{0.4, 0, 0}, Mat3{1.0}}}), "AsidexBvertex0");
  EXPECT_EQ(decidedBy(upright, {Point3{}, {{1, 3, 0}, Mat3{1.0}}}), "AtopxBvertex0");
  EXPECT_EQ(decidedBy({Point3{}, {{1, -3, 0}, Mat3{1.0}}}, upright), "Avertex0xBbottom");
  EXPECT_EQ(decidedBy({Cone{1, 1}, {}}, {Point3{}, {{0.1, 1.5, 0}, Mat3{1.0}}}), "AapexxBvertex0");
  // A coin on edge in the corner of another's rim.
  const Mat3 tilted = matrixOf(quaternionAbout({0, 0, 1}, 0.6));
  const std::string rims = decidedBy({Cylinder{0.1, 1}, {}}, {Cylinder{0.1, 1}, {{1.75, 0.5, 0.2}, tilted}});
  EXPECT_TRUE(rims.starts_with("Atop") || rims.starts_with("Aside")) << rims;
  for (const char* name : {"AsidexBside", "AtopxBedge3", "AbasexBvertex0", "AapexxBbottom", "Avertex12xBside"}) {
    const auto id = parseAxisName(name);
    ASSERT_TRUE(id) << name;
    EXPECT_EQ(axisName(*id), name);
    EXPECT_EQ(id->kind, std::string(name).find("side") != std::string::npos ? AxisKind::kLateral : AxisKind::kRim);
  }
  for (const char* name : {"Aside", "AsidexB", "Bside", "AsidexBedge", "Aside0xBside", "AsidexBvertex01"})
    EXPECT_FALSE(parseAxisName(name)) << name;
}

// Contacts of true shapes: on the line where a cylinder lies, on the rim where it leans, at the apex.
TEST(CurvedAxes, ContactsAreOnTheLateralLineTheRimAndTheCap) {
  const PosedShape floor{Box{{5, 1, 5}}, {}};
  const auto contacts = [&](const Shape& shape, const Vec3& at, const Mat3& rotation) {
    return testPair(floor, {shape, {at, rotation}}).value().answer.contacts;
  };
  const Mat3 lying = matrixOf(quaternionAbout({1, 0, 0}, M_PI / 2) * quaternionAbout({0, 1, 0}, 0.1));
  auto line = contacts(Cylinder{1, 0.5}, {0, 1.499, 0}, lying);
  ASSERT_EQ(line.size(), 2u);
  EXPECT_NEAR(std::abs(line[0].position.z - line[1].position.z), 2, 1e-12);
  for (const Contact& contact : line) {
    EXPECT_NEAR(contact.separation, -0.001, 1e-15);
    EXPECT_NEAR(contact.position.x, 0, 1e-15);
  }
  const double lean = 0.7, reach = std::cos(lean) * 1 + std::sin(lean) * 0.5;
  const auto rim = contacts(Cylinder{1, 0.5}, {0, 1 + reach - 0.001, 0}, matrixOf(quaternionAbout({0, 0, 1}, lean)));
  ASSERT_GE(rim.size(), 1u);
  EXPECT_NEAR(rim[0].separation, -0.001, 1e-14);
  EXPECT_NEAR(rim[0].position.x, std::sin(lean) - 0.5 * std::cos(lean), 1e-14);
  EXPECT_NEAR(rim[0].position.z, 0, 1e-14);
  const auto apex = contacts(Cone{1, 0.5}, {0.25, 1.999, 0}, matrixOf(quaternionAbout({1, 0, 0}, M_PI)));
  ASSERT_EQ(apex.size(), 1u);
  EXPECT_NEAR(apex[0].position.x, 0.25, 1e-15);
}

}  // namespace
}  // namespace sepax
