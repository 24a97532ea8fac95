#pragma once

#include "collide/contacts/manifold.h"
#include "collide/pair_names.h"

#include <string>

namespace sepax {

// Stages of a manifold: 0 before clipping, k after the k-th clip, and the contacts that are left.

[[nodiscard]] int lastClipStage(const Manifold& manifold);
/// A stage's description, with the bodies' names.
[[nodiscard]] std::string clipStageText(const Manifold& manifold, int stage, const PairNames& names);

}  // namespace sepax
