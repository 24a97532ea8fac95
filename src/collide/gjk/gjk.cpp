#include "collide/gjk/gjk.h"

#include <algorithm>
#include <cmath>

#include "collide/gjk/simplex.h"
#include "geom/tolerances.h"

namespace sepax {

namespace {

/// Other points of A and B may have the same difference: that is one corner.
bool same(const GjkVertex& p, const GjkVertex& q) { return p.point == q.point; }

/// The nearest point of the step's simplex; corners that it does not need are dropped.
void reduce(GjkStep& step, double scale, int enclosing) {
  std::array<Vec3, 4> corners{Vec3{0.0}, Vec3{0.0}, Vec3{0.0}, Vec3{0.0}};
  for (std::size_t i = 0; i < step.simplex.size(); ++i) corners[i] = step.simplex[i].point * scale;
  const NearestOnSimplex nearest = nearestOnSimplex(corners, static_cast<int>(step.simplex.size()), enclosing);
  std::vector<GjkVertex> kept;
  step.weights = {};
  for (std::size_t i = 0; i < step.simplex.size(); ++i) {
    if (nearest.weights[i] > 0) {
      step.weights[kept.size()] = nearest.weights[i];
      kept.push_back(step.simplex[i]);
    } else {
      step.dropped.push_back(step.simplex[i]);
    }
  }
  step.simplex = std::move(kept);
  step.closest = nearest.point / scale;
  step.upper = std::sqrt(nearest.squared) / scale;
}

/// Edges from the first corner to the others, scaled.
std::vector<Vec3> edgesOf(const std::vector<GjkVertex>& simplex, double scale) {
  std::vector<Vec3> edges;
  for (std::size_t i = 1; i < simplex.size(); ++i) edges.push_back((simplex[i].point - simplex[0].point) * scale);
  return edges;
}

}  // namespace

GjkVertex differenceSupport(const SupportMap& a, const SupportMap& b, const Vec3& direction) {
  const SupportPoint on_a = a(direction), on_b = b(-direction);
  return {on_a.point - on_b.point, on_a.point, on_b.point, on_a.feature, on_b.feature};
}

void gjkSearch(const SupportMap& a, const SupportMap& b, double scale, GjkReport& report) {
  const int enclosing = a.planar() && b.planar() ? 3 : 4;
  const auto far = [&](const GjkVertex& v) { return length(v.point * scale); };
  GjkStep first;
  first.direction = normalizedOr(b.centre() - a.centre(), {1, 0, 0});
  first.support = differenceSupport(a, b, first.direction);
  first.added = true;
  first.simplex = {first.support};
  reduce(first, scale, enclosing);
  first.lower = -dot(first.direction, first.support.point);
  double extent = std::max(1.0, far(first.support));
  report.steps = {first};
  report.stop = GjkStop::kStepLimit;
  while (static_cast<int>(report.steps.size()) < kMaxGjkSteps) {
    const GjkStep& last = report.steps.back();
    if (last.upper * scale <= kClosestGap * extent) {
      report.stop = GjkStop::kTouches;
      break;
    }
    GjkStep step;
    bool converged = false, known = false;
    const auto search = [&](const Vec3& direction) {
      step.direction = direction;
      step.support = differenceSupport(a, b, direction);
      extent = std::max(extent, far(step.support));
      step.lower = std::max(last.lower, -dot(direction, step.support.point));
      converged = (last.upper - step.lower) * scale <= kClosestGap * extent;
      known = std::any_of(last.simplex.begin(), last.simplex.end(), [&](const GjkVertex& vertex) { return same(vertex, step.support); });
    };
    const Vec3 towards = normalizedOr(-last.closest, {1, 0, 0});
    search(towards);
    if (known && !converged) {
      Vec3 best = towards;
      double most = step.lower;
      for (const Vec3& across : directionsAcross(towards, edgesOf(last.simplex, scale))) {
        search(across);
        if (step.lower > most) {
          most = step.lower;
          best = across;
        }
      }
      search(best);
    }
    step.simplex = last.simplex;
    if (converged || known) {
      step.weights = last.weights;
      step.closest = last.closest;
      step.upper = last.upper;
      report.stop = converged ? GjkStop::kConverged : GjkStop::kKnownSupport;
      report.steps.push_back(std::move(step));
      break;
    }
    step.added = true;
    step.simplex.push_back(step.support);
    const double before = last.upper;
    reduce(step, scale, enclosing);
    const bool encloses = static_cast<int>(step.simplex.size()) == enclosing;
    if (!encloses && !(step.upper < before)) {
      // Rounding: the step back is better.
      step.simplex = last.simplex;
      step.weights = last.weights;
      step.closest = last.closest;
      step.upper = last.upper;
      step.dropped = {};
      step.added = false;
      report.stop = GjkStop::kNoProgress;
      report.steps.push_back(std::move(step));
      break;
    }
    report.steps.push_back(std::move(step));
    if (encloses) {
      report.stop = GjkStop::kEncloses;
      break;
    }
  }
  report.tolerances.gap = kClosestGap * extent / scale;
}

}  // namespace sepax
