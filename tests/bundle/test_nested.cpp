#include "bundle/open/open_container.h"
#include "bundle/zip/zip_builder.h"

#include <gtest/gtest.h>

namespace sepax::test {
namespace {

std::string nest(std::string inner, int times, std::uint16_t method) {
  for (int i = 0; i < times; ++i)
    inner = Archive{.items = {{.name = "inner.zip", .data = inner, .method = method}}}.bytes();
  return inner;
}

TEST(Nested, OpensStoredAndCompressedContainersInsideOthers) {
  const std::string inner =
      Archive{.items = {{.name = "a", .data = "hello"}}}.bytes() + obbFooter("com.example.game", 42);
  for (const std::uint16_t method : {std::uint16_t{0}, std::uint16_t{8}}) {
    const auto outer = treeOf(nest(inner, 1, method), "app.apk");
    const auto tree = openNested(*outer, 0).value();
    EXPECT_EQ(tree->name(), "app.apk:inner.zip");
    EXPECT_EQ(tree->footer()->version, 42);
    EXPECT_EQ(textOf(*tree, "a"), "hello");
  }
}

TEST(Nested, UnpacksALargeContainerIntoAFileWithoutAName) {
  std::string large(40'000'000, 'x');
  const std::string inner = Archive{.items = {{.name = "a", .data = large}, {.name = "b", .data = "behind"}}}.bytes();
  const auto tree = openNested(*treeOf(nest(inner, 1, 8)), 0).value();
  EXPECT_EQ(textOf(*tree, "b"), "behind");
  EXPECT_EQ(textOf(*tree, "a", large.size()), large);
}

TEST(Nested, StopsAtThreeContainersAroundOne) {
  auto tree = treeOf(nest(Archive{}.bytes(), 4, 8));
  for (int depth = 0; depth < kDeepestNesting; ++depth) tree = openNested(*tree, 0, {.depth = depth}).value();
  const auto refused = openNested(*tree, 0, {.depth = kDeepestNesting});
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, ErrorCode::kTooLarge);
}

TEST(Nested, ReadsAnEntryInAnyOrder) {
  const auto tree =
      treeOf(Archive{.items = {{.name = "s", .data = "0123456789"}, {.name = "d", .data = "0123456789", .method = 8}}}
                 .bytes());
  for (std::size_t i = 0; i < 2; ++i) {
    const auto source = tree->open(i, 10).value();
    std::vector<std::byte> three(3);
    ASSERT_TRUE(source->readAt(7, three));
    EXPECT_EQ(toText(three), "789");
    EXPECT_EQ(source->size(), 10u);
  }
  EXPECT_EQ(tree->open(1, 9).error().code, ErrorCode::kTooLarge);
}

TEST(TreeFacts, SayAlignmentModeAndEncryption) {
  const auto tree =
      treeOf(Archive{.items = {{.name = "ab", .data = "x", .made_by = 3 << 8, .attributes = 0100644u << 16},
                               {.name = "b", .data = "x", .flags = 1}}}
                 .bytes());
  EXPECT_EQ(alignmentOf(tree->entries()[0]), 32u);
  EXPECT_EQ(tree->entries()[0].unix_mode, 0100644u);
  EXPECT_EQ(tree->entries()[0].name_encoding, "UTF-8");
  EXPECT_STREQ(encryptionName(tree->entries()[1].encryption), "zipcrypto");
  EXPECT_EQ(tree->entries()[1].header_offset, 33u);
}

}  // namespace
}  // namespace sepax::test
