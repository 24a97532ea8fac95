#pragma once

#include "core/error.h"
#include "core/name_map.h"
#include "lab/recording/frame.h"

#include <optional>
#include <string>
#include <string_view>

namespace sepax {

/// A line may be as long as a case.
inline constexpr std::size_t kMaxRecordedLine = 64u << 20;
/// Where no line has a time, a frame is so long after the one before; else a frame without one is at that one's time.
inline constexpr double kRecordedStep = 1.0 / 60;

/// Reads a recording line by line. Only the first line must be right: of the others what is wrong is left out and told,
/// as a log is what is left of a program that did something wrong. Names no files: meshes must be in the recording
/// itself.
class RecordingReader {
 public:
  /// `name` is how errors call the recording.
  explicit RecordingReader(std::string name) : name_(std::move(name)) {}

  [[nodiscard]] Result<RecordingHead> readHead(std::string_view line);
  /// Nullopt of a line that is no frame. Needs a head. The rest of a last line that was cut off is no problem.
  enum class Line { kWhole, kMaybeCut };
  [[nodiscard]] std::optional<RecordedFrame> readFrame(std::string_view line, Line kind = Line::kWhole);

  /// The first hundred, and how many there are.
  [[nodiscard]] const std::vector<RecordingProblem>& problems() const { return problems_; }
  [[nodiscard]] std::size_t problemCount() const { return problem_count_; }
  [[nodiscard]] std::size_t lines() const { return line_; }

 private:
  void problem(std::string text);
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
  bool has_times_ = false, has_frames_ = false;
  std::vector<RecordingProblem> problems_;
  std::size_t problem_count_ = 0;
};

}  // namespace sepax
