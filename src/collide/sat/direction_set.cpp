#include "collide/sat/direction_set.h"

#include "geom/tolerances.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>

namespace sepax {

namespace {

/// A vector of a length of about one, parallel to nothing that shapes are likely to have.
constexpr Vec3 kAcross{0.5298129428260175, 0.6289131418371211, 0.5691313182130031};
constexpr double kCells = 1e6;
/// How far the distances of two equal directions from the plane may be from each other: three components, and rounding.
constexpr double kSlack = 4 * kSameDirection;

bool isSame(const Vec3& a, const Vec3& b) {
  const double sense = dot(a, b) < 0 ? -1 : 1;
  const Vec3 difference = a - sense * b;
  return std::max({std::abs(difference.x), std::abs(difference.y), std::abs(difference.z)}) <= kSameDirection;
}

}  // namespace

void DirectionSet::clear(std::size_t count) {
  newest_.assign(std::bit_ceil(std::max<std::size_t>(2 * count, 16)), -1);
  entries_.clear();
  entries_.reserve(count);
}

int DirectionSet::findOrAdd(const Vec3& direction, int index, const Kept<SatAxis>& axes) {
  const double distance = std::abs(dot(direction, kAcross));
  const auto cellAt = [](double d) { return static_cast<std::int64_t>(d * kCells); };
  const auto bucketOf = [&](std::int64_t cell) -> int& {
    return newest_[static_cast<std::uint64_t>(cell) & (newest_.size() - 1)];
  };
  int found = -1;
  const auto look = [&](std::int64_t cell) {
    for (int e = bucketOf(cell); e >= 0; e = entries_[static_cast<std::size_t>(e)].next) {
      if (std::abs(entries_[static_cast<std::size_t>(e)].distance - distance) > kSlack) continue;
      const int other = entries_[static_cast<std::size_t>(e)].index;
      if ((found < 0 || other < found) && isSame(direction, axes[static_cast<std::size_t>(other)].direction))
        found = other;
    }
  };
  const std::int64_t low = cellAt(distance - kSlack), high = cellAt(distance + kSlack);
  look(low);
  if (high != low) look(high);
  if (found >= 0) return found;
  int& newest = bucketOf(cellAt(distance));
  entries_.push_back({distance, index, newest});
  newest = static_cast<int>(entries_.size()) - 1;
  return -1;
}

}  // namespace sepax
