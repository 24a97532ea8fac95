#include "ui/kit/columns.h"

#include <imgui.h>

#include <algorithm>
#include <cstddef>

namespace sepax {

std::vector<bool> columnsThatFit(const std::vector<ColumnWish>& wishes, float room) {
  const ImGuiStyle& style = ImGui::GetStyle();
  std::vector<bool> shown(wishes.size(), true);
  float wanted = style.ScrollbarSize;
  for (const ColumnWish& wish : wishes) wanted += wish.width + style.CellPadding.x * 2 + 1;
  while (wanted > room) {
    int least = 0;
    for (std::size_t i = 0; i < wishes.size(); ++i) least = shown[i] ? std::max(least, wishes[i].rank) : least;
    if (least == 0) break;
    for (std::size_t i = 0; i < wishes.size(); ++i) {
      if (!shown[i] || wishes[i].rank != least) continue;
      shown[i] = false;
      wanted -= wishes[i].width + style.CellPadding.x * 2 + 1;
    }
  }
  return shown;
}

}  // namespace sepax
