#include "collide/sat/ellipsoid_axes.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "collide/gjk/closest_points.h"
#include "collide/gjk/smooth_gap.h"
#include "collide/sat/circle_minima.h"
#include "geom/portable_math.h"
#include "geom/tolerances.h"

namespace sepax {

namespace {

constexpr std::size_t kDescents = 6;   ///< from the best of the spread directions
constexpr double kStartsApart = 0.98;  ///< cosine
constexpr double kSameMinimum = 1e-9;  ///< radians, squared: descents that end as near to each other found one minimum

/// A circle of directions: height · axis + breadth · (cosine · u + sine · v).
struct DirectionCircle {
  Vec3 axis, u, v;
  double height = 0, breadth = 1;

  DirectionCircle(const Vec3& across, double up, double out)
      : axis(across), u(anyPerpendicular(across)), v(crossAccurate(across, u)) {
    height = up;
    breadth = out;
  }
  [[nodiscard]] Vec3 at(double cosine, double sine) const {
    return normalizedOr(height * axis + breadth * (cosine * u + sine * v), u);
  }
  [[nodiscard]] Vec3 tangent(double cosine, double sine) const { return cosine * v - sine * u; }
};

/// The centre's directions to corners, sides and edges of a cube.
const Kept<Vec3>& spreadDirections() {
  static const Kept<Vec3> kSpread = [] {
    Kept<Vec3> out;
    for (int x = -1; x <= 1; ++x) {
      for (int y = -1; y <= 1; ++y) {
        for (int z = -1; z <= 1; ++z) {
          if (x != 0 || y != 0 || z != 0) out.push_back(normalizedOr(Vec3{x, y, z}, Vec3{1, 0, 0}));
        }
      }
    }
    return out;
  }();
  return kSpread;
}

class EllipsoidSearch {
 public:
  EllipsoidSearch(const ConvexFeatures& a, const ConvexFeatures& b)
      : of_a_(isEllipsoid(a)),
        own_(*(of_a_ ? a : b).curved),
        other_(of_a_ ? b : a),
        map_a_(coreMap(a)),
        map_b_(coreMap(b)),
        scale_(scaleOf(map_a_, map_b_)),
        ellipsoid_(ellipsoidPart(own_, scale_)) {
    extent_ = std::max(map_a_.extent(), map_b_.extent()) * scale_;
    slack_ = kSupport * extent_;
    for (const Vec3& v : other_.core.vertices) vertices_.push_back(v * scale_);
    for (int c = 0; c < 3; ++c) {
      if (own_.half_axes[c] < own_.half_axes[shortest_] && !(other_.planar && c == 2)) shortest_ = c;
    }
  }

  Kept<CurvedAxis> run() && {
    if (!other_.curved) {
      addPolytope();
    } else {
      addCurved(*other_.curved);
      if (!other_.planar) addRefined();
    }
    return std::move(out_);
  }

 private:
  [[nodiscard]] AxisId idWith(const AxisFeatureName& feature) const {
    const AxisFeatureName surface{AxisFeatureKind::kSurface};
    return of_a_ ? curvedAxisId(surface, feature) : curvedAxisId(feature, surface);
  }

  void keepBest(const AxisFeatureName& feature, const Kept<Vec3>& directions) {
    if (const Vec3* const best = largestGapAlong(map_a_, map_b_, directions)) out_.push_back({idWith(feature), *best});
  }

  /// Where the ellipse that a part is across a circle has its shorter axis: around it the slope changes fast.
  static void addShortAxis(const SmoothPart& part, const DirectionCircle& circle, Crossings& crossings) {
    const Vec3 p = part.along(circle.u), q = part.along(circle.v);
    const double angle = 0.5 * portable::atan2(2 * dot(p, q), dot(p, p) - dot(q, q)) + M_PI / 2;
    for (const double sense : {1.0, -1.0}) {
      crossings.beside[static_cast<std::size_t>(crossings.count++)] = {sense * portable::cos(angle),
                                                                       sense * portable::sin(angle)};
    }
  }

  /// The minima on a circle of directions out of the other shape.
  [[nodiscard]] Kept<Vec3> minimaOn(const DirectionCircle& circle, const SmoothPart& part) const {
    const SmoothOverlap overlap(part, ellipsoid_);
    Crossings crossings;
    addShortAxis(ellipsoid_, circle, crossings);
    if (part.half != Mat3{0.0}) addShortAxis(part, circle, crossings);
    Kept<Vec3> directions;
    const auto slope = [&](double c, double s) { return dot(overlap.gradient(circle.at(c, s)), circle.tangent(c, s)); };
    visitMinima(slope, kSlopeRounding * extent_, crossings,
                [&](double c, double s) { directions.push_back(circle.at(c, s)); });
    return directions;
  }

  [[nodiscard]] Kept<Vec3> minimaFrom(const SmoothPart& part, const Kept<Vec3>& starts) const {
    const SmoothOverlap overlap(part, ellipsoid_);
    Kept<Vec3> directions;
    for (const Vec3& start : starts) {
      const Vec3 found = leastNear(overlap, start);
      const auto same = [&](const Vec3& d) { return dot(d - found, d - found) <= kSameMinimum; };
      if (std::none_of(directions.begin(), directions.end(), same)) directions.push_back(found);
    }
    return directions;
  }

  /// The least of the smooth sum of two surfaces: from directions spread over the sphere and, as normals, over each
  /// surface.
  [[nodiscard]] Kept<Vec3> minimaOf(const SmoothPart& part) const {
    if (other_.planar) return minimaOn({{0, 0, 1}, 0, 1}, part);
    const SmoothOverlap overlap(part, ellipsoid_);
    Kept<std::pair<double, Vec3>> all;
    const auto offer = [&](const Vec3& d) {
      if (d != Vec3{0.0} && isFarthest(part, d)) all.emplace_back(overlap(d), d);
    };
    offer(normalizedOr(ellipsoid_.point - part.point, Vec3{0.0}));
    for (const Vec3& d : spreadDirections()) {
      offer(d);
      for (const SmoothPart* surface : {&part, &ellipsoid_}) {
        const Mat3& half = surface->half;
        offer(normalizedOr(crossAccurate(half[1], half[2]) * d.x + crossAccurate(half[2], half[0]) * d.y +
                               crossAccurate(half[0], half[1]) * d.z,
                           Vec3{0.0}));
      }
    }
    std::stable_sort(all.begin(), all.end(), [](const auto& p, const auto& q) { return p.first < q.first; });
    Kept<Vec3> starts;
    for (const auto& sample : all) {
      const Vec3& d = sample.second;
      if (std::any_of(starts.begin(), starts.end(), [&](const Vec3& s) { return dot(s, d) > kStartsApart; })) continue;
      starts.push_back(d);
      if (starts.size() == kDescents) break;
    }
    return minimaFrom(part, starts);
  }

  void addPart(const AxisFeatureName& name, const SmoothPart& part) {
    Kept<Vec3> directions = minimaOf(part);
    std::erase_if(directions, [&](const Vec3& d) { return !isFarthest(part, d); });
    keepBest(name, directions);
    parts_.emplace_back(name, part);
  }

  /// Next to the normal of a cap or of an ellipsoid as flat the sum has all but a kink, and Newton's method ends in it:
  /// GJK goes on from the best there is, with B moved out.
  void addRefined() {
    Kept<Vec3> directions;
    for (const CurvedAxis& axis : out_) directions.push_back(axis.direction);
    const Vec3* const best = largestGapAlong(map_a_, map_b_, directions);
    if (best == nullptr) return;
    const Vec3 start = gapAlong(map_a_, map_b_, *best) < gapAlong(map_a_, map_b_, -*best) ? -*best : *best;
    const double gap = gapAlong(map_a_, map_b_, start);
    if (gap > 0) return;
    const Vec3 refined = leastOverlapNear(map_a_, map_b_, start);
    if (!((gapAlong(map_a_, map_b_, refined) - gap) * scale_ > kSlopeRounding * extent_)) return;
    const auto decides = [&](const auto& named) { return isFarthest(named.second, of_a_ ? -refined : refined); };
    const auto named = std::find_if(parts_.begin(), parts_.end(), decides);
    if (named == parts_.end()) return;
    const AxisId id = idWith(named->first);
    std::erase_if(out_, [&](const CurvedAxis& axis) { return axis.id == id; });
    out_.push_back({id, refined});
  }

  /// Whether nothing of the other shape is farther out along the direction than the part, but for the support's slack.
  [[nodiscard]] bool isFarthest(const SmoothPart& part, const Vec3& direction) const {
    const SupportMap& other = of_a_ ? map_b_ : map_a_;
    return dot(other(direction).point, direction) * scale_ <= part.extent(direction) + slack_;
  }

  void addCurved(const CurvedCore& core) {
    const auto corner = [&](const Vec3& point) { return SmoothPart{point * scale_, Mat3{0.0}}; };
    const auto addSide = [&](const SmoothPart& part) {
      Kept<Vec3> directions = minimaOn({core.axis(), core.lateralSine(), core.lateralCosine()}, part);
      if (core.kind == CurvedKind::kCylinder && core.half_length == 0) return;
      keepBest({AxisFeatureKind::kSide}, directions);
    };
    switch (core.kind) {
      case CurvedKind::kEllipsoid:
        addPart({AxisFeatureKind::kSurface}, ellipsoidPart(core, scale_));
        return;
      case CurvedKind::kCylinder:
        addSide(rimPart(core, core.centre, scale_));
        addPart({AxisFeatureKind::kBottomRim}, rimPart(core, core.bottom(), scale_));
        addPart({AxisFeatureKind::kTopRim}, rimPart(core, core.top(), scale_));
        return;
      case CurvedKind::kCone:
        addSide(corner(core.top()));
        addPart({AxisFeatureKind::kBaseRim}, rimPart(core, core.bottom(), scale_));
        addPart({AxisFeatureKind::kApex}, corner(core.top()));
        return;
      case CurvedKind::kDrop:
        if (!other_.planar) addSide(corner(core.top()));  // in the plane the sides are faces
        addPart({core.points_back ? AxisFeatureKind::kStart : AxisFeatureKind::kEnd}, corner(core.top()));
        addPart({core.points_back ? AxisFeatureKind::kEnd : AxisFeatureKind::kStart},
                ballPart(core.bottom() * scale_, core.radius * scale_));
        return;
    }
  }

  /// The surroundings of a polytope's vertices.
  struct Surroundings {
    std::vector<std::vector<int>> neighbours;
    Kept<Vec3> outward;  ///< between the normals of the faces around
  };

  [[nodiscard]] Surroundings surroundings() const {
    const Polytope& core = other_.core;
    Surroundings out{std::vector<std::vector<int>>(core.vertices.size()), Kept<Vec3>(core.vertices.size(), Vec3{0.0})};
    for (const PolytopeEdge& edge : core.edges) {
      out.neighbours[static_cast<std::size_t>(edge.v0)].push_back(edge.v1);
      out.neighbours[static_cast<std::size_t>(edge.v1)].push_back(edge.v0);
      for (const int face : {edge.face0, edge.face1}) {
        if (face < 0) continue;
        for (const int v : {edge.v0, edge.v1})
          out.outward[static_cast<std::size_t>(v)] += core.faces[static_cast<std::size_t>(face)].normal;
      }
    }
    return out;
  }

  /// Nothing of a polytope is higher than a vertex that none of its neighbours is higher than.
  [[nodiscard]] bool isTop(int vertex, const Surroundings& around, const Vec3& direction) const {
    const double height = dot(vertices_[static_cast<std::size_t>(vertex)], direction) + slack_;
    const std::vector<int>& neighbours = around.neighbours[static_cast<std::size_t>(vertex)];
    return std::all_of(neighbours.begin(), neighbours.end(),
                       [&](int n) { return dot(vertices_[static_cast<std::size_t>(n)], direction) <= height; });
  }

  void addPolytope() {
    const Polytope& core = other_.core;
    const Surroundings around = surroundings();
    for (int v = 0; v < static_cast<int>(vertices_.size()); ++v) {
      const auto i = static_cast<std::size_t>(v);
      if (around.neighbours[i].empty() && !core.edges.empty()) continue;  // no corner of the hull
      const SmoothPart part{vertices_[i], Mat3{0.0}};
      Kept<Vec3> directions;
      if (other_.planar) {
        directions = minimaOf(part);
      } else {
        const Vec3 pole = own_.rotation[shortest_];
        Kept<Vec3> starts{pole, -pole};
        for (const Vec3& start : {around.outward[i], ellipsoid_.point - part.point}) {
          if (const Vec3 d = normalizedOr(start, Vec3{0.0}); d != Vec3{0.0}) starts.push_back(d);
        }
        directions = minimaFrom(part, starts);
      }
      std::erase_if(directions, [&](const Vec3& d) { return !isTop(v, around, d); });
      keepBest({AxisFeatureKind::kVertex, v}, directions);
    }
    for (int e = 0; e < static_cast<int>(core.edges.size()) && !other_.planar; ++e) {
      const PolytopeEdge& edge = core.edges[static_cast<std::size_t>(e)];
      const Vec3 &start = vertices_[static_cast<std::size_t>(edge.v0)],
                 &end = vertices_[static_cast<std::size_t>(edge.v1)];
      const Vec3 along = normalizedOr(end - start, Vec3{0.0});
      if (along == Vec3{0.0}) continue;
      Kept<Vec3> directions = minimaOn({along, 0, 1}, {start, Mat3{0.0}});
      std::erase_if(directions,
                    [&](const Vec3& d) { return !isTop(edge.v0, around, d) || !isTop(edge.v1, around, d); });
      keepBest({AxisFeatureKind::kEdge, e}, directions);
    }
  }

  const bool of_a_;  ///< the ellipsoid is A
  const CurvedCore& own_;
  const ConvexFeatures& other_;
  const SupportMap map_a_, map_b_;
  const double scale_;
  const SmoothPart ellipsoid_;  ///< scaled, as are the others below
  double extent_ = 1, slack_ = 0;
  Kept<Vec3> vertices_;
  Kept<std::pair<AxisFeatureName, SmoothPart>> parts_;  ///< of a curved other
  int shortest_ = 0;
  Kept<CurvedAxis> out_;
};

}  // namespace

Kept<CurvedAxis> ellipsoidAxes(const ConvexFeatures& a, const ConvexFeatures& b) { return EllipsoidSearch(a, b).run(); }

}  // namespace sepax
