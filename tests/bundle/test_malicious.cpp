#include "bundle/fat/fat_builder.h"
#include "bundle/findings.h"
#include "bundle/malicious_corpus.h"
#include "bundle/open/open_container.h"
#include "bundle/overlay.h"
#include "bundle/verify.h"
#include "bundle/write/extract.h"
#include "bundle/write/new_entries.h"
#include "bundle/write/pack.h"
#include "bundle/zip/encrypted_zips.h"
#include "chinese.h"
#include "scratch.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <set>
#include <utility>

namespace sepax::test {
namespace {

TEST(MaliciousInputs, AreEachFoundAndNothingElse) {
  const auto inputs = maliciousCorpus();
  EXPECT_GE(inputs.size(), 60u);
  std::set<std::string> names;
  for (const MaliciousInput& input : inputs) {
    EXPECT_TRUE(names.insert(input.name).second) << input.name;
    const auto report = verify(*treeOf(input.content.bytes, input.file_name));
    std::set<std::string> codes;
    for (const Finding& finding : report.findings) codes.insert(std::string(finding.code()));
    EXPECT_EQ(std::vector<std::string>(codes.begin(), codes.end()), input.codes) << input.name;
    EXPECT_EQ(report.checked, input.checked) << input.name;
    EXPECT_EQ(report.sha256.size(), 64u) << input.name;
    for (const Finding& finding : report.findings)
      EXPECT_NE(finding.message, "") << input.name << ": " << finding.code();
  }
}

TEST(MaliciousInputs, AreReportedInTheLanguageOfTheWindow) {
  const std::set<std::string> names{"stored", "deflated", "shrunk", "imploded", "method", "aes", "tar", "pak", "patch"};
  std::size_t count = 0;
  for (const MaliciousInput& input : maliciousCorpus()) {
    std::vector<Finding> findings;
    {
      const InChinese now;
      const auto tree = treeOf(input.content.bytes, input.file_name);
      findings = verify(*tree).findings;
      for (const Finding& finding : findings) {
        ++count;
        EXPECT_EQ(finding.text(), finding.message);
        for (const std::string& word : englishWords(finding.message, names)) {
          ADD_FAILURE() << "in English: " << word << " in " << finding.code() << ": " << finding.message;
        }
      }
      EXPECT_TRUE(englishWords(tree->description(), names).empty()) << tree->description();
    }
    for (const Finding& finding : findings)
      EXPECT_EQ(finding.text(), codeOf(finding.kind).meaning) << "the language was changed";
  }
  EXPECT_GT(count, 100u);
  EXPECT_EQ(missingTranslations(), std::set<std::string>());
}

using CodeSet = std::set<std::string>;

void take(const std::vector<Finding>& findings, CodeSet& codes) {
  for (const Finding& finding : findings) codes.insert(std::string(finding.code()));
}

/// Findings about folders on disk: a link, a pipe, one entry too many, and a folder so deep that its path cannot be
/// named.
CodeSet codesOfFolders() {
  namespace fs = std::filesystem;
  const fs::path root = fs::path(scratchFolder()) / "malicious-folder";
  fs::create_directories(root / "deep");
  fs::create_symlink("nowhere", root / "link");
  std::ofstream(root / "a") << "x";
  int folder = ::open((root / "deep").c_str(), O_RDONLY | O_DIRECTORY);
  const std::string part(250, 'd');
  for (int i = 0; i < 20; ++i) {
    EXPECT_EQ(::mkdirat(folder, part.c_str(), 0777), 0);
    const int next = ::openat(folder, part.c_str(), O_RDONLY | O_DIRECTORY);
    ::close(std::exchange(folder, next));
  }
  ::close(folder);
  CodeSet codes;
  take(openTree(root.string()).value()->findings(), codes);
  const fs::path other = fs::path(scratchFolder()) / "malicious-folder-2";
  fs::create_directories(other);
  EXPECT_EQ(::mkfifo((other / "pipe").c_str(), 0600), 0);
  take(openTree(other.string()).value()->findings(), codes);
  OpenOptions options;
  options.max_entries = 1;
  const auto few = openTree(root.string(), options).value();
  EXPECT_EQ(few->entries().size(), 1u);
  take(few->findings(), codes);
  return codes;
}

/// Findings that need a password, an option, or several files.
CodeSet codesOfOpening() {
  CodeSet codes;
  const auto open = [&](const std::string& bytes, const OpenOptions& options) {
    const auto tree = openTree(memorySource(toBytes(bytes)), "t.zip", options).value();
    EXPECT_LE(tree->entries().size(), options.max_entries);
    take(tree->findings(), codes);
  };
  const std::string zip = Archive{.items = {{.name = "a", .data = "x"}, {.name = "b", .data = "y"}}}.bytes();
  const std::string fat =
      FatImage(12, {{.name = u"a", .children = {{.name = u"b"}}, .is_folder = true}, {.name = u"c"}}).bytes;
  open(zip, {.max_entries = 1});
  open(fat, {.max_entries = 1});
  open(zip.substr(0, 40), {.salvage = true});
  open(std::string(4096, '?') + obbFooter("a.b", 1, 2), {.password = "wrong"});
  const auto named = [&](const std::string& name) { return treeOf(zip, name); };
  take(openOverlay({named("patch.1.com.example.a.obb"), named("patch.2.com.example.b.obb")})->findings(), codes);
  return codes;
}

/// A file of three gigabytes, which takes none of the disk.
CodeSet codesOfHugeFile() {
  const std::string path = scratchFolder() + "/main.1.com.example.a.obb";
  std::ofstream(path) << "x";
  std::filesystem::resize_file(path, std::uint64_t{3} << 30);
  VerifyOptions options;
  options.digests = false;
  CodeSet codes;
  take(verify(*openTree(path).value(), options).findings, codes);
  return codes;
}

/// Warnings while packing.
CodeSet codesOfPacking() {
  CodeSet codes;
  const auto pack = [&](std::vector<NewEntry> entries, PackOptions options) {
    options.output = scratchFolder() + "/packed.obb";
    take(packBundle(std::move(entries), options).value().warnings, codes);
  };
  pack({entryOf("a", "1"), entryOf("A", "2"), entryOf("con", "3"), entryOf("\xEF\xBF\xBD", "4")},
       {.allows_large = true, .max_bytes = 2});
  const ObbFooter footer{"a.b", 1, 0, ""};
  ObbSalt salt{};
  while (survivesDevice(deriveObbKey("s3cret", salt).value())) ++salt[0];
  pack({entryOf("a", "1")}, {.form = PackForm::kFat, .footer = footer, .password = "s3cret", .salt = salt});
  const std::string folder = scratchFolder() + "/packed-folder";
  std::filesystem::create_directories(folder);
  std::filesystem::create_symlink("nowhere", folder + "/link");
  std::vector<Finding> warnings;
  EXPECT_TRUE(gatherEntries({folder}, EntryTimes::kFixed, warnings));
  take(warnings, codes);
  return codes;
}

/// Reasons for which entries are not extracted.
CodeSet codesOfExtraction() {
  const std::string folder = scratchFolder() + "/extracted";
  std::filesystem::create_directories(folder);
  std::ofstream(folder + "/exists") << "x";
  std::ofstream(folder + "/file") << "x";
  CodeSet codes;
  const auto extract = [&](const std::string& bytes) {
    take(extractTree(*treeOf(bytes), {.folder = folder}).value().refused, codes);
  };
  extract(encryptedZips().front().bytes);
  extract(Archive{.items = {{.name = "../a", .data = "x"},
                            {.name = "con", .data = "x"},
                            {.name = "back\\slash", .data = "x"},
                            {.name = "b", .data = "x"},
                            {.name = "b", .data = "x"},
                            {.name = "B", .data = "x"},
                            {.name = "c", .data = "x"},
                            {.name = "c/d", .data = "x"},
                            {.name = "link", .data = "x", .made_by = 3 << 8 | 20, .attributes = 0120777u << 16},
                            {.name = "zeros", .data = std::string(2 << 20, '\0'), .method = 8},
                            {.name = "exists", .data = "x"},
                            {.name = "file/e", .data = "x"},
                            {.name = "damaged", .data = "x", .crc = 1}}}
              .bytes());
  extract(
      Archive{.items = {{.name = "1", .data = "1234567890"}, {.name = "2", .data = "1234567890", .header_offset = 0}}}
          .bytes());
  return codes;
}

TEST(MaliciousInputs, BringForthEveryFindingThereIs) {
  CodeSet expected, seen = codesOfFolders();
  seen.merge(codesOfOpening());
  seen.merge(codesOfHugeFile());
  seen.merge(codesOfPacking());
  seen.merge(codesOfExtraction());
  for (const FindingCode& row : findingCodes()) {
    if (!row.code.starts_with("lint.")) expected.emplace(row.code);  // those of meshes: test_lint.cpp
  }
  for (const MaliciousInput& input : maliciousCorpus()) seen.insert(input.codes.begin(), input.codes.end());
  EXPECT_EQ(seen, expected);
}

TEST(FindingCodes, AreUniqueAndExplainedInASentence) {
  CodeSet codes;
  for (const FindingCode& row : findingCodes()) {
    EXPECT_TRUE(codes.emplace(row.code).second) << row.code;
    EXPECT_NE(row.severity, Severity::kNone) << row.code;
    EXPECT_TRUE(std::string(row.meaning).ends_with(".")) << row.code;
    EXPECT_EQ(&codeOf(row.kind), &row);
  }
}

}  // namespace
}  // namespace sepax::test
