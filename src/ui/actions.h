#pragma once

#include "ui/kit/keys.h"
#include "ui/shell.h"

#include <functional>
#include <span>
#include <string>
#include <vector>

namespace sepax {

enum class Menu { kFile, kEdit, kView, kBody, kPair, kLearn, kBundle, kHelp };
[[nodiscard]] const char* menuName(Menu menu);
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

/// The algorithms that take shapes of the document's space, in the order of the table.
[[nodiscard]] std::vector<const PairAlgorithm*> offeredAlgorithms(const Document& document);

[[nodiscard]] std::span<const Action> actions();
[[nodiscard]] const Action* findAction(const std::string& id);
[[nodiscard]] bool isEnabled(const Action& action, const ActionContext& context);

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
[[nodiscard]] std::span<const ActionList> actionLists();

}  // namespace sepax
