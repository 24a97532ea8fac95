
#include "core/platform.h"
#include "core/text.h"

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

namespace sepax {
namespace {

/// Length of the sequence at the start by the table of the Unicode Standard (3-7, well-formed byte sequences), or 0.
std::size_t wellFormedLength(std::string_view text) {
  struct Row {
    int first_low, first_high, second_low, second_high;
    std::size_t length;
  };
  static constexpr Row kRows[] = {
      {0x00, 0x7F, 0, 0, 1},       {0xC2, 0xDF, 0x80, 0xBF, 2}, {0xE0, 0xE0, 0xA0, 0xBF, 3},
      {0xE1, 0xEC, 0x80, 0xBF, 3}, {0xED, 0xED, 0x80, 0x9F, 3}, {0xEE, 0xEF, 0x80, 0xBF, 3},
      {0xF0, 0xF0, 0x90, 0xBF, 4}, {0xF1, 0xF3, 0x80, 0xBF, 4}, {0xF4, 0xF4, 0x80, 0x8F, 4}};
  const auto byte = [&](std::size_t i) { return static_cast<int>(static_cast<unsigned char>(text[i])); };
  for (const Row& row : kRows) {
    if (byte(0) < row.first_low || byte(0) > row.first_high) continue;
    if (text.size() < row.length) return 0;
    for (std::size_t i = 1; i < row.length; ++i) {
      const bool isSecond = i == 1;
      if (byte(i) < (isSecond ? row.second_low : 0x80) || byte(i) > (isSecond ? row.second_high : 0xBF)) return 0;
    }
    return row.length;
  }
  return 0;
}

/// Random bytes of which many begin or continue sequences.
std::vector<std::string> manyTexts() {
  static constexpr unsigned char kTelling[] = {'a',  0x80, 0xA0, 0xBF, 0xC0, 0xC2, 0xDF, 0xE0, 0xE7,
                                               0xED, 0x9F, 0xF0, 0x90, 0x8F, 0xF4, 0xF5, 0};
  std::mt19937 random(11);
  std::vector<std::string> out;
  for (int i = 0; i < 20'000; ++i) {
    std::string& text = out.emplace_back(random() % 12, '\0');
    for (char& c : text) c = static_cast<char>(random() % 4 == 0 ? random() : kTelling[random() % std::size(kTelling)]);
  }
  return out;
}

TEST(Utf, TakesWhatTheUnicodeStandardCallsWellFormedAndElseOneByte) {
  int invalid = 0, sequences = 0;
  for (const std::string& text : manyTexts()) {
    std::string replaced;
    for (std::string_view rest = text; !rest.empty();) {
      const std::size_t length = wellFormedLength(rest);
      EXPECT_EQ(findInvalidUtf8(rest) == 0, length == 0);
      std::string_view taken = rest;
      const auto point = takeCodePoint(taken);
      ASSERT_EQ(point.has_value(), length > 0);
      ASSERT_EQ(rest.size() - taken.size(), length > 0 ? length : 1);
      std::string written;
      appendUtf8(written, point.value_or(kReplacementCharacter));
      if (point) {
        ASSERT_EQ(written, rest.substr(0, length));
      }
      replaced += written;
      ++(point ? sequences : invalid);
      rest = taken;
    }
    ASSERT_EQ(toValidUtf8(text), replaced);
    ASSERT_EQ(utf8OfUtf16(utf16OfUtf8(text)), replaced);
  }
  EXPECT_GT(invalid, 10'000);
  EXPECT_GT(sequences, 10'000);
}

TEST(Utf, ReplacesHalvesOfSurrogatePairs) {
  EXPECT_EQ(utf8OfUtf16(u"a\u00E9\u7BB1\U0001F600"), "a\xC3\xA9\xE7\xAE\xB1\xF0\x9F\x98\x80");
  const char16_t high = 0xD83D, low = 0xDE00;
  EXPECT_EQ(utf8OfUtf16(std::u16string{high}), "\xEF\xBF\xBD");
  EXPECT_EQ(utf8OfUtf16(std::u16string{low, high}), "\xEF\xBF\xBD\xEF\xBF\xBD");
  EXPECT_EQ(utf8OfUtf16(std::u16string{high, high, low, u'a'}),
            "\xEF\xBF\xBD\xF0\x9F\x98\x80"
            "a");
  EXPECT_EQ(utf16OfUtf8("\xF0\x9F\x98\x80"), (std::u16string{high, low}));
}

TEST(Abridged, KeepsWholeCharactersOfBothEnds) {
  EXPECT_EQ(abridged("", 2, 3), "");
  EXPECT_EQ(abridged("abcdef", 2, 3), "abcdef") << "the dots would take the place of one";
  EXPECT_EQ(abridged("abcdefg", 2, 3), "ab…efg");
  EXPECT_EQ(abridged("abcdefg", 4, 0), "abcd…");
  EXPECT_EQ(abridged("abcdefg", 0, 4), "…defg");
  EXPECT_EQ(abridged("一二三四五六", 1, 2), "一…五六");
  EXPECT_EQ(abridged("\xFF\xFE\xFD\xFC", 1, 1), "\xFF…\xFC") << "bytes that are no text count one each";
}

TEST(LowerCase, LeavesAloneWhatIsNoText) {
  EXPECT_EQ(lowerCase("\xC3\x84\xFF"
                      "B\xE7\xAE"),
            "\xC3\xA4\xFF"
            "b\xE7\xAE");
  EXPECT_EQ(lowerCase(std::string("A\0B", 3)), std::string("a\0b", 3));
}

}  // namespace
}  // namespace sepax
