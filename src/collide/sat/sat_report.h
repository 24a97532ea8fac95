#pragma once

#include "collide/sat/axis_id.h"
#include "core/kept.h"
#include "geom/types.h"

#include <array>
#include <limits>
#include <optional>
#include <string>

namespace sepax {

enum class Verdict { kSeparated, kTouching, kOverlapping };

/// "separated", "touching", "overlapping": the words of the case-file contract.
[[nodiscard]] const char* verdictName(Verdict verdict);

/// The verdict on a signed gap: beyond the touching tolerance apart or overlapping, within it touching. Metres.
[[nodiscard]] Verdict verdictOf(double separation, double touching);

enum class AxisState {
  kTested,
  kDegenerate,  ///< no direction to speak of (edges nearly parallel, cores touching): not measured, never decides
  kDuplicate,   ///< measured, but an earlier axis has the same direction: never decides
  kPruned,      ///< measured, but its edges span no face of the Minkowski difference: never decides
};
[[nodiscard]] const char* axisStateName(AxisState state);  ///< "tested", "degenerate", "duplicate", "pruned"

/// Why a pair of edges spans no face of the Minkowski difference. On the Gauss map an edge is the arc between the
/// normals of its two faces; A's arc and B's, negated, must cross (Gregorius 2013; derived at pruneReason in sat.cpp).
enum class PruneReason {
  kNone,
  kBesideA,  ///< both faces at B's edge lean the same way along A's edge: B's arc stays on one side of A's great circle
  kBesideB,  ///< both faces at A's edge lean the same way along B's edge
  kOpposite,  ///< each arc crosses the other's circle, but on the far side of the sphere: the edges face away from each
              ///< other
};
[[nodiscard]] const char* pruneReasonName(PruneReason reason);  ///< "none", "b_beside_a", "a_beside_b", "opposite"

/// Pairs of shapes with at most this many edge pairs list the pruned ones; others only count them.
inline constexpr std::size_t kMaxListedEdgePairs = 256;

enum class FeatureKind { kVertex, kEdge, kFace };

/// The vertices, edge or face of a core that project onto an end of its interval.
struct SupportFeature {
  FeatureKind kind = FeatureKind::kVertex;
  int vertex_count = 0;
  std::array<int, 4> vertices{};  ///< the first four of its core vertices, ascending
  Vec3 point{0.0};                ///< mean of its vertices pushed out by the radius, relative to the report's origin
};

/// A projected shape: the range of (point − origin) · direction, metres.
struct Interval {
  double min = 0, max = 0;
  SupportFeature at_min, at_max;
  /// The shape goes on without end there, a half-space; `min` or `max` is then its proxy's, which pictures end at.
  bool endless_min = false, endless_max = false;
  [[nodiscard]] bool isEndless() const { return endless_min || endless_max; }
  /// The ends of the shape itself.
  [[nodiscard]] double lowest() const { return endless_min ? -std::numeric_limits<double>::infinity() : min; }
  [[nodiscard]] double highest() const { return endless_max ? std::numeric_limits<double>::infinity() : max; }
  [[nodiscard]] double centre() const { return min + (max - min) / 2; }
  [[nodiscard]] double radius() const { return (highest() - lowest()) / 2; }
};

/// One candidate axis and everything that was measured on it.
struct SatAxis {
  AxisId id;
  AxisState state = AxisState::kTested;
  int duplicate_of = -1;
  PruneReason pruned = PruneReason::kNone;
  Vec3 direction{
      0.0};  ///< unit, world, from A to B: of both senses the one with the larger separation; zero when degenerate
  double cross_length =
      1;  ///< edge pairs: length of the cross product of the unit edges; closest: distance of the cores, metres; else 1
  Interval a, b;
  double separation = 0;  ///< b.min − a.max: positive apart, zero touching, negative overlapping, metres
  [[nodiscard]] bool isEndless() const { return a.isEndless() || b.isEndless(); }
  /// From A's middle to B's along the direction; infinite when one of them has none.
  [[nodiscard]] double centreDistance() const {
    return isEndless() ? std::numeric_limits<double>::infinity() : b.centre() - a.centre();
  }
};

/// The tolerances that a report used, so that it explains itself years later. Metres where not said otherwise.
struct SatTolerances {
  double size = 0;            ///< longest side of the larger shape, metres
  double touching = 0;        ///< |separation| up to this is touching
  double tie = 0;             ///< separations this close are tied
  double support = 0;         ///< slack of support features
  double parallel_edges = 0;  ///< sine, no unit
};

/// The separating-axis test of two convex shapes, complete: every axis that can decide, nothing skipped for speed.
struct SatReport {
  Vec3 origin{0.0};    ///< world point (A's centre) that projections are measured from
  Kept<SatAxis> axes;  ///< faces of A, faces of B, edge pairs (A's edge first), curved features, closest
  int pruned_edge_pairs =
      0;  ///< hull edge pairs that span no face of the Minkowski difference, listed in `axes` or not
  int first_separating =
      -1;              ///< first axis in test order that separates, where a game engine would have stopped; −1 none
  int deciding = 0;    ///< first axis whose separation is within the tie tolerance of the largest
  int runner_up = -1;  ///< tested axis with the next separation; −1 when there is only one axis
  double runner_up_margin =
      0;             ///< deciding separation − runner-up's, metres, not negative but for a tie within its tolerance
  bool tie = false;  ///< the runner-up is within the tie tolerance
  Verdict verdict = Verdict::kSeparated;
  Vec3 mtv{0.0};  ///< translation of B that ends the overlap, metres; zero unless overlapping
  SatTolerances tolerances;
};

/// Which axes of a report matter: the fields of the same names in SatReport.
struct AxisRanking {
  int first_separating = -1, deciding = -1, runner_up = -1;
  double runner_up_margin = 0;
  bool tie = false;
};

/// The one rule of what decides: of the tested axes whose separation is within the tie tolerance of the largest, the
/// first in test order. Is that between curved features, then of those in almost its direction the one that separates
/// most: contacts need it. `deciding` is −1 when no axis was tested.
[[nodiscard]] AxisRanking rankAxes(const Kept<SatAxis>& axes, const SatTolerances& tolerances);

[[nodiscard]] inline const SatAxis& decidingAxis(const SatReport& report) {
  return report.axes[static_cast<std::size_t>(report.deciding)];
}

/// Recomputes separations, deciding axis, verdict and mtv from the intervals and names the first disagreement; nullopt
/// when there is none.
[[nodiscard]] std::optional<std::string> check(const SatReport& report);

}  // namespace sepax
