#pragma once

#include <imgui.h>

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace sepax {

/// A text of several lines that is being typed. ImGui's own field does not wrap: this one shows it a text with line
/// breaks that are not in `text`, and carries what is typed there over.
struct WrappedField {
  std::string text;

  std::string shown = {};                            ///< with the breaks
  std::vector<std::size_t> breaks = {};              ///< before these bytes of the text
  float width = 0;                                   ///< that it was wrapped for, pixels
  int cursor = 0;                                    ///< in what is shown, when it was drawn last
  std::string selected = {};                         ///< part of the text
  using Step = std::pair<std::string, std::size_t>;  ///< the text and the cursor in it
  std::vector<Step> undo = {}, redo = {};
};

/// Draws it as one item. True when the text has changed. Ctrl+Z and Ctrl+Y go through what was typed.
bool wrappedField(const char* id, WrappedField& field, ImVec2 size);

}  // namespace sepax
