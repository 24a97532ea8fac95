#include "core/text.h"

#include "core/number.h"

#include <gtest/gtest.h>

#include <bit>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>

namespace sepax {
namespace {

constexpr double kDenormal = std::numeric_limits<double>::denorm_min();
constexpr double kMax = std::numeric_limits<double>::max();

/// Finite doubles of every magnitude: random bits, and the edges.
std::vector<double> manyDoubles() {
  std::vector<double> values = {
      0.0, -0.0, 1.0, -1.0, 0.1, 1.0 / 3, kDenormal, -kDenormal, std::numeric_limits<double>::min(), kMax, -kMax};
  std::mt19937_64 random(7);
  while (values.size() < 100'000) {
    const auto value = std::bit_cast<double>(random());
    if (std::isfinite(value)) values.push_back(value);
  }
  return values;
}

TEST(HexFloat, ReadsBackAsTheIdenticalBits) {
  for (const double value : manyDoubles()) {
    const auto read = parseHexFloat(hexFloat(value));
    ASSERT_TRUE(read) << hexFloat(value);
    ASSERT_EQ(std::bit_cast<std::uint64_t>(*read), std::bit_cast<std::uint64_t>(value)) << hexFloat(value);
  }
}

TEST(HexFloat, LooksAsTheContractSays) {
  EXPECT_EQ(hexFloat(3.0), "0x1.8p+1");
  EXPECT_EQ(hexFloat(-0.0), "-0x0p+0");
  EXPECT_EQ(hexFloat(0.1), "0x1.999999999999ap-4");
}

TEST(HexFloat, IsAcceptedInAnyCommonSpelling) {
  EXPECT_EQ(parseHexFloat("0x1.8p+1"), 3.0);
  EXPECT_EQ(parseHexFloat("0X1.8P1"), 3.0);
  EXPECT_EQ(parseHexFloat("+0x3"), 3.0);
  EXPECT_EQ(parseHexFloat("-0x.8p0"), -0.5);
}

TEST(HexFloat, IsRefusedWhenAnythingElseIsThere) {
  for (const char* text :
       {"",    "0",         "3",     "0x",    "-",   "0x1.8p", "0x1.8p+",    "0x1 ", " 0x1",    "0x-1",      "--0x1",
        "0xg", "0x1.8p+1z", "0xinf", "0xnan", "inf", "nan",    "0x1p+99999", "1.5",  "0x1.8.8", "0x\xC3\xA9"}) {
    EXPECT_FALSE(parseHexFloat(text)) << text;
  }
}

TEST(ShortestDecimal, ReadsBackAsTheIdenticalBits) {
  for (const double value : manyDoubles()) {
    const std::string text = shortestDecimal(value);
    double read = 0;
    const auto end = std::from_chars(text.data(), text.data() + text.size(), read).ptr;
    ASSERT_EQ(end, text.data() + text.size());
    ASSERT_EQ(std::bit_cast<std::uint64_t>(read), std::bit_cast<std::uint64_t>(value)) << text;
  }
}

TEST(ShortestDecimal, IsShortAndKeepsTheSignOfZero) {
  EXPECT_EQ(shortestDecimal(0.1), "0.1");
  EXPECT_EQ(shortestDecimal(1e300), "1e+300");
  EXPECT_EQ(shortestDecimal(-0.0), "-0");
  EXPECT_EQ(shortestDecimal(5), "5");
}

TEST(HumanNumber, HasNoTrailingZerosAndNoNegativeZero) {
  EXPECT_EQ(humanNumber(0.5), "0.5");
  EXPECT_EQ(humanNumber(-0.0), "0");
  EXPECT_EQ(humanNumber(1.0 / 3), "0.3333");
  EXPECT_EQ(humanNumber(1.0 / 3, 2), "0.33");
  EXPECT_EQ(humanNumber(-2), "-2");
}

TEST(ValidUtf8, PassesThroughUnchanged) {
  for (const std::string text : {"", "plain", "caf\xC3\xA9", "\xE7\x9F\xB3\xE5\xA4\xB4", "\xF0\x9F\x98\x80",
                                 "\xF4\x8F\xBF\xBF", "\xEE\x80\x80"}) {
    EXPECT_EQ(toValidUtf8(text), text);
  }
  EXPECT_EQ(toValidUtf8(std::string_view()), "") << "no bytes, at no address";
}

TEST(ValidUtf8, ReplacesEveryKindOfDamage) {
  const std::string mark = "\xEF\xBF\xBD";
  EXPECT_EQ(toValidUtf8("a\xFFz"), "a" + mark + "z");
  EXPECT_EQ(toValidUtf8("\x80"), mark);                                   // continuation without a start
  EXPECT_EQ(toValidUtf8("\xE7\x9F"), mark + mark);                        // cut off
  EXPECT_EQ(toValidUtf8("\xC0\xAF"), mark + mark);                        // overlong '/'
  EXPECT_EQ(toValidUtf8("\xE0\x80\xAF"), mark + mark + mark);             // overlong
  EXPECT_EQ(toValidUtf8("\xED\xA0\x80"), mark + mark + mark);             // surrogate
  EXPECT_EQ(toValidUtf8("\xF4\x90\x80\x80"), mark + mark + mark + mark);  // beyond U+10FFFF
  EXPECT_EQ(toValidUtf8("\xE7"
                        "a"),
            mark + "a");
}

TEST(ValidUtf8, IsAFixedPointForRandomBytes) {
  std::mt19937 random(11);
  for (int round = 0; round < 20'000; ++round) {
    std::string bytes(random() % 12, ' ');
    for (char& c : bytes) c = static_cast<char>(random() % 2 == 0 ? 0x80 + random() % 0x80 : random());
    const std::string once = toValidUtf8(bytes);
    ASSERT_EQ(toValidUtf8(once), once);
  }
}

TEST(Text, TakesAsciiLettersOfEitherCaseAlikeAndLeavesOtherBytes) {
  EXPECT_EQ(lowered("AZaz09[`{@"), "azaz09[`{@");
  EXPECT_EQ(lowered("\xC3\x84 \xDF"), "\xC3\x84 \xDF");
  EXPECT_TRUE(holdsNoCase("Meshes/Rock.OBJ", "ROCK.obj"));
  EXPECT_FALSE(holdsNoCase("Meshes/Rock.OBJ", "rock.ob_"));
  EXPECT_TRUE(holdsNoCase("", ""));
  EXPECT_FALSE(holdsNoCase("", "a"));
}

TEST(Text, RecognisesAsciiAndPlainLinesWhateverByteIsWhere) {
  for (std::size_t length = 0; length <= 20; ++length) {
    for (std::size_t at = 0; at < length; ++at) {
      for (int byte = 0; byte < 256; ++byte) {
        std::string text(length, '~');
        text[at] = static_cast<char>(byte);
        ASSERT_EQ(isAscii(text), byte < 0x80) << length << " " << at << " " << byte;
        ASSERT_EQ(isPlainLine(text), byte >= 0x20 && byte < 0x7F) << length << " " << at << " " << byte;
      }
    }
  }
  EXPECT_TRUE(isPlainLine(""));
}

TEST(Number, ReadsAWholeTextOrNothing) {
  EXPECT_EQ(parseDouble("-1.5e3"), -1500.0);
  EXPECT_EQ(parseDouble("1.8p+1", NumberBase::kHexadecimal), 3.0);
  for (const char* text : {"", " 1", "1 ", "+1", "1,5", "0x1p3", "inf", "nan", "1e999", "one"})
    EXPECT_FALSE(parseDouble(text)) << text;
  EXPECT_EQ(parseInteger<std::uint8_t>("ff", 16), 255);
  EXPECT_EQ(parseInteger<int>("-7"), -7);
  for (const char* text : {"", "256", "-1", "1.0", " 1"}) EXPECT_FALSE(parseInteger<std::uint8_t>(text)) << text;
}

TEST(XmlText, HoldsNoCharacterThatXmlForbids) {
  EXPECT_EQ(xmlText("a\xEF\xBF\xBE<\xEF\xBF\xBF\x01"), "a\xEF\xBF\xBD&lt;\xEF\xBF\xBD ");
}

TEST(PrintableText, EscapesWhatATerminalObeysAndWhatChangesDirection) {
  const std::string hidden[][2] = {{"a\x1B[31mb", "a\\u001b[31mb"},
                                   {std::string("a\0b", 3), "a\\u0000b"},
                                   {"\x7F", "\\u007f"},
                                   {"\xC2\x9B", "\\u009b"},
                                   {"cod\xE2\x80\xAEgpj", "cod\\u202egpj"},
                                   {"\xE2\x81\xA6x\xE2\x81\xA9", "\\u2066x\\u2069"},
                                   {"\xE2\x80\x8F\xD8\x9C", "\\u200f\\u061c"},
                                   {"\xE2\x80\xA8", "\\u2028"}};
  for (const auto& [text, escaped] : hidden) {
    EXPECT_EQ(printableLine(text), escaped);
    EXPECT_EQ(printableText(text), escaped);
    EXPECT_NE(holdsControl(text), changesDirection(text)) << escaped;
  }
  EXPECT_EQ(printableLine("a\n\tb"), "a\\u000a\\u0009b");
  EXPECT_EQ(printableText("a\n\tb"), "a\n\tb");
  for (const std::string text : {"", "plain", "é石🪨", "\xE2\x80\x93\xE2\x80\xA6", "\xC2\xA0", "\xD8\xA7"}) {
    EXPECT_EQ(printableLine(text), text);
    EXPECT_FALSE(holdsControl(text) || changesDirection(text)) << text;
  }
  EXPECT_EQ(printableLine("\xEF\xBF\xBE\xEF\xBF\xBF\xEF\xBF\xBD"), "\\ufffe\\uffff\xEF\xBF\xBD");
  EXPECT_FALSE(changesDirection("\xEF\xBF\xBE"));
  EXPECT_EQ(printableLine("\xFF"), "\xEF\xBF\xBD");
  EXPECT_EQ(printableText("\xFF\xE2"), "\xFF\xE2") << "stays, even cut off";
}

}  // namespace
}  // namespace sepax
