#pragma once

#include "collide/pair_table.h"
#include "session/requests.h"
#include "session/view_state.h"
#include "ui/bundle/edits_dialog.h"
#include "ui/bundle/extract_dialog.h"
#include "ui/bundle/pack_dialog.h"
#include "ui/bundle/panel_bundle.h"
#include "ui/bundle/panel_lint.h"
#include "ui/bundle/panel_preview.h"
#include "ui/bundle/panel_problems.h"
#include "ui/bundle/panel_search.h"
#include "ui/bundle/panel_sides.h"
#include "ui/dialogs/collider_dialog.h"
#include "ui/dialogs/file_dialog.h"
#include "ui/dialogs/lesson_step_dialog.h"
#include "ui/dialogs/paste_dialog.h"
#include "ui/dialogs/save_guard.h"
#include "ui/key_map.h"
#include "ui/kit/fonts.h"
#include "ui/kit/regions.h"
#include "ui/kit/toasts.h"
#include "ui/lab/panel_lab.h"
#include "ui/lab/panel_timeline.h"
#include "ui/learn/panel_learn.h"
#include "ui/samples_page.h"
#include "ui/scene/panel_axes.h"
#include "ui/scene/panel_console.h"
#include "ui/scene/panel_inspector.h"
#include "ui/scene/panel_landscape.h"
#include "ui/scene/panel_scene.h"
#include "ui/scene/panel_steps.h"
#include "ui/scene/panel_sweep.h"
#include "ui/viewport/viewport.h"
#include "ui/window_parts.h"

#include <imgui.h>

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace sepax {

struct Explanation;
struct Samples;
struct ScriptStage;
struct ViewportPicture;
struct Workspace;

/// The regions around the viewport that hold tabs.
enum class Region { kLeft, kRight, kBottom };
inline constexpr int kRegionCount = 3;

/// The panels in the order of their tabs.
enum class PanelId : std::uint8_t {
  kScene,
  kBundle,
  kLearn,
  kAxes,
  kSteps,
  kInspector,
  kContacts,
  kVolumes,
  kPreview,
  kLandscape,
  kSweep,
  kTimeline,
  kHistory,
  kConsole,
  kProblems,
  kLint,
  kSearch,
  kJury,
  kLab
};

/// Sizes and open tabs; persists in imgui.ini as [Sepax][Layout].
struct Layout : RegionShares {
  std::array<PanelId, kRegionCount> tab{PanelId::kScene, PanelId::kAxes, PanelId::kConsole};
  int window_width = 1280;  ///< pixels; the app opens its window this large and notes changes here
  int window_height = 720;
};

/// Command palette (Ctrl+P).
struct PaletteState {
  bool open = false;
  bool just_opened = false;
  std::string text;
  int chosen = 0;
  int shown = 0;  ///< candidates of the last frame: the popup is as tall as they need
  float mouse_x = 0,
        mouse_y = 0;  ///< where the mouse was when it opened: what lies under a resting hand is not explained
};

/// Everything the window remembers between frames besides the workspace. One instance for the life of the ImGui
/// context.
struct ShellState {
  std::vector<std::string> palette_runs;  ///< what was run by the palette, by English names, the last first
  Layout layout;
  Fonts fonts;
  ViewportState viewport;
  ScenePanel scene;
  BundlePanel bundle;
  PreviewPanel preview;
  SidesPanel sides;
  ProblemsPanel problems;
  LintPanel lint;
  SearchPanel search;
  LearnPanel learn;
  LandscapePanel landscape;
  AxesPanel axes;
  StepsPanel steps;
  InspectorPanel inspector;
  ConsolePanel console;
  SweepPanel sweep;
  LabPanel lab;
  TimelinePanel timeline;
  PasteDialog paste;
  SamplesPage samples;
  FileDialog files;
  LessonStepDialog lesson_step;
  ExtractDialog extract;
  PackDialog pack;
  EditsDialog edits;
  ColliderDialog colliders;
  PaletteState palette;
  Region presented = Region::kRight;               ///< whose panel a projector shows
  const Explanation* wants_explanation = nullptr;  ///< is to be opened where the mouse is
  const Explanation* explanation = nullptr;        ///< is open
  Regions regions;                                 ///< of the last frame
  KeyFocus keys_at{.part = Part::kMiddle,
                   .walks = false,
                   .wanted = true};  ///< a fresh window: the scene, so that its keys work at once
  bool wants_menus = false;          ///< the keys are to go to the menu bar
  bool about_open = false;
  bool settings_open = false;
  bool keys_open = false;
  KeyMap keys;
  std::string keys_filter;  ///< of their page
  std::string keys_note;    ///< there: who lost a key last
  SaveGuard guard;

  ToastRoom toasts;
  std::shared_ptr<void> settings;  ///< of the ini handler

  // The state that the frame was prepared for.
  Theme theme = Theme::kDark;
  float style_scale = 0;
  std::array<bool, kRegionCount> select_tab{true, true, true};  ///< bring layout.tab to the front in the next frame
  int navigation_frames = 0;                                    ///< ImGui's keyboard navigation stays on this long
  float frame_seconds = 1.0f / 60;       ///< smoothed, without the pauses; negative: a still picture, no rate
  Middle middle_seen = Middle::kScene;   ///< what the tabs above the middle were last drawn for
  float toolbar_height = 0;              ///< of the last frame: items wrap when the window is narrow
  std::uint64_t texts_revision = ~0ull;  ///< of the document whose characters the fonts know
  std::shared_ptr<const void> texts_bundle;
  std::shared_ptr<const void> texts_listing;
  std::shared_ptr<const Samples> texts_samples;
  std::size_t texts_console = 0;
  Language texts_language = Language::kEnglish;
  std::string algorithm_seen =
      pairAlgorithms().front().name;        ///< another kind brings the tab that explains it to the front
  std::string lesson_seen;                  ///< the first lesson makes room for its panel
  std::shared_ptr<const void> bundle_seen;  ///< a newly opened bundle brings its panel to the front
};

/// A panel: its tab and how it draws itself. Adding one: a file with its state and its draw function, a member of
/// ShellState, an id, a row.
struct Panel {
  PanelId id;
  const char* word;   ///< its name in settings and scripts
  const char* title;  ///< a key of tr()
  Region region;
  void (*draw)(ShellState& shell, const Workspace& workspace, ViewState& view, Outbox& outbox);
  std::string (*badge)(const Workspace& workspace) = nullptr;  ///< what follows the title on the tab, if anything
  bool (*offered)(const Workspace& workspace) = nullptr;       ///< whether it has a tab; null: always
};
/// In the order of PanelId.
[[nodiscard]] std::span<const Panel> panels();
[[nodiscard]] const Panel& panelOf(PanelId id);
/// The word of the panel that belongs to what is looked at: the one below while that is open, but for the console, else
/// on the right.
[[nodiscard]] const char* panelBeside(const ShellState& shell);
/// Whether it has a tab now.
[[nodiscard]] bool isOffered(const Panel& panel, const Workspace& workspace);

/// Brings a panel's tab to the front.
void showPanel(ShellState& shell, PanelId id);

/// Where panels are not drawn, in a presentation or a picture of the viewport alone, it still explains what the tabs in
/// front do.
void followTabs(Workspace& workspace, const ShellState& shell);

/// A stage for scripts, whose words bring tabs to the front, too. Both objects must outlive it.
[[nodiscard]] ScriptStage scriptStage(Workspace& workspace, ShellState& shell);

/// Before every ImGui::NewFrame: style and fonts follow the view, "reset layout" is executed. True: the font atlas was
/// (re)built and its texture must be uploaded again.
[[nodiscard]] bool prepareFrame(Workspace& workspace, ShellState& shell);
/// Then, after the backend's NewFrame, which forgets what keys press, and before ImGui's own: Enter presses what is in
/// focus as the space bar does; in the file dialog it opens or saves.
void pressByEnter(const ShellState& shell);

/// The whole window as one root ImGui window that fills the display: takes in the input and sends commands. Draw at
/// least three frames before taking a still picture: regions measure themselves.
void drawShell(Workspace& workspace, ShellState& shell, Outbox& outbox);

/// The rest of the same frame, in this order: executes what was sent, brings the reports up to date, makes the
/// viewport's picture of them, paints the viewport. Before ImGui::Render(); then the app renders `picture` into
/// `viewport_texture`.
void finishFrame(Workspace& workspace, ShellState& shell, ImTextureID viewport_texture, ViewportPicture& picture,
                 Outbox& outbox);

/// Seconds until a frame should be drawn without input (0: now): pairs still to test, a job's progress, a blinking
/// cursor, the end of a toast. nullopt: the window rests.
[[nodiscard]] std::optional<double> nextFrameIn(const Workspace& workspace);

}  // namespace sepax
