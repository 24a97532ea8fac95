#include "fast/box_pair.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <type_traits>
#include <utility>

namespace sepax {

namespace {

/// The numbers of a box are the rows of a block, in the same order.
template <class Box>
constexpr std::size_t kNumbersOf = sizeof(Box) / sizeof(float);

/// Whether a face of either box separates them, in double: what pairs that nothing else decides go by.
bool facesSeparate(const OrientedBox& a, const OrientedBox& b) {
  const Vec3 way = b.centre - a.centre;
  for (const Mat3* axes : {&a.axes, &b.axes}) {
    for (int i = 0; i < 3; ++i) {
      const Vec3& axis = (*axes)[i];
      double radii = 0;
      for (int j = 0; j < 3; ++j)
        radii +=
            a.half_extents[j] * std::abs(dot(a.axes[j], axis)) + b.half_extents[j] * std::abs(dot(b.axes[j], axis));
      if (std::abs(dot(way, axis)) > radii) return true;
    }
  }
  return false;
}

bool facesSeparate(const BoxQueue& pairs, std::size_t place) {
  const auto number = [&](std::size_t row) { return static_cast<double>(pairs.rows[row][place]); };
  const auto vec = [&](std::size_t row) { return Vec3{number(row), number(row + 1), number(row + 2)}; };
  const auto box = [&](std::size_t row) {
    const Quat rotation{number(row + 6), number(row + 7), number(row + 8), number(row + 9)};
    return OrientedBox{vec(row), matrixOf(normalized(rotation)), vec(row + 3)};
  };
  return facesSeparate(box(0), box(kNumbersOf<FloatBox>));
}

bool facesSeparate(const FlatBoxQueue& pairs, std::size_t place) {
  const auto vec = [&](std::size_t row) { return Vec3{pairs.rows[row][place], pairs.rows[row + 1][place], 0}; };
  constexpr std::size_t kB = kNumbersOf<FlatBox>;
  const Vec3 half_a = vec(2), half_b = vec(kB + 2), way = vec(kB) - vec(0);
  const Vec3 x_a = normalizedOr(vec(4), {1, 0, 0}), x_b = normalizedOr(vec(kB + 4), {1, 0, 0});
  const Vec3 y_a{-x_a.y, x_a.x, 0}, y_b{-x_b.y, x_b.x, 0};
  return std::ranges::any_of(std::array{x_a, y_a, x_b, y_b}, [&](const Vec3& axis) {
    const double radii = half_a.x * std::abs(dot(x_a, axis)) + half_a.y * std::abs(dot(y_a, axis)) +
                         half_b.x * std::abs(dot(x_b, axis)) + half_b.y * std::abs(dot(y_b, axis));
    return std::abs(dot(way, axis)) > radii;
  });
}

/// Fills a block from sixteen boxes A and as many boxes B.
void gather(const BoxKernel& kernel, const std::array<const FloatBox*, 2 * BoxBlock::kPairs>& boxes, BoxBlock& out) {
  kernel.gather(reinterpret_cast<const float* const*>(boxes.data()), out);
}
void gather(const BoxKernel& kernel, const std::array<const FlatBox*, 2 * FlatBoxBlock::kPairs>& boxes,
            FlatBoxBlock& out) {
  kernel.gather_flat(reinterpret_cast<const float* const*>(boxes.data()), out);
}

/// One byte a pair, 1 where they overlap. A part at a time: its answers are still at hand when those of its queue come
/// in.
template <class Block>
void testBlocks(const BoxKernel& kernel, const Block* blocks, std::size_t pairs, std::uint8_t* out,
                OverlapCounts& counts) {
  using Queue = PairQueue<Block>;
  constexpr std::size_t kPart = Queue::kMaxPairs;
  std::array<Overlap, kPart> answers;
  std::array<Overlap, kPart + Block::kPairs> settled;
  Queue undecided;
  for (std::size_t begin = 0; begin < pairs; begin += kPart) {
    const std::size_t part = std::min(kPart, pairs - begin);
    const Block* const of_part = blocks + begin / Block::kPairs;
    undecided.count = 0;
    if constexpr (std::is_same_v<Block, BoxBlock>) {
      kernel.test_in_float(of_part, part, answers.data(), undecided);
      kernel.test_in_double(undecided, settled.data());
    } else {
      kernel.test_flat_in_float(of_part, part, answers.data(), undecided);
      kernel.test_flat_in_double(undecided, settled.data());
    }
    counts.by_doubles += undecided.count;
    for (std::size_t i = 0; i < undecided.count; ++i) {
      if (settled[i] == Overlap::kUndecided) {
        ++counts.by_sign_alone;
        settled[i] = facesSeparate(undecided, i) ? Overlap::kApart : Overlap::kOverlapping;
      }
      answers[static_cast<std::size_t>(undecided.places[i])] = settled[i];
    }
    static_assert(static_cast<int>(Overlap::kApart) == 0 && static_cast<int>(Overlap::kOverlapping) == 1);
    std::memcpy(out + begin, answers.data(), part);
  }
}

}  // namespace

template <class Box>
void PairOverlaps<Box>::pack() {
  static_assert(2 * kNumbersOf<Box> == Block::kRows);
  blocks_.resize((count_ + Block::kPairs - 1) / Block::kPairs);
  if (blocks_.empty()) return;
  std::array<const Box*, 2 * Block::kPairs> boxes;
  for (std::size_t lane = 0; lane < Block::kPairs; ++lane) {
    boxes[lane] = &last_[lane].first;
    boxes[Block::kPairs + lane] = &last_[lane].second;
  }
  gather(boxKernel(), boxes, blocks_.back());
}

template <class Box>
OverlapCounts PairOverlaps<Box>::test(std::span<std::uint8_t> out, const BoxKernel& kernel) {
  pack();
  OverlapCounts counts;
  testBlocks(kernel, blocks_.data(), count_, out.data(), counts);
  return counts;
}

template class PairOverlaps<FloatBox>;
template class PairOverlaps<FlatBox>;

std::size_t BoxOverlaps::measure(std::span<BoxGaps> out, const BoxKernel& kernel) {
  pack();
  constexpr std::size_t kPart = BoxQueue::kMaxPairs;
  std::array<BoxGaps, kPart / BoxBlock::kPairs> again;
  BoxQueue imprecise;
  std::size_t by_doubles = 0;
  for (std::size_t begin = 0; begin < count_; begin += kPart) {
    BoxGaps* const of_part = out.data() + begin / BoxBlock::kPairs;
    imprecise.count = 0;
    kernel.measure_in_float(blocks_.data() + begin / BoxBlock::kPairs, std::min(kPart, count_ - begin), of_part,
                            imprecise);
    by_doubles += imprecise.count;
    kernel.measure_in_double(imprecise, again.data());
    for (std::size_t i = 0; i < imprecise.count; ++i) {
      const auto place = static_cast<std::size_t>(imprecise.places[i]);
      BoxGaps& to = of_part[place / BoxBlock::kPairs];
      const BoxGaps& from = again[i / BoxBlock::kPairs];
      const std::size_t to_lane = place % BoxBlock::kPairs, lane = i % BoxBlock::kPairs;
      for (int axis = 0; axis < BoxGaps::kAxes; ++axis) to.gaps[axis][to_lane] = from.gaps[axis][lane];
      to.deciding[to_lane] = from.deciding[lane];
    }
  }
  return by_doubles;
}

bool boxesOverlap(const OrientedBox& a, const OrientedBox& b, const BoxKernel& kernel) {
  static_assert(sizeof(OrientedBox) == 15 * sizeof(double) && std::is_standard_layout_v<OrientedBox>);
  const Overlap answer = kernel.test_one(reinterpret_cast<const double*>(&a), reinterpret_cast<const double*>(&b));
  return answer == Overlap::kUndecided ? !facesSeparate(a, b) : answer == Overlap::kOverlapping;
}

OverlapCounts testOverlaps(std::span<const FloatBox> boxes, std::span<const BoxPair> pairs, std::span<std::uint8_t> out,
                           const BoxKernel& kernel) {
  constexpr std::size_t kPart = 8;
  std::array<BoxBlock, kPart> blocks;
  OverlapCounts counts;
  for (std::size_t begin = 0; begin < pairs.size(); begin += kPart * BoxBlock::kPairs) {
    const std::size_t count = std::min(kPart * BoxBlock::kPairs, pairs.size() - begin);
    const std::size_t used = (count + BoxBlock::kPairs - 1) / BoxBlock::kPairs;
    for (std::size_t i = 0; i < used; ++i) {
      std::array<const FloatBox*, 2 * BoxBlock::kPairs> of_block;
      for (std::size_t lane = 0; lane < BoxBlock::kPairs; ++lane) {
        const BoxPair& pair = pairs[begin + std::min(i * BoxBlock::kPairs + lane, count - 1)];
        of_block[lane] = &boxes[pair.a];
        of_block[BoxBlock::kPairs + lane] = &boxes[pair.b];
        // Boxes lie anywhere: those of the next block are asked for while this one is filled.
        const BoxPair& ahead = pairs[std::min(begin + (i + 1) * BoxBlock::kPairs + lane, pairs.size() - 1)];
        __builtin_prefetch(&boxes[ahead.a]);
        __builtin_prefetch(&boxes[ahead.b]);
      }
      gather(kernel, of_block, blocks[i]);
    }
    testBlocks(kernel, blocks.data(), count, out.data() + begin, counts);
  }
  return counts;
}

namespace {

constexpr double kParallelSine = 1e-8;  ///< of the angle up to which two edges have no axis here
constexpr double kEdgeBias = 1e-7;      ///< of size: by how much an edge axis has to separate more than a face's

enum class Deciding { kFaceA, kFaceB, kEdges };

/// B in A's frame, and the best axis so far.
struct BoxAxes {
  double t[3], r[3][3], abs_r[3][3];  ///< centre of B; cosines between the axes of A and of B
  double best = -1e300;
  Deciding deciding = Deciding::kFaceA;
  int i = 0, j = 0;
};

/// The largest separation, or false at the first that is more than `touching`.
bool findAxis(const OrientedBox& a, const OrientedBox& b, double touching, BoxAxes& axes) {
  auto& [t, r, abs_r, best, deciding, best_i, best_j] = axes;
  const Vec3 d = b.centre - a.centre, ha = a.half_extents, hb = b.half_extents;
  for (int i = 0; i < 3; ++i) {
    t[i] = dot(d, a.axes[i]);
    for (int j = 0; j < 3; ++j) {
      r[i][j] = dot(a.axes[i], b.axes[j]);
      abs_r[i][j] = std::abs(r[i][j]);
    }
    const double gap = std::abs(t[i]) - ha[i] - (hb[0] * abs_r[i][0] + hb[1] * abs_r[i][1] + hb[2] * abs_r[i][2]);
    if (gap > touching) return false;
    if (gap > best) best = gap, best_i = i;
  }
  for (int j = 0; j < 3; ++j) {
    const double along = t[0] * r[0][j] + t[1] * r[1][j] + t[2] * r[2][j];
    const double gap = std::abs(along) - hb[j] - (ha[0] * abs_r[0][j] + ha[1] * abs_r[1][j] + ha[2] * abs_r[2][j]);
    if (gap > touching) return false;
    if (gap > best) best = gap, best_j = j, deciding = Deciding::kFaceB;
  }
  double bar = best + kEdgeBias * 2 * std::max({ha.x, ha.y, ha.z, hb.x, hb.y, hb.z});
  for (int i = 0; i < 3; ++i) {
    const int i1 = (i + 1) % 3, i2 = (i + 2) % 3;
    for (int j = 0; j < 3; ++j) {
      const int j1 = (j + 1) % 3, j2 = (j + 2) % 3;
      const double squared =
          r[i1][j] * r[i1][j] + r[i2][j] * r[i2][j];  // of the sine, without the cancellation of 1 − cosine²
      if (squared <= kParallelSine * kParallelSine) continue;
      const double gap =
          (std::abs(t[i2] * r[i1][j] - t[i1] * r[i2][j]) - (ha[i1] * abs_r[i2][j] + ha[i2] * abs_r[i1][j]) -
           (hb[j1] * abs_r[i][j2] + hb[j2] * abs_r[i][j1])) /
          std::sqrt(squared);
      if (gap > touching) return false;
      if (gap > bar) bar = best = gap, best_i = i, best_j = j, deciding = Deciding::kEdges;
    }
  }
  return true;
}

/// A point of the incident face, seen along the reference face's normal from its centre.
struct ClippedPoint {
  double x, y;  ///< along the face's sides
  double height;
};

/// Clips a polygon to |coordinate| ≤ extent, one side at a time: a side adds at most one corner to a convex polygon.
std::size_t clip(const ClippedPoint* polygon, std::size_t count, double ClippedPoint::*coordinate, double sense,
                 double extent, ClippedPoint* out) {
  std::size_t left = 0;
  for (std::size_t k = 0; k < count; ++k) {
    const ClippedPoint &p = polygon[k], &q = polygon[k + 1 == count ? 0 : k + 1];
    const double beyond_p = sense * (p.*coordinate) - extent, beyond_q = sense * (q.*coordinate) - extent;
    if (beyond_p <= 0) out[left++] = p;
    if ((beyond_p <= 0) == (beyond_q <= 0)) continue;
    const double share = beyond_p / (beyond_p - beyond_q);
    out[left++] = {p.x + share * (q.x - p.x), p.y + share * (q.y - p.y), p.height + share * (q.height - p.height)};
  }
  return left;
}

/// `outward`: the normal of the reference box's face along its axis `axis`.
void clipFaces(const OrientedBox& reference, int axis, const Vec3& outward, const OrientedBox& incident,
               double touching, BoxManifold& out) {
  const int u = (axis + 1) % 3, v = (axis + 2) % 3;
  const Vec3 face = reference.centre + outward * reference.half_extents[axis];
  // The face of the other box that is most opposed.
  const double facing[3] = {dot(incident.axes[0], outward), dot(incident.axes[1], outward),
                            dot(incident.axes[2], outward)};
  int opposed = std::abs(facing[1]) > std::abs(facing[0]) ? 1 : 0;
  if (std::abs(facing[2]) > std::abs(facing[opposed])) opposed = 2;
  const int p = (opposed + 1) % 3, q = (opposed + 2) % 3;
  const Vec3 middle =
      incident.centre - face +
      incident.axes[opposed] * (facing[opposed] > 0 ? -incident.half_extents[opposed] : incident.half_extents[opposed]);
  const auto seen = [&](const Vec3& w) {
    return ClippedPoint{dot(w, reference.axes[u]), dot(w, reference.axes[v]), dot(w, outward)};
  };
  const ClippedPoint m = seen(middle), along_p = seen(incident.axes[p] * incident.half_extents[p]),
                     along_q = seen(incident.axes[q] * incident.half_extents[q]);
  const auto corner = [&](double s, double r) {
    return ClippedPoint{m.x + s * along_p.x + r * along_q.x, m.y + s * along_p.y + r * along_q.y,
                        m.height + s * along_p.height + r * along_q.height};
  };
  ClippedPoint one[BoxManifold::kMaxPoints + 1] = {corner(-1, -1), corner(1, -1), corner(1, 1), corner(-1, 1)},
                                             other[BoxManifold::kMaxPoints + 1];
  const double extent_u = reference.half_extents[u], extent_v = reference.half_extents[v];
  std::size_t count = clip(one, 4, &ClippedPoint::x, 1, extent_u, other);
  count = clip(other, count, &ClippedPoint::x, -1, extent_u, one);
  count = clip(one, count, &ClippedPoint::y, 1, extent_v, other);
  count = clip(other, count, &ClippedPoint::y, -1, extent_v, one);
  for (std::size_t k = 0; k < count; ++k) {
    if (one[k].height > touching) continue;
    const Vec3 position =
        face + one[k].x * reference.axes[u] + one[k].y * reference.axes[v] + one[k].height / 2 * outward;
    out.points[out.count++] = {position, one[k].height};
  }
}

Vec3 farthestCorner(const OrientedBox& box, const Vec3& direction) {
  Vec3 corner = box.centre;
  for (int k = 0; k < 3; ++k)
    corner += box.axes[k] * (dot(box.axes[k], direction) > 0 ? box.half_extents[k] : -box.half_extents[k]);
  return corner;
}

/// Where the lines of the two deepest edges along A's axis `i` and B's axis `j` are nearest to each other: midway
/// between them (Ericson 2005, 5.1.8).
Vec3 betweenEdges(const OrientedBox& a, int i, const OrientedBox& b, int j, const Vec3& normal) {
  const auto middleOf = [](const OrientedBox& box, int along, const Vec3& towards) {
    Vec3 middle = box.centre;
    for (int k = 0; k < 3; ++k) {
      if (k != along)
        middle += box.axes[k] * (dot(box.axes[k], towards) > 0 ? box.half_extents[k] : -box.half_extents[k]);
    }
    return middle;
  };
  const Vec3 p = middleOf(a, i, normal), q = middleOf(b, j, -normal), &u = a.axes[i], &v = b.axes[j], w = q - p;
  const double cosine = dot(u, v), squared = 1 - cosine * cosine, along_u = dot(w, u), along_v = dot(w, v);
  const double s =
      squared > 0 ? std::clamp((along_u - cosine * along_v) / squared, -a.half_extents[i], a.half_extents[i]) : 0;
  const double r = std::clamp(s * cosine - along_v, -b.half_extents[j], b.half_extents[j]);
  return (p + s * u + q + r * v) / 2.0;
}

}  // namespace

bool boxManifold(const OrientedBox& a, const OrientedBox& b, double touching, BoxManifold& out) {
  BoxAxes axes;
  if (!findAxis(a, b, touching, axes)) return false;
  const Vec3 d = b.centre - a.centre;
  Vec3 normal = axes.deciding == Deciding::kFaceA ? a.axes[axes.i]
                : axes.deciding == Deciding::kFaceB
                    ? b.axes[axes.j]
                    : normalizedOr(crossAccurate(a.axes[axes.i], b.axes[axes.j]), {1, 0, 0});
  if (dot(normal, d) < 0) normal = -normal;
  out.normal = normal;
  out.separation = axes.best;
  out.count = 0;
  if (axes.deciding == Deciding::kFaceA) clipFaces(a, axes.i, normal, b, touching, out);
  if (axes.deciding == Deciding::kFaceB) clipFaces(b, axes.j, -normal, a, touching, out);
  if (axes.deciding == Deciding::kEdges)
    out.points[out.count++] = {betweenEdges(a, axes.i, b, axes.j, normal), axes.best};
  // Rounding may leave nothing of what barely touches.
  if (out.count == 0) {
    const bool is_of_a = axes.deciding == Deciding::kFaceB;
    const Vec3 corner = is_of_a ? farthestCorner(a, normal) : farthestCorner(b, -normal);
    out.points[out.count++] = {corner + normal * ((is_of_a ? 0.5 : -0.5) * axes.best), axes.best};
  }
  return true;
}

OrientedBox orientedBoxOf(const Vec3& half_extents, const Pose& pose) {
  return {pose.position, pose.rotation, half_extents};
}

}  // namespace sepax
