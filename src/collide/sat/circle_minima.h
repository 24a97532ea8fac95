#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <tuple>

namespace sepax {

// Minima of smooth functions of one angle, by the sign of their derivative at kRimSamples places around, refined to rounding. Derivatives
// are functions of the angle's cosine and sine.

inline constexpr int kRimSamples = 24;
/// Of a squared distance' derivative, of extent · radius: one as small all around is none but rounding.
inline constexpr double kSlopeRounding = 1e-13;
/// The same where the derivative vanishes: what is left of it makes an error of the direction, over the distance there.
inline constexpr double kSlopeZero = 1e-16;

/// A place around a circle by its angle's cosine and sine, and a slope there.
struct Place {
  double cosine = 1, sine = 0, slope = 0;
};

/// Places on a rim beside those at which a circle or line crosses it, as seen in its plane, on either side of them. Where that nearly
/// touches the rim, the two crossings are as close as they like, and nothing else would tell them apart. Of ellipses the ends of their
/// shorter axes.
struct Crossings {
  std::array<Place, 4> beside;
  int count = 0;
};

/// The place that divides the arc from one to another, of much less than half a circle, about like this.
inline Place placeBetween(const Place& p, const Place& q, double share) {
  const double x = p.cosine + share * (q.cosine - p.cosine), y = p.sine + share * (q.sine - p.sine), r = std::sqrt(x * x + y * y);
  return {x / r, y / r};
}

/// The place between one where the slope is negative and a later one where it is positive at which it vanishes: regula falsi with halved
/// weights (Illinois), and a bisection every third step.
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

/// Calls `visit` with an angle's cosine and sine wherever `slope`, a function of both, changes from falling to rising; once when it is
/// level (within `rounding`) all around.
template <class Slope, class Visit>
void visitMinima(const Slope& slope, double rounding, const Crossings& crossings, const Visit& visit) {
  static const auto kPlaces = [] {
    std::array<Place, kRimSamples> out;
    for (int k = 0; k < kRimSamples; ++k) out[k] = {std::cos(2 * M_PI * k / kRimSamples), std::sin(2 * M_PI * k / kRimSamples)};
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
      if (here.cosine * p.sine - here.sine * p.cosine < 0 || p.cosine * after.sine - p.sine * after.cosine <= 0) continue;
      // In order.
      std::size_t at = count++;
      for (; at > first && p.cosine * places[at - 1].sine - p.sine * places[at - 1].cosine > 0; --at) places[at] = places[at - 1];
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
  for (std::size_t k = 0; k < count; ++k) {
    const Place &before = places[(k + count - 1) % count], &here = places[k], &after = places[(k + 1) % count];
    if (here.slope <= 0 && after.slope > 0) visitBetween(here, after);
    // A minimum and a maximum between two samples: where three slopes come near to zero and go away again, at the vertex of their parabola.
    const double bend = before.slope - 2 * here.slope + after.slope;
    const bool is_near = here.slope < 0 ? bend < 0 && before.slope < here.slope && after.slope <= here.slope
                                        : bend > 0 && before.slope > here.slope && after.slope >= here.slope;
    if (!is_near || std::abs(here.slope) > std::abs(bend)) continue;
    const double offset = (before.slope - after.slope) / (2 * bend);
    Place vertex = placeBetween(here, offset > 0 ? after : before, std::abs(offset));
    vertex.slope = slope(vertex.cosine, vertex.sine);
    if (here.slope < 0 && vertex.slope > 0) visitBetween(offset > 0 ? here : before, vertex);
    if (here.slope > 0 && vertex.slope < 0) visitBetween(vertex, offset > 0 ? after : here);
  }
}

}  // namespace sepax
