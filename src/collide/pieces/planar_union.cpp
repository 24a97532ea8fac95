#include "collide/pieces/planar_union.h"

#include <algorithm>
#include <cmath>

#include "geom/free_place.h"

namespace sepax {

namespace {

/// Pairs of pieces and bridges beyond which the union is not looked at: milliseconds.
constexpr std::size_t kMaxObstacles = 20'000;
/// Bodies up to this many touching tolerances wide count as thin.
constexpr double kThin = 8;

template <class FeaturesOf>
std::optional<PlanarSide> sideOf(int count, double touching, FeaturesOf&& features) {
  PlanarSide side;
  for (int i = 0; i < count; ++i) {
    auto region = regionOf(features(i));
    if (!region) return std::nullopt;
    side.is_thin.push_back(region->width() <= kThin * touching);
    side.thin = side.thin || side.is_thin.back();
    side.regions.push_back(std::move(*region));
  }
  side.pieces = side.regions.size();
  return side;
}

void addBridges(PlanarSide& side, double touching) {
  std::vector<ConvexRegion> bridges = bridgesOf(side.regions, touching);
  side.regions.insert(side.regions.end(), std::make_move_iterator(bridges.begin()),
                      std::make_move_iterator(bridges.end()));
}

/// How far the boxes of two regions are from meeting after B moved by up to `radius`.
bool meetWithin(const ConvexRegion& a, const ConvexRegion& b, double radius) {
  const Vec2 nearest = glm::clamp(Vec2{0.0}, a.min - b.max, a.max - b.min);
  return std::hypot(nearest.x, nearest.y) <= radius;
}

}  // namespace

std::optional<PlanarUnion> PlanarUnion::of(PieceSearch& search) {
  const std::size_t pairs = static_cast<std::size_t>(search.piecesA().count()) * search.piecesB().count();
  if (pairs > kMaxObstacles) return std::nullopt;
  auto a =
      sideOf(search.piecesA().count(), search.touching(), [&](int i) -> decltype(auto) { return search.featuresA(i); });
  if (!a) return std::nullopt;
  auto b =
      sideOf(search.piecesB().count(), search.touching(), [&](int i) -> decltype(auto) { return search.featuresB(i); });
  if (!b) return std::nullopt;
  PlanarUnion out;
  out.a_ = std::move(*a);
  out.b_ = std::move(*b);
  out.touching_ = search.touching();
  out.rounding_ = roundingOf(out.a_.regions) + roundingOf(out.b_.regions);
  addBridges(out.a_, out.touching_);
  addBridges(out.b_, out.touching_);
  return out;
}

// Two lines that cross at a joint of one meet in the ends of its pieces alone, and the positions of contact of these in
// a common side. Grown a little they overlap there, as pieces do over which there are bridges.
PlanarUnion::PlanarObstacles PlanarUnion::obstaclesWithin(double radius) const {
  PlanarObstacles out;
  const bool joins = a_.thin && b_.thin;
  const auto add = [&](std::size_t i, std::size_t j) {
    if (!meetWithin(a_.regions[i], b_.regions[j], radius)) return;
    out.regions.push_back(minkowskiDifference(a_.regions[i], b_.regions[j]));
    if (!joins) return;
    const bool both_thin = i < a_.pieces && j < b_.pieces && a_.is_thin[i] && b_.is_thin[j];
    out.grown.push_back(both_thin ? grownBy(out.regions.back(), CutCover(touching_).growth) : out.regions.back());
  };
  for (std::size_t i = 0; i < a_.pieces; ++i) {
    for (std::size_t j = 0; j < b_.pieces; ++j) add(i, j);
  }
  out.bounding = out.regions.size();
  // A body with an area fills the cuts by itself.
  for (std::size_t i = a_.pieces; b_.thin && i < a_.regions.size(); ++i) {
    for (std::size_t j = 0; j < b_.pieces; ++j) add(i, j);
  }
  for (std::size_t j = b_.pieces; a_.thin && j < b_.regions.size(); ++j) {
    for (std::size_t i = 0; i < a_.pieces; ++i) add(i, j);
  }
  return out;
}

bool PlanarUnion::overlaps() const {
  const double inside_of = CutCover(touching_).inside_of;
  const PlanarObstacles obstacles = obstaclesWithin(2 * inside_of);
  const auto holds = [](const std::vector<ConvexRegion>& regions, double depth) {
    return std::ranges::any_of(regions,
                               [&](const ConvexRegion& region) { return region.signedDistance(Vec2{0.0}) < -depth; });
  };
  if (holds(obstacles.regions, touching_)) return true;
  if (!holds(obstacles.grown, 0)) return false;
  const auto near = nearestIn(obstacles, 2 * inside_of);
  return !near || near->distance > inside_of;
}

std::optional<FreePlace> PlanarUnion::nearestIn(const PlanarObstacles& obstacles, double radius) const {
  const auto& searched = obstacles.grown.empty() ? obstacles.regions : obstacles.grown;
  auto found = nearestFree({searched, obstacles.bounding, rounding_, rounding_}, Vec2{0.0}, radius);
  if (!found || obstacles.grown.empty()) return found;
  const auto height = [&](std::size_t i, const Vec3& place, Vec3& normal) {
    Vec2 out{0.0};
    const double height = obstacles.regions[i].signedDistance({place.x, place.y}, out);
    normal = {out.x, out.y, 0};
    return height;
  };
  const FreePlace3 slid =
      slideNearer({obstacles.regions.size(), height, true}, Vec3{0.0}, {found->point.x, found->point.y, 0});
  return FreePlace{
      {slid.point.x, slid.point.y}, slid.distance, found->part, {slid.normal.x, slid.normal.y}, slid.across};
}

std::optional<FreePlace> PlanarUnion::shortestMtv(double depth) const {
  // Obstacles that do not come within a radius hide no place within it.
  double radius = std::max(2 * depth, 16 * touching_);
  constexpr int kDoublings = 64;
  for (int i = 0; i < kDoublings; ++i, radius *= 2) {
    const PlanarObstacles obstacles = obstaclesWithin(radius);
    if (auto found = nearestIn(obstacles, radius)) return found;
    if (obstacles.bounding == a_.pieces * b_.pieces && radius > 1e3 * (depth + 1)) break;
  }
  return std::nullopt;
}

}  // namespace sepax
