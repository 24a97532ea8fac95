#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "collide/pair_table.h"
#include "collide/posed.h"
#include "geom/contains.h"
#include "geom/convex.h"
#include "geom/random.h"

// Pairs whose contacts were wrong once: off the shapes, because a side was taken for one of its parts, a face without
// width had no sides to clip against, or lengths were measured in the larger shape.

namespace sepax {
namespace {

using test::at;
using test::tested;

/// Each contact lies midway between a boundary point of A and one of B, `tolerance` metres; the first is as deep as the
/// answer.
void expectOnBoth(const PosedShape& a, const PosedShape& b, double tolerance) {
  for (const bool swapped : {false, true}) {
    const PosedShape &first = swapped ? b : a, &second = swapped ? a : b;
    const PairReport report = tested(first, second);
    ASSERT_FALSE(report.answer.contacts.empty());
    EXPECT_NEAR(report.answer.contacts[0].separation, report.answer.separation, tolerance);
    for (const Contact& contact : report.answer.contacts) {
      const Vec3 half = report.answer.normal * (contact.separation / 2);
      EXPECT_NEAR(containsPoint(first.shape, first.pose, contact.position - half).signed_distance, 0, tolerance)
          << featuresOf(contact);
      EXPECT_NEAR(containsPoint(second.shape, second.pose, contact.position + half).signed_distance, 0, tolerance)
          << featuresOf(contact);
    }
  }
}

/// The least and largest coordinate of the contacts.
std::array<double, 2> rangeOf(const PairReport& report, int coordinate) {
  std::array<double, 2> out{1e300, -1e300};
  for (const Contact& contact : report.answer.contacts) {
    out = {std::min(out[0], contact.position[coordinate]), std::max(out[1], contact.position[coordinate])};
  }
  return out;
}

void expectRange(const std::array<double, 2>& range, double low, double high) {
  EXPECT_NEAR(range[0], low, 1e-12);
  EXPECT_NEAR(range[1], high, 1e-12);
}

// The contact of a box over x −0.9…−0.5 was at −0.2: of the side's two parts the first was taken, and the box lies over
// the other.
TEST(ContactCases, LieOnTheWholeSideWhereItHasACornerOnIt) {
  const PosedShape ground = at(Polygon{{{-1, -1}, {1, -1}, {1, 1}, {0.1, 1}, {-1, 1}}}, {0, 0, 0});
  struct Row {
    double half_width, x, low, high;
  };
  for (const Row& row : {Row{0.6, 0.05, -0.55, 0.65}, Row{0.2, 0.7, 0.5, 0.9}, Row{0.2, -0.7, -0.9, -0.5}}) {
    const PosedShape box = at(Box2{{row.half_width, 0.25}}, {row.x, 1.2, 0});
    expectOnBoth(ground, box, 1e-15);
    const PairReport report = tested(ground, box);
    expectRange(rangeOf(report, 0), row.low, row.high);
    for (const Contact& contact : report.answer.contacts) {
      EXPECT_EQ(contact.on_a.index, contact.position.x > 0.1 ? 2 : 3) << "the part of the side that the contact is on";
    }
  }
}

TEST(ContactCases, LieOnTheSpineOfACombAcrossItsCuts) {
  const PosedShape comb = at(Polygon{{{-1, -1},
                                      {1, -1},
                                      {1, 1},
                                      {0.8, 1},
                                      {0.8, -0.8},
                                      {0.1, -0.8},
                                      {0.1, 1},
                                      {-0.1, 1},
                                      {-0.1, -0.8},
                                      {-0.8, -0.8},
                                      {-0.8, 1},
                                      {-1, 1}}},
                             {0, 0, 0});
  struct Row {
    Vec3 position;
    double half_width, low, high;
    int edge;
  };
  for (const Row& row : {Row{{0.45, -0.72, 0}, 0.25, 0.2, 0.7, 4}, Row{{-0.45, -0.72, 0}, 0.25, -0.7, -0.2, 8},
                         Row{{0, -1.08, 0}, 0.5, -0.5, 0.5, 0}}) {
    const PosedShape bar = at(Box2{{row.half_width, 0.1}}, row.position);
    expectOnBoth(comb, bar, 1e-15);
    const PairReport report = tested(comb, bar);
    expectRange(rangeOf(report, 0), row.low, row.high);
    for (const Contact& contact : report.answer.contacts)
      EXPECT_EQ(contact.on_a.index, row.edge) << featuresOf(contact);
  }
}

// Contacts of a comb of many teeth with a curved strip were 0.07 m off the strip.
TEST(ContactCases, LieOnConcavePolygonsOfManyPieces) {
  const Polygon strip{{{0.2, 0.0},
                       {0.23109397217470995, 0.1580998925506099},
                       {0.1304487916116025, 0.3355340709482014},
                       {-0.09996892166495823, 0.42849295758640593},
                       {-0.38344473208144764, 0.3512408538865985},
                       {-0.5939954979602673, 0.08467200483592034},
                       {-0.6097957231072201, -0.3009139014404994},
                       {-0.5608697256340778, -0.24781144824511714},
                       {-0.5427287890909553, 0.06773760386873627},
                       {-0.3282246486667732, 0.2701852722204604},
                       {-0.0788303344743457, 0.3116312418810225},
                       {0.08838088043545454, 0.2236893806321343},
                       {0.18519870392462595, 0.09034279574320568},
                       {0.163792865770914, 0.0}}};
  Polygon comb{{{-0.5, -0.5}, {0.5, -0.5}, {0.5, 0.5}}};
  for (const double x : {7.0, 3.0, -1.0, -5.0}) {  // a gap between two teeth, eighteenths of a metre
    const double right = x / 18, left = (x - 2) / 18;
    for (const Vec2& v : {Vec2{right, 0.5}, Vec2{right, -0.4}, Vec2{left, -0.4}, Vec2{left, 0.5}})
      comb.vertices.push_back(v);
  }
  comb.vertices.push_back({-0.5, 0.5});
  expectOnBoth(at(strip, {0, 0, 0}, matrixOfAngle(0.3254511120134871)),
               at(comb, {-0.8082563978590752, -0.054842773128986666, 0}, matrixOfAngle(0.5510045564942976)), 1e-15);
}

// Sides without length clipped nothing: contacts lay at y = ±20 on a plate that spans ±5.
TEST(ContactCases, LieOnAPlateWithoutThickness) {
  const PosedShape plate = at(Box{{3, 5, 0}}, {0, 0, 0}), wall = at(Box{{10, 20, 30}}, {12.5, 0, 0});
  expectOnBoth(plate, wall, 1e-14);
  expectRange(rangeOf(tested(plate, wall), 1), -5, 5);

  const PosedShape small = at(Box{{0.5, 1, 0}}, {0, 0, 0}), crate = at(Box{{1, 3, 1}}, {1.4, 0.5, 0.2});
  expectOnBoth(small, crate, 1e-14);
  expectRange(rangeOf(tested(small, crate), 1), -1, 1);

  const PosedShape upright = at(Box{{0.0, 156.0281510620956, 64.15837854221053}}, {0, 0, 0});
  const PosedShape lying = at(Box{{1757.3250570906357, 1101.3352491823393, 0.0}}, {200, 100, 60});
  expectOnBoth(upright, lying, 1e-12);
  expectRange(rangeOf(tested(upright, lying), 0), 0, 0);
}

TEST(ContactCases, LieOnNeedlesAndPointsMadeOfBoxes) {
  const PosedShape ground = at(Box{{2, 1, 2}}, {0, 0, 0});
  const PosedShape needle = at(Box{{0.5, 0, 0}}, {0.25, 0.99, 0}), point = at(Box{{0, 0, 0}}, {0.25, 0.99, 0});
  expectOnBoth(ground, needle, 1e-15);
  expectRange(rangeOf(tested(ground, needle), 0), -0.25, 0.75);
  expectOnBoth(ground, point, 1e-15);
  EXPECT_EQ(tested(ground, point).answer.contacts.size(), 1u);
  // Across the edge of the ground only its part above it is in contact.
  const PosedShape beyond = at(Box{{0.5, 0, 0}}, {1.9, 0.99, 0});
  expectOnBoth(ground, beyond, 1e-15);
  expectRange(rangeOf(tested(ground, beyond), 0), 1.4, 2);
}

Shape hullOf(std::vector<Vec3> points, double scale = 1) {
  for (Vec3& p : points) p *= scale;
  return makeHull(std::move(points)).value();
}

// The contact was half the plates' thickness off one of them: a corner was taken for the place where two edges cross.
TEST(ContactCases, LieOnFlatHulls) {
  const double s = 904.6540037006287, h = 1.8093080074012573;
  const Shape a = hullOf({{-s, -2 * s, -h},
                          {0, 0, 0},
                          {-s, 2 * s, -h},
                          {s, 2 * s, -h},
                          {s, 2 * s, h},
                          {-2 * s, -s, h},
                          {2 * s, 0, h},
                          {2 * s, 0, 0},
                          {0, 2 * s, 0}});
  const Shape b = hullOf({{-s, 2 * s, 0},
                          {0, 2 * s, 0},
                          {-s, -2 * s, -h},
                          {0, 2 * s, h},
                          {s, s, -h},
                          {2 * s, -s, 0},
                          {2 * s, -s, h},
                          {s, 0, h},
                          {2 * s, 0, 0}});
  expectOnBoth(at(a, {-9908.809558684681, 2880.573453208425, 4005.4282262684214}),
               at(b, {-12170.444568908613, 618.9384449294716, 4005.4282264585213}), 1e-10);
}

TEST(ContactCases, LieOnAHullThatIsThinToItsLastDigits) {
  const double s = 0.18559760039617804;
  const Shape a = hullOf({{0, -s, -2 * s},
                          {-2 * s, s, 2 * s},
                          {s, s, 0},
                          {0, 0, 0},
                          {2 * s, s, -2 * s},
                          {-s, -2 * s, -2 * s},
                          {-2 * s, 2 * s, 2 * s},
                          {2 * s, 0, 0},
                          {0, 2 * s, 0}});
  const Shape b = hullOf({{-0.09592073759189863, 0.04601054039972985, -3.5562356412817823e-09},
                          {0.2481853870581554, -0.26278898100083353, -8.445023508916169e-10},
                          {0.27973193687423914, -0.20997251312796106, -1.2428782850541905e-09},
                          {0.11735638359197292, 0.3255248556885197, 1.343388426720272e-09},
                          {-0.15157969866943127, -0.2994710763515194, 1.585135529581757e-09},
                          {-0.09592073759189863, 0.04601054039972985, -3.5562356412817823e-09}});
  const Mat3 rotation =
      matrixOf(Quat{-0.2591327579840451, -0.886441562177732, 0.3118729511729948, 0.22317444502032782});
  expectOnBoth(at(a, {-2.904245784535675, 2.3944682747523514, -0.26956096600515894}, rotation),
               at(b, {-2.6975873406895596, 2.5566113307786007, -0.0078122908935632784}, rotation), 1e-14);
}

// Features were taken within a billionth of the sphere's 78 km; the contact was 12 mm off a box of 5 cm.
TEST(ContactCases, LieOnASmallBoxUnderAHugeSphere) {
  const PosedShape box = at(FixedBox{{0.048225544369851395, 0.03751191295026386, 0.024756426165811966}},
                            {0.2098353625428793, -0.3259454489829778, -0.1828531132630828});
  const PosedShape sphere =
      at(Sphere{39201.888021349114}, {0.16668815081226332, 39201.599587818804, -0.1460931984067028});
  expectOnBoth(box, sphere, 4e-11);  // what doubles resolve at 39 km
}

// These were right and stay so.
TEST(ContactCases, SpanTheFootOfABoxOnAFloorOfTwoTriangles) {
  const Shape floor =
      makeMesh({{-5, 0, -5}, {5, 0, -5}, {5, 0, 5}, {-5, 0, 5}}, {TriangleIndices{0, 2, 1}, TriangleIndices{0, 3, 2}})
          .value();
  const PairReport report = tested(at(floor, {0, 0, 0}), at(Box{{1, 1, 1}}, {0.2, 0.99, 0}));
  ASSERT_EQ(report.answer.contacts.size(), 4u);
  expectRange(rangeOf(report, 0), -0.8, 1.2);
  expectRange(rangeOf(report, 2), -1, 1);
}

// Only the eight nearest triangles were asked for contacts: a box on a fine floor stood on a part of its foot.
TEST(ContactCases, SpanTheFootOfABoxOnAFloorOfManyTriangles) {
  constexpr std::uint32_t kSide = 12;
  std::vector<Vec3> vertices;
  std::vector<TriangleIndices> triangles;
  for (std::uint32_t i = 0; i <= kSide; ++i) {
    for (std::uint32_t j = 0; j <= kSide; ++j) vertices.emplace_back(0.25 * i - 1.5, 0, 0.25 * j - 1.5);
  }
  for (std::uint32_t i = 0; i < kSide; ++i) {
    for (std::uint32_t j = 0; j < kSide; ++j) {
      const std::uint32_t at = i * (kSide + 1) + j;
      triangles.push_back({at, at + 1, at + kSide + 1});
      triangles.push_back({at + 1, at + kSide + 2, at + kSide + 1});
    }
  }
  const PosedShape floor = at(makeMesh(vertices, triangles).value(), {0, 0, 0}),
                   box = at(Box{{1, 1, 1}}, {0.1, 1, 0.1});
  const PairReport report = tested(floor, box);
  EXPECT_EQ(report.answer.verdict, Verdict::kTouching);
  ASSERT_EQ(report.answer.contacts.size(), 4u);
  expectRange(rangeOf(report, 0), -0.9, 1.1);
  expectRange(rangeOf(report, 2), -0.9, 1.1);
}

// Surfaces were measured along the axis under the core: a leaning capsule's contacts lay inside of it.
TEST(ContactCases, LieOnALeaningCapsuleDeepInABox) {
  const PosedShape ground = at(Box{{3, 1, 5}}, {2, 0, 0});
  const PosedShape capsule = at(Capsule{2, 0.5}, {0.5, 1.1, 0}, matrixOf(quaternionAbout({0, 0, 1}, M_PI / 2 - 0.15)));
  expectOnBoth(ground, capsule, 1e-14);
  EXPECT_EQ(tested(ground, capsule).answer.contacts.size(), 2u);
  // Two nearly parallel ones, deep enough that both ends of the common stretch touch.
  const PosedShape lower = at(Capsule{1, 0.5}, {0, 0, 0}),
                   upper = at(Capsule{1, 0.3}, {0, 0, 0.75}, matrixOf(quaternionAbout({0, 0, 1}, 0.04)));
  expectOnBoth(lower, upper, 1e-14);
  EXPECT_EQ(tested(lower, upper).answer.contacts.size(), 2u);
}

// A cone without height is a disc: its 64 sides lie in one plane and were clipped against one by one.
TEST(ContactCases, SpanTheWholeTopOfAConeWithoutHeight) {
  const PosedShape disc = at(Cone{0, 1}, {0, 0, 0}), box = at(Box{{0.3, 0.5, 0.3}}, {0.2, 0.49, 0.1});
  const PairReport report = tested(disc, box);
  ASSERT_EQ(report.answer.contacts.size(), 4u);
  expectRange(rangeOf(report, 0), -0.1, 0.5);
  expectRange(rangeOf(report, 2), -0.2, 0.4);
}

// Tangent to a rim: the cap's polygon lies inside it by up to 1.2e-3 of the radius, and the contact beside the rim.
TEST(ContactCases, TouchTheRimOfACapWhereItIsTangent) {
  const PosedShape cap = at(Cylinder{0.25, 0.5}, {0, 0, 0});
  const PosedShape lying = at(Cylinder{1, 0.75}, {0.3, 0.5, 0.5}, {{0, 1, 0}, {1, 0, 0}, {0, 0, -1}});
  expectOnBoth(cap, lying, 1e-12);
  const PairReport report = tested(cap, lying);
  EXPECT_EQ(report.answer.verdict, Verdict::kOverlapping);
  expectOnBoth(cap, at(Sphere{0.75}, {0, 0.75, 0.5}), 1e-12);
  expectOnBoth(cap, at(Box{{0.5, 0.25, 0.5}}, {0.2, 0.45, 1.0}), 1e-12);
}

// The depth over the lateral surface came from the root of 1 − sine², which left of a flat cone's cosine six digits.
TEST(ContactCases, TouchAFlatConeWhereItIs) {
  const double half = 5.9e-7, radius = 0.285;
  const PosedShape cone = at(Cone{half, radius}, {0, 0, 0}), point = at(Point3{}, {8e-8, half - 8e-9, 3e-8});
  expectOnBoth(cone, point, 1e-20);
}

// The direction that certifies the distance is a hair off the line between the cores; a large radius magnified that to
// 2 nm.
TEST(ContactCases, WitnessPointsOfALargeCircleAndATinyPolygonAreAsFarApartAsTheDistance) {
  SplitMix64 random{7};
  double worst = 0;
  for (int i = 0; i < 300; ++i) {
    Polygon tiny;
    tiny.vertices.clear();
    for (int k = 0; k < 7; ++k) {
      const double angle = 2 * M_PI * (k + random.in(0, 0.8)) / 7;
      tiny.vertices.emplace_back(1e-6 * std::cos(angle), 1e-6 * std::sin(angle));
    }
    const Vec3 d = normalizedOr({random.in(-1, 1), random.in(-1, 1), 0}, {1, 0, 0});
    const PairReport report = tested(at(Circle{0.4}, {0, 0, 0}), at(tiny, d * (0.4 + random.in(0.5e-6, 3e-6))));
    if (report.answer.separation <= 0) continue;
    worst =
        std::max(worst, std::abs(length(report.answer.closest_b - report.answer.closest_a) - report.answer.distance));
  }
  EXPECT_LT(worst, 1e-15);
}

TEST(ContactCases, SpanTheFacesOfAHullWithCornersOnItsFacesAndEdges) {
  const PosedShape hull = at(hullOf({{-1, -1, -1},
                                     {1, -1, -1},
                                     {-1, 1, -1},
                                     {1, 1, -1},
                                     {-1, -1, 1},
                                     {1, -1, 1},
                                     {-1, 1, 1},
                                     {1, 1, 1},
                                     {0.1, 1, -1},
                                     {0.1, 1, 1},
                                     {0, 1, 0},
                                     {1, 0.3, 1}}),
                             {0, 0, 0});
  const PosedShape on_face = at(Box{{0.2, 0.25, 0.2}}, {-0.7, 1.2, 0.1});
  const PosedShape on_edge =
      at(Box{{0.3, 0.25, 0.3}}, {1.2, 1.2, 0.0}, matrixOf(Quat{0, 0, 0.3826834323650898, 0.9238795325112867}));
  const PosedShape wide = at(Box{{0.6, 0.25, 0.3}}, {0.2, 1.2, 0.0});
  for (const PosedShape* box : {&on_face, &on_edge, &wide}) expectOnBoth(hull, *box, 1e-15);
  expectRange(rangeOf(tested(hull, on_face), 0), -0.9, -0.5);
  expectRange(rangeOf(tested(hull, on_edge), 2), -0.3, 0.3);
  expectRange(rangeOf(tested(hull, wide), 0), -0.4, 0.8);
}

}  // namespace
}  // namespace sepax
