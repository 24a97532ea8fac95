#include "draw/label_layout.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace sepax {

namespace {

constexpr int kRowsAway = 8;        // how many text heights a label may go up or down
constexpr double kStepAcross = 24;  // pixels between the places beside each other
constexpr double kLedFrom = 1.5;    // text heights beyond which a line leads back

/// Steps away from the wanted place, nearest first.
std::vector<Vec2> stepsAround(double height) {
  std::vector<Vec2> steps;
  const int across = static_cast<int>(std::ceil(kRowsAway * height / kStepAcross));
  for (int row = -2 * kRowsAway; row <= 2 * kRowsAway; ++row) {
    for (int column = -across; column <= across; ++column) steps.emplace_back(column * kStepAcross, row * height / 2);
  }
  std::ranges::stable_sort(steps, {}, [](const Vec2& step) { return std::hypot(step.x, step.y); });
  return steps;
}

/// A bar of the view, which no text may cover.
struct PixelBar {
  Vec2 from, to;
  double half_width;

  /// Whether its middle line runs through the box with half its width around it (Liang and Barsky 1984).
  [[nodiscard]] bool meets(const PixelBox& box) const {
    double enter = 0, leave = 1;
    for (int c = 0; c < 2; ++c) {
      const double way = to[c] - from[c], low = box.min[c] - half_width - from[c],
                   high = box.max[c] + half_width - from[c];
      if (way == 0) {
        if (low >= 0 || high <= 0) return false;
        continue;
      }
      enter = std::max(enter, std::min(low / way, high / way));
      leave = std::min(leave, std::max(low / way, high / way));
    }
    return enter < leave;
  }
};

std::vector<PixelBar> barsOf(const DrawList& list, const Camera& camera, const ViewSize& view) {
  std::vector<PixelBar> bars;
  for (const Line& line : list.lines) {
    if (line.layer != Layer::kOverlay || line.width_px < kBarWidthPx) continue;
    const auto from = toPixel(camera, view, list.origin + Vec3(line.from)),
               to = toPixel(camera, view, list.origin + Vec3(line.to));
    if (from && to) bars.push_back({*from, *to, line.width_px / 2});
  }
  return bars;
}

/// Moved into the view where it fits there.
PixelBox keptInside(PixelBox box, const ViewSize& view) {
  const Vec2 size = box.max - box.min;
  box.min = {std::clamp(box.min.x, 0.0, std::max(0.0, view.width - size.x)),
             std::clamp(box.min.y, 0.0, std::max(0.0, view.height - size.y))};
  box.max = box.min + size;
  return box;
}

}  // namespace

std::vector<PlacedLabel> placeLabels(const DrawList& list, const Camera& camera, const ViewSize& view,
                                     const MeasureText& measure, std::span<const PixelBox> taken) {
  std::vector<std::size_t> order(list.labels.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, std::ranges::greater{}, [&](std::size_t i) { return list.labels[i].priority; });

  std::vector<PlacedLabel> placed;
  const std::vector<PixelBar> bars = barsOf(list, camera, view);
  const PixelBox all{{0, 0}, {view.width, view.height}};
  std::vector<Vec2> steps;
  double steps_for = -1;
  for (const std::size_t i : order) {
    const Label& label = list.labels[i];
    const auto pixel = toPixel(camera, view, list.origin + Vec3(label.position));
    if (!pixel || label.text.empty()) continue;
    const Vec2 size = measure(label.text);
    const Vec2 corner = *pixel + Vec2{label.dx_px - size.x * label.align_x, label.dy_px - size.y * label.align_y};
    const bool in_view = pixel->x >= 0 && pixel->x <= view.width && pixel->y >= 0 && pixel->y <= view.height;
    const auto placeAt = [&](const Vec2& at) { return keptInside({at, at + size}, view); };
    const auto isFree = [&](const PixelBox& box) {
      return std::ranges::none_of(placed,
                                  [&](const PlacedLabel& other) {
                                    return box.meets({other.min, other.max});
                                  }) &&
             std::ranges::none_of(taken, [&](const PixelBox& other) { return box.meets(other); }) &&
             std::ranges::none_of(bars, [&](const PixelBar& bar) { return bar.meets(box); });
    };
    if (!PixelBox{corner, corner + size}.meets(all)) continue;
    PixelBox box = placeAt(corner);
    const bool is_grids = label.priority <= 0;
    if (is_grids && box.min != corner) continue;
    if (!isFree(box)) {
      if (is_grids) continue;
      if (steps_for != size.y) steps = stepsAround(steps_for = size.y);
      const auto step = std::ranges::find_if(steps, [&](const Vec2& by) { return isFree(placeAt(corner + by)); });
      if (step == steps.end()) continue;
      box = placeAt(corner + *step);
    }
    const bool is_led = std::hypot(box.min.x - corner.x, box.min.y - corner.y) > kLedFrom * size.y && in_view;
    placed.push_back({i, box.min, box.max, is_led ? std::optional(*pixel) : std::nullopt});
  }
  return placed;
}

Vec2 leaderEnd(const PlacedLabel& label) {
  return {std::clamp(label.moved_from->x, label.min.x, label.max.x),
          std::clamp(label.moved_from->y, label.min.y, label.max.y)};
}

}  // namespace sepax
