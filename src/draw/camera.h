#pragma once

#include "geom/types.h"

#include <glm/mat4x4.hpp>
#include <glm/vec3.hpp>

#include <cstdint>
#include <optional>

namespace sepax {

enum class Projection { kPlanar, kPerspective, kOrthographic };

enum class UpAxis : std::uint8_t { kY, kZ };

/// The eye. It looks at `target` from `distance` away; yaw rotates about the world's axis that is up, pitch above the
/// horizon; yaw = pitch = 0 looks along −z where y is up, along +y where z is, with +x to the right. Planar looks along
/// −z always.
struct Camera {
  Projection projection = Projection::kPerspective;
  Vec3 target{0.0};
  double distance =
      6;             ///< > 0; for planar and orthographic views it sets the visible height: 2 · distance · tan(fov/2)
  double yaw = 0.6;  ///< radians
  double pitch = 0.4;  ///< radians, within ±π/2
  double fov = 0.7;    ///< vertical, radians
  UpAxis up = UpAxis::kY;
  friend bool operator==(const Camera&, const Camera&) = default;
};

/// A rectangle of pixels, y down.
struct ViewSize {
  double width = 1, height = 1;
};

struct CameraBasis {
  Vec3 right, up, back;  ///< unit, world; back points from the target to the eye
};
[[nodiscard]] CameraBasis basisOf(const Camera& camera);
/// Directions towards the two lights of a scene, unit, world.
struct SceneLights {
  glm::vec3 key, fill;
};
[[nodiscard]] SceneLights lightsOf(UpAxis up);
/// Where the eye is, world.
[[nodiscard]] Vec3 eyeOf(const Camera& camera);

/// Clip-from-local matrix, local being relative to `origin` (DrawList::origin); OpenGL clip space. Near and far planes
/// follow the distance.
[[nodiscard]] glm::mat4 clipFromLocal(const Camera& camera, const ViewSize& view, const Vec3& origin);

/// Pixel of a world point; nullopt behind the eye.
[[nodiscard]] std::optional<Vec2> toPixel(const Camera& camera, const ViewSize& view, const Vec3& point_in_world);

/// Pixels of many points.
class ToPixel {
 public:
  ToPixel(const Camera& camera, const ViewSize& view);
  [[nodiscard]] std::optional<Vec2> operator()(const Vec3& point_in_world) const;

 private:
  CameraBasis basis_;
  Vec3 target_;
  ViewSize size_;
  double distance_, slope_;
  bool is_perspective_;
};

struct Ray {
  Vec3 origin, direction;  ///< world, direction unit
};
/// The sight line of a pixel; it starts at the eye, in planar and orthographic views where their depth starts.
[[nodiscard]] Ray rayThrough(const Camera& camera, const ViewSize& view, const Vec2& pixel);

/// Metres that one pixel spans at the depth of a world point.
[[nodiscard]] double metresPerPixel(const Camera& camera, const ViewSize& view, const Vec3& point_in_world);

/// A drag on the screen, pixels: rotates the eye about the target, the pitch kept within ±π/2. Planar views stay.
void orbit(Camera& camera, const Vec2& drag_px);
/// A drag on the screen, pixels: moves the target so that points at its depth follow the drag.
void pan(Camera& camera, const ViewSize& view, const Vec2& drag_px);
/// Multiplies the distance by `factor` (< 1 closer), keeping the point under `pixel` where it is.
void zoomAt(Camera& camera, const ViewSize& view, const Vec2& pixel, double factor);
/// Makes a box of world space fill the view with a margin; degenerate boxes get a sensible size.
void frame(Camera& camera, const ViewSize& view, const Vec3& min, const Vec3& max);
/// A camera on the way from one to another, 0 at `from` and 1 at `to`; rotates the shorter way round.
[[nodiscard]] Camera onTheWay(const Camera& from, const Camera& to, double part);
/// Looks from the side of a world axis (0..2) towards the target; a planar camera stays.
void lookAlong(Camera& camera, int axis, double sense);

}  // namespace sepax
