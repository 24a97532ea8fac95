#pragma once

#include "lab/jury/jury.h"
#include "lab/recording/frame.h"

#include <vector>

namespace sepax {

/// A claim beside the reference.
struct CheckedClaim {
  Claim claim;
  Verdict verdict = Verdict::kSeparated;  ///< the reference's, and its
  double separation = 0, distance = 0;    ///< metres
  Vec3 normal{1, 0, 0};
  double tolerance = 0;                     ///< by which it was compared, metres
  std::vector<JuryDifference> differences;  ///< ties included

  [[nodiscard]] bool differs() const { return anyWrong(differences); }
  /// By how much it differs most, metres; 0 where it does not.
  [[nodiscard]] double worst() const { return worstOf(differences); }
};

/// Compares a claim with what the reference says of the two bodies where they are. The tolerance is the larger of the
/// recording's own and of what its precision loses at the pair's size and place.
[[nodiscard]] CheckedClaim checkClaim(const Claim& claim, const PosedShape& a, const PosedShape& b,
                                      const RecordingHead& head);
[[nodiscard]] CheckedClaim checkClaim(const Claim& claim, const RecordedScene& scene, const RecordingHead& head);

}  // namespace sepax
