#pragma once

#include <optional>
#include <string>
#include <vector>

#include "collide/gjk/epa.h"
#include "collide/gjk/gjk.h"
#include "collide/sat/sat_report.h"

namespace sepax {

struct GjkTolerances {
  double size = 0;      ///< of the pair, metres
  double touching = 0;  ///< metres
  double gap = 0;       ///< bounds this close are one number, metres
};

/// The answer of the trace, radii included.
struct GjkAnswer {
  Verdict verdict = Verdict::kSeparated;
  double separation = 0;  ///< distance, or minus the depth; without EPA not below minus the radii
  Vec3 normal{1, 0, 0};
  Vec3 mtv{0.0};
  double error = 0;  ///< how far the bounds are apart at the end, metres: distance or depth is known to this
};

/// A direction in which the cores were measured, and how.
struct GjkDirection {
  Vec3 direction{1, 0, 0};  ///< unit
  GjkVertex support;        ///< farthest point of A ⊖ B that way
  [[nodiscard]] double gap() const { return -dot(direction, support.point); }
};

/// A sibling of SatReport: GJK's search and, in the algorithm gjk-epa when the cores meet, EPA's. World directions,
/// metres; points of A and B are relative to `origin`, points of the difference are vectors.
struct GjkReport {
  Vec3 origin{0.0};  ///< world point (A's centre) that points of A and B are measured from
  bool planar = false;
  SupportKind kind_a = SupportKind::kVertices, kind_b = SupportKind::kVertices;
  double radius_a = 0, radius_b = 0;  ///< around the cores, metres
  std::vector<GjkStep> steps;         ///< at least one
  GjkStop stop = GjkStop::kConverged;
  std::optional<EpaTrace> epa;
  /// Curved cores in the algorithm gjk-epa: a direction that separates more than those of the steps, found by moving B
  /// back (closest_points.h).
  std::optional<GjkDirection> tightened;
  bool measures_depth = false;  ///< true for the algorithm gjk-epa
  GjkTolerances tolerances;
  GjkAnswer answer;
};

/// The answer that follows from the trace. A pair that the error leaves open counts as touching: an overlap is deeper
/// than the touching tolerance by more than its error, a gap wider.
[[nodiscard]] GjkAnswer answerOf(const GjkReport& report);

/// "A3 − B5", "A top − B0": what a point of the difference is called.
[[nodiscard]] std::string vertexName(const GjkReport& report, const GjkVertex& vertex);

/// Recomputes points, weights, bounds, faces and the answer from the trace and names the first disagreement; nullopt
/// when there is none.
[[nodiscard]] std::optional<std::string> check(const GjkReport& report);

}  // namespace sepax
