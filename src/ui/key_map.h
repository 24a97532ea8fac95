#pragma once

#include "ui/kit/keys.h"

namespace sepax {

struct Action;

[[nodiscard]] Shortcut shortcutOf(const KeyMap& keys, const Action& action);

/// Gives an action a key, or none. A key belongs to one action: the one that loses it is returned, else null.
const Action* giveKey(KeyMap& keys, const Action& action, const Shortcut& shortcut);

}  // namespace sepax
