#pragma once

#include "collide/convex/padded_vectors.h"
#include "collide/convex/sat_kernel.h"
#include "collide/pair/pair.h"
#include "collide/sat/sat.h"
#include "geom/convex.h"
#include "geom/shape.h"

#include <array>
#include <cstdint>
#include <utility>
#include <vector>

namespace sepax {

/// A box, a solid hull or a convex polygon as PolytopeReports takes it: made once, for any number of poses.
class SolidPolytope {
 public:
  /// Boxes, hulls with volume and convex polygons of at most SatKernel::kMaxCorners corners.
  [[nodiscard]] static bool takes(const Shape& shape);
  explicit SolidPolytope(const Shape& held);
  /// Another shape's: in the memory of this one where both are of one kind, but for hulls of other data.
  void become(const Shape& other);
  /// Faces and edges of the features' core, body space; of boxes those of a unit box.
  [[nodiscard]] const Polytope& core() const;

  struct Edge {
    Vec3 direction{0.0};  ///< unit
    int feature = 0;
  };
  struct EdgeFaces {
    std::uint8_t face0, face1;
  };
  // As in ConvexFeatures, body space.
  std::vector<Vec3> corners;
  std::vector<AxisFeature> faces;
  std::vector<Edge> edges;
  /// For hulls: the faces between which the arc of each edge runs on the Gauss map, by which pairs of edges are pruned.
  /// Empty for boxes.
  std::vector<EdgeFaces> arcs;
  std::vector<Vec3> normals;
  /// The faces of the polytope: outward normals, and the corners of face f from loop_starts[f] on, counter-clockwise
  /// seen from outside.
  PaddedVectors face_rows;  ///< of solids, the last one repeated
  std::vector<int> loops, loop_starts;
  PaddedVectors corner_rows;  ///< of solids the same corners, the last one repeated
  double size = 0;            ///< sizeOf the shape, metres
  Shape shape;
  double radius = 0;  ///< of solids around the body's origin, metres

 private:
  ConvexFeatures own_;  ///< in the plane
};

/// A shape at a place.
struct PlacedPolytope {
  const SolidPolytope& shape;
  const Pose& pose;
};

/// Whether a report says which corners its intervals end at.
enum class SupportFeatures { kNone, kAll };

/// The reports of satReport (collide/sat/sat.h) for boxes and solid hulls, to the bit, made several axes at a time and
/// each in the memory of the one before: once that suffices, nothing is allocated.
class PolytopeReports {
 public:
  explicit PolytopeReports(SupportFeatures support = SupportFeatures::kAll, const SatKernel& kernel = satKernel())
      : kernel_(kernel), support_(support) {}

  /// The report of A and B where they are. `touching` in metres, without it kTouching of the larger size. Valid until
  /// the next call.
  const SatReport& report(const PlacedPolytope& a, const PlacedPolytope& b, const PairSettings& settings = {},
                          PrunedPairs pruned = PrunedPairs::kListed);
  /// The last report, to keep.
  [[nodiscard]] SatReport taken() { return std::move(report_); }
  /// The corners of its shapes, measured from its origin.
  [[nodiscard]] const std::vector<Vec3>& cornersOfA() const { return a_.corners; }
  [[nodiscard]] const std::vector<Vec3>& cornersOfB() const { return b_.corners; }

 private:
  /// A shape rotated as in the world, measured from the report's origin.
  struct Side {
    std::vector<Vec3> corners, edges;
    PaddedVectors normals, edge_rows;
    PaddedRows<float> rough_edges,
        rough_corners;    ///< corners from the first one, over `extent`; the last ones repeated
    double extent = 0;    ///< the longest side of the bounds
    double farthest = 0;  ///< the largest coordinate
    /// For the plane across each normal, the edges of the other shape to either side; for each edge, the edges on one
    /// side of both faces' planes.
    std::vector<SatKernel::Sides> across;
    std::array<SatKernel::EdgeBits, SatKernel::kMaxEdges> beside{};
    std::vector<double> low, high;  ///< ends of the projections
    std::vector<std::uint64_t> at_low, at_high;
  };
  struct EdgePair {
    int a, b;  ///< edge axes
    PruneReason reason;
  };

  static void place(const PlacedPolytope& placed, const Vec3& offset, Side& side);
  void findBeside(const SolidPolytope& shape, const Side& other, Side& side);
  void findEdgePairs(const SolidPolytope& a, const SolidPolytope& b, PrunedPairs pruned);
  void fillDirections(const PlacedPolytope& a, const PlacedPolytope& b);
  [[nodiscard]] bool mayRepeat(const SolidPolytope& a, const SolidPolytope& b) const;
  void project(Side& side);
  void fillAxis(std::size_t i, AxisKind kind, int feature_a, int feature_b, double cross_length, PruneReason pruned);

  const SatKernel& kernel_;
  SupportFeatures support_;
  SatReport report_;
  Side a_, b_;
  std::vector<EdgePair> pairs_;  ///< the first `edge_pairs_` of them; the rest is room
  std::size_t edge_pairs_ = 0;
  std::array<SatKernel::EdgeBits, SatKernel::kMaxEdges> a_beside_b_{};  ///< b_.beside by A's edges
  PaddedVectors directions_, edges_a_, edges_b_;
  std::vector<double> cross_lengths_;
  bool may_repeat_ = true;  ///< two axes may have one direction
  DirectionSet seen_;
};

}  // namespace sepax
