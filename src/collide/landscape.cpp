#include "collide/landscape.h"

#include <algorithm>
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

Vec3 landscapeDirection(bool planar, double x, double y) {
  const double angle = (planar ? x : x - 0.5) * kTurn;
  const double z = planar ? 0 : 1 - 2 * y, across = std::sqrt(std::max(0.0, 1 - z * z));
  return {across * std::cos(angle), across * std::sin(angle), z};
}

Vec2 landscapePlace(bool planar, const Vec3& direction) {
  const double turns = std::atan2(direction.y, direction.x) / kTurn;
  return {!planar ? turns + 0.5 : turns < 0 ? turns + 1 : turns, planar ? 0 : (1 - std::clamp(direction.z, -1.0, 1.0)) / 2};
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

}  // namespace sepax
