#include "core/number.h"

#include <cmath>

namespace sepax {

std::optional<double> parseDouble(std::string_view text, NumberBase base) {
  // The one call that a library without std::from_chars for doubles needs another way for.
  const auto format = base == NumberBase::kDecimal ? std::chars_format::general : std::chars_format::hex;
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, format);
  if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(value)) return std::nullopt;
  return value;
}

double nearestMultiple(double value, double step) {
  if (!(step > 0)) return value;
  const double parts = std::round(1 / step);
  const bool divides = parts > 1 && std::abs(parts * step - 1) < 1e-12;
  return (divides ? std::round(value * parts) / parts : std::round(value / step) * step) + 0.0;  // no −0
}

}  // namespace sepax
