#include "collide/sweep/witness.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "collide/gjk/core_gap.h"
#include "collide/gjk/epa.h"
#include "collide/gjk/smooth_gap.h"
#include "geom/convex.h"
#include "geom/rounded.h"
#include "geom/tolerances.h"

namespace sepax {

namespace {

/// The shape whose distance is measured: a half-space in the plane by the corners of its proxy.
Shape measuredShape(const Shape& shape) {
  if (!std::holds_alternative<HalfSpace2>(shape)) return coreOf(shape);
  Polygon out;
  out.vertices.clear();
  for (const Vec3& v : convexFeatures(shape).core.vertices) out.vertices.emplace_back(v);
  return out;
}

/// A point in the midst of a core.
Vec3 midst(const SupportMap& core) {
  if (core.kind() == SupportKind::kDrop) return core.curvedCore().bottom();
  if (core.kind() != SupportKind::kVertices) return core.centre();
  Vec3 sum{0.0};
  for (const Vec3& v : core.vertices()) sum += v;
  return sum / static_cast<double>(core.vertices().size());
}

/// A core shrunk about a point.
SupportMap shrunkAbout(const SupportMap& core, const Vec3& point, double share) {
  if (core.kind() == SupportKind::kVertices) return core.moved(Mat3{share}, (1 - share) * point);
  CurvedCore out = core.curvedCore();
  out.centre = point + share * (out.centre - point);
  out.half_length *= share;
  out.radius *= share;
  out.half_axes *= share;
  return SupportMap(out);
}

/// A point of A's core that is deep in B's, which it meets: where B, shrunk about a point of its inside, only just
/// touches A (growth distance, Ong and Gilbert 1996). Newton's method from the point on; about as deep is enough.
Vec3 deepPoint(const SupportMap& a, const SupportMap& b, const Vec3& inside) {
  constexpr int kRounds = 8;
  constexpr double kEnough = 0.02;
  GjkResult gap = gjk(a, SupportMap::viewOf({&inside, 1}), {.start = inside - a.centre()});
  double share = 0;
  for (int round = 0; round < kRounds && gap.lower > 0; ++round) {
    const Vec3& d = gap.direction;
    const double height = dot(inside - a(d).point, d), extent = dot(inside - b(-d).point, d);
    const double next = extent > 0 ? std::min(1.0, height / extent) : 1;
    if (!(next > share + kEnough * (1 - share))) break;
    share = next;
    gap = gjk(a, shrunkAbout(b, inside, share), {.start = d});
  }
  return gap.a;
}

/// How deep cores that meet are in each other.
double depthOf(const SupportMap& a, const SupportMap& b, const GjkResult& gap) {
  const auto corners = gap.simplex.begin() + std::max(1, gap.corners);
  return epaSearch(a, b, std::vector<GjkVertex>(gap.simplex.begin(), corners), kEpaGap * gap.extent).depth;
}

Vec3 inBody(const Mover& mover, const Vec3& from_pivot) {
  return glm::transpose(mover.body.rotation) * (from_pivot - mover.body.position);
}

double distanceTo(const CoreDistance& core, const Mover& mover, const Vec3& from_pivot) {
  Vec3 normal{0.0};
  return core(inBody(mover, from_pivot), normal);
}

}  // namespace

WitnessPair::WitnessPair(const PosedShape& first, const Mover& of_first, const PosedShape& second,
                         const Mover& of_second, double size)
    : a_(of_first), b_(of_second), radii_(of_first.core.radius() + of_second.core.radius()), apart_(kSweepExit * size) {
  const auto measureIn = [&](const PosedShape& shape) {
    distance_to_b_.emplace(measuredShape(shape.shape));
    inside_b_ = midst(b_.core);
    is_solid_ = distanceTo(*distance_to_b_, b_, inside_b_) < 0;
  };
  measureIn(second);
  for (const PosedShape* other : {&first, &second}) {
    if (is_solid_) break;
    std::swap(a_, b_);
    measureIn(*other);
  }
  guess_ = b_.about - a_.about;
}

std::optional<Witness> WitnessPair::at(double time) {
  const SupportMap a = a_.at(time), b = b_.at(time);
  GjkResult gap = gjk(a, b, {.start = guess_});
  // How little they overlap matters to cores without an inside alone.
  if (!is_solid_ || gap.stop != GjkStop::kEncloses) gap = polished(a, b, tightened(a, b, gap));
  guess_ = gap.direction;
  if (gap.lower - radii_ > apart_) return std::nullopt;
  const Mat3 turn_a = rotationAfter(a_.angular, time), turn_b = rotationAfter(b_.angular, time);
  const Vec3 pivot_a = a_.about + time * a_.linear, pivot_b = b_.about + time * b_.linear;
  const bool meet = !(gap.lower > 0);
  Vec3 point = gap.a;
  if (meet && is_solid_) point = deepPoint(a, b, pivot_b + turn_b * inside_b_);
  Witness out{time, glm::transpose(turn_a) * (point - pivot_a), point - pivot_b};
  if (is_solid_) {
    out.slack = radii_ - distanceTo(*distance_to_b_, b_, glm::transpose(turn_b) * out.from_b);
  } else if (meet && radii_ == 0) {
    out.is_depth = true;
    out.slack = depthOf(a, b, gap);
  } else {
    out.slack = radii_ - gap.upper;
  }
  return out;
}

bool WitnessPair::holds(const Witness& from, const Witness& to) const {
  const double h = to.time - from.time, slack = apart_ / 2;
  const double s0 = from.slack + slack, s1 = to.slack + slack;
  if (s0 < 0 || s1 < 0) return false;
  const double speed = length(b_.linear - a_.linear), spin_a = a_.spin(), spin_b = b_.spin();
  if (from.is_depth || to.is_depth)
    return from.is_depth && to.is_depth && s0 + s1 >= h * (speed + spin_a * a_.arm + spin_b * b_.arm);
  const auto larger = [&](const auto& of) { return std::max(of(from), of(to)); };
  const double own = h > 0 ? length(to.in_a - from.in_a) / h : 0;  // how fast the point goes in A's frame
  const double arm = larger([](const Witness& w) { return length(w.in_a); });
  const double across = larger([&](const Witness& w) { return length(glm::cross(a_.angular, w.in_a)); });
  // A's pivot goes straight against B's: it is farthest from B's axis at an end.
  const double beside = larger([&](const Witness& w) {
    const Vec3 between = (a_.about - b_.about) + w.time * (a_.linear - b_.linear);
    return length(glm::cross(b_.angular, between));
  });
  const double acceleration =
      spin_a * across + 2 * spin_a * own + 2 * spin_b * (speed + across + own) + spin_b * (beside + spin_b * arm);
  return std::sqrt(s0) + std::sqrt(s1) >= h * std::sqrt(acceleration / 2);
}

}  // namespace sepax
