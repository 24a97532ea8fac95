#pragma once

#include "geom/portable_math.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <tuple>

namespace sepax {

// Minima of smooth functions of one angle, by the sign of their derivative at kRimSamples places around, refined to
// rounding. Derivatives are functions of the angle's cosine and sine. Two minima are told apart wherever they lie from
// four degrees on; nearer ones may be one: what lies between them is 2e-7 of the extent (an eighth of the fourth power
// of 2°).

inline constexpr int kRimSamples = 24;
/// A derivative of a squared distance as small as this all around is rounding. A share of extent · radius.
inline constexpr double kSlopeRounding = 1e-13;
/// The bound where the derivative vanishes: the rest of it makes an error of the direction, over the distance there.
inline constexpr double kSlopeZero = 1e-16;

/// Radians: how far beside a place its slope is asked when it is none there.
inline constexpr double kBeside = 1e-4;

/// A place around a circle by its angle's cosine and sine, and a slope there.
struct Place {
  double cosine = 1, sine = 0, slope = 0;
};

/// Places on a rim beside those at which a circle or line crosses it, as seen in its plane, on either side of them.
/// Where that nearly touches the rim, the two crossings may be arbitrarily close, and nothing else would tell them
/// apart. For ellipses, the ends of their shorter axes.
struct Crossings {
  std::array<Place, 4> beside;
  int count = 0;
};

/// The place that divides the arc from one to another, of much less than half a circle, about like this.
inline Place placeBetween(const Place& p, const Place& q, double share) {
  const double x = p.cosine + share * (q.cosine - p.cosine), y = p.sine + share * (q.sine - p.sine),
               r = std::sqrt(x * x + y * y);
  return {x / r, y / r};
}

/// The place between one where the slope is negative and a later one where it is positive at which it vanishes: regula
/// falsi with halved weights (Illinois), and a bisection every third step.
template <class Slope>
Place levelBetween(const Slope& slope, Place low, Place high, double rounding) {
  Place at = low;
  for (int step = 1; step <= 60; ++step) {
    const double share = step % 3 == 0 ? 0.5 : low.slope / (low.slope - high.slope);
    at = placeBetween(low, high, share);
    at.slope = slope(at.cosine, at.sine);
    if (std::abs(at.slope) <= rounding || !(share > 0 && share < 1)) break;
    Place& replaced = at.slope < 0 ? low : high;
    Place& kept = at.slope < 0 ? high : low;
    if (at.cosine == replaced.cosine && at.sine == replaced.sine) break;
    replaced = at;
    kept.slope /= 2;
  }
  return at;
}

/// The place that lies beyond another by an angle of this sine.
inline Place placeAfter(const Place& p, double sine) {
  const double cosine = std::sqrt(1 - sine * sine);
  return {p.cosine * cosine - p.sine * sine, p.sine * cosine + p.cosine * sine};
}

/// A share of the rates of change beside an arc: that of a parabola which turns at an end of it is a third.
inline constexpr double kFlatter = 0.5;

/// Where the cubic through the slopes of four places in order turns between the second and the third: sines of the
/// angles from the second.
struct Turns {
  double maximum = 0, minimum = 0;  ///< 0: none there
};

inline Turns turnsBetween(const std::array<Place, 4>& at) {
  const auto sine = [&](const Place& p) { return at[1].cosine * p.sine - at[1].sine * p.cosine; };
  const double x0 = sine(at[0]), x1 = sine(at[2]), x2 = sine(at[3]);
  if (!(x0 < 0 && x1 > 0 && x2 > x1)) return {};
  // slope(x) = slope(0) + x (c1 + x (c2 + x c3)), through the other three.
  const auto rise = [&](const Place& p, double x) { return (p.slope - at[1].slope) / x; };
  const double s0 = rise(at[0], x0), s1 = rise(at[2], x1), s2 = rise(at[3], x2);
  // Inside the arc it turns only where it changes more slowly than beside it.
  const double beyond = (at[3].slope - at[2].slope) / (x2 - x1);
  if (std::abs(s1) > kFlatter * std::max(std::abs(s0), std::abs(beyond))) return {};
  const double d0 = (s1 - s0) / (x1 - x0), d1 = (s2 - s1) / (x2 - x1), c3 = (d1 - d0) / (x2 - x0);
  const double c2 = d0 - c3 * (x0 + x1), c1 = s0 - x0 * (c2 + c3 * x0);
  const double discriminant = c2 * c2 - 3 * c3 * c1;
  if (!(discriminant > 0)) return {};
  // The second derivative is twice the root: below zero at the maximum.
  const auto turn = [&](double root) {
    const double x = c2 * root < 0 ? (root - c2) / (3 * c3) : -c1 / (c2 + root);
    return x > 0 && x < x1 ? x : 0;
  };
  return {turn(-std::sqrt(discriminant)), turn(std::sqrt(discriminant))};
}

inline constexpr int kSplits =
    6;  ///< of the arc between two samples; after the first each halves what is left of the slope
inline constexpr int kHalvings = 3;       ///< of an arc that the cubic does not divide
inline constexpr double kNearZero = 0.1;  ///< of the slopes around

/// Calls `visit` with the two ends of every arc between the second and the third of four places in which the slope goes
/// from below to above zero. Where their cubic turns towards zero, or twice on the way through it, the arc is divided
/// there.
template <class Slope, class Visit>
void visitRises(const Slope& slope, const std::array<Place, 4>& at, int splits, const Visit& visit) {
  const Place &low = at[1], &high = at[2];
  const bool one_sign = (low.slope < 0) == (high.slope < 0);
  const double nearer = std::min(std::abs(low.slope), std::abs(high.slope));
  double turn = 0;
  if (splits > 0) {
    const Turns turns = turnsBetween(at);
    if (one_sign || (turns.maximum > 0 && turns.minimum > 0)) turn = low.slope < 0 ? turns.maximum : turns.minimum;
    // So near to zero that the slope may be over it and back before the cubic knows: halved.
    const double farther = std::max(std::abs(at[0].slope), std::abs(at[3].slope));
    if (turn == 0 && splits > kSplits - kHalvings && nearer <= kNearZero * farther) {
      turn = (low.cosine * high.sine - low.sine * high.cosine) / 2;
    }
  }
  if (turn == 0) {
    if (low.slope <= 0 && high.slope > 0) visit(low, high);
    return;
  }
  Place between = placeAfter(low, turn);
  between.slope = slope(between.cosine, between.sine);
  // No nearer to zero than the ends, where the cubic is near to the slope: it does not get there.
  if (splits <= kSplits - kHalvings && one_sign && (between.slope < 0) == (low.slope < 0) &&
      std::abs(between.slope) > nearer / 2)
    return;
  visitRises(slope, {at[0], low, between, high}, splits - 1, visit);
  visitRises(slope, {low, between, high, at[3]}, splits - 1, visit);
}

/// Calls `visit` with an angle's cosine and sine wherever `slope`, a function of both, changes from falling to rising;
/// once when it is level (within `rounding`) all around.
template <class Slope, class Visit>
void visitMinima(const Slope& slope, double rounding, const Crossings& crossings, const Visit& visit) {
  static const auto kPlaces = [] {
    std::array<Place, kRimSamples> out;
    for (int k = 0; k < kRimSamples; ++k)
      out[k] = {portable::cos(2 * M_PI * k / kRimSamples), portable::sin(2 * M_PI * k / kRimSamples)};
    return out;
  }();
  std::array<Place, kRimSamples + std::tuple_size_v<decltype(crossings.beside)>> places;
  std::size_t count = 0;
  for (int k = 0; k < kRimSamples; ++k) {
    const Place &here = kPlaces[k], &after = kPlaces[(k + 1) % kRimSamples];
    places[count++] = here;
    const std::size_t first = count;
    for (int i = 0; i < crossings.count; ++i) {
      const Place& p = crossings.beside[static_cast<std::size_t>(i)];
      if (here.cosine * p.sine - here.sine * p.cosine < 0 || p.cosine * after.sine - p.sine * after.cosine <= 0)
        continue;
      // In order.
      std::size_t at = count++;
      for (; at > first && p.cosine * places[at - 1].sine - p.sine * places[at - 1].cosine > 0; --at)
        places[at] = places[at - 1];
      places[at] = p;
    }
  }
  bool level = true;
  for (std::size_t k = 0; k < count; ++k) {
    places[k].slope = slope(places[k].cosine, places[k].sine);
    level = level && std::abs(places[k].slope) <= rounding;
  }
  if (level) return visit(1.0, 0.0);
  const auto visitBetween = [&](const Place& low, const Place& high) {
    const Place at = levelBetween(slope, low, high, rounding / kSlopeRounding * kSlopeZero);
    visit(at.cosine, at.sine);
  };
  // A slope of nothing is a minimum's, a maximum's or neither's: what it is on either side tells.
  std::array<double, std::tuple_size_v<decltype(places)>> arriving;
  for (std::size_t k = 0; k < count; ++k) {
    Place& here = places[k];
    arriving[k] = here.slope;
    if (std::abs(here.slope) > rounding) continue;
    Place low = placeAfter(here, -kBeside), high = placeAfter(here, kBeside);
    low.slope = slope(low.cosine, low.sine);
    high.slope = slope(high.cosine, high.sine);
    if (low.slope < 0 && high.slope > 0) {
      if (here.slope == 0) {
        visit(here.cosine, here.sine);
      } else {
        visitBetween(low, high);
      }
    }
    arriving[k] = low.slope;
    here.slope = high.slope;
  }
  for (std::size_t k = 0; k < count; ++k) {
    const Place &before = places[(k + count - 1) % count], &here = places[k];
    Place after = places[(k + 1) % count];
    after.slope = arriving[(k + 1) % count];
    visitRises(slope, {before, here, after, places[(k + 2) % count]}, kSplits, visitBetween);
  }
}

}  // namespace sepax
