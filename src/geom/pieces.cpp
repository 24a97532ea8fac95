#include "geom/pieces.h"

#include "geom/compound_data.h"
#include "geom/convex.h"
#include "geom/portable_math.h"
#include "geom/support.h"
#include "geom/tolerances.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <map>
#include <span>
#include <utility>

namespace sepax {

namespace {

using EdgeEnds = std::pair<int, int>;

/// The outline while its ears are cut off, as a ring of vertices.
struct Ring {
  const std::vector<Vec2>& vertices;
  Kept<int> vertex;  ///< at each position of the ring
  std::vector<int> previous, next;
  std::vector<std::uint8_t> is_bent;  ///< whether a place is not convex
  std::vector<int> bent;              ///< these places, in any order
  std::size_t count = 0;

  explicit Ring(const Polygon& polygon)
      : vertices(polygon.vertices), vertex(outlineOf(polygon)), is_bent(vertex.size(), 0), count(vertex.size()) {
    const int n = static_cast<int>(count);
    for (int i = 0; i < n; ++i) {
      previous.push_back((i + n - 1) % n);
      next.push_back((i + 1) % n);
    }
    for (int i = 0; i < n; ++i) look(i);
  }
  [[nodiscard]] const Vec2& at(int place) const { return vertices[vertex[place]]; }
  [[nodiscard]] double rotation(int place) const {
    return orientation(at(previous[place]), at(place), at(next[place]));
  }

  /// Notes whether a place is bent, since its neighbours are new.
  void look(int place) {
    const bool was_bent = is_bent[place] != 0;
    is_bent[place] = rotation(place) <= 0 ? 1 : 0;
    if (is_bent[place] != 0 && !was_bent) bent.push_back(place);
    if (is_bent[place] == 0 && was_bent) std::erase(bent, place);
  }

  /// A corner whose triangle holds no other vertex, its border included: only corners that are not convex can lie in
  /// it.
  [[nodiscard]] bool isEar(int place) const {
    if (is_bent[place] != 0) return false;
    const Vec2 &a = at(previous[place]), &b = at(place), &c = at(next[place]);
    const Vec2 low = glm::min(a, glm::min(b, c)), high = glm::max(a, glm::max(b, c));
    const Vec2 slack = 4 * kStraight * (high - low);  // as far as `orientation` calls a point straight
    for (const int other : bent) {
      if (other == previous[place] || other == next[place]) continue;
      const Vec2& p = at(other);
      if (p.x < low.x - slack.x || p.x > high.x + slack.x || p.y < low.y - slack.y || p.y > high.y + slack.y) continue;
      if (orientation(a, b, p) >= 0 && orientation(b, c, p) >= 0 && orientation(c, a, p) >= 0) return false;
    }
    return true;
  }

  /// Takes the place out of the ring.
  void cut(int place) {
    const int before = previous[place], after = next[place];
    next[before] = after;
    previous[after] = before;
    --count;
    if (is_bent[place] != 0) std::erase(bent, place);
    look(before);
    look(after);
  }

  /// Where rounding hides every ear: the sharpest convex corner, or any.
  [[nodiscard]] int leastBad(int start) const {
    int best = start;
    double most = -std::numeric_limits<double>::infinity();
    int place = start;
    do {
      if (const double t = rotation(place); t > most) {
        most = t;
        best = place;
      }
      place = next[place];
    } while (place != start);
    return best;
  }
};

/// Triangles that cover the polygon, as vertices.
std::vector<std::array<int, 3>> triangles(const Polygon& polygon) {
  Ring ring(polygon);
  std::vector<std::array<int, 3>> out;
  int place = 0;
  std::size_t refused = 0;
  while (ring.count >= 3) {
    if (refused > ring.count) place = ring.leastBad(place);
    if (ring.count > 3 && refused <= ring.count && !ring.isEar(place)) {
      place = ring.next[place];
      ++refused;
      continue;
    }
    const int before = ring.previous[place], after = ring.next[place];
    if (ring.rotation(place) > 0) out.push_back({ring.vertex[before], ring.vertex[place], ring.vertex[after]});
    ring.cut(place);
    refused = 0;
    place = ring.next[after];  // not beside the ear just cut: fans of slivers merge badly
    if (ring.count == 2) break;
  }
  return out;
}

/// Loops of vertices as directed edges, which a cut that is taken out joins.
struct Loops {
  struct Edge {
    int from = 0;
    int previous = 0, next = 0;
    int loop = 0;  ///< the loop that it was added with; `rootOf` says to which one it belongs now
  };
  const std::vector<Vec2>& vertices;
  std::vector<Edge> edges = {};
  std::vector<int> joined = {};  ///< the loop that each was merged into, at first itself
  std::vector<int> first = {};   ///< an edge of each
  std::map<EdgeEnds, int> edge_of = {};

  void add(std::span<const int> loop) {
    const int n = static_cast<int>(loop.size()), base = static_cast<int>(edges.size());
    const int index = static_cast<int>(joined.size());
    for (int i = 0; i < n; ++i) {
      edge_of[{loop[i], loop[(i + 1) % n]}] = base + i;
      edges.push_back({loop[i], base + (i + n - 1) % n, base + (i + 1) % n, index});
    }
    joined.push_back(index);
    first.push_back(base);
  }

  int rootOf(int loop) {
    while (joined[loop] != loop) loop = joined[loop] = joined[joined[loop]];
    return loop;
  }

  /// Takes the cut out when both its ends stay convex without it.
  void mergeAcross(const EdgeEnds& cut) {
    const Edge p = edges[edge_of.at(cut)], q = edges[edge_of.at({cut.second, cut.first})];
    const int left = rootOf(p.loop), right = rootOf(q.loop);
    if (left == right) return;
    const auto corner = [&](int edge) { return vertices[edges[edge].from]; };
    const auto rotation = [&](int before, int at, int after) {
      return orientation(corner(before), vertices[at], corner(after));
    };
    const auto afterNext = [&](const Edge& edge) { return edges[edge.next].next; };
    if (rotation(p.previous, cut.first, afterNext(q)) < 0 || rotation(q.previous, cut.second, afterNext(p)) < 0) return;
    const auto join = [&](int edge, int after) {
      edges[edge].next = after;
      edges[after].previous = edge;
    };
    join(p.previous, q.next);
    join(q.previous, p.next);
    joined[right] = left;
    first[left] = p.next;
  }

  /// The vertices of a loop; none of one that was merged into another.
  [[nodiscard]] std::vector<int> loop(int index) const {
    std::vector<int> out;
    if (joined[index] != index) return out;
    int edge = first[index];
    do {
      out.push_back(edges[edge].from);
      edge = edges[edge].next;
    } while (edge != first[index]);
    return out;
  }
};

/// The outline's edges by their ends, counter-clockwise.
std::map<EdgeEnds, int> outlineEdges(const Polygon& polygon) {
  const Kept<int> loop = outlineOf(polygon);
  std::map<EdgeEnds, int> edges;
  const bool as_written = loop[0] < loop[1];
  for (std::size_t i = 0; i < loop.size(); ++i) {
    const int from = loop[i], to = loop[(i + 1) % loop.size()];
    edges[{from, to}] = as_written ? from : to;  // in a clockwise file the edge starts at the other end
  }
  return edges;
}

}  // namespace

std::vector<PolygonPiece> convexPieces(const Polygon& polygon) {
  const std::map<EdgeEnds, int> outline = outlineEdges(polygon);
  Loops parts{polygon.vertices};
  if (isConvex(polygon)) {
    parts.add(outlineOf(polygon));
  } else {
    for (const auto& t : triangles(polygon)) parts.add(t);
    std::vector<EdgeEnds> cuts;
    for (const auto& [ends, edge] : parts.edge_of) {
      if (ends.first < ends.second && parts.edge_of.contains({ends.second, ends.first})) cuts.push_back(ends);
    }
    const auto length = [&](const EdgeEnds& e) {
      const Vec2 along = polygon.vertices[e.second] - polygon.vertices[e.first];
      return portable::hypot(along.x, along.y);
    };
    std::stable_sort(cuts.begin(), cuts.end(),
                     [&](const EdgeEnds& p, const EdgeEnds& q) { return length(p) > length(q); });
    for (const EdgeEnds& cut : cuts) parts.mergeAcross(cut);
  }
  std::vector<PolygonPiece> pieces;
  for (int index = 0; index < static_cast<int>(parts.joined.size()); ++index) {
    std::vector<int> loop = parts.loop(index);
    if (loop.empty()) continue;
    PolygonPiece piece;
    std::rotate(loop.begin(), std::min_element(loop.begin(), loop.end()), loop.end());
    for (std::size_t i = 0; i < loop.size(); ++i) {
      const auto at = outline.find({loop[i], loop[(i + 1) % loop.size()]});
      piece.edges.push_back(at == outline.end() ? -1 : at->second);
    }
    piece.loop = std::move(loop);
    pieces.push_back(std::move(piece));
  }
  return pieces;
}

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
