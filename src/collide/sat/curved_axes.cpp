#include "collide/sat/curved_axes.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "collide/gjk/closest_points.h"
#include "collide/sat/circle_minima.h"
#include "collide/sat/ellipsoid_axes.h"
#include "geom/support.h"
#include "geom/tolerances.h"

namespace sepax {

namespace {

/// Below this distance, of the extent, a point of a rim is on the other's axis.
constexpr double kFeaturesNear = 1e-3;

double squared(double x) { return x * x; }

/// The unit vector along one whose length is about one or less; zero of zero.
Vec3 unitOf(const Vec3& v) {
  const double square = dot(v, v);
  return square > 1e-200 ? v / std::sqrt(square) : normalizedOr(v, Vec3{0.0});
}

/// The part of a vector from a line's point across the line.
Vec3 acrossLine(const Vec3& from, const Vec3& line) { return from - dot(from, line) * line; }

/// The unit vector from a line to a point, across the line; some such vector of points on the line.
Vec3 outwardTo(const Vec3& point, const Vec3& on_line, const Vec3& line) {
  const Vec3 from = point - on_line;
  Vec3 across = acrossLine(from, line);
  // The rest of a vector near the line has its rounding, in any direction: it is computed once more, magnified.
  if (dot(across, across) <= 0.5 * dot(from, from)) {
    across = acrossLine(unitOf(across), line);
    if (dot(across, across) < 0.25) return anyPerpendicular(line);
  }
  return unitOf(across);
}

/// The crossings lie on both sides of `middle`, at an angle of cosine c from it; 1 + c and 1 − c are given. None when
/// there are no such.
Crossings crossingsOf(const Place& middle, double one_plus, double one_minus) {
  Crossings out;
  if (!(one_plus > 0 && one_minus > 0)) return out;
  const double cosine = std::sqrt(one_plus / 2), sine = std::sqrt(one_minus / 2);  // of half the angle
  for (const auto& [c, s] : {std::pair{cosine, sine}, std::pair{-sine, cosine}}) {
    out.beside[static_cast<std::size_t>(out.count++)] = {middle.cosine * c - middle.sine * s,
                                                         middle.sine * c + middle.cosine * s};
    out.beside[static_cast<std::size_t>(out.count++)] = {middle.cosine * c + middle.sine * s,
                                                         middle.sine * c - middle.cosine * s};
  }
  return out;
}

/// The edge of a cap.
struct Rim {
  AxisFeatureName name;
  Vec3 centre, u, v, axis;  ///< unit: two in the plane of the cap, and across it
  double radius;
  [[nodiscard]] Vec3 at(double cosine, double sine) const { return centre + radius * (cosine * u + sine * v); }
  [[nodiscard]] Vec3 tangent(double cosine, double sine) const { return cosine * v - sine * u; }  ///< unit
  /// Beside where a circle around a point crosses it, or a line whose nearest point that is (`circle` zero).
  [[nodiscard]] Crossings crossedBy(const Vec3& point, double circle) const {
    const double x = dot(point - centre, u), y = dot(point - centre, v), d = std::sqrt(x * x + y * y);
    if (!(d > 0)) return {};
    const Place middle{x / d, y / d};
    if (circle == 0) return crossingsOf(middle, 1 + d / radius, 1 - d / radius);
    return crossingsOf(middle, (d + radius - circle) * (d + radius + circle) / (2 * d * radius),
                       (circle - d + radius) * (circle + d - radius) / (2 * d * radius));
  }
};

/// A shape with lengths scaled to about one.
struct Scaled {
  const ConvexFeatures& features;
  std::optional<CurvedCore> curved;
  Kept<Rim> rims;
  Kept<Vec3> vertices;  ///< of a polytope; of a cone its apex; of a drop its point and its ball's centre

  Scaled(const ConvexFeatures& shape, double scale) : features(shape), curved(shape.curved) {
    if (!curved) {
      vertices.assign(shape.core.vertices.begin(), shape.core.vertices.end());
      for (Vec3& v : vertices) v *= scale;
      return;
    }
    curved->centre *= scale;
    curved->half_length *= scale;
    curved->radius *= scale;
    if (curved->kind == CurvedKind::kDrop) {
      vertices = {curved->top(), curved->bottom()};
      return;
    }
    const auto& [kind, centre, rotation, half_length, radius, points_back, half_axes] = *curved;
    const bool cone = kind == CurvedKind::kCone;
    rims.push_back({{cone ? AxisFeatureKind::kBaseRim : AxisFeatureKind::kBottomRim},
                    curved->bottom(),
                    rotation[0],
                    rotation[2],
                    rotation[1],
                    radius});
    if (cone) {
      vertices = {curved->top()};
    } else {
      rims.push_back({{AxisFeatureKind::kTopRim}, curved->top(), rotation[0], rotation[2], rotation[1], radius});
    }
  }

  [[nodiscard]] bool isDrop() const { return curved && curved->kind == CurvedKind::kDrop; }

  [[nodiscard]] AxisFeatureName vertexName(int v) const {
    if (isDrop()) return {(v == 0) != curved->points_back ? AxisFeatureKind::kEnd : AxisFeatureKind::kStart};
    return curved ? AxisFeatureName{AxisFeatureKind::kApex} : AxisFeatureName{AxisFeatureKind::kVertex, v};
  }
};

/// The lateral normals that have a given cosine to a unit vector: at most two.
Kept<Vec3> lateralNormalsAt(const CurvedCore& curved, const Vec3& v, double to_v) {
  const Vec3& axis = curved.axis();
  const Vec3 cross = crossAccurate(axis, v);
  const double across_axis = length(cross), sine = curved.lateralSine(), cosine = curved.lateralCosine();
  if (across_axis <= kParallelEdges || cosine == 0) return {};
  // A normal is sine · axis + cosine · w, where w is a unit vector across the axis.
  const Vec3 side = cross / across_axis, forward = crossAccurate(side, axis);
  const double ahead = (to_v - sine * dot(axis, v)) / (cosine * across_axis);
  if (std::abs(ahead) > 1 + 1e-9) return {};
  const double beside = std::sqrt(std::max(0.0, (1 - ahead) * (1 + ahead)));
  Kept<Vec3> out;
  for (const double sense : {1.0, -1.0}) {
    out.push_back(unitOf(sine * axis + cosine * (ahead * forward + sense * beside * side)));
    if (sine == 0 && to_v == 0) break;  // the other is its opposite
  }
  return out;
}

/// The feature of a shape that is farthest along a unit direction; nullopt for a face or cap.
std::optional<AxisFeatureName> farthestFeature(const ConvexFeatures& shape, const Vec3& direction, double slack) {
  if (shape.curved) {
    const CurvedCore& core = *shape.curved;
    if (core.kind == CurvedKind::kEllipsoid) {
      const bool is_face = !shape.face_axes.empty() && length(core.halfAlong(direction)) <= slack;
      return is_face ? std::nullopt : std::optional(AxisFeatureName{AxisFeatureKind::kSurface});
    }
    const double up = dot(core.axis(), direction), across = length(crossAccurate(core.axis(), direction));
    if (core.kind == CurvedKind::kDrop) {
      const double rise = core.lean(up, across);
      if (std::abs(rise) <= slack)
        return shape.planar ? std::nullopt : std::optional(AxisFeatureName{AxisFeatureKind::kSide});
      return AxisFeatureName{(rise > 0) != core.points_back ? AxisFeatureKind::kEnd : AxisFeatureKind::kStart};
    }
    const bool cone = core.kind == CurvedKind::kCone;
    const double lean = cone ? 2 * core.half_length * up - core.radius * across : 2 * core.half_length * up;
    if (core.radius * across <= slack && !(cone && up > 0)) return std::nullopt;
    if (std::abs(lean) <= slack) return AxisFeatureName{AxisFeatureKind::kSide};
    if (cone) return AxisFeatureName{lean > 0 ? AxisFeatureKind::kApex : AxisFeatureKind::kBaseRim};
    return AxisFeatureName{lean > 0 ? AxisFeatureKind::kTopRim : AxisFeatureKind::kBottomRim};
  }
  const Polytope& core = shape.core;
  const int highest = supportVertex(core, direction);
  const double least = dot(core.vertices[highest], direction) - slack;
  Kept<int> level;
  for (int v = 0; v < static_cast<int>(core.vertices.size()) && level.size() < 3; ++v) {
    if (dot(core.vertices[v], direction) >= least) level.push_back(v);
  }
  if (level.size() > 2) return std::nullopt;
  if (level.size() == 1) return AxisFeatureName{AxisFeatureKind::kVertex, highest};
  for (int e = 0; e < static_cast<int>(core.edges.size()); ++e) {
    const auto& [v0, v1, face0, face1] = core.edges[e];
    if (std::min(v0, v1) == level[0] && std::max(v0, v1) == level[1]) return AxisFeatureName{AxisFeatureKind::kEdge, e};
  }
  return std::nullopt;
}

/// The corner or rim that is farthest along a direction, where that is a face or cap a part of it.
AxisFeatureName cornerTowards(const ConvexFeatures& shape, const Vec3& direction) {
  if (!shape.curved) return {AxisFeatureKind::kVertex, supportVertex(shape.core, direction)};
  if (shape.curved->kind == CurvedKind::kCone) return {AxisFeatureKind::kBaseRim};
  return {dot(shape.curved->axis(), direction) > 0 ? AxisFeatureKind::kTopRim : AxisFeatureKind::kBottomRim};
}

class AxisSearch {
 public:
  AxisSearch(const ConvexFeatures& a, const ConvexFeatures& b)
      : map_a_(coreMap(a)), map_b_(coreMap(b)), scale_(scaleOf(map_a_, map_b_)), a_(a, scale_), b_(b, scale_) {
    extent_ = std::max(map_a_.extent(), map_b_.extent()) * scale_;
  }

  Kept<CurvedAxis> run() && {
    if (a_.isDrop()) addEnds(a_, b_);
    if (b_.isDrop()) addEnds(b_, a_);
    if (a_.features.planar) return std::move(out_);  // a drop's sides are faces
    if (a_.curved && b_.curved) {
      addLaterals();
      addLateralVertices(a_, b_);
      addLateralVertices(b_, a_);
      addLateralRims(a_, b_);
      addLateralRims(b_, a_);
      addRims();
    } else {
      const Scaled &curved = a_.curved ? a_ : b_, &other = a_.curved ? b_ : a_;
      addLateralVertices(curved, other);
      addEdges(curved, other);
    }
    return std::move(out_);
  }

 private:
  /// The directions of one pair of features; the best is kept.
  struct Family {
    AxisId id;
    Kept<Vec3> directions;
  };

  [[nodiscard]] AxisId idOf(const Scaled& shape, AxisFeatureName own, AxisFeatureName others) const {
    return &shape == &a_ ? curvedAxisId(own, others) : curvedAxisId(others, own);
  }

  void keepBest(const AxisId& id, const Kept<Vec3>& directions) {
    if (const Vec3* const best = largestGapAlong(map_a_, map_b_, directions)) out_.push_back({id, *best});
  }

  /// The lateral surface's normals in the plane through its axis and a point: on the point's side, and on the other.
  static std::array<Vec3, 2> lateralNormals(const CurvedCore& curved, const Vec3& point) {
    const Vec3 outward = outwardTo(point, curved.centre, curved.axis());
    const double sine = curved.lateralSine(), cosine = curved.lateralCosine();
    return {unitOf(cosine * outward + sine * curved.axis()), unitOf(sine * curved.axis() - cosine * outward)};
  }

  /// A segment in space has no faces: where a ball's centre lies on it every direction across it is as good for the
  /// ball, and the one that turns the drop's other end away is for the drop.
  static std::optional<Vec3> acrossSegment(const Scaled& drop, int end, const Scaled& other) {
    const Polytope& core = other.features.core;
    if (drop.features.planar || other.features.curved || core.edges.size() != 1 || !core.faces.empty())
      return std::nullopt;
    const Vec3 along = unitOf(other.vertices[core.edges[0].v1] - other.vertices[core.edges[0].v0]);
    if (along == Vec3{0.0}) return std::nullopt;
    return outwardTo(drop.vertices[static_cast<std::size_t>(1 - end)], drop.vertices[static_cast<std::size_t>(end)],
                     along);
  }

  /// From each ball of a drop to what of the other is nearest. The other's faces and sides, which its centre may lie
  /// behind, are candidates already.
  void addEnds(const Scaled& drop, const Scaled& other) {
    for (int end = 0; end < 2; ++end) {
      const Vec3& centre = drop.vertices[static_cast<std::size_t>(end)];
      if (other.isDrop()) {
        for (int v = 0; v < 2 && &drop == &a_; ++v) {
          const Vec3 d = unitOf(other.vertices[static_cast<std::size_t>(v)] - centre);
          if (d != Vec3{0.0}) out_.push_back({idOf(drop, drop.vertexName(end), other.vertexName(v)), d});
        }
        continue;
      }
      const Vec3 point = end == 0 ? drop.features.curved->top() : drop.features.curved->bottom();
      const SupportMap& map = &other == &a_ ? map_a_ : map_b_;
      const GjkResult gap = coreGap(SupportMap::viewOf({&point, 1}), map, map(Vec3{1, 0, 0}).point - point);
      if (!(gap.lower > kCoresTouch * extent_ / scale_)) {
        if (const auto across = acrossSegment(drop, end, other)) {
          out_.push_back({idOf(drop, drop.vertexName(end), {AxisFeatureKind::kEdge, 0}), *across});
        }
        continue;
      }
      // Several corners of a flat shape in one place look like a face.
      const auto feature = farthestFeature(other.features, -gap.direction, kSupport * extent_ / scale_);
      out_.push_back({idOf(drop, drop.vertexName(end), feature.value_or(cornerTowards(other.features, -gap.direction))),
                      gap.direction});
    }
  }

  void addLaterals() {
    const CurvedCore &a = *a_.curved, &b = *b_.curved;
    Kept<Vec3> directions = lateralNormalsAt(a, b.axis(), -b.lateralSine());
    if (length(crossAccurate(a.axis(), b.axis())) <= kContactPerpendicular) {
      directions.push_back(lateralNormals(a, b.centre)[0]);
      directions.push_back(lateralNormals(b, a.centre)[0]);
    }
    keepBest(curvedAxisId({AxisFeatureKind::kSide}, {AxisFeatureKind::kSide}), directions);
  }

  /// Corners that are not the other's farthest against the normal see an edge that rises from them.
  void addLateralVertices(const Scaled& curved, const Scaled& other) {
    Kept<Vec3> normals;
    for (const Vec3& v : other.vertices) normals.push_back(lateralNormals(*curved.curved, v)[0]);
    Kept<char> meets(normals.size(), 1);
    if (!other.curved) {
      for (const PolytopeEdge& edge : other.features.core.edges) {
        const Vec3 along = other.vertices[edge.v1] - other.vertices[edge.v0];
        if (dot(normals[edge.v0], along) < -kSupport * extent_) meets[edge.v0] = 0;
        if (dot(normals[edge.v1], along) > kSupport * extent_) meets[edge.v1] = 0;
      }
    }
    for (std::size_t v = 0; v < normals.size(); ++v) {
      if (meets[v] != 0)
        out_.push_back({idOf(curved, {AxisFeatureKind::kSide}, other.vertexName(static_cast<int>(v))), normals[v]});
    }
  }

  /// The far side counts where the axis runs through the other: for cones it is a function of its own.
  void addLateralRims(const Scaled& curved, const Scaled& other) {
    const CurvedCore& core = *curved.curved;
    const bool cone = core.kind != CurvedKind::kCylinder;
    const double sine = core.lateralSine(), cosine = core.lateralCosine();
    for (const Rim& rim : other.rims) {
      Kept<Vec3> directions;
      for (const double side : {1.0, -1.0}) {
        if (side < 0 && !cone) continue;
        const auto slope = [&](double c, double s) {
          const Vec3 across = acrossLine(rim.at(c, s) - core.centre, core.axis()), tangent = rim.tangent(c, s);
          if (!cone) return dot(across, tangent);
          const double distance = length(across), along = side * sine * dot(core.axis(), tangent);
          // On the axis: the slope beside it where the rim only touches the axis, and between the two sides' where it
          // crosses.
          return distance > 0 ? cosine * dot(across, tangent) / distance + along : along;
        };
        visitMinima(slope, kSlopeRounding * extent_, {}, [&](double c, double s) {
          const Vec3 point = rim.at(c, s);
          directions.push_back(lateralNormals(core, point)[side > 0 ? 0 : 1]);
          if (length(acrossLine(point - core.centre, core.axis())) > kFeaturesNear * extent_) return;
          for (const Vec3& d : lateralNormalsAt(core, rim.tangent(c, s), 0)) directions.push_back(d);
        });
      }
      keepBest(idOf(curved, {AxisFeatureKind::kSide}, rim.name), directions);
    }
  }

  void addRims() {
    for (const Rim& rim_a : a_.rims) {
      for (const Rim& rim_b : b_.rims) {
        const auto outOf = [&](const Vec3& point) {
          const Vec3 across = acrossLine(point - rim_b.centre, rim_b.axis);
          return dot(across, across) > 0 ? unitOf(across) : rim_b.u;
        };
        const auto between = [&](const Vec3& point) { return point - (rim_b.centre + rim_b.radius * outOf(point)); };
        const auto slope = [&](double c, double s) { return dot(between(rim_a.at(c, s)), rim_a.tangent(c, s)); };
        Kept<Vec3> directions;
        visitMinima(
            slope, kSlopeRounding * extent_, rim_a.crossedBy(rim_b.centre, rim_b.radius), [&](double c, double s) {
              const Vec3 point = rim_a.at(c, s);
              addBetween(between(point), rim_a.tangent(c, s), crossAccurate(rim_b.axis, outOf(point)), directions);
            });
        std::erase_if(directions, [&](const Vec3& d) {
          return !(isFarthest(a_, rim_a, d) && isFarthest(b_, rim_b, -d)) &&
                 !(isFarthest(a_, rim_a, -d) && isFarthest(b_, rim_b, d));
        });
        keepBest(curvedAxisId(rim_a.name, rim_b.name), directions);
      }
    }
  }

  /// A direction from the difference of two points where features with these tangents are nearest, or from the
  /// tangents: from what is longer, of the extent, since that is known better. The gap along the other is as large to
  /// second order, and rounding would choose.
  void addBetween(const Vec3& difference, const Vec3& tangent_a, const Vec3& tangent_b, Kept<Vec3>& directions) const {
    const double distance = length(difference) / extent_;
    const Vec3 across = crossAccurate(tangent_a, tangent_b);
    if (const Vec3 d = unitOf(distance < length(across) ? across : difference); d != Vec3{0.0}) directions.push_back(d);
  }

  /// Whether an edge of a polytope is its farthest feature along the direction.
  static bool isFarthest(const Polytope& core, const PolytopeEdge& edge, const Vec3& direction) {
    if (edge.face0 < 0 || edge.face1 < 0) return true;
    const Vec3 &from = core.faces[edge.face0].normal, &to = core.faces[edge.face1].normal,
               pole = crossAccurate(from, to);
    if (dot(pole, pole) <= squared(kArcCrossing)) return true;
    return dot(crossAccurate(from, direction), pole) >= -kArcCrossing &&
           dot(crossAccurate(direction, to), pole) >= -kArcCrossing;
  }

  /// Whether a rim, or one as near to it as the support's slack, is its shape's farthest feature along the direction.
  [[nodiscard]] bool isFarthest(const Scaled& shape, const Rim& rim, const Vec3& direction) const {
    const CurvedCore& core = *shape.curved;
    const double rise = 2 * core.half_length * dot(core.axis(), direction), slack = kSupport * extent_;
    if (rim.name.kind == AxisFeatureKind::kTopRim) return rise >= -slack;
    if (rim.name.kind == AxisFeatureKind::kBottomRim) return rise <= slack;
    return rise - core.radius * length(crossAccurate(core.axis(), direction)) <= slack;
  }

  /// Whether the shapes separate more against a direction out of the curved one. A segment has no faces and is farthest
  /// either way: beside a cap the far rim gives a direction that is all but the near rim's, and not to rounding.
  [[nodiscard]] bool isSurpassed(const Scaled& curved, const Vec3& outward) const {
    const Vec3 d = &curved == &a_ ? outward : -outward;
    return gapAlong(map_a_, map_b_, -d) > gapAlong(map_a_, map_b_, d) + kSupport * extent_;
  }

  void addEdges(const Scaled& curved, const Scaled& other) {
    const CurvedCore& core = *curved.curved;
    const Polytope& polytope = other.features.core;
    Kept<Vec3> directions;
    for (int e = 0; e < static_cast<int>(polytope.edges.size()); ++e) {
      const PolytopeEdge& edge = polytope.edges[e];
      const Vec3& start = other.vertices[edge.v0];
      const Vec3 along = normalizedOr(other.vertices[edge.v1] - start, Vec3{0.0});
      if (along == Vec3{0.0}) continue;
      const auto keep = [&](AxisFeatureKind kind, const auto& is_farthest) {
        std::erase_if(directions, [&](const Vec3& d) {
          const bool forth = is_farthest(d) && isFarthest(polytope, edge, -d),
                     back = is_farthest(-d) && isFarthest(polytope, edge, d);
          return forth == back ? !forth : edge.face0 < 0 && isSurpassed(curved, forth ? d : -d);
        });
        keepBest(idOf(curved, {kind}, {AxisFeatureKind::kEdge, e}), directions);
      };
      directions = lateralNormalsAt(core, along, 0);
      keep(AxisFeatureKind::kSide, [](const Vec3&) { return true; });
      for (const Rim& rim : curved.rims) {
        const auto between = [&](const Vec3& point) { return acrossLine(point - start, along); };
        const auto slope = [&](double c, double s) { return dot(between(rim.at(c, s)), rim.tangent(c, s)); };
        directions.clear();
        visitMinima(
            slope, kSlopeRounding * extent_, rim.crossedBy(rim.centre - between(rim.centre), 0),
            [&](double c, double s) { addBetween(between(rim.at(c, s)), rim.tangent(c, s), along, directions); });
        keep(rim.name.kind, [&](const Vec3& d) { return isFarthest(curved, rim, d); });
      }
    }
  }

  const SupportMap map_a_, map_b_;
  const double scale_;
  const Scaled a_, b_;
  double extent_ = 1;  ///< scaled
  Kept<CurvedAxis> out_;
};

}  // namespace

Kept<CurvedAxis> curvedAxes(const ConvexFeatures& a, const ConvexFeatures& b) {
  return isEllipsoid(a) || isEllipsoid(b) ? ellipsoidAxes(a, b) : AxisSearch(a, b).run();
}

AxisId closestId(const ConvexFeatures& a, const ConvexFeatures& b, const Vec3& direction, double slack) {
  if (!a.curved && !b.curved) return {AxisKind::kClosest};
  const auto on_a = farthestFeature(a, direction, slack), on_b = farthestFeature(b, -direction, slack);
  return on_a && on_b ? curvedAxisId(*on_a, *on_b) : AxisId{AxisKind::kClosest};
}

}  // namespace sepax
