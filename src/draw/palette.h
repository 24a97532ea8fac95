#pragma once

#include "collide/sat/sat_report.h"
#include "document/document.h"
#include "draw/draw_list.h"

namespace sepax {

enum class Theme { kDark, kLight };

/// The colours of pictures and panels. A is blue and B orange (Okabe and Ito 2008); apart is a calm green-blue,
/// touching yellow, overlapping red. Colours with a meaning stay apart for eyes without one kind of cones, too:
/// tests/ui/kit/test_theme.cpp.
struct Palette {
  Colour background_top, background_bottom;
  Colour grid_minor, grid_major, axis_x, axis_y, axis_z;
  Colour text, text_faint, rail;
  Colour a, b;                              ///< the pair
  Colour other;                             ///< bodies outside the shown pair
  Colour separated, touching, overlapping;  ///< verdicts
  Colour plane;
  Colour highlight;             ///< selection
  Colour a_surface, b_surface;  ///< of the pair in space, never of texts or lines
};

[[nodiscard]] const Palette& paletteOf(Theme theme);
[[nodiscard]] Colour verdictColour(const Palette& palette, Verdict verdict);
[[nodiscard]] Colour withAlpha(Colour colour, double alpha);  ///< alpha 0..1

/// A body's colour: its own, else by its place in the shown pair, else `other`.
[[nodiscard]] Colour bodyColour(const Palette& palette, const Document& document, const Body& body,
                                const std::string& a, const std::string& b);

}  // namespace sepax
