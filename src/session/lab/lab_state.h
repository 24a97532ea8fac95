#pragma once

#include "core/language.h"
#include "document/history.h"
#include "lab/jury/juror_install.h"
#include "lab/jury/jury.h"
#include "lab/jury/jury_query.h"
#include "lab/paste/claims.h"
#include "lab/paste/paste.h"
#include "lab/recording/recording.h"
#include "lab/search/relations.h"
#include "lab/search/scan.h"
#include "session/host/host.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace sepax {

class JuryPool;
class RecordingFeed;
struct TextEngine;

/// One member and its last answer.
struct JurorStatus {
  std::string name, title;
  bool is_ours = false;
  std::shared_ptr<const JuryRow> row;                ///< null before the first answer
  std::uint64_t answered = 0;                        ///< the question's serial
  double asked_seconds = 0;                          ///< how long the answer under way takes; 0: none is
  std::shared_ptr<const RelationsReport> relations;  ///< null before the first
  std::uint64_t watched = 0;                         ///< the serial of the question whose relations they are
  std::vector<std::string> alike;  ///< the algorithms with a known defect that give a juror's wrong answer
};

/// The result of reading a posted text.
struct PasteReading {
  std::shared_ptr<const Pasted> read;
  std::vector<PasteGroup> groups;    ///< of `read`
  std::optional<PairReport> report;  ///< of its pair
  std::string verdict;
  std::vector<PasteVerdict> others;     ///< the verdicts with the other answers
  std::vector<PasteClaimCheck> claims;  ///< the results that the text states, beside the reference's
  const TextEngine* engine = nullptr;   ///< whose code it is
};

/// A posted text and what was read from it, until it is accepted or given up: of the members below, or of those before
/// while it is read or where it cannot.
struct PasteState : PasteReading {
  bool open = false;
  std::string text, name;              ///< name: of the file that it came from
  paste::Answers answers;              ///< the user's, to what the text leaves open
  std::vector<paste::TakeRule> rules;  ///< what the user gave by hand
  bool is_reading = false;
  std::string error;                       ///< why the text, or what was given by hand, cannot be read
  std::shared_ptr<const Pasted> at_first;  ///< the text alone

  // The pair before the jury, once the user asks; every later reading is asked about, too.
  bool asks_jury = false;
  std::shared_ptr<const Pasted> asked;  ///< the reading that was asked about last
  std::uint64_t serial = 0;             ///< of that question
  std::vector<JurorStatus> jurors;      ///< as of this frame
};

/// All that a question to the jury depends on.
struct JuryTopic {
  std::uint64_t revision = ~0ull;
  PairIds pair;
  std::size_t question = 0;
  std::string algorithm;
  bool engine_margins = false, watches = false;
  bool operator==(const JuryTopic&) const = default;
};

/// The shown pair before the jury; derived, asked anew when it changes and the Jury panel is in front.
struct JuryTable : JuryTopic {
  std::shared_ptr<JuryPool> pool;  ///< made when the panel is first looked at
  std::uint64_t serial = 0;
  std::optional<PairAnswer> reference;
  std::vector<JuryQuery> queries;     ///< the pair's sweep and rays: what may be asked besides
  std::optional<QueryReport> query;   ///< what was asked, when it was one of these; with the reference's answer
  std::string error;                  ///< why there is no reference
  std::vector<JurorStatus> jurors;    ///< as of this frame
  std::vector<std::string> problems;  ///< manifests that could not be read
  std::vector<JurorManifest> installable;
  const TextEngine* engine = nullptr;  ///< whose code the case was pasted from
  bool is_lent = false;                ///< the pool was asked about a pasted pair since
};

/// A scan that has ended, also one that was cancelled.
struct ScanView {
  Document document;  ///< that was varied
  PairIds pair;
  std::vector<Variation> variations;
  std::vector<std::string> members;
  ScanResult result;
  double seconds = 0;
  bool is_cancelled = false;

  /// How many samples have answers; those that are no case have none, nor those that a cancelled scan did not come to.
  [[nodiscard]] std::size_t samples() const { return members.empty() ? 0 : result.points.size() / members.size(); }
  /// How many were asked for.
  [[nodiscard]] std::size_t wantedSamples() const;
};

struct ScanState {
  int job = 0;  ///< that scans; 0: none
  std::string error;
  std::shared_ptr<const ScanView> done;
  std::uint64_t opening = 0;  ///< of the history that was scanned: another document is not
  std::uint64_t serial = 0;   ///< of the scan that was started last: what an earlier one made is not taken
};

/// The gap of the shown pair over the frames, by the reference.
struct PairHistory {
  PairIds pair;
  std::shared_ptr<const Recording> of;
  std::size_t from = 0;        ///< frame of the first value
  std::deque<double> gaps;     ///< metres, minus the depth; not a number where a body is missing
  std::deque<double> claimed;  ///< same, by the recording's claims; NaN where it has none
};

/// The case that was run in an engine, as it was: it comes back when the run is closed.
struct RunCase : CaseFile {
  History history;
  std::optional<PairIds> pair;
};

/// The open case runs in one of the engines that were found, by its juror's name, and is shown as a recording.
struct RunInEngine {
  std::string engine;
  double seconds = 2;               ///< simulated
  std::vector<std::string> moving;  ///< ids of bodies that are dynamic, whatever the case says
  bool engine_margins = false;      ///< what engines take by default, not none
  // These are as the case says where they are not set.
  std::optional<double> step = {};   ///< seconds of a frame
  std::optional<int> substeps = {};  ///< of a frame
  std::optional<Vec3> gravity = {};  ///< m/s²
  Json options = {};                 ///< of the engine, by their names; others that it does not have say nothing
};
/// A second run beside the one that is shown, frame by frame.
struct OtherRun {
  std::string name;  ///< of the file, or the engine
  std::shared_ptr<RecordingFeed> feed;
  std::shared_ptr<Recording> recording;  ///< null before the first line
  bool has_ended = false;                ///< nothing more comes
  std::optional<RunComparison> comparison;
  RecordedBodies here, there;  ///< the bodies of both in the frame that was compared last
  PairHistory history;
};

/// A recording that is open: its frames take the document's place one after another, without a step to undo. A change
/// by hand stops that until it is given up, or saved as a case.
struct Replay {
  std::string name;  ///< of the file, or where it comes from
  std::shared_ptr<RecordingFeed> feed;
  std::shared_ptr<Recording> recording;  ///< null before the first line
  std::uint16_t port = 0;                ///< of this machine, on which is listened
  bool is_live = false;
  bool has_ended = false;                  ///< nothing more comes
  bool wants_open = false;                 ///< the recording is to take the document's place
  bool told_waiting = false;               ///< that it cannot yet
  Language language = Language::kEnglish;  ///< when it began: of its differences\' words
  ClaimExplanation explanation;            ///< has_ended: of its claims that differ
  std::uint64_t opening = 0;               ///< of the history: a case that is opened ends the replay
  bool is_run = false;                     ///< of the open case in an engine
  std::optional<RunInEngine> run;          ///< is_run: as it was asked for
  std::optional<OtherRun> other;
  std::optional<PairIds> run_pair;  ///< is_run: the pair that was shown of that case
  std::optional<RunCase> ran;       ///< is_run: since its first line is there
  PairHistory history;

  // The frame that the document shows.
  std::optional<std::size_t> shown_frame;
  std::uint64_t shown_revision = 0;  ///< of the history then
  std::vector<std::uint32_t> shown_bodies;
  std::string shown_filter;
  std::optional<PairIds> wanted_pair;  ///< the one chosen last: a body of it may be gone for some frames
};

/// Engines that run scenes, one juror each, once they were looked for.
struct EngineList {
  struct Engine {
    JurorManifest manifest;
    std::string title;
    JurorHello hello;
  };
  /// The engine of a juror; null: it was not found.
  [[nodiscard]] const Engine* named(const std::string& juror) const {
    const auto found = std::ranges::find(engines, juror, [](const Engine& each) { return each.manifest.name; });
    return found == engines.end() ? nullptr : &*found;
  }
  std::vector<Engine> engines;
  bool is_there = false;
  JurorLimits limits = {};
};

/// All experiments with the open case: a posted text, the jury, a scan, a recording, a run in an engine.
struct LabState {
  PasteState paste;
  JuryTable jury;
  ScanState scan;
  Replay replay;
  EngineList engines;
};

struct Scene;

// The requests about experiments that leave the panels and are not document commands.

/// Reads a posted text; empty: the user is going to type it.
struct OpenPaste {
  std::string text, name;
};
/// It is read, anew with other answers to what it leaves open and other roles by hand.
struct ReadPaste {
  std::string text;
  std::map<std::string, std::string> answers;
  std::vector<paste::TakeRule> rules = {};
};
/// The jury is asked about the pasted pair.
struct AskAboutPaste {};
/// The calls and keys of the text whose numbers got their roles by hand become a file of that name in the user's folder
/// for APIs, if they make this pair of it.
struct KeepForm {
  std::string name;
};
/// The result of reading becomes a case of its own or comes into the scene: a pair, or the half of one that was found.
struct TakePaste {
  enum class Into { kNewCase, kScene };
  Into into = Into::kNewCase;
  bool discard_changes = false;
};
/// The shown pair as text of one of exportForms(), into the clipboard.
struct CopyPairAs {
  std::string form;
};
/// The shown pair becomes small while a member of the jury answers it as wrongly.
struct MinimisePair {
  std::string member;
};
/// Brings a juror and its engine from npm.
struct InstallJuror {
  std::string name;
};
/// The numbers that the Lab panel names vary, and everybody is asked at each sample.
struct StartScan {};
/// The scene goes to a sample of the scan.
struct GoToSample {
  std::size_t sample = 0;
  MergeKey merge_key = MergeKey::kNone;
};
/// Listens on a port of this machine (0: a free one) for a program that sends its recording.
struct AttachPort {
  std::uint16_t port = 0;
};
/// Starts every juror once, to know which run scenes.
struct FindEngines {};
/// Another run of the same bodies is shown beside the recording: of a file, or of the case in another engine while a
/// run is shown. Neither: comparing ends.
struct CompareWith {
  std::string path, engine;
};
/// The recording is closed, or listening ends; the document stays, but a case that was run comes back as it was.
struct StopReplay {
  bool discard_changes = false;  ///< of a frame of a run that was changed by hand; else guarded
};
/// It plays, or pauses.
struct ToggleReplay {};
/// Gives up the changes that the user made to the shown frame.
struct LeaveReplayEdits {};
/// Writes the recording in memory into a file.
struct SaveRecording {
  std::string path;
};

// Each is executed by the file that knows how; errors become messages.
void execute(LabState& state, Host& host, const MinimisePair& request);
void execute(Host& host, const InstallJuror& request);
void execute(LabState& state, Host& host, const OpenPaste& request);
void execute(LabState& state, Host& host, const ReadPaste& request);
void execute(LabState& state, Host& host, const AskAboutPaste&);
void execute(LabState& state, Host& host, const KeepForm& request);
void execute(LabState& state, Scene& scene, const CopyPairAs& request);
void execute(LabState& state, Host& host, const FindEngines&);
void execute(LabState& state, Scene& scene, const RunInEngine& request);
void execute(LabState& state, Host& host, const CompareWith& request);
void execute(LabState& state, Host& host, const LeaveReplayEdits&);
void execute(LabState& state, Host& host, const ToggleReplay&);
void execute(LabState& state, Host& host, const SaveRecording& request);
void execute(LabState& state, Scene& scene, const StartScan&);
void execute(LabState& state, Host& host, const GoToSample& request);

}  // namespace sepax
