#pragma once

#include "fast/box_kernel.h"

// The separating-axis test of two oriented boxes (Gottschalk 1996; the fifteen axes of Ericson 2005, 4.4.1), one pair a lane. Included by
// one file for each set of instructions, so everything here is that file's own, and nothing comes from the standard library that another
// file could be linked with.
//
// Rotations are quaternions: B's against A is their product, whose rounding does not grow where boxes are nearly parallel as that of
// products of matrices does. Cross products of edges are not normalised: only the sign of what is left between the projections counts.
//
// How far a computed separation may be from the true one, for boxes that are exactly what the numbers say. u is half the distance from 1
// to the next number; q is the relative quaternion, t the way between the centres in A's space, |.|1 the sum of the coordinates' sizes.
//  - q: each component is a sum of four products whose sizes add up to no more than 1 (Cauchy): off by 4 u, together by 8 u, which
//    rotates by no more than 16 u.
//  - R from q, with 2 / |q|^2 off by 5 u of itself: 17 u in the diagonal, less beside it. Each entry is off by 33 u in all.
//  - t: the difference of centres u, rotated by the formula of Rodrigues 37 u, of |t|.
//  - a face of A: 38 u |t| + 33 u |hb|1, and 4 u for the sum. A face of B: (38 + 33 + 3) u |t|1 + 37 u |ha|1.
//  - a pair of edges: (38 sqrt 2 + 33 + 2) u |t|1 + 37 u (|ha|1 + |hb|1).
// So (96 |t|1 + 40 |ha|1 + 40 |hb|1) u bounds all of them.
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
SEPAX_LANE(double, std::int64_t, 2)
SEPAX_LANE(double, std::int64_t, 4)
#undef SEPAX_LANE

template <class Real>
constexpr Real kRounding = sizeof(Real) == 4 ? 0x1p-24 : 0x1p-53;

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

  static Vector load(const float* row) {
    typename Lane<Real, kLanes>::Floats floats;
    __builtin_memcpy(&floats, row, sizeof floats);
    return __builtin_convertvector(floats, Vector);
  }
  static Vec load(const float (&rows)[3][BoxBlock::kPairs], std::size_t first) {
    return {load(rows[0] + first), load(rows[1] + first), load(rows[2] + first)};
  }
  static Quaternion load(const float (&rows)[4][BoxBlock::kPairs], std::size_t first) {
    return {{load(rows[0] + first), load(rows[1] + first), load(rows[2] + first)}, load(rows[3] + first)};
  }
  static Vector size(Vector v) { return reinterpret_cast<Vector>(reinterpret_cast<Mask>(v) & Lane<Real, kLanes>::kNoSign); }
  static Vector larger(Vector a, Vector b) { return a > b ? a : b; }
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

 public:
  static void run(const BoxBlock& block, std::size_t first, Overlap* out) {
    const Vec ha = load(block.a.half_extents, first), hb = load(block.b.half_extents, first);
    const Quaternion qa = load(block.a.rotation, first), qb = load(block.b.rotation, first);
    const Vec from = load(block.a.centre, first), to = load(block.b.centre, first);

    const Vec d = {to.x - from.x, to.y - from.y, to.z - from.z};
    const Vector over_a = 2 / (qa.v.x * qa.v.x + qa.v.y * qa.v.y + qa.v.z * qa.v.z + qa.w * qa.w);
    const Vec c = cross(d, qa.v), cc = cross(c, qa.v);  // by the conjugate
    const Vector t[3] = {d.x + over_a * (qa.w * c.x + cc.x), d.y + over_a * (qa.w * c.y + cc.y), d.z + over_a * (qa.w * c.z + cc.z)};

    const Vector w = qa.w * qb.w + qa.v.x * qb.v.x + qa.v.y * qb.v.y + qa.v.z * qb.v.z;
    const Vector x = qa.w * qb.v.x - qa.v.x * qb.w - qa.v.y * qb.v.z + qa.v.z * qb.v.y;
    const Vector y = qa.w * qb.v.y - qa.v.y * qb.w - qa.v.z * qb.v.x + qa.v.x * qb.v.z;
    const Vector z = qa.w * qb.v.z - qa.v.z * qb.w - qa.v.x * qb.v.y + qa.v.y * qb.v.x;
    const Vector over = 2 / (x * x + y * y + z * z + w * w);
    const Vector r[3][3] = {{1 - over * (y * y + z * z), over * (x * y - w * z), over * (x * z + w * y)},
                            {over * (x * y + w * z), 1 - over * (x * x + z * z), over * (y * z - w * x)},
                            {over * (x * z - w * y), over * (y * z + w * x), 1 - over * (x * x + y * y)}};
    Vector q[3][3];
    for (int i = 0; i < 3; ++i) {
      for (int j = 0; j < 3; ++j) q[i][j] = size(r[i][j]);
    }
    const Vector a[3] = {ha.x, ha.y, ha.z}, b[3] = {hb.x, hb.y, hb.z};
    const Vector way = size(t[0]) + size(t[1]) + size(t[2]), extents = (a[0] + a[1] + a[2]) + (b[0] + b[1] + b[2]);
    const Vector bound = (96 * way + 40 * extents) * kRounding<Real>;

    Vector faces = size(t[0]) - (a[0] + b[0] * q[0][0] + b[1] * q[0][1] + b[2] * q[0][2]);
    for (int i = 1; i < 3; ++i) faces = larger(faces, size(t[i]) - (a[i] + b[0] * q[i][0] + b[1] * q[i][1] + b[2] * q[i][2]));
    for (int j = 0; j < 3; ++j) {
      const Vector along = t[0] * r[0][j] + t[1] * r[1][j] + t[2] * r[2][j];
      faces = larger(faces, size(along) - (b[j] + a[0] * q[0][j] + a[1] * q[1][j] + a[2] * q[2][j]));
    }
    Mask apart = faces > bound;
    if (!any(~apart)) return store(apart, ~apart, out);
    Vector edge[3][3], edges = faces;
    for (int i = 0; i < 3; ++i) {
      const int i1 = (i + 1) % 3, i2 = (i + 2) % 3;
      for (int j = 0; j < 3; ++j) {
        const int j1 = (j + 1) % 3, j2 = (j + 2) % 3;
        const Vector along = t[i2] * r[i1][j] - t[i1] * r[i2][j];
        edge[i][j] = size(along) - (a[i1] * q[i2][j] + a[i2] * q[i1][j] + b[j1] * q[i][j2] + b[j2] * q[i][j1]);
        edges = larger(edges, edge[i][j]);
      }
    }
    apart = edges > bound;
    Mask undecided = ~apart & ~(edges < -bound);
    if (any(undecided)) {
      // Of nearly parallel edges the faces decide.
      const Vector deepest = faces + bound, wide = 2 * (way + extents);
      undecided = ~apart & ~(deepest < 0);
      for (int i = 0; i < 3; ++i) {
        for (int j = 0; j < 3; ++j) {
          const Vector sine = q[i][(j + 1) % 3] + q[i][(j + 2) % 3] + 66 * kRounding<Real>;
          undecided |= ~apart & ~(edge[i][j] < -bound) & ~(deepest + sine * wide < 0);
        }
      }
    }
    store(apart, undecided, out);
  }
};

/// With vectors of `kBytes`.
template <int kBytes>
void testInFloat(const BoxBlock* blocks, std::size_t count, Overlap* out) {
  constexpr int kLanes = kBytes / sizeof(float);
  for (std::size_t i = 0; i < count; ++i) {
    for (std::size_t first = 0; first < BoxBlock::kPairs; first += kLanes)
      PartTest<float, kLanes>::run(blocks[i], first, out + i * BoxBlock::kPairs + first);
  }
}

template <int kBytes>
void testInDouble(const BoxBlock& block, Overlap* out) {
  constexpr int kLanes = kBytes / sizeof(double);
  for (std::size_t first = 0; first < BoxBlock::kPairs; first += kLanes) {
    bool any = false;
    for (std::size_t i = first; i < first + kLanes; ++i) any = any || out[i] == Overlap::kUndecided;
    if (any) PartTest<double, kLanes>::run(block, first, out + first);
  }
}

}  // namespace
}  // namespace sepax
