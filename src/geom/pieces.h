#pragma once

#include "geom/box_tree.h"
#include "geom/polygon_pieces.h"
#include "geom/shape.h"

#include <memory>
#include <vector>

namespace sepax {

/// A shape as a collection of convex pieces, each a shape in the same body space: a concave polygon's convex parts, a mesh's triangles, or
/// a convex shape itself. Keeps the shape it was made of.
class ShapePieces {
 public:
  explicit ShapePieces(const Shape& shape);

  [[nodiscard]] int count() const { return count_; }
  [[nodiscard]] Shape piece(int index) const;
  /// Over the pieces' bounds, body space. Tessellated round shapes (geom/convex.h) are within them.
  [[nodiscard]] const BoxTree& tree() const { return mesh_ != nullptr ? mesh_->tree : tree_; }
  /// The concave polygon's parts; empty for other shapes.
  [[nodiscard]] const std::vector<PolygonPiece>& polygonPieces() const { return polygon_pieces_; }
  /// The mesh's data; null for other shapes.
  [[nodiscard]] const MeshData* mesh() const { return mesh_.get(); }

 private:
  Shape shape_;
  int count_ = 1;
  std::vector<PolygonPiece> polygon_pieces_;
  std::shared_ptr<const MeshData> mesh_;
  BoxTree tree_;
};

/// How many pieces a shape has, without taking it apart where that is free.
[[nodiscard]] int pieceCount(const Shape& shape);

}  // namespace sepax
