#include "collide/gjk/closest_points.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "collide/gjk/simplex.h"
#include "geom/convex.h"
#include "geom/tolerances.h"

namespace sepax {

namespace {

constexpr int kMaxIterations = 64;
/// Coordinates below this are scaled to one: their fourth powers (squared areas) would lose digits or vanish, metres.
constexpr double kSquaresVanish = 1e-60;

/// A vertex of the Minkowski difference B − A: seen from the origin, its nearest point is the gap from A to B.
struct SimplexVertex {
  Vec3 point;
  int a, b;
};

NearestOnSimplex nearestOf(const std::array<SimplexVertex, 4>& simplex, int count) {
  return nearestOnSimplex({simplex[0].point, simplex[1].point, simplex[2].point, simplex[3].point}, count, 4);
}

double separationAlong(const Polytope& a, const Polytope& b, const Vec3& direction) {
  return dot(b.vertices[supportVertex(b, -direction)], direction) - dot(a.vertices[supportVertex(a, direction)], direction);
}

/// Edges that the closest points may lie on; zero where there are none.
using Tangents = std::array<Vec3, 2>;

/// Of `direction` and those across the tangents the one that separates most.
Vec3 sharpened(const Polytope& a, const Polytope& b, const Vec3& direction, const Tangents& tangents) {
  Vec3 best = direction;
  double most = separationAlong(a, b, best);
  for (const Vec3& across : directionsAcross(direction, tangents)) {
    if (const double gap = separationAlong(a, b, across); gap > most) {
      most = gap;
      best = across;
    }
  }
  return best;
}

/// A point's foot on a face when it falls inside the loop. A face without area has no inside; its edges and vertices stand for it.
bool footInside(const Polytope& polytope, const PolytopeFace& face, const Vec3& point, Vec3& foot) {
  const auto& loop = face.loop;
  const Vec3& first = polytope.vertices[loop[0]];
  double area = 0;
  for (std::size_t i = 0; i < loop.size(); ++i) {
    const Vec3& from = polytope.vertices[loop[i]];
    const Vec3& to = polytope.vertices[loop[(i + 1) % loop.size()]];
    if (dot(crossAccurate(to - from, point - from), face.normal) < 0) return false;
    area += dot(crossAccurate(from - first, to - first), face.normal);
  }
  foot = point - face.normal * dot(point - first, face.normal);
  return area > 0;
}

struct BestPair {
  double squared = std::numeric_limits<double>::infinity();
  Vec3 a{0.0}, b{0.0};
  double least = 0;  ///< the shapes are this far apart, rounding allowed for: what comes nearer is an accident, no pair of their points
  Tangents tangents{Vec3{0.0}, Vec3{0.0}};
  void offer(const Vec3& on_a, const Vec3& on_b, const Tangents& along) {
    const Vec3 gap = on_b - on_a;
    if (const double s = dot(gap, gap); s < squared && std::sqrt(s) >= least) *this = {s, on_a, on_b, least, along};
  }
};

/// Every vertex–face, edge–edge and vertex–vertex pair that could be closer than the best so far. `direction` is nearly the right one, so
/// its projections rule out almost all of them.
BestPair closestFeatures(const Polytope& a, const Polytope& b, const Vec3& direction, BestPair best) {
  const auto height = [&](const Vec3& v) { return dot(v, direction); };
  const auto worth = [&](double top_a, double bottom_b) { return bottom_b - top_a < std::sqrt(best.squared) * (1 + 1e-12); };
  for (const auto* pair : {&a, &b}) {
    const Polytope& faces = *pair;
    const Polytope& points = pair == &a ? b : a;
    for (const PolytopeFace& face : faces.faces) {
      for (const Vec3& v : points.vertices) {
        Vec3 foot;
        if (!footInside(faces, face, v, foot)) continue;
        const Vec3 side = faces.vertices[face.loop[1]] - faces.vertices[face.loop[0]];
        const Tangents plane{side, crossAccurate(face.normal, side)};
        pair == &a ? best.offer(foot, v, plane) : best.offer(v, foot, plane);
      }
    }
  }
  for (const PolytopeEdge& p : a.edges) {
    const double top_a = std::max(height(a.vertices[p.v0]), height(a.vertices[p.v1]));
    for (const PolytopeEdge& q : b.edges) {
      if (!worth(top_a, std::min(height(b.vertices[q.v0]), height(b.vertices[q.v1])))) continue;
      Vec3 on_p, on_q;
      closestOnSegments(a.vertices[p.v0], a.vertices[p.v1], b.vertices[q.v0], b.vertices[q.v1], on_p, on_q);
      best.offer(on_p, on_q, {a.vertices[p.v1] - a.vertices[p.v0], b.vertices[q.v1] - b.vertices[q.v0]});
    }
  }
  // Single points have neither edges nor faces of their own.
  const auto pointEdge = [&](const Polytope& points, const Polytope& edges, bool points_are_a) {
    for (const PolytopeEdge& q : edges.edges) {
      Vec3 on_p, on_q;
      closestOnSegments(points.vertices[0], points.vertices[0], edges.vertices[q.v0], edges.vertices[q.v1], on_p, on_q);
      const Tangents edge{edges.vertices[q.v1] - edges.vertices[q.v0], Vec3{0.0}};
      points_are_a ? best.offer(on_p, on_q, edge) : best.offer(on_q, on_p, edge);
    }
  };
  if (a.edges.empty()) pointEdge(a, b, true);
  if (b.edges.empty()) pointEdge(b, a, false);
  return best;
}

}  // namespace

void closestOnSegments(const Vec3& p0, const Vec3& p1, const Vec3& q0, const Vec3& q1, Vec3& on_p, Vec3& on_q) {
  const Vec3 d1 = p1 - p0, d2 = q1 - q0, r = q0 - p0;
  const double a = dot(d1, d1), e = dot(d2, d2);
  // The point of p closest to q's line, if its foot falls inside q: by cross products, since differences of scalar products leave nothing
  // of s when the segments are nearly parallel (Goldman 1990). Its foot is taken anew, so that an error of s costs only s times the angle.
  const Vec3 n = crossAccurate(d1, d2);
  if (const double nn = dot(n, n); nn > 0) {
    const double s = dot(crossAccurate(r, d2), n) / nn;
    const double t = dot(p0 + s * d1 - q0, d2) / e;
    if (s >= 0 && s <= 1 && t >= 0 && t <= 1) {
      on_p = p0 + s * d1;
      on_q = q0 + t * d2;
      return;
    }
  }
  // Else an end of one of them is closest.
  double least = std::numeric_limits<double>::infinity();
  const auto offer = [&](const Vec3& p, const Vec3& q) {
    const Vec3 gap = q - p;
    if (const double squared = dot(gap, gap); squared < least) {
      least = squared;
      on_p = p;
      on_q = q;
    }
  };
  const auto foot = [](const Vec3& point, const Vec3& start, const Vec3& along, double squared) {
    return start + (squared > 0 ? std::clamp(dot(point - start, along) / squared, 0.0, 1.0) : 0.0) * along;
  };
  for (const Vec3& end : {p0, p1}) offer(end, foot(end, q0, d2, e));
  for (const Vec3& end : {q0, q1}) offer(foot(end, p0, d1, a), end);
}

namespace {

ClosestPoints search(const Polytope& a, const Polytope& b) {
  ClosestPoints out;
  std::array<SimplexVertex, 4> simplex{};
  int count = 1;
  simplex[0] = {b.vertices[0] - a.vertices[0], 0, 0};
  Vec3 v = simplex[0].point;
  double extent = length(v);
  for (; out.iterations < kMaxIterations; ++out.iterations) {
    const int ia = supportVertex(a, v), ib = supportVertex(b, -v);
    const SimplexVertex next{b.vertices[ib] - a.vertices[ia], ia, ib};
    extent = std::max(extent, length(next.point));
    const bool known =
        std::any_of(simplex.begin(), simplex.begin() + count, [&](const SimplexVertex& s) { return s.a == ia && s.b == ib; });
    if (known || dot(v, v) - dot(v, next.point) <= 1e-16 * dot(v, v)) break;
    simplex[count++] = next;
    const NearestOnSimplex nearest = nearestOf(simplex, count);
    Vec3 moved{0.0};
    int kept = 0;
    for (int i = 0; i < count; ++i) {
      if (nearest.weights[i] <= 0) continue;
      moved += nearest.weights[i] * simplex[i].point;
      simplex[kept++] = simplex[i];
    }
    const bool closer = dot(moved, moved) < dot(v, v);
    count = kept;
    v = moved;
    if (nearest.count == 4 || length(v) <= kClosestGap * extent || !closer) break;
  }
  // Witness points from the final simplex.
  const NearestOnSimplex nearest = nearestOf(simplex, count);
  for (int i = 0; i < count; ++i) {
    out.a += nearest.weights[i] * a.vertices[simplex[i].a];
    out.b += nearest.weights[i] * b.vertices[simplex[i].b];
  }
  if (nearest.count == 4) {
    out.b = out.a;
    return out;
  }
  out.distance = length(out.b - out.a);
  const Tangents edges{count > 1 ? simplex[1].point - simplex[0].point : Vec3{0.0},
                       count > 2 ? simplex[2].point - simplex[0].point : Vec3{0.0}};
  out.direction = sharpened(a, b, normalizedOr(out.b - out.a, Vec3{0.0}), edges);
  const double gap = out.distance - separationAlong(a, b, out.direction);
  if (gap > kClosestGap * extent) {
    const double least = std::max(0.0, out.distance - gap - kClosestGap * extent);
    const BestPair best = closestFeatures(a, b, out.direction, {out.distance * out.distance, out.a, out.b, least, edges});
    out.by_features = true;
    out.a = best.a;
    out.b = best.b;
    out.distance = length(out.b - out.a);
    out.direction = sharpened(a, b, normalizedOr(out.b - out.a, Vec3{0.0}), best.tangents);
  }
  if (out.distance <= kClosestGap * extent) {
    out.b = out.a;
    out.distance = 0;
    out.direction = Vec3{0.0};
  }
  return out;
}

double extentOf(const Polytope& polytope) {
  double extent = 0;
  for (const Vec3& v : polytope.vertices) extent = std::max({extent, std::abs(v.x), std::abs(v.y), std::abs(v.z)});
  return extent;
}

Polytope scaledUp(Polytope polytope, int exponent) {
  for (Vec3& v : polytope.vertices) v = {std::scalbn(v.x, exponent), std::scalbn(v.y, exponent), std::scalbn(v.z, exponent)};
  return polytope;
}

}  // namespace

ClosestPoints closestPoints(const Polytope& a, const Polytope& b) {
  const double extent = std::max(extentOf(a), extentOf(b));
  if (extent >= kSquaresVanish || extent == 0) return search(a, b);
  const int exponent = -std::ilogb(extent);
  ClosestPoints out = search(scaledUp(a, exponent), scaledUp(b, exponent));
  const auto back = [&](double x) { return std::scalbn(x, -exponent); };
  out.a = {back(out.a.x), back(out.a.y), back(out.a.z)};
  out.b = {back(out.b.x), back(out.b.y), back(out.b.z)};
  out.distance = back(out.distance);
  return out;
}

}  // namespace sepax
