#pragma once

#include "lab/recording/frame.h"
#include "lab/recording/run_measures.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <limits>
#include <map>
#include <span>
#include <vector>

namespace sepax {

/// Rows of numbers at ascending frames, such as the poses of one body, packed without loss: each number comes back
/// with the bits that it had.
///
/// A number is the difference from a line through the two rows before it, in units of a power of ten where the number
/// is a decimal of few places (a log holds such), else in units of its last bit. Blocks of 16 rows begin anew.
class PackedTrack {
 public:
  static constexpr std::size_t kMaxColumns = 7;

  /// `columns` numbers a row, at most kMaxColumns.
  explicit PackedTrack(std::size_t columns);

  /// `frame` is after that of each row before; `row` has the columns.
  void append(std::size_t frame, std::span<const double> row);
  /// Forgets rows that come before the last one at or before the frame, a block at a time.
  void dropBefore(std::size_t frame);

  [[nodiscard]] std::size_t rows() const { return rows_; }
  [[nodiscard]] bool endsAt(std::size_t frame) const { return rows_ > 0 && last_frame_ == frame; }
  [[nodiscard]] std::size_t bytes() const { return bytes_.size(); }

  enum class At { kFrame, kFrameOrBefore };
  /// The row at the frame, or the last one that is not after it, into `row`; false where none is.
  [[nodiscard]] bool read(std::size_t frame, At at, std::span<double> row) const;

 private:
  static constexpr std::size_t kBlockRows = 16;
  /// How a column went on.
  struct Column {
    std::array<std::uint64_t, 2> last{};  ///< the last number and the one before, in units
    std::uint8_t places = 0;              ///< decimals of the unit, or that it is the last bit

    void change(std::uint8_t to);
    [[nodiscard]] std::uint64_t expected() const;
    void advance(std::uint64_t units, bool is_first) { last = {units, is_first ? units : last[0]}; }
  };
  struct Block {
    std::size_t frame = 0;   ///< of its first row
    std::size_t offset = 0;  ///< of it among the bytes
  };

  std::vector<std::uint8_t> bytes_;
  std::vector<Block> blocks_;
  std::vector<Column> columns_;  ///< after the last row
  std::size_t last_frame_ = 0, rows_ = 0, rows_of_last_block_ = kBlockRows;
};

/// A recording in memory, to be looked at in any order. Only movements are kept, packed without loss. Frames have
/// numbers of their own; of a live recording the oldest may be forgotten, and the others keep theirs.
class Recording {
 public:
  struct Frame {
    std::size_t line = 0;
    double time = 0;  ///< seconds
    std::vector<CheckedClaim> claims;
    std::string mark;
    bool differs = false;  ///< some claim does, or there is a crossing
    RunMeasures measures = kNoRunMeasures;
    std::vector<Crossing> crossings = {};
  };

  explicit Recording(RecordingHead head);

  /// `claims` are those of the frame, compared with the reference.
  void append(RecordedFrame frame, std::vector<CheckedClaim> claims, const RunMeasures& measures = kNoRunMeasures);
  /// Marks the frames that show them.
  void mark(std::vector<Crossing> crossings);
  /// Forgets the oldest frames but the last one, with the bodies that had left before the first that is kept.
  void dropFirst(std::size_t count);

  [[nodiscard]] const RecordingHead& head() const { return head_; }
  [[nodiscard]] std::size_t first() const { return first_; }
  [[nodiscard]] std::size_t end() const { return first_ + frames_.size(); }  ///< one behind the last
  [[nodiscard]] bool empty() const { return frames_.empty(); }
  [[nodiscard]] const Frame& frame(std::size_t number) const { return frames_[number - first_]; }
  [[nodiscard]] std::size_t poses() const { return poses_; }    ///< that are kept, with the velocities
  [[nodiscard]] std::size_t claims() const { return claims_; }  ///< that are kept
  [[nodiscard]] std::size_t bodies() const {
    return tracks_.size();
  }  ///< that are known, those that have left included

  /// Frames with a claim that differs, or a crossing.
  [[nodiscard]] std::size_t differingFrames() const { return differing_; }

  /// The frame at a time, seconds: the last one that is not later; the first when all are.
  [[nodiscard]] std::size_t frameAt(double time) const;
  /// The next frame after, or the last one before, that differs or, of marks, has a mark.
  enum class Stop { kDiffers, kMark };
  [[nodiscard]] std::optional<std::size_t> stopAfter(std::size_t frame, Stop stop) const;
  [[nodiscard]] std::optional<std::size_t> stopBefore(std::size_t frame, Stop stop) const;

  /// The numbers of the bodies that are there, ascending.
  [[nodiscard]] std::vector<std::uint32_t> bodiesAt(std::size_t frame) const;
  [[nodiscard]] bool isThere(std::uint32_t number, std::size_t frame) const;
  /// The number of the body of that name that is there.
  [[nodiscard]] std::optional<std::uint32_t> numberOf(const std::string& id, std::size_t frame) const;
  /// The body of a number that is there at a frame that is kept.
  [[nodiscard]] const Body& body(std::uint32_t number) const { return tracks_.at(number).body; }
  /// Moves a body to where that one is at the frame.
  void pose(Body& body, std::uint32_t number, std::size_t frame) const;
  /// Makes bodies by their numbers those that are there at the frame.
  void place(RecordedBodies& bodies, std::size_t frame) const;

  /// The first line, and a frame's, as they would be written; the first one with the bodies as they are at the first
  /// frame that is kept.
  [[nodiscard]] std::string headLine() const;
  [[nodiscard]] std::string frameLine(std::size_t frame) const;

 private:
  static constexpr std::size_t kNever = std::numeric_limits<std::size_t>::max();
  struct Track {
    Body body;                   ///< as it came
    std::size_t from = 0;        ///< frame at which it came,
    std::size_t until = kNever;  ///< and at which it left
    PackedTrack poses, velocities;

    [[nodiscard]] std::size_t rows() const { return poses.rows() + velocities.rows(); }
    [[nodiscard]] bool isThere(std::size_t frame) const { return from <= frame && frame < until; }
  };
  void addTrack(Body body, std::size_t from);

  RecordingHead head_;
  std::map<std::uint32_t, Track> tracks_;  ///< by the bodies' numbers
  std::uint32_t next_number_ = 0;
  std::deque<Frame> frames_;
  std::size_t first_ = 0, poses_ = 0, claims_ = 0, differing_ = 0;
};

}  // namespace sepax
