#include "draw/fan_picture.h"

#include "collide/pair_names.h"
#include "core/text.h"
#include "draw/shape_picture.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>

namespace sepax {

namespace {

constexpr double kRingPx = 70;
constexpr int kCircleSides = 180;
constexpr double kDegreesInARadian = 180 / std::numbers::pi;

/// Where a separation is on the ray of its direction.
struct Fan {
  Vec3 middle;
  double metres_per_pixel;
  double largest;  ///< separation of any axis, without its sign, metres, > 0
  [[nodiscard]] Vec3 ring(const Vec3& direction) const { return middle + direction * (kRingPx * metres_per_pixel); }
  [[nodiscard]] Vec3 at(const Vec3& direction, double separation) const {
    return middle + direction * (kRingPx * metres_per_pixel * std::max(0.0, 1 + separation / largest));
  }
};

bool isCandidate(const SatAxis& axis) { return axis.state == AxisState::kTested; }

Fan fanOf(const PairView& pair) {
  const PairAnswer& answer = pair.report.answer;
  Fan fan{(answer.closest_a + answer.closest_b) / 2.0, 0, pair.sat.tolerances.size * 1e-9};
  fan.metres_per_pixel = metresPerPixel(pair.camera, pair.view, fan.middle);
  for (const SatAxis& axis : pair.sat.axes) {
    if (isCandidate(axis)) fan.largest = std::max(fan.largest, std::abs(axis.separation));
  }
  return fan;
}

Colour ownerColour(const PairView& pair, const SatAxis& axis) {
  if (axis.id.kind == AxisKind::kFaceA) return pair.colour_a;
  return axis.id.kind == AxisKind::kFaceB ? pair.colour_b : pair.palette.text;
}

Vec3 planarDirection(double angle) { return {std::cos(angle), std::sin(angle), 0}; }

/// The ring as it faces the eye.
void addRing(DrawList& list, const PairView& pair, const Fan& fan) {
  const CameraBasis basis = basisOf(pair.camera);
  std::vector<Vec3> circle;
  for (int i = 0; i < kCircleSides; ++i) {
    const Vec3 d = planarDirection(2 * std::numbers::pi * i / kCircleSides);
    circle.push_back(fan.ring(basis.right * d.x + basis.up * d.y));
  }
  addPolyline(list, circle, Polyline::kClosed, withAlpha(pair.palette.text_faint, 0.8), 1, Layer::kOverlay);
}

/// The separation of every direction of the plane around the ring.
void addCurve(DrawList& list, const PairView& pair, const Fan& fan, const SeparationField& field) {
  const auto direction = [](int i) { return planarDirection(2 * std::numbers::pi * i / kCircleSides); };
  for (int i = 0; i < kCircleSides; ++i) {
    const Vec3 from = direction(i), to = direction(i + 1);
    const double here = field(from), next = field(to);
    const Colour colour = here + next > 0 ? pair.palette.separated : pair.palette.overlapping;
    addLine(list, fan.at(from, here), fan.at(to, next), withAlpha(colour, 0.75), 1.2f, Layer::kOverlay);
  }
}

void addAngle(DrawList& list, const PairView& pair, const Fan& fan, double angle) {
  const Vec3 d = planarDirection(angle);
  Label label;
  label.position = list.local(fan.ring(d));
  label.text = humanNumber(angle * kDegreesInARadian, 4) + "°";
  label.colour = pair.palette.separated;
  label.dx_px = static_cast<float>(24 * d.x);
  label.dy_px = static_cast<float>(-14 * d.y);
  label.priority = 6;
  list.labels.push_back(std::move(label));
}

/// The last line at an end of the arc: it goes through the corner of each shape that holds the gap open.
struct LastLine {
  Vec3 from, to;
};
LastLine lastLine(const PairView& pair, double angle) {
  const Vec3 d = planarDirection(angle);
  const Vec3 along{-d.y, d.x, 0};
  const Vec3& origin = pair.sat.origin;
  const auto reach = [&](const Vec3& way) {
    return std::max(extentAlong(pair.a, origin, way), extentAlong(pair.b, origin, way));
  };
  const Vec3 foot = origin + d * extentAlong(pair.a, origin, d);
  return {foot - along * reach(-along), foot + along * reach(along)};
}

/// The arc of the directions that separate, and the last line at each of its ends.
void addArc(DrawList& list, const PairView& pair, const Fan& fan, const DirectionFan& open) {
  constexpr int kSides = 48;
  const auto corner = [&](int i) { return fan.ring(planarDirection(open.from + (open.to - open.from) * i / kSides)); };
  std::vector<Vec3> arc{corner(0)};
  for (int i = 0; i < kSides; ++i) {
    addFan(list.translucent, list, {fan.middle, corner(i), corner(i + 1)}, Vec3{0.0},
           withAlpha(pair.palette.separated, 0.28));
    arc.push_back(corner(i + 1));
  }
  addPolyline(list, arc, Polyline::kOpen, pair.palette.separated, 4, Layer::kOverlay);
  for (const double end : {open.from, open.to}) {
    const LastLine line = lastLine(pair, end);
    addLine(list, line.from, line.to, withAlpha(pair.palette.touching, 0.9), 1.6f, Layer::kOverlay);
    addLine(list, fan.middle, fan.ring(planarDirection(end)), withAlpha(pair.palette.separated, 0.8), 1.2f,
            Layer::kOverlay, 4);
    addAngle(list, pair, fan, end);
  }
}

void addRay(DrawList& list, const PairView& pair, const Fan& fan, const SatAxis& axis) {
  constexpr double kNamePx = 13;
  const Colour colour = ownerColour(pair, axis);
  const bool is_shown = axis.id == pair.axis.id;
  const Vec3 tip = fan.at(axis.direction, axis.separation);
  addLine(list, fan.middle, tip, withAlpha(colour, is_shown ? 1 : 0.75), is_shown ? 3.5f : 2.0f, Layer::kOverlay);
  list.points.push_back(
      {list.local(tip), is_shown ? pair.palette.highlight : colour, is_shown ? 9.0f : 6.0f, Layer::kOverlay});
  Label label;
  label.position = list.local(tip + axis.direction * (kNamePx * fan.metres_per_pixel));
  label.text = axisName(axis.id, namesOf(pair.report));
  label.colour = colour;
  label.priority = is_shown ? 8 : 3;
  list.labels.push_back(std::move(label));
}

}  // namespace

std::vector<Vec3> fanCorners(const PairView& pair) {
  constexpr double kNamesPx = 24;
  const Fan fan = fanOf(pair);
  const CameraBasis basis = basisOf(pair.camera);
  std::vector<Vec3> corners;
  for (const Vec3& way : {basis.right, -basis.right, basis.up, -basis.up})
    corners.push_back(fan.ring(way) + way * (kNamesPx * fan.metres_per_pixel));
  for (const SatAxis& axis : pair.sat.axes) {
    if (isCandidate(axis))
      corners.push_back(fan.at(axis.direction, axis.separation) + axis.direction * (kNamesPx * fan.metres_per_pixel));
  }
  return corners;
}

void addAxisFan(DrawList& list, const PairView& pair, const SeparationField& field) {
  const Fan fan = fanOf(pair);
  if (pair.a.planar) {
    if (const auto open = separatingFan(field, decidingAxis(pair.sat).direction)) addArc(list, pair, fan, *open);
  }
  addRing(list, pair, fan);
  if (pair.a.planar) addCurve(list, pair, fan, field);
  for (const SatAxis& axis : pair.sat.axes) {
    if (isCandidate(axis)) addRay(list, pair, fan, axis);
  }
}

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
