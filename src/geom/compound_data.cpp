#include "geom/compound_data.h"

#include "core/language.h"
#include "geom/hull.h"
#include "geom/support.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace sepax {

namespace {

Result<void> check(const CompoundChild& child, bool planar) {
  if (child.id.empty()) return fail(ErrorCode::kWrongValue, "id", tr("expected an id, found an empty one"));
  if (isPlanar(child.shape) != planar)
    return fail(ErrorCode::kWrongValue, "shape", tr("expected a shape of the compound's space"));
  if (childrenOf(child.shape) != nullptr || neverRotates(child.shape) || isUnbounded(child.shape) ||
      !isConvex(child.shape)) {
    return fail(ErrorCode::kUnsupported, "shape",
                trf("expected a convex shape that has an end and may be rotated, found: {}", typeLabel(child.shape)));
  }
  if (!isFinite(child.pose.position)) return fail(ErrorCode::kWrongValue, "position", tr("expected finite numbers"));
  auto valid = validate(child.shape);
  if (!valid) valid.error().where = "shape/" + valid.error().where;
  return valid;
}

/// The convex hull of points that may lie in a plane, on a line or in one place.
ConvexFeatures hullOfPoints(const std::vector<Vec3>& points, bool planar) {
  if (planar) {
    Chain outline;
    outline.vertices.clear();
    for (const Vec3& p : points) outline.vertices.emplace_back(p);
    return convexFeatures(outline);
  }
  if (auto hull = makeHull(points)) return convexFeatures(std::move(*hull));
  const auto before = [](const Vec3& p, const Vec3& q) {
    return std::tuple{p.x, p.y, p.z} < std::tuple{q.x, q.y, q.z};
  };
  const auto [from, to] = std::minmax_element(points.begin(), points.end(), before);
  ConvexFeatures out;
  out.core.vertices = {*from};
  if (*from == *to) return out;
  out.core.vertices.push_back(*to);
  out.core.edges = {{0, 1, -1, -1}};
  out.edge_axes = {{normalizedOr(*to - *from, {1, 0, 0}), 0}};
  return out;
}

template <class S>
S compoundOf(CompoundData data) {
  return {std::make_shared<const CompoundData>(std::move(data))};
}

}  // namespace

bool haveSameChildren(const CompoundData& a, const CompoundData& b) { return a.children == b.children; }

Result<Shape> makeCompound(std::vector<CompoundChild> children, bool planar) {
  if (children.empty()) return fail(ErrorCode::kDegenerate, "", tr("expected at least one child, found none"));
  if (children.size() > kMaxChildren) {
    return fail(ErrorCode::kTooLarge, "", trf("expected at most {} children, found {}", kMaxChildren, children.size()));
  }
  std::set<std::string> ids;
  CompoundData data;
  std::vector<MinMaxBox> boxes;
  std::vector<Vec3> points;
  data.is_hull_exact = true;
  for (std::size_t i = 0; i < children.size(); ++i) {
    const CompoundChild& child = children[i];
    if (auto fine = check(child, planar); !fine) {
      fine.error().where = fmt::format("{}/{}", i, fine.error().where);
      return tl::unexpected<Error>(fine.error());
    }
    if (!ids.insert(child.id).second) {
      return fail(ErrorCode::kWrongValue, fmt::format("{}/id", i),
                  trf("expected an id of its own, found \"{}\" again", child.id));
    }
    const ConvexFeatures features = transformed(convexFeatures(child.shape), child.pose.rotation, child.pose.position);
    boxes.push_back(boundsOf(features));
    points.insert(points.end(), features.core.vertices.begin(), features.core.vertices.end());
    data.is_hull_exact =
        data.is_hull_exact && tessellationError(child.shape) == 0 && (i == 0 || features.radius == data.hull.radius);
    data.hull.radius = std::max(data.hull.radius, features.radius);
  }
  const double radius = data.hull.radius;
  data.hull = hullOfPoints(points, planar);
  data.hull.radius = radius;
  data.hull.planar = planar;
  data.tree = boxTree(boxes);
  data.children = std::move(children);
  return planar ? Shape(compoundOf<Compound2>(std::move(data))) : Shape(compoundOf<Compound>(std::move(data)));
}

Result<Shape> scaled(const CompoundData& compound, const Vec3& factors, bool planar) {
  Vec3 mirror{1.0};
  for (int c = 0; c < (planar ? 2 : 3); ++c) mirror[c] = factors[c] < 0 ? -1 : 1;
  const Vec3 sizes = glm::abs(factors);
  const bool even = sizes.x == sizes.y && (planar || sizes.x == sizes.z);
  std::vector<CompoundChild> children = compound.children;
  for (CompoundChild& child : children) {
    if (!even && child.pose.rotation != Mat3{1.0}) {
      return fail(
          ErrorCode::kWrongValue, "scale",
          trf("expected one factor for all axes: \"{}\" is rotated in the compound and would be sheared", child.id));
    }
    // A mirror image of a rotated child is the child's own, rotated the other way.
    auto shape = scaled(child.shape, even ? mirror * sizes.x : factors);
    SEPAX_TRY(shape);
    child.shape = std::move(*shape);
    child.pose.position *= planar ? Vec3{factors.x, factors.y, 1} : factors;
    for (int column = 0; column < 3; ++column) child.pose.rotation[column] *= mirror * mirror[column];
  }
  return makeCompound(std::move(children), planar);
}

}  // namespace sepax
