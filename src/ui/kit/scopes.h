#pragma once

#include "ui/kit/fonts.h"

#include <imgui.h>

namespace sepax {

// The stacks of Dear ImGui by scope: a constructor pushes, the end of the scope pops.

class FontScope {
 public:
  explicit FontScope(FontRole role) { ImGui::PushFont(fontOf(role)); }
  ~FontScope() { ImGui::PopFont(); }
  FontScope(const FontScope&) = delete;
  FontScope& operator=(const FontScope&) = delete;
};

/// A colour for text.
class TextColour {
 public:
  explicit TextColour(const ImVec4& colour) { ImGui::PushStyleColor(ImGuiCol_Text, colour); }
  explicit TextColour(ImU32 colour) { ImGui::PushStyleColor(ImGuiCol_Text, colour); }
  ~TextColour() { ImGui::PopStyleColor(); }
  TextColour(const TextColour&) = delete;
  TextColour& operator=(const TextColour&) = delete;
};

/// That of what is said beside the point.
[[nodiscard]] inline const ImVec4& faint() { return ImGui::GetStyleColorVec4(ImGuiCol_TextDisabled); }

class IdScope {
 public:
  template <class Id>
  explicit IdScope(Id id) {
    ImGui::PushID(id);
  }
  ~IdScope() { ImGui::PopID(); }
  IdScope(const IdScope&) = delete;
  IdScope& operator=(const IdScope&) = delete;
};

// For what a single call draws.

template <class Draw>
void inFont(FontRole role, Draw draw) {
  const FontScope scope(role);
  draw();
}

template <class Colour, class Draw>
void inColour(const Colour& colour, Draw draw) {
  const TextColour scope(colour);
  draw();
}

}  // namespace sepax
