#include "bundle/byte_search.h"

#include "bundle/little_endian.h"
#include "core/number.h"
#include "core/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <utility>

namespace sepax {

namespace {

constexpr std::uint64_t kStep = 1u << 20;

/// The bytes of "50 4b" or of "504b".
std::optional<std::string> hexBytes(std::string_view digits) {
  std::string bytes;
  while (!digits.empty()) {
    if (digits.front() == ' ') {
      digits.remove_prefix(1);
      continue;
    }
    const auto byte = digits.size() > 1 ? parseInteger<std::uint8_t>(digits.substr(0, 2), 16) : std::nullopt;
    if (!byte) return std::nullopt;
    bytes += static_cast<char>(*byte);
    digits.remove_prefix(2);
  }
  return bytes.empty() ? std::nullopt : std::optional(bytes);
}

/// Whether each part has two characters, as in "50 4b".
bool isPairs(std::string_view typed) {
  if (typed.size() < 5) return false;
  for (std::size_t i = 0; i < typed.size(); ++i) {
    if ((typed[i] == ' ') != (i % 3 == 2)) return false;
  }
  return true;
}

}  // namespace

std::optional<Needle> textNeedle(std::string_view typed) {
  if (typed.empty()) return std::nullopt;
  return Needle{lowered(typed), true};
}

std::optional<Needle> bytesOrText(std::string_view typed) {
  if (typed.size() > 2 && typed.front() == '"' && typed.back() == '"')
    return textNeedle(typed.substr(1, typed.size() - 2));
  const bool number = typed.starts_with("0x") || typed.starts_with("0X");
  if (number || isPairs(typed)) {
    if (auto bytes = hexBytes(number ? typed.substr(2) : typed)) return Needle{std::move(*bytes), false};
  }
  return textNeedle(typed);
}

std::size_t findNeedle(std::string_view bytes, const Needle& needle, std::size_t from) {
  if (needle.bytes.empty() || from > bytes.size()) return std::string_view::npos;
  if (!needle.any_case) return bytes.find(needle.bytes, from);
  const auto same = [](char c, char small) { return lowered(c) == small; };
  const auto at = std::search(bytes.begin() + static_cast<std::ptrdiff_t>(from), bytes.end(), needle.bytes.begin(),
                              needle.bytes.end(), same);
  return at == bytes.end() ? std::string_view::npos : static_cast<std::size_t>(at - bytes.begin());
}

void ByteSearch::start(std::shared_ptr<const ByteSource> source, Needle needle, std::uint64_t from,
                       Direction direction) {
  source_ = std::move(source);
  needle_ = std::move(needle);
  direction_ = direction;
  seen_ = 0;
  wrapped_ = false;
  const bool fits = !needle_.bytes.empty() && needle_.bytes.size() <= source_->size();
  from_ = fits ? std::min(from, source_->size() - needle_.bytes.size()) : 0;
  // No hit begins so near the end: the search has gone around already.
  if (fits && direction == Direction::kForward && from > from_) {
    from_ = 0;
    wrapped_ = true;
  }
  state_ = fits ? State::kSearching : State::kNone;
}

double ByteSearch::progress() const {
  if (state_ != State::kSearching) return 1;
  return static_cast<double>(seen_) / static_cast<double>(source_->size() - needle_.bytes.size() + 1);
}

/// Looks at the places [begin, end) where a needle may begin.
void ByteSearch::lookThrough(std::uint64_t begin, std::uint64_t end) {
  std::string bytes(static_cast<std::size_t>(end - begin) + needle_.bytes.size() - 1, '\0');
  if (!source_->readAt(begin, std::as_writable_bytes(std::span(bytes)))) {
    state_ = State::kUnreadable;
    return;
  }
  if (needle_.any_case) std::transform(bytes.begin(), bytes.end(), bytes.begin(), [](char c) { return lowered(c); });
  const bool forward = direction_ == Direction::kForward;
  const std::size_t at = forward ? bytes.find(needle_.bytes) : bytes.rfind(needle_.bytes);
  if (at == std::string::npos) return;
  found_ = begin + at;
  state_ = State::kFound;
}

void ByteSearch::advance(std::uint64_t budget) {
  if (state_ != State::kSearching) return;
  const std::uint64_t places = source_->size() - needle_.bytes.size() + 1;
  const bool forward = direction_ == Direction::kForward;
  // The places in the order of the search: those of the first leg, then those beyond the end.
  const std::uint64_t first_leg = forward ? places - from_ : from_ + 1;
  for (std::uint64_t spent = 0; spent < budget && state_ == State::kSearching;) {
    if (seen_ == places) {
      state_ = State::kNone;
      return;
    }
    const bool second = seen_ >= first_leg;
    const std::uint64_t left = (second ? places : first_leg) - seen_, count = std::min(kStep, left);
    const std::uint64_t gone = second ? seen_ - first_leg : seen_;
    const std::uint64_t begin = forward ? (second ? gone : from_ + gone) : (second ? places : from_ + 1) - gone - count;
    wrapped_ = wrapped_ || second;
    lookThrough(begin, begin + count);
    seen_ += count;
    spent += count;
  }
}

namespace {

template <class Shown, class Raw>
ByteValue valueOf(const char* type, std::span<const std::byte> bytes) {
  ByteValue out{type, {}, {}};
  if (bytes.size() < sizeof(Raw)) return out;
  std::array<std::byte, sizeof(Raw)> turned{};
  std::reverse_copy(bytes.begin(), bytes.begin() + sizeof(Raw), turned.begin());
  out.little = fmt::format("{}", std::bit_cast<Shown>(littleEndianAt<Raw>(bytes, 0)));
  out.big = fmt::format("{}", std::bit_cast<Shown>(littleEndianAt<Raw>(turned, 0)));
  return out;
}

/// The character of UTF-8 that the bytes begin with; nothing for others and for control characters.
std::string characterOf(std::span<const std::byte> bytes) {
  constexpr std::size_t kLongest = 4;
  for (std::size_t size = 1; size <= std::min(kLongest, bytes.size()); ++size) {
    const std::string text(reinterpret_cast<const char*>(bytes.data()), size);
    if (toValidUtf8(text) == text)
      return static_cast<unsigned char>(text[0]) < 0x20 || text[0] == 0x7f ? std::string() : text;
  }
  return {};
}

}  // namespace

std::vector<ByteValue> byteValues(std::span<const std::byte> bytes) {
  const std::string character = characterOf(bytes);
  return {
      valueOf<std::uint8_t, std::uint8_t>("u8", bytes),
      valueOf<std::int8_t, std::uint8_t>("i8", bytes),
      valueOf<std::uint16_t, std::uint16_t>("u16", bytes),
      valueOf<std::int16_t, std::uint16_t>("i16", bytes),
      valueOf<std::uint32_t, std::uint32_t>("u32", bytes),
      valueOf<std::int32_t, std::uint32_t>("i32", bytes),
      valueOf<std::uint64_t, std::uint64_t>("u64", bytes),
      valueOf<std::int64_t, std::uint64_t>("i64", bytes),
      valueOf<float, std::uint32_t>("f32", bytes),
      valueOf<double, std::uint64_t>("f64", bytes),
      {"UTF-8", character, character},
  };
}

}  // namespace sepax
