#include "collide/gjk/gjk.h"

#include "geom/tolerances.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace sepax {

namespace {

/// The other corners of the faces that have the last one, ascending.
struct Face {
  int count;
  std::array<int, 4> corners;
};
constexpr Face kFaces[] = {{0, {}},  {1, {0}},    {1, {1}},    {2, {0, 1}},
                           {1, {2}}, {2, {0, 2}}, {2, {1, 2}}, {3, {0, 1, 2}}};

/// Solves the 1..3 unknown Gram system of the subset by Cramer's rule; weights of the affine hull's nearest point, or
/// nothing when the subset is degenerate or the point lies outside it.
bool weightsOf(const std::array<const Vec3*, 4>& p, int n, std::array<double, 4>& w) {
  const Vec3& o = *p[0];
  if (n == 1) {
    w = {1, 0, 0, 0};
    return true;
  }
  const Vec3 e1 = *p[1] - o;
  if (n == 2) {
    const double d = dot(e1, e1);
    if (!(d > 0)) return false;
    const double t = -dot(o, e1) / d;
    w = {1 - t, t, 0, 0};
    return t > 0 && t < 1;
  }
  const Vec3 e2 = *p[2] - o;
  if (n == 3) {
    const Vec3 normal = crossAccurate(e1, e2);
    const double d = dot(normal, normal);
    if (!(d > 0)) return false;
    // Areas of the sub-triangles seen along the normal.
    const double u = dot(crossAccurate(e2, o), normal) / d;  // weight of p1
    if (!(u > 0)) return false;
    const double v = dot(crossAccurate(o, e1), normal) / d;  // weight of p2
    w = {1 - u - v, u, v, 0};
    return v > 0 && w[0] > 0;
  }
  const Vec3 e3 = *p[3] - o;
  const Vec3 across = crossAccurate(e2, e3);
  const double d = dot(e1, across);
  if (d == 0) return false;
  const double u = -dot(o, across) / d;
  if (!(u >= 0)) return false;
  const double v = -dot(e1, crossAccurate(o, e3)) / d;
  if (!(v >= 0)) return false;
  const double t = -dot(e1, crossAccurate(e2, o)) / d;
  w = {1 - u - v - t, u, v, t};
  return t >= 0 && w[0] >= 0;
}

}  // namespace

NearestOnSimplex nearestOnSimplex(const std::array<Vec3, 4>& corners, int count, int enclosing) {
  NearestOnSimplex best;
  best.squared = std::numeric_limits<double>::infinity();
  for (int face = 0; face < 1 << (count - 1); ++face) {
    auto [n, index] = kFaces[face];
    index[n++] = count - 1;
    std::array<const Vec3*, 4> p{};
    for (int i = 0; i < n; ++i) p[i] = &corners[index[i]];
    std::array<double, 4> w{};
    if (!weightsOf(p, n, w)) continue;
    Vec3 v{0.0};
    if (n < enclosing) {
      for (int i = 0; i < n; ++i) v += w[i] * *p[i];
    }
    if (const double squared = dot(v, v); squared < best.squared) {
      best = {v, squared, {}, 0};
      for (int i = 0; i < n; ++i) {
        best.weights[index[i]] = w[i];
        best.count += w[i] > 0 ? 1 : 0;
      }
    }
  }
  return best;
}

namespace {

constexpr double kMeanRounding = 64 * std::numeric_limits<double>::epsilon();  ///< of a mean of corners, of the extent
constexpr double kNormalTrusted = 1e-6;                                        ///< radians
/// Bounds that have met within kClosestGap are brought together to rounding, of the extent: small shapes beside large
/// ones get digits of their own.
constexpr double kMetToRounding = 8 * std::numeric_limits<double>::epsilon();

/// One search. Where a name says scaled, lengths are times `scale_`; else metres.
class Search {
 public:
  Search(const SupportMap& a, const SupportMap& b, const GjkOptions& options, std::vector<GjkStep>* trace)
      : a_(a),
        b_(b),
        shift_(options.shift),
        apart_(options.apart),
        trace_(trace),
        scale_(scaleOf(a, b)),
        enclosing_(a.planar() && b.planar() ? 3 : 4) {
    out_.direction = normalizedOr(options.start, {1, 0, 0});
    const GjkVertex first = support(out_.direction);
    out_.lower = -dot(out_.direction, first.point);
    const Vec3 scaled = first.point * scale_;
    adopt(first, {scaled, dot(scaled, scaled), {1}, 1});
    record(out_.direction, first, out_.stop);
  }

  GjkResult run() {
    for (int step = 1; step < kMaxGjkSteps && out_.stop == kGoesOn && out_.lower <= apart_; ++step)
      out_.stop = advance();
    out_.upper = scaled_upper_ / scale_;
    out_.extent = scaled_extent_ / scale_;
    for (int i = 0; i < out_.corners; ++i) {
      out_.a += weights_[i] * out_.simplex[i].a;
      out_.b += weights_[i] * out_.simplex[i].b;
    }
    return out_;
  }

 private:
  static constexpr GjkStop kGoesOn = GjkStop::kStepLimit;  ///< what remains when nothing else stops the search

  GjkVertex support(const Vec3& direction) {
    GjkVertex vertex = differenceSupport(a_, b_, direction);
    vertex.b += shift_;
    vertex.point = vertex.a - vertex.b;
    scaled_extent_ = std::max(scaled_extent_, length(vertex.point * scale_));
    return vertex;
  }

  /// From the nearest point towards the origin, perpendicular to the simplex. A mean of far corners is known to the
  /// rounding of their coordinates; of a near point that is a large angle, and along an edge it would cost the edge's
  /// length times that. Edge and normal are known better, but for those of thin triangles.
  [[nodiscard]] Vec3 towardsOrigin() const {
    const auto side = [&](int i) { return (out_.simplex[i].point - out_.simplex[0].point) * scale_; };
    const Vec3 rough = -scaled_nearest_ / scaled_upper_;
    Vec3 across = rough;
    if (out_.corners == 2) {
      const Vec3 edge = normalizedOr(side(1), Vec3{0.0});
      for (int again = 0; again < 2; ++again) across -= dot(across, edge) * edge;
      across = normalizedOr(across, rough);
    } else if (out_.corners == 3) {
      const Vec3 normal = crossAccurate(side(1), side(2));
      across = normalizedOr(dot(normal, rough) < 0 ? -normal : normal, rough);
    }
    return length(across - rough) <= kNormalTrusted + kMeanRounding * scaled_extent_ / scaled_upper_ ? across : rough;
  }

  /// The stop of a search that can do no better, or need not: the bounds may have met.
  [[nodiscard]] GjkStop stopWith(GjkStop otherwise) const {
    if (scaled_upper_ - out_.lower * scale_ > kClosestGap * scaled_extent_) return otherwise;
    return out_.lower > 0 ? GjkStop::kConverged : GjkStop::kTouches;
  }

  GjkStop advance() {
    if (scaled_upper_ <= kMetToRounding * scaled_extent_) return GjkStop::kTouches;
    const Vec3 direction = towardsOrigin();
    const GjkVertex found = support(direction);
    if (const double gap = -dot(direction, found.point); gap > out_.lower) {
      out_.lower = gap;
      out_.direction = direction;
    }
    const GjkStop stop = grow(found);
    record(direction, found, stop);
    return stop;
  }

  /// Adds what was found where that brings the nearest point nearer.
  GjkStop grow(const GjkVertex& found) {
    if (scaled_upper_ - out_.lower * scale_ <= kMetToRounding * scaled_extent_) return stopWith(GjkStop::kConverged);
    std::array<Vec3, 4> scaled{Vec3{0.0}, Vec3{0.0}, Vec3{0.0}, Vec3{0.0}};
    for (int i = 0; i < out_.corners; ++i) {
      // Other points of A and B may have the same difference: that is one corner.
      if (out_.simplex[i].point == found.point) return stopWith(GjkStop::kKnownSupport);
      scaled[i] = out_.simplex[i].point * scale_;
    }
    scaled[out_.corners] = found.point * scale_;
    const NearestOnSimplex nearest = nearestOnSimplex(scaled, out_.corners + 1, enclosing_);
    const bool encloses = nearest.count == enclosing_;
    if (!encloses && !(std::sqrt(nearest.squared) < scaled_upper_)) return stopWith(GjkStop::kNoProgress);
    adopt(found, nearest);
    return encloses ? GjkStop::kEncloses : kGoesOn;
  }

  /// Corners that the nearest point does not need are dropped.
  void adopt(const GjkVertex& found, const NearestOnSimplex& nearest) {
    const int count = out_.corners + 1;
    out_.simplex[out_.corners] = found;
    out_.corners = 0;
    weights_ = {};
    for (int i = 0; i < count; ++i) {
      if (nearest.weights[i] > 0) {
        weights_[out_.corners] = nearest.weights[i];
        out_.simplex[out_.corners++] = out_.simplex[i];
      } else if (trace_ != nullptr) {
        dropped_.push_back(out_.simplex[i]);
      }
    }
    scaled_nearest_ = nearest.point;
    scaled_upper_ = std::sqrt(nearest.squared);
  }

  void record(const Vec3& direction, const GjkVertex& found, GjkStop stop) {
    if (trace_ == nullptr) return;
    GjkStep& step = trace_->emplace_back();
    step.direction = direction;
    step.support = found;
    step.added = stop == kGoesOn || stop == GjkStop::kEncloses;
    step.simplex.assign(out_.simplex.begin(), out_.simplex.begin() + out_.corners);
    step.weights = weights_;
    step.dropped = std::exchange(dropped_, {});
    step.closest = scaled_nearest_ / scale_;
    step.lower = out_.lower;
    step.upper = scaled_upper_ / scale_;
  }

  const SupportMap &a_, &b_;
  const Vec3 shift_;
  const double apart_;
  std::vector<GjkStep>* const trace_;
  const double scale_;
  const int enclosing_;  ///< corners of a simplex with an inside
  double scaled_extent_ = 1;
  Vec3 scaled_nearest_{0.0};
  double scaled_upper_ = 0;
  std::array<double, 4> weights_{};
  std::vector<GjkVertex> dropped_;  ///< by this step
  GjkResult out_;
};

}  // namespace

const char* gjkStopName(GjkStop stop) {
  static constexpr const char* kNames[] = {"encloses",      "touches",     "converged",
                                           "known_support", "no_progress", "step_limit"};
  return kNames[static_cast<int>(stop)];
}

GjkVertex differenceSupport(const SupportMap& a, const SupportMap& b, const Vec3& direction) {
  const SupportPoint on_a = a(direction), on_b = b(-direction);
  return {on_a.point - on_b.point, on_a.point, on_b.point, on_a.feature, on_b.feature};
}

double gapAlong(const SupportMap& a, const SupportMap& b, const Vec3& direction) {
  return -dot(differenceSupport(a, b, direction).point, direction);
}

double scaleOf(const SupportMap& a, const SupportMap& b) {
  const double extent = std::max(a.extent(), b.extent());
  return extent > 0 ? std::ldexp(1.0, -std::clamp(std::ilogb(extent), -1000, 1000)) : 1;
}

GjkResult gjk(const SupportMap& a, const SupportMap& b, const GjkOptions& options, std::vector<GjkStep>* trace) {
  return Search(a, b, options, trace).run();
}

}  // namespace sepax
