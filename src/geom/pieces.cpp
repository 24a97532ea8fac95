#include "geom/pieces.h"

#include "geom/convex.h"

namespace sepax {

namespace {

/// Bounds of a convex shape's features, body space.
MinMaxBox boundsOfFeatures(const Shape& shape) {
  const ConvexFeatures features = convexFeatures(shape);
  MinMaxBox box = boundsOf(features.core.vertices);
  const Vec3 extent{features.radius, features.radius, features.planar ? 0 : features.radius};
  return {box.min - extent, box.max + extent};
}

}  // namespace

ShapePieces::ShapePieces(const Shape& shape) : shape_(shape) {
  if (const auto* mesh = std::get_if<Mesh>(&shape)) {
    mesh_ = mesh->data;
    count_ = static_cast<int>(mesh_->triangles.size());
    return;
  }
  if (const auto* polygon = std::get_if<Polygon>(&shape); polygon != nullptr && !isConvex(*polygon)) {
    polygon_pieces_ = convexPieces(*polygon);
    count_ = static_cast<int>(polygon_pieces_.size());
  }
  std::vector<MinMaxBox> boxes;
  for (int i = 0; i < count_; ++i) boxes.push_back(boundsOfFeatures(piece(i)));
  tree_ = boxTree(boxes);
}

Shape ShapePieces::piece(int index) const {
  if (mesh_ != nullptr) return Triangle{cornersOf(*mesh_, index)};
  if (polygon_pieces_.empty()) return shape_;
  Polygon part;
  part.vertices.clear();
  for (const int v : polygon_pieces_[static_cast<std::size_t>(index)].loop) part.vertices.push_back(std::get<Polygon>(shape_).vertices[v]);
  return part;
}

int pieceCount(const Shape& shape) { return isConvex(shape) ? 1 : ShapePieces(shape).count(); }

}  // namespace sepax
