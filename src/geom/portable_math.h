#pragma once

#include <cmath>

/// Lengths and trigonometry of correctly rounded operations alone (+, −, ·, /, √, fused multiply-add): the bits are
/// equal with every compiler and C library. The libraries' own functions differ from each other in the last bit.
/// Angles in radians.
namespace sepax::portable {

/// hypot for numbers whose squares leave the range of a double.
double scaledHypot(double x, double y, double z);

/// √(x² + y² + z²) within 1.5 units in the last place; infinite beside an infinite number, else NaN beside a NaN.
inline double hypot(double x, double y, double z) {
  const double sum = x * x + y * y + z * z;
  return sum > 0x1p-960 && sum < 0x1p1000 ? std::sqrt(sum) : scaledHypot(x, y, z);
}

inline double hypot(double x, double y) { return hypot(x, y, 0); }

/// Within 1 unit in the last place for every finite angle; NaN of others.
double sin(double angle);
double cos(double angle);

/// The angle of (x, y) from the x axis, −π to π, within 1 unit in the last place; signs of zeros, infinities and NaN as
/// with std::atan2.
double atan2(double y, double x);

/// 0 to π, within 2 units in the last place; NaN beyond ±1.
inline double acos(double cosine) { return atan2(std::sqrt((1 - cosine) * (1 + cosine)), cosine); }

}  // namespace sepax::portable
