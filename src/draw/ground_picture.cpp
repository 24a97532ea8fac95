#include "draw/ground_picture.h"

#include "core/text.h"
#include "draw/shape_picture.h"
#include "geom/convex.h"
#include "geom/support.h"

#include <algorithm>
#include <cmath>
#include <span>
#include <vector>

namespace sepax {

namespace {

constexpr std::size_t kMaxBodies = 24;
constexpr double kBelow = 0.02;  // of the scene's size
constexpr int kSpotSides = 24, kSpotRings = 4;
constexpr double kDrift[] = {0.28, -0.22};  // of a shadow for each metre of height: across and towards the eye

/// One kind of shadow: how dark, how soft in parts of the scene's size, how large of the outline.
struct ShadowLook {
  double alpha, soft, shrink;
  bool drifts;
};
constexpr ShadowLook kCast{0.34, 0.07, 1, true}, kContact{0.30, 0.09, 0.86, false};

bool hasShadow(const PictureInput& input, const Body& body) {
  return body.visible && !isPlanar(body.shape) && !isUnbounded(body.shape) && input.crowd.empty();
}

/// World coordinates as height and two directions on the ground.
struct GroundFrame {
  UpAxis up;
  [[nodiscard]] double height(const Vec3& p) const { return up == UpAxis::kY ? p.y : p.z; }
  [[nodiscard]] Vec2 onGround(const Vec3& p) const { return up == UpAxis::kY ? Vec2{p.x, p.z} : Vec2{p.x, -p.y}; }
  [[nodiscard]] Vec3 toWorld(const Vec2& q, double height) const {
    return up == UpAxis::kY ? Vec3{q.x, height, q.y} : Vec3{q.x, -q.y, height};
  }
};

struct SceneExtent {
  double lowest = 0, size = 0;
};

SceneExtent extentOf(const PictureInput& input, const GroundFrame& frame) {
  bool any = false;
  Vec3 low{0.0}, high{0.0};
  for (const Body& body : input.document->bodies) {
    if (!hasShadow(input, body)) continue;
    const PosedShape posed = posedShape(body);
    const MinMaxBox box = boundsOf(posed.shape, posed.pose);
    low = any ? glm::min(low, box.min) : box.min;
    high = any ? glm::max(high, box.max) : box.max;
    any = true;
  }
  return {frame.height(low), length(high - low)};
}

/// The outline's farthest point for each of the sides' directions.
std::vector<Vec2> spotOutline(std::span<const Vec2> points, double radius) {
  std::vector<Vec2> outline;
  for (int k = 0; k < kSpotSides; ++k) {
    const double angle = 2 * M_PI * k / kSpotSides;
    const Vec2 direction{std::cos(angle), std::sin(angle)};
    const auto farthest = std::ranges::max_element(points, {}, [&](const Vec2& p) { return glm::dot(p, direction); });
    outline.push_back(*farthest + direction * radius);
  }
  return outline;
}

}  // namespace

double groundHeight(const PictureInput& input, UpAxis up) {
  if (!input.crowd.empty()) return 0;
  const SceneExtent extent = extentOf(input, GroundFrame{up});
  return extent.lowest - kBelow * extent.size;
}

void addShadows(DrawList& list, const PictureInput& input, const Camera& camera, double ground) {
  const GroundFrame frame{camera.up};
  const bool is_few = input.document->bodies.size() <= kMaxBodies && input.document->space == Space::k3d;
  if (!is_few || frame.height(eyeOf(camera)) <= ground) return;
  const double size = extentOf(input, frame).size, dark = input.theme == Theme::kDark ? 1 : 0.45;
  std::vector<Vec2> points;
  for (const ShadowLook& look : {kCast, kContact}) {
    for (const Body& body : input.document->bodies) {
      if (!hasShadow(input, body)) continue;
      const PosedShape posed = posedShape(body);
      const ConvexFeatures features = worldFeatures(posed);
      points.clear();
      for (const Vec3& v : features.core.vertices) {
        const double height = look.drifts ? frame.height(v) - ground : 0;
        points.push_back(frame.onGround(v) + Vec2{kDrift[0], kDrift[1]} * height);
      }
      if (points.empty()) continue;
      const std::vector<Vec2> outline = spotOutline(points, features.radius);
      Vec2 middle{0.0};
      for (const Vec2& p : outline) middle += p / static_cast<double>(kSpotSides);
      SoftSpot spot{.rings = {}, .colour = input.theme == Theme::kDark ? Colour{0, 0, 0} : Colour{30, 40, 60}};
      for (int ring = 0; ring <= kSpotRings; ++ring) {
        const double inwards = static_cast<double>(ring) / kSpotRings, out = look.soft * size * (1 - 2 * inwards);
        SoftSpot::Ring& made = spot.rings.emplace_back();
        made.alpha = static_cast<float>(look.alpha * dark * inwards * inwards * (3 - 2 * inwards));
        for (const Vec2& p : outline) {
          const Vec2 from_middle = (p - middle) * look.shrink;
          const double distance = glm::length(from_middle);
          const double scale = distance > 0 ? std::max(1 + out / distance, 0.15) : 1;
          made.points.push_back(list.local(frame.toWorld(middle + from_middle * scale, ground)));
        }
      }
      list.shadows.push_back(std::move(spot));
    }
  }
}

namespace {

constexpr double kLabelEvery = 90;  // pixels between labelled lines, at least

/// Lines of one family: x = const or y = const, over the visible rectangle.
void addFamily(DrawList& list, int axis, const Vec2& low, const Vec2& high, double step, double metres_per_pixel,
               const Palette& palette) {
  const int other = 1 - axis;
  const double minor = step / 5;
  for (double k = std::ceil(low[axis] / minor); k * minor <= high[axis]; ++k) {
    const bool major = std::fmod(k, 5) == 0;
    const bool zero = k == 0;
    Vec3 from{0.0}, to{0.0};
    from[axis] = to[axis] = k * minor;
    from[other] = low[other];
    to[other] = high[other];
    const Colour axis_colour = axis == 0 ? palette.axis_y : palette.axis_x;  // the line x = 0 is the y axis
    addLine(list, from, to,
            zero    ? axis_colour
            : major ? palette.grid_major
                    : palette.grid_minor,
            zero ? 1.5f : 1.0f, Layer::kScene);
    // Numbers are at the border, clear of corners.
    const double inset = 30 * metres_per_pixel;
    if (!major || k * minor < low[axis] + inset || k * minor > high[axis] - inset) continue;
    Vec3 at = from;
    Label label{list.local(at), humanNumber(k * minor, 6), palette.text_faint, 0, 0, 0.5f, 0.5f, 0};
    if (axis == 0) {
      label.dy_px = -6;
      label.align_y = 1;
    } else {
      label.dx_px = 6;
      label.align_x = 0;
    }
    list.labels.push_back(label);
  }
}

void addPlanarGrid(DrawList& list, const Camera& camera, const ViewSize& view, const Palette& palette) {
  const double mpp = metresPerPixel(camera, view, camera.target);
  const double step = 5 * roundStep(kLabelEvery * mpp / 5 * 1.999);
  const Vec2 half{view.width / 2 * mpp, view.height / 2 * mpp};
  const Vec2 low = Vec2(camera.target) - half, high = Vec2(camera.target) + half;
  // Beyond this the numbers would not distinguish neighbouring lines any more.
  if (!(step > 0) || std::max(std::abs(high.x), std::abs(high.y)) / step > 1e6) return;
  for (const int axis : {0, 1}) addFamily(list, axis, low, high, step, mpp, palette);
}

/// On the ground: the plane across what is up.
void addGroundGrid(DrawList& list, const Camera& camera, const Palette& palette, double ground) {
  const double step = roundStep(camera.distance / 3);
  constexpr int kHalf = 12, kPiece = 2;  // cells; lines are cut into pieces so that they can fade outward
  const bool is_z_up = camera.up == UpAxis::kZ;
  const Colour second_axis = is_z_up ? palette.axis_y : palette.axis_z;
  const double cx = std::round(camera.target.x / step),
               cs = std::round((is_z_up ? camera.target.y : camera.target.z) / step);
  if (!(step > 0) || std::max(std::abs(cx), std::abs(cs)) > 1e6) return;
  for (int i = -kHalf; i <= kHalf; ++i) {
    const double gx = cx + i, gs = cs + i;
    const Colour along_second = gx == 0                               ? second_axis
                                : static_cast<long long>(gx) % 5 == 0 ? palette.grid_major
                                                                      : palette.grid_minor;
    const Colour along_x = gs == 0                               ? palette.axis_x
                           : static_cast<long long>(gs) % 5 == 0 ? palette.grid_major
                                                                 : palette.grid_minor;
    for (int j = -kHalf; j < kHalf; j += kPiece) {
      const int middle = j + kPiece / 2;
      const double fade = 1 - static_cast<double>(i * i + middle * middle) / (kHalf * kHalf);
      if (fade <= 0) continue;
      const auto at = [&](double x, double second) {
        return is_z_up ? Vec3{x * step, second * step, ground} : Vec3{x * step, ground, second * step};
      };
      const auto piece = [&](const Vec3& from, const Vec3& to, Colour colour, bool zero) {
        colour.a = static_cast<std::uint8_t>(colour.a * fade * (zero ? 0.6 : 1));
        addLine(list, from, to, colour, zero ? 1.5f : 1, Layer::kScene);
      };
      piece(at(gx, cs + j), at(gx, cs + j + kPiece), along_second, gx == 0);
      piece(at(cx + j, gs), at(cx + j + kPiece, gs), along_x, gs == 0);
    }
  }
}

}  // namespace

double roundStep(double length) {
  if (!(length > 0) || !std::isfinite(length)) return 0;
  const double power = std::pow(10, std::floor(std::log10(length)));
  const double lead = length / power;
  return power * (lead >= 5 ? 5 : lead >= 2 ? 2 : 1);
}

void addGrid(DrawList& list, const Camera& camera, const ViewSize& view, const Palette& palette, double ground) {
  camera.projection == Projection::kPlanar ? addPlanarGrid(list, camera, view, palette)
                                           : addGroundGrid(list, camera, palette, ground);
}

}  // namespace sepax
