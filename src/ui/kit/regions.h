#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

namespace sepax {

/// The places of panels. Around the viewport they hold tabs: at both sides and below, each of which may be divided in
/// two. A floating panel has a window of its own over all others.
enum class Region : std::uint8_t { kLeft, kRight, kBottom, kLeftLower, kRightLower, kBottomRight, kFloating };
inline constexpr int kRegionCount = 6;  ///< those with tabs

/// For each region with tabs, whether it holds any.
using UsedRegions = std::array<bool, kRegionCount>;
inline constexpr UsedRegions kUsualRegions{true, true, true, false, false, false};

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
  float left_cut = 0.5f;  ///< the upper half's part of a divided side's height,
  float right_cut = 0.5f;
  float bottom_cut = 0.5f;  ///< and the left half's of the width below the viewport
  int below = 1;            ///< the region below the viewport of a narrow window
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
  Rect toolbar, middle, status;
  std::array<Rect, kRegionCount> tabs;  ///< of each region
  Rect left_splitter, right_splitter, bottom_splitter, left_cut, right_cut, bottom_cut;

  [[nodiscard]] Rect& operator[](Region region) { return tabs[static_cast<std::size_t>(region)]; }
  [[nodiscard]] const Rect& operator[](Region region) const { return tabs[static_cast<std::size_t>(region)]; }
};

/// For people far away: the middle alone, or with one panel beside it.
enum class Side { kLeft, kRight };
[[nodiscard]] Regions layOutPresentation(std::optional<Side> panel, const Rect& whole);

/// The regions by their shares, kept so that each region stays usable: in a small window the sides give way first, then
/// the viewport. A region without tabs leaves its room to its neighbour. In a window that is narrow and tall, as on a
/// phone, one region lies below the viewport and the others are folded.
[[nodiscard]] Regions layOut(const RegionShares& shares, const Rect& whole, const Metrics& metrics,
                             const UsedRegions& used = kUsualRegions);

/// Where a panel goes that is dropped there: on a region, on the lower or right part of one that is not divided, on an
/// edge of the viewport where none is, or on the viewport itself, which makes it float.
struct DropZone {
  Region region = Region::kFloating;
  Rect rect;
};
[[nodiscard]] std::vector<DropZone> dropZones(const Regions& regions);

[[nodiscard]] inline bool holds(const Rect& rect, float x, float y) {
  return x >= rect.x && x < rect.x + rect.w && y >= rect.y && y < rect.y + rect.h;
}

}  // namespace sepax
