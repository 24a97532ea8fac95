#include "bundle/zip/zip_builder.h"

#include <gtest/gtest.h>

#include <random>

namespace sepax::test {
namespace {

using Codes = std::vector<std::string>;
using Paths = std::vector<std::string>;

TEST(ZipReader, ReadsStoredAndDeflatedEntriesWithAllTheirFacts) {
  const std::string long_text(100'000, 'x');
  const auto tree = treeOf(
      Archive{.items = {{.name = "assets/a.txt", .data = "hello"}, {.name = "b", .data = long_text, .method = 8}}}
          .bytes());
  ASSERT_EQ(tree->kind(), ContainerKind::kZip);
  EXPECT_EQ(codesOf(*tree), Codes{});
  ASSERT_EQ(tree->entries().size(), 2u);
  const TreeEntry& a = tree->entries()[0];
  EXPECT_EQ(a.path, "assets/a.txt");
  EXPECT_EQ(tree->sourceOf(0), "t.zip");
  EXPECT_EQ(a.size, 5u);
  EXPECT_EQ(a.compressed_size, 5u);
  EXPECT_EQ(a.method, Compression::kStored);
  EXPECT_EQ(a.crc32, 0x3610a686u);
  EXPECT_TRUE(a.has_crc32);
  EXPECT_EQ(timeText(a.modified), "2026-01-02T03:04:06");
  EXPECT_EQ(a.offset, 30u + 12u);
  EXPECT_TRUE(a.in_place);
  const TreeEntry& b = tree->entries()[1];
  EXPECT_EQ(b.method, Compression::kDeflated);
  EXPECT_FALSE(b.in_place);
  EXPECT_LT(b.compressed_size, 1000u);
  EXPECT_EQ(textOf(*tree, "assets/a.txt"), "hello");
  EXPECT_EQ(textOf(*tree, "b"), long_text);
}

TEST(ZipReader, ReadsEmptyEntriesOfBothMethods) {
  const auto tree = treeOf(Archive{.items = {{.name = "stored"}, {.name = "deflated", .method = 8}}}.bytes());
  EXPECT_EQ(textOf(*tree, "stored"), "");
  EXPECT_EQ(textOf(*tree, "deflated"), "");
  EXPECT_EQ(codesOf(*tree), Codes{});
}

TEST(ZipReader, OpensAnEmptyArchive) {
  const auto tree = treeOf(Archive{}.bytes());
  EXPECT_EQ(tree->kind(), ContainerKind::kZip);
  EXPECT_TRUE(tree->entries().empty());
  EXPECT_EQ(codesOf(*tree), Codes{});
}

TEST(ZipReader, MarksDirectories) {
  const auto tree = treeOf(Archive{.items = {{.name = "folder/"}, {.name = "folder/file", .data = "x"}}}.bytes());
  EXPECT_EQ(pathsOf(*tree), (Paths{"folder", "folder/file"}));
  EXPECT_TRUE(tree->entries()[0].directory);
  EXPECT_FALSE(tree->entries()[1].directory);
  EXPECT_EQ(errorOf(*tree, "folder"), ErrorCode::kWrongValue);
}

TEST(ZipReader, NamesContainerAndPathOfAMissingEntry) {
  const auto tree = treeOf(Archive{.items = {{.name = "a"}}}.bytes());
  const auto read = readEntry(*tree, "no/such", 100);
  ASSERT_FALSE(read);
  EXPECT_EQ(read.error().code, ErrorCode::kNotFound);
  EXPECT_EQ(describe(read.error()), "t.zip:no/such: no such entry");
}

TEST(ZipReader, RefusesAnEntryWhoseCrcIsWrong) {
  for (const std::uint16_t method : {std::uint16_t{0}, std::uint16_t{8}}) {
    const auto tree =
        treeOf(Archive{.items = {{.name = "a", .data = "hello", .method = method, .crc = 0x12345678}}}.bytes());
    EXPECT_EQ(errorOf(*tree, "a"), ErrorCode::kDamaged);
    EXPECT_EQ(textOf(*tree, "a"), "error: its CRC is 3610a686, expected 12345678");
  }
}

TEST(ZipReader, RefusesMoreBytesThanTheLimitBeforeUnpacking) {
  const auto tree = treeOf(Archive{.items = {{.name = "a", .data = std::string(1000, 'a'), .method = 8}}}.bytes());
  EXPECT_EQ(errorOf(*tree, "a", 999), ErrorCode::kTooLarge);
  EXPECT_EQ(errorOf(*tree, "a", 1000), std::nullopt);
}

TEST(ZipReader, StopsUnpackingAtTheDeclaredSize) {
  const auto tree = treeOf(
      Archive{.items = {{.name = "bomb", .data = std::string(50'000'000, '\0'), .method = 8, .size = 10}}}.bytes());
  EXPECT_EQ(errorOf(*tree, "bomb"), ErrorCode::kDamaged);
  EXPECT_EQ(textOf(*tree, "bomb"), "error: unpacks to more than the declared 10 bytes");
}

TEST(ZipReader, RefusesASizeThatDeflateCannotReach) {
  const auto tree = treeOf(Archive{.items = {{.name = "a", .data = "abc", .method = 8, .size = 0xFFFFFFF0}}}.bytes());
  EXPECT_EQ(codesOf(*tree), Codes{"zip.impossible_ratio"});
  EXPECT_EQ(errorOf(*tree, "a", ~std::uint64_t{0}), ErrorCode::kDamaged);
}

TEST(ZipReader, RefusesADeflatedEntryThatIsShorterThanDeclared) {
  const auto tree = treeOf(Archive{.items = {{.name = "a", .data = "abc", .method = 8, .size = 4}}}.bytes());
  EXPECT_EQ(textOf(*tree, "a"), "error: unpacks to 3 bytes instead of 4");
}

TEST(ZipReader, RefusesCutOffAndDamagedDeflateData) {
  std::mt19937 random(1);
  std::string noise(1000, ' ');
  for (char& c : noise) c = static_cast<char>(random());
  const auto cut = static_cast<std::uint32_t>(deflated(noise).size() - 10);
  const auto short_tree =
      treeOf(Archive{.items = {{.name = "a", .data = noise, .method = 8, .packed_size = cut}}}.bytes());
  EXPECT_EQ(textOf(*short_tree, "a"), "error: its compressed data ends too early");
  std::string bytes = Archive{.items = {{.name = "a", .data = "hello hello hello", .method = 8}}}.bytes();
  bytes[31] = '\xFF';  // reserved block type
  EXPECT_EQ(errorOf(*treeOf(bytes), "a"), ErrorCode::kDamaged);
}

TEST(ZipReader, RefusesAStoredEntryWhoseSizesDiffer) {
  const auto tree = treeOf(Archive{.items = {{.name = "a", .data = "hello", .size = 4}}}.bytes());
  EXPECT_EQ(codesOf(*tree), Codes{"zip.size_mismatch"});
  EXPECT_EQ(errorOf(*tree, "a"), ErrorCode::kDamaged);
}

TEST(ZipReader, RefusesDataBeyondTheEndOfTheFile) {
  const auto tree =
      treeOf(Archive{.items = {{.name = "a", .data = "hello", .size = 1000, .packed_size = 1000}}}.bytes());
  EXPECT_EQ(errorOf(*tree, "a"), ErrorCode::kDamaged);
  EXPECT_EQ(codesOf(*tree).front(), "zip.out_of_range");
}

TEST(ZipReader, RefusesAnOffsetThatWrapsAround) {
  // ZIP64 field: size, packed size, offset all ones.
  Item item{.name = "a", .data = "hello", .size = 0xFFFFFFFF, .packed_size = 0xFFFFFFFF, .header_offset = 0xFFFFFFFF};
  item.extra = u16(1) + u16(24) + u64(~0ull) + u64(~0ull) + u64(~0ull);
  Archive archive{.items = {item}, .prefix = "0123456789"};
  const auto tree = treeOf(archive.bytes());
  ASSERT_EQ(tree->entries().size(), 1u);
  EXPECT_EQ(tree->entries()[0].size, ~std::uint64_t{0});
  EXPECT_EQ(errorOf(*tree, "a", ~std::uint64_t{0}), ErrorCode::kDamaged);
  // A good header offset with a packed size that wraps when added to it.
  Item wide{.name = "a", .data = "hello", .size = 0xFFFFFFFF, .packed_size = 0xFFFFFFFF};
  wide.extra = u16(1) + u16(16) + u64(~0ull - 3) + u64(~0ull - 3);
  EXPECT_EQ(errorOf(*treeOf(Archive{.items = {wide}}.bytes()), "a", ~std::uint64_t{0}), ErrorCode::kDamaged);
}

TEST(ZipReader, ReadsZip64SizesOffsetsAndEnd) {
  for (const bool has_prefix : {false, true}) {
    Archive archive{.items = {{.name = "a", .data = "hello", .is_zip64 = true},
                              {.name = "b", .data = "world", .method = 8, .is_zip64 = true}},
                    .is_end64 = true};
    if (has_prefix) archive.prefix = "#!/bin/sh\n";
    const auto tree = treeOf(archive.bytes());
    EXPECT_EQ(codesOf(*tree), has_prefix ? Codes{"zip.prepended_bytes"} : Codes{});
    EXPECT_EQ(textOf(*tree, "a"), "hello");
    EXPECT_EQ(textOf(*tree, "b"), "world");
  }
}

TEST(ZipReader, ListsSeventyThousandEntries) {
  Archive archive{.is_end64 = true};
  for (int i = 0; i < 70'000; ++i) archive.items.push_back({.name = "e" + std::to_string(i), .data = "x"});
  const auto tree = treeOf(archive.bytes());
  ASSERT_EQ(tree->entries().size(), 70'000u);
  EXPECT_EQ(codesOf(*tree), Codes{});
  EXPECT_EQ(textOf(*tree, "e69999"), "x");
}

TEST(ZipReader, ReportsAWrongCountAndListsWhatIsThere) {
  for (const std::uint16_t stated : std::initializer_list<std::uint16_t>{0, 1, 7, 65534}) {
    const auto tree = treeOf(Archive{.items = {{.name = "a"}, {.name = "b"}}, .count = stated}.bytes());
    EXPECT_EQ(pathsOf(*tree), (Paths{"a", "b"}));
    EXPECT_EQ(codesOf(*tree), Codes{"zip.count_mismatch"});
  }
}

TEST(ZipReader, LetsTheLastDuplicateWin) {
  const auto tree = treeOf(
      Archive{.items = {{.name = "a.txt", .data = "old"}, {.name = "b"}, {.name = "a.txt", .data = "new"}}}.bytes());
  EXPECT_EQ(textOf(*tree, "a.txt"), "new");
  EXPECT_TRUE(tree->entries()[0].shadowed);
  EXPECT_FALSE(tree->entries()[2].shadowed);
  ASSERT_EQ(codesOf(*tree), Codes{"zip.duplicate_name"});
  EXPECT_EQ(tree->findings()[0].path, "a.txt");
}

TEST(ZipReader, FindsTheArchiveBehindPrependedBytes) {
  for (const bool is_counted : {false, true}) {
    const auto tree = treeOf(Archive{
        .items = {{.name = "a", .data = "hello"}}, .prefix = std::string(5000, 'S'), .is_prefix_counted = is_counted}
                                 .bytes());
    EXPECT_EQ(codesOf(*tree), Codes{"zip.prepended_bytes"});
    EXPECT_EQ(textOf(*tree, "a"), "hello");
    EXPECT_EQ(tree->entries()[0].offset, 5031u);
  }
}

TEST(ZipReader, IsNotFooledByAnEndRecordInsideTheComment) {
  const auto tree = treeOf(Archive{.items = {{.name = "a", .data = "hello"}}, .comment = Archive{}.bytes()}.bytes());
  EXPECT_EQ(pathsOf(*tree), Paths{"a"});
  EXPECT_EQ(codesOf(*tree), Codes{"zip.ambiguous_end"});
}

/// Python's reader takes the last record whatever it says, and fails.
TEST(ZipReader, ReportsAnEndRecordInsideTheCommentThatPointsNowhere) {
  const std::string fake = u32(0x06054b50) + u64(0x0001000100000000) + u32(46) + u32(3) + u16(0);
  const auto tree = treeOf(Archive{.items = {{.name = "a", .data = "hello"}}, .comment = fake}.bytes());
  EXPECT_EQ(pathsOf(*tree), Paths{"a"});
  EXPECT_EQ(codesOf(*tree), Codes{"zip.ambiguous_end"});
}

TEST(ZipReader, ReportsWhatLiesBetweenDirectoryAndEnd) {
  std::string signed_one = Archive{.items = {{.name = "a", .data = "hello"}}}.bytes();
  const std::string signature = u32(0x05054b50) + u16(4) + "sign";
  signed_one.insert(signed_one.size() - 22, signature);
  EXPECT_EQ(codesOf(*treeOf(signed_one)), Codes{"zip.signature"});
  std::string gap = Archive{.items = {{.name = "a", .data = "hello"}}, .is_end64 = true}.bytes();
  EXPECT_EQ(codesOf(*treeOf(gap)), Codes{});
  gap.insert(gap.size() - 22 - 20, "hidden");
  EXPECT_EQ(codesOf(*treeOf(gap)), Codes{"zip.directory_size"});
}

TEST(ZipReader, SaysWhenTheCountOfEntriesHadNoRoom) {
  Archive archive;
  for (int i = 0; i < 65'537; ++i) archive.items.push_back({.name = std::to_string(i)});
  const auto tree = treeOf(archive.bytes());
  ASSERT_EQ(codesOf(*tree), Codes{"zip.count_mismatch"});
  EXPECT_NE(tree->findings()[0].message.find("no room"), std::string::npos) << tree->findings()[0].message;
}

TEST(ZipReader, ReportsTrailingBytesAndReadsTheArchive) {
  const auto tree =
      treeOf(Archive{.items = {{.name = "a", .data = "hello"}}, .suffix = std::string(70'000, '?')}.bytes());
  EXPECT_EQ(codesOf(*tree), Codes{"zip.trailing_bytes"});
  EXPECT_EQ(textOf(*tree, "a"), "hello");
}

TEST(ZipReader, ReportsACommentThatIsCutOff) {
  const auto tree =
      treeOf(Archive{.items = {{.name = "a", .data = "hello"}}, .comment = "ab", .comment_length = 20}.bytes());
  EXPECT_EQ(codesOf(*tree), Codes{"zip.trailing_bytes"});
  EXPECT_EQ(textOf(*tree, "a"), "hello");
}

TEST(ZipReader, SaysThatATruncatedArchiveHasNoDirectory) {
  const std::string whole = Archive{.items = {{.name = "a", .data = std::string(500, 'x')}}}.bytes();
  const auto tree = treeOf(whole.substr(0, 300));
  EXPECT_EQ(tree->kind(), ContainerKind::kZip);
  EXPECT_TRUE(tree->entries().empty());
  EXPECT_EQ(codesOf(*tree), Codes{"zip.no_end"});
}

TEST(ZipReader, ReportsADirectoryThatIsCutOffInsideARecord) {
  std::string bytes = Archive{.items = {{.name = "a"}, {.name = "b"}}}.bytes();
  bytes[bytes.size() - 22 - 47 + 28] = '\xFF';  // the last record's name now runs past the end record
  bytes[bytes.size() - 22 - 47 + 29] = '\x7F';
  const auto tree = treeOf(bytes);
  EXPECT_EQ(pathsOf(*tree), Paths{"a"});
  EXPECT_EQ(codesOf(*tree), (Codes{"zip.bad_directory", "zip.count_mismatch"}));
}

TEST(ZipReader, ReportsDisagreeingLocalHeadersAndBelievesTheDirectory) {
  const auto tree = treeOf(
      Archive{.items = {{.name = "right", .data = "hello", .local_name = "wrong", .local_crc = 7, .local_method = 8}}}
          .bytes());
  ASSERT_EQ(codesOf(*tree), Codes{"zip.header_mismatch"});
  EXPECT_EQ(tree->findings()[0].message, "local header and directory differ in: name, method, CRC");
  EXPECT_EQ(textOf(*tree, "right"), "hello");
}

TEST(ZipReader, TakesSizesFromTheDirectoryWhenADescriptorFollowsTheData) {
  const auto tree = treeOf(Archive{.items = {{.name = "a", .data = "hello", .has_descriptor = true},
                                             {.name = "b", .data = "world", .method = 8, .has_descriptor = true}}}
                               .bytes());
  EXPECT_EQ(codesOf(*tree), Codes{});
  EXPECT_EQ(textOf(*tree, "a"), "hello");
  EXPECT_EQ(textOf(*tree, "b"), "world");
}

TEST(ZipReader, FindsOverlappingEntriesAndEntriesThatRunIntoTheDirectory) {
  const auto full = treeOf(
      Archive{.items = {{.name = "a", .data = "hello"}, {.name = "a", .data = "hello", .header_offset = 0}}}.bytes());
  EXPECT_EQ(codesOf(*full), (Codes{"zip.duplicate_name", "zip.overlap"}));
  // "Quoted" overlap: the first entry's data is the whole second entry.
  const std::string inner_only = Archive{.items = {{.name = "b", .data = "inner"}}}.bytes();
  const std::string inner = inner_only.substr(0, 30 + 1 + 5);
  const auto quoted = treeOf(
      Archive{.items = {{.name = "a", .data = inner}, {.name = "b", .data = "inner", .header_offset = 31}}}.bytes());
  EXPECT_EQ(textOf(*quoted, "b"), "inner");
  EXPECT_EQ(codesOf(*quoted), Codes{"zip.overlap"});
  const auto long_one =
      treeOf(Archive{.items = {{.name = "a", .data = "hello", .size = 20, .packed_size = 20}}}.bytes());
  EXPECT_EQ(codesOf(*long_one), Codes{"zip.overlap"});
}

TEST(ZipReader, ReportsAMissingLocalHeader) {
  const auto tree = treeOf(
      Archive{.items = {{.name = "a", .data = "hello"}, {.name = "b", .data = "x", .header_offset = 7}}}.bytes());
  EXPECT_EQ(codesOf(*tree), Codes{"zip.bad_local_header"});
  EXPECT_EQ(errorOf(*tree, "b"), ErrorCode::kDamaged);
  EXPECT_EQ(textOf(*tree, "a"), "hello");
}

TEST(ZipReader, ListsUnsafeNamesWithAFinding) {
  const std::vector<std::string> names = {"../up",  "a/../../up",    "/absolute", "C:/drive",
                                          "..\\up", "\\\\server\\x", "nu\x01l",   ""};
  for (const std::string& name : names) {
    const auto tree = treeOf(Archive{.items = {{.name = name, .data = "x"}}}.bytes());
    EXPECT_EQ(codesOf(*tree), Codes{"zip.unsafe_path"}) << name;
    EXPECT_EQ(pathsOf(*tree), Paths{name});
  }
  for (const std::string name : {"a..b", "..a/b", "a/b..", "x:y"}) {
    EXPECT_EQ(codesOf(*treeOf(Archive{.items = {{.name = name, .data = "x"}}}.bytes())),
              name == "x:y" ? Codes{"zip.unsafe_path"} : Codes{})
        << name;
  }
}

TEST(ZipReader, ShowsABackslashAsItIs) {
  const auto tree = treeOf(Archive{.items = {{.name = "folder\\file.txt", .data = "x"}}}.bytes());
  EXPECT_EQ(pathsOf(*tree), Paths{"folder\\file.txt"});
}

TEST(ZipReader, DecodesNamesByFlagThenUnicodeFieldThenUtf8ThenCodePage437) {
  const std::string chinese = "\xE7\x9F\xB3.txt", raw437 = "caf\x82.txt", cafe = "caf\xC3\xA9.txt",
                    gbk = "\xBF\xE9.txt";
  const auto pathOf = [](const Item& item) { return treeOf(Archive{.items = {item}}.bytes())->entries()[0].path; };
  const auto codes = [](const Item& item) { return codesOf(*treeOf(Archive{.items = {item}}.bytes())); };
  EXPECT_EQ(pathOf({.name = chinese, .flags = 1 << 11}), chinese);
  EXPECT_EQ(pathOf({.name = chinese}), chinese);
  EXPECT_EQ(codes({.name = chinese}), Codes{});
  EXPECT_EQ(pathOf({.name = raw437}), cafe);
  EXPECT_EQ(codes({.name = raw437}), Codes{"zip.name_encoding"});
  EXPECT_EQ(codes({.name = gbk, .flags = 1 << 11}), Codes{"zip.not_utf8"});
  const std::string field = "\x01" + u32(crcOf(raw437)) + chinese;
  const std::string stale = "\x01" + u32(crcOf("other")) + chinese;
  EXPECT_EQ(pathOf({.name = raw437, .extra = u16(0x7075) + u16(field.size()) + field}), chinese);
  EXPECT_EQ(pathOf({.name = raw437, .extra = u16(0x7075) + u16(stale.size()) + stale}), cafe);
}

TEST(ZipReader, NamesMethodsThatItDoesNotRead) {
  const auto tree = treeOf(
      Archive{.items = {{.name = "a", .data = "x", .method = 9}, {.name = "b", .data = "x", .method = 1234}}}.bytes());
  EXPECT_EQ(codesOf(*tree), (Codes{"zip.unsupported_method", "zip.unsupported_method"}));
  EXPECT_EQ(compressionName(tree->entries()[0].method), "deflate64");
  EXPECT_EQ(compressionName(tree->entries()[1].method), "method 1234");
  EXPECT_EQ(errorOf(*tree, "a"), ErrorCode::kUnsupported);
  EXPECT_EQ(textOf(*tree, "a"), "error: is compressed by deflate64, which this version does not read");
}

TEST(ZipReader, RefusesEncryptedEntriesButReadsThoseThatOnlyClaimIt) {
  const std::string scrambled = "\x13\x37garbage";
  const auto real =
      treeOf(Archive{.items = {{.name = "a", .data = scrambled, .flags = 1, .crc = crcOf("secret")}}}.bytes());
  EXPECT_EQ(codesOf(*real), Codes{"zip.encrypted"});
  EXPECT_TRUE(real->entries()[0].encrypted);
  EXPECT_EQ(errorOf(*real, "a"), ErrorCode::kPassword);
  for (const std::uint16_t method : {std::uint16_t{0}, std::uint16_t{8}}) {
    const auto fake = treeOf(Archive{.items = {{.name = "a", .data = "plain", .method = method, .flags = 1}}}.bytes());
    EXPECT_EQ(codesOf(*fake), Codes{"zip.encrypted"});
    EXPECT_EQ(textOf(*fake, "a"), "plain");
  }
}

TEST(ZipReader, ExplainsAPartOfASplitArchive) {
  // The last part holds the directory; entries of the parts before are named and cannot be read.
  const auto tree = treeOf(
      Archive{.items = {{.name = "b", .data = "here"}, {.name = "a", .header_offset = 5'000'000}}, .disk = 2}.bytes());
  EXPECT_EQ(codesOf(*tree), (Codes{"zip.split", "zip.bad_local_header"}));
  EXPECT_EQ(pathsOf(*tree), (Paths{"b", "a"}));
  EXPECT_EQ(textOf(*tree, "b"), "here");
}

TEST(ZipReader, MentionsSymbolicLinks) {
  const auto tree = treeOf(
      Archive{.items = {{.name = "l", .data = "/etc", .made_by = 3 << 8, .attributes = 0120777u << 16}}}.bytes());
  EXPECT_EQ(codesOf(*tree), Codes{"zip.link"});
}

TEST(ZipReader, LeavesAnImpossibleDateEmpty) {
  EXPECT_EQ(treeOf(Archive{.items = {{.name = "a", .time = 0, .date = 0}}}.bytes())->entries()[0].modified,
            std::nullopt);
}

TEST(ZipReader, LimitsTheNumberOfFindingsOfOneKind) {
  Archive archive;
  for (int i = 0; i < 1000; ++i) archive.items.push_back({.name = "../" + std::to_string(i)});
  const auto tree = treeOf(archive.bytes());
  EXPECT_EQ(tree->findings().size(), 101u);
  EXPECT_EQ(tree->findings().back().message, "and 900 more of this kind");
}

TEST(ZipReader, TakesAZipInsideADiskImageForPartOfTheImage) {
  std::string image(512, '\0');
  image.replace(11, 2, u16(512));
  image[13] = 1;
  image.replace(14, 2, u16(1));
  image[16] = 2;
  image.replace(17, 2, u16(512));
  image.replace(19, 2, u16(2880));
  image[21] = '\xF8';
  image.replace(22, 2, u16(9));
  image.replace(510, 2, u16(0xAA55));
  image.resize(2880 * 512);
  image.replace(512, 3, "\xF8\xFF\xFF");
  image.replace(512 + 9 * 512, 3, "\xF8\xFF\xFF");
  const std::string zip = Archive{.items = {{.name = "a", .data = "hello"}}}.bytes();
  image.replace(image.size() - zip.size(), zip.size(), zip);
  const auto tree = treeOf(image);
  EXPECT_EQ(tree->kind(), ContainerKind::kFat12);
  EXPECT_TRUE(tree->entries().empty());
  EXPECT_EQ(codesOf(*tree), Codes{});
}

// Hostile bytes must give an answer, whatever it is: no crash, no hang, no memory beyond what is there (sanitizers
// watch).
TEST(ZipReader, SurvivesRandomlyDamagedArchives) {
  Archive archive{.items = {{.name = "a", .data = std::string(300, 'a'), .method = 8},
                            {.name = "b/c", .data = "stored"},
                            {.name = "z", .data = "zip64", .is_zip64 = true},
                            {.name = "d", .data = "descriptor", .method = 8, .has_descriptor = true}},
                  .comment = "comment",
                  .is_end64 = true};
  const std::string whole = archive.bytes();
  std::mt19937 random(20260102);
  int opened = 0, closed = 0, read = 0, refused = 0;
  for (int round = 0; round < 20'000; ++round) {
    std::string bytes = whole;
    const int damages = 1 + static_cast<int>(random() % 4);
    for (int i = 0; i < damages; ++i)
      bytes[random() % bytes.size()] = static_cast<char>(random() % 3 == 0 ? 0xFF : random());
    if (round % 5 == 0) bytes.resize(random() % bytes.size());
    const auto tree = treeOf(bytes);
    ++(tree->entries().empty() ? closed : opened);
    for (std::size_t i = 0; i < tree->entries().size(); ++i) ++(tree->read(i, 1 << 20) ? read : refused);
  }
  RecordProperty("opened", opened);
  EXPECT_GT(opened, 10'000);
  EXPECT_GT(closed, 1000);
  EXPECT_GT(read, 10'000);
  EXPECT_GT(refused, 1000);
}

}  // namespace
}  // namespace sepax::test
