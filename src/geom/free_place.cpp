#include "geom/free_place.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

namespace sepax {

namespace {

/// Cells are halved while there are no more than these, and no smaller than this part of the best distance; from the
/// middles of so many of those that are left a free place is looked for.
constexpr std::size_t kMaxCells = 400, kCellsTried = 64;
constexpr double kSmallestCell = 1.0 / 32;

/// Half-spaces are in front of planes here.
using Plane = ConvexSolid::Plane;

/// The point nearest to `from` on all of up to three planes; none where they are parallel.
std::optional<Vec3> nearestOnPlanes(const std::vector<Plane>& planes, const Vec3& from) {
  constexpr double kParallel = 1e-12;
  const auto missing = [&](std::size_t i) { return planes[i].offset - dot(planes[i].normal, from); };
  if (planes.size() == 1) return from + missing(0) * planes[0].normal;
  const Vec3 &p = planes[0].normal, &q = planes[1].normal;
  if (planes.size() == 2) {
    const double cosine = dot(p, q), squared = dot(cross(p, q), cross(p, q));
    if (squared <= kParallel) return std::nullopt;
    return from + (missing(0) - cosine * missing(1)) / squared * p + (missing(1) - cosine * missing(0)) / squared * q;
  }
  const Vec3& r = planes[2].normal;
  const double volume = dot(p, cross(q, r));
  if (std::abs(volume) <= kParallel) return std::nullopt;
  return from + (missing(0) * cross(q, r) + missing(1) * cross(r, p) + missing(2) * cross(p, q)) / volume;
}

/// As above; the second time takes away what planes at a sharp angle make of the first one's rounding.
std::optional<Vec3> settledOnPlanes(const std::vector<Plane>& planes, const Vec3& from) {
  const auto found = nearestOnPlanes(planes, from);
  return found ? nearestOnPlanes(planes, *found) : found;
}

/// The point nearest to `from` in front of all planes, and the planes that it lies on; none where that was not found.
std::optional<Vec3> nearestInFront(const std::vector<Plane>& planes, const Vec3& from, double rounding,
                                   std::vector<Plane>& on) {
  constexpr int kMaxRounds = 64;
  const auto heightOf = [](const Plane& plane, const Vec3& place) { return dot(plane.normal, place) - plane.offset; };
  on.clear();
  Vec3 place = from;
  for (int round = 0; round < kMaxRounds; ++round) {
    const auto lowest = std::ranges::min_element(
        planes, [&](const Plane& p, const Plane& q) { return heightOf(p, place) < heightOf(q, place); });
    if (lowest == planes.end() || heightOf(*lowest, place) >= -rounding) return place;
    std::vector<Plane> tried = on, best;
    tried.push_back(*lowest);
    std::optional<Vec3> nearest;
    for (unsigned subset = 1; subset < 1U << tried.size(); ++subset) {
      std::vector<Plane> chosen;
      for (std::size_t i = 0; i < tried.size(); ++i) {
        if ((subset >> i & 1U) != 0) chosen.push_back(tried[i]);
      }
      if (chosen.size() > 3) continue;
      const auto found = settledOnPlanes(chosen, from);
      const auto isBehind = [&](const Plane& plane) { return heightOf(plane, *found) < -rounding; };
      if (!found || std::ranges::any_of(tried, isBehind)) continue;
      if (nearest && length(*found - from) >= length(*nearest - from)) continue;
      nearest = found;
      best = std::move(chosen);
    }
    if (!nearest) return std::nullopt;
    place = *nearest;
    on = std::move(best);
  }
  return std::nullopt;
}

/// A cube around a place, or a square.
struct Cell {
  double nearest;  ///< how far from `from` it begins
  Vec3 middle;
  double half;
};

double nearestOf(const Vec3& middle, double half, const Vec3& from, bool planar) {
  Vec3 apart = glm::max(glm::abs(middle - from) - half, Vec3{0.0});
  if (planar) apart.z = 0;
  return length(apart);
}

}  // namespace

FreePlace3 slideNearer(const Obstacles& obstacles, const Vec3& from, Vec3 place, int steps) {
  std::vector<Plane> planes, on, found_on;
  for (int step = 0; step < steps; ++step) {
    // How far off planes a place on them may be said to be: the sum that puts it there and the one that asks round by
    // 1.5 of its size each, the place itself by a half.
    const double apart = length(place - from), rounding = 4 * kEpsilon * (apart + length(from));
    planes.clear();
    for (std::size_t i = 0; i < obstacles.count; ++i) {
      Vec3 normal{0.0};
      const double height = obstacles.height(i, place, normal);
      if (height <= 2 * apart) planes.push_back({normal, dot(normal, place) - height});
    }
    const auto nearer = nearestInFront(planes, from, rounding, found_on);
    if (!nearer || length(*nearer - from) >= apart) break;
    on.swap(found_on);
    const double moved = length(*nearer - place);
    place = *nearer;
    if (moved <= rounding) break;
  }
  const double apart = length(place - from);
  const bool across = on.size() == 1;
  const Vec3 normal = across ? on[0].normal : normalizedOr(place - from, Vec3{1, 0, 0});
  return {place, apart, normal, across};
}

namespace {

/// A search for the nearest free place: its question and the best answer so far.
struct Search {
  const Obstacles& obstacles;
  const Vec3& from;
  double grown, rounding, least;
  std::optional<FreePlace3> best;

  /// The lowest height of a place over all obstacles, grown.
  [[nodiscard]] double lowestAt(const Vec3& place) const {
    double lowest = kInfinity;
    Vec3 normal{0.0};
    for (std::size_t i = 0; i < obstacles.count; ++i)
      lowest = std::min(lowest, obstacles.height(i, place, normal) - grown);
    return lowest;
  }

  /// A free place moved straight towards `from` until it is on the boundary.
  [[nodiscard]] Vec3 pulledBack(Vec3 place) const {
    constexpr int kPulls = 40;
    const Vec3 back = normalizedOr(from - place, Vec3{0.0});
    for (int pull = 0; pull < kPulls; ++pull) {
      const double over = lowestAt(place);
      if (over <= rounding) break;
      place += over * back;
    }
    return place;
  }

  /// The best place as one around the obstacles themselves.
  [[nodiscard]] std::optional<FreePlace3> ungrown() {
    if (!best) return std::nullopt;
    FreePlace3 found = slideNearer(obstacles, from, best->point);
    // The planes at the grown place lie in front of rounded surfaces, at sharp angles far enough to matter. A step that
    // does not become smaller leads into a cut.
    double moved = length(found.point - best->point);
    constexpr int kSteps = 40;  // where surfaces are nearly tangent each halves the way that is left
    for (int step = 0; step < kSteps && moved > rounding; ++step) {
      const FreePlace3 next = slideNearer(obstacles, from, found.point);
      const double on = length(next.point - found.point);
      if (on >= moved) break;
      moved = on;
      found = next;
    }
    grown = 0;
    found.point = pulledBack(found.point);
    found.distance = length(found.point - from);
    return found;
  }

  /// Slides from a free place, and straight back to the boundary after each way past a rounded surface.
  void take(Vec3 place) {
    constexpr int kRounds = 12, kSlides = 30;
    Obstacles larger = obstacles;
    larger.height = [this](std::size_t i, const Vec3& at, Vec3& normal) {
      return obstacles.height(i, at, normal) - grown;
    };
    FreePlace3 found;
    for (int round = 0; round < kRounds; ++round) {
      found = slideNearer(larger, from, place, kSlides);
      place = found.point;
      place = pulledBack(place);
      if (length(place - found.point) <= rounding) break;
    }
    found.distance = length(place - from);
    found.point = place;
    if (found.distance >= least) return;
    best = found;
    least = found.distance;
  }

  /// Goes away from `from` until it is free, or farther than the best.
  void walkOut(Vec3 place) {
    constexpr int kWalks = 40;
    const Vec3 way = normalizedOr(place - from, Vec3{0.0});
    for (int walk = 0; walk < kWalks && length(place - from) < 2 * least; ++walk) {
      const double lowest = lowestAt(place);
      if (lowest >= 0) return take(place);
      place += (rounding - lowest) * way;
    }
  }
};

}  // namespace

std::optional<FreePlace3> nearestFree(const Obstacles& obstacles, const Vec3& from, double grown, double limit) {
  Search search{obstacles, from, grown, 64 * kEpsilon * (limit + length(from)), limit, {}};
  double deepest = 0;  // no free place is nearer than this
  for (std::size_t i = 0; i < obstacles.count; ++i) {
    Vec3 normal{0.0};
    const double height = obstacles.height(i, from, normal) - grown;
    deepest = std::max(deepest, -height);
    if (height < 0) search.walkOut(from + (search.rounding - height) * normal);
  }
  if (search.best && search.best->distance <= deepest + 4 * search.rounding) return search.ungrown();
  const double across = std::sqrt(obstacles.planar ? 2.0 : 3.0);
  std::vector<Cell> cells{{0, from, search.least}}, halved;
  while (!cells.empty() && cells.size() <= kMaxCells && cells.front().half > kSmallestCell * search.least) {
    halved.clear();
    for (const Cell& whole : cells) {
      for (int corner = 0; corner < (obstacles.planar ? 4 : 8); ++corner) {
        const double half = whole.half / 2, up = (corner & 4) != 0 ? half : -half;
        const Vec3 middle = whole.middle + Vec3{(corner & 1) != 0 ? half : -half, (corner & 2) != 0 ? half : -half,
                                                obstacles.planar ? 0 : up};
        const double nearest = nearestOf(middle, half, from, obstacles.planar);
        if (nearest >= search.least) continue;
        const double lowest = search.lowestAt(middle);
        if (lowest <= -half * across) continue;
        if (lowest >= 0 && length(middle - from) < search.least) search.take(middle);
        halved.push_back({nearest, middle, half});
      }
    }
    cells.swap(halved);
  }
  std::sort(cells.begin(), cells.end(), [](const Cell& p, const Cell& q) { return p.nearest < q.nearest; });
  for (std::size_t i = 0; i < cells.size() && i < kCellsTried && cells[i].nearest < search.least; ++i)
    search.walkOut(cells[i].middle);
  return search.ungrown();
}

}  // namespace sepax
