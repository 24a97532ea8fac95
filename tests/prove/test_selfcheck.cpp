#include "prove/selfcheck.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <variant>

#include "rounds.h"

namespace sepax {
namespace {

SelfcheckOptions shortForm() {
  SelfcheckOptions options;
  options.pairs = test::rounds(2000u);
  return options;
}

// Any wrong answer of the reference on random pairs shows here first.
TEST(Selfcheck, IsCleanInItsShortForm) {
  const SelfcheckResult result = selfcheck(shortForm());
  for (const SelfcheckRow& row : result.rows) {
    const SelfcheckCounts& c = row.counts;
    EXPECT_TRUE(isClean(c)) << row.a << '-' << row.b << ' ' << row.mix << ": wrong " << c.wrong << ", separation " << c.separation_error
                            << ", distance " << c.distance_error << ", mtv " << c.mtv_error << ", excess " << c.brute_excess << ", unsound "
                            << c.unsound << ", " << c.first_disagreement;
  }
  // Its own coverage: every mix of boxes meets every kind of axis and both verdicts, and every kind of shape is met.
  ASSERT_GT(result.rows.size(), 7u);
  std::uint64_t touching = 0, degenerate = 0, closest = 0, compared = 0;
  for (std::size_t r = 0; r < result.rows.size(); ++r) {
    const SelfcheckRow& row = result.rows[r];
    const SelfcheckCounts& c = row.counts;
    touching += c.touching;
    degenerate += c.degenerate;
    closest += c.decided[3];
    compared += c.compared;
    EXPECT_GE(c.pairs, test::rounds(200u));
    EXPECT_GT(c.separated, test::rounds(20u)) << row.a << '-' << row.b;
    if (r >= static_cast<std::size_t>(kMixes)) continue;
    EXPECT_EQ(c.pairs, shortForm().pairs);
    EXPECT_EQ(row.mix, mixName(static_cast<Mix>(r)));
    for (int kind = 0; kind < 3; ++kind) EXPECT_GT(c.decided[kind], test::rounds(200u)) << row.mix;
    EXPECT_GT(c.exact, test::rounds(100u));
    EXPECT_GT(c.overlapping, test::rounds(100u));
    EXPECT_GT(c.separated, test::rounds(100u));
  }
  EXPECT_GT(touching, test::rounds(50u));
  EXPECT_GT(degenerate, test::rounds(200u));
  EXPECT_GT(closest, test::rounds(1000u));
  EXPECT_GT(compared, test::rounds(200u));
}

TEST(Selfcheck, FindsTheSameWhateverTheNumberOfThreads) {
  SelfcheckOptions options = shortForm();
  options.pairs = test::rounds(100u);
  options.threads = 1;
  const SelfcheckResult one = selfcheck(options);
  options.threads = 3;
  const SelfcheckResult three = selfcheck(options);
  ASSERT_EQ(one.rows.size(), three.rows.size());
  for (std::size_t r = 0; r < one.rows.size(); ++r) {
    EXPECT_EQ(one.rows[r].counts.decided, three.rows[r].counts.decided);
    EXPECT_EQ(one.rows[r].counts.overlapping, three.rows[r].counts.overlapping);
    EXPECT_EQ(one.rows[r].counts.separation_error, three.rows[r].counts.separation_error);
    EXPECT_EQ(one.rows[r].counts.mtv_error, three.rows[r].counts.mtv_error);
  }
}

TEST(Selfcheck, IsNotCleanWhenAnythingIsWrong) {
  EXPECT_TRUE(isClean(SelfcheckCounts{}));
  for (auto member : {&SelfcheckCounts::wrong, &SelfcheckCounts::unsound, &SelfcheckCounts::disagreements}) {
    SelfcheckCounts counts;
    counts.*member = 1;
    EXPECT_FALSE(isClean(counts));
  }
  for (auto member : {&SelfcheckCounts::separation_error, &SelfcheckCounts::distance_error, &SelfcheckCounts::mtv_error,
                      &SelfcheckCounts::brute_excess}) {
    SelfcheckCounts counts;
    counts.*member = 2e-9;
    EXPECT_FALSE(isClean(counts));
  }
}

TEST(Workload, DrawsEveryKindOfShapeThereIs) {
  std::set<std::size_t> drawn;
  SplitMix64 random{1};
  for (const ShapeKind& kind : shapeKinds()) {
    for (const bool flat : {false, true}) {
      const Shape shape = kind.make(random, flat);
      EXPECT_EQ(isPlanar(shape), kind.planar) << kind.name;
      EXPECT_TRUE(validate(shape).has_value()) << kind.name;
      drawn.insert(shape.index());
    }
  }
  EXPECT_EQ(drawn.size(), std::variant_size_v<Shape>);
}

TEST(Workload, HitsAsOftenAsItsMixSays) {
  const double expected[] = {0.101, 0.501, 0.900, 0.5, 0.5, 0.5, 0.5};
  for (int mix = 0; mix < kMixes; ++mix) {
    BoxPairs pairs(static_cast<Mix>(mix), 0, 0);
    int hits = 0;
    constexpr int kPairs = 20000;
    for (int i = 0; i < kPairs; ++i) {
      const WorkPair pair = pairs.next();
      hits += boxGap(pair.a, pair.b) <= 0 ? 1 : 0;
    }
    EXPECT_NEAR(static_cast<double>(hits) / kPairs, expected[mix], 0.015) << mixName(static_cast<Mix>(mix));
  }
}

}  // namespace
}  // namespace sepax
