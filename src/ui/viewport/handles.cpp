#include "ui/viewport/handles.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

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

ImVec2 onScreen(ImVec2 corner, const Vec2& p) {
  return {corner.x + static_cast<float>(p.x), corner.y + static_cast<float>(p.y)};
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
    handle.direction[axis] = 1;
    if (tool == Tool::kScale) handle.direction = rotation[axis];
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
    Colour c = h == hovered ? palette.highlight : colours[handle.axis];
    c.a = 255;
    const ImU32 colour = IM_COL32(c.r, c.g, c.b, c.a);
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

}  // namespace sepax
