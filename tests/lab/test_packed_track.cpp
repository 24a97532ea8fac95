#include "lab/recording/recording.h"

#include <gtest/gtest.h>

#include <bit>
#include <charconv>
#include <cmath>
#include <limits>
#include <random>
#include <string>
#include <vector>

namespace sepax {
namespace {

using Row = std::vector<double>;
using At = PackedTrack::At;

/// The number that a log of floats holds: the shortest decimal that is the float.
double logged(double value) {
  std::array<char, 32> text{};
  const auto end = std::to_chars(text.data(), text.data() + text.size(), static_cast<float>(value));
  double out = 0;
  std::from_chars(text.data(), end.ptr, out);
  return out;
}

/// A body that spins and falls, by floats' decimals.
Row fallingAt(double t) {
  return {logged(3 + 2 * t),         logged(20 + t - 4.9 * t * t), logged(-1.5 * t),
          logged(std::sin(t) * 0.6), logged(std::sin(t) * 0.8),    logged(0),
          logged(std::cos(t))};
}

TEST(PackedTrack, GivesEachNumberBackBitForBit) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  const Row odd{0.0,          -0.0,   1e300,       5e-324, kInfinity, -kInfinity,
                std::nan(""), 0x1p53, -0x1p52 - 1, 0.1,    1e-13,     1.0 / 3};
  std::mt19937_64 random(7);
  const auto upTo = [&](std::uint64_t count) { return static_cast<std::size_t>(random() % count); };
  std::array<std::size_t, 4> kinds{};
  std::size_t gaps = 0;
  for (int run = 0; run < 300; ++run) {
    const std::size_t columns = 1 + upTo(PackedTrack::kMaxColumns), kind = upTo(kinds.size());
    PackedTrack track(columns);
    std::vector<std::pair<std::size_t, Row>> kept;
    std::size_t frame = upTo(1000);
    for (int i = 0; i < 70; ++i) {
      Row row = fallingAt(0.01 * i);
      row.resize(columns);
      for (double& each : row) {
        const bool is_changed = upTo(3) == 0;
        if (kind == 1) each *= std::sqrt(2.0);
        if (kind == 2 && is_changed) each = odd[upTo(odd.size())];
        if (kind == 3) each = std::bit_cast<double>(random());
      }
      ++kinds[kind];
      track.append(frame, row);
      kept.emplace_back(frame, row);
      const std::size_t gap = upTo(4) == 0 ? 1 + upTo(300) : 1;
      gaps += gap > 1 ? 1 : 0;
      frame += gap;
    }
    EXPECT_EQ(track.rows(), kept.size());
    Row row(columns);
    EXPECT_FALSE(kept[0].first > 0 && track.read(kept[0].first - 1, At::kFrameOrBefore, row));
    for (std::size_t i = 0; i < kept.size(); ++i) {
      const auto& [at, wanted] = kept[i];
      const std::size_t next = i + 1 < kept.size() ? kept[i + 1].first : at + 5;
      for (const std::size_t asked : {at, next - 1}) {
        ASSERT_TRUE(track.read(asked, At::kFrameOrBefore, row));
        for (std::size_t c = 0; c < columns; ++c) {
          ASSERT_EQ(std::bit_cast<std::uint64_t>(row[c]), std::bit_cast<std::uint64_t>(wanted[c]))
              << run << " row " << i << " column " << c << ": " << wanted[c];
        }
        EXPECT_EQ(track.read(asked, At::kFrame, row), asked == at);
      }
    }
  }
  for (const std::size_t count : kinds) EXPECT_GT(count, 1000u);
  EXPECT_GT(gaps, 1000u);
}

TEST(PackedTrack, KeepsALogOfFloatsInAThirdOfItsDoubles) {
  PackedTrack floats(7), still(7);
  for (std::size_t i = 0; i < 600; ++i) {
    floats.append(i, fallingAt(static_cast<double>(i) / 60));
    still.append(i, fallingAt(0));
  }
  EXPECT_LT(floats.bytes(), 600 * 7 * sizeof(double) / 3);
  EXPECT_LT(still.bytes(), 600 * 12);
}

TEST(PackedTrack, ForgetsOldRowsButNoneThatIsStillTheLast) {
  PackedTrack track(7);
  for (std::size_t i = 0; i < 100; ++i) track.append(2 * i, fallingAt(static_cast<double>(i)));
  Row row(7);
  for (const std::size_t from : {std::size_t{3}, std::size_t{51}, std::size_t{120}, std::size_t{500}}) {
    track.dropBefore(from);
    const std::size_t last = std::min<std::size_t>(from / 2, 99);
    EXPECT_GE(track.rows(), 100 - last);
    EXPECT_LE(track.rows(), 100 - last + 15);
    ASSERT_TRUE(track.read(from, At::kFrameOrBefore, row));
    EXPECT_EQ(row, fallingAt(static_cast<double>(last)));
  }
  EXPECT_FALSE(track.read(3, At::kFrameOrBefore, row));
  EXPECT_TRUE(track.endsAt(198));
  track.append(600, fallingAt(0.5));
  ASSERT_TRUE(track.read(700, At::kFrameOrBefore, row));
  EXPECT_EQ(row, fallingAt(0.5));
}

}  // namespace
}  // namespace sepax
