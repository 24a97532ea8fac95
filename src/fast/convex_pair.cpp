#include "fast/convex_pair.h"

#include <algorithm>
#include <cmath>

#include "collide/pair_table.h"
#include "geom/tolerances.h"

namespace sepax {

namespace {

/// Up to four corners of the difference, the newest first, and where to look for the next.
struct Simplex {
  std::array<DifferenceCorner, 4> corners;
  int count = 0;
  Vec3 direction{0.0};

  void keepLine(const DifferenceCorner& a, const DifferenceCorner& b) {
    const Vec3 along = b.point - a.point;
    if (dot(along, a.point) < 0) {
      corners = {a, b}, count = 2;
      direction = glm::cross(glm::cross(along, -a.point), along);
    } else {
      corners = {a}, count = 1;
      direction = -a.point;
    }
  }
  /// The part of a triangle that is nearest to the origin: a corner or side with `a`, or the triangle,
  /// counter-clockwise seen from the origin.
  void keepTriangle(const DifferenceCorner& a, const DifferenceCorner& b, const DifferenceCorner& c) {
    const Vec3 ab = b.point - a.point, ac = c.point - a.point, normal = glm::cross(ab, ac);
    if (dot(glm::cross(normal, ac), a.point) < 0) return dot(ac, a.point) < 0 ? keepLine(a, c) : keepLine(a, b);
    if (dot(glm::cross(ab, normal), a.point) < 0) return keepLine(a, b);
    const bool faces = dot(normal, a.point) < 0;
    corners = faces ? std::array{a, b, c, DifferenceCorner{}} : std::array{a, c, b, DifferenceCorner{}};
    count = 3;
    direction = faces ? normal : -normal;
  }
};

/// Products of three differences of corners, each no longer than twice `reach`, and of a corner: rounding is below a
/// few hundred ulps.
constexpr double kTripleRounding = 512 * kEpsilon, kHeightRounding = 32 * kEpsilon;
constexpr int kMaxSteps = 32;

}  // namespace

PolytopeDifference::PolytopeDifference(const PlacedPolytope& a, const PlacedPolytope& b, const SatKernel& kernel)
    : a_(a.shape),
      b_(b.shape),
      kernel_(kernel),
      rotation_(glm::transpose(a.pose.rotation) * b.pose.rotation),
      offset_(glm::transpose(a.pose.rotation) * (b.pose.position - a.pose.position)),
      reach_(a.shape.radius + b.shape.radius + length(offset_)) {}

DifferenceCorner PolytopeDifference::farthest(const Vec3& direction) const {
  const auto on = [&](const SolidPolytope& shape, const Vec3& d) {
    const std::size_t place = kernel_.farthest(shape.corner_rows.rows(), shape.corner_rows.padded(), &d.x);
    return static_cast<int>(std::min(place, shape.corners.size() - 1));
  };
  const Vec3 in_b = -(direction * rotation_);  // a product with the transposed
  DifferenceCorner corner{{}, on(a_, direction), on(b_, in_b)};
  // From the rows, which were just read.
  corner.point = a_.corner_rows.at(corner.on_a) - offset_ - rotation_ * b_.corner_rows.at(corner.on_b);
  return corner;
}

GjkFound gjkSearch(const PolytopeDifference& difference) {
  using enum GjkFound::Kind;
  const double reach = difference.reach(), least_height = kHeightRounding * reach,
               least_volume = kTripleRounding * reach * reach * reach;
  Simplex simplex;
  simplex.direction = difference.offset();
  if (simplex.direction == Vec3{0.0}) simplex.direction = {1, 0, 0};
  for (int step = 0; step < kMaxSteps; ++step) {
    const DifferenceCorner newest = difference.farthest(simplex.direction);
    const double height = dot(newest.point, simplex.direction), size = length(simplex.direction);
    if (height < -least_height * size) return {kApart, {}};
    if (!(height > least_height * size)) return {};
    const DifferenceCorner c[3] = {simplex.corners[0], simplex.corners[1], simplex.corners[2]};
    if (simplex.count == 0) {
      simplex.corners[0] = newest, simplex.count = 1;
      simplex.direction = -newest.point;
    } else if (simplex.count == 1) {
      simplex.keepLine(newest, c[0]);
    } else if (simplex.count == 2) {
      simplex.keepTriangle(newest, c[0], c[1]);
    } else {
      // A tetrahedron over the triangle, which faces the origin: that is inside, or beyond one of the three new faces.
      const Vec3 &a = newest.point, ab = c[0].point - a, ac = c[1].point - a, ad = c[2].point - a;
      const double beyond[3] = {-dot(glm::cross(ab, ac), a), -dot(glm::cross(ac, ad), a), -dot(glm::cross(ad, ab), a)};
      const double over = -dot(simplex.direction, c[0].point);
      if (over > least_volume && beyond[0] < -least_volume && beyond[1] < -least_volume && beyond[2] < -least_volume)
        return {kOverlapping, {newest, c[0], c[1], c[2]}};
      if (beyond[0] > 0) {
        simplex.keepTriangle(newest, c[0], c[1]);
      } else if (beyond[1] > 0) {
        simplex.keepTriangle(newest, c[1], c[2]);
      } else if (beyond[2] > 0) {
        simplex.keepTriangle(newest, c[2], c[0]);
      } else {
        return {};
      }
    }
  }
  return {};
}

bool ConvexOverlaps::overlap(const PlacedPolytope& a, const PlacedPolytope& b) {
  const GjkFound::Kind found = gjkSearch(PolytopeDifference(a, b, kernel_)).kind;
  if (found != GjkFound::Kind::kUncertain) return found == GjkFound::Kind::kOverlapping;
  ++by_report_;
  return decidingAxis(reports_.report(a, b)).separation <= 0;
}

namespace {

constexpr std::size_t kMaxExpansion = 512;
// Shares of how far the difference extends from the origin: what the nearest face may be short of, and what counts as
// above a face; and a share of its square: the least area.
constexpr double kShort = 1e-12, kAbove = 1e-13, kThin = 1e-9;

}  // namespace

bool ConvexManifolds::addFace(int i, int j, int k, double reach) {
  const Vec3 &p = corners_[i].point, normal = glm::cross(corners_[j].point - p, corners_[k].point - p);
  const double area = length(normal);
  if (!(area > kThin * reach * reach)) return false;
  Face face{{i, j, k}, normal / area, 0};
  face.distance = dot(face.normal, p);
  faces_.push_back(face);
  return face.distance > -kShort * reach;
}

/// Grows the tetrahedron until its nearest face is one of the difference itself; false where rounding is in the way.
bool ConvexManifolds::expand(const PolytopeDifference& difference, const GjkFound& found) {
  const double reach = difference.reach();
  corners_.assign(found.tetrahedron.begin(), found.tetrahedron.end());
  faces_.clear();
  if (!addFace(0, 1, 2, reach) || !addFace(0, 2, 3, reach) || !addFace(0, 3, 1, reach) || !addFace(1, 3, 2, reach))
    return false;
  while (faces_.size() < kMaxExpansion) {
    nearest_ = *std::ranges::min_element(faces_, {}, &Face::distance);
    const DifferenceCorner newest = difference.farthest(nearest_.normal);
    if (dot(newest.point, nearest_.normal) - nearest_.distance <= kShort * reach) return true;
    // The faces below the new corner make way for new ones from the border around them.
    horizon_.clear();
    for (std::size_t f = 0; f < faces_.size();) {
      const Face& face = faces_[f];
      if (dot(newest.point, face.normal) - face.distance <= kAbove * reach) {
        ++f;
        continue;
      }
      for (int side = 0; side < 3; ++side) {
        const std::pair<int, int> edge{face.corners[side], face.corners[(side + 1) % 3]};
        const auto twin = std::ranges::find(horizon_, std::pair{edge.second, edge.first});
        if (twin == horizon_.end()) {
          horizon_.push_back(edge);
        } else {
          *twin = horizon_.back();
          horizon_.pop_back();
        }
      }
      faces_[f] = faces_.back();
      faces_.pop_back();
    }
    corners_.push_back(newest);
    const int added = static_cast<int>(corners_.size()) - 1;
    for (const auto& [from, to] : horizon_) {
      if (!addFace(from, to, added, reach)) return false;
    }
    if (faces_.size() < 4) return false;
  }
  return false;
}

/// Finds the face at the support that looks most along a direction of A's frame. `support` is a corner that is farthest
/// along it.
void ConvexManifolds::sideOf(const SolidPolytope& shape, int support, const Mat3& rotation, const Vec3& offset,
                             const Vec3& direction, Side& out) {
  const Vec3 in_body = direction * rotation;  // a product with the transposed
  const std::size_t faces = shape.loop_starts.size() - 1;
  const double least = dot(shape.corners[support], in_body) - kSupport * shape.size;
  const auto isAtSupport = [&](std::size_t face) {
    const auto begin = shape.loops.begin();
    return std::any_of(begin + shape.loop_starts[face], begin + shape.loop_starts[face + 1],
                       [&](int v) { return dot(shape.corners[v], in_body) >= least; });
  };
  std::size_t f = 0;
  double most = -1;
  for (std::size_t face = 0; face < faces; ++face) {
    const double facing = dot(shape.face_rows.at(face), in_body);
    if (facing <= most || !isAtSupport(face)) continue;
    most = facing + kSameDirection;  // rounding must not choose
    f = face;
  }
  out.normal = rotation * shape.face_rows.at(f);
  out.loop.clear();
  for (int i = shape.loop_starts[f]; i < shape.loop_starts[f + 1]; ++i)
    out.loop.push_back(offset + rotation * shape.corners[shape.loops[i]]);
}

/// Sutherland and Hodgman 1974. The points are in A's frame.
void ConvexManifolds::clip(const Side& reference, const Side& incident, double reach, ConvexManifold& out) {
  polygon_ = incident.loop;
  const std::size_t sides = reference.loop.size();
  for (std::size_t s = 0; s < sides && !polygon_.empty(); ++s) {
    const Vec3& on_plane = reference.loop[s];
    const Vec3 inward = glm::cross(reference.normal, reference.loop[s + 1 == sides ? 0 : s + 1] - on_plane);
    const double slack = kShort * reach * length(inward);  // what is on the plane stays
    clipped_.clear();
    for (std::size_t i = 0; i < polygon_.size(); ++i) {
      const Vec3 &p = polygon_[i], &q = polygon_[i + 1 == polygon_.size() ? 0 : i + 1];
      const double inside_p = dot(p - on_plane, inward), inside_q = dot(q - on_plane, inward);
      if (inside_p >= -slack) clipped_.push_back(p);
      if ((inside_p > slack && inside_q < -slack) || (inside_p < -slack && inside_q > slack))
        clipped_.push_back(p + (q - p) * (inside_p / (inside_p - inside_q)));
    }
    std::swap(polygon_, clipped_);
  }
  for (const Vec3& p : polygon_) {
    const double height = dot(p - reference.loop[0], reference.normal);
    if (height <= 0) out.points.push_back({p - height / 2 * reference.normal, height});
  }
}

bool ConvexManifolds::findByReference(const PlacedPolytope& a, const PlacedPolytope& b, ConvexManifold& out) {
  ++by_reference_;
  const PairReport report = testPair({a.shape.shape, a.pose}, {b.shape.shape, b.pose}).value();
  if (!(report.answer.separation <= 0)) return false;
  out.normal = report.answer.normal;
  out.separation = report.answer.separation;
  out.points.clear();
  for (const Contact& contact : report.answer.contacts) out.points.push_back({contact.position, contact.separation});
  return true;
}

bool ConvexManifolds::find(const PlacedPolytope& a, const PlacedPolytope& b, ConvexManifold& out) {
  const PolytopeDifference difference(a, b, kernel_);
  const GjkFound found = gjkSearch(difference);
  if (found.kind == GjkFound::Kind::kApart) return false;
  if (found.kind == GjkFound::Kind::kUncertain || !expand(difference, found)) return findByReference(a, b, out);
  const Vec3& normal = nearest_.normal;
  const auto cornerOf = [&](int i) { return corners_[nearest_.corners[i]]; };
  const DifferenceCorner c[3] = {cornerOf(0), cornerOf(1), cornerOf(2)};
  sideOf(a.shape, c[0].on_a, Mat3{1.0}, Vec3{0.0}, normal, side_a_);
  sideOf(b.shape, c[0].on_b, difference.rotation(), difference.offset(), -normal, side_b_);
  out.points.clear();
  out.separation = -nearest_.distance;
  const auto isFlush = [&](const Side& side) {
    return length(glm::cross(side.normal, normal)) <= kContactPerpendicular;
  };
  if (const bool of_a = isFlush(side_a_); of_a || isFlush(side_b_)) {
    const Side &reference = of_a ? side_a_ : side_b_, &incident = of_a ? side_b_ : side_a_;
    if (std::abs(dot(incident.normal, normal)) <= kContactEdgeOn) return findByReference(a, b, out);
    clip(reference, incident, difference.reach(), out);
  }
  const bool has_deepest = std::ranges::any_of(out.points, [&](const ConvexManifold::Point& p) {
    return p.separation <= out.separation + kSupport * difference.reach();
  });
  if (!has_deepest) {
    // The point of each shape that is the nearest face's point below the origin.
    const Vec3 foot = nearest_.distance * normal;
    const auto areaOf = [&](int i, int j) { return dot(glm::cross(c[i].point - foot, c[j].point - foot), normal); };
    const double weights[3] = {areaOf(1, 2), areaOf(2, 0), areaOf(0, 1)}, all = weights[0] + weights[1] + weights[2];
    Vec3 on_a{0.0};
    for (int i = 0; i < 3; ++i) on_a += weights[i] / all * a.shape.corners[c[i].on_a];
    out.points.push_back({on_a + out.separation / 2 * normal, out.separation});
  }
  out.normal = a.pose.rotation * normal;
  for (ConvexManifold::Point& p : out.points) p.position = toWorld(a.pose, p.position);
  return true;
}

}  // namespace sepax
