#include "ui/kit/toasts.h"

#include "ui/kit/keys.h"
#include "ui/kit/scopes.h"
#include "ui/kit/theme.h"
#include "ui/kit/widgets.h"

#include <fmt/format.h>
#include <imgui_internal.h>

#include <algorithm>
#include <cmath>
#include <string>

namespace sepax {

namespace {

constexpr double kToastSeconds = 8;

}  // namespace

void drawToasts(std::vector<Toast>& toasts, const ToastRoom& room, Theme theme, ToastTime time) {
  const double now = ImGui::GetTime();
  for (Toast& toast : toasts) {
    if (toast.shown_until == 0) toast.shown_until = now + kToastSeconds;
  }
  if (time == ToastTime::kSeconds) {
    std::erase_if(toasts, [&](const Toast& toast) { return toast.shown_until <= now; });
  } else if (isPressed(plain(kKeyEscape)) && ImGui::GetCurrentContext()->OpenPopupStack.empty()) {
    toasts.clear();
  }
  const PanelColours& colours = panelColours(theme);
  const float em = ImGui::GetFontSize();
  float y = room.bottom_middle.y - em * 0.6f;
  std::size_t removed = toasts.size();
  for (std::size_t i = toasts.size(); i-- > 0;) {
    const Toast& toast = toasts[i];
    const std::string id = fmt::format("##toast{}", i);
    const bool is_error = toast.level == LogLevel::kError, is_done = toast.level == LogLevel::kInfo;
    const Colour colour = is_error ? colours.error : is_done ? colours.good : colours.warning;
    const char* const sign = is_error ? "✗" : is_done ? "✓" : "⚠";
    const std::string text = wrapped(toast.text, std::min(em * 34, std::max(em * 9, room.width - em * 5)));
    // A window that takes its size from what is in it has it a frame late, and no frame may follow.
    const ImVec2 extent = ImGui::CalcTextSize(text.c_str()), padding = ImGui::GetStyle().WindowPadding;
    const float width = ImGui::CalcTextSize(sign).x + ImGui::GetStyle().ItemSpacing.x + extent.x + padding.x * 2;
    const ImVec2 size{std::ceil(width), std::ceil(std::min(extent.y + padding.y * 2, em * 12))};
    ImGui::SetNextWindowPos({room.bottom_middle.x, y}, ImGuiCond_Always, {0.5f, 1});
    ImGui::SetNextWindowSize(size);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowMinSize, {1, 1});
    ImGui::PushStyleColor(ImGuiCol_Border, toImGui(colour));
    ImGui::Begin(id.c_str(), nullptr,
                 ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings |
                     ImGuiWindowFlags_NoFocusOnAppearing | ImGuiWindowFlags_NoNav);
    inColour(toImGui(colour), [&] { ImGui::TextUnformatted(sign); });
    ImGui::SameLine();
    ImGui::TextUnformatted(text.c_str());
    if (ImGui::IsWindowHovered() && ImGui::IsMouseClicked(ImGuiMouseButton_Left)) removed = i;
    y -= size.y + em * 0.4f;
    ImGui::End();
    ImGui::PopStyleColor();
    ImGui::PopStyleVar();
  }
  if (removed < toasts.size()) toasts.erase(toasts.begin() + static_cast<std::ptrdiff_t>(removed));
}

}  // namespace sepax
