#pragma once

#include "core/error.h"
#include "core/progress.h"
#include "prove/contact_checks.h"
#include "prove/solid_checks.h"
#include "prove/sweep_checks.h"
#include "prove/workload.h"

#include <array>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

namespace sepax {

struct SelfcheckOptions {
  /// Box pairs of each mix; every other pair of kinds gets a tenth, spread over its mixes.
  std::uint64_t pairs = 10000;
  std::uint64_t seed = 0;
  std::vector<std::string> only;  ///< rows by their kinds ("capsule-box"); empty: all
  int threads = 0;                ///< 0: as many as the machine has cores. The result does not depend on it
  ShareSink progress;             ///< called from any thread, one at a time
};

/// Counts and worst errors over the pairs of one plan. Lengths are shares of size (the longest side of the larger
/// shape).
struct SelfcheckCounts {
  std::uint64_t pairs = 0;
  std::uint64_t wrong = 0;      ///< verdicts that contradict the truth
  double worst_wrong_gap = 0;   ///< largest |true gap| of a wrong verdict
  double separation_error = 0;  ///< largest |separation − true one|
  double distance_error = 0;    ///< largest |distance − true one|, of the exactly answered pairs
  double mtv_error = 0;         ///< largest |separation| that is left after moving B by the mtv
  std::uint64_t unsound = 0;    ///< reports that contradict themselves: check(report)
  std::uint64_t known =
      0;  ///< pairs whose true separation is known: boxes by the radius formula, half-spaces, the exact ones
  std::uint64_t exact = 0;  ///< pairs answered in exact arithmetic too
  std::uint64_t sign_flips =
      0;  ///< of these, verdicts on the other side of zero: all of them within rounding when none is wrong
  double worst_flip = 0;
  std::uint64_t compared = 0;       ///< pairs answered by every algorithm that takes them, brute force among them
  std::uint64_t disagreements = 0;  ///< of these, answers beyond an algorithm's stated tolerance
  std::string first_disagreement;
  double brute_excess = 0;  ///< largest gap of a sampled direction above the answer's
  // Coverage.
  /// By a face of A, a face of B, an edge pair, the closest features, a lateral surface, a rim.
  std::array<std::uint64_t, 6> decided{};
  std::uint64_t separated = 0, touching = 0, overlapping = 0;
  std::uint64_t degenerate = 0;  ///< reports with a degenerate axis
  std::uint64_t ties = 0;
  SweepCounts sweeps;  ///< of a share of the pairs
  MassCounts mass;     ///< of a share of their shapes
  std::uint64_t mirrored = 0;
  double mirror_error = 0;  ///< largest difference of a mirrored pair's answer, of the compared pairs
  ContactCounts contacts;   ///< contacts and what else is asked of a pair (prove/contact_checks.h)
};

struct SelfcheckRow {
  std::string a, b, mix;  ///< names of kinds and mix; mix "all" for several
  bool planar = false;
  SelfcheckCounts counts;
};

struct SelfcheckResult {
  std::vector<SelfcheckRow> rows;  ///< box pairs by mix first, then every other pair of kinds
  std::array<SelfcheckCounts, kAllMixes> by_mix;
  SolidCounts solids{};  ///< of meshes taken apart
  double seconds = 0;
};

/// A query about pairs: how often it was asked, and the worst answer.
struct Question {
  const char* name;
  std::uint64_t asked = 0;
  double worst =
      0;  ///< of the pair's size; of a sweep's extent (SweepCounts); of contacts as their query has it (checkContacts)
  double allowed = 0;    ///< the most that `worst` may be
  std::string worst_at;  ///< of contacts the pair
};
/// Every question in a fixed order, whether it was asked or not.
[[nodiscard]] std::vector<Question> questionsOf(const SelfcheckCounts& counts);
/// The questions about meshes taken apart, which have no mix.
[[nodiscard]] std::vector<Question> solidQuestions(const SolidCounts& counts);

/// The list of what no second method covers, a sentence each: docs/numerics.md argues them.
[[nodiscard]] std::span<const char* const> notCovered();

/// Nothing wrong: no verdict, no error beyond kTouching, no disagreement.
[[nodiscard]] bool isClean(const SelfcheckCounts& counts);
[[nodiscard]] bool isClean(const SelfcheckResult& result);

/// Sets the reference against the radius formula in long double (boxes), exact arithmetic (a fixed share of the pairs
/// and all that are near touching) and every other algorithm, brute force included (a smaller share). Exact arithmetic
/// bounds cylinders and cones by the prisms and pyramids around them, and takes concave shapes by all pairs of their
/// pieces.
[[nodiscard]] SelfcheckResult selfcheck(const SelfcheckOptions& options);

/// Whether a row is called so: kinds of one space, "capsule-box".
[[nodiscard]] bool isSelfcheckRow(const std::string& kinds);

/// The pair that a finding names by its place, "capsule-box sliver 0:17", of a run with that seed.
[[nodiscard]] Result<WorkPair> selfcheckPair(const std::string& place, std::uint64_t seed);

}  // namespace sepax
