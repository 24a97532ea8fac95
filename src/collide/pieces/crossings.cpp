#include "collide/pieces/crossings.h"

#include <algorithm>
#include <array>
#include <optional>

namespace sepax {

namespace {

using Corners = std::array<Vec3, 3>;

/// A triangle with its plane's normal, not unit.
struct Facet {
  Corners corners;
  Vec3 normal;

  explicit Facet(const Corners& of) : corners(of), normal(glm::cross(of[1] - of[0], of[2] - of[0])) {}
  /// Height of a point over the plane, times the normal's length.
  [[nodiscard]] double height(const Vec3& p) const { return dot(normal, p - corners[0]); }
};

/// Where the sides of a triangle go through a plane; none when all corners are on one side.
std::optional<std::array<Vec3, 2>> cutBy(const Facet& plane, const Corners& corners) {
  std::array<double, 3> height;
  unsigned in_front = 0;
  for (unsigned i = 0; i < 3; ++i) {
    height[i] = plane.height(corners[i]);
    in_front |= (height[i] >= 0 ? 1u : 0u) << i;
  }
  if (in_front == 0 || in_front == 7) return std::nullopt;
  // The one that is alone on its side.
  const unsigned lone = in_front == 1 || in_front == 6 ? 0 : in_front == 2 || in_front == 5 ? 1 : 2;
  const auto towards = [&](unsigned other) {
    return corners[lone] + height[lone] / (height[lone] - height[other]) * (corners[other] - corners[lone]);
  };
  return std::array{towards((lone + 1) % 3), towards((lone + 2) % 3)};
}

/// The segment that two triangles share.
std::optional<std::array<Vec3, 2>> shared(const Facet& a, const Facet& b) {
  auto of_b = cutBy(a, b.corners);
  if (!of_b) return std::nullopt;
  auto of_a = cutBy(b, a.corners);
  if (!of_a) return std::nullopt;
  // Both cuts lie on the line of the two planes.
  const Vec3 along = glm::cross(a.normal, b.normal);
  const auto sorted = [&](std::array<Vec3, 2>& cut) {
    if (dot(along, cut[1] - cut[0]) < 0) std::swap(cut[0], cut[1]);
  };
  sorted(*of_a);
  sorted(*of_b);
  const Vec3 from = dot(along, (*of_a)[0] - (*of_b)[0]) > 0 ? (*of_a)[0] : (*of_b)[0];
  const Vec3 to = dot(along, (*of_a)[1] - (*of_b)[1]) < 0 ? (*of_a)[1] : (*of_b)[1];
  if (!(dot(along, to - from) > 0)) return std::nullopt;
  return std::array{from, to};
}

}  // namespace

SurfaceCrossings crossingsOf(const PieceSearch& search) {
  SurfaceCrossings out;
  if (search.piecesA().mesh() == nullptr || search.piecesB().mesh() == nullptr) return out;
  std::int64_t looks = 0;
  search.visitMeeting(Vec3{0.0}, [&](int i, int j) {
    if (const auto segment = shared(Facet(search.triangleA(i)), Facet(search.triangleB(j)))) {
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
