#pragma once

#include "collide/sweep/sweep.h"
#include "document/query.h"
#include "draw/camera.h"
#include "draw/draw_list.h"
#include "draw/palette.h"

namespace sepax {

/// A sweep to be painted.
struct SweepView {
  const SweepReport& report;
  PosedShape a, b;  ///< at the start
  Motion motion_a, motion_b;
  double time = 0;  ///< of the ghosts, seconds
};

/// Ghosts of the moving shapes at the view's time, dashed outlines at the first contact with its point and normal, and
/// the ways.
void addSweep(DrawList& list, const SweepView& sweep, Colour colour_a, Colour colour_b, const Palette& palette,
              const Camera& camera, bool labels);

/// The corners of the moving shapes at the end of the duration, world: what a view must hold to show the sweep.
[[nodiscard]] std::vector<Vec3> sweepCorners(const SweepView& sweep);

/// A ray with its hits, or a point with the nearest one of the boundary.
void addQuery(DrawList& list, const QueryReport& query, const Palette& palette, bool labels);

}  // namespace sepax
