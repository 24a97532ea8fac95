#include "bundle/byte_search.h"

#include <gtest/gtest.h>

#include <span>
#include <string>
#include <vector>

namespace sepax {
namespace {

using Direction = ByteSearch::Direction;
using State = ByteSearch::State;

std::shared_ptr<const ByteSource> sourceOf(const std::string& text) {
  const auto bytes = std::as_bytes(std::span(text));
  return memorySource({bytes.begin(), bytes.end()});
}

/// Where the search ends; −1 for nowhere.
long long found(const std::string& text, const Needle& needle, std::uint64_t from, Direction direction,
                bool* wrapped = nullptr) {
  ByteSearch search;
  search.start(sourceOf(text), needle, from, direction);
  while (search.state() == State::kSearching) search.advance(1);
  if (wrapped != nullptr) *wrapped = search.wrapped();
  return search.state() == State::kFound ? static_cast<long long>(search.found()) : -1;
}

TEST(ByteSearch, TakesPairsOfDigitsAndHexadecimalNumbersAsBytesAndAllElseAsText) {
  EXPECT_EQ(bytesOrText("50 4B 03"), (Needle{"PK\x03", false}));
  EXPECT_EQ(bytesOrText("0x504b"), (Needle{"PK", false}));
  EXPECT_EQ(bytesOrText("Beef"), (Needle{"beef", true}));
  EXPECT_EQ(bytesOrText("be"), (Needle{"be", true})) << "a word, though its letters are digits";
  EXPECT_EQ(bytesOrText("\"50 4b\""), (Needle{"50 4b", true}));
  EXPECT_EQ(bytesOrText("0xyz"), (Needle{"0xyz", true}));
  EXPECT_EQ(bytesOrText("0x504"), (Needle{"0x504", true})) << "half a byte";
  EXPECT_EQ(bytesOrText(""), std::nullopt);
}

TEST(ByteSearch, GoesOnFromAPlaceAndAroundTheEndInBothDirections) {
  const std::string text = "one two One TWO";
  const Needle one = *textNeedle("ONE");
  bool wrapped = false;
  EXPECT_EQ(found(text, one, 0, Direction::kForward, &wrapped), 0);
  EXPECT_FALSE(wrapped);
  EXPECT_EQ(found(text, one, 1, Direction::kForward), 8);
  EXPECT_EQ(found(text, one, 9, Direction::kForward, &wrapped), 0);
  EXPECT_TRUE(wrapped);
  EXPECT_EQ(found(text, one, 14, Direction::kForward, &wrapped), 0) << "behind the last place where it fits";
  EXPECT_TRUE(wrapped);
  EXPECT_EQ(found(text, one, 7, Direction::kBackward, &wrapped), 0);
  EXPECT_FALSE(wrapped);
  EXPECT_EQ(found(text, one, 8, Direction::kBackward), 8);
  EXPECT_EQ(found(text, *textNeedle("two"), 3, Direction::kBackward, &wrapped), 12);
  EXPECT_TRUE(wrapped);
  EXPECT_EQ(found(text, *textNeedle("three"), 3, Direction::kForward), -1);
  EXPECT_EQ(found("ab", *textNeedle("abc"), 0, Direction::kForward), -1);
  EXPECT_EQ(found("", *textNeedle("a"), 0, Direction::kBackward), -1);
}

// A needle may lie across two steps of the search; whichever way it goes, it finds what std::string finds.
TEST(ByteSearch, FindsWhatLiesAcrossTheStepsOfALargeSource) {
  std::string text(3u << 20, '\0');
  for (std::size_t i = 0; i < text.size(); ++i) text[i] = static_cast<char>('a' + i * 2654435761u % 7);
  for (const std::size_t at : {std::size_t{0}, (std::size_t{1} << 20) - 3, (std::size_t{1} << 20) - 1,
                               std::size_t{2} << 20, text.size() - 6}) {
    std::string with = text;
    with.replace(at, 6, "needle");
    for (const std::uint64_t from : {std::uint64_t{0}, std::uint64_t{1} << 20, std::uint64_t{with.size()}}) {
      EXPECT_EQ(found(with, {"needle", false}, from, Direction::kForward), static_cast<long long>(at));
      EXPECT_EQ(found(with, {"needle", false}, from, Direction::kBackward), static_cast<long long>(at));
    }
  }
}

TEST(ByteValues, ReadBytesInBothOrders) {
  const auto valueOf = [](const std::string& bytes, const std::string& type) {
    for (const ByteValue& value : byteValues(std::as_bytes(std::span(bytes)))) {
      if (value.type == type) return value.little + " " + value.big;
    }
    return std::string("no such type");
  };
  const std::string bytes("\xff\xfe\0\0\0\0\xf0\x3f", 8);
  EXPECT_EQ(valueOf(bytes, "u8"), "255 255");
  EXPECT_EQ(valueOf(bytes, "i8"), "-1 -1");
  EXPECT_EQ(valueOf(bytes, "i16"), "-257 -2");
  EXPECT_EQ(valueOf(bytes, "u32"), "65279 4294836224");
  EXPECT_EQ(valueOf(std::string("\0\0\x80\x3f", 4), "f32"), "1 4.6006e-41");
  EXPECT_EQ(valueOf(std::string("\0\0\0\0\0\0\xf0\x3f", 8), "f64").substr(0, 2), "1 ");
  EXPECT_EQ(valueOf("\xe2\x82\xac", "UTF-8"), "€ €");
  EXPECT_EQ(valueOf("\xe2\x82", "UTF-8"), " ") << "a cut character";
  EXPECT_EQ(valueOf("\n", "UTF-8"), " ");
  EXPECT_EQ(valueOf("a", "u16"), " ") << "too few bytes";
}

}  // namespace
}  // namespace sepax
