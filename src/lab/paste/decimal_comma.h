#pragma once

#include <string>
#include <string_view>

// German, French and other texts write 0,5 for 0.5, and programs with such a locale print it.

namespace sepax::paste {

/// The sign between the whole part and the fraction of a text's numbers.
enum class DecimalSign {
  kPoint,   ///< nothing speaks for commas
  kEither,  ///< "size 1,5" may be one number or two
  kComma,   ///< "radius 0,5", "center: 1,5; 2,0; 0,25", "x = 1,5" make sense as decimals alone, and no number has a
            ///< point
};

/// The meaning of a text's commas, and the text with points for those that can be decimal ones, byte for byte. Commas
/// of a call's arguments, Vec2(1,5), of a pair in brackets, of lists of points and of longer rows, 1,2,3, stay.
struct DecimalCommas {
  DecimalSign sign = DecimalSign::kPoint;
  std::string with_points;
};
[[nodiscard]] DecimalCommas decimalCommasOf(std::string_view text);

}  // namespace sepax::paste
