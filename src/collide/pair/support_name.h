#pragma once

#include <string>

#include "collide/pair/pair.h"

namespace sepax {

/// "A side", "B top rim", "A apex", "B face 3": what of a convex shape is farthest along a unit direction, world. `who`
/// is 'A' or 'B'.
[[nodiscard]] std::string supportFeatureName(char who, const PosedShape& shape, const Vec3& direction);

}  // namespace sepax
