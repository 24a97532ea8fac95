#include "geom/polygon_pieces.h"

#include "geom/portable_math.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <utility>

namespace sepax {

namespace {

using Ends = std::pair<int, int>;

/// The outline while its ears are cut off, as a ring of vertices.
struct Ring {
  const std::vector<Vec2>& vertices;
  std::vector<int> vertex;  ///< at each position of the ring
  std::vector<int> previous, next;
  std::size_t count = 0;

  explicit Ring(const Polygon& polygon) : vertices(polygon.vertices), vertex(outlineOf(polygon)), count(vertex.size()) {
    const int n = static_cast<int>(count);
    for (int i = 0; i < n; ++i) {
      previous.push_back((i + n - 1) % n);
      next.push_back((i + 1) % n);
    }
  }
  [[nodiscard]] const Vec2& at(int place) const { return vertices[vertex[place]]; }
  [[nodiscard]] double rotation(int place) const {
    return orientation(at(previous[place]), at(place), at(next[place]));
  }

  /// A corner whose triangle holds no other vertex, its border included: only corners that are not convex can lie in
  /// it.
  [[nodiscard]] bool isEar(int place) const {
    if (rotation(place) <= 0) return false;
    const Vec2 &a = at(previous[place]), &b = at(place), &c = at(next[place]);
    for (int other = next[next[place]]; other != previous[place]; other = next[other]) {
      const Vec2& p = at(other);
      if (orientation(a, b, p) >= 0 && orientation(b, c, p) >= 0 && orientation(c, a, p) >= 0 && rotation(other) <= 0)
        return false;
    }
    return true;
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
    ring.next[before] = after;
    ring.previous[after] = before;
    --ring.count;
    refused = 0;
    place = ring.next[after];  // not beside the ear just cut: fans of slivers merge badly
    if (ring.count == 2) break;
  }
  return out;
}

/// Loops of vertices, and which loop has a directed edge.
struct Loops {
  const std::vector<Vec2>& vertices;
  std::vector<std::vector<int>> loops;
  std::map<Ends, int> loop_of;

  void add(std::vector<int> loop) {
    const int index = static_cast<int>(loops.size());
    for (std::size_t i = 0; i < loop.size(); ++i) loop_of[{loop[i], loop[(i + 1) % loop.size()]}] = index;
    loops.push_back(std::move(loop));
  }

  /// `loop` shifted cyclically to start at its directed edge from → to.
  [[nodiscard]] static std::vector<int> startingAt(std::vector<int> loop, const Ends& edge) {
    for (std::size_t i = 0; i < loop.size(); ++i) {
      if (loop[i] != edge.first || loop[(i + 1) % loop.size()] != edge.second) continue;
      std::rotate(loop.begin(), loop.begin() + static_cast<std::ptrdiff_t>(i), loop.end());
      break;
    }
    return loop;
  }

  /// Takes the cut out when both its ends stay convex without it.
  void mergeAcross(const Ends& cut) {
    const Ends back{cut.second, cut.first};
    const int left = loop_of.at(cut), right = loop_of.at(back);
    if (left == right) return;
    const std::vector<int> p = startingAt(loops[left], cut), q = startingAt(loops[right], back);
    const auto rotation = [&](int a, int b, int c) { return orientation(vertices[a], vertices[b], vertices[c]); };
    if (rotation(p.back(), cut.first, q[2]) < 0 || rotation(q.back(), cut.second, p[2]) < 0) return;
    std::vector<int> merged(p.begin() + 1, p.end());
    merged.insert(merged.end(), q.begin() + 1, q.end());
    loop_of.erase(cut);
    loop_of.erase(back);
    for (std::size_t i = 0; i < merged.size(); ++i) loop_of[{merged[i], merged[(i + 1) % merged.size()]}] = left;
    loops[left] = std::move(merged);
    loops[right].clear();
  }
};

/// The outline's edges by their ends, counter-clockwise.
std::map<Ends, int> outlineEdges(const Polygon& polygon) {
  const std::vector<int> loop = outlineOf(polygon);
  std::map<Ends, int> edges;
  const bool as_written = loop[0] < loop[1];
  for (std::size_t i = 0; i < loop.size(); ++i) {
    const int from = loop[i], to = loop[(i + 1) % loop.size()];
    edges[{from, to}] = as_written ? from : to;  // in a clockwise file the edge starts at the other end
  }
  return edges;
}

}  // namespace

std::vector<PolygonPiece> convexPieces(const Polygon& polygon) {
  const std::map<Ends, int> outline = outlineEdges(polygon);
  Loops parts{polygon.vertices, {}, {}};
  if (isConvex(polygon)) {
    parts.add(outlineOf(polygon));
  } else {
    for (const auto& t : triangles(polygon)) parts.add({t.begin(), t.end()});
    std::vector<Ends> cuts;
    for (const auto& [ends, loop] : parts.loop_of) {
      if (ends.first < ends.second && parts.loop_of.contains({ends.second, ends.first})) cuts.push_back(ends);
    }
    const auto length = [&](const Ends& e) {
      const Vec2 along = polygon.vertices[e.second] - polygon.vertices[e.first];
      return portable::hypot(along.x, along.y);
    };
    std::stable_sort(cuts.begin(), cuts.end(), [&](const Ends& p, const Ends& q) { return length(p) > length(q); });
    for (const Ends& cut : cuts) parts.mergeAcross(cut);
  }
  std::vector<PolygonPiece> pieces;
  for (std::vector<int>& loop : parts.loops) {
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

}  // namespace sepax
