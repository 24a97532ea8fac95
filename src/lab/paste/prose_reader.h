#pragma once

#include "lab/paste/found.h"

#include <string_view>

namespace sepax::paste {

/// Reads lines: FCL's exception text, "key = value" prose, logs, Unity and Unreal transforms, ODE's and others' dumps.
/// Labels ("Shape 1", "A:") say which body a line is about, words which shape and which part, and the numbers behind
/// them are its values; rows of numbers alone are a matrix.
void readProse(std::string_view text, Findings& findings);

/// Whether the text is an exception of FCL's.
[[nodiscard]] bool isFclText(std::string_view text);

}  // namespace sepax::paste
