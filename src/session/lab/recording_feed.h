#pragma once

#include "core/line_stream.h"
#include "lab/recording/recording_file.h"
#include "lab/recording/run_measures.h"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace sepax {

/// A recording that a worker reads, from a file or live, with its claims compared with the reference.
/// The amount that the window has not consumed yet is bounded: at the bound the writer waits.
class RecordingFeed {
 public:
  struct Begun {  ///< a recording begins and replaces any before
    RecordingHead head;
  };
  struct Went {
    RecordedFrame frame;
    std::vector<CheckedClaim> claims;
    RunMeasures measures = kNoRunMeasures;
  };
  struct Ended {  ///< what began has ended, well or not
    std::optional<Error> error;
    std::string said = {};                 ///< by a source, for the user
    bool is_wrong = false;                 ///< it says that something is
    ClaimExplanation explanation = {};     ///< of its claims that differ
    std::vector<Crossing> crossings = {};  ///< where passages are looked for
  };
  using Event = std::variant<Begun, Went, Ended>;

  /// `wake` is called by that worker when there is something to take. Empty: nothing runs in the background, all is
  /// read at once.
  RecordingFeed(RecordingFile file, std::function<void()> wake);
  /// Live. Needs `wake`. On a port a program that sends nothing for `idle_seconds` makes room for the next.
  RecordingFeed(LineStream stream, std::string name, std::function<void()> wake, double idle_seconds = kIdleSeconds);
  static constexpr double kIdleSeconds = 30;
  /// A recording that is made while it is read: a source gives each line, without its newline, to `take` until that
  /// returns false, and says what came of it. `seen` watches the lines that `reader` reads; nothing before the first.
  /// Children that the source waits for are ended with the feed.
  struct Outcome {
    std::string text;
    bool is_wrong = false;  ///< what `sepax simulate` would say with its exit status
  };
  using Source = std::function<Result<Outcome>(const std::function<bool(std::string_view line)>& take,
                                               const std::optional<RunWatch>& seen, const RecordingReader& reader)>;
  RecordingFeed(Source source, std::string name, std::function<void()> wake);
  ~RecordingFeed();
  RecordingFeed(const RecordingFeed&) = delete;
  RecordingFeed& operator=(const RecordingFeed&) = delete;

  /// The events that have come, the oldest first, with at most about so many poses.
  [[nodiscard]] std::vector<Event> take(std::size_t max_poses);
  [[nodiscard]] bool isConnected() const;     ///< live: a program sends
  [[nodiscard]] std::size_t waiting() const;  ///< live: so many more programs wait for their turn
  [[nodiscard]] double fractionRead() const;  ///< of a file, 0 to 1
  [[nodiscard]] std::vector<RecordingProblem> problems() const;
  [[nodiscard]] std::size_t problemCount() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// Live, a frame's claims beyond so many are not compared: the sender would wait for it.
inline constexpr std::size_t kMaxLiveClaims = 2000;

}  // namespace sepax
