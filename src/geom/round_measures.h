#pragma once

#include "geom/ellipsoid.h"
#include "geom/measures.h"
#include "geom/round.h"
#include "geom/tapered.h"

namespace sepax {

// Measures of round shapes in closed form, and of all points within a margin of them. Second moments of what is
// symmetric about an axis come from its outline (Green's theorem, Gauss's quadrature to rounding), those around
// ellipsoids from adaptive quadrature to about 1e-12.

[[nodiscard]] Measures measureRound(const Sphere& s);
[[nodiscard]] Measures measureRound(const Circle& s);
[[nodiscard]] Measures measureRound(const Capsule& s);
[[nodiscard]] Measures measureRound(const Capsule2& s);
[[nodiscard]] Measures measureRound(const TaperedCapsule& s);
[[nodiscard]] Measures measureRound(const TaperedCapsule2& s);
[[nodiscard]] Measures measureRound(const Cylinder& s, double margin = 0);
[[nodiscard]] Measures measureRound(const Cone& s, double margin = 0);
[[nodiscard]] Measures measureRound(const Ellipsoid& s, double margin = 0);
[[nodiscard]] Measures measureRound(const Ellipse& s, double margin = 0);

}  // namespace sepax
