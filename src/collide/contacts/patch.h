#pragma once

#include "collide/contacts/manifold.h"
#include "core/kept.h"
#include "geom/convex.h"

namespace sepax {

/// One shape of a pair as its contacts see it: what lies farthest towards the other shape.
struct ContactSide {
  ContactSide(const ConvexFeatures& shape, const Vec3& outward, double slack, double rounding);

  const ConvexFeatures& shape;
  Vec3 outward;                 ///< unit, towards the other shape
  double rounding;              ///< metres: corners this close are one, and steps this short have no direction
  int farthest = 0;             ///< core vertex
  double depth_of_support = 0;  ///< metres: vertices up to so far below the farthest are its support
  Kept<char> supports;          ///< 1 for those, of all core vertices

  [[nodiscard]] bool isSupport(int vertex) const { return supports[static_cast<std::size_t>(vertex)] != 0; }
};

/// A vertex, edge or face of a shape's core as contacts take it: without sides that are shorter than rounding, so a
/// face without width is an edge and one without length a vertex. An edge is the whole straight side, however many
/// corners lie on it. Relative to the report's origin.
struct Patch {
  ContactFeature feature;
  Kept<int> vertices;         ///< of the core, in order: counter-clockwise seen from outside
  Kept<Vec3> points;          ///< these vertices: one, two or a polygon
  Kept<int> edges;            ///< of the core, from each vertex to the next; −1 where that is none
  Vec3 direction{0.0};        ///< unit: a face's outward normal, an edge's own direction
  Kept<int> corners;          ///< of an edge: all vertices on it along its direction, when there are more than its ends
  double radius = 0;          ///< of the shape, around the core; metres
  bool is_reference = false;  ///< perpendicular to the axis: the other's feature can be clipped against it
};

/// The face at the support that looks most towards the other shape; nothing (no points) when all are edge-on.
[[nodiscard]] Patch facePatch(const ContactSide& side);

/// An edge at the support nearly parallel to `along` (zero: none is), else the one most perpendicular to the axis;
/// nothing when all point at the other shape.
[[nodiscard]] Patch edgePatch(const ContactSide& side, const Vec3& along = Vec3{0.0});

/// The feature of the edge patch; the farthest vertex where there is none.
[[nodiscard]] ContactFeature edgeFeature(const ContactSide& side);

/// The farthest vertex.
[[nodiscard]] Patch vertexPatch(const ContactSide& side);

/// The feature that could be a reference, else the farthest vertex.
[[nodiscard]] Patch strongestPatch(const ContactSide& side);

/// The part of an edge patch that a point is over: of a side with corners on it, the one of its edges. Other patches'
/// own feature.
[[nodiscard]] ContactFeature featureAt(const Patch& patch, const Polytope& core, const Vec3& point);

/// How far the surface over a patch lies from a point, in metres along the unit `outward`; −∞ where the patch's round
/// edge or corner does not extend over it. A face is taken as its whole plane.
[[nodiscard]] double heightOver(const Patch& patch, const Vec3& outward, const Vec3& point);

/// The height over a rounded shape: beside a tilted face the roundings of its neighbours lie above its own. For rounded
/// cylinders and cones it is the height over the shape itself, to rounding: beside a rim it is higher than the sides
/// that are drawn.
[[nodiscard]] double heightOverRounded(const Patch& patch, const ConvexFeatures& shape, const Vec3& outward,
                                       const Vec3& point);

}  // namespace sepax
