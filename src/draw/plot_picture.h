#pragma once

#include "draw/draw_list.h"
#include "draw/palette.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace sepax {

/// Curves over one number, or a heat map over two. Values that are not finite are gaps.
struct Plot {
  std::string x_title;
  std::vector<double> x;  ///< of the samples, ascending
  struct Curve {
    std::string name;
    Colour colour;
    std::vector<double> y;  ///< one for each x
    float dash = 0;         ///< pixels; tells curves of one colour apart
  };
  std::vector<Curve> curves;
  struct Mark {
    double x = 0;
    Colour colour;
    std::string name = {};  ///< what marks of this colour say; the first of them that has one
  };
  std::vector<Mark> marks;           ///< ticks at the lower border; those that are close to each other are a band
  std::vector<double> rows;          ///< the second number, ascending; empty: curves
  std::vector<double> heat;          ///< row by row
  std::vector<std::uint8_t> marked;  ///< cells to be dotted, as many as `heat`
  std::string marked_name;           ///< what a dot says
  bool around_zero = true;           ///< the sign decides the colour
  struct Name {
    double value = 0;
    std::string name;
  };
  std::vector<Name> value_names;                ///< of values that are no quantities, ascending, instead of numbers
  std::string (*value_text)(double) = nullptr;  ///< of a value with its unit; null: the number
};

/// Where a plot's values are in its picture, whose y points down from the upper left corner, pixels.
struct PlotFrame {
  double left = 0, top = 0, right = 1, bottom = 1;
  double x_low = 0, x_high = 1, y_low = 0, y_high = 1;

  [[nodiscard]] double pixelX(double x) const { return left + (x - x_low) / (x_high - x_low) * (right - left); }
  [[nodiscard]] double pixelY(double y) const { return bottom - (y - y_low) / (y_high - y_low) * (bottom - top); }
  [[nodiscard]] double valueX(double pixel) const { return x_low + (pixel - left) / (right - left) * (x_high - x_low); }
  [[nodiscard]] double valueY(double pixel) const {
    return y_low + (bottom - pixel) / (bottom - top) * (y_high - y_low);
  }
};

/// How large a plot is drawn, pixels; `em` is the height of its texts.
struct PlotSize {
  double width = 400, height = 200, em = 13;
};
[[nodiscard]] PlotFrame plotFrame(const Plot& plot, const PlotSize& size);

/// The plot as a flat list, z = 0: round numbers along both axes and lines through them, zero line, curves or cells,
/// and above them the names of the curves and marks, or of both numbers with the scale of colours. Where numbers differ
/// in their last digits alone, the axis shows what is beyond a number that is told beside it. Curves that lie on each
/// other are seen side by side: the later is the thinner one. No more is drawn than there are pixels.
[[nodiscard]] DrawList plotPicture(const Plot& plot, const PlotSize& size, const Palette& palette);

/// The colour of the n-th curve, apart from the others for the common colour blindnesses; after so many they begin
/// again.
inline constexpr std::size_t kCurveColours = 7;
[[nodiscard]] Colour curveColour(std::size_t index, Theme theme);

}  // namespace sepax
