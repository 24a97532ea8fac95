#pragma once

#include "ui/kit/panel.h"

#include <span>

namespace sepax {

/// All panels in the order of their tabs.
[[nodiscard]] std::span<const Panel* const> panels();

}  // namespace sepax
