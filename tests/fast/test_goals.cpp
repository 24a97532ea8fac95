#include "bench/goals.h"

#include <gtest/gtest.h>

// What the benchmarks say beside a row that has a goal. No time is measured here.

namespace sepax::bench {
namespace {

TEST(Goals, ARowWithinItsTimeMeetsItAndALongerOneIsMeasuredByIt) {
  EXPECT_EQ(goalText("crowdFrame/10000", 5e6, 0), "meets 5 ms");
  EXPECT_EQ(goalText("crowdFrame/10000", 8e6, 0), "1.6 times 5 ms");
  EXPECT_EQ(goalText("boxManifolds/hit50", 75, 0), "meets 150 ns");
}

TEST(Goals, ARowThatIsToBeSoManyTimesAsFastIsMeasuredByThat) {
  EXPECT_EQ(goalText("boxOverlaps/hit50", 3, 8), "meets 8 times as fast");
  EXPECT_EQ(goalText("boxOverlaps/hit50", 3, 7.2), "7.2 of 8 times as fast");
  EXPECT_EQ(goalText("boxOverlaps/hit50", 3, 0), "") << "nothing to compare with";
}

TEST(Goals, ARowWithoutAGoalSaysNothing) { EXPECT_EQ(goalText("crowdFrame/1000", 1e6, 2), ""); }

}  // namespace
}  // namespace sepax::bench
