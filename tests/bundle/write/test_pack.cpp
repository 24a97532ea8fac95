#include "bundle/open/open_container.h"
#include "bundle/write/new_entries.h"
#include "bundle/write/pack.h"
#include "bundle/write/repack.h"
#include "bundle/write/zip_parts.h"
#include "bundle/zip/zip_builder.h"
#include "core/platform.h"
#include "scratch.h"

#include <gtest/gtest.h>

#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <map>
#include <random>
#include <thread>

namespace sepax::test {
namespace {

namespace fs = std::filesystem;

std::string packAt(const std::string& name) { return scratchFolder() + "/pack-" + name; }

/// Names and sizes that catch every remainder of four, empty files, folders, both plain and foreign letters.
std::vector<NewEntry> zipVariety() {
  std::vector<NewEntry> entries = {entryOf("empty.bin", ""),
                                   entryOf("text/long.txt", std::string(100'000, 'a')),
                                   entryOf("noise.dat", noise(70'000, 1)),
                                   entryOf("picture.png", std::string(5000, 'p')),
                                   entryOf("\xE4\xB8\xA4/\xE5\x9D\x97.json", "{}"),
                                   {.path = "hollow", .directory = true}};
  for (std::size_t i = 0; i < 9; ++i) entries.push_back(entryOf("n" + std::string(i, 'n') + ".x", std::string(i, 'x')));
  return entries;
}

/// Exit status of a tool, its output thrown away; nullopt when it is not installed.
std::optional<int> runTool(const std::string& command) {
  if (std::system(("command -v " + command.substr(0, command.find(' ')) + " >/dev/null 2>&1").c_str()) != 0)
    return std::nullopt;
  // unzip finds fault with UTF-8 names where the locale has none.
  const int status = std::system(("LC_ALL=C.UTF-8 " + command + " >/dev/null 2>&1").c_str());
  return WEXITSTATUS(status);
}

TEST(Pack, StoresAlignedAndReadsBackTheSame) {
  const auto report = packBundle(zipVariety(), {.output = packAt("stored.zip")}).value();
  EXPECT_EQ(report.files, 14u);
  EXPECT_EQ(report.folders, 1u);
  EXPECT_TRUE(report.warnings.empty());
  const auto tree = openTree(packAt("stored.zip")).value();
  EXPECT_TRUE(tree->findings().empty()) << tree->findings()[0].message;
  for (const TreeEntry& entry : tree->entries()) {
    EXPECT_EQ(entry.method, Compression::kStored);
    EXPECT_TRUE(entry.directory || entry.offset % 4 == 0) << entry.path << " at " << entry.offset;
    EXPECT_EQ(timeText(entry.modified), "1980-01-01T00:00:00");
  }
  EXPECT_EQ(textOf(*tree, "text/long.txt"), std::string(100'000, 'a'));
  EXPECT_EQ(textOf(*tree, "\xE4\xB8\xA4/\xE5\x9D\x97.json"), "{}");
}

TEST(Pack, DeflatesOnlyWhatGetsSmaller) {
  (void)packBundle(zipVariety(), {.output = packAt("deflated.zip"), .deflates = true}).value();
  const auto tree = openTree(packAt("deflated.zip")).value();
  std::map<std::string, Compression> method;
  for (const TreeEntry& entry : tree->entries()) {
    method[entry.path] = entry.method;
    EXPECT_TRUE(entry.directory || entry.method == Compression::kDeflated || entry.offset % 4 == 0) << entry.path;
  }
  EXPECT_EQ(method["text/long.txt"], Compression::kDeflated);
  EXPECT_EQ(method["noise.dat"], Compression::kStored) << "deflating makes it larger";
  EXPECT_EQ(method["picture.png"], Compression::kStored) << "compressed by itself";
  EXPECT_EQ(method["empty.bin"], Compression::kStored);
  EXPECT_EQ(textOf(*tree, "noise.dat"), noise(70'000, 1));
}

TEST(Pack, GivesTheSameBytesEveryTime) {
  (void)packBundle(zipVariety(), {.output = packAt("one.zip"), .deflates = true}).value();
  (void)packBundle(zipVariety(), {.output = packAt("two.zip"), .deflates = true}).value();
  EXPECT_EQ(contentOf(packAt("one.zip")), contentOf(packAt("two.zip")));
}

TEST(Pack, PleasesEveryToolThatIsInstalled) {
  (void)packBundle(zipVariety(), {.output = packAt("tools.zip"), .deflates = true}).value();
  const std::string file = "'" + packAt("tools.zip") + "'";
  int asked = 0;
  for (const std::string& command :
       {"unzip -tqq " + file, "7zz t " + file, "zipalign -c 4 " + file,
        "python3 -c 'import sys, zipfile; z = zipfile.ZipFile(sys.argv[1]); sys.exit(z.testzip() is not None "
        "or len(z.namelist()) != 15)' " +
            file}) {
    const auto status = runTool(command);
    if (!status) continue;
    EXPECT_EQ(*status, 0) << command;
    ++asked;
  }
  RecordProperty("tools", asked);
  EXPECT_GE(asked, 1) << "Python at least builds the project";
}

TEST(Pack, RefusesNamesAndEqualPaths) {
  const auto refusal = [](std::vector<NewEntry> entries) {
    const auto done = packBundle(std::move(entries), {.output = packAt("refused.zip")});
    return done ? std::string() : describe(done.error());
  };
  EXPECT_EQ(refusal({entryOf("../x", "1")}), "../x: the name steps out of its folder");
  EXPECT_EQ(refusal({entryOf("a", "1"), entryOf("a", "2")}), "a: two inputs have this path");
  EXPECT_EQ(refusal({entryOf("a", "1"), entryOf("a/b", "2")}),
            "a: is a file, and other inputs lie in a folder of this name");
  EXPECT_NE(refusal({}), "");
  EXPECT_FALSE(fs::exists(packAt("refused.zip")));
  const auto warned =
      packBundle({entryOf("a", "1"), entryOf("A", "2"), entryOf("aux", "3")}, {.output = packAt("warned.zip")}).value();
  ASSERT_EQ(warned.warnings.size(), 2u);
  EXPECT_EQ(warned.warnings[0].code(), "pack.case_clash");
  EXPECT_EQ(warned.warnings[1].code(), "pack.not_portable");
}

TEST(Pack, KeepsTheLimitsOfGooglesReaderUnlessAskedOtherwise) {
  std::vector<NewEntry> many;
  for (int i = 0; i < 32'768; ++i) many.push_back(entryOf(std::to_string(i), ""));
  EXPECT_EQ(packBundle(many, {.output = packAt("many.zip")}).error().code, ErrorCode::kTooLarge);
  const auto report = packBundle(many, {.output = packAt("many.zip"), .allows_large = true}).value();
  EXPECT_EQ(report.warnings.at(0).code(), "pack.large");
  for (int i = 32'768; i < 70'000; ++i) many.push_back(entryOf(std::to_string(i), ""));
  EXPECT_FALSE(packBundle(many, {.output = packAt("many.zip"), .allows_large = true})) << "needs ZIP64";
  ASSERT_TRUE(packBundle(many, {.output = packAt("many.zip"), .allows_zip64 = true}));
  EXPECT_EQ(openTree(packAt("many.zip")).value()->entries().size(), 70'000u);
  EXPECT_EQ(runTool("unzip -tqq '" + packAt("many.zip") + "'").value_or(0), 0);
}

TEST(Pack, MeasuresTheLimitAgainstTheOutputNotTheInput) {
  const std::vector<NewEntry> input = {entryOf("a", std::string(200'000, 'a'))};
  EXPECT_EQ(packBundle(input, {.output = packAt("limit.zip"), .max_bytes = 50'000}).error().code, ErrorCode::kTooLarge);
  const auto report = packBundle(input, {.output = packAt("limit.zip"), .deflates = true, .max_bytes = 50'000});
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_LT(report->output_bytes, 50'000u);
  EXPECT_EQ(packBundle({entryOf("a", noise(200'000, 1))},
                       {.output = packAt("limit.zip"), .deflates = true, .max_bytes = 50'000})
                .error()
                .code,
            ErrorCode::kTooLarge);
}

TEST(Pack, LeavesTheBundleItselfOut) {
  const std::string folder = packAt("self");
  fs::create_directories(folder);
  ASSERT_TRUE(writeFileAtomically(folder + "/a", "x"));
  for (int round = 0; round < 2; ++round) {
    std::vector<Finding> warnings;
    const auto entries = gatherEntries({folder}, EntryTimes::kFixed, warnings, folder + "/out.zip").value();
    EXPECT_EQ(entries.size(), 1u);
    EXPECT_EQ(warnings.size(), round == 0 ? 0u : 1u);
    ASSERT_TRUE(packBundle(entries, {.output = folder + "/out.zip"}));
  }
}

TEST(Pack, ReplacesNeitherPipesNorFolders) {
  const std::string pipe = packAt("pipe");
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  EXPECT_EQ(packBundle({entryOf("a", "x")}, {.output = pipe}).error().message, "is no regular file");
  EXPECT_TRUE(fs::is_fifo(pipe));
  EXPECT_EQ(packBundle({entryOf("a", "x")}, {.output = scratchFolder()}).error().message,
            "names a folder, expected a file");
}

TEST(Repack, PutsAZipIntoAZip) {
  const std::string outer = packAt("outer.zip"), inner = packAt("inner.zip");
  ASSERT_TRUE(packBundle({entryOf("a", "x")}, {.output = outer}));
  ASSERT_TRUE(packBundle({entryOf("b", "y")}, {.output = inner}));
  EXPECT_TRUE(repackBundle(outer, {{"a", newFileEntry(inner, "a").value()}}, {.output = outer}));
  EXPECT_TRUE(openTree(outer).value()->findings().empty());
}

TEST(Pack, NoticesAnInputThatChangesMeanwhile) {
  NewEntry shrinking = entryOf("x", "12345");
  shrinking.size = 6;
  const auto done = packBundle({shrinking}, {.output = packAt("changing.zip")});
  ASSERT_FALSE(done);
  EXPECT_NE(done.error().message.find("changed meanwhile"), std::string::npos);
  EXPECT_FALSE(fs::exists(packAt("changing.zip")));
}

TEST(Pack, SuggestsTheNameThatDevicesLookFor) {
  const ObbFooter footer{"com.example.game", 7, 0, ""};
  const auto wrong = packBundle({entryOf("a", "1")}, {.output = packAt("any.obb"), .footer = footer}).value();
  EXPECT_EQ(wrong.suggested_name, "main.7.com.example.game.obb");
  EXPECT_EQ(wrong.warnings.at(0).code(), "pack.name");
  const std::string folder = packAt("named");
  fs::create_directories(folder);
  const auto right =
      packBundle({entryOf("a", "1")}, {.output = folder + "/patch.7.com.example.game.obb", .footer = footer}).value();
  EXPECT_TRUE(right.warnings.empty());
  const auto tree = openTree(folder + "/patch.7.com.example.game.obb").value();
  ASSERT_TRUE(tree->footer());
  EXPECT_EQ(tree->footer()->package, "com.example.game");
  EXPECT_EQ(textOf(*tree, "a"), "1");
}

TEST(Pack, GathersAFoldersContentsAndSingleFiles) {
  const std::string folder = packAt("source");
  fs::create_directories(folder + "/sub/empty");
  ASSERT_TRUE(writeFileAtomically(folder + "/sub/a.txt", "A"));
  ASSERT_TRUE(writeFileAtomically(packAt("single.txt"), "B"));
  fs::remove(folder + "/link");
  fs::create_symlink("/etc/passwd", folder + "/link");
  std::vector<Finding> warnings;
  const auto entries = gatherEntries({folder, packAt("single.txt")}, EntryTimes::kFixed, warnings).value();
  std::vector<std::string> paths;
  for (const NewEntry& entry : entries) paths.push_back(entry.path);
  EXPECT_EQ(paths, (std::vector<std::string>{"pack-single.txt", "sub/a.txt", "sub/empty"}));
  ASSERT_EQ(warnings.size(), 1u);
  EXPECT_EQ(warnings[0].code(), "pack.left_out");
  EXPECT_FALSE(gatherEntries({packAt("no-such-file")}, EntryTimes::kFixed, warnings));
}

/// Something that changes a bundle in place.
struct EditInPlace {
  const char* name;
  std::function<void(const std::string&)> prepare, run;
};

TEST(Pack, RepackAndFooterEditLeaveTheOldBundleOrTheNewOneWhenKilledAtAnyMoment) {
  std::vector<NewEntry> many;
  for (int i = 0; i < 20; ++i) many.push_back(entryOf("new/" + std::to_string(i), noise(100'000, 3)));
  const ObbFooter footer{"com.example.game", 1, 0, ""};
  const auto packMany = [&](const std::string& path) { (void)packBundle(many, {.output = path}).value(); };
  const auto packWithFooter = [&](const std::string& path) {
    (void)packBundle(many, {.output = path, .footer = footer}).value();
  };
  const std::vector<EditInPlace> edits = {
      {"pack",
       [](const std::string& path) { (void)packBundle({entryOf("old", noise(300'000, 2))}, {.output = path}).value(); },
       packMany},
      {"repack", packWithFooter,
       [](const std::string& path) {
         (void)repackBundle(path, {{"new/3", entryOf("", noise(50'000, 4))}}, {.output = path}).value();
       }},
      {"footer add", packMany, [&](const std::string& path) { (void)addFileFooter(path, footer); }},
      {"footer edit", packWithFooter,
       [](const std::string& path) { (void)editFileFooter(path, {.version = 7}).value(); }},
      {"footer remove", packWithFooter, [](const std::string& path) { (void)removeFileFooter(path); }}};
  std::mt19937 random(5);
  int olds = 0, news = 0;
  for (const EditInPlace& edit : edits) {
    const std::string path = packAt("killed.obb");
    edit.prepare(path);
    const std::string old_bytes = contentOf(path);
    const auto start = std::chrono::steady_clock::now();
    edit.run(path);
    const auto usual =
        std::chrono::duration_cast<std::chrono::microseconds>(std::chrono::steady_clock::now() - start).count();
    const std::string new_bytes = contentOf(path);
    ASSERT_NE(old_bytes, new_bytes) << edit.name;
    for (int round = 0; round < 15; ++round) {
      edit.prepare(path);
      const pid_t child = ::fork();
      if (child == 0) {
        edit.run(path);
        ::_exit(0);
      }
      std::this_thread::sleep_for(std::chrono::microseconds(random() % static_cast<unsigned>(2 * usual + 1000)));
      (void)::kill(child, SIGKILL);
      ASSERT_EQ(::waitpid(child, nullptr, 0), child);
      const std::string bytes = contentOf(path);
      ASSERT_TRUE(bytes == old_bytes || bytes == new_bytes)
          << edit.name << ", round " << round << ": " << bytes.size() << " bytes";
      ++(bytes == old_bytes ? olds : news);
    }
  }
  std::printf("killed %d times before the change and %d times behind it\n", olds, news);
  EXPECT_GT(olds, 0);
}

TEST(Repack, KeepsTheBytesOfAllOtherEntries) {
  const std::string path = packAt("repack.obb");
  const ObbFooter footer{"com.example.game", 1, 0, ""};
  (void)packBundle(zipVariety(), {.output = path, .footer = footer, .deflates = true}).value();
  const auto before = openTree(path).value();
  const std::string old_bytes = contentOf(path);
  const auto report = repackBundle(path,
                                   {{"text/long.txt", entryOf("", std::string(50'001, 'b'))},
                                    {"n.x", std::nullopt},
                                    {"added/z", entryOf("", "zz")},
                                    {"nnn.x", entryOf("", "123")}},
                                   {.output = path})
                          .value();
  EXPECT_EQ(report.replaced, 2u);
  EXPECT_EQ(report.removed, 1u);
  EXPECT_EQ(report.added, 1u);
  EXPECT_EQ(report.kept, 12u);
  const auto after = openTree(path).value();
  EXPECT_EQ(after->footer()->package, "com.example.game");
  EXPECT_TRUE(after->findings().empty()) << after->findings()[0].code();
  const std::string new_bytes = contentOf(path);
  int compared = 0;
  for (const TreeEntry& entry : after->entries()) {
    const auto old = findEntry(*before, entry.path);
    EXPECT_TRUE(entry.directory || entry.method != Compression::kStored || entry.offset % 4 == 0) << entry.path;
    if (!old || entry.path == "text/long.txt" || entry.path == "nnn.x") continue;
    const TreeEntry& was = before->entries()[*old];
    // All but the extra field and its length: what is stored keeps its alignment by padding there.
    const auto whole = [](const std::string& bytes, const TreeEntry& e) {
      const std::size_t length = static_cast<unsigned char>(bytes[e.header_offset + 26]);
      return bytes.substr(e.header_offset, 28) + bytes.substr(e.header_offset + 30, length) +
             bytes.substr(e.offset, e.compressed_size);
    };
    EXPECT_EQ(whole(old_bytes, was), whole(new_bytes, entry)) << entry.path;
    ++compared;
  }
  EXPECT_EQ(compared, 12);
  EXPECT_EQ(textOf(*after, "text/long.txt"), std::string(50'001, 'b'));
  EXPECT_EQ(textOf(*after, "added/z"), "zz");
  EXPECT_EQ(textOf(*after, "nnn.x"), "123");
  EXPECT_FALSE(findEntry(*after, "n.x"));
  EXPECT_EQ(after->entries()[*findEntry(*after, "text/long.txt")].method, Compression::kDeflated)
      << "as what it replaces";
  // The footer is no ZIP, so the tools get the archive without it.
  const std::string plain = packAt("repack-plain.zip");
  ASSERT_TRUE(writeFileAtomically(plain, new_bytes.substr(0, readFileFooter(path).value().payload_size)));
  for (const std::string command : {"unzip -tqq ", "7zz t ", "zipalign -c 4 "}) {
    EXPECT_EQ(runTool(command + "'" + plain + "'").value_or(0), 0) << command;
  }
}

TEST(Repack, KeepsCommentsPrefixesDescriptorsAndZip64) {
  const std::string path = packAt("odd.zip");
  for (const Archive& archive : {Archive{.items = {{.name = "a", .data = "1"},
                                                   {.name = "b", .data = "22", .has_descriptor = true},
                                                   {.name = "c", .data = "333"}},
                                .prefix = "#!stub",
                                .comment = "kept"},
                                 Archive{.items = {{.name = "a", .data = "1", .is_zip64 = true},
                                                   {.name = "b", .data = "22"},
                                                   {.name = "c", .data = "333", .is_zip64 = true}},
                                 .is_end64 = true}}) {
    ASSERT_TRUE(writeFileAtomically(path, archive.bytes()));
    const auto report = repackBundle(path, {{"a", entryOf("", "changed")}}, {.output = path});
    ASSERT_TRUE(report) << describe(report.error());
    const auto tree = openTree(path).value();
    EXPECT_EQ(textOf(*tree, "a"), "changed");
    EXPECT_EQ(textOf(*tree, "b"), "22");
    EXPECT_EQ(textOf(*tree, "c"), "333");
    EXPECT_TRUE(contentOf(path).starts_with(archive.prefix));
    EXPECT_TRUE(contentOf(path).ends_with(archive.comment));
  }
}

TEST(Repack, RefusesWhatItCouldLoseSomethingOf) {
  const std::string path = packAt("suspect.zip");
  const Archive overlapping{
      .items = {{.name = "a", .data = "1234567890"}, {.name = "b", .data = "1234567890", .header_offset = 0}}};
  const Archive miscounted{.items = {{.name = "a", .data = "1"}}, .count = std::uint16_t{5}};
  for (const Archive& archive : {overlapping, miscounted}) {
    ASSERT_TRUE(writeFileAtomically(path, archive.bytes()));
    const auto done = repackBundle(path, {{"a", entryOf("", "x")}}, {.output = path});
    ASSERT_FALSE(done);
    EXPECT_EQ(done.error().code, ErrorCode::kDamaged);
    EXPECT_EQ(contentOf(path), archive.bytes());
  }
  ASSERT_TRUE(writeFileAtomically(path, "no archive at all"));
  EXPECT_FALSE(repackBundle(path, {{"a", entryOf("", "x")}}, {.output = path}));
  ASSERT_TRUE(packBundle({entryOf("a", "1")}, {.output = path}));
  EXPECT_EQ(repackBundle(path, {{"no/such", std::nullopt}}, {.output = path}).error().code, ErrorCode::kNotFound);
  EXPECT_EQ(repackBundle(path, {{"../up", entryOf("", "x")}}, {.output = path}).error().code, ErrorCode::kUnsafe);
}

TEST(FooterEdit, AddsPrintsEditsAndRemoves) {
  const std::string path = packAt("footer.bin");
  ASSERT_TRUE(writeFileAtomically(path, "any payload"));
  EXPECT_EQ(readFileFooter(path).error().code, ErrorCode::kNotFound);
  ASSERT_TRUE(addFileFooter(path, {"com.example.game", 42, 0, ""}));
  EXPECT_EQ(contentOf(path), "any payload" + obbFooter("com.example.game", 42));
  EXPECT_FALSE(addFileFooter(path, {"com.example.game", 42, 0, ""})) << "has one already";
  const auto edited = editFileFooter(path, {.version = 43, .overlay = true}).value();
  EXPECT_EQ(edited.version, 43);
  EXPECT_EQ(readFileFooter(path).value().footer.flags, kObbFlagOverlay);
  EXPECT_EQ(contentOf(path), "any payload" + obbFooter("com.example.game", 43, 1));
  ASSERT_TRUE(editFileFooter(path, {.package = "org.other.name", .overlay = false}));
  EXPECT_EQ(contentOf(path), "any payload" + obbFooter("org.other.name", 43));
  ASSERT_TRUE(removeFileFooter(path));
  EXPECT_EQ(contentOf(path), "any payload");
  EXPECT_FALSE(removeFileFooter(path));
}

TEST(FooterEdit, KeepsSaltAndUnknownFlags) {
  const std::string path = packAt("salted.bin");
  std::string footer = obbFooter("com.example.game", 1, 2 | 64);
  footer[12] = 'S';
  ASSERT_TRUE(writeFileAtomically(path, "x" + footer));
  ASSERT_TRUE(editFileFooter(path, {.overlay = true}));
  const auto read = readFileFooter(path).value().footer;
  EXPECT_EQ(read.flags, 1u | 2u | 64u);
  EXPECT_EQ(read.salt_hex, "5300000000000000");
}

TEST(FooterEdit, RefusesPackagesVersionsAndSaltsThatNoDeviceTakes) {
  for (const ObbFooter& bad :
       {ObbFooter{"", 1, 0, ""}, ObbFooter{"game", 1, 0, ""}, ObbFooter{"com.ex\xC3\xA4mple", 1, 0, ""},
        ObbFooter{"com.example", -1, 0, ""}, ObbFooter{"com.example", 1, 0, "12"}}) {
    EXPECT_FALSE(obbFooterBytes(bad)) << bad.package;
  }
}

}  // namespace
}  // namespace sepax::test
