#include "core/text.h"

#include "core/number.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace sepax {
namespace {

TEST(ComparedNumbers, ShowFiveDigitsWhereNoMoreMatter) {
  const ComparedNumbers shown(2.51234567, 0.256085);
  EXPECT_EQ(shown(2.51234567), "2.5123");
  EXPECT_EQ(shown(0.5), "0.5");
  EXPECT_EQ(shown(0.0123456), "0.0123");
  EXPECT_EQ(shown.difference(0.256085), "0.25609");
}

TEST(ComparedNumbers, ShowWhatTellsNeighboursApart) {
  const ComparedNumbers shown(1.2, 1.2e-10);
  EXPECT_EQ(shown(1.20000000012), "1.20000000012");
  EXPECT_EQ(shown(1.2), "1.2");
  EXPECT_EQ(shown.difference(1.2e-10), "1.2e-10");
}

TEST(ComparedNumbers, ShowNoDigitsThatAreRoundingNoise) {
  const ComparedNumbers shown(2, 2.220446049250313e-16);
  EXPECT_EQ(shown(2.0), "2");
  EXPECT_EQ(shown(0.1 + 0.2), "0.3");
  EXPECT_EQ(shown.difference(2.220446049250313e-16), "2.2e-16");
  EXPECT_EQ(shown.difference(0.0), "0");
}

TEST(ComparedNumbers, TellAnyTwoNumbersApartWhoseDifferenceIsMoreThanNoise) {
  std::mt19937_64 random(14);
  int close = 0;
  for (int round = 0; round < 20000; ++round) {
    const double size = std::pow(10.0, std::uniform_real_distribution<>(-9, 9)(random));
    const double difference = size * std::pow(10.0, std::uniform_real_distribution<>(-14, 0)(random));
    const double sum = size + difference;
    const ComparedNumbers shown(sum, difference);
    const std::string a = shown(size), b = shown(sum);
    ASSERT_NE(a, b) << size << " and " << difference;
    ASSERT_LT(*parseDouble(a), *parseDouble(b)) << size << " and " << difference;
    close += difference < 1e-6 * size;
  }
  EXPECT_GT(close, 5000);
}

TEST(ComparedNumbers, StandNothingAndTheInfinite) {
  EXPECT_EQ(ComparedNumbers(0, 0)(0), "0");
  EXPECT_EQ(ComparedNumbers(0, 0).difference(0), "0");
  EXPECT_EQ(ComparedNumbers(INFINITY, INFINITY)(1.5), "1.5");
}

}  // namespace
}  // namespace sepax
