#include "ui/viewport/screen_note.h"

#include "ui/kit/theme.h"

#include <algorithm>

namespace sepax {

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
