#pragma once

#include "lab/paste/found.h"

#include <string_view>

namespace sepax::paste {

/// Whether the text holds a message of MoveIt with primitives and their poses, as YAML or JSON.
[[nodiscard]] bool holdsRosPrimitives(std::string_view text);

/// Reads CollisionObjects of moveit_msgs: each SolidPrimitive is a body, in its pose within the object's.
void readRosPrimitives(std::string_view text, Findings& findings);

/// The shape that a SolidPrimitive of shape_msgs is, by the number or the name of its type. Nullopt: none, or
/// dimensions are missing.
[[nodiscard]] std::optional<FoundShape> shapeOfPrimitive(std::string_view type, const Numbers& dimensions);

}  // namespace sepax::paste
