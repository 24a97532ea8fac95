#pragma once

#include "document/document.h"
#include "draw/camera.h"
#include "draw/palette.h"
#include "session/host/view_state.h"

#include <imgui.h>

#include <optional>
#include <vector>

namespace sepax {

/// One part of the selected body's manipulator, on the screen.
struct Handle {
  int axis = 0;            ///< 0..2: x, y, z of the world (move) or of the body (scale); rotate: the axis rotated about
  Vec3 direction{0.0};     ///< unit, world
  std::vector<Vec2> line;  ///< pixels relative to the viewport: arrow, bar, or ring
  bool ring = false;
};

/// The handles of a tool for a body: arrows, rings or bars; in the plane only those that stay in it. None for the
/// select tool.
[[nodiscard]] std::vector<Handle> handlesOf(const Body& body, Tool tool, const Camera& camera, const ViewSize& view);

/// Index of the handle within a few pixels of the mouse, or −1.
[[nodiscard]] int handleUnder(const std::vector<Handle>& handles, const Vec2& pixel);

void drawHandles(ImDrawList* to, const std::vector<Handle>& handles, Tool tool, int hovered, ImVec2 corner,
                 const Palette& palette);

/// The unit vector along an axis, 0..2.
[[nodiscard]] Vec3 axisDirection(int axis);

/// Where a mouse ray comes closest to the line through `point` along `direction`: metres along it.
[[nodiscard]] double alongLine(const Ray& ray, const Vec3& point, const Vec3& direction);

/// Where a mouse ray meets the plane through `point`; the point itself when they are parallel.
[[nodiscard]] Vec3 onPlane(const Ray& ray, const Vec3& point, const Vec3& normal);

/// Angle of a world point around `axis` through `centre`, radians, measured from a fixed perpendicular.
[[nodiscard]] double angleAround(const Vec3& point, const Vec3& centre, const Vec3& axis);

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
