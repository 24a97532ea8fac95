#pragma once

#include "collide/pair/pair.h"
#include "geom/types.h"
#include "lab/paste/paste.h"

#include <string>
#include <vector>

namespace sepax {

/// A result that the text states about its pair: what an engine answered, or what its author expects.
struct PasteClaim {
  enum class Kind { kVerdict, kDepth, kDistance, kContact };
  Kind kind = Kind::kVerdict;
  std::string word;  ///< as the text has it: "min_distance"; empty: it is in `said`
  std::string said;  ///< as the text has it: "0.05", "true", "(1, 0, 0)", "no overlap"
  int line = 1;
  double value = 0;      ///< metres; of a verdict 1: they overlap, 0: they do not
  double precision = 0;  ///< half a unit of its last printed digit, metres; at least what floats lose
  Vec3 point{0.0};       ///< of a contact, as the document has it

  [[nodiscard]] std::string text() const { return word.empty() ? said : word + " " + said; }
};

/// The claims of a text in their order: words such as "depth", "distance", "colliding" and "contact" with a value
/// behind them that is part of no body. Comments count.
[[nodiscard]] std::vector<PasteClaim> claimsOf(const Pasted& pasted);

/// A claim beside the answer of the reference.
struct PasteClaimCheck {
  PasteClaim claim;
  std::string here;      ///< what holds here, in words
  bool differs = false;  ///< by more than the printed digits
};
[[nodiscard]] std::vector<PasteClaimCheck> checkClaims(const Pasted& pasted, const PairAnswer& reference);

}  // namespace sepax
