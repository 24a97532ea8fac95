#include "bundle/open/open_container.h"
#include "bundle/verify.h"
#include "bundle/write/extract.h"
#include "bundle/zip/zip_builder.h"
#include "core/platform.h"
#include "scratch.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <set>

namespace sepax::test {
namespace {

std::atomic<int> sync_count = 0;

int countedSync(long call, int file) {
  ++sync_count;
  return static_cast<int>(::syscall(call, file));
}

}  // namespace
}  // namespace sepax::test

// The C library's functions, counted.
extern "C" int fsync(int file) { return sepax::test::countedSync(SYS_fsync, file); }
extern "C" int syncfs(int file) noexcept { return sepax::test::countedSync(SYS_syncfs, file); }

namespace sepax::test {
namespace {

namespace fs = std::filesystem;
using namespace std::string_literals;

std::string extractFolder(const std::string& name) {
  const std::string path = scratchFolder() + "/extract-" + name;
  fs::remove_all(path);
  return path;
}

/// Everything below a folder, relative, sorted.
std::set<std::string> below(const std::string& folder) {
  std::set<std::string> out;
  for (const auto& entry : fs::recursive_directory_iterator(folder))
    out.insert(fs::relative(entry.path(), folder).string() + (entry.is_directory() ? "/" : ""));
  return out;
}

std::map<std::string, std::string> codesByPath(const ExtractReport& report) {
  std::map<std::string, std::string> out;
  for (const Finding& refusal : report.refused) out[refusal.path] = refusal.code();
  return out;
}

TEST(Extract, WritesEveryEntryAndEmptyFolders) {
  const std::string folder = extractFolder("all"), long_text(300'000, 'x');
  const auto tree = treeOf(Archive{
      .items = {
          {.name = "a/b.txt", .data = "hello"},
          {.name = "empty/"},
          {.name = "big", .data = long_text, .method = 8},
          {.name = "none"}}}.bytes());
  const auto report = extractTree(*tree, {.folder = folder, .allowed = {"extract.ratio"}}).value();
  EXPECT_EQ(report.files, 3u);
  EXPECT_EQ(report.folders, 1u);
  EXPECT_EQ(report.bytes, 300'005u);
  EXPECT_TRUE(report.refused.empty());
  EXPECT_EQ(below(folder), (std::set<std::string>{"a/", "a/b.txt", "empty/", "big", "none"}));
  EXPECT_EQ(contentOf(folder + "/a/b.txt"), "hello");
  EXPECT_EQ(contentOf(folder + "/big"), long_text);
}

TEST(Extract, KeepsTimesOfLastChange) {
  const std::string folder = extractFolder("times");
  const std::int32_t utc = 1'700'000'001;
  const auto tree =
      treeOf(Archive{.items = {{.name = "dos", .data = "x"},
                               {.name = "utc", .data = "x", .extra = u16(0x5455) + u16(5) + "\1" + u32(utc)},
                               {.name = "windows",
                                .data = "x",
                                .extra = u16(10) + u16(32) + u32(0) + u16(1) + u16(24) +
                                         u64((11'644'473'600ull + utc) * 10'000'000) + u64(0) + u64(0)}}}
                 .bytes());
  ASSERT_TRUE(extractTree(*tree, {.folder = folder}));
  const auto secondsOf = [&](const std::string& name) {
    struct stat facts {};
    EXPECT_EQ(::stat((folder + "/" + name).c_str(), &facts), 0);
    return facts.st_mtime;
  };
  EXPECT_EQ(secondsOf("dos"), 1'767'323'046);  // 2026-01-02T03:04:06, no zone: as if UTC
  EXPECT_EQ(secondsOf("utc"), utc);
  EXPECT_EQ(secondsOf("windows"), utc);
  EXPECT_FALSE(tree->entries()[0].modified->is_utc);
  EXPECT_TRUE(tree->entries()[2].modified->is_utc);
}

TEST(Extract, TakesOnlyWhatWasAskedFor) {
  const auto tree = treeOf(Archive{.items = {{.name = "a/b", .data = "1"},
                                             {.name = "a/c/d", .data = "2"},
                                             {.name = "ab", .data = "3"},
                                             {.name = "x", .data = "4"}}}
                               .bytes());
  const std::string folder = extractFolder("some");
  EXPECT_EQ(extractTree(*tree, {.folder = folder, .paths = {"a/", "x"}}).value().files, 3u);
  EXPECT_EQ(below(folder), (std::set<std::string>{"a/", "a/b", "a/c/", "a/c/d", "x"}));
  const auto missing = extractTree(*tree, {.folder = extractFolder("none"), .paths = {"x", "no/such"}});
  ASSERT_FALSE(missing);
  EXPECT_EQ(describe(missing.error()), "t.zip:no/such: no such entry");
}

TEST(Extract, WritesNothingOutsideWhateverTheNames) {
  const std::string around = extractFolder("around"), folder = around + "/inside";
  const std::vector<std::string> hostile = {
      "../up",   "/abs",       "a/../../up", "C:/drive", "C:drive", "\\\\host\\share\\x", "a\\..\\..\\up", "//host/x",
      "nul\0x"s, "line\nfeed", "\x1B[2J",    "x/./y",    "a//b"};
  Archive archive;
  for (const std::string& name : hostile) archive.items.push_back({.name = name, .data = "bad"});
  archive.items.push_back({.name = "good", .data = "good"});
  const auto report =
      extractTree(*treeOf(archive.bytes()), {.folder = folder, .allowed = {"extract.unsafe_path", "../up"}}).value();
  EXPECT_EQ(below(around), (std::set<std::string>{"inside/", "inside/good"}));
  EXPECT_EQ(report.refused.size(), hostile.size());
  for (const Finding& refusal : report.refused) EXPECT_EQ(refusal.code(), "extract.unsafe_path") << refusal.path;
}

TEST(Extract, RefusesClashesDevicesAndTrailingDotsUnlessAllowed) {
  const Archive archive{.items = {{.name = "Readme", .data = "1"},
                                  {.name = "README", .data = "2"},
                                  {.name = "con.txt", .data = "3"},
                                  {.name = "dot.", .data = "4"},
                                  {.name = "f", .data = "5"},
                                  {.name = "F/x", .data = "6"},
                                  {.name = "\xC3\x84", .data = "7"},
                                  {.name = "\xC3\xA4", .data = "8"}}};
  const auto tree = treeOf(archive.bytes());
  const auto codes = codesByPath(extractTree(*tree, {.folder = extractFolder("clash")}).value());
  EXPECT_EQ(codes, (std::map<std::string, std::string>{{"README", "extract.case_clash"},
                                                       {"con.txt", "extract.reserved_name"},
                                                       {"dot.", "extract.reserved_name"},
                                                       {"f", "extract.kind_clash"},
                                                       {"\xC3\xA4", "extract.case_clash"}}));
  const std::string folder = extractFolder("clash-allowed");
  const auto allowed =
      codesByPath(extractTree(*tree, {.folder = folder, .allowed = {"README", "extract.reserved_name", "f"}}).value());
  EXPECT_EQ(allowed,
            (std::map<std::string, std::string>{{"f", "extract.kind_clash"}, {"\xC3\xA4", "extract.case_clash"}}));
  EXPECT_EQ(contentOf(folder + "/README"), "2");
  EXPECT_EQ(contentOf(folder + "/Readme"), "1");
}

TEST(Extract, NamesTheFileThatALaterOneOfItsNameCovers) {
  const auto tree = treeOf(
      Archive{.items = {{.name = "a", .data = "first"}, {.name = "a", .data = "last"}, {.name = "b", .data = "b"}}}
          .bytes());
  const std::string folder = extractFolder("duplicate");
  EXPECT_EQ(codesByPath(extractTree(*tree, {.folder = folder}).value()),
            (std::map<std::string, std::string>{{"a", "extract.duplicate"}}));
  EXPECT_EQ(contentOf(folder + "/a"), "last");
  const auto allowed =
      extractTree(*tree, {.folder = extractFolder("duplicate-allowed"), .allowed = {"extract.duplicate"}});
  EXPECT_TRUE(allowed->refused.empty());
  EXPECT_TRUE(extractTree(*tree, {.folder = extractFolder("duplicate-b"), .paths = {"b"}})->refused.empty());
}

TEST(Extract, CountsAsEmptyOnlyFoldersThatNothingLiesIn) {
  const auto tree = treeOf(
      Archive{.items = {{.name = "sub/"}, {.name = "sub/in/"}, {.name = "sub/x", .data = "x"}, {.name = "empty/"}}}
          .bytes());
  const std::string folder = extractFolder("folders");
  const auto report = extractTree(*tree, {.folder = folder}).value();
  EXPECT_EQ(report.folders, 2u);
  EXPECT_EQ(below(folder), (std::set<std::string>{"empty/", "sub/", "sub/in/", "sub/x"}));
}

TEST(Extract, MakesFoldersOfBackslashesWhenAllowed) {
  const auto tree = treeOf(Archive{.items = {{.name = "a\\b\\c.txt", .data = "1"},
                                             {.name = "a/b/C.txt", .data = "2"},
                                             {.name = "a\\..\\..\\up", .data = "3"},
                                             {.name = "d\\", .data = ""}}}
                               .bytes());
  EXPECT_EQ(codesByPath(extractTree(*tree, {.folder = extractFolder("backslash")}).value()),
            (std::map<std::string, std::string>{{"a\\b\\c.txt", "extract.backslash"},
                                                {"a\\..\\..\\up", "extract.unsafe_path"},
                                                {"d\\", "extract.backslash"}}));
  const std::string folder = extractFolder("backslash-allowed");
  const auto report = extractTree(*tree, {.folder = folder, .allowed = {"extract.backslash"}}).value();
  EXPECT_EQ(codesByPath(report), (std::map<std::string, std::string>{{"a/b/C.txt", "extract.case_clash"},
                                                                     {"a\\..\\..\\up", "extract.unsafe_path"}}));
  EXPECT_EQ(below(folder), (std::set<std::string>{"a/", "a/b/", "a/b/c.txt", "d/"}));
}

TEST(Extract, AgreesWithVerifyAboutNames) {
  int refused = 0;
  for (const char* name : {"a\\b", "a\xC2\x9B", "con", "COM\xC2\xB9.txt", "ab:c", "a.", "a ", "a/./b", "a//b", "..",
                           "nul.txt", "x?y", "\x7F"}) {
    const auto tree = treeOf(Archive{.items = {{.name = name, .data = "x", .method = 8, .flags = 1 << 11}}}.bytes());
    refused += static_cast<int>(extractTree(*tree, {.folder = extractFolder("agrees")}).value().refused.size());
    EXPECT_FALSE(verify(*tree).findings.empty()) << name;
  }
  EXPECT_EQ(refused, 13);
}

TEST(Extract, MakesNoLinksAndWritesThroughNone) {
  const std::string folder = extractFolder("links"), outside = extractFolder("links-outside");
  fs::create_directories(outside);
  fs::create_directories(folder);
  fs::create_directory_symlink(outside, folder + "/way");
  const Item link{.name = "link", .data = outside, .made_by = 3 << 8 | 20, .attributes = 0120777u << 16};
  const auto tree =
      treeOf(Archive{.items = {link, {.name = "link/x", .data = "1"}, {.name = "way/x", .data = "2"}}}.bytes());
  auto codes = codesByPath(extractTree(*tree, {.folder = folder}).value());
  EXPECT_EQ(codes["link"], "extract.kind_clash");
  EXPECT_EQ(codes["way/x"], "extract.not_written");
  EXPECT_TRUE(fs::is_empty(outside));
  EXPECT_FALSE(fs::is_symlink(folder + "/link"));
  const auto alone = treeOf(Archive{.items = {link}}.bytes());
  EXPECT_EQ(codesByPath(extractTree(*alone, {.folder = extractFolder("link-alone")}).value())["link"], "extract.link");
  const std::string allowed = extractFolder("link-allowed");
  EXPECT_EQ(extractTree(*alone, {.folder = allowed, .allowed = {"link"}}).value().files, 1u);
  EXPECT_FALSE(fs::is_symlink(allowed + "/link")) << "a file that holds the target";
  EXPECT_EQ(contentOf(allowed + "/link"), outside);
}

TEST(Extract, RefusesBombsByRatioAndOverlap) {
  const std::string zeros(8 << 20, '\0');
  const auto bomb = treeOf(Archive{.items = {{.name = "zeros", .data = zeros, .method = 8},
                                             {.name = "small", .data = std::string(5000, '\0'), .method = 8}}}
                               .bytes());
  EXPECT_EQ(codesByPath(extractTree(*bomb, {.folder = extractFolder("ratio")}).value()),
            (std::map<std::string, std::string>{{"zeros", "extract.ratio"}}));
  EXPECT_EQ(extractTree(*bomb, {.folder = extractFolder("ratio-allowed"), .allowed = {"zeros"}}).value().files, 2u);
  const auto overlap = treeOf(Archive{.items = {{.name = "a", .data = "1234567890"},
                                                {.name = "b", .data = "12345678901234567890", .header_offset = 0},
                                                {.name = "c", .data = "sound"}}}
                                  .bytes());
  const auto codes = codesByPath(extractTree(*overlap, {.folder = extractFolder("overlap")}).value());
  EXPECT_EQ(codes.at("a"), "extract.overlap");
  EXPECT_EQ(codes.at("b"), "extract.overlap");
  EXPECT_FALSE(codes.contains("c"));
}

TEST(Extract, RefusesMoreThanFitsBeforeWritingAnything) {
  const auto tree = treeOf(Archive{.items = {{.name = "a", .data = "12345"}, {.name = "b", .data = "12345"}}}.bytes());
  const std::string folder = extractFolder("room");
  const auto capped = extractTree(*tree, {.folder = folder, .max_bytes = 9});
  ASSERT_FALSE(capped);
  EXPECT_EQ(capped.error().code, ErrorCode::kTooLarge);
  EXPECT_TRUE(fs::is_empty(folder));
  // 16 EiB in a stored ZIP64 entry: cannot be there, and no disk has room for them.
  Item lie{.name = "lie", .data = "x", .is_zip64 = true};
  const auto huge = treeOf(
      Archive{.items = {lie, {.name = "ok", .data = "fine", .size = 0xF0000000, .packed_size = 0xF0000000}}}.bytes());
  const auto report = extractTree(*huge, {.folder = folder});
  EXPECT_TRUE(!report || codesByPath(*report).contains("ok"));
}

TEST(Extract, LeavesNothingOfADamagedEntry) {
  const auto tree = treeOf(
      Archive{.items = {{.name = "bad", .data = std::string(1 << 20, 'x'), .crc = 1}, {.name = "good", .data = "fine"}}}
          .bytes());
  const std::string folder = extractFolder("damaged");
  const auto report = extractTree(*tree, {.folder = folder}).value();
  EXPECT_EQ(codesByPath(report), (std::map<std::string, std::string>{{"bad", "extract.damaged"}}));
  EXPECT_EQ(below(folder), (std::set<std::string>{"good"}));
  EXPECT_EQ(report.bytes, 4u);
}

TEST(Extract, KeepsWhatExistsUnlessAskedToReplace) {
  const auto tree = treeOf(Archive{.items = {{.name = "a", .data = "new"}}}.bytes());
  const std::string folder = extractFolder("exists");
  fs::create_directories(folder);
  ASSERT_TRUE(writeFileAtomically(folder + "/a", "old"));
  EXPECT_EQ(codesByPath(extractTree(*tree, {.folder = folder}).value())["a"], "extract.exists");
  EXPECT_EQ(contentOf(folder + "/a"), "old");
  EXPECT_EQ(extractTree(*tree, {.folder = folder, .may_replace = true}).value().files, 1u);
  EXPECT_EQ(contentOf(folder + "/a"), "new");
}

TEST(Extract, ReportsProgressOfEmptyFilesToo) {
  const auto tree = treeOf(Archive{.items = {{.name = "a"}, {.name = "b"}, {.name = "c"}}}.bytes());
  std::vector<std::string> seen;
  const auto report = extractTree(*tree, {.folder = extractFolder("empty-files")}, [&](const Progress& progress) {
    seen.emplace_back(progress.what);
    return progress.what != "b";
  });
  EXPECT_EQ(seen, (std::vector<std::string>{"a", "b"}));
  EXPECT_TRUE(report.value().stopped);
}

TEST(Extract, BringsManyFilesToTheDiskInFewSyncs) {
  Archive archive;
  for (int i = 0; i < 1500; ++i)
    archive.items.push_back(
        {.name = "d" + std::to_string(i % 97) + "/f" + std::to_string(i), .data = std::string(500, 'x'), .method = 8});
  const auto tree = treeOf(archive.bytes());
  sync_count = 0;
  EXPECT_EQ(extractTree(*tree, {.folder = extractFolder("many")}).value().files, 1500u);
  EXPECT_GT(sync_count, 0);
  EXPECT_LT(sync_count, 20) << "one a file would take minutes on a disk";
}

TEST(Extract, StopsWhenAsked) {
  const auto tree = treeOf(Archive{
      .items = {{.name = "a", .data = std::string(1 << 20, 'a')}, {.name = "b", .data = std::string(1 << 20, 'b')}}}
                               .bytes());
  const std::string folder = extractFolder("stop");
  std::uint64_t total = 0;
  const auto report = extractTree(*tree, {.folder = folder}, [&](const Progress& progress) {
    total = progress.total;
    return progress.what == "a";
  });
  EXPECT_TRUE(report.value().stopped);
  EXPECT_EQ(total, 2u << 20);
  EXPECT_EQ(below(folder), (std::set<std::string>{"a"})) << "what was whole stays, the half file does not";
}

}  // namespace
}  // namespace sepax::test
