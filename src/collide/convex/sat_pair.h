#pragma once

#include "collide/convex/polytope_report.h"
#include "collide/gjk/closest_points.h"
#include "collide/pair/pair_algorithm.h"
#include "collide/sat/sat.h"
#include "geom/shape.h"

#include <array>
#include <optional>
#include <utility>

namespace sepax {

/// The algorithm `sat`, the reference, as the table of algorithms lists it.
[[nodiscard]] const PairAlgorithm& satAlgorithm();

/// The algorithm `sat` itself: every axis that can decide in double; contacts on the deciding one.
[[nodiscard]] PairReport runSat(const PosedShape& a, const PosedShape& b, const PairSettings& settings);

/// The reference's report of all axes of two boxes, solid hulls or convex polygons, and their cores as featuresFrom has
/// them without the axes, in memory that is kept from one pair to the next.
class SolidPair {
 public:
  /// False for other shapes, of which nothing is found.
  bool test(const PosedShape& a, const PosedShape& b, const PairSettings& settings, PrunedPairs pruned);
  /// Edges and faces of the cores, of which the test makes the vertices alone.
  void addFaces(const Mat3& rotation_a, const Mat3& rotation_b);
  [[nodiscard]] const ConvexFeatures& a() const { return a_->features; }
  [[nodiscard]] const ConvexFeatures& b() const { return b_->features; }

  SatReport sat;

 private:
  struct Side {
    SolidPolytope shape{Box{}};
    ConvexFeatures features;
    void addFaces(const Mat3& rotation);
  };
  /// One for each kind, since what is made of one kind is of no use to another.
  using Sides = std::array<Side, 4>;
  static Side& become(Sides& sides, const Shape& shape);

  PolytopeReports reports_;
  Sides sides_a_, sides_b_;
  Side *a_ = nullptr, *b_ = nullptr;
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

/// A ball that holds a bounded shape. World, metres.
struct BallAround {
  Vec3 centre{0.0};
  double radius = 0;
};
[[nodiscard]] BallAround ballAround(const PosedShape& shape);

/// How far a proxy of a half-space extends: this many times the radius of the other shape and its depth below the
/// surface together.
inline constexpr double kProxyExtent = 4;

/// The half-space's finite proxy with this size, metres, 1 where it is not positive, at a pose.
[[nodiscard]] PosedShape proxyOfSize(const PosedShape& half_space, const Pose& pose, double size);

/// The half-space's finite proxy for something within a ball. It lies below the ball and is deeper than the ball by
/// far, so that nothing in the ball is nearer to another side of the proxy than to its top.
[[nodiscard]] PosedShape proxyBelow(const PosedShape& half_space, const BallAround& ball);

/// A pair of which one side at most is a half-space, with that side replaced by its proxy below the other.
[[nodiscard]] std::pair<PosedShape, PosedShape> withProxies(const PosedShape& a, const PosedShape& b);

/// Whether two half-spaces with these poses face each other: only then is there a gap or a depth between them. Their
/// normals may miss being opposite by kParallelEdges.
[[nodiscard]] bool faceEachOther(const Pose& a, const Pose& b);

}  // namespace sepax
