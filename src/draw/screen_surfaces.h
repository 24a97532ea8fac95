#pragma once

#include "draw/camera.h"
#include "draw/draw_list.h"

#include <glm/mat4x4.hpp>
#include <glm/vec4.hpp>

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace sepax {

/// A point of the view: pixels, y down, and the depth of OpenGL's clip space (−1 near, 1 far). Straight lines and flat
/// surfaces of space are straight and flat here too.
struct ScreenPoint {
  double x = 0, y = 0, depth = 0;
};

/// A point of the straight line from `a` (t = 0) to `b` (t = 1).
[[nodiscard]] inline ScreenPoint between(const ScreenPoint& a, const ScreenPoint& b, double t) {
  return {a.x + (b.x - a.x) * t, a.y + (b.y - a.y) * t, a.depth + (b.depth - a.depth) * t};
}

/// Takes points of a DrawList to the screen.
class ScreenProjection {
 public:
  ScreenProjection(const Camera& camera, const ViewSize& view, const Vec3& origin);

  /// A line's two ends; nullopt where it lies wholly behind the eye, which takes away what does in part.
  [[nodiscard]] std::optional<std::array<ScreenPoint, 2>> line(const glm::vec3& from, const glm::vec3& to) const;
  [[nodiscard]] std::optional<ScreenPoint> point(const glm::vec3& at) const;
  /// A convex polygon, cut where it comes too near to the eye; fewer than three points: nothing of it is seen.
  [[nodiscard]] std::vector<ScreenPoint> polygon(std::span<const glm::vec3> corners) const;

 private:
  [[nodiscard]] glm::dvec4 clip(const glm::vec3& at) const {
    return clip_from_local_ * glm::dvec4(glm::dvec3(at), 1.0);
  }
  [[nodiscard]] ScreenPoint onScreen(const glm::dvec4& clip) const;

  glm::dmat4 clip_from_local_;
  ViewSize view_;
};

/// `colour` behind a pane, with its own alpha.
[[nodiscard]] Colour seenThrough(Colour colour, Colour pane);

/// A flat, convex piece of surface as the screen shows it.
struct ScreenSurface {
  std::vector<ScreenPoint> corners;
  Colour colour;  ///< with its light
  bool opaque = false;
  bool is_body = true;  ///< lit: hides a body's far edges even when one sees through it
};

/// A part of a line, 0 at its start and 1 at its end.
struct LinePart {
  double from = 0, to = 1;
  bool hidden = false;
  Colour colour;  ///< seen through the translucent surfaces before it
};

/// Which parts of lines are seen, exactly: each surface takes the interval of a line that lies inside its outline and
/// behind it.
class LineVisibility {
 public:
  LineVisibility(std::span<const ScreenSurface> surfaces, const ViewSize& view);

  /// The parts of a line of this colour in order, without gaps. Layer::kScene: hidden by opaque surfaces, tinted by
  /// others. kHidden: hidden by bodies too, tinted by none. kOverlay: all is seen.
  [[nodiscard]] std::vector<LinePart> partsOf(const ScreenPoint& from, const ScreenPoint& to, Colour colour,
                                              Layer layer);

 private:
  /// Depth = at + along_x · x + along_y · y.
  struct DepthPlane {
    double at = 0, along_x = 0, along_y = 0;
    double inside = 1;  ///< sign of twice the area that the inside of the outline has with each edge
    [[nodiscard]] double depth(const ScreenPoint& p) const { return at + along_x * p.x + along_y * p.y; }
  };
  struct Cover {
    std::size_t surface;
    double from, to;
  };
  [[nodiscard]] static std::optional<DepthPlane> planeOf(const std::vector<ScreenPoint>& corners);
  [[nodiscard]] std::optional<std::pair<double, double>> covered(std::size_t surface, const ScreenPoint& from,
                                                                 const ScreenPoint& to) const;
  void coversOf(const ScreenPoint& from, const ScreenPoint& to, Layer layer);

  static constexpr int kCells = 48;  // across and down: few surfaces of a fine mesh lie in the cells that a line meets
  std::span<const ScreenSurface> surfaces_;
  ViewSize view_;
  std::vector<DepthPlane> planes_;                 ///< of each surface
  std::vector<std::vector<std::uint32_t>> cells_;  ///< surfaces that are not seen from their edge
  std::vector<std::uint32_t> asked_;               ///< the question in which a surface was met last
  std::uint32_t question_ = 0;
  std::vector<Cover> covers_;
};

}  // namespace sepax
