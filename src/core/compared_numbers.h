#pragma once

#include "core/text.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

namespace sepax {

/// Numbers that are read beside each other, such as both sides of an inequality, with as many digits as their
/// difference needs: 2.5 and 2.4 need two, 1 and 1 + 3e-12 need thirteen. Never more than doubles of that size can
/// hold.
class ComparedNumbers {
 public:
  /// `largest` of the numbers by magnitude; `difference` of those that are compared, 0 when they are equal.
  ComparedNumbers(double largest, double difference) {
    const double size = std::abs(largest), apart = std::abs(difference);
    if (!(size > 0) || !std::isfinite(size)) return;
    constexpr double kRoundings = 4;
    noise_ = std::max(size * std::numeric_limits<double>::epsilon() * kRoundings, std::numeric_limits<double>::min());
    step_ = powerBelow(size) * 1e-4;
    if (apart > 0) step_ = std::max(std::min(step_, powerBelow(apart) * 0.1), powerBelow(noise_));
  }

  /// One of the numbers; at least five significant digits of the largest, no trailing zeros.
  [[nodiscard]] std::string operator()(double value) const { return humanNumber(value, digitsDownTo(value, step_)); }
  /// A difference: those of its first five significant digits that are no rounding noise, at least two.
  [[nodiscard]] std::string difference(double value) const {
    return humanNumber(value, std::min(digitsDownTo(value, noise_), 5));
  }

 private:
  static double powerBelow(double value) { return std::pow(10.0, std::floor(std::log10(value))); }

  /// Significant digits of a value down to a step.
  static int digitsDownTo(double value, double step) {
    const double magnitude = std::abs(value);
    if (!(magnitude > 0) || !(step > 0) || !std::isfinite(magnitude)) return 5;
    return static_cast<int>(
        std::clamp(std::floor(std::log10(magnitude)) - std::floor(std::log10(step) + 1e-9) + 1, 2.0, 17.0));
  }

  double step_ = 0;   ///< what the numbers are rounded to, metres
  double noise_ = 0;  ///< below this a difference is rounding
};

}  // namespace sepax
