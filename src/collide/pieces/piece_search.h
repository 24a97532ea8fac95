#pragma once

#include "collide/pair.h"
#include "geom/convex.h"
#include "geom/pieces.h"

#include <functional>
#include <memory>
#include <vector>

namespace sepax {

/// Two shapes of which at least one is concave, their pieces posed as in the world but measured from A's centre.
class PieceSearch {
 public:
  PieceSearch(const PosedShape& a, const PosedShape& b, const PairSettings& settings);

  [[nodiscard]] const ShapePieces& piecesA() const { return a_.pieces; }
  [[nodiscard]] const ShapePieces& piecesB() const { return b_.pieces; }
  /// The features of a piece, made when first asked for.
  [[nodiscard]] const ConvexFeatures& featuresA(int piece) { return featuresOf(a_, piece); }
  [[nodiscard]] const ConvexFeatures& featuresB(int piece) { return featuresOf(b_, piece); }
  [[nodiscard]] const Vec3& origin() const { return origin_; }
  [[nodiscard]] double size() const { return size_; }          ///< the pair's, metres
  [[nodiscard]] double touching() const { return touching_; }  ///< metres

  /// Signed gap of two pieces: distance when apart, minus the depth when not.
  [[nodiscard]] double gap(int piece_a, int piece_b);

  /// A lower bound on that gap after B moved by `shift`, but for rounding: along the normals of two triangles; −∞ where a shape has others.
  [[nodiscard]] double gapOfPlanes(int piece_a, int piece_b, const Vec3& shift) const;

  /// The pairs of the smallest gap by `measure`; see smallestPairs. A pair is left out when its boxes, widened by all rounding, are farther
  /// apart (or overlap less) than the gaps kept: no pieces are nearer, or deeper in each other, than their boxes.
  [[nodiscard]] std::vector<ItemPair> nearest(const std::function<double(int, int)>& measure, std::size_t keep, std::int64_t& tested) const;

  /// How far B goes along the unit `direction` until its last contact with A, metres: the largest `exit(a, b)` of two pieces, which is −∞
  /// when they never meet on that line. Not negative. Pairs whose boxes end their overlap earlier are left out.
  [[nodiscard]] double lastExit(const Vec3& direction, const std::function<double(int, int)>& exit) const;

  /// Calls `visit(a, b)` for each pair of pieces whose boxes meet after B moved by `shift`, while it says that it wants more.
  void visitMeeting(const Vec3& shift, const std::function<bool(int, int)>& visit) const;

 private:
  struct Side {
    ShapePieces pieces;
    Mat3 rotation;
    Vec3 offset;
    std::vector<std::unique_ptr<ConvexFeatures>> posed;  ///< pointers, since most of a mesh's stay empty
  };
  [[nodiscard]] const ConvexFeatures& featuresOf(Side& side, int piece);
  /// A lower bound on the gap of a box of A's body and one of B's moved by `shift`,
  /// in A's space: along the axes of both.
  [[nodiscard]] double gapOfBoxes(const MinMaxBox& a, const MinMaxBox& b, const Vec3& shift) const;

  Side a_, b_;
  Vec3 origin_;
  double size_, touching_;
  double slack_;  ///< rounding of a box in the other's space and of the gap itself, metres
  int dimensions_;
  Affine from_b_;  ///< B's body space to A's
};

}  // namespace sepax
