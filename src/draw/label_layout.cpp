#include "draw/label_layout.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

namespace sepax {

namespace {

constexpr double kDistances[] = {22, 34, 52, 76, 110, 150};  // pixels from the place to the label
constexpr int kAngles = 16;
constexpr double kStrongWider = 1.13;  // bold text than what is measured
constexpr double kLedFrom = 12;        // pixels from the place to the label from which on a line leads back
constexpr double kWorthMoving = 24;    // pixels that another place must be nearer
constexpr double kBetween = 3, kAroundPoint = 3;
constexpr std::ptrdiff_t kMaxOfAKind = 9, kKeptOfAKind = 6;

/// Corners around a place for a text of this size, nearest first.
std::vector<Vec2> placesAround(const Vec2& place, const Vec2& size) {
  std::vector<Vec2> corners;
  for (const double distance : kDistances) {
    for (int i = 0; i < kAngles; ++i) {
      const double angle = 2 * M_PI * (i + 0.5) / kAngles;
      const Vec2 way{std::cos(angle), -std::sin(angle)};
      corners.push_back(place + way * distance + (way - 1.0) * size / 2.0);
    }
  }
  return corners;
}

/// From a place to the nearest point of a box.
Vec2 towards(const Vec2& place, const PixelBox& box) {
  return {std::clamp(place.x, box.min.x, box.max.x) - place.x, std::clamp(place.y, box.min.y, box.max.y) - place.y};
}

/// Whether a bar's middle line runs through the box with half its width around it (Liang and Barsky 1984).
bool meets(const PixelBar& bar, const PixelBox& box) {
  double enter = 0, leave = 1;
  for (int c = 0; c < 2; ++c) {
    const double way = bar.to[c] - bar.from[c], low = box.min[c] - bar.half_width - bar.from[c],
                 high = box.max[c] + bar.half_width - bar.from[c];
    if (way == 0) {
      if (low >= 0 || high <= 0) return false;
      continue;
    }
    enter = std::max(enter, std::min(low / way, high / way));
    leave = std::min(leave, std::max(low / way, high / way));
  }
  return enter < leave;
}

/// Bars, and the points on top: no text may cover them.
std::vector<PixelBar> obstaclesOf(const DrawList& list, const Camera& camera, const ViewSize& view) {
  std::vector<PixelBar> bars = list.flat_taken;
  for (const Line& line : list.lines) {
    if (line.layer != Layer::kOverlay || line.width_px < kBarWidthPx) continue;
    const auto from = toPixel(camera, view, list.origin + Vec3(line.from)),
               to = toPixel(camera, view, list.origin + Vec3(line.to));
    if (from && to) bars.push_back({*from, *to, line.width_px / 2});
  }
  for (const Point& point : list.points) {
    const auto at = toPixel(camera, view, list.origin + Vec3(point.position));
    if (at && point.layer == Layer::kOverlay) bars.push_back({*at, *at, point.size_px / 2 + kAroundPoint});
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

/// The labels in the order in which they get their places, without those of a kind that are too many.
std::vector<std::size_t> placingOrder(const std::vector<Label>& labels) {
  std::vector<std::size_t> order(labels.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, std::ranges::greater{},
                           [&](std::size_t i) { return std::pair(labels[i].is_flat, labels[i].priority); });
  for (auto first = order.begin(); first != order.end();) {
    const Label& label = labels[*first];
    const auto last = std::find_if(first, order.end(), [&](std::size_t i) {
      return labels[i].priority != label.priority || labels[i].is_flat != label.is_flat;
    });
    const bool is_crowd = last - first > kMaxOfAKind && label.priority > 0 && !label.is_flat;
    first = is_crowd ? order.erase(first + kKeptOfAKind, last) : last;
  }
  return order;
}

/// Places one label after another.
struct LabelPlacer {
  const DrawList& list;
  const ViewSize& view;
  std::span<const PixelBox> taken;
  std::vector<PixelBar> obstacles;
  std::vector<PlacedLabel> placed = {};

  [[nodiscard]] bool isFree(const PixelBox& box, bool is_flat) const {
    const double around = is_flat ? 0 : kBetween;
    const auto meetsLabel = [&](const PlacedLabel& other) {
      return box.meets({other.min - around, other.max + around});
    };
    if (std::ranges::any_of(placed, meetsLabel)) return false;
    if (std::ranges::any_of(taken, [&](const PixelBox& other) { return box.meets(other); })) return false;
    return is_flat || std::ranges::none_of(obstacles, [&](const PixelBar& bar) { return meets(bar, box); });
  }

  /// The free place of a label that wants `corner` and speaks of `place`; nullopt without one.
  [[nodiscard]] std::optional<PixelBox> find(const Vec2& corner, const Vec2& size, const Vec2& place,
                                             const Vec2* before) const {
    const auto boxAt = [&](const Vec2& at) { return keptInside({at, at + size}, view); };
    const auto away = [&](const PixelBox& box) { return std::hypot(box.min.x - corner.x, box.min.y - corner.y); };
    std::optional<PixelBox> best;
    if (const PixelBox box = boxAt(corner); isFree(box, false)) best = box;
    if (!best) {
      for (const Vec2& candidate : placesAround(place, size)) {
        const PixelBox box = boxAt(candidate);
        if (!isFree(box, false)) continue;
        best = box;
        break;
      }
    }
    if (before == nullptr) return best;
    const PixelBox kept = boxAt(place + *before);
    return isFree(kept, false) && (!best || away(kept) < away(*best) + kWorthMoving) ? kept : best;
  }
};

/// Where a label wants to be, its text and, unless that is empty, what is said after it.
PixelBox wantedBox(const Label& label, const Vec2& pixel, const std::string& note, const MeasureText& measure) {
  Vec2 size = measure(note.empty() ? label.text : label.text + "   " + note);
  if (label.is_strong) size.x *= kStrongWider;
  const Vec2 corner = pixel + Vec2{label.dx_px - size.x * label.align_x, label.dy_px - size.y * label.align_y};
  return {corner, corner + size};
}

}  // namespace

std::vector<PlacedLabel> placeLabels(const DrawList& list, const Camera& camera, const ViewSize& view,
                                     const MeasureText& measure, std::span<const PixelBox> taken, LabelMemory* memory) {
  LabelPlacer placer{list, view, taken, obstaclesOf(list, camera, view)};
  const PixelBox all{{0, 0}, {view.width, view.height}};
  LabelMemory now;
  for (const std::size_t i : placingOrder(list.labels)) {
    const Label& label = list.labels[i];
    const auto pixel = label.is_flat ? std::optional(Vec2{label.position.x, label.position.y})
                                     : toPixel(camera, view, list.origin + Vec3(label.position));
    if (!pixel || label.text.empty()) continue;
    PixelBox wanted = wantedBox(label, *pixel, label.note, measure);
    bool has_note = !label.note.empty();
    if (has_note && !placer.isFree(keptInside(wanted, view), label.is_flat)) {
      wanted = wantedBox(label, *pixel, "", measure);
      has_note = false;
    }
    if (!wanted.meets(all)) continue;
    const Vec2 corner = wanted.min, size = wanted.max - wanted.min;
    std::optional<PixelBox> box = keptInside(wanted, view);
    if (label.is_flat || label.priority <= 0) {
      if (!placer.isFree(*box, label.is_flat) || (!label.is_flat && box->min != corner)) continue;
    } else {
      const Vec2* before = nullptr;
      if (memory != nullptr && memory->offsets.contains(label.text)) before = &memory->offsets.at(label.text);
      box = placer.find(corner, size, *pixel, before);
      if (!box) continue;
      now.offsets.insert_or_assign(label.text, box->min - *pixel);
    }
    // The line ends at the outline of what the label names.
    const Vec2 way = towards(*pixel, *box);
    const double distance = std::hypot(way.x, way.y), bare = distance - label.around_px;
    const bool is_moved = std::hypot(box->min.x - corner.x, box->min.y - corner.y) > 1 && pixel->x >= 0 &&
                          pixel->x <= view.width && pixel->y >= 0 && pixel->y <= view.height;
    std::optional<Vec2> from;
    if (!label.is_flat && is_moved && bare >= kLedFrom) from = *pixel + way * (label.around_px / distance);
    placer.placed.push_back({i, box->min, box->max, from, has_note});
  }
  if (memory != nullptr) *memory = std::move(now);
  return std::move(placer.placed);
}

Vec2 leaderEnd(const PlacedLabel& label) {
  return {std::clamp(label.moved_from->x, label.min.x, label.max.x),
          std::clamp(label.moved_from->y, label.min.y, label.max.y)};
}

}  // namespace sepax
