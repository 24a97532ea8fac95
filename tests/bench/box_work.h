#pragma once

#include "fast/box_pair.h"
#include "prove/workload.h"

#include <cstddef>
#include <vector>

namespace sepax::bench {

/// A box as most engines hold it: axes as a matrix.
struct PlainBox {
  float centre[3], half[3], axes[3][3];
};
[[nodiscard]] PlainBox plainBox(const FloatBox& box);

/// The textbook's test as engines have it: floats, early exit, |R| + 1e-6 (Ericson 2005, 4.4.1).
[[nodiscard]] bool plainOverlap(const PlainBox& a, const PlainBox& b);

/// The same in the plane: four axes, no constant added.
struct PlainRectangle {
  float centre[2], half[2], axes[2][2];
};
[[nodiscard]] PlainRectangle plainRectangle(const FlatBox& box);
[[nodiscard]] bool plainOverlap(const PlainRectangle& a, const PlainRectangle& b);
/// A Box2 at a pose, in floats.
[[nodiscard]] FlatBox flatBox(const PosedShape& posed);

/// Pair i is 2 i and 2 i + 1: half extents of 0.25 to 1, offsets of up to `spread` along each axis. Half of them
/// overlap at 1.839.
[[nodiscard]] std::vector<FlatBox> flatBoxWork(double spread, std::size_t count);

/// The box that the floats say.
[[nodiscard]] PosedShape posedBox(const FloatBox& box);

struct BoxWork {
  std::vector<FloatBox> boxes;  ///< pair i is boxes 2 i and 2 i + 1
  std::vector<double> gaps;     ///< by the radius formula in long double
};

/// The first pairs of a mix. Kept until other ones are asked for.
[[nodiscard]] const BoxWork& boxWork(Mix mix, std::size_t count);

/// Answers that contradict the gap where it is more than 1e-6 m, and the largest such gap.
struct WrongAnswers {
  std::size_t count = 0;
  double worst = 0;
};
[[nodiscard]] WrongAnswers wrongAnswers(const std::vector<double>& gaps, const std::vector<std::uint8_t>& overlaps);

}  // namespace sepax::bench
