#pragma once

#include "draw/picture_input.h"
#include "geom/convex.h"

#include <span>
#include <string>

namespace sepax {

/// A length of the picture, metres: three decimals at most, from 10 000 up and below 0.001 with an exponent, and a true
/// minus sign.
[[nodiscard]] std::string railNumber(double metres);

/// A place on an axis to be shown: zero where it is what rounding leaves of zero beside shapes of this size.
[[nodiscard]] double withoutRounding(double metres, double size);

/// Input of the axis pictures: the pair's report and both shapes' features in world space.
struct PairView {
  const PairReport& report;
  const SatReport& sat;
  const SatAxis& axis;  ///< the shown one
  const ConvexFeatures& a;
  const ConvexFeatures& b;
  Colour colour_a, colour_b;
  const Palette& palette;
  const PictureOptions& options;
  const PictureWords& words;
  const Camera& camera;
  const ViewSize& view;
  double scale = 1;                ///< pixels of the view for one of the list's
  std::optional<RailRange> range;  ///< of the rail in space; nullopt: where the intervals fill it
};

/// How far a shape goes along a unit direction, metres from a point.
[[nodiscard]] double extentAlong(const ConvexFeatures& shape, const Vec3& origin, const Vec3& direction);

/// The rail in the scene, with both intervals, drop lines and the measured gap or overlap.
void addSceneRail(DrawList& list, const PairView& pair);

/// The corners of that rail with its numbers, world: what a view must hold to show it.
[[nodiscard]] std::vector<Vec3> sceneRailCorners(const PairView& pair);

/// A point of the line through A's centre along `direction`, beyond both shapes, world.
[[nodiscard]] Vec3 axisTip(const PairView& pair, const Vec3& direction);

/// The separating plane or line in the middle of the gap; both support planes when the axis does not separate.
void addPlanes(DrawList& list, const PairView& pair);

/// Highlights the features that reach the ends of the intervals facing each other.
void addSupport(DrawList& list, const PairView& pair);

/// Closest points with their distance when apart; contacts when not.
void addWitness(DrawList& list, const PairReport& report, const Palette& palette);

/// The translation of B that ends the overlap as an arrow from `from` (B's centre). Nothing when not overlapping.
void addMtv(DrawList& list, const PairReport& report, const Vec3& from, const Palette& palette, const Camera& camera,
            const ViewSize& view);

/// This axis of a report; the deciding one without an id and when the report has no such axis. Null when that axis is
/// degenerate.
[[nodiscard]] const SatAxis* pickAxis(const SatReport& report, const std::optional<AxisId>& id);

/// Where single-precision numbers lie around the middle of the pair: a line for each that one of the two world axes
/// across the view can hold, as far as the lines are 5 pixels apart or more; the step in words; and the bodies, dashed,
/// where rounding their positions to such numbers puts them.
void addFloatSpacing(DrawList& list, const PairView& pair, std::span<const PosedShape> bodies);

}  // namespace sepax
