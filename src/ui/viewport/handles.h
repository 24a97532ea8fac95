#pragma once

#include "document/document.h"
#include "draw/camera.h"
#include "draw/palette.h"
#include "session/host/view_state.h"

#include <imgui.h>

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

/// Where a mouse ray comes closest to the line through `point` along `direction`: metres along it.
[[nodiscard]] double alongLine(const Ray& ray, const Vec3& point, const Vec3& direction);

/// Where a mouse ray meets the plane through `point`; the point itself when they are parallel.
[[nodiscard]] Vec3 onPlane(const Ray& ray, const Vec3& point, const Vec3& normal);

/// Angle of a world point around `axis` through `centre`, radians, measured from a fixed perpendicular.
[[nodiscard]] double angleAround(const Vec3& point, const Vec3& centre, const Vec3& axis);

}  // namespace sepax
