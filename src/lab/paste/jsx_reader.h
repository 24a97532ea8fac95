#pragma once

#include "lab/paste/found.h"

#include <string_view>

namespace sepax::paste {

/// Whether the text holds elements of react-three-fiber with shapes: a geometry or a collider.
[[nodiscard]] bool holdsJsx(std::string_view text);

/// Reads the geometries of meshes, and the colliders of react-three-rapier, each as a body in the frames of the
/// elements around it. In a <RigidBody> with colliders these count, not the meshes beside them.
void readJsx(std::string_view text, Findings& findings);

}  // namespace sepax::paste
