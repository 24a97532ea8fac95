#pragma once

#include "core/catalogue.h"
#include "scratch.h"
#include "session/process.h"
#include "session/viewport_picture.h"
#include "session/workspace.h"
#include "ui/bundle/bundle_head.h"
#include "ui/bundle/panel_bundle.h"
#include "ui/bundle/panel_preview.h"
#include "ui/bundle/panel_problems.h"
#include "ui/bundle/panel_sides.h"
#include "ui/kit/keys.h"
#include "ui/lab/panel_jury.h"
#include "ui/lab/panel_lab.h"
#include "ui/lab/panel_timeline.h"
#include "ui/learn/panel_learn.h"
#include "ui/scene/panel_contacts.h"
#include "ui/scene/panel_history.h"
#include "ui/scene/panel_inspector.h"
#include "ui/scene/panel_landscape.h"
#include "ui/scene/panel_steps.h"
#include "ui/scene/panel_sweep.h"
#include "ui/scene/panel_volumes.h"
#include "ui/settings.h"
#include "ui/shell.h"
#include "ui/window_parts.h"

#include <imgui.h>
#include <imgui_internal.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <iterator>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace sepax {

/// The whole window without a window: real panels, real fonts, mouse and keys from the test, nothing drawn on a screen.
class HeadlessWindow {
 public:
  explicit HeadlessWindow(float width = 1280, float height = 720) {
    // A test that presses every button must bring no engine of npm into the user's folder.
    setenv("XDG_DATA_HOME", (scratchFolder() + "/data").c_str(), 1);
    setenv("npm_config_cache", (scratchFolder() + "/npm").c_str(), 1);
    setenv("npm_config_offline", "true", 1);
    ImGui::CreateContext();
    ImGuiIO& io = ImGui::GetIO();
    io.IniFilename = nullptr;
    io.BackendFlags |= ImGuiBackendFlags_RendererHasVtxOffset;  // as the OpenGL backend: long lists need it
    io.DisplaySize = {width, height};
    io.DeltaTime = 1.0f / 60;
    // As the SDL backend of ImGui 1.86 does; the tests are built with that version only.
    for (const auto& [named, key] : {std::pair(ImGuiKey_Enter, int(kKeyEnter)),
                                     {ImGuiKey_Escape, kKeyEscape},
                                     {ImGuiKey_Backspace, kKeyBackspace},
                                     {ImGuiKey_Delete, kKeyDelete},
                                     {ImGuiKey_UpArrow, kKeyUp},
                                     {ImGuiKey_DownArrow, kKeyDown},
                                     {ImGuiKey_LeftArrow, kKeyLeft},
                                     {ImGuiKey_RightArrow, kKeyRight},
                                     {ImGuiKey_A, int('A')},
                                     {ImGuiKey_Tab, int(kKeyTab)},
                                     {ImGuiKey_Space, int(' ')}}) {
      io.KeyMap[named] = imguiKey(key);
    }
    registerSettings(workspace, shell);
    workspace.history = History(defaultDocument());
    workspace.wants_frame_view = true;
    Outbox first;
    process(workspace, first);
  }
  HeadlessWindow(const HeadlessWindow&) = delete;
  HeadlessWindow& operator=(const HeadlessWindow&) = delete;
  ~HeadlessWindow() {
    ImGui::DestroyContext();
    (void)setLanguage(Language::kEnglish);
  }

  /// One frame: everything the panels sent is kept in `sent` and executed.
  void frame(int count = 1) {
    for (int i = 0; i < count; ++i) {
      if (prepareFrame(workspace, shell)) {
        unsigned char* pixels = nullptr;
        ImGui::GetIO().Fonts->GetTexDataAsAlpha8(&pixels, &atlas_width, &atlas_height);
        ImGui::GetIO().Fonts->SetTexID(reinterpret_cast<ImTextureID>(1));
      }
      std::fill(std::begin(ImGui::GetIO().NavInputs), std::end(ImGui::GetIO().NavInputs),
                0.0f);  // as the SDL backend does
      pressByEnter(shell);
      ImGui::NewFrame();
      if (!text_file.empty()) ImGui::LogToFile(-1, text_file.c_str());
      Outbox outbox;
      drawShell(workspace, shell, outbox);
      sent = outbox;
      finishFrame(workspace, shell, nullptr, picture, outbox);
      ImGui::Render();
    }
  }

  void moveTo(float x, float y) {
    ImGui::GetIO().MousePos = {x, y};
    frame();
  }
  void click(float x, float y, bool ctrl = false) {
    moveTo(x, y);
    ImGui::GetIO().KeyCtrl = ctrl;
    ImGui::GetIO().MouseDown[0] = true;
    frame();
    ImGui::GetIO().MouseDown[0] = false;
    frame();
    ImGui::GetIO().KeyCtrl = false;
    frame();
  }
  void press(const Shortcut& shortcut) {
    hold(shortcut, true);
    frame();
    const Outbox first = sent;
    hold(shortcut, false);
    frame();
    sent = first;
  }
  void type(const std::string& text) {
    ImGui::GetIO().AddInputCharactersUTF8(text.c_str());
    frame();
  }

  /// Moves the mouse over a rectangle until `found` holds; true with the mouse left there.
  bool scan(const ImVec2& low, const ImVec2& high, float step_x, float step_y, const std::function<bool()>& found) {
    for (float y = low.y; y < high.y; y += step_y) {
      for (float x = low.x; x < high.x; x += step_x) {
        moveTo(x, y);
        if (found()) return true;
      }
    }
    return false;
  }

  /// Clicks the item with this label at the top level of a window, wherever it is. False when it is not there.
  bool clickItem(const std::string& window_part, const char* label) {
    ImGuiWindow* window = findWindow(window_part);
    if (window == nullptr) return false;
    const ImGuiID id = window->GetID(label);
    const std::optional<ImRect> place = placeOf(*window, id);
    if (!place) return false;
    const ImVec2 middle = place->GetCenter();
    const auto is_hovered = [&] { return ImGui::GetCurrentContext()->HoveredId == id; };
    moveTo(middle.x, middle.y);
    if (!is_hovered() && !scan(place->Min, place->Max, 8, 6, is_hovered)) return false;
    const ImVec2 at = ImGui::GetIO().MousePos;
    click(at.x, at.y);
    return true;
  }

  /// Where a window draws an item; null when it does not. ImGui keeps the place of the item in focus.
  std::optional<ImRect> placeOf(ImGuiWindow& window, ImGuiID id) {
    ImGuiContext& imgui = *ImGui::GetCurrentContext();
    const ImGuiID focused = std::exchange(imgui.NavId, id);
    ImGuiWindow* const focused_window = std::exchange(imgui.NavWindow, &window);
    const ImGuiNavLayer layer = imgui.NavLayer;
    const ImGuiID scope = imgui.NavFocusScopeId;
    frame();
    const bool is_drawn = imgui.NavIdIsAlive;
    const ImRect place = ImGui::WindowRectRelToAbs(&window, window.NavRectRel[imgui.NavLayer]);
    imgui.NavId = focused;
    imgui.NavWindow = focused_window;
    imgui.NavLayer = layer;
    imgui.NavFocusScopeId = scope;
    return is_drawn ? std::optional(place) : std::nullopt;
  }

  /// Unfolds every part of a panel: a click somewhere in it may have folded one.
  static void unfold(const std::string& window_part) {
    if (ImGuiWindow* window = findWindow(window_part)) {
      for (auto& pair : window->StateStorage.Data) pair.val_i = 1;
    }
  }

  /// The active window whose name contains a text.
  static ImGuiWindow* findWindow(const std::string& part) {
    for (ImGuiWindow* window : ImGui::GetCurrentContext()->Windows) {
      if (window->WasActive && std::string(window->Name).find(part) != std::string::npos) return window;
    }
    return nullptr;
  }

  void showTab(const Panel& panel) {
    showPanel(shell, panel);
    frame(2);
  }

  /// Every text of a frame.
  std::string shownTexts(const std::string& file) {
    std::remove(file.c_str());
    text_file = file;
    frame();
    text_file.clear();
    std::ifstream in(file);
    return {std::istreambuf_iterator<char>(in), {}};
  }

  Workspace workspace;
  ShellState shell;
  ViewportPicture picture;
  Outbox sent;
  int atlas_width = 0, atlas_height = 0;
  std::string text_file;  ///< every text of a frame is appended to it, until the first popup or tooltip ends

 private:
  static void hold(const Shortcut& shortcut, bool down) {
    ImGuiIO& io = ImGui::GetIO();
    io.KeyCtrl = down && shortcut.ctrl;
    io.KeyShift = down && shortcut.shift;
    io.KeysDown[imguiKey(shortcut.key)] = down;
  }
};

}  // namespace sepax
