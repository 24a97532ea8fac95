#pragma once

#include "session/lab/lab_state.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace sepax {

struct Scene;

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

/// The members at work: every juror by a worker of its own and our algorithms by one more, so that one which hangs
/// delays no other. Each is always asked the newest question; those in between are skipped.
class JuryPool {
 public:
  /// `wake` is called by a worker of the pool when there is an answer. Empty: nothing runs in the background, and
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

/// Asks about the shown pair when it is not the one that was asked about, and takes what has been answered.
void updateJury(LabState& state, Scene& scene);

/// Asks about the pasted pair where the user wants it, by the same members, and takes what has been answered. The shown
/// pair is asked about again afterwards.
void updatePasteJury(LabState& state, Scene& scene);

/// How a member's answer compares with the reference's, which decides its colour.
enum class Standing { kAgrees, kTie, kDiffers, kSilent, kFailed };
[[nodiscard]] Standing standingOf(const JuryRow& row);

/// How the row differs from the reference, in one line.
[[nodiscard]] std::string howOf(const JuryRow& row, bool is_reference);

/// "12 agree, 2 differ, 1 failed", counted over the answers to the question with that serial.
[[nodiscard]] std::string jurySummary(std::span<const JurorStatus> jurors, std::uint64_t serial);

}  // namespace sepax
