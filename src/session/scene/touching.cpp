#include "session/scene/touching.h"

#include "geom/shape_bounds.h"

#include <algorithm>
#include <cmath>

namespace sepax {

namespace {

constexpr int kSteps = 24;

/// Only the two bodies: what the pair test looks at.
Document pairAlone(const Document& document, const Body& moved, const Body& other) {
  Document pair;
  pair.space = document.space;
  pair.touching_tolerance = document.touching_tolerance;
  pair.bodies = {moved, other};
  return pair;
}

/// How far apart the bounds of two bodies are along the coordinate axis that separates them most; half-spaces are
/// always near.
double boundsGap(const MinMaxBox& a, const PosedShape& other) {
  if (isUnbounded(other.shape)) return 0;
  const MinMaxBox b = boundsOf(other.shape, other.pose);
  double gap = 0;
  for (int c = 0; c < 3; ++c) gap = std::max({gap, b.min[c] - a.max[c], a.min[c] - b.max[c]});
  return gap;
}

}  // namespace

std::optional<TouchMove> moveToTouch(const Document& document, const std::string& id, const std::string& other,
                                     const std::optional<Vec3>& direction) {
  const Body *const moved = findBody(document, id), *const stays = findBody(document, other);
  if (moved == nullptr || stays == nullptr || moved == stays) return std::nullopt;
  Document pair = pairAlone(document, *moved, *stays);
  Vec3& position = pair.bodies[0].position;
  // Each step goes as far as the pair is apart or overlaps; rounding, concave shapes and a given direction ask for more
  // than one. The first body of the pair moves, the normal points from it to the other.
  for (int step = 0; step < kSteps; ++step) {
    const Result<PairReport> report = testPair(pair, {id, other});
    if (!report || report->answer.endless) return std::nullopt;
    const PairAnswer& answer = report->answer;
    if (answer.verdict == Verdict::kTouching) return TouchMove{other, position - moved->position};
    Vec3 shift = answer.verdict == Verdict::kOverlapping ? -answer.mtv : answer.closest_b - answer.closest_a;
    if (direction) {
      const double towards = dot(*direction, answer.normal);
      if (std::abs(towards) < 1e-3) return std::nullopt;  // it slides past
      shift = *direction * (answer.separation / towards);
    }
    if (!(length(shift) > 0) || !std::isfinite(length(shift))) return std::nullopt;
    position += shift;
    if (document.space == Space::k2d) position.z = 0;
  }
  return std::nullopt;
}

std::optional<TouchMove> nearestTouch(const Document& document, const std::string& id,
                                      const std::vector<std::string>& without, double reach,
                                      const std::optional<Vec3>& direction) {
  const Body* const moved = findBody(document, id);
  if (moved == nullptr) return std::nullopt;
  const PosedShape posed = posedShape(*moved);
  if (isUnbounded(posed.shape)) return std::nullopt;
  const MinMaxBox bounds = boundsOf(posed.shape, posed.pose);
  std::optional<TouchMove> best;
  for (const Body& body : document.bodies) {
    if (!body.visible || body.id == id || std::ranges::find(without, body.id) != without.end()) continue;
    if (boundsGap(bounds, posedShape(body)) > reach) continue;
    auto move = moveToTouch(document, id, body.id, direction);
    if (!move || length(move->shift) > reach || (best && length(best->shift) <= length(move->shift))) continue;
    best = std::move(move);
  }
  return best;
}

}  // namespace sepax
