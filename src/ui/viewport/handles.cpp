#include "ui/viewport/handles.h"

#include "ui/kit/canvas.h"
#include "ui/kit/theme.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace sepax {

namespace {

constexpr double kArrowPx = 78;
constexpr double kRingPx = 66;
constexpr double kScalePx = 58;
constexpr double kPickPx = 8;  ///< how near the mouse must be

double distanceToSegment(const Vec2& p, const Vec2& a, const Vec2& b) {
  const Vec2 d = b - a;
  const double n = d.x * d.x + d.y * d.y;
  const double t = n > 0 ? std::clamp(((p.x - a.x) * d.x + (p.y - a.y) * d.y) / n, 0.0, 1.0) : 0;
  return std::hypot(p.x - a.x - t * d.x, p.y - a.y - t * d.y);
}

/// Appends the pixel of a world point; false behind the eye.
bool appendPixel(std::vector<Vec2>& line, const Camera& camera, const ViewSize& view, const Vec3& point) {
  const auto pixel = toPixel(camera, view, point);
  if (pixel) line.push_back(*pixel);
  return pixel.has_value();
}

}  // namespace

std::vector<Handle> handlesOf(const Body& body, Tool tool, const Camera& camera, const ViewSize& view) {
  std::vector<Handle> out;
  const bool has_handles = tool == Tool::kMove || tool == Tool::kRotate || tool == Tool::kScale;
  if (!has_handles || (tool == Tool::kRotate && neverRotates(body.shape))) return out;
  const bool planar = isPlanar(body.shape);
  const double mpp = metresPerPixel(camera, view, body.position);
  const Mat3 rotation = matrixOf(body.rotation);
  for (int axis = 0; axis < 3; ++axis) {
    // In the plane: arrows and bars along x and y, one ring about z.
    if (planar && (tool == Tool::kRotate) != (axis == 2)) continue;
    Handle handle;
    handle.axis = axis;
    handle.direction = tool == Tool::kScale ? rotation[axis] : axisDirection(axis);
    if (tool == Tool::kRotate) {
      handle.ring = true;
      const Vec3 u = anyPerpendicular(handle.direction), v = crossAccurate(handle.direction, u);
      for (int i = 0; i <= 48; ++i) {
        const double t = 2 * M_PI * i / 48;
        appendPixel(handle.line, camera, view, body.position + (std::cos(t) * u + std::sin(t) * v) * (kRingPx * mpp));
      }
    } else {
      const double length_px = tool == Tool::kMove ? kArrowPx : kScalePx;
      if (!appendPixel(handle.line, camera, view, body.position + handle.direction * (14 * mpp))) continue;
      appendPixel(handle.line, camera, view, body.position + handle.direction * (length_px * mpp));
      // An arrow that points at the eye is a dot: nothing to grab.
      if (handle.line.size() < 2 ||
          std::hypot(handle.line[1].x - handle.line[0].x, handle.line[1].y - handle.line[0].y) < 8)
        continue;
    }
    if (handle.line.size() >= 2) out.push_back(std::move(handle));
  }
  return out;
}

int handleUnder(const std::vector<Handle>& handles, const Vec2& pixel) {
  int best = -1;
  double nearest = kPickPx;
  for (int h = 0; h < static_cast<int>(handles.size()); ++h) {
    for (std::size_t i = 0; i + 1 < handles[h].line.size(); ++i) {
      if (const double d = distanceToSegment(pixel, handles[h].line[i], handles[h].line[i + 1]); d < nearest) {
        nearest = d;
        best = h;
      }
    }
  }
  return best;
}

void drawHandles(ImDrawList* to, const std::vector<Handle>& handles, Tool tool, int hovered, ImVec2 corner,
                 const Palette& palette) {
  const std::array<Colour, 3> colours = {palette.axis_x, palette.axis_y, palette.axis_z};
  for (int h = 0; h < static_cast<int>(handles.size()); ++h) {
    const Handle& handle = handles[h];
    const ImU32 colour = toImGui(withAlpha(h == hovered ? palette.highlight : colours[handle.axis], 1));
    const float width = h == hovered ? 3.5f : 2.2f;
    for (std::size_t i = 0; i + 1 < handle.line.size(); ++i) {
      to->AddLine(onScreen(corner, handle.line[i]), onScreen(corner, handle.line[i + 1]), colour, width);
    }
    if (handle.ring) continue;
    const Vec2 tip = handle.line.back(), from = handle.line.front();
    const ImVec2 end = onScreen(corner, tip);
    if (tool == Tool::kScale) {
      to->AddRectFilled({end.x - 5, end.y - 5}, {end.x + 5, end.y + 5}, colour, 1);
      continue;
    }
    const double n = std::hypot(tip.x - from.x, tip.y - from.y);
    const Vec2 d = (tip - from) / n, side{-d.y, d.x};
    to->AddTriangleFilled(onScreen(corner, tip + d * 6.0), onScreen(corner, tip - d * 6.0 + side * 5.5),
                          onScreen(corner, tip - d * 6.0 - side * 5.5), colour);
  }
}

Vec3 axisDirection(int axis) {
  Vec3 d{0.0};
  d[axis] = 1;
  return d;
}

double alongLine(const Ray& ray, const Vec3& point, const Vec3& direction) {
  const Vec3 w = point - ray.origin;
  const double b = dot(direction, ray.direction), denominator = 1 - b * b;
  if (denominator < 1e-9) return 0;
  return (b * dot(ray.direction, w) - dot(direction, w)) / denominator;
}

Vec3 onPlane(const Ray& ray, const Vec3& point, const Vec3& normal) {
  const double speed = dot(ray.direction, normal);
  if (std::abs(speed) < 1e-9) return point;
  return ray.origin + ray.direction * (dot(point - ray.origin, normal) / speed);
}

double angleAround(const Vec3& point, const Vec3& centre, const Vec3& axis) {
  const Vec3 u = anyPerpendicular(axis), v = crossAccurate(axis, u);
  return std::atan2(dot(point - centre, v), dot(point - centre, u));
}

namespace {

constexpr float kRadius = 38, kInset = 12, kArm = 27, kBall = 8, kFarBall = 5;  // pixels at the scale 1

using Balls = std::array<Triad::Ball, 6>;

/// From the farthest to the nearest.
Balls byNearness(const Triad& triad) {
  Balls balls{{{0, 1}, {1, 1}, {2, 1}, {0, -1}, {1, -1}, {2, -1}}};
  const Vec3 back = basisOf(triad.camera).back;
  std::ranges::stable_sort(balls, {}, [&](const Triad::Ball& ball) { return ball.sense * back[ball.axis]; });
  return balls;
}

float radiusOf(const Triad& triad, const Triad::Ball& ball) {
  return (ball.sense > 0 ? kBall : kFarBall) * triad.scale;
}

}  // namespace

float triadSide(float scale) { return (2 * kRadius + kInset) * scale; }

std::optional<Triad> triadOf(const Camera& camera, double width, float scale) {
  if (camera.projection == Projection::kPlanar) return std::nullopt;
  const float away = (kRadius + kInset) * scale;
  return Triad{{static_cast<float>(width) - away, away}, scale, camera};
}

ImVec2 Triad::placeOf(const Ball& ball) const {
  const CameraBasis basis = basisOf(camera);
  const auto arm = static_cast<float>(ball.sense) * kArm * scale;
  return {centre.x + static_cast<float>(basis.right[ball.axis]) * arm,
          centre.y - static_cast<float>(basis.up[ball.axis]) * arm};
}

bool Triad::isOver(const Vec2& pixel) const {
  return std::hypot(pixel.x - centre.x, pixel.y - centre.y) <= kRadius * scale;
}

std::optional<Triad::Ball> Triad::ballAt(const Vec2& pixel) const {
  const Balls balls = byNearness(*this);
  const auto hit = std::find_if(balls.rbegin(), balls.rend(), [&](const Ball& ball) {
    const ImVec2 at = placeOf(ball);
    return std::hypot(pixel.x - at.x, pixel.y - at.y) <= radiusOf(*this, ball) + 2 * scale;
  });
  return hit == balls.rend() ? std::nullopt : std::optional(*hit);
}

void drawTriad(ImDrawList* to, const Triad& triad, ImVec2 corner, const std::optional<Vec2>& mouse,
               const Palette& palette) {
  const ImVec2 centre{corner.x + triad.centre.x, corner.y + triad.centre.y};
  const bool is_over = mouse && triad.isOver(*mouse);
  const auto hovered = is_over ? triad.ballAt(*mouse) : std::nullopt;
  to->AddCircleFilled(centre, kRadius * triad.scale,
                      toImGui(withAlpha(palette.background_bottom, is_over ? 0.8 : 0.5)));
  if (is_over) to->AddCircle(centre, kRadius * triad.scale, toImGui(withAlpha(palette.text, 0.5)), 0, 1);
  const Colour letter = palette.text.r < 128 ? Colour{255, 255, 255} : Colour{20, 23, 28};
  static constexpr const char* kNames[] = {"x", "y", "z"};
  const std::array<Colour, 3> colours = {palette.axis_x, palette.axis_y, palette.axis_z};
  for (const Triad::Ball& ball : byNearness(triad)) {
    const ImVec2 place = triad.placeOf(ball), at{corner.x + place.x, corner.y + place.y};
    const Colour colour = withAlpha(colours[static_cast<std::size_t>(ball.axis)], 1);
    const float radius = radiusOf(triad, ball);
    if (ball.sense > 0) {
      to->AddLine(centre, at, toImGui(colour), 2 * triad.scale);
      to->AddCircleFilled(at, radius, toImGui(colour));
      const char* const name = kNames[ball.axis];
      const ImVec2 size = ImGui::CalcTextSize(name);
      to->AddText({at.x - size.x / 2, at.y - size.y / 2}, toImGui(letter), name);
    } else {
      to->AddCircleFilled(at, radius, toImGui(withAlpha(colour, 0.3)));
      to->AddCircle(at, radius, toImGui(withAlpha(colour, 0.7)), 0, 1);
    }
    if (hovered == ball) to->AddCircle(at, radius + 2 * triad.scale, toImGui(palette.highlight), 0, 1.5f);
  }
}

}  // namespace sepax
