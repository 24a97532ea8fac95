#include "bundle/safe_path.h"

#include <gtest/gtest.h>

#include <string>

namespace sepax {
namespace {

using namespace std::string_literals;

TEST(SafePath, RefusesEveryPathThatLeavesTheFolder) {
  for (const std::string& path : {""s,
                                  "/etc/passwd"s,
                                  "../x"s,
                                  "a/../../x"s,
                                  "a/.."s,
                                  ".."s,
                                  "."s,
                                  "a/./b"s,
                                  "a//b"s,
                                  "C:/x"s,
                                  "c:x"s,
                                  "\\x"s,
                                  "a\\b"s,
                                  "\\\\host\\share"s,
                                  "//host/share"s,
                                  "a\0b"s,
                                  "a\nb"s,
                                  "a\x7F"s,
                                  "a\x1B[31m"s,
                                  "a\xC2\x85"s,
                                  "\xFF\xFE"s,
                                  std::string(256, 'x'),
                                  std::string(5000, 'x')}) {
    EXPECT_NE(whyDangerousPath(path), nullptr) << path;
  }
  std::string deep = "x";
  for (int i = 0; i < 65; ++i) deep = "d/" + deep;
  EXPECT_NE(whyDangerousPath(deep), nullptr);
}

TEST(SafePath, TakesWhatFilesAreCalled) {
  for (const std::string& path : {"a"s, "a/b.txt"s, "a/"s, "..a"s, "a.."s, "...x"s, " x "s,
                                  "\xE4\xB8\xA4\xE5\x9D\x97.json"s, "a b/c d"s, std::string(255, 'x')}) {
    EXPECT_EQ(whyDangerousPath(path), nullptr) << path;
  }
}

TEST(SafePath, KnowsWhatWindowsMakesOfNames) {
  for (const std::string& path :
       {"CON"s, "a/nul.txt"s, "com1"s, "LPT9.x.y"s, "aux /x"s, "a."s, "a /b"s, "a:b"s, "what?"s, "a*b"s, "conin$"s}) {
    EXPECT_NE(whyNotPortablePath(path), nullptr) << path;
  }
  for (const std::string& path : {"console"s, "a.b"s, "com10"s, "nullify"s, "x/y z/w"s})
    EXPECT_EQ(whyNotPortablePath(path), nullptr) << path;
}

TEST(ObbName, IsReadByTheRuleThatDevicesGoBy) {
  const auto name = parseObbName("main.42.com.example.game.obb");
  ASSERT_TRUE(name);
  EXPECT_EQ(name->kind, "main");
  EXPECT_EQ(name->version, 42);
  EXPECT_EQ(name->package, "com.example.game");
  EXPECT_EQ(formatObbName(*name), "main.42.com.example.game.obb");
  EXPECT_TRUE(parseObbName("patch.0.a.b.obb"));
  EXPECT_TRUE(parseObbName("overflow12.7.com.Example_2.x.obb"));
  for (const char* bad :
       {"", ".obb", "main.obb", "main.1.obb", "main.1.game.obb", "main.x.com.example.obb", "main.-1.com.example.obb",
        "main..com.example.obb", "Main.1.com.example.obb", "overflow.1.com.example.obb", "main.1.com.2x.obb",
        "main.1.com..x.obb", "main.1.com.example.OBB", "main.99999999999999999999.com.example.obb",
        "main.1.com.example.zip"}) {
    EXPECT_FALSE(parseObbName(bad)) << bad;
  }
}

}  // namespace
}  // namespace sepax
