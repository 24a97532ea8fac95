#pragma once

namespace sepax {

// Every tolerance of the program, with its meaning and unit. "of size" means: times the longest side of the larger
// shape.

/// |separation| up to this, of size, is called touching unless the case sets touching_tolerance. Part of the case-file
/// contract.
inline constexpr double kTouching = 1e-9;

/// Two edges whose directions' cross product (sine of their angle) is at most this are parallel: their axis is skipped
/// and flagged. Skipping loses at most this much separation, of size, because a face axis is as close as that.
inline constexpr double kParallelEdges = 1e-12;

/// As kParallelEdges, for axes computed in float (algorithm sat-float): shorter cross products are rounding noise.
inline constexpr double kParallelEdgesFloat = 1e-6;

/// Two axes whose directions agree to this (each component) are one axis: the later one is flagged as duplicate.
inline constexpr double kSameDirection = 1e-12;

/// Separations this close, of the smaller shape's size, are a tie; the first axis in test order decides. This is also
/// the bias that an edge axis must overcome, because faces come first.
inline constexpr double kTie = 1e-12;

/// Vertices this close to the extreme of a projection, of size, belong to the support feature.
inline constexpr double kSupport = 1e-9;

/// Sine by which a face or edge may miss being perpendicular to the contact normal and still be what the other's
/// feature is clipped against.
inline constexpr double kContactPerpendicular = 1e-6;

/// Angles and areas of a polygon below this, relative to the lengths that span them, count as straight: rounding, not
/// shape.
inline constexpr double kStraight = 1e-12;

/// Sine of the angle up to which two edges share a stretch instead of crossing in a point. Ends of it that do not touch
/// are dropped.
inline constexpr double kContactParallel = 0.05;

/// Corners of a shape that are this close to a side's line, of the side's length, lie on that side.
inline constexpr double kContactStraight = 1e-12;

/// A corner whose sides' directions have at least this cosine is cut off square when the other's feature is clipped:
/// between two nearly parallel planes rounding reaches far.
inline constexpr double kContactSharpCorner = 0.98;

/// A face whose normal has at most this cosine with the contact normal is seen edge-on and not clipped; neither is an
/// edge seen end-on.
inline constexpr double kContactEdgeOn = 0.1;

/// Sine by which two Gauss-map arcs may miss each other before their edge pair is pruned: rounding must not lose an
/// axis.
inline constexpr double kArcCrossing = 1e-9;

/// Points thinner than this, of size, have no convex hull with volume.
inline constexpr double kFlatHull = 1e-9;

/// A hull scaled unevenly keeps its faces while their rounding (a few 1e-16 of size) grows by at most this; beyond it
/// is built anew.
inline constexpr double kHullMagnified = 100;

/// Cones lower than this, of their radius, are flat: the closest-feature axis joins their candidates.
inline constexpr double kFlatCone = 1e-2;

/// A closest distance between cores up to this, of size, gives no trustworthy closest-feature axis; the face and edge
/// axes then decide.
inline constexpr double kCoresTouch = 1e-12;

/// Duality gap (distance − separation along its direction) that certifies a closest pair, of the pair's extent: GJK
/// ends there.
inline constexpr double kClosestGap = 1e-13;

/// Cores farther apart than this, of the pair's extent, are GJK's alone; nearer than this EPA helps where GJK's bounds
/// do not meet.
inline constexpr double kCoresNear = 1e-5;

/// EPA's nearest face lies on the boundary when the difference extends no farther beyond it, of the pair's extent.
inline constexpr double kEpaGap = 1e-12;

/// EPA starts from corners that are off each other's lines and planes by more than this, of the pair's extent, where it
/// can.
inline constexpr double kThinStart = 1e-3;

/// A Minkowski difference thinner than this, of the pair's extent, is flat: it has no inside to be deep in.
inline constexpr double kFlatDifference = 1e-12;

/// A face of EPA's polytope lower than this, of the pair's extent, has no normal of its own and takes one near its
/// neighbour's.
inline constexpr double kThinFace = 1e-11;

/// A vertex sees a face of EPA's polytope when it is above its plane by more than this, of the pair's extent.
inline constexpr double kSeesFace = 1e-13;

/// Two moving shapes are in contact when their gap is at most this, of size and distance: the least that the closest
/// points can resolve. It makes a time of impact early by this over the closing speed, never late.
inline constexpr double kSweepContact = 1e-12;

/// The contact of rotating shapes has ended when their gap exceeds this, of size; when exactly is then looked for from
/// there backwards.
inline constexpr double kSweepExit = 1e-9;

/// A bounding ball of five points counts as enclosing when none is farther out than this part of its radius; the final
/// radius is measured.
inline constexpr double kBallEncloses = 1e-13;

/// Quaternions whose length is within this of 1 are normalised on load, others refused. Part of the case-file contract.
inline constexpr double kUnitQuaternion = 1e-3;

/// Quaternions whose squared length is within this of 1 (a few rounding errors) are kept as they are: what was saved
/// loads bit for bit.
inline constexpr double kUnitQuaternionRounding = 8 * 2.220446049250313e-16;

/// Columns of a rotation matrix may miss unit length and right angles by this (dot products, no unit); others are
/// refused on load.
inline constexpr double kRotationMatrix = 1e-6;

}  // namespace sepax
