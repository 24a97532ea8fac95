#include "lab/jury/juror_install.h"

#include "core/platform.h"
#include "scratch.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>

// Engines from npm, with a script in npm's place: nothing is fetched.

namespace sepax {
namespace {

namespace fs = std::filesystem;

/// A PATH with nothing but scripts by these names.
class Programs {
 public:
  Programs() {
    fs::remove_all(folder_);
    fs::create_directories(folder_);
    ::setenv("PATH", folder_.c_str(), 1);
  }
  Programs(const Programs&) = delete;
  Programs& operator=(const Programs&) = delete;
  ~Programs() { ::setenv("PATH", before_.c_str(), 1); }

  void add(const std::string& name, const std::string& script) const {
    const std::string file = folder_ + "/" + name;
    std::ofstream(file) << "#!/bin/sh\nPATH=/usr/bin:/bin\n" << script;
    fs::permissions(file, fs::perms::owner_all);
  }

 private:
  std::string before_ = std::getenv("PATH"), folder_ = scratchFolder() + "/programs";
};

/// Puts package.json of this version where npm would; says on standard error how it was called.
std::string npmOfVersion(const std::string& version) {
  return fmt::format(R"(
echo "$@" > {0}/called
for word; do [ "$before" = --prefix ] && to=$word; before=$word; name=${{word%@*}}; done
mkdir -p "$to/node_modules/$name" && echo '{{"version": "{1}"}}' > "$to/node_modules/$name/package.json"
)",
                     scratchFolder(), version);
}

JurorManifest named(const std::string& name) {
  const auto all = installableJurors();
  for (const JurorManifest& manifest : all ? *all : std::vector<JurorManifest>()) {
    if (manifest.name == name) return manifest;
  }
  return {};
}

/// Rapier, whose pinned version the programs bring.
JurorManifest rapierWith(const Programs& programs) {
  const JurorManifest juror = named("rapier3d");
  programs.add("npm", npmOfVersion(juror.npm ? juror.npm->version : ""));
  programs.add("node", "exit 1\n");
  return juror;
}

TEST(JurorInstall, KnowsEightEnginesWithPinnedVersionsAndFreeLicences) {
  const auto all = installableJurors();
  ASSERT_TRUE(all) << describe(all.error());
  EXPECT_EQ(all->size(), 8u);
  for (const JurorManifest& manifest : *all) {
    EXPECT_TRUE(manifest.license == "MIT" || manifest.license == "Apache-2.0") << manifest.name;
    EXPECT_EQ(manifest.npm->version.find_first_not_of("0123456789."), std::string::npos) << manifest.name;
    EXPECT_TRUE(fs::exists(fs::path(manifest.file).parent_path() / manifest.name / "juror.js")) << manifest.name;
    EXPECT_EQ(fs::path(manifest.file).filename(), manifest.name + ".juror.json");
  }
}

TEST(JurorInstall, BringsThePinnedVersionWithoutItsScriptsAndTakesItAway) {
  const Programs programs;
  const JurorManifest juror = rapierWith(programs);
  ASSERT_TRUE(juror.npm);
  const std::string folder = scratchFolder() + "/installed";
  const auto done = installJuror(juror, folder);
  ASSERT_TRUE(done) << describe(done.error());
  EXPECT_TRUE(isInstalled(juror, folder));
  const std::string called = contentOf(scratchFolder() + "/called");
  EXPECT_NE(called.find("--ignore-scripts"), std::string::npos) << called;
  EXPECT_NE(called.find("@dimforge/rapier3d-compat@" + juror.npm->version), std::string::npos) << called;
  const auto there = readJurorManifest(folder + "/rapier3d.juror.json");
  ASSERT_TRUE(there);
  EXPECT_TRUE(fs::exists(there->command[1])) << there->command[1];
  ASSERT_TRUE(removeJuror(juror, folder));
  EXPECT_FALSE(isInstalled(juror, folder));
  EXPECT_FALSE(fs::exists(folder + "/rapier3d"));
  EXPECT_FALSE(removeJuror(juror, folder));
}

TEST(JurorInstall, KeepsTheOwnFilesOfWhatIsInstalledThoseOfThisVersion) {
  const Programs programs;
  const JurorManifest juror = rapierWith(programs);
  ASSERT_TRUE(juror.npm);
  const std::string folder = scratchFolder() + "/older", program = folder + "/rapier3d/juror.js";
  ASSERT_TRUE(installJuror(juror, folder));
  const std::string now = contentOf(program);
  std::ofstream(program) << "of an older version";
  const auto done = refreshJurors(folder);
  ASSERT_TRUE(done) << describe(done.error());
  EXPECT_EQ(contentOf(program), now);
  EXPECT_FALSE(fs::exists(folder + "/jolt")) << "it is not installed";
}

TEST(JurorInstall, RefusesAnotherVersionAndKeepsNoHalfJuror) {
  const Programs programs;
  programs.add("npm", npmOfVersion("0.0.1"));
  programs.add("node", "exit 1\n");
  const std::string folder = scratchFolder() + "/other-version";
  const auto done = installJuror(named("sat-js"), folder);
  ASSERT_FALSE(done);
  EXPECT_NE(describe(done.error()).find("0.0.1"), std::string::npos) << describe(done.error());
  EXPECT_FALSE(fs::exists(folder));
}

TEST(JurorInstall, SaysWhatIsMissingAndWhatNpmSaid) {
  const Programs programs;
  const std::string folder = scratchFolder() + "/missing";
  const auto without = installJuror(named("planck"), folder);
  ASSERT_FALSE(without);
  EXPECT_NE(describe(without.error()).find("node"), std::string::npos) << describe(without.error());
  programs.add("node", "exit 1\n");
  programs.add("npm", "mkdir -p " + folder + R"(/planck/node_modules; printf 'npm warn old\nnpm error code ECONNREFUSED
npm error syscall connect\nnpm error FetchError: no network\nnpm error     at main.js:1\n' >&2; exit 1
)");
  const auto offline = installJuror(named("planck"), folder);
  ASSERT_FALSE(offline);
  EXPECT_EQ(offline.error().message, "npm could not bring it, exit status 1: FetchError: no network");
  EXPECT_FALSE(fs::exists(folder)) << "what was made for it is taken away";
  fs::create_directories(folder + "/jolt");
  EXPECT_FALSE(installJuror(named("planck"), folder));
  EXPECT_FALSE(fs::exists(folder + "/planck"));
  EXPECT_TRUE(fs::exists(folder + "/jolt")) << "what was there stays";
  programs.add("npm", "echo 'cannot find node' >&2; exit 1\n");
  EXPECT_EQ(installJuror(named("planck"), folder).error().message,
            "npm could not bring it, exit status 1: cannot find node");
}

TEST(JurorInstall, IsFoundWhereTheUsersDataIs) {
  const char* const before = std::getenv("XDG_DATA_HOME");
  const std::string kept = before != nullptr ? before : "";
  ::setenv("XDG_DATA_HOME", (scratchFolder() + "/data").c_str(), 1);
  EXPECT_EQ(installedJurorFolder(), scratchFolder() + "/data/sepax/jurors");
  const Programs programs;
  const JurorManifest juror = named("cannon-es");
  programs.add("npm", npmOfVersion(juror.npm->version));
  programs.add("node", "exit 1\n");
  EXPECT_TRUE(installJuror(juror, installedJurorFolder()));
  std::vector<std::string> problems;
  bool is_there = false;
  for (const JurorManifest& manifest : findJurors(problems)) is_there = is_there || manifest.name == "cannon-es";
  EXPECT_TRUE(is_there);
  if (before != nullptr) {
    ::setenv("XDG_DATA_HOME", kept.c_str(), 1);
  } else {
    ::unsetenv("XDG_DATA_HOME");
  }
}

TEST(JurorInstall, OneAtATimeWaitsForTheOther) {
  const Programs programs;
  const std::string busy = scratchFolder() + "/busy", folder = scratchFolder() + "/jurors_at_once";
  programs.add("node", "");
  programs.add("npm", fmt::format("mkdir {0} || exit 1\nsleep 0.3\n", busy) + npmOfVersion("1.5.0") + "rmdir " + busy);
  fs::remove_all(folder);
  fs::remove_all(busy);
  Result<void> first, second;
  std::thread other([&] { first = installJuror(named("planck"), folder); });
  second = installJuror(named("planck"), folder);
  other.join();
  EXPECT_TRUE(first) << describe(first.error());
  EXPECT_TRUE(second) << describe(second.error());
}

}  // namespace
}  // namespace sepax
