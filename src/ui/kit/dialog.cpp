#include "ui/kit/dialog.h"

#include "session/text.h"
#include "ui/kit/keys.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>

namespace sepax {

bool beginDialog(const char* title, const char* id, bool& open, ImVec2 size_em) {
  if (!open) return false;
  constexpr ImGuiWindowFlags kFlags = ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings;
  const std::string label = std::string(tr(title)) + id;
  if (!ImGui::IsPopupOpen(id)) ImGui::OpenPopup(id);
  const ImVec2 display = ImGui::GetIO().DisplaySize;
  const float em = ImGui::GetFontSize();
  ImGui::SetNextWindowPos({display.x / 2, display.y / 2}, ImGuiCond_Always, {0.5f, 0.5f});
  if (size_em.x > 0) ImGui::SetNextWindowSize({std::min(size_em.x * em, display.x * 0.95f), std::min(size_em.y * em, display.y * 0.92f)});
  if (!ImGui::BeginPopupModal(label.c_str(), &open, kFlags | (size_em.x > 0 ? 0 : ImGuiWindowFlags_AlwaysAutoResize))) return false;
  if (isPressed(plain(kKeyEscape))) {
    open = false;
    ImGui::CloseCurrentPopup();
  }
  return true;
}

float browseWidth() {
  return ImGui::CalcTextSize(tr("Browse…")).x + ImGui::GetStyle().FramePadding.x * 2 + ImGui::GetStyle().ItemSpacing.x;
}

bool browseButton(const char* id) {
  ImGui::SameLine();
  return ImGui::Button(fmt::format("{}###browse_{}", tr("Browse…"), id).c_str());
}

}  // namespace sepax
