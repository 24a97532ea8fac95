#include "ui/kit/item_places.h"

#include "ui/kit/keys.h"

#include <imgui.h>

#include <utility>

namespace sepax {
namespace {

bool somebody_listens = false;
std::vector<ItemPlace> places;

}  // namespace

void listenToItems() { somebody_listens = true; }

bool listensToItems() { return somebody_listens; }

void nameItem(std::string_view name, std::string_view row) {
  if (!somebody_listens || !ImGui::IsItemVisible()) return;
  const ImVec2 low = ImGui::GetItemRectMin(), high = ImGui::GetItemRectMax();
  std::string whole(name);
  if (!row.empty()) whole.append(" ").append(row);
  places.push_back(
      {std::move(whole), (low.x + high.x) / 2, (low.y + high.y) / 2, isWalkedByKeys() && ImGui::IsItemFocused()});
}

std::vector<ItemPlace> takeItemPlaces() { return std::exchange(places, {}); }

}  // namespace sepax
