#pragma once

#include "ui/shell_state.h"

#include <functional>
#include <string>
#include <vector>

namespace sepax {

/// One line "key=value" of a section of imgui.ini: how it is written and how it is read.
struct Setting {
  const char* section;
  const char* key;
  std::function<std::string()> write;
  std::function<void(const std::string&)> read;
};
/// A number of the file kept in its range; `fallback` when it is none.
[[nodiscard]] float readFloat(const std::string& text, float fallback, float min, float max);
[[nodiscard]] Setting flagSetting(const char* section, const char* key, bool& value);

/// Sizes of the window and its regions, places of panels and open tabs, in the order in which they are read.
[[nodiscard]] std::vector<Setting> layoutSettings(ShellState& shell);

/// Keeps where panels and regions are under a name, and replaces the layout that had it; without a name nothing
/// happens.
void keepLayout(ShellState& shell, std::string name);
/// Brings the layout of that name back, if there is one.
void useLayout(ShellState& shell, const std::string& name);

}  // namespace sepax
