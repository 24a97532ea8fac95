#include "collide/sweep/sweep_rounded.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <utility>

namespace sepax {

namespace {

/// An interval of the trajectory, metres along it; empty when low > high.
struct Stretch {
  double low = -kInfinity, high = kInfinity;

  void clear() { *this = {kInfinity, -kInfinity}; }

  /// Keeps where least ≤ at + s · rate ≤ most.
  void clip(double at, double rate, double least, double most) {
    if (rate == 0) {
      if (!(at >= least && at <= most)) clear();
      return;
    }
    const double s0 = (least - at) / rate, s1 = (most - at) / rate;
    low = std::max(low, std::min(s0, s1));
    high = std::min(high, std::max(s0, s1));
  }

  /// Keeps where |from + s · rate| ≤ radius.
  void clipBall(const Vec3& from, const Vec3& rate, double radius) {
    const double speed = length(rate);
    const double middle = speed > 0 ? -dot(from, rate / speed) / speed : 0;
    const double miss = length(from + middle * rate);
    if (!(miss <= radius)) return clear();
    if (speed == 0) return;
    const double half = std::sqrt((radius - miss) * (radius + miss)) / speed;
    low = std::max(low, middle - half);
    high = std::min(high, middle + half);
  }
};

/// Collects the pieces along one trajectory.
struct Way {
  Vec3 ahead;     ///< unit, the direction in which B moves
  double radius;  ///< of the rounding
  Stretch met{kInfinity, -kInfinity};
  ContactFeature on_a{}, on_b{};

  void add(const Stretch& piece, const ContactFeature& feature_a, const ContactFeature& feature_b) {
    if (!(piece.low <= piece.high)) return;
    if (piece.low < met.low) {
      on_a = feature_a;
      on_b = feature_b;
    }
    met.low = std::min(met.low, piece.low);
    met.high = std::max(met.high, piece.high);
  }

  [[nodiscard]] Stretch ball(const Vec3& centre) const {
    Stretch piece;
    piece.clipBall(centre, ahead, radius);
    return piece;
  }

  /// Around the segment from `start` along `edge`.
  [[nodiscard]] Stretch cylinder(const Vec3& start, const Vec3& edge) const {
    Stretch piece;
    const double edge_length = length(edge);
    if (!(edge_length > 0)) return ball(start);
    const Vec3 along = edge / edge_length;
    piece.clip(dot(start, along), dot(ahead, along), -edge_length, 0);
    if (piece.low <= piece.high) {
      const Vec3 rate = crossAccurate(ahead, along);
      piece.clipBall(crossAccurate(start, along), rate, radius);
    }
    return piece;
  }

  /// Over both sides of a convex polygon, counter-clockwise seen against its unit normal. The polygon is cut off along
  /// its longest side, too: sides that are nearly parallel meet only within rounding divided by the sine of their
  /// angle, and those of a polygon without area never do, which would make the slab as long as the trajectory.
  [[nodiscard]] Stretch slab(std::span<const Vec3> corners, const Vec3& normal) const {
    Stretch piece;
    piece.clip(dot(corners[0], normal), dot(ahead, normal), -radius, radius);
    Vec3 longest{0.0};
    for (std::size_t i = 0; i < corners.size() && piece.low <= piece.high; ++i) {
      const Vec3 side = corners[(i + 1) % corners.size()] - corners[i];
      if (dot(side, side) > dot(longest, longest)) longest = side;
      const Vec3 inward = normalizedOr(crossAccurate(normal, side), Vec3{0.0});
      if (inward != Vec3{0.0}) piece.clip(dot(corners[i], inward), dot(ahead, inward), -kInfinity, 0);
    }
    const Vec3 along = normalizedOr(longest, Vec3{0.0});
    double low = kInfinity, high = -kInfinity;
    for (const Vec3& corner : corners) {
      low = std::min(low, dot(corner, along));
      high = std::max(high, dot(corner, along));
    }
    piece.clip(low, dot(ahead, along), -kInfinity, 0);
    piece.clip(high, dot(ahead, along), 0, kInfinity);
    return piece;
  }
};

ContactFeature feature(FeatureKind kind, std::size_t index) { return {kind, static_cast<int>(index)}; }

void addVerticesAndEdges(Way& way, const Polytope& a, const Polytope& b) {
  for (std::size_t i = 0; i < a.vertices.size(); ++i) {
    for (std::size_t j = 0; j < b.vertices.size(); ++j) {
      way.add(way.ball(b.vertices[j] - a.vertices[i]), feature(FeatureKind::kVertex, i),
              feature(FeatureKind::kVertex, j));
    }
    for (std::size_t j = 0; j < b.edges.size(); ++j) {
      const Vec3 &from = b.vertices[b.edges[j].v0], &to = b.vertices[b.edges[j].v1];
      way.add(way.cylinder(from - a.vertices[i], to - from), feature(FeatureKind::kVertex, i),
              feature(FeatureKind::kEdge, j));
    }
  }
  for (std::size_t i = 0; i < a.edges.size(); ++i) {
    const Vec3 &from = a.vertices[a.edges[i].v0], &to = a.vertices[a.edges[i].v1];
    for (std::size_t j = 0; j < b.vertices.size(); ++j) {
      way.add(way.cylinder(b.vertices[j] - from, from - to), feature(FeatureKind::kEdge, i),
              feature(FeatureKind::kVertex, j));
    }
  }
}

void addEdgePairs(Way& way, const Polytope& a, const Polytope& b) {
  for (std::size_t i = 0; i < a.edges.size(); ++i) {
    const Vec3 along_a = a.vertices[a.edges[i].v1] - a.vertices[a.edges[i].v0];
    for (std::size_t j = 0; j < b.edges.size(); ++j) {
      const Vec3 along_b = b.vertices[b.edges[j].v1] - b.vertices[b.edges[j].v0];
      const Vec3 normal = normalizedOr(crossAccurate(along_b, -along_a), Vec3{0.0});
      if (normal == Vec3{0.0}) continue;
      const Vec3 corner = b.vertices[b.edges[j].v0] - a.vertices[a.edges[i].v0];
      const std::array<Vec3, 4> corners{corner, corner + along_b, corner + along_b - along_a, corner - along_a};
      way.add(way.slab(corners, normal), feature(FeatureKind::kEdge, i), feature(FeatureKind::kEdge, j));
    }
  }
}

enum class FacesOf { kA, kB };

/// Faces of one shape with the vertices of the other.
void addFaces(Way& way, const Polytope& faces, const Polytope& points, FacesOf owner) {
  const bool faces_are_a = owner == FacesOf::kA;
  std::vector<Vec3> corners;
  for (std::size_t f = 0; f < faces.faces.size(); ++f) {
    const PolytopeFace& face = faces.faces[f];
    for (std::size_t v = 0; v < points.vertices.size(); ++v) {
      corners.clear();
      for (const int c : face.loop) {
        corners.push_back(faces_are_a ? points.vertices[v] - faces.vertices[c]
                                      : faces.vertices[c] - points.vertices[v]);
      }
      const ContactFeature of_face = feature(FeatureKind::kFace, f), of_point = feature(FeatureKind::kVertex, v);
      way.add(way.slab(corners, face.normal), faces_are_a ? of_face : of_point, faces_are_a ? of_point : of_face);
    }
  }
}

}  // namespace

RoundedSweep sweepRounded(const ConvexFeatures& a, const ConvexFeatures& b, const Vec3& velocity, double slack) {
  const double speed = length(velocity);
  Way way{normalizedOr(velocity, {1, 0, 0}), a.radius + b.radius + slack};
  addVerticesAndEdges(way, a.core, b.core);
  addEdgePairs(way, a.core, b.core);
  addFaces(way, a.core, b.core, FacesOf::kA);
  addFaces(way, b.core, a.core, FacesOf::kB);
  const auto time = [&](double metres) { return std::isfinite(metres) ? metres / speed : metres; };
  return {time(way.met.low), time(way.met.high), way.on_a, way.on_b};
}

}  // namespace sepax
