#pragma once

#include "draw/draw_list.h"
#include "draw/palette.h"
#include "draw/picture_input.h"

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace sepax {

/// A crowd for drawing: most bodies are stamps; the indices of the others. Neither depends on the camera.
struct CrowdPicture {
  std::shared_ptr<const StampList> stamps;
  std::vector<std::uint32_t> others;  ///< what stands out, and shapes that have no stamp
};

/// True when the body is of the shown pair, selected or hovered: it keeps its colour and its name.
[[nodiscard]] bool standsOut(const PictureInput& input, const Body& body);

/// The colour of a body that does not stand out: that of what it meets, else its own.
[[nodiscard]] Colour crowdColour(const Palette& palette, const Body& body, CrowdLook look);

/// Strength of a body that meets no other, as shares of its colour: hardly there beside those that meet, and clear
/// where none does.
struct QuietShares {
  double fill, edge;
};
[[nodiscard]] QuietShares quietShares(std::span<const CrowdLook> crowd);

/// Uses document, report, selected, group, hovered, crowd and theme of the input. Bodies that meet others are solid in
/// the colour of their verdict, so that they are seen at a glance; the rest is translucent.
[[nodiscard]] CrowdPicture crowdPicture(const PictureInput& input);

/// More bodies than this are a carpet of bars.
inline constexpr std::size_t kMaxBoundsShown = 40;

/// Sweep and prune as a picture: the axis-aligned box of every visible body, and what it covers of x as a bar at the
/// lower border of the view, in the plane also of y at the left; where two bars share a place a mark, and how many of
/// the pairs do.
void addBounds(DrawList& list, const PictureInput& input, const Camera& camera, const ViewSize& view);

}  // namespace sepax
