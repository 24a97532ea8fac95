#include "draw/rail_number.h"

#include <fmt/format.h>

#include <cmath>

namespace sepax {

std::string railNumber(double metres) {
  const double size = std::abs(metres);
  std::string text;
  if (!std::isfinite(metres)) {
    text = metres < 0 ? "-∞" : "∞";
  } else if (size == 0 || (size >= 0.0005 && size < 10'000)) {
    text = fmt::format("{:.3f}", metres);
    text.erase(text.find_last_not_of('0') + 1);
    if (text.back() == '.') text.pop_back();
  } else {
    text = fmt::format("{:.2e}", metres);
    const std::size_t e = text.find('e');
    const int exponent = std::stoi(text.substr(e + 1));
    text.resize(text.find_last_not_of("0.", e - 1) + 1);
    text += fmt::format("e{}", exponent);
  }
  if (text == "-0") text = "0";
  for (std::size_t at = text.find('-'); at != text.npos; at = text.find('-', at)) text.replace(at, 1, "−");
  return text;
}

}  // namespace sepax
