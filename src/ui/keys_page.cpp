#include "ui/keys_page.h"

#include "core/version.h"
#include "session/host/text.h"
#include "ui/actions.h"
#include "ui/key_map.h"
#include "ui/kit/dialog.h"
#include "ui/kit/scopes.h"
#include "ui/kit/theme.h"
#include "ui/kit/widgets.h"
#include "ui/menus.h"

#include <fmt/format.h>
#include <imgui.h>
#include <imgui_internal.h>
#include <imgui_stdlib.h>

#include <algorithm>
#include <string>

namespace sepax {

namespace {

struct Gesture {
  const char* what;
  const char* how;
};
constexpr Gesture kGestures[] = {
    {"Drag a body", "move it in the view plane (Move tool)"},
    {"Shift + drag a body", "move it along the view direction (3D)"},
    {"Drag a handle", "rotate or scale the selected body"},
    {"Type while dragging", "an exact value: x 1.5, degrees or a factor"},
    {"Ctrl while dragging", "snap to round steps"},
    {"X, Y or Z while moving",
     "keep to that axis, with Shift to the plane across it; with a number an exact way along it"},
    {"Esc while dragging", "take the drag back"},
    {"Shift + click", "add a body to the selection, or take it out"},
    {"Shift + drag beside bodies", "select all in a box; with the Select tool without Shift"},
    {"Arrow keys", "nudge the selected bodies; with Ctrl by the smallest step there is (1 ULP), its bits shown"},
    {"Arrow keys with Rotate or Scale", "rotate by 5°, scale by 5 %; with Ctrl by 0.1"},
    {"Shift + arrow keys", "the same along the view (3D)"},
    {"Space with the Points tool", "take the next corner: arrow keys move it, Enter puts one in, Backspace deletes"},
    {"Arrow keys with a drawing tool", "lead a pen, with Ctrl in small steps; Space sets a point, Enter ends"},
    {"F6, then arrow keys", "walk through a panel, toolbar or status line; Enter presses, Esc goes back to the scene"},
    {"Right click", "what can be done there"},
    {"Right-drag, or left-drag beside bodies", "orbit (3D), pan (2D)"},
    {"Middle-drag", "pan"},
    {"Mouse wheel", "zoom to the mouse"},
    {"Drag a panel's tab", "move the panel: to another side, a half of one, or over the viewport as a window of its own"},
    {"Hover a row of the axes table", "preview that axis"},
    {"Click a row", "pin it; ↑ ↓ step through the rows"},
};

void drawGestures() {
  if (!ImGui::BeginTable("##mouse", 2, ImGuiTableFlags_RowBg)) return;
  for (const Gesture& gesture : kGestures) {
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    paragraph(tr(gesture.what));
    ImGui::TableNextColumn();
    paragraph(tr(gesture.how));
  }
  ImGui::EndTable();
}

/// Over the key of a row: the next key becomes the action's.
void drawWaiting(const Action& action, ShellState& shell) {
  if (!ImGui::BeginPopup("##waiting")) return;
  ImGui::TextUnformatted(trf("Press the new key for \"{}\".", tr(action.name)).c_str());
  ImGui::TextDisabled("%s", tr("Backspace: none. Esc: as it was."));
  const bool takes_none = isPressed(plain(kKeyBackspace));
  const auto pressed = takes_none ? std::optional(Shortcut{}) : pressedShortcut();
  if (pressed && !ImGui::IsWindowAppearing()) {
    const Action* const loser = giveKey(shell.keys, action, *pressed);
    shell.keys_note = loser == nullptr ? std::string()
                                       : trf("{} was the key of \"{}\", which has none now.", shortcutText(*pressed),
                                             tr(loser->name));
    ImGui::MarkIniSettingsDirty();
    ImGui::CloseCurrentPopup();
  }
  ImGui::EndPopup();
}

void drawRow(const Action& action, ShellState& shell) {
  const std::string keys = shortcutText(shortcutOf(shell.keys, action));
  const bool is_changed = shell.keys.changed.contains(action.id);
  const IdScope scope(action.id);
  ImGui::TableNextRow();
  ImGui::TableNextColumn();
  if (toggleButton(fmt::format("{}###key", keys.empty() ? "—" : keys).c_str(), is_changed,
                   {ImGui::GetContentRegionAvail().x, 0}))
    ImGui::OpenPopup("##waiting");
  tooltip(is_changed ? trf("It was {}. Click to press another key.",
                           action.shortcut.key == kKeyNone ? "—" : shortcutText(action.shortcut))
                     : std::string(tr("Click to press another key.")));
  drawWaiting(action, shell);
  ImGui::TableNextColumn();
  ImGui::AlignTextToFramePadding();
  ImGui::TextUnformatted(tr(action.name));
  tooltip(tr(action.tip));
}

void drawKeys(ShellState& shell) {
  for (int m = 0; m < kMenuCount; ++m) {
    const Menu menu = static_cast<Menu>(m);
    const auto belongs = [&](const Action& action) {
      return action.menu == menu && (shell.keys_filter.empty() || fuzzyScore(shell.keys_filter, tr(action.name)) >= 0 ||
                                     fuzzyScore(shell.keys_filter, shortcutText(shortcutOf(shell.keys, action))) >= 0);
    };
    if (std::ranges::none_of(actions(), belongs)) continue;
    ImGui::Spacing();
    ImGui::TextDisabled("%s", tr(menuName(menu)));
    if (!ImGui::BeginTable(menuName(menu), 2, ImGuiTableFlags_RowBg)) continue;
    ImGui::TableSetupColumn("keys", ImGuiTableColumnFlags_WidthFixed, ImGui::GetFontSize() * 8);
    ImGui::TableSetupColumn("name", ImGuiTableColumnFlags_WidthStretch);
    for (const Action& action : actions()) {
      if (belongs(action)) drawRow(action, shell);
    }
    ImGui::EndTable();
  }
}

}  // namespace

void drawKeysPage(ActionContext& context) {
  ShellState& shell = context.shell;
  if (!beginDialog("Keys and mouse", "###keys", shell.keys_open, {42, 36})) return;
  const bool has_changes = !shell.keys.changed.empty();
  const float reset = ImGui::CalcTextSize(tr("Keys as shipped")).x + ImGui::GetStyle().FramePadding.x * 2 +
                      ImGui::GetStyle().ItemSpacing.x;
  ImGui::SetNextItemWidth(ImGui::GetContentRegionAvail().x - (has_changes ? reset : 0));
  ImGui::InputTextWithHint("##filter", tr("Filter"), &shell.keys_filter);
  if (has_changes) {
    ImGui::SameLine();
    if (ImGui::Button(trId("Keys as shipped").c_str())) {
      shell.keys.changed.clear();
      shell.keys_note.clear();
      ImGui::MarkIniSettingsDirty();
    }
    tooltip(tr("Gives every action the key that it came with."));
  }
  if (!shell.keys_note.empty()) {
    inColour(toImGui(panelColours(context.view.theme).warning), [&] { paragraph(shell.keys_note); });
  }
  ImGui::BeginChild("##list");
  if (shell.keys_filter.empty()) drawGestures();
  drawKeys(shell);
  ImGui::EndChild();
  ImGui::EndPopup();
}

void drawAboutDialog(bool& open) {
  if (!beginDialog("About Sepax", "###about", open, {30, 14})) return;
  ImGui::Text("Sepax %s", kVersion);
  paragraph(tr("The separating axis explorer: a visual debugger for collision shapes."));
  ImGui::Spacing();
  paragraph(
      tr("MIT licence. Built with Dear ImGui, SDL, GLM, Qhull, assimp, librsvg, giflib, zlib, fmt and JSON for Modern "
         "C++."));
  ImGui::Spacing();
  if (ImGui::Button(trId("Close").c_str())) {
    open = false;
    ImGui::CloseCurrentPopup();
  }
  ImGui::EndPopup();
}

}  // namespace sepax
