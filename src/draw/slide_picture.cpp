#include "draw/slide_picture.h"

#include "draw/shape_picture.h"
#include "geom/support.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace sepax {

std::vector<Vec3> slidePath(const PosedShape& a, const PosedShape& b) {
  std::vector<Vec3> path;
  if (!isPlanar(a.shape)) return path;
  constexpr int kDirections = 720;
  for (int i = 0; i < kDirections; ++i) {
    const double angle = 2 * std::numbers::pi * (i + 0.5) / kDirections;  // between the normals of upright sides
    const Vec3 d(std::cos(angle), std::sin(angle), 0);
    const Vec3 corner = supportPoint(a.shape, a.pose, d) - supportPoint(b.shape, b.pose, -d);
    if (path.empty() || length(corner - path.back()) > 0) path.push_back(corner);
  }
  path.push_back(path.front());
  return path;
}

Vec3 pointOfPath(const std::vector<Vec3>& path, double part) {
  if (path.empty()) return Vec3{0.0};
  double rest = 0;
  for (std::size_t i = 1; i < path.size(); ++i) rest += length(path[i] - path[i - 1]);
  rest *= std::clamp(part, 0.0, 1.0);
  for (std::size_t i = 1; i < path.size(); ++i) {
    const double side = length(path[i] - path[i - 1]);
    if (rest <= side && side > 0) return path[i - 1] + (path[i] - path[i - 1]) * (rest / side);
    rest -= side;
  }
  return path.back();
}

void addSlide(DrawList& list, const PosedShape& a, const PosedShape& b, double part, Colour colour_b,
              const Camera& camera) {
  const std::vector<Vec3> path = slidePath(a, b);
  if (path.empty()) return;
  const Vec3 here = pointOfPath(path, part), centre = b.pose.position;
  PosedShape copy = b;
  copy.pose.position += here;
  addShape(list, copy, worldFeatures(copy), {.colour = withAlpha(colour_b, 0.6), .fill = 0.18, .edge_px = 1.6f},
           camera);
  double whole = 0, gone = 0;
  for (std::size_t i = 1; i < path.size(); ++i) whole += length(path[i] - path[i - 1]);
  for (std::size_t i = 1; i < path.size(); ++i) {
    const Vec3 from = centre + path[i - 1], to = centre + path[i];
    const double side = length(to - from), left = std::clamp((part * whole - gone) / std::max(side, 1e-300), 0.0, 1.0);
    const Vec3 middle = from + (to - from) * left;
    if (left > 0) addLine(list, from, middle, colour_b, 3, Layer::kOverlay);
    if (left < 1) addLine(list, middle, to, withAlpha(colour_b, 0.45), 1.2f, Layer::kOverlay, 4);
    gone += side;
  }
  list.points.push_back({list.local(centre + here), colour_b, 9, Layer::kOverlay});
}

}  // namespace sepax
