#include "geom/polygon.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace sepax {

namespace {

/// Turns and areas below this, relative to the lengths that span them, count as straight: rounding, not shape.
constexpr double kStraight = 1e-12;

double cross(const Vec2& a, const Vec2& b) { return a.x * b.y - a.y * b.x; }
double norm(const Vec2& v) { return std::hypot(v.x, v.y); }

/// Indices of the vertices that differ from their predecessor (around the loop).
std::vector<int> distinctVertices(const std::vector<Vec2>& vertices) {
  std::vector<int> kept;
  for (int i = 0; i < static_cast<int>(vertices.size()); ++i) {
    if (kept.empty() || vertices[i] != vertices[kept.back()]) kept.push_back(i);
  }
  while (kept.size() > 1 && vertices[kept.back()] == vertices[kept.front()]) kept.pop_back();
  return kept;
}

/// Twice the signed area, measured from the first vertex so that far-away polygons keep their digits.
double twiceArea(const std::vector<Vec2>& vertices) {
  double sum = 0;
  for (std::size_t i = 1; i + 1 < vertices.size(); ++i) sum += cross(vertices[i] - vertices[0], vertices[i + 1] - vertices[0]);
  return sum;
}

bool segmentsCross(const Vec2& a, const Vec2& b, const Vec2& c, const Vec2& d) {
  const double abc = cross(b - a, c - a), abd = cross(b - a, d - a), cda = cross(d - c, a - c), cdb = cross(d - c, b - c);
  return abc * abd < 0 && cda * cdb < 0;
}

/// "edges 0 and 2 cross", or empty.
std::string findCrossing(const std::vector<Vec2>& vertices, const std::vector<int>& loop) {
  const int n = static_cast<int>(loop.size());
  const auto at = [&](int i) { return vertices[loop[i % n]]; };
  for (int i = 0; i < n; ++i) {
    for (int j = i + 2; j < n; ++j) {
      if (i == 0 && j == n - 1) continue;
      if (segmentsCross(at(i), at(i + 1), at(j), at(j + 1))) return fmt::format("edges {} and {} cross", loop[i], loop[j]);
    }
  }
  return {};
}

}  // namespace

Result<void> validate(const Polygon& polygon) {
  const auto& vertices = polygon.vertices;
  if (vertices.size() > 10000)
    return fail(ErrorCode::kTooLarge, "vertices", fmt::format("expected at most 10000 vertices, found {}", vertices.size()));
  const std::vector<int> loop = distinctVertices(vertices);
  const int n = static_cast<int>(loop.size());
  if (n < 3) return fail(ErrorCode::kDegenerate, "vertices", fmt::format("expected at least three different vertices, found {}", n));
  const auto at = [&](int i) { return vertices[loop[i % n]]; };

  double diameter = 0;
  for (int i = 1; i < n; ++i) diameter = std::max(diameter, norm(at(i) - at(0)));
  const double area = twiceArea(counterClockwise(polygon));
  const std::string crossing = findCrossing(vertices, loop);
  if (!crossing.empty()) return fail(ErrorCode::kWrongValue, "vertices", "expected an outline that does not cross itself; " + crossing);
  if (area <= kStraight * diameter * diameter)
    return fail(ErrorCode::kDegenerate, "vertices", "expected a polygon with area; all vertices lie on a line");

  const double sense = twiceArea(vertices) > 0 ? 1 : -1;
  double turned = 0;
  for (int i = 0; i < n; ++i) {
    const Vec2 before = at(i + 1) - at(i), after = at(i + 2) - at(i + 1);
    const double turn = sense * cross(before, after);
    const double straight = kStraight * norm(before) * norm(after);
    const int vertex = loop[(i + 1) % n];
    if (turn < -straight) {
      return fail(ErrorCode::kUnsupported, fmt::format("vertices/{}", vertex),
                  "expected a convex polygon; the corner here is reflex. Split the outline into convex pieces");
    }
    const double along = before.x * after.x + before.y * after.y;
    if (std::abs(turn) <= straight && along < 0) {
      return fail(ErrorCode::kWrongValue, fmt::format("vertices/{}", vertex), "expected an outline that does not fold back on itself here");
    }
    turned += std::atan2(turn, along);
  }
  // All corners turn the same way and still the outline winds twice: a pentagram whose edges meet in vertices.
  if (turned > 7)
    return fail(ErrorCode::kWrongValue, "vertices", "expected an outline that goes around once; this one winds around more often");
  return {};
}

std::vector<Vec2> counterClockwise(const Polygon& polygon) {
  std::vector<Vec2> loop;
  for (const int i : distinctVertices(polygon.vertices)) loop.push_back(polygon.vertices[i]);
  if (twiceArea(loop) < 0) std::reverse(loop.begin(), loop.end());
  return loop;
}

}  // namespace sepax
