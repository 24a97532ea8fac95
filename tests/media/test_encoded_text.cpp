#include "media/encoded_text.h"

#include <gtest/gtest.h>

#include <string>

namespace sepax {
namespace {

std::optional<AndroidText> decoded(const std::string& bytes) { return encodedText(std::as_bytes(std::span(bytes))); }

TEST(EncodedText, ReadsUtf16ByItsByteOrderMark) {
  const std::string little("\xFF\xFEh\0\xE9\0\x3D\xD8\0\xDE", 10), big("\xFE\xFF\0h\0\xE9\xD8\x3D\xDE\0", 10);
  for (const std::string& bytes : {little, big}) {
    EXPECT_TRUE(mayBeEncodedText(std::as_bytes(std::span(bytes))));
    ASSERT_TRUE(decoded(bytes));
    EXPECT_EQ(decoded(bytes)->text, "h\u00e9\U0001F600");
  }
  EXPECT_EQ(decoded(little + "x")->text, "h\u00e9\U0001F600") << "half a unit at the end";
}

TEST(EncodedText, TakesNoOtherBytesForText) {
  for (const std::string& bytes : {std::string("\xFF\xFE\0\0a\0\0\0", 8), std::string("plain"), std::string()})
    EXPECT_FALSE(decoded(bytes));
}

}  // namespace
}  // namespace sepax
