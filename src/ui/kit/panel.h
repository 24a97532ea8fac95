#pragma once

#include "ui/kit/regions.h"

#include <imgui.h>

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <typeindex>
#include <vector>

namespace sepax {

struct Outbox;
struct Panel;
struct ViewState;
struct Workspace;

/// The memory of panels and their dialogs between frames: one value of each type, made when it is first asked for.
class PanelStates {
 public:
  template <class State>
  [[nodiscard]] State& of() {
    std::shared_ptr<void>& held = held_[typeid(State)];
    if (held == nullptr) held = std::make_shared<State>();
    return *static_cast<State*>(held.get());
  }

 private:
  std::map<std::type_index, std::shared_ptr<void>> held_;
};

/// All that a panel may look at and change. The document changes only through the outbox.
struct PanelContext {
  const Workspace& workspace;
  ViewState& view;
  Outbox& outbox;
  PanelStates& states;
  std::vector<const Panel*>& to_front;  ///< their tabs come to the front in the next frame
  template <class State>
  [[nodiscard]] State& state() const {
    return states.of<State>();
  }
  void show(const Panel& panel) const { to_front.push_back(&panel); }
};

/// A panel: its tab, how it draws itself, and all that the window does for it. Adding one: its files, and a row in
/// ui/panels.cpp.
struct Panel {
  const char* word;   ///< its name in settings and scripts
  const char* title;  ///< a key of tr()
  const char* help;   ///< one too: a few sentences for a user who sees the panel for the first time
  Region home;        ///< its region, until the user moves it
  void (*draw)(PanelContext& context);
  std::string (*badge)(const Workspace& workspace) = nullptr;  ///< what follows the title on the tab, if anything
  bool (*offered)(const Workspace& workspace) = nullptr;       ///< whether it has a tab; null: always
  bool shows_answers = false;                                  ///< is covered while a lesson asks for a prediction
  bool is_of_bundle = false;  ///< is not the tab in front that a new window remembers: it has no bundle yet
  bool& (*shown)(ViewState& view) = nullptr;  ///< the flag that is true while it is in front

  // In each frame, in this order.
  void (*before)(Workspace& workspace,
                 PanelStates& states) = nullptr;  ///< before anything is drawn: what plays goes on
  /// Brings up to date what it shows, while it is in front or `needs_update`; before and after the frame's commands.
  void (*update)(Workspace& workspace) = nullptr;
  bool (*needs_update)(const Workspace& workspace) = nullptr;
  /// When all panels are drawn: its dialogs, and its requests to others. Not while the file dialog is open, whose place
  /// they would take.
  void (*after)(PanelContext& context) = nullptr;
  /// Seconds until it wants a frame without input, in front or not.
  std::optional<double> (*next_frame)(const Workspace& workspace) = nullptr;
};

/// For Panel::next_frame: at once, or at an ImGui time; nullopt when not.
[[nodiscard]] inline std::optional<double> atOnceIf(bool wanted) { return wanted ? std::optional(0.0) : std::nullopt; }
[[nodiscard]] inline std::optional<double> atTimeIf(bool wanted, double time) {
  return wanted ? std::optional(time - ImGui::GetTime()) : std::nullopt;
}

/// Whether a panel has a tab now.
[[nodiscard]] inline bool isOffered(const Panel& panel, const Workspace& workspace) {
  return panel.offered == nullptr || panel.offered(workspace);
}

}  // namespace sepax
