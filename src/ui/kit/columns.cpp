#include "ui/kit/columns.h"

#include <imgui.h>

#include <algorithm>
#include <cstddef>

namespace sepax {

std::vector<bool> columnsThatFit(const std::vector<ColumnNeed>& needs, float room) {
  const ImGuiStyle& style = ImGui::GetStyle();
  std::vector<bool> shown(needs.size(), true);
  float wanted = style.ScrollbarSize;
  for (const ColumnNeed& need : needs) wanted += need.width + style.CellPadding.x * 2 + 1;
  while (wanted > room) {
    int least = 0;
    for (std::size_t i = 0; i < needs.size(); ++i) least = shown[i] ? std::max(least, needs[i].rank) : least;
    if (least == 0) break;
    for (std::size_t i = 0; i < needs.size(); ++i) {
      if (!shown[i] || needs[i].rank != least) continue;
      shown[i] = false;
      wanted -= needs[i].width + style.CellPadding.x * 2 + 1;
    }
  }
  return shown;
}

}  // namespace sepax
