#pragma once

#include "collide/gauss_map.h"
#include "collide/landscape.h"
#include "draw/camera.h"
#include "ui/kit/panel.h"

#include <imgui.h>

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace sepax {

/// The state of the Landscape panel between frames: the map and what it was made of.
struct LandscapePanel {
  Landscape map;
  std::vector<std::pair<Vec3, Vec3>> shore;  ///< where the separation is zero on the sphere, in short pieces
  GaussMap a, negated_b;                     ///< in space
  std::vector<ArcCrossing> crossings;
  std::uint64_t revision = ~0ull;
  std::string made_for;  ///< pair and pieces
  bool turns = false;    ///< a drag turns the ball
  bool edges = true;     ///< the Gauss maps are drawn
};

/// Separation over all directions: a curve in the plane; in space a map of the sphere and a ball that turns with the
/// view, with the directions that separate outlined and both shapes' Gauss maps over them. The candidate axes are
/// marks. A click makes the direction under the mouse the free axis, a drag moves it; beside it a drag turns the ball.
extern const Panel kLandscapePanel;

/// How directions become places on the screen.
enum class ChartKind {
  kCurve,  ///< of the plane: the angle across, the separation up
  kMap,    ///< of the sphere, areas true
  kBall,   ///< of the sphere as the viewport looks at the scene: it turns with the view
};

/// A part of the Landscape panel that directions are drawn into.
struct LandscapeChart {
  ChartKind kind = ChartKind::kCurve;
  ImVec2 corner, size;
  double low = 0, high = 1;  ///< of the curve, metres
  CameraBasis basis;         ///< of the ball

  [[nodiscard]] float x(double part) const { return corner.x + size.x * static_cast<float>(part); }
  [[nodiscard]] float y(double part) const { return corner.y + size.y * static_cast<float>(part); }
  [[nodiscard]] float height(double separation) const { return y((high - separation) / (high - low)); }

  /// Whether a direction is on the side of the ball that is seen; of curve and map always.
  [[nodiscard]] bool isInFront(const Vec3& direction) const {
    return kind != ChartKind::kBall || dot(direction, basis.back) >= 0;
  }
  [[nodiscard]] ImVec2 placeOf(const Vec3& direction, double separation) const;
  /// The direction at a place; on the ball nullopt beside it.
  [[nodiscard]] std::optional<Vec3> directionAt(const ImVec2& place) const;
  /// A line between neighbouring directions. On the map those across its border are left out, on the ball those behind
  /// it.
  void line(ImDrawList& list, const Vec3& from, const Vec3& to, ImU32 colour, float width) const;
};

}  // namespace sepax
