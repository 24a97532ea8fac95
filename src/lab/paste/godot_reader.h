#pragma once

#include "lab/paste/found.h"

#include <string_view>

namespace sepax::paste {

/// Whether a text is of Godot's scene files: "[sub_resource type=…", "[node name=…".
[[nodiscard]] bool holdsGodotScene(std::string_view text);

/// Shapes of nodes that have one, where their parents carry them.
void readGodotScene(std::string_view text, Findings& findings);

}  // namespace sepax::paste
