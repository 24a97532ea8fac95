#include "collide/sweep/sweep.h"

#include "collide/sweep/sweep_convex.h"
#include "collide/sweep/sweep_half_space.h"
#include "collide/sweep/sweep_mover.h"
#include "collide/sweep/sweep_pieces.h"
#include "core/language.h"

namespace sepax {

Result<SweepReport> sweep(const PosedShape& a, const Motion& given_a, const PosedShape& b, const Motion& given_b,
                          double duration) {
  const Motion motion_a = possible(a.shape, given_a), motion_b = possible(b.shape, given_b);
  if (isPlanar(a.shape) != isPlanar(b.shape)) {
    return fail(ErrorCode::kUnsupported, "", tr("a planar shape cannot be swept against a solid one"));
  }
  if (isUnbounded(a.shape) || isUnbounded(b.shape)) return sweepHalfSpace(a, motion_a, b, motion_b, duration);
  if (!isConvex(a.shape) || !isConvex(b.shape)) return sweepByPieces(a, motion_a, b, motion_b, duration);
  return sweepConvex(a, motion_a, b, motion_b, duration, SweepGoal::kImpactAndExit);
}

}  // namespace sepax
