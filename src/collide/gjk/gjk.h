#pragma once

#include "geom/support.h"
#include "geom/types.h"

#include <array>
#include <limits>
#include <vector>

namespace sepax {

/// The point of a simplex of one to four corners that is nearest to the origin.
struct NearestOnSimplex {
  Vec3 point{0.0};  ///< exactly zero when the simplex encloses the origin
  double squared = 0;
  /// Barycentric, of each corner; zero for corners that the nearest point does not need.
  std::array<double, 4> weights{};
  int count = 0;  ///< corners with weight
};

/// Tries every face of the simplex that has its last corner, which was just found; the other faces were tried before.
/// No Voronoi-region logic, and no case is lost to rounding, because a face that is left out by a hair is covered by
/// its own faces. Infinitely far when all faces are degenerate or nearest elsewhere. `enclosing` corners make a simplex
/// with an inside: 4 in space, 3 in the plane. Products up to the sixth power of the coordinates must neither overflow
/// nor vanish. Any unit. A face without extent is left to its own faces.
[[nodiscard]] NearestOnSimplex nearestOnSimplex(const std::array<Vec3, 4>& corners, int count, int enclosing);

// The one GJK in double: on support maps, with its steps on request. It works on the Minkowski difference A ⊖ B = {a −
// b} of the two cores: they meet where it holds the origin, and the vector from the origin to its nearest point is the
// gap. Directions are unit and point from A to B: "farthest along d" means farthest of A along d, of B against it.
// Radii are the callers'. Built on it are the closest points of polytopes and the gap of cores that graze
// (closest_points.h), and the traced report (gjk_pair.h).

inline constexpr int kMaxGjkSteps = 128;

/// A point of the Minkowski difference and the support points that it came from, metres, in the maps' frame.
struct GjkVertex {
  Vec3 point{0.0};  ///< a − b
  Vec3 a{0.0}, b{0.0};
  int feature_a = 0, feature_b = 0;  ///< see SupportKind
};

/// The point of A ⊖ B farthest along a direction of any length but zero.
[[nodiscard]] GjkVertex differenceSupport(const SupportMap& a, const SupportMap& b, const Vec3& direction);

/// The gap of two cores along a unit direction, metres; negative when their projections on it overlap.
[[nodiscard]] double gapAlong(const SupportMap& a, const SupportMap& b, const Vec3& direction);

enum class GjkStop {
  kEncloses,      ///< the simplex holds the origin: the cores overlap
  kTouches,       ///< the nearest point is the origin but for rounding, and no direction separates
  kConverged,     ///< bounds closer than the tolerance, and apart
  kKnownSupport,  ///< the search finds a corner that the simplex has: rounding allows no better
  kNoProgress,    ///< the nearest point came no nearer: rounding allows no better
  kStepLimit,     ///< kMaxGjkSteps; curved shapes that graze may creep
};
/// "encloses", "known_support", …: as the JSON says it.
[[nodiscard]] const char* gjkStopName(GjkStop stop);

/// One round of GJK: search a direction, add what was found, drop what the nearest point does not need. Metres.
struct GjkStep {
  Vec3 direction{1, 0,
                 0};   ///< searched: from the nearest point so far towards the origin, perpendicular to the simplex
  GjkVertex support;   ///< farthest point of A ⊖ B that way
  bool added = false;  ///< false when the step ended the search without it
  std::vector<GjkVertex> simplex;  ///< one to four corners, after dropping
  std::array<double, 4> weights{};
  std::vector<GjkVertex> dropped;  ///< corners that this step gave up
  Vec3 closest{
      0.0};  ///< nearest point of the simplex to the origin: weights · corners; zero when it encloses the origin
  double lower =
      0;  ///< largest gap seen along a searched direction: no smaller is the distance; negative: none separated
  double upper = 0;  ///< |closest|: no larger is the distance
};

struct GjkOptions {
  Vec3 start{1, 0, 0};  ///< first direction searched, of any length; (1, 0, 0) instead of zero
  Vec3 shift{0.0};      ///< B is moved by this, metres; at most about its coordinates
  /// The search ends once it has seen a larger gap than this, metres, with kStepLimit: for who asks only whether there
  /// is one.
  double apart = std::numeric_limits<double>::infinity();
};

/// How far two cores are apart, from both sides. Metres, in the maps' frame.
struct GjkResult {
  GjkStop stop = GjkStop::kStepLimit;
  Vec3 direction{1, 0, 0};  ///< of those searched the one that separates most
  double lower = 0;         ///< gap along it: no smaller is the distance; negative when none separates
  double upper = 0;         ///< |a − b|: no larger is the distance; zero when the simplex encloses the origin
  Vec3 a{0.0}, b{0.0};      ///< points of the cores that far apart
  int corners = 0;          ///< of the last simplex, 1 to 3 while apart: it is perpendicular to the direction
  std::array<GjkVertex, 4> simplex{};  ///< the corners
  double extent = 0;  ///< the farthest corner found, at least about the cores' coordinates: what tolerances scale with
};

/// Gilbert, Johnson, Keerthi 1988 in double. The nearest point of the simplex is found by trying all its faces instead
/// of Johnson's recursion or Voronoi regions. Ends when the bounds meet to rounding, the origin is enclosed, or
/// rounding allows no better: within kClosestGap of the extent that is kConverged too; then `direction` with `lower` is
/// true in any case. Every finite size of coordinates is safe. With `trace` every step is appended to it, at least one;
/// nothing is allocated without.
[[nodiscard]] GjkResult gjk(const SupportMap& a, const SupportMap& b, const GjkOptions& options,
                            std::vector<GjkStep>* trace = nullptr);

/// A power of two that brings the coordinates of two cores to about one: products of many of them neither overflow nor
/// vanish, and nothing is rounded.
[[nodiscard]] double scaleOf(const SupportMap& a, const SupportMap& b);

}  // namespace sepax
