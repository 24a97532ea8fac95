#include "collider/volume_body.h"

#include "core/language.h"
#include "geom/compound_data.h"

#include <fmt/format.h>

#include <utility>

namespace sepax {

namespace {

Result<Body> bodyAround(const MinMaxBox& box) {
  Body body;
  body.shape = FixedBox{halfExtentsOf(box)};
  body.position = centreOf(box);
  return body;
}

Result<Body> bodyAround(const OrientedBox& box) {
  Body body;
  body.shape = Box{box.half_extents};
  body.position = box.centre;
  body.rotation = quaternionOf(box.axes);
  return body;
}

Result<Body> bodyAround(const Ball& ball) {
  Body body;
  body.shape = Sphere{ball.radius};
  body.position = ball.centre;
  return body;
}

Result<Body> bodyAround(const FittedCapsule& capsule) {
  Body body;
  body.shape = capsule.shape;
  body.position = capsule.pose.position;
  body.rotation = quaternionOf(capsule.pose.rotation);
  return body;
}

Result<Body> hullBody(std::vector<Vec3> corners) {
  return makeHull(std::move(corners)).map([](Hull hull) {
    Body body;
    body.shape = std::move(hull);
    return body;
  });
}

Result<Body> bodyAround(const HullVolume& hull) { return hullBody(hull.polytope.vertices); }

Result<Body> bodyAround(const HalfSpaces& spaces) {
  std::vector<Vec3> corners;
  for (const std::vector<Vec3>& face : facesOf(spaces, false)) corners.insert(corners.end(), face.begin(), face.end());
  return hullBody(std::move(corners));
}

}  // namespace

Result<Body> bodyOf(const FittedVolume& volume) {
  if (volume.planar) return fail(ErrorCode::kUnsupported, "", tr("expected a volume in space, found one in the plane"));
  return std::visit([](const auto& shape) { return bodyAround(shape); }, volume.shape);
}

Result<std::vector<Body>> bodiesOf(const Decomposition& pieces, const std::string& name) {
  std::vector<Body> bodies;
  for (const ConvexPart& part : pieces.parts) {
    auto body = hullBody(part.hull.vertices);
    SEPAX_TRY(body);
    body->id = fmt::format("{} piece {}", name, bodies.size() + 1);
    bodies.push_back(std::move(*body));
  }
  return bodies;
}

Result<Shape> compoundOf(const Decomposition& pieces) {
  std::vector<CompoundChild> children;
  for (const ConvexPart& part : pieces.parts) {
    auto hull = makeHull(part.hull.vertices);
    SEPAX_TRY(hull);
    children.push_back({fmt::format("piece {}", children.size() + 1), std::move(*hull), {}});
  }
  return makeCompound(std::move(children), false);
}

}  // namespace sepax
