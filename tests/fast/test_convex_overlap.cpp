#include "fast/convex_pair.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <string>

#include "collide/pair/pair_algorithm.h"
#include "prove/workload.h"
#include "rounds.h"

namespace sepax {
namespace {

/// What is left to rounding, of size and distance.
constexpr double kTouchingGap = 1e-13;

double gapOf(const WorkPair& pair) {
  const PairFrame frame = pairFrame(pair.a, pair.b);
  const SatReport report = satReport(frame.a, frame.b, frame.origin, frame.size, frame.touching);
  return decidingAxis(report).separation;
}

TEST(ConvexOverlaps, SayWhatTheReferenceSaysInEveryMix) {
  const auto kindOf = [](const char* name) {
    return *std::ranges::find_if(shapeKinds(),
                                 [&](const ShapeKind& kind) { return std::string(kind.name) == name && !kind.planar; });
  };
  const ShapeKind box = kindOf("box"), hull = kindOf("hull");
  for (const SatKernel* kernel : {&satKernel(), &portableSatKernel()}) {
    ConvexOverlaps overlaps(*kernel);
    int pairs = 0, overlapping = 0;
    for (const auto& [a, b] : {std::pair{hull, hull}, {hull, box}, {box, hull}, {box, box}}) {
      for (int m = 0; m < kAllMixes; ++m) {
        KindPairs source(a, b, static_cast<Mix>(m), 6, 0);
        for (int i = 0; i < test::rounds(150); ++i) {
          const WorkPair pair = source.next();
          if (!SolidPolytope::takes(pair.a.shape) || !SolidPolytope::takes(pair.b.shape)) continue;
          const SolidPolytope shape_a(pair.a.shape), shape_b(pair.b.shape);
          const bool found = overlaps.overlap({shape_a, pair.a.pose}, {shape_b, pair.b.pose});
          const double gap = gapOf(pair);
          ++pairs;
          overlapping += found ? 1 : 0;
          if (std::abs(gap) <= kTouchingGap * pairExtent(pair.a, pair.b)) continue;
          ASSERT_EQ(found, gap <= 0) << a.name << " " << b.name << " " << mixName(static_cast<Mix>(m)) << " " << i
                                     << ", gap " << gap;
        }
      }
    }
    std::printf("%s: %d of %d overlap, %zu by a report\n", kernel->name, overlapping, pairs, overlaps.byReport());
    EXPECT_GT(overlapping, pairs / 4);
    EXPECT_LT(overlapping, pairs * 3 / 4);
    EXPECT_GT(overlaps.byReport(), 0u) << "nothing was uncertain";
    EXPECT_LT(overlaps.byReport(), static_cast<std::size_t>(pairs / 4));
  }
}

TEST(ConvexOverlaps, OfOneShapeInOnePlaceAndTouchingOnesAreTrue) {
  const SolidPolytope box{Box{{1, 1, 1}}};
  ConvexOverlaps overlaps;
  const Pose here{}, beside{{2, 0, 0}, Mat3{1.0}}, apart{{2 + 1e-9, 0, 0}, Mat3{1.0}};
  EXPECT_TRUE(overlaps.overlap({box, here}, {box, here}));
  EXPECT_TRUE(overlaps.overlap({box, here}, {box, beside}));
  EXPECT_FALSE(overlaps.overlap({box, here}, {box, apart}));
}

}  // namespace
}  // namespace sepax
