#include "session/bundle/bundle_overview.h"

#include "bundle/open/open_container.h"
#include "core/platform.h"
#include "scratch.h"
#include "session/bundle/preview.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <string>

namespace sepax {
namespace {

std::shared_ptr<const Tree> treeWith(const std::string& name,
                                     const std::vector<std::pair<std::string, std::string>>& files) {
  const std::filesystem::path folder = std::filesystem::path(scratchFolder()) / name;
  std::filesystem::create_directories(folder);
  for (const auto& [path, text] : files) EXPECT_TRUE(writeFileAtomically((folder / path).string(), text));
  return openTree(folder.string()).value();
}

TEST(BundleSearch, FindsTextInAnyCaseWithItsLineAndBytesWithTheirOffset) {
  const auto tree = treeWith("search", {{"a.txt", "one\ntwo Rock\nthree\nrock again\n"},
                                        {"b.bin", std::string("\0\1rock\xff", 7)},
                                        {"c.txt", "nothing"}});
  const BundleMatches found = searchTree(*tree, *textNeedle("ROCK"));
  ASSERT_EQ(found.matches.size(), 3u);
  EXPECT_EQ(tree->entries()[found.matches[0].entry].path, "a.txt");
  EXPECT_EQ(found.matches[0].line, 2u);
  EXPECT_EQ(found.matches[0].offset, 8u);
  EXPECT_EQ(found.matches[0].around, "two Rock");
  EXPECT_EQ(found.matches[1].line, 4u);
  EXPECT_EQ(found.matches[2].line, 0u) << "what has control characters has no lines";
  EXPECT_EQ(found.matches[2].offset, 2u);
  EXPECT_EQ(found.entries, 3u);
  EXPECT_EQ(found.entries_with, 2u);
  EXPECT_TRUE(found.unread.empty());
  EXPECT_EQ(searchTree(*tree, *bytesOrText("0x01726f")).matches.size(), 1u);
}

TEST(BundleSearch, FindsWhatThePreviewDecodes) {
  const std::string wide(
      "\xFF\xFE"
      "o\0n\0e\0\n\0R\0o\0c\0k\0",
      18);
  const auto tree = treeWith("decoded", {{"wide.txt", wide}});
  const BundleMatches found = searchTree(*tree, *textNeedle("rock"));
  ASSERT_EQ(found.matches.size(), 1u);
  EXPECT_TRUE(found.matches[0].is_decoded);
  EXPECT_EQ(found.matches[0].line, 2u);
  EXPECT_EQ(found.matches[0].offset, 4u) << "in the text";
  EXPECT_EQ(found.entries_with, 1u);
  const BundleMatches bytes = searchTree(*tree, *bytesOrText("0x52006f"));
  ASSERT_EQ(bytes.matches.size(), 1u);
  EXPECT_FALSE(bytes.matches[0].is_decoded);
  EXPECT_EQ(bytes.matches[0].offset, 10u) << "in the bytes";
  JobControl control;
  const EntryPreview preview = previewEntry(tree, 0, true, control);
  EXPECT_EQ(preview.kind, PreviewKind::kText);
  EXPECT_EQ(preview.text->rows.size(), 2u);
}

TEST(BundleSearch, FindsAPlaceThatLiesAcrossPiecesAndCountsItsLines) {
  std::string text;
  std::size_t lines = 1;
  while (text.size() < (3u << 20) - 3) {
    text += "a line of some length\n";
    ++lines;
  }
  const std::size_t at = text.size();
  text += "needle\n" + std::string(1000, 'x') + "needle";
  const BundleMatches found = searchTree(*treeWith("pieces", {{"long.txt", text}}), *textNeedle("needle"));
  ASSERT_EQ(found.matches.size(), 2u);
  EXPECT_EQ(found.matches[0].offset, at);
  EXPECT_EQ(found.matches[0].line, lines);
  EXPECT_EQ(found.matches[1].offset, text.size() - 6);
  EXPECT_EQ(found.matches[1].line, lines + 1);
}

TEST(BundleSearch, ListsOnlySoManyPlacesOfAFileAndSaysThatThereAreMore) {
  const BundleMatches found =
      searchTree(*treeWith("many", {{"a.txt", std::string(100'000, 'x')}, {"b.txt", "x"}}), *textNeedle("x"));
  EXPECT_TRUE(found.cut);
  EXPECT_EQ(found.matches.size(), kMaxEntryMatches + 1) << "the next file is looked through all the same";
}

TEST(BundleSearch, StopsWhenAsked) {
  const auto tree = treeWith("stopped", {{"a.txt", "x"}, {"b.txt", "x"}});
  int asked = 0;
  const BundleMatches found = searchTree(*tree, *textNeedle("x"), [&](const Progress&) { return ++asked < 2; });
  EXPECT_LT(found.matches.size(), 2u);
}

}  // namespace
}  // namespace sepax
