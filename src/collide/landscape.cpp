#include "collide/landscape.h"

#include "geom/portable_math.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace sepax {

namespace {

constexpr double kTurn = 2 * std::numbers::pi;

SupportMap mapAround(const PosedShape& posed, const Vec3& origin) {
  return {posed.shape, posed.pose.rotation, posed.pose.position - origin};
}

}  // namespace

SeparationField::SeparationField(const PosedShape& a, const PosedShape& b)
    : origin_(a.pose.position), a_(mapAround(a, origin_)), b_(mapAround(b, origin_)) {}

double SeparationField::operator()(const Vec3& direction) const {
  return dot(direction, b_(-direction).point - a_(direction).point) - a_.radius() - b_.radius();
}

std::optional<DirectionFan> separatingFan(const SeparationField& field, const Vec3& best) {
  if (!(field(best) > 0)) return std::nullopt;
  const double middle = portable::atan2(best.y, best.x);
  const auto end = [&](double sense) {
    double inside = 0, outside = std::numbers::pi;
    constexpr int kHalvings = 48;
    for (int i = 0; i < kHalvings; ++i) {
      const double between = (inside + outside) / 2, angle = middle + sense * between;
      (field({portable::cos(angle), portable::sin(angle), 0}) > 0 ? inside : outside) = between;
    }
    return middle + sense * inside;
  };
  return DirectionFan{end(-1), end(1)};
}

Vec3 landscapeDirection(bool planar, double x, double y) {
  const double angle = (planar ? x : x - 0.5) * kTurn;
  const double z = planar ? 0 : 1 - 2 * y, across = std::sqrt(std::max(0.0, 1 - z * z));
  return {across * portable::cos(angle), across * portable::sin(angle), z};
}

Vec2 landscapePlace(bool planar, const Vec3& direction) {
  const double turns = portable::atan2(direction.y, direction.x) / kTurn;
  return {!planar     ? turns + 0.5
          : turns < 0 ? turns + 1
                      : turns,
          planar ? 0 : (1 - std::clamp(direction.z, -1.0, 1.0)) / 2};
}

Landscape landscapeOf(const PosedShape& a, const PosedShape& b, int columns, int rows) {
  Landscape landscape;
  landscape.planar = isPlanar(a.shape);
  landscape.columns = columns;
  landscape.rows = landscape.planar ? 1 : rows;
  const SeparationField field(a, b);
  landscape.separation.reserve(static_cast<std::size_t>(columns) * static_cast<std::size_t>(landscape.rows));
  for (int row = 0; row < landscape.rows; ++row) {
    for (int column = 0; column < columns; ++column) {
      // In the plane the samples are on the degrees; in space in the middles of the cells.
      const double x = (column + (landscape.planar ? 0.0 : 0.5)) / columns;
      landscape.separation.push_back(field(landscapeDirection(landscape.planar, x, (row + 0.5) / landscape.rows)));
    }
  }
  const auto [low, high] = std::minmax_element(landscape.separation.begin(), landscape.separation.end());
  landscape.min = *low;
  landscape.max = *high;
  return landscape;
}

std::vector<std::pair<Vec3, Vec3>> shoreOf(const Landscape& map) {
  std::vector<std::pair<Vec3, Vec3>> pieces;
  const auto value = [&](int column, int row) {
    return map.separation[static_cast<std::size_t>(row * map.columns + column % map.columns)];
  };
  for (int row = 0; row + 1 < map.rows; ++row) {
    for (int column = 0; column < map.columns; ++column) {
      // Around the square between the middles of four cells: each side with a change of sign has a point of the shore.
      constexpr int kAround[5][2] = {{0, 0}, {1, 0}, {1, 1}, {0, 1}, {0, 0}};
      std::array<Vec3, 4> found;
      std::size_t count = 0;
      for (int side = 0; side < 4; ++side) {
        const auto& [c0, r0] = kAround[side];
        const auto& [c1, r1] = kAround[side + 1];
        const double from = value(column + c0, row + r0), to = value(column + c1, row + r1);
        if ((from > 0) == (to > 0)) continue;
        const double part = from / (from - to);
        const double x = (column + 0.5 + c0 + (c1 - c0) * part) / map.columns,
                     y = (row + 0.5 + r0 + (r1 - r0) * part) / map.rows;
        found[count++] = landscapeDirection(false, x, y);
      }
      for (std::size_t i = 0; i + 1 < count; i += 2) pieces.emplace_back(found[i], found[i + 1]);
    }
  }
  return pieces;
}

}  // namespace sepax
