#include "core/text.h"

#include <gtest/gtest.h>

namespace sepax {
namespace {

TEST(HumanDuration, HasThreeDigitsAndTheUnitThatFits) {
  EXPECT_EQ(humanDuration(0), "0 ns");
  EXPECT_EQ(humanDuration(830e-9), "830 ns");
  EXPECT_EQ(humanDuration(13.7e-6), "13.7 µs");
  EXPECT_EQ(humanDuration(1.37e-2), "13.7 ms");
  EXPECT_EQ(humanDuration(2.5), "2.5 s");
  EXPECT_EQ(humanDuration(99.5), "99.5 s");
  EXPECT_EQ(humanDuration(200), "3 min 20 s");
  EXPECT_EQ(humanDuration(1e21), "1e+21 s");
  EXPECT_EQ(humanDuration(-1e300), "-1e+300 s");
}

TEST(HumanDuration, NeverRoundsToAThousandOfAUnitOrToAnExponent) {
  EXPECT_EQ(humanDuration(0.99996e-6), "1 µs");
  EXPECT_EQ(humanDuration(0.99996e-3), "1 ms");
  EXPECT_EQ(humanDuration(0.99996), "1 s");
  for (double seconds = 1e-9; seconds < 1e4; seconds *= 1.0371)
    EXPECT_EQ(humanDuration(seconds).find('e'), std::string::npos) << seconds;
}

}  // namespace
}  // namespace sepax
