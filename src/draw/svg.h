#pragma once

#include "core/error.h"
#include "draw/camera.h"
#include "draw/draw_list.h"
#include "draw/label_layout.h"

#include <optional>
#include <string>

namespace sepax {

/// How a picture is written as SVG.
struct SvgStyle {
  /// Upper and lower edge; nullopt leaves what lies below to be seen, and halos of texts away.
  struct Background {
    Colour top, bottom;
  };
  std::optional<Background> background;
  double pixel_scale = 1;  ///< view pixels per pixel of the list's widths and sizes
  /// Measures texts as the screen does, so that labels are at the same places.
  MeasureText measure;
  double font_px = 13;                ///< of an em
  double ascent_px = 10;              ///< from a text's upper edge to its baseline
  double margin_x = 3, margin_y = 1;  ///< around a text, measured with it
  std::optional<PixelBox> crop = {};  ///< the part that is written, pixels of the view; nullopt: all
  std::string caption = {};           ///< above on the left, where no label lies; empty: none
  Colour caption_colour = {};
  const char* background_id = "background";  ///< of pictures that stand side by side another one each
};

/// A picture as SVG 1.1: a path for each flat face, lines as lines, texts as texts. Faces go from back to front by
/// their middles, as in the window; what hides which part of a line is found exactly. An error when there are too many
/// faces for a program that draws SVG.
[[nodiscard]] Result<std::string> svgOf(const DrawList& list, const Camera& camera, const ViewSize& view,
                                        const SvgStyle& style);

/// The pixels that a picture's surfaces, lines, points and labels cover; lines that cross the whole view do not count.
/// nullopt of an empty one.
[[nodiscard]] std::optional<PixelBox> contentBox(const DrawList& list, const Camera& camera, const ViewSize& view,
                                                 const MeasureText& measure);

/// Two such pictures of these sizes beside each other, with a line between them.
[[nodiscard]] std::string svgBeside(const std::string& left, const ViewSize& left_size, const std::string& right,
                                    const ViewSize& right_size, Colour line);

}  // namespace sepax
