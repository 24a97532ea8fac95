#pragma once

#include "collide/contacts/manifold.h"
#include "collide/pair_names.h"
#include "draw/camera.h"
#include "draw/draw_list.h"
#include "draw/palette.h"

namespace sepax {

/// How contacts are painted.
struct ContactStyle {
  Colour colour_a, colour_b;
  Colour contact;  ///< of the verdict
  const Palette& palette;
  bool labels = true;
  PairNames names;
};

/// A stage of finding contacts: 0 both features before clipping, k after the k-th clip with its plane, anything else
/// the result with every point's name and fate.
void addManifold(DrawList& list, const Manifold& manifold, const Vec3& normal, int stage, const ContactStyle& style);

}  // namespace sepax
