#include "collide/pieces/crossings.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>

#include "collide/exact/exact_integer.h"

namespace sepax {

namespace {

using Corners = std::array<Vec3, 3>;

struct Plane {
  Vec3 a, b, c;
  Vec3 normal = glm::cross(b - a, c - a);
  Vec3 sizes = sizesOf(b - a, c - a);  ///< of the products that the normal is the differences of, added

  static Vec3 sizesOf(const Vec3& u, const Vec3& v) {
    return {std::abs(u.y * v.z) + std::abs(u.z * v.y), std::abs(u.z * v.x) + std::abs(u.x * v.z),
            std::abs(u.x * v.y) + std::abs(u.y * v.x)};
  }
};

/// The sign of (b − a) × (c − a) · (p − a), in integers. Coordinates that span more than those hold keep the sign of
/// `side`.
int exactSideOf(const Plane& plane, const Vec3& p, double side) {
  constexpr int kMaxBits = 160;  ///< of a coordinate: three of them multiply
  int low = std::numeric_limits<int>::max();
  double largest = 0;
  for (const Vec3* const corner : {&plane.a, &plane.b, &plane.c, &p}) {
    low = std::min(low, exact::lowestBit(*corner));
    largest = std::max({largest, std::abs(corner->x), std::abs(corner->y), std::abs(corner->z)});
  }
  if (!(largest > 0)) return 0;
  if (std::ilogb(largest) - low > kMaxBits) return side > 0 ? 1 : side < 0 ? -1 : 0;
  const exact::IntVec from = exact::vectorOf(plane.a, low);
  const exact::Integer product =
      exact::dot(exact::cross(exact::vectorOf(plane.b, low) - from, exact::vectorOf(plane.c, low) - from),
                 exact::vectorOf(p, low) - from);
  return product.sign();
}

/// That sign without rounding, by doubles where they do not leave it open.
int sideOf(const Plane& plane, const Vec3& p) {
  constexpr double kFilter = 8 * std::numeric_limits<double>::epsilon();  ///< Shewchuk 1997 proves 3.5
  const Vec3 w = p - plane.a;
  const double side = dot(plane.normal, w);
  if (std::abs(side) > kFilter * dot(plane.sizes, glm::abs(w))) return side > 0 ? 1 : -1;
  return exactSideOf(plane, p, side);
}

/// Which corner of a triangle is alone on its side of another's plane. A corner in the plane counts as in front.
struct Lone {
  unsigned corner = 0;
  bool in_front = false;
};

/// None where all corners are on one side, or the plane meets the triangle in a corner alone.
std::optional<Lone> loneCorner(const Corners& other, const Corners& corners) {
  const Plane plane{other[0], other[1], other[2]};
  std::array<int, 3> side;
  unsigned in_front = 0;
  for (unsigned i = 0; i < 3; ++i) {
    side[i] = sideOf(plane, corners[i]);
    in_front |= (side[i] >= 0 ? 1u : 0u) << i;
  }
  if (in_front == 0 || in_front == 7) return std::nullopt;
  const unsigned lone = in_front == 1 || in_front == 6 ? 0 : in_front == 2 || in_front == 5 ? 1 : 2;
  if (side[lone] == 0) return std::nullopt;
  return Lone{lone, side[lone] > 0};
}

/// The corners from the lone one on, in an order that has it in front of the other triangle's plane.
Corners fromLone(const Corners& corners, const Lone& lone, bool other_in_front) {
  const Vec3 &next = corners[(lone.corner + 1) % 3], &last = corners[(lone.corner + 2) % 3];
  return other_in_front ? Corners{corners[lone.corner], next, last} : Corners{corners[lone.corner], last, next};
}

/// Where the two sides at a triangle's lone corner go through another's plane.
std::array<Vec3, 2> cutBy(const Corners& plane, const Corners& from_lone) {
  const Vec3 normal = glm::cross(plane[1] - plane[0], plane[2] - plane[0]);
  const auto height = [&](int i) { return dot(normal, from_lone[static_cast<std::size_t>(i)] - plane[0]); };
  const auto towards = [&](int i) {
    const double own = height(0), share = own / (own - height(i));
    return from_lone[0] + std::clamp(share, 0.0, 1.0) * (from_lone[static_cast<std::size_t>(i)] - from_lone[0]);
  };
  return {towards(1), towards(2)};
}

/// The segment that two triangles share. Whether they share one is decided by signs alone (Guigue and Devillers 2003);
/// only its ends are rounded.
std::optional<std::array<Vec3, 2>> shared(const Corners& a, const Corners& b) {
  const auto lone_b = loneCorner(a, b);
  if (!lone_b) return std::nullopt;
  const auto lone_a = loneCorner(b, a);
  if (!lone_a) return std::nullopt;
  const Corners p = fromLone(a, *lone_a, lone_b->in_front), q = fromLone(b, *lone_b, lone_a->in_front);
  if (sideOf({p[0], p[1], q[0]}, q[1]) >= 0 || sideOf({p[0], p[2], q[2]}, q[0]) >= 0) return std::nullopt;
  // Both cuts lie on the line of the two planes.
  auto of_a = cutBy(b, p), of_b = cutBy(a, q);
  const Vec3 along = glm::cross(glm::cross(a[1] - a[0], a[2] - a[0]), glm::cross(b[1] - b[0], b[2] - b[0]));
  const auto sorted = [&](std::array<Vec3, 2>& cut) {
    if (dot(along, cut[1] - cut[0]) < 0) std::swap(cut[0], cut[1]);
  };
  sorted(of_a);
  sorted(of_b);
  const Vec3 from = dot(along, of_a[0] - of_b[0]) > 0 ? of_a[0] : of_b[0];
  const Vec3 to = dot(along, of_a[1] - of_b[1]) < 0 ? of_a[1] : of_b[1];
  return std::array{from, dot(along, to - from) > 0 ? to : from};
}

}  // namespace

SurfaceCrossings crossingsOf(const PieceSearch& search) {
  SurfaceCrossings out;
  if (search.piecesA().mesh() == nullptr || search.piecesB().mesh() == nullptr) return out;
  std::int64_t looks = 0;
  search.visitMeeting(Vec3{0.0}, [&](int i, int j) {
    if (const auto segment = shared(search.triangleA(i), search.triangleB(j))) {
      const auto& [from, to] = *segment;
      ++out.count;
      out.length += length(to - from);
      if (out.segments.size() < kMaxCrossings)
        out.segments.push_back({i, j, search.origin() + from, search.origin() + to});
    }
    return ++looks < kMaxCrossingLooks;
  });
  out.complete = looks < kMaxCrossingLooks;
  return out;
}

}  // namespace sepax
