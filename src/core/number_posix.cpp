#include "core/number.h"

#include <cmath>

namespace sepax {

std::optional<double> parseDouble(std::string_view text, NumberBase base) {
  const auto format = base == NumberBase::kDecimal ? std::chars_format::general : std::chars_format::hex;
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, format);
  if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(value)) return std::nullopt;
  return value;
}

}  // namespace sepax
