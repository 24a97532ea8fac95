#include "geom/polygon.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/kept.h"
#include "core/language.h"
#include "geom/oriented_box.h"
#include "geom/portable_math.h"
#include "geom/tolerances.h"

namespace sepax {

namespace {

constexpr std::size_t kMaxVertices = 10000;

/// With the accuracy of crossAccurate.
double planarCross(const Vec2& a, const Vec2& b) {
  const double product = a.y * b.x;
  return std::fma(a.x, b.y, -product) - std::fma(a.y, b.x, -product);
}
double norm(const Vec2& v) { return portable::hypot(v.x, v.y); }

/// Indices of the vertices that differ from their successor (around the loop): the starts of the edges.
Kept<int> distinctVertices(const std::vector<Vec2>& vertices) {
  Kept<int> kept;
  const std::size_t n = vertices.size();
  kept.reserve(n);
  for (std::size_t i = 0; i < n; ++i) {
    if (vertices[i] != vertices[(i + 1) % n]) kept.push_back(static_cast<int>(i));
  }
  return kept;
}

/// Twice the signed area of a loop, measured from its first vertex so that far-away polygons keep their digits.
double twiceArea(const std::vector<Vec2>& vertices, const Kept<int>& loop) {
  const auto at = [&](std::size_t i) { return vertices[static_cast<std::size_t>(loop[i])] - vertices[loop[0]]; };
  double sum = 0;
  for (std::size_t i = 1; i + 1 < loop.size(); ++i) sum += planarCross(at(i), at(i + 1));
  return sum;
}

struct Edge {
  Vec2 from, to;
  Vec2 low = glm::min(from, to), high = glm::max(from, to);
};

bool isBetween(const Vec2& a, const Vec2& b, const Vec2& p) { return dot(Vec3(p - a, 0), Vec3(p - b, 0)) <= 0; }

enum class Meeting { kNone, kTouch, kCross };

/// How two edges meet.
Meeting meetingOf(const Edge& p, const Edge& q) {
  if (p.high.x < q.low.x || q.high.x < p.low.x || p.high.y < q.low.y || q.high.y < p.low.y) return Meeting::kNone;
  const double pa = planarCross(p.to - p.from, q.from - p.from), pb = planarCross(p.to - p.from, q.to - p.from);
  const double qa = planarCross(q.to - q.from, p.from - q.from), qb = planarCross(q.to - q.from, p.to - q.from);
  const auto opposite = [](double x, double y) { return (x < 0 && y > 0) || (x > 0 && y < 0); };
  if (opposite(pa, pb) && opposite(qa, qb)) return Meeting::kCross;
  const bool touch = (pa == 0 && isBetween(p.from, p.to, q.from)) || (pb == 0 && isBetween(p.from, p.to, q.to)) ||
                     (qa == 0 && isBetween(q.from, q.to, p.from)) || (qb == 0 && isBetween(q.from, q.to, p.to));
  return touch ? Meeting::kTouch : Meeting::kNone;
}

struct FoundMeeting {
  Meeting how = Meeting::kNone;
  std::string text = {};  ///< "edges 0 and 2 cross"
};

/// The first crossing of edges that are no neighbours, or else the first touch.
FoundMeeting findMeeting(const std::vector<Vec2>& vertices, const Kept<int>& loop) {
  const int n = static_cast<int>(loop.size());
  std::vector<Edge> edges;
  for (int i = 0; i < n; ++i) edges.push_back({vertices[loop[i]], vertices[loop[(i + 1) % n]]});
  FoundMeeting touch;
  for (int i = 0; i < n; ++i) {
    for (int j = i + 2; j < n; ++j) {
      if (i == 0 && j == n - 1) continue;
      const Meeting how = meetingOf(edges[i], edges[j]);
      if (how == Meeting::kCross) return {how, trf("edges {} and {} cross", loop[i], loop[j])};
      if (how == Meeting::kTouch && touch.how == Meeting::kNone)
        touch = {how, trf("edges {} and {} touch", loop[i], loop[j])};
    }
  }
  return touch;
}

}  // namespace

double orientation(const Vec2& a, const Vec2& b, const Vec2& c) {
  const double sine = planarCross(b - a, c - b);
  return std::abs(sine) <= kStraight * norm(b - a) * norm(c - b) ? 0 : sine;
}

Result<void> validate(const Polygon& polygon) {
  const auto& vertices = polygon.vertices;
  if (vertices.size() > kMaxVertices) {
    return fail(ErrorCode::kTooLarge, "vertices",
                trf("expected at most {} vertices, found {}", kMaxVertices, vertices.size()));
  }
  const Kept<int> loop = distinctVertices(vertices);
  const int n = static_cast<int>(loop.size());
  if (n < 3)
    return fail(ErrorCode::kDegenerate, "vertices", trf("expected at least three different vertices, found {}", n));
  const auto at = [&](int i) { return vertices[loop[i % n]]; };

  double diameter = 0;
  for (int i = 1; i < n; ++i) diameter = std::max(diameter, norm(at(i) - at(0)));
  const FoundMeeting meeting = findMeeting(vertices, loop);
  if (meeting.how == Meeting::kCross) {
    return fail(ErrorCode::kWrongValue, "vertices",
                trf("expected an outline that does not cross itself; {}", meeting.text));
  }
  if (twiceArea(vertices, outlineOf(polygon)) <= kStraight * diameter * diameter)
    return fail(ErrorCode::kDegenerate, "vertices", tr("expected a polygon with area; all vertices lie on a line"));
  for (int i = 0; i < n; ++i) {
    const Vec2 before = at(i + 1) - at(i), after = at(i + 2) - at(i + 1);
    if (orientation(at(i), at(i + 1), at(i + 2)) == 0 && dot(Vec3(before, 0), Vec3(after, 0)) < 0) {
      return fail(ErrorCode::kWrongValue, fmt::format("vertices/{}", loop[(i + 1) % n]),
                  tr("expected an outline that does not fold back on itself here"));
    }
  }
  if (meeting.how == Meeting::kTouch) {
    return fail(ErrorCode::kWrongValue, "vertices",
                trf("expected an outline that does not touch itself; {}", meeting.text));
  }
  return {};
}

Kept<int> outlineOf(const Polygon& polygon) {
  Kept<int> loop = distinctVertices(polygon.vertices);
  if (twiceArea(polygon.vertices, loop) < 0) std::reverse(loop.begin(), loop.end());
  return loop;
}

std::vector<Vec2> counterClockwise(const Polygon& polygon) {
  std::vector<Vec2> points;
  for (const int i : outlineOf(polygon)) points.push_back(polygon.vertices[i]);
  return points;
}

namespace {

/// Whether each corner turns to the same side by more than rounding, as most polygons' do; no vertex is repeated then.
bool turnsOneWay(const std::vector<Vec2>& vertices) {
  const std::size_t n = vertices.size();
  if (n < 3) return false;
  Vec2 last = vertices[n - 1], before = last - vertices[n - 2];
  bool left = true, right = true;
  for (const Vec2& v : vertices) {
    const Vec2 step = v - last;
    const double up = before.x * step.y, down = before.y * step.x,
                 slack = 2 * kEpsilon * (std::abs(up) + std::abs(down));
    left = left && up - down > slack;
    right = right && down - up > slack;
    if (!left && !right) return false;
    before = step;
    last = v;
  }
  return true;
}

}  // namespace

bool isConvex(const Polygon& polygon) {
  if (turnsOneWay(polygon.vertices)) return true;
  const Kept<int> loop = outlineOf(polygon);
  const std::size_t n = loop.size();
  for (std::size_t i = 0; i < n; ++i) {
    const Vec2 &a = polygon.vertices[loop[i]], &b = polygon.vertices[loop[i + 1 < n ? i + 1 : i + 1 - n]],
               &c = polygon.vertices[loop[i + 2 < n ? i + 2 : i + 2 - n]];
    if (planarCross(b - a, c - b) < 0 && orientation(a, b, c) < 0) return false;
  }
  return true;
}

std::vector<int> hullOf(const Polygon& polygon) {
  const Kept<int> outline = outlineOf(polygon);
  std::vector<Vec2> points;
  for (const int i : outline) points.push_back(polygon.vertices[i]);
  std::vector<int> hull;
  for (const int i : planarHull(points)) hull.push_back(outline[i]);
  return hull;
}

}  // namespace sepax
