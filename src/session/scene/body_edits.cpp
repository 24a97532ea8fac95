#include "session/scene/body_edits.h"

#include "core/language.h"
#include "document/validate.h"
#include "geom/hull.h"
#include "geom/support.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>
#include <variant>

namespace sepax {

namespace {

struct ExtentAlong {
  double min = 0, max = 0;
  [[nodiscard]] double at(AlignAt where) const {
    return where == AlignAt::kMin ? min : where == AlignAt::kMax ? max : (min + max) / 2;
  }
};

ExtentAlong extentOf(const Body& body, int axis) {
  const PosedShape posed = posedShape(body);
  if (isUnbounded(posed.shape)) return {body.position[axis], body.position[axis]};
  const MinMaxBox box = boundsOf(posed.shape, posed.pose);
  return {box.min[axis], box.max[axis]};
}

}  // namespace

std::vector<Body> aligned(std::vector<Body> bodies, int axis, AlignAt at) {
  if (bodies.empty()) return bodies;
  const double line = extentOf(bodies.back(), axis).at(at);
  for (std::size_t i = 0; i + 1 < bodies.size(); ++i)
    bodies[i].position[axis] += line - extentOf(bodies[i], axis).at(at);
  return bodies;
}

std::vector<Body> distributed(std::vector<Body> bodies, int axis) {
  if (bodies.size() < 3) return bodies;
  std::ranges::stable_sort(bodies, {}, [axis](const Body& body) { return extentOf(body, axis).at(AlignAt::kMiddle); });
  double covered = 0;
  for (const Body& body : bodies) covered += extentOf(body, axis).max - extentOf(body, axis).min;
  const double from = extentOf(bodies.front(), axis).min, to = extentOf(bodies.back(), axis).max;
  const double gap = (to - from - covered) / static_cast<double>(bodies.size() - 1);
  double at = from;
  for (std::size_t i = 0; i + 1 < bodies.size(); ++i) {
    const ExtentAlong extent = extentOf(bodies[i], axis);
    if (i > 0) bodies[i].position[axis] += at - extent.min;
    at += extent.max - extent.min + gap;
  }
  return bodies;
}

Rotation rotatedBy(const Body& body, const Vec3& axis, double angle) {
  if (const auto* planar_angle = std::get_if<double>(&body.rotation))
    return *planar_angle + (axis.z < 0 ? -angle : angle);
  if (isPlanar(body.shape)) return axis.z < 0 ? -angle : angle;
  const auto* held = std::get_if<Quat>(&body.rotation);
  const Quat before = held != nullptr ? *held : quaternionOf(matrixOf(body.rotation));
  return normalized(quaternionAbout(axis, angle) * before);
}

std::vector<Body> rotatedTogether(std::vector<Body> bodies, const Vec3& centre, const Vec3& axis, double angle) {
  const Mat3 turn = matrixOf(quaternionAbout(axis, angle));
  for (Body& body : bodies) {
    body.position = centre + turn * (body.position - centre);
    if (isPlanar(body.shape)) body.position.z = 0;
    if (!neverRotates(body.shape)) body.rotation = rotatedBy(body, axis, angle);
  }
  return bodies;
}

namespace {

constexpr int kSteps = 24;

/// Only the two bodies: what the pair test looks at.
Document pairAlone(const Document& document, const Body& moved, const Body& other) {
  Document pair;
  pair.space = document.space;
  pair.touching_tolerance = document.touching_tolerance;
  pair.bodies = {moved, other};
  return pair;
}

/// How far apart the bounds of two bodies are along the coordinate axis that separates them most; half-spaces are
/// always near.
double boundsGap(const MinMaxBox& a, const PosedShape& other) {
  if (isUnbounded(other.shape)) return 0;
  const MinMaxBox b = boundsOf(other.shape, other.pose);
  double gap = 0;
  for (int c = 0; c < 3; ++c) gap = std::max({gap, b.min[c] - a.max[c], a.min[c] - b.max[c]});
  return gap;
}

}  // namespace

std::optional<TouchMove> moveToTouch(const Document& document, const std::string& id, const std::string& other,
                                     const std::optional<Vec3>& direction) {
  const Body *const moved = findBody(document, id), *const stays = findBody(document, other);
  if (moved == nullptr || stays == nullptr || moved == stays) return std::nullopt;
  Document pair = pairAlone(document, *moved, *stays);
  Vec3& position = pair.bodies[0].position;
  // Each step goes as far as the pair is apart or overlaps; rounding, concave shapes and a given direction ask for more
  // than one. The first body of the pair moves, the normal points from it to the other.
  for (int step = 0; step < kSteps; ++step) {
    const Result<PairReport> report = testPair(pair, {id, other});
    if (!report || report->answer.endless) return std::nullopt;
    const PairAnswer& answer = report->answer;
    if (answer.verdict == Verdict::kTouching) return TouchMove{other, position - moved->position};
    Vec3 shift = answer.verdict == Verdict::kOverlapping ? -answer.mtv : answer.closest_b - answer.closest_a;
    if (direction) {
      const double towards = dot(*direction, answer.normal);
      if (std::abs(towards) < 1e-3) return std::nullopt;  // it slides past
      shift = *direction * (answer.separation / towards);
    }
    if (!(length(shift) > 0) || !std::isfinite(length(shift))) return std::nullopt;
    position += shift;
    if (document.space == Space::k2d) position.z = 0;
  }
  return std::nullopt;
}

std::optional<TouchMove> nearestTouch(const Document& document, const std::string& id,
                                      const std::vector<std::string>& without, double reach,
                                      const std::optional<Vec3>& direction) {
  const Body* const moved = findBody(document, id);
  if (moved == nullptr) return std::nullopt;
  const PosedShape posed = posedShape(*moved);
  if (isUnbounded(posed.shape)) return std::nullopt;
  const MinMaxBox bounds = boundsOf(posed.shape, posed.pose);
  std::optional<TouchMove> best;
  for (const Body& body : document.bodies) {
    if (!body.visible || body.id == id || std::ranges::find(without, body.id) != without.end()) continue;
    if (boundsGap(bounds, posedShape(body)) > reach) continue;
    auto move = moveToTouch(document, id, body.id, direction);
    if (!move || length(move->shift) > reach || (best && length(best->shift) <= length(move->shift))) continue;
    best = std::move(move);
  }
  return best;
}

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
