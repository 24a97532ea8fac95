#pragma once

#include "collide/pair_names.h"
#include "draw/camera.h"
#include "draw/draw_list.h"
#include "draw/palette.h"
#include "geom/shape.h"

#include <optional>
#include <string>
#include <vector>

namespace sepax {

/// How far B is moved while it slides once around A without leaving or entering it: the boundary of A ⊖ B, metres, in
/// the plane. Closed: the last point is the first. Empty in space.
[[nodiscard]] std::vector<Vec3> slidePath(const PosedShape& a, const PosedShape& b);

/// The point after this part of a path's length, 0 to 1.
[[nodiscard]] Vec3 pointOfPath(const std::vector<Vec3>& path, double part);

/// A copy of B in its colour where it has slid to, and the way of its centre: behind it drawn, before it dashed. That
/// way is the outline of A ⊖ B, moved by B's centre.
void addSlide(DrawList& list, const PosedShape& a, const PosedShape& b, double part, Colour colour_b,
              const Camera& camera);

/// A step of the trace: one of GJK's, or one of EPA's that follow them.
struct GjkStage {
  int number = 0;  ///< from 0, over both
  const GjkStep* gjk = nullptr;
  const GjkStep* before = nullptr;  ///< GJK's step before, null for the first
  const EpaStep* epa = nullptr;
  int grown = 0;  ///< EPA: how often the polytope grew before this step, for facesAt
};
[[nodiscard]] int stageCount(const GjkReport& report);
/// Stage `number`, the last one when that is negative or beyond the end.
[[nodiscard]] GjkStage stageAt(const GjkReport& report, int number);

/// The words in the picture, in the user's language.
struct DifferenceWords {
  std::string origin = "origin", distance = "distance", depth = "depth", direction = "d";
};

/// The Minkowski difference A ⊖ B of a pair, centred on the origin that GJK looks for.
struct DifferenceInput {
  const GjkReport* report = nullptr;
  const PosedShape* a = nullptr;
  const PosedShape* b = nullptr;
  int stage = -1;
  std::optional<double> slide;  ///< marks the place on the outline of a B that has slid this part of the way around A
  Theme theme = Theme::kDark;
  bool grid = true;
  bool labels = true;
  PairNames names;
  DifferenceWords words;
};

/// The difference (its outline, and around it the one grown by the radii), the origin, and the stage: the searched
/// direction with the support it found and the line beyond which nothing of the difference lies; GJK's simplex with its
/// nearest point; or EPA's polytope, its nearest face and the corner that grows it.
[[nodiscard]] DrawList differencePicture(const DifferenceInput& input, const Camera& camera, const ViewSize& view);

/// A camera that shows the difference and the origin whole; `like` gives its direction in space.
[[nodiscard]] Camera differenceCamera(const DifferenceInput& input, const Camera& like, const ViewSize& view);

/// In the world: the support points of the shown stage on both shapes, the direction, and the points that the answer
/// rests on.
void addGjkSupport(DrawList& list, const GjkReport& report, int stage, const Palette& palette, const Camera& camera,
                   const ViewSize& view);

}  // namespace sepax
