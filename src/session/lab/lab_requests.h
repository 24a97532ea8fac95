#pragma once

#include "document/merge_key.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>

namespace sepax {

struct Host;
struct LabState;
struct Scene;

// The requests about experiments that leave the panels and are not document commands.

/// Reads a posted text; empty: the user is going to type it.
struct OpenPaste {
  std::string text, name;
};
/// It is read, anew with other answers to what it leaves open.
struct ReadPaste {
  std::string text;
  std::map<std::string, std::string> answers;
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
/// The recording is closed, or listening ends; the document stays.
struct StopReplay {};
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
void execute(LabState& state, Scene& scene, const CopyPairAs& request);
void execute(LabState& state, Host& host, const StopReplay&);
void execute(LabState& state, Host& host, const LeaveReplayEdits&);
void execute(LabState& state, Host& host, const ToggleReplay&);
void execute(LabState& state, Host& host, const SaveRecording& request);
void execute(LabState& state, Scene& scene, const StartScan&);
void execute(LabState& state, Host& host, const GoToSample& request);

}  // namespace sepax
