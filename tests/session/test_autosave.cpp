#include "session/autosave.h"
#include "session/process.h"

#include "core/catalogue.h"
#include "core/platform.h"
#include "format/case_file.h"
#include "session/workspace.h"

#include "scratch.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>

namespace sepax {
namespace {

namespace fs = std::filesystem;

/// What a window that was killed left behind: the files of this process, under the number of one that runs no more.
struct AutosaveTest : testing::Test {
  AutosaveTest() {
    fs::remove_all(settings);
    fs::create_directories(settings);
    setenv("XDG_CONFIG_HOME", scratchFolder().c_str(), 1);
    EXPECT_TRUE(saveCase(defaultDocument(), file));
  }
  ~AutosaveTest() override {
    (void)setLanguage(Language::kEnglish);
    unsetenv("XDG_CONFIG_HOME");
  }
  void leaveBehind(const std::string& path, const std::string& title) {
    Workspace killed;
    killed.history = History(defaultDocument());
    killed.file_path = path;
    killed.title = title;
    EXPECT_TRUE(killed.history.run(SetTransform{"B", {7, 0, 0}, Quat{}}));
    Autosave autosave;
    autosave.keep(killed);
    std::vector<fs::path> kept;
    for (const auto& entry : fs::directory_iterator(settings)) kept.push_back(entry.path());
    for (const fs::path& one : kept) fs::rename(one, settings + "/recovery-2147483646" + one.extension().string());
  }
  const std::string settings = scratchFolder() + "/sepax", file = scratchFolder() + "/kept case.json";
};

TEST_F(AutosaveTest, RecoveredWorkGoesBackToItsFile) {
  leaveBehind(file, "kept case.json");
  Workspace workspace;
  Autosave autosave;
  autosave.recover(workspace);
  EXPECT_EQ(workspace.file_path, file);
  EXPECT_EQ(workspace.title, "kept case.json");
  EXPECT_TRUE(workspace.history.isDirty());
  EXPECT_EQ(findBody(workspace.history.document(), "B")->position.x, 7);
  workspace.history.undo();
  EXPECT_EQ(findBody(workspace.history.document(), "B")->position.x, 1.9) << "undo leads to what is in the file";
  EXPECT_FALSE(workspace.history.isDirty());
  workspace.history.redo();
  Outbox outbox;
  outbox.request(Save{});
  process(workspace, outbox);
  const auto saved = loadCase(file);
  ASSERT_TRUE(saved);
  EXPECT_EQ(findBody(saved->document, "B")->position.x, 7);
  autosave.keep(workspace);
  EXPECT_TRUE(fs::is_empty(settings)) << "nothing is left to recover";
}

TEST_F(AutosaveTest, RecoversWhatHasNoFileAndWhatAnOlderVersionLeft) {
  leaveBehind("", "");
  fs::remove(settings + "/recovery-2147483646.origin");
  Workspace workspace;
  workspace.history = History(defaultDocument());
  Autosave autosave;
  autosave.recover(workspace);
  EXPECT_EQ(workspace.file_path, "");
  EXPECT_EQ(findBody(workspace.history.document(), "B")->position.x, 7);
  autosave.forget();
  EXPECT_TRUE(fs::is_empty(settings));
}

}  // namespace
}  // namespace sepax
