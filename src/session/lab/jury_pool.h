#pragma once

#include "lab/jury/juror_install.h"
#include "lab/jury/jury.h"
#include "lab/jury/jury_query.h"
#include "lab/search/relations.h"
#include "session/lab/text_engine.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace sepax {

struct Workspace;

/// A pair that the jury is asked about.
struct JuryQuestion {
  std::uint64_t serial = 0;
  Document document;  ///< its two bodies alone
  PairIds pair;
  PairAnswer reference;
  std::optional<QueryReport> query =
      std::nullopt;  ///< the question, with the reference's answer; without one it is the pair itself
  std::vector<const PairAlgorithm*> algorithms;  ///< our own rows
  bool engine_margins = false;
  bool watches =
      false;  ///< a juror that has answered is asked about the pair mirrored, moved …, until there is a newer question
};

/// One member and its last answer.
struct JurorStatus {
  std::string name, title;
  bool is_ours = false;
  std::shared_ptr<const JuryRow> row;                ///< null before the first answer
  std::uint64_t answered = 0;                        ///< the question's serial
  double asked_seconds = 0;                          ///< how long the answer under way takes; 0: none is
  std::shared_ptr<const RelationsReport> relations;  ///< null before the first
  std::uint64_t watched = 0;                         ///< the serial of the question whose relations they are
};

/// The members at work: every juror on a thread of its own and our algorithms on one more, so that one which hangs
/// delays no other. Each is always asked the newest question; those in between are skipped.
class JuryPool {
 public:
  /// `wake` is called on a thread of the pool when there is an answer. Empty: nothing runs in the background, and
  /// `ask` returns with all answers.
  JuryPool(std::vector<JurorManifest> manifests, const JurorLimits& limits, std::function<void()> wake);
  ~JuryPool();  ///< does not wait for jurors that are thinking: they are ended
  JuryPool(const JuryPool&) = delete;
  JuryPool& operator=(const JuryPool&) = delete;

  void ask(JuryQuestion question);
  /// Our own algorithms of the newest question first, then the jurors.
  [[nodiscard]] std::vector<JurorStatus> jurors() const;
  /// True while a juror has not answered the newest question, or its relations are looked at.
  [[nodiscard]] bool isAsked() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// The shown pair before the jury; derived, asked anew when it changes and the Jury panel is in front.
struct JuryTable {
  std::shared_ptr<JuryPool> pool;  ///< made when the panel is first looked at
  std::uint64_t revision = ~0ull, serial = 0;
  PairIds pair;
  std::size_t question = 0;
  std::string algorithm;
  bool engine_margins = false, watches = false;
  std::optional<PairAnswer> reference;
  std::vector<JuryQuery> queries;     ///< the pair's sweep and rays: what may be asked besides
  std::optional<QueryReport> query;   ///< what was asked, when it was one of these; with the reference's answer
  std::string error;                  ///< why there is no reference
  std::vector<JurorStatus> jurors;    ///< as of this frame
  std::vector<std::string> problems;  ///< manifests that could not be read
  std::vector<JurorManifest> installable;
  const TextEngine* engine = nullptr;  ///< whose code the case was pasted from
};

/// Makes the shown pair small in the background while a member fails on it as it does now; one undo step.
void startMinimising(Workspace& workspace, const std::string& member);

/// Brings a juror's engine from npm in the background, and calls the jury together anew.
void startInstalling(Workspace& workspace, const std::string& name);

/// Asks about the shown pair when it is not the one that was asked about, and takes what has been answered.
void updateJury(Workspace& workspace);

}  // namespace sepax
