#include "ui/kit/fields.h"

#include "core/language.h"
#include "core/number.h"
#include "core/text.h"
#include "session/requests.h"
#include "ui/kit/keys.h"
#include "ui/kit/theme.h"
#include "ui/kit/widgets.h"

#include <imgui_internal.h>
#include <imgui_stdlib.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <string_view>
#include <tuple>

namespace sepax {

namespace {

/// A part of the largest value a pixel, so that small and large shapes feel alike.
float dragSpeed(std::span<const double> values, const NumberFormat& format) {
  constexpr double kPartAPixel = 0.004, kMin = 1e-6, kMax = 1e6;
  double largest = 0;
  for (const double value : values) largest = std::max(largest, std::abs(value));
  return static_cast<float>(std::clamp(largest * kPartAPixel, kMin, kMax) + format.speed_at_zero);
}

}  // namespace

void beginEdits(MergeKey& step) {
  if (!ImGui::IsAnyItemActive()) step = MergeKey::kNone;
}

void trackEdit(MergeKey& step) {
  if (ImGui::IsItemActivated()) step = newMergeKey();
}

Result<void> sendEdit(const Command& command, const Document& document, MergeKey step, Outbox& outbox) {
  Document trial = document;
  SEPAX_TRY(apply(trial, command));
  outbox.send(command, step);
  return {};
}

namespace {

std::string trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t\n"), last = text.find_last_not_of(" \t\n");
  return first == std::string_view::npos ? std::string() : std::string(text.substr(first, last - first + 1));
}

std::optional<double> plainNumber(std::string_view text) {
  const std::string number = trimmed(text);
  const auto hex = parseHexFloat(number);
  return hex ? hex : parseDouble(number);
}

std::optional<double> calculated(double a, char sign, double b) {
  switch (sign) {
    case '+':
      return a + b;
    case '-':
      return a - b;
    case '*':
      return a * b;
    case '/':
      return a / b;
    default:
      return std::nullopt;
  }
}

/// "0.25", "1/3", or what becomes of the first value: "*2", "/3" and "+1", for "-1" is a number. Any other text, such
/// as a half typed one, gives nothing: the 1 of "1,5" is another number.
std::optional<double> numberOrChange(std::string_view text, double first) {
  if (const auto number = plainNumber(text)) return number;
  for (std::size_t i = text.starts_with('-') ? 1 : 0; i < text.size(); ++i) {
    const auto a = i == 0 ? std::optional(first) : plainNumber(text.substr(0, i)), b = plainNumber(text.substr(i + 1));
    if (const auto result = a && b ? calculated(*a, text[i], *b) : std::nullopt; result && std::isfinite(*result))
      return result;
  }
  return std::nullopt;
}

/// The number whose text is edited, as it was before: of all fields there is one.
struct Typing {
  ImGuiID id = 0;
  double from = 0;
  std::string text;      ///< at first
  std::string seen;      ///< in the last frame
  bool by_keys = false;  ///< a key opened it: the keys stay on the field when it is left
};
Typing typing;

/// A drag leaves no more digits than it can tell apart: with Alt it is a hundred times as slow.
double withoutNoise(double value, float speed) {
  return nearestMultiple(value, std::pow(10, std::floor(std::log10(speed)) - 2));
}

/// One number. While its text is edited the field is ours: ImGui's own takes no letters and cuts a hexadecimal float to
/// its digits. The text begins with all digits, so that opening a field and leaving it changes nothing.
bool oneNumber(double& value, float speed, const NumberFormat& format) {
  const ImGuiID id = ImGui::GetID("");
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const ImRect box(at, {at.x + ImGui::CalcItemWidth(), at.y + ImGui::GetFrameHeight()});
  if (!ImGui::TempInputIsActive(id)) {
    ImGuiContext& context = *ImGui::GetCurrentContext();
    const bool has_focus =
        context.NavId == id && context.NavWindow == ImGui::GetCurrentWindow() && context.ActiveId == 0;
    const bool enters = has_focus && isPressed(plain(kKeyEnter));
    if (enters) context.NavActivateInputId = id;
    const bool clicks = ImGui::IsMouseDoubleClicked(0) || (ImGui::IsMouseClicked(0) && ImGui::GetIO().KeyCtrl);
    const bool may_type = enters || (clicks && ImGui::IsMouseHoveringRect(box.Min, box.Max));
    const std::string digits = shortestDecimal(value);
    const Typing begun{id, value, digits, digits, enters && isWalkedByKeys()};
    if (typing.by_keys && typing.id == id) {
      context.NavDisableHighlight = false;
      typing = {};
    }
    // A format without a placeholder is the text itself: the one that the field begins with.
    if (value == 0) value = 0;  // "-0" says nothing to a reader
    const double before = value;
    bool changed = ImGui::DragScalar("", ImGuiDataType_Double, &value, speed, &format.min, &format.max,
                                     may_type ? digits.c_str() : format.text,
                                     ImGuiSliderFlags_AlwaysClamp | ImGuiSliderFlags_NoRoundToFormat);
    if (changed) value = std::clamp(withoutNoise(value, speed), format.min, format.max);
    changed = value != before;
    if (ImGui::TempInputIsActive(id)) typing = begun;
    if (!ImGui::IsItemActive()) tooltip(tr("Drag to change it. Double click, or Enter once it was clicked, to type."));
    return changed;
  }
  ImGui::ItemSize(box, ImGui::GetStyle().FramePadding.y);
  if (!ImGui::ItemAdd(box, id)) return false;
  std::array<char, 64> text{};
  typing.text.copy(text.data(), text.size() - 1);
  ImGui::TempInputText(box, id, "", text.data(), static_cast<int>(text.size()), ImGuiInputTextFlags_AutoSelectAll);
  if (typing.seen == text.data()) return false;
  typing.seen = text.data();
  // The typed text counts from the first value: "*2" once, and not in every frame.
  const double before = value;
  const auto typed = numberOrChange(trimmed(text.data()), typing.from);
  value = typed ? std::clamp(*typed, format.min, format.max) : typing.from;
  return value != before;
}

}  // namespace

bool numberField(const char* id, std::span<double> values, const NumberFormat& format, MergeKey& step) {
  ImGui::PushFont(fontOf(FontRole::kMono));
  ImGui::BeginGroup();
  ImGui::PushID(id);
  const float width = ImGui::CalcItemWidth(), gap = ImGui::GetStyle().ItemInnerSpacing.x;
  const auto count = static_cast<float>(values.size());
  // Beside each other while an angle fits into each, else one below the other.
  const bool is_row = (width - gap * (count - 1)) / count >= ImGui::CalcTextSize("-00.00°").x;
  if (is_row) {
    ImGui::PushMultiItemsWidths(static_cast<int>(values.size()), width);
  } else {
    for (std::size_t i = 0; i < values.size(); ++i) ImGui::PushItemWidth(width);
  }
  const float speed = dragSpeed(values, format);
  bool changed = false;
  for (std::size_t i = 0; i < values.size(); ++i) {
    ImGui::PushID(static_cast<int>(i));
    if (i > 0 && is_row) ImGui::SameLine(0, gap);
    changed |= oneNumber(values[i], speed, format);
    nameItem(id, std::to_string(i));
    ImGui::PopID();
    ImGui::PopItemWidth();
  }
  ImGui::PopID();
  ImGui::EndGroup();
  ImGui::PopFont();
  trackEdit(step);
  return changed;
}

void fieldRow(const std::string& name, const std::string& tip) {
  ImGui::TableNextRow();
  ImGui::TableNextColumn();
  ImGui::AlignTextToFramePadding();
  fittedText(name);
  tooltip(tip);
  ImGui::TableNextColumn();
  ImGui::SetNextItemWidth(-1);
}

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
