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
  const auto at = static_cast<std::size_t>(piece);
  if (pieces.mesh() != nullptr) {
    for (const int vertex : pieces.mesh()->triangles[at]) out.vertices.push_back(vertex);
    out.edges = {3 * piece, 3 * piece + 1, 3 * piece + 2};
    out.face = piece;
  } else if (std::holds_alternative<Chain>(pieces.shape())) {
    out.vertices = {piece, piece + 1};
    out.edges = {piece};
  } else if (const CompoundData* const compound = childrenOf(pieces.shape())) {
    out.child = compound->children[at].id;
  } else if (!pieces.polygonPieces().empty()) {
    out.vertices = pieces.polygonPieces()[at].loop;
    out.edges = pieces.polygonPieces()[at].edges;
  }
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
