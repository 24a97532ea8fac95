#include "ui/kit/plot_view.h"

#include "ui/kit/theme.h"

#include <algorithm>
#include <cmath>

namespace sepax {

void paintFlat(const DrawList& list, ImVec2 corner) {
  ImDrawList& to = *ImGui::GetWindowDrawList();
  const auto at = [&](const glm::vec3& p) { return ImVec2(corner.x + p.x, corner.y + p.y); };
  const ImDrawListFlags flags = to.Flags;
  to.Flags &= ~ImDrawListFlags_AntiAliasedFill;  // cells side by side show no seams
  for (std::size_t i = 0; i + 5 < list.translucent.size(); i += 6)
    to.AddRectFilled(at(list.translucent[i].position), at(list.translucent[i + 2].position),
                     toImGui(list.translucent[i].colour));
  to.Flags = flags;
  for (const Line& line : list.lines) {
    if (line.dash_px <= 0) {
      to.AddLine(at(line.from), at(line.to), toImGui(line.colour), line.width_px);
      continue;
    }
    const ImVec2 from = at(line.from), end = at(line.to);
    const float length = std::hypot(end.x - from.x, end.y - from.y);
    for (float begin = 0; begin < length; begin += 2 * line.dash_px) {
      const auto along = [&](float way) {
        return ImVec2(from.x + (end.x - from.x) * way / length, from.y + (end.y - from.y) * way / length);
      };
      to.AddLine(along(begin), along(std::min(begin + line.dash_px, length)), toImGui(line.colour), line.width_px);
    }
  }
  for (const Point& point : list.points)
    to.AddCircleFilled(at(point.position), point.size_px / 2, toImGui(point.colour));
  for (const Label& label : list.labels) {
    const ImVec2 size = ImGui::CalcTextSize(label.text.c_str()), place = at(label.position);
    to.AddText({std::round(place.x - size.x * label.align_x), std::round(place.y - size.y * label.align_y)},
               toImGui(label.colour), label.text.c_str());
  }
}

}  // namespace sepax
