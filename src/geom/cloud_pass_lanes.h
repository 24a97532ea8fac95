#pragma once

#include "geom/cloud_pass.h"

// Included by one file for each set of instructions, as fast/box_kernel_lanes.h: everything is that file's own, and
// nothing comes from the standard library that another file could be linked with.

namespace sepax {
namespace {

#if defined(__AVX512F__)
constexpr std::size_t kLanes = 8;
#elif defined(__AVX2__)
constexpr std::size_t kLanes = 4;
#else
constexpr std::size_t kLanes = 2;
#endif
typedef double Lanes __attribute__((vector_size(kLanes * sizeof(double))));

/// By reference, so that the same source can be compiled where vectors of this size are not passed in registers.
inline void load(const double* from, Lanes& out) { __builtin_memcpy(&out, from, sizeof out); }
inline void store(const Lanes& v, double* to) { __builtin_memcpy(to, &v, sizeof v); }
inline void lower(const Lanes& v, Lanes& low) { low = v < low ? v : low; }
inline void raise(const Lanes& v, Lanes& high) { high = v > high ? v : high; }
inline double lowest(const Lanes& v) {
  double out = v[0];
  for (std::size_t i = 1; i < kLanes; ++i) out = v[i] < out ? v[i] : out;
  return out;
}
inline double highest(const Lanes& v) {
  double out = v[0];
  for (std::size_t i = 1; i < kLanes; ++i) out = v[i] > out ? v[i] : out;
  return out;
}

void boundsOfPoints(const double* points, std::size_t count, double* low, double* high) {
  // Three vectors hold as many points as a vector has lanes: number k of them is coordinate k % 3.
  Lanes lows[3], highs[3];
  double* const low_numbers = reinterpret_cast<double*>(lows);
  double* const high_numbers = reinterpret_cast<double*>(highs);
  for (std::size_t k = 0; k < 3 * kLanes; ++k) {
    low_numbers[k] = low[k % 3];
    high_numbers[k] = high[k % 3];
  }
  std::size_t i = 0;
  for (; i + kLanes <= count; i += kLanes) {
    for (std::size_t k = 0; k < 3; ++k) {
      Lanes v;
      load(points + 3 * i + k * kLanes, v);
      lower(v, lows[k]);
      raise(v, highs[k]);
    }
  }
  const auto add = [&](std::size_t c, double smallest, double largest) {
    low[c] = smallest < low[c] ? smallest : low[c];
    high[c] = largest > high[c] ? largest : high[c];
  };
  for (std::size_t k = 0; k < 3 * kLanes; ++k) add(k % 3, low_numbers[k], high_numbers[k]);
  for (std::size_t k = 3 * i; k < 3 * count; ++k) add(k % 3, points[k], points[k]);
}

/// A stretch of points measured from an origin, coordinate by coordinate; the last one is repeated to fill the last
/// step.
struct Rows {
  static constexpr std::size_t kStep = 2 * kLanes;
  alignas(64) double x[CloudPass::kPoints + kStep], y[CloudPass::kPoints + kStep], z[CloudPass::kPoints + kStep];

  Rows(const double* points, std::size_t count, const double* origin) {
    // Two points at a time whatever the lanes: wider loads would each lie across two lines of the cache.
    typedef double Two __attribute__((vector_size(16)));
    std::size_t i = 0;
    for (; i + 2 <= count; i += 2) {
      Two xy, zx, yz;
      __builtin_memcpy(&xy, points + 3 * i, sizeof xy);
      __builtin_memcpy(&zx, points + 3 * i + 2, sizeof zx);
      __builtin_memcpy(&yz, points + 3 * i + 4, sizeof yz);
      const Two of_x = __builtin_shufflevector(xy, zx, 0, 3) - origin[0],
                of_y = __builtin_shufflevector(xy, yz, 1, 2) - origin[1],
                of_z = __builtin_shufflevector(zx, yz, 0, 3) - origin[2];
      __builtin_memcpy(x + i, &of_x, sizeof of_x);
      __builtin_memcpy(y + i, &of_y, sizeof of_y);
      __builtin_memcpy(z + i, &of_z, sizeof of_z);
    }
    for (; i < count; ++i) {
      x[i] = points[3 * i] - origin[0];
      y[i] = points[3 * i + 1] - origin[1];
      z[i] = points[3 * i + 2] - origin[2];
    }
    for (; i < count + kStep - 1; ++i) {
      x[i] = x[count - 1];
      y[i] = y[count - 1];
      z[i] = z[count - 1];
    }
  }
};

void endsOfPoints(const double* points, std::size_t count, const double* origin, const double* axes,
                  std::size_t axis_count, double* lows, double* highs, double* square) {
  const Rows rows(points, count, origin);
  Lanes squares = {};
  for (std::size_t i = 0; i < count; i += kLanes) {
    Lanes x, y, z;
    load(rows.x + i, x);
    load(rows.y + i, y);
    load(rows.z + i, z);
    raise(x * x + y * y + z * z, squares);
  }
  *square = highest(squares);
  for (std::size_t a = 0; a < axis_count; ++a) {
    const double *const axis = axes + 3 * a, ax = axis[0], ay = axis[1], az = axis[2];
    // Two vectors at a time: a comparison need not wait for the one before.
    const Lanes infinite = Lanes{} + __builtin_inf();
    Lanes low[2] = {infinite, infinite}, high[2] = {-infinite, -infinite};
    for (std::size_t i = 0; i < count; i += Rows::kStep) {
      for (std::size_t k = 0; k < 2; ++k) {
        Lanes x, y, z;
        load(rows.x + i + k * kLanes, x);
        load(rows.y + i + k * kLanes, y);
        load(rows.z + i + k * kLanes, z);
        const Lanes along = x * ax + y * ay + z * az;
        lower(along, low[k]);
        raise(along, high[k]);
      }
    }
    lower(low[1], low[0]);
    raise(high[1], high[0]);
    lows[a] = lowest(low[0]);
    highs[a] = highest(high[0]);
  }
}

void momentsOfPoints(const double* points, std::size_t count, const double* origin, double* sums, double* products) {
  const Rows rows(points, count, origin);
  const auto total = [](const Lanes& lanes) {
    double sum = lanes[0];
    for (std::size_t k = 1; k < kLanes; ++k) sum += lanes[k];
    return sum;
  };
  const std::size_t whole = count / kLanes * kLanes;
  double mean[3];
  const double* const of[3] = {rows.x, rows.y, rows.z};
  for (int c = 0; c < 3; ++c) {
    Lanes sum = {};
    for (std::size_t i = 0; i < whole; i += kLanes) {
      Lanes v;
      load(of[c] + i, v);
      sum += v;
    }
    sums[c] = total(sum);
    for (std::size_t i = whole; i < count; ++i) sums[c] += of[c][i];
    mean[c] = sums[c] / static_cast<double>(count);
  }
  Lanes xx = {}, yy = {}, zz = {}, xy = {}, xz = {}, yz = {};
  for (std::size_t i = 0; i < whole; i += kLanes) {
    Lanes x, y, z;
    load(rows.x + i, x);
    load(rows.y + i, y);
    load(rows.z + i, z);
    x -= mean[0], y -= mean[1], z -= mean[2];
    xx += x * x, yy += y * y, zz += z * z;
    xy += x * y, xz += x * z, yz += y * z;
  }
  const Lanes* const all[6] = {&xx, &yy, &zz, &xy, &xz, &yz};
  for (int k = 0; k < 6; ++k) products[k] = total(*all[k]);
  for (std::size_t i = whole; i < count; ++i) {
    const double x = rows.x[i] - mean[0], y = rows.y[i] - mean[1], z = rows.z[i] - mean[2];
    const double added[6] = {x * x, y * y, z * z, x * y, x * z, y * z};
    for (int k = 0; k < 6; ++k) products[k] += added[k];
  }
}

std::size_t placesBeyond(const double* points, std::size_t count, const double* centre, double square,
                         std::size_t* out) {
  const Rows rows(points, count, centre);
  alignas(64) double squares[CloudPass::kPoints + kLanes];
  for (std::size_t i = 0; i < count; i += kLanes) {
    Lanes x, y, z;
    load(rows.x + i, x);
    load(rows.y + i, y);
    load(rows.z + i, z);
    store(x * x + y * y + z * z, squares + i);
  }
  std::size_t found = 0;
  for (std::size_t i = 0; i < count; ++i) {  // as good as random: no branch on it
    out[found] = i;
    found += squares[i] > square ? 1 : 0;
  }
  return found;
}

}  // namespace
}  // namespace sepax
