#include "ui/settings.h"

#include "core/language.h"
#include "core/platform.h"
#include "core/text.h"
#include "ui/actions.h"
#include "ui/key_map.h"
#include "ui/kit/dialog.h"
#include "ui/kit/widgets.h"
#include "ui/window_parts.h"

#include <fmt/format.h>
#include <imgui.h>
#include <imgui_internal.h>
#include <imgui_stdlib.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sepax {

namespace {

struct Settings {
  Workspace* workspace = nullptr;
  ShellState* shell = nullptr;
  std::vector<Setting> rows;
};

std::vector<Setting> rowsOf(Workspace& workspace, ShellState& shell) {
  ViewState& view = workspace.view;
  std::vector<Setting> rows = layoutSettings(shell);
  rows.push_back({"View", "theme", [&view] { return std::string(view.theme == Theme::kLight ? "light" : "dark"); },
                  [&view](const std::string& text) { view.theme = text == "light" ? Theme::kLight : Theme::kDark; }});
  rows.push_back(
      {"View", "language", [&view] { return std::string(view.language == Language::kChinese ? "zh" : "en"); },
       [&view](const std::string& text) { view.language = text == "zh" ? Language::kChinese : Language::kEnglish; }});
  rows.push_back(
      {"View", "ui_scale", [&view] { return fmt::format("{:.2f}", view.ui_scale); },
       [&view](const std::string& text) { view.ui_scale = readFloat(text, view.ui_scale, 0.5f, kMaxUiScale); }});
  rows.push_back(flagSetting("View", "snap", view.snap));
  rows.push_back(flagSetting("View", "magnet", view.magnet));
  rows.push_back(flagSetting("View", "start_page", view.starts_with_page));
  rows.push_back(flagSetting("View", "less_motion", view.less_motion));
  for (const auto& [name, shown] : kPictureParts) rows.push_back(flagSetting("View", name, view.picture.*shown));
  rows.push_back(flagSetting("View", "radii", view.picture.radii));
  return rows;
}

constexpr const char* kSections[] = {"Layout", "Layouts", "View", "Keys", "Recent"};

void* openSection(ImGuiContext*, ImGuiSettingsHandler*, const char* name) {
  for (const char* section : kSections) {
    if (std::strcmp(section, name) == 0) return const_cast<char*>(section);
  }
  return nullptr;
}

void readLine(ImGuiContext*, ImGuiSettingsHandler* handler, void* entry, const char* line) {
  const Settings& settings = *static_cast<Settings*>(handler->UserData);
  const auto* section = static_cast<const char*>(entry);
  const char* equals = std::strchr(line, '=');
  if (equals == nullptr) return;
  const std::string key(line, equals), value(equals + 1);
  if (std::strcmp(section, "Recent") == 0) {
    std::vector<std::string>& recent = settings.workspace->recent_files;
    if (!value.empty() && std::ranges::find(recent, value) == recent.end()) recent.push_back(value);
    return;
  }
  if (std::strcmp(section, "Layouts") == 0) {
    const std::size_t end = value.find('|');
    if (end != std::string::npos && end > 0) settings.shell->layouts[value.substr(0, end)] = value.substr(end + 1);
    return;
  }
  if (std::strcmp(section, "Keys") == 0) {
    const Action* const action = findAction(key);
    const auto shortcut = shortcutNamed(value);
    if (action != nullptr && shortcut) giveKey(settings.shell->keys, *action, *shortcut);
    return;
  }
  for (const Setting& row : settings.rows) {
    if (std::strcmp(row.section, section) == 0 && key == row.key) row.read(value);
  }
}

void writeAll(ImGuiContext*, ImGuiSettingsHandler* handler, ImGuiTextBuffer* out) {
  const Settings& settings = *static_cast<Settings*>(handler->UserData);
  for (const char* section : kSections) {
    out->appendf("[%s][%s]\n", handler->TypeName, section);
    for (const Setting& row : settings.rows) {
      if (std::strcmp(row.section, section) == 0) out->appendf("%s=%s\n", row.key, row.write().c_str());
    }
    if (std::strcmp(section, "Layouts") == 0) {
      int index = 0;
      for (const auto& [name, text] : settings.shell->layouts)
        out->appendf("%d=%s|%s\n", index++, name.c_str(), text.c_str());
    }
    if (std::strcmp(section, "Keys") == 0) {
      for (const auto& [action, shortcut] : settings.shell->keys.changed)
        out->appendf("%s=%s\n", action.c_str(), shortcutText(shortcut).c_str());
    }
    if (std::strcmp(section, "Recent") == 0) {
      int index = 0;
      for (const std::string& path : settings.workspace->recent_files) {
        if (path.find('\n') == std::string::npos) out->appendf("%d=%s\n", index++, path.c_str());
      }
    }
    out->append("\n");
  }
}

}  // namespace

void registerSettings(Workspace& workspace, ShellState& shell) {
  shell.settings = std::make_shared<Settings>(Settings{&workspace, &shell, rowsOf(workspace, shell)});
  ImGuiSettingsHandler handler;
  handler.TypeName = "Sepax";
  handler.TypeHash = ImHashStr("Sepax");
  handler.ReadOpenFn = openSection;
  handler.ReadLineFn = readLine;
  handler.WriteAllFn = writeAll;
  handler.UserData = shell.settings.get();
  ImGui::GetCurrentContext()->SettingsHandlers.push_back(handler);
}

namespace {

struct Group {
  const char* title;
  std::array<const char*, 17> actions;  ///< ids of those with an on and an off
};
constexpr Group kGroups[] = {
    {"Dragging", {"snap", "magnet"}},
    {"Motion", {"less_motion"}},
    {"Picture",
     {"show_grid", "show_shadows", "show_labels", "show_rail", "show_radii", "show_scene_rail", "show_through",
      "show_drop_lines", "show_plane", "show_mtv", "show_support", "show_witness", "show_crossings", "show_fan",
      "show_regions", "show_bounds", "show_spacing"}},
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
  fieldName(tr("Text size"), ImGui::GetFontSize() * 7, ImGui::GetFontSize() * 10);
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
    ImGui::BeginDisabled(!isEnabled(action, context));
    if (ImGui::Checkbox(fmt::format("{}###{}", tr(action.name), id).c_str(), &is_on)) action.run(context);
    ImGui::EndDisabled();
    ImGui::TableNextColumn();
    ImGui::AlignTextToFramePadding();
    inColour(faint(), [&] { paragraph(tr(action.tip)); });
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
                    : std::string(tr("Settings are not kept: there is no folder for them.")));
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
  endDialog(shell.settings_open, ImGui::Button(trId("Close").c_str()) || opens_keys);
  // After the popup has ended: one dialog at a time.
  if (opens_keys) shell.keys_open = true;
}

void drawLayoutsPage(ActionContext& context) {
  ShellState& shell = context.shell;
  LayoutsPage& page = shell.layouts_page;
  if (!beginDialog("Layouts", "###layouts", page.open, {26, 0})) return;
  paragraph(tr("A layout is where the panels are and how large the regions. Drag a panel's tab to move it."));
  ImGui::Spacing();
  std::optional<std::string> used, deleted;
  for (const auto& [name, text] : shell.layouts) {
    const IdScope id(name.c_str());
    if (ImGui::Button(trId("Use").c_str())) used = name;
    ImGui::SameLine();
    if (ImGui::Button(trId("Delete").c_str())) deleted = name;
    ImGui::SameLine();
    fittedText(name);
  }
  if (used) useLayout(shell, *used);
  if (deleted) {
    shell.layouts.erase(*deleted);
    ImGui::MarkIniSettingsDirty();
  }
  ImGui::Spacing();
  ImGui::SetNextItemWidth(ImGui::GetFontSize() * 14);
  ImGui::InputTextWithHint("##name", tr("Name"), &page.name);
  ImGui::SameLine();
  const bool is_named = page.name.find_first_not_of(' ') != std::string::npos;
  ImGui::BeginDisabled(!is_named);
  if (defaultButton("Keep this layout") && is_named) {
    keepLayout(shell, page.name);
    page.name.clear();
  }
  ImGui::EndDisabled();
  ImGui::Spacing();
  const Action& reset = *findAction("reset_layout");
  if (ImGui::Button(trId(reset.name).c_str())) reset.run(context);
  tooltip(tr(reset.tip));
  ImGui::SameLine();
  endDialog(page.open, ImGui::Button(trId("Close").c_str()));
}

}  // namespace sepax
