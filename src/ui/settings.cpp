#include "ui/settings.h"

#include "core/number.h"
#include "session/workspace.h"
#include "ui/actions.h"

#include <fmt/format.h>
#include <imgui.h>
#include <imgui_internal.h>

#include <algorithm>
#include <cstring>
#include <functional>

namespace sepax {

namespace {

/// One line "key=value" of a section: how it is written and how it is read.
struct Setting {
  const char* section;
  const char* key;
  std::function<std::string()> write;
  std::function<void(const std::string&)> read;
};

constexpr float kMinShare = 0.05f, kMaxShare = 0.7f;

/// A number of the file kept in its range; `fallback` when it is none.
float readFloat(const std::string& text, float fallback, float min, float max) {
  const auto value = parseDouble(text);
  return value ? std::clamp(static_cast<float>(*value), min, max) : fallback;
}

Setting share(const char* key, float& value) {
  return {"Layout", key, [&value] { return fmt::format("{:.4f}", value); },
          [&value](const std::string& text) { value = readFloat(text, value, kMinShare, kMaxShare); }};
}

Setting flag(const char* section, const char* key, bool& value) {
  return {section, key, [&value] { return std::string(value ? "1" : "0"); },
          [&value](const std::string& text) { value = text == "1"; }};
}

Setting number(const char* section, const char* key, int& value, int min, int max) {
  return {section, key, [&value] { return std::to_string(value); },
          [&value, min, max](const std::string& text) {
            value = std::clamp(parseInteger<int>(text).value_or(value), min, max);
          }};
}

struct Settings {
  Workspace* workspace = nullptr;
  ShellState* shell = nullptr;
  std::vector<Setting> rows;
};

std::vector<Setting> rowsOf(Workspace& workspace, ShellState& shell) {
  Layout& layout = shell.layout;
  ViewState& view = workspace.view;
  std::vector<Setting> rows{share("left", layout.left),
                            share("right", layout.right),
                            share("bottom", layout.bottom),
                            flag("Layout", "bottom_open", layout.bottom_open),
                            number("Layout", "window_width", layout.window_width, 320, 32768),
                            number("Layout", "window_height", layout.window_height, 240, 32768)};
  static constexpr const char* kTabKeys[kRegionCount] = {"left_tab", "right_tab", "bottom_tab"};
  for (std::size_t i = 0; i < kRegionCount; ++i) {
    rows.push_back({"Layout", kTabKeys[i], [&layout, i] { return std::string(panelOf(layout.tab[i]).word); },
                    [&layout, &shell, i](const std::string& text) {
                      const auto panel =
                          std::ranges::find_if(panels(), [&](const Panel& row) { return text == row.word; });
                      if (panel == panels().end() || panel->region != static_cast<Region>(i)) return;
                      // A window starts without a bundle: its panels would be empty. The next bundle brings them back.
                      if (panel->id == PanelId::kBundle || panel->id == PanelId::kPreview) return;
                      layout.tab[i] = panel->id;
                      shell.select_tab[i] = true;
                    }});
  }
  rows.push_back({"View", "theme", [&view] { return std::string(view.theme == Theme::kLight ? "light" : "dark"); },
                  [&view](const std::string& text) { view.theme = text == "light" ? Theme::kLight : Theme::kDark; }});
  rows.push_back(
      {"View", "language", [&view] { return std::string(view.language == Language::kChinese ? "zh" : "en"); },
       [&view](const std::string& text) { view.language = text == "zh" ? Language::kChinese : Language::kEnglish; }});
  rows.push_back(
      {"View", "ui_scale", [&view] { return fmt::format("{:.2f}", view.ui_scale); },
       [&view](const std::string& text) { view.ui_scale = readFloat(text, view.ui_scale, 0.5f, kMaxUiScale); }});
  rows.push_back(flag("View", "snap", view.snap));
  rows.push_back(flag("View", "magnet", view.magnet));
  rows.push_back(flag("View", "less_motion", view.less_motion));
  for (const auto& [name, shown] : kPictureParts) rows.push_back(flag("View", name, view.picture.*shown));
  rows.push_back(flag("View", "radii", view.picture.radii));
  return rows;
}

constexpr const char* kSections[] = {"Layout", "View", "Keys", "Recent"};

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

}  // namespace sepax
