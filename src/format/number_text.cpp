#include "format/number_text.h"

#include "core/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace sepax {

namespace {

/// Rounded to a decimal place without trailing zeros; the shortest text of the double where that is no longer.
std::string rounded(double value, int places) {
  std::string shortest = shortestDecimal(value);
  if (places < 0 || places > 300 || shortest.find('e') != std::string::npos) return shortest;
  std::string text = fmt::format("{:.{}f}", value, places);
  if (text.find('.') != std::string::npos) text.erase(text.find_last_not_of('0') + 1);
  if (text.ends_with('.')) text.pop_back();
  return text.size() < shortest.size() ? text : shortest;
}

}  // namespace

std::string NumberText::operator()(double value, double error) const {
  if (hex) return hexFloat(value);
  if (digits > 0) return humanNumber(value, digits);
  if (value == 0) return "0";
  if (!(error > 0) || !std::isfinite(value)) return shortestDecimal(value);
  if (std::abs(value) <= error) return humanNumber(value, 2);
  return rounded(value, static_cast<int>(std::ceil(-std::log10(error))));
}

std::string NumberText::operator()(const Vec3& v, Space space, double error) const {
  std::string text = "(";
  for (int c = 0; c < (space == Space::k2d ? 2 : 3); ++c) {
    const bool is_noise = !hex && digits == 0 && std::abs(v[c]) <= error;
    text += fmt::format("{}{}", c == 0 ? "" : ", ", is_noise ? "0" : (*this)(v[c], error));
  }
  return text + ")";
}

std::string NumberText::cell(double value, int usual) const {
  return hex && std::isfinite(value) ? hexFloat(value) : humanNumber(value, digits > 0 ? digits : usual);
}

int NumberText::width(int usual) const {
  constexpr int kHexWidth = 24, kSignAndExponent = 7;  // "-0x1.fffffffffffffp-1022", "-1.e-100"
  return std::max(usual, hex ? kHexWidth : digits > 0 ? digits + kSignAndExponent : 0);
}

}  // namespace sepax
