#include "draw/shadow_picture.h"

#include "geom/convex.h"
#include "geom/shape_bounds.h"

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
      const ConvexFeatures features =
          transformed(convexFeatures(posed.shape), posed.pose.rotation, posed.pose.position);
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

}  // namespace sepax
