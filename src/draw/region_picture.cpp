#include "draw/region_picture.h"

#include "draw/shape_picture.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace sepax {

namespace {

/// Corners counter-clockwise, and the outward normal of the side from each to the next.
struct Outline {
  std::vector<Vec3> corners, normals;
  [[nodiscard]] std::size_t next(std::size_t i) const { return (i + 1) % corners.size(); }
  [[nodiscard]] std::size_t before(std::size_t i) const { return (i + corners.size() - 1) % corners.size(); }
};

Outline sidesOf(const ConvexFeatures& polygon) {
  Outline outline;
  for (const int v : polygon.core.faces.front().loop)
    outline.corners.push_back(polygon.core.vertices[static_cast<std::size_t>(v)]);
  double area = 0;
  const auto turn = [](const Vec3& p, const Vec3& q) { return p.x * q.y - p.y * q.x; };
  for (std::size_t i = 0; i < outline.corners.size(); ++i) {
    area += turn(outline.corners[i] - outline.corners[0], outline.corners[outline.next(i)] - outline.corners[0]);
  }
  if (area < 0) std::reverse(outline.corners.begin(), outline.corners.end());
  for (std::size_t i = 0; i < outline.corners.size(); ++i) {
    const Vec3 along = outline.corners[outline.next(i)] - outline.corners[i];
    outline.normals.push_back(normalizedOr({along.y, -along.x, 0}, {1, 0, 0}));
  }
  return outline;
}

/// The region that a point outside lies in: of the side from a corner, or of the corner itself.
struct Region {
  std::size_t corner = 0;
  bool is_side = false;
};

std::optional<Region> regionOf(const Outline& outline, const Vec3& point) {
  std::optional<Region> found;
  double nearest = 0;
  bool is_inside = true;
  for (std::size_t i = 0; i < outline.corners.size(); ++i) {
    const Vec3 &from = outline.corners[i], along = outline.corners[outline.next(i)] - from;
    is_inside = is_inside && dot(point - from, outline.normals[i]) <= 0;
    const double t = dot(point - from, along) / std::max(dot(along, along), 1e-300);
    const double distance = length(from + along * std::clamp(t, 0.0, 1.0) - point);
    if (found && distance >= nearest) continue;
    nearest = distance;
    found = t <= 0 ? Region{i, false} : t >= 1 ? Region{outline.next(i), false} : Region{i, true};
  }
  return is_inside ? std::nullopt : found;
}

}  // namespace

void addRegions(DrawList& list, const PairView& pair) {
  const auto isRound = [](const ConvexFeatures& shape) { return shape.planar && shape.core.vertices.size() == 1; };
  const bool round_a = isRound(pair.a);
  const ConvexFeatures &circle = round_a ? pair.a : pair.b, &polygon = round_a ? pair.b : pair.a;
  if (!isRound(circle) || polygon.core.faces.empty() || polygon.core.faces.front().loop.size() < 3) return;
  const Outline outline = sidesOf(polygon);
  const Vec3& centre = circle.core.vertices.front();
  const double pixel = metresPerPixel(pair.camera, pair.view, centre);
  const double far = 2 * pixel * std::max(pair.view.width, pair.view.height);  // beyond the view
  const Colour colour = round_a ? pair.colour_b : pair.colour_a;
  for (std::size_t i = 0; i < outline.corners.size(); ++i) {
    for (const std::size_t side : {outline.before(i), i}) {
      addLine(list, outline.corners[i], outline.corners[i] + outline.normals[side] * far, withAlpha(colour, 0.7), 1.2f,
              Layer::kScene, 5);
    }
  }
  const auto region = regionOf(outline, centre);
  if (!region) return;
  const std::size_t i = region->corner;
  const Vec3 &first = outline.normals[region->is_side ? i : outline.before(i)], &second = outline.normals[i];
  const Vec3 &from = outline.corners[i], &to = outline.corners[region->is_side ? outline.next(i) : i];
  const Vec3 middle = normalizedOr(first + second, first);
  addFan(list.translucent, list,
         {from, from + first * far, (from + to) / 2.0 + middle * (2 * far), to + second * far, to}, Vec3{0.0},
         withAlpha(colour, 0.13));
  Label label;
  label.position = list.local(centre + middle * circle.radius);
  label.dx_px = static_cast<float>(middle.x * 70);
  label.dy_px = static_cast<float>(middle.y * -26);
  label.text = region->is_side ? pair.words.side_region : pair.words.corner_region;
  label.colour = colour;
  label.priority = 7;
  list.labels.push_back(std::move(label));
}

}  // namespace sepax
