#pragma once

#include "geom/box_tree.h"
#include "geom/polygon.h"
#include "geom/shape.h"

#include <string>
#include <vector>

namespace sepax {

/// A convex part of a polygon.
struct PolygonPiece {
  std::vector<int> loop;   ///< vertices of the polygon, counter-clockwise, collinear ones included
  std::vector<int> edges;  ///< edge i runs from loop[i] to the next: the outline's edge of that index, or −1 for a cut
                           ///< through the inside
};

/// Splits a valid polygon into convex pieces that share whole edges: ears are clipped (Meisters 1975), then cuts that
/// no reflex corner needs are taken out, longest first (Hertel and Mehlhorn 1983: at most four times as many pieces as
/// there must be). A convex polygon is one piece. Works on the vertices as they are, no points are added.
[[nodiscard]] std::vector<PolygonPiece> convexPieces(const Polygon& polygon);

/// A shape as a collection of convex pieces: a concave polygon's convex parts, a mesh's or heightfield's triangles, a
/// chain's segments, a compound's children, or a convex shape itself. Keeps the shape it was made of.
class ShapePieces {
 public:
  explicit ShapePieces(const Shape& shape);

  [[nodiscard]] int count() const { return count_; }
  /// A piece and where it lies in the body: only a chain's and a compound's have a place of their own.
  [[nodiscard]] PosedShape piece(int index) const;
  /// The piece in the world, the body being at `body`.
  [[nodiscard]] PosedShape piece(int index, const Pose& body) const;
  /// Over the pieces' bounds, body space. Tessellated round shapes (geom/convex.h) are within them. Made when first
  /// asked for: not from two threads at once.
  [[nodiscard]] const BoxTree& tree() const;
  /// The concave polygon's parts; empty for other shapes.
  [[nodiscard]] const std::vector<PolygonPiece>& polygonPieces() const { return polygon_pieces_; }
  /// The mesh's or heightfield's data; null for other shapes.
  [[nodiscard]] const MeshData* mesh() const { return trianglesOf(shape_); }
  [[nodiscard]] const Shape& shape() const { return shape_; }

 private:
  Shape shape_;
  int count_ = 1;
  std::vector<PolygonPiece> polygon_pieces_;
  mutable BoxTree tree_;
};

/// True for chains and compounds: their pieces have a place of their own in the body.
[[nodiscard]] bool arePiecesPlaced(const Shape& shape);

/// How many pieces a shape has, without taking it apart where that is free.
[[nodiscard]] int pieceCount(const Shape& shape);

/// The ids of a compound's children; none for other shapes.
[[nodiscard]] std::vector<std::string> childIds(const Shape& shape);

}  // namespace sepax
