#include "ui/kit/labels.h"

#include "draw/label_layout.h"

#include <algorithm>

namespace sepax {

namespace {

ImU32 packed(Colour c) { return IM_COL32(c.r, c.g, c.b, c.a); }

}  // namespace

Vec2 labelSize(const std::string& text) {
  const ImVec2 size = ImGui::CalcTextSize(text.c_str());
  return {size.x + 2 * kLabelMarginX, size.y + 2 * kLabelMarginY};
}

void drawLabels(ImDrawList* to, const DrawList& list, const Camera& camera, const ViewSize& view, ImVec2 corner, Colour background) {
  const auto onScreen = [&](const Vec2& p) { return ImVec2{corner.x + static_cast<float>(p.x), corner.y + static_cast<float>(p.y)}; };
  to->PushClipRect(corner, onScreen({view.width, view.height}), true);
  const std::vector<PlacedLabel> placed = placeLabels(list, camera, view, labelSize);
  for (const PlacedLabel& place : placed) {
    if (!place.moved_from) continue;
    Colour colour = list.labels[place.label].colour;
    colour.a = kLeaderAlpha;
    to->AddLine(onScreen(*place.moved_from), onScreen(leaderEnd(place)), packed(colour), 1);
  }
  background.a = kHaloAlpha;
  for (const PlacedLabel& place : placed) {
    const Label& label = list.labels[place.label];
    const ImVec2 at = onScreen(place.min);
    if (label.priority > 0) to->AddRectFilled(at, onScreen(place.max), packed(background), kHaloRadius);
    to->AddText({at.x + kLabelMarginX, at.y + kLabelMarginY}, packed(label.colour), label.text.c_str());
  }
  to->PopClipRect();
}

}  // namespace sepax
