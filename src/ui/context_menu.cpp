#include "ui/context_menu.h"

#include "session/scene/selection.h"
#include "session/text.h"
#include "session/workspace.h"
#include "ui/menus.h"

#include <imgui.h>

#include <optional>
#include <span>
#include <string_view>
#include <utility>

namespace sepax {

namespace {

// Ids of actions and of lists of them; an empty one draws a line.
constexpr const char* kOnBodies[] = {
    "touch", "partner", "",       "rename", "duplicate", "copy_bodies", "cut_bodies",  "delete",
    "",      "visible", "locked", "",       "align",     "distribute",  "edit_points", "frame_selection"};
constexpr const char* kBeside[] = {"add",          "draw_polygon", "draw_hull", "draw_round", "draw_box",  "",
                                   "paste_bodies", "select_all",   "show_all",  "",           "frame_all", "all_pairs"};

void drawEntries(std::span<const char* const> ids, ActionContext& context) {
  for (const char* id : ids) {
    if (*id == '\0') {
      ImGui::Separator();
    } else if (const Action* action = findAction(id)) {
      Action item = *action;
      item.separator_before = false;  // this menu has lines of its own
      if (isEnabled(item, context)) drawActionItem(item, context);
    } else {
      for (const ActionList& list : actionLists()) {
        if (std::string_view(list.id) == id && !list.entries(context).empty()) drawActionList(list, context);
      }
    }
  }
}

/// Beside the selected body, or in the middle of the scene.
ImVec2 placeOfSelection(const ActionContext& context) {
  const ViewportState& viewport = context.shell.viewport;
  const ViewSize view{viewport.width, viewport.height};
  const Body* const body = findBody(context.workspace.history.document(), context.view.selected);
  const std::optional<Vec2> pixel = body == nullptr ? std::nullopt : toPixel(context.view.camera, view, body->position);
  const Vec2 at =
      glm::clamp(pixel.value_or(Vec2{view.width / 2, view.height / 2}), Vec2{0.0}, Vec2{view.width, view.height});
  return {viewport.left + static_cast<float>(at.x), viewport.top + static_cast<float>(at.y)};
}

}  // namespace

void drawContextMenu(ActionContext& context) {
  const bool in_viewport = std::exchange(context.shell.viewport.wants_menu, false);
  const bool in_panel = std::exchange(context.shell.scene.wants_menu, false);
  if (in_viewport || in_panel) ImGui::OpenPopup("##context");
  if (std::exchange(context.shell.viewport.menu_by_key, false)) ImGui::SetNextWindowPos(placeOfSelection(context));
  if (!ImGui::BeginPopup("##context")) return;
  if (context.view.selected.empty()) {
    drawEntries(kBeside, context);
  } else {
    ImGui::TextDisabled("%s", selectionText(context.view).c_str());
    ImGui::Separator();
    drawEntries(kOnBodies, context);
  }
  ImGui::EndPopup();
}

}  // namespace sepax
