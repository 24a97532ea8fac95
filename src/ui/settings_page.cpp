#include "ui/settings_page.h"

#include "core/platform.h"
#include "core/text.h"
#include "session/text.h"
#include "ui/kit/dialog.h"
#include "ui/kit/widgets.h"

#include <fmt/format.h>
#include <imgui.h>
#include <imgui_internal.h>

#include <algorithm>
#include <array>
#include <string>

namespace sepax {
namespace {

struct Group {
  const char* title;
  std::array<const char*, 15> actions;  ///< ids of those with an on and an off
};
constexpr Group kGroups[] = {
    {"Dragging", {"snap", "magnet"}},
    {"Motion", {"less_motion"}},
    {"Picture",
     {"show_grid", "show_labels", "show_rail", "show_radii", "show_through", "show_drop_lines", "show_plane",
      "show_mtv", "show_support", "show_witness", "show_crossings", "show_fan", "show_regions", "show_bounds",
      "show_spacing"}},
};

/// A row "name: one of these buttons". Languages are called what they call themselves.
template <class T, std::size_t kCount>
void drawChoice(const char* name, T& value, const std::array<std::pair<const char*, T>, kCount>& choices) {
  ImGui::AlignTextToFramePadding();
  ImGui::TextUnformatted(tr(name));
  for (std::size_t i = 0; i < kCount; ++i) {
    ImGui::SameLine(i == 0 ? ImGui::GetFontSize() * 10 : 0);
    if (toggleButton(fmt::format("{}###{}{}", choices[i].first, name, i).c_str(), value == choices[i].second)) {
      value = choices[i].second;
      ImGui::MarkIniSettingsDirty();
    }
  }
}

void drawScale(ActionContext& context) {
  ImGui::AlignTextToFramePadding();
  ImGui::TextUnformatted(tr("Text size"));
  ImGui::SameLine(ImGui::GetFontSize() * 10);
  ImGui::SetNextItemWidth(ImGui::GetFontSize() * 7);
  const auto scales = std::ranges::find(actionLists(), std::string_view("scale"), &ActionList::id);
  if (!ImGui::BeginCombo("##scale", fmt::format("{:.0f} %", context.view.ui_scale * 100).c_str())) return;
  for (const ListedAction& scale : scales->entries(context)) {
    if (ImGui::Selectable(scale.name.c_str(), scale.checked)) scale.run(context);
  }
  ImGui::EndCombo();
}

/// Each with what it does behind it.
void drawSwitches(const Group& group, ActionContext& context) {
  ImGui::Spacing();
  ImGui::TextDisabled("%s", tr(group.title));
  if (!ImGui::BeginTable(group.title, 2)) return;
  ImGui::TableSetupColumn("switch", ImGuiTableColumnFlags_WidthFixed);
  ImGui::TableSetupColumn("tip", ImGuiTableColumnFlags_WidthStretch);
  for (const char* const id : group.actions) {
    if (id == nullptr) continue;
    const Action& action = *findAction(id);
    bool is_on = action.checked(context);
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    if (ImGui::Checkbox(fmt::format("{}###{}", tr(action.name), id).c_str(), &is_on)) action.run(context);
    ImGui::TableNextColumn();
    ImGui::AlignTextToFramePadding();
    ImGui::PushStyleColor(ImGuiCol_Text, ImGui::GetStyleColorVec4(ImGuiCol_TextDisabled));
    paragraph(tr(action.tip));
    ImGui::PopStyleColor();
  }
  ImGui::EndTable();
}

}  // namespace

void drawSettingsPage(ActionContext& context) {
  ShellState& shell = context.shell;
  if (!beginDialog("Settings", "###settings", shell.settings_open, {42, 36})) return;
  ImGui::BeginChild("##list", {0, -ImGui::GetFrameHeightWithSpacing() - ImGui::GetTextLineHeightWithSpacing()});
  drawChoice<Theme, 2>("Theme", context.view.theme, {{{tr("Dark"), Theme::kDark}, {tr("Light"), Theme::kLight}}});
  drawChoice<Language, 2>("Language", context.view.language,
                          {{{"English", Language::kEnglish}, {"中文", Language::kChinese}}});
  drawScale(context);
  for (const Group& group : kGroups) drawSwitches(group, context);
  ImGui::EndChild();
  const auto folder = configFolder();
  ImGui::PushStyleColor(ImGuiCol_Text, ImGui::GetStyleColorVec4(ImGuiCol_TextDisabled));
  fittedText(folder ? trf("Kept in {}", toValidUtf8(*folder))
                    : std::string(tr("Settings are not kept: there is no folder for them.")),
             ImGui::GetContentRegionAvail().x);
  ImGui::PopStyleColor();
  bool opens_keys = false;
  for (const char* const id : {"keys", "reset_layout"}) {
    const Action& action = *findAction(id);
    if (ImGui::Button(fmt::format("{}###{}", tr(action.name), id).c_str())) {
      opens_keys = std::string_view(id) == "keys";
      if (!opens_keys) action.run(context);
    }
    tooltip(tr(action.tip));
    ImGui::SameLine();
  }
  if (ImGui::Button(trId("Close").c_str()) || opens_keys) {
    shell.settings_open = false;
    ImGui::CloseCurrentPopup();
  }
  ImGui::EndPopup();
  // After the popup has ended: one dialog at a time.
  if (opens_keys) shell.keys_open = true;
}

}  // namespace sepax
