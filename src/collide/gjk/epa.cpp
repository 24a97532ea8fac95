#include "collide/gjk/epa.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <optional>

#include "geom/tolerances.h"

namespace sepax {

namespace {

enum class Extent { kPlanar, kSolid };

/// Grows the polytope. Coordinates in `p_` are scaled to about one; what the trace keeps is in metres.
class Expander {
 public:
  Expander(const SupportMap& a, const SupportMap& b, double gap, Extent extent)
      : a_(a), b_(b), scale_(scaleOf(a, b)), gap_(gap * scale_), planar_(extent == Extent::kPlanar) {
    out_.dimension = planar_ ? 2 : 3;
  }

  EpaTrace run(const std::vector<GjkVertex>& simplex) {
    if (!makeFat(simplex)) return std::move(out_);
    out_.first_vertices = static_cast<int>(out_.vertices.size());
    addFirstFaces();
    out_.stop = EpaStop::kStepLimit;
    while (static_cast<int>(out_.steps.size()) < kMaxEpaSteps && expand()) {
    }
    finish();
    return std::move(out_);
  }

 private:
  static constexpr int kFirstPolytope = 0, kNoFace = -1;

  /// Data of a face that the trace does not keep.
  struct Work {
    std::array<int, 3> neighbours{-1, -1, -1};  ///< across the edge from corner i to corner i + 1
    double key = 0;     ///< distance, or the extent along the normal once the face is known to lie on the boundary
    double inside = 0;  ///< least barycentric weight of the origin's foot on it
    bool settled = false;
  };

  int addVertex(const GjkVertex& vertex) {
    out_.vertices.push_back(vertex);
    p_.push_back(vertex.point * scale_);
    return static_cast<int>(p_.size()) - 1;
  }

  void seeExtent(const GjkVertex& vertex) { extent_ = std::max(extent_, length(vertex.point * scale_)); }

  /// Directions out of the affine hull of the chosen points: perpendicular to it, both ways.
  [[nodiscard]] std::vector<Vec3> exitDirections() const {
    std::vector<Vec3> ways;
    if (p_.size() == 1) {
      ways = {{1, 0, 0}, {0, 1, 0}};
      if (!planar_) ways.emplace_back(0, 0, 1);
    } else if (p_.size() == 2) {
      const Vec3 along = normalizedOr(p_[1] - p_[0], {1, 0, 0});
      if (planar_) {
        ways = {{-along.y, along.x, 0}};
      } else {
        ways = {anyPerpendicular(along)};
        ways.push_back(crossAccurate(along, ways[0]));
      }
    } else {
      ways = {normalizedOr(crossAccurate(p_[1] - p_[0], p_[2] - p_[0]), {1, 0, 0})};
    }
    for (std::size_t i = 0, n = ways.size(); i < n; ++i) ways.push_back(-ways[i]);
    return ways;
  }

  /// Distance from the affine hull of the chosen points.
  [[nodiscard]] double offHull(const Vec3& point) const {
    const Vec3 d = point - p_[0];
    if (p_.size() == 1) return length(d);
    const Vec3 along = normalizedOr(p_[1] - p_[0], {1, 0, 0});
    if (p_.size() == 2) return length(crossAccurate(along, d));
    return std::abs(dot(normalizedOr(crossAccurate(along, p_[2] - p_[0]), {1, 0, 0}), d));
  }

  /// Chooses corners of a first polytope with an inside: GJK's where they are far enough from each other, supports
  /// where not. False when A ⊖ B is flat; then the answer is given.
  bool makeFat(const std::vector<GjkVertex>& simplex) {
    for (const GjkVertex& v : simplex) seeExtent(v);
    addVertex(simplex[0]);
    const std::size_t corners = static_cast<std::size_t>(out_.dimension) + 1;
    while (p_.size() < corners) {
      GjkVertex best = simplex[0];
      double off = 0;
      const auto offer = [&](const GjkVertex& v) {
        seeExtent(v);
        if (const double d = offHull(v.point * scale_); d > off) {
          off = d;
          best = v;
        }
      };
      for (const GjkVertex& v : simplex) offer(v);
      if (off <= kThinStart * extent_) {
        for (const Vec3& way : exitDirections()) offer(differenceSupport(a_, b_, way));
      }
      if (off <= kFlatDifference * extent_) {
        answerFlat();
        return false;
      }
      addVertex(best);
    }
    return true;
  }

  /// No inside: the origin is as deep in it as it extends perpendicular to itself, about zero.
  void answerFlat() {
    out_.dimension = static_cast<int>(p_.size()) - 1;
    out_.stop = EpaStop::kFlat;
    out_.first_vertices = static_cast<int>(p_.size());
    out_.depth = std::numeric_limits<double>::infinity();
    for (const Vec3& way : exitDirections()) {
      const GjkVertex support = differenceSupport(a_, b_, way);
      if (const double depth = dot(way, support.point); depth < out_.depth) {
        out_.depth = depth;
        out_.normal = way;
      }
    }
    out_.weights = {1, 0, 0};
  }

  /// Counter-clockwise from outside.
  void addFirstFaces() {
    if (planar_) {
      const Vec3 u = p_[1] - p_[0], v = p_[2] - p_[0];
      const bool left = u.x * v.y - u.y * v.x > 0;
      const std::array<int, 3> loop = left ? std::array{0, 1, 2} : std::array{0, 2, 1};
      for (std::size_t i = 0; i < 3; ++i) addFace({loop[i], loop[(i + 1) % 3], -1}, kFirstPolytope, kNoFace);
      return;
    }
    const bool positive = dot(crossAccurate(p_[1] - p_[0], p_[2] - p_[0]), p_[3] - p_[0]) > 0;
    constexpr std::array<std::array<int, 3>, 4> kFaces = {{{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {0, 3, 2}}};
    for (std::array<int, 3> corners : kFaces) {
      if (!positive) std::swap(corners[1], corners[2]);
      addFace(corners, kFirstPolytope, kNoFace);
    }
    std::map<std::array<int, 2>, std::array<int, 2>> edges;  // from, to → face, side
    for (int f = 0; f < 4; ++f) {
      for (int side = 0; side < 3; ++side) edges[edgeOf(f, side)] = {f, side};
    }
    for (const auto& [edge, place] : edges) work_[place[0]].neighbours[place[1]] = edges.at({edge[1], edge[0]})[0];
  }

  [[nodiscard]] std::array<int, 2> edgeOf(int face, int side) const {
    const auto& v = out_.faces[face].vertices;
    return {v[side], v[(side + 1) % 3]};
  }

  /// `across` is the face whose normal one too thin for a normal of its own follows: perpendicular to its longest edge,
  /// all its corners lie in that plane.
  int addFace(const std::array<int, 3>& vertices, int born, int across) {
    EpaFace face;
    Work work;
    face.vertices = vertices;
    face.born = born;
    const Vec3& p = p_[vertices[0]];
    const Vec3& q = p_[vertices[1]];
    if (planar_) {
      face.normal = normalizedOr({q.y - p.y, p.x - q.x, 0}, {1, 0, 0});
      work.key = (dot(face.normal, p) + dot(face.normal, q)) / 2;
      const std::array<double, 3> w = footWeights(vertices, face.normal);
      work.inside = std::min(w[0], w[1]);
    } else {
      const Vec3& r = p_[vertices[2]];
      const Vec3 cross = crossAccurate(q - p, r - p);
      const Vec3 longest = longestOf({q - p, r - q, p - r});
      face.normal = normalizedOr(cross, {1, 0, 0});
      face.thin = length(cross) <= kThinFace * extent_ * length(longest) && across != kNoFace;
      if (face.thin) face.normal = perpendicularTo(longest, out_.faces[across].normal, face.normal);
      work.key = (dot(face.normal, p) + dot(face.normal, q) + dot(face.normal, r)) / 3;
      const std::array<double, 3> w = footWeights(vertices, face.normal);
      work.inside = face.thin ? -1 : std::min({w[0], w[1], w[2]});
    }
    face.distance = work.key / scale_;
    out_.faces.push_back(face);
    work_.push_back(work);
    return static_cast<int>(work_.size()) - 1;
  }

  [[nodiscard]] static Vec3 longestOf(const std::array<Vec3, 3>& edges) {
    return *std::max_element(edges.begin(), edges.end(),
                             [](const Vec3& p, const Vec3& q) { return dot(p, p) < dot(q, q); });
  }

  /// The unit normal nearest to `normal` of a plane that holds `edge`; `otherwise` where they are parallel.
  [[nodiscard]] static Vec3 perpendicularTo(const Vec3& edge, const Vec3& normal, const Vec3& otherwise) {
    const Vec3 along = normalizedOr(edge, Vec3{0.0}), across = normal - dot(normal, along) * along;
    if (dot(across, across) <= 1e-12) return otherwise;
    const Vec3 unit = normalizedOr(across, otherwise);
    return normalizedOr(unit - dot(unit, along) * along,
                        otherwise);  // a short difference was magnified, with its rounding
  }

  /// Barycentric weights of the origin's foot on a face's plane or edge's line; not clamped.
  [[nodiscard]] std::array<double, 3> footWeights(const std::array<int, 3>& vertices, const Vec3& normal) const {
    const Vec3& p = p_[vertices[0]];
    const Vec3& q = p_[vertices[1]];
    if (planar_) {
      const Vec3 along = q - p;
      const double t = -dot(p, along) / dot(along, along);
      return {1 - t, t, 0};
    }
    const Vec3& r = p_[vertices[2]];
    const double area = dot(crossAccurate(q - p, r - p), normal);
    if (!(area > 0)) return {1, 0, 0};
    const double wq = dot(crossAccurate(r - p, p), normal) / area, wr = dot(crossAccurate(p, q - p), normal) / area;
    return {1 - wq - wr, wq, wr};
  }

  /// The nearest face; of faces in one plane the one that the origin's foot lies on.
  [[nodiscard]] int nearestFace() const {
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t f = 0; f < work_.size(); ++f) {
      if (out_.faces[f].removed < 0) least = std::min(least, work_[f].key);
    }
    int best = -1;
    for (std::size_t f = 0; f < work_.size(); ++f) {
      if (out_.faces[f].removed >= 0 || work_[f].key > least + gap_) continue;
      if (best < 0 || work_[f].inside > work_[best].inside) best = static_cast<int>(f);
    }
    return best;
  }

  [[nodiscard]] bool isKnown(const GjkVertex& vertex) const {
    return std::any_of(out_.vertices.begin(), out_.vertices.end(),
                       [&](const GjkVertex& v) { return v.point == vertex.point; });
  }

  /// One step. False when the search is over.
  bool expand() {
    const int nearest = nearestFace();
    if (work_[nearest].settled) {
      out_.stop = EpaStop::kConverged;
      return false;
    }
    EpaStep step;
    step.face = nearest;
    const Vec3 normal = out_.faces[nearest].normal;
    step.support = differenceSupport(a_, b_, normal);
    seeExtent(step.support);
    const double extent = dot(normal, step.support.point);
    step.lower = out_.faces[nearest].distance;
    step.upper = out_.steps.empty() ? extent : std::min(out_.steps.back().upper, extent);
    if (out_.steps.empty() || extent < out_.steps.back().upper) out_.best_step = static_cast<int>(out_.steps.size());
    if ((extent - step.lower) * scale_ <= gap_ || isKnown(step.support)) {
      work_[nearest].settled = true;
      work_[nearest].key = extent * scale_;
      out_.steps.push_back(std::move(step));
      return true;
    }
    step.vertex = addVertex(step.support);
    const bool grown = planar_ ? splitEdge(step) : coneFromHorizon(step);
    if (!grown) {
      out_.stop = EpaStop::kRounding;
      out_.vertices.pop_back();
      p_.pop_back();
      step.vertex = -1;
      step.removed.clear();
      step.horizon.clear();
    }
    out_.steps.push_back(std::move(step));
    return grown;
  }

  /// In the plane the new vertex lies between the edge's ends and sees no other edge: all vertices lie on the boundary
  /// of A ⊖ B.
  bool splitEdge(EpaStep& step) {
    const auto [from, to, none] = out_.faces[step.face].vertices;
    const int now = static_cast<int>(out_.steps.size()) + 1;
    out_.faces[step.face].removed = now;
    step.removed = {step.face};
    step.horizon = {{from, step.vertex}, {step.vertex, to}};
    addFace({from, step.vertex, -1}, now, kNoFace);
    addFace({step.vertex, to, -1}, now, kNoFace);
    return true;
  }

  /// Takes away the faces that the new vertex sees, from the nearest outward, and joins it to the loop around them. A
  /// vertex in a face's plane does not see it: the new face beside it lies in the same plane.
  bool coneFromHorizon(EpaStep& step) {
    const Vec3 w = p_[step.vertex];
    const int now = static_cast<int>(out_.steps.size()) + 1;
    std::vector<char> seen(out_.faces.size(), 0);
    std::vector<int> stack = {step.face};
    seen[step.face] = 1;
    std::map<int, std::array<int, 2>> next;  // from → to, face beyond
    while (!stack.empty()) {
      const int f = stack.back();
      stack.pop_back();
      step.removed.push_back(f);
      for (int side = 0; side < 3; ++side) {
        const int beyond = work_[f].neighbours[side];
        if (seen[beyond] != 0) continue;
        const EpaFace& face = out_.faces[beyond];
        if (dot(face.normal, w) - face.distance * scale_ > kSeesFace * extent_) {
          seen[beyond] = 1;
          stack.push_back(beyond);
        }
      }
    }
    for (const int f : step.removed) {
      for (int side = 0; side < 3; ++side) {
        const int beyond = work_[f].neighbours[side];
        if (seen[beyond] != 0) continue;
        const auto edge = edgeOf(f, side);
        if (!next.emplace(edge[0], std::array{edge[1], beyond}).second) return false;
      }
    }
    const int start = next.empty() ? -1 : next.begin()->first;
    for (int from = start; !next.empty() && step.horizon.size() <= next.size();) {
      const auto at = next.find(from);
      if (at == next.end()) return false;
      step.horizon.push_back({from, at->second[0]});
      from = at->second[0];
      if (from == start) break;
    }
    if (step.horizon.size() < 3 || step.horizon.size() != next.size()) return false;
    for (const int f : step.removed) out_.faces[f].removed = now;
    const int first = static_cast<int>(out_.faces.size()), count = static_cast<int>(step.horizon.size());
    for (int i = 0; i < count; ++i) {
      const auto [from, to] = step.horizon[i];
      const int beyond = next.at(from)[1];
      const int face = addFace({from, to, step.vertex}, now, beyond);
      work_[face].neighbours = {beyond, first + (i + 1) % count, first + (i + count - 1) % count};
      for (int side = 0; side < 3; ++side) {
        if (edgeOf(beyond, side) == std::array{to, from}) work_[beyond].neighbours[side] = face;
      }
    }
    return true;
  }

  /// The answer: least extent, and the nearest point of the boundary from its face's corners.
  void finish() {
    const EpaStep& best = out_.steps[out_.best_step];
    const EpaFace& face = out_.faces[best.face];
    out_.normal = face.normal;
    out_.depth = best.upper;
    out_.weights = footWeights(face.vertices, face.normal);
    double sum = 0;
    for (double& w : out_.weights) sum += w = std::max(0.0, w);
    for (double& w : out_.weights) w /= sum;
  }

  const SupportMap &a_, &b_;
  double scale_, gap_;
  bool planar_;
  double extent_ = 1;
  EpaTrace out_;
  std::vector<Vec3> p_;
  std::vector<Work> work_;
};

}  // namespace

const char* epaStopName(EpaStop stop) {
  static constexpr const char* kNames[] = {"converged", "flat", "rounding", "step_limit"};
  return kNames[static_cast<int>(stop)];
}

std::vector<int> facesAt(const EpaTrace& epa, int steps) {
  std::vector<int> out;
  for (int f = 0; f < static_cast<int>(epa.faces.size()); ++f) {
    const EpaFace& face = epa.faces[f];
    if (face.born <= steps && (face.removed < 0 || face.removed > steps)) out.push_back(f);
  }
  return out;
}

namespace {

/// A half plane through the common axis of two cores of revolution, and their sections there: x across the axis, y
/// along it.
struct Meridian {
  Vec3 origin{0.0}, across{1, 0, 0}, axis{0, 1, 0};
  ConvexFeatures a, b;

  [[nodiscard]] Vec3 direction(const Vec3& d) const { return d.x * across + d.y * axis; }
  void toWorld(GjkVertex& vertex) const {
    vertex.a = origin + direction(vertex.a);
    vertex.b = origin + direction(vertex.b);
    vertex.point = vertex.a - vertex.b;
  }
};

/// The section of a core of revolution about the meridian's axis; nullopt when it is none to rounding.
std::optional<ConvexFeatures> sectionOf(const SupportMap& core, const Meridian& meridian, double rounding) {
  const auto height = [&](const Vec3& p) { return dot(p - meridian.origin, meridian.axis); };
  const auto is_on_axis = [&](const Vec3& p) {
    return length(p - meridian.origin - height(p) * meridian.axis) <= rounding;
  };
  ConvexFeatures out;
  if (core.kind() == SupportKind::kVertices) {
    for (const Vec3& p : core.vertices()) {
      if (!is_on_axis(p)) return std::nullopt;
      out.core.vertices.emplace_back(0, height(p), 0);
    }
    return out;
  }
  CurvedCore curved = core.curvedCore();
  if (curved.kind == CurvedKind::kEllipsoid) return std::nullopt;
  if (!is_on_axis(curved.bottom()) || !is_on_axis(curved.top())) return std::nullopt;
  const bool upright = dot(curved.axis(), meridian.axis) > 0;
  if (length(crossAccurate(curved.axis(), meridian.axis)) * curved.radius > rounding) return std::nullopt;
  curved.centre = {0, height(curved.centre), 0};
  curved.rotation = upright ? Mat3{1.0} : Mat3{Vec3{1, 0, 0}, Vec3{0, -1, 0}, Vec3{0, 0, -1}};
  out.curved = curved;
  return out;
}

std::optional<Meridian> commonMeridian(const SupportMap& a, const SupportMap& b) {
  const bool by_a = a.kind() != SupportKind::kVertices;
  if (!by_a && b.kind() == SupportKind::kVertices) return std::nullopt;
  const CurvedCore& first = (by_a ? a : b).curvedCore();
  Meridian meridian{first.centre, first.rotation[0], first.axis(), {}, {}};
  const double rounding = 8 * std::numeric_limits<double>::epsilon() * std::max(a.extent(), b.extent());
  auto section_a = sectionOf(a, meridian, rounding), section_b = sectionOf(b, meridian, rounding);
  if (!section_a || !section_b) return std::nullopt;
  meridian.a = std::move(*section_a);
  meridian.b = std::move(*section_b);
  return meridian;
}

/// Every side of cores of revolution about one axis is as near as the next, and no polytope comes near to all; one
/// section knows the depth.
EpaTrace searchSection(const Meridian& meridian, double gap) {
  const SupportMap a = coreMap(meridian.a), b = coreMap(meridian.b);
  EpaTrace epa = Expander(a, b, gap, Extent::kPlanar).run({differenceSupport(a, b, {1, 0, 0})});
  for (GjkVertex& vertex : epa.vertices) meridian.toWorld(vertex);
  for (EpaStep& step : epa.steps) meridian.toWorld(step.support);
  for (EpaFace& face : epa.faces) face.normal = meridian.direction(face.normal);
  epa.normal = meridian.direction(epa.normal);
  return epa;
}

}  // namespace

EpaTrace epaSearch(const SupportMap& a, const SupportMap& b, const std::vector<GjkVertex>& simplex, double gap) {
  if (const auto meridian = commonMeridian(a, b)) return searchSection(*meridian, gap);
  return Expander(a, b, gap, a.planar() && b.planar() ? Extent::kPlanar : Extent::kSolid).run(simplex);
}

}  // namespace sepax
