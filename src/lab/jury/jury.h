#pragma once

#include "collide/pair_table.h"
#include "lab/jury/juror.h"

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

// Every juror on a pair beside the reference, and how their answers differ.

namespace sepax {

/// One way in which an answer differs: what, by how much, and whether it is only another of several right answers.
struct JuryDifference {
  std::string what;  ///< "verdict", "separation", "distance", "normal", "closest_points", "contacts"
  double by = 0;     ///< metres: of a normal in the gap along it; how far its length is from 1
  bool is_tie = false;
  std::string text;  ///< one line for people
};
[[nodiscard]] inline JuryDifference wrong(const char* what, double by, std::string text) {
  return {what, by, false, std::move(text)};
}
[[nodiscard]] inline JuryDifference tie(const char* what, double by, std::string text) {
  return {what, by, true, std::move(text)};
}

/// Whether one of them is no tie, by how much the largest of these is, and what they say in a line.
[[nodiscard]] bool anyWrong(const std::vector<JuryDifference>& differences);
[[nodiscard]] double worstOf(const std::vector<JuryDifference>& differences);
[[nodiscard]] std::string wrongText(const std::vector<JuryDifference>& differences);

/// How far a point is from the surface of a shape or of one of its convex pieces, metres: contacts of a concave shape
/// may be those of its pieces. No closer one is looked for where one is near `enough`.
[[nodiscard]] double awayFrom(const PosedShape& posed, const Vec3& point, double enough = 0);

struct JuryRow {
  std::string name, version;
  JurorAnswer answer;
  std::vector<JuryDifference> differences;
  double tolerance = 0;                   ///< by which it was compared, metres
  bool is_float = false;                  ///< it holds places as floats: it may answer for the rounded ones
  bool is_rounded = false;                ///< it was compared with the pair whose places are rounded to floats
  std::optional<std::string> known = {};  ///< why its difference is accepted (likeness.h); empty: it is not

  [[nodiscard]] bool differs() const { return anyWrong(differences); }
};

/// Another program, or an algorithm of our own by its name.
struct JuryMember {
  std::unique_ptr<Juror> juror;  ///< null: ours
  const PairAlgorithm* algorithm = nullptr;
  /// The algorithm's name with its options, as chosenAlgorithm() reads it; empty: without any.
  std::string choice = {};
  std::optional<double> tolerance = {};  ///< metres, instead of what its precision says
  std::string precision = {};  ///< "float", "double" or "exact", instead of what it says of itself; empty: that

  [[nodiscard]] std::string name() const {
    if (juror) return juror->manifest().name;
    return choice.empty() ? std::string(algorithm->name) : choice;
  }
};

/// How an answer differs from the reference's, by a tolerance in metres: a verdict where the gap is larger, depth,
/// distance, normal, points. A normal along which the gap is as large as the reference's is a tie. Shapes that touch
/// only by the case's own tolerance are excused as a stated tolerance would excuse them, and points of an engine that
/// holds places as floats as far as these may round them.
[[nodiscard]] std::vector<JuryDifference> differencesOf(const JurorAnswer& answer, const PairAnswer& reference,
                                                        const PosedShape& a, const PosedShape& b, double tolerance,
                                                        bool is_float = false);

/// Compares a row's answer with the reference's by its tolerance. A program of floats may be right for the pair itself
/// or for the one that it received, whose positions are rounded to floats: one that computes in the world loses more.
void compare(JuryRow& row, const PairAnswer& reference, const PosedShape& a, const PosedShape& b,
             const PairSettings& settings);

/// The tolerance of an answer about a pair in metres: what the precision loses at the size of the pair, of doubles at
/// its coordinates too, or what the juror states.
[[nodiscard]] double pairTolerance(const PosedShape& a, const PosedShape& b, const std::string& precision,
                                   double stated);

/// The tolerance of an answer to a sweep or a ray in metres: rounding both positions to floats may move the answer,
/// too.
[[nodiscard]] double juryTolerance(const PosedShape& a, const PosedShape& b, const std::string& precision,
                                   double stated);

/// The size of the smaller shape, metres; beside a point that of the other.
[[nodiscard]] double smallerSize(const PosedShape& a, const PosedShape& b);
/// The most metres that a stated tolerance excuses, whether an engine or a case states it: a tenth of the smaller
/// shape, since more would excuse any answer.
[[nodiscard]] constexpr double mostExcused(double smaller) { return smaller / 10; }
[[nodiscard]] double boundedTolerance(double stated, const PosedShape& a, const PosedShape& b);
/// The body that is smallest of those with a size, and that size, metres; infinity where none has one.
[[nodiscard]] std::pair<std::string, double> smallestBody(const Document& document);

/// The gap of two convex shapes along a unit direction from A to B, negative where they overlap.
[[nodiscard]] double gapAlong(const PosedShape& a, const PosedShape& b, const Vec3& n);

/// How a normal differs from the reference's: nullopt where both are the same, else the difference that `another` makes
/// of the unit vector.
[[nodiscard]] std::optional<JuryDifference> normalDifference(
    const Vec3& normal, const Vec3& reference, const std::function<JuryDifference(const Vec3& unit)>& another);

/// The verdict of an answer by its name; that of one without is separated.
[[nodiscard]] const char* saidVerdict(const JurorAnswer& answer);

/// The precision that a juror states, known from its first answer on.
struct JuryPrecision {
  std::string precision = "double";
  double tolerance = 0;  ///< of size
};
[[nodiscard]] JuryPrecision precisionOf(const Juror& juror);

/// A juror's row, before it is compared.
[[nodiscard]] JuryRow rowOf(const Juror& juror, JurorAnswer answer);

/// The row of a juror's answer, or of an own algorithm's report, on a pair, with the tolerance; not compared yet.
[[nodiscard]] JuryRow answeredRow(const Juror& juror, JurorAnswer answer, const PosedShape& a, const PosedShape& b);
[[nodiscard]] JuryRow answeredRow(const PairAlgorithm& algorithm, const Result<PairReport>& report, const PosedShape& a,
                                  const PosedShape& b);

/// An own algorithm's report beside the reference's answer.
[[nodiscard]] JuryRow comparedRow(const PairAlgorithm& algorithm, const Result<PairReport>& report,
                                  const PairAnswer& reference, const PosedShape& a, const PosedShape& b);

/// Asks one member. `options` are sent to a juror as they are.
[[nodiscard]] JuryRow askMember(JuryMember& member, const Document& document, const PairIds& pair,
                                const PairAnswer& reference, const Json& options);

/// Asks a juror about one pair of many documents at once, which is faster.
[[nodiscard]] std::vector<JurorAnswer> askJurorAbout(Juror& juror, std::span<const Document> documents,
                                                     const PairIds& pair);

/// An answer as jurors give it, without what it leaves open.
[[nodiscard]] Json answerJson(const JurorAnswer& answer, Space space);

/// The rows as the list "jurors".
[[nodiscard]] Json rowsJson(const std::vector<JuryRow>& rows, Space space);

/// A pair's answers as `sepax jury --json` prints them.
[[nodiscard]] Json juryJson(const PairIds& pair, const PairAnswer& reference, const std::vector<JuryRow>& rows,
                            Space space);

}  // namespace sepax
