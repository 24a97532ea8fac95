#pragma once

#include <cmath>
#include <cstdint>
#include <limits>
#ifdef __SSE2__
#include <emmintrin.h>
#endif

namespace sepax {

/// Two numbers side by side, which every processor calculates with at once: of two pairs, or of two shapes.
using Both = double __attribute__((vector_size(16)));

inline Both sizesOf(Both v) {
  using Bits = std::int64_t __attribute__((vector_size(16)));
  return reinterpret_cast<Both>(reinterpret_cast<Bits>(v) & std::numeric_limits<std::int64_t>::max());
}
#ifdef __SSE2__
inline Both rootsOf(Both v) { return _mm_sqrt_pd(v); }
inline Both larger(Both a, Both b) { return _mm_max_pd(b, a); }
#else
inline Both rootsOf(Both v) { return {std::sqrt(v[0]), std::sqrt(v[1])}; }
inline Both larger(Both a, Both b) { return a < b ? b : a; }  ///< a where b is no number, as std::max
#endif

}  // namespace sepax
