#include "collide/sat/projection.h"

#include "geom/portable_math.h"
#include "geom/tolerances.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace sepax {

namespace {

void add(SupportFeature& feature, const std::vector<Vec3>& vertices, int v) {
  if (feature.vertex_count < static_cast<int>(feature.vertices.size())) feature.vertices[feature.vertex_count] = v;
  feature.point += vertices[v];
  ++feature.vertex_count;
}

/// Cells of each side of a cube around the unit sphere, along each of its edges.
constexpr int kCellsOfSide = 8;

std::size_t cellOf(const Vec3& direction) {
  const Vec3 size = glm::abs(direction);
  const int k = size.x >= size.y && size.x >= size.z ? 0 : size.y >= size.z ? 1 : 2;
  const double half = kCellsOfSide / 2.0;
  const auto place = [&](int c) {
    return std::min(static_cast<int>(direction[c] / size[k] * half + half), kCellsOfSide - 1);
  };
  const int side = 2 * k + (direction[k] < 0 ? 1 : 0);
  return static_cast<std::size_t>((side * kCellsOfSide + place((k + 1) % 3)) * kCellsOfSide + place((k + 2) % 3));
}

void finish(SupportFeature& feature, const Vec3& outward) {
  if (feature.vertex_count == 0) {  // curved: known already
    feature.point += outward;
    return;
  }
  feature.kind = feature.vertex_count == 1   ? FeatureKind::kVertex
                 : feature.vertex_count == 2 ? FeatureKind::kEdge
                                             : FeatureKind::kFace;
  feature.point = feature.point / static_cast<double>(feature.vertex_count) + outward;
}

}  // namespace

Projector::Projector(const ConvexFeatures& shape, std::size_t scan_up_to) : shape_(shape) {
  const std::size_t count = shape.core.vertices.size();
  if (count <= scan_up_to || shape.core.edges.empty()) return;
  first_neighbour_.assign(count + 1, 0);
  for (const PolytopeEdge& e : shape.core.edges) {
    ++first_neighbour_[e.v0 + 1];
    ++first_neighbour_[e.v1 + 1];
  }
  // A vertex without an edge could never be climbed to.
  climbs_ = std::all_of(first_neighbour_.begin() + 1, first_neighbour_.end(), [](int degree) { return degree > 0; });
  if (!climbs_) return;
  for (std::size_t v = 0; v < count; ++v) first_neighbour_[v + 1] += first_neighbour_[v];
  neighbours_.resize(static_cast<std::size_t>(first_neighbour_.back()));
  std::vector<int> next = first_neighbour_;
  for (const PolytopeEdge& e : shape.core.edges) {
    neighbours_[next[e.v0]++] = e.v1;
    neighbours_[next[e.v1]++] = e.v0;
  }
  seen_.assign(count, 0);
  found_.assign(static_cast<std::size_t>(6 * kCellsOfSide * kCellsOfSide), 0);
  const auto step = static_cast<std::size_t>(std::sqrt(static_cast<double>(count)));
  for (std::size_t v = 0; v < count; v += step) landmarks_.push_back(static_cast<int>(v));
}

Interval Projector::operator()(const Vec3& direction, double slack) {
  Interval interval;
  if (shape_.curved) {
    interval = curvedInterval(*shape_.curved, direction, slack);
  } else if (climbs_) {
    const auto& vertices = shape_.core.vertices;
    const int low = extreme(-direction), high = extreme(direction);
    interval.min = dot(vertices[low], direction);
    interval.max = dot(vertices[high], direction);
    gather(-direction, low, slack, interval.at_min);
    gather(direction, high, slack, interval.at_max);
  } else {
    interval = scan(direction, slack);
  }
  finish(interval.at_min, -shape_.radius * direction);
  finish(interval.at_max, shape_.radius * direction);
  interval.min -= shape_.radius;
  interval.max += shape_.radius;
  if (shape_.unbounded) {
    // Along its normal a half-space has one end, along other directions none.
    const Vec3& normal = shape_.face_axes[0].direction;
    const bool is_normal = length(crossAccurate(normal, direction)) <= kParallelEdges;
    interval.endless_min = !is_normal || dot(normal, direction) > 0;
    interval.endless_max = !is_normal || dot(normal, direction) < 0;
  }
  return interval;
}

Interval Projector::dropInterval(const CurvedCore& core, const Vec3& direction, double slack) {
  const double middle = dot(core.centre, direction), rise = core.half_length * dot(core.axis(), direction);
  const auto end = [&](double sense, SupportFeature& feature) {
    const double top = sense * rise, bottom = core.radius - top;
    const bool is_side = std::abs(top - bottom) <= slack;
    const Vec3 on_ball = core.bottom() + sense * core.radius * direction;
    feature.kind = is_side ? FeatureKind::kEdge : FeatureKind::kVertex;
    feature.point = is_side ? (core.top() + on_ball) / 2.0 : top > bottom ? core.top() : on_ball;
    return std::max(top, bottom);
  };
  Interval interval;
  interval.min = middle - end(-1, interval.at_min);
  interval.max = middle + end(1, interval.at_max);
  return interval;
}

Interval Projector::ellipsoidInterval(const CurvedCore& core, const Vec3& direction, double slack) {
  const Vec3 along = core.halfAlong(direction);
  const double middle = dot(core.centre, direction), extent = portable::hypot(along.x, along.y, along.z);
  const int across = core.acrossDisc();
  const bool is_face = across >= 0 && extent <= slack;
  const Vec3 farthest = is_face ? Vec3{0.0} : core.rotation * (core.half_axes * normalizedOr(along, Vec3{0.0}));
  Interval interval{middle - extent, middle + extent, {}, {}};
  interval.at_min.kind = interval.at_max.kind = is_face ? FeatureKind::kFace : FeatureKind::kVertex;
  interval.at_min.point = core.centre - farthest;
  interval.at_max.point = core.centre + farthest;
  return interval;
}

Interval Projector::curvedInterval(const CurvedCore& core, const Vec3& direction, double slack) {
  if (core.kind == CurvedKind::kEllipsoid) return ellipsoidInterval(core, direction, slack);
  if (core.kind == CurvedKind::kDrop) return dropInterval(core, direction, slack);
  const double middle = dot(core.centre, direction), up = dot(core.axis(), direction);
  const double x = dot(core.rotation[0], direction), z = dot(core.rotation[2], direction),
               across = portable::hypot(x, z);
  const Vec3 outward = across > 0 ? (core.rotation[0] * x + core.rotation[2] * z) / across : Vec3{0.0};
  const double width = core.radius * across;
  // The end of the interval in one sense.
  const auto end = [&](double sense, SupportFeature& feature) {
    const bool cone = core.kind == CurvedKind::kCone;
    const double top = core.half_length * up * sense + (cone ? 0 : width),
                 bottom = -core.half_length * up * sense + width;
    const bool is_side = std::abs(top - bottom) <= slack, is_top = top > bottom;
    const bool is_cap = width <= slack && !(cone && is_top && !is_side);
    feature.kind = is_cap ? FeatureKind::kFace : is_side ? FeatureKind::kEdge : FeatureKind::kVertex;
    const Vec3 rim = is_cap ? Vec3{0.0} : sense * core.radius * outward;
    const Vec3 at_top = core.top() + (cone ? Vec3{0.0} : rim), at_bottom = core.bottom() + rim;
    feature.point = is_side ? (at_top + at_bottom) / 2.0 : is_top ? at_top : at_bottom;
    return std::max(top, bottom);
  };
  Interval interval;
  interval.min = middle - end(-1, interval.at_min);
  interval.max = middle + end(1, interval.at_max);
  return interval;
}

Interval Projector::scan(const Vec3& direction, double slack) {
  const auto& vertices = shape_.core.vertices;
  heights_.resize(vertices.size());
  double low = std::numeric_limits<double>::infinity(), high = -low;
  for (std::size_t v = 0; v < vertices.size(); ++v) {
    heights_[v] = dot(vertices[v], direction);
    low = std::min(low, heights_[v]);
    high = std::max(high, heights_[v]);
  }
  Interval interval{low, high, {}, {}};
  for (int v = 0; v < static_cast<int>(vertices.size()); ++v) {
    if (heights_[v] <= low + slack) add(interval.at_min, vertices, v);
    if (heights_[v] >= high - slack) add(interval.at_max, vertices, v);
  }
  return interval;
}

int Projector::extreme(const Vec3& direction) {
  int& from = found_[cellOf(direction)];
  constexpr std::size_t kFewSteps = 8;  // farther away the landmarks know a better place to start from
  if (climb(direction, from, std::min(kFewSteps, landmarks_.size()))) return from;
  const auto& vertices = shape_.core.vertices;
  for (const int landmark : landmarks_) {
    if (dot(vertices[landmark], direction) > dot(vertices[from], direction)) from = landmark;
  }
  static_cast<void>(climb(direction, from, vertices.size()));
  return from;
}

/// Goes up from a vertex, so many steps at most; true at the top.
bool Projector::climb(const Vec3& direction, int& from, std::size_t max_steps) const {
  const auto& vertices = shape_.core.vertices;
  double height = dot(vertices[from], direction);
  for (std::size_t step = 0; step <= max_steps; ++step) {
    bool climbing = false;
    const int end = first_neighbour_[from + 1];
    for (int i = first_neighbour_[from]; i < end; ++i) {
      if (const double h = dot(vertices[neighbours_[i]], direction); h > height) {
        height = h;
        from = neighbours_[i];
        climbing = true;
        break;
      }
    }
    if (!climbing) return true;
  }
  return false;
}

/// Vertices within the slack of the top hang together along edges.
void Projector::gather(const Vec3& direction, int top, double slack, SupportFeature& feature) {
  const auto& vertices = shape_.core.vertices;
  const double least = dot(vertices[top], direction) - slack;
  ++stamp_;
  queue_.assign(1, top);
  seen_[top] = stamp_;
  for (std::size_t at = 0; at < queue_.size(); ++at) {
    for (int i = first_neighbour_[queue_[at]]; i < first_neighbour_[queue_[at] + 1]; ++i) {
      const int v = neighbours_[i];
      if (seen_[v] == stamp_ || dot(vertices[v], direction) < least) continue;
      seen_[v] = stamp_;
      queue_.push_back(v);
    }
  }
  std::sort(queue_.begin(), queue_.end());
  for (const int v : queue_) add(feature, vertices, v);
}

}  // namespace sepax
