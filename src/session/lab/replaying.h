#pragma once

#include "core/language.h"
#include "lab/recording/recording.h"
#include "session/lab/recording_feed.h"

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace sepax {

struct Workspace;

/// The gap of the shown pair over the frames, by the reference.
struct PairHistory {
  PairIds pair;
  std::shared_ptr<const Recording> of;
  std::size_t from = 0;        ///< frame of the first value
  std::deque<double> gaps;     ///< metres, minus the depth; not a number where a body is missing
  std::deque<double> claimed;  ///< same, by the recording's claims; NaN where it has none
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
  std::uint64_t opening = 0;               ///< of the history: a case that is opened ends the replay
  std::string saved_as;                    ///< live: the file that it was saved to last
  PairHistory history;

  // The frame that the document shows.
  std::optional<std::size_t> shown_frame;
  std::uint64_t shown_revision = 0;  ///< of the history then
  std::vector<std::uint32_t> shown_bodies;
  std::string shown_filter;
  std::optional<PairIds> wanted_pair;  ///< the one chosen last: a body of it may be gone for some frames
};

/// Upper bounds of the poses kept of a file, and live.
inline constexpr std::size_t kMaxReplayPoses = 16'000'000, kMaxReplayClaims = 1'000'000, kMaxReplayBodies = 300'000;
inline constexpr std::size_t kMaxLivePoses = 4'000'000, kMaxLiveFrameClaims = 200'000;
inline constexpr double kMaxLiveSeconds = 600;

/// Shows a recording from its first frame on, which is there when this returns; the rest follows.
void startReplay(Workspace& workspace, RecordingFile file, const std::string& path);
/// Shows what a program sends to a port of this machine, or standard input.
[[nodiscard]] Result<void> startAttach(Workspace& workspace, std::uint16_t port);
void attachToInput(Workspace& workspace);
/// Ends it; the document keeps the shown frame.
void stopReplay(Workspace& workspace);

/// True while frames of a recording are shown.
[[nodiscard]] bool isReplaying(const Workspace& workspace);
/// True when the shown frame was changed by hand.
[[nodiscard]] bool isReplayEdited(const Workspace& workspace);
/// Takes the changes of the shown frame back.
void leaveReplayEdits(Workspace& workspace);

/// Takes what has come and shows the frame that the view asks for.
void followReplay(Workspace& workspace);
/// Goes on by so many seconds while it plays.
void playReplay(Workspace& workspace, double seconds);
/// Starts or pauses; at the end from the beginning.
void toggleReplay(Workspace& workspace);
/// Brings the history of the shown pair up to date, for at most so long a call.
void followPairHistory(Workspace& workspace, double budget_ms = 3);

/// The recording's claim about a pair in the shown frame; null when there is none. The pair in either order.
[[nodiscard]] const CheckedClaim* shownClaim(const Workspace& workspace);
/// How a claim of the shown frame differs, in the language of now.
[[nodiscard]] std::string differenceText(const Workspace& workspace, const CheckedClaim& claim);
/// The bodies of the shown pair (or the selected one) some frames before and after the shown one, while the view wants
/// them.
[[nodiscard]] std::vector<Body> replayGhosts(const Workspace& workspace);

/// Writes what is kept, in the background; packed when the name ends in .gz.
void saveRecording(Workspace& workspace, const std::string& path);

}  // namespace sepax
