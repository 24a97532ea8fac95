#pragma once

#include "collide/convex/sat_kernel.h"

#ifdef __SSE2__
#include <immintrin.h>
#endif

// Included by one file for each set of instructions, as box_kernel_lanes.h: everything is that file's own, and nothing
// comes from the standard library that another file could be linked with.

namespace sepax {
namespace {

#ifdef __AVX2__
constexpr std::size_t kStep = SatKernel::kLanesOf<double>;
#else
constexpr std::size_t kStep = SatKernel::kLanesOf<double> / 2;
#endif
constexpr std::size_t kFloatStep = 2 * kStep;
typedef double Lanes __attribute__((vector_size(kStep * sizeof(double))));
typedef std::int64_t Bits __attribute__((vector_size(kStep * sizeof(double))));
typedef float FloatLanes __attribute__((vector_size(kFloatStep * sizeof(float))));
typedef std::int32_t FloatBits __attribute__((vector_size(kFloatStep * sizeof(float))));

struct LaneVec {
  Lanes x, y, z;
};

inline void loadLanes(const double* from, Lanes& out) { __builtin_memcpy(&out, from, sizeof out); }
template <class Number>
void loadLanes(const RowsOf<Number>& rows, std::size_t at, LaneVec& out) {
  loadLanes(rows.x + at, out.x);
  loadLanes(rows.y + at, out.y);
  loadLanes(rows.z + at, out.z);
}
inline void storeLanes(const Lanes& lanes, double* to) { __builtin_memcpy(to, &lanes, sizeof lanes); }
inline void storeLanes(const LaneVec& v, const VectorRows& rows, std::size_t at) {
  storeLanes(v.x, rows.x + at);
  storeLanes(v.y, rows.y + at);
  storeLanes(v.z, rows.z + at);
}

inline void lengthOf(const LaneVec& v, Lanes& out) {
  const Lanes squares = v.x * v.x + v.y * v.y + v.z * v.z;
  for (std::size_t i = 0; i < kStep; ++i) out[i] = __builtin_sqrt(squares[i]);
}

inline void makeUnit(LaneVec& v) {
  Lanes length;
  lengthOf(v, length);
  v = {v.x / length, v.y / length, v.z / length};
}

/// a·b − c·d as in geom/types.cpp, which fuses two products.
inline void differenceOfLanes(const Lanes& a, const Lanes& b, const Lanes& c, const Lanes& d, Lanes& out) {
  const Lanes cd = c * d;
  for (std::size_t i = 0; i < kStep; ++i)
    out[i] = __builtin_fma(a[i], b[i], -cd[i]) + __builtin_fma(-c[i], d[i], cd[i]);
}

void normalizeRows(const VectorRows& rows, std::size_t count) {
  for (std::size_t at = 0; at < count; at += kStep) {
    LaneVec v;
    loadLanes(rows, at, v);
    makeUnit(v);
    storeLanes(v, rows, at);
  }
}

void crossRows(const VectorRows& rows_a, const VectorRows& rows_b, std::size_t count, const VectorRows& out,
               double* lengths) {
  for (std::size_t at = 0; at < count; at += kStep) {
    LaneVec a, b, cross;
    loadLanes(rows_a, at, a);
    loadLanes(rows_b, at, b);
    differenceOfLanes(a.y, b.z, a.z, b.y, cross.x);
    differenceOfLanes(a.z, b.x, a.x, b.z, cross.y);
    differenceOfLanes(a.x, b.y, a.y, b.x, cross.z);
    Lanes length;
    lengthOf(cross, length);
    storeLanes(length, lengths + at);
    cross = {cross.x / length, cross.y / length, cross.z / length};
    makeUnit(cross);
    storeLanes(cross, out, at);
  }
}

/// Calls back with the heights of all corners on each step of directions, and the ends of their intervals.
template <class Done>
void forEachProjection(const double* corners, std::size_t corner_count, const VectorRows& directions, std::size_t count,
                       Done&& done) {
  Lanes heights[SatKernel::kMaxCorners];
  for (std::size_t at = 0; at < count; at += kStep) {
    LaneVec d;
    loadLanes(directions, at, d);
    Lanes low = corners[0] * d.x + corners[1] * d.y + corners[2] * d.z, high = low;
    heights[0] = low;
#pragma GCC unroll 8
    for (std::size_t v = 1; v < corner_count; ++v) {
      const Lanes height = corners[3 * v] * d.x + corners[3 * v + 1] * d.y + corners[3 * v + 2] * d.z;
      heights[v] = height;
      low = height < low ? height : low;
      high = height > high ? height : high;
    }
    done(at, heights, low, high);
  }
}

void projectRows(const double* corners, std::size_t corner_count, const VectorRows& directions, std::size_t count,
                 double* low, double* high) {
  forEachProjection(corners, corner_count, directions, count,
                    [&](std::size_t at, const Lanes*, const Lanes& least, const Lanes& most) {
                      storeLanes(least, low + at);
                      storeLanes(most, high + at);
                    });
}

void supportRows(const double* corners, std::size_t corner_count, const VectorRows& directions, std::size_t count,
                 double slack, double* low, double* high, std::uint64_t* at_low, std::uint64_t* at_high) {
  forEachProjection(corners, corner_count, directions, count,
                    [&](std::size_t at, const Lanes* heights, const Lanes& least, const Lanes& most) {
                      storeLanes(least, low + at);
                      storeLanes(most, high + at);
                      const Lanes up_to = least + slack, from = most - slack;
                      Bits of_low = {}, of_high = {};
#pragma GCC unroll 8
                      for (std::size_t v = corner_count; v-- > 0;) {  // a comparison that holds is −1
                        of_low += of_low - (heights[v] <= up_to);
                        of_high += of_high - (heights[v] >= from);
                      }
                      __builtin_memcpy(at_low + at, &of_low, sizeof of_low);
                      __builtin_memcpy(at_high + at, &of_high, sizeof of_high);
                    });
}

/// A bit for each lane of a comparison.
inline std::uint64_t bitsOfDoubles(const Bits& mask) {
#if defined(__AVX2__)
  return static_cast<std::uint64_t>(_mm256_movemask_pd(reinterpret_cast<__m256d>(mask)));
#elif defined(__SSE2__)
  return static_cast<std::uint64_t>(_mm_movemask_pd(reinterpret_cast<__m128d>(mask)));
#else
  std::uint64_t bits = 0;
  for (std::size_t i = 0; i < kStep; ++i) bits |= static_cast<std::uint64_t>(mask[i] & 1) << i;
  return bits;
#endif
}
inline std::uint64_t bitsOfFloats(const FloatBits& mask) {
#if defined(__AVX2__)
  return static_cast<std::uint64_t>(_mm256_movemask_ps(reinterpret_cast<__m256>(mask)));
#elif defined(__SSE2__)
  return static_cast<std::uint64_t>(_mm_movemask_ps(reinterpret_cast<__m128>(mask)));
#else
  std::uint64_t bits = 0;
  for (std::size_t i = 0; i < kFloatStep; ++i) bits |= static_cast<std::uint64_t>(mask[i] & 1) << i;
  return bits;
#endif
}

inline void loadFloats(const float* from, FloatLanes& out) { __builtin_memcpy(&out, from, sizeof out); }

/// Puts what `choose` makes of all lanes into each of them.
template <class Choose>
inline void spread(FloatLanes& v, const Choose& choose) {
#ifdef __AVX2__
  choose(v, __builtin_shufflevector(v, v, 4, 5, 6, 7, 0, 1, 2, 3));
  choose(v, __builtin_shufflevector(v, v, 2, 3, 0, 1, 6, 7, 4, 5));
  choose(v, __builtin_shufflevector(v, v, 1, 0, 3, 2, 5, 4, 7, 6));
#else
  choose(v, __builtin_shufflevector(v, v, 2, 3, 0, 1));
  choose(v, __builtin_shufflevector(v, v, 1, 0, 3, 2));
#endif
}

/// nearEndsOf for a shape of this many steps of corners, so that heights stay in registers.
template <std::size_t kSteps>
void nearEndsOfSteps(const RowsOf<const float>& corners, const ConstVectorRows& directions, std::size_t count,
                     float slack, std::uint64_t of_corners, std::uint64_t* at_low, std::uint64_t* at_high) {
  const auto smaller = [](FloatLanes& v, const FloatLanes& other) { v = other < v ? other : v; };
  const auto larger = [](FloatLanes& v, const FloatLanes& other) { v = other > v ? other : v; };
  for (std::size_t i = 0; i < count; ++i) {
    const float dx = static_cast<float>(directions.x[i]), dy = static_cast<float>(directions.y[i]),
                dz = static_cast<float>(directions.z[i]);
    FloatLanes heights[kSteps], low, high;
#pragma GCC unroll 16
    for (std::size_t k = 0; k < kSteps; ++k) {
      FloatLanes x, y, z;
      loadFloats(corners.x + kFloatStep * k, x);
      loadFloats(corners.y + kFloatStep * k, y);
      loadFloats(corners.z + kFloatStep * k, z);
      heights[k] = x * dx + y * dy + z * dz;
      if (k == 0) low = high = heights[0];
      smaller(low, heights[k]);
      larger(high, heights[k]);
    }
    spread(low, smaller);
    spread(high, larger);
    low += slack;
    high -= slack;
    std::uint64_t of_low = 0, of_high = 0;
#pragma GCC unroll 16
    for (std::size_t k = 0; k < kSteps; ++k) {
      of_low |= bitsOfFloats(heights[k] <= low) << kFloatStep * k;
      of_high |= bitsOfFloats(heights[k] >= high) << kFloatStep * k;
    }
    at_low[i] = of_low & of_corners;
    at_high[i] = of_high & of_corners;
  }
}

template <std::size_t kSteps = SatKernel::kMaxCorners / kFloatStep>
void nearEndsOf(const RowsOf<const float>& corners, std::size_t corner_count, const ConstVectorRows& directions,
                std::size_t count, float slack, std::uint64_t* at_low, std::uint64_t* at_high) {
  if constexpr (kSteps > 1) {
    if (corner_count <= kFloatStep * (kSteps - 1)) {
      return nearEndsOf<kSteps - 1>(corners, corner_count, directions, count, slack, at_low, at_high);
    }
  }
  const std::uint64_t of_corners = ~std::uint64_t{0} >> (SatKernel::kMaxCorners - corner_count);
  nearEndsOfSteps<kSteps>(corners, directions, count, slack, of_corners, at_low, at_high);
}

/// Twice the error that five roundings to float make in the product of unit vectors.
constexpr float kRoughProduct = 1e-6f;

void sidesOf(const double* direction, const RowsOf<const float>& rough, const ConstVectorRows& vectors,
             std::size_t count, double slack, SatKernel::Sides& out) {
  const float dx = static_cast<float>(direction[0]), dy = static_cast<float>(direction[1]),
              dz = static_cast<float>(direction[2]);
  const float rough_slack = static_cast<float>(slack) + kRoughProduct;
  for (std::size_t begin = 0, word = 0; begin < count; begin += 64, ++word) {
    const std::size_t end = begin + 64 < count ? begin + 64 : count;
    std::uint64_t below = 0;
    FloatLanes nearest = FloatLanes{} + 2;
    for (std::size_t at = begin; at < end; at += kFloatStep) {
      FloatLanes x, y, z;
      loadFloats(rough.x + at, x);
      loadFloats(rough.y + at, y);
      loadFloats(rough.z + at, z);
      const FloatLanes along = x * dx + y * dy + z * dz;
      const FloatLanes size = reinterpret_cast<FloatLanes>(reinterpret_cast<FloatBits>(along) & 0x7fffffff);
      nearest = size < nearest ? size : nearest;
      below |= bitsOfFloats(reinterpret_cast<FloatBits>(along) < 0) << (at - begin);
    }
    std::uint64_t above = ~below;
    if (bitsOfFloats(nearest <= rough_slack) != 0) {
      above = below = 0;
      for (std::size_t at = begin; at < end; at += kStep) {
        LaneVec v;
        loadLanes(vectors, at, v);
        const Lanes along = v.x * direction[0] + v.y * direction[1] + v.z * direction[2];
        above |= bitsOfDoubles(along > slack) << (at - begin);
        below |= bitsOfDoubles(along < -slack) << (at - begin);
      }
    }
    out.above.words[word] = above;
    out.below.words[word] = below;
  }
}

/// Turns bit j of word i into bit i of word j (Warren 2013, 7-3), of the first `size` words and bits, a power of two.
void transposeBits(std::uint64_t* words, std::size_t size) {
  std::uint64_t low = 0xffffffff;
  for (std::size_t step = 32; step != 0; low ^= low << (step /= 2)) {
    if (step < size) {
      for (std::size_t block = 0; block < size; block += 2 * step) {
        for (std::size_t i = block; i < block + step; ++i) {
          const std::uint64_t change = (words[i] >> step ^ words[i + step]) & low;
          words[i] ^= change << step;
          words[i + step] ^= change;
        }
      }
    }
    if (step == 1) break;
  }
}

std::size_t farthestOf(const ConstVectorRows& vectors, std::size_t count, const double* direction) {
  Lanes best = {}, best_at = {}, at_lane = {};
  for (std::size_t i = 0; i < kStep; ++i) {
    best[i] = -__builtin_inf();
    at_lane[i] = static_cast<double>(i);  // places are numbers as the heights are: both are chosen by the same mask
  }
  for (std::size_t at = 0; at < count; at += kStep) {
    LaneVec v;
    loadLanes(vectors, at, v);
    const Lanes along = v.x * direction[0] + v.y * direction[1] + v.z * direction[2];
    const Lanes higher = along > best ? along : best;  // alone, so that the next step waits for it only
    best_at = higher != best ? at_lane : best_at;
    best = higher;
    at_lane += static_cast<double>(kStep);
  }
  double most = best[0];
  for (std::size_t i = 1; i < kStep; ++i) most = best[i] > most ? best[i] : most;
  const Lanes places = best == most ? best_at : best_at + __builtin_inf();
  double first = places[0];
  for (std::size_t i = 1; i < kStep; ++i) first = places[i] < first ? places[i] : first;
  return static_cast<std::size_t>(static_cast<std::int64_t>(first));
}

}  // namespace
}  // namespace sepax
