#include "fast/quick_pair.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "collide/pair_table.h"
#include "prove/workload.h"
#include "rounds.h"

namespace sepax {
namespace {

/// What the comparisons have covered.
struct Seen {
  int separated = 0, overlapping = 0, uncertain = 0;
  double worst = 0;  ///< of size: how far a depth is off, or a gap too large
};

void compare(const PosedShape& a, const PosedShape& b, const PairSettings& settings, Seen& seen) {
  const auto quick = quickAnswer(quickBody(a), quickBody(b), settings.touching_tolerance);
  if (!quick) {
    ++seen.uncertain;
    return;
  }
  const auto report = testPair(a, b, settings, referenceAlgorithm().name);
  ASSERT_TRUE(report);
  ASSERT_EQ(quick->verdict, report->answer.verdict)
      << "separation " << report->answer.separation << ", quick " << quick->separation;
  const double size = std::max(quickBody(a).size, quickBody(b).size);
  const double more = quick->separation - report->answer.separation;
  seen.worst =
      std::max(seen.worst, (quick->verdict == Verdict::kOverlapping ? std::abs(more) : more) / std::max(size, 1e-300));
  ++(quick->verdict == Verdict::kOverlapping ? seen.overlapping : seen.separated);
}

TEST(QuickPair, SaysOfBoxesWhatTheReferenceSaysInEveryMix) {
  const int pairs = test::rounds(3000);
  for (int m = 0; m < kMixes; ++m) {
    BoxPairs source(static_cast<Mix>(m), 0, 1);
    Seen seen;
    for (int i = 0; i < pairs; ++i) {
      const WorkPair pair = source.next();
      compare(pair.a, pair.b, {}, seen);
    }
    std::printf("mix %d: %d separated, %d overlapping, %d left to the reference, worst %.2g of size\n", m,
                seen.separated, seen.overlapping, seen.uncertain, seen.worst);
    EXPECT_LT(seen.worst, 1e-5);
    EXPECT_GT(seen.separated, 0);
    EXPECT_GT(seen.overlapping, 0);
    EXPECT_LT(seen.uncertain, pairs / 2);
  }
}

TEST(QuickPair, SaysOfBallsAndFlatShapesWhatTheReferenceSays) {
  SplitMix64 random{71};
  Seen seen;
  const auto solid = [&]() -> PosedShape {
    const Vec3 at{random.in(-1, 1), random.in(-1, 1), random.in(-1, 1)};
    const Mat3 rotation = matrixOf(random.rotation());
    if (random.next() % 2 == 0) return {Sphere{random.in(0.1, 0.8)}, {at, rotation}};
    return {Box{{random.in(0, 0.8), random.in(0.1, 0.8), random.in(0.1, 0.8)}}, {at, rotation}};
  };
  const auto flat = [&]() -> PosedShape {
    const Vec3 at{random.in(-1, 1), random.in(-1, 1), 0};
    const Mat3 rotation = matrixOfAngle(random.in(-4, 4));
    if (random.next() % 2 == 0) return {Circle{random.in(0.1, 0.8)}, {at, rotation}};
    return {Box2{{random.in(0, 0.8), random.in(0.1, 0.8)}}, {at, rotation}};
  };
  for (int i = 0; i < test::rounds(4000); ++i) {
    compare(solid(), solid(), {}, seen);
    compare(flat(), flat(), {.touching_tolerance = 0.05}, seen);
  }
  EXPECT_LT(seen.worst, 1e-5);
  EXPECT_GT(seen.separated, 0);
  EXPECT_GT(seen.overlapping, 0);
  EXPECT_GT(seen.uncertain, 0) << "within the touching tolerance";
}

TEST(QuickPair, LeavesToTheReferenceWhatTouchesOrIsOfAnotherKind) {
  const PosedShape box{Box{{1, 1, 1}}, {}}, beside{Box{{1, 1, 1}}, {{2, 0, 0}, Mat3{1.0}}}, capsule{Capsule{1, 1}, {}};
  EXPECT_FALSE(quickAnswer(quickBody(box), quickBody(beside), {}));
  EXPECT_FALSE(quickAnswer(quickBody(box), quickBody(capsule), {}));
  PosedShape nowhere = box;
  nowhere.pose.position.x = std::nan("");
  EXPECT_FALSE(quickAnswer(quickBody(box), quickBody(nowhere), {}));
}

TEST(QuickPair, AnswersManyPairsAsItAnswersEach) {
  SplitMix64 random{72};
  std::vector<QuickBody> bodies;
  std::vector<BoxPair> pairs;
  for (std::uint32_t i = 0; i < 400; ++i) {
    const Pose pose{{random.in(-1, 1), random.in(-1, 1), random.in(-1, 1)}, matrixOf(random.rotation())};
    const Vec3 half{random.in(0, 0.8), random.in(0.1, 0.8), random.in(0.1, 0.8)};
    const Shape shapes[] = {Box{half}, Box{half}, Box{half}, Sphere{half.x}, Capsule{half.x, half.y}};
    bodies.push_back(quickBody({shapes[random.next() % 5], random.next() % 8 == 0 ? Pose{pose.position} : pose}));
    if (i > 0) pairs.push_back({i - 1, i});
    if (i > 1) pairs.push_back({i, i / 2});
  }
  for (std::size_t count = pairs.size() - 4; count <= pairs.size(); ++count) {
    const auto answers = quickAnswers(bodies, std::span(pairs).first(count), 0.01);
    ASSERT_EQ(answers.size(), count);
    for (std::size_t i = 0; i < count; ++i) {
      const auto alone = quickAnswer(bodies[pairs[i].a], bodies[pairs[i].b], 0.01);
      ASSERT_EQ(answers[i].has_value(), alone.has_value()) << i;
      if (!alone) continue;
      EXPECT_EQ(answers[i]->verdict, alone->verdict) << i;
      EXPECT_EQ(answers[i]->separation, alone->separation) << i;
    }
  }
}

}  // namespace
}  // namespace sepax
