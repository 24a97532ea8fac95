#include "fast/broad_phase.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <utility>

#include "core/assert.h"

namespace sepax {

namespace {

/// Boxes of a level are within this factor of each other's size: larger factors mean longer rows, smaller ones more
/// levels to ask.
constexpr double kLikeSize = 4;
/// Rows are wider than the widest box by this share, so that the rounding of a division never skips a row.
constexpr double kRowSlack = 1e-9;

double sizeOf(const MinMaxBox& box) {
  const Vec3 sides = box.max - box.min;
  return std::max({sides.x, sides.y, sides.z});
}

/// Unsigned integers in the order of the doubles.
std::uint64_t orderedKey(double value) {
  const auto bits = std::bit_cast<std::uint64_t>(value + 0.0);  // −0 is 0
  return bits >> 63 != 0 ? ~bits : bits | 1ull << 63;
}

}  // namespace

bool overlaps(const MinMaxBox& a, const MinMaxBox& b) {
  if (isEmpty(a) || isEmpty(b)) return false;
  return a.min.x <= b.max.x && b.min.x <= a.max.x && a.min.y <= b.max.y && b.min.y <= a.max.y && a.min.z <= b.max.z &&
         b.min.z <= a.max.z;
}

int BroadPhase::Level::rowAlong(int axis, double lower) const {
  const double row = (lower - origin[axis]) / cell[axis];
  return static_cast<int>(std::clamp(row, 0.0, static_cast<double>(rows[axis] - 1)));
}

BroadPhase::Result BroadPhase::findPairs(std::span<const MinMaxBox> boxes, std::size_t limit) {
  SEPAX_ASSERT(boxes.size() < std::numeric_limits<std::uint32_t>::max());
  pairs_.clear();
  limit_ = limit;
  is_full_ = false;
  sizes_.resize(boxes.size());
  members_.clear();
  std::vector<std::uint32_t> unbounded;
  for (std::uint32_t i = 0; i < boxes.size(); ++i) {
    if (isEmpty(boxes[i])) continue;
    sizes_[i] = sizeOf(boxes[i]);
    (std::isfinite(sizes_[i]) ? members_ : unbounded).push_back(i);
  }
  // Levels from the largest boxes down.
  std::size_t used = 0, first = 0;
  while (first < members_.size() && !is_full_) {
    double largest = 0;
    for (std::size_t i = first; i < members_.size(); ++i) largest = std::max(largest, sizes_[members_[i]]);
    const auto rest = std::partition(members_.begin() + static_cast<std::ptrdiff_t>(first), members_.end(),
                                     [&](std::uint32_t box) { return sizes_[box] * kLikeSize >= largest; });
    const auto end = static_cast<std::size_t>(rest - members_.begin());
    if (levels_.size() <= used) levels_.emplace_back();
    Level& level = levels_[used];
    fillLevel(level, boxes, std::span(members_).subspan(first, end - first));
    pairsWithin(level);
    for (std::size_t coarse = 0; coarse < used && !is_full_; ++coarse) pairsAcross(level, levels_[coarse]);
    ++used;
    first = end;
  }
  pairsOfUnbounded(boxes, unbounded);
  return {pairs_, !is_full_};
}

void BroadPhase::fillLevel(Level& level, std::span<const MinMaxBox> boxes, std::span<const std::uint32_t> members) {
  MinMaxBox corners;
  Vec3 widest{0.0};
  for (const std::uint32_t box : members) {
    corners.min = glm::min(corners.min, boxes[box].min);
    corners.max = glm::max(corners.max, boxes[box].min);
    widest = glm::max(widest, boxes[box].max - boxes[box].min);
  }
  const Vec3 spread = corners.max - corners.min;
  level.order = {0, 1, 2};
  std::sort(level.order.begin(), level.order.end(), [&](int a, int b) { return spread[a] > spread[b]; });
  // No more rows than boxes: wider ones do where boxes are sparse.
  const double most_rows = std::max(1.0, static_cast<double>(members.size()));
  for (int c = 0; c < 3; ++c) {
    const int axis = level.order[c];
    level.origin[c] = corners.min[axis];
    level.widest[c] = widest[axis];
    level.cell[c] = widest[axis] * (1 + kRowSlack);
  }
  const auto rowsOf = [&](int c) { return std::floor(spread[level.order[c]] / level.cell[c]) + 1; };
  for (const int c : {1, 2}) {
    const double allowed = c == 1 ? most_rows : std::max(1.0, std::floor(most_rows / level.rows[1]));
    const double wanted = level.cell[c] > 0 ? rowsOf(c) : std::numeric_limits<double>::infinity();
    if (!(wanted <= allowed)) {
      // The square root shares the rows out between both axes.
      const double share = c == 1 ? std::max(1.0, std::floor(std::sqrt(allowed))) : allowed;
      level.cell[c] = std::max(level.cell[c], spread[level.order[c]] / share * (1 + kRowSlack));
      if (!(level.cell[c] > 0) || !std::isfinite(level.cell[c])) level.cell[c] = std::numeric_limits<double>::max();
      level.rows[c] = static_cast<int>(std::min(share, rowsOf(c)));
    } else {
      level.rows[c] = static_cast<int>(wanted);
    }
  }

  const std::size_t count = members.size();
  keyed_.resize(count);
  scratch_.resize(count);
  const auto row_count = static_cast<std::size_t>(level.rows[1]) * static_cast<std::size_t>(level.rows[2]);
  level.row_start.assign(row_count + 1, 0);
  for (std::size_t i = 0; i < count; ++i) {
    const Vec3& lower = boxes[members[i]].min;
    const int row = level.rowAlong(1, lower[level.order[1]]) * level.rows[2] + level.rowAlong(2, lower[level.order[2]]);
    keyed_[i] = {orderedKey(lower[level.order[0]]), members[i], static_cast<std::uint32_t>(row)};
    ++level.row_start[static_cast<std::size_t>(row) + 1];
  }
  for (std::size_t row = 0; row < row_count; ++row) level.row_start[row + 1] += level.row_start[row];

  // By the lower end, eleven bits at a time, then by row: each pass keeps the order of the one before.
  constexpr int kDigitBits = 11;
  constexpr std::size_t kDigits = std::size_t{1} << kDigitBits;
  std::array<std::uint32_t, kDigits> place{};
  for (int shift = 0; shift < 64; shift += kDigitBits) {
    place.fill(0);
    for (const Keyed& each : keyed_) ++place[each.key >> shift & (kDigits - 1)];
    if (std::ranges::find(place, static_cast<std::uint32_t>(count)) != place.end()) continue;
    std::uint32_t sum = 0;
    for (std::uint32_t& each : place) sum += std::exchange(each, sum);
    for (const Keyed& each : keyed_) scratch_[place[each.key >> shift & (kDigits - 1)]++] = each;
    keyed_.swap(scratch_);
  }
  std::vector<std::uint32_t>& next = level.box;  // filled in the last loop
  next.assign(level.row_start.begin(), level.row_start.end() - 1);
  for (const Keyed& each : keyed_) scratch_[next[each.row]++] = each;
  level.box.resize(count);
  for (int c = 0; c < 3; ++c) {
    level.min[c].resize(count);
    level.max[c].resize(count);
  }
  for (std::size_t i = 0; i < count; ++i) {
    const MinMaxBox& box = boxes[scratch_[i].box];
    level.box[i] = scratch_[i].box;
    for (int c = 0; c < 3; ++c) {
      level.min[c][i] = box.min[level.order[c]];
      level.max[c][i] = box.max[level.order[c]];
    }
  }
}

void BroadPhase::pairsWithin(const Level& level) {
  const std::vector<double>&min_x = level.min[0], &min_y = level.min[1], &min_z = level.min[2];
  const std::vector<double>&max_x = level.max[0], &max_y = level.max[1], &max_z = level.max[2];
  // Tests box i against those from `from` on that begin before it ends; no branch but the loop's.
  std::array<std::uint32_t, 64> hits;
  const auto sweep = [&](std::uint32_t i, std::uint32_t from, std::uint32_t end) {
    const double x0 = min_x[i], x1 = max_x[i], y0 = min_y[i], y1 = max_y[i], z0 = min_z[i], z1 = max_z[i];
    while (from < end && min_x[from] <= x1) {
      const std::uint32_t stop = std::min<std::uint32_t>(end, from + static_cast<std::uint32_t>(hits.size()));
      std::size_t found = 0;
      for (; from < stop && min_x[from] <= x1; ++from) {
        hits[found] = from;
        found += unsigned{max_x[from] >= x0} & unsigned{min_y[from] <= y1} & unsigned{max_y[from] >= y0} &
                 unsigned{min_z[from] <= z1} & unsigned{max_z[from] >= z0};
      }
      for (std::size_t h = 0; h < found; ++h) report(level.box[i], level.box[hits[h]]);
    }
  };
  static constexpr std::array<std::array<int, 2>, 4> kBeside = {{{0, 1}, {1, -1}, {1, 0}, {1, 1}}};
  for (int y = 0; y < level.rows[1]; ++y) {
    for (int z = 0; z < level.rows[2]; ++z) {
      const auto row = static_cast<std::size_t>(y * level.rows[2] + z);
      const std::uint32_t begin = level.row_start[row], end = level.row_start[row + 1];
      for (std::uint32_t i = begin; i < end; ++i) sweep(i, i + 1, end);
      for (const auto& [dy, dz] : kBeside) {
        if (y + dy >= level.rows[1] || z + dz < 0 || z + dz >= level.rows[2]) continue;
        const auto beside = static_cast<std::size_t>((y + dy) * level.rows[2] + z + dz);
        std::uint32_t from = level.row_start[beside];
        const std::uint32_t beside_end = level.row_start[beside + 1];
        for (std::uint32_t i = begin; i < end; ++i) {
          // A box that begins further below than the widest box is long has ended; slack for the rounding of the width.
          const double earliest = min_x[i] - level.widest[0] * (1 + kRowSlack);
          while (from < beside_end && min_x[from] < earliest) ++from;
          sweep(i, from, beside_end);
        }
      }
      if (is_full_) return;
    }
  }
}

void BroadPhase::pairsAcross(const Level& fine, const Level& coarse) {
  // The fine level's coordinate for each of the coarse one's.
  std::array<int, 3> from_fine{};
  for (int c = 0; c < 3; ++c)
    from_fine[c] = static_cast<int>(std::ranges::find(fine.order, coarse.order[c]) - fine.order.begin());
  for (std::size_t i = 0; i < fine.box.size() && !is_full_; ++i) {
    std::array<double, 3> low{}, high{};
    for (int c = 0; c < 3; ++c) {
      low[c] = fine.min[from_fine[c]][i];
      high[c] = fine.max[from_fine[c]][i];
    }
    const auto earliest = [&](int c) { return low[c] - coarse.widest[c] * (1 + kRowSlack); };
    const int last_y = coarse.rowAlong(1, high[1]), last_z = coarse.rowAlong(2, high[2]),
              first_z = coarse.rowAlong(2, earliest(2));
    for (int y = coarse.rowAlong(1, earliest(1)); y <= last_y; ++y) {
      for (int z = first_z; z <= last_z; ++z) {
        const auto row = static_cast<std::size_t>(y * coarse.rows[2] + z);
        const auto begin = coarse.min[0].begin();
        auto at =
            std::lower_bound(begin + coarse.row_start[row], begin + coarse.row_start[row + 1], earliest(0)) - begin;
        for (; at < coarse.row_start[row + 1] && coarse.min[0][static_cast<std::size_t>(at)] <= high[0]; ++at) {
          const auto j = static_cast<std::size_t>(at);
          if (coarse.max[0][j] >= low[0] && coarse.min[1][j] <= high[1] && coarse.max[1][j] >= low[1] &&
              coarse.min[2][j] <= high[2] && coarse.max[2][j] >= low[2])
            report(fine.box[i], coarse.box[j]);
        }
      }
    }
  }
}

void BroadPhase::pairsOfUnbounded(std::span<const MinMaxBox> boxes, std::span<const std::uint32_t> unbounded) {
  for (std::size_t u = 0; u < unbounded.size() && !is_full_; ++u) {
    for (const std::uint32_t box : members_) {
      if (overlaps(boxes[unbounded[u]], boxes[box])) report(unbounded[u], box);
    }
    for (std::size_t other = u + 1; other < unbounded.size(); ++other) {
      if (overlaps(boxes[unbounded[u]], boxes[unbounded[other]])) report(unbounded[u], unbounded[other]);
    }
  }
}

}  // namespace sepax
