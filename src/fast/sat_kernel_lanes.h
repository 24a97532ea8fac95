#pragma once

#include "fast/sat_kernel.h"

// Included by one file for each set of instructions, as box_kernel_lanes.h: everything is that file's own, and nothing comes from the
// standard library that another file could be linked with.

namespace sepax {
namespace {

#ifdef __AVX2__
constexpr std::size_t kStep = SatKernel::kLanes;
#else
constexpr std::size_t kStep = SatKernel::kLanes / 2;
#endif
typedef double Lanes __attribute__((vector_size(kStep * sizeof(double))));
typedef std::int64_t Bits __attribute__((vector_size(kStep * sizeof(double))));

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
  for (std::size_t i = 0; i < kStep; ++i) out[i] = __builtin_fma(a[i], b[i], -cd[i]) + __builtin_fma(-c[i], d[i], cd[i]);
}

void normalizeRows(const VectorRows& rows, std::size_t count) {
  for (std::size_t at = 0; at < count; at += kStep) {
    LaneVec v;
    loadLanes(rows, at, v);
    makeUnit(v);
    storeLanes(v, rows, at);
  }
}

void crossRows(const VectorRows& rows_a, const VectorRows& rows_b, std::size_t count, const VectorRows& out, double* lengths) {
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
void forEachProjection(const double* corners, std::size_t corner_count, const VectorRows& directions, std::size_t count, Done&& done) {
  Lanes heights[SatKernel::kMaxCorners];
  for (std::size_t at = 0; at < count; at += kStep) {
    LaneVec d;
    loadLanes(directions, at, d);
    Lanes low = corners[0] * d.x + corners[1] * d.y + corners[2] * d.z, high = low;
    heights[0] = low;
    for (std::size_t v = 1; v < corner_count; ++v) {
      const Lanes height = corners[3 * v] * d.x + corners[3 * v + 1] * d.y + corners[3 * v + 2] * d.z;
      heights[v] = height;
      low = height < low ? height : low;
      high = height > high ? height : high;
    }
    done(at, heights, low, high);
  }
}

void projectRows(const double* corners, std::size_t corner_count, const VectorRows& directions, std::size_t count, double* low,
                 double* high) {
  forEachProjection(corners, corner_count, directions, count, [&](std::size_t at, const Lanes*, const Lanes& least, const Lanes& most) {
    storeLanes(least, low + at);
    storeLanes(most, high + at);
  });
}

void supportRows(const double* corners, std::size_t corner_count, const VectorRows& directions, std::size_t count, double slack,
                 double* low, double* high, std::uint64_t* at_low, std::uint64_t* at_high) {
  forEachProjection(corners, corner_count, directions, count,
                    [&](std::size_t at, const Lanes* heights, const Lanes& least, const Lanes& most) {
                      storeLanes(least, low + at);
                      storeLanes(most, high + at);
                      const Lanes up_to = least + slack, from = most - slack;
                      Bits of_low = {}, of_high = {};
                      for (std::size_t v = 0; v < corner_count; ++v) {
                        const std::int64_t bit = static_cast<std::int64_t>(std::uint64_t{1} << v);
                        of_low |= (heights[v] <= up_to) & bit;
                        of_high |= (heights[v] >= from) & bit;
                      }
                      __builtin_memcpy(at_low + at, &of_low, sizeof of_low);
                      __builtin_memcpy(at_high + at, &of_high, sizeof of_high);
                    });
}

void sidesOf(const double* direction, const VectorRows& vectors, std::size_t count, double slack, std::int8_t* out) {
  typedef std::int8_t Bytes __attribute__((vector_size(kStep)));
  for (std::size_t at = 0; at < count; at += kStep) {
    LaneVec v;
    loadLanes(vectors, at, v);
    const Lanes along = v.x * direction[0] + v.y * direction[1] + v.z * direction[2];
    const Bytes sides = __builtin_convertvector((along < -slack) - (along > slack), Bytes);
    __builtin_memcpy(out + at, &sides, sizeof sides);
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
    const Bits higher = along > best;
    best = higher ? along : best;
    best_at = higher ? at_lane : best_at;
    at_lane += static_cast<double>(kStep);
  }
  std::size_t lane = 0;
  for (std::size_t i = 1; i < kStep; ++i) {
    if (best[i] > best[lane]) lane = i;
  }
  return static_cast<std::size_t>(best_at[lane]);
}

}  // namespace
}  // namespace sepax
