#pragma once

#include "collide/pair/pair.h"
#include "geom/random.h"

#include <cstdint>
#include <vector>

namespace sepax {

/// How a pair is hard. Hit rates are those of the box pairs in space.
enum class Mix {
  kHit10,  ///< one of ten overlaps
  kHit50,
  kHit90,
  kNear,  ///< a millionth to a tenth beside the touching distance
  kPar,   ///< near, and rotated against each other by nothing or 1e-8 … 0.1 radians
  kFlat,  ///< near, with extents of zero
  kFar,   ///< near, ten thousand metres from the origin
  // Pairs of kinds alone:
  kSliver,   ///< near, squeezed along one axis to a thousandth … a millionth where the kind can be
  kLattice,  ///< corners on a lattice, repeated and collinear ones among them, quarter rotations: coplanar, flush,
             ///< coinciding
  kScale,    ///< near, one of them a million times smaller
  kVeryFar,  ///< near, a hundred thousand kilometres from the origin
};
inline constexpr int kMixes = 7, kAllMixes = 11;
[[nodiscard]] const char* mixName(Mix mix);  ///< "hit10", …

/// A kind of shape that pairs are drawn from; sizes about a metre. `flat` asks for extents of zero where the kind has
/// some.
struct ShapeKind {
  const char* name;
  bool planar;
  Shape (*make)(SplitMix64& random, bool flat);
  Shape (*make_on_lattice)(SplitMix64& random);  ///< coordinates are quarters of a metre
  bool unbounded = false;
};
[[nodiscard]] const std::vector<ShapeKind>& shapeKinds();

/// Whether pairs of two kinds are drawn: those of one space, but not two half-spaces, which have no size.
[[nodiscard]] bool arePaired(const ShapeKind& a, const ShapeKind& b);

struct WorkPair {
  PosedShape a, b;
};

/// Where the random numbers of a stream begin: one state for each (start, seed, stream), far apart; the plain start for
/// stream 0 of seed 0.
[[nodiscard]] std::uint64_t streamState(std::uint64_t start, std::uint64_t seed, std::uint64_t stream);

/// Pairs of boxes in space from a library of 1024, poses rounded to float. Stream 0 of seed 0 is the workload that the
/// benchmarks time.
class BoxPairs {
 public:
  BoxPairs(Mix mix, std::uint64_t seed, std::uint64_t stream);
  [[nodiscard]] WorkPair next();

 private:
  Mix mix_;
  SplitMix64 random_;
};

/// Pairs of any two kinds of one space, in double. Touching distances, of whichever pieces touch first, are found by
/// stepping along the line of centres.
class KindPairs {
 public:
  KindPairs(const ShapeKind& a, const ShapeKind& b, Mix mix, std::uint64_t seed, std::uint64_t stream);
  [[nodiscard]] WorkPair next();

 private:
  [[nodiscard]] WorkPair nextOnLattice();

  const ShapeKind &a_, &b_;
  Mix mix_;
  SplitMix64 random_;
};

/// Largest signed gap of two boxes in space over the fifteen axes by the radius formula, in long double: shares nothing
/// with the reference but the axes.
[[nodiscard]] double boxGap(const PosedShape& a, const PosedShape& b);

/// Height of the lowest point of a shape over the surface of a half-space (either may come first), in long double from
/// its corners (of cylinders and cones the lowest point as doubles find it): it knows no proxy.
[[nodiscard]] double halfSpaceGap(const PosedShape& a, const PosedShape& b);

}  // namespace sepax
