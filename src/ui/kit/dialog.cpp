#include "ui/kit/dialog.h"

#include "core/language.h"
#include "ui/kit/keys.h"
#include "ui/kit/widgets.h"

#include <fmt/format.h>
#include <imgui_internal.h>

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <utility>

namespace sepax {

namespace {

void moveFocus(ImGuiDir to) {
  ImGui::NavMoveRequestSubmit(to, to, ImGuiNavMoveFlags_None,
                              ImGuiScrollFlags_KeepVisibleEdgeX | ImGuiScrollFlags_KeepVisibleEdgeY);
}

/// Goes on from the beginning of the next line, backwards from the end of the one before.
void moveToNextLine(ImGuiContext& context, const ImGuiWindow& window, bool is_back) {
  ImRect& from = context.NavScoringRect;
  from.Min.x = from.Max.x = is_back ? window.InnerRect.Max.x : window.InnerRect.Min.x;
  moveFocus(is_back ? ImGuiDir_Up : ImGuiDir_Down);
}

/// Goes on from the first item, backwards from the last.
void moveRound(ImGuiContext& context, const ImGuiWindow& window, bool is_back) {
  ImRect& from = context.NavScoringRect;
  from.Min.y = from.Max.y = is_back ? window.InnerRect.Max.y : window.InnerRect.Min.y;
  moveToNextLine(context, window, is_back);
}

}  // namespace

void walkByTab() {
  ImGuiContext& context = *ImGui::GetCurrentContext();
  ImGuiWindow& window = *ImGui::GetCurrentWindow();
  const bool has_list = context.OpenPopupStack.Size > context.BeginPopupStack.Size;
  const bool is_here = context.NavWindow != nullptr && context.NavWindow->RootWindow == window.RootWindow;
  // A part whose keys are its own has Tab, too.
  if (is_here && (context.NavWindow->Flags & ImGuiWindowFlags_NoNavInputs) != 0) return;
  if (has_list || !is_here || (context.IO.ConfigFlags & ImGuiConfigFlags_NavEnableKeyboard) == 0) return;
  // A step is asked for in one frame and known in the next: along the line, else to the next line, else round.
  enum Stage { kNone, kAlong, kNextLine };
  ImGuiStorage& storage = *ImGui::GetStateStorage();
  const ImGuiID stage_id = ImGui::GetID("##tab_stage"), back_id = ImGui::GetID("##tab_back"),
                from_id = ImGui::GetID("##tab_from");
  const auto focus = static_cast<int>(context.NavId);
  const bool goes_back = isPressed(shift(kKeyTab), KeyRepeat::kWhileHeld);
  if (goes_back || isPressed(plain(kKeyTab), KeyRepeat::kWhileHeld)) {
    if (context.ActiveId != 0) ImGui::ClearActiveID();
    context.NavDisableHighlight = false;
    context.NavDisableMouseHover = true;
    storage.SetBool(back_id, goes_back);
    storage.SetInt(from_id, focus);
    storage.SetInt(stage_id, focus == 0 ? kNone : kAlong);
    if (focus == 0) return ImGui::NavInitWindow(&window, true);
    return moveFocus(goes_back ? ImGuiDir_Left : ImGuiDir_Right);
  }
  const int done = storage.GetInt(from_id) == focus ? storage.GetInt(stage_id, kNone) : kNone;
  storage.SetInt(stage_id, done == kAlong ? kNextLine : kNone);
  if (done == kAlong) moveToNextLine(context, window, storage.GetBool(back_id));
  if (done == kNextLine) moveRound(context, window, storage.GetBool(back_id));
}

bool beginDialog(const char* title, const char* id, bool& open, ImVec2 size_em) {
  if (!open) return false;
  constexpr ImGuiWindowFlags kFlags =
      ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings;
  const std::string label = std::string(tr(title)) + id;
  if (!ImGui::IsPopupOpen(id)) ImGui::OpenPopup(id);
  const ImVec2 display = ImGui::GetIO().DisplaySize;
  const float em = ImGui::GetFontSize();
  ImGui::SetNextWindowPos({display.x / 2, display.y / 2}, ImGuiCond_Always, {0.5f, 0.5f});
  if (size_em.x > 0)
    ImGui::SetNextWindowSize(
        {std::min(size_em.x * em, display.x * 0.95f), std::min(size_em.y * em, display.y * 0.92f)});
  if (!ImGui::BeginPopupModal(label.c_str(), &open, kFlags | (size_em.x > 0 ? 0 : ImGuiWindowFlags_AlwaysAutoResize)))
    return false;
  if (escapesDialog()) {
    open = false;
    ImGui::CloseCurrentPopup();
  }
  walkByTab();
  return true;
}

void endDialog(bool& open, bool done) {
  if (done) {
    open = false;
    ImGui::CloseCurrentPopup();
  }
  ImGui::EndPopup();
}

bool escapesDialog() {
  const ImGuiContext& context = *ImGui::GetCurrentContext();
  const int level = context.BeginPopupStack.Size;
  // With its navigation on ImGui closes the list before anybody is asked: what counts is the frame before.
  bool& had_list = *ImGui::GetStateStorage()->GetBoolRef(ImGui::GetID("##had_list"));
  const bool has_list = context.OpenPopupStack.Size > level;
  const bool is_for_list = std::exchange(had_list, has_list) || has_list;
  if (!isPressed(plain(kKeyEscape))) return false;
  if (has_list) ImGui::ClosePopupToLevel(level, true);
  return !is_for_list;
}

bool defaultButton(const char* label) {
  const bool clicked = primaryButton(label);
  const ImGuiContext& context = *ImGui::GetCurrentContext();
  const bool is_elsewhere = isWalkedByKeys() && context.NavId != 0 && context.NavId != ImGui::GetItemID();
  const bool has_list = context.OpenPopupStack.Size > context.BeginPopupStack.Size;
  const bool is_disabled = (context.LastItemData.InFlags & ImGuiItemFlags_Disabled) != 0;
  const bool may_enter =
      !is_elsewhere && !has_list && !is_disabled && !context.IO.WantTextInput && !ImGui::IsWindowAppearing();
  return clicked || (may_enter && isPressed(plain(kKeyEnter)));
}

float browseWidth() { return buttonWidth(tr("Browse…")) + ImGui::GetStyle().ItemSpacing.x; }

bool browseButton(const char* id) {
  ImGui::SameLine();
  return ImGui::Button(fmt::format("{}###browse_{}", tr("Browse…"), id).c_str());
}

bool mayBeWritten(const std::string& path, std::string& replaced) {
  std::error_code error;
  if (!std::filesystem::exists(path, error)) return true;
  bool may = replaced == path;
  if (ImGui::Checkbox(trId("Replace the existing file").c_str(), &may)) replaced = may ? path : std::string();
  return may;
}

}  // namespace sepax
