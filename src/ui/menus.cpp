#include "ui/menus.h"

#include "core/language.h"
#include "core/text.h"
#include "session/scene/selection.h"
#include "session/workspace.h"
#include "ui/actions.h"
#include "ui/bundle/panel_bundle.h"
#include "ui/key_map.h"
#include "ui/kit/widgets.h"
#include "ui/presentation.h"
#include "ui/scene/panel_scene.h"
#include "ui/window_parts.h"

#include <imgui.h>
#include <imgui_internal.h>
#include <imgui_stdlib.h>

#include <algorithm>
#include <array>
#include <optional>
#include <span>
#include <string_view>
#include <tuple>
#include <utility>

namespace sepax {

namespace {

/// Ctrl combinations that a text field does not use for itself.
bool worksWhileTyping(const Shortcut& shortcut) {
  return shortcut.ctrl && std::string_view("SPOQNJ").find(static_cast<char>(shortcut.key)) != std::string_view::npos;
}

/// Keys of what is not to be seen while a bundle lies over the scene.
bool isAboutScene(const Action& action) {
  const bool is_tool_or_look = action.menu == Menu::kEdit || action.menu == Menu::kView;
  return action.menu == Menu::kBody || action.menu == Menu::kPair || (is_tool_or_look && !action.shortcut.ctrl);
}

std::string nameOf(const Action& action, const ActionContext& context) {
  std::string name = tr(action.name);
  if (action.detail != nullptr) {
    if (const std::string detail = action.detail(context); !detail.empty()) name += ": " + detail;
  }
  return name;
}

void drawListsAfter(Menu menu, const std::string& id, ActionContext& context) {
  for (const ActionList& list : actionLists()) {
    if (list.menu == menu && list.after == id) drawActionList(list, context);
  }
}

/// An entry that the palette offers: an action or an entry of a list.
struct Candidate {
  std::string name;
  std::string english;
  const char* menu;  ///< in which it is
  std::string keys = {};
  std::string tip;
  std::function<void(ActionContext&)> run;
  std::optional<std::string> why_not = {};  ///< it cannot be run now; empty: for a reason without a text
  int score = 0;
  bool is_scattered = false;  ///< has the letters typed, and nothing in one piece
};

/// Matches that are not equally good differ by this much or more; among equally good ones those that run go first.
constexpr int kMatchScore = 16;

/// True when a text has each word typed in one piece, in the order typed, or when its words begin with the letters.
bool hasInPieces(const std::string& text, const std::string& typed) {
  const std::string all = lowered(text), wanted = lowered(typed);
  std::string initials;
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (i == 0 || all[i - 1] == ' ') initials += all[i];
  }
  if (initials.find(wanted) != std::string::npos) return true;
  std::size_t at = 0;
  for (std::size_t from = 0; from < wanted.size();) {
    const std::size_t end = std::min(wanted.find(' ', from), wanted.size());
    const std::size_t found = all.find(wanted.substr(from, end - from), at);
    if (found == std::string::npos) return false;
    at = found + end - from;
    from = end + 1;
  }
  return true;
}

/// The best match first, and what only has the letters at the end; while nothing is typed what was run the last, and
/// then the order of the menus. An action that cannot run now is there when it is typed, so that nothing else is taken
/// for it.
std::vector<Candidate> candidates(const std::string& typed, const ActionContext& context) {
  std::vector<Candidate> found;
  const std::vector<std::string>& runs = context.shell.palette_runs;
  const auto consider = [&](Candidate candidate) {
    if (typed.empty()) {
      candidate.score = static_cast<int>(runs.end() - std::ranges::find(runs, candidate.english));
    } else {
      candidate.score = std::max(fuzzyScore(typed, candidate.name), fuzzyScore(typed, candidate.english));
      candidate.is_scattered = !hasInPieces(candidate.name, typed) && !hasInPieces(candidate.english, typed);
    }
    if (candidate.score >= 0) found.push_back(std::move(candidate));
  };
  for (const Action& action : actions()) {
    const bool is_enabled = isEnabled(action, context);
    if (std::string_view(action.id) == "palette" || (!is_enabled && typed.empty())) continue;
    consider({.name = nameOf(action, context),
              .english = action.name,
              .menu = menuName(action.menu),
              .keys = shortcutText(shortcutOf(context.shell.keys, action)),
              .tip = tr(action.tip),
              .run = action.run,
              .why_not = is_enabled ? std::nullopt : std::optional<std::string>(whyDisabled(action))});
  }
  for (const ActionList& list : actionLists()) {
    for (ListedAction& entry : list.entries(context)) {
      const std::string english = std::string(list.name) + ": " + (entry.english.empty() ? entry.name : entry.english);
      consider({.name = std::string(tr(list.name)) + ": " + entry.name,
                .english = english,
                .menu = menuName(list.menu),
                .tip = std::move(entry.tip),
                .run = std::move(entry.run)});
    }
  }
  std::ranges::stable_sort(found, std::ranges::less{}, [](const Candidate& candidate) {
    return std::tuple(candidate.is_scattered, -candidate.score / kMatchScore, candidate.why_not.has_value(),
                      -candidate.score);
  });
  return found;
}

void drawCandidates(const std::vector<Candidate>& found, ShellState& shell, bool moved, int& run) {
  PaletteState& palette = shell.palette;
  if (found.empty()) ImGui::TextDisabled("%s", tr("Nothing by that name"));
  for (int i = 0; i < static_cast<int>(found.size()); ++i) {
    const Candidate& candidate = found[static_cast<std::size_t>(i)];
    const IdScope id(i);
    ImGui::PushStyleColor(ImGuiCol_Text,
                          ImGui::GetStyleColorVec4(candidate.why_not ? ImGuiCol_TextDisabled : ImGuiCol_Text));
    if (ImGui::Selectable(asLabel(candidate.name).c_str(), i == palette.chosen)) run = i;
    ImGui::PopStyleColor();
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    if (mouse.x != palette.mouse_x || mouse.y != palette.mouse_y) tooltip(candidate.tip);
    if (moved && i == palette.chosen) ImGui::SetScrollHereY(0.5f);
    const float right = ImGui::GetContentRegionMax().x, gap = ImGui::GetFontSize(),
                keys = ImGui::CalcTextSize(candidate.keys.c_str()).x;
    const std::string beside =
        candidate.why_not && !candidate.why_not->empty() ? *candidate.why_not : tr(candidate.menu);
    const float name = ImGui::CalcTextSize(candidate.name.c_str()).x;
    if (name + ImGui::CalcTextSize(beside.c_str()).x + keys + 2 * gap < right) {
      ImGui::SameLine(0, gap);
      ImGui::TextDisabled("%s", beside.c_str());
    }
    if (!candidate.keys.empty()) {
      ImGui::SameLine(right - keys);
      ImGui::TextDisabled("%s", candidate.keys.c_str());
    }
  }
}

/// Each character typed at the next place that has it; −1 where one has none.
int scoreFrom(const std::string& typed, const std::string& text, std::size_t at) {
  int score = 0;
  bool run = false;
  for (const char raw : typed) {
    const char wanted = lowered(raw);
    if (wanted == ' ') {
      run = false;
      continue;
    }
    const std::size_t from = at;
    while (at < text.size() && lowered(text[at]) != wanted) ++at;
    if (at == text.size()) return -1;
    const bool word_start = at == 0 || text[at - 1] == ' ';
    score += (run && at == from ? 4 : 0) + (word_start ? 3 : 0) + (at == 0 ? 4 : 0);
    run = true;
    ++at;
  }
  return score;
}

/// One action as a menu item, and a list of them as a submenu.
void drawActionItem(const Action& action, ActionContext& context) {
  if (action.separator_before) ImGui::Separator();
  const std::string keys = shortcutText(shortcutOf(context.shell.keys, action));
  const std::string label = asLabel(nameOf(action, context)) + "###" + action.id;
  const bool checked = action.checked != nullptr && action.checked(context);
  if (ImGui::MenuItem(label.c_str(), keys.c_str(), checked, isEnabled(action, context))) action.run(context);
  nameItem("action", action.id);
  tooltip(tr(action.tip));
}

void drawMenuItems(Menu menu, ActionContext& context) {
  drawListsAfter(menu, "", context);
  for (const Action& action : actions()) {
    if (action.menu != menu) continue;
    drawActionItem(action, context);
    drawListsAfter(menu, action.id, context);
  }
}

constexpr const char* kMoreMenus = "»";

/// How many menus fit into so many pixels, together with the one for the others if not all fit.
int menusThatFit(float width) {
  const auto roomOf = [](const char* name) {
    return ImGui::CalcTextSize(name).x + 2 * ImGui::GetStyle().ItemSpacing.x;
  };
  std::array<float, kMenuCount> ends{};
  for (std::size_t m = 0; m < ends.size(); ++m)
    ends[m] = (m == 0 ? 0 : ends[m - 1]) + roomOf(tr(menuName(static_cast<Menu>(m))));
  if (ends.back() <= width) return kMenuCount;
  const float left = width - roomOf(kMoreMenus);
  return static_cast<int>(std::ranges::count_if(ends, [&](float end) { return end <= left; }));
}

}  // namespace

void drawActionList(const ActionList& list, ActionContext& context) {
  const bool open = ImGui::BeginMenu(trId(list.name).c_str());
  if (!open) return;
  const std::vector<ListedAction> entries = list.entries(context);
  if (entries.empty()) ImGui::MenuItem(tr("(none)"), nullptr, false, false);
  for (std::size_t i = 0; i < entries.size(); ++i) {
    const IdScope id(static_cast<int>(i));
    if (ImGui::MenuItem(asLabel(entries[i].name).c_str(), nullptr, entries[i].checked)) entries[i].run(context);
    tooltip(entries[i].tip);
  }
  ImGui::EndMenu();
}

int fuzzyScore(const std::string& typed, const std::string& text) {
  // From every place on: the l of "lab" is not the one that ends the panel in "Go to panel: Lab".
  int best = -1;
  for (std::size_t from = 0; from <= text.size(); ++from) best = std::max(best, scoreFrom(typed, text, from));
  return best < 0 ? -1 : best * kMatchScore + (text.size() < 48 ? 48 - static_cast<int>(text.size()) : 0) / 4;
}

void runShortcuts(ActionContext& context) {
  const bool is_typing = ImGui::GetIO().WantTextInput || isAboutToType(context.shell.of<BundlePanel>().password);
  const bool popup_open = ImGui::IsPopupOpen(nullptr, ImGuiPopupFlags_AnyPopupId | ImGuiPopupFlags_AnyPopupLevel);
  const bool is_explained =
      popup_open && context.shell.explanation.has_value();  // keys do what they do, and the explanation goes
  if (popup_open && !is_explained) return;
  if (ImGui::GetDragDropPayload() != nullptr) return;  // Esc ends that drag
  if (context.shell.viewport.drag.kind != ViewportDrag::Kind::kNone)
    return;                                                    // letters are numeric entry there, Esc cancels
  if (!context.shell.viewport.drawing.points.empty()) return;  // Esc, Enter and Ctrl+Z are about what is being drawn
  for (const Action& action : actions()) {
    const Shortcut shortcut = shortcutOf(context.shell.keys, action);
    if (is_typing && !worksWhileTyping(shortcut)) continue;
    if (isAboutScene(action) && !showsScene(context.workspace)) continue;
    if (isTakenByWalk(context.shell.keys_at, shortcut.key, shortcut.ctrl)) continue;
    const bool repeats = action.menu == Menu::kEdit || action.menu == Menu::kPair;
    if (!isPressed(shortcut, repeats ? KeyRepeat::kWhileHeld : KeyRepeat::kOnce) || !isEnabled(action, context))
      continue;
    if (is_explained) ImGui::ClosePopupToLevel(0, true);
    action.run(context);
    notePressed(context.view, action, shortcut);
    return;
  }
  if (is_typing) return;
  if (isPressed(ctrl('Y'), KeyRepeat::kWhileHeld)) context.outbox.request(Redo{});  // the other habit
  if (isPressed(shift(kKeyF10))) findAction("context_menu")->run(context);          // an alternative, too
}

void drawMenus(ActionContext& context) {
  const int beside = menusThatFit(ImGui::GetContentRegionAvail().x);
  for (int m = 0; m < beside; ++m) {
    const Menu menu = static_cast<Menu>(m);
    if (!ImGui::BeginMenu(trId(menuName(menu)).c_str())) {
      nameItem("menu", menuName(menu));
      continue;
    }
    drawMenuItems(menu, context);
    ImGui::EndMenu();
  }
  if (beside == kMenuCount) return;
  if (!ImGui::BeginMenu(kMoreMenus)) return nameItem("menu", "others");
  // In a list: menus in a menu would find no room beside it, cover the word that they open from, and run what lies
  // there.
  for (int m = beside; m < kMenuCount; ++m) {
    if (m > beside) ImGui::Separator();
    ImGui::TextDisabled("%s", tr(menuName(static_cast<Menu>(m))));
    drawMenuItems(static_cast<Menu>(m), context);
  }
  ImGui::EndMenu();
}

void drawCommandPalette(ActionContext& context) {
  PaletteState& palette = context.shell.palette;
  if (palette.just_opened) ImGui::OpenPopup("###palette");
  const ImVec2 display = ImGui::GetIO().DisplaySize;
  const float em = ImGui::GetFontSize();
  const float width = std::min(em * 36, display.x - em * 2);
  ImGui::SetNextWindowPos({display.x / 2, display.y * 0.14f}, ImGuiCond_Always, {0.5f, 0});
  const float row = ImGui::GetTextLineHeightWithSpacing();
  const float height = static_cast<float>(std::max(palette.shown, 1)) * row + ImGui::GetFrameHeightWithSpacing() * 1.8f;
  ImGui::SetNextWindowSize({width, std::min({height, em * 26, display.y * 0.7f})});
  if (!ImGui::BeginPopup("###palette", ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings)) {
    palette.open = false;
    return;
  }
  if (palette.just_opened) {
    ImGui::SetKeyboardFocusHere();
    palette.mouse_x = ImGui::GetIO().MousePos.x;
    palette.mouse_y = ImGui::GetIO().MousePos.y;
  }
  palette.just_opened = false;
  ImGui::SetNextItemWidth(-1);
  if (ImGui::InputTextWithHint("##typed", tr("Type a part of an action's name"), &palette.text)) palette.chosen = -1;
  const bool entered = isPressed(plain(kKeyEnter));
  const int step = (isPressed(plain(kKeyDown), KeyRepeat::kWhileHeld) ? 1 : 0) -
                   (isPressed(plain(kKeyUp), KeyRepeat::kWhileHeld) ? 1 : 0);
  const std::vector<Candidate> found = candidates(palette.text, context);
  palette.shown = static_cast<int>(found.size());
  // Enter runs nothing that only has the letters, unless it was walked to.
  const int least = found.empty() || found.front().is_scattered ? -1 : 0;
  palette.chosen = std::clamp(palette.chosen + step, least, std::max(least, static_cast<int>(found.size()) - 1));
  int run = entered ? palette.chosen : -1;
  ImGui::BeginChild("##found");
  drawCandidates(found, context.shell, step != 0, run);
  ImGui::EndChild();
  if (run >= 0 && found[static_cast<std::size_t>(run)].why_not) run = -1;
  if (run >= 0 || isPressed(plain(kKeyEscape))) {
    ImGui::CloseCurrentPopup();
    palette.open = false;
  }
  ImGui::EndPopup();
  // After the popup has ended: the action may open one of its own.
  if (run < 0) return;
  const Candidate& chosen = found[static_cast<std::size_t>(run)];
  constexpr std::size_t kMaxRuns = 5;
  std::vector<std::string>& runs = context.shell.palette_runs;
  std::erase(runs, chosen.english);
  runs.insert(runs.begin(), chosen.english);
  runs.resize(std::min(runs.size(), kMaxRuns));
  chosen.run(context);
}

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
  const bool in_panel = std::exchange(context.shell.of<ScenePanel>().wants_menu, false);
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
