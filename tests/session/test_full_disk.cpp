#include "core/platform.h"
#include "format/case_file.h"
#include "session/autosave.h"
#include "session/open.h"
#include "session/process.h"
#include "session/workspace.h"

#include "scratch.h"

#include <gtest/gtest.h>

#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <string>

#include <sys/resource.h>

namespace sepax {
namespace {

namespace fs = std::filesystem;

/// While it lives no file of this process can grow beyond a few bytes: as a full disk is, but told by another number.
class FullDisk {
 public:
  FullDisk() : signal_(std::signal(SIGXFSZ, SIG_IGN)) {
    getrlimit(RLIMIT_FSIZE, &before_);
    rlimit few = before_;
    few.rlim_cur = 64;
    setrlimit(RLIMIT_FSIZE, &few);
  }
  FullDisk(const FullDisk&) = delete;
  FullDisk& operator=(const FullDisk&) = delete;
  ~FullDisk() {
    setrlimit(RLIMIT_FSIZE, &before_);
    std::signal(SIGXFSZ, signal_);
  }

 private:
  rlimit before_{};
  void (*signal_)(int);
};

constexpr const char* kFolders[] = {"XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_RUNTIME_DIR"};

struct FullDiskTest : testing::Test {
  FullDiskTest() {
    fs::remove_all(folder);
    fs::create_directories(folder + "/sepax");
    for (const char* variable : kFolders) setenv(variable, folder.c_str(), 1);
    EXPECT_TRUE(saveCase(defaultDocument(), file));
    EXPECT_TRUE(openPath(workspace, file));
    EXPECT_TRUE(workspace.history.run(SetTransform{"B", {7, 0, 0}, Quat{}}));
  }
  ~FullDiskTest() override {
    for (const char* variable : kFolders) unsetenv(variable);
  }
  void save() {
    Outbox outbox;
    outbox.request(Save{});
    process(workspace, outbox);
  }
  [[nodiscard]] std::size_t filesBeside() const {
    return static_cast<std::size_t>(std::distance(fs::directory_iterator(folder), {}));
  }

  const std::string folder = scratchFolder() + "/full", file = folder + "/kept.json";
  Workspace workspace;
};

TEST_F(FullDiskTest, SavingSaysWhyItFailedAndLosesNeitherTheFileNorTheChange) {
  const std::string before = contentOf(file);
  const std::size_t files = filesBeside();
  {
    const FullDisk full;
    save();
  }
  ASSERT_FALSE(workspace.toasts.empty());
  EXPECT_EQ(workspace.toasts.back().level, LogLevel::kError);
  EXPECT_NE(workspace.toasts.back().text.find("kept.json"), std::string::npos) << workspace.toasts.back().text;
  EXPECT_NE(workspace.toasts.back().text.find("cannot be written"), std::string::npos) << workspace.toasts.back().text;
  EXPECT_TRUE(workspace.history.isDirty());
  EXPECT_EQ(contentOf(file), before);
  EXPECT_EQ(filesBeside(), files) << "half a file stays behind";
  save();
  EXPECT_FALSE(workspace.history.isDirty()) << "once there is room it is saved";
  EXPECT_NE(contentOf(file), before);
}

TEST_F(FullDiskTest, QuittingWithSaveStaysWhenSavingFails) {
  Outbox outbox;
  outbox.request(Save{});
  outbox.request(Quit{});
  {
    const FullDisk full;
    process(workspace, outbox);
  }
  EXPECT_FALSE(workspace.quit);
  EXPECT_TRUE(workspace.guarded.has_value()) << "it asks again";
}

TEST_F(FullDiskTest, WorkThatCannotBeKeptAgainstACrashIsToldOnceUntilItWorksAgain) {
  Autosave autosave;
  const auto warnings = [&] { return std::ranges::count(workspace.console, LogLevel::kWarning, &ConsoleLine::level); };
  const auto move = [&](double x) { EXPECT_TRUE(workspace.history.run(SetTransform{"B", {x, 0, 0}, Quat{}})); };
  {
    const FullDisk full;
    autosave.keepNow(workspace);
    move(8);
    autosave.keepNow(workspace);
  }
  EXPECT_EQ(warnings(), 1);
  EXPECT_NE(workspace.toasts.back().text.find("save it soon"), std::string::npos) << workspace.toasts.back().text;
  EXPECT_TRUE(fs::is_empty(folder + "/sepax"));
  autosave.keepNow(workspace);
  EXPECT_FALSE(fs::is_empty(folder + "/sepax"));
  move(9);
  workspace.toasts.clear();
  const FullDisk full;
  autosave.keepNow(workspace);
  EXPECT_EQ(workspace.toasts.size(), 1u) << "told again";
}

TEST_F(FullDiskTest, AReadOnlyFolderLosesNothingEither) {
  if (geteuid() == 0) GTEST_SKIP() << "the superuser may write everywhere";
  const std::string before = contentOf(file);
  fs::permissions(folder, fs::perms::owner_read | fs::perms::owner_exec);
  save();
  fs::permissions(folder, fs::perms::owner_all);
  EXPECT_TRUE(workspace.history.isDirty());
  EXPECT_EQ(contentOf(file), before);
  ASSERT_FALSE(workspace.toasts.empty());
  EXPECT_NE(workspace.toasts.back().text.find("cannot be written"), std::string::npos);
}

}  // namespace
}  // namespace sepax
