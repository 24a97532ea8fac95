#include "core/text.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <utility>

namespace sepax {
namespace {

TEST(Base64, IsWhatRfc4648Prints) {
  const std::pair<std::string, std::string> rows[] = {{"", ""},
                                                      {"f", "Zg=="},
                                                      {"fo", "Zm8="},
                                                      {"foo", "Zm9v"},
                                                      {"foob", "Zm9vYg=="},
                                                      {"fooba", "Zm9vYmE="},
                                                      {"foobar", "Zm9vYmFy"}};
  for (const auto& [bytes, letters] : rows) {
    EXPECT_EQ(base64(bytes, Base64::kPadded), letters);
    EXPECT_EQ(base64(bytes, Base64::kUrl), letters.substr(0, letters.find('=')));
    EXPECT_EQ(fromBase64(letters, Base64::kPadded).bytes, bytes);
    EXPECT_EQ(fromBase64(letters, Base64::kPadded).letters, std::min(letters.find('='), letters.size()));
  }
  EXPECT_EQ(base64("\xFB\xFF", Base64::kPadded), "+/8=");
  EXPECT_EQ(base64("\xFB\xFF", Base64::kUrl), "-_8");
}

}  // namespace
}  // namespace sepax
