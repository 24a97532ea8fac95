#pragma once

#include <optional>

namespace sepax {

/// Pixels of the window, y down.
struct Rect {
  float x = 0, y = 0, w = 0, h = 0;
};

/// How large the regions around the viewport are. 0: as the window's size has it, until the user drags it.
struct RegionShares {
  float left = 0;  ///< of the window's width
  float right = 0;
  float bottom = 0.31f;  ///< of the window's height
  bool bottom_open = false;
  int below = 1;  ///< which one lies below the viewport of a narrow window: 0 the left, 1 the right, 2 the bottom one
};

/// Heights and widths that follow the font, pixels.
struct Metrics {
  float toolbar = 30;
  float status = 24;
  float tabs = 28;     ///< what a region needs at least to show its tabs
  float splitter = 4;  ///< thickness
  float em = 16;
  bool reads = false;  ///< the left region holds lines of text or paths
};

/// Where everything below the menu bar goes. Rectangles never overlap and stay inside the whole; a folded region is
/// empty.
struct Regions {
  Rect choice;  ///< a row of buttons, of a narrow window alone: which region lies below it
  Rect toolbar, left, left_splitter, middle, right_splitter, right, bottom_splitter, bottom, status;
};

/// For people far away: the middle alone, or with one panel beside it.
enum class Side { kLeft, kRight };
[[nodiscard]] Regions layOutPresentation(std::optional<Side> panel, const Rect& whole);

/// The regions by their shares, kept so that each region stays usable: in a small window the sides give way first, then
/// the viewport. In one that is narrow and tall, as on a phone, one region lies below the viewport and the others are
/// folded.
[[nodiscard]] Regions layOut(const RegionShares& shares, const Rect& whole, const Metrics& metrics);

}  // namespace sepax
