#include "ui/kit/wrapped_field.h"

#include "ui/kit/keys.h"
#include "ui/kit/widgets.h"

#include <imgui_internal.h>
#include <imgui_stdlib.h>

#include <algorithm>
#include <string_view>
#include <tuple>

namespace sepax {

namespace {

void wrap(WrappedField& field) {
  field.breaks = lineBreaks(field.text, field.width);
  field.shown.clear();
  std::size_t from = 0;
  for (const std::size_t at : field.breaks) {
    field.shown.append(field.text, from, at - from);
    field.shown += '\n';
    from = at;
  }
  field.shown.append(field.text, from);
}

/// Between a place in the text and one in what is shown. At a break the text's place is the start of the line below.
std::size_t shownAt(const WrappedField& field, std::size_t at) {
  return at + static_cast<std::size_t>(std::ranges::upper_bound(field.breaks, at) - field.breaks.begin());
}
std::size_t textAt(const WrappedField& field, std::size_t shown) {
  std::size_t before = 0;
  while (before < field.breaks.size() && field.breaks[before] + before < shown) ++before;
  return shown - before;
}

bool isInsideCharacter(std::string_view text, std::size_t at) {
  return at < text.size() && (static_cast<unsigned char>(text[at]) & 0xc0) == 0x80;
}

/// Carries over what was done to the shown text: a range of it became another text. Returns where the cursor is in the
/// text then.
std::size_t takeEdit(WrappedField& field, std::string_view now, std::size_t cursor) {
  const std::string_view before = field.shown;
  const std::size_t shorter = std::min(before.size(), now.size());
  std::size_t head = 0, tail = 0;
  while (head < shorter && before[head] == now[head]) ++head;
  while (tail < shorter - head && before[before.size() - 1 - tail] == now[now.size() - 1 - tail]) ++tail;
  std::size_t from = textAt(field, head), to = textAt(field, before.size() - tail);
  const std::string_view put = now.substr(head, now.size() - tail - head);
  if (from == to && put.empty()) {
    // Only a break that is not in the text went away: Backspace meant the character before it, Delete the one after it.
    const bool goes_back = static_cast<std::size_t>(field.cursor) > cursor;
    if (goes_back && from > 0) {
      do --from;
      while (isInsideCharacter(field.text, from));
    } else if (!goes_back && to < field.text.size()) {
      do ++to;
      while (isInsideCharacter(field.text, to));
    }
  }
  field.text.replace(from, to - from, put);
  return from + put.size();
}

/// A step back or on, as the keys ask for.
bool walkSteps(WrappedField& field, std::size_t& cursor) {
  const bool back = isPressed(ctrl('Z'), KeyRepeat::kWhileHeld);
  const bool on = isPressed(ctrl('Y'), KeyRepeat::kWhileHeld) || isPressed(ctrlShift('Z'), KeyRepeat::kWhileHeld);
  std::vector<WrappedField::Step>& steps = back ? field.undo : field.redo;
  if ((!back && !on) || steps.empty()) return false;
  (back ? field.redo : field.undo).emplace_back(field.text, cursor);
  std::tie(field.text, cursor) = steps.back();
  steps.pop_back();
  return true;
}

/// Each frame while the field has the keyboard.
int follow(ImGuiInputTextCallbackData* data) {
  WrappedField& field = *static_cast<WrappedField*>(data->UserData);
  const std::string_view now(data->Buf, static_cast<std::size_t>(data->BufTextLen));
  std::size_t cursor = textAt(field, static_cast<std::size_t>(field.cursor));
  bool changed = true;
  if (now != field.shown) {
    // Letters one after the other are one step.
    const bool goes_on = !field.undo.empty() && now.size() == field.shown.size() + 1 &&
                         data->CursorPos == field.cursor + 1 && now[static_cast<std::size_t>(field.cursor)] > ' ' &&
                         field.redo.empty() && !field.text.empty();
    if (!goes_on) field.undo.emplace_back(field.text, cursor);
    field.redo.clear();
    cursor = takeEdit(field, now, static_cast<std::size_t>(data->CursorPos));
  } else {
    changed = walkSteps(field, cursor);
  }
  if (changed || lineBreaks(field.text, field.width) != field.breaks) {
    if (!changed) cursor = textAt(field, static_cast<std::size_t>(data->CursorPos));
    wrap(field);
    data->DeleteChars(0, data->BufTextLen);
    data->InsertChars(0, field.shown.data(), field.shown.data() + field.shown.size());
    data->CursorPos = data->SelectionStart = data->SelectionEnd = static_cast<int>(shownAt(field, cursor));
  }
  field.cursor = data->CursorPos;
  const auto [low, high] = std::minmax(data->SelectionStart, data->SelectionEnd);
  const std::size_t from = textAt(field, static_cast<std::size_t>(low)),
                    to = textAt(field, static_cast<std::size_t>(high));
  if (to > from) field.selected = field.text.substr(from, to - from);
  return 0;
}

}  // namespace

bool wrappedField(const char* id, WrappedField& field, ImVec2 size) {
  const ImGuiStyle& style = ImGui::GetStyle();
  const float room = size.x > 0 ? size.x : ImGui::GetContentRegionAvail().x + size.x + 1;
  field.width = std::max(room - 2 * style.FramePadding.x - style.ScrollbarSize - 2, ImGui::GetFontSize() * 2);
  const bool is_active = ImGui::GetActiveID() == ImGui::GetID(id);
  if (!is_active) wrap(field);
  const std::string before = field.text;
  std::string shown = field.shown;
  constexpr ImGuiInputTextFlags kFlags = ImGuiInputTextFlags_CallbackAlways | ImGuiInputTextFlags_NoUndoRedo;
  const bool copies = is_active && (isPressed(ctrl('C')) || isPressed(ctrl('X')));
  ImGui::InputTextMultiline(id, &shown, size, kFlags, follow, &field);
  if (copies && !field.selected.empty())
    ImGui::SetClipboardText(field.selected.c_str());  // without the breaks that are only shown
  return field.text != before;
}

}  // namespace sepax
