#pragma once

#include "lab/jury/jury.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

// A member's wrong answer on a pair: hunts look for one, and a smaller pair must still show it.

namespace sepax {

/// The parts of an answer that can differ, as JuryDifference names them, and behind them how a juror fails to give one.
inline constexpr std::array<const char*, 9> kFailureWhats{
    "verdict", "separation", "distance", "normal", "closest_points", "contacts", "crashed", "timeout", "error"};
inline constexpr std::size_t kDifferingParts = 6;
/// Whether a failure's `what` says that there was no answer at all.
[[nodiscard]] inline bool isNoAnswer(std::string_view what) {
  return std::ranges::find(kFailureWhats.begin() + kDifferingParts, kFailureWhats.end(), what) != kFailureWhats.end();
}

struct Failure {
  std::string member, what;  ///< a relation's name, or one of kFailureWhats
  double by = 0;             ///< metres, as JuryDifference has it
  double relative = 0;       ///< of the pair's size
  std::string text;          ///< one line for people
  std::string decided_by =
      {};  ///< which features decide the reference's answer: "a face", "two edges", "a round feature"; of findFailures
  JuryRow row = {};  ///< the wrong answer, compared, of findFailures
};

/// A pair that a member was asked about.
struct JudgedPair {
  std::optional<Failure> failure;
  bool is_answered = false;  ///< it did not refuse
};

/// Which failures count.
struct FailureFilter {
  std::string what;           ///< empty: any
  double min_relative = 0;    ///< smaller errors do not
  bool of_relations = false;  ///< a broken relation (relations.h), not a difference from the reference
};

/// Who fails, in what and by how much, in one line: "fcl-libccd differs in separation by 0.449 m, 0.16 of the pair's
/// size: depth …".
[[nodiscard]] std::string failureLine(const Failure& failure, const FailureFilter& filter);

/// Reads "bullet differs verdict", "juror:bullet crashed", "historical/six-axes-3d differs", "ode breaks swap": the
/// member's name and the filter.
struct SoughtFailure {
  std::string member;
  FailureFilter filter;
};
[[nodiscard]] Result<SoughtFailure> parseFailure(std::string_view text);

/// The first failure of a row that counts. Ties are none.
[[nodiscard]] std::optional<Failure> failureOf(const JuryRow& row, const FailureFilter& filter, double size);

/// Asks the member about a pair of a document; small errors have to be confirmed by rational arithmetic, where that
/// takes the pair: the reference rounds, too. Nullopt without a failure that counts, and for pairs without any
/// answer.
[[nodiscard]] std::optional<Failure> findFailure(JuryMember& member, const Document& document, const PairIds& pair,
                                                 const FailureFilter& filter);

/// Asks about one pair of many documents at once and gives as many answers: a juror is faster so.
[[nodiscard]] std::vector<JudgedPair> findFailures(JuryMember& member, std::span<const Document> documents,
                                                   const PairIds& pair, const FailureFilter& filter);

/// The member of that name: an algorithm with its options, a juror, or the juror of a manifest's path.
[[nodiscard]] Result<JuryMember> memberNamed(const std::string& name, const JurorLimits& limits = {});
/// As above, of jurors that were found before.
[[nodiscard]] Result<JuryMember> memberNamed(const std::string& name, const JurorLimits& limits,
                                             std::span<const JurorManifest> jurors);

}  // namespace sepax
