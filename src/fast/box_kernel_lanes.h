#pragma once

#include "fast/box_kernel.h"

#ifdef __AVX__
#include <immintrin.h>
#endif

// The separating-axis test of two oriented boxes (Gottschalk 1996; the fifteen axes of Ericson 2005, 4.4.1), one pair a lane. Included by
// one file for each set of instructions, so everything here is that file's own, and nothing comes from the standard library that another
// file could be linked with.
//
// Rotations are quaternions: B's against A is their product q, whose rounding does not grow where boxes are nearly parallel as that of
// products of matrices does. Neither q nor the matrix R of it is made unit: how far the lengths of the quaternions given are from one is
// measured and added to the bound; in double they are made unit first. Cross products of edges are not normalised: only the sign of what is
// left between the projections counts.
//
// How far a computed separation may be from the true one, for boxes that are exactly what the numbers say, fused or not. u is half the
// distance from 1 to the next number; t the way between the centres in A's space; |.| the length of a vector, |.|1 the sum of its
// coordinates' sizes; e_a and e_b how far the squared lengths of the quaternions are from 1.
//  - q: of sums of products in the order of A's components; the k-th products make a vector as long as A's k-th component (together 2 u),
//    and so are the partial sums no longer than 1 (3 u): off by 5 u in length. R is quadratic in q: each row and column off by 10 u.
//  - R from q: squares and products u, sums and differences 2 u on the diagonal and u beside it. An entry is off by 13 u in all. R is the
//    matrix times the squared lengths of both quaternions: e_a + e_b more.
//  - t = d + 2 w c + 2 c x v, c = d x v: d is off by u |d|; c by 2.2 u |d| |v|, which counts twice; c x 2v by 4.4 u |v|^2 |d|, 2 w c by
//    u |d|, their sum by 2 u |v| |d|, t by u |d|. Since |v| <= 1 no more than 13 u |d| in all, and 2 e_a |d| since v is not of length one.
//  - a face of A: 13 u |t| + 13 u |hb|1, and 4 sums and a product, 4 u |t| + 5 u (|ha|1 + |hb|1). A face of B: (13 + 10 + 3 + 3 + 4) u |t|1
//    + 18 u (|ha|1 + |hb|1). A pair of edges: no more than that.
//  - the lengths: 2 e_a + e_a + e_b of |t|1 and e_a + e_b of |ha|1 + |hb|1; each is itself off by 4 u where it is computed.
// So (2 |t|1 + |ha|1 + |hb|1) (28 u + 2 e_a + 2 e_b) bounds all of them while that factor is less than a quarter, with room for its square.
// Farther from unit nothing is decided.
//
// The product of nearly parallel edges is nearly zero, and so is what is left between the projections on it: within the bound always. But
// with s the sine of the angle between two edges, rotating B by it makes them parallel, whereupon the faces' axes are all there are; and it
// moves no point of B against A by more than s (2 |hb| + |ha| + |t|). So no axis that is perpendicular to both edges can separate boxes
// that overlap by more than that along the faces' axes.

namespace sepax {
namespace {

/// `kLanes` numbers side by side.
template <class Real, int kLanes>
struct Lane;
#define SEPAX_LANE(Real, Integer, lanes)                                                              \
  template <>                                                                                         \
  struct Lane<Real, lanes> {                                                                          \
    typedef Real Vector __attribute__((vector_size(lanes * sizeof(Real))));                           \
    typedef Integer Mask __attribute__((vector_size(lanes * sizeof(Real))));                          \
    typedef float Floats __attribute__((vector_size(lanes * sizeof(float))));                         \
    typedef std::int8_t Bytes __attribute__((vector_size(lanes)));                                    \
    static constexpr Integer kNoSign = static_cast<Integer>(~(Integer{1} << (sizeof(Real) * 8 - 1))); \
  };
SEPAX_LANE(float, std::int32_t, 4)
SEPAX_LANE(float, std::int32_t, 8)
SEPAX_LANE(float, std::int32_t, 16)
SEPAX_LANE(double, std::int64_t, 2)
SEPAX_LANE(double, std::int64_t, 4)
SEPAX_LANE(double, std::int64_t, 8)
#undef SEPAX_LANE

/// The test of `kLanes` pairs of a block from the pair `first` on.
template <class Real, int kLanes>
class PartTest {
  using Vector = typename Lane<Real, kLanes>::Vector;
  using Mask = typename Lane<Real, kLanes>::Mask;
  using Bytes = typename Lane<Real, kLanes>::Bytes;
  struct Vec {
    Vector x, y, z;
  };
  struct Quaternion {
    Vec v;
    Vector w;
  };
  static constexpr Real kRounding = sizeof(Real) == 4 ? 0x1p-24 : 0x1p-53;

  static Vector load(const float* row) {
    // g++ 12 widens by halves, which makes the whole test in double a quarter slower.
#ifdef __AVX512F__
    if constexpr (sizeof(Vector) == 64 && sizeof(Real) == 8) return Vector(_mm512_maskz_cvtps_pd(0xff, _mm256_loadu_ps(row)));
#endif
#ifdef __AVX__
    if constexpr (sizeof(Vector) == 32 && sizeof(Real) == 8) return Vector(_mm256_cvtps_pd(_mm_loadu_ps(row)));
#endif
    typename Lane<Real, kLanes>::Floats floats;
    __builtin_memcpy(&floats, row, sizeof floats);
    return __builtin_convertvector(floats, Vector);
  }
  static Vector size(Vector v) { return reinterpret_cast<Vector>(reinterpret_cast<Mask>(v) & Lane<Real, kLanes>::kNoSign); }
  static Vector larger(Vector a, Vector b) { return a > b ? a : b; }
  static Vector largest(const Vector (&v)[3]) { return larger(larger(v[0], v[1]), v[2]); }
  static Vec cross(const Vec& a, const Vec& b) { return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x}; }
  static bool any(Mask mask) {
    std::int64_t words[sizeof mask / 8], found = 0;
    __builtin_memcpy(words, &mask, sizeof mask);
    for (const std::int64_t word : words) found |= word;
    return found != 0;
  }
  /// One byte a lane.
  static void store(Mask apart, Mask undecided, Overlap* out) {
    static_assert(static_cast<int>(Overlap::kApart) == 0 && static_cast<int>(Overlap::kOverlapping) == 1 &&
                  static_cast<int>(Overlap::kUndecided) == 2);
    const Bytes bytes = __builtin_convertvector((~apart & ~undecided & 1) | (undecided & 2), Bytes);
    __builtin_memcpy(out, &bytes, sizeof bytes);
  }

  static Vector offUnit(const Quaternion& q) { return q.w * q.w - 1 + q.v.x * q.v.x + q.v.y * q.v.y + q.v.z * q.v.z; }
  static void makeUnit(Quaternion& q) {
    const Vector off = offUnit(q);
    Vector factor = 1 - off * (Real{0.5} - Real{0.375} * off);  // the inverse square root, but for 5/16 of off cubed
    if (any(~(size(off) < Real{0x1p-18}))) {
      factor = q.w * q.w + q.v.x * q.v.x + q.v.y * q.v.y + q.v.z * q.v.z;
      for (int i = 0; i < kLanes; ++i) factor[i] = 1 / __builtin_sqrt(factor[i]);
    }
    q = {{q.v.x * factor, q.v.y * factor, q.v.z * factor}, q.w * factor};
  }

 public:
  /// A bit for each lane.
  static unsigned bitsOf(Mask mask) {
#ifdef __AVX512F__
    if constexpr (kLanes == 16) return _mm512_movepi32_mask(__m512i(mask));
#endif
#ifdef __AVX2__
    if constexpr (kLanes == 8) return static_cast<unsigned>(_mm256_movemask_ps(__m256(mask)));
#endif
    unsigned bits = 0;
    if (!any(mask)) return bits;
    for (int i = 0; i < kLanes; ++i) bits |= static_cast<unsigned>(mask[i] & 1) << i;
    return bits;
  }
  /// Of pairs whose numbers are in rows that are `stride` apart. Says which are undecided.
  static Mask run(const float* rows, std::size_t stride, Overlap* out) {
    const auto vec = [&](std::size_t row) {
      return Vec{load(rows + row * stride), load(rows + (row + 1) * stride), load(rows + (row + 2) * stride)};
    };
    constexpr std::size_t kCentre = 0, kHalfExtents = 3, kRotation = 6, kB = 10;
    const auto quaternion = [&](std::size_t row) { return Quaternion{vec(row), load(rows + (row + 3) * stride)}; };
    Quaternion qa = quaternion(kRotation), qb = quaternion(kB + kRotation);
    if constexpr (sizeof(Real) == sizeof(double)) {
      makeUnit(qa);
      makeUnit(qb);
    }
    const Vector off = 28 * kRounding + 2 * (size(offUnit(qa)) + size(offUnit(qb)));

    const Vector w = qa.w * qb.w + qa.v.x * qb.v.x + qa.v.y * qb.v.y + qa.v.z * qb.v.z;
    const Vector x = qa.w * qb.v.x - qa.v.x * qb.w + qa.v.z * qb.v.y - qa.v.y * qb.v.z;
    const Vector y = qa.w * qb.v.y - qa.v.y * qb.w + qa.v.x * qb.v.z - qa.v.z * qb.v.x;
    const Vector z = qa.w * qb.v.z - qa.v.z * qb.w + qa.v.y * qb.v.x - qa.v.x * qb.v.y;
    const Vector x2 = x + x, y2 = y + y, z2 = z + z, wx = w * x2, wy = w * y2, wz = w * z2;
    const Vector ww = w * w, yy = y * y;
    const Vector w_and_x = ww + x * x, w_less_x = ww - x * x, y_and_z = yy + z * z, y_less_z = yy - z * z;
    const Vector r[3][3] = {{w_and_x - y_and_z, x2 * y - wz, x2 * z + wy},
                            {x2 * y + wz, w_less_x + y_less_z, y2 * z - wx},
                            {x2 * z - wy, y2 * z + wx, w_less_x - y_less_z}};
    Vector q[3][3];
    for (int i = 0; i < 3; ++i) {
      for (int j = 0; j < 3; ++j) q[i][j] = size(r[i][j]);
    }

    const Vec from = vec(kCentre), to = vec(kB + kCentre);
    const Vec d = {to.x - from.x, to.y - from.y, to.z - from.z};
    const Vec c = cross(d, qa.v), v2 = {qa.v.x + qa.v.x, qa.v.y + qa.v.y, qa.v.z + qa.v.z}, cc = cross(c, v2);  // by the conjugate
    const Vector w2 = qa.w + qa.w;
    const Vector t[3] = {d.x + (w2 * c.x + cc.x), d.y + (w2 * c.y + cc.y), d.z + (w2 * c.z + cc.z)};

    const Vec ha = vec(kHalfExtents), hb = vec(kB + kHalfExtents);
    const Vector a[3] = {ha.x, ha.y, ha.z}, b[3] = {hb.x, hb.y, hb.z};
    const Vector way = size(t[0]) + size(t[1]) + size(t[2]), extents = (a[0] + a[1] + a[2]) + (b[0] + b[1] + b[2]);
    const Vector bound = off < Real{0.25} ? (way + way + extents) * off : Vector{} + static_cast<Real>(__builtin_inf());

    Vector of_a[3], of_b[3], edge[3][3], of_edges[3];
    for (int i = 0; i < 3; ++i) {
      of_a[i] = size(t[i]) - a[i] - b[0] * q[i][0] - b[1] * q[i][1] - b[2] * q[i][2];
      of_b[i] = size(t[0] * r[0][i] + t[1] * r[1][i] + t[2] * r[2][i]) - b[i] - a[0] * q[0][i] - a[1] * q[1][i] - a[2] * q[2][i];
    }
    const Vector faces = larger(largest(of_a), largest(of_b));
    Mask apart = faces > bound;
    if (!any(~apart)) {
      store(apart, ~apart, out);
      return ~apart;
    }
    for (int i = 0; i < 3; ++i) {
      const int i1 = (i + 1) % 3, i2 = (i + 2) % 3;
      for (int j = 0; j < 3; ++j) {
        const int j1 = (j + 1) % 3, j2 = (j + 2) % 3;
        const Vector along = t[i2] * r[i1][j] - t[i1] * r[i2][j];
        edge[i][j] = size(along) - a[i1] * q[i2][j] - a[i2] * q[i1][j] - b[j1] * q[i][j2] - b[j2] * q[i][j1];
      }
      of_edges[i] = largest(edge[i]);
    }
    const Vector edges = larger(faces, largest(of_edges));
    apart = edges > bound;
    Mask undecided = ~apart & ~(edges < -bound);
    if (any(undecided)) {
      // Of nearly parallel edges the faces decide. Most groups have none: cosines say so at once.
      const Vector deepest = faces + bound, wide = 2 * (way + extents);
      const Vector cosine = larger(larger(largest(q[0]), largest(q[1])), largest(q[2]));
      const Mask maybe = undecided & (deepest < 0) & ((1 - cosine * cosine - 4 * off) * wide * wide < deepest * deepest);
      if (any(maybe)) {
        undecided &= ~maybe;
        for (int i = 0; i < 3; ++i) {
          for (int j = 0; j < 3; ++j) {
            const Vector sine = q[i][(j + 1) % 3] + q[i][(j + 2) % 3] + 2 * off;
            undecided |= maybe & ~(edge[i][j] < -bound) & ~(deepest + sine * wide < 0);
          }
        }
      }
    }
    store(apart, undecided, out);
    return undecided;
  }
};

#ifdef __AVX2__
/// For every set of eight lanes where its first to last are.
struct LanesOfSet {
  std::uint8_t of[256][8] = {};
  constexpr LanesOfSet() {
    for (unsigned set = 0; set < 256; ++set) {
      int count = 0;
      for (std::uint8_t lane = 0; lane < 8; ++lane) {
        if ((set >> lane & 1) != 0) of[set][count++] = lane;
      }
    }
  }
};
constexpr LanesOfSet kLanesOfSet;
#endif

/// As numbers, so that they are queued as the others are.
struct PlacesOfPart {
  float of[BoxQueue::kMaxPairs] = {};
  constexpr PlacesOfPart() {
    for (std::size_t i = 0; i < BoxQueue::kMaxPairs; ++i) of[i] = static_cast<float>(i);
  }
};
[[maybe_unused]] constexpr PlacesOfPart kPlaces;

/// Queues the pairs of a group that `lanes` has a bit for; `first` is the place of the group's first.
template <int kLanes>
void queue(const float* rows, std::size_t first, unsigned lanes, BoxQueue& out) {
#ifdef __AVX512F__
  if constexpr (kLanes == 16) {
    const auto append = [&](const float* numbers, float* to) {
      _mm512_storeu_ps(to, _mm512_maskz_compress_ps(static_cast<__mmask16>(lanes), _mm512_loadu_ps(numbers)));
    };
    for (std::size_t row = 0; row < BoxQueue::kRows; ++row) append(rows + row * BoxBlock::kPairs, out.rows[row] + out.count);
    append(kPlaces.of + first, out.places + out.count);
    out.count += static_cast<std::size_t>(__builtin_popcount(lanes));
    return;
  }
#endif
#ifdef __AVX2__
  if constexpr (kLanes == 8) {
    const __m256i order = _mm256_cvtepu8_epi32(_mm_loadl_epi64(reinterpret_cast<const __m128i*>(kLanesOfSet.of[lanes])));
    const auto append = [&](const float* numbers, float* to) {
      _mm256_storeu_ps(to, _mm256_permutevar8x32_ps(_mm256_loadu_ps(numbers), order));
    };
    for (std::size_t row = 0; row < BoxQueue::kRows; ++row) append(rows + row * BoxBlock::kPairs, out.rows[row] + out.count);
    append(kPlaces.of + first, out.places + out.count);
    out.count += static_cast<std::size_t>(__builtin_popcount(lanes));
    return;
  }
#endif
  for (; lanes != 0; lanes &= lanes - 1) {
    const std::size_t lane = static_cast<std::size_t>(__builtin_ctz(lanes));
    for (std::size_t row = 0; row < BoxQueue::kRows; ++row) out.rows[row][out.count] = rows[row * BoxBlock::kPairs + lane];
    out.places[out.count++] = static_cast<float>(first + lane);
  }
}

/// With vectors of `kBytes`.
template <int kBytes>
void testInFloat(const BoxBlock* blocks, std::size_t pairs, Overlap* out, BoxQueue& undecided) {
  using Test = PartTest<float, kBytes / sizeof(float)>;
  constexpr std::size_t kLanes = kBytes / sizeof(float);
  for (std::size_t first = 0; first < pairs; first += kLanes) {
    const BoxBlock& block = blocks[first / BoxBlock::kPairs];
    const std::size_t in_block = first % BoxBlock::kPairs;
    // The prefetcher of the processor does not see that a test needs twenty lines.
    const char* const ahead = reinterpret_cast<const char*>(&block + 1) + in_block * (sizeof block / BoxBlock::kPairs);
    for (std::size_t line = 0; line < sizeof block * kLanes / BoxBlock::kPairs; line += 64) __builtin_prefetch(ahead + line);
    const float* const rows = reinterpret_cast<const float*>(&block) + in_block;
    unsigned lanes = Test::bitsOf(Test::run(rows, BoxBlock::kPairs, out + first));
    if (pairs - first < kLanes) lanes &= (1u << (pairs - first)) - 1;
    if (lanes != 0) queue<kLanes>(rows, first, lanes, undecided);
  }
}

template <int kBytes>
void testInDouble(const BoxQueue& pairs, Overlap* out) {
  constexpr std::size_t kLanes = kBytes / sizeof(double);
  for (std::size_t first = 0; first < pairs.count; first += kLanes)
    PartTest<double, kLanes>::run(pairs.rows[0] + first, sizeof pairs.rows[0] / sizeof(float), out + first);
}

}  // namespace
}  // namespace sepax
