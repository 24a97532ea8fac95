#include "collide/pieces/piece_unions.h"

#include "collide/sat/sat.h"
#include "geom/free_place.h"
#include "geom/portable_math.h"
#include "geom/region_bridges.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace sepax {

namespace {

/// Pairs of pieces whose boxes are looked at, and obstacles that are made of those near each other: some ten
/// milliseconds each.
constexpr std::size_t kMaxPairs = 4'000'000, kMaxObstacles = 20'000;
/// Pieces of one side: of more, where all lie inside the other side, every obstacle hides a part of every other, which
/// takes from some seconds (6000) to many minutes (a chain of 100 000).
constexpr int kMaxPieces = 6000;
constexpr std::size_t kNoObstacle = std::numeric_limits<std::size_t>::max();
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

void addJoined(PlanarSide& side, double touching) {
  side.joined.resize(side.pieces);
  for (const RegionJoint& near : regionsNear({side.regions.data(), side.pieces}, touching)) {
    if (!side.is_thin[near.a] && !side.is_thin[near.b]) continue;
    if (minkowskiDifference(side.regions[near.a], side.regions[near.b]).signedDistance(Vec2{0.0}) > touching) continue;
    side.joined[near.a].push_back(near.b);
    side.joined[near.b].push_back(near.a);
  }
}

/// The direction of a thin piece; zero of a point.
Vec2 directionOfThin(const ConvexRegion& region) {
  const Vec2& normal = region.sides[0].normal;
  return region.min == region.max ? Vec2{0.0} : Vec2{-normal.y, normal.x};
}

/// The pieces that meet one at a joint, or by a run of thin pieces along a direction.
std::vector<std::size_t> meetingAlong(const PlanarSide& side, std::size_t piece, const Vec2& along) {
  constexpr double kSameLine = 1e-9;  ///< a sine
  std::vector<std::size_t> out, run{piece}, seen{piece};
  while (!run.empty()) {
    const std::size_t from = run.back();
    run.pop_back();
    for (const std::size_t next : side.joined[from]) {
      if (std::ranges::find(seen, next) != seen.end()) continue;
      seen.push_back(next);
      const Vec2 way = directionOfThin(side.regions[next]);
      const bool runs = side.is_thin[next] && std::abs(way.x * along.y - way.y * along.x) <= kSameLine;
      (runs ? run : out).push_back(next);
    }
  }
  return out;
}

/// How far the boxes of two regions are from meeting after B moved by up to `radius`.
bool meetWithin(const ConvexRegion& a, const ConvexRegion& b, double radius) {
  const Vec2 nearest = glm::clamp(Vec2{0.0}, a.min - b.max, a.max - b.min);
  return portable::hypot(nearest.x, nearest.y) <= radius;
}

}  // namespace

std::optional<PlanarUnion> PlanarUnion::of(PieceSearch& search) {
  const std::size_t pairs = static_cast<std::size_t>(search.piecesA().count()) * search.piecesB().count();
  if (pairs > kMaxPairs || std::max(search.piecesA().count(), search.piecesB().count()) > kMaxPieces)
    return std::nullopt;
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
  if (out.a_.thin && out.b_.thin) {
    addJoined(out.a_, out.touching_);
    addJoined(out.b_, out.touching_);
  }
  return out;
}

PlanarUnion::Obstacles PlanarUnion::obstaclesWithin(double radius) const {
  Obstacles out;
  std::vector<std::size_t> of_pair(a_.thin && b_.thin ? a_.pieces * b_.pieces : 0, kNoObstacle);
  const auto add = [&](std::size_t i, std::size_t j) {
    if (!out.complete || !meetWithin(a_.regions[i], b_.regions[j], radius)) return false;
    out.complete = out.regions.size() < kMaxObstacles;
    out.regions.push_back(minkowskiDifference(a_.regions[i], b_.regions[j]));
    return true;
  };
  for (std::size_t i = 0; i < a_.pieces; ++i) {
    for (std::size_t j = 0; j < b_.pieces; ++j) {
      if (add(i, j) && !of_pair.empty()) of_pair[i * b_.pieces + j] = out.regions.size() - 1;
    }
  }
  out.bounding = out.regions.size();
  addJoints(of_pair, out.regions);
  // A body with an area fills the cuts by itself.
  for (std::size_t i = a_.pieces; b_.thin && i < a_.regions.size(); ++i) {
    for (std::size_t j = 0; j < b_.pieces; ++j) add(i, j);
  }
  for (std::size_t j = b_.pieces; a_.thin && j < b_.regions.size(); ++j) {
    for (std::size_t i = 0; i < a_.pieces; ++i) add(i, j);
  }
  return out;
}

// Two lines that cross at a joint of one meet in ends of its pieces alone: no two pieces overlap, and the positions of
// contact of the two that meet there have a side in common, along the other line. Pieces that touch each other leave no
// room between them for a body that is wider, so that nothing else has such sides.
void PlanarUnion::addJoints(const std::vector<std::size_t>& of_pair, std::vector<ConvexRegion>& obstacles) const {
  if (!a_.thin || !b_.thin) return;
  std::vector<RegionJoint> joints;
  const auto addAlong = [&](const PlanarSide& side, const PlanarSide& lines, auto&& obstacleOf) {
    for (std::size_t line = 0; line < lines.pieces; ++line) {
      const Vec2 along = directionOfThin(lines.regions[line]);
      if (!lines.is_thin[line] || along == Vec2{0.0}) continue;
      for (std::size_t piece = 0; piece < side.pieces; ++piece) {
        const std::size_t own = obstacleOf(piece, line);
        if (own == kNoObstacle) continue;
        for (const std::size_t other : meetingAlong(side, piece, along)) {
          if (const std::size_t met = obstacleOf(other, line); other > piece && met != kNoObstacle)
            joints.push_back({own, met, along});
        }
      }
    }
  };
  addAlong(a_, b_, [&](std::size_t i, std::size_t j) { return of_pair[i * b_.pieces + j]; });
  addAlong(b_, a_, [&](std::size_t j, std::size_t i) { return of_pair[i * b_.pieces + j]; });
  std::vector<ConvexRegion> bridges = bridgesOver(joints, obstacles, touching_);
  obstacles.insert(obstacles.end(), std::make_move_iterator(bridges.begin()), std::make_move_iterator(bridges.end()));
}

bool PlanarUnion::overlaps() const {
  const std::vector<ConvexRegion> obstacles = obstaclesWithin(touching_).regions;
  return std::any_of(obstacles.begin(), obstacles.end(),
                     [&](const ConvexRegion& region) { return region.signedDistance(Vec2{0.0}) < -touching_; });
}

std::optional<FreePlace> PlanarUnion::shortestMtv(double depth) const {
  // Obstacles that do not come within a radius hide no place within it.
  double radius = std::max(2 * depth, 16 * touching_);
  constexpr int kDoublings = 64;
  for (int i = 0; i < kDoublings; ++i, radius *= 2) {
    const Obstacles obstacles = obstaclesWithin(radius);
    if (!obstacles.complete) return std::nullopt;
    if (auto found = nearestFree({obstacles.regions, obstacles.bounding, rounding_, rounding_}, Vec2{0.0}, radius))
      return found;
    if (obstacles.bounding == a_.pieces * b_.pieces && radius > 1e3 * (depth + 1)) break;
  }
  return std::nullopt;
}

namespace {

/// Pairs of pieces beyond which the union is not looked at, and planes that are clipped: some milliseconds.
constexpr std::size_t kMaxSolidPairs = 1024;
constexpr std::int64_t kMaxPlaneLooks = 2'000'000;

/// How far rounding may move a vertex of a piece, metres.
double roundingOf(const ConvexFeatures& piece) {
  double out = 0;
  for (const Vec3& v : piece.core.vertices) out = std::max(out, 128 * kEpsilon * length(v));
  return out;
}

/// The translations of B for which it meets A: behind the planes of the report's fixed axes that hold a face of it, of
/// a face of either or of an edge of each. Most pairs of edges span none.
ConvexSolid differenceOf(const SatReport& report) {
  ConvexSolid out;
  const auto add = [&](const Vec3& normal, double offset, const SupportFeature& of_a, const SupportFeature& of_b) {
    if (std::max(of_a.vertex_count, of_b.vertex_count) > 2 || (of_a.vertex_count == 2 && of_b.vertex_count == 2))
      out.planes.push_back({normal, offset});
  };
  for (const SatAxis& axis : report.axes) {
    if (axis.state != AxisState::kTested || axis.id.kind == AxisKind::kClosest) continue;
    add(axis.direction, axis.a.max - axis.b.min, axis.a.at_max, axis.b.at_min);
    add(-axis.direction, axis.b.max - axis.a.min, axis.a.at_min, axis.b.at_max);
  }
  return out;
}

}  // namespace

std::optional<SpatialUnion> SpatialUnion::of(PieceSearch& search) {
  const auto count_a = static_cast<std::size_t>(search.piecesA().count()),
             count_b = static_cast<std::size_t>(search.piecesB().count());
  if (search.piecesA().mesh() != nullptr || search.piecesB().mesh() != nullptr || count_a * count_b > kMaxSolidPairs)
    return std::nullopt;
  std::vector<const ConvexFeatures*> a, b;
  for (std::size_t i = 0; i < count_a; ++i) a.push_back(&search.featuresA(static_cast<int>(i)));
  for (std::size_t j = 0; j < count_b; ++j) b.push_back(&search.featuresB(static_cast<int>(j)));
  const auto isRound = [](const ConvexFeatures* piece) { return piece->curved || piece->radius > 0; };
  if (std::any_of(a.begin(), a.end(), isRound) || std::any_of(b.begin(), b.end(), isRound)) return std::nullopt;
  SpatialUnion out;
  out.touching_ = search.touching();
  out.size_ = search.size();
  for (const auto* side : {&a, &b}) {
    for (const ConvexFeatures* piece : *side) out.rounding_ = std::max(out.rounding_, roundingOf(*piece));
  }
  for (const ConvexFeatures* piece : a) out.a_.push_back(solidOf(*piece));
  for (const ConvexFeatures* piece : b) out.b_.push_back(solidOf(*piece));
  const auto addPair = [&](const ConvexFeatures& p, const ConvexFeatures& q, const SatReport* known) {
    out.of_pair_.push_back(isFlat(p) && isFlat(q) ? -1 : static_cast<int>(out.obstacles_.size()));
    if (out.of_pair_.back() < 0) return;
    out.obstacles_.push_back(
        differenceOf(known != nullptr ? *known : satReport(p, q, search.origin(), search.size(), out.touching_)));
  };
  for (std::size_t i = 0; i < count_a; ++i) {
    for (std::size_t j = 0; j < count_b; ++j)
      addPair(*a[i], *b[j], search.knownReport(static_cast<int>(i), static_cast<int>(j)));
  }
  const CutCover cover(out.touching_);
  const auto isNarrow = [&](const ConvexFeatures* piece) { return isThin(*piece, cover.width()); };
  out.covers_cuts_ = std::any_of(a.begin(), a.end(), isNarrow) || std::any_of(b.begin(), b.end(), isNarrow);
  if (out.obstacles_.empty()) return std::nullopt;
  for (const ConvexSolid& solid : out.obstacles_) {
    if (out.covers_cuts_) out.grown_.push_back(grownBy(solid, cover.growth));
  }
  return out;
}

std::optional<FreePlace3> SpatialUnion::nearestPlace(double limit, bool& complete) const {
  std::int64_t looks = kMaxPlaneLooks;
  const CutCover cover(covers_cuts_ ? touching_ : 0);
  const std::vector<ConvexSolid>& solids = covers_cuts_ ? grown_ : obstacles_;
  if (std::ranges::none_of(solids, [](const ConvexSolid& solid) { return solid.height(Vec3{0.0}) < 0; }))
    return std::nullopt;
  auto found = nearestFree(solids, Vec3{0.0}, rounding_, limit + 2 * cover.inside_of, looks);
  complete = looks >= 0;
  return found;
}

bool SpatialUnion::overlaps() const {
  if (std::any_of(obstacles_.begin(), obstacles_.end(),
                  [&](const ConvexSolid& solid) { return solid.height(Vec3{0.0}) < -touching_; }))
    return true;
  if (!covers_cuts_) return false;
  bool complete = false;
  const auto near = nearestPlace(size_, complete);
  return complete && near && near->distance > CutCover(touching_).inside_of;
}

bool SpatialUnion::mayTouchAt(int piece_a, int piece_b, const Vec3& shift) const {
  const auto pair = static_cast<std::size_t>(piece_a) * b_.size() + static_cast<std::size_t>(piece_b);
  return of_pair_[pair] < 0 ||
         std::abs(obstacles_[static_cast<std::size_t>(of_pair_[pair])].height(shift)) <= 2 * touching_ + rounding_;
}

bool SpatialUnion::isHidden(const std::vector<ConvexSolid>& side, const Vec3& point, int piece) const {
  for (std::size_t i = 0; i < side.size(); ++i) {
    if (static_cast<int>(i) != piece && !side[i].planes.empty() && side[i].height(point) < -touching_) return true;
  }
  return false;
}

std::optional<FreePlace3> SpatialUnion::shortestMtv(double limit, bool& complete) const {
  const auto found = nearestPlace(limit, complete);
  if (!found || !covers_cuts_) return found;
  const auto height = [this](std::size_t i, const Vec3& place, Vec3& normal) {
    return obstacles_[i].height(place, normal);
  };
  return slideNearer({obstacles_.size(), height}, Vec3{0.0}, found->point);
}

// The translations of B that bring it to two triangles with a common edge have a side in common, as the triangles have:
// where B goes through the edge it is inside of both together, and on the boundary of each.
bool isPierced(PieceSearch& search, const Vec3& shift) {
  const bool has_mesh_a = search.piecesA().mesh() != nullptr, has_mesh_b = search.piecesB().mesh() != nullptr;
  if (has_mesh_a == has_mesh_b) return false;
  const CutCover cover(search.touching());
  for (int i = 0; i < (has_mesh_a ? search.piecesB() : search.piecesA()).count(); ++i) {
    const ConvexFeatures& piece = has_mesh_a ? search.featuresB(i) : search.featuresA(i);
    if (piece.curved || piece.radius > 0 || !isThin(piece, cover.width())) return false;
  }
  constexpr std::size_t kMaxTouched = 256;
  std::vector<ConvexSolid> obstacles;
  bool overlaps = false;
  double rounding = 0;
  const auto add = [&](int i, int j) {
    const ConvexFeatures &of_a = search.featuresA(i), of_b = transformed(search.featuresB(j), Mat3{1.0}, shift);
    const SatReport report = satReport(of_a, of_b, search.origin(), search.size(), search.touching());
    if (report.verdict == Verdict::kSeparated) return true;
    overlaps = report.verdict == Verdict::kOverlapping;
    rounding = std::max({rounding, roundingOf(of_a), roundingOf(of_b)});
    obstacles.push_back(grownBy(differenceOf(report), cover.growth));
    return !overlaps && obstacles.size() < kMaxTouched;
  };
  search.visitMeeting(shift, add, search.touching());
  if (overlaps || obstacles.size() < 2 || obstacles.size() == kMaxTouched) return false;
  std::int64_t looks = kMaxPlaneLooks;
  const auto near = nearestFree(obstacles, Vec3{0.0}, rounding, 2 * cover.inside_of, looks);
  return looks >= 0 && (!near || near->distance > cover.inside_of);
}

}  // namespace sepax
