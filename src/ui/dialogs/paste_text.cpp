#include "ui/dialogs/paste_text.h"

#include "core/language.h"
#include "core/text.h"
#include "session/workspace.h"
#include "ui/kit/keys.h"
#include "ui/kit/theme.h"
#include "ui/kit/widgets.h"

#include <fmt/format.h>
#include <imgui_internal.h>

#include <algorithm>
#include <cmath>
#include <sstream>
#include <string_view>

namespace sepax {

namespace {

constexpr const char* kRolesMenu = "##roles";

void select(PasteDialog& dialog, std::size_t chip, bool extends) {
  dialog.cursor = chip;
  if (!extends) dialog.anchor = chip;
  const int slot = dialog.chips[chip].slot;
  if (slot >= 0) dialog.target = slot;
}

void drawDashes(ImDrawList& list, ImVec2 low, ImVec2 high, ImU32 colour) {
  constexpr float kDash = 4, kGap = 3;
  for (float x = low.x; x < high.x; x += kDash + kGap) {
    for (const float y : {low.y, high.y - 1}) list.AddLine({x, y}, {std::min(x + kDash, high.x), y}, colour);
  }
  for (float y = low.y; y < high.y; y += kDash + kGap) {
    for (const float x : {low.x, high.x - 1}) list.AddLine({x, y}, {x, std::min(y + kDash, high.y)}, colour);
  }
}

std::string tipOf(const PasteHand& hand, const PasteChip& chip) {
  if (chip.slot == PasteChip::kNowhere)
    return chip.is_by_hand ? tr("Not used, as you said.") : tr("Part of nothing. Click to give it a role.");
  const paste::TakeRole* const role = paste::findTakeRole(chip.role);
  const std::string name = role != nullptr ? tr(role->label) : chip.role.empty() ? "" : tr(chip.role.c_str());
  const std::string who = chip.slot >= 0 ? hand.dialog.slots[static_cast<std::size_t>(chip.slot)] : "";
  const std::string text = who.empty() ? name : name.empty() ? who : who + ": " + name;
  return text + " · " + (chip.is_by_hand ? tr("by hand") : chip.is_unsure ? tr("unsure") : tr("as read"));
}

/// Where a chip, or its part on one line, was drawn.
void drawChip(const PasteHand& hand, std::size_t index, ImVec2 corner, ImVec2 size) {
  PasteDialog& dialog = hand.dialog;
  const PasteChip& chip = dialog.chips[index];
  ImGui::SetCursorScreenPos(corner);
  const bool pressed = ImGui::InvisibleButton("##chip", size);
  nameItem("chip", chip.reference);
  const bool hovered = ImGui::IsItemHovered();
  const bool is_extending = ImGui::GetIO().KeyShift;
  if (ImGui::IsItemActivated() && ImGui::IsMouseDown(ImGuiMouseButton_Left)) {
    const auto [begin, end] = selectionOf(dialog);
    const bool is_selected = index >= begin && index < end && end - begin > 1;
    if (!is_selected || is_extending) select(dialog, index, is_extending);
  }
  if (ImGui::BeginDragDropSource()) {
    ImGui::SetDragDropPayload(kDraggedChips, nullptr, 0);
    ImGui::TextUnformatted(trn("{} number", "{} numbers", selectedNumbers(dialog)).c_str());
    ImGui::EndDragDropSource();
  }
  if (pressed && !is_extending) {
    select(dialog, index, false);
    dialog.menu = true;
  }
  if (hovered && ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left) && chip.numbers.size() > 1) dialog.menu = false;
  tooltip(tipOf(hand, chip));
  if (index == dialog.cursor) dialog.menu_at = {corner.x, corner.y + size.y + 4};
  const auto [begin, end] = selectionOf(dialog);
  const bool is_selected = index >= begin && index < end;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImVec2 high{corner.x + size.x, corner.y + size.y};
  const ImU32 colour = slotColour(chip.slot, hand.workspace);
  const bool is_grey = chip.slot == PasteChip::kNowhere;
  ImVec4 ground = ImGui::ColorConvertU32ToFloat4(colour);
  ground.w *= is_grey ? (hovered ? 0.34f : 0.2f) : (hovered ? 0.42f : 0.28f);
  list.AddRectFilled(corner, high, ImGui::ColorConvertFloat4ToU32(ground), 3);
  if (!is_grey && chip.is_unsure) drawDashes(list, corner, high, colour);
  if (!is_grey && !chip.is_unsure) list.AddRect(corner, high, colour, 3);
  const ImU32 text = ImGui::GetColorU32(ImGuiCol_Text);
  if (is_selected)
    list.AddRect({corner.x - 2, corner.y - 2}, {high.x + 2, high.y + 2}, text, 4, 0, index == dialog.cursor ? 2 : 1);
}

float gutterOf(const PasteDialog& dialog) {
  const std::size_t digits = dialog.rows.empty() ? 1 : std::to_string(dialog.rows.back().line + 1).size();
  return ImGui::CalcTextSize("0").x * static_cast<float>(digits + 2);
}

/// One row of the text with its chips. `next` is the first chip that ends behind the row's beginning.
void drawTextRow(const PasteHand& hand, std::size_t row, std::size_t next) {
  PasteDialog& dialog = hand.dialog;
  const std::string& text = dialog.shown->text;
  const auto [begin, end, line] = dialog.rows[row];
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImVec2 start = ImGui::GetCursorScreenPos();
  const float height = ImGui::GetTextLineHeight();
  ImVec2 at = start;
  const auto put = [&](std::size_t from, std::size_t to, ImU32 colour) {
    if (from >= to) return;
    const std::string part = toValidUtf8(std::string_view(text).substr(from, to - from));
    list.AddText(at, colour, part.c_str());
    at.x += ImGui::CalcTextSize(part.c_str()).x;
  };
  const ImU32 plain = ImGui::GetColorU32(ImGuiCol_TextDisabled), bright = ImGui::GetColorU32(ImGuiCol_Text);
  const bool goes_on = row > 0 && dialog.rows[row - 1].line == line;
  const std::string number = goes_on ? "" : std::to_string(line + 1);
  const float gutter = gutterOf(dialog);
  list.AddText({at.x + gutter - ImGui::CalcTextSize((number + "  ").c_str()).x, at.y}, plain, number.c_str());
  at.x += gutter;
  std::size_t done = begin;
  for (; next < dialog.chips.size() && dialog.chips[next].begin < end; ++next) {
    const PasteChip& chip = dialog.chips[next];
    std::size_t from = std::max(chip.begin, begin);
    if (from < done) continue;
    from = std::min(text.find_first_not_of(" \t\r", from), end);
    const std::size_t to = std::min(chip.end, end);
    if (from >= to) continue;
    put(done, from, plain);
    const std::string shown = toValidUtf8(std::string_view(text).substr(from, to - from));
    const IdScope id(static_cast<int>(next));
    drawChip(hand, next, {std::floor(at.x) - 1, at.y - 1},
             {std::ceil(ImGui::CalcTextSize(shown.c_str()).x) + 2, height + 2});
    put(from, to, bright);
    done = to;
  }
  put(done, end, plain);
  ImGui::SetCursorScreenPos(start);
  ImGui::Dummy({at.x - start.x, height});
}

std::size_t rowOf(const PasteDialog& dialog, std::size_t offset) {
  const auto behind = std::ranges::upper_bound(dialog.rows, offset, {}, &PasteDialog::Row::begin);
  return static_cast<std::size_t>(behind - dialog.rows.begin()) - 1;
}

/// The chip of the next row that has one, or of the one before, that is nearest to the column of the cursor's.
std::size_t chipOfRow(const PasteDialog& dialog, int way) {
  const auto row = [&](std::size_t chip) { return rowOf(dialog, dialog.chips[chip].begin); };
  const auto off = [&](std::size_t chip) {
    const auto column = [&](std::size_t of) {
      return static_cast<long>(dialog.chips[of].begin - dialog.rows[row(of)].begin);
    };
    return std::labs(column(chip) - column(dialog.cursor));
  };
  const std::size_t here = row(dialog.cursor);
  std::size_t best = dialog.cursor;
  for (std::size_t i = dialog.cursor; i < dialog.chips.size(); i += static_cast<std::size_t>(way)) {
    if (row(i) == here) continue;
    if (best != dialog.cursor && row(i) != row(best)) break;
    if (best == dialog.cursor || off(i) < off(best)) best = i;
  }
  return best;
}

/// A key that gives a role, and in which order its numbers are then.
struct RoleKey {
  char key = 0;
  std::string order;
};
std::vector<RoleKey> keysOf(const paste::TakeRole& role) {
  std::vector<RoleKey> out;
  std::istringstream words(role.keys);
  for (std::string word; words >> word;) out.push_back({word[0], word.size() > 2 ? word.substr(2) : ""});
  return out;
}

/// The roles by their keys. True when one was given.
bool followRoleKeys(const PasteHand& hand) {
  for (const paste::TakeRole& role : paste::takeRoles()) {
    for (const auto& [key, order] : keysOf(role)) {
      if (!isPressed(plain(key >= 'a' ? static_cast<char>(key - 'a' + 'A') : key))) continue;
      giveRole(hand, role.name, order, hand.dialog.target);
      return true;
    }
  }
  return false;
}

/// The keys that take a role away or a chip apart. True when one was pressed.
bool followTakingKeys(const PasteHand& hand) {
  if (isPressed(plain(kKeyDelete)) || isPressed(plain(kKeyBackspace))) {
    takeRoleAway(hand);
    return true;
  }
  if (!isPressed(plain(','))) return false;
  splitChip(hand);
  return true;
}

void followKeys(const PasteHand& hand) {
  PasteDialog& dialog = hand.dialog;
  const auto held = [](const Shortcut& shortcut) { return isPressed(shortcut, KeyRepeat::kWhileHeld); };
  const std::size_t count = dialog.chips.size();
  if (count == 0) return;
  const auto arrow = [&](int key) { return held(plain(key)) || held(shift(key)); };
  const bool tabs = held(plain(kKeyTab)), tabs_back = held(shift(kKeyTab)), has_chip = dialog.cursor != kNoChip;
  const bool extends = ImGui::GetIO().KeyShift && !tabs_back && has_chip;
  const bool is_forward = arrow(kKeyRight) || tabs, is_back = arrow(kKeyLeft) || tabs_back;
  std::size_t to = dialog.cursor;
  if (!has_chip && (is_forward || arrow(kKeyDown))) {
    to = 0;
  } else if (!has_chip && (is_back || arrow(kKeyUp))) {
    to = count - 1;
  } else if (has_chip) {
    if (is_forward && to + 1 < count) ++to;
    if (is_back && to > 0) --to;
    if (arrow(kKeyDown)) to = chipOfRow(dialog, 1);
    if (arrow(kKeyUp)) to = chipOfRow(dialog, -1);
  }
  const bool leaves = to == dialog.cursor && (tabs || tabs_back);
  if (to != dialog.cursor) {
    select(dialog, to, extends);
    dialog.follows = true;
  }
  if (leaves) {
    // The text as a whole has the ring, from where Tab goes on.
    ImGuiWindow& window = *ImGui::GetCurrentWindow();
    ImGui::FocusWindow(window.ParentWindow);
    ImGui::SetNavID(window.ChildId, ImGuiNavLayer_Main, 0,
                    ImGui::WindowRectAbsToRel(window.ParentWindow, window.Rect()));
    ImGui::GetCurrentContext()->NavDisableHighlight = false;
    dialog.was_left = true;
    return;
  }
  if (followRoleKeys(hand)) return;
  for (const auto& [key, slot] : {std::pair('A', 0), {'B', 1}, {'Y', kRaySlot}}) {
    if (isPressed(plain(key))) moveTo(hand, slot);
  }
  if (followTakingKeys(hand)) return;
  if (has_chip && (isPressed(plain(kKeyEnter)) || isPressed(plain(' ')))) dialog.menu = true;
}

void drawMenu(const PasteHand& hand) {
  PasteDialog& dialog = hand.dialog;
  constexpr float kTallest = 24;  // font heights
  const float lowest = std::max(0.0f, ImGui::GetIO().DisplaySize.y - kTallest * ImGui::GetFontSize());
  ImGui::SetNextWindowPos({dialog.menu_at.x, std::min(dialog.menu_at.y, lowest)}, ImGuiCond_Appearing);
  if (!ImGui::BeginPopup(kRolesMenu)) return;
  const PasteState& paste = hand.paste;
  bool done = followRoleKeys(hand) || followTakingKeys(hand);
  ImGui::TextDisabled("%s", trn("{} number", "{} numbers", selectedNumbers(dialog)).c_str());
  const PasteChip& chip = dialog.chips[dialog.cursor];
  if (ImGui::BeginTable("##of", 5, ImGuiTableFlags_SizingFixedFit)) {
    for (const paste::TakeRole& role : paste::takeRoles()) {
      for (const RoleKey& role_key : keysOf(role)) {
        const std::string& order = role_key.order;
        const auto can = [&](int slot) { return canGive(dialog, role, slot); };
        if (!can(0) && !can(1) && !can(kRaySlot)) continue;
        ImGui::TableNextRow();
        ImGui::TableNextColumn();
        ImGui::TextUnformatted(order.empty() ? tr(role.label) : fmt::format("{}, {}", tr(role.label), order).c_str());
        for (int slot = 0; slot < 3; ++slot) {
          ImGui::TableNextColumn();
          if (!can(slot)) continue;
          const IdScope id(slot);
          const std::string& who = dialog.slots[static_cast<std::size_t>(slot)];
          const std::string word = slot == kRaySlot ? tr("ray") : cutToFit(who, ImGui::GetFontSize() * 6);
          const bool is_now = chip.slot == slot && chip.is_by_hand && chip.role == role.name;
          const TextColour colour(slotColour(slot, hand.workspace));
          if (ImGui::Selectable(fmt::format("{}###{}{}{}", word, role.name, order, slot).c_str(), is_now, 0,
                                {ImGui::CalcTextSize(word.c_str()).x + ImGui::GetFontSize(), 0})) {
            giveRole(hand, role.name, order, slot);
            done = true;
          }
          nameItem("give", fmt::format("{}{}{} {}", role.name, order.empty() ? "" : ":", order, who));
        }
        ImGui::TableNextColumn();
        ImGui::TextDisabled("%c", role_key.key);
      }
    }
    ImGui::EndTable();
  }
  ImGui::Separator();
  if (ImGui::MenuItem(trId("Not used").c_str(), "Del")) {
    takeRoleAway(hand);
    done = true;
  }
  nameItem("give", "none");
  if (paste.groups[chip.group].numbers.size() > 1 &&
      ImGui::MenuItem(
          trId(dialog.split.contains(paste.groups[chip.group].reference) ? "As one group" : "Number by number").c_str(),
          ",")) {
    splitChip(hand);
    done = true;
  }
  nameItem("split");
  if (done) {
    dialog.wants_keys = true;
    ImGui::CloseCurrentPopup();
  }
  ImGui::EndPopup();
}

}  // namespace

ImU32 slotColour(int slot, const Workspace& workspace) {
  const Palette& palette = paletteOf(workspace.view.theme);
  if (slot == 0) return toImGui(palette.a);
  if (slot == 1) return toImGui(palette.b);
  return slot == PasteChip::kNowhere ? toImGui(palette.text_faint) : ImGui::GetColorU32(ImGuiCol_Text);
}

void drawChippedText(const PasteHand& hand, const ImVec2& size) {
  PasteDialog& dialog = hand.dialog;
  ImGui::PushStyleColor(ImGuiCol_ChildBg, ImGui::GetColorU32(ImGuiCol_FrameBg));
  // The keys of chips are not those of Dear ImGui's walk.
  ImGui::BeginChild("##chips", size, true, ImGuiWindowFlags_NoNavInputs);
  ImGuiWindow& window = *ImGui::GetCurrentWindow();
  ImGuiContext& context = *ImGui::GetCurrentContext();
  const bool is_walked_to = context.NavId == window.ChildId && context.NavWindow != &window;
  dialog.was_left = dialog.was_left && is_walked_to;
  if (std::exchange(dialog.wants_keys, false) || (is_walked_to && !dialog.was_left)) ImGui::FocusWindow(&window);
  dialog.has_keys = ImGui::IsWindowFocused() && !context.IO.WantTextInput;
  if (dialog.has_keys) followKeys(hand);
  ImGui::PushFont(fontOf(FontRole::kMono));
  const float height = std::round(ImGui::GetTextLineHeight() * 1.45f);
  const float column = ImGui::CalcTextSize("0").x, room = ImGui::GetContentRegionAvail().x - gutterOf(dialog);
  findRows(dialog, static_cast<std::size_t>(std::max(room / column, 8.0f)));
  if (std::exchange(dialog.follows, false) && dialog.cursor != kNoChip) {
    const float at = height * static_cast<float>(rowOf(dialog, dialog.chips[dialog.cursor].begin));
    if (at < ImGui::GetScrollY() || at + height > ImGui::GetScrollY() + window.InnerRect.GetHeight() - height)
      ImGui::SetScrollY(at - window.InnerRect.GetHeight() / 2);
  }
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, height - ImGui::GetTextLineHeight()});
  ImGuiListClipper clipper;
  clipper.Begin(static_cast<int>(dialog.rows.size()), height);
  while (clipper.Step()) {
    for (int i = clipper.DisplayStart; i < clipper.DisplayEnd; ++i) {
      const auto row = static_cast<std::size_t>(i);
      const auto next = std::ranges::upper_bound(dialog.chips, dialog.rows[row].begin, {}, &PasteChip::end);
      const IdScope id(i);
      drawTextRow(hand, row, static_cast<std::size_t>(next - dialog.chips.begin()));
    }
  }
  ImGui::PopStyleVar();
  ImGui::PopFont();
  const bool has_chip = dialog.cursor != kNoChip;
  if (std::exchange(dialog.menu, false) && has_chip) ImGui::OpenPopup(kRolesMenu);
  if (has_chip) drawMenu(hand);
  ImGui::EndChild();
  ImGui::PopStyleColor();
}

}  // namespace sepax
