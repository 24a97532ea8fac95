#include "core/number.h"

#include <cmath>

namespace sepax {

double nearestMultiple(double value, double step) {
  if (!(step > 0)) return value;
  const double parts = std::round(1 / step);
  const bool divides = parts > 1 && std::abs(parts * step - 1) < 1e-12;
  return (divides ? std::round(value * parts) / parts : std::round(value / step) * step) + 0.0;  // no −0
}

}  // namespace sepax
