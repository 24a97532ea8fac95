#pragma once

#include "collide/pair/pair.h"
#include "document/document.h"

#include <optional>
#include <string>
#include <vector>

namespace sepax {

enum class AxisTextFormat { kText, kCsv, kJson };
/// The table of axes as text to copy, empty without a SAT trace; every number reads back as the identical double.
[[nodiscard]] std::string axesAsText(const PairReport& report, Space space, AxisTextFormat format);
/// One axis of it, tab separated, under the names of its columns.
[[nodiscard]] std::string axisAsText(const SatAxis& axis);

/// One summand of a projection radius: a length of the shape times how much of it the axis sees.
struct RadiusTerm {
  std::string symbol;         ///< "h₀", "r", "ℓ"
  std::string factor_symbol;  ///< "|A₀·L|"; empty when the length counts in full
  double length = 0;          ///< metres
  double factor = 1;          ///< 0..1
};

/// rA = Σ hᵢ·|Aᵢ·L| term by term (their sum is the report's radius but for rounding), for shapes whose radius is such a
/// sum (boxes, balls, capsules); of ellipsoids one term, √(Σ (hᵢ·(Aᵢ·L))²); empty for the others.
[[nodiscard]] std::vector<RadiusTerm> radiusTerms(const PosedShape& shape, char who, const Vec3& direction);

/// The inequality as engines compute it from R = AᵀB and T, without ever forming L (Gottschalk, Lin, Manocha 1996). For
/// edge pairs both sides are `scale` times the true lengths, because A×B is not normalised there.
struct ReducedForm {
  std::string left, right;  ///< symbols
  double left_value = 0, right_value = 0;
  double scale = 1;  ///< the report's cross_length
};

/// The reduced form of an axis of two boxes (both 2D or both 3D); nullopt for other pairs and axes.
[[nodiscard]] std::optional<ReducedForm> reducedForm(const PosedShape& a, const PosedShape& b, const SatAxis& axis);

/// "₀", "₁", … for an index.
[[nodiscard]] std::string subscript(int index);

}  // namespace sepax
