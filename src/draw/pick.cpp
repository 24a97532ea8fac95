#include "draw/pick.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "collide/gjk/closest_points.h"
#include "draw/half_space_picture.h"
#include "geom/compound_data.h"
#include "geom/contains.h"
#include "geom/convex.h"
#include "geom/ray_cast.h"

namespace sepax {

namespace {

/// Distance along the ray to where it enters a solid polytope, by clipping it against the faces' planes.
std::optional<double> entryOfPolytope(const Polytope& core, const Ray& ray) {
  double entry = 0, exit = std::numeric_limits<double>::infinity();
  for (const PolytopeFace& face : core.faces) {
    const double height = dot(core.vertices[face.loop[0]] - ray.origin, face.normal),
                 speed = dot(ray.direction, face.normal);
    if (speed == 0) {
      if (height < 0) return std::nullopt;
    } else if (speed < 0) {
      entry = std::max(entry, height / speed);
    } else {
      exit = std::min(exit, height / speed);
    }
  }
  return entry <= exit ? std::optional(entry) : std::nullopt;
}

/// Round, thin and flat shapes: the ray as a long segment passes within `extent` of the core.
std::optional<double> nearCore(const Polytope& core, const Ray& ray, double length_of_ray, double extent) {
  const Vec3 segment[] = {ray.origin, ray.origin + ray.direction * length_of_ray};
  const ClosestPoints closest = closestPoints(segment, core.vertices);
  if (closest.distance > extent) return std::nullopt;
  return std::max(0.0, dot(closest.a - ray.origin, ray.direction) -
                           std::sqrt(extent * extent - closest.distance * closest.distance));
}

/// The shown piece of a half-space: its surface from either side; in the plane what is filled below it, behind
/// everything else.
std::optional<double> meetHalfSpace(const PosedShape& shape, const Ray& ray, double slack) {
  const Mat3 back = glm::transpose(shape.pose.rotation);
  const Vec3 origin = back * (ray.origin - shape.pose.position), direction = back * ray.direction;
  if (const auto* const plane = std::get_if<HalfSpace2>(&shape.shape)) {
    const Vec3 at = origin - direction * (origin.z / direction.z);
    const bool met =
        std::abs(at.x) <= plane->window && at.y <= slack && at.y >= -kHalfSpaceShown * plane->window - slack;
    return met ? std::optional(1e3 * plane->window) : std::nullopt;
  }
  const double window = std::get<HalfSpace>(shape.shape).window;
  const double distance = -origin.y / direction.y;
  const Vec3 at = origin + distance * direction;
  return distance > 0 && std::max(std::abs(at.x), std::abs(at.z)) <= window ? std::optional(distance) : std::nullopt;
}

std::optional<double> meet(const PosedShape& shape, const Camera& camera, const ViewSize& view, const Ray& ray,
                           double slack_px) {
  if (const CompoundData* const compound = childrenOf(shape.shape)) {
    std::optional<double> nearest;
    for (const CompoundChild& child : compound->children) {
      const auto own = meet({child.shape, composed(shape.pose, child.pose)}, camera, view, ray, slack_px);
      if (own && (!nearest || *own < *nearest)) nearest = own;
    }
    return nearest;
  }
  const ConvexFeatures features = transformed(convexFeatures(shape.shape), shape.pose.rotation, shape.pose.position);
  const double slack = slack_px * metresPerPixel(camera, view, shape.pose.position);
  const bool convex = isConvex(shape.shape);
  if (features.unbounded) return meetHalfSpace(shape, ray, slack);
  if (features.planar && ray.direction.z != 0) {
    const Vec3 point = ray.origin - ray.direction * (ray.origin.z / ray.direction.z);
    const double gap = convex ? closestPoints({&point, 1}, features.core.vertices).distance - features.radius
                              : containsPoint(shape.shape, shape.pose, point).signed_distance;
    // Among overlapping flat shapes the smaller one is on top, else it could never be picked.
    return gap <= slack ? std::optional(sizeOf(shape.shape) + std::max(0.0, gap) * 1e3) : std::nullopt;
  }
  const double far = length(shape.pose.position - ray.origin) + 4 * (sizeOf(shape.shape) + slack);
  if (!convex) {
    const RayHit hit = castRay(shape.shape, shape.pose, {ray.origin, ray.direction, far});
    return hit.hit ? std::optional(hit.distance) : std::nullopt;
  }
  if (features.radius == 0 && features.core.faces.size() > 3) {
    if (const auto hit = entryOfPolytope(features.core, ray)) return hit;
  }
  return nearCore(features.core, ray, far, features.radius + slack);
}

/// A sight line as wide as the slack: pixels grow with the distance from the eye.
struct Beam {
  Ray ray;
  double least = 0, per_metre = 0;  ///< of the slack, metres

  Beam(const Ray& through, const Camera& camera, const ViewSize& view, double slack_px)
      : ray(through), least(slack_px * metresPerPixel(camera, view, through.origin)) {
    if (camera.projection != Projection::kPerspective) return;
    const Vec3 far = through.origin + through.direction * camera.distance;
    per_metre = slack_px * metresPerPixel(camera, view, far) / camera.distance;
  }
  /// Whether it comes near the ball around a box; boxes without an end are always met.
  [[nodiscard]] bool meets(const MinMaxBox& box) const {
    const Vec3 half = (box.max - box.min) / 2.0, d = box.min + half - ray.origin;
    const double along = dot(d, ray.direction), radius = length(half);
    const double reach = radius + std::max(least, per_metre * (along + radius));
    return !(dot(d, d) - along * along > reach * reach);
  }
};

}  // namespace

Pick pickBody(const Document& document, const Camera& camera, const ViewSize& view, const Vec2& pixel, double slack_px,
              std::span<const MinMaxBox> bounds) {
  const Ray ray = rayThrough(camera, view, pixel);
  const bool has_bounds = bounds.size() == document.bodies.size();
  const Beam beam(ray, camera, view, slack_px);
  Pick best;
  for (std::size_t i = 0; i < document.bodies.size(); ++i) {
    const Body& body = document.bodies[i];
    if (has_bounds && !beam.meets(bounds[i])) continue;
    if (!body.visible) continue;
    if (const auto distance = meet(shownShape(body, document), camera, view, ray, slack_px);
        distance && (best.body.empty() || *distance < best.distance)) {
      best = {body.id, *distance};
    }
  }
  return best;
}

}  // namespace sepax
