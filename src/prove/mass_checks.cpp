#include "prove/mass_checks.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>
#include <vector>

#include "geom/mass.h"
#include "geom/mesh.h"
#include "geom/pieces.h"
#include "geom/portable_math.h"
#include "geom/ray_cast.h"

namespace sepax {

namespace {

constexpr int kRays = 2000;

/// Evenly spread over the sphere or the circle (González 2010).
Vec3 spreadDirection(int index, bool planar) {
  if (planar) {
    const double angle = 2 * std::numbers::pi * (index + 0.5) / kRays;
    return {portable::cos(angle), portable::sin(angle), 0};
  }
  const double height = 1 - 2 * (index + 0.5) / kRays, across = std::sqrt(1 - height * height);
  const double turn = index * std::numbers::pi * (3 - std::sqrt(5.0));
  return {across * portable::cos(turn), across * portable::sin(turn), height};
}

/// Sums over the rays of a shape. Second moments are about a point.
struct Sum {
  double volume = 0, area = 0;
  Mat3 second{0.0};
};

/// Adds a convex shape; false when it is so thin that rounding is all of it.
bool addByRays(const PosedShape& posed, const Vec3& about, Sum& sum) {
  const bool planar = isPlanar(posed.shape);
  const MassProperties found = massOf(posed.shape, posed.pose);
  if (!(found.volume > 0)) return false;
  // Half the sum of two principal moments less the third is the spread along the third's axis.
  const Vec3& moments = found.principal_moments;
  const double half = (moments.x + moments.y + moments.z) / 2;
  Vec3 spread{1.0};
  for (int c = 0; c < (planar ? 2 : 3); ++c) spread[c] = std::sqrt((half - moments[c]) / found.volume);
  if (!(std::min({spread.x, spread.y, spread.z}) > 0)) return false;
  const Mat3 frame{found.principal_axes[0] * spread.x, found.principal_axes[1] * spread.y,
                   found.principal_axes[2] * spread.z};
  constexpr double kFrom = 100;  ///< spreads: outside of any shape
  const double each = (planar ? 2 : 4) * std::numbers::pi / kRays * spread.x * spread.y * (planar ? 1 : spread.z);
  const Vec3 arm = found.centre - about;
  for (int i = 0; i < kRays; ++i) {
    const Vec3 way = frame * spreadDirection(i, planar);
    const RayHit hit = castRay(posed.shape, posed.pose, {found.centre + way * kFrom, -way, kInfinity});
    const double reach = kFrom - hit.distance / length(way), inclined = dot(hit.normal, way);
    if (!hit.hit || !(reach > 0) || !(inclined > 0)) return false;  // rounding is as large as the shape
    const int n = planar ? 2 : 3;
    const double part = std::pow(reach, n) / n, first = std::pow(reach, n + 1) / (n + 1);
    sum.volume += each * part;
    sum.area += each * std::pow(reach, n - 1) / inclined;
    sum.second += each * (std::pow(reach, n + 2) / (n + 2) * glm::outerProduct(way, way) +
                          first * (glm::outerProduct(way, arm) + glm::outerProduct(arm, way)) +
                          part * glm::outerProduct(arm, arm));
  }
  return true;
}

/// The surface of triangles, both sides where they are open, or the length of an outline; none for other shapes.
std::optional<double> surfaceOf(const Shape& shape) {
  using LongVec = glm::vec<3, long double>;
  long double sum = 0;
  if (const MeshData* const mesh = trianglesOf(shape)) {
    for (int t = 0; t < static_cast<int>(mesh->triangles.size()); ++t) {
      const auto corners = cornersOf(*mesh, t);
      const LongVec a(corners[0]), b(corners[1]), c(corners[2]);
      sum += glm::length(glm::cross(b - a, c - a)) / (mesh->closed ? 2 : 1);
    }
    return static_cast<double>(sum);
  }
  const auto addSides = [&](const std::vector<Vec2>& line, bool is_closed) {
    for (std::size_t i = is_closed ? 0 : 1; i < line.size(); ++i) {
      const Vec2 side = line[i] - line[(i + line.size() - 1) % line.size()];
      const long double x = side.x, y = side.y;
      sum += std::sqrt(x * x + y * y);
    }
  };
  if (const auto* const polygon = std::get_if<Polygon>(&shape)) {
    addSides(polygon->vertices, true);
    return static_cast<double>(sum);
  }
  return std::nullopt;
}

}  // namespace

void checkMass(const PosedShape& posed, const std::string& at, MassCounts& counts) {
  if (isUnbounded(posed.shape)) return;
  const auto raise = [&](MassCheck query, double error) { counts[static_cast<std::size_t>(query)].add(error, at); };
  const MassProperties found = massOf(posed.shape, posed.pose);
  if (const auto surface = surfaceOf(posed.shape); surface && *surface > 0)
    raise(MassCheck::kArea, std::abs(found.area / *surface - 1));
  if (!(found.volume > 0) || found.surface_only) return;
  Sum sum;
  const ShapePieces pieces(posed.shape);
  for (int i = 0; i < pieces.count(); ++i) {
    if (!addByRays(pieces.piece(i, posed.pose), found.centre, sum)) return;
  }
  raise(MassCheck::kVolume, std::abs(sum.volume / found.volume - 1));
  const Mat3 inertia = Mat3{sum.second[0].x + sum.second[1].y + sum.second[2].z} - sum.second;
  double off = 0;
  for (int c = 0; c < 3; ++c) off = std::max(off, length(inertia[c] - found.inertia[c]));
  raise(MassCheck::kInertia, off / found.principal_moments.z);
  if (pieces.polygonPieces().empty()) raise(MassCheck::kArea, std::abs(sum.area / found.area - 1));  // cuts are none
}

}  // namespace sepax
