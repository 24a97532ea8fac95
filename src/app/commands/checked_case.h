#pragma once

#include "core/error.h"
#include "document/tested_pairs.h"
#include "format/case_reader.h"
#include "format/expectation.h"
#include "lab/jury/jury.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace sepax {

/// The results of `check` for one case. The reports of its pairs are given away as they are made: a crowd has a
/// million.
struct CheckedCase {
  std::string file;  ///< as given; of a case in a bundle "main.obb/cases/x.json"
  std::string name;
  Space space = Space::k3d;
  TestedPairs tested;
  std::size_t reports = 0;                                   ///< that the pairs give, by every asked algorithm
  bool is_compared = false;                                  ///< a pair has the reports of several algorithms
  std::size_t separated = 0, touching = 0, overlapping = 0;  ///< verdicts of the first row; set by checkPairs
  std::vector<QueryReport> queries;                          ///< the case's queries with their answers
  std::vector<Expectation> expectations;                     ///< those that were compared
  std::vector<double> seconds;                               ///< that each of them took
  std::vector<ExpectationFailure> failures;                  ///< expectations that failed, algorithms that disagree
  std::vector<std::string> warnings;
};

/// Which rows of the pair table answer: one by its name, or several that are also compared with the first.
inline constexpr const char* kSoundRows = "all";
inline constexpr const char* kAllRows = "all+historical";

/// The queries of `check` to a case.
struct CheckRequest {
  std::string algorithm = "sat";  ///< a row of the pair table, kSoundRows or kAllRows
  bool expect = false;            ///< compare with what the case expects
  Culling culling = Culling::kOfCrowds;
  bool piece_by_piece = false;  ///< add to reports what each touching piece of a surface says alone
};

/// Answers a case's queries and expectations, and finds out which pairs are to be tested; an error of theirs is found
/// here, too.
[[nodiscard]] Result<CheckedCase> checkCase(const LoadedCase& loaded, const std::string& file,
                                            const CheckRequest& request);

/// Tests the pairs in order, each by every asked algorithm, and calls `visit(report, size)` with each; size is the
/// pair's, metres. Counts verdicts and adds where algorithms disagree.
void checkPairs(const LoadedCase& loaded, const CheckRequest& request, CheckedCase& checked,
                const std::function<void(const PairReport&, double)>& visit);

/// Calls `visit` with each case of a path: the file itself, every case inside when it is a bundle or a folder, or
/// standard input for "-": of several cases there, one a line, each is called "-:LINE". An interrupt that is
/// listened for ends it.
void visitCases(const std::string& path,
                const std::function<void(const std::string& file, const Result<LoadedCase>&)>& visit);

// Common to the commands about one pair of a case: FILE|-, --pair A,B, and the jurors they ask.

/// Prints what a case holds and nothing reads, as a key that is misspelt, on standard error.
void tellWarnings(const LoadedCase& loaded);

/// The case in a file, or of "-" in standard input, where it names no other files.
[[nodiscard]] Result<LoadedCase> caseOrStandardInput(const std::string& file);

/// "A,B" as two bodies of the document; of an empty text its first pair. None where a body is not there or both are
/// one.
[[nodiscard]] std::optional<PairIds> pairNamed(const Document& document, const std::string& text);

/// Instead of names: every juror.
inline constexpr const char* kAllJurors = "all";

/// The names of a list that was parted at its commas: those within an algorithm's options ("sat:shrink=0.1,margin=0.1")
/// part nothing.
[[nodiscard]] std::vector<std::string> wholeNames(const std::vector<std::string>& parts);

/// Algorithms with their options and jurors, by names or manifests; an error names the one that there is not. Manifests
/// that cannot be read are complained about.
[[nodiscard]] Result<std::vector<JuryMember>> membersNamed(const std::vector<std::string>& algorithms,
                                                           const std::vector<std::string>& jurors,
                                                           const JurorLimits& limits = {});

/// Counts of how a member took its questions.
struct MemberAnswers {
  std::size_t answered = 0, refused = 0;
  std::size_t ended = 0;  ///< without an answer: it crashed, hung or answered what cannot be read
  std::string first;      ///< reason why there was no answer
};
/// The member that shows that nothing was compared: one that never answered and did not refuse, else, where no program
/// answered, the first of them. Nullopt: something was compared. Where no program is asked the algorithms are meant.
[[nodiscard]] std::optional<std::size_t> silentMember(const std::vector<JuryMember>& members,
                                                      const std::vector<MemberAnswers>& answers);

/// The text of a case or of an SVG, which its ending says, as PNG: by sepax-window, which has what draws pixels.
/// `options` are those of sepax render.
[[nodiscard]] Result<void> savePicture(const std::string& text, const std::string& ending, const std::string& file,
                                       const std::vector<std::string>& options = {});

}  // namespace sepax
