#include "fast/box_pair.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <string_view>
#include <vector>

#include "collide/pair/pair_algorithm.h"
#include "collide/sat/sat.h"
#include "geom/tolerances.h"
#include "prove/workload.h"
#include "rounds.h"

namespace sepax {
namespace {

FloatBox floatBox(const PosedShape& shape) {
  const Quat q = quaternionOf(shape.pose.rotation);
  const Vec3 h = std::get<Box>(shape.shape).half_extents, p = shape.pose.position;
  const auto f = [](double v) { return static_cast<float>(v); };
  return {{f(p.x), f(p.y), f(p.z)}, {f(h.x), f(h.y), f(h.z)}, {f(q.x), f(q.y), f(q.z), f(q.w)}};
}

/// What the floats say, for the oracle.
PosedShape posed(const FloatBox& box) {
  const auto vec = [](const std::array<float, 3>& v) { return Vec3{v[0], v[1], v[2]}; };
  const auto& q = box.rotation;
  return {Box{vec(box.half_extents)}, {vec(box.centre), matrixOf(normalized(Quat{q[0], q[1], q[2], q[3]}))}};
}

// A constant added to |R|, as most engines have it, is wrong in two of a hundred pairs near touching; floats without
// one call deep overlaps apart where edges are nearly parallel.
TEST(BoxOverlaps, AreNeverWrongBeyondAMillionthOfTheSizeInAnyMix) {
  const int pairs = test::rounds(40'000);
  for (int m = 0; m < kMixes; ++m) {
    const Mix mix = static_cast<Mix>(m);
    BoxPairs source(mix, 0, 1);
    BoxOverlaps batch;
    std::vector<double> gaps;
    for (int i = 0; i < pairs; ++i) {
      const WorkPair pair = source.next();
      const FloatBox a = floatBox(pair.a), b = floatBox(pair.b);
      batch.add(a, b);
      gaps.push_back(boxGap(posed(a), posed(b)));
    }
    for (const BoxKernel* kernel : boxKernels()) {
      std::vector<std::uint8_t> found(batch.size());
      const OverlapCounts counts = batch.test(found, *kernel);
      int overlapping = 0, near = 0;
      double worst = 0;
      for (std::size_t i = 0; i < found.size(); ++i) {
        overlapping += found[i];
        near += std::abs(gaps[i]) < 1e-4 ? 1 : 0;
        if ((found[i] == 1) != (gaps[i] <= 0)) worst = std::max(worst, std::abs(gaps[i]));
      }
      std::printf("%s, %s: %.3g of %d in double, %zu by sign alone, worst wrong gap %.3g\n", mixName(mix), kernel->name,
                  static_cast<double>(counts.by_doubles) / pairs, pairs, counts.by_sign_alone, worst);
      EXPECT_LE(worst, 1e-13) << mixName(mix);
      EXPECT_GT(overlapping, pairs / 20) << mixName(mix);
      EXPECT_LT(overlapping, pairs - pairs / 20) << mixName(mix);
      if (mix >= Mix::kNear) {
        EXPECT_GT(near, pairs / 10) << "hard pairs were not met";
        EXPECT_GT(counts.by_doubles, 0u) << mixName(mix);
      } else {
        EXPECT_LT(counts.by_doubles, static_cast<std::size_t>(pairs / 1000)) << mixName(mix);
      }
    }
  }
}

FlatBox flatBox(const PosedShape& shape) {
  const Vec2 h = std::get<Box2>(shape.shape).half_extents;
  const Vec3 p = shape.pose.position, x = shape.pose.rotation[0];
  const auto f = [](double v) { return static_cast<float>(v); };
  return {{f(p.x), f(p.y)}, {f(h.x), f(h.y)}, {f(x.x), f(x.y)}};
}

/// The largest gap over the four sides' normals, of what the floats say.
double flatGap(const FlatBox& a, const FlatBox& b) {
  using Long = long double;
  struct Axis {
    Long x, y;
  };
  const auto axesOf = [](const FlatBox& box) {
    const Long x = box.axis[0], y = box.axis[1], l = std::sqrt(x * x + y * y);
    return std::array{Axis{x / l, y / l}, Axis{-y / l, x / l}};
  };
  const auto axes_a = axesOf(a), axes_b = axesOf(b);
  Long gap = -1e30L;
  for (const Axis& l : {axes_a[0], axes_a[1], axes_b[0], axes_b[1]}) {
    const auto along = [&](const Axis& v) { return std::abs(v.x * l.x + v.y * l.y); };
    Long radii = 0;
    for (std::size_t c = 0; c < 2; ++c)
      radii += a.half_extents[c] * along(axes_a[c]) + b.half_extents[c] * along(axes_b[c]);
    gap = std::max(gap, along({Long{b.centre[0]} - a.centre[0], Long{b.centre[1]} - a.centre[1]}) - radii);
  }
  return static_cast<double>(gap);
}

TEST(FlatBoxOverlaps, AreNeverWrongBeyondRoundingInAnyMix) {
  const auto& kinds = shapeKinds();
  const auto kind =
      std::ranges::find_if(kinds, [](const ShapeKind& k) { return k.planar && k.name == std::string_view("box2"); });
  ASSERT_NE(kind, kinds.end());
  for (int m = 0; m < kMixes; ++m) {
    const Mix mix = static_cast<Mix>(m);
    const int pairs = test::rounds(mix < Mix::kNear ? 20'000 : 4000);
    KindPairs source(*kind, *kind, mix, 0, 5);
    FlatBoxOverlaps batch, longer;
    std::vector<double> gaps;
    for (int i = 0; i < pairs; ++i) {
      const WorkPair pair = source.next();
      FlatBox a = flatBox(pair.a), b = flatBox(pair.b);
      batch.add(a, b);
      gaps.push_back(flatGap(a, b));
      for (float& number : b.axis) number *= 0x1p40f;
      longer.add(a, b);
    }
    for (const BoxKernel* kernel : boxKernels()) {
      std::vector<std::uint8_t> found(batch.size()), of_longer(batch.size());
      const OverlapCounts counts = batch.test(found, *kernel);
      EXPECT_EQ(longer.test(of_longer, *kernel).by_doubles, batch.size());
      double worst = 0;
      int overlapping = 0;
      for (std::size_t i = 0; i < found.size(); ++i) {
        overlapping += found[i];
        if ((found[i] == 1) != (gaps[i] <= 0)) worst = std::max(worst, std::abs(gaps[i]));
        if ((of_longer[i] == 1) != (gaps[i] <= 0)) worst = std::max(worst, std::abs(gaps[i]));
      }
      std::printf("%s, %s: %.3g of %d in double, %zu by sign alone, worst wrong gap %.3g\n", mixName(mix), kernel->name,
                  static_cast<double>(counts.by_doubles) / pairs, pairs, counts.by_sign_alone, worst);
      EXPECT_LE(worst, 1e-13) << mixName(mix);
      EXPECT_GT(overlapping, pairs / 20) << mixName(mix);
      EXPECT_LT(overlapping, pairs) << mixName(mix);
      EXPECT_TRUE(mix != Mix::kNear || counts.by_doubles > 0);
    }
  }
}

// Floats: (2 |t| + extents) · 2⁻²⁴ · some 30 over the sine of the edges' angle; doubles of pairs whose edges are nearly
// parallel.
TEST(BoxGaps, AreTheReferencesSeparationsInAnyMix) {
  const int pairs = test::rounds(4000);
  for (int m = 0; m < kMixes; ++m) {
    const Mix mix = static_cast<Mix>(m);
    BoxPairs source(mix, 0, 4);
    BoxOverlaps batch;
    std::vector<SatReport> reports;
    std::vector<double> sizes;
    for (int i = 0; i < pairs; ++i) {
      const WorkPair pair = source.next();
      const FloatBox a = floatBox(pair.a), b = floatBox(pair.b);
      batch.add(a, b);
      const PairFrame f = pairFrame(posed(a), posed(b));
      reports.push_back(satReport(f.a, f.b, f.origin, f.size, f.touching, PrunedPairs::kListed));
      const Vec3 way = posed(b).pose.position - posed(a).pose.position;
      double size = 2 * (std::abs(way.x) + std::abs(way.y) + std::abs(way.z)) * std::sqrt(3);
      for (int c = 0; c < 3; ++c) size += a.half_extents[c] + b.half_extents[c];
      sizes.push_back(size);
    }
    for (const BoxKernel* kernel : boxKernels()) {
      std::vector<BoxGaps> found((batch.size() + BoxBlock::kPairs - 1) / BoxBlock::kPairs);
      const std::size_t in_double = batch.measure(found, *kernel);
      double worst = 0, worst_of_bound = 0, worst_choice = 0;
      int parallel = 0;
      for (std::size_t i = 0; i < reports.size(); ++i) {
        const SatReport& report = reports[i];
        ASSERT_EQ(report.axes.size(), 15u);
        const BoxGaps& of_block = found[i / BoxBlock::kPairs];
        const std::size_t lane = i % BoxBlock::kPairs;
        bool is_in_double = false;
        for (const SatAxis& axis : report.axes)
          is_in_double = is_in_double || axis.cross_length < 0.99 * kMinSineInFloat;
        for (int k = 0; k < BoxGaps::kAxes; ++k) {
          const SatAxis& axis = report.axes[static_cast<std::size_t>(k)];
          const double gap = of_block.gaps[k][lane];
          if (axis.state == AxisState::kDegenerate || std::isinf(gap)) {
            ++parallel;
            EXPECT_LT(gap, 0);
            EXPECT_LT(axis.cross_length, 1.01 * kParallelEdges);
            continue;
          }
          const double error = std::abs(gap - axis.separation);
          const double bound = is_in_double ? 40 * 0x1p-53 * sizes[i] / axis.cross_length + 1e-7 * std::abs(gap)
                                            : 40 * 0x1p-24 * sizes[i] / axis.cross_length;
          worst = std::max(worst, error);
          worst_of_bound = std::max(worst_of_bound, error / bound);
        }
        const double largest = report.axes[static_cast<std::size_t>(report.deciding)].separation;
        const double chosen = report.axes[static_cast<std::size_t>(of_block.deciding[lane])].separation;
        worst_choice = std::max(worst_choice, (largest - chosen) / sizes[i]);
      }
      std::printf(
          "%s, %s: %.3g in double, %d axes of parallel edges, worst error %.3g, %.3g of what may be, worst choice "
          "%.3g\n",
          mixName(mix), kernel->name, static_cast<double>(in_double) / pairs, parallel, worst, worst_of_bound,
          worst_choice);
      EXPECT_LT(worst_of_bound, 1) << mixName(mix);
      EXPECT_LT(worst_choice, 4e-6) << mixName(mix);
      if (mix == Mix::kPar) {
        EXPECT_GT(parallel, pairs / 10);
        EXPECT_GT(in_double, static_cast<std::size_t>(pairs) / 2);
      } else {
        EXPECT_LT(in_double, static_cast<std::size_t>(pairs) / 50);
      }
    }
  }
}

OrientedBox orientedBox(const PosedShape& box) {
  return {box.pose.position, box.pose.rotation, std::get<Box>(box.shape).half_extents};
}
Overlap testOne(const BoxKernel& kernel, const OrientedBox& a, const OrientedBox& b) {
  return kernel.test_one(reinterpret_cast<const double*>(&a), reinterpret_cast<const double*>(&b));
}

TEST(BoxesOverlap, IsNeverWrongBeyondRoundingInAnyMix) {
  const int pairs = test::rounds(40'000);
  for (int m = 0; m < kMixes; ++m) {
    const Mix mix = static_cast<Mix>(m);
    BoxPairs source(mix, 0, 6);
    std::array<int, 3> answers{};
    double worst = 0, undecided = 0;
    for (int i = 0; i < pairs; ++i) {
      const WorkPair pair = source.next();
      const OrientedBox a = orientedBox(pair.a), b = orientedBox(pair.b);
      const double gap = boxGap(pair.a, pair.b);
      for (const BoxKernel* kernel : boxKernels()) {
        const Overlap found = testOne(*kernel, a, b);
        ++answers[static_cast<std::size_t>(found)];
        if (found == Overlap::kUndecided) {
          undecided = std::max(undecided, std::abs(gap));
        } else {
          EXPECT_EQ(found == Overlap::kOverlapping, gap <= 0) << mixName(mix) << ", " << kernel->name << ", " << gap;
        }
        if (boxesOverlap(a, b, *kernel) != (gap <= 0)) worst = std::max(worst, std::abs(gap));
      }
    }
    std::printf("%s: %d apart, %d overlapping, %d undecided, the farthest from touching %.3g, worst wrong gap %.3g\n",
                mixName(mix), answers[0], answers[1], answers[2], undecided, worst);
    EXPECT_GT(answers[0], pairs / 20);
    EXPECT_GT(answers[1], pairs / 20);
    EXPECT_LT(answers[2], pairs / 10);
    EXPECT_LT(worst, 1e-12);
  }
}

TEST(BoxesOverlap, CountsTouchingWhichRoundingLeavesToTheFaces) {
  const OrientedBox unit{{0, 0, 0}, Mat3{1.0}, {1, 1, 1}};
  const auto at = [&](double x) { return OrientedBox{{x, 0, 0}, Mat3{1.0}, {1, 1, 1}}; };
  for (const BoxKernel* kernel : boxKernels()) {
    EXPECT_TRUE(boxesOverlap(unit, at(2), *kernel));
    EXPECT_TRUE(boxesOverlap(unit, at(-2), *kernel));
    EXPECT_FALSE(boxesOverlap(unit, at(2 + 1e-15), *kernel));
    EXPECT_FALSE(boxesOverlap(unit, at(2.001), *kernel));
    EXPECT_TRUE(boxesOverlap(unit, at(1.999), *kernel));
    EXPECT_TRUE(boxesOverlap(unit, {{1, 1, 1}, Mat3{1.0}, {0, 0, 0}}, *kernel));
  }
}

// A corner of B on a face of A: without the bound a tenth of the answers would be wrong.
TEST(BoxesOverlap, IsCertainOnlyBeyondRounding) {
  SplitMix64 random{11};
  const int pairs = test::rounds(4000);
  int touching = 0, undecided = 0, wrong_by_sign = 0;
  for (int i = 0; i < pairs; ++i) {
    const auto box = [&] {
      return PosedShape{Box{{random.in(0.2, 1), random.in(0.2, 1), random.in(0.2, 1)}},
                        {{random.in(-9, 9), random.in(-9, 9), random.in(-9, 9)}, matrixOf(random.rotation())}};
    };
    const PosedShape posed_a = box();
    PosedShape posed_b = box();
    const OrientedBox a = orientedBox(posed_a);
    const Vec3 half = std::get<Box>(posed_b.shape).half_extents;
    double reach = a.half_extents.x;
    for (int k = 0; k < 3; ++k) reach += half[k] * std::abs(dot(posed_b.pose.rotation[k], a.axes[0]));
    posed_b.pose.position = a.centre + reach * a.axes[0];
    const OrientedBox b = orientedBox(posed_b);
    const double gap = boxGap(posed_a, posed_b);
    if (std::abs(gap) > 1e-13) continue;  // the corner is beside the face
    ++touching;
    for (const BoxKernel* kernel : boxKernels()) {
      const Overlap found = testOne(*kernel, a, b);
      if (found == Overlap::kUndecided) {
        ++undecided;
        wrong_by_sign += boxesOverlap(a, b, *kernel) != (gap <= 0) ? 1 : 0;
      } else {
        EXPECT_EQ(found == Overlap::kOverlapping, gap <= 0) << kernel->name << ", " << gap;
      }
    }
  }
  std::printf("%d touch, %d undecided, of which the faces' sign is wrong for %d\n", touching, undecided, wrong_by_sign);
  EXPECT_GT(touching, pairs / 10);
  EXPECT_GE(undecided, touching);
  EXPECT_GT(wrong_by_sign, touching / 50);
}

// A block is filled from the last sixteen pairs, and again where a test comes between them.
TEST(BoxOverlaps, AreTheSameWhenTestsComeBetweenPairs) {
  BoxPairs source(Mix::kHit50, 0, 7);
  BoxOverlaps whole, tested;
  for (int i = 0; i < 50; ++i) {
    const WorkPair pair = source.next();
    whole.add(floatBox(pair.a), floatBox(pair.b));
    tested.add(floatBox(pair.a), floatBox(pair.b));
    std::vector<std::uint8_t> of_whole(whole.size()), of_tested(tested.size());
    tested.test(of_tested);
    if (i % 20 != 19) continue;
    whole.test(of_whole);
    EXPECT_EQ(of_whole, of_tested);
    EXPECT_GT(std::count(of_whole.begin(), of_whole.end(), 1), 3);
    EXPECT_GT(std::count(of_whole.begin(), of_whole.end(), 0), 3);
  }
}

TEST(BoxOverlaps, CountTouchingAndTakeBoxesWithoutExtent) {
  const FloatBox unit{{0, 0, 0}, {1, 1, 1}, {0, 0, 0, 1}},
      touching{{2, 0, 0}, {1, 1, 1}, {0, 0, 0, 2}};  // twice as long a quaternion
  const FloatBox beside{{2.0000002f, 0, 0}, {1, 1, 1}, {0, 0, 0, 1}}, point{{1, 1, 1}, {0, 0, 0}, {0, 0, 0, 1}};
  const std::pair<FloatBox, std::uint8_t> rows[] = {{unit, 1}, {touching, 1}, {beside, 0}, {point, 1}};
  for (const BoxKernel* kernel : boxKernels()) {
    BoxOverlaps batch;
    for (const auto& [other, expected] : rows) batch.add(unit, other);
    std::vector<std::uint8_t> found(batch.size());
    const OverlapCounts counts = batch.test(found, *kernel);
    for (std::size_t i = 0; i < found.size(); ++i) EXPECT_EQ(found[i], rows[i].second) << i;
    EXPECT_EQ(counts.by_doubles, 3u);
    EXPECT_EQ(counts.by_sign_alone, 2u);
    batch.clear();
    EXPECT_EQ(batch.size(), 0u);
    EXPECT_EQ(batch.test({}, *kernel).by_doubles, 0u);
  }
}

// Quaternions from 1e-18 to 1e18 long: their squares leave the range of floats.
TEST(BoxOverlaps, DoNotDependOnTheLengthsOfQuaternions) {
  BoxPairs source(Mix::kNear, 0, 3);
  SplitMix64 random{5};
  BoxOverlaps unit, scaled;
  for (int i = 0; i < 500; ++i) {
    const WorkPair pair = source.next();
    FloatBox a = floatBox(pair.a), b = floatBox(pair.b);
    unit.add(a, b);
    for (FloatBox* box : {&a, &b}) {
      const float factor = std::ldexp(1.0f, static_cast<int>(random.in(-60, 60)));
      for (float& number : box->rotation) number *= factor;
    }
    scaled.add(a, b);
  }
  for (const BoxKernel* kernel : boxKernels()) {
    std::vector<std::uint8_t> of_unit(unit.size()), of_scaled(unit.size());
    const OverlapCounts counts = unit.test(of_unit, *kernel), of_others = scaled.test(of_scaled, *kernel);
    EXPECT_EQ(of_unit, of_scaled) << kernel->name;
    EXPECT_LT(counts.by_doubles, unit.size() / 2) << kernel->name;
    EXPECT_GT(of_others.by_doubles, unit.size() * 3 / 4) << kernel->name;
  }
}

TEST(BoxOverlaps, OfAListAreThoseOfItsPairs) {
  BoxPairs source(Mix::kPar, 0, 2);
  std::vector<FloatBox> boxes;
  for (int i = 0; i < 100; ++i) {
    const WorkPair pair = source.next();
    boxes.push_back(floatBox(pair.a));
    boxes.push_back(floatBox(pair.b));
  }
  std::vector<BoxPair> pairs;
  BoxOverlaps batch;
  for (std::uint32_t i = 0; i < 197; ++i) {
    pairs.push_back({i, i + 1 + i % 2});
    batch.add(boxes[pairs.back().a], boxes[pairs.back().b]);
  }
  std::vector<std::uint8_t> of_list(pairs.size()), of_batch(pairs.size());
  const OverlapCounts list = testOverlaps(boxes, pairs, of_list), packed = batch.test(of_batch);
  EXPECT_EQ(of_list, of_batch);
  EXPECT_EQ(list.by_doubles, packed.by_doubles);
  EXPECT_GT(std::count(of_list.begin(), of_list.end(), 1), 5);
  EXPECT_GT(std::count(of_list.begin(), of_list.end(), 0), 5);
}

}  // namespace
}  // namespace sepax
