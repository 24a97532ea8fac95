#pragma once

#include "bundle/byte_source.h"
#include "core/error.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sepax {

/// The pattern of a search in bytes: text in any case of its ASCII letters, or exact bytes.
struct Needle {
  std::string bytes;  ///< small letters where `any_case`
  bool any_case = true;

  friend bool operator==(const Needle&, const Needle&) = default;
};

/// Pairs of hexadecimal digits with spaces between them, or one number behind "0x", are bytes: "50 4b 03 04",
/// "0x504b0304". All else is text, also what stands in double quotes: "\"50 4b\"". Nothing for no characters.
[[nodiscard]] std::optional<Needle> bytesOrText(std::string_view typed);
/// Always text.
[[nodiscard]] std::optional<Needle> textNeedle(std::string_view typed);

/// Where the next `needle` begins in bytes, from `from` on; npos for none.
[[nodiscard]] std::size_t findNeedle(std::string_view bytes, const Needle& needle, std::size_t from = 0);

/// A search through bytes of any size, in steps: a frame never waits for it.
class ByteSearch {
 public:
  enum class State { kIdle, kSearching, kFound, kNone, kUnreadable };
  enum class Direction { kForward, kBackward };

  /// Looks for what begins at `from` or behind it (or at most at `from`), then from the other end on.
  void start(std::shared_ptr<const ByteSource> source, Needle needle, std::uint64_t from, Direction direction);
  /// Looks through about `budget` more bytes.
  void advance(std::uint64_t budget);

  [[nodiscard]] State state() const { return state_; }
  [[nodiscard]] std::uint64_t found() const { return found_; }  ///< while kFound
  [[nodiscard]] bool wrapped() const { return wrapped_; }  ///< found beyond the end at which the search began again
  [[nodiscard]] double progress() const;                   ///< 0 … 1
  [[nodiscard]] const Needle& needle() const { return needle_; }

 private:
  void lookThrough(std::uint64_t begin, std::uint64_t end);

  std::shared_ptr<const ByteSource> source_;
  Needle needle_;
  std::uint64_t from_ = 0, seen_ = 0, found_ = 0;  ///< `seen_`: how many places were looked at
  Direction direction_ = Direction::kForward;
  State state_ = State::kIdle;
  bool wrapped_ = false;
};

/// The bytes at a place, read as one type. Empty where there are too few of them.
struct ByteValue {
  const char* type;  ///< "u16", "f32", …
  std::string little, big;
};

/// The first bytes as whole numbers of 1, 2, 4 and 8 bytes, without and with a sign, as floats, and as a character of
/// UTF-8.
[[nodiscard]] std::vector<ByteValue> byteValues(std::span<const std::byte> bytes);

}  // namespace sepax
