#include "geom/mesh_solid.h"

#include "geom/portable_math.h"

#include <algorithm>
#include <cmath>

namespace sepax {

namespace {

constexpr double kAround = 4 * M_PI;  ///< the full solid angle
constexpr double kFar = 2;            ///< radii from which a node is seen as a dipole: an error below one per cent
constexpr int kLattice = 48;          ///< spaces of the lattice along the longest side
constexpr int kMinLattice = 8;        ///< and along any
constexpr int kRowsMet = 16;          ///< by one hull, on each axis, about
constexpr int kOpenParts = 16;        ///< of a row: between surfaces the winding number of an open mesh changes, too

/// Places along x where the surface crosses each row.
using Crossings = std::vector<std::vector<double>>;

double solidAngle(const std::array<Vec3, 3>& corners, const Vec3& point) {
  const Vec3 a = corners[0] - point, b = corners[1] - point, c = corners[2] - point;
  const double la = length(a), lb = length(b), lc = length(c);
  return 2 * portable::atan2(dot(a, glm::cross(b, c)), la * lb * lc + dot(a, b) * lc + dot(b, c) * la + dot(c, a) * lb);
}

}  // namespace

MeshSolid::MeshSolid(const MeshData& mesh)
    : mesh_(mesh), dipoles_(mesh.tree.nodes.size()), box_(mesh.tree.nodes[0].box) {
  addDipoles(0);
  spacing_ = sizesOf(box_) / static_cast<double>(kRows);
  fillLattice();
  fillRows();
}

void MeshSolid::addDipoles(int index) {
  const BoxTree::Node& node = mesh_.tree.nodes[static_cast<std::size_t>(index)];
  Dipole& made = dipoles_[static_cast<std::size_t>(index)];
  if (node.item >= 0) {
    const auto [a, b, c] = cornersOf(mesh_, node.item);
    made.area = glm::cross(b - a, c - a) / 2.0;
    made.weight = length(made.area);
    made.centre = (a + b + c) / 3.0;
  } else {
    addDipoles(node.left);
    addDipoles(node.right);
    const Dipole &a = dipoles_[static_cast<std::size_t>(node.left)],
                 &b = dipoles_[static_cast<std::size_t>(node.right)];
    made.area = a.area + b.area;
    made.weight = a.weight + b.weight;
    made.centre = made.weight > 0 ? (a.centre * a.weight + b.centre * b.weight) / made.weight : a.centre;
  }
  made.radius = length(glm::max(node.box.max - made.centre, made.centre - node.box.min));
}

double MeshSolid::winding(const Vec3& point, int index) const {
  const Dipole& dipole = dipoles_[static_cast<std::size_t>(index)];
  const Vec3 to = dipole.centre - point;
  const double squared = dot(to, to);
  if (squared > kFar * kFar * dipole.radius * dipole.radius)
    return dot(to, dipole.area) / (squared * std::sqrt(squared) * kAround);
  const BoxTree::Node& node = mesh_.tree.nodes[static_cast<std::size_t>(index)];
  if (node.item >= 0) return solidAngle(cornersOf(mesh_, node.item), point) / kAround;
  return winding(point, node.left) + winding(point, node.right);
}

bool MeshSolid::holds(const Vec3& point) const {
  if (!contains(box_, point)) return false;
  if (!distances_.empty()) {
    if (const double outside = distanceOutside(point); std::abs(outside) > length(step_)) return outside < 0;
  }
  return std::abs(winding(point, 0)) > 0.5;
}

Vec3 MeshSolid::rowAt(int y, int z) const {
  return {box_.min.x, box_.min.y + (y + 0.5) * spacing_.y, box_.min.z + (z + 0.5) * spacing_.z};
}

std::span<const RowSpan> MeshSolid::row(int y, int z) const {
  const auto i = static_cast<std::size_t>(z * kRows + y);
  return std::span(spans_).subspan(first_[i], first_[i + 1] - first_[i]);
}

void MeshSolid::fillRows() {
  Crossings crossings(static_cast<std::size_t>(kRows * kRows));
  const auto firstRow = [&](int axis, double from) {
    return std::max(0, static_cast<int>(std::ceil((from - box_.min[axis]) / spacing_[axis] - 0.5)));
  };
  for (std::size_t i = 0; i < mesh_.triangles.size(); ++i) {
    const auto t = cornersOf(mesh_, static_cast<int>(i));
    const Vec3 normal = glm::cross(t[1] - t[0], t[2] - t[0]);
    if (normal.x == 0) continue;
    const Vec3 low = glm::min(glm::min(t[0], t[1]), t[2]), high = glm::max(glm::max(t[0], t[1]), t[2]);
    for (int z = firstRow(2, low.z); z < kRows && rowAt(0, z).z <= high.z; ++z) {
      for (int y = firstRow(1, low.y); y < kRows && rowAt(y, z).y <= high.y; ++y) {
        const Vec3 at = rowAt(y, z);
        bool is_within = true;
        for (std::size_t k = 0; k < 3 && is_within; ++k) {
          const Vec3 along = t[(k + 1) % 3] - t[k], off = at - t[k];
          is_within = (along.y * off.z - along.z * off.y) * normal.x >= 0;
        }
        if (!is_within) continue;
        const double x = t[0].x - (normal.y * (at.y - t[0].y) + normal.z * (at.z - t[0].z)) / normal.x;
        crossings[static_cast<std::size_t>(z * kRows + y)].push_back(std::clamp(x, low.x, high.x));
      }
    }
  }
  for (int z = 0; z < kRows; ++z) {
    for (int y = 0; y < kRows; ++y) {
      std::vector<double>& places = crossings[static_cast<std::size_t>(z * kRows + y)];
      first_.push_back(spans_.size());
      if (!mesh_.closed) {
        for (int i = 0; i <= kOpenParts; ++i)
          places.push_back(glm::mix(box_.min.x, box_.max.x, i / double{kOpenParts}));
      }
      std::ranges::sort(places);
      Vec3 middle = rowAt(y, z);
      for (std::size_t i = 1; i < places.size(); ++i) {
        if (places[i] <= places[i - 1]) continue;
        middle.x = (places[i] + places[i - 1]) / 2;
        if (!holds(middle)) continue;
        const bool goes_on = spans_.size() > first_.back() && spans_.back().until == places[i - 1];
        if (goes_on) {
          spans_.back().until = places[i];
        } else {
          spans_.push_back({places[i - 1], places[i]});
        }
      }
    }
  }
  first_.push_back(spans_.size());
}

std::size_t MeshSolid::latticeAt(int x, int y, int z) const {
  return (static_cast<std::size_t>(z) * static_cast<std::size_t>(count_[1]) + static_cast<std::size_t>(y)) *
             static_cast<std::size_t>(count_[0]) +
         static_cast<std::size_t>(x);
}

void MeshSolid::fillLattice() {
  const Vec3 sizes = sizesOf(box_);
  for (int axis = 0; axis < 3; ++axis) {
    const int spaces = std::max(kMinLattice, static_cast<int>(std::ceil(kLattice * sizes[axis] / longestSide(box_))));
    count_[static_cast<std::size_t>(axis)] = spaces + 1;
    step_[axis] = sizes[axis] / spaces;
  }
  std::vector<float> distances;
  distances.reserve(latticeAt(0, 0, count_[2]));
  for (int z = 0; z < count_[2]; ++z) {
    for (int y = 0; y < count_[1]; ++y) {
      for (int x = 0; x < count_[0]; ++x) {
        const Vec3 point = box_.min + step_ * Vec3(x, y, z);
        // No farther than from the point before, and from there.
        const double within = x > 0 ? std::abs(distances.back()) * (1 + 1e-6) + 1.01 * step_.x : kInfinity;
        const double distance = nearestSurfacePoint(mesh_, point, 0, within).distance;
        // As inside as the point before, if no surface comes between.
        const bool is_known = mesh_.closed && x > 0 && distance > 1.5 * step_.x;
        const bool is_inside = is_known ? distances.back() < 0 : holds(point);
        distances.push_back(static_cast<float>(is_inside ? -distance : distance));
      }
    }
  }
  distances_ = std::move(distances);
}

double MeshSolid::distanceOutside(const Vec3& point) const {
  std::array<int, 3> cell{};
  Vec3 part{0.0};
  for (int axis = 0; axis < 3; ++axis) {
    const auto i = static_cast<std::size_t>(axis);
    const double at = std::clamp((point[axis] - box_.min[axis]) / step_[axis], 0.0, count_[i] - 1.0);
    cell[i] = std::min(static_cast<int>(at), count_[i] - 2);
    part[axis] = at - cell[i];
  }
  const float* const low = &distances_[latticeAt(cell[0], cell[1], cell[2])];
  const std::size_t y = static_cast<std::size_t>(count_[0]), z = y * static_cast<std::size_t>(count_[1]);
  const auto alongX = [&](std::size_t i) { return low[i] + (low[i + 1] - low[i]) * part.x; };
  const double near = glm::mix(alongX(0), alongX(y), part.y), far = glm::mix(alongX(z), alongX(y + z), part.y);
  return glm::mix(near, far, part.z);
}

RowSpan spanWithin(const ConvexSolid& solid, const Vec3& at) {
  RowSpan span{-kInfinity, kInfinity};
  for (const ConvexSolid::Plane& plane : solid.planes) {
    const double room = plane.offset - dot(plane.normal, at);
    if (plane.normal.x > kEpsilon) {
      span.until = std::min(span.until, at.x + room / plane.normal.x);
    } else if (plane.normal.x < -kEpsilon) {
      span.from = std::max(span.from, at.x + room / plane.normal.x);
    } else if (room < 0) {
      return {1, 0};
    }
  }
  return span;
}

HullExcess MeshSolid::excess(const QuickHull& hull) const {
  HullExcess found;
  if (hull.triangles.empty()) return found;
  const MinMaxBox box = boundsOf(hull.corners);
  const auto rowOf = [&](int axis, double place) {
    return std::clamp(static_cast<int>(std::ceil((place - box_.min[axis]) / spacing_[axis] - 0.5)), 0, kRows);
  };
  const std::array low{rowOf(1, box.min.y), rowOf(2, box.min.z)}, high{rowOf(1, box.max.y), rowOf(2, box.max.z)};
  const std::array stride{1 + (high[0] - low[0]) / kRowsMet, 1 + (high[1] - low[1]) / kRowsMet};
  double sum = 0;
  const auto addOutside = [&](Vec3 at, double from, double until) {
    if (until <= from) return;
    sum += until - from;
    at.x = (from + until) / 2;
    found.distance = std::max(found.distance, distanceOutside(at));
  };
  for (const TriangleIndices& t : hull.triangles) {
    const Vec3 &a = hull.corners[t[0]], &b = hull.corners[t[1]], &c = hull.corners[t[2]];
    for (const Vec3& on : {(a + b + c) / 3.0, (a + b) / 2.0, (b + c) / 2.0, (c + a) / 2.0})
      found.distance = std::max(found.distance, distanceOutside(on));
  }
  for (int z = low[1]; z < high[1]; z += stride[1]) {
    for (int y = low[0]; y < high[0]; y += stride[0]) {
      const Vec3 at = rowAt(y, z);
      const RowSpan within = spanWithin(hull.solid, at);
      if (within.from >= within.until) continue;
      double from = within.from;
      for (const RowSpan& inside : row(y, z)) {
        if (inside.until <= from) continue;
        if (inside.from >= within.until) break;
        addOutside(at, from, inside.from);
        from = inside.until;
      }
      addOutside(at, from, within.until);
    }
  }
  found.volume = sum * rowArea() * stride[0] * stride[1];
  return found;
}

}  // namespace sepax
