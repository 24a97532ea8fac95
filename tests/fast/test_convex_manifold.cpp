#include "fast/convex_pair.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string>

#include "collide/pair/pair_algorithm.h"
#include "collide/pair_table.h"
#include "geom/tolerances.h"
#include "prove/workload.h"
#include "rounds.h"

namespace sepax {
namespace {

/// What the compared manifolds were about.
struct ManifoldsMet {
  int pairs = 0, meet = 0, of_faces = 0, of_others = 0, contacts = 0;
  double worst_depth = 0, worst_contact = 0;
};

void compareManifolds(const WorkPair& pair, ConvexManifolds& manifolds, ManifoldsMet& met) {
  const SolidPolytope a(pair.a.shape), b(pair.b.shape);
  const PairReport report = *testPair(pair.a, pair.b);
  const double gap = report.answer.separation, extent = pairExtent(pair.a, pair.b);
  ConvexManifold found;
  const bool meets = manifolds.find({a, pair.a.pose}, {b, pair.b.pose}, found);
  ++met.pairs;
  if (std::abs(gap) > 1e-13 * extent) {
    ASSERT_EQ(meets, gap < 0) << "gap " << gap;
  }
  if (!meets || gap >= 0) return;
  ++met.meet;
  ASSERT_FALSE(found.points.empty());
  ASSERT_NEAR(length(found.normal), 1, 1e-14);
  met.worst_depth = std::max(met.worst_depth, std::abs(found.separation - gap) / extent);
  const auto shallower = [](const ConvexManifold::Point& p, const ConvexManifold::Point& q) {
    return p.separation < q.separation;
  };
  ASSERT_NEAR(std::ranges::min_element(found.points, shallower)->separation, gap, 1e-8 * extent);
  const SatReport& sat = std::get<SatReport>(report.trace);
  // Another axis or reference face is as good, or too shallow to be sure; or a common stretch, of which this has one
  // point.
  if (sat.runner_up_margin < 1e-6 * extent || std::abs(gap) < 1e-6 * extent) return;
  const SatAxis& deciding = decidingAxis(sat);
  const double other_sense = deciding.a.min - deciding.b.max;
  if (deciding.separation - other_sense < 1e-6 * extent) return;
  const bool is_edge = deciding.id.kind == AxisKind::kEdgePair;
  if (is_edge && deciding.cross_length <= kContactParallel) return;
  ASSERT_LE(length(found.normal - report.answer.normal), 1e-9);
  (is_edge ? met.of_others : met.of_faces) += 1;
  for (const Contact& contact : report.answer.contacts) {
    if (contact.separation > -1e-9 * extent) continue;  // as good as above the face
    double nearest = kInfinity;
    for (const ConvexManifold::Point& point : found.points)
      nearest = std::min(nearest,
                         length(point.position - contact.position) + std::abs(point.separation - contact.separation));
    ++met.contacts;
    const double held = 4 * kEpsilon * (length(pair.a.pose.position) + length(pair.b.pose.position));
    met.worst_contact = std::max(met.worst_contact, (nearest - held) / extent);
  }
}

TEST(ConvexManifolds, HaveTheReferencesDepthAndContactsInEveryMix) {
  const auto kindOf = [](const char* name) {
    return *std::ranges::find_if(shapeKinds(),
                                 [&](const ShapeKind& kind) { return std::string(kind.name) == name && !kind.planar; });
  };
  const ShapeKind box = kindOf("box"), hull = kindOf("hull");
  ConvexManifolds manifolds;
  ManifoldsMet met;
  for (const auto& [a, b] : {std::pair{hull, hull}, {hull, box}, {box, hull}, {box, box}}) {
    for (int m = 0; m < kAllMixes; ++m) {
      KindPairs source(a, b, static_cast<Mix>(m), 7, 0);
      for (int i = 0; i < test::rounds(150); ++i) {
        const WorkPair pair = source.next();
        if (!SolidPolytope::takes(pair.a.shape) || !SolidPolytope::takes(pair.b.shape)) continue;
        compareManifolds(pair, manifolds, met);
        if (HasFatalFailure()) FAIL() << a.name << " " << b.name << " " << mixName(static_cast<Mix>(m)) << " " << i;
      }
    }
  }
  std::printf(
      "%d of %d meet, %zu by the reference; %d faces, %d edges, %d contacts; worst depth %.2g, contact %.2g of size\n",
      met.meet, met.pairs, manifolds.byReference(), met.of_faces, met.of_others, met.contacts, met.worst_depth,
      met.worst_contact);
  EXPECT_LE(met.worst_depth, 1e-11);
  EXPECT_LE(met.worst_contact, 1e-8);
  EXPECT_GT(met.of_faces, test::rounds(300));
  EXPECT_GT(met.of_others, test::rounds(300));
  EXPECT_LT(manifolds.byReference(), static_cast<std::size_t>(met.pairs / 3));
}

}  // namespace
}  // namespace sepax
