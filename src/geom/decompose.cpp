#include "geom/decompose.h"

#include "core/language.h"
#include "geom/aabb.h"
#include "geom/bounding_volumes.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

namespace sepax {

namespace {

constexpr int kCuts = 7;                ///< places tried on each axis
constexpr int kCells = 64;              ///< of the grid along the longest side
constexpr std::size_t kMaxTried = 300;  ///< points by which a place is evaluated; more hardly change it

using Corners = std::array<Vec3, 3>;

using Cell = glm::ivec3;
struct CellBox {
  Cell low{0}, high{0};
};

/// Which cells of a grid a mesh fills, summed up so that any box of cells is counted at once. A cell that the surface
/// runs through counts half.
class Grid {
 public:
  Grid(const MinMaxBox& box, const std::vector<Corners>& triangles) {
    const Vec3 sides = sizesOf(box);
    size_ = std::max({sides.x, sides.y, sides.z}) / kCells;
    for (int axis = 0; axis < 3; ++axis) count_[axis] = 1 + static_cast<int>(std::ceil(sides[axis] / size_ - 1e-9));
    low_ = box.min - Vec3{size_ / 2};  // faces along the axes run through the middle of cells, which count half
    // A rim of empty cells around, from which the outside is filled.
    std::vector<char> state(static_cast<std::size_t>(count_.x + 2) * (count_.y + 2) * (count_.z + 2), kInside);
    for (const Corners& t : triangles) markSurface(t, state);
    fillOutside(state);
    for (const char held : state) inside_.push_back(held == kInside);
    sums_.resize(static_cast<std::size_t>(count_.x + 1) * (count_.y + 1) * (count_.z + 1));
    for (int z = 0; z < count_.z; ++z) {
      for (int y = 0; y < count_.y; ++y) {
        double row = 0;
        for (int x = 0; x < count_.x; ++x) {
          const char held = state[at({x, y, z})];
          row += held == kInside ? 1 : held == kSurface ? 0.5 : 0;
          sum({x + 1, y + 1, z + 1}) = row + sum({x + 1, y, z + 1}) + sum({x + 1, y + 1, z}) - sum({x + 1, y, z});
        }
      }
    }
  }
  [[nodiscard]] CellBox all() const { return {{0, 0, 0}, count_}; }
  [[nodiscard]] double size() const { return size_; }
  [[nodiscard]] double place(int axis, int cell) const { return low_[axis] + size_ * cell; }
  /// True when the cell around a point is inside the mesh, away from its surface.
  [[nodiscard]] bool isInside(const Vec3& point) const {
    const Cell c = cellOf(point);
    return inside_[at(c)];
  }
  /// m³ that the mesh holds of a box of cells.
  [[nodiscard]] double solid(const CellBox& b) const {
    double cells = 0;
    for (int corner = 0; corner < 8; ++corner) {
      const Cell c{corner & 1 ? b.high.x : b.low.x, corner & 2 ? b.high.y : b.low.y, corner & 4 ? b.high.z : b.low.z};
      const int lows = 3 - (corner & 1) - (corner >> 1 & 1) - (corner >> 2 & 1);
      cells += (lows % 2 == 0 ? 1 : -1) * sum(c);
    }
    return cells * size_ * size_ * size_;
  }

 private:
  enum State : char { kInside, kSurface, kOutside };
  [[nodiscard]] std::size_t at(const Cell& c) const {
    return (static_cast<std::size_t>(c.z + 1) * (count_.y + 2) + static_cast<std::size_t>(c.y + 1)) * (count_.x + 2) +
           static_cast<std::size_t>(c.x + 1);
  }
  [[nodiscard]] Cell cellOf(const Vec3& p) const {
    Cell c;
    for (int axis = 0; axis < 3; ++axis) {
      c[axis] = std::clamp(static_cast<int>(std::floor((p[axis] - low_[axis]) / size_)), 0, count_[axis] - 1);
    }
    return c;
  }
  double& sum(const Cell& c) {
    return sums_[(static_cast<std::size_t>(c.z) * (count_.y + 1) + static_cast<std::size_t>(c.y)) * (count_.x + 1) +
                 static_cast<std::size_t>(c.x)];
  }
  [[nodiscard]] double sum(const Cell& c) const { return const_cast<Grid*>(this)->sum(c); }

  /// Points of the triangle no farther apart than half a cell.
  void markSurface(const Corners& t, std::vector<char>& state) const {
    const double longest = std::max({length(t[1] - t[0]), length(t[2] - t[1]), length(t[0] - t[2])});
    const int steps = std::max(1, static_cast<int>(std::ceil(longest / size_ * 2)));
    for (int i = 0; i <= steps; ++i) {
      for (int k = 0; k <= steps - i; ++k) {
        const Vec3 p =
            t[0] + (t[1] - t[0]) * (static_cast<double>(i) / steps) + (t[2] - t[0]) * (static_cast<double>(k) / steps);
        state[at(cellOf(p))] = kSurface;
      }
    }
  }
  void fillOutside(std::vector<char>& state) const {
    std::vector<Cell> waiting{{-1, -1, -1}};
    state[at(waiting[0])] = kOutside;
    while (!waiting.empty()) {
      const Cell c = waiting.back();
      waiting.pop_back();
      for (int i = 0; i < 6; ++i) {
        Cell next = c;
        next[i / 2] += i % 2 == 0 ? -1 : 1;
        if (next[i / 2] < -1 || next[i / 2] > count_[i / 2] || state[at(next)] != kInside) continue;
        state[at(next)] = kOutside;
        waiting.push_back(next);
      }
    }
  }

  Vec3 low_;
  double size_ = 0;
  Cell count_{0};
  std::vector<bool> inside_;
  std::vector<double> sums_;
};

/// A piece of the surface, its hull, and what the mesh holds there.
struct Part {
  std::vector<Corners> triangles;
  HullVolume hull;
  double volume = 0, solid = 0;
  CellBox cells = {};  ///< of a part that was not joined,
  MinMaxBox box = {};  ///< and where it was cut
  [[nodiscard]] double extra() const { return volume - solid; }
};

std::vector<Vec3> pointsOf(const std::vector<Corners>& triangles, std::size_t most = ~std::size_t{0}) {
  const std::size_t step = std::max<std::size_t>(1, triangles.size() * 3 / most);
  std::vector<Vec3> points;
  for (std::size_t i = 0; i < triangles.size() * 3; i += step) points.push_back(triangles[i / 3][i % 3]);
  return points;
}

/// The hull and its volume; nullopt when it has none.
std::optional<std::pair<HullVolume, double>> hullOf(const std::vector<Vec3>& points) {
  static constexpr std::array kKinds{VolumeKind::kHull};
  auto fitted = fitVolumes(points, kKinds);
  if (!fitted || !fitted->front().tightness) return std::nullopt;
  return std::pair(std::get<HullVolume>(std::move(fitted->front().shape)), fitted->front().volume);
}

/// How deep the deepest corner or middle of a triangle lies inside a hull.
double deepest(const std::vector<Corners>& triangles, const HalfSpaces& hull) {
  double found = 0;
  const auto measure = [&](const Vec3& point) {
    double depth = std::numeric_limits<double>::infinity();
    for (const HalfSpaces::Plane& plane : hull.planes) {
      depth = std::min(depth, plane.offset - dot(plane.normal, point - hull.origin));
      if (depth <= found) return;
    }
    found = depth;
  };
  for (const Corners& t : triangles) {
    for (const Vec3& corner : t) measure(corner);
    measure((t[0] + t[1] + t[2]) / 3.0);
  }
  return found;
}

/// The points that span a part's hull: its surface, and the corners of its box that are inside the mesh. Nothing else
/// of the mesh's inside sticks out of the surface's hull.
std::vector<Vec3> partPoints(const std::vector<Corners>& triangles, const Grid& grid, const MinMaxBox& box,
                             std::size_t most) {
  std::vector<Vec3> points = pointsOf(triangles, most);
  for (int i = 0; i < 8; ++i) {
    const Vec3 corner{i & 1 ? box.max.x : box.min.x, i & 2 ? box.max.y : box.min.y, i & 4 ? box.max.z : box.min.z};
    const Vec3 inward{i & 1 ? -1 : 1, i & 2 ? -1 : 1, i & 4 ? -1 : 1};
    if (grid.isInside(corner + inward * (grid.size() / 4))) points.push_back(corner);
  }
  return points;
}

std::optional<Part> partOf(std::vector<Corners> triangles, const Grid& grid, const CellBox& cells,
                           const MinMaxBox& box) {
  auto hull = hullOf(partPoints(triangles, grid, box, ~std::size_t{0}));
  if (!hull) return std::nullopt;
  return Part{std::move(triangles), std::move(hull->first), hull->second, grid.solid(cells), cells, box};
}

/// Triangles on both sides of a plane across an axis; those that it crosses are cut.
std::array<std::vector<Corners>, 2> cut(const std::vector<Corners>& triangles, int axis, double place) {
  std::array<std::vector<Corners>, 2> sides;
  for (const Corners& t : triangles) {
    const std::array<double, 3> over{t[0][axis] - place, t[1][axis] - place, t[2][axis] - place};
    const auto is_below = [](double d) { return d <= 0; };
    const auto is_above = [](double d) { return d >= 0; };
    if (std::ranges::all_of(over, is_below) || std::ranges::all_of(over, is_above)) {
      sides[std::ranges::all_of(over, is_below) ? 0 : 1].push_back(t);
      continue;
    }
    for (const int side : {0, 1}) {
      std::vector<Vec3> loop;
      for (std::size_t i = 0; i < 3; ++i) {
        const std::size_t next = (i + 1) % 3;
        if (side == 0 ? over[i] <= 0 : over[i] >= 0) loop.push_back(t[i]);
        if ((over[i] < 0) != (over[next] < 0) && over[i] != 0 && over[next] != 0) {
          Vec3 crossing = t[i] + (t[next] - t[i]) * (over[i] / (over[i] - over[next]));
          crossing[axis] = place;
          loop.push_back(crossing);
        }
      }
      for (std::size_t i = 2; i < loop.size(); ++i)
        sides[static_cast<std::size_t>(side)].push_back({loop[0], loop[i - 1], loop[i]});
    }
  }
  return sides;
}

/// The coordinate of a corner within `reach` of a place, the nearest; else the place: cuts along a mesh's own faces
/// leave no slivers.
double nearestCorner(const std::vector<Corners>& triangles, int axis, double place, double reach) {
  double nearest = place, least = reach;
  for (const Corners& t : triangles) {
    for (const Vec3& corner : t) {
      if (const double off = std::abs(corner[axis] - place); off < least) nearest = corner[axis], least = off;
    }
  }
  return nearest;
}

/// Both halves by the plane whose hulls hold least; nullopt when no plane leaves two that have volume.
std::optional<std::pair<Part, Part>> bestCut(const Part& part, const Grid& grid) {
  double least = std::numeric_limits<double>::infinity();
  struct Cut {
    int axis = -1, cell = 0;
    double place = 0;
  } best;
  const auto attempt = [&](int axis, int cell) {
    const int low = part.cells.low[axis], high = part.cells.high[axis];
    if (cell <= low || cell >= high) return;
    const double place = nearestCorner(part.triangles, axis, grid.place(axis, cell), grid.size() * 0.6);
    double sum = 0;
    const auto sides = cut(part.triangles, axis, place);
    for (const std::size_t side : {0, 1}) {
      MinMaxBox box = part.box;
      (side == 0 ? box.max : box.min)[axis] = place;
      const auto hull = hullOf(partPoints(sides[side], grid, box, kMaxTried));
      sum += hull ? hull->second : std::numeric_limits<double>::infinity();
    }
    // Among cuts that hold about the same the one in the middle wins: thin slices are useless.
    sum += part.volume * 0.005 * std::abs(2.0 * (cell - low) / (high - low) - 1);
    if (sum >= least) return;
    best = {axis, cell, place};
    least = sum;
  };
  for (int axis = 0; axis < 3; ++axis) {
    const int size = part.cells.high[axis] - part.cells.low[axis];
    for (int i = 1; i <= kCuts; ++i) attempt(axis, part.cells.low[axis] + size * i / (kCuts + 1));
  }
  if (best.axis < 0) return std::nullopt;
  for (int step = (part.cells.high[best.axis] - part.cells.low[best.axis]) / (2 * (kCuts + 1)); step > 0; step /= 2) {
    const int middle = best.cell;
    attempt(best.axis, middle - step);
    attempt(best.axis, middle + step);
  }
  auto sides = cut(part.triangles, best.axis, best.place);
  CellBox below = part.cells, above = part.cells;
  below.high[best.axis] = above.low[best.axis] = best.cell;
  MinMaxBox low_box = part.box, high_box = part.box;
  low_box.max[best.axis] = high_box.min[best.axis] = best.place;
  auto low = partOf(std::move(sides[0]), grid, below, low_box),
       high = partOf(std::move(sides[1]), grid, above, high_box);
  if (!low || !high) return std::nullopt;
  return std::pair(std::move(*low), std::move(*high));
}

/// Two parts with the hull around both.
std::optional<Part> joined(const Part& a, const Part& b) {
  std::vector<Vec3> points = a.hull.polytope.vertices;
  points.insert(points.end(), b.hull.polytope.vertices.begin(), b.hull.polytope.vertices.end());
  auto hull = hullOf(points);
  if (!hull) return std::nullopt;
  Part part{a.triangles, std::move(hull->first), hull->second, a.solid + b.solid, {}, {}};
  part.triangles.insert(part.triangles.end(), b.triangles.begin(), b.triangles.end());
  return part;
}

bool touches(const Part& a, const Part& b, double gap) {
  const MinMaxBox p = boundsOf(a.hull.polytope.vertices), q = boundsOf(b.hull.polytope.vertices);
  for (int axis = 0; axis < 3; ++axis) {
    if (p.min[axis] > q.max[axis] + gap || q.min[axis] > p.max[axis] + gap) return false;
  }
  return true;
}

/// Cutting takes about this share of the work, joining the rest.
constexpr double kCuttingShare = 0.5;

/// Joins pairs, the one first that gains least, as long as all together gain no more than `room`; beyond `most` parts
/// whatever they gain.
void joinParts(std::vector<Part>& parts, double room, std::size_t most, double gap, const ShareSink& progress) {
  struct Gain {
    double gain = 0;
    std::optional<Part> part;
  };
  const auto gainOf = [&](const Part& a, const Part& b) {
    Gain made{std::numeric_limits<double>::infinity(), std::nullopt};
    if (!touches(a, b, gap)) return made;
    made.part = joined(a, b);
    if (made.part) made.gain = made.part->volume - a.volume - b.volume;
    return made;
  };
  std::vector<std::vector<Gain>> gains(parts.size());  // [i][k], k < i
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const double pairs = static_cast<double>(i * i) / static_cast<double>(parts.size() * parts.size());
    if (!goesOn(progress, kCuttingShare + (1 - kCuttingShare) * pairs)) return;
    for (std::size_t k = 0; k < i; ++k) gains[i].push_back(gainOf(parts[i], parts[k]));
  }
  while (parts.size() > 1 && goesOn(progress, 1)) {
    std::pair<std::size_t, std::size_t> best{0, 0};
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < parts.size(); ++i) {
      for (std::size_t k = 0; k < i; ++k) {
        if (gains[i][k].gain >= least) continue;
        least = gains[i][k].gain;
        best = {i, k};
      }
    }
    if (!std::isfinite(least) || (least > room && parts.size() <= most)) return;
    room -= std::max(least, 0.0);
    const auto [gone, kept] = best;
    parts[kept] = std::move(*gains[gone][kept].part);
    const auto row = static_cast<std::ptrdiff_t>(gone);
    parts.erase(parts.begin() + row);
    gains.erase(gains.begin() + row);
    for (std::size_t i = gone; i < parts.size(); ++i) gains[i].erase(gains[i].begin() + row);
    for (std::size_t i = 0; i < parts.size(); ++i) {
      if (i != kept) gains[std::max(i, kept)][std::min(i, kept)] = gainOf(parts[i], parts[kept]);
    }
  }
}

}  // namespace

Result<Decomposition> decompose(const std::vector<Vec3>& vertices, std::span<const TriangleIndices> triangles,
                                const DecomposeOptions& options) {
  std::vector<Corners> soup;
  for (const auto& [a, b, c] : triangles) soup.push_back({vertices[a], vertices[b], vertices[c]});
  if (soup.empty()) return fail(ErrorCode::kDegenerate, "", tr("all points lie in one plane, line or point"));
  const MinMaxBox box = boundsOf(vertices);
  if (!hullOf(vertices)) return fail(ErrorCode::kDegenerate, "", tr("all points lie in one plane, line or point"));
  const Grid grid(box, soup);
  auto whole = partOf(std::move(soup), grid, grid.all(), box);
  if (!whole) return fail(ErrorCode::kDegenerate, "", tr("all points lie in one plane, line or point"));
  Decomposition made;
  made.solid = whole->solid;
  const double room = options.extra * whole->solid;
  std::vector<Part> parts, done;
  parts.push_back(std::move(*whole));
  const auto extraOf = [](const std::vector<Part>& some) {
    double sum = 0;
    for (const Part& part : some) sum += std::max(part.extra(), 0.0);
    return sum;
  };
  // Some more than are wanted, and closer: joining finds better ones than cutting alone.
  const std::size_t most_cut = options.max_pieces * 2;
  while (!parts.empty()) {
    const auto worst = std::ranges::max_element(parts, {}, &Part::extra);
    const bool is_close = extraOf(parts) + extraOf(done) <= room / 2;
    const std::size_t pieces = parts.size() + done.size();
    const bool may_cut =
        !is_close && worst->extra() > room / static_cast<double>(4 * options.max_pieces) && pieces + 1 <= most_cut &&
        goesOn(options.progress, kCuttingShare * static_cast<double>(pieces) / static_cast<double>(most_cut));
    Part part = std::move(*worst);
    parts.erase(worst);
    auto halves = may_cut ? bestCut(part, grid) : std::nullopt;
    if (!halves) {
      done.push_back(std::move(part));
      continue;
    }
    parts.push_back(std::move(halves->first));
    parts.push_back(std::move(halves->second));
  }
  joinParts(done, room - extraOf(done), options.max_pieces, grid.size(), options.progress);
  std::ranges::stable_sort(done, std::ranges::greater{}, &Part::volume);
  for (Part& part : done) {
    const double deviation = deepest(part.triangles, part.hull.outside);
    made.volume += part.volume;
    made.deviation = std::max(made.deviation, deviation);
    made.parts.push_back({std::move(part.hull.polytope), part.volume, deviation});
  }
  return made;
}

}  // namespace sepax
