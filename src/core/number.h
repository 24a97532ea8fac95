#pragma once

#include <charconv>
#include <cmath>
#include <concepts>
#include <optional>
#include <string_view>
#include <system_error>

// Where numbers are read from text; those of JSON files are read by their parser (json_text.h). Numbers are written by
// text.h.

namespace sepax {

enum class NumberBase { kDecimal, kHexadecimal };

/// Reads a whole text as a double: an optional "-", digits, fraction and exponent ("e", of hexadecimal digits "p"), no
/// "0x". Nothing for all else: blanks, a "+", an empty text, infinities, NaN, what no double can hold.
[[nodiscard]] std::optional<double> parseDouble(std::string_view text, NumberBase base = NumberBase::kDecimal);

/// Reads a whole text as an integer: digits, with a "-" in front where T has a sign. Nothing for all else and for what
/// T cannot hold.
template <std::integral T>
[[nodiscard]] std::optional<T> parseInteger(std::string_view text, int base = 10) {
  T value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, base);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

/// The multiple of `step` next to a value, itself where the step is not above 0; of steps such as 0.1 its shortest
/// decimals: 3 / 10 is the double nearest to 0.3, 3 · 0.1 is not. Zero has no sign.
[[nodiscard]] inline double nearestMultiple(double value, double step) {
  if (!(step > 0)) return value;
  const double parts = std::round(1 / step);
  const bool divides = parts > 1 && std::abs(parts * step - 1) < 1e-12;
  return (divides ? std::round(value * parts) / parts : std::round(value / step) * step) + 0.0;  // no −0
}

}  // namespace sepax
