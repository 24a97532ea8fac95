#pragma once

#include <string>

namespace sepax {

/// A length of the picture, metres: three decimals at most, from 10 000 up and below 0.001 with an exponent, and a true
/// minus sign.
[[nodiscard]] std::string railNumber(double metres);

}  // namespace sepax
