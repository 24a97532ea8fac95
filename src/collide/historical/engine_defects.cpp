#include "collide/historical/engine_defects.h"

#include "collide/convex/sat_pair.h"
#include "collide/historical/row.h"
#include "collide/pair/pair_algorithm.h"
#include "collide/pieces/by_pieces.h"
#include "collide/sat/sat.h"
#include "geom/polygon.h"
#include "geom/tolerances.h"

#include <array>

// Defects that users of engines and libraries reported, each reduced to its cause: wrong verdicts, and then those of
// depths, normals, contacts and witness points while the shapes' verdict is often right.

namespace sepax {

namespace {

using namespace historical;

/// Claims: face normals are all the axes that a round shape needs. Defect: near a corner or an edge only the axis
/// between the closest features separates. Met in many tutorials.
Measured faceAxesOnly(const PosedShape& a, const PosedShape& b) {
  const PairFrame frame = pairFrame(a, b);
  Measured measured;
  for (const ConvexFeatures* shape : {&frame.a, &frame.b}) {
    for (const AxisFeature& face : shape->face_axes) {
      const SatAxis axis = measuredAxis(frame.a, frame.b, face.direction, 0);
      measured.take(axis.separation, axis.direction);
    }
  }
  return measured;
}

/// Claims: a response with overlap and normal. Defect: the early-out on the first separating axis leaves the depth at
/// the largest double it was started with (jriecken/sat-js#54).
Measured halfFilled(const PosedShape& a, const PosedShape& b) {
  Measured measured = faceAxesOnly(a, b);
  if (measured.separation > 0) {
    measured.separation = -std::numeric_limits<double>::max();
    measured.verdict = Verdict::kSeparated;
  }
  return measured;
}

/// Claims: box against circle is circle against box, swapped. Defect: the normal is not flipped back
/// (RandyGaul/cute_headers#53, flexible-collision-library/fcl#115).
Measured unflippedSwap(const PosedShape& a, const PosedShape& b) {
  const PairReport report = runAlgorithm(satAlgorithm(), a, b, {});
  Measured measured;
  measured.take(report.answer.separation,
                std::holds_alternative<Circle>(a.shape) ? report.answer.normal : -report.answer.normal);
  return measured;
}

/// Claims: a unit normal from circle to circle. Defect: normalising a vector shorter than the float epsilon gives zero,
/// and the solver gets no direction although the distance is known (erincatto/box2d#917).
Measured zeroNormal(const PosedShape& a, const PosedShape& b) {
  const Vec3 between = b.pose.position - a.pose.position;
  const double distance = length(between);
  Measured measured;
  measured.take(distance - std::get<Circle>(a.shape).radius - std::get<Circle>(b.shape).radius,
                distance < static_cast<double>(std::numeric_limits<float>::epsilon()) ? Vec3{0.0} : between / distance);
  return measured;
}

/// Claims: a circle is outside a polygon when it is outside of an edge. Defect: outward is taken as right of the edge;
/// a clockwise polygon is inside out, and a circle in its middle is called apart (jriecken/sat-js#44). Expects a
/// polygon against a circle.
Measured clockwiseInsideOut(const PosedShape& a, const PosedShape& b) {
  const bool circle_first = std::holds_alternative<Circle>(a.shape);
  const PosedShape &circle = circle_first ? a : b, &polygon = circle_first ? b : a;
  const std::vector<Vec2>& vertices = std::get<Polygon>(polygon.shape).vertices;
  const double radius = std::get<Circle>(circle.shape).radius;
  const Vec3 centre = circle.pose.position;
  const auto at = [&](std::size_t i) { return toWorld(polygon.pose, Vec3(vertices[i % vertices.size()], 0)); };
  Measured measured;
  Vec3 nearest = at(0);
  for (std::size_t i = 0; i < vertices.size(); ++i) {
    const Vec3 along = at(i + 1) - at(i);
    const Vec3 outward = normalizedOr({along.y, -along.x, 0}, Vec3{0.0});
    if (outward != Vec3{0.0}) measured.take(dot(centre - at(i), outward) - radius, circle_first ? -outward : outward);
    if (length(at(i) - centre) < length(nearest - centre)) nearest = at(i);
  }
  const Vec3 from_corner = normalizedOr(centre - nearest, Vec3{0.0});
  if (from_corner == Vec3{0.0}) return measured;
  double extent = -std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < vertices.size(); ++i) extent = std::max(extent, dot(at(i) - centre, from_corner));
  measured.take(-extent - radius, circle_first ? -from_corner : from_corner);
  return measured;
}

/// A polygon without the corners that are less than `slop` off the line between their neighbours.
Shape withoutFlatCorners(const Polygon& polygon, double slop) {
  Polygon out{counterClockwise(polygon)};
  auto& loop = out.vertices;
  for (std::size_t i = 0; i < loop.size() && loop.size() > 3;) {
    const Vec2 before = loop[(i + loop.size() - 1) % loop.size()], after = loop[(i + 1) % loop.size()];
    const Vec3 chord(after - before, 0), to(loop[i] - before, 0);
    const double off =
        std::abs(chord.x * to.y - chord.y * to.x) / std::max(length(chord), std::numeric_limits<double>::min());
    if (off < slop) {
      loop.erase(loop.begin() + static_cast<std::ptrdiff_t>(i));
    } else {
      ++i;
    }
  }
  return out;
}

/// Claims: nearly collinear corners are noise. Defect: the hull builder drops corners within a fixed 1 cm (twice the
/// linear slop) of the line between their neighbours, and a low gable is gone (erincatto/box2d#326, #728).
Measured weldedCorners(const PosedShape& a, const PosedShape& b) {
  constexpr double kSlop = 0.01;
  PosedShape welded[] = {a, b};
  for (PosedShape& shape : welded) {
    if (const Polygon* const polygon = std::get_if<Polygon>(&shape.shape))
      shape.shape = withoutFlatCorners(*polygon, kSlop);
  }
  return faceAxesOnly(welded[0], welded[1]);
}

/// Claims: any outline can be tested, its edges give the axes. Defect: a projection cannot see a notch, so a concave
/// polygon is tested as if its hollows were filled (jriecken/sat-js#28, and every first implementation).
Measured concaveAsConvex(const PosedShape& a, const PosedShape& b) {
  Measured measured = faceAxesOnly(a, b);
  const PairFrame frame = pairFrame(a, b);
  for (const PosedShape* shape : {&a, &b}) {
    const Polygon* const polygon = std::get_if<Polygon>(&shape->shape);
    if (polygon == nullptr) continue;
    const std::vector<Vec2> loop = counterClockwise(*polygon);
    for (std::size_t i = 0; i < loop.size(); ++i) {
      const Vec2 along = loop[(i + 1) % loop.size()] - loop[i];
      const Vec3 normal = shape->pose.rotation * normalizedOr({along.y, -along.x, 0}, {1, 0, 0});
      const SatAxis axis = measuredAxis(frame.a, frame.b, normal, 0);
      measured.take(axis.separation, axis.direction);
    }
  }
  return measured;
}

bool arePolygonsWithOneGiven(const Shape& a, const Shape& b) {
  return areStraightSided(a, b) && (std::holds_alternative<Polygon>(a) || std::holds_alternative<Polygon>(b));
}

/// Claims: contacts for every overlap. Defect: a mistyped condition means that contacts between two edges are never
/// made: crossed beams fall through each other (DanielChappuis/reactphysics3d#254). The verdict itself is right.
PairReport noEdgeContacts(const PosedShape& a, const PosedShape& b, const PairSettings& settings) {
  PairReport report = runAlgorithm(satAlgorithm(), a, b, settings);
  const SatReport sat = std::get<SatReport>(report.trace);
  if (decidingAxis(sat).id.kind == AxisKind::kEdgePair) report.answer.contacts.clear();
  report.trace = std::monostate{};
  return report;
}

Measured measuredBy(const PairReport& report) {
  Measured measured;
  measured.take(report.answer.separation, report.answer.normal);
  return measured;
}

const Box& boxOf(const PosedShape& shape) { return std::get<Box>(shape.shape); }

/// Half the width of a box along a unit direction.
double extentOf(const PosedShape& box, const Vec3& direction) {
  double extent = 0;
  for (int i = 0; i < 3; ++i) extent += std::abs(dot(box.pose.rotation[i], direction)) * boxOf(box).half_extents[i];
  return extent;
}

/// Claims: contacts on the axis of least overlap. Defect: where boxes lie flush, edge axes tie with the face normal and
/// rounding picks one; its two edges are then chosen by signs that are rounding noise, and the contact lies between
/// edges a whole box apart (google-deepmind/mujoco#3476). Modelled as an edge axis that wins ties of float's size and
/// takes B's far edge.
Measured phantomEdge(const PosedShape& a, const PosedShape& b) {
  const PairReport report = runAlgorithm(satAlgorithm(), a, b, {});
  Measured measured = measuredBy(report);
  const double tie = static_cast<double>(std::numeric_limits<float>::epsilon()) * pairSize(a, b);
  if (measured.separation > 0) return measured;
  for (const SatAxis& axis : std::get<SatReport>(report.trace).axes) {
    if (axis.id.kind != AxisKind::kEdgePair || axis.state == AxisState::kDegenerate) continue;
    if (axis.separation >= measured.separation - tie) {
      measured.separation = axis.separation - 2 * extentOf(b, axis.direction);
      break;
    }
  }
  return measured;
}

/// Claims: depth of a sphere in a box from the box' nearest point, or from the nearest side when the centre is inside.
/// Defect: the second formula forgets the radius, and the depth drops by it the moment that the centre passes the
/// surface (google-deepmind/mujoco#2206).
Measured switchingDepth(const PosedShape& a, const PosedShape& b) {
  const bool sphere_first = std::holds_alternative<Sphere>(a.shape);
  const PosedShape &sphere = sphere_first ? a : b, &box = sphere_first ? b : a;
  const Vec3& half = boxOf(box).half_extents;
  const double radius = std::get<Sphere>(sphere.shape).radius;
  const Vec3 centre = glm::transpose(box.pose.rotation) * (sphere.pose.position - box.pose.position);
  const Vec3 nearest = glm::clamp(centre, -half, half);
  const auto fromAToB = [&](const Vec3& out_of_box) {
    const Vec3 in_world = box.pose.rotation * out_of_box;
    return sphere_first ? -in_world : in_world;
  };
  Measured measured;
  if (const double distance = length(centre - nearest); distance > 0) {
    measured.take(distance - radius, fromAToB((centre - nearest) / distance));
    return measured;
  }
  for (int i = 0; i < 3; ++i) {
    Vec3 side{0.0};
    side[i] = centre[i] < 0 ? -1 : 1;
    measured.take(std::abs(centre[i]) - half[i], fromAToB(side));
  }
  return measured;
}

/// Claims: any overlap of two boxes. Defect: when the sides are exactly parallel and one box lies deep in the other,
/// the search starts in a simplex without volume, gives up, and says apart; rotated by a hundredth of a degree the same
/// box is found (RobotLocomotion/drake#10826).
Measured deepMissed(const PosedShape& a, const PosedShape& b) {
  Measured measured = measuredBy(runAlgorithm(satAlgorithm(), a, b, {}));
  bool inside = a.pose.rotation == b.pose.rotation;
  const Vec3 between = glm::transpose(a.pose.rotation) * (b.pose.position - a.pose.position);
  for (int i = 0; i < 3; ++i)
    inside = inside && std::abs(between[i]) + boxOf(b).half_extents[i] < boxOf(a).half_extents[i];
  if (inside) measured.verdict = Verdict::kSeparated;
  return measured;
}

/// Claims: distance when apart, depth when not. Defect: where boxes just kiss, the distance's simplex misses the origin
/// by the last bit and says apart, the depth's polytope starts flat and returns its first face, a whole box deep
/// (flexible-collision-library/fcl#493).
Measured kissingDisagreement(const PosedShape& a, const PosedShape& b) {
  Measured measured = measuredBy(runAlgorithm(satAlgorithm(), a, b, {}));
  if (std::abs(measured.separation) > kTouching * pairSize(a, b)) return measured;
  measured.verdict = Verdict::kSeparated;
  measured.separation = -2 * extentOf(a, measured.normal);
  return measured;
}

/// Claims: parallel edges are skipped. Defect: lengths are kept from zero by adding 1e-6 before the division and the
/// guard asks afterwards: an axis of rounding noise is longer than the guard, but not of length one, and its overlap
/// looks the least (naver/anny#24).
Measured lateGuard(const PosedShape& a, const PosedShape& b) {
  constexpr double kKeepsFromZero = 1e-6, kGuard = 1e-8;
  const PairFrame frame = pairFrame(a, b);
  Measured measured;
  const auto take = [&](const Vec3& axis) {
    const double scale = length(axis);
    const SatAxis on_unit = measuredAxis(frame.a, frame.b, axis / scale, 0);
    measured.take(on_unit.separation * scale, on_unit.direction);
  };
  for (int i = 0; i < 3; ++i) {
    take(a.pose.rotation[i]);
    take(b.pose.rotation[i]);
    for (int j = 0; j < 3; ++j) {
      const Vec3 cross = crossAccurate(a.pose.rotation[i], b.pose.rotation[j]);
      const Vec3 axis = cross / (length(cross) + kKeepsFromZero);
      if (length(axis) > kGuard) take(axis);
    }
  }
  return measured;
}

/// Claims: the least overlap over face and edge axes. Defect: an edge axis is measured between the two edges alone, not
/// between the whole projection intervals; edges that pass each other inside the shapes win with next to no depth,
/// along an axis that no surface feature supports (godotengine/godot#70615).
Measured unsupportedAxis(const PosedShape& a, const PosedShape& b) {
  const PairReport report = runAlgorithm(satAlgorithm(), a, b, {});
  const SatReport& sat = std::get<SatReport>(report.trace);
  Measured measured;
  for (const SatAxis& axis : sat.axes) {
    if (axis.id.kind == AxisKind::kEdgePair || axis.state == AxisState::kDegenerate) continue;
    measured.take(axis.separation, axis.direction);
  }
  if (measured.separation > 0) return measured;
  const auto heights = [](const PosedShape& box, int edge, const Vec3& direction) {
    std::array<double, 4> out{};
    const int u = (edge + 1) % 3, v = (edge + 2) % 3;
    for (std::size_t i = 0; i < 4; ++i) {
      const Vec3 middle =
          box.pose.rotation[u] * ((i & 1) != 0 ? boxOf(box).half_extents[u] : -boxOf(box).half_extents[u]) +
          box.pose.rotation[v] * ((i & 2) != 0 ? boxOf(box).half_extents[v] : -boxOf(box).half_extents[v]);
      out[i] = dot(box.pose.position + middle, direction);
    }
    return out;
  };
  for (const SatAxis& axis : sat.axes) {
    if (axis.id.kind != AxisKind::kEdgePair || axis.state == AxisState::kDegenerate) continue;
    for (const double top : heights(a, axis.id.feature_a, axis.direction)) {
      for (const double bottom : heights(b, axis.id.feature_b, axis.direction)) {
        if (bottom <= top) measured.take(bottom - top, axis.direction);
      }
    }
  }
  return measured;
}

/// Claims: the closest points of touching boxes. Defect: the weights of the last simplex do not add up to one, and the
/// points lie on neither face (dimforge/parry#315). Modelled as weights that add up to a half. Verdict and separation
/// are right.
PairReport looseWitness(const PosedShape& a, const PosedShape& b, const PairSettings& settings) {
  PairReport report = runAlgorithm(satAlgorithm(), a, b, settings);
  PairAnswer& answer = report.answer;
  answer.closest_a = a.pose.position + (answer.closest_a - a.pose.position) / 2.0;
  answer.closest_b = b.pose.position + (answer.closest_b - b.pose.position) / 2.0;
  answer.contacts.clear();
  report.manifold.reset();
  report.trace = std::monostate{};
  return report;
}

/// Claims: contacts of a capsule with a polytope. Defect: they are made at the capsule's poles and clipped against the
/// other shape; a capsule along an edge has both poles beyond its ends and keeps none
/// (DanielChappuis/reactphysics3d#347). The verdict is right.
PairReport poleContacts(const PosedShape& a, const PosedShape& b, const PairSettings& settings) {
  PairReport report = runAlgorithm(satAlgorithm(), a, b, settings);
  const bool capsule_first = std::holds_alternative<Capsule>(a.shape);
  std::erase_if(report.answer.contacts, [&](const Contact& contact) {
    return (capsule_first ? contact.on_a : contact.on_b).kind != FeatureKind::kVertex;
  });
  report.manifold.reset();
  report.trace = std::monostate{};
  return report;
}

}  // namespace

std::vector<PairAlgorithm> engineRows() {
  constexpr Handles kBoxes = areInOrder<Box, Box>;
  return {
      row("historical/faces-only-circle-2d", faceAxesOnly, isCircleBesideSides,
          "A circle tested on the polygon's edge normals alone."),
      row("historical/faces-only-sphere-3d", faceAxesOnly, are<Sphere, Box>,
          "A sphere tested on the box's face normals alone."),
      row("historical/half-filled-2d", halfFilled, areStraightSided,
          "An early exit leaves the depth at the largest double."),
      row("historical/unflipped-swap-2d", unflippedSwap, are<Circle, Box2>,
          "Swapped shapes, but the normal is not flipped back."),
      row("historical/zero-normal-2d", zeroNormal, areInOrder<Circle, Circle>,
          "Short vectors normalise to zero, so there is no normal."),
      row("historical/clockwise-2d", clockwiseInsideOut, are<Circle, Polygon>,
          "A clockwise polygon is taken inside out."),
      row("historical/welded-corners-2d", weldedCorners, arePolygonsWithOneGiven,
          "Corners within 1 cm of a straight line are dropped."),
      row("historical/concave-as-one-2d", concaveAsConvex, arePolygonsWithOneGiven,
          "A concave polygon is tested as if it were convex.", Concave::kAsOne),
      spoilingRow("historical/no-edge-contacts-3d", noEdgeContacts, kBoxes,
                  "Contacts between two edges are never made."),
      row("historical/phantom-edge-3d", phantomEdge, kBoxes,
          "Rounding picks an edge axis of flush boxes, and its far edge."),
      row("historical/switching-depth-3d", switchingDepth, are<Sphere, Box>,
          "The depth forgets the radius once the centre is inside."),
      row("historical/deep-missed-3d", deepMissed, kBoxes,
          "A box deep inside another one is missed when they are not rotated."),
      row("historical/kissing-boxes-3d", kissingDisagreement, kBoxes,
          "Where boxes kiss, distance says apart and depth says a box deep."),
      row("historical/late-guard-3d", lateGuard, kBoxes, "Short cross products are looked for after the division."),
      row("historical/unsupported-axis-3d", unsupportedAxis, kBoxes,
          "Edge axes are measured between two edges instead of two shapes."),
      spoilingRow("historical/loose-witness-3d", looseWitness, kBoxes,
                  "Closest points of touching boxes lie on neither."),
      spoilingRow("historical/pole-contacts-3d", poleContacts, are<Box, Capsule>,
                  "A capsule's contacts are made at its poles alone."),
  };
}

}  // namespace sepax
