#include "collide/historical/engine_defects.h"

#include "collide/convex/sat_pair.h"
#include "collide/historical/row.h"
#include "collide/pair/pair_frame.h"
#include "collide/pieces/by_pieces.h"
#include "collide/sat/sat.h"
#include "geom/polygon.h"

// Defects that users of engines and libraries reported, each reduced to its cause.

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

bool isSphereAndBox(const Shape& a, const Shape& b) { return are<Sphere, Box>(a, b); }
bool isCircleAndPolygon(const Shape& a, const Shape& b) {
  return are<Circle, Box2>(a, b) || are<Circle, Polygon>(a, b);
}
bool arePolygons(const Shape& a, const Shape& b) {
  const auto is_polygon = [](const Shape& s) {
    return std::holds_alternative<Box2>(s) || std::holds_alternative<Polygon>(s);
  };
  return is_polygon(a) && is_polygon(b);
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
  return arePolygons(a, b) && (std::holds_alternative<Polygon>(a) || std::holds_alternative<Polygon>(b));
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

}  // namespace

std::vector<PairAlgorithm> engineRows() {
  return {
      row("historical/faces-only-circle-2d", faceAxesOnly, isCircleAndPolygon,
          "A circle tested on the polygon's edge normals alone."),
      row("historical/faces-only-sphere-3d", faceAxesOnly, isSphereAndBox,
          "A sphere tested on the box's face normals alone."),
      row("historical/half-filled-2d", halfFilled, arePolygons,
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
      spoilingRow("historical/no-edge-contacts-3d", noEdgeContacts, areInOrder<Box, Box>,
                  "Contacts between two edges are never made."),
  };
}

}  // namespace sepax
