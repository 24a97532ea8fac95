#include "ui/scene/landscape_chart.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <numbers>
#include <span>

namespace sepax {

namespace {

constexpr double kPi = std::numbers::pi;

struct ColourStop {
  double at;
  Colour colour;
};
constexpr std::array kOverlapRamp{ColourStop{0, {252, 244, 236}},    ColourStop{0.08, {248, 221, 214}},
                                  ColourStop{0.25, {239, 169, 164}}, ColourStop{0.5, {218, 86, 96}},
                                  ColourStop{0.75, {184, 31, 54}},   ColourStop{1, {142, 15, 38}}};
constexpr std::array kGapRamp{ColourStop{0, {47, 181, 155}}, ColourStop{1, {11, 122, 103}}};

Colour onRamp(std::span<const ColourStop> ramp, double at) {
  std::size_t i = 0;
  while (i + 2 < ramp.size() && at > ramp[i + 1].at) ++i;
  const ColourStop &from = ramp[i], &to = ramp[i + 1];
  const double part = std::clamp((at - from.at) / (to.at - from.at), 0.0, 1.0);
  const auto mix = [part](std::uint8_t a, std::uint8_t b) {
    return static_cast<std::uint8_t>(std::lround(a + (b - a) * part));
  };
  return {mix(from.colour.r, to.colour.r), mix(from.colour.g, to.colour.g), mix(from.colour.b, to.colour.b)};
}

/// Between the samples of the map around a direction.
double separationAt(const Landscape& map, const Vec3& direction) {
  const Vec2 place = landscapePlace(false, direction);
  const double x = place.x * map.columns - 0.5, y = std::clamp(place.y * map.rows - 0.5, 0.0, map.rows - 1.0);
  const double column = std::floor(x), row = std::floor(y), right = x - column, down = y - row;
  const auto at = [&](double c, double r) {
    const int wrapped = (static_cast<int>(c) % map.columns + map.columns) % map.columns;
    const int kept = std::min(static_cast<int>(r), map.rows - 1);
    return map.separation[static_cast<std::size_t>(kept * map.columns + wrapped)];
  };
  return (at(column, row) * (1 - right) + at(column + 1, row) * right) * (1 - down) +
         (at(column, row + 1) * (1 - right) + at(column + 1, row + 1) * right) * down;
}

/// A direction by its longitude from the middle and the sine of its latitude.
Vec3 directionOn(const CameraBasis& basis, double longitude, double sine) {
  const double cosine = std::sqrt(std::max(0.0, 1 - sine * sine));
  return basis.right * (cosine * std::sin(longitude)) + basis.up * sine + basis.back * (cosine * std::cos(longitude));
}

/// Mollweide's angle: 2θ + sin 2θ = π · sine of the latitude (Newton; Snyder 1987, p. 251).
double mollweideAngle(double sine) {
  double theta = std::asin(std::clamp(sine, -1.0, 1.0));
  for (int i = 0; i < 12; ++i) {
    const double slope = 2 + 2 * std::cos(2 * theta);
    if (slope < 1e-9) break;
    theta -= (2 * theta + std::sin(2 * theta) - kPi * sine) / slope;
  }
  return theta;
}

}  // namespace

Colour landscapeColour(double separation, const Landscape& map) {
  if (separation > 0) return onRamp(kGapRamp, map.max > 0 ? separation / map.max : 0);
  return onRamp(kOverlapRamp, map.min < 0 ? separation / map.min : 0);
}

CameraBasis mapAround(const Vec3& middle) {
  const Vec3 right = normalizedOr(crossAccurate({0, 1, 0}, middle), {1, 0, 0});
  return {right, crossAccurate(middle, right), middle};
}

ImVec2 LandscapeChart::placeOf(const Vec3& direction, double separation) const {
  const double right = dot(direction, basis.right), up = dot(direction, basis.up);
  switch (kind) {
    case ChartKind::kBall:
      return {x((1 + right) / 2), y((1 - up) / 2)};
    case ChartKind::kMap: {
      const double theta = mollweideAngle(up), longitude = std::atan2(right, dot(direction, basis.back));
      return {x(0.5 + longitude * std::cos(theta) / (2 * kPi)), y(0.5 - std::sin(theta) / 2)};
    }
    case ChartKind::kCurve:
      break;
  }
  return {x(landscapePlace(true, direction).x), height(separation)};
}

std::optional<Vec3> LandscapeChart::directionAt(const ImVec2& place) const {
  const double across = std::clamp((place.x - corner.x) / size.x, 0.0f, 1.0f),
               down = std::clamp((place.y - corner.y) / size.y, 0.0f, 1.0f);
  if (kind == ChartKind::kCurve) return landscapeDirection(true, across, down);
  const double right = 2 * across - 1, up = 1 - 2 * down, rest = 1 - right * right - up * up;
  if (rest < 0) return std::nullopt;
  if (kind == ChartKind::kBall) return basis.right * right + basis.up * up + basis.back * std::sqrt(rest);
  const double theta = std::asin(up), cosine = std::cos(theta);
  const double longitude = cosine > 1e-9 ? std::clamp(kPi * right / cosine, -kPi, kPi) : 0;
  return directionOn(basis, longitude, std::clamp((2 * theta + std::sin(2 * theta)) / kPi, -1.0, 1.0));
}

void LandscapeChart::line(ImDrawList& list, const Vec3& from, const Vec3& to, ImU32 colour, float width) const {
  if (!isInFront(from) || !isInFront(to)) return;
  const ImVec2 p = placeOf(from, 0), q = placeOf(to, 0);
  if (std::abs(p.x - q.x) < size.x / 2) list.AddLine(p, q, colour, width);
}

void LandscapeChart::fill(ImDrawList& list, const Landscape& map) const {
  const bool is_map = kind == ChartKind::kMap;
  const int columns = is_map ? 128 : 72, rows = is_map ? 64 : 28;
  const ImVec2 uv = ImGui::GetFontTexUvWhitePixel();
  const int count = (columns + 1) * (rows + 1);
  list.PrimReserve(columns * rows * 6, count);
  const auto first = static_cast<unsigned>(list._VtxCurrentIdx);
  for (int row = 0; row < rows; ++row) {
    for (int column = 0; column < columns; ++column) {
      const unsigned a = first + static_cast<unsigned>(row * (columns + 1) + column),
                     below = a + static_cast<unsigned>(columns) + 1;
      for (const unsigned index : {a, a + 1, below + 1, a, below + 1, below})
        list.PrimWriteIdx(static_cast<ImDrawIdx>(index));
    }
  }
  for (int row = 0; row <= rows; ++row) {
    for (int column = 0; column <= columns; ++column) {
      const double across = static_cast<double>(column) / columns, down = static_cast<double>(row) / rows;
      ImVec2 place;
      Vec3 direction;
      double light = 1;
      if (is_map) {
        const double theta = kPi * (0.5 - down), longitude = kPi * (2 * across - 1);
        place = {x(0.5 + longitude * std::cos(theta) / (2 * kPi)), y(0.5 - std::sin(theta) / 2)};
        direction = directionOn(basis, longitude, std::clamp((2 * theta + std::sin(2 * theta)) / kPi, -1.0, 1.0));
      } else {  // rings around the middle, out to the rim
        const double away = kPi / 2 * down, around = 2 * kPi * across;
        direction = (basis.right * std::cos(around) + basis.up * std::sin(around)) * std::sin(away) +
                    basis.back * std::cos(away);
        place = placeOf(direction, 0);
        light = 0.72 + 0.28 * std::cos(away);
      }
      const Colour c = landscapeColour(separationAt(map, direction), map);
      const auto lit = [light](std::uint8_t v) { return static_cast<int>(v * light); };
      list.PrimWriteVtx(place, uv, IM_COL32(lit(c.r), lit(c.g), lit(c.b), 255));
    }
  }
}

}  // namespace sepax
