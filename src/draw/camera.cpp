#include "draw/camera.h"

#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>
#include <numbers>

namespace sepax {
namespace {

constexpr double kRadiansPerPixel = 0.008;
// Beyond these the float matrices of the renderer would over- or underflow.
constexpr double kMinDistance = 1e-12;  // metres
constexpr double kMaxDistance = 1e30;   // metres
// Near plane as a part of the distance; there is no far plane. With 24 bits of depth, surfaces at the target are
// distinguished when they are 6e-6 distances apart, a hundredth of a pixel, whatever the scale of the scene.
constexpr double kNearPart = 0.01;
// Flat projections see this many distances before and behind the target.
constexpr double kFlatDepth = 100;
// How much of the view a framed box may fill.
constexpr double kFramedPart = 0.8;

bool isPerspective(const Camera& camera) { return camera.projection == Projection::kPerspective; }

// Half of the visible height over the distance at which it is seen.
double slopeOf(const Camera& camera) { return std::tan(std::clamp(camera.fov, 0.01, 3.0) / 2); }

double distanceOf(const Camera& camera) {
  return std::isfinite(camera.distance) ? std::clamp(camera.distance, kMinDistance, kMaxDistance) : 1.0;
}

// A minimised window has no pixels; computing with one keeps every answer finite.
ViewSize usable(const ViewSize& view) { return {view.width >= 1 ? view.width : 1, view.height >= 1 ? view.height : 1}; }

double aspectOf(const ViewSize& view) { return usable(view).width / usable(view).height; }

// Coordinates in the basis relative to the target: x right, y up, z towards the eye. The difference comes first: it is
// what stays exact far from the world's origin.
Vec3 inView(const CameraBasis& basis, const Vec3& from_target) {
  return {dot(from_target, basis.right), dot(from_target, basis.up), dot(from_target, basis.back)};
}

// Pixel to the plane through the target facing the eye, relative to the target: x right, y up, metres.
Vec2 onTargetPlane(const Camera& camera, const ViewSize& view, const Vec2& pixel) {
  const ViewSize size = usable(view);
  const double metres = 2 * distanceOf(camera) * slopeOf(camera) / size.height;
  return {(pixel.x - size.width / 2) * metres, (size.height / 2 - pixel.y) * metres};
}

}  // namespace

CameraBasis basisOf(const Camera& camera) {
  if (camera.projection == Projection::kPlanar) return {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  const double sin_yaw = std::sin(camera.yaw), cos_yaw = std::cos(camera.yaw);
  const double sin_pitch = std::sin(camera.pitch), cos_pitch = std::cos(camera.pitch);
  const CameraBasis standing{{cos_yaw, 0, -sin_yaw},
                             {-sin_yaw * sin_pitch, cos_pitch, -cos_yaw * sin_pitch},
                             {sin_yaw * cos_pitch, sin_pitch, cos_yaw * cos_pitch}};
  if (camera.up == UpAxis::kY) return standing;
  const auto tip = [](const Vec3& v) { return Vec3{v.x, -v.z, v.y}; };
  return {tip(standing.right), tip(standing.up), tip(standing.back)};
}

SceneLights lightsOf(UpAxis up) {
  const glm::vec3 key = glm::normalize(glm::vec3{-0.35f, 0.85f, 0.55f}),
                  fill = glm::normalize(glm::vec3{0.9f, 0.1f, 0.3f});
  if (up == UpAxis::kY) return {key, fill};
  return {{key.x, -key.z, key.y}, {fill.x, -fill.z, fill.y}};
}

Vec3 eyeOf(const Camera& camera) { return camera.target + basisOf(camera).back * distanceOf(camera); }

glm::mat4 clipFromLocal(const Camera& camera, const ViewSize& view, const Vec3& origin) {
  const CameraBasis basis = basisOf(camera);
  const double distance = distanceOf(camera), slope = slopeOf(camera), aspect = aspectOf(view);
  const bool perspective = isPerspective(camera);
  Vec3 shift = inView(basis, origin - camera.target);
  // Rows of the clip-from-view matrix: x, y scale; z = z_scale · z + z_shift; w = w_scale · z + w_shift.
  double scale = 1 / slope, z_scale = -1, z_shift = -2 * kNearPart * distance, w_scale = -1, w_shift = 0;
  if (perspective) {
    shift.z -= distance;
  } else {
    scale = 1 / (slope * distance);
    z_scale = -1 / (kFlatDepth * distance);
    z_shift = 0;
    w_scale = 0;
    w_shift = 1;
  }
  glm::mat4 result(0.0f);
  for (int i = 0; i < 3; ++i) {
    result[i] = glm::vec4(scale / aspect * basis.right[i], scale * basis.up[i], z_scale * basis.back[i],
                          w_scale * basis.back[i]);
  }
  result[3] =
      glm::vec4(scale / aspect * shift.x, scale * shift.y, z_scale * shift.z + z_shift, w_scale * shift.z + w_shift);
  return result;
}

ToPixel::ToPixel(const Camera& camera, const ViewSize& view)
    : basis_(basisOf(camera)),
      target_(camera.target),
      size_(usable(view)),
      distance_(distanceOf(camera)),
      slope_(slopeOf(camera)),
      is_perspective_(isPerspective(camera)) {}

std::optional<Vec2> ToPixel::operator()(const Vec3& point_in_world) const {
  const Vec3 point = inView(basis_, point_in_world - target_);
  const double depth = is_perspective_ ? distance_ - point.z : distance_;
  const double pixels = size_.height / (2 * slope_ * depth);
  const Vec2 pixel(size_.width / 2 + point.x * pixels, size_.height / 2 - point.y * pixels);
  if (!(depth > 0) || !std::isfinite(pixel.x) || !std::isfinite(pixel.y)) return std::nullopt;
  return pixel;
}

std::optional<Vec2> toPixel(const Camera& camera, const ViewSize& view, const Vec3& point_in_world) {
  return ToPixel(camera, view)(point_in_world);
}

Ray rayThrough(const Camera& camera, const ViewSize& view, const Vec2& pixel) {
  const CameraBasis basis = basisOf(camera);
  const Vec2 at = onTargetPlane(camera, view, pixel);
  const Vec3 across = basis.right * at.x + basis.up * at.y;
  const double distance = distanceOf(camera);
  if (isPerspective(camera)) return {eyeOf(camera), normalizedOr(across - basis.back * distance, -basis.back)};
  // Flat views also show what lies before the eye, so the ray starts where their depth does.
  return {camera.target + across + basis.back * (kFlatDepth * distance), -basis.back};
}

double metresPerPixel(const Camera& camera, const ViewSize& view, const Vec3& point_in_world) {
  const double distance = distanceOf(camera);
  double depth = distance;
  if (isPerspective(camera)) {
    depth = std::max(distance - dot(point_in_world - camera.target, basisOf(camera).back), kNearPart * distance);
  }
  return 2 * depth * slopeOf(camera) / usable(view).height;
}

void orbit(Camera& camera, const Vec2& drag_px) {
  if (camera.projection == Projection::kPlanar) return;
  constexpr double kQuarter = std::numbers::pi / 2;
  camera.yaw = std::remainder(camera.yaw - drag_px.x * kRadiansPerPixel, 4 * kQuarter);
  camera.pitch = std::clamp(camera.pitch + drag_px.y * kRadiansPerPixel, -kQuarter, kQuarter);
}

void pan(Camera& camera, const ViewSize& view, const Vec2& drag_px) {
  const CameraBasis basis = basisOf(camera);
  const double metres = metresPerPixel(camera, view, camera.target);
  camera.target += (basis.up * drag_px.y - basis.right * drag_px.x) * metres;
}

void zoomAt(Camera& camera, const ViewSize& view, const Vec2& pixel, double factor) {
  if (!(factor > 0) || !std::isfinite(factor)) return;
  const double before = distanceOf(camera);
  const double after = std::clamp(before * factor, kMinDistance, kMaxDistance);
  const CameraBasis basis = basisOf(camera);
  const Vec2 at = onTargetPlane(camera, view, pixel);
  camera.target += (basis.right * at.x + basis.up * at.y) * (1 - after / before);
  camera.distance = after;
}

void frame(Camera& camera, const ViewSize& view, const Vec3& min, const Vec3& max) {
  if (!isFinite(min) || !isFinite(max)) return;
  const Vec3 centre = min / 2.0 + max / 2.0;
  Vec3 half = glm::abs(max / 2.0 - min / 2.0);
  // A point needs some surroundings: half a metre, or more where doubles are coarser than that shows.
  const double magnitude = std::max({std::abs(centre.x), std::abs(centre.y), std::abs(centre.z)});
  const double largest = std::max({half.x, half.y, half.z});
  if (largest <= magnitude * 1e-12) half = Vec3(std::max(0.5, magnitude * 1e-10));

  const CameraBasis basis = basisOf(camera);
  const double slope_y = slopeOf(camera) * kFramedPart, slope_x = slope_y * aspectOf(view);
  double distance = 0;
  for (int corner = 0; corner < 8; ++corner) {
    const Vec3 sign(corner & 1 ? 1 : -1, corner & 2 ? 1 : -1, corner & 4 ? 1 : -1);
    const Vec3 at = inView(basis, half * sign);
    const double across = std::max(std::abs(at.x) / slope_x, std::abs(at.y) / slope_y);
    // The eye keeps well before the nearest corner, also when the box is a needle pointing at it.
    distance = std::max(distance, isPerspective(camera) ? std::max(at.z + across, 1.25 * at.z) : across);
  }
  // A planar view of something thin along z, or a needle seen end on.
  distance = std::max(distance, 1e-3 * std::max({half.x, half.y, half.z}));
  camera.target = centre;
  camera.distance = std::clamp(distance, kMinDistance, kMaxDistance);
}

Camera onTheWay(const Camera& from, const Camera& to, double part) {
  if (part >= 1 || from.projection != to.projection || from.up != to.up) return to;
  Camera camera = to;
  camera.target = from.target + (to.target - from.target) * part;
  camera.distance = distanceOf(from) * std::pow(distanceOf(to) / distanceOf(from), part);
  camera.yaw = from.yaw + std::remainder(to.yaw - from.yaw, 2 * std::numbers::pi) * part;
  camera.pitch = from.pitch + (to.pitch - from.pitch) * part;
  return camera;
}

void lookAlong(Camera& camera, int axis, double sense) {
  if (camera.projection == Projection::kPlanar) return;
  constexpr double kQuarter = std::numbers::pi / 2;
  const int up = camera.up == UpAxis::kY ? 1 : 2;
  camera.pitch = axis == up ? sense * kQuarter : 0;
  if (axis == up) return;
  // Yaw 0 looks from +z where y is up, from −y where z is.
  const bool from_side = axis == 0;
  const double facing = up == 1 ? sense : -sense;
  camera.yaw = from_side ? sense * kQuarter : facing > 0 ? 0 : 2 * kQuarter;
}

}  // namespace sepax
