#include "geom/pieces.h"

#include "geom/compound_data.h"
#include "geom/convex.h"
#include "geom/shape_bounds.h"

#include <utility>

namespace sepax {

ShapePieces::ShapePieces(const Shape& shape) : shape_(shape) {
  if (const MeshData* const triangles = mesh()) {
    count_ = static_cast<int>(triangles->triangles.size());
    return;
  }
  if (const CompoundData* const compound = childrenOf(shape_)) {
    count_ = static_cast<int>(compound->children.size());
    return;
  }
  if (const auto* chain = std::get_if<Chain>(&shape)) count_ = static_cast<int>(chain->vertices.size()) - 1;
  if (const auto* polygon = std::get_if<Polygon>(&shape); polygon != nullptr && !isConvex(*polygon)) {
    polygon_pieces_ = convexPieces(*polygon);
    count_ = static_cast<int>(polygon_pieces_.size());
  }
}

const BoxTree& ShapePieces::tree() const {
  if (const MeshData* const triangles = mesh()) return triangles->tree;
  const CompoundData* const compound = childrenOf(shape_);
  if (compound != nullptr) return compound->tree;
  if (tree_.nodes.empty()) {
    std::vector<MinMaxBox> boxes;
    for (int i = 0; i < count_; ++i) {
      const PosedShape own = piece(i);
      ConvexFeatures features = convexFeatures(own.shape);
      if (arePiecesPlaced(shape_)) features = transformed(std::move(features), own.pose.rotation, own.pose.position);
      boxes.push_back(boundsOf(features));
    }
    tree_ = boxTree(boxes);
  }
  return tree_;
}

PosedShape ShapePieces::piece(int index) const {
  if (const MeshData* const triangles = mesh()) return {Triangle{cornersOf(*triangles, index)}, {}};
  if (const CompoundData* const compound = childrenOf(shape_)) {
    const CompoundChild& child = compound->children[static_cast<std::size_t>(index)];
    return {child.shape, child.pose};
  }
  if (const auto* chain = std::get_if<Chain>(&shape_)) {
    const ChainSegment segment = segmentOf(*chain, index);
    return {Segment2{segment.half_length}, segment.pose};
  }
  if (polygon_pieces_.empty()) return {shape_, {}};
  Polygon part;
  part.vertices.clear();
  for (const int v : polygon_pieces_[static_cast<std::size_t>(index)].loop)
    part.vertices.push_back(std::get<Polygon>(shape_).vertices[v]);
  return {std::move(part), {}};
}

PosedShape ShapePieces::piece(int index, const Pose& body) const {
  PosedShape out = piece(index);
  out.pose = composed(body, out.pose);
  return out;
}

bool arePiecesPlaced(const Shape& shape) {
  return childrenOf(shape) != nullptr || std::holds_alternative<Chain>(shape);
}

int pieceCount(const Shape& shape) { return isConvex(shape) ? 1 : ShapePieces(shape).count(); }

std::vector<std::string> childIds(const Shape& shape) {
  std::vector<std::string> ids;
  if (const CompoundData* const compound = childrenOf(shape)) {
    for (const CompoundChild& child : compound->children) ids.push_back(child.id);
  }
  return ids;
}

}  // namespace sepax
