#pragma once

#include "session/lab/lab_state.h"
#include "session/lab/recording_feed.h"

#include <cstdint>
#include <string>
#include <vector>

namespace sepax {

struct Scene;

/// Upper bounds of the poses kept of a file, and live.
inline constexpr std::size_t kMaxReplayPoses = 32'000'000, kMaxReplayClaims = 1'000'000, kMaxReplayBodies = 300'000;
inline constexpr std::size_t kMaxLivePoses = 4'000'000, kMaxLiveFrameClaims = 200'000;
inline constexpr double kMaxLiveSeconds = 600;
/// Poses that are taken in a frame of the window: a few milliseconds.
inline constexpr std::size_t kPosesAtOnce = 200'000;

/// Shows a recording from its first frame on, which is there when this returns; the rest follows.
void startReplay(LabState& state, Host& host, RecordingFile file, const std::string& path);
/// Shows what a program sends to a port of this machine, or standard input.
[[nodiscard]] Result<void> startAttach(LabState& state, Host& host, std::uint16_t port);
void attachToInput(LabState& state, Host& host);

/// Shows a run of the open case in an engine that was found, which comes back when that is closed.
void startRun(LabState& state, Scene& scene, RecordingFeed::Source source, const RunInEngine& run);
/// Closes the recording, or ends listening; a case that was run comes back.
void stopReplay(LabState& state, Host& host);
/// The case that runs in an engine while its recording stands in its place, when it has unsaved changes; else null.
[[nodiscard]] const RunCase* unsavedRunCase(const LabState& state);

/// True while frames of a recording are shown.
[[nodiscard]] bool isReplaying(const LabState& state, const Host& host);
/// True when the shown frame was changed by hand.
[[nodiscard]] bool isReplayEdited(const LabState& state, const Host& host);

/// Takes what has come and shows the frame that the view asks for.
void followReplay(LabState& state, Host& host);
/// Goes on by so many seconds while it plays.
void playReplay(LabState& state, Host& host, double seconds);
/// Brings the histories of the shown pair up to date, of the recording and of the run beside it, each for at most so
/// long a call.
void followPairHistory(LabState& state, Scene& scene, double budget_ms = 3);

/// Tells the outcome of a run: in the colour of warnings where something is wrong.
void tellOutcome(Host& host, const RecordingFeed::Ended& ended);

/// The recording's claim about a pair in the shown frame; null when there is none. The pair in either order.
[[nodiscard]] const CheckedClaim* shownClaim(const LabState& state, const Scene& scene);
/// How a claim of the shown frame differs, of a recording that is the shown one or beside it, in the language of now.
[[nodiscard]] std::string differenceText(const LabState& state, const Host& host, const Recording& recording,
                                         const CheckedClaim& claim);
/// The bodies of the shown pair (or the selected one) some frames before and after the shown one, while the view wants
/// them.
[[nodiscard]] std::vector<Body> replayGhosts(const LabState& state, const Scene& scene);

}  // namespace sepax
