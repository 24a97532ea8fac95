#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
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

}  // namespace sepax
