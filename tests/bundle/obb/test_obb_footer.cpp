#include "bundle/zip/zip_builder.h"

#include <gtest/gtest.h>

namespace sepax::test {
namespace {

using Codes = std::vector<std::string>;

TEST(ObbFooter, IsReadAndStrippedFromAZip) {
  const std::string zip = Archive{.items = {{.name = "a", .data = "hello"}}}.bytes();
  const auto tree = treeOf(zip + obbFooter("com.example.game", 42), "main.42.com.example.game.obb");
  EXPECT_EQ(tree->kind(), ContainerKind::kZip);
  EXPECT_EQ(codesOf(*tree), Codes{});
  ASSERT_TRUE(tree->footer());
  EXPECT_EQ(tree->footer()->package, "com.example.game");
  EXPECT_EQ(tree->footer()->version, 42);
  EXPECT_EQ(tree->footer()->flags, 0u);
  EXPECT_EQ(tree->footer()->salt_hex, "0000000000000000");
  EXPECT_EQ(textOf(*tree, "a"), "hello");
}

TEST(ObbFooter, MatchesTheBytesThatAndroidsToolWrites) {
  const std::string genuine(
      "\x01\0\0\0\x2a\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\x10\0\0\0com.example.game\x28\0\0\0\x83\x99\x05\x01", 48);
  EXPECT_EQ(obbFooter("com.example.game", 42), genuine);
  const auto tree = treeOf(genuine);
  ASSERT_TRUE(tree->footer());
  EXPECT_EQ(tree->footer()->package, "com.example.game");
  EXPECT_EQ(codesOf(*tree), Codes{"container.unknown"});
}

TEST(ObbFooter, AllowsSlackBehindTheName) {
  const std::string body = u32(1) + u32(3) + u32(1) + u64(0x0807060504030201) + u32(3) + "a.b" + "slack";
  const auto tree = treeOf("payload" + body + u32(body.size()) + u32(0x01059983));
  ASSERT_TRUE(tree->footer());
  EXPECT_EQ(tree->footer()->package, "a.b");
  EXPECT_EQ(tree->footer()->salt_hex, "0102030405060708");
}

TEST(ObbFooter, IsReportedWhenItsBodyBreaksTheRules) {
  const std::string good = obbFooter("a.b");
  const auto damaged = [&](std::size_t from_end, const std::string& bytes) {
    std::string text = std::string(100, 'p') + good;
    return text.replace(text.size() - from_end, bytes.size(), bytes);
  };
  const std::vector<std::string> cases = {
      damaged(good.size(), u32(2)),     // signature version
      damaged(8 + 7, u32(4)),           // name longer than the body
      damaged(8 + 7, u32(0)),           // no name
      damaged(8 + 7, u32(0xFFFFFFFF)),  // name length that wraps
      damaged(8, u32(24)),              // body too short
      damaged(8, u32(32769)),           // body too long
      damaged(8, u32(200)),             // body before the file's start
      damaged(8, u32(0xFFFFFFF8)),      // body length that wraps
  };
  for (const std::string& bytes : cases) {
    const auto tree = treeOf(bytes);
    EXPECT_FALSE(tree->footer());
    EXPECT_EQ(codesOf(*tree), (Codes{"obb.bad_footer", "container.unknown"}));
  }
}

TEST(ObbFooter, IsNotSeenWithoutItsMark) {
  EXPECT_FALSE(treeOf("")->footer());
  EXPECT_FALSE(treeOf("\x83\x99\x05")->footer());
  EXPECT_EQ(codesOf(*treeOf("\x83\x99\x05\x01")), Codes{"container.unknown"});
}

TEST(ObbFooter, ReportsThatASaltedBundleIsEncrypted) {
  const auto tree = treeOf(std::string(1024, '?') + obbFooter("a.b", 1, 2));
  ASSERT_TRUE(tree->footer());
  EXPECT_EQ(codesOf(*tree), Codes{"obb.salted"});
}

TEST(ObbFooter, ShowsAPackageNameThatIsNotUtf8) {
  EXPECT_EQ(treeOf("x" + obbFooter("a.\xFF"))->footer()->package, "a.\xEF\xBF\xBD");
}

TEST(Containers, AreNamedByTheirMarks) {
  using namespace std::string_literals;
  const std::vector<std::tuple<std::string, ContainerKind, std::string>> cases = {
      {"UnityFS\0"s, ContainerKind::kUnknown, "UnityFS"},
      {"7z\xBC\xAF\x27\x1C"s, ContainerKind::kUnknown, "7-Zip"},
      {std::string(257, 'n') + "ustar", ContainerKind::kUnknown, "tar"},
      {"data\xE1\x12\x6F\x5A" + std::string(40, '\0'), ContainerKind::kUnknown, "Unreal pak"},
  };
  for (const auto& [bytes, kind, words] : cases) {
    const auto tree = treeOf(bytes);
    EXPECT_EQ(tree->kind(), kind);
    ASSERT_EQ(codesOf(*tree), Codes{"container.unsupported"}) << words;
    EXPECT_NE(tree->findings()[0].message.find(words), std::string::npos) << tree->findings()[0].message;
    EXPECT_NE(tree->findings()[0].message.find("not read by this version"), std::string::npos);
  }
}

TEST(Containers, SayWhenNothingIsKnown) {
  EXPECT_EQ(codesOf(*treeOf("just some text")), Codes{"container.unknown"});
  EXPECT_EQ(treeOf("")->findings()[0].message, "the file is empty");
}

}  // namespace
}  // namespace sepax::test
