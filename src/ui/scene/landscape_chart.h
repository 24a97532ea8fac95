#pragma once

#include "collide/landscape.h"
#include "draw/camera.h"
#include "draw/draw_list.h"

#include <imgui.h>

#include <optional>

namespace sepax {

/// How directions become places on the screen.
enum class ChartKind {
  kCurve,  ///< of the plane: the angle across, the separation up
  kMap,    ///< of the sphere, areas true (Mollweide's projection), with `basis.back` in the middle
  kBall,   ///< of the sphere as the viewport looks at the scene: it turns with the view
};

/// A part of the Landscape panel that directions are drawn into.
struct LandscapeChart {
  ChartKind kind = ChartKind::kCurve;
  ImVec2 corner, size;
  double low = 0, high = 1;  ///< of the curve, metres
  CameraBasis basis;         ///< of map and ball

  [[nodiscard]] float x(double part) const { return corner.x + size.x * static_cast<float>(part); }
  [[nodiscard]] float y(double part) const { return corner.y + size.y * static_cast<float>(part); }
  [[nodiscard]] float height(double separation) const { return y((high - separation) / (high - low)); }

  /// Whether a direction is on the side of the ball that is seen; of curve and map always.
  [[nodiscard]] bool isInFront(const Vec3& direction) const {
    return kind != ChartKind::kBall || dot(direction, basis.back) >= 0;
  }
  [[nodiscard]] ImVec2 placeOf(const Vec3& direction, double separation) const;
  /// The direction at a place; beside map and ball nullopt.
  [[nodiscard]] std::optional<Vec3> directionAt(const ImVec2& place) const;
  /// A line between neighbouring directions. On the map those across its border are left out, on the ball those behind
  /// it.
  void line(ImDrawList& list, const Vec3& from, const Vec3& to, ImU32 colour, float width) const;
  /// The colours of a map of the sphere, smooth between its samples; for charts of the sphere.
  void fill(ImDrawList& list, const Landscape& map) const;
};

/// The basis of a map whose middle is this unit direction, its up the world's as far as that goes.
[[nodiscard]] CameraBasis mapAround(const Vec3& middle);

/// The colour of a separation: the deeper an overlap the stronger its red, nearly free pale, a gap calm and the darker
/// the larger.
[[nodiscard]] Colour landscapeColour(double separation, const Landscape& map);

}  // namespace sepax
