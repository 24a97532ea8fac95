#include "geom/portable_math.h"

#include "geom/random.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstdio>
#include <limits>

namespace sepax {
namespace {

/// |value − truth| in units of the last place of the truth as a double.
double unitsOff(double value, long double truth) {
  const double near = std::abs(static_cast<double>(truth));
  return static_cast<double>(std::abs(value - truth)) /
         (std::nextafter(near, std::numeric_limits<double>::infinity()) - near);
}

/// In ±2^most, as many of each power of two from `least` on.
double scaled(SplitMix64& random, int least, int most) {
  const int exponent = least + static_cast<int>(random.next() % static_cast<unsigned>(most - least));
  return std::ldexp(random.in(-1, 1), exponent);
}

struct Worst {
  double sine = 0, cosine = 0;

  void ask(double angle) {
    sine = std::max(sine, unitsOff(portable::sin(angle), std::sin(static_cast<long double>(angle))));
    cosine = std::max(cosine, unitsOff(portable::cos(angle), std::cos(static_cast<long double>(angle))));
  }
};

TEST(PortableMath, SineAndCosineStayWithinOneUnitOfTheLastPlaceForEveryAngle) {
  if (std::numeric_limits<long double>::digits < 64) GTEST_SKIP() << "long double is no wider than double here";
  SplitMix64 random{7};
  Worst small, usual, any, quarters;
  for (int i = 0; i < 100000; ++i) {
    small.ask(random.in(-0.8, 0.8));
    usual.ask(random.in(-100, 100));
    any.ask(scaled(random, -16, 1023));
    // Beside a multiple of a quarter turn one of the two cancels: the nearest doubles there.
    const double edge = std::floor(scaled(random, 0, 60)) * M_PI_2;
    quarters.ask(std::nextafter(edge, i % 2 == 0 ? 0 : 1e300));
    quarters.ask(edge);
  }
  // The double nearest to a multiple of π/2 of all (Muller 2016): 2^-61 of a radian from it.
  quarters.ask(6381956970095103.0 * 0x1p797);
  for (const auto& [name, worst] : {std::pair{"small", small}, {"usual", usual}, {"any", any}, {"quarters", quarters}}) {
    std::printf("%s: sine %.4f, cosine %.4f units off\n", name, worst.sine, worst.cosine);
    EXPECT_LT(worst.sine, 1) << name;
    EXPECT_LT(worst.cosine, 1) << name;
  }
}

TEST(PortableMath, SineKeepsZerosAndTinyAnglesAndNotANumberStaysOne) {
  EXPECT_TRUE(std::signbit(portable::sin(-0.0)));
  EXPECT_EQ(portable::sin(5e-324), 5e-324);
  EXPECT_EQ(portable::cos(5e-324), 1);
  for (const double angle : {std::numeric_limits<double>::infinity(), std::nan("")}) {
    EXPECT_TRUE(std::isnan(portable::sin(angle)));
    EXPECT_TRUE(std::isnan(portable::cos(angle)));
  }
}

TEST(PortableMath, ArcTangentsStayWithinOneUnitOfTheLastPlaceAndArcCosinesWithinTwo) {
  if (std::numeric_limits<long double>::digits < 64) GTEST_SKIP() << "long double is no wider than double here";
  SplitMix64 random{10};
  double usual = 0, sectors = 0, any = 0, cosines = 0;
  int steep = 0, tiny = 0;
  const auto ask = [&](double& worst, double y, double x) {
    const long double truth = std::atan2(static_cast<long double>(y), static_cast<long double>(x));
    worst = std::max(worst, unitsOff(portable::atan2(y, x), truth));
    steep += std::abs(y) > std::abs(x);
    tiny += std::abs(truth) < 0x1p-1000L;
  };
  for (int i = 0; i < 200000; ++i) {
    ask(usual, random.in(-1, 1), random.in(-1, 1));
    ask(any, scaled(random, -1074, 1024), scaled(random, -1074, 1024));
    // Where one row of the table follows another.
    const double x = random.in(-1, 1), edge = x * ((static_cast<int>(random.next() % 16) + 0.5) / 16);
    ask(sectors, edge, x);
    ask(sectors, x, edge);
    const double cosine = i % 2 == 0 ? random.in(-1, 1) : 1 - scaled(random, -53, 1);
    const double within = std::abs(cosine) <= 1 ? cosine : 2 - std::abs(cosine);
    cosines = std::max(cosines, unitsOff(portable::acos(within), std::acos(static_cast<long double>(within))));
  }
  std::printf("usual %.4f, sectors %.4f, any %.4f, arc cosines %.4f units off; %d steep, %d tiny\n", usual, sectors, any,
              cosines, steep, tiny);
  EXPECT_LT(std::max({usual, sectors, any}), 1);
  EXPECT_LT(cosines, 2);
  EXPECT_GT(std::min(steep, 100 * tiny), 200000);
}

TEST(PortableMath, ArcTangentsOfZerosAndInfinitiesAreTheLibrarys) {
  const double infinite = std::numeric_limits<double>::infinity();
  for (const double y : {0.0, 5e-324, 1.0, 1.7e308, infinite})
    for (const double x : {0.0, 5e-324, 1.0, 1.7e308, infinite})
      for (const double sign : {1.0, -1.0})
        for (const double other : {1.0, -1.0}) {
          const double found = portable::atan2(sign * y, other * x), truth = std::atan2(sign * y, other * x);
          EXPECT_NEAR(found, truth, 1e-15) << sign * y << ' ' << other * x;
          EXPECT_EQ(std::signbit(found), std::signbit(truth)) << sign * y << ' ' << other * x;
        }
  EXPECT_TRUE(std::isnan(portable::atan2(std::nan(""), 1)));
  EXPECT_TRUE(std::isnan(portable::atan2(1, std::nan(""))));
  EXPECT_TRUE(std::isnan(portable::acos(1 + 1e-15)));
  EXPECT_EQ(portable::acos(1), 0);
  EXPECT_EQ(portable::acos(-1), M_PI);
  EXPECT_EQ(portable::acos(0), M_PI_2);
  EXPECT_EQ(portable::atan2(1, 1), M_PI_4);
}

TEST(PortableMath, LengthsStayWithinOneAndAHalfUnitsOfTheLastPlaceInTheWholeRange) {
  SplitMix64 random{8};
  double worst = 0;
  int rescaled = 0;
  for (int i = 0; i < 100000; ++i) {
    const int exponent = static_cast<int>(random.next() % 2040) - 1020;
    const double x = std::ldexp(random.in(-1, 1), exponent), y = std::ldexp(random.in(-1, 1), exponent),
                 z = i % 2 == 0 ? 0 : std::ldexp(random.in(-1, 1), exponent);
    const auto wide = [](double v) { return static_cast<long double>(v); };
    const long double truth = std::sqrt(wide(x) * x + wide(y) * y + wide(z) * z);
    worst = std::max(worst, unitsOff(portable::hypot(x, y, z), truth));
    rescaled += std::abs(exponent) > 510;
  }
  std::printf("%.3f units off, %d scaled\n", worst, rescaled);
  EXPECT_LT(worst, 1.5);
  EXPECT_GT(rescaled, 10000);
  EXPECT_EQ(portable::hypot(3, 4), 5);
  EXPECT_EQ(portable::hypot(0, 0), 0);
  const double infinite = std::numeric_limits<double>::infinity(), none = std::nan("");
  EXPECT_EQ(portable::hypot(none, -infinite), infinite);
  EXPECT_TRUE(std::isnan(portable::hypot(1e300, none)));
  EXPECT_TRUE(std::isnan(portable::hypot(none, 0, 0)));
}

TEST(PortableMath, ThisMachinesBitsAreThoseOfEveryOther) {
  // FNV-1a of the bits of 60 000 results, recorded on x86-64 with g++ 12.
  std::uint64_t digest = 14695981039346656037ull;
  const auto add = [&](double value) {
    for (std::uint64_t bits = std::bit_cast<std::uint64_t>(value), k = 0; k < 8; ++k, bits >>= 8)
      digest = (digest ^ (bits & 255)) * 1099511628211ull;
  };
  SplitMix64 random{9};
  for (int i = 0; i < 10000; ++i) {
    const double angle = scaled(random, -10, 50);
    const double x = random.in(-3, 3), y = random.in(-3, 3), z = random.in(-3, 3);
    add(portable::sin(angle));
    add(portable::cos(angle));
    add(portable::hypot(x, y));
    add(portable::hypot(x, y, z));
    add(portable::atan2(x, y));
    add(portable::acos(z / 3));
  }
  EXPECT_EQ(digest, 12272965276844226358u);
}

}  // namespace
}  // namespace sepax
