#pragma once

#include "draw/camera.h"
#include "draw/draw_list.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace sepax {

/// Where the text of a label goes: pixels of the view, the text's margin included.
struct PlacedLabel {
  std::size_t label = 0;  ///< index into DrawList::labels
  Vec2 min{0.0}, max{0.0};
  /// The place that it speaks of, when it had to go so far that a line must lead there.
  std::optional<Vec2> moved_from;
  bool has_note = false;  ///< the label's, which is left out where there is room for the text alone
};

/// How they are drawn, on the screen and in files: the line back from where a label had to go, and what lies under its
/// text.
inline constexpr std::uint8_t kLeaderAlpha = 150, kHaloAlpha = 225;
inline constexpr int kHaloRadius = 3;  ///< of its corners, pixels
/// Where the line meets the label that was moved.
[[nodiscard]] Vec2 leaderEnd(const PlacedLabel& label);

/// Width and height of a text, pixels.
using MeasureText = std::function<Vec2(const std::string&)>;

/// Lines on top of all else that are as wide are bars, as the rail has them.
inline constexpr float kBarWidthPx = 6;

/// Where labels stood in the last picture, by their texts, so that they do not jump while bodies move.
struct LabelMemory {
  std::map<std::string, Vec2> offsets;  ///< of the corner from the place that the label speaks of, pixels
};

/// The labels of a picture without one over another, flat ones and then those of higher priority first. A label whose
/// place is taken goes to a free one around it, in the view, with a line that leads back; it stays where it was in the
/// last picture unless that is taken or another place is much nearer. Where there is none it is left out, and of more
/// than nine of one priority all but the first six are. Labels of priority 0 (the grid's numbers) say something of
/// their place alone and never move. None lies on a bar, on a point or on a place that is `taken` by something else,
/// and none is cut at the view's edge.
[[nodiscard]] std::vector<PlacedLabel> placeLabels(const DrawList& list, const Camera& camera, const ViewSize& view,
                                                   const MeasureText& measure, std::span<const PixelBox> taken = {},
                                                   LabelMemory* memory = nullptr);

}  // namespace sepax
