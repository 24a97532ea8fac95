#include "ui/scene/landscape_chart.h"

#include <algorithm>
#include <cmath>

namespace sepax {

ImVec2 LandscapeChart::placeOf(const Vec3& direction, double separation) const {
  if (kind == ChartKind::kBall)
    return {x((1 + dot(direction, basis.right)) / 2), y((1 - dot(direction, basis.up)) / 2)};
  const Vec2 place = landscapePlace(kind == ChartKind::kCurve, direction);
  return {x(place.x), kind == ChartKind::kCurve ? height(separation) : y(place.y)};
}

std::optional<Vec3> LandscapeChart::directionAt(const ImVec2& place) const {
  const double across = std::clamp((place.x - corner.x) / size.x, 0.0f, 1.0f),
               down = std::clamp((place.y - corner.y) / size.y, 0.0f, 1.0f);
  if (kind != ChartKind::kBall) return landscapeDirection(kind == ChartKind::kCurve, across, down);
  const double right = 2 * across - 1, up = 1 - 2 * down, rest = 1 - right * right - up * up;
  if (rest < 0) return std::nullopt;
  return basis.right * right + basis.up * up + basis.back * std::sqrt(rest);
}

void LandscapeChart::line(ImDrawList& list, const Vec3& from, const Vec3& to, ImU32 colour, float width) const {
  if (!isInFront(from) || !isInFront(to)) return;
  const ImVec2 p = placeOf(from, 0), q = placeOf(to, 0);
  if (std::abs(p.x - q.x) < size.x / 2) list.AddLine(p, q, colour, width);
}

}  // namespace sepax
