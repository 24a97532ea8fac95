
#include "bundle/open/open_container.h"
#include "bundle/verify.h"
#include "bundle/write/new_entries.h"
#include "bundle/zip/zip_builder.h"
#include "core/platform.h"
#include "scratch.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>

namespace sepax::test {
namespace {

namespace fs = std::filesystem;

std::string newFolder(const std::string& name) {
  const std::string path = scratchFolder() + "/split-" + name;
  fs::remove_all(path);
  fs::create_directories(path);
  return path;
}

void put(const std::string& path, const std::string& bytes) { ASSERT_TRUE(writeFileAtomically(path, bytes)); }

std::string messageOf(const Tree& tree, FindingKind kind) {
  for (const Finding& finding : tree.findings()) {
    if (finding.kind == kind) return finding.message;
  }
  return "not found";
}

/// Two files "a" and "b", the first on a part of its own.
void putTwoDisks(const std::string& folder) {
  const std::string whole =
      Archive{.items = {{.name = "a", .data = "first"}, {.name = "b", .data = "second", .method = 8}}}.bytes();
  const std::size_t b = whole.find("PK\x03\x04", 4), directory = whole.find("PK\x01\x02"),
                    second = whole.find("PK\x01\x02", directory + 4), end = whole.find("PK\x05\x06");
  std::string last = whole.substr(b);
  const auto patch = [&](std::size_t at, const std::string& bytes) { last.replace(at - b, bytes.size(), bytes); };
  patch(directory + 42, u32(4));
  patch(second + 34, u16(1));
  patch(second + 42, u32(0));
  patch(end + 4, u16(1) + u16(1));
  patch(end + 16, u32(directory - b));
  put(folder + "/x.z01", "PK\x07\x08" + whole.substr(0, b));
  put(folder + "/x.zip", last);
}

TEST(SplitSet, OfDisksIsReadAsOneFromAnyPart) {
  const std::string folder = newFolder("disks");
  putTwoDisks(folder);
  for (const char* part : {"/x.zip", "/x.z01"}) {
    const auto tree = openTree(folder + part).value();
    EXPECT_EQ(tree->name(), "x.zip");
    EXPECT_EQ(pathsOf(*tree), (std::vector<std::string>{"a", "b"}));
    EXPECT_EQ(textOf(*tree, "a"), "first");
    EXPECT_EQ(textOf(*tree, "b"), "second");
    const auto report = verify(*tree);
    EXPECT_EQ(verdictOf(report), 0) << report.findings.at(0).message;
    EXPECT_EQ(report.checked, 2u);
  }
  fs::remove(folder + "/x.z01");
  const auto last = openTree(folder + "/x.zip").value();
  EXPECT_EQ(messageOf(*last, FindingKind::kZipSplit),
            "one part of an archive split over several files; missing: x.z01");
  EXPECT_EQ(pathsOf(*last), (std::vector<std::string>{"a", "b"})) << "the names at least";
}

TEST(SplitSet, NamesTheMissingLastPart) {
  const std::string folder = newFolder("last");
  putTwoDisks(folder);
  fs::remove(folder + "/x.zip");
  const auto first = openTree(folder + "/x.z01").value();
  EXPECT_EQ(messageOf(*first, FindingKind::kZipSplit),
            "one part of an archive split over several files; missing: x.zip");
  EXPECT_TRUE(first->entries().empty());
}

TEST(SplitSet, OfPlainPiecesIsReadAsOneFromAnyPart) {
  const std::string folder = newFolder("pieces"), data = noise(5000, 1);
  const std::string whole = Archive{.items = {{.name = "a", .data = data}, {.name = "b", .data = "second"}}}.bytes();
  for (std::size_t i = 0; i * 2000 < whole.size(); ++i)
    put(folder + fmt::format("/y.zip.{:03}", i + 1), whole.substr(i * 2000, 2000));
  for (const char* part : {"/y.zip.001", "/y.zip.002", "/y.zip.003"}) {
    const auto tree = openTree(folder + part).value();
    EXPECT_EQ(tree->name(), "y.zip");
    EXPECT_EQ(textOf(*tree, "a"), data);
    EXPECT_EQ(textOf(*tree, "b"), "second");
    EXPECT_EQ(verdictOf(verify(*tree)), 0);
  }
  fs::remove(folder + "/y.zip.001");
  const auto second = openTree(folder + "/y.zip.002").value();
  EXPECT_EQ(messageOf(*second, FindingKind::kZipSplit),
            "one part of an archive split over several files; missing: y.zip.001");
  put(folder + "/alone.001", whole);
  EXPECT_EQ(openTree(folder + "/alone.001").value()->entries().size(), 2u) << "a name is no proof";
}

TEST(SplitSet, OfOtherProgramsIsRead) {
  const std::string folder = newFolder("programs"), data = noise(300'000, 2);
  put(folder + "/big", data);
  put(folder + "/small", "hello");
  const auto run = [&](const std::string& command) {
    return std::system(("cd '" + folder + "' && " + command + " >/dev/null 2>&1").c_str()) == 0;
  };
  int read = 0;
  for (const auto& [command, file] :
       {std::pair{"zip -s 64k i.zip big small", "/i.zip"}, {"7zz a -tzip -v64k s.zip big small", "/s.zip.001"}}) {
    if (!run(command)) continue;
    const auto tree = openTree(folder + file).value();
    EXPECT_TRUE(textOf(*tree, "big") == data) << command;
    EXPECT_EQ(textOf(*tree, "small"), "hello") << command;
    EXPECT_EQ(verdictOf(verify(*tree)), 0) << command;
    ++read;
  }
  if (read == 0) GTEST_SKIP() << "neither zip nor 7-Zip";
}

}  // namespace
}  // namespace sepax::test
