#include "collide/pieces/spatial_union.h"

#include <algorithm>
#include <cmath>

#include "collide/sat/sat.h"
#include "geom/free_place.h"

namespace sepax {

namespace {

/// Pairs of pieces beyond which the union is not looked at, and planes that are clipped: some milliseconds.
constexpr std::size_t kMaxSolidPairs = 1024;
constexpr std::int64_t kMaxPlaneLooks = 2'000'000;

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
    for (const ConvexFeatures* piece : *side) {
      for (const Vec3& v : piece->core.vertices) out.rounding_ = std::max(out.rounding_, 128 * kEpsilon * length(v));
    }
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
  // A body with a volume fills the cuts by itself.
  const auto isThin = [](const ConvexFeatures* piece) { return isFlat(*piece); };
  out.covers_cuts_ = std::any_of(a.begin(), a.end(), isThin) || std::any_of(b.begin(), b.end(), isThin);
  if (out.obstacles_.empty()) return std::nullopt;
  for (const ConvexSolid& solid : out.obstacles_) {
    if (out.covers_cuts_) out.grown_.push_back(grownBy(solid, CutCover(out.touching_).growth));
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

}  // namespace sepax
