#include "collide/convex/polytope_report.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "collide/contacts/contacts.h"
#include "collide/convex/sat_pair.h"
#include "collide/gjk/closest_points.h"
#include "collide/pair/pair_algorithm.h"
#include "collide/pair_table.h"
#include "core/kept.h"
#include "counted_allocations.h"
#include "prove/workload.h"
#include "rounds.h"

namespace sepax {
namespace {

const SatKernel* const kSatKernels[] = {&satKernel(), &portableSatKernel()};

/// Bit by bit: 0 and −0 differ.
bool differ(double found, double right) {
  return std::bit_cast<std::uint64_t>(found) != std::bit_cast<std::uint64_t>(right);
}
bool differ(const Vec3& found, const Vec3& right) {
  return differ(found.x, right.x) || differ(found.y, right.y) || differ(found.z, right.z);
}
bool differ(const Interval& found, const Interval& right) {
  return differ(found.min, right.min) || differ(found.max, right.max);
}

std::string differenceOf(const SupportFeature& found, const SupportFeature& right) {
  if (found.kind != right.kind || found.vertex_count != right.vertex_count || found.vertices != right.vertices)
    return "support corners";
  return differ(found.point, right.point) ? "support point" : "";
}

std::string differenceOf(const SatAxis& found, const SatAxis& right, SupportFeatures support) {
  if (found.id != right.id || found.state != right.state || found.duplicate_of != right.duplicate_of ||
      found.pruned != right.pruned) {
    return "id, state or duplicate";
  }
  if (differ(found.direction, right.direction) || differ(found.cross_length, right.cross_length)) return "direction";
  if (differ(found.separation, right.separation) || differ(found.a, right.a) || differ(found.b, right.b))
    return "interval";
  if (support == SupportFeatures::kNone) return "";
  for (const auto& [f, r] : {std::pair{&found.a.at_min, &right.a.at_min},
                             {&found.a.at_max, &right.a.at_max},
                             {&found.b.at_min, &right.b.at_min},
                             {&found.b.at_max, &right.b.at_max}}) {
    if (std::string difference = differenceOf(*f, *r); !difference.empty()) return difference;
  }
  return "";
}

/// Where two reports are not the same numbers; empty where they are.
std::string differenceOf(const SatReport& found, const SatReport& right, SupportFeatures support) {
  if (found.axes.size() != right.axes.size() || found.pruned_edge_pairs != right.pruned_edge_pairs)
    return "number of axes";
  for (std::size_t i = 0; i < right.axes.size(); ++i) {
    if (const std::string difference = differenceOf(found.axes[i], right.axes[i], support); !difference.empty()) {
      return axisName(right.axes[i].id) + ": " + difference;
    }
  }
  if (found.deciding != right.deciding || found.first_separating != right.first_separating ||
      found.runner_up != right.runner_up || differ(found.runner_up_margin, right.runner_up_margin) ||
      found.tie != right.tie) {
    return "ranking";
  }
  if (found.verdict != right.verdict || differ(found.mtv, right.mtv) || differ(found.origin, right.origin))
    return "answer";
  const SatTolerances &f = found.tolerances, &r = right.tolerances;
  return f.size != r.size || f.touching != r.touching || f.tie != r.tie || f.support != r.support ? "tolerances" : "";
}

/// What the compared reports were about.
struct Met {
  int pairs = 0, overlapping = 0, duplicates = 0, degenerate = 0, pruned = 0, listed_pruned = 0, edge_decides = 0;
};

void compare(const WorkPair& pair, PolytopeReports& reports, SupportFeatures support, PrunedPairs pruned, Met& met) {
  const PairFrame frame = pairFrame(pair.a, pair.b);
  const SatReport right = satReport(frame.a, frame.b, frame.origin, frame.size, frame.touching, pruned);
  const SolidPolytope a(pair.a.shape), b(pair.b.shape);
  const SatReport& found = reports.report({a, pair.a.pose}, {b, pair.b.pose}, {}, pruned);
  ASSERT_EQ(differenceOf(found, right, support), "");
  ++met.pairs;
  met.overlapping += right.verdict == Verdict::kOverlapping ? 1 : 0;
  met.pruned += right.pruned_edge_pairs;
  met.edge_decides += decidingAxis(right).id.kind == AxisKind::kEdgePair ? 1 : 0;
  for (const SatAxis& axis : right.axes) {
    met.duplicates += axis.state == AxisState::kDuplicate ? 1 : 0;
    met.degenerate += axis.state == AxisState::kDegenerate ? 1 : 0;
    met.listed_pruned += axis.state == AxisState::kPruned ? 1 : 0;
  }
}

TEST(PolytopeReports, AreTheReferencesToTheBitForBoxesOfAllMixes) {
  for (const SatKernel* kernel : kSatKernels) {
    for (const SupportFeatures support : {SupportFeatures::kAll, SupportFeatures::kNone}) {
      PolytopeReports reports(support, *kernel);
      Met met;
      for (int m = 0; m < kMixes; ++m) {
        BoxPairs source(static_cast<Mix>(m), 3, 0);
        for (int i = 0; i < test::rounds(1500); ++i) {
          compare(source.next(), reports, support, PrunedPairs::kListed, met);
          if (HasFatalFailure()) FAIL() << mixName(static_cast<Mix>(m)) << " " << i << " " << kernel->name;
        }
      }
      EXPECT_GT(met.overlapping, met.pairs / 4);
      EXPECT_LT(met.overlapping, met.pairs * 3 / 4);
      EXPECT_GT(met.edge_decides, met.pairs / 10);
      EXPECT_GT(met.duplicates, met.pairs / 50);
      EXPECT_GT(met.degenerate, met.pairs / 50);
    }
  }
}

TEST(PolytopeReports, AreTheReferencesToTheBitForHullsOfAllMixes) {
  const auto kindOf = [](const char* name) {
    return *std::ranges::find_if(shapeKinds(),
                                 [&](const ShapeKind& kind) { return std::string(kind.name) == name && !kind.planar; });
  };
  const ShapeKind box = kindOf("box"), hull = kindOf("hull");
  for (const SatKernel* kernel : kSatKernels) {
    PolytopeReports reports(SupportFeatures::kAll, *kernel);
    Met met;
    for (const auto& [a, b] : {std::pair{hull, hull}, {hull, box}, {box, hull}}) {
      for (int m = 0; m < kAllMixes; ++m) {
        KindPairs source(a, b, static_cast<Mix>(m), 5, 0);
        for (int i = 0; i < test::rounds(60); ++i) {
          const WorkPair pair = source.next();
          if (!SolidPolytope::takes(pair.a.shape) || !SolidPolytope::takes(pair.b.shape)) continue;
          compare(pair, reports, SupportFeatures::kAll, i % 2 == 0 ? PrunedPairs::kListed : PrunedPairs::kCounted, met);
          if (HasFatalFailure()) FAIL() << a.name << " " << b.name << " " << mixName(static_cast<Mix>(m)) << " " << i;
        }
      }
    }
    EXPECT_GT(met.pairs, test::rounds(1000));
    EXPECT_GT(met.overlapping, met.pairs / 10);
    EXPECT_GT(met.pruned, met.pairs);
    EXPECT_GT(met.listed_pruned, 0);
    EXPECT_GT(met.duplicates, 0);
  }
}

TEST(PolytopeReports, AreTheReferencesToTheBitForRectanglesAndConvexPolygonsOfAllMixes) {
  const auto kindOf = [](const std::string& name) {
    return *std::ranges::find(shapeKinds(), name, [](const ShapeKind& kind) { return std::string(kind.name); });
  };
  const ShapeKind box = kindOf("box2"), polygon = kindOf("polygon");
  for (const SatKernel* kernel : kSatKernels) {
    PolytopeReports reports(SupportFeatures::kAll, *kernel);
    Met met;
    for (const auto& [a, b] : {std::pair{box, box}, {polygon, polygon}, {box, polygon}}) {
      for (int m = 0; m < kAllMixes; ++m) {
        KindPairs source(a, b, static_cast<Mix>(m), 6, 0);
        for (int i = 0; i < test::rounds(400); ++i) {
          const WorkPair pair = source.next();
          ASSERT_TRUE(SolidPolytope::takes(pair.a.shape) && SolidPolytope::takes(pair.b.shape));
          compare(pair, reports, SupportFeatures::kAll, PrunedPairs::kListed, met);
          if (HasFatalFailure()) FAIL() << a.name << " " << b.name << " " << mixName(static_cast<Mix>(m)) << " " << i;
        }
      }
    }
    EXPECT_GT(met.overlapping, met.pairs / 4);
    EXPECT_GT(met.duplicates, met.pairs / 50);
  }
}

/// Two hulls of `corners` points on ellipsoids, near each other.
WorkPair ellipsoids(SplitMix64& random, int corners) {
  const auto hull = [&] {
    const Vec3 half{random.in(0.25, 1), random.in(0.25, 1), random.in(0.25, 1)};
    std::vector<Vec3> points;
    for (int i = 0; i < corners; ++i) points.push_back(random.direction() * half);
    return *makeHull(points);
  };
  const Vec3 centre{random.in(-10, 10), random.in(-10, 10), random.in(-10, 10)};
  const Vec3 offset{random.in(-1, 1), random.in(-1, 1), random.in(-1, 1)};
  return {{hull(), {centre, matrixOf(random.rotation())}}, {hull(), {centre + offset, matrixOf(random.rotation())}}};
}

TEST(PolytopeReports, AreTheReferencesToTheBitForHullsOfUpTo64Corners) {
  SplitMix64 random{64};
  for (const SatKernel* kernel : kSatKernels) {
    PolytopeReports reports(SupportFeatures::kAll, *kernel);
    Met met;
    for (const int corners : {4, 8, 16, 32, 64}) {
      for (int i = 0; i < test::rounds(12, 3); ++i) {
        compare(ellipsoids(random, corners), reports, SupportFeatures::kAll, PrunedPairs::kListed, met);
        if (HasFatalFailure()) FAIL() << corners;
      }
    }
    EXPECT_GT(met.edge_decides, 0);
  }
}

TEST(PolytopeReports, AllocateNothingOnceTheirMemorySuffices) {
  SplitMix64 random{9};
  struct Placed {
    SolidPolytope a, b;
    Pose at, to;
  };
  std::vector<Placed> pairs;
  BoxPairs boxes(Mix::kHit50, 0, 0);
  for (int i = 0; i < 40; ++i) {
    const WorkPair pair = i % 2 == 0 ? boxes.next() : ellipsoids(random, 16);
    pairs.push_back({SolidPolytope(pair.a.shape), SolidPolytope(pair.b.shape), pair.a.pose, pair.b.pose});
  }
  for (const SupportFeatures support : {SupportFeatures::kAll, SupportFeatures::kNone}) {
    PolytopeReports reports(support);
    const auto all = [&] {
      double sum = 0;
      for (const Placed& pair : pairs) sum += reports.report({pair.a, pair.at}, {pair.b, pair.to}).runner_up_margin;
      return sum;
    };
    const std::size_t before = allocation_count;
    const double first = all();
    const std::size_t cold = allocation_count - before;
    EXPECT_GT(cold, 0u) << "nothing is counted";
    EXPECT_EQ(all(), first);
    EXPECT_EQ(allocation_count - before, cold);
  }
}

/// A convex polygon of up to eight corners: clockwise or not, and with corners that are written twice.
Shape planarPolygon(SplitMix64& random) {
  const int corners = 3 + static_cast<int>(random.next() % 6);
  Polygon polygon{{}};
  for (int i = 0; i < corners; ++i) {
    const double angle = 2 * M_PI * (i + random.in(0, 0.5)) / corners;
    polygon.vertices.emplace_back(std::cos(angle), 0.6 * std::sin(angle));
    if (random.next() % 8 == 0) polygon.vertices.push_back(polygon.vertices.back());
  }
  if (random.next() % 4 == 0) std::ranges::reverse(polygon.vertices);
  return polygon;
}

/// A rectangle or a polygon near the origin.
PosedShape planarShape(SplitMix64& random) {
  const Shape shape =
      random.next() % 2 == 0 ? Shape(Box2{{random.in(0.2, 1), random.in(0.2, 1)}}) : planarPolygon(random);
  return {shape, {{random.in(-1, 1), random.in(-1, 1), 0}, matrixOfAngle(random.in(0, 2 * M_PI))}};
}

TEST(PolytopeReports, OfBoxesAndPolygonsAreWholeWithoutTheHeap) {
  if (!isMemoryKept()) GTEST_SKIP();
  SplitMix64 random{2026};
  std::vector<std::pair<PosedShape, PosedShape>> pairs;
  const auto add = [&](const PosedShape& a, PosedShape b) {
    pairs.emplace_back(a, b);
    const PairAnswer answer = testPair(a, b).value().answer;
    b.pose.position -= answer.normal * answer.separation;  // touching
    pairs.emplace_back(a, b);
  };
  for (int i = 0; i < 300; ++i) {
    const auto side = [&] { return random.next() % 8 == 0 ? 0 : random.in(0.2, 1); };
    const PosedShape a{Box{{side(), side(), side()}}, {random.point(0.7), matrixOf(random.rotation())}};
    // Free, flush, and with one direction in common.
    const Mat3 turn = i % 3 == 0 ? matrixOf(random.rotation()) : matrixAbout({0, 0, 1}, i % 3 == 1 ? 0 : 0.3);
    add(a, {Box{{side(), side(), side()}}, {random.point(0.7), a.pose.rotation * turn}});
    add(planarShape(random), planarShape(random));
  }
  struct Seen {
    int verdicts[3] = {}, references[3] = {}, clipped = 0, crossing = 0;
  };
  const auto testAll = [&] {
    Seen seen;
    for (const auto& [a, b] : pairs) {
      const auto report = testPair(a, b);
      ++seen.verdicts[static_cast<int>(report->answer.verdict)];
      if (!report->manifold) continue;
      ++seen.references[static_cast<int>(report->manifold->reference.kind)];
      ++(report->manifold->steps.empty() ? seen.crossing : seen.clipped);
    }
    return seen;
  };
  static_cast<void>(testAll());
  const std::size_t before = allocation_count;
  const Seen seen = testAll();
  EXPECT_EQ(allocation_count, before);
  for (const int count : seen.verdicts) EXPECT_GT(count, 50);
  EXPECT_GT(seen.references[static_cast<int>(FeatureKind::kEdge)], 50);
  EXPECT_GT(seen.references[static_cast<int>(FeatureKind::kFace)], 50);
  EXPECT_GT(seen.clipped, 50);
  EXPECT_GT(seen.crossing, 50);
}

TEST(PolytopeReports, LeavePairsWithThePlainReportsContactsAndClosestPoints) {
  SplitMix64 random{11};
  BoxPairs boxes(Mix::kHit50, 4, 0);
  int contacts = 0, apart = 0;
  for (int i = 0; i < test::rounds(600); ++i) {
    const WorkPair pair = i % 3 == 0   ? boxes.next()
                          : i % 3 == 1 ? ellipsoids(random, 8 + i % 25)
                                       : WorkPair{planarShape(random), planarShape(random)};
    const PairReport found = runSat(pair.a, pair.b, {});
    const PairFrame frame = pairFrame(pair.a, pair.b);
    const SatReport right = satReport(frame.a, frame.b, frame.origin, frame.size, frame.touching, PrunedPairs::kListed);
    ASSERT_EQ(differenceOf(std::get<SatReport>(found.trace), right, SupportFeatures::kAll), "") << i;
    if (right.verdict == Verdict::kSeparated) {
      const ClosestPoints closest = closestCores(frame.a, frame.b);
      EXPECT_FALSE(differ(found.answer.closest_a, frame.origin + closest.a)) << i;
      ++apart;
      continue;
    }
    const Manifold manifold = contactManifold(frame.a, frame.b, right);
    ASSERT_EQ(found.answer.contacts.size(), manifold.contacts.size()) << i;
    for (std::size_t k = 0; k < manifold.contacts.size(); ++k) {
      EXPECT_EQ(featuresOf(found.answer.contacts[k]), featuresOf(manifold.contacts[k])) << i;
      EXPECT_FALSE(differ(found.answer.contacts[k].position, manifold.contacts[k].position)) << i;
      ++contacts;
    }
  }
  EXPECT_GT(contacts, test::rounds(300));
  EXPECT_GT(apart, test::rounds(100));
}

TEST(SolidPolytope, BecomesAnotherShapeAsIfMadeOfIt) {
  SplitMix64 random{12};
  SolidPolytope held{Box{}};
  PolytopeReports reports;
  for (int i = 0; i < 80; ++i) {
    const Vec3 half{random.in(0.2, 1), random.in(0.2, 1), random.in(0.2, 1)};
    const Shape shape = i / 4 % 4 == 0   ? Shape(Box{half})
                        : i / 4 % 4 == 1 ? ellipsoids(random, 12).a.shape
                        : i / 4 % 4 == 2 ? Shape(Box2{{half.x, half.y}})
                                         : planarPolygon(random);
    held.become(shape);
    held.become(shape);
    const SolidPolytope made(shape), other{isPlanar(shape) ? Shape(Box2{}) : Shape(Box{})};
    const Pose pose{random.point(1), isPlanar(shape) ? matrixOfAngle(random.in(0, 3)) : matrixOf(random.rotation())};
    const SatReport right = reports.report({made, pose}, {other, {}});
    ASSERT_EQ(differenceOf(reports.report({held, pose}, {other, {}}), right, SupportFeatures::kAll), "") << i;
    EXPECT_EQ(held.size, made.size);
    EXPECT_EQ(held.radius, made.radius);
  }
}

TEST(PolytopeReports, DoNotTakeRoundConcaveFlatAndLargeShapes) {
  SplitMix64 random{3};
  EXPECT_TRUE(SolidPolytope::takes(Box2{}));
  EXPECT_TRUE(SolidPolytope::takes(Polygon{{{0, 0}, {2, 0}, {2, 0}, {1, 1}}}));
  EXPECT_FALSE(SolidPolytope::takes(Polygon{{{0, 0}, {2, 0}, {1, 0.5}, {1, 2}}}));
  EXPECT_TRUE(SolidPolytope::takes(Box{}));
  EXPECT_TRUE(SolidPolytope::takes(ellipsoids(random, 64).a.shape));
  EXPECT_FALSE(SolidPolytope::takes(ellipsoids(random, 65).a.shape));
  EXPECT_FALSE(SolidPolytope::takes(Sphere{}));
  EXPECT_FALSE(SolidPolytope::takes(Rounded<Box>{}));
  EXPECT_FALSE(SolidPolytope::takes(*makeHull({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0}})));
}

}  // namespace
}  // namespace sepax
