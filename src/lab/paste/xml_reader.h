#pragma once

#include "lab/paste/found.h"

#include <string_view>

namespace sepax::paste {

/// Whether the text holds elements of MJCF, URDF or SDF, also inside another language's strings.
[[nodiscard]] bool holdsModelXml(std::string_view text);

/// Reads the geoms of MJCF and the collisions of URDF and SDF, each as a body of its own, with the frames around it
/// taken along. No entities, no includes: nothing but what the text itself says.
void readModelXml(std::string_view text, Findings& findings);

}  // namespace sepax::paste
