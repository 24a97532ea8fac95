#include "ui/key_map.h"

#include "ui/actions.h"

namespace sepax {

Shortcut shortcutOf(const KeyMap& keys, const Action& action) {
  const auto changed = keys.changed.find(action.id);
  return changed == keys.changed.end() ? action.shortcut : changed->second;
}

const Action* giveKey(KeyMap& keys, const Action& action, const Shortcut& shortcut) {
  const auto set = [&](const Action& to, const Shortcut& key) {
    if (key == to.shortcut) {
      keys.changed.erase(to.id);
    } else {
      keys.changed[to.id] = key;
    }
  };
  const Action* loser = nullptr;
  for (const Action& other : actions()) {
    if (shortcut.key == kKeyNone || other.id == action.id || shortcutOf(keys, other) != shortcut) continue;
    set(other, {});
    loser = &other;
  }
  set(action, shortcut);
  return loser;
}

}  // namespace sepax
