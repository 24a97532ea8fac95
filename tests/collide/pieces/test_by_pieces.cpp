#include "collide/pieces/by_pieces.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>

#include "collide/gjk/closest_points.h"
#include "collide/pieces/concave_shapes.h"
#include "geom/contains.h"
#include "geom/convex.h"
#include "geom/pieces.h"
#include "geom/rounded.h"
#include "geom/tolerances.h"

namespace sepax {
namespace {

using namespace test;

/// What all piece pairs say, each tested on its own by the convex reference.
struct Oracle {
  double least_separation = std::numeric_limits<double>::infinity();  ///< over the pairs that overlap or touch
  double least_distance = std::numeric_limits<double>::infinity();
  Verdict verdict = Verdict::kSeparated;
};

Oracle tryAll(const PosedShape& a, const PosedShape& b) {
  const ShapePieces pieces_a(a.shape), pieces_b(b.shape);
  const PairSettings settings{kTouching * pairSize(a, b)};
  Oracle oracle;
  for (int i = 0; i < pieces_a.count(); ++i) {
    for (int j = 0; j < pieces_b.count(); ++j) {
      const PairAnswer answer = testPair(pieces_a.piece(i, a.pose), pieces_b.piece(j, b.pose), settings)->answer;
      oracle.verdict = std::max(oracle.verdict, answer.verdict);
      oracle.least_separation = std::min(oracle.least_separation, answer.separation);
      oracle.least_distance = std::min(oracle.least_distance, answer.distance);
    }
  }
  return oracle;
}

struct ConcavePair {
  PosedShape a, b;
};

ConcavePair randomPair(Random& random, int round) {
  const double spread = round % 3 == 0 ? 0.6 : 1.5;
  if (round % 2 == 0) {
    const auto other = [&] {
      return round % 4 == 0 ? randomStar(random, 12) : randomPlanar(random, round / 4 % kPlanarKinds);
    };
    PosedShape star = posed(random, randomStar(random, 5 + round % 20), spread),
               partner = posed(random, other(), spread);
    return round % 8 < 4 ? ConcavePair{star, partner} : ConcavePair{partner, star};
  }
  const auto mesh = [&]() -> Shape {
    if (round % 5 == 0) return soup(random, 20);
    if (round % 7 == 0) return cubeMesh(Vec3{2.5});
    return torus(random, 6, 5, 0.3, 0.2);
  };
  const Shape other = round % 4 == 1 ? mesh() : randomSolid(random, round / 4 % kSolidKinds);
  PosedShape first = posed(random, mesh(), spread), partner = posed(random, other, spread);
  return round % 8 < 4 ? ConcavePair{first, partner} : ConcavePair{partner, first};
}

// A bound of the tree that is too tight would leave the deciding pieces out.
TEST(ByPieces, SaysWhatTryingAllPiecePairsSays) {
  Random random{41};
  int apart = 0, overlapping = 0, hulls_overlap_alone = 0, pruned = 0, mtv_checked = 0, contained = 0;
  double worst_separation = 0, worst_distance = 0, worst_left = 0;
  for (int round = 0; round < test::rounds(240, 80); ++round) {
    const auto [a, b] = randomPair(random, round);
    if (isConvex(a.shape) && isConvex(b.shape)) continue;
    const Result<PairReport> report = testPair(a, b);
    ASSERT_TRUE(report);
    ASSERT_TRUE(report->pieces);
    const PieceReport& pieces = *report->pieces;
    const PairAnswer& answer = report->answer;
    const Oracle oracle = tryAll(a, b);
    const double size = pairSize(a, b);
    if (const auto* sat = std::get_if<SatReport>(&report->trace)) {
      EXPECT_EQ(check(*sat), std::nullopt) << round;
    }
    if (pieces.contained != Containment::kNone) {
      ++contained;
      EXPECT_EQ(answer.verdict, Verdict::kOverlapping);
      EXPECT_NE(oracle.verdict, Verdict::kOverlapping);
    } else {
      EXPECT_EQ(answer.verdict, oracle.verdict) << round;
      if (answer.verdict == Verdict::kSeparated) {
        worst_distance = std::max(worst_distance, std::abs(answer.distance - oracle.least_distance) / size);
      } else {
        // The deciding pieces are as deep as any; the whole shapes are as deep as that or deeper.
        const double of_pieces = decidingAxis(std::get<SatReport>(report->trace)).separation;
        worst_separation = std::max(worst_separation, std::abs(of_pieces - oracle.least_separation) / size);
        EXPECT_LE(answer.separation, of_pieces + 1e-12 * size) << round;
      }
    }
    (answer.verdict == Verdict::kSeparated ? apart : overlapping) += 1;
    if (answer.verdict == Verdict::kSeparated && pieces.hull_report &&
        pieces.hull_report->verdict == Verdict::kOverlapping) {
      ++hulls_overlap_alone;
    }
    EXPECT_LE(pieces.tested, pieces.pairs());
    pruned += pieces.tested * 2 < pieces.pairs() ? 1 : 0;
    EXPECT_EQ(answer.verdict == Verdict::kOverlapping, pieces.mtv_kind != MtvKind::kNone);
    if (answer.verdict == Verdict::kOverlapping) {
      // The mtv ends the overlap of all pieces, and what it leads to is no overlap of insides either, but touching.
      PosedShape moved = b;
      moved.pose.position += answer.mtv;
      const PairReport after = *testPair(a, moved, {10 * kTouching * size});
      EXPECT_NE(after.answer.verdict, Verdict::kOverlapping) << round << " " << mtvKindName(pieces.mtv_kind);
      EXPECT_GE(length(answer.mtv), -answer.separation - 1e-9 * size);
      worst_left = std::max(worst_left, after.answer.distance / size);
      ++mtv_checked;
    }
  }
  RecordProperty("worst_separation", std::to_string(worst_separation));
  RecordProperty("worst_distance", std::to_string(worst_distance));
  RecordProperty("worst_gap_left", std::to_string(worst_left));
  EXPECT_LT(worst_separation, 1e-12);
  EXPECT_LT(worst_distance, 1e-12);
  EXPECT_LT(worst_left, 1e-12);
  EXPECT_GT(apart, test::rounds(50));
  EXPECT_GT(overlapping, test::rounds(50));
  EXPECT_GT(hulls_overlap_alone, test::rounds(5));
  EXPECT_GT(mtv_checked, test::rounds(50));
  EXPECT_GT(contained, 0);
  EXPECT_GT(pruned, test::rounds(90));
}

// A box of one tree seen in the wrong frame would prune differently when swapped or moved.
TEST(ByPieces, DoesNotChangeWhenSwappedMovedOrScaled) {
  Random random{77};
  int tried = 0;
  for (int round = 0; round < test::rounds(120, 40); ++round) {
    const auto [a, b] = randomPair(random, round);
    if ((isConvex(a.shape) && isConvex(b.shape)) || neverRotates(a.shape) || neverRotates(b.shape)) continue;
    ++tried;
    const PairAnswer answer = testPair(a, b)->answer, swapped = testPair(b, a)->answer;
    const double size = pairSize(a, b);
    EXPECT_EQ(answer.verdict, swapped.verdict) << round;
    EXPECT_NEAR(answer.distance, swapped.distance, 1e-12 * size);
    // When apart, pieces at the same distance may have other axes; the depth is one number.
    if (answer.verdict == Verdict::kOverlapping) {
      EXPECT_NEAR(answer.separation, swapped.separation, 1e-12 * size) << round;
    }
    const bool planar = isPlanar(a.shape);
    const Mat3 rotation = planar ? matrixOfAngle(0.7) : matrixOf(random.rotation());
    const Vec3 shift = planar ? Vec3{30, -20, 0} : Vec3{30, -20, 10};
    const auto moved = [&](const PosedShape& s) {
      return PosedShape{s.shape, {rotation * s.pose.position + shift, rotation * s.pose.rotation}};
    };
    const PairAnswer after = testPair(moved(a), moved(b))->answer;
    EXPECT_EQ(answer.verdict, after.verdict) << round;
    EXPECT_NEAR(answer.distance, after.distance, 1e-11 * size);
    const auto grown = [&](const PosedShape& s) {
      return PosedShape{*scaled(s.shape, Vec3{8.0}), {8.0 * s.pose.position, s.pose.rotation}};
    };
    const PairAnswer larger = testPair(grown(a), grown(b))->answer;
    EXPECT_EQ(answer.verdict, larger.verdict) << round;
    EXPECT_NEAR(8 * answer.distance, larger.distance, 8e-12 * size);
  }
  EXPECT_GT(tried, test::rounds(80));
}

TEST(ByPieces, ABallInTheHollowOfACTouchesNothingThoughTheHullsOverlap) {
  const PosedShape c{letterC(), {}};
  const PairReport inside = *testPair(c, {Circle{0.25}, {{0.25, 0, 0}, Mat3{1.0}}});
  EXPECT_EQ(inside.answer.verdict, Verdict::kSeparated);
  EXPECT_NEAR(inside.answer.distance, 0.25, 1e-15);
  ASSERT_TRUE(inside.pieces && inside.pieces->hull_report);
  EXPECT_EQ(inside.pieces->hull_report->verdict, Verdict::kOverlapping);
  EXPECT_EQ(inside.pieces->count_a, 3);
  // Half in the wall: the mtv leads to the side of the wall that is nearer, and it is free there.
  const PairReport wall = *testPair(c, {Circle{0.25}, {{0.25, 0.4, 0}, Mat3{1.0}}});
  EXPECT_EQ(wall.answer.verdict, Verdict::kOverlapping);
  EXPECT_NEAR(length(wall.answer.mtv), 0.15, 1e-12);
  EXPECT_EQ(wall.pieces->mtv_kind, MtvKind::kDeepestPieces);
}

TEST(ByPieces, TheDeepestPiecesMtvIsNotTakenWhenItOnlyLeadsIntoAnother) {
  // A bar across both arms of the C: out of one arm to the near side is into the other one.
  const PosedShape c{letterC(), {}}, bar{Box2{{0.2, 0.9}}, {{0.6, 0, 0}, Mat3{1.0}}};
  const PairReport report = *testPair(c, bar);
  EXPECT_EQ(report.answer.verdict, Verdict::kOverlapping);
  EXPECT_NE(report.pieces->mtv_kind, MtvKind::kDeepestPieces);
  PosedShape moved = bar;
  moved.pose.position += report.answer.mtv;
  EXPECT_EQ(testPair(c, moved)->answer.verdict, Verdict::kTouching);
  EXPECT_NEAR(length(report.answer.mtv), 0.6, 1e-12);  // out to +x
}

TEST(ByPieces, CutsAreNoEdgesOfTheShape) {
  const PairReport report = *testPair({letterC(), {}}, {Circle{0.25}, {{0.25, 0, 0}, Mat3{1.0}}});
  int cuts = 0;
  for (const SatAxis& axis : std::get<SatReport>(report.trace).axes) {
    if (axis.id.kind != AxisKind::kFaceA) continue;
    EXPECT_TRUE(axis.id.feature_a <= kFirstCut || (axis.id.feature_a >= 0 && axis.id.feature_a < 8));
    if (axis.id.feature_a > kFirstCut) continue;
    ++cuts;
    EXPECT_TRUE(axisName(axis.id).starts_with("Acut")) << axisName(axis.id);
  }
  EXPECT_GE(cuts, 1);
}

TEST(ByPieces, AShapeInsideAClosedMeshOverlapsAndInsideAnOpenOneDoesNot) {
  const Mesh cube = cubeMesh(Vec3{2.0});
  const PosedShape ball{Sphere{0.25}, {{0.5, 0.25, 0}, Mat3{1.0}}};
  const PairReport closed = *testPair({cube, {}}, ball);
  EXPECT_EQ(closed.answer.verdict, Verdict::kOverlapping);
  EXPECT_EQ(closed.pieces->contained, Containment::kBInA);
  EXPECT_NEAR(length(closed.answer.mtv), 1.75, 1e-12);
  EXPECT_EQ(testPair(ball, {cube, {}})->pieces->contained, Containment::kAInB);
  auto triangles = cube.data->triangles;
  triangles.pop_back();
  const PairReport open = *testPair({*makeMesh(cube.data->vertices, triangles), {}}, ball);
  EXPECT_EQ(open.answer.verdict, Verdict::kSeparated);
  EXPECT_TRUE(open.pieces->surface_a);
  // A mesh in a mesh, and the very same mesh in the same pose: the surfaces touch, the insides are one.
  EXPECT_EQ(testPair({cube, {}}, {cubeMesh(Vec3{0.5}), {}})->pieces->contained, Containment::kBInA);
  EXPECT_EQ(testPair({cube, {}}, {cube, {}})->answer.verdict, Verdict::kOverlapping);
  // Side by side they touch and that is all.
  EXPECT_EQ(testPair({cube, {}}, {cube, {{4, 0, 0}, Mat3{1.0}}})->answer.verdict, Verdict::kTouching);
}

TEST(ByPieces, AShapeInsideAFineMeshHasContactsToo) {
  // The hulls of two fine meshes have too many edge pairs to list; the contacts came with that list.
  Random random{23};
  const Mesh outer = test::torus(random, 24, 12, 0.4, 0), inner = test::torus(random, 12, 8, 0.1, 0);
  const PosedShape a{outer, {}}, b{inner, {{0, 0.05, 0}, Mat3{1.0}}};
  for (const bool swapped : {false, true}) {
    const PairReport report = swapped ? *testPair(b, a) : *testPair(a, b);
    ASSERT_NE(report.pieces->contained, Containment::kNone);
    ASSERT_FALSE(report.pieces->hull_report.has_value());
    const PairAnswer& answer = report.answer;
    EXPECT_EQ(answer.verdict, Verdict::kOverlapping);
    ASSERT_FALSE(answer.contacts.empty());
    EXPECT_EQ(answer.contacts[0].separation, answer.separation);
    EXPECT_NEAR(answer.separation, -0.45, 1e-12);
    EXPECT_NEAR(length(answer.mtv), 0.45, 1e-12);
    EXPECT_NEAR(dot(answer.closest_b - answer.closest_a, answer.normal), answer.separation, 1e-12);
  }
}

TEST(ByPieces, ARoundShapeMovesOutOfAFineConvexMeshAsFarAsOutOfItsHull) {
  // Each triangle in it overlaps it least along another direction, and the hulls' axes are too many to list.
  constexpr int kCorners = 200;
  std::vector<Vec3> vertices{{0, 0.5, 0}, {0, -0.5, 0}};
  std::vector<TriangleIndices> triangles;
  for (int i = 0; i < kCorners; ++i) {
    const double angle = 2 * M_PI * i / kCorners;
    vertices.insert(vertices.end(),
                    {{std::cos(angle), 0.5, std::sin(angle)}, {std::cos(angle), -0.5, std::sin(angle)}});
    const auto top = static_cast<std::uint32_t>(2 + 2 * i),
               next = static_cast<std::uint32_t>(2 + 2 * ((i + 1) % kCorners));
    triangles.insert(triangles.end(),
                     {{0, next, top}, {1, top + 1, next + 1}, {top, next, next + 1}, {top, next + 1, top + 1}});
  }
  const Mesh mesh = *makeMesh(vertices, triangles);
  const Hull hull = *makeHull(vertices);
  Random random{3};
  double worst = 0;
  for (int i = 0; i < 12; ++i) {
    const PosedShape cylinder{
        Cylinder{0.05, 0.3}, {{random.in(-1, 1), random.in(-0.3, 0.3), random.in(-1, 1)}, matrixOf(random.rotation())}};
    const PairReport report = *testPair({mesh, {}}, cylinder);
    ASSERT_EQ(report.answer.verdict, Verdict::kOverlapping);
    ASSERT_FALSE(report.pieces->hull_report.has_value());
    const double depth = -testPair({hull, {}}, cylinder)->answer.separation;
    worst = std::max(worst, length(report.answer.mtv) / depth - 1);
  }
  std::printf("at worst %g farther\n", worst);
  EXPECT_LT(worst, 1e-8);
}

TEST(ByPieces, ABoxOnAGroundOfTrianglesTouchesWithAllItsCorners) {
  const Mesh ground = *makeMesh({{-2, 0, -2}, {2, 0, -2}, {2, 0, 2}, {-2, 0, 2}}, {{0, 2, 1}, {0, 3, 2}});
  const PairReport report = *testPair({ground, {}}, {Box{{0.5, 0.5, 0.5}}, {{0, 0.49, 0}, Mat3{1.0}}});
  EXPECT_EQ(report.answer.verdict, Verdict::kOverlapping);
  EXPECT_NEAR(report.answer.separation, -0.01, 1e-12);
  EXPECT_NEAR(report.answer.mtv.y, 0.01, 1e-12);
  for (const double x : {-0.5, 0.5}) {
    for (const double z : {-0.5, 0.5}) {
      EXPECT_TRUE(std::any_of(
          report.answer.contacts.begin(), report.answer.contacts.end(),
          [&](const Contact& c) { return std::abs(c.position.x - x) < 1e-9 && std::abs(c.position.z - z) < 1e-9; }))
          << x << " " << z;
    }
  }
}

/// How many contacts have a point inside of a shape, on a cut between its pieces.
int hiddenContacts(const PairAnswer& answer, const PosedShape& a, const PosedShape& b) {
  const auto off = [](const PosedShape& shape, const Vec3& point) {
    return std::abs(containsPoint(shape.shape, shape.pose, point).signed_distance);
  };
  int hidden = 0;
  for (const Contact& contact : answer.contacts) {
    const Vec3 half = answer.normal * (contact.separation / 2);
    hidden += std::max(off(a, contact.position - half), off(b, contact.position + half)) > 1e-5;
  }
  return hidden;
}

// A contact was on the cut between two pieces, 0.2 m inside of the polygon, where the top of the ellipse touched it.
TEST(ByPieces, ContactsOfRoundShapesAreOnNoCutWhereThereAreOthers) {
  const Shape flat = rounded(Ellipse{{1, 0.25}}, 0.25).value();
  const PosedShape ground{Polygon{{{0, -0.5}, {4, -0.5}, {4, 0}, {1, 1}, {1, 0}, {0, 1}}}, {}},
      ball = at(flat, {1.2, -0.5, 0});
  const PairAnswer found = tested(ground, ball).answer;
  EXPECT_EQ(found.contacts.size(), 1u);
  EXPECT_EQ(hiddenContacts(found, ground, ball), 0);
  // The boxes' upper sides are one; there the ball also touches the end of the left one, which is inside.
  const auto tile = [](const char* id, double x) {
    return CompoundChild{id, Box{{1, 0.1, 1}}, {{x, -0.1, 0}, Mat3{1.0}}};
  };
  const CompoundChild knob{"knob", Sphere{0.2}, {{3, 0, 0}, Mat3{1.0}}};
  const PosedShape tiles{makeCompound({tile("left", -1), tile("right", 1), knob}, false).value(), {}},
      box = at(Box{{0.5, 0.5, 0.5}}, {-0.498, 0.49, 0.3});
  EXPECT_EQ(hiddenContacts(tested(tiles, box).answer, tiles, box), 0);

  Random random{316};
  int overlapping = 0, seen = 0;
  for (int round = 0; round < rounds(400); ++round) {
    const double size = round % 3 == 0 ? 0.1 : 1;
    const Ellipse ellipse{{size * random.in(0.1, 0.8), size * random.in(0.1, 0.5)}};
    const PosedShape a = posed(random, randomStar(random, 6 + round % 9), 0.1),
                     b = posed(random, round % 2 == 0 ? Shape(ellipse) : rounded(ellipse, 0.2 * size).value(), size);
    const PairAnswer answer = tested(a, b).answer;
    if (answer.verdict != Verdict::kOverlapping) continue;
    ++overlapping;
    ASSERT_FALSE(answer.contacts.empty()) << round;
    const int hidden = hiddenContacts(answer, a, b);
    seen += hidden == 0;
    EXPECT_TRUE(hidden == 0 || hidden == static_cast<int>(answer.contacts.size())) << round;
  }
  std::printf("%d of %d overlaps have contacts on the outline alone, the others the deepest pieces'\n", seen,
              overlapping);
  EXPECT_GT(seen, rounds(150));
}

// A row that runs on other pieces than it names would differ from the reference.
TEST(ByPieces, RowsThatTakePiecesAgreeWithTheReference) {
  Random random{15};
  int compared = 0;
  for (int round = 0; round < test::rounds(60, 20); ++round) {
    const auto [a, b] = randomPair(random, round);
    if (isConvex(a.shape) && isConvex(b.shape)) continue;
    const PairReport reference = *testPair(a, b);
    for (const PairAlgorithm& row : pairAlgorithms()) {
      if (row.historical || !handles(row, a.shape, b.shape) || row.tolerance > 2e-5) continue;
      if (std::string_view(row.name) == "brute-force" && round % 6 != 0) continue;
      ++compared;
      const PairReport other = *testPair(a, b, {}, row.name);
      const double tolerance = (row.tolerance + 1e-9) * pairSize(a, b);
      EXPECT_EQ(disagreement(reference, other, tolerance), std::nullopt) << row.name << " " << round;
    }
  }
  EXPECT_GT(compared, test::rounds(100));
}

TEST(ByPieces, FineMeshesAreAnsweredThroughTheirTrees) {
  Random random{8};
  const Mesh ring = torus(random, 100, 50, 0.4, 0);
  ASSERT_EQ(ring.data->triangles.size(), 10000u);
  for (const double x : {0.5, 1.0, 2.5, 20.0}) {
    const PairReport report = *testPair({ring, {}}, {ring, {{x, 0.1, 0}, matrixOf(quaternionAbout({1, 0, 0}, 1.2))}});
    EXPECT_EQ(report.pieces->pairs(), 100000000);
    EXPECT_LT(report.pieces->tested, 4000) << x;
  }
}

TEST(ByPieces, OfAFineMeshTheMtvGoesToTheLastContactWhenThereIsNoTimeToLookForFreePositions) {
  Random random{9};
  const Mesh ring = torus(random, 100, 50, 0.4, 0.3);
  int to_the_last = 0;
  double worst_left = 0;
  for (const Shape& other : {Shape{ring}, Shape{Sphere{0.8}}, Shape{Box{{0.8, 0.8, 0.8}}}, Shape{Cylinder{0.8, 0.5}},
                             Shape{Cone{0.8, 0.5}}}) {
    const PosedShape a{ring, {}};
    PosedShape b{other, {{1, 0.1, 0}, matrixOf(quaternionAbout({1, 0, 0}, 1.2))}};
    const PairReport report = *testPair(a, b);
    ASSERT_EQ(report.answer.verdict, Verdict::kOverlapping);
    to_the_last += report.pieces->mtv_kind == MtvKind::kHulls ? 1 : 0;
    b.pose.position += report.answer.mtv;
    const PairAnswer after = testPair(a, b, {10 * kTouching * pairSize(a, b)})->answer;
    EXPECT_NE(after.verdict, Verdict::kOverlapping) << typeName(other);
    worst_left = std::max(worst_left, after.distance / pairSize(a, b));
  }
  RecordProperty("worst_gap_left", std::to_string(worst_left));
  EXPECT_LT(worst_left, 1e-12);
  EXPECT_GE(to_the_last, 2);
}

/// The least over all pairs of triangles of the largest separation along a side, by comparing corners alone.
double deepestOfTriangles(const std::vector<std::vector<Vec2>>& a, const std::vector<std::vector<Vec2>>& b) {
  const auto along = [](const std::vector<Vec2>& of, const std::vector<Vec2>& other) {
    double most = -std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < of.size(); ++i) {
      const Vec2 side = of[(i + 1) % of.size()] - of[i], out = Vec2{side.y, -side.x} / std::hypot(side.x, side.y);
      double least = std::numeric_limits<double>::infinity();
      for (const Vec2& p : other) least = std::min(least, glm::dot(p - of[i], out));
      most = std::max(most, least);
    }
    return most;
  };
  double least = std::numeric_limits<double>::infinity();
  for (const auto& p : a) {
    for (const auto& q : b) least = std::min(least, std::max(along(p, q), along(q, p)));
  }
  return least;
}

TEST(ByPieces, AmongMillionsOfPairsOfPiecesTheDeepestIsFoundWithoutAReportOfEach) {
  Random random{23};
  for (int round = 0; round < 2; ++round) {
    const PosedShape a = posed(random, randomStar(random, 3900), 0.2), b = posed(random, randomStar(random, 3900), 0.2);
    const auto corners = [](const PosedShape& of) {
      std::vector<std::vector<Vec2>> out;
      const auto& polygon = std::get<Polygon>(of.shape);
      for (const PolygonPiece& piece : convexPieces(polygon)) {
        out.emplace_back();
        for (const int v : piece.loop) out.back().emplace_back(toWorld(of.pose, Vec3(polygon.vertices[v], 0)));
      }
      return out;
    };
    const auto pieces_a = corners(a), pieces_b = corners(b);
    ASSERT_GT(pieces_a.size() * pieces_b.size(), 4'000'000U);
    const auto report = testPair(a, b, {});
    ASSERT_TRUE(report);
    EXPECT_NEAR(report->answer.separation, deepestOfTriangles(pieces_a, pieces_b), 1e-12);
    EXPECT_LT(report->pieces->tested, 20'000);
  }
}

// At an edge or a vertex where triangles join a thin body overlaps none of them: it was said to touch the mesh, and
// moves ended there. One end inside and one outside proves that it overlaps.
TEST(ByPieces, ASegmentThatGoesThroughAMeshWhereTrianglesJoinOverlapsIt) {
  Random random{91};
  const Mesh cube = cubeMesh({1, 0.8, 0.9});
  const MeshData& mesh = *cube.data;
  int at_edges = 0, at_vertices = 0, pierced = 0, longer_than_hulls = 0;
  for (int round = 0; round < 400; ++round) {
    const Pose pose = posed(random, cube, 1).pose;
    const auto triangle = mesh.triangles[random.next() % mesh.triangles.size()];
    const bool is_at_vertex = round % 4 == 0;
    const double share = is_at_vertex ? 0 : random.in(0.1, 0.9);
    const Vec3 from = mesh.vertices[static_cast<std::size_t>(triangle[0])],
               to = mesh.vertices[static_cast<std::size_t>(triangle[1])];
    PosedShape segment = posed(random, Segment3{0.4}, 1);
    const Vec3 direction = segment.pose.rotation[1];
    segment.pose.position = toWorld(pose, from + share * (to - from)) + random.in(-0.3, 0.3) * direction;
    const auto isInside = [&](double along, const Vec3& shift, double deeper) {
      return containsPoint(cube, pose, segment.pose.position + shift + along * direction).signed_distance < -deeper;
    };
    const bool is_through = isInside(-0.4, {}, 0.01) != isInside(0.4, {}, 0.01);
    if (!is_through) continue;
    (is_at_vertex ? at_vertices : at_edges) += 1;
    for (const bool swapped : {false, true}) {
      const PairReport report = *(swapped ? testPair(segment, {cube, pose}) : testPair({cube, pose}, segment));
      EXPECT_EQ(report.answer.verdict, Verdict::kOverlapping) << round;
      const Vec3 shift = (swapped ? -1.0 : 1.0) * report.answer.mtv;
      for (int k = 0; k <= 16; ++k) pierced += isInside(-0.4 + k * 0.05, shift, 1e-6) ? 1 : 0;
      // Between the hulls, which are the shapes, all of the segment is free.
      longer_than_hulls +=
          length(shift) > -testPair({*makeHull(mesh.vertices), pose}, segment)->answer.separation + 1e-9;
    }
  }
  std::printf("%d at edges, %d at vertices, %d moves longer than the shortest\n", at_edges, at_vertices,
              longer_than_hulls);
  EXPECT_GT(at_edges, 80);
  EXPECT_GT(at_vertices, 15);
  EXPECT_EQ(pierced, 0);
}

TEST(ByPieces, ASegmentThatEndsWhereTrianglesJoinTouchesTheMesh) {
  const Mesh cube = cubeMesh({1, 1, 1});
  for (const Vec3& at : {Vec3{0, 1, 0}, Vec3{1, 1, 0.3}, Vec3{1, 1, 1}}) {
    const PosedShape above{Segment3{0.4}, {at + Vec3{0, 0.4, 0}, Mat3{1.0}}};
    EXPECT_EQ(testPair({cube, {}}, above)->answer.verdict, Verdict::kTouching);
    // Along the face's diagonal, or the edge
    const PosedShape lying{Box{{0.4, 0, 0.3}}, {at, Mat3{1.0}}};
    EXPECT_EQ(testPair({cube, {}}, lying)->answer.verdict, Verdict::kTouching);
  }
}

}  // namespace
}  // namespace sepax
