#pragma once

#include "draw/camera.h"

#include <imgui.h>

namespace sepax {

struct RenderedView;

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

}  // namespace sepax
