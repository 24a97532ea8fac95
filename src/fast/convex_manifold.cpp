#include "fast/convex_manifold.h"

#include <algorithm>
#include <cmath>

#include "collide/pair_table.h"
#include "geom/tolerances.h"

namespace sepax {

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
