#pragma once

#include "lab/paste/found.h"

#include <string_view>

namespace sepax::paste {

/// Whether the text holds points of Wavefront's OBJ, and faces or several objects.
[[nodiscard]] bool holdsObj(std::string_view text);

/// Reads every object of OBJ text: a mesh, or a hull where the answer to "mesh" says so or no object has faces. An
/// object begins with "o", with "g" where no "o" is, and where points follow faces: several files may stand one below
/// the other, each counting from 1.
void readObj(std::string_view text, Findings& findings);

}  // namespace sepax::paste
