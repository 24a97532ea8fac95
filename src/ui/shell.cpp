#include "ui/shell.h"

#include "core/catalogue.h"
#include "core/platform.h"
#include "core/text.h"
#include "session/figure/viewport_picture.h"
#include "session/open.h"
#include "session/scene/motion_player.h"
#include "session/script/script.h"
#include "session/text.h"
#include "session/workspace.h"
#include "ui/actions.h"
#include "ui/bundle/entry_menu.h"
#include "ui/bundle/overview.h"
#include "ui/dialogs/about_dialog.h"
#include "ui/explanation.h"
#include "ui/keys_page.h"
#include "ui/kit/imgui_compat.h"
#include "ui/kit/item_places.h"
#include "ui/kit/theme.h"
#include "ui/kit/widgets.h"
#include "ui/lab/panel_jury.h"
#include "ui/menus.h"
#include "ui/presentation.h"
#include "ui/scene/panel_contacts.h"
#include "ui/scene/panel_history.h"
#include "ui/scene/panel_volumes.h"
#include "ui/settings.h"
#include "ui/toolbar.h"
#include "ui/viewport/figure.h"

#include <imgui.h>
#include <imgui_internal.h>

#include <algorithm>
#include <utility>

namespace sepax {

namespace {

constexpr ImGuiWindowFlags kFixed = ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoMove |
                                    ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_NoSavedSettings |
                                    ImGuiWindowFlags_NoBringToFrontOnFocus | ImGuiWindowFlags_NoScrollbar |
                                    ImGuiWindowFlags_NoScrollWithMouse;

/// Under the list of bodies while a start's own scene is untouched: where a new user may begin.
void drawWelcome(const Workspace& workspace, Outbox& outbox) {
  if (!isUntouched(workspace) || workspace.bundle != nullptr) return;
  ImGui::Spacing();
  ImGui::PushStyleColor(ImGuiCol_Text, ImGui::GetStyleColorVec4(ImGuiCol_TextDisabled));
  paragraph(tr("New to separating axes? Eighteen short lessons begin with a line between two shapes."));
  ImGui::PopStyleColor();
  if (ImGui::Button(trId("Lessons").c_str())) outbox.request(LeaveLesson{});
}

bool hasBundle(const Workspace& workspace) { return workspace.bundle != nullptr; }
/// A bundle's panels take its place until there is a recording.
bool hasTimeline(const Workspace& workspace) {
  return !hasBundle(workspace) || workspace.replay.feed || workspace.replay.recording;
}

const Panel kPanels[] = {
    {PanelId::kScene, "scene", "Scene", Region::kLeft,
     [](ShellState& s, const Workspace& w, ViewState& v, Outbox& o) {
       drawScenePanel(s.scene, w, v, o);
       drawWelcome(w, o);
     }},
    {PanelId::kBundle, "bundle", "Bundle", Region::kLeft,
     [](ShellState& s, const Workspace& w, ViewState& v, Outbox& o) { drawBundlePanel(s.bundle, w, v, o); }},
    {PanelId::kLearn, "learn", "Learn", Region::kLeft,
     [](ShellState& s, const Workspace& w, ViewState& v, Outbox& o) { drawLearnPanel(s.learn, w, v, o); }},
    {PanelId::kAxes, "axes", "Axes", Region::kRight,
     [](ShellState& s, const Workspace& w, ViewState& v, Outbox& o) { drawAxesPanel(s.axes, w, v, o); }},
    {PanelId::kSteps, "steps", "Steps", Region::kRight,
     [](ShellState& s, const Workspace& w, ViewState& v, Outbox&) { drawStepsPanel(s.steps, w, v); }},
    {PanelId::kInspector, "inspector", "Inspector", Region::kRight,
     [](ShellState& s, const Workspace& w, ViewState& v, Outbox& o) { drawInspectorPanel(s.inspector, w, v, o); }},
    {PanelId::kContacts, "contacts", "Contacts", Region::kRight,
     [](ShellState&, const Workspace& w, ViewState& v, Outbox&) { drawContactsPanel(w, v); }},
    {PanelId::kVolumes, "volumes", "Volumes", Region::kRight,
     [](ShellState&, const Workspace& w, ViewState& v, Outbox& o) { drawVolumesPanel(w, v, o); }},
    {PanelId::kPreview, "preview", "Preview", Region::kRight,
     [](ShellState& s, const Workspace& w, ViewState& v, Outbox& o) {
       drawPreviewPanel(s.preview, s.bundle, w, v, o);
     }},
    {PanelId::kLandscape, "landscape", "Landscape", Region::kBottom,
     [](ShellState& s, const Workspace& w, ViewState& v, Outbox&) { drawLandscapePanel(s.landscape, w, v); }},
    {PanelId::kSweep, "sweep", "Sweep", Region::kBottom,
     [](ShellState& s, const Workspace& w, ViewState& v, Outbox& o) { drawSweepPanel(s.sweep, w, v, o); }},
    {PanelId::kTimeline, "timeline", "Timeline", Region::kBottom,
     [](ShellState& s, const Workspace& w, ViewState& v, Outbox& o) { drawTimelinePanel(s.timeline, w, v, o); },
     differingFrames, hasTimeline},
    {PanelId::kHistory, "history", "History", Region::kBottom,
     [](ShellState&, const Workspace& w, ViewState&, Outbox& o) { drawHistoryPanel(w, o); }},
    {PanelId::kConsole, "console", "Console", Region::kBottom,
     [](ShellState& s, const Workspace& w, ViewState& v, Outbox& o) { drawConsolePanel(s.console, w, v, o); }},
    {PanelId::kProblems, "problems", "Problems", Region::kBottom,
     [](ShellState& s, const Workspace& w, ViewState& v, Outbox& o) { drawProblemsPanel(s.problems, w, v, o); },
     problemCount, hasBundle},
    {PanelId::kLint, "lint", "Colliders", Region::kBottom,
     [](ShellState& s, const Workspace& w, ViewState& v, Outbox& o) { drawLintPanel(s.lint, w, v, o); }, nullptr,
     hasBundle},
    {PanelId::kSearch, "search", "Search", Region::kBottom,
     [](ShellState& s, const Workspace& w, ViewState& v, Outbox& o) { drawSearchPanel(s.search, w, v, o); }, nullptr,
     hasBundle},
    {PanelId::kJury, "jury", "Jury", Region::kBottom,
     [](ShellState&, const Workspace& w, ViewState& v, Outbox& o) { drawJuryPanel(w, v, o); }},
    {PanelId::kLab, "lab", "Lab", Region::kBottom,
     [](ShellState& s, const Workspace& w, ViewState& v, Outbox& o) { drawLabPanel(s.lab, w, v, o); }},
};

/// True for the panels that show the answer to a prediction.
bool givesAnswersAway(PanelId id) {
  static constexpr PanelId kWithAnswers[] = {PanelId::kAxes,    PanelId::kSteps,     PanelId::kContacts,
                                             PanelId::kVolumes, PanelId::kLandscape, PanelId::kSweep};
  return std::ranges::find(kWithAnswers, id) != std::end(kWithAnswers);
}

enum class Padding { kNone, kUsual };

/// A child window at a place of the root window.
bool beginRegion(const char* id, const Rect& rect, Padding padding, ImGuiWindowFlags flags = 0) {
  const bool padded = padding == Padding::kUsual;
  ImGui::SetCursorScreenPos({rect.x, rect.y});
  if (!padded) ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0, 0});
  const bool visible =
      ImGui::BeginChild(id, {rect.w, rect.h}, false, flags | (padded ? ImGuiWindowFlags_AlwaysUseWindowPadding : 0));
  if (!padded) ImGui::PopStyleVar();
  return visible;
}

std::string tabLabel(const Panel& panel, const Workspace& workspace) {
  const std::string badge = panel.badge != nullptr ? panel.badge(workspace) : std::string();
  return badge.empty() ? trId(panel.title) : fmt::format("{} ({})###{}", tr(panel.title), badge, panel.title);
}

float widthOfTab(const Panel& panel, const Workspace& workspace) {
  const ImGuiStyle& style = ImGui::GetStyle();
  return ImGui::CalcTextSize(tabLabel(panel, workspace).c_str(), nullptr, true).x + 2 * style.FramePadding.x +
         style.ItemInnerSpacing.x + 1;
}

/// The panels of a region whose whole titles fit, the one in front among them: with those before it, then with those
/// after it.
std::vector<const Panel*> tabsThatFit(Region region, const Workspace& workspace, PanelId front, float room) {
  std::vector<const Panel*> offered;
  for (const Panel& panel : kPanels) {
    if (panel.region == region && isOffered(panel, workspace)) offered.push_back(&panel);
  }
  float width = 0;
  for (const Panel* panel : offered) width += widthOfTab(*panel, workspace);
  if (width <= room || offered.empty()) return offered;
  room -= ImGui::GetFrameHeight();  // the list's button
  const auto shown = std::ranges::find(offered, front, &Panel::id);
  std::size_t first = shown == offered.end() ? 0 : static_cast<std::size_t>(shown - offered.begin()), last = first + 1;
  width = widthOfTab(*offered[first], workspace);
  const auto fits = [&](std::size_t i) { return width + widthOfTab(*offered[i], workspace) <= room; };
  while (first > 0 && fits(first - 1)) width += widthOfTab(*offered[--first], workspace);
  while (last < offered.size() && fits(last)) width += widthOfTab(*offered[last++], workspace);
  return {offered.begin() + static_cast<std::ptrdiff_t>(first), offered.begin() + static_cast<std::ptrdiff_t>(last)};
}

/// A button that lists all panels of a region, where not all of their tabs fit.
void drawTabList(Region region, const Workspace& workspace, ShellState& shell) {
  if (ImGui::ArrowButton("##all_tabs", ImGuiDir_Down)) ImGui::OpenPopup("##tab_list");
  tooltip(tr("All panels of this side"));
  ImGui::SameLine(0, 0);
  if (!ImGui::BeginPopup("##tab_list")) return;
  for (const Panel& panel : kPanels) {
    if (panel.region != region || !isOffered(panel, workspace)) continue;
    if (ImGui::MenuItem(tabLabel(panel, workspace).c_str(), nullptr,
                        shell.layout.tab[static_cast<std::size_t>(region)] == panel.id))
      showPanel(shell, panel.id);
  }
  ImGui::EndPopup();
}

/// The tabs of a region and the panel in front.
void drawPanels(Region region, const Rect& rect, const char* id, Workspace& workspace, ShellState& shell,
                Outbox& outbox) {
  if (rect.w < 1 || rect.h < 1) return;
  const auto at = static_cast<std::size_t>(region);
  beginRegion(id, rect, Padding::kUsual, ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse);
  const std::vector<const Panel*> tabs =
      tabsThatFit(region, workspace, shell.layout.tab[at], ImGui::GetContentRegionAvail().x);
  const auto offered =
      std::ranges::count_if(kPanels, [&](const Panel& p) { return p.region == region && isOffered(p, workspace); });
  if (static_cast<std::size_t>(offered) > tabs.size()) drawTabList(region, workspace, shell);
  // Which tabs there are depends on the one in front: ImGui never chooses among them.
  if (ImGui::BeginTabBar("##tabs", ImGuiTabBarFlags_FittingPolicyResizeDown | ImGuiTabBarFlags_NoTooltip)) {
    const PanelId wanted = shell.layout.tab[at];
    const bool select = shell.select_tab[at];
    for (const Panel* const tab : tabs) {
      const Panel& panel = *tab;
      const bool bring = select && wanted == panel.id;
      const std::string label = tabLabel(panel, workspace);
      const bool is_front = ImGui::BeginTabItem(label.c_str(), nullptr, bring ? ImGuiTabItemFlags_SetSelected : 0);
      nameItem("tab", panel.word);
      if (!is_front) continue;
      if (!select && shell.layout.tab[at] != panel.id) {
        shell.layout.tab[at] = panel.id;
        ImGui::MarkIniSettingsDirty();
      }
      ImGui::BeginChild(panel.word);
      const Part part = region == Region::kLeft ? Part::kLeft : region == Region::kRight ? Part::kRight : Part::kBottom;
      // A tab that is chosen now is in front from the next frame on.
      if (panel.id == wanted) takeKeys(shell, part);
      if (isCovered(workspace) && givesAnswersAway(panel.id)) {
        drawCover();
      } else {
        panel.draw(shell, workspace, workspace.view, outbox);
      }
      followRowClick(shell, part);
      ImGui::EndChild();
      ImGui::EndTabItem();
    }
    shell.select_tab[at] = false;
    ImGui::EndTabBar();
  }
  ImGui::EndChild();
}

/// The tabs of the middle while a bundle is open.
void drawMiddleTabs(const Workspace& workspace, ViewState& view, ShellState& shell) {
  static constexpr std::pair<Middle, const char*> kTabs[] = {{Middle::kScene, "Scene"},
                                                             {Middle::kOverview, "Overview"},
                                                             {Middle::kFiles, "All files"},
                                                             {Middle::kSides, "Side by side"}};
  if (!ImGui::BeginTabBar("##tabs", ImGuiTabBarFlags_NoTooltip)) return;
  const bool bring = shell.middle_seen != view.middle;
  shell.middle_seen = view.middle;
  for (const auto& [middle, title] : kTabs) {
    if (middle == Middle::kSides && !hasSides(workspace)) continue;
    const bool is_front = ImGui::BeginTabItem(trId(title).c_str(), nullptr,
                                              bring && middle == shell.middle_seen ? ImGuiTabItemFlags_SetSelected : 0);
    // Meshes dragged over the scene's tab come into the scene.
    const bool brings_meshes = middle == Middle::kScene && ImGui::GetDragDropPayload() != nullptr &&
                               ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenBlockedByActiveItem);
    if (brings_meshes) view.middle = Middle::kScene;
    if (!is_front) continue;
    if (!bring && ImGui::GetDragDropPayload() == nullptr) shell.middle_seen = view.middle = middle;
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
    if (workspace.view.middle == Middle::kOverview) drawOverview(shell.bundle, workspace, workspace.view, outbox);
    if (workspace.view.middle == Middle::kFiles) drawFileList(shell.bundle, workspace, workspace.view, outbox);
    if (workspace.view.middle == Middle::kSides) drawSides(shell.sides, workspace, workspace.view);
    followRowClick(shell, Part::kMiddle);
  }
  ImGui::EndChild();
}

/// A bar between two regions that can be dragged; `share` is a part of `whole` pixels.
void drawSplitter(const char* id, const Rect& rect, float& share, float whole, float sign) {
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
  share = std::clamp(share + sign * (upright ? moved.x : moved.y) / whole, 0.05f, 0.7f);
  if (moved.x != 0 || moved.y != 0) ImGui::MarkIniSettingsDirty();
}

void noteTexts(Workspace& workspace, ShellState& shell) {
  Fonts& fonts = shell.fonts;
  if (shell.texts_revision != workspace.history.revision()) {
    shell.texts_revision = workspace.history.revision();
    const Document& document = workspace.history.document();
    for (const std::string& text : {document.name, document.notes, document.source, workspace.title}) want(fonts, text);
    for (const Body& body : document.bodies) want(fonts, body.id);
  }
  if (shell.texts_bundle != workspace.bundle) {
    shell.texts_bundle = workspace.bundle;
    if (workspace.bundle != nullptr) {
      want(fonts, workspace.bundle->name());
      for (const Finding& finding : workspace.bundle->findings()) want(fonts, finding.message);
    }
  }
  if (shell.texts_listing != workspace.listing.index) {
    shell.texts_listing = workspace.listing.index;
    if (workspace.listing.index != nullptr) want(fonts, workspace.listing.index->characters);
  }
  if (workspace.console.size() < shell.texts_console) shell.texts_console = 0;
  for (; shell.texts_console < workspace.console.size(); ++shell.texts_console)
    want(fonts, workspace.console[shell.texts_console].text);
  for (const std::string& path : workspace.recent_files) want(fonts, path);
  if (workspace.lint.rows != nullptr && !workspace.lint.rows->empty()) {
    for (const MeshLint& mesh : *workspace.lint.rows) want(fonts, mesh.path);
  }
  // Titles and paths change without the document.
  for (const std::string* text : {&workspace.title, &workspace.file_path, &workspace.bundle_path, &shell.files.folder,
                                  &shell.files.file_name, &shell.files.filter}) {
    want(fonts, *text);
  }
  const bool may_paste = ImGui::GetIO().WantTextInput && ImGui::GetIO().KeyCtrl;
  if (const char* pasted = may_paste ? ImGui::GetClipboardText() : nullptr) want(fonts, pasted);
  if (shell.files.open) {
    for (const std::string& place : shell.files.places) want(fonts, place);
    for (const FileRow& row : shell.files.rows) want(fonts, row.name);
  }
  if (workspace.samples.samples != shell.texts_samples) {
    shell.texts_samples = workspace.samples.samples;
    for (const SampleCard& card : shell.texts_samples->cards) {
      for (const std::string& text : {card.title, card.notes, trKnown(card.title), trKnown(card.notes)})
        want(fonts, text);
    }
  }
  if (workspace.paste.open) {
    want(fonts, workspace.paste.text);
    want(fonts, workspace.paste.name);
    want(fonts, workspace.paste.error);
  }
  for (const JurorStatus& status : workspace.jury.jurors) {
    want(fonts, status.name);
    want(fonts, status.title);
    if (status.row) want(fonts, status.row->answer.message);
  }
  want(fonts, shell.palette.text);
  want(fonts, shell.preview.bytes.shown);
  want(fonts, shell.preview.decoded.shown);
  want(fonts, shell.preview.file.shown);
  want(fonts, shell.search.shown);
  want(fonts, shell.sides.characters);
  if (workspace.preview.entry != nullptr) {
    want(fonts, workspace.preview.entry->error);
    if (const auto& loaded = workspace.preview.entry->document) {
      want(fonts, loaded->document.name);
      want(fonts, loaded->document.notes);
      for (const Body& body : loaded->document.bodies) want(fonts, body.id);
    }
  }
  // Text that an input method types shows at once.
  for (const ImWchar c : ImGui::GetIO().InputQueueCharacters) {
    if (c < fonts.wanted.size() && c >= 0x80 && !fonts.wanted[c]) fonts.wanted[c] = fonts.outdated = true;
  }
  const Language language_now = workspace.view.language;
  if (shell.texts_language != language_now) {
    for (const Translation& row : translations()) want(fonts, row.text);
  }
  shell.texts_language = language_now;
  want(fonts, "中文");  // the language switch itself
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
                        .em = line};
  const bool is_projected = workspace.view.presentation == Presentation::kProjector;
  const Side side = shell.presented == Region::kLeft ? Side::kLeft : Side::kRight;
  const Regions regions = presents ? layOutPresentation(is_projected ? std::optional(side) : std::nullopt, whole)
                                   : layOut(shell.layout, whole, metrics);

  shell.regions = regions;
  if (!presents) {
    beginRegion("##toolbar", regions.toolbar, Padding::kUsual, ImGuiWindowFlags_NoScrollbar);
    takeKeys(shell, Part::kToolbar);
    drawToolbar(context);
    ImGui::EndChild();
  }
  // Their panels say so while they are in front; shortcuts and menus above still ask about the last frame.
  workspace.view.contacts_shown = workspace.view.sweep_shown = workspace.view.replay.shown = false;
  if (presents) followTabs(workspace, shell);  // though their panels are not drawn
  workspace.view.lab.jury_shown = workspace.view.lab.scan_shown = false;
  forgetShown(shell.preview);
  drawPanels(Region::kLeft, regions.left, "##left", workspace, shell, context.outbox);
  drawPanels(Region::kRight, regions.right, "##right", workspace, shell, context.outbox);
  if (shell.layout.bottom_open && !presents)
    drawPanels(Region::kBottom, regions.bottom, "##bottom", workspace, shell, context.outbox);
  stopUnseen(shell.preview, workspace.view);
  // After the panels: what is hovered there shows in this very frame.
  drawMiddle(workspace, shell, regions.middle, metrics.tabs, context.outbox);
  shell.toasts = {{regions.middle.x + regions.middle.w / 2, regions.middle.y + regions.middle.h}, regions.middle.w};
  if (presents) return;
  drawSplitter("##split_left", regions.left_splitter, shell.layout.left, whole.w, 1);
  drawSplitter("##split_right", regions.right_splitter, shell.layout.right, whole.w, -1);
  if (shell.layout.bottom_open)
    drawSplitter("##split_bottom", regions.bottom_splitter, shell.layout.bottom, whole.h, -1);
  beginRegion("##status", regions.status, Padding::kUsual,
              ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse);
  takeKeys(shell, Part::kStatus);
  drawStatusLine(context);
  ImGui::EndChild();
}

}  // namespace

std::span<const Panel> panels() { return kPanels; }

const Panel& panelOf(PanelId id) { return kPanels[static_cast<std::size_t>(id)]; }

const char* panelBeside(const ShellState& shell) {
  const auto tabOf = [&](Region region) { return shell.layout.tab[static_cast<std::size_t>(region)]; };
  const bool is_below = shell.layout.bottom_open && tabOf(Region::kBottom) != PanelId::kConsole;
  return panelOf(tabOf(is_below ? Region::kBottom : Region::kRight)).word;
}

bool isOffered(const Panel& panel, const Workspace& workspace) {
  return panel.offered == nullptr || panel.offered(workspace);
}

void showPanel(ShellState& shell, PanelId id) {
  const Region region = panelOf(id).region;
  const auto at = static_cast<std::size_t>(region);
  shell.layout.tab[at] = id;
  shell.select_tab[at] = true;
  if (region == Region::kBottom) shell.layout.bottom_open = true;
}

namespace {

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

PanelId shownIn(const ShellState& shell, Region region) { return shell.layout.tab[static_cast<std::size_t>(region)]; }

/// Axes explain SAT, steps explain GJK: a user who looks at the one is shown the other when the algorithm changes.
void followAlgorithm(const std::string& algorithm, ShellState& shell) {
  if (shell.algorithm_seen == algorithm) return;
  shell.algorithm_seen = algorithm;
  const PanelId tab = shownIn(shell, Region::kRight);
  if (tab != PanelId::kAxes && tab != PanelId::kSteps) return;
  const PairAlgorithm* row = findAlgorithm(algorithm);
  showPanel(shell, row != nullptr && row->steps != Steps::kNone ? PanelId::kSteps : PanelId::kAxes);
}

}  // namespace

namespace {

/// Lines of text need some width: the first lesson widens its region, who narrows it again is obeyed.
void makeRoomForLesson(const Workspace& workspace, ShellState& shell) {
  constexpr float kReadableShare = 0.27f;
  const Lesson* lesson = openLesson(workspace);
  if (lesson == nullptr || !std::exchange(shell.lesson_seen, lesson->id).empty()) return;
  shell.layout.left = std::max(shell.layout.left, kReadableShare);
}

/// Texts of the shelf and of the open lesson.
void noteLessons(const Workspace& workspace, Fonts& fonts) {
  const Language language = workspace.view.language;
  if (workspace.learning.shelf != nullptr) {
    for (const ShelvedLesson& row : *workspace.learning.shelf) {
      if (!row.lesson) continue;
      want(fonts, row.lesson->title.in(language));
      want(fonts, row.lesson->asks.in(language));
    }
  }
  const LessonStep* step = openStep(workspace);
  if (step == nullptr) return;
  want(fonts, step->text.in(language));
  want(fonts, step->then.in(language));
  for (const LessonChoice& choice : step->choices) {
    want(fonts, choice.text.in(language));
    want(fonts, choice.reply.in(language));
  }
}

}  // namespace

ScriptStage scriptStage(Workspace& workspace, ShellState& shell) {
  const auto show = [&shell, &workspace](const std::string& wanted) -> Result<void> {
    std::string names;
    for (const Panel& panel : kPanels) {
      if (lowered(wanted) == panel.word) {
        if (!isOffered(panel, workspace))
          return fail(ErrorCode::kWrongValue, "", fmt::format("\"{}\" needs an open bundle", wanted));
        showPanel(shell, panel.id);
        return {};
      }
      names += (names.empty() ? "" : ", ") + std::string(panel.word);
    }
    return fail(ErrorCode::kWrongValue, "", fmt::format("expected one of {}, found \"{}\"", names, wanted));
  };
  return {workspace, show};
}

void pressByEnter(const ShellState& shell) {
  const ImGuiContext& context = *ImGui::GetCurrentContext();
  const bool walks = (context.IO.ConfigFlags & ImGuiConfigFlags_NavEnableKeyboard) != 0;
  if (!walks || shell.files.open || context.ActiveId != 0 || context.IO.WantTextInput) return;
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
  followAlgorithm(view.algorithm, shell);
  noteTexts(workspace, shell);
  noteLessons(workspace, shell.fonts);
  switchNavigation(shell);
  ImGui::GetIO().ConfigInputTextCursorBlink = !view.less_motion;
  if (shell.bundle_seen != workspace.bundle) {
    shell.bundle_seen = workspace.bundle;
    if (workspace.bundle != nullptr) showPanel(shell, PanelId::kBundle);
    if (!showsScene(workspace)) showPanel(shell, PanelId::kPreview);
  }
  if (const std::string wanted = std::exchange(workspace.wants_panel, {}); !wanted.empty()) {
    const auto panel = std::ranges::find_if(kPanels, [&](const Panel& row) { return wanted == row.word; });
    if (panel != std::end(kPanels)) showPanel(shell, panel->id);
  }
  makeRoomForLesson(workspace, shell);
  // Not before the regions are as the step wants them: with the rail that it pins, or its sweep.
  if (std::exchange(workspace.learning.frames_scene, false)) workspace.wants_frame_view = true;
  if (std::exchange(shell.bundle.wants_preview, false)) showPanel(shell, PanelId::kPreview);
  if (const auto wanted = std::exchange(shell.problems.wants_bytes, std::nullopt)) {
    shell.preview.wanted = wanted;
    showPanel(shell, PanelId::kPreview);
  }
  if (auto wanted = std::exchange(shell.search.wants_place, std::nullopt)) {
    shell.preview.wanted_match = std::move(wanted);
    showPanel(shell, PanelId::kPreview);
  }
  if (std::exchange(shell.bundle.wants_problems, false)) {
    shell.problems.filter = std::exchange(shell.bundle.problems_filter, {});
    shell.problems.rows_outdated = true;
    showPanel(shell, PanelId::kProblems);
  }
  if (const auto wanted = std::exchange(shell.bundle.wants_extract, std::nullopt)) {
    openExtractDialog(shell.extract, workspace, *wanted);
  }
  if (std::exchange(shell.bundle.wants_edits, false)) openEditsDialog(shell.edits, workspace);
  const float density = ImGui::GetIO().DisplayFramebufferScale.y;
  return buildFonts(shell.fonts, shownScale(view), density > 0 ? density : 1);
}

namespace {

/// Makes an edit of the file that was chosen for the bundle.
void stagePickedFile(BundlePanel& panel, Outbox& outbox) {
  if (panel.picked_file.empty()) return;
  const FileRequest& request = panel.file_for;
  const std::string file = std::exchange(panel.picked_file, {});
  const std::string name = fileNameOf(file);
  const std::string added = request.path.empty() ? name : request.path + "/" + name;
  outbox.request(EditBundle{{{request.adds ? added : request.path, file}}});
}

/// Extract and Pack step aside while a path is chosen for them: modal dialogs of one level cannot both be open.
void drawBundleDialogs(Workspace& workspace, ShellState& shell, Outbox& outbox) {
  if (shell.files.open) return;
  drawExtractDialog(shell.extract, outbox);
  drawPackDialog(shell.pack, workspace.view.theme, outbox);
  drawEditsDialog(shell.edits, workspace, outbox);
  drawLessonStepDialog(shell.lesson_step, outbox);
  drawColliderDialog(shell.colliders, workspace, workspace.view, outbox);
  stagePickedFile(shell.bundle, outbox);
  using Purpose = FileDialog::Purpose;
  if (std::exchange(shell.timeline.wants_file, false)) openFileDialog(shell.files, Purpose::kOpen, workspace);
  if (std::exchange(shell.timeline.wants_save, false)) openFileDialog(shell.files, Purpose::kSaveRecording, workspace);
  if (std::exchange(shell.colliders.wants_file, false)) openFileDialog(shell.files, Purpose::kColliders, workspace);
  if (const auto request = std::exchange(shell.bundle.wants_file, std::nullopt)) {
    shell.bundle.file_for = *request;
    openFileDialog(shell.files, Purpose::kFile, workspace);
    shell.files.target = &shell.bundle.picked_file;
  }
  if (std::exchange(shell.edits.wants_browse, false))
    browse(shell.files, Purpose::kNewBundle, shell.edits.output, workspace);
  if (std::exchange(shell.extract.wants_browse, false))
    browse(shell.files, Purpose::kFolder, shell.extract.folder, workspace);
  if (std::exchange(shell.lesson_step.wants_browse, false))
    browse(shell.files, Purpose::kFolder, shell.lesson_step.folder, workspace);
  if (std::exchange(shell.pack.wants_folder, false))
    browse(shell.files, Purpose::kFolder, shell.pack.wanted.folder, workspace);
  if (std::exchange(shell.pack.wants_output, false))
    browse(shell.files, Purpose::kNewBundle, shell.pack.wanted.output, workspace);
}

/// A panel's tab is the chosen one of its region, which is not folded.
bool isInFront(const ShellState& shell, PanelId id) {
  const Region region = panelOf(id).region;
  return shownIn(shell, region) == id && (region != Region::kBottom || shell.layout.bottom_open);
}

/// Brings up to date what is derived from the document besides the other pairs' verdicts, as far as a panel shows it.
void updateShown(Workspace& workspace, const ShellState& shell) {
  const ViewState& look = workspace.view;
  if (isInFront(shell, PanelId::kVolumes) || !look.volumes.empty() || look.carried_box || look.refitted_box ||
      workspace.fitted.pieces.made != nullptr)
    updateVolumes(workspace);
  if (isInFront(shell, PanelId::kLearn)) loadShelf(workspace);
  if (shell.samples.open) loadSamples(workspace);
  if (isInFront(shell, PanelId::kSweep)) updateQueries(workspace);
  if (isInFront(shell, PanelId::kScene)) updateExpected(workspace);
  if (isInFront(shell, PanelId::kJury)) updateJury(workspace);
  if (isInFront(shell, PanelId::kTimeline)) followPairHistory(workspace);
}

}  // namespace

void drawShell(Workspace& workspace, ShellState& shell, Outbox& outbox) {
  updateReports(workspace, 0);
  updateShown(workspace, shell);
  workspace.view.hovered_axis.reset();
  workspace.view.hovered.clear();
  constexpr float kPause = 0.1f;
  const float passed = ImGui::GetIO().DeltaTime;
  if (shell.frame_seconds > 0 && passed < kPause) shell.frame_seconds += (passed - shell.frame_seconds) * 0.1f;
  ActionContext context{workspace, workspace.view, shell, outbox};
  if (!followKeys(shell, workspace)) runShortcuts(context);
  playSteps(shell.steps, workspace, workspace.view);
  playMotion(workspace, workspace.view, outbox);
  playSweep(workspace, workspace.view);
  playReplay(workspace, ImGui::GetIO().DeltaTime);
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
  drawBundleDialogs(workspace, shell, outbox);
  if (!shell.files.open) drawPasteDialog(shell.paste, workspace, outbox);  // it waits while the open case is saved
  drawFileDialog(shell.files, workspace, workspace.view,
                 outbox);  // after those that ask for it: its Esc must not close them, too
  followSave(shell.guard, shell.files, outbox);
  drawSaveGuard(shell.guard, shell.files, workspace, outbox);
  drawSettingsPage(context);
  drawKeysPage(context);
  drawSamplesPage(context);
  drawExplanation(shell);
  drawAboutDialog(shell.about_open);
  ImGui::End();
  walkIntoLists(shell.keys_at);
  drawKeyFocus(shell.keys_at, workspace.view.theme);
  drawToasts(workspace.toasts, shell.toasts, workspace.view.theme,
             workspace.view.less_motion ? ToastTime::kUntilClicked : ToastTime::kSeconds);
}

void followTabs(Workspace& workspace, const ShellState& shell) {
  workspace.view.contacts_shown = isInFront(shell, PanelId::kContacts);
  workspace.view.sweep_shown = isInFront(shell, PanelId::kSweep);
  workspace.view.replay.shown = isInFront(shell, PanelId::kTimeline);
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
  paintViewport(workspace, shell.viewport, viewport_texture, picture);
  paintSidePane(workspace, shell.viewport.pane, *shell.viewport.list);
  followFigure(workspace, {shell.viewport.width, shell.viewport.height});
}

std::optional<double> nextFrameIn(const Workspace& workspace) {
  constexpr double kProgressSeconds = 0.1, kBlinkSeconds = 0.1;
  const bool tests_here = workspace.reports.waiting > 0 && !workspace.jobs->isInBackground();
  const bool looks_anew = showsScene(workspace) && (workspace.wants_new_view || workspace.wants_frame_view);
  if (tests_here || workspace.wants_reset_layout || looks_anew) return 0;
  if (workspace.view.sweep_shown && workspace.view.sweep_plays) return 0;
  if (workspace.view.gjk.slide) return 0;
  if (workspace.view.mesh.plays || workspace.view.sound.plays || workspace.view.searches_bytes ||
      workspace.figure.reel != nullptr)
    return 0;
  if (workspace.view.motion_plays && showsScene(workspace)) return 0;
  if (workspace.view.replay.plays && !isReplayEdited(workspace)) return 0;
  const bool is_curve_growing =
      workspace.view.replay.shown && workspace.replay.history.of != nullptr &&
      workspace.replay.history.of == workspace.replay.recording &&
      workspace.replay.history.from + workspace.replay.history.gaps.size() < workspace.replay.recording->end();
  if (is_curve_growing) return 0;
  std::optional<double> next;
  const auto request = [&](double seconds) { next = std::min(next.value_or(seconds), std::max(seconds, 0.0)); };
  if (!workspace.jobs->isIdle()) request(kProgressSeconds);
  if (workspace.view.lab.jury_shown && workspace.jury.pool != nullptr && workspace.jury.pool->isAsked())
    request(kProgressSeconds);
  if (ImGui::GetCurrentContext() == nullptr) return next;
  const bool is_still = workspace.view.less_motion;
  if (ImGui::GetIO().WantTextInput && !is_still) request(kBlinkSeconds);
  if (workspace.view.gjk.playing) request(workspace.view.gjk.next_at - ImGui::GetTime());
  if (workspace.view.pressed.until > ImGui::GetTime()) request(workspace.view.pressed.until - ImGui::GetTime());
  if (workspace.view.row_by_row.plays) request(workspace.view.row_by_row.next_at - ImGui::GetTime());
  for (const Toast& toast : workspace.toasts) {
    if (toast.shown_until == 0 || !is_still) request(toast.shown_until == 0 ? 0 : toast.shown_until - ImGui::GetTime());
  }
  return next;
}

}  // namespace sepax
