#include "fast/polygon_manifold.h"

#include "geom/tolerances.h"

#include <algorithm>
#include <cmath>

namespace sepax {

namespace {

using Two = ConvexOutline::Two;
typedef double Pair __attribute__((vector_size(16)));

Pair pairAt(const double (&numbers)[2]) {
  Pair pair;
  __builtin_memcpy(&pair, numbers, sizeof pair);
  return pair;
}
void store(Pair pair, double (&numbers)[2]) { __builtin_memcpy(numbers, &pair, sizeof pair); }

/// Corners and normals in the frame of A.
struct Outline {
  const Two* corners;
  std::size_t count;

  [[nodiscard]] Vec2 corner(std::size_t i) const { return {corners[i / 2].x[i % 2], corners[i / 2].y[i % 2]}; }
  [[nodiscard]] Vec2 normal(std::size_t i) const {
    return {corners[i / 2].normal_x[i % 2], corners[i / 2].normal_y[i % 2]};
  }
  [[nodiscard]] std::size_t next(std::size_t i) const { return i + 1 == count ? 0 : i + 1; }
};

/// The edge of one polygon that the other is farthest outside of, and how far. Two edges at a time, without a branch on
/// what is found: that is as good as random.
struct Farthest {
  std::size_t edge = 0;
  double separation = -kInfinity;
};
Farthest farthestEdge(const Outline& of, const Outline& other) {
  Pair best{-kInfinity, -kInfinity}, best_at{},
      at{0, 1};  // places are numbers as the heights are: both are chosen by the same mask
  for (std::size_t i = 0; i < of.count; i += 2) {
    const Two& edges = of.corners[i / 2];
    const Pair nx = pairAt(edges.normal_x), ny = pairAt(edges.normal_y);
    Pair lowest{kInfinity, kInfinity};
    for (std::size_t k = 0; k < other.count; k += 2) {
      const Two& two = other.corners[k / 2];
      const Pair first = nx * two.x[0] + ny * two.y[0], second = nx * two.x[1] + ny * two.y[1];
      const Pair lower = second < first ? second : first;
      lowest = lower < lowest ? lower : lowest;
    }
    const Pair separation = lowest - (nx * pairAt(edges.x) + ny * pairAt(edges.y));
    const auto higher = separation > best;
    best = higher ? separation : best;
    best_at = higher ? at : best_at;
    at += 2;
  }
  const std::size_t lane = best[1] > best[0] ? 1 : 0, edge = static_cast<std::size_t>(best_at[lane]);
  return {edge < of.count ? edge : 0, best[lane]};  // of an odd number the last is the first again
}

}  // namespace

std::optional<ConvexOutline> convexOutline(const Polygon& polygon) {
  if (!isConvex(polygon)) return std::nullopt;
  const std::vector<int> hull = hullOf(polygon);
  if (hull.size() > ConvexOutline::kMaxCorners) return std::nullopt;
  const auto corner = [&](std::size_t i) { return polygon.vertices[static_cast<std::size_t>(hull[i % hull.size()])]; };
  ConvexOutline out;
  out.count = hull.size();
  Vec2 low{kInfinity}, high{-kInfinity};
  for (std::size_t i = 0; i < hull.size() + hull.size() % 2; ++i) {
    const Vec2 from = corner(i), to = corner(i + 1);
    const Vec3 normal = normalizedOr({to.y - from.y, from.x - to.x, 0}, {1, 0, 0});
    Two& two = out.corners[i / 2];
    two.x[i % 2] = from.x;
    two.y[i % 2] = from.y;
    two.normal_x[i % 2] = normal.x;
    two.normal_y[i % 2] = normal.y;
    out.radius = std::max(out.radius, std::sqrt(from.x * from.x + from.y * from.y) * (1 + 8 * kEpsilon));
    low = {std::min(low.x, from.x), std::min(low.y, from.y)};
    high = {std::max(high.x, from.x), std::max(high.y, from.y)};
  }
  out.size = std::max(high.x - low.x, high.y - low.y);
  return out;
}

bool polygonManifold(const ConvexOutline& a, const PlanarPose& pose_a, const ConvexOutline& b, const PlanarPose& pose_b,
                     double touching, PolygonManifold& out) {
  const Vec2 way = pose_b.position - pose_a.position;
  const double distance = a.radius + b.radius + touching;
  if (way.x * way.x + way.y * way.y > distance * distance * (1 + 8 * kEpsilon)) return false;
  const double cosine = pose_a.cosine * pose_b.cosine + pose_a.sine * pose_b.sine,
               sine = pose_a.cosine * pose_b.sine - pose_a.sine * pose_b.cosine;
  const double tx = way.x * pose_a.cosine + way.y * pose_a.sine, ty = way.y * pose_a.cosine - way.x * pose_a.sine;
  std::array<Two, ConvexOutline::kMaxCorners / 2> seen;  // B from A
  for (std::size_t i = 0; i < (b.count + 1) / 2; ++i) {
    const Two& from = b.corners[i];
    const Pair x = pairAt(from.x), y = pairAt(from.y), nx = pairAt(from.normal_x), ny = pairAt(from.normal_y);
    store(cosine * x - sine * y + tx, seen[i].x);
    store(sine * x + cosine * y + ty, seen[i].y);
    store(cosine * nx - sine * ny, seen[i].normal_x);
    store(sine * nx + cosine * ny, seen[i].normal_y);
  }
  const Outline outline_a{a.corners.data(), a.count}, outline_b{seen.data(), b.count};
  const Farthest of_a = farthestEdge(outline_a, outline_b);
  if (of_a.separation > touching) return false;
  const Farthest of_b = farthestEdge(outline_b, outline_a);
  if (of_b.separation > touching) return false;

  const bool is_of_b = of_b.separation > of_a.separation + kTie * std::min(a.size, b.size);
  const Outline &reference = is_of_b ? outline_b : outline_a, &incident = is_of_b ? outline_a : outline_b;
  const std::size_t edge = is_of_b ? of_b.edge : of_a.edge;
  const Vec2 base = reference.corner(edge), tip = reference.corner(reference.next(edge)),
             normal = reference.normal(edge);
  std::size_t opposed = 0;
  double least = kInfinity;
  for (std::size_t k = 0; k < incident.count; ++k) {
    const Vec2 other = incident.normal(k);
    const double facing = normal.x * other.x + normal.y * other.y;
    opposed = facing < least ? k : opposed;
    least = facing < least ? facing : least;
  }
  // The incident edge runs the other way. Its ends along the reference edge, which has its normal to the right, and
  // above it.
  const Vec2 p = incident.corner(incident.next(opposed)) - base, q = incident.corner(opposed) - base,
             along{-normal.y, normal.x};
  const double length = (tip.x - base.x) * along.x + (tip.y - base.y) * along.y;
  const double from = p.x * along.x + p.y * along.y, from_height = p.x * normal.x + p.y * normal.y;
  const double to = std::max(from, q.x * along.x + q.y * along.y), to_height = q.x * normal.x + q.y * normal.y;
  const double slope = to > from ? (to_height - from_height) / (to - from) : 0;
  const double begin = std::clamp(0.0, from, to), end = std::clamp(length, from, to);
  const double begin_height = from_height + slope * (begin - from), end_height = to_height + slope * (end - to);

  const Vec2 x_axis{pose_a.cosine, pose_a.sine}, y_axis{-pose_a.sine, pose_a.cosine};
  const double sense = is_of_b ? -1 : 1;
  out.normal = sense * normal.x * x_axis + sense * normal.y * y_axis;
  out.separation = is_of_b ? of_b.separation : of_a.separation;
  out.count = 0;
  const auto add = [&](double at, double height) {
    const Vec2 point = base + at * along + height / 2 * normal;
    out.points[out.count++] = {pose_a.position + point.x * x_axis + point.y * y_axis, height};
  };
  if (begin_height <= touching) add(begin, begin_height);
  if (end_height <= touching && end > begin) add(end, end_height);
  // Rounding may leave nothing of what barely touches.
  if (out.count == 0) add(begin_height < end_height ? begin : end, out.separation);
  return true;
}

}  // namespace sepax
