#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "collide/sat/sat_report.h"
#include "geom/support.h"

namespace sepax {

// The trace of GJK and EPA. Both work on the Minkowski difference A ⊖ B = {a − b} of the two cores: they meet where it holds the origin,
// and the vector from the origin to its nearest point is the gap. Directions are unit and point from A to B: "farthest along d" means
// farthest of A along d, of B against it. Points of A and B are relative to the report's origin, points of the difference are vectors.

/// A point of the Minkowski difference and the support points that it came from.
struct GjkVertex {
  Vec3 point{0.0};  ///< a − b
  Vec3 a{0.0}, b{0.0};
  int feature_a = 0, feature_b = 0;  ///< see SupportKind
};

/// One round of GJK: search a direction, add what was found, drop what the nearest point does not need.
struct GjkStep {
  /// Searched: from the nearest point so far towards the origin; where that leads to known corners alone, square to the simplex.
  Vec3 direction{1, 0, 0};
  GjkVertex support;               ///< farthest point of A ⊖ B that way
  bool added = false;              ///< false when the step ended the search without it
  std::vector<GjkVertex> simplex;  ///< one to four corners, after dropping
  std::array<double, 4> weights{};
  std::vector<GjkVertex> dropped;  ///< corners that this step gave up
  Vec3 closest{0.0};               ///< nearest point of the simplex to the origin: weights · corners; zero when it encloses the origin
  double lower = 0;                ///< largest gap seen along a searched direction: no smaller is the distance; negative: none separated
  double upper = 0;                ///< |closest|: no larger is the distance
};

enum class GjkStop {
  kEncloses,      ///< the simplex holds the origin: the cores overlap
  kTouches,       ///< the nearest point is the origin but for rounding
  kConverged,     ///< bounds closer than the tolerance
  kKnownSupport,  ///< the search finds a corner that the simplex has: rounding allows no better
  kNoProgress,    ///< the nearest point came no nearer: rounding allows no better
  kStepLimit,     ///< kMaxGjkSteps; curved shapes that graze may creep
};
/// "encloses the origin", …: words for window, JSON and messages.
[[nodiscard]] const char* gjkStopName(GjkStop stop);

/// A face of EPA's polytope: a triangle, in the plane an edge.
struct EpaFace {
  std::array<int, 3> vertices{-1, -1, -1};  ///< counter-clockwise from outside; two in the plane, the third −1
  Vec3 normal{1, 0, 0};                     ///< unit, outward
  double distance = 0;                      ///< of its plane from the origin along the normal; negative while the origin is outside
  int born = 0;                             ///< step after which it stands; 0: of the first polytope
  int removed = -1;                         ///< step that took it away; −1 stands to the end
  bool thin = false;                        ///< too thin for a normal of its own: as near to its neighbour's as its longest edge allows
};

/// One round of EPA: take the nearest face, search along its normal, and build the polytope out to what was found.
struct EpaStep {
  int face = 0;                             ///< the nearest one
  GjkVertex support;                        ///< farthest point of A ⊖ B along its normal
  int vertex = -1;                          ///< index of that point when the polytope grew; −1 when the face lies on the boundary
  double lower = 0;                         ///< the face's distance: the depth is not smaller
  double upper = 0;                         ///< least reach of A ⊖ B along a face normal so far: the depth is not larger
  std::vector<int> removed;                 ///< faces that the new vertex sees
  std::vector<std::array<int, 2>> horizon;  ///< the loop of edges around them, each with the new vertex a new face
};

enum class EpaStop {
  kConverged,  ///< the nearest face lies on the boundary
  kFlat,       ///< A ⊖ B has no inside: depth zero square to it
  kRounding,   ///< the horizon is no loop: rounding allows no better
  kStepLimit,  ///< kMaxEpaSteps: curved shapes with many equally near sides
};
[[nodiscard]] const char* epaStopName(EpaStop stop);

/// The expanding polytope.
struct EpaTrace {
  std::vector<GjkVertex> vertices;
  int first_vertices = 0;      ///< how many of them the first polytope had
  std::vector<EpaFace> faces;  ///< every face there ever was
  std::vector<EpaStep> steps;  ///< step k is steps[k − 1] in `born` and `removed`
  EpaStop stop = EpaStop::kConverged;
  int dimension = 3;                ///< of A ⊖ B: 3, in the plane 2, less when flat
  int best_step = -1;               ///< whose face gives the answer: the least reach; −1 when flat
  Vec3 normal{1, 0, 0};             ///< of the answer
  double depth = 0;                 ///< reach of A ⊖ B along `normal`: the origin's depth in it
  std::array<double, 3> weights{};  ///< of the best face' corners: the nearest point of the boundary
};

/// Faces that stand after `steps` of the polytope's growth.
[[nodiscard]] std::vector<int> facesAt(const EpaTrace& epa, int steps);

struct GjkTolerances {
  double size = 0;      ///< of the pair, metres
  double touching = 0;  ///< metres
  double gap = 0;       ///< bounds this close are one number, metres
};

/// What the trace comes to, radii included.
struct GjkAnswer {
  Verdict verdict = Verdict::kSeparated;
  double separation = 0;  ///< distance, or minus the depth; without EPA not below minus the radii
  Vec3 normal{1, 0, 0};
  Vec3 mtv{0.0};
  double error = 0;  ///< how far the bounds are apart at the end, metres: distance or depth is known to this
};

/// A sibling of SatReport: GJK's search and, in the row gjk-epa when the cores meet, EPA's.
struct GjkReport {
  Vec3 origin{0.0};  ///< world point (A's centre) that points of A and B are measured from
  bool planar = false;
  SupportKind kind_a = SupportKind::kVertices, kind_b = SupportKind::kVertices;
  double radius_a = 0, radius_b = 0;  ///< around the cores, metres
  std::vector<GjkStep> steps;         ///< at least one
  GjkStop stop = GjkStop::kConverged;
  std::optional<EpaTrace> epa;
  bool measures_depth = false;  ///< of the row gjk-epa
  GjkTolerances tolerances;
  GjkAnswer answer;
};

/// The answer that follows from the trace.
[[nodiscard]] GjkAnswer answerOf(const GjkReport& report);

/// "A3 − B5", "A top − B0": what a point of the difference is called.
[[nodiscard]] std::string vertexName(const GjkReport& report, const GjkVertex& vertex);

/// Recomputes points, weights, bounds, faces and the answer from the trace and names the first disagreement; nullopt when sound.
[[nodiscard]] std::optional<std::string> check(const GjkReport& report);

}  // namespace sepax
