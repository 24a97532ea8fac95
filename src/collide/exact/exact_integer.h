#pragma once

#include "geom/types.h"

#include <boost/multiprecision/cpp_int.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

// Integers of any size for doubles: value = integer · 2^exponent, one exponent for a whole scene.

namespace sepax::exact {

/// 512 bits without an allocation: enough for most products of ordinary scenes.
using Integer = boost::multiprecision::number<
    boost::multiprecision::cpp_int_backend<512, 0, boost::multiprecision::signed_magnitude,
                                           boost::multiprecision::unchecked, std::allocator<std::uint64_t>>,
    boost::multiprecision::et_off>;

struct IntVec {
  Integer x, y, z;
};

inline Integer dot(const IntVec& a, const IntVec& b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
inline IntVec cross(const IntVec& a, const IntVec& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
inline IntVec operator-(const IntVec& a, const IntVec& b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
inline IntVec operator+(const IntVec& a, const IntVec& b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
inline IntVec operator*(const IntVec& a, const Integer& k) { return {a.x * k, a.y * k, a.z * k}; }
inline bool isZero(const IntVec& v) { return v.x.is_zero() && v.y.is_zero() && v.z.is_zero(); }

/// Exponent of the lowest set bit; a large number for zero, which fits every exponent.
inline int lowestBit(double value) {
  if (value == 0) return std::numeric_limits<int>::max();
  int exponent = 0;
  const auto mantissa = static_cast<std::uint64_t>(std::ldexp(std::frexp(std::abs(value), &exponent), 53));
  return exponent - 53 + __builtin_ctzll(mantissa);
}
inline int lowestBit(const Vec3& v) { return std::min({lowestBit(v.x), lowestBit(v.y), lowestBit(v.z)}); }

/// value / 2^exponent; expects exponent ≤ lowestBit(value).
inline Integer integerOf(double value, int exponent) {
  if (value == 0) return 0;
  int high = 0;
  const auto mantissa = static_cast<std::int64_t>(std::ldexp(std::frexp(value, &high), 53));
  const int shift = high - 53 - exponent;
  const Integer out = mantissa;
  return shift >= 0 ? Integer(out << static_cast<unsigned>(shift)) : Integer(out / (std::int64_t{1} << -shift));
}
inline IntVec vectorOf(const Vec3& v, int exponent) {
  return {integerOf(v.x, exponent), integerOf(v.y, exponent), integerOf(v.z, exponent)};
}

/// A double and a power of two beside it, for integers beyond the range of doubles.
struct Scaled {
  double mantissa = 0;
  int exponent = 0;
};
inline Scaled scaledOf(const Integer& value) {
  if (value.is_zero()) return {};
  const Integer magnitude = abs(value);
  const int top = static_cast<int>(msb(magnitude));
  const int drop = std::max(0, top - 62);
  const double m = static_cast<double>(static_cast<std::uint64_t>(Integer(magnitude >> static_cast<unsigned>(drop))));
  return {value.sign() < 0 ? -m : m, drop};
}

/// g / √n to about three units in the last place, times 2^exponent.
inline double quotientRoot(const Integer& g, const Integer& n, int exponent) {
  const Scaled a = scaledOf(g);
  Scaled b = scaledOf(n);
  if (b.exponent % 2 != 0) {
    b.mantissa *= 2;
    --b.exponent;
  }
  return std::ldexp(a.mantissa / std::sqrt(b.mantissa), a.exponent - b.exponent / 2 + exponent);
}

/// Largest integer whose square is at most n (Newton from above).
inline Integer rootOf(const Integer& n) {
  if (n.is_zero()) return 0;
  Integer x = Integer(1) << (msb(n) / 2 + 1);
  for (;;) {
    Integer next = (x + n / x) >> 1;
    if (next >= x) return x;
    x = next;
  }
}

/// g / √n − r, rounded once, times 2^exponent: fixed point with 192 bits behind the point.
inline double differenceRounded(const Integer& g, const Integer& n, const Integer& r, int exponent) {
  constexpr unsigned kBits = 192;
  Integer value = rootOf(((g * g) << (2 * kBits)) / n);
  if (g.sign() < 0) value = -value;
  const Scaled s = scaledOf(value - (r << kBits));
  return std::ldexp(s.mantissa, s.exponent - static_cast<int>(kBits) + exponent);
}

/// Sign of g/√n − x; expects n > 0.
inline int compareQuotient(const Integer& g, const Integer& n, const Integer& x) {
  if (g.sign() != x.sign()) return g.sign() > x.sign() ? 1 : -1;
  return g.sign() * (g * g).compare(x * x * n);
}

/// Sign of g/√n − h/√m.
inline int compareQuotients(const Integer& g, const Integer& n, const Integer& h, const Integer& m) {
  if (g.sign() != h.sign()) return g.sign() > h.sign() ? 1 : -1;
  return g.sign() * (g * g * m).compare(h * h * n);
}

/// The highest bit of any component; 0 for the zero vector.
inline int topBit(const IntVec& v) {
  const Integer largest = std::max({Integer(abs(v.x)), Integer(abs(v.y)), Integer(abs(v.z))});
  return largest.is_zero() ? 0 : static_cast<int>(msb(largest));
}

/// v / 2^top. Where top ≥ topBit(v) no component is beyond ±2, and each is rounded by 2^-52 at most.
inline Vec3 roundedOf(const IntVec& v, int top) {
  const auto component = [&](const Integer& c) {
    const Scaled s = scaledOf(c);
    return std::ldexp(s.mantissa, s.exponent - top);
  };
  return {component(v.x), component(v.y), component(v.z)};
}

/// The unit vector along an integer one; zero for the zero vector.
inline Vec3 unitOf(const IntVec& v) { return normalizedOr(roundedOf(v, topBit(v)), Vec3{0.0}); }

}  // namespace sepax::exact
