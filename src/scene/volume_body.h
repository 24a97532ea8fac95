#pragma once

#include "core/error.h"
#include "geom/bounding_volumes.h"
#include "geom/capsule_fit.h"
#include "scene/document.h"

namespace sepax {

/// A body without an id that is exactly the fitted volume where it was fitted: sphere, box along the axes, rotated box, hull (of a hull or
/// k-DOP). Refuses planar volumes and k-DOPs and hulls without volume.
[[nodiscard]] Result<Body> bodyOf(const FittedVolume& volume);

[[nodiscard]] Body bodyOf(const FittedCapsule& capsule);

}  // namespace sepax
