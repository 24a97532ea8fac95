#include "collide/pieces/spatial_union.h"

#include <algorithm>
#include <cmath>

#include "collide/pieces/mtv_search.h"

namespace sepax {

namespace {

/// Pairs of pieces beyond which the union is not looked at, and planes that are clipped: some milliseconds.
constexpr std::size_t kMaxSolidPairs = 1024;
constexpr std::int64_t kMaxPlaneLooks = 2'000'000;

/// How many corners of a core lie in its supporting plane along a direction.
std::ptrdiff_t cornersAt(const ConvexFeatures& piece, const Vec3& direction, double tolerance) {
  double highest = -kInfinity;
  for (const Vec3& v : piece.core.vertices) highest = std::max(highest, dot(v, direction));
  return std::ranges::count_if(piece.core.vertices,
                               [&](const Vec3& v) { return dot(v, direction) >= highest - tolerance; });
}

/// The translations of B for which it meets A: behind the planes of their fixed axes that hold a face of it, of a face
/// of either or of an edge of each. Most pairs of edges span none.
ConvexSolid differenceOf(const ConvexFeatures& a, const ConvexFeatures& b, double tolerance) {
  ConvexSolid out;
  const auto add = [&](const Vec3& normal, double offset) {
    const auto of_a = cornersAt(a, normal, tolerance), of_b = cornersAt(b, -normal, tolerance);
    if (std::max(of_a, of_b) > 2 || (of_a == 2 && of_b == 2)) out.planes.push_back({normal, offset});
  };
  for (const auto& [direction, along, against] : clearancesOf(a, b)) {
    add(direction, along);
    add(-direction, against);
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
  for (const auto* side : {&a, &b}) {
    for (const ConvexFeatures* piece : *side) {
      for (const Vec3& v : piece->core.vertices) out.rounding_ = std::max(out.rounding_, 128 * kEpsilon * length(v));
    }
  }
  for (const ConvexFeatures* piece : a) out.a_.push_back(solidOf(*piece));
  for (const ConvexFeatures* piece : b) out.b_.push_back(solidOf(*piece));
  const auto addPairs = [&](const auto& first, const auto& second) {
    for (const ConvexFeatures* p : first) {
      for (const ConvexFeatures* q : second) {
        if (!isFlat(*p) || !isFlat(*q)) out.obstacles_.push_back(differenceOf(*p, *q, out.touching_));
      }
    }
  };
  addPairs(a, b);
  const auto pointersTo = [](const std::vector<ConvexFeatures>& all) {
    std::vector<const ConvexFeatures*> pointers;
    for (const ConvexFeatures& one : all) pointers.push_back(&one);
    return pointers;
  };
  const auto anyFlat = [](const auto& pieces) {
    return std::any_of(pieces.begin(), pieces.end(), [](const ConvexFeatures* piece) { return isFlat(*piece); });
  };
  // A body with a volume fills the cuts by itself.
  const std::vector<ConvexFeatures> over_a = anyFlat(b) ? bridgesOf(a, out.touching_) : std::vector<ConvexFeatures>{},
                                    over_b = anyFlat(a) ? bridgesOf(b, out.touching_) : std::vector<ConvexFeatures>{};
  addPairs(pointersTo(over_a), b);
  addPairs(a, pointersTo(over_b));
  if (out.obstacles_.empty()) return std::nullopt;
  return out;
}

bool SpatialUnion::overlaps() const {
  return std::any_of(obstacles_.begin(), obstacles_.end(),
                     [&](const ConvexSolid& solid) { return solid.height(Vec3{0.0}) < -touching_; });
}

bool SpatialUnion::isHidden(const std::vector<ConvexSolid>& side, const Vec3& point, int piece) const {
  for (std::size_t i = 0; i < side.size(); ++i) {
    if (static_cast<int>(i) != piece && !side[i].planes.empty() && side[i].height(point) < -touching_) return true;
  }
  return false;
}

std::optional<FreePlace3> SpatialUnion::shortestMtv(double limit, bool& complete) const {
  std::int64_t looks = kMaxPlaneLooks;
  auto found = nearestFree(obstacles_, Vec3{0.0}, rounding_, limit, looks);
  complete = looks >= 0;
  return found;
}

}  // namespace sepax
