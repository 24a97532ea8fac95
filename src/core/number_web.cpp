#include "core/number.h"

#include <cerrno>
#include <cmath>
#include <cstdlib>
#include <string>

// For a library whose std::from_chars reads no doubles: strtod, which would also take spaces, signs, names and
// prefixes.

namespace sepax {

std::optional<double> parseDouble(std::string_view text, NumberBase base) {
  const bool is_decimal = base == NumberBase::kDecimal;
  const bool is_negative = text.starts_with('-');
  const std::string_view digits = text.substr(is_negative ? 1 : 0);
  const std::string_view allowed = is_decimal ? "0123456789.eE+-" : "0123456789abcdefABCDEF.pP+-";
  if (digits.empty() || digits.find_first_not_of(allowed) != digits.npos || digits[0] == '+' || digits[0] == '-')
    return std::nullopt;
  const std::string whole = std::string(is_negative ? "-" : "") + (is_decimal ? "" : "0x") + std::string(digits);
  char* end = nullptr;
  errno = 0;
  const double value = std::strtod(whole.c_str(), &end);
  if (end != whole.c_str() + whole.size() || !std::isfinite(value)) return std::nullopt;
  if (errno == ERANGE && value == 0) return std::nullopt;  // too small to tell from zero
  return value;
}

}  // namespace sepax
