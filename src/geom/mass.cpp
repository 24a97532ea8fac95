#include "geom/mass.h"

#include "geom/cloud.h"
#include "geom/compound_data.h"
#include "geom/convex.h"
#include "geom/round_measures.h"
#include "geom/support.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>
#include <vector>

namespace sepax {

namespace {

template <class S>
concept Round = requires(const S& s) {
  measureRound(s);
};

template <Round S>
Measures measure(const S& s) {
  return measureRound(s);
}
Measures measure(const OneOf<Box, FixedBox> auto& s) {
  const Vec3& h = s.half_extents;
  const double volume = 8 * h.x * h.y * h.z;
  return {volume, 8 * (h.x * h.y + h.y * h.z + h.z * h.x), Vec3{0.0}, volume / 3 * diagonal(h * h)};
}
Measures measure(const Triangle& s) {
  TriangleSum sum(s.vertices[0]);
  sum.add(s.vertices[0], s.vertices[1], s.vertices[2]);
  return sum.surface(length(crossAccurate(s.vertices[1] - s.vertices[0], s.vertices[2] - s.vertices[0])));
}
Measures measure(const Hull& s) {
  const Polytope& hull = s.data->polytope;
  TriangleSum sum(hull.vertices[0]);
  sum.add(hull);
  return sum.solid();
}
Measures measure(const Mesh& s) {
  TriangleSum sum(s.data->vertices[s.data->triangles[0][0]]);
  for (int t = 0; t < static_cast<int>(s.data->triangles.size()); ++t) {
    const auto [a, b, c] = cornersOf(*s.data, t);
    sum.add(a, b, c);
  }
  if (s.data->closed) return sum.solid();
  Measures open = sum.surface(2 * sum.solid().area);
  open.surface_only = true;
  return open;
}
Measures measure(const Heightfield& s) { return measure(Mesh{s.data->surface, {}}); }
Measures measure(const OneOf<Segment3, Point2, Point3, HalfSpace2, HalfSpace> auto&) { return {}; }

Measures measure(const OneOf<Box2, FixedBox2> auto& s) {
  const Vec2& h = s.half_extents;
  const double area = 4 * h.x * h.y;
  return {area, 4 * (h.x + h.y), Vec3{0.0}, area / 3 * diagonal(Vec3(h * h, 0))};
}
Measures measure(const Segment2& s) { return {0, 4 * s.half_length}; }
Measures measure(const Chain& s) {
  Measures out;
  Vec3 moment{0.0};
  for (int i = 0; i + 1 < static_cast<int>(s.vertices.size()); ++i) {
    const ChainSegment segment = segmentOf(s, i);
    out.area += 4 * segment.half_length;
    moment += 4 * segment.half_length * segment.pose.position;
  }
  out.centre = moment / out.area;
  out.surface_only = true;
  return out;
}

std::vector<Vec3> cornersAround(const Polygon& s) {
  std::vector<Vec3> outline;
  for (const Vec2& v : counterClockwise(s)) outline.emplace_back(v, 0.0);
  return outline;
}
Measures measure(const Polygon& s) { return measureOutline(cornersAround(s)); }

template <Round S>
Measures grown(const S& s, double r) {
  return measureRound(s, r);
}
Measures grown(const Box2& s, double r) {
  const double x = s.half_extents.x, y = s.half_extents.y;
  return grownOutline(measure(s), {{-x, -y, 0}, {x, -y, 0}, {x, y, 0}, {-x, y, 0}}, r);
}
Measures grown(const Polygon& s, double r) { return grownOutline(measure(s), cornersAround(s), r); }
Measures grown(const Box& s, double r) { return grownPolytope(measure(s), convexFeatures(s).core, r); }
Measures grown(const Hull& s, double r) { return grownPolytope(measure(s), s.data->polytope, r); }
Measures grown(const Triangle& s, double r) { return grownPolytope(measure(s), convexFeatures(s).core, r); }

template <class S>
Measures measure(const Rounded<S>& s) {
  return grown(static_cast<const S&>(s), s.margin);
}

Measures measureOf(const Shape& shape);

Mat3 rotatedSecond(const Mat3& second, const Mat3& rotation) { return rotation * second * glm::transpose(rotation); }

/// The weight of a shape without area beside its siblings, metres: a segment's length, 0 of a point.
double lengthOf(const Shape& shape) {
  const CompoundData* const compound = childrenOf(shape);
  if (compound == nullptr) return sizeOf(shape);
  double sum = 0;
  for (const CompoundChild& child : compound->children) sum += lengthOf(child.shape);
  return sum;
}

/// The centre of children without area, by their lengths; of points alone, each counts once.
Vec3 centreOfLines(const CompoundData& compound) {
  Vec3 moment{0.0}, sum{0.0};
  double total = 0;
  for (const CompoundChild& child : compound.children) {
    const Vec3 centre = toWorld(child.pose, measureOf(child.shape).centre);
    const double weight = lengthOf(child.shape);
    total += weight;
    moment += weight * centre;
    sum += centre;
  }
  return total > 0 ? moment / total : sum / static_cast<double>(compound.children.size());
}

/// Overlaps of children count once for each of them, as in the engines. The centre is that of the volumes; where there
/// are none, of the areas; where there are none, of the lengths.
Measures measure(const OneOf<Compound2, Compound> auto& s) {
  const CompoundData& compound = *s.data;
  Measures out;
  Vec3 moment{0.0}, area_moment{0.0};
  std::vector<std::pair<double, Vec3>> points;  // children's volumes and centres
  for (const CompoundChild& child : compound.children) {
    const Measures own = measureOf(child.shape);
    const Vec3 centre = toWorld(child.pose, own.centre);
    points.emplace_back(own.volume, centre);
    out.second += rotatedSecond(own.second, child.pose.rotation);
    out.volume += own.volume;
    out.area += own.area;
    moment += own.volume * centre;
    area_moment += own.area * centre;
  }
  out.centre = out.volume > 0 ? moment / out.volume : out.area > 0 ? area_moment / out.area : centreOfLines(compound);
  for (const auto& [volume, centre] : points)
    out.second += volume * glm::outerProduct(centre - out.centre, centre - out.centre);
  return out;
}

Measures measureOf(const Shape& shape) {
  return std::visit([](const auto& s) { return measure(s); }, shape);
}

AreaSides sidesOf(const Shape& shape) {
  const CompoundData* const compound = childrenOf(shape);
  if (compound == nullptr) return measureOf(shape).volume > 0 ? AreaSides::kOne : AreaSides::kBoth;
  const auto isFlat = [](const CompoundChild& child) { return sidesOf(child.shape) == AreaSides::kBoth; };
  const auto flat = std::count_if(compound->children.begin(), compound->children.end(), isFlat);
  if (flat == 0) return AreaSides::kOne;
  return flat == std::ssize(compound->children) ? AreaSides::kBoth : AreaSides::kMixed;
}

/// Inertia is tr(S) − S of the second moment S; about a principal axis it is the sum of the other two moments.
void addInertia(const Measures& found, const Mat3& rotation, MassProperties& out) {
  const SymmetricEigen own = symmetricEigen(found.second);
  const Mat3 second = rotatedSecond(found.second, rotation);
  out.inertia = Mat3{second[0].x + second[1].y + second[2].z} - second;
  out.principal_moments = {own.values.y + own.values.z, own.values.z + own.values.x, own.values.x + own.values.y};
  out.principal_axes = rotation * own.vectors;
}

}  // namespace

MassProperties massOf(const Shape& shape, const Pose& pose) {
  if (isUnbounded(shape)) return {.centre = pose.position, .bounds = {pose.position, pose.position}, .unbounded = true};
  const Measures found = measureOf(shape);
  MassProperties out{found.volume, found.area, toWorld(pose, found.centre), {}, found.surface_only};
  for (int c = 0; c < (isPlanar(shape) ? 2 : 3); ++c) {
    Vec3 axis{0.0};
    axis[c] = 1;
    out.bounds.max[c] = supportPoint(shape, pose, axis)[c];
    out.bounds.min[c] = supportPoint(shape, pose, -axis)[c];
  }
  if (isPlanar(shape)) out.bounds.min.z = out.bounds.max.z = 0;
  out.sides = sidesOf(shape);
  addInertia(found, pose.rotation, out);
  return out;
}

}  // namespace sepax
