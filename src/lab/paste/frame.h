#pragma once

#include "geom/types.h"
#include "lab/paste/found.h"

#include <optional>

// Poses within poses, as files of models and scenes have them.

namespace sepax::paste {

/// Where something lies in the frame around it.
struct Frame : FoundPose {
  Vec3 factors{1.0};        ///< along its axes; `scale` says nothing
  bool is_sheared = false;  ///< no rotation and scale are all that it does; `factors` and `rotation` do not count then
};

[[nodiscard]] Vec3 vectorOf(const Numbers& numbers);
[[nodiscard]] Mat3 matrixOf(const std::optional<FoundRotation>& rotation);
[[nodiscard]] FoundRotation asMatrix(const Mat3& m);

/// Sets rotation and factors to what the matrix does; a mirror image has a negative first factor.
void setLinear(Frame& frame, const Mat3& linear);

/// The pose of `inner` in the frame that `outer` lies in; numbers stay as they are written where one of the two does
/// nothing.
[[nodiscard]] Frame inside(const Frame& outer, const Frame& inner);

}  // namespace sepax::paste
