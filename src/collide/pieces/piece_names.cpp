#include "collide/pieces/piece_names.h"

#include <fmt/format.h>

#include <algorithm>

#include "geom/chain.h"
#include "geom/compound_data.h"

namespace sepax {

namespace {

/// Numbers that each child of a compound has for its features in contacts: all children's fit. A hull with more shares
/// them.
constexpr int kFeaturesOfChild = (kLastContactIndex + 1) / static_cast<int>(kMaxChildren);

bool isCut(const ContactFeature& feature, const ShapePieces& pieces) {
  return !pieces.polygonPieces().empty() && feature.kind == FeatureKind::kEdge && feature.index > kLastContactIndex / 2;
}

bool isCalledOtherwise(const ContactFeature& feature, const ShapePieces& pieces) {
  return childrenOf(pieces.shape()) != nullptr || isCut(feature, pieces);
}

}  // namespace

void nameAxes(SatReport& sat, const ShapePieces& pieces, int piece, AxisKind kind, int AxisId::*feature) {
  if (pieces.polygonPieces().empty()) return;
  const std::vector<int>& edges = pieces.polygonPieces()[static_cast<std::size_t>(piece)].edges;
  for (SatAxis& axis : sat.axes) {
    if (axis.id.kind != kind) continue;
    const int edge = axis.id.*feature;
    axis.id.*feature =
        edges[static_cast<std::size_t>(edge)] >= 0 ? edges[static_cast<std::size_t>(edge)] : kFirstCut - edge;
  }
}

ContactFeature inShape(ContactFeature feature, const ShapePieces& pieces, int piece) {
  const auto at = static_cast<std::size_t>(feature.index);
  if (pieces.mesh() != nullptr) {
    const auto vertex =
        static_cast<int>(pieces.mesh()->triangles[static_cast<std::size_t>(piece)][std::min<std::size_t>(at, 2)]);
    feature.index = feature.kind == FeatureKind::kVertex ? vertex
                    : feature.kind == FeatureKind::kEdge ? 3 * piece + feature.index
                                                         : piece;
  } else if (std::holds_alternative<Chain>(pieces.shape())) {
    feature.index = piece + (feature.kind == FeatureKind::kVertex ? feature.index : 0);
  } else if (childrenOf(pieces.shape()) != nullptr) {
    feature.index = piece * kFeaturesOfChild + feature.index % kFeaturesOfChild;
  } else if (!pieces.polygonPieces().empty()) {
    const PolygonPiece& part = pieces.polygonPieces()[static_cast<std::size_t>(piece)];
    if (feature.kind == FeatureKind::kVertex) {
      feature.index = part.loop[at];
    } else if (feature.kind == FeatureKind::kEdge) {
      feature.index = part.edges[at] >= 0 ? part.edges[at] : kLastContactIndex - feature.index;
    }
  }
  return feature;
}

std::string nameInShape(char who, ContactFeature feature, const ShapePieces& pieces) {
  if (childrenOf(pieces.shape()) != nullptr) {
    const std::string& child =
        childrenOf(pieces.shape())->children[static_cast<std::size_t>(feature.index / kFeaturesOfChild)].id;
    feature.index %= kFeaturesOfChild;
    return featureName(who, feature) + fmt::format(" of \"{}\"", child);
  }
  return isCut(feature, pieces) ? fmt::format("{} cut", who) : featureName(who, feature);
}

PieceNumbers numbersOf(const ShapePieces& pieces, int piece) {
  PieceNumbers out;
  const bool is_polygon = !pieces.polygonPieces().empty();
  if (const CompoundData* const compound = childrenOf(pieces.shape()))
    out.child = compound->children[static_cast<std::size_t>(piece)].id;
  const std::size_t corners = is_polygon ? pieces.polygonPieces()[static_cast<std::size_t>(piece)].loop.size()
                              : pieces.mesh() != nullptr                      ? 3
                              : std::holds_alternative<Chain>(pieces.shape()) ? 2
                                                                              : 0;
  for (int i = 0; i < static_cast<int>(corners); ++i) {
    const ContactFeature edge = inShape({FeatureKind::kEdge, i}, pieces, piece);
    out.vertices.push_back(inShape({FeatureKind::kVertex, i}, pieces, piece).index);
    out.edges.push_back(isCut(edge, pieces) ? -1 : edge.index);
  }
  if (pieces.mesh() != nullptr) out.face = inShape({FeatureKind::kFace, 0}, pieces, piece).index;
  return out;
}

void nameContact(Contact& contact, const ShapePieces& a, int piece_a, const ShapePieces& b, int piece_b) {
  contact.on_a = inShape(contact.on_a, a, piece_a);
  contact.on_b = inShape(contact.on_b, b, piece_b);
  contact.named = isCalledOtherwise(contact.on_a, a) || isCalledOtherwise(contact.on_b, b)
                      ? nameInShape('A', contact.on_a, a) + " · " + nameInShape('B', contact.on_b, b)
                      : std::string();
  contact.id = contactId(contact.on_a, contact.on_b);
}

}  // namespace sepax
