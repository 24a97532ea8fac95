#include "session/scene/drawing.h"

#include "core/language.h"
#include "document/validate.h"
#include "geom/hull.h"

#include <algorithm>
#include <utility>
#include <variant>

namespace sepax {

namespace {

/// A size too small to see in the drawing is a slip of the hand.
constexpr double kSmallest = 1e-6;

Body bodyAt(Space space, Shape shape, const Vec3& position) {
  Body body;
  body.shape = std::move(shape);
  body.position = position;
  if (space == Space::k2d) {
    body.rotation = 0.0;
    body.position.z = 0;
  }
  return body;
}

Vec3 middleOf(const std::vector<Vec3>& points) {
  Vec3 min = points.front(), max = points.front();
  for (const Vec3& p : points) {
    min = glm::min(min, p);
    max = glm::max(max, p);
  }
  return (min + max) / 2.0;
}

std::vector<Vec2> flat(const std::vector<Vec3>& points, const Vec3& origin) {
  std::vector<Vec2> out;
  for (const Vec3& p : points) out.emplace_back(p.x - origin.x, p.y - origin.y);
  return out;
}

Result<Body> checked(Body body, Space space) {
  if (body.id.empty()) body.id.assign(1, '?');  // it gets its own later
  SEPAX_TRY(validate(body, space));
  return body;
}

Error tooFew() { return {ErrorCode::kWrongValue, "", tr("Three corners make a polygon.")}; }

}  // namespace

Result<Body> polygonBody(const std::vector<Vec3>& points) {
  if (points.size() < 3) return tl::unexpected<Error>(tooFew());
  const Vec3 middle = middleOf(points);
  return checked(bodyAt(Space::k2d, Polygon{flat(points, middle)}, middle), Space::k2d);
}

Result<Body> hullBody(const std::vector<Vec3>& points, Space space) {
  if (points.size() < 3) return tl::unexpected<Error>(tooFew());
  const Vec3 middle = middleOf(points);
  if (space == Space::k3d) {
    std::vector<Vec3> local;
    for (const Vec3& p : points) local.push_back(p - middle);
    auto hull = makeHull(std::move(local));
    SEPAX_TRY(hull);
    return checked(bodyAt(space, std::move(*hull), middle), space);
  }
  // Andrew's monotone chain: lower side, then upper.
  std::vector<Vec2> sorted = flat(points, middle), chain;
  std::ranges::sort(sorted, [](const Vec2& a, const Vec2& b) { return a.x != b.x ? a.x < b.x : a.y < b.y; });
  const auto extend = [&](const Vec2& p, std::size_t from) {
    while (chain.size() >= from + 2 && orientation(chain[chain.size() - 2], chain.back(), p) <= 0) chain.pop_back();
    chain.push_back(p);
  };
  for (const Vec2& p : sorted) extend(p, 0);
  const std::size_t lower = chain.size() - 1;
  for (auto p = sorted.rbegin() + 1; p < sorted.rend(); ++p) extend(*p, lower);
  chain.pop_back();
  if (chain.size() < 3) return tl::unexpected<Error>(tooFew());
  return checked(bodyAt(space, Polygon{std::move(chain)}, middle), space);
}

Result<Body> roundBody(const Vec3& centre, const Vec3& rim, Space space) {
  const double radius = length(rim - centre);
  if (!(radius > kSmallest)) return fail(ErrorCode::kWrongValue, "", tr("Drag from the centre outward."));
  return checked(bodyAt(space, space == Space::k2d ? Shape(Circle{radius}) : Shape(Sphere{radius}), centre), space);
}

Result<Body> boxBody(const Vec3& corner, const Vec3& opposite, Space space) {
  Vec3 half = glm::abs(opposite - corner) / 2.0;
  if (space == Space::k2d) {
    if (!(half.x > kSmallest && half.y > kSmallest))
      return fail(ErrorCode::kWrongValue, "", tr("Drag from corner to corner."));
    return checked(bodyAt(space, Box2{Vec2{half}}, (corner + opposite) / 2.0), space);
  }
  // The view is one plane: what it does not show is as deep as the shorter side is long.
  std::array<double, 3> sizes{half.x, half.y, half.z};
  std::ranges::sort(sizes);
  if (!(sizes[1] > kSmallest)) return fail(ErrorCode::kWrongValue, "", tr("Drag from corner to corner."));
  for (int c = 0; c < 3; ++c) half[c] = half[c] > kSmallest ? half[c] : sizes[1];
  return checked(bodyAt(space, Box{half}, (corner + opposite) / 2.0), space);
}

std::vector<Vec3> editablePoints(const Body& body) {
  std::vector<Vec3> points;
  if (const auto* polygon = std::get_if<Polygon>(&body.shape)) {
    for (const Vec2& p : polygon->vertices) points.emplace_back(p.x, p.y, 0);
  } else if (const auto* triangle = std::get_if<Triangle>(&body.shape)) {
    points.assign(triangle->vertices.begin(), triangle->vertices.end());
  } else if (const auto* hull = std::get_if<Hull>(&body.shape);
             hull != nullptr && hull->mesh.empty() && hull->data != nullptr) {
    points = hull->data->points;
  }
  const Pose pose = poseOf(body);
  for (Vec3& p : points) p = pose.position + pose.rotation * (body.scale.value_or(Vec3{1.0}) * p);
  return points;
}

bool canChangePointCount(const Body& body) { return !std::holds_alternative<Triangle>(body.shape); }

Result<Body> withPoints(const Body& body, const std::vector<Vec3>& points, Space space) {
  const Pose pose = poseOf(body);
  const Mat3 back = glm::transpose(pose.rotation);
  std::vector<Vec3> local;
  for (const Vec3& p : points) local.push_back((back * (p - pose.position)) / body.scale.value_or(Vec3{1.0}));
  Body changed = body;
  if (std::holds_alternative<Polygon>(body.shape)) {
    changed.shape = Polygon{flat(local, Vec3{0.0})};
  } else if (auto* triangle = std::get_if<Triangle>(&changed.shape); triangle != nullptr && local.size() == 3) {
    std::ranges::copy(local, triangle->vertices.begin());
  } else {
    auto hull = makeHull(std::move(local));
    SEPAX_TRY(hull);
    changed.shape = std::move(*hull);
  }
  return checked(std::move(changed), space);
}

}  // namespace sepax
