#include "prove/mass_checks.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "geom/mass.h"
#include "geom/ray_cast.h"
#include "prove/worst_error.h"

namespace sepax {

namespace {

constexpr int kRays = 2000;

/// Evenly spread over the sphere or the circle (González 2010).
Vec3 spreadDirection(int index, bool planar) {
  if (planar) {
    const double angle = 2 * std::numbers::pi * (index + 0.5) / kRays;
    return {std::cos(angle), std::sin(angle), 0};
  }
  const double height = 1 - 2 * (index + 0.5) / kRays, across = std::sqrt(1 - height * height);
  const double turn = index * std::numbers::pi * (3 - std::sqrt(5.0));
  return {across * std::cos(turn), across * std::sin(turn), height};
}

}  // namespace

void checkMass(const PosedShape& posed, MassCounts& counts) {
  const bool planar = isPlanar(posed.shape);
  if (!isConvex(posed.shape) || isUnbounded(posed.shape)) return;
  const MassProperties found = massOf(posed.shape, posed.pose);
  if (!(found.volume > 0)) return;
  // Half the sum of two principal moments less the third is the spread along the third's axis.
  const Vec3& moments = found.principal_moments;
  const double half = (moments.x + moments.y + moments.z) / 2;
  Vec3 spread{1.0};
  for (int c = 0; c < (planar ? 2 : 3); ++c) spread[c] = std::sqrt((half - moments[c]) / found.volume);
  if (!(std::min({spread.x, spread.y, spread.z}) > 0)) return;  // so thin that rounding is all of it
  const Mat3 frame{found.principal_axes[0] * spread.x, found.principal_axes[1] * spread.y,
                   found.principal_axes[2] * spread.z};
  double volume = 0;
  Mat3 second{0.0};
  for (int i = 0; i < kRays; ++i) {
    const Vec3 direction = spreadDirection(i, planar), way = frame * direction;
    const double step = length(way);
    const RayHit hit = castRay(posed.shape, posed.pose, {found.centre, way, kInfinity});
    if (!hit.hit || !hit.starts_inside) return;  // the rounding of the centre is as large as the shape
    const double reach = hit.exit_distance / step;
    volume += planar ? reach * reach / 2 : reach * reach * reach / 3;
    second += glm::outerProduct(way, way) * (planar ? std::pow(reach, 4) / 4 : std::pow(reach, 5) / 5);
  }
  const double each = (planar ? 2 : 4) * std::numbers::pi / kRays * spread.x * spread.y * (planar ? 1 : spread.z);
  volume *= each;
  second *= each;
  ++counts.asked;
  raise(counts.volume, std::abs(volume / found.volume - 1));
  const Mat3 inertia = Mat3{second[0].x + second[1].y + second[2].z} - second;
  double off = 0;
  for (int c = 0; c < 3; ++c) off = std::max(off, length(inertia[c] - found.inertia[c]));
  raise(counts.inertia, off / moments.z);
}

void merge(const MassCounts& from, MassCounts& into) {
  into.asked += from.asked;
  into.volume = std::max(into.volume, from.volume);
  into.inertia = std::max(into.inertia, from.inertia);
}

}  // namespace sepax
