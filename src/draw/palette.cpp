#include "draw/palette.h"

#include <algorithm>
#include <cmath>

namespace sepax {

const Palette& paletteOf(Theme theme) {
  static constexpr Palette kDark{
      .background_top = {38, 43, 51},
      .background_bottom = {25, 28, 34},
      .grid_minor = {255, 255, 255, 13},
      .grid_major = {255, 255, 255, 34},
      .axis_x = {224, 92, 92, 150},
      .axis_y = {139, 201, 104, 150},
      .axis_z = {92, 140, 230, 150},
      .text = {232, 235, 239},
      .text_faint = {154, 161, 174},
      .rail = {190, 196, 208},
      .a = {90, 169, 242},
      .b = {242, 165, 65},
      .other = {158, 160, 166},
      .separated = {84, 204, 196},
      .touching = {242, 209, 78},
      .overlapping = {245, 124, 122},
      .plane = {170, 200, 215},
      .highlight = {255, 255, 255},
      .a_surface = {61, 134, 204},
      .b_surface = {206, 132, 37},
  };
  static constexpr Palette kLight{
      .background_top = {251, 252, 253},
      .background_bottom = {233, 237, 241},
      .grid_minor = {20, 30, 50, 16},
      .grid_major = {20, 30, 50, 44},
      .axis_x = {150, 10, 40, 160},
      .axis_y = {60, 140, 30, 160},
      .axis_z = {30, 80, 200, 160},
      .text = {26, 31, 38},
      .text_faint = {91, 98, 111},
      .rail = {70, 78, 92},
      .a = {0, 98, 184},
      .b = {157, 76, 0},
      .other = {101, 94, 105},
      .separated = {19, 110, 101},
      .touching = {120, 95, 0},
      .overlapping = {137, 1, 40},
      .plane = {60, 110, 135},
      .highlight = {0, 0, 0},
      .a_surface = {76, 150, 220},
      .b_surface = {227, 154, 60},
  };
  return theme == Theme::kDark ? kDark : kLight;
}

Colour verdictColour(const Palette& palette, Verdict verdict) {
  return verdict == Verdict::kSeparated  ? palette.separated
         : verdict == Verdict::kTouching ? palette.touching
                                         : palette.overlapping;
}

Colour withAlpha(Colour colour, double alpha) {
  colour.a = static_cast<std::uint8_t>(std::lround(std::clamp(alpha, 0.0, 1.0) * 255));
  return colour;
}

Colour bodyColour(const Palette& palette, const Document& document, const Body& body, const std::string& a,
                  const std::string& b) {
  if (body.colour) return {body.colour->r, body.colour->g, body.colour->b, 255};
  if (body.id == a) return palette.a;
  if (body.id == b) return palette.b;
  if (!a.empty()) return palette.other;
  const bool first = !document.bodies.empty() && &body == &document.bodies.front();
  return first ? palette.a : palette.b;
}

}  // namespace sepax
