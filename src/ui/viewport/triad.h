#pragma once

#include "draw/camera.h"
#include "draw/palette.h"

#include <imgui.h>

#include <optional>

namespace sepax {

/// The world's axes in the view's upper right corner: a disc with a ball at each end of each axis.
struct Triad {
  ImVec2 centre;    ///< relative to the viewport
  float scale = 1;  ///< of the interface
  const Camera& camera;

  /// The side of the view along an axis.
  struct Ball {
    int axis = 0;  ///< 0..2
    double sense = 1;
    friend bool operator==(const Ball&, const Ball&) = default;
  };
  [[nodiscard]] bool isOver(const Vec2& pixel) const;
  /// The ball under a pixel, of several the nearest to the eye.
  [[nodiscard]] std::optional<Ball> ballAt(const Vec2& pixel) const;
  [[nodiscard]] ImVec2 placeOf(const Ball& ball) const;
};

/// Pixels that it needs in its corner.
[[nodiscard]] float triadSide(float scale);
/// The triad of a view of that width; nullopt in the plane.
[[nodiscard]] std::optional<Triad> triadOf(const Camera& camera, double width, float scale);

/// `mouse` over the disc shows a ring and over a ball its letter; nullopt: elsewhere.
void drawTriad(ImDrawList* to, const Triad& triad, ImVec2 corner, const std::optional<Vec2>& mouse,
               const Palette& palette);

}  // namespace sepax
