#pragma once

#include "collide/gjk/closest_points.h"
#include "collide/pair/pair_algorithm.h"
#include "collide/pair/pair_frame.h"
#include "collide/sat/sat.h"

#include <optional>

namespace sepax {

/// The algorithm `sat`, the reference, as the table of algorithms lists it.
[[nodiscard]] const PairAlgorithm& satAlgorithm();

/// The algorithm `sat` itself: every axis measured in double; contacts on the deciding one.
[[nodiscard]] PairReport runSat(const PosedShape& a, const PosedShape& b, const PairSettings& settings);

/// The reference's report of all axes of boxes and solid hulls (collide/convex/polytope_report.h), in memory that is
/// kept; none of other shapes.
[[nodiscard]] std::optional<SatReport> solidReport(const PosedShape& a, const PosedShape& b,
                                                   const PairSettings& settings, PrunedPairs pruned);

enum class WantedCore { kVertices, kWhole };
/// The core of a box or solid hull as featuresFrom has it, without the axes, in the memory of the one before.
struct SolidCore {
  ConvexFeatures features;
  bool has_box = false;  ///< edges and loops are a box's, which are the same of all
  /// Becomes another's; of its core the vertices alone are right, or all is.
  void become(const PosedShape& posed, const Vec3& origin, WantedCore wanted);
};

/// Distance and witness points of two convex shapes from the closest points of their cores; right while they are apart.
/// The answer's normal is a guess of the direction where those points are not known.
void answerClosest(const ConvexFeatures& a, const ConvexFeatures& b, const Vec3& origin, PairAnswer& answer,
                   const std::optional<ClosestPoints>& known);

/// Tests two half-spaces. Facing each other they have one axis, and a gap or a depth along it; otherwise they overlap
/// without end (PairAnswer::endless). The report has no contacts: the area where they meet has no corners.
[[nodiscard]] PairReport testHalfSpaces(const PosedShape& a, const PosedShape& b, const PairSettings& settings);

/// The pair measured on any direction (normalised here), from A's centre like its report: what a person learns by
/// rotating an axis by hand.
[[nodiscard]] SatAxis measureDirection(const PosedShape& a, const PosedShape& b, const Vec3& direction_in_world);

}  // namespace sepax
