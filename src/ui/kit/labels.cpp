#include "ui/kit/labels.h"

#include "ui/kit/theme.h"

#include <algorithm>

namespace sepax {

namespace {

ImU32 packed(Colour c) { return IM_COL32(c.r, c.g, c.b, c.a); }

}  // namespace

Vec2 labelSize(const std::string& text) {
  const ImVec2 size = ImGui::CalcTextSize(text.c_str());
  return {size.x + 2 * kLabelMarginX, size.y + 2 * kLabelMarginY};
}

std::string drawLabels(ImDrawList* to, const DrawList& list, const Camera& camera, const ViewSize& view, ImVec2 corner,
                       Colour background, std::span<const PixelBox> taken) {
  const auto onScreen = [&](const Vec2& p) {
    return ImVec2{corner.x + static_cast<float>(p.x), corner.y + static_cast<float>(p.y)};
  };
  to->PushClipRect(corner, onScreen({view.width, view.height}), true);
  const std::vector<PlacedLabel> placed = placeLabels(list, camera, view, labelSize, taken);
  for (const PlacedLabel& place : placed) {
    if (!place.moved_from) continue;
    Colour colour = list.labels[place.label].colour;
    colour.a = kLeaderAlpha;
    to->AddLine(onScreen(*place.moved_from), onScreen(leaderEnd(place)), packed(colour), 1);
  }
  background.a = kHaloAlpha;
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  std::string pointed;
  for (const PlacedLabel& place : placed) {
    const Label& label = list.labels[place.label];
    const ImVec2 at = onScreen(place.min);
    const ImVec2 end = onScreen(place.max);
    if (label.priority > 0) to->AddRectFilled(at, end, packed(background), kHaloRadius);
    if (mouse.x >= at.x && mouse.x < end.x && mouse.y >= at.y && mouse.y < end.y) pointed = label.exact;
    to->AddText({at.x + kLabelMarginX, at.y + kLabelMarginY}, packed(label.colour), label.text.c_str());
  }
  to->PopClipRect();
  return pointed;
}

void noteAt(ImDrawList* to, ImVec2 at, const std::string& text, const Palette& palette, const Colour& colour) {
  const ImVec2 size = ImGui::CalcTextSize(text.c_str());
  const ImVec4 clip = to->_ClipRectStack.empty() ? ImVec4{0, 0, 1e9f, 1e9f} : to->_ClipRectStack.back();
  at.x = std::clamp(at.x, clip.x + 6, std::max(clip.x + 6, clip.z - size.x - 6));
  at.y = std::clamp(at.y, clip.y + 4, std::max(clip.y + 4, clip.w - size.y - 4));
  const Colour& back = palette.background_bottom;
  to->AddRectFilled({at.x - 5, at.y - 3}, {at.x + size.x + 5, at.y + size.y + 3}, IM_COL32(back.r, back.g, back.b, 220),
                    4);
  to->AddText(at, toImGui(colour), text.c_str());
}

void noteBesideMouse(ImDrawList* to, const std::string& text, const Palette& palette, const Colour& colour) {
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  noteAt(to, {mouse.x + 18, mouse.y + 16}, text, palette, colour);
}

}  // namespace sepax
