#include "ui/kit/labels.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <optional>
#include <vector>

namespace sepax {

namespace {

struct Box2d {
  ImVec2 min, max;
  [[nodiscard]] bool meets(const Box2d& o) const { return min.x < o.max.x && o.min.x < max.x && min.y < o.max.y && o.min.y < max.y; }
};

ImU32 packed(Colour c) { return IM_COL32(c.r, c.g, c.b, c.a); }

/// A free place for text of `size` at or near `at`; nothing when all are taken.
std::optional<Box2d> findPlace(ImVec2 at, ImVec2 size, const std::vector<Box2d>& taken) {
  static constexpr std::array<std::array<float, 2>, 9> kSteps = {
      {{0, 0}, {0, -1}, {0, 1}, {1, 0}, {-1, 0}, {0.6f, -1}, {-0.6f, -1}, {0.6f, 1}, {-0.6f, 1}}};
  for (const auto& step : kSteps) {
    const ImVec2 min{at.x + step[0] * size.x, at.y + step[1] * size.y};
    const Box2d box{min, {min.x + size.x, min.y + size.y}};
    if (std::none_of(taken.begin(), taken.end(), [&](const Box2d& t) { return box.meets(t); })) return box;
  }
  return std::nullopt;
}

}  // namespace

void drawLabels(ImDrawList* to, const DrawList& list, const Camera& camera, const ViewSize& view, ImVec2 corner, Colour background) {
  std::vector<std::size_t> order(list.labels.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t i, std::size_t j) { return list.labels[i].priority > list.labels[j].priority; });
  std::vector<Box2d> taken;
  const Box2d all{corner, {corner.x + static_cast<float>(view.width), corner.y + static_cast<float>(view.height)}};
  to->PushClipRect(all.min, all.max, true);
  for (const std::size_t i : order) {
    const Label& label = list.labels[i];
    const auto pixel = toPixel(camera, view, list.origin + Vec3(label.position));
    if (!pixel || label.text.empty()) continue;
    const ImVec2 text = ImGui::CalcTextSize(label.text.c_str());
    const ImVec2 size{text.x + 6, text.y + 2};
    ImVec2 at{corner.x + static_cast<float>(pixel->x) + label.dx_px - size.x * label.align_x,
              corner.y + static_cast<float>(pixel->y) + label.dy_px - size.y * label.align_y};
    // A text whose place is in view is kept whole.
    const bool in_view = pixel->x >= 0 && pixel->x <= view.width && pixel->y >= 0 && pixel->y <= view.height;
    if (in_view) at.x = std::clamp(at.x, all.min.x, std::max(all.min.x, all.max.x - size.x));
    const auto box = findPlace(at, size, taken);
    if (!box || !box->meets(all)) continue;
    taken.push_back(*box);
    if (label.priority > 0) {
      background.a = 170;
      to->AddRectFilled(box->min, box->max, packed(background), 3);
    }
    to->AddText({box->min.x + 3, box->min.y + 1}, packed(label.colour), label.text.c_str());
  }
  to->PopClipRect();
}

}  // namespace sepax
