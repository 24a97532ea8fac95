#pragma once

#include "core/error.h"
#include "lab/jury/jury.h"

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

// "Your function answers like …": which algorithm with a known defect gives another program's wrong answers.
// Differences from the reference that are accepted: a file of them beside the cases makes `sepax jury` fail for new
// ones alone.

namespace sepax {

/// The algorithms with a known defect, in the order of the table.
[[nodiscard]] const std::vector<const PairAlgorithm*>& defectiveAlgorithms();

/// Their answers about a pair beside the reference's, one each; of a kind that an algorithm does not take, the status
/// is kUnsupported.
[[nodiscard]] std::vector<JuryRow> defectiveAnswers(const PosedShape& a, const PosedShape& b,
                                                    const PairSettings& settings);

/// Whether a defective algorithm's answer differs from the reference's by more than a tolerance in metres, in a part of
/// which `asked` says something, too: a program that gives verdicts alone cannot be like it in depths.
[[nodiscard]] bool isWrong(const JuryRow& defective, double tolerance, const JurorAnswer& asked);

/// Whether a compared row is wrong as a defective algorithm is: in one part at least, with the same verdict, depth and
/// normal, as far as both have them.
[[nodiscard]] bool isAlike(const JuryRow& row, const JuryRow& defective, const PosedShape& a, const PosedShape& b);

/// The names of the defective algorithms whose answer about a pair is that of a compared row.
[[nodiscard]] std::vector<std::string> namesAlike(const JuryRow& row, const PosedShape& a, const PosedShape& b,
                                                  const PairSettings& settings);

/// The pair moved to the origin by the position of its first body, exactly; nullopt where it is near already, so that
/// coordinates lose nothing. A program that is wrong about a pair and right about this one computes in the world.
[[nodiscard]] std::optional<Document> nearOrigin(const Document& document, const PairIds& pair);
/// The name of that cause among those of defective algorithms.
inline constexpr const char* kWorldCoordinates = "world-coordinates";

/// How often the answers of a program are those of an algorithm.
struct Likeness {
  const PairAlgorithm* algorithm = nullptr;
  std::uint64_t alike = 0;  ///< pairs on which both give the same wrong answer
  std::uint64_t pairs = 0;  ///< where the program is wrong, or the algorithm
  [[nodiscard]] double share() const { return pairs == 0 ? 0 : double(alike) / double(pairs); }
};

/// Counts over many pairs.
class LikenessCount {
 public:
  LikenessCount();

  /// A compared row, with the answers of defectiveAnswers() about its pair. A crash or a refusal counts for nothing.
  void add(const JuryRow& row, const std::vector<JuryRow>& defective, const PosedShape& a, const PosedShape& b);

  /// A wrong answer of add() was right near the origin.
  void noteWorld() { ++in_world_; }

  /// The algorithms that share a wrong answer, the likeliest first; empty where nothing was wrong.
  [[nodiscard]] std::vector<Likeness> ranking() const;
  /// The pairs on which the program itself was wrong.
  [[nodiscard]] std::uint64_t wrong() const { return wrong_; }
  [[nodiscard]] std::uint64_t inWorld() const { return in_world_; }

 private:
  std::vector<Likeness> counts_;
  std::uint64_t wrong_ = 0, in_world_ = 0;
};

/// At least this share of the pairs makes an algorithm the cause.
inline constexpr double kLikeShare = 0.9;
/// On fewer wrong answers a likeness is no more than a hint.
inline constexpr std::size_t kEnoughPairs = 3;

/// One sentence for people: "60 of 60 answers that differ are those of historical/six-axes-3d: …", with the next best
/// and the case of the corpus that shows the defect. Empty where nothing was wrong.
[[nodiscard]] std::string likenessText(const LikenessCount& count);
/// {"wrong", "world_coordinates", "algorithm", "alike", "pairs", "summary", "case"}, and "next" with the second best;
/// null where nothing was wrong.
[[nodiscard]] Json likenessJson(const LikenessCount& count);

/// The case of the corpus that shows an algorithm's defect, as "assets/corpus/crossed-beams.json"; empty: none does.
[[nodiscard]] std::string corpusCaseOf(const std::string& algorithm);

/// A difference that is accepted, with its reason.
struct KnownDifference {
  std::string file;                  ///< the case, relative to the folder of the file of known differences
  std::vector<std::string> subject;  ///< a pair's two bodies, or a query's name alone
  std::string juror;
  std::vector<std::string> differs;  ///< as JuryDifference names them, or "crashed", "timeout", "error"
  double by = 0;                     ///< metres
  std::string says;                  ///< its verdict where that differs; empty: any
  std::string because;
  bool occurred = false;  ///< in this run
};

class KnownDifferences {
 public:
  /// Reads such a file. Errors name the place and what was expected.
  [[nodiscard]] static Result<KnownDifferences> read(const std::string& path);
  /// None yet, of a file that `path` is to become.
  explicit KnownDifferences(std::string path) : path_(std::move(path)) {}

  /// The reason why a row's difference is accepted; nullopt where it is not listed, or grew by more than the row's
  /// tolerance, or differs in more, or has another verdict. Every row that was asked is to be shown here.
  [[nodiscard]] std::optional<std::string> reasonFor(const std::string& file, const std::vector<std::string>& subject,
                                                     const JuryRow& row);
  /// Notes that a case was asked.
  void noteCase(const std::string& file);

  /// Differences of cases that were asked, which did not occur.
  [[nodiscard]] std::vector<KnownDifference> gone() const;
  /// How many of those that occurred have no reason.
  [[nodiscard]] std::size_t withoutReason() const;
  /// Whether it lists none of the cases that were asked, though it lists some: it is of another run.
  [[nodiscard]] bool isOfOtherCases() const;

  /// Replaces the differences of the cases and jurors that were asked, and of what these took, by those of this run,
  /// which reasonFor() saw. Reasons stay.
  [[nodiscard]] Result<void> update() const;

 private:
  [[nodiscard]] std::string relative(const std::string& file) const;
  /// Whether this run shows if a difference is still there.
  [[nodiscard]] bool wasAsked(const KnownDifference& known) const;

  std::string path_;
  std::vector<KnownDifference> known_, seen_, refused_;
  std::vector<std::string> asked_;
  std::set<std::string> jurors_;  ///< that were asked
};

/// The parts in which a row differs from the reference, as "separation", or how it ended; empty: it agrees, or was not
/// asked.
[[nodiscard]] std::vector<std::string> disagreementsOf(const JuryRow& row);

}  // namespace sepax
