#pragma once

#include "draw/camera.h"
#include "draw/draw_list.h"
#include "draw/label_layout.h"
#include "draw/palette.h"

#include <imgui.h>

#include <cstdint>
#include <memory>
#include <span>
#include <string>

namespace sepax {

/// A rendered picture besides the viewport. A panel fills `list`, `camera` and the size; the app renders it when
/// something of it changed and keeps `texture` pointing at the result.
struct RenderedView {
  DrawList list;
  std::uint64_t list_revision = 0;  ///< changes with `list`
  Camera camera;
  float width = 0, height = 0;  ///< window pixels; 0: not shown in this frame
  ImTextureID texture = nullptr;
};

/// Which channels of a picture are shown.
enum class Channels { kColour, kRed, kGreen, kBlue, kAlpha };

/// A decoded picture that the app keeps as a texture. Larger ones than OpenGL takes arrive halved.
struct PictureView {
  std::shared_ptr<const Picture> picture;  ///< null: none is shown
  Channels channels = Channels::kColour;
  ImTextureID texture = nullptr;
};

/// Where a pixel of a view is whose upper left corner is there.
[[nodiscard]] inline ImVec2 onScreen(ImVec2 corner, const Vec2& pixel) {
  return {corner.x + static_cast<float>(pixel.x), corner.y + static_cast<float>(pixel.y)};
}

inline constexpr double kWheelStep = 0.88;  ///< of the distance, one notch nearer

/// A place that takes the mouse, and what the mouse did there.
struct Canvas {
  ImVec2 corner, size;
  bool hovered = false, orbiting = false, panning = false, twice = false;
  ImVec2 mouse, moved;  ///< relative to the corner
  float wheel = 0;
};

/// Takes that place at the cursor, at least a pixel large.
[[nodiscard]] Canvas canvasHere(const char* id, ImVec2 size);

/// Orbits, pans and zooms as the mouse did.
void moveCamera(Camera& camera, const Canvas& canvas, const ViewSize& size);

/// The rendered texture with a border around it.
void showTexture(const RenderedView& view, const Canvas& canvas, ImDrawList& list);

/// Paints a flat list (draw/plot_picture.h) on the window with its upper left corner there.
void paintFlat(const DrawList& list, ImVec2 corner);

inline constexpr float kLabelMarginX = 3, kLabelMarginY = 1;  ///< around the text, pixels

/// The size of a label's text with its margin.
[[nodiscard]] Vec2 labelSize(const std::string& text);

/// Draws a picture's flat marks and labels over the rectangle that starts at `corner` and has the view's size, the
/// labels where placeLabels puts them; a thin line leads back from those that had to go far. Returns the number with
/// all its digits of the label under the mouse; empty without one. `taken` are rectangles of the view that they leave
/// free.
std::string drawLabels(ImDrawList* to, const DrawList& list, const Camera& camera, const ViewSize& view, ImVec2 corner,
                       Colour background, std::span<const PixelBox> taken = {}, LabelMemory* memory = nullptr);

/// A few words beside the mouse: what the hand is doing, or why it may not. Kept inside the display.
void noteBesideMouse(ImDrawList* to, const std::string& text, const Palette& palette, const Colour& colour);

/// A note at a place of its own.
void noteAt(ImDrawList* to, ImVec2 at, const std::string& text, const Palette& palette, const Colour& colour);

}  // namespace sepax
