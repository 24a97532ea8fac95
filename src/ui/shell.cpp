#include "ui/shell.h"

#include "core/catalogue.h"
#include "core/language.h"
#include "core/platform.h"
#include "core/text.h"
#include "document/motion.h"
#include "session/bundle/bundle_files.h"
#include "session/bundle/preview.h"
#include "session/host/host.h"
#include "session/host/opened_case.h"
#include "session/lab/jury_pool.h"
#include "session/learn/learning.h"
#include "session/learn/samples.h"
#include "session/process.h"
#include "session/scene/motion_player.h"
#include "session/scene/reports.h"
#include "session/scene/selection.h"
#include "session/script/script_words.h"
#include "session/viewport_picture.h"
#include "session/workspace.h"
#include "ui/actions.h"
#include "ui/bundle/entry_menu.h"
#include "ui/bundle/overview.h"
#include "ui/bundle/panel_bundle.h"
#include "ui/bundle/panel_preview.h"
#include "ui/bundle/panel_sides.h"
#include "ui/explanation.h"
#include "ui/key_map.h"
#include "ui/kit/imgui_compat.h"
#include "ui/kit/theme.h"
#include "ui/kit/widgets.h"
#include "ui/learn/panel_learn.h"
#include "ui/menus.h"
#include "ui/pages.h"
#include "ui/panel_tabs.h"
#include "ui/presentation.h"
#include "ui/scene/panel_steps.h"
#include "ui/settings.h"
#include "ui/toolbar.h"
#include "ui/viewport/figure.h"
#include "ui/viewport/viewport_overlay.h"
#include "ui/window_parts.h"

#include <imgui_internal.h>

#include <algorithm>
#include <utility>

namespace sepax {

namespace {

constexpr ImGuiWindowFlags kFixed = ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoMove |
                                    ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_NoSavedSettings |
                                    ImGuiWindowFlags_NoBringToFrontOnFocus | ImGuiWindowFlags_NoScrollbar |
                                    ImGuiWindowFlags_NoScrollWithMouse;

/// In a narrow window: which region lies below this row, by the panel that is in front there.
void drawChoice(const Rect& rect, const Workspace& workspace, ShellState& shell) {
  beginRegion("##choice", rect, Padding::kUsual, ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse);
  const float count = static_cast<float>(std::ranges::count(shell.used, true)), gap = ImGui::GetStyle().ItemSpacing.x;
  const float room = (ImGui::GetContentRegionAvail().x + gap) / std::max(count, 1.0f) - gap;
  bool is_first = true;
  for (int i = 0; i < kRegionCount; ++i) {
    const Panel* const front = shownIn(shell, static_cast<Region>(i));
    if (front == nullptr || !isUsed(shell, static_cast<Region>(i))) continue;
    if (!std::exchange(is_first, false)) ImGui::SameLine();
    const std::string label = tabLabel(*front, workspace), title = label.substr(0, label.find("###"));
    const std::string shown = cutToFit(title, room - 2 * ImGui::GetStyle().FramePadding.x);
    if (toggleButton(fmt::format("{}###{}", shown, front->word).c_str(), shell.layout.below == i))
      shell.layout.below = i;
  }
  ImGui::EndChild();
}

/// The tabs of the middle while a bundle is open.
void drawMiddleTabs(const Workspace& workspace, ViewState& view, ShellState& shell) {
  static constexpr std::pair<Middle, const char*> kTabs[] = {{Middle::kScene, "Scene"},
                                                             {Middle::kOverview, "Overview"},
                                                             {Middle::kFiles, "All files"},
                                                             {Middle::kSides, "Side by side"}};
  if (!beginTabBar("##tabs", ImGuiTabBarFlags_NoTooltip)) return;
  const bool bring = shell.middle_seen != view.middle;
  const ImGuiPayload* const dragged = ImGui::GetDragDropPayload();
  const bool drags_meshes = dragged != nullptr && dragged->IsDataType(kDraggedMeshes);
  shell.middle_seen = view.middle;
  for (const auto& [middle, title] : kTabs) {
    if (middle == Middle::kSides && !hasSides(workspace)) continue;
    const bool is_front =
        beginTab(trId(title), bring && middle == shell.middle_seen ? ImGuiTabItemFlags_SetSelected : 0);
    // Meshes dragged over the scene's tab come into the scene.
    const bool brings_meshes = middle == Middle::kScene && drags_meshes &&
                               ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenBlockedByActiveItem);
    if (brings_meshes) view.middle = Middle::kScene;
    if (!is_front) continue;
    if (!bring && !drags_meshes) shell.middle_seen = view.middle = middle;
    ImGui::EndTabItem();
  }
  ImGui::EndTabBar();
}

/// The scene, or what lies over it while a bundle is open.
void drawMiddle(Workspace& workspace, ShellState& shell, Rect rect, float tabs, Outbox& outbox) {
  constexpr ImGuiWindowFlags kNoScroll = ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse;
  shell.viewport.list = nullptr;
  if (workspace.bundle != nullptr) {
    beginRegion("##middle_tabs", {rect.x, rect.y, rect.w, tabs}, Padding::kUsual, kNoScroll);
    drawMiddleTabs(workspace, workspace.view, shell);
    ImGui::EndChild();
    rect.y += tabs;
    rect.h = std::max(rect.h - tabs, 1.0f);
  }
  if (showsScene(workspace)) {
    beginRegion("##middle", rect, Padding::kNone, kNoScroll);
    takeKeys(shell, Part::kMiddle);
    drawViewport(workspace, shell.viewport, outbox);
    ImGui::EndChild();
    return takeDroppedMeshes(workspace, outbox);
  } else {
    shell.viewport.drag = {};
    beginRegion("##over_scene", rect, Padding::kUsual);
    takeKeys(shell, Part::kMiddle);
    if (workspace.view.middle == Middle::kOverview)
      drawOverview(shell.of<BundlePanel>(), workspace, workspace.view, outbox);
    if (workspace.view.middle == Middle::kFiles)
      drawFileList(shell.of<BundlePanel>(), workspace, workspace.view, outbox);
    if (workspace.view.middle == Middle::kSides) drawSides(shell.of<SidesPanel>(), workspace, workspace.view);
    followRowClick(shell, Part::kMiddle);
  }
  ImGui::EndChild();
}

/// A bar between two regions that can be dragged; `share` is a part of `whole` pixels up to `most`, 0 until it is
/// dragged first from `size`.
void drawSplitter(const char* id, const Rect& rect, float& share, float size, float whole, float sign, float most) {
  if (rect.w < 1 || rect.h < 1) return;
  const bool upright = rect.h > rect.w;
  ImGui::SetCursorScreenPos({rect.x, rect.y});
  ImGui::InvisibleButton(id, {std::max(rect.w, 1.0f), std::max(rect.h, 1.0f)});
  const bool active = ImGui::IsItemActive();
  if (active || ImGui::IsItemHovered()) {
    ImGui::SetMouseCursor(upright ? ImGuiMouseCursor_ResizeEW : ImGuiMouseCursor_ResizeNS);
    ImGui::GetWindowDrawList()->AddRectFilled({rect.x, rect.y}, {rect.x + rect.w, rect.y + rect.h},
                                              ImGui::GetColorU32(ImGuiCol_SeparatorActive));
  }
  if (!active) return;
  const ImVec2 moved = ImGui::GetIO().MouseDelta;
  if (moved.x == 0 && moved.y == 0) return;
  if (share <= 0) share = size / whole;
  share = std::clamp(share + sign * (upright ? moved.x : moved.y) / whole, 0.05f, most);
  ImGui::MarkIniSettingsDirty();
}

/// The atlas gets the characters that the last frame drew without having them. Where many come at once, with a
/// language or a bundle, they are noted before they are drawn: each new one builds the atlas anew.
void noteTexts(const Workspace& workspace, ShellState& shell) {
  noteMissing(shell.fonts);
  if (std::exchange(shell.texts_listing, workspace.listing.index) != workspace.listing.index &&
      workspace.listing.index != nullptr)
    want(shell.fonts, workspace.listing.index->characters);
  if (std::exchange(shell.texts_language, workspace.view.language) != workspace.view.language) {
    for (const Translation& row : translations()) want(shell.fonts, row.text);
  }
}

void resetLayout(Workspace& workspace, ShellState& shell) {
  const std::vector<std::string> recent = workspace.recent_files;
  ImGui::ClearIniSettings();
  if (const Result<std::string> path = dataPath("imgui.ini")) {
    if (const Result<std::string> text = readFile(*path, 1u << 20))
      ImGui::LoadIniSettingsFromMemory(text->data(), text->size());
  } else {
    notify(workspace, LogLevel::kWarning, describe(path.error()));
  }
  workspace.recent_files = recent;
  shell.layout.tab = Layout{}.tab;
  shell.select_tab.fill(true);
  ImGui::MarkIniSettingsDirty();
}

void drawRoot(ActionContext& context, Workspace& workspace) {
  ShellState& shell = context.shell;
  const bool presents = workspace.view.presentation != Presentation::kOff;
  if (std::exchange(shell.wants_menus, false) && !presents) giveKeysToMenus();
  if (!presents && ImGui::BeginMenuBar()) {
    drawMenus(context);
    drawTitle(context);
    ImGui::EndMenuBar();
  }
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  const ImVec2 display = ImGui::GetIO().DisplaySize;
  const Rect whole{0, corner.y, display.x, display.y - corner.y};
  const float line = ImGui::GetTextLineHeight();
  const Metrics metrics{.toolbar = std::max(shell.toolbar_height, ImGui::GetFrameHeight() + 8),
                        .status = line + 8,
                        .tabs = ImGui::GetFrameHeight() + 8,
                        .splitter = std::round(line * 0.3f),
                        .em = line,
                        .reads = shownIn(shell, Region::kLeft) != &kScenePanel};
  if (shell.start.open && !presents) {
    shell.viewport.list = nullptr;
    followTabs(workspace, shell);
    ImGui::SetCursorScreenPos(corner);
    return drawStartPage(context);
  }
  shell.used = usedRegions(shell, workspace);
  shell.floats = floatsAny(shell, workspace);
  if (!isUsed(shell, static_cast<Region>(shell.layout.below)))
    shell.layout.below = static_cast<int>(std::ranges::find(shell.used, true) - shell.used.begin()) % kRegionCount;
  const bool is_projected = workspace.view.presentation == Presentation::kProjector;
  const Side side = shell.presented == Region::kLeft ? Side::kLeft : Side::kRight;
  const Regions regions =
      presents
          ? layOutPresentation(
                is_projected && shownIn(shell, shell.presented) != nullptr ? std::optional(side) : std::nullopt, whole)
          : layOut(shell.layout, whole, metrics, shell.used);

  shell.regions = regions;
  if (!presents) {
    beginRegion("##toolbar", regions.toolbar, Padding::kUsual, ImGuiWindowFlags_NoScrollbar);
    takeKeys(shell, Part::kToolbar);
    drawToolbar(context);
    ImGui::EndChild();
  }
  // Shortcuts and menus above still ask about the last frame.
  for (const Panel* const panel : shell.panels) {
    if (panel->shown != nullptr) panel->shown(workspace.view) = false;
  }
  if (presents) followTabs(workspace, shell);  // though their panels are not drawn
  const bool is_narrow = regions.choice.h > 0;
  for (int i = 0; i < kRegionCount; ++i) {
    const auto region = static_cast<Region>(i);
    drawPanels(region, regions[region], workspace, shell, context.outbox);
  }
  if (is_narrow) drawChoice(regions.choice, workspace, shell);
  if (!presents) drawFloatingPanels(workspace, shell, context.outbox);
  // After the panels: what is hovered there shows in this very frame.
  drawMiddle(workspace, shell, regions.middle, metrics.tabs, context.outbox);
  shell.toasts = {{regions.middle.x + regions.middle.w / 2, regions.middle.y + regions.middle.h}, regions.middle.w};
  if (presents) return;
  if (!is_narrow) {
    Layout& layout = shell.layout;
    const Rect &left = regions[Region::kLeft], &right = regions[Region::kRight], &bottom = regions[Region::kBottom];
    const float height = regions.middle.h;
    const float left_width = std::max(left.w, regions[Region::kLeftLower].w);
    const float right_width = std::max(right.w, regions[Region::kRightLower].w);
    const float bottom_height = std::max(bottom.h, regions[Region::kBottomRight].h);
    constexpr float kMax = 0.7f, kMaxOfSide = 0.9f;
    drawSplitter("##split_left", regions.left_splitter, layout.left, left_width, whole.w, 1, kMax);
    drawSplitter("##split_right", regions.right_splitter, layout.right, right_width, whole.w, -1, kMax);
    drawSplitter("##split_bottom", regions.bottom_splitter, layout.bottom, bottom_height, whole.h, -1, kMax);
    drawSplitter("##cut_left", regions.left_cut, layout.left_cut, left.h, height, 1, kMaxOfSide);
    drawSplitter("##cut_right", regions.right_cut, layout.right_cut, right.h, height, 1, kMaxOfSide);
    drawSplitter("##cut_bottom", regions.bottom_cut, layout.bottom_cut, bottom.w, whole.w, 1, kMaxOfSide);
  }
  drawPanelDrop(shell, workspace.view.theme);
  beginRegion("##status", regions.status, Padding::kUsual,
              ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse);
  takeKeys(shell, Part::kStatus);
  drawStatusLine(context);
  ImGui::EndChild();
}

/// Menus and dialogs can be walked with the arrow keys, and the part of the window that F6 went to; Alt reaches the
/// menu bar. Everywhere else the keys are ours.
void switchNavigation(ShellState& shell) {
  ImGuiContext& context = *ImGui::GetCurrentContext();
  const bool wanted = context.OpenPopupStack.Size > 0 || context.IO.KeyAlt || context.NavLayer == ImGuiNavLayer_Menu ||
                      shell.keys_at.walks;
  constexpr int kSomeFrames = 4;                    // letting go of Alt must still count
  if (!wanted) context.NavDisableHighlight = true;  // a dialog that closes leaves the item before it in focus
  shell.navigation_frames = wanted ? kSomeFrames : std::max(0, shell.navigation_frames - 1);
  // The menu of a table's head is open for a frame before it is there: ImGui 1.86 dies of an Esc that it could take
  // then.
  const bool is_there = context.OpenPopupStack.empty() || context.OpenPopupStack.back().Window != nullptr;
  const bool is_walk_paused = shell.keys_at.walks && context.IO.KeyCtrl;  // Ctrl+Tab is no list of windows
  // While its navigation is off ImGui forgets that the focus shows.
  if (std::exchange(shell.keys_at.is_paused, is_walk_paused) && !is_walk_paused && wanted)
    context.NavDisableHighlight = false;
  const bool on =
      shell.navigation_frames > 0 && !shell.palette.open && hasKeyboard(context.IO) && is_there && !is_walk_paused;
  ImGuiConfigFlags& flags = ImGui::GetIO().ConfigFlags;
  flags = on ? flags | ImGuiConfigFlags_NavEnableKeyboard : flags & ~ImGuiConfigFlags_NavEnableKeyboard;
}

/// Axes explain SAT, steps explain GJK: a user who looks at the one is shown the other when the algorithm changes.
void followAlgorithm(const std::string& algorithm, ShellState& shell) {
  if (shell.algorithm_seen == algorithm) return;
  shell.algorithm_seen = algorithm;
  if (!isInFront(shell, kAxesPanel) && !isInFront(shell, kStepsPanel)) return;
  const PairAlgorithm* row = findAlgorithm(algorithm);
  showPanel(shell, row != nullptr && row->steps != Steps::kNone ? kStepsPanel : kAxesPanel);
}

}  // namespace

ScriptStage scriptStage(Workspace& workspace, ShellState& shell) {
  const auto show = [&shell, &workspace](const std::string& wanted) -> Result<void> {
    std::string names;
    for (const Panel* const panel : shell.panels) {
      if (lowered(wanted) == panel->word) {
        if (!isOffered(*panel, workspace))
          return fail(ErrorCode::kWrongValue, "", fmt::format("\"{}\" needs an open bundle", wanted));
        showPanel(shell, *panel);
        return {};
      }
      names += (names.empty() ? "" : ", ") + std::string(panel->word);
    }
    return fail(ErrorCode::kWrongValue, "", fmt::format("expected one of {}, found \"{}\"", names, wanted));
  };
  const auto run = [&shell, &workspace](const std::string& id) -> Result<Outbox> {
    const Action* const action = findAction(id);
    if (action == nullptr) {
      std::string known;
      for (const ScriptWord& word : scriptWords()) known += std::string(word.word) + ", ";
      return expectedInScript(fmt::format("one of {}or the id of an action; found \"{}\"", known, id));
    }
    Outbox outbox;
    ActionContext context{workspace, workspace.view, shell, outbox};
    if (isEnabled(*action, context)) action->run(context);
    return outbox;
  };
  return {workspace, show, run};
}

void pressByEnter(ShellState& shell) {
  const ImGuiContext& context = *ImGui::GetCurrentContext();
  const bool walks = (context.IO.ConfigFlags & ImGuiConfigFlags_NavEnableKeyboard) != 0;
  if (!walks || shell.of<FileDialog>().open || context.ActiveId != 0 || context.IO.WantTextInput) return;
  pressFocused(imguiKey(kKeyEnter));
}

bool prepareFrame(Workspace& workspace, ShellState& shell) {
  if (workspace.wants_reset_layout) {
    workspace.wants_reset_layout = false;
    resetLayout(workspace, shell);
  }
  if (const auto set = setLanguage(workspace.view.language); !set) {
    workspace.view.language = currentLanguage();
    notify(workspace, LogLevel::kError, describe(set.error()));
  }
  const ViewState& view = workspace.view;
  if (const float scale = shownScale(view); shell.style_scale != scale || shell.theme != view.theme) {
    applyTheme(view.theme, scale);
    shell.theme = view.theme;
    shell.style_scale = scale;
    ImGui::MarkIniSettingsDirty();
  }
  followOwnFile(workspace);
  followBundleFiles(workspace, workspace);
  followAlgorithm(view.algorithm, shell);
  noteTexts(workspace, shell);
  switchNavigation(shell);
  ImGui::GetIO().ConfigInputTextCursorBlink = !view.less_motion;
  if (shell.bundle_seen != workspace.bundle) {
    shell.bundle_seen = workspace.bundle;
    if (workspace.bundle != nullptr) showPanel(shell, kBundlePanel);
    if (!showsScene(workspace)) showPanel(shell, kPreviewPanel);
  }
  for (const std::string& wanted : std::exchange(workspace.wants_panels, {})) {
    for (const Panel* const panel : shell.panels) {
      if (wanted == panel->word) showPanel(shell, *panel);
    }
  }
  for (const Panel* const panel : std::exchange(shell.to_front, {})) showPanel(shell, *panel);
  // Not before the regions are as the step wants them: with the rail that it pins, or its sweep. Nothing moves away
  // under a hand that drags.
  if (!ImGui::IsAnyMouseDown() && std::exchange(workspace.learning.frames_scene, false))
    workspace.wants_frame_view = true;
  shell.tab_frames = std::max(0, shell.tab_frames - 1);
  const float density = ImGui::GetIO().DisplayFramebufferScale.y;
  return buildFonts(shell.fonts, shownScale(view), density > 0 ? density : 1);
}

namespace {

/// Brings up to date what is derived from the document besides the other pairs' verdicts, as far as a panel shows it.
void updateShown(Workspace& workspace, const ShellState& shell) {
  for (const Panel* const panel : shell.panels) {
    const bool is_needed = isInFront(shell, *panel) || (panel->needs_update && panel->needs_update(workspace));
    if (panel->update != nullptr && is_needed) panel->update(workspace);
  }
  updatePasteJury(workspace, workspace);
  if (shell.samples.open) loadSamples(workspace, workspace, SampleChoice::kAll);
  if (!shell.start.open) return;
  loadSamples(workspace, workspace, SampleChoice::kFirst);
  loadRecent(workspace, workspace);
  loadShelf(workspace, workspace);
}

/// The panels' dialogs step aside while a path is chosen for them: modal dialogs of one level cannot both be open.
void finishPanels(const Workspace& workspace, ShellState& shell, ViewState& view, Outbox& outbox) {
  PanelContext context{workspace, view, outbox, shell, shell.to_front};
  for (const Panel* const panel : shell.panels) {
    if (panel->after != nullptr && !shell.of<FileDialog>().open) panel->after(context);
  }
}

}  // namespace

void drawShell(Workspace& workspace, ShellState& shell, Outbox& outbox) {
  updateReports(workspace, 0);
  workspace.view.hovered_axis.reset();
  workspace.view.hovered.clear();
  constexpr float kPause = 0.1f;  // a resting window's next frame tells no rate; one of what moves does
  constexpr double kRatePeriod = 0.5;
  const float passed = ImGui::GetIO().DeltaTime;
  const bool plays = workspace.view.motion_plays || workspace.view.replay.plays;
  const bool is_dragged = ImGui::IsAnyMouseDown() && passed < kPause;
  if (shell.frame_seconds > 0 && (plays || is_dragged)) shell.frame_seconds += (passed - shell.frame_seconds) * 0.1f;
  if (ImGui::GetTime() - shell.frame_seconds_shown_at > kRatePeriod) {
    shell.shown_frame_seconds = shell.frame_seconds;
    shell.frame_seconds_shown_at = ImGui::GetTime();
  }
  ActionContext context{workspace, workspace.view, shell, outbox};
  if (!followKeys(shell, workspace)) runShortcuts(context);
  for (const Panel* const panel : shell.panels) {
    if (panel->before != nullptr) panel->before(workspace, shell);
  }
  playMotion(workspace, workspace.view, outbox);
  if (workspace.view.motion_plays && passed > 0) {
    const auto steps = static_cast<std::int64_t>(workspace.view.motion_steps - shell.motion_steps);
    shell.motion_speed +=
        (std::clamp(static_cast<double>(steps) * kMotionStep / passed, 0.0, 2.0) - shell.motion_speed) * 0.1;
  }
  shell.motion_steps = workspace.view.motion_steps;
  process(workspace, outbox);  // keys and what plays go first: panels and viewport show one moment
  updateShown(workspace, shell);
  ImGui::SetNextWindowPos({0, 0});
  ImGui::SetNextWindowSize(ImGui::GetIO().DisplaySize);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, 0);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 0);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0, 0});
  ImGui::Begin("##root", nullptr,
               kFixed | (workspace.view.presentation == Presentation::kOff ? ImGuiWindowFlags_MenuBar : 0));
  ImGui::PopStyleVar(3);
  drawRoot(context, workspace);
  drawPresentation(context);  // before the dialogs: ImGui 1.86 dies of a tooltip that appears beside one in the frame
                              // in which it opens
  drawContextMenu(context);
  drawCommandPalette(context);
  FileDialog& files = shell.of<FileDialog>();
  finishPanels(workspace, shell, workspace.view, outbox);
  if (!files.open) drawPasteDialog(shell.paste, workspace, outbox);  // it waits while the open case is saved
  // After those that ask for it: its Esc must not close them, too.
  drawFileDialog(files, workspace, workspace.view, outbox);
  followSave(shell.guard, files, outbox);
  drawSaveGuard(shell.guard, files, workspace, outbox);
  if (!files.open) drawRecoveryDialog(shell.recovery, workspace, outbox);
  drawSettingsPage(context);
  drawKeysPage(context);
  drawLayoutsPage(context);
  drawSamplesPage(context);
  drawExplanation(shell, shortcutText(shortcutOf(shell.keys, *findAction("keys"))));
  drawAboutDialog(shell.about_open);
  ImGui::End();
  walkIntoLists(shell.keys_at);
  drawKeyFocus(shell.keys_at, workspace.view.theme);
  drawToasts(workspace.toasts, shell.toasts, workspace.view.theme,
             workspace.view.less_motion ? ToastTime::kUntilClicked : ToastTime::kSeconds);
}

void followTabs(Workspace& workspace, const ShellState& shell) {
  for (const Panel* const panel : shell.panels) {
    if (panel->shown != nullptr) panel->shown(workspace.view) = isInFront(shell, *panel);
  }
}

void finishFrame(Workspace& workspace, ShellState& shell, ImTextureID viewport_texture, ViewportPicture& picture,
                 Outbox& outbox) {
  process(workspace, outbox);
  if (const auto text = std::exchange(workspace.to_clipboard, std::nullopt)) ImGui::SetClipboardText(text->c_str());
  updateShown(workspace, shell);
  if (shell.viewport.list == nullptr) {
    shell.viewport.pane.view.width = 0;
    return;
  }
  picture = {};  // the last frame's first: of a mesh of a million triangles each is 90 MB
  picture = viewportPicture(workspace, {shell.viewport.width, shell.viewport.height});
  picture.list.is_passing = workspace.view.motion_plays || workspace.view.replay.plays ||
                            shell.viewport.drag.kind != ViewportDrag::Kind::kNone;
  paintViewport(workspace, shell.viewport, viewport_texture, picture);
  paintSidePane(workspace, shell.viewport.pane, *shell.viewport.list);
  followFigure(workspace, {shell.viewport.width, shell.viewport.height});
}

std::optional<double> nextFrameIn(const Workspace& workspace, const ShellState& shell) {
  constexpr double kProgressSeconds = 0.1, kBlinkSeconds = 0.1;
  const ViewState& view = workspace.view;
  const bool tests_here = workspace.reports.waiting > 0 && !workspace.jobs->isInBackground();
  const bool shows = showsScene(workspace) && !shell.start.open;
  const bool frames = (workspace.wants_new_view && !isShownLate(workspace)) || workspace.wants_frame_view ||
                      (workspace.learning.frames_scene && !ImGui::IsAnyMouseDown());
  const bool moves = shows && (frames || view.motion_plays || isInMotion(view));
  if (tests_here || moves || workspace.wants_reset_layout || workspace.figure.reel != nullptr ||
      !shell.to_front.empty() || shell.tab_frames > 0 || lacksDrawn(shell.fonts))
    return 0;
  std::optional<double> next;
  const auto request = [&](double seconds) { next = std::min(next.value_or(seconds), std::max(seconds, 0.0)); };
  for (const Panel* const panel : shell.panels) {
    const std::optional<double> seconds = panel->next_frame != nullptr ? panel->next_frame(workspace) : std::nullopt;
    if (seconds) request(*seconds);
  }
  // The start page shows no progress; work that ends wakes the window.
  if (!workspace.jobs->isIdle() && !shell.start.open) request(kProgressSeconds);
  if (ImGui::GetIO().WantTextInput && !view.less_motion) request(kBlinkSeconds);
  if (view.pressed.until > ImGui::GetTime()) request(view.pressed.until - ImGui::GetTime());
  for (const Toast& toast : workspace.toasts) {
    if (toast.shown_until == 0 || !view.less_motion)
      request(toast.shown_until == 0 ? 0 : toast.shown_until - ImGui::GetTime());
  }
  return next;
}

}  // namespace sepax
