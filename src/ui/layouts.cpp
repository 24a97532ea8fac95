#include "ui/layouts.h"

#include "core/number.h"
#include "core/text.h"
#include "ui/window_parts.h"

#include <fmt/format.h>
#include <imgui.h>
#include <imgui_internal.h>

#include <algorithm>
#include <iterator>
#include <string_view>

namespace sepax {

float readFloat(const std::string& text, float fallback, float min, float max) {
  const auto value = parseDouble(text);
  return value ? std::clamp(static_cast<float>(*value), min, max) : fallback;
}

Setting flagSetting(const char* section, const char* key, bool& value) {
  return {section, key, [&value] { return std::string(value ? "1" : "0"); },
          [&value](const std::string& text) { value = text == "1"; }};
}

namespace {

constexpr float kMinShare = 0.05f, kMaxShare = 0.7f;
constexpr float kMinCut = 0.1f, kMaxCut = 0.9f;

Setting share(const char* key, float& value) {
  return {
      "Layout", key, [&value] { return value == 0 ? "0" : fmt::format("{:.4f}", value); },
      [&value](const std::string& text) { value = text == "0" ? 0 : readFloat(text, value, kMinShare, kMaxShare); }};
}

Setting cut(const char* key, float& value) {
  return {"Layout", key, [&value] { return fmt::format("{:.4f}", value); },
          [&value](const std::string& text) { value = readFloat(text, value, kMinCut, kMaxCut); }};
}

constexpr const char* kRegionWords[kRegionCount + 1] = {"left",        "right",        "bottom",  "left_lower",
                                                        "right_lower", "bottom_right", "floating"};

/// "jury:right_lower console:floating:0.3,0.25,0.4,0.5"
std::string movedText(const ShellState& shell) {
  std::string text;
  for (const MovedPanel& moved : shell.layout.moved) {
    text += fmt::format("{}{}:{}", text.empty() ? "" : " ", moved.panel->word,
                        kRegionWords[static_cast<std::size_t>(moved.region)]);
    const Rect& part = moved.part;
    if (moved.region == Region::kFloating)
      text += fmt::format(":{:.4f},{:.4f},{:.4f},{:.4f}", part.x, part.y, part.w, part.h);
  }
  return text;
}

/// Panels and regions that this version does not know stay at home.
void readMoved(const std::string& text, ShellState& shell) {
  shell.layout.moved.clear();
  shell.placed_in = {};
  for (const std::string& entry : partsOf(text, ' ')) {
    const std::vector<std::string> fields = partsOf(entry, ':');
    if (fields.size() < 2) continue;
    const auto panel = std::ranges::find_if(shell.panels, [&](const Panel* p) { return fields[0] == p->word; });
    const auto word = std::ranges::find(kRegionWords, fields[1]);
    if (panel == shell.panels.end() || word == std::end(kRegionWords)) continue;
    MovedPanel moved{*panel, static_cast<Region>(word - std::begin(kRegionWords))};
    if (moved.region == (*panel)->home || std::ranges::count(shell.layout.moved, *panel, &MovedPanel::panel) > 0)
      continue;
    const std::vector<std::string> numbers = partsOf(fields.size() > 2 ? fields[2] : "", ',');
    if (numbers.size() == 4) {
      const auto read = [&](std::size_t i, float usual, float min, float max) {
        return readFloat(numbers[i], usual, min, max);
      };
      moved.part = {read(0, moved.part.x, 0, 0.95f), read(1, moved.part.y, 0, 0.95f),
                    read(2, moved.part.w, kMinShare, 1), read(3, moved.part.h, kMinShare, 1)};
    }
    shell.layout.moved.push_back(moved);
  }
}

Setting number(const char* section, const char* key, int& value, int min, int max) {
  return {section, key, [&value] { return std::to_string(value); },
          [&value, min, max](const std::string& text) {
            value = std::clamp(parseInteger<int>(text).value_or(value), min, max);
          }};
}

/// The settings of a layout that is kept by name: all but the size of the window.
bool isOfNamedLayout(const Setting& row) {
  return std::string_view(row.section) == "Layout" && !std::string_view(row.key).starts_with("window_");
}

}  // namespace

std::vector<Setting> layoutSettings(ShellState& shell) {
  Layout& layout = shell.layout;
  std::vector<Setting> rows{share("left", layout.left),
                            share("right", layout.right),
                            share("bottom", layout.bottom),
                            cut("left_cut", layout.left_cut),
                            cut("right_cut", layout.right_cut),
                            cut("bottom_cut", layout.bottom_cut),
                            flagSetting("Layout", "bottom_open", layout.bottom_open),
                            number("Layout", "window_width", layout.window_width, 320, 32768),
                            number("Layout", "window_height", layout.window_height, 240, 32768),
                            flagSetting("Layout", "window_maximised", layout.window_maximised)};
  // Before the tabs, which are those of panels that are in their region.
  rows.push_back({"Layout", "moved", [&shell] { return movedText(shell); },
                  [&shell](const std::string& text) { readMoved(text, shell); }});
  static constexpr const char* kTabKeys[kRegionCount] = {"left_tab",       "right_tab",       "bottom_tab",
                                                         "left_lower_tab", "right_lower_tab", "bottom_right_tab"};
  for (std::size_t i = 0; i < kRegionCount; ++i) {
    const auto region = static_cast<Region>(i);
    rows.push_back({"Layout", kTabKeys[i],
                    [&shell, region] {
                      const Panel* const front = shownIn(shell, region);
                      return std::string(front != nullptr ? front->word : "");
                    },
                    [&layout, &shell, i, region](const std::string& text) {
                      for (const Panel* const panel : shell.panels) {
                        // A window starts without a bundle: its panels would be empty. The next one brings them back.
                        const bool is_empty = panel->is_of_bundle && shell.bundle_seen == nullptr;
                        if (text != panel->word || regionOf(shell, *panel) != region || is_empty) continue;
                        layout.tab[i] = panel;
                        shell.select_tab[i] = true;
                      }
                    }});
  }
  return rows;
}

void keepLayout(ShellState& shell, std::string name) {
  std::ranges::replace(name, '|', '/');
  std::ranges::replace_if(
      name, [](char c) { return static_cast<unsigned char>(c) < ' '; }, ' ');
  std::string text;
  for (const Setting& row : layoutSettings(shell)) {
    if (isOfNamedLayout(row)) text += fmt::format("{}{}={}", text.empty() ? "" : ";", row.key, row.write());
  }
  const std::size_t first = name.find_first_not_of(' '), last = name.find_last_not_of(' ');
  if (first == std::string::npos) return;
  shell.layouts[name.substr(first, last - first + 1)] = text;
  ImGui::MarkIniSettingsDirty();
}

void useLayout(ShellState& shell, const std::string& name) {
  const auto kept = shell.layouts.find(name);
  if (kept == shell.layouts.end()) return;
  const std::vector<Setting> rows = layoutSettings(shell);
  for (const std::string& line : partsOf(kept->second, ';')) {
    const std::size_t equals = line.find('=');
    if (equals == std::string::npos) continue;
    for (const Setting& row : rows) {
      if (isOfNamedLayout(row) && line.substr(0, equals) == row.key) row.read(line.substr(equals + 1));
    }
  }
  ImGui::MarkIniSettingsDirty();
}

}  // namespace sepax
