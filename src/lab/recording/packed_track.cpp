#include "lab/recording/packed_track.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace sepax {

namespace {

/// Decimals that are tried: floats of about 1 have nine at most.
constexpr std::uint8_t kMaxPlaces = 12;
/// The unit is the last bit.
constexpr std::uint8_t kBits = kMaxPlaces + 1;
constexpr std::array<double, kMaxPlaces + 1> kPowers{1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12};
/// A double holds whole numbers up to here, and 64 bits their differences.
constexpr double kMaxWhole = 0x1p52;

std::uint64_t bitsOf(double value) { return std::bit_cast<std::uint64_t>(value); }

/// The number in units, a decimal rounded to whole ones; 0 beyond their range.
std::uint64_t unitsOf(double number, std::uint8_t places) {
  if (places == kBits) return bitsOf(number);
  const double whole = std::nearbyint(number * kPowers[places]);
  return std::abs(whole) <= kMaxWhole ? static_cast<std::uint64_t>(static_cast<std::int64_t>(whole)) : 0;
}

/// A decimal comes back as it was read: dividing two exact numbers rounds as reading did.
double numberOf(std::uint64_t units, std::uint8_t places) {
  return places == kBits ? std::bit_cast<double>(units)
                         : static_cast<double>(static_cast<std::int64_t>(units)) / kPowers[places];
}

/// Small for small differences of either sign.
std::uint64_t folded(std::uint64_t difference) { return (difference << 1) ^ (0 - (difference >> 63)); }
std::uint64_t unfolded(std::uint64_t value) { return (value >> 1) ^ (0 - (value & 1)); }

constexpr unsigned kByteBits = 7;
constexpr std::uint8_t kMoreFollow = 1 << kByteBits;

void put(std::vector<std::uint8_t>& out, std::uint64_t value) {
  for (; value >= kMoreFollow; value >>= kByteBits) out.push_back(static_cast<std::uint8_t>(value | kMoreFollow));
  out.push_back(static_cast<std::uint8_t>(value));
}

std::uint64_t get(const std::uint8_t*& at) {
  std::uint64_t value = 0;
  for (unsigned shift = 0;; shift += kByteBits) {
    const std::uint8_t byte = *at++;
    value |= static_cast<std::uint64_t>(byte & (kMoreFollow - 1)) << shift;
    if (byte < kMoreFollow) return value;
  }
}

}  // namespace

void PackedTrack::Column::change(std::uint8_t to) {
  for (std::uint64_t& units : last) units = unitsOf(numberOf(units, places), to);
  places = to;
}

/// On the line through the last two numbers. Equal ones need not be finite, and -0 stays -0.
std::uint64_t PackedTrack::Column::expected() const {
  if (last[0] == last[1]) return last[0];
  if (places != kBits) return 2 * last[0] - last[1];
  const double next = 2 * numberOf(last[0], kBits) - numberOf(last[1], kBits);
  return bitsOf(std::isfinite(next) ? next : 0);
}

PackedTrack::PackedTrack(std::size_t columns) : columns_(columns) {}

void PackedTrack::append(std::size_t frame, std::span<const double> row) {
  const bool is_first = rows_of_last_block_ == kBlockRows;
  if (is_first) {
    blocks_.push_back({frame, bytes_.size()});
    std::ranges::fill(columns_, Column());
    rows_of_last_block_ = 0;
    last_frame_ = frame;
  }
  std::array<std::uint64_t, kMaxColumns> units{};
  std::uint64_t changed = 0;
  for (std::size_t i = 0; i < row.size(); ++i) {
    std::uint8_t places = columns_[i].places;
    while (bitsOf(numberOf(units[i] = unitsOf(row[i], places), places)) != bitsOf(row[i])) ++places;
    if (places == columns_[i].places) continue;
    changed |= std::uint64_t{1} << i;
    columns_[i].change(places);
  }
  put(bytes_, (frame - last_frame_) << 1 | (changed != 0 ? 1 : 0));
  if (changed != 0) {
    put(bytes_, changed);
    for (std::size_t i = 0; i < row.size(); ++i) {
      if ((changed >> i & 1) != 0) bytes_.push_back(columns_[i].places);
    }
  }
  for (std::size_t i = 0; i < row.size(); ++i) {
    put(bytes_, folded(units[i] - columns_[i].expected()));
    columns_[i].advance(units[i], is_first);
  }
  last_frame_ = frame;
  ++rows_;
  ++rows_of_last_block_;
}

bool PackedTrack::read(std::size_t frame, At at, std::span<double> row) const {
  const auto next = std::ranges::upper_bound(blocks_, frame, {}, &Block::frame);
  if (next == blocks_.begin()) return false;
  std::array<Column, kMaxColumns> columns{};
  const Block& block = *std::prev(next);
  const std::uint8_t* byte = bytes_.data() + block.offset;
  const std::uint8_t* const end = bytes_.data() + (next == blocks_.end() ? bytes_.size() : next->offset);
  std::size_t reached = block.frame;
  for (bool is_first = true; byte != end; is_first = false) {
    const std::uint64_t head = get(byte);
    if (reached + (head >> 1) > frame) break;
    reached += head >> 1;
    if ((head & 1) != 0) {
      const std::uint64_t changed = get(byte);
      for (std::size_t i = 0; i < row.size(); ++i) {
        if ((changed >> i & 1) != 0) columns[i].change(*byte++);
      }
    }
    for (std::size_t i = 0; i < row.size(); ++i)
      columns[i].advance(columns[i].expected() + unfolded(get(byte)), is_first);
  }
  for (std::size_t i = 0; i < row.size(); ++i) row[i] = numberOf(columns[i].last[0], columns[i].places);
  return at == At::kFrameOrBefore || reached == frame;
}

void PackedTrack::dropBefore(std::size_t frame) {
  const auto next = std::ranges::upper_bound(blocks_, frame, {}, &Block::frame);
  if (next == blocks_.begin() || next - blocks_.begin() == 1) return;
  const auto old = next - blocks_.begin() - 1;
  const std::size_t dropped = blocks_[static_cast<std::size_t>(old)].offset;
  bytes_.erase(bytes_.begin(), bytes_.begin() + static_cast<std::ptrdiff_t>(dropped));
  blocks_.erase(blocks_.begin(), blocks_.begin() + old);
  for (Block& block : blocks_) block.offset -= dropped;
  rows_ -= static_cast<std::size_t>(old) * kBlockRows;
}

}  // namespace sepax
