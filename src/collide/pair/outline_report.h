#pragma once

namespace sepax {

/// The trace of the algorithm `union`, which measures depths and has no steps to show.
struct OutlineReport {};

}  // namespace sepax
