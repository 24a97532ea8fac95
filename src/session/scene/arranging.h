#pragma once

#include "document/document.h"

#include <vector>

namespace sepax {

/// The part of the bodies' bounds that is aligned.
enum class AlignAt { kMin, kMiddle, kMax };

/// The bodies moved along a coordinate axis so that their bounds line up with those of the last one.
[[nodiscard]] std::vector<Body> aligned(std::vector<Body> bodies, int axis, AlignAt at);

/// The bodies moved along a coordinate axis so that the gaps between their bounds are equal; the outermost stay.
[[nodiscard]] std::vector<Body> distributed(std::vector<Body> bodies, int axis);

/// The bodies rotated together about an axis (unit) through a point.
[[nodiscard]] std::vector<Body> rotatedTogether(std::vector<Body> bodies, const Vec3& centre, const Vec3& axis,
                                                double angle);

/// A body's rotation after another one about a world axis, radians, in the form that it has.
[[nodiscard]] Rotation rotatedBy(const Body& body, const Vec3& axis, double angle);

}  // namespace sepax
