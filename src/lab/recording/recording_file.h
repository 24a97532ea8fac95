#pragma once

#include "core/error.h"
#include "core/name_map.h"
#include "core/platform.h"
#include "format/json_reader.h"
#include "lab/recording/frame.h"

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace sepax {

/// A line may be as long as a case.
inline constexpr std::size_t kMaxRecordedLine = 64u << 20;
/// Where no line has a time, a frame is so long after the one before; else a frame without one is at that one's time.
inline constexpr double kRecordedStep = 1.0 / 60;

/// True of a line that does not begin as an object does: before a head it is the log of the program that prints both.
[[nodiscard]] bool isLogLine(std::string_view line);

/// Reads a recording line by line. Only the first line must be right: of the others what is wrong is left out and told,
/// as a log is what is left of a program that did something wrong. Names no files: meshes must be in the recording
/// itself.
class RecordingReader {
 public:
  /// `name` is how errors call the recording.
  explicit RecordingReader(std::string name) : name_(std::move(name)) {}

  /// `number` is that of the line.
  [[nodiscard]] Result<RecordingHead> readHead(std::string_view line, std::size_t number = 1);
  /// Nullopt of a line that is no frame. Needs a head. The rest of a last line that was cut off is no problem.
  enum class Line { kWhole, kMaybeCut };
  [[nodiscard]] std::optional<RecordedFrame> readFrame(std::string_view line, Line kind = Line::kWhole) {
    return readFrame(line, parsed(line), kind);
  }
  /// A line that was parsed before, in any thread; a blank one is passed over.
  [[nodiscard]] static Result<Json> parsed(std::string_view line);
  [[nodiscard]] std::optional<RecordedFrame> readFrame(std::string_view line, const Result<Json>& json, Line kind);

  /// The first hundred, and how many there are.
  [[nodiscard]] const std::vector<RecordingProblem>& problems() const { return problems_; }
  [[nodiscard]] std::size_t problemCount() const { return problem_count_; }
  /// How many of them lost what an answer depends on, as a frame, a pose or a key that is misspelt, and the first.
  [[nodiscard]] std::size_t lostCount() const { return lost_count_; }
  [[nodiscard]] const RecordingProblem& firstLost() const { return first_lost_; }
  [[nodiscard]] std::size_t lines() const { return line_; }
  /// "run.sepaxlog:7", of the line that comes next.
  [[nodiscard]] std::string placeOfNextLine() const;
  /// Whether the last line was cut off.
  [[nodiscard]] bool isCut() const { return is_cut_; }

 private:
  void problem(std::string text);
  /// A problem by which something is lost that an answer depends on.
  void lose(std::string text);
  void tellWarnings(JsonReader& reader);
  [[nodiscard]] std::optional<std::uint32_t> numberOf(const std::string& id) const;
  /// Poses or velocities.
  template <class Value, class Read>
  void readById(const Json& values, Read&& read, std::vector<Value>& out);
  void readClaims(const Json& claims, RecordedFrame& frame);
  void readRemoved(const Json& ids, RecordedFrame& frame);
  void readAdded(const Json& bodies, RecordedFrame& frame);

  std::string name_;
  Space space_ = Space::k3d;
  NameMap<std::string, std::uint32_t> numbers_;  ///< of the bodies that are there
  std::uint32_t next_number_ = 0;
  std::size_t line_ = 0;
  double time_ = -kRecordedStep;
  bool has_times_ = false, has_frames_ = false, is_cut_ = false;
  std::vector<RecordingProblem> problems_;
  RecordingProblem first_lost_;
  std::size_t problem_count_ = 0, lost_count_ = 0;
};

/// The lines of a text file, plain or packed by gzip, from its first to its last; memory for the longest line.
class LogFile {
 public:
  [[nodiscard]] static Result<LogFile> open(const std::string& path);
  LogFile(LogFile&& other) noexcept;
  LogFile& operator=(LogFile&& other) noexcept;
  ~LogFile();

  /// The next line without its end; false when there is none. Errors: the line is longer than `max_bytes`, the file
  /// cannot be unpacked further or read. The last line may lack its end.
  [[nodiscard]] Result<bool> nextLine(std::string& line, std::size_t max_bytes);

  /// Whether the last line had its end: the file may be of a program that died.
  [[nodiscard]] bool wasLineEnded() const;
  /// Whether the file ended within packed data.
  [[nodiscard]] bool wasCut() const;

  [[nodiscard]] std::uint64_t bytesRead() const;  ///< of the file
  [[nodiscard]] std::uint64_t size() const;

 private:
  struct State;
  explicit LogFile(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

/// A recording on disk, read frame by frame.
class RecordingFile {
 public:
  /// Reads the head, too, and passes over a program's log before it.
  [[nodiscard]] static Result<RecordingFile> open(const std::string& path);

  [[nodiscard]] const RecordingHead& head() const { return head_; }
  /// The next frame; nullopt at the end. Lines that are none are problems of the reader. Errors: the file cannot be
  /// read further.
  [[nodiscard]] Result<std::optional<RecordedFrame>> nextFrame();

  /// After the last frame: whether more was to come, so that frames are missing.
  [[nodiscard]] bool isCut() const { return reader_.isCut() || file_.wasCut(); }

  [[nodiscard]] const RecordingReader& reader() const { return reader_; }
  [[nodiscard]] const LogFile& file() const { return file_; }

 private:
  struct Line {
    std::string text;
    RecordingReader::Line kind = RecordingReader::Line::kWhole;
    Result<Json> json = Json();
  };

  RecordingFile(LogFile file, RecordingReader reader) : file_(std::move(file)), reader_(std::move(reader)) {}
  [[nodiscard]] Result<void> readOn();

  LogFile file_;
  RecordingReader reader_;
  RecordingHead head_;
  std::deque<Line> lines_;  ///< read ahead of the frame that was given
  Result<void> state_;      ///< of the file behind them
};

/// True of a file that begins like a recording, or is called one.
[[nodiscard]] bool isRecording(const std::string& path);

}  // namespace sepax
