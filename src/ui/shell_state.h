#pragma once

#include "collide/pair_table.h"
#include "session/host/view_state.h"
#include "session/requests.h"
#include "ui/dialogs/paste_dialog.h"
#include "ui/dialogs/save_guard.h"
#include "ui/kit/canvas.h"
#include "ui/kit/keys.h"
#include "ui/kit/panel.h"
#include "ui/kit/regions.h"
#include "ui/kit/theme.h"
#include "ui/kit/toasts.h"
#include "ui/panels.h"
#include "ui/scene/panel_axes.h"
#include "ui/scene/panel_history.h"
#include "ui/scene/panel_scene.h"
#include "ui/viewport/viewport.h"

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace sepax {

struct Workspace;

/// The parts of the window in the order in which F6 goes through them.
enum class Part : std::uint8_t {
  kMiddle,
  kLeft,
  kLeftLower,
  kBottom,
  kBottomRight,
  kRight,
  kRightLower,
  kFloating,
  kToolbar,
  kStatus
};
inline constexpr int kPartCount = 10;

/// Which part has the keys. In the scene they are the tools'; in any other part arrow keys walk from item to item,
/// Enter and Space press the one in focus, and Esc goes back to the scene. A click of the mouse ends that, or on a row
/// of a list begins it there.
struct KeyFocus {
  Part part = Part::kMiddle;
  bool walks = false;      ///< arrow keys walk there
  bool wanted = false;     ///< the part is to take the keys in the next frame that draws it
  bool is_paused = false;  ///< while Ctrl is held
  bool by_click = false;  ///< a click on a row of a list began the walk: until an arrow key goes on, other keys do what
                          ///< they do elsewhere
  unsigned window = 0;    ///< ImGui's id of the one in which the walk began: it goes into lists below, not beyond
  unsigned list = 0;      ///< and of a list that is to take the keys in the next frame
};

/// All samples and the corpus with picture, title and first line, to search and to open.
struct SamplesPage {
  bool open = false;
  std::string filter;
  PictureView pictures;  ///< of all cards
};

/// How to begin, over everything until it is closed.
struct StartPage {
  bool open = false;
  PictureView pictures;       ///< of the files that were open before
  std::uint64_t opening = 0;  ///< what was open when it opened: anything else closes it
  std::shared_ptr<const void> bundle;
};

/// A part of the window in a few sentences, for a user who sees it for the first time.
struct Explanation {
  const char* title;  ///< keys of tr()
  const char* text;
};

/// A panel that the user moved to another region.
struct MovedPanel {
  const Panel* panel;
  Region region;
  Rect part{0.3f, 0.25f, 0.4f, 0.5f};  ///< of the display, that a floating one covers
};

/// Sizes, places of panels and open tabs; persists in imgui.ini as [Sepax][Layout].
struct Layout : RegionShares {
  std::array<const Panel*, kRegionCount> tab{&kScenePanel, &kAxesPanel, &kConsolePanel};  ///< null: none is chosen
  std::vector<MovedPanel> moved;
  int window_width = 1280;  ///< pixels; the app opens its window this large and notes changes here
  int window_height = 720;
  bool window_maximised = false;  ///< it opens so; the size is the one that it has otherwise
};

/// The dialog that keeps layouts by name.
struct LayoutsPage {
  bool open = false;
  std::string name;  ///< of the one to keep
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
  bool floats = false;                         ///< a panel did in the last frame
  UsedRegions used = kUsualRegions;            ///< in the last frame
  std::map<std::string, std::string> layouts;  ///< kept by name, each as settings have it in one line
  LayoutsPage layouts_page;
  Fonts fonts;
  ViewportState viewport;
  PasteDialog paste;
  SamplesPage samples;
  StartPage start;
  PaletteState palette;
  Region presented = Region::kRight;             ///< whose panel a projector shows
  std::optional<Camera> camera_before;           ///< of the scene, until the presentation ends that framed it
  std::optional<Explanation> wants_explanation;  ///< is to be opened where the mouse is
  std::optional<Explanation> explanation;        ///< is open
  Regions regions;                               ///< of the last frame
  KeyFocus keys_at{.wanted = true};              ///< a fresh window: the scene, so that its keys work at once
  bool wants_menus = false;                      ///< the keys are to go to the menu bar
  bool about_open = false;
  bool settings_open = false;
  bool keys_open = false;
  KeyMap keys;
  std::string keys_filter;  ///< of their page
  std::string keys_note;    ///< there: who lost a key last
  SaveGuard guard;
  RecoveryDialog recovery;

  ToastRoom toasts;
  std::shared_ptr<void> settings;  ///< of the ini handler

  // The state that the frame was prepared for.
  Theme theme = Theme::kDark;
  float style_scale = 0;
  std::array<bool, kRegionCount> select_tab{true, true, true, true, true, true};  ///< bring layout.tab to the front in
                                                                                  ///< the next frame
  const Panel* raised = nullptr;     ///< a floating panel that comes over the others in the next frame
  std::array<float, 2> placed_in{};  ///< the display that floating panels were placed in
  int tab_frames = 0;  ///< a tab that comes to the front is drawn so only in a later frame: so many are still to come
  int navigation_frames = 0;                  ///< ImGui's keyboard navigation stays on this long
  double motion_speed = 1;                    ///< of what plays, smoothed: 1 is the speed of real time
  std::uint64_t motion_steps = 0;             ///< of the last frame
  float frame_seconds = 1.0f / 60;            ///< smoothed, without the pauses; negative: a still picture, no rate
  float shown_frame_seconds = 1.0f / 60;      ///< as the status line has it,
  double frame_seconds_shown_at = 0;          ///< since this of ImGui's time: a number of every frame is unreadable
  Middle middle_seen = Middle::kScene;        ///< what the tabs above the middle were last drawn for
  float toolbar_height = 0;                   ///< of the last frame: items wrap when the window is narrow
  std::shared_ptr<const void> texts_listing;  ///< whose characters the fonts know
  Language texts_language = Language::kEnglish;
  std::string algorithm_seen =
      pairAlgorithms().front().name;        ///< another kind brings the tab that explains it to the front
  std::shared_ptr<const void> bundle_seen;  ///< a newly opened bundle brings its panel to the front
};

enum class Menu { kFile, kEdit, kView, kBody, kPair, kLearn, kBundle, kHelp };
inline constexpr int kMenuCount = 8;

/// The state that an action may look at and change. The document changes only through the outbox.
struct ActionContext {
  const Workspace& workspace;
  ViewState& view;
  ShellState& shell;
  Outbox& outbox;
};

/// One thing the user can do. Menus, shortcuts, the command palette, toolbar buttons and the keyboard help all read
/// this table.
struct Action {
  const char* id;
  Menu menu;
  const char* name;  ///< a key of tr()
  const char* tip;   ///< a key of tr(), too
  Shortcut shortcut;
  void (*run)(ActionContext&);
  bool (*enabled)(const ActionContext&) = nullptr;        ///< null: always
  bool (*checked)(const ActionContext&) = nullptr;        ///< null: has no on and off
  std::string (*detail)(const ActionContext&) = nullptr;  ///< what follows the name: what undo takes back
  bool separator_before = false;
};

/// A submenu whose entries depend on what is there: samples on disk, recent files, shape kinds, algorithms.
struct ListedAction {
  std::string name;
  std::string tip = {};
  std::function<void(ActionContext&)> run;
  bool checked = false;
  std::string english = {};  ///< what the palette finds it by besides its name, where that is translated
};
struct ActionList {
  const char* id;
  Menu menu;
  const char* name;
  const char* after;  ///< id of the action that it follows in its menu
  std::vector<ListedAction> (*entries)(const ActionContext&);
};
}  // namespace sepax
