#pragma once

#include "app/commands/report.h"
#include "core/error.h"
#include "lab/jury/jury.h"
#include "lab/jury/jury_query.h"
#include "lab/jury/likeness.h"

#include <map>
#include <span>
#include <string>
#include <variant>
#include <vector>

// How the answers of a jury are shown. Each text ends with a newline.
// --option NAME=VALUE of the commands that ask jurors.

namespace sepax {

/// A pair with the reference's answer.
struct PairReference {
  PairIds pair;
  PairAnswer answer;
};

/// A pair or a query that all members were asked about.
struct JurySubject {
  std::vector<std::string> names;  ///< a pair's two bodies, or a query's name alone
  std::string heading;             ///< its line, with the reference's answer
  std::variant<PairReference, QueryReport> reference;
  std::vector<JuryRow> rows;

  [[nodiscard]] bool isQuery() const { return std::holds_alternative<QueryReport>(reference); }
};

/// A case that the jury was asked about.
struct JuryCase {
  std::string file;
  Space space = Space::k3d;
  std::vector<JurySubject> subjects = {};
  std::vector<std::string> failures = {};  ///< expectations that the reference does not meet
};

/// The defects that another program's wrong answers are like, over all cases.
struct JurorLikeness {
  std::string juror;
  LikenessCount count;
};

/// Counts over all cases.
struct JuryCounts {
  std::size_t cases = 0, pairs = 0, queries = 0;
  std::size_t answers = 0, refused = 0;  ///< rows that answered, or took no such shape
  std::size_t differing = 0;             ///< of the answers, known ones left out
  std::size_t ended = 0;                 ///< crashed, timed out or answered nonsense, known ones left out
  std::size_t known = 0, failed = 0;     ///< accepted differences; expectations

  void add(const JuryCase& asked);
};

/// Counts the answers and refusals of each juror by the kinds of shapes: one that refuses kinds that it answers
/// elsewhere may fail there.
class Refusals {
 public:
  void add(const std::string& juror, const std::string& kinds, const JurorAnswer& answer);
  /// A line a juror: "mine: refused 3 pairs of kinds that it answers elsewhere (box × box); the first: overlap".
  [[nodiscard]] std::vector<std::string> lines() const;

 private:
  struct Count {
    std::size_t answered = 0, refused = 0;
    std::string first;  ///< reason
  };
  std::map<std::pair<std::string, std::string>, Count> counts_;
};

/// It differs or gives no answer that could be compared, and is not known to.
[[nodiscard]] bool isAgainst(const JuryRow& row);

[[nodiscard]] JurySubject pairSubject(const PairIds& pair, const PairAnswer& reference, std::vector<JuryRow> rows);
[[nodiscard]] JurySubject querySubject(QueryReport reference, std::vector<JuryRow> rows);

/// The tables of a case; with `only_against` the rows that isAgainst(), and nothing of a case without any.
[[nodiscard]] std::string juryText(const JuryCase& asked, bool only_against);
/// One line.
[[nodiscard]] std::string juryLine(const JuryCase& asked, bool expects, const std::vector<JurorLikeness>& likenesses);
[[nodiscard]] JunitSuite suiteOf(const JuryCase& asked);
/// One line about all cases.
[[nodiscard]] std::string countLine(const JuryCounts& counts, std::size_t unusable);
/// "mine: answers like …" of each program that was wrong.
[[nodiscard]] std::string likenessLines(const std::vector<JurorLikeness>& likenesses);

/// "margin=0.04" → {"margin": 0.04}.
[[nodiscard]] Result<Json> jurorOptions(const std::vector<std::string>& texts);

/// Refuses an option that none of the members has: it would change nothing, and nothing would say so.
[[nodiscard]] Result<void> checkJurorOptions(const Json& options, std::vector<JuryMember>& members);

}  // namespace sepax
