#pragma once

#include <array>
#include <vector>

#include "collide/gjk/gjk.h"

namespace sepax {

inline constexpr int kMaxEpaSteps = 256;

// The expanding polytope of A ⊖ B (gjk.h), metres and in the maps' frame as there: it grows from GJK's last simplex
// until its nearest face lies on the boundary, and keeps every step.

/// A face of EPA's polytope: a triangle, in the plane an edge.
struct EpaFace {
  std::array<int, 3> vertices{-1, -1, -1};  ///< counter-clockwise from outside; two in the plane, the third −1
  Vec3 normal{1, 0, 0};                     ///< unit, outward
  double distance = 0;  ///< of its plane from the origin along the normal; negative while the origin is outside
  int born = 0;         ///< step that made it; 0: of the first polytope
  int removed = -1;     ///< step that took it away; −1: never
  bool thin = false;    ///< too thin for a normal of its own: as near to its neighbour's as its longest edge allows
};

/// One round of EPA: take the nearest face, search along its normal, and build the polytope out to what was found.
struct EpaStep {
  int face = 0;              ///< the nearest one
  GjkVertex support;         ///< farthest point of A ⊖ B along its normal
  int vertex = -1;           ///< index of that point when the polytope grew; −1 when the face lies on the boundary
  double lower = 0;          ///< the face's distance: the depth is not smaller
  double upper = 0;          ///< least extent of A ⊖ B along a face normal so far: the depth is not larger
  std::vector<int> removed;  ///< faces that the new vertex sees
  std::vector<std::array<int, 2>> horizon;  ///< the loop of edges around them, each with the new vertex a new face
};

enum class EpaStop {
  kConverged,  ///< the nearest face lies on the boundary
  kFlat,       ///< A ⊖ B has no inside: depth zero perpendicular to it
  kRounding,   ///< the horizon is no loop: rounding allows no better
  kStepLimit,  ///< kMaxEpaSteps: curved shapes with many equally near sides
};
/// "converged", "flat", …: as the JSON says it.
[[nodiscard]] const char* epaStopName(EpaStop stop);

/// The expanding polytope.
struct EpaTrace {
  std::vector<GjkVertex> vertices;
  int first_vertices = 0;      ///< how many of them the first polytope had
  std::vector<EpaFace> faces;  ///< every face there ever was
  std::vector<EpaStep> steps;  ///< step k is steps[k − 1] in `born` and `removed`
  EpaStop stop = EpaStop::kConverged;
  int dimension =
      3;  ///< of the polytope: 3, in the plane 2, of a section through a common axis 2, less when A ⊖ B is flat
  int best_step = -1;               ///< whose face gives the answer: the least extent; −1 when flat
  Vec3 normal{1, 0, 0};             ///< of the answer
  double depth = 0;                 ///< extent of A ⊖ B along `normal`: the origin's depth in it
  std::array<double, 3> weights{};  ///< of the best face's corners: the nearest point of the boundary
};

/// Faces that the polytope has after `steps` of its growth.
[[nodiscard]] std::vector<int> facesAt(const EpaTrace& epa, int steps);

/// Expanding polytope algorithm (van den Bergen 2001); in the plane the polytope is a polygon, and of cylinders, cones
/// and what lies on their axis, all about one axis, a section through it is expanded instead, which has a nearest side
/// where the solid has none. Starts from GJK's last simplex, made fat where it is thin; a difference without an inside
/// is answered as flat. Ends when the nearest face lies on the boundary within `gap` metres. Distances of faces are
/// signed, so an origin on or a hair outside the boundary is no special case: the nearest face is then the most
/// negative one. The depth is an extent, not a face's distance, so that moving out by it leaves no overlap but
/// rounding.
[[nodiscard]] EpaTrace epaSearch(const SupportMap& a, const SupportMap& b, const std::vector<GjkVertex>& simplex,
                                 double gap);

}  // namespace sepax
