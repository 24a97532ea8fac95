#pragma once

#include "collide/pair/pair.h"
#include "collide/sat/sat_report.h"
#include "geom/both.h"
#include "geom/convex.h"
#include "geom/pieces.h"
#include "geom/support.h"

#include <array>
#include <functional>
#include <map>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

namespace sepax {

/// B's body space in A's.
struct BodyInBody {
  Affine map;
  Both sizes[3][3];  ///< of the coordinate i of B's axis k, beside the coordinate k of its axis i
};

/// Two shapes of which at least one is concave, their pieces posed as in the world but measured from A's centre.
class PieceSearch {
 public:
  PieceSearch(const PosedShape& a, const PosedShape& b, const PairSettings& settings);

  [[nodiscard]] const ShapePieces& piecesA() const { return a_.pieces; }
  [[nodiscard]] const ShapePieces& piecesB() const { return b_.pieces; }
  /// The features of a piece, made when first asked for.
  [[nodiscard]] const ConvexFeatures& featuresA(int piece) { return featuresOf(a_, piece); }
  [[nodiscard]] const ConvexFeatures& featuresB(int piece) { return featuresOf(b_, piece); }
  /// A triangle of a shape that is made of them.
  [[nodiscard]] std::array<Vec3, 3> triangleA(int piece) const { return triangleOf(a_, piece); }
  [[nodiscard]] std::array<Vec3, 3> triangleB(int piece) const { return triangleOf(b_, piece); }
  /// The support map of a piece, as GJK needs it.
  [[nodiscard]] const SupportMap& supportA(int piece) { return supportOfPiece(a_, piece); }
  [[nodiscard]] const SupportMap& supportB(int piece) { return supportOfPiece(b_, piece); }
  [[nodiscard]] const Vec3& origin() const { return origin_; }
  [[nodiscard]] double size() const { return size_; }          ///< the pair's, metres
  [[nodiscard]] double touching() const { return touching_; }  ///< metres

  /// Signed gap of two pieces: distance when apart, minus the depth when not.
  [[nodiscard]] double gap(int piece_a, int piece_b);
  /// The report that the gap of two pieces which meet was read from; null where none was asked for, and of meshes.
  [[nodiscard]] const SatReport* knownReport(int piece_a, int piece_b) const;

  /// Bounds from the planes of pieces that are triangles of a mesh or of few sides in a plane full of pieces; nothing
  /// of others.
  struct PlaneBounds {
    double gap = -kInfinity;  ///< at most the gap above after B moved by the shift, but for rounding, metres
    double exit = kInfinity;  ///< after B moved this far along the direction they are apart for good, metres
  };
  /// `along`: a unit direction, of whose own plane the exit knows too; zero when that does not matter.
  [[nodiscard]] PlaneBounds boundsByPlanes(int piece_a, int piece_b, const Vec3& shift, const Vec3& along);

  /// The pairs of the smallest gap by `measure`; see smallestPairs. A pair is left out when its boxes, widened by all
  /// rounding, are farther apart (or overlap less) than the gaps kept: no pieces are nearer, or deeper in each other,
  /// than their boxes.
  [[nodiscard]] std::vector<ItemPair> nearest(const std::function<double(int, int)>& measure, std::size_t keep,
                                              std::int64_t& tested) {
    return nearestAmong({{0, 0}}, measure, keep, tested);
  }
  /// As above by gap(), of meshes that are apart after a faster search (collide/pieces/nearest_triangles.h).
  [[nodiscard]] std::vector<ItemPair> nearestByGap(std::size_t keep, std::int64_t& tested);

  /// The query for a last contact.
  struct LastExit {
    Vec3 direction{0.0};                   ///< unit, along which B goes
    std::function<double(int, int)> exit;  ///< of two pieces, metres; −∞ when they never meet on that line
    std::optional<double> at;              ///< only of pieces that meet there, metres along the direction
    std::size_t* looks = nullptr;          ///< how many pairs of boxes may be looked at; what is left of them
  };
  /// How far B goes until its last contact with A, metres: the largest exit. Not negative, and not before `at`;
  /// infinite when there were too few looks. Pairs whose boxes or planes end their overlap earlier are left out.
  [[nodiscard]] double lastExit(const LastExit& wanted);

  /// Calls `visit(a, b)` for each pair of pieces whose boxes are `within` metres of each other after B moved by
  /// `shift`, while it says that it wants more.
  void visitMeeting(const Vec3& shift, const std::function<bool(int, int)>& visit, double within = 0) const;

 private:
  struct Side {
    ShapePieces pieces;
    Mat3 rotation;
    Vec3 offset;
    std::unordered_map<int, ConvexFeatures> posed;  ///< few of a mesh's pieces are asked for
    std::unordered_map<int, SupportMap> supports;

    [[nodiscard]] Pose pose() const { return {offset, rotation}; }
  };
  [[nodiscard]] static const ConvexFeatures& featuresOf(Side& side, int piece);
  [[nodiscard]] static const SupportMap& supportOfPiece(Side& side, int piece);
  [[nodiscard]] static std::array<Vec3, 3> triangleOf(const Side& side, int piece);
  /// From where to where a piece reaches along a unit direction, metres.
  [[nodiscard]] static std::pair<double, double> extentOf(Side& side, int piece, const Vec3& direction);
  /// A lower bound on the gap of a box of A's body and one of B's moved by `shift`, in A's space: along the axes of
  /// both.
  [[nodiscard]] double gapOfBoxes(const MinMaxBox& a, const MinMaxBox& b, const Vec3& shift) const;

  [[nodiscard]] std::vector<ItemPair> nearestAmong(std::vector<std::pair<int, int>> leaves,
                                                   const std::function<double(int, int)>& measure, std::size_t keep,
                                                   std::int64_t& tested);

  struct Meeting {
    double gap;
    SatReport report;
  };

  Side a_, b_;
  std::map<std::pair<int, int>, Meeting> meetings_;  ///< of pieces that are no triangles
  Vec3 origin_;
  double size_, touching_;
  double slack_;  ///< rounding of a box in the other's space and of the gap itself, metres
  int dimensions_;
  bool has_many_planar_;
  BodyInBody from_b_;
};

}  // namespace sepax
