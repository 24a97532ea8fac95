#pragma once

#include "fast/box_kernel.h"
#include "geom/tolerances.h"

#ifdef __SSE__
#include <immintrin.h>
#endif

// The separating-axis test of two oriented boxes (Gottschalk 1996; the fifteen axes of Ericson 2005, 4.4.1), one pair a
// lane. Included by one file for each set of instructions, so everything here is that file's own, and nothing comes
// from the standard library that another file could be linked with.
//
// Rotations are quaternions: B's against A is their product q, whose rounding does not grow where boxes are nearly
// parallel as that of products of matrices does. Neither q nor the matrix R of it is made unit: how far the lengths of
// the quaternions given are from one is measured and added to the bound; in double they are made unit first. Cross
// products of edges are not normalised: only the sign of what is left between the projections counts.
//
// How far a computed separation may be from the true one, for boxes that are exactly what the numbers say, fused or
// not. u is half the distance from 1 to the next number; t the way between the centres in A's space; |.| the length of
// a vector, |.|1 the sum of its coordinates' sizes; e_a and e_b how far the squared lengths of the quaternions are
// from 1.
//  - q: of sums of products in the order of A's components; the k-th products make a vector as long as A's k-th
//  component (together 2 u),
//    and so are the partial sums no longer than 1 (3 u): off by 5 u in length. R is quadratic in q: each row and column
//    off by 10 u.
//  - R from q: squares and products u, sums and differences 2 u on the diagonal and u beside it. An entry is off by 13
//  u in all. R is the
//    matrix times the squared lengths of both quaternions: e_a + e_b more.
//  - t = d + 2 w c + 2 c x v, c = d x v: d is off by u |d|; c by 2.2 u |d| |v|, which counts twice; c x 2v by 4.4 u
//  |v|^2 |d|, 2 w c by
//    u |d|, their sum by 2 u |v| |d|, t by u |d|. Since |v| <= 1 no more than 13 u |d| in all, and 2 e_a |d| since v is
//    not of length one.
//  - a face of A: 13 u |t| + 13 u |hb|1, and 4 sums and a product, 4 u |t| + 5 u (|ha|1 + |hb|1). A face of B: (13 + 10
//  + 3 + 3 + 4) u |t|1
//    + 18 u (|ha|1 + |hb|1). A pair of edges: no more than that.
//  - the lengths: 2 e_a + e_a + e_b of |t|1 and e_a + e_b of |ha|1 + |hb|1; each is itself off by 4 u where it is
//  computed.
// So (2 |t|1 + |ha|1 + |hb|1) (28 u + 2 e_a + 2 e_b) bounds all of them while that factor is less than a quarter, with
// room for its square. Farther from unit nothing is decided.
//
// The product of nearly parallel edges is nearly zero, and so is what is left between the projections on it: within the
// bound always. But with s the sine of the angle between two edges, rotating B by it makes them parallel, whereupon the
// faces' axes are all there are; and it moves no point of B against A by more than s (2 |hb| + |ha| + |t|). So no axis
// that is perpendicular to both edges can separate boxes that overlap by more than that along the faces' axes.

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
    typedef std::int32_t Integers __attribute__((vector_size(lanes * sizeof(std::int32_t))));         \
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

template <class Real, int kLanes>
struct LaneMath {
  using Vector = typename Lane<Real, kLanes>::Vector;
  using Mask = typename Lane<Real, kLanes>::Mask;
  using Bytes = typename Lane<Real, kLanes>::Bytes;
  static constexpr Real kRounding = sizeof(Real) == 4 ? 0x1p-24 : 0x1p-53;

  static Vector load(const float* row) {
    // g++ 12 widens by halves, which makes the whole test in double a quarter slower.
#ifdef __AVX512F__
    if constexpr (sizeof(Vector) == 64 && sizeof(Real) == 8)
      return Vector(_mm512_maskz_cvtps_pd(0xff, _mm256_loadu_ps(row)));
#endif
#ifdef __AVX__
    if constexpr (sizeof(Vector) == 32 && sizeof(Real) == 8) return Vector(_mm256_cvtps_pd(_mm_loadu_ps(row)));
#endif
    typename Lane<Real, kLanes>::Floats floats;
    __builtin_memcpy(&floats, row, sizeof floats);
    return __builtin_convertvector(floats, Vector);
  }
  static Vector size(Vector v) {
    return reinterpret_cast<Vector>(reinterpret_cast<Mask>(v) & Lane<Real, kLanes>::kNoSign);
  }
  static Vector larger(Vector a, Vector b) { return a > b ? a : b; }
  static Vector largest(const Vector (&v)[3]) { return larger(larger(v[0], v[1]), v[2]); }
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
};

/// Two boxes in space, `kLanes` pairs at once.
template <class Real, int kLanes>
class PartTest : LaneMath<Real, kLanes> {
  using Math = LaneMath<Real, kLanes>;
  using Math::any, Math::kRounding, Math::larger, Math::largest, Math::load, Math::size, Math::store;
  using typename Math::Mask, typename Math::Vector;
  struct Vec {
    Vector x, y, z;
  };
  struct Quaternion {
    Vec v;
    Vector w;
  };
  static Vec cross(const Vec& a, const Vec& b) {
    return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
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

  /// B as seen from A.
  struct Relative {
    Vector off;    ///< how much the bound is, of `way` twice and `extents`
    Vector bound;  ///< of what a separation may be off, before it is divided by a sine
    Vector way, extents;
    Vector t[3], a[3], b[3], r[3][3], q[3][3];  ///< centre, half extents, the axes of B and their sizes

    [[gnu::always_inline]] Relative(const float* rows, std::size_t stride) {
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
      off = 28 * kRounding + 2 * (size(offUnit(qa)) + size(offUnit(qb)));

      const Vector w = qa.w * qb.w + qa.v.x * qb.v.x + qa.v.y * qb.v.y + qa.v.z * qb.v.z;
      const Vector x = qa.w * qb.v.x - qa.v.x * qb.w + qa.v.z * qb.v.y - qa.v.y * qb.v.z;
      const Vector y = qa.w * qb.v.y - qa.v.y * qb.w + qa.v.x * qb.v.z - qa.v.z * qb.v.x;
      const Vector z = qa.w * qb.v.z - qa.v.z * qb.w + qa.v.y * qb.v.x - qa.v.x * qb.v.y;
      const Vector x2 = x + x, y2 = y + y, z2 = z + z, wx = w * x2, wy = w * y2, wz = w * z2;
      const Vector ww = w * w, yy = y * y;
      const Vector w_and_x = ww + x * x, w_less_x = ww - x * x, y_and_z = yy + z * z, y_less_z = yy - z * z;
      r[0][0] = w_and_x - y_and_z, r[0][1] = x2 * y - wz, r[0][2] = x2 * z + wy;
      r[1][0] = x2 * y + wz, r[1][1] = w_less_x + y_less_z, r[1][2] = y2 * z - wx;
      r[2][0] = x2 * z - wy, r[2][1] = y2 * z + wx, r[2][2] = w_less_x - y_less_z;
      for (int i = 0; i < 3; ++i) {
        for (int j = 0; j < 3; ++j) q[i][j] = size(r[i][j]);
      }

      const Vec from = vec(kCentre), to = vec(kB + kCentre);
      const Vec d = {to.x - from.x, to.y - from.y, to.z - from.z};
      const Vec c = cross(d, qa.v),
                cc = cross(c, {qa.v.x + qa.v.x, qa.v.y + qa.v.y, qa.v.z + qa.v.z});  // by the conjugate
      const Vector w2 = qa.w + qa.w;
      t[0] = d.x + (w2 * c.x + cc.x), t[1] = d.y + (w2 * c.y + cc.y), t[2] = d.z + (w2 * c.z + cc.z);

      const Vec ha = vec(kHalfExtents), hb = vec(kB + kHalfExtents);
      a[0] = ha.x, a[1] = ha.y, a[2] = ha.z;
      b[0] = hb.x, b[1] = hb.y, b[2] = hb.z;
      way = size(t[0]) + size(t[1]) + size(t[2]);
      extents = (a[0] + a[1] + a[2]) + (b[0] + b[1] + b[2]);
      bound = off < Real{0.25} ? (way + way + extents) * off : Vector{} + static_cast<Real>(__builtin_inf());
    }

    Vector faceOfA(int i) const { return size(t[i]) - a[i] - b[0] * q[i][0] - b[1] * q[i][1] - b[2] * q[i][2]; }
    Vector faceOfB(int j) const {
      return size(t[0] * r[0][j] + t[1] * r[1][j] + t[2] * r[2][j]) - b[j] - a[0] * q[0][j] - a[1] * q[1][j] -
             a[2] * q[2][j];
    }
    /// Along the product of edges, times the sine of the angle between them.
    Vector edges(int i, int j) const {
      const int i1 = (i + 1) % 3, i2 = (i + 2) % 3, j1 = (j + 1) % 3, j2 = (j + 2) % 3;
      const Vector along = t[i2] * r[i1][j] - t[i1] * r[i2][j];
      return size(along) - a[i1] * q[i2][j] - a[i2] * q[i1][j] - b[j1] * q[i][j2] - b[j2] * q[i][j1];
    }
  };

  /// Off by no more than 6e-7 of itself in float and 1e-8 in double.
  static Vector inverseRoot(Vector v) {
#ifdef __AVX512F__
    if constexpr (sizeof(Vector) == 64 && sizeof(Real) == 8)
      return refined(v, Vector(_mm512_maskz_rsqrt14_pd(0xff, __m512d(v))));
    if constexpr (sizeof(Vector) == 64 && sizeof(Real) == 4)
      return refined(v, Vector(_mm512_maskz_rsqrt14_ps(0xffff, __m512(v))));
#endif
#ifdef __AVX__
    if constexpr (sizeof(Vector) == 32 && sizeof(Real) == 8)
      return refined(v, refined(v, Vector(_mm256_cvtps_pd(_mm_rsqrt_ps(_mm256_cvtpd_ps(__m256d(v)))))));
    if constexpr (sizeof(Vector) == 32 && sizeof(Real) == 4) return refined(v, Vector(_mm256_rsqrt_ps(__m256(v))));
#endif
#ifdef __SSE__
    if constexpr (sizeof(Vector) == 16 && sizeof(Real) == 4) return refined(v, Vector(_mm_rsqrt_ps(__m128(v))));
#endif
    for (int i = 0; i < kLanes; ++i) v[i] = 1 / static_cast<Real>(__builtin_sqrt(v[i]));
    return v;
  }
  /// A step of Newton's method.
  static Vector refined(Vector v, Vector inverse_root) {
    return inverse_root * (Real{1.5} - (Real{0.5} * v * inverse_root) * inverse_root);
  }
  static void storeFloats(Vector v, float* out) {
    const auto floats = __builtin_convertvector(v, typename Lane<Real, kLanes>::Floats);
    __builtin_memcpy(out, &floats, sizeof floats);
  }
  static void storeIntegers(Mask v, std::int32_t* out) {
    const auto integers = __builtin_convertvector(v, typename Lane<Real, kLanes>::Integers);
    __builtin_memcpy(out, &integers, sizeof integers);
  }

 public:
  /// Tests pairs whose numbers are in rows that are `stride` apart. Says which are undecided.
  /// Left to itself g++ 12 clones it, and the AVX2 kernel takes 8 ns a pair, not 4.8.
  [[gnu::noinline]] static Mask test(const float* rows, std::size_t stride, Overlap* out) {
    const Relative pair(rows, stride);
    const auto& [off, bound, way, extents, t, a, b, r, q] = pair;
    Vector of_a[3], of_b[3], edge[3][3], of_edges[3];
    for (int i = 0; i < 3; ++i) {
      of_a[i] = pair.faceOfA(i);
      of_b[i] = pair.faceOfB(i);
    }
    const Vector faces = larger(largest(of_a), largest(of_b));
    Mask apart = faces > bound;
    if (!any(~apart)) {
      store(apart, ~apart, out);
      return ~apart;
    }
    for (int i = 0; i < 3; ++i) {
      for (int j = 0; j < 3; ++j) edge[i][j] = pair.edges(i, j);
      of_edges[i] = largest(edge[i]);
    }
    const Vector edges = larger(faces, largest(of_edges));
    apart = edges > bound;
    Mask undecided = ~apart & ~(edges < -bound);
    if (any(undecided)) {
      // For nearly parallel edges the faces decide. Most groups have none: cosines say so at once.
      const Vector deepest = faces + bound, wide = 2 * (way + extents);
      const Vector cosine = larger(larger(largest(q[0]), largest(q[1])), largest(q[2]));
      const Mask maybe =
          undecided & (deepest < 0) & ((1 - cosine * cosine - 4 * off) * wide * wide < deepest * deepest);
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

  /// All separations along unit axes, one lane after the other in rows of `out`. Says which lanes are better done in
  /// double.
  static Mask measure(const float* rows, std::size_t stride, BoxGaps& out, std::size_t first) {
    const Relative pair(rows, stride);
    constexpr Real kMinSine = sizeof(Real) == sizeof(float) ? Real{kMinSineInFloat} : static_cast<Real>(kParallelEdges);
    Vector gaps[BoxGaps::kAxes];
    for (int i = 0; i < 3; ++i) {
      gaps[i] = pair.faceOfA(i);
      gaps[3 + i] = pair.faceOfB(i);
    }
    Vector least = 1 + pair.off;
    for (int i = 0; i < 3; ++i) {
      const int i1 = (i + 1) % 3, i2 = (i + 2) % 3;
      for (int j = 0; j < 3; ++j) {
        const Vector squared = pair.r[i1][j] * pair.r[i1][j] + pair.r[i2][j] * pair.r[i2][j];
        least = squared < least ? squared : least;
        Vector& gap = gaps[6 + 3 * i + j] = pair.edges(i, j) * inverseRoot(squared);
        if constexpr (sizeof(Real) == sizeof(double)) {
          gap = squared > kMinSine * kMinSine ? gap : Vector{} - static_cast<Real>(__builtin_inf());
        }
      }
    }
    Vector largest_gap = gaps[0];
    for (int k = 1; k < BoxGaps::kAxes; ++k) largest_gap = larger(largest_gap, gaps[k]);
    const Vector tie = largest_gap - 2 * pair.bound;
    Mask deciding = {};
    for (int k = BoxGaps::kAxes; k-- > 0;) deciding = gaps[k] >= tie ? Mask{} + k : deciding;
    for (int k = 0; k < BoxGaps::kAxes; ++k) storeFloats(gaps[k], out.gaps[k] + first);
    storeIntegers(deciding, out.deciding + first);
    return ~(least > kMinSine * kMinSine) | ~(pair.off < Real{0.25});
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

/// Two boxes in the plane. The relative rotation is one cosine and sine: sums of two products, off by 2 u each, of
/// lengths that are off by (e_a + e_b) / 2. A coordinate of t is off by 3 u |t| + e_a |t| / 2; a side of A by 6 u |t| +
/// 6 u (|ha|1 + |hb|1), one of B by 10 u |t|1 + 6 u (|ha|1 + |hb|1), and the lengths themselves by 2 u: (2 |t|1 + |ha|1
/// + |hb|1) (8 u + e_a + e_b) bounds both.
template <class Real, int kLanes>
class FlatTest : LaneMath<Real, kLanes> {
  using Math = LaneMath<Real, kLanes>;
  using Math::any, Math::kRounding, Math::larger, Math::load, Math::size, Math::store;
  using typename Math::Mask, typename Math::Vector;

 public:
  static Mask test(const float* rows, std::size_t stride, Overlap* out) {
    Vector number[FlatBoxBlock::kRows];
    for (std::size_t row = 0; row < FlatBoxBlock::kRows; ++row) number[row] = load(rows + row * stride);
    auto& [ax, ay, a0, a1, ac, as, bx, by, b0, b1, bc, bs] = number;
    if constexpr (sizeof(Real) == sizeof(double)) {
      for (Vector* const axis : {&ac, &bc}) {
        Vector factor = axis[0] * axis[0] + axis[1] * axis[1];
        for (int i = 0; i < kLanes; ++i) factor[i] = 1 / __builtin_sqrt(factor[i]);
        axis[0] *= factor;
        axis[1] *= factor;
      }
    }
    const Vector off = 8 * kRounding + size(ac * ac - 1 + as * as) + size(bc * bc - 1 + bs * bs);
    const Vector c = ac * bc + as * bs, s = ac * bs - as * bc, abs_c = size(c), abs_s = size(s);
    const Vector dx = bx - ax, dy = by - ay, tx = dx * ac + dy * as, ty = dy * ac - dx * as, way = size(tx) + size(ty);
    const Vector infinite = Vector{} + static_cast<Real>(__builtin_inf());
    const Vector bound = off < Real{0.25} ? (way + way + (a0 + a1) + (b0 + b1)) * off : infinite;
    const Vector of_a = larger(size(tx) - a0 - b0 * abs_c - b1 * abs_s, size(ty) - a1 - b0 * abs_s - b1 * abs_c);
    const Vector of_b = larger(size(tx * c + ty * s) - b0 - a0 * abs_c - a1 * abs_s,
                               size(ty * c - tx * s) - b1 - a0 * abs_s - a1 * abs_c);
    const Vector most = larger(of_a, of_b);
    const Mask apart = most > bound, undecided = ~apart & ~(most < -bound);
    store(apart, undecided, out);
    return undecided;
  }
};

/// Three numbers; the fourth is of no use.
typedef double Three __attribute__((vector_size(32)));

/// One pair of OrientedBox in double, ending at the first axis that separates. Axes that are unit and perpendicular to
/// 8 u, as those of unit quaternions are, make the matrix R off by 11 u, and 64 u of |t| and the extents bound all that
/// rounding does, by the sums above.
inline Overlap testByAxes(const double* a, const double* b) {
  const double *const axes_a = a + 3, *const axes_b = b + 3, *const ha = a + 12, *const hb = b + 12;
  const double d[3] = {b[0] - a[0], b[1] - a[1], b[2] - a[2]};
  const auto along = [](const double* u, const double* v) { return u[0] * v[0] + u[1] * v[1] + u[2] * v[2]; };
  const auto size = [](double v) { return __builtin_fabs(v); };
  double t[3], r[3][3], q[3][3], faces = -__builtin_inf();
  for (int i = 0; i < 3; ++i) t[i] = along(d, axes_a + 3 * i);
  const double reach = size(t[0]) + size(t[1]) + size(t[2]) + (ha[0] + ha[1] + ha[2]) + (hb[0] + hb[1] + hb[2]);
  const double bound = 64 * 0x1p-53 * reach;
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) q[i][j] = size(r[i][j] = along(axes_a + 3 * i, axes_b + 3 * j));
    const double gap = size(t[i]) - ha[i] - hb[0] * q[i][0] - hb[1] * q[i][1] - hb[2] * q[i][2];
    if (gap > bound) return Overlap::kApart;
    faces = gap > faces ? gap : faces;
  }
  for (int j = 0; j < 3; ++j) {
    const double gap = size(t[0] * r[0][j] + t[1] * r[1][j] + t[2] * r[2][j]) - hb[j] - ha[0] * q[0][j] -
                       ha[1] * q[1][j] - ha[2] * q[2][j];
    if (gap > bound) return Overlap::kApart;
    faces = gap > faces ? gap : faces;
  }
  bool is_certain = faces < -bound;
  for (int i = 0; i < 3; ++i) {
    const int i1 = (i + 1) % 3, i2 = (i + 2) % 3;
    for (int j = 0; j < 3; ++j) {
      const int j1 = (j + 1) % 3, j2 = (j + 2) % 3;
      const double gap = size(t[i2] * r[i1][j] - t[i1] * r[i2][j]) - ha[i1] * q[i2][j] - ha[i2] * q[i1][j] -
                         hb[j1] * q[i][j2] - hb[j2] * q[i][j1];
      if (gap > bound) return Overlap::kApart;
      // Nearly parallel edges separate nothing that the faces have deep in each other.
      if (!(gap < -bound)) is_certain &= faces + bound + 2 * reach * (q[i][j1] + q[i][j2]) < 0;
    }
  }
  return is_certain ? Overlap::kOverlapping : Overlap::kUndecided;
}

/// Its answers, three axes at a time and without a branch on the way: which axis separates first is nothing that a
/// processor learns.
inline Overlap testTogether(const double* a, const double* b) {
  const auto load = [](const double* numbers) {
    Three three;
    __builtin_memcpy(&three, numbers, sizeof three);
    return three;
  };
  const auto halfExtents = [&](const double* box) {
    const Three v = load(box + 11);  // a box ends with them
    return __builtin_shufflevector(v, v, 1, 2, 3, 3);
  };
  // Rows of the matrix whose columns are the axes.
  const auto transposed = [&](const double* axes, Three(&rows)[3]) {
    const Three x = load(axes), y = load(axes + 3), z = load(axes + 6);
    const Three xy_low = __builtin_shufflevector(x, y, 0, 4, 2, 6), xy_high = __builtin_shufflevector(x, y, 1, 5, 3, 7);
    rows[0] = __builtin_shufflevector(xy_low, z, 0, 1, 4, 4);
    rows[1] = __builtin_shufflevector(xy_high, z, 0, 1, 5, 5);
    rows[2] = __builtin_shufflevector(xy_low, z, 2, 3, 6, 6);
  };
  using Math = LaneMath<double, 4>;
  Three rows_a[3], rows_b[3], r[3], q[3], q_of_b[3];  // R by its rows, |R| by its rows and columns
  transposed(a + 3, rows_a);
  transposed(b + 3, rows_b);
  const Three d = load(b) - load(a), ha = halfExtents(a), hb = halfExtents(b);
  const Three t = d[0] * rows_a[0] + d[1] * rows_a[1] + d[2] * rows_a[2], size = Math::size(t);
  for (int i = 0; i < 3; ++i) {
    const double *const axis_a = a + 3 + 3 * i, *const axis_b = b + 3 + 3 * i;
    r[i] = axis_a[0] * rows_b[0] + axis_a[1] * rows_b[1] + axis_a[2] * rows_b[2];
    q[i] = Math::size(r[i]);
    q_of_b[i] = Math::size(axis_b[0] * rows_a[0] + axis_b[1] * rows_a[1] + axis_b[2] * rows_a[2]);
  }
  const Three reach = size + ha + hb, hb_next = __builtin_shufflevector(hb, hb, 1, 2, 0, 3),
              hb_last = __builtin_shufflevector(hb, hb, 2, 0, 1, 3);
  const double bound = 64 * 0x1p-53 * (reach[0] + reach[1] + reach[2]);
  Three most = size - ha - b[12] * q_of_b[0] - b[13] * q_of_b[1] - b[14] * q_of_b[2];
  most = Math::larger(
      most, Math::size(t[0] * r[0] + t[1] * r[1] + t[2] * r[2]) - hb - a[12] * q[0] - a[13] * q[1] - a[14] * q[2]);
  for (int i = 0; i < 3; ++i) {
    const int i1 = (i + 1) % 3, i2 = (i + 2) % 3;
    const Three q_next = __builtin_shufflevector(q[i], q[i], 1, 2, 0, 3),
                q_last = __builtin_shufflevector(q[i], q[i], 2, 0, 1, 3);
    most = Math::larger(most, Math::size(t[i2] * r[i1] - t[i1] * r[i2]) - a[12 + i1] * q[i2] - a[12 + i2] * q[i1] -
                                  hb_next * q_last - hb_last * q_next);
  }
  const double xy = most[0] > most[1] ? most[0] : most[1], gap = xy > most[2] ? xy : most[2];
  if (!(__builtin_fabs(gap) > bound)) return testByAxes(a, b);
  return static_cast<Overlap>(gap < 0);
}

/// As numbers, so that they are queued as the others are.
struct PlacesOfPart {
  float of[BoxQueue::kMaxPairs] = {};
  constexpr PlacesOfPart() {
    for (std::size_t i = 0; i < BoxQueue::kMaxPairs; ++i) of[i] = static_cast<float>(i);
  }
};
[[maybe_unused]] constexpr PlacesOfPart kPlaces;

/// Queues the pairs of a group that `lanes` has a bit for; `first` is the place of the group's first.
template <int kLanes, class Block>
void queue(const float* rows, std::size_t first, unsigned lanes, PairQueue<Block>& out) {
#ifdef __AVX512F__
  if constexpr (kLanes == 16) {
    const auto append = [&](const float* numbers, float* to) {
      _mm512_storeu_ps(to, _mm512_maskz_compress_ps(static_cast<__mmask16>(lanes), _mm512_loadu_ps(numbers)));
    };
    for (std::size_t row = 0; row < Block::kRows; ++row) append(rows + row * Block::kPairs, out.rows[row] + out.count);
    append(kPlaces.of + first, out.places + out.count);
    out.count += static_cast<std::size_t>(__builtin_popcount(lanes));
    return;
  }
#endif
#ifdef __AVX2__
  if constexpr (kLanes == 8) {
    const __m256i order =
        _mm256_cvtepu8_epi32(_mm_loadl_epi64(reinterpret_cast<const __m128i*>(kLanesOfSet.of[lanes])));
    const auto append = [&](const float* numbers, float* to) {
      _mm256_storeu_ps(to, _mm256_permutevar8x32_ps(_mm256_loadu_ps(numbers), order));
    };
    for (std::size_t row = 0; row < Block::kRows; ++row) append(rows + row * Block::kPairs, out.rows[row] + out.count);
    append(kPlaces.of + first, out.places + out.count);
    out.count += static_cast<std::size_t>(__builtin_popcount(lanes));
    return;
  }
#endif
  for (; lanes != 0; lanes &= lanes - 1) {
    const std::size_t lane = static_cast<std::size_t>(__builtin_ctz(lanes));
    for (std::size_t row = 0; row < Block::kRows; ++row) out.rows[row][out.count] = rows[row * Block::kPairs + lane];
    out.places[out.count++] = static_cast<float>(first + lane);
  }
}

/// Calls `group(rows, first)` for each group of lanes, which says which of them to queue.
template <int kLanes, class Block, class Group>
void forEachGroup(const Block* blocks, std::size_t pairs, PairQueue<Block>& queued, Group&& group) {
  for (std::size_t first = 0; first < pairs; first += kLanes) {
    const Block& block = blocks[first / Block::kPairs];
    const std::size_t in_block = first % Block::kPairs;
    // The prefetcher of the processor does not see that a test needs so many lines.
    const char* const ahead = reinterpret_cast<const char*>(&block + 1) + in_block * (sizeof block / Block::kPairs);
    for (std::size_t line = 0; line < sizeof block * kLanes / Block::kPairs; line += 64)
      __builtin_prefetch(ahead + line);
    const float* const rows = block.rows[0] + in_block;
    unsigned lanes = LaneMath<float, kLanes>::bitsOf(group(rows, first));
    if (pairs - first < kLanes) lanes &= (1u << (pairs - first)) - 1;
    if (lanes != 0) queue<kLanes>(rows, first, lanes, queued);
  }
}

/// Four by four numbers are transposed at a time, and the last two of each box: nothing is read that two stores wrote.
template <class Block>
void gather(const float* const* boxes, Block& out) {
  constexpr std::size_t kNumbers = Block::kRows / 2, kFours = kNumbers / 4 * 4;
  static_assert(kNumbers == kFours + 2);
  typedef float Four __attribute__((vector_size(16)));
  typedef float Two __attribute__((vector_size(8)));
  const auto store = [](const Four& row, float* to) { __builtin_memcpy(to, &row, sizeof row); };
  for (std::size_t box = 0; box < 2 * Block::kPairs; box += 4) {
    float* const to = out.rows[box / Block::kPairs * kNumbers] + box % Block::kPairs;
    for (std::size_t first = 0; first < kFours; first += 4) {
      Four of[4];
      for (std::size_t i = 0; i < 4; ++i) __builtin_memcpy(&of[i], boxes[box + i] + first, sizeof of[i]);
      const Four ab_low = __builtin_shufflevector(of[0], of[1], 0, 4, 1, 5),
                 ab_high = __builtin_shufflevector(of[0], of[1], 2, 6, 3, 7),
                 cd_low = __builtin_shufflevector(of[2], of[3], 0, 4, 1, 5),
                 cd_high = __builtin_shufflevector(of[2], of[3], 2, 6, 3, 7);
      store(__builtin_shufflevector(ab_low, cd_low, 0, 1, 4, 5), to + first * Block::kPairs);
      store(__builtin_shufflevector(ab_low, cd_low, 2, 3, 6, 7), to + (first + 1) * Block::kPairs);
      store(__builtin_shufflevector(ab_high, cd_high, 0, 1, 4, 5), to + (first + 2) * Block::kPairs);
      store(__builtin_shufflevector(ab_high, cd_high, 2, 3, 6, 7), to + (first + 3) * Block::kPairs);
    }
    Two of[4];
    for (std::size_t i = 0; i < 4; ++i) __builtin_memcpy(&of[i], boxes[box + i] + kFours, sizeof of[i]);
    const Four ab = __builtin_shufflevector(of[0], of[1], 0, 1, 2, 3),
               cd = __builtin_shufflevector(of[2], of[3], 0, 1, 2, 3);
    store(__builtin_shufflevector(ab, cd, 0, 2, 4, 6), to + kFours * Block::kPairs);
    store(__builtin_shufflevector(ab, cd, 1, 3, 5, 7), to + (kFours + 1) * Block::kPairs);
  }
}

/// The functions of a BoxKernel with vectors of `kBytes`.
template <int kBytes>
struct KernelOf {
  static constexpr int kFloats = kBytes / sizeof(float), kDoubles = kBytes / sizeof(double);
  static constexpr std::size_t kPairs = BoxBlock::kPairs, kQueueStride = sizeof(BoxQueue::places) / sizeof(float);
  static_assert(FlatBoxBlock::kPairs == kPairs && sizeof(FlatBoxQueue::places) == sizeof(BoxQueue::places));

  template <template <class, int> class Test, class Block>
  static void testInFloat(const Block* blocks, std::size_t pairs, Overlap* out, PairQueue<Block>& undecided) {
    forEachGroup<kFloats>(blocks, pairs, undecided, [&](const float* rows, std::size_t first) {
      return Test<float, kFloats>::test(rows, kPairs, out + first);
    });
  }
  template <template <class, int> class Test, class Block>
  static void testInDouble(const PairQueue<Block>& pairs, Overlap* out) {
    for (std::size_t first = 0; first < pairs.count; first += kDoubles)
      Test<double, kDoubles>::test(pairs.rows[0] + first, kQueueStride, out + first);
  }
  static void measureInFloat(const BoxBlock* blocks, std::size_t pairs, BoxGaps* out, BoxQueue& imprecise) {
    forEachGroup<kFloats>(blocks, pairs, imprecise, [&](const float* rows, std::size_t first) {
      return PartTest<float, kFloats>::measure(rows, kPairs, out[first / kPairs], first % kPairs);
    });
  }
  static void measureInDouble(const BoxQueue& pairs, BoxGaps* out) {
    for (std::size_t first = 0; first < pairs.count; first += kDoubles)
      PartTest<double, kDoubles>::measure(pairs.rows[0] + first, kQueueStride, out[first / kPairs], first % kPairs);
  }
  static constexpr BoxKernel named(const char* name) {
    return {gather<BoxBlock>,
            gather<FlatBoxBlock>,
            testInFloat<PartTest>,
            testInDouble<PartTest>,
            testInFloat<FlatTest>,
            testInDouble<FlatTest>,
            measureInFloat,
            measureInDouble,
            kBytes >= 32 ? testTogether : testByAxes,  // without registers that wide the shuffles go through memory
            name};
  }
};

}  // namespace
}  // namespace sepax
