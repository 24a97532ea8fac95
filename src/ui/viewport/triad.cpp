#include "ui/viewport/triad.h"

#include "ui/kit/theme.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace sepax {

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
  const auto onScreen = [&](const ImVec2& at) { return ImVec2{corner.x + at.x, corner.y + at.y}; };
  const ImVec2 centre = onScreen(triad.centre);
  const bool is_over = mouse && triad.isOver(*mouse);
  const auto hovered = is_over ? triad.ballAt(*mouse) : std::nullopt;
  to->AddCircleFilled(centre, kRadius * triad.scale,
                      toImGui(withAlpha(palette.background_bottom, is_over ? 0.8 : 0.5)));
  if (is_over) to->AddCircle(centre, kRadius * triad.scale, toImGui(withAlpha(palette.text, 0.5)), 0, 1);
  const Colour letter = palette.text.r < 128 ? Colour{255, 255, 255} : Colour{20, 23, 28};
  static constexpr const char* kNames[] = {"x", "y", "z"};
  const std::array<Colour, 3> colours = {palette.axis_x, palette.axis_y, palette.axis_z};
  for (const Triad::Ball& ball : byNearness(triad)) {
    const ImVec2 at = onScreen(triad.placeOf(ball));
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
