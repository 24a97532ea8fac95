#include "geom/portable_math.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>

namespace sepax::portable {

namespace {

/// π/2 = kQuarter + kQuarterRest.
constexpr double kQuarter = 0x1.921fb54442d18p+0, kQuarterRest = 0x1.1a62633145c07p-54;

/// angle = quarter · π/2 + high + low, |high| ≤ π/4, low below half a unit in high's last place; quarter modulo 4.
struct Reduced {
  unsigned quarter;
  double high, low;
};

Reduced joined(unsigned quarter, double high, double low) {
  const double sum = high + low;
  return {quarter, sum, (high - sum) + low};
}

/// a − b = difference + error exactly (Knuth 1969).
struct ExactDifference {
  double difference, error;
};

ExactDifference exactDifference(double a, double b) {
  const double difference = a - b, back = a - difference;
  return {difference, (a - (difference + back)) + (back - b)};
}

/// Below 2^20 (Cody and Waite 1980): π/2 in three parts of 33 bits, whose products with the count of quarters are
/// exact, and a rest.
Reduced reduceByParts(double angle) {
  constexpr double kParts[] = {0x1.921fb544p+0, 0x1.0b4611a6p-34, 0x1.3198a2ep-69, 0x1.b839a252049c1p-104};
  constexpr double kQuartersPerRadian = 0x1.45f306dc9c883p-1, kToInteger = 0x1.8p52;
  const double quarters = (angle * kQuartersPerRadian + kToInteger) - kToInteger;
  const ExactDifference second = exactDifference(angle - quarters * kParts[0], quarters * kParts[1]);
  const ExactDifference third = exactDifference(second.difference, quarters * kParts[2]);
  return joined(static_cast<unsigned>(static_cast<int>(quarters)) & 3, third.difference,
                (second.error + third.error) - quarters * kParts[3]);
}

/// 64 zero bits, then 2/π in binary.
constexpr std::uint32_t kTwoOverPi[] = {
    0x00000000, 0x00000000, 0xa2f9836e, 0x4e441529, 0xfc2757d1, 0xf534ddc0, 0xdb629599, 0x3c439041,
    0xfe5163ab, 0xdebbc561, 0xb7246e3a, 0x424dd2e0, 0x06492eea, 0x09d1921c, 0xfe1deb1c, 0xb129a73e,
    0xe88235f5, 0x2ebb4484, 0xe99c7026, 0xb45f7e41, 0x3991d639, 0x835339f4, 0x9c845f8b, 0xbdf9283b,
    0x1ff897ff, 0xde05980f, 0xef2f118b, 0x5a0a6d1f, 0x6d367ecf, 0x27cb09b7, 0x4f463f66, 0x9e5fea2d,
    0x7527bac7, 0xebe5f17b, 0x3d0739f7, 0x8a5292ea, 0x6bfb5fb1, 0x1f8d5d08, 0x56033046, 0xfc7b6bab,
};

/// From 2^20 on (Payne and Hanek 1983): the bits of 2/π that give less than four quarters, times the mantissa.
Reduced reduceByBits(double angle) {
  int exponent = 0;
  const auto mantissa = static_cast<std::uint64_t>(std::ldexp(std::frexp(angle, &exponent), 53));
  const int first = exponent - 53 - 2 + 64;  // of 192 bits
  const auto wordAt = [&](int bit) {
    const auto k = static_cast<std::size_t>(bit / 32);
    const std::uint64_t two = std::uint64_t{kTwoOverPi[k]} << 32 | kTwoOverPi[k + 1];
    return static_cast<std::uint32_t>(two >> (32 - bit % 32));
  };
  // The last 192 bits of the product, in units of 2^-190 quarters, the highest word first.
  constexpr int kWords = 6;
  std::array<std::uint32_t, kWords> product{};
  std::uint64_t carry = 0, above = 0;
  for (int k = kWords - 1; k >= 0; --k) {
    const std::uint64_t word = wordAt(first + 32 * k), low = word * (mantissa & 0xffffffff);
    const std::uint64_t sum = (low & 0xffffffff) + (above & 0xffffffff) + carry;
    product[static_cast<std::size_t>(k)] = static_cast<std::uint32_t>(sum);
    carry = (sum >> 32) + (low >> 32) + (above >> 32);
    above = word * (mantissa >> 32);
  }
  unsigned quarter = product[0] >> 30;
  product[0] &= 0x3fffffff;
  const bool is_negative = product[0] >= 0x20000000;  // half a quarter: nearer to the next
  if (is_negative) {
    quarter = (quarter + 1) & 3;
    for (std::uint32_t& word : product) word = ~word;
    product[0] &= 0x3fffffff;
  }
  double high = 0, low = 0, unit = 0x1p-30;
  for (const std::uint32_t word : product) {
    const ExactDifference sum = exactDifference(high, -(word * unit));
    high = sum.difference;
    low += sum.error;
    unit *= 0x1p-32;
  }
  const double turned = high * kQuarter;
  const double rest = std::fma(high, kQuarter, -turned) + (high * kQuarterRest + low * kQuarter);
  return is_negative ? joined(quarter, -turned, -rest) : joined(quarter, turned, rest);
}

/// Expects a finite angle.
Reduced reduce(double angle) {
  if (std::abs(angle) <= 0x1.921fb54442d18p-1) return {0, angle, 0};
  if (std::abs(angle) < 0x1p20) return reduceByParts(angle);
  const Reduced r = reduceByBits(std::abs(angle));
  return angle > 0 ? r : Reduced{(4 - r.quarter) & 3, -r.high, -r.low};
}

/// Taylor's series: up to π/4 its next term is below 2^-60 of the sum.
double sineOf(double x, double low) {
  const double z = x * x;
  const double series =
      -1.0 / 6 +
      z * (1.0 / 120 +
           z * (-1.0 / 5040 + z * (1.0 / 362880 + z * (-1.0 / 39916800 +
                                                       z * (1.0 / 6227020800 + z * (-1.0 / 1307674368000 +
                                                                                    z * (1.0 / 355687428096000)))))));
  return x + (z * x * series + low * (1 - z / 2));
}

double cosineOf(double x, double low) {
  const double z = x * x, half = z / 2, most = 1 - half;
  const double series =
      1.0 / 24 +
      z * (-1.0 / 720 +
           z * (1.0 / 40320 +
                z * (-1.0 / 3628800 + z * (1.0 / 479001600 + z * (-1.0 / 87178291200 + z * (1.0 / 20922789888000))))));
  return most + (((1 - most) - half) + (z * z * series - x * low));
}

/// The sine of `angle` + `quarters` · π/2.
double turned(double angle, unsigned quarters) {
  if (!std::isfinite(angle)) return std::numeric_limits<double>::quiet_NaN();
  const Reduced r = reduce(angle);
  const unsigned quarter = (r.quarter + quarters) & 3;
  const double size = quarter % 2 == 0 ? sineOf(r.high, r.low) : cosineOf(r.high, r.low);
  return quarter < 2 ? size : -size;
}

/// high + low, low below a unit in high's last place.
struct Sum {
  double high, low;
};

/// atan(k / 16).
constexpr Sum kSixteenths[] = {
    {0, 0},
    {0x1.ff55bb72cfdeap-5, -0x1.c934d86d23f1dp-60},
    {0x1.fd5ba9aac2f6ep-4, -0x1.cd37686760c17p-59},
    {0x1.7b97b4bce5b02p-3, 0x1.347b0b4f881cap-58},
    {0x1.f5b75f92c80ddp-3, 0x1.8ab6e3cf7afbdp-57},
    {0x1.362773707ebccp-2, -0x1.963a544b672d8p-57},
    {0x1.6f61941e4def1p-2, -0x1.c63aae6f6e918p-56},
    {0x1.a64eec3cc23fdp-2, -0x1.24dec1b50b7ffp-56},
    {0x1.dac670561bb4fp-2, 0x1.a2b7f222f65e2p-56},
    {0x1.0657e94db30d0p-1, -0x1.d5b495f6349e6p-56},
    {0x1.1e00babdefeb4p-1, -0x1.928df287a668fp-58},
    {0x1.345f01cce37bbp-1, 0x1.1021137c71102p-55},
    {0x1.4978fa3269ee1p-1, 0x1.2419a87f2a458p-56},
    {0x1.5d58987169b18p-1, 0x1.0028e4bc5e7cap-57},
    {0x1.700a7c5784634p-1, -0x1.8c34d25aadef6p-56},
    {0x1.819d0b7158a4dp-1, -0x1.bf76229d3b917p-56},
    {0x1.921fb54442d18p-1, 0x1.1a62633145c07p-55},
};

/// atan(low / high), 0 ≤ low ≤ high, a unit in the last place of high normal: by the nearest k / 16 (the addition
/// theorem) and Taylor's series, whose next term is below 2^-58 of the sum.
Sum arcOf(double low, double high) {
  const double ratio = low / high;
  if (ratio < 0x1p-60) return {ratio, 0};
  int k = static_cast<int>(16 * ratio + 0.5);
  if (k < 2) k = 0;  // where t's own rounding would weigh too much
  const double near = k * 0.0625, inverse = 1 / (high + near * low), over = std::fma(-near, high, low);
  const double t = over * inverse, rest = std::fma(-t, high + near * low, over) * inverse, z = t * t;
  const double series =
      z *
      (-1.0 / 3 + z * (1.0 / 5 + z * (-1.0 / 7 + z * (1.0 / 9 + z * (-1.0 / 11 + z * (1.0 / 13 + z * (-1.0 / 15)))))));
  const ExactDifference sum = exactDifference(kSixteenths[k].high, -t);
  return {sum.difference, sum.error + (kSixteenths[k].low + (rest + t * series))};
}

}  // namespace

double atan2(double y, double x) {
  if (std::isnan(x) || std::isnan(y)) return x + y;
  double along = std::abs(x), across = std::abs(y);
  if (std::isinf(along) && std::isinf(across)) along = across = 1;
  const bool is_steep = across > along;
  double high = is_steep ? across : along, low = is_steep ? along : across;
  if (high < 0x1p-900) high *= 0x1p100, low *= 0x1p100;
  if (high > 0x1p900) high *= 0x1p-100, low *= 0x1p-100;
  Sum angle = high > 0 ? arcOf(low, high) : Sum{0, 0};
  const bool is_back = std::signbit(x);
  // From the x axis, or the rest of a quarter turn; then of half a turn.
  const auto restOf = [&angle](double whole, double whole_rest) {
    const ExactDifference rest = exactDifference(whole, angle.high);
    angle = {rest.difference, rest.error + (whole_rest - angle.low)};
  };
  if (is_steep) restOf(kQuarter, kQuarterRest);
  if (is_back) restOf(2 * kQuarter, 2 * kQuarterRest);
  return std::copysign(angle.high + angle.low, y);
}

double scaledHypot(double x, double y, double z) {
  if (std::isinf(x) || std::isinf(y) || std::isinf(z)) return std::numeric_limits<double>::infinity();
  const double largest = std::max({std::abs(x), std::abs(y), std::abs(z)});
  if (!(largest > 0) || std::isnan(y) || std::isnan(z)) return x * x + y * y + z * z;
  const int exponent = std::ilogb(largest);
  x = std::scalbn(x, -exponent);
  y = std::scalbn(y, -exponent);
  z = std::scalbn(z, -exponent);
  return std::scalbn(std::sqrt(x * x + y * y + z * z), exponent);
}

double sin(double angle) { return std::abs(angle) < 0x1p-27 ? angle : turned(angle, 0); }

double cos(double angle) { return turned(angle, 1); }

}  // namespace sepax::portable
