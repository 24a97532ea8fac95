#pragma once

#include "ui/kit/keys.h"

#include <map>
#include <string>

namespace sepax {

struct Action;

/// The keys that the user has changed, by the action's id; kKeyNone: it has none.
struct KeyMap {
  std::map<std::string, Shortcut> changed;
};

[[nodiscard]] Shortcut shortcutOf(const KeyMap& keys, const Action& action);

/// Gives an action a key, or none. A key belongs to one action: the one that loses it is returned, else null.
const Action* giveKey(KeyMap& keys, const Action& action, const Shortcut& shortcut);

}  // namespace sepax
