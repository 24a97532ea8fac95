#include "collide/historical/first_ideas.h"

#include "collide/historical/relative_boxes.h"
#include "collide/historical/row.h"
#include "collide/pair/pair_algorithm.h"
#include "collide/sat/sat.h"

// First ideas: each is in public code, looks right on the first screen, and is wrong a drag later.

namespace sepax {

namespace {

using namespace historical;

bool areRoundOrStraightSided(const Shape& a, const Shape& b) {
  return areStraightSided(a, b) || isCircleBesideSides(a, b) || are<Circle, Circle>(a, b);
}

Vec3 meanOfVertices(const ConvexFeatures& shape) {
  Vec3 sum{0.0};
  for (const Vec3& vertex : shape.core.vertices) sum += vertex;
  return sum / static_cast<double>(std::max<std::size_t>(shape.core.vertices.size(), 1));
}

/// The outline's corners in order; of a polygon without area, what it has.
std::vector<Vec3> outlineOf(const ConvexFeatures& shape) {
  if (shape.core.faces.empty()) return shape.core.vertices;
  std::vector<Vec3> outline;
  for (const int vertex : shape.core.faces.front().loop)
    outline.push_back(shape.core.vertices[static_cast<std::size_t>(vertex)]);
  return outline;
}

/// Calls `take(axis)` for each side's normal of both shapes.
template <class Take>
void forEachFaceAxis(const PairFrame& frame, Take&& take) {
  for (const ConvexFeatures* shape : {&frame.a, &frame.b}) {
    for (const AxisFeature& face : shape->face_axes) take(measuredAxis(frame.a, frame.b, face.direction, 0));
  }
}

/// Claims: the perpendicular (−y, x) of an edge is an axis. Defect: it is as long as the edge, and so is every overlap
/// on it: numbers of different units are compared, the wrong axis wins and the depth is a product. The verdict stays
/// right: a length does not change a sign.
Measured rawAxis(const PosedShape& a, const PosedShape& b) {
  const PairFrame frame = pairFrame(a, b);
  Measured measured;
  for (const ConvexFeatures* shape : {&frame.a, &frame.b}) {
    const std::vector<Vec3> outline = outlineOf(*shape);
    for (std::size_t i = 0; i < outline.size(); ++i) {
      const Vec3 edge = outline[(i + 1) % outline.size()] - outline[i];
      const Vec3 perpendicular = normalizedOr({-edge.y, edge.x, 0}, Vec3{0.0});
      if (perpendicular == Vec3{0.0}) continue;
      const SatAxis axis = measuredAxis(frame.a, frame.b, perpendicular, 0);
      measured.take(axis.separation * length(edge), axis.direction);
    }
  }
  return measured;
}

/// Claims: the overlap of two intervals is what they share. Defect: where one lies inside the other, the way to the
/// nearer end is longer than that: a small box in a large one is pushed by its own width and is still inside.
Measured sharedLength(const PosedShape& a, const PosedShape& b) {
  Measured measured;
  forEachFaceAxis(pairFrame(a, b), [&](const SatAxis& axis) {
    measured.take(std::max(axis.a.min, axis.b.min) - std::min(axis.a.max, axis.b.max), axis.direction);
  });
  return measured;
}

/// Claims: B is pushed away from A's centre. Defect: the centre is not in the middle of the shadow, so the depth
/// towards one end is taken in the direction of the other. The centre is the mean of the corners.
Measured centreSign(const PosedShape& a, const PosedShape& b) {
  const PairFrame frame = pairFrame(a, b);
  const Vec3 between = meanOfVertices(frame.b) - meanOfVertices(frame.a);
  Measured measured;
  forEachFaceAxis(frame, [&](const SatAxis& axis) {
    measured.take(axis.separation, towards(axis.direction, dot(between, axis.direction)));
  });
  return measured;
}

/// Claims: nine cross products beside the six face normals. Defect: each box's edges are crossed with one another
/// instead of with the other box's; of a box these are its face normals again, so fifteen axes are measured and the
/// nine that matter are not (a book's listing).
Measured selfCross(const PosedShape& a, const PosedShape& b) {
  return measureRelative(relativeBoxes<double>(rotatedBoxOf(a), rotatedBoxOf(b)), 0.0, Axes::kFaces);
}

/// The gap from a point to the outline, positive outside by the side that it is farthest beyond, and that side's
/// outward normal.
struct SideGap {
  double gap = -std::numeric_limits<double>::infinity();
  Vec3 outward{1, 0, 0};
};
SideGap beyondSides(const Vec3& point, const ConvexFeatures& shape) {
  SideGap out;
  const Vec3 inside = meanOfVertices(shape);
  const std::vector<Vec3> outline = outlineOf(shape);
  for (std::size_t i = 0; i < outline.size(); ++i) {
    const Vec3 along = outline[(i + 1) % outline.size()] - outline[i];
    const Vec3 perpendicular = normalizedOr({along.y, -along.x, 0}, Vec3{0.0});
    const Vec3 outward = towards(perpendicular, dot(outline[i] - inside, perpendicular));
    const double gap = dot(point - outline[i], outward);
    if (outward != Vec3{0.0} && gap > out.gap) out = {gap, outward};
  }
  return out;
}

/// Claims: shapes overlap when a corner of one is inside the other. Defect: two crossed bars have no corner in each
/// other. The separation is that of the deepest corner.
Measured cornersInside(const PosedShape& a, const PosedShape& b) {
  const PairFrame frame = pairFrame(a, b);
  SideGap deepest{std::numeric_limits<double>::infinity(), {1, 0, 0}};
  for (const auto& [corners, sides, sign] :
       {std::tuple{&frame.a, &frame.b, -1.0}, std::tuple{&frame.b, &frame.a, 1.0}}) {
    for (const Vec3& corner : corners->core.vertices) {
      const SideGap beyond = beyondSides(corner, *sides);
      if (beyond.gap < deepest.gap) deepest = {beyond.gap, beyond.outward * sign};
    }
  }
  Measured measured;
  measured.take(deepest.gap, deepest.outward);
  return measured;
}

/// Claims: what separates two shapes lies along the line of their centres. Defect: that is so for two circles alone.
Measured centreAxis(const PosedShape& a, const PosedShape& b) {
  const PairFrame frame = pairFrame(a, b);
  const SatAxis axis =
      measuredAxis(frame.a, frame.b, normalizedOr(meanOfVertices(frame.b) - meanOfVertices(frame.a), {1, 0, 0}), 0);
  Measured measured;
  measured.take(axis.separation, axis.direction);
  return measured;
}

/// Claims: a circle needs one axis, from the nearest corner to its centre. Defect: it is needed beside the side
/// normals, not instead of them: a circle over the middle of a side is called overlapping.
Measured nearestCornerOnly(const PosedShape& a, const PosedShape& b) {
  const PairFrame frame = pairFrame(a, b);
  const bool circle_first = std::holds_alternative<Circle>(a.shape);
  const Vec3 centre = meanOfVertices(circle_first ? frame.a : frame.b);
  const std::vector<Vec3>& corners = (circle_first ? frame.b : frame.a).core.vertices;
  const Vec3 nearest = *std::min_element(corners.begin(), corners.end(), [&](const Vec3& p, const Vec3& q) {
    return length(p - centre) < length(q - centre);
  });
  const SatAxis axis = measuredAxis(frame.a, frame.b, normalizedOr(centre - nearest, {1, 0, 0}), 0);
  Measured measured;
  measured.take(axis.separation, axis.direction);
  return measured;
}

}  // namespace

std::vector<PairAlgorithm> firstIdeaRows() {
  return {
      row("historical/raw-axis-2d", rawAxis, areStraightSided,
          "Axes as long as the edges: products are compared as if they were metres."),
      row("historical/shared-length-2d", sharedLength, areStraightSided,
          "The depth is what both intervals share, also of one inside the other."),
      row("historical/centre-sign-2d", centreSign, areStraightSided,
          "The push goes away from the centre, not to the nearer end."),
      row("historical/self-cross-3d", selfCross, areInOrder<Box, Box>,
          "Each box's edges are crossed with its own instead of the other's."),
      row("historical/corners-inside-2d", cornersInside, areStraightSided,
          "Overlapping only when a corner of one is inside the other."),
      row("historical/centre-axis-2d", centreAxis, areRoundOrStraightSided,
          "The line of the centres is the only axis."),
      row("historical/nearest-corner-2d", nearestCornerOnly, isCircleBesideSides,
          "A circle tested on the axis of the nearest corner alone."),
  };
}

}  // namespace sepax
