#pragma once

#include "draw/crowd_picture.h"

namespace sepax {

struct Scene;

/// Brings the cache up to date for an input, whose crowd and picture it then is. For a few bodies both stay empty.
void followCrowd(Scene& scene, PictureInput& input);

}  // namespace sepax
