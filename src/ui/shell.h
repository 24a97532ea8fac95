#pragma once

#include "collide/pair_table.h"
#include "session/requests.h"
#include "session/view_state.h"
#include "ui/dialogs/file_dialog.h"
#include "ui/dialogs/paste_dialog.h"
#include "ui/dialogs/save_guard.h"
#include "ui/key_map.h"
#include "ui/kit/fonts.h"
#include "ui/kit/panel.h"
#include "ui/kit/regions.h"
#include "ui/kit/toasts.h"
#include "ui/panels.h"
#include "ui/samples_page.h"
#include "ui/scene/panel_axes.h"
#include "ui/scene/panel_console.h"
#include "ui/scene/panel_scene.h"
#include "ui/viewport/viewport.h"
#include "ui/window_parts.h"

#include <imgui.h>

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace sepax {

struct ScriptStage;
struct ViewportPicture;
struct Workspace;

/// A part of the window in a few sentences, for a user who sees it for the first time.
struct Explanation {
  const char* title;  ///< keys of tr()
  const char* text;
};

/// Sizes and open tabs; persists in imgui.ini as [Sepax][Layout].
struct Layout : RegionShares {
  std::array<const Panel*, kRegionCount> tab{&kScenePanel, &kAxesPanel, &kConsolePanel};
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
struct ShellState : PanelStates {
  std::vector<const Panel*> panels{sepax::panels().begin(), sepax::panels().end()};  ///< in the order of their tabs
  std::vector<const Panel*> to_front;     ///< panels whose tabs come to the front in the next frame
  std::vector<std::string> palette_runs;  ///< what was run by the palette, by English names, the last first
  Layout layout;
  Fonts fonts;
  ViewportState viewport;
  PasteDialog paste;
  SamplesPage samples;
  PaletteState palette;
  Region presented = Region::kRight;             ///< whose panel a projector shows
  std::optional<Explanation> wants_explanation;  ///< is to be opened where the mouse is
  std::optional<Explanation> explanation;        ///< is open
  Regions regions;                               ///< of the last frame
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
  float frame_seconds = 1.0f / 60;            ///< smoothed, without the pauses; negative: a still picture, no rate
  Middle middle_seen = Middle::kScene;        ///< what the tabs above the middle were last drawn for
  float toolbar_height = 0;                   ///< of the last frame: items wrap when the window is narrow
  std::shared_ptr<const void> texts_listing;  ///< whose characters the fonts know
  Language texts_language = Language::kEnglish;
  std::string algorithm_seen =
      pairAlgorithms().front().name;        ///< another kind brings the tab that explains it to the front
  std::string lesson_seen;                  ///< the first lesson makes room for its panel
  std::shared_ptr<const void> bundle_seen;  ///< a newly opened bundle brings its panel to the front
};

/// The word of the panel that belongs to what is looked at: the one below while that is open, but for the console, else
/// on the right.
[[nodiscard]] const char* panelBeside(const ShellState& shell);
/// Brings a panel's tab to the front.
void showPanel(ShellState& shell, const Panel& panel);

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
void pressByEnter(ShellState& shell);

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
[[nodiscard]] std::optional<double> nextFrameIn(const Workspace& workspace, const ShellState& shell);

}  // namespace sepax
