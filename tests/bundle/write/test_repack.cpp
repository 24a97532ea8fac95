#include "bundle/open/open_container.h"
#include "bundle/verify.h"
#include "bundle/write/new_entries.h"
#include "bundle/write/repack.h"
#include "bundle/zip/zip_builder.h"
#include "core/platform.h"
#include "scratch.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>

// What changes a bundle must leave whole for every reader.

namespace sepax::test {
namespace {

const std::string kHeaderMark = "PK\x03\x04";

/// Writes the archive, makes the changes in place, returns the new bytes.
std::string repacked(const std::string& bytes, std::vector<EntryChange> changes) {
  const std::string path = scratchFolder() + "/repacked.zip";
  EXPECT_TRUE(writeFileAtomically(path, bytes));
  const auto report = repackBundle(path, std::move(changes), {.output = path});
  return report ? contentOf(path) : "error: " + describe(report.error());
}

/// Errors and warnings of verifying as Android would.
std::vector<std::string> complaints(const std::string& bytes) {
  std::vector<std::string> codes;
  VerifyOptions options;
  options.as_android = true;
  for (const Finding& finding : verify(*treeOf(bytes), options).findings) {
    if (finding.severity() > Severity::kInfo) codes.emplace_back(finding.code());
  }
  return codes;
}

TEST(Repack, KeepsALocalHeaderWhereReadersLookForTheFirst) {
  std::vector<NewEntry> entries;
  for (std::size_t i = 0; i < 5; ++i)
    entries.push_back(entryOf(std::string(1, static_cast<char>('a' + i)) + std::string(i, 'n'), noise(1 + i, 7)));
  int moved = 0;
  for (const bool deflates : {false, true}) {
    for (std::size_t length = 0; length < 5; ++length) {
      const std::string path = scratchFolder() + "/packed.zip";
      entries[0] = entryOf("a", std::string(length * 100, 'x'));
      ASSERT_TRUE(packBundle(entries, {.output = path, .deflates = deflates}));
      const std::string packed = contentOf(path);
      const std::string first =
          std::ranges::min_element(treeOf(packed)->entries(), {}, &TreeEntry::header_offset)->path;
      for (const bool removes : {false, true}) {
        const std::string bytes =
            repacked(packed, {{first, removes ? std::nullopt : std::optional(entryOf("", std::string(33, 'y')))}});
        ASSERT_TRUE(bytes.starts_with(kHeaderMark)) << bytes.substr(0, 100);
        EXPECT_EQ(complaints(bytes), std::vector<std::string>{});
        const auto tree = treeOf(bytes);
        for (const TreeEntry& entry : tree->entries()) {
          EXPECT_TRUE(entry.method != Compression::kStored || entry.offset % 4 == 0) << entry.path;
          if (entry.path == first) continue;
          EXPECT_EQ(textOf(*tree, entry.path), textOf(*treeOf(packed), entry.path)) << entry.path;
        }
        ++moved;
      }
    }
  }
  EXPECT_EQ(moved, 20);
}

TEST(Repack, KeepsTheFirstHeaderBehindWhatComesBeforeTheArchive) {
  const std::string prefix = "#!stub";
  const std::string bytes = repacked(
      Archive{.items = {{.name = "a", .data = "1"}, {.name = "bb", .data = "22"}, {.name = "ccc", .data = "333"}},
              .prefix = prefix}
          .bytes(),
      {{"a", std::nullopt}});
  EXPECT_TRUE(bytes.starts_with(prefix + kHeaderMark));
  EXPECT_EQ(textOf(*treeOf(bytes), "bb"), "22");
  EXPECT_EQ(textOf(*treeOf(bytes), "ccc"), "333");
}

TEST(Repack, LeavesNoGapsBetweenEntries) {
  const std::string bytes = repacked(Archive{.items = {{.name = "a", .data = "1"},
                                                       {.name = "bb", .data = "22"},
                                                       {.name = "ccc", .data = std::string(50, 'c'), .method = 8},
                                                       {.name = "d", .data = "4444"}}}
                                         .bytes(),
                                     {{"a", std::nullopt}});
  std::vector<const TreeEntry*> entries;
  const auto tree = treeOf(bytes);
  for (const TreeEntry& entry : tree->entries()) entries.push_back(&entry);
  std::ranges::sort(entries, {}, [](const TreeEntry* entry) { return entry->header_offset; });
  ASSERT_EQ(entries.size(), 3u);
  std::uint64_t end = 0;
  for (const TreeEntry* entry : entries) {
    EXPECT_EQ(entry->header_offset, end) << entry->path;
    end = entry->offset + entry->compressed_size;
  }
  EXPECT_EQ(bytes.substr(end, 4), "PK\x01\x02");
}

TEST(Repack, TakesAwayThePaddingThatEarlierVersionsPutBeforeTheFirstHeader) {
  const std::string damaged = Archive{.items = {{.name = "a", .data = "1"}, {.name = "bb", .data = "22"}},
                                      .prefix = std::string(3, '\0'),
                                      .is_prefix_counted = true}
                                  .bytes();
  const std::string bytes = repacked(damaged, {{"bb", std::nullopt}});
  EXPECT_TRUE(bytes.starts_with(kHeaderMark)) << bytes.substr(0, 100);
  EXPECT_EQ(textOf(*treeOf(bytes), "a"), "1");
}

TEST(Repack, LeavesAValidEmptyArchiveWhenTheOnlyEntryGoes) {
  const std::string empty =
      repacked(Archive{.items = {{.name = "a", .data = "1"}}, .comment = "kept"}.bytes(), {{"a", std::nullopt}});
  EXPECT_EQ(empty, Archive{.comment = "kept"}.bytes());
  for (const bool isCounted : {false, true}) {
    const std::string bytes = repacked(
        Archive{.items = {{.name = "a", .data = "1"}}, .prefix = "#!stub", .is_prefix_counted = isCounted}.bytes(),
        {{"a", std::nullopt}});
    EXPECT_TRUE(bytes.starts_with("#!stub")) << bytes;
    EXPECT_EQ(treeOf(bytes)->kind(), ContainerKind::kZip);
    EXPECT_TRUE(treeOf(bytes)->entries().empty());
    EXPECT_EQ(std::system(("python3 -c 'import zipfile,sys; sys.exit(len(zipfile.ZipFile(\"" + scratchFolder() +
                           "/repacked.zip\").namelist()))' 2>/dev/null")
                              .c_str()),
              0);
  }
}

TEST(Repack, LeavesAnEmptyArchiveThatIsFoundBetweenOtherBytes) {
  // Bytes in front that the offsets ignore, and bytes behind.
  const std::string bytes = repacked(
      Archive{.items = {{.name = "a", .data = "1"}}, .prefix = "#!stub"}.bytes() + "tail", {{"a", std::nullopt}});
  ASSERT_TRUE(bytes.starts_with("#!stub") && bytes.ends_with("tail")) << bytes;
  EXPECT_EQ(treeOf(bytes)->kind(), ContainerKind::kZip);
  EXPECT_TRUE(treeOf(bytes)->entries().empty());
}

TEST(Repack, RefusesAChangeAfterWhichOtherBytesWouldLookLikeTheEnd) {
  // An archive in front, whose entries would be what readers find.
  const std::string front = Archive{.items = {{.name = "old", .data = "1"}}}.bytes();
  const std::string bytes = Archive{.items = {{.name = "a", .data = "text"}}, .prefix = front}.bytes() + "tail";
  ASSERT_EQ(treeOf(bytes)->entries().size(), 1u);
  const std::string said = repacked(bytes, {{"a", std::nullopt}});
  EXPECT_NE(said.find("repacked.zip: is not changed, since bytes that are no entry would look like its end: 2 end "
                      "records could be meant"),
            std::string::npos)
      << said;
  EXPECT_EQ(contentOf(scratchFolder() + "/repacked.zip"), bytes) << "nothing is lost";
  EXPECT_TRUE(repacked(bytes, {{"b", entryOf("", "more")}}).starts_with(front)) << "other changes are made";
}

TEST(Repack, KeepsTheLongestCommentThereCanBe) {
  const std::string comment(65'535, 'c');
  const std::string bytes =
      repacked(Archive{.items = {{.name = "a", .data = "1"}, {.name = "b", .data = "2"}}, .comment = comment}.bytes(),
               {{"a", std::nullopt}});
  EXPECT_TRUE(bytes.ends_with(comment)) << bytes.substr(0, 100);
  EXPECT_EQ(textOf(*treeOf(bytes), "b"), "2");
}

TEST(Repack, LeavesTheSigningBlockOutAndSaysSo) {
  const std::string pairs = "signatures";
  const std::uint64_t size = pairs.size() + 24;
  const std::string block = u64(size) + pairs + u64(size) + "APK Sig Block 42";
  Archive archive{.items = {{.name = "a", .data = "1"}, {.name = "b", .data = "2"}}};
  const std::string plain = archive.bytes();
  const std::size_t directory = plain.find("PK\x01\x02"), end = plain.find("PK\x05\x06");
  std::string bytes = plain.substr(0, directory) + block + plain.substr(directory);
  bytes.replace(end + block.size() + 16, 4, u32(directory + block.size()));
  const std::string path = scratchFolder() + "/signed.apk";
  for (const char* removed : {"a", "b"}) {
    ASSERT_TRUE(writeFileAtomically(path, bytes));
    const auto report = repackBundle(path, {{removed, std::nullopt}}, {.output = path});
    ASSERT_TRUE(report) << describe(report.error());
    EXPECT_TRUE(report->removed_signature);
    EXPECT_EQ(contentOf(path).find("APK Sig Block"), std::string::npos);
    EXPECT_EQ(openTree(path).value()->entries().size(), 1u);
  }
  ASSERT_TRUE(writeFileAtomically(path, plain));
  EXPECT_FALSE(repackBundle(path, {{"a", std::nullopt}}, {.output = path})->removed_signature);
}

}  // namespace
}  // namespace sepax::test
