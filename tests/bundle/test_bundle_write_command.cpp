#include "app/commands/commands.h"
#include "bundle/open/open_container.h"
#include "core/platform.h"
#include "json_test.h"
#include "scratch.h"

#include <gtest/gtest.h>
#include <CLI/CLI.hpp>

#include <filesystem>

namespace sepax {
namespace {

namespace fs = std::filesystem;
std::string writeAt(const std::string& name) { return scratchFolder() + "/write-" + name; }

/// Runs the command line in this process.
struct Ran {
  int status = 0;
  std::string out, error;
};
Ran run(std::vector<std::string> arguments) {
  CLI::App app;
  Ran ran;
  addBundleWriteCommands(app, ran.status);
  std::reverse(arguments.begin(), arguments.end());
  ::testing::internal::CaptureStdout();
  ::testing::internal::CaptureStderr();
  try {
    app.parse(arguments);
  } catch (const CLI::ParseError& error) {
    ran.status = 2;
    std::fputs(error.what(), stderr);
  }
  std::fflush(stdout);
  ran.out = ::testing::internal::GetCapturedStdout();
  ran.error = ::testing::internal::GetCapturedStderr();
  return ran;
}

std::string sourceFolder() {
  const std::string folder = writeAt("source");
  fs::create_directories(folder + "/sub");
  EXPECT_TRUE(writeFileAtomically(folder + "/sub/a.txt", std::string(5000, 'a')));
  EXPECT_TRUE(writeFileAtomically(folder + "/b.bin", "12345"));
  return folder;
}

TEST(BundleWriteCommand, PacksWithAFooterAndExtractsTheSameFiles) {
  const std::string folder = writeAt("named"), bundle = folder + "/main.7.com.example.game.obb";
  fs::create_directories(folder);
  const Ran packed = run({"pack", sourceFolder(), "-o", bundle, "--package", "com.example.game", "--package-version",
                          "7", "--deflate", "--json"});
  EXPECT_EQ(packed.status, 0) << packed.error;
  const Json report = test::parsed(packed.out);
  EXPECT_EQ(report["files"], 2);
  EXPECT_EQ(report["form"], "zip");
  EXPECT_EQ(report["input_bytes"], 5005);
  EXPECT_EQ(report["output_bytes"], fs::file_size(bundle));
  EXPECT_EQ(report["suggested_name"], nullptr);
  EXPECT_EQ(report["warnings"], Json::array());

  const Ran extracted = run({"extract", bundle, "-d", writeAt("out"), "--json"});
  EXPECT_EQ(extracted.status, 0) << extracted.error;
  EXPECT_EQ(test::parsed(extracted.out)["files"], 2);
  EXPECT_EQ(contentOf(writeAt("out") + "/sub/a.txt"), std::string(5000, 'a'));
  const Ran again = run({"extract", bundle, "-o", writeAt("out"), "--json"});
  EXPECT_EQ(again.status, 1);
  EXPECT_EQ(test::parsed(again.out)["refused"][0]["code"], "extract.exists");
  EXPECT_NE(run({"extract", bundle, "-o", writeAt("out")}).out.find("--replace writes over it"), std::string::npos);
  EXPECT_EQ(run({"extract", bundle, "sub", "-o", writeAt("out"), "--replace"}).status, 0);
  EXPECT_EQ(run({"extract", bundle, "no/such", "-o", writeAt("out")}).status, 2);
}

TEST(BundleWriteCommand, ExtractsAMainBundleWithItsPatchAsOneTree) {
  const std::string patch_folder = writeAt("patch-source");
  fs::create_directories(patch_folder);
  ASSERT_TRUE(writeFileAtomically(patch_folder + "/b.bin", "patched"));
  ASSERT_TRUE(writeFileAtomically(patch_folder + "/c.bin", "added"));
  ASSERT_EQ(run({"pack", sourceFolder(), "-o", writeAt("main.zip")}).status, 0);
  ASSERT_EQ(run({"pack", patch_folder, "-o", writeAt("patch.zip")}).status, 0);
  const Ran extracted =
      run({"extract", writeAt("main.zip"), "--overlay", writeAt("patch.zip"), "-o", writeAt("merged"), "--json"});
  EXPECT_EQ(extracted.status, 0) << extracted.error;
  EXPECT_EQ(test::parsed(extracted.out)["files"], 3);
  EXPECT_EQ(contentOf(writeAt("merged") + "/b.bin"), "patched");
  EXPECT_EQ(contentOf(writeAt("merged") + "/c.bin"), "added");
  EXPECT_EQ(contentOf(writeAt("merged") + "/sub/a.txt"), std::string(5000, 'a'));
}

TEST(BundleWriteCommand, WarnsOfANameThatDevicesDoNotLookFor) {
  const Ran packed = run({"pack", sourceFolder(), "-o", writeAt("assets.obb"), "--package", "com.example.game",
                          "--package-version", "7", "--json"});
  EXPECT_EQ(packed.status, 1);
  EXPECT_EQ(test::parsed(packed.out)["suggested_name"], "main.7.com.example.game.obb");
  EXPECT_EQ(test::parsed(packed.out)["warnings"][0]["code"], "pack.name");
}

TEST(BundleWriteCommand, RepacksInPlace) {
  const std::string bundle = writeAt("repack.zip");
  ASSERT_EQ(run({"pack", sourceFolder(), "-o", bundle}).status, 0);
  ASSERT_TRUE(writeFileAtomically(writeAt("new"), "changed"));
  const Ran done = run({"repack", bundle, "--replace", "b.bin=" + writeAt("new"), "-r", "c=" + writeAt("new"),
                        "--remove", "sub", "--json"});
  EXPECT_EQ(done.status, 0) << done.error;
  EXPECT_EQ(test::parsed(done.out), (Json{{"sepax", 1},
                                          {"output", kOutputVersion},
                                          {"file", bundle},
                                          {"kept", 0},
                                          {"replaced", 1},
                                          {"added", 1},
                                          {"removed", 1},
                                          {"removed_signature", false},
                                          {"decrypted", Json::array()},
                                          {"other_names", 0},
                                          {"output_bytes", fs::file_size(bundle)}}));
  const auto tree = openTree(bundle).value();
  ASSERT_EQ(tree->entries().size(), 2u);
  EXPECT_EQ(tree->read(0, 100).value().size(), 7u);
  EXPECT_EQ(run({"repack", bundle}).status, 2) << "nothing to do";
  EXPECT_EQ(run({"repack", bundle, "--replace", "no equals"}).status, 2);
}

TEST(BundleWriteCommand, EditsFooters) {
  const std::string file = writeAt("footer.bin");
  ASSERT_TRUE(writeFileAtomically(file, "payload"));
  EXPECT_EQ(run({"footer", "info", file}).status, 2);
  EXPECT_EQ(run({"footer", "add", file, "--package", "com.example.game", "--package-version", "3", "--overlay"}).status,
            0);
  const Ran info = run({"footer", "info", file, "--json"});
  EXPECT_EQ(test::parsed(info.out)["footer"],
            (Json{{"package", "com.example.game"}, {"version", 3}, {"flags", 1}, {"salt", "0000000000000000"}}));
  EXPECT_EQ(test::parsed(info.out)["payload_bytes"], 7);
  const Ran edited = run({"footer", "edit", file, "--package-version", "4", "--no-overlay", "--json"});
  EXPECT_EQ(test::parsed(edited.out)["footer"]["version"], 4) << edited.error;
  EXPECT_EQ(test::parsed(edited.out)["footer"]["flags"], 0);
  EXPECT_EQ(run({"footer", "remove", file}).status, 0);
  EXPECT_EQ(contentOf(file), "payload");
  for (const std::string version : {"2147483648", "-1", "x"}) {
    const Ran refused = run({"footer", "add", file, "--package", "com.example.game", "--package-version", version});
    EXPECT_EQ(refused.status, 2);
    EXPECT_NE(refused.error.find("--package-version: Value " + version + " not in range 0 to 2147483647"),
              std::string::npos)
        << refused.error;
  }
}

TEST(BundleWriteCommand, NamesSalvageWhereADirectoryIsMissing) {
  const std::string bundle = writeAt("whole.zip"), torn = writeAt("torn.zip");
  EXPECT_EQ(run({"pack", sourceFolder(), "-o", bundle}).status, 0);
  ASSERT_TRUE(writeFileAtomically(torn, contentOf(bundle).substr(0, 60)));
  EXPECT_NE(run({"extract", torn, "-d", writeAt("torn")}).error.find("; --salvage takes what is there"),
            std::string::npos);
  EXPECT_NE(run({"lint", torn}).error.find("its directory is missing"), std::string::npos);
}

TEST(BundleWriteCommand, TakesJobbsOwnOptions) {
  const std::string image = writeAt("main.3.com.example.game.obb");
  const Ran made = run({"jobb", "-d", sourceFolder(), "-o", image, "-pn", "com.example.game", "-pv", "3", "-k",
                        "s3cret", "-salt", "63060750b685a230", "-ov", "-v"});
  EXPECT_EQ(made.status, 0) << made.error;
  const Ran info = run({"footer", "info", image, "--json"});
  EXPECT_EQ(test::parsed(info.out)["footer"],
            (Json{{"package", "com.example.game"}, {"version", 3}, {"flags", 3}, {"salt", "63060750b685a230"}}));
  EXPECT_EQ(run({"jobb", "-dump", image, "-d", writeAt("dumped"), "-k", "wrong"}).status, 2);
  const Ran dumped = run({"jobb", "-dump", image, "-d", writeAt("dumped"), "-k", "s3cret"});
  EXPECT_EQ(dumped.status, 0) << dumped.error;
  EXPECT_EQ(contentOf(writeAt("dumped") + "/sub/a.txt"), std::string(5000, 'a'));
  EXPECT_EQ(contentOf(writeAt("dumped") + "/b.bin"), "12345");
  EXPECT_EQ(run({"extract", image, "-o", writeAt("unlocked")}).status, 2) << "no password";
  EXPECT_EQ(run({"extract", image, "-o", writeAt("unlocked"), "--password", "s3cret"}).status, 0);
  EXPECT_EQ(run({"jobb", "-pn"}).status, 2);
  EXPECT_EQ(run({"jobb", "-what"}).status, 2);
  EXPECT_EQ(run({"jobb", "-d", sourceFolder(), "-o", image, "-pn", "com.example.game", "-pv", "three"}).status, 2);
  EXPECT_NE(run({"jobb", "-about"}).out.find("-pn PACKAGE"), std::string::npos);
}

TEST(BundleWriteCommand, LintsTheSampleBundle) {
  const Ran linted = run({"lint", dataPath("assets/bundle").value(), "--json"});
  EXPECT_EQ(linted.status, 0) << linted.out;
  const Json meshes = test::parsed(linted.out)["meshes"];
  ASSERT_EQ(meshes.size() >= 3, true);
  for (const Json& mesh : meshes) {
    EXPECT_EQ(mesh["closed"], true) << mesh["path"].string();
    EXPECT_EQ(mesh["fits"].size(), 4u);
    EXPECT_TRUE(mesh["vertex_budgets"].contains("255"));
  }
  EXPECT_EQ(run({"lint", writeAt("no-such-file")}).status, 2);
  EXPECT_EQ(run({"lint", sourceFolder()}).out, "no meshes\n");
}

}  // namespace
}  // namespace sepax
