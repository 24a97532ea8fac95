#include "app/commands/bundle_output.h"
#include "app/commands/commands.h"
#include "app/commands/report.h"
#include "bundle/open/open_container.h"
#include "bundle/zip/zip_builder.h"
#include "core/platform.h"
#include "json_test.h"
#include "scratch.h"

#include <gtest/gtest.h>
#include <CLI/CLI.hpp>

#include <filesystem>
#include <fstream>
#include <set>

namespace sepax {
namespace {

std::shared_ptr<const Tree> sampleBundle() {
  return openTree(dataPath("assets/bundle/main.1.com.example.sepax.obb").value()).value();
}

/// What a listing function writes.
template <class Write>
std::string written(Write write, const Tree& tree) {
  std::string out;
  write(tree, [&](std::string_view piece) { out += piece; });
  return out;
}

TEST(BundleCommand, ListsTheSampleBundleAsTheContractSays) {
  const Json listing = test::parsed(written(writeListingJson, *sampleBundle()));
  EXPECT_EQ(listing["sepax"], 1);
  EXPECT_EQ(listing["kind"], "zip");
  EXPECT_EQ(listing["footer"],
            (Json{{"package", "com.example.sepax"}, {"version", 1}, {"flags", 0}, {"salt", "0000000000000000"}}));
  EXPECT_EQ(listing["findings"], Json::array());
  int stored = 0, deflated = 0, chinese = 0;
  for (const Json& entry : listing["entries"]) {
    EXPECT_EQ(entry.size(), 23u);
    EXPECT_EQ(entry["source"], "main.1.com.example.sepax.obb");
    EXPECT_EQ(entry["modified"], "2026-01-01T00:00:00");
    EXPECT_EQ(entry["crc32"].string().size(), 8u);
    stored += entry["method"] == "stored";
    deflated += entry["method"] == "deflated";
    chinese += entry["path"] == "cases/\xE4\xB8\xA4\xE5\x9D\x97\xE7\x9F\xB3\xE5\xA4\xB4.json";
  }
  EXPECT_GE(stored, 3);
  EXPECT_GE(deflated, 3);
  EXPECT_EQ(chinese, 1);
}

TEST(BundleCommand, HoldsTheFilesOfItsSourceFolderByteForByte) {
  const auto bundle = sampleBundle();
  int compared = 0;
  for (std::size_t i = 0; i < bundle->entries().size(); ++i) {
    const std::string source =
        readFile(dataPath("assets/bundle/" + bundle->entries()[i].path).value(), 1 << 20).value();
    const auto bytes = bundle->read(i, 1 << 20).value();
    EXPECT_EQ(source, std::string(reinterpret_cast<const char*>(bytes.data()), bytes.size()));
    ++compared;
  }
  EXPECT_GE(compared, 7);
}

TEST(BundleCommand, LetsALaterBundleReplaceEntriesOfAnEarlierOne) {
  const auto bundle = sampleBundle();
  const auto overlay = openOverlay({bundle, bundle});
  const auto& entries = overlay->entries();
  ASSERT_EQ(entries.size(), 2 * bundle->entries().size());
  for (std::size_t i = 0; i < entries.size(); ++i) {
    const bool isLater = i >= bundle->entries().size();
    EXPECT_EQ(entries[i].shadowed, !isLater);
    EXPECT_EQ(entries[i].overlay_role, isLater ? OverlayRole::kReplaces : OverlayRole::kBase);
  }
}

TEST(BundleCommand, ListsAFolderTheSameWay) {
  const Json listing = test::parsed(written(writeListingJson, *openTree(dataPath("assets/bundle").value()).value()));
  EXPECT_EQ(listing["kind"], "folder");
  EXPECT_EQ(listing["footer"], nullptr);
  const Json packed = test::parsed(written(writeListingJson, *sampleBundle()));
  std::size_t in_both = 0;
  for (const auto& entry : listing["entries"].items()) {
    for (const auto& other : packed["entries"].items()) {
      if (entry["path"] != other["path"] || entry["size"].isNull()) continue;
      ++in_both;
      EXPECT_EQ(entry["size"], other["size"]) << entry["path"].string();
    }
  }
  EXPECT_EQ(in_both, packed["entries"].items().size());
}

TEST(BundleCommand, ShowsATableToPeople) {
  const std::string table = written(writeListingTable, *sampleBundle());
  EXPECT_TRUE(table.starts_with("main.1.com.example.sepax.obb: zip, ")) << table;
  EXPECT_NE(table.find("com.example.sepax version 1"), std::string::npos);
  EXPECT_NE(table.find("meshes/rock.obj"), std::string::npos);
}

/// Runs the command line in this process; returns the exit status, standard output in `out`.
int runCommand(const std::vector<std::string>& arguments, std::string& out) {
  CLI::App app;
  int status = 0;
  addBundleCommand(app, status);
  std::vector<std::string> reversed(arguments.rbegin(), arguments.rend());
  ::testing::internal::CaptureStdout();
  app.parse(reversed);
  std::fflush(stdout);
  out = ::testing::internal::GetCapturedStdout();
  return status;
}

TEST(BundleCommand, WritesAnEntrysBytes) {
  std::string out;
  EXPECT_EQ(
      runCommand({"bundle", "cat", dataPath("assets/bundle/main.1.com.example.sepax.obb").value(), "readme.txt"}, out),
      0);
  EXPECT_EQ(out, readFile(dataPath("assets/bundle/readme.txt").value(), 10'000).value());
}

TEST(BundleCommand, ExitsWithTwoAndWritesNothingOnUnusableInput) {
  std::string out;
  const std::string bundle = dataPath("assets/bundle/main.1.com.example.sepax.obb").value();
  EXPECT_EQ(runCommand({"bundle", "cat", bundle, "no/such"}, out), 2);
  EXPECT_EQ(out, "");
  EXPECT_EQ(runCommand({"bundle", "ls", "/no/such/file", "--json"}, out), 2);
  EXPECT_EQ(out, "");
  EXPECT_EQ(runCommand({"bundle", "ls", dataPath("assets/bundle/readme.txt").value(), "--json"}, out), 2);
  EXPECT_EQ(test::parsed(out)["findings"][0]["code"], "container.unknown");
}

TEST(BundleCommand, ListsEveryFindingCodeOnce) {
  std::string out;
  EXPECT_EQ(runCommand({"bundle", "codes", "--json"}, out), 0);
  std::set<std::string> codes;
  const Json parsed = test::parsed(out);
  for (const Json& row : parsed["codes"]) EXPECT_TRUE(codes.insert(row["code"].string()).second) << compactJson(row);
  EXPECT_TRUE(codes.contains("zip.duplicate_name"));
  EXPECT_TRUE(codes.contains("container.unknown"));
}

TEST(BundleCommand, PrintsJsonThatParsesWhateverTheBundle) {
  const std::string bundle = dataPath("assets/bundle/main.1.com.example.sepax.obb").value();
  std::string out;
  for (const char* command : {"info", "ls", "tree", "verify", "overlay"}) {
    EXPECT_EQ(runCommand({"bundle", command, bundle, "--json"}, out), 0) << command;
    const Json parsed = test::parsed(out);
    EXPECT_EQ(parsed["sepax"], 1) << command;
  }
  EXPECT_EQ(runCommand({"bundle", "verify", bundle, "--json", "--no-digests"}, out), 0);
  const Json report = test::parsed(out);
  EXPECT_EQ(report["kind"], "zip");
  EXPECT_EQ(report["checked"], report["files"]);
  EXPECT_EQ(report["sha256"], nullptr);
  EXPECT_EQ(runCommand({"bundle", "diff", bundle, dataPath("assets/bundle").value(), "--json"}, out), 1);
  bool isFolderRepacked = false;
  const Json diff = test::parsed(out);
  for (const Json& row : diff["changes"]) isFolderRepacked = isFolderRepacked || row["change"] == "repacked";
  EXPECT_TRUE(isFolderRepacked);
  EXPECT_EQ(runCommand({"bundle", "diff", bundle, bundle}, out), 0);
}

TEST(BundleCommand, ComparesContentsAloneWhereThatIsAskedFor) {
  const std::filesystem::path folder = std::filesystem::path(scratchFolder()) / "same-contents";
  std::filesystem::remove_all(folder);
  std::filesystem::create_directories(folder / "in");
  std::ofstream(folder / "in" / "a.txt") << std::string(2000, 'a');
  const std::string in = (folder / "in").string(), packed = (folder / "a.zip").string();
  std::string out;
  ASSERT_EQ(runCommand({"bundle", "pack", in, "-o", packed, "--deflate"}, out), 0) << out;
  EXPECT_EQ(runCommand({"bundle", "diff", packed, in}, out), 1);
  EXPECT_EQ(runCommand({"bundle", "diff", packed, in, "--contents"}, out), 0);
  EXPECT_NE(out.find("1 the same"), std::string::npos) << out;
  std::ofstream(folder / "in" / "a.txt") << std::string(2000, 'b');
  EXPECT_EQ(runCommand({"bundle", "diff", packed, in, "--contents"}, out), 1);
}

TEST(BundleCommand, SaysInWordsWhatWasRead) {
  const std::string bundle = dataPath("assets/bundle/main.1.com.example.sepax.obb").value();
  std::string out;
  EXPECT_EQ(runCommand({"bundle", "verify", bundle}, out), 0);
  EXPECT_NE(out.find("SHA-256"), std::string::npos) << out;
  EXPECT_TRUE(out.ends_with("sound\n")) << out;
  EXPECT_EQ(runCommand({"bundle", "tree", bundle}, out), 0);
  EXPECT_NE(out.find("── rock.obj"), std::string::npos) << out;
}

TEST(BundleCommand, PrintsNothingThatATerminalObeysAndCountsInEnglish) {
  const std::string path = scratchFolder() + "/escapes.zip";
  ASSERT_TRUE(writeFileAtomically(
      path, test::Archive{.items = {{.name = "a\x1B[31mb\xC2\x9B", .data = "1"}}, .comment = "c\x1B[2J\xE2\x80\xAE"}
                .bytes()));
  std::string out;
  for (const std::vector<std::string>& command : std::vector<std::vector<std::string>>{{"info"},
                                                                                       {"ls"},
                                                                                       {"tree"},
                                                                                       {"verify"},
                                                                                       {"overlay"},
                                                                                       {"info", "--json"},
                                                                                       {"ls", "--json"},
                                                                                       {"tree", "--json"},
                                                                                       {"verify", "--json"}}) {
    std::vector<std::string> arguments = {"bundle", command[0], path};
    arguments.insert(arguments.end(), command.begin() + 1, command.end());
    (void)runCommand(arguments, out);
    EXPECT_FALSE(out.empty()) << command[0];
    for (const char* hidden : {"\x1B", "\xC2\x9B", "\xE2\x80\xAE"})
      EXPECT_EQ(out.find(hidden), std::string::npos) << command[0];
    if (command.size() > 1) {
      EXPECT_EQ(test::parsed(out)["sepax"], 1);
    }
  }
  (void)runCommand({"bundle", "info", path}, out);
  EXPECT_NE(out.find("1 file, 0 folders; 1 byte in 1 byte"), std::string::npos) << out;
}

}  // namespace
}  // namespace sepax
