#include "session/autosave.h"
#include "session/open.h"
#include "session/process.h"
#include "session/recovery.h"

#include "core/platform.h"
#include "format/case_file.h"
#include "scratch.h"
#include "ui/headless_window.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <string>

namespace sepax {
namespace {

constexpr const char* kFolders[] = {"XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_RUNTIME_DIR"};

class RecoveryDialogTest : public testing::Test {
 protected:
  RecoveryDialogTest() {
    std::filesystem::remove_all(root);
    std::filesystem::create_directories(root);
    for (const char* variable : kFolders) setenv(variable, root.c_str(), 1);
    EXPECT_TRUE(saveCase(defaultDocument(), file));
  }
  ~RecoveryDialogTest() override {
    for (const char* variable : kFolders) unsetenv(variable);
  }
  /// A window that crashed with B moved there.
  void crash(double x) const {
    Workspace workspace;
    EXPECT_TRUE(openPath(workspace, file));
    EXPECT_TRUE(workspace.history.run(SetTransform{"B", {x, 0, 0}, Quat{}}));
    Autosave autosave;
    autosave.keepNow(workspace);
  }
  [[nodiscard]] double placeOfB() const { return findBody(window.workspace.history.document(), "B")->position.x; }

  const std::string root = scratchFolder() + "/recovery_dialog", file = root + "/shared.json";
  HeadlessWindow window;
};

TEST_F(RecoveryDialogTest, OpensTheWorkThatIsChosenAndLeavesTheOthers) {
  crash(7);
  crash(8);
  offerRecoveries(window.workspace.recovery, window.workspace, {});
  ASSERT_EQ(window.workspace.recovery.offers.size(), 2u);
  window.frame(3);
  ASSERT_NE(HeadlessWindow::findWindow("###recovery"), nullptr);
  ASSERT_TRUE(window.clickItem("###recovery", "Open###Open"));
  window.frame(3);
  EXPECT_EQ(HeadlessWindow::findWindow("###recovery"), nullptr);
  EXPECT_EQ(window.workspace.file_path, file);
  EXPECT_TRUE(placeOfB() == 7 || placeOfB() == 8);
  EXPECT_EQ(findRecoveries().size(), 1u) << "the other one is free";
}

TEST_F(RecoveryDialogTest, LeavesAllForLaterAndDiscardsOneByOne) {
  crash(7);
  crash(8);
  offerRecoveries(window.workspace.recovery, window.workspace, {});
  window.frame(3);
  ASSERT_TRUE(window.clickItem("###recovery", "Later###Later"));
  window.frame(3);
  EXPECT_EQ(HeadlessWindow::findWindow("###recovery"), nullptr);
  EXPECT_EQ(findRecoveries().size(), 2u);
  offerRecoveries(window.workspace.recovery, window.workspace, {});
  window.frame(3);
  ASSERT_TRUE(window.clickItem("###recovery", "Discard###Discard"));
  window.frame(3);
  ASSERT_NE(HeadlessWindow::findWindow("###recovery"), nullptr) << "one is left";
  ASSERT_TRUE(window.clickItem("###recovery", "Discard###Discard"));
  window.frame(3);
  EXPECT_EQ(HeadlessWindow::findWindow("###recovery"), nullptr);
  EXPECT_TRUE(findRecoveries().empty());
}

TEST_F(RecoveryDialogTest, SavingOverAChangedFileAsksAndShowsBothVersions) {
  crash(7);
  Document others = defaultDocument();
  others.bodies[1].position.x = 4;
  ASSERT_TRUE(saveCase(others, file));
  offerRecoveries(window.workspace.recovery, window.workspace, {file});
  Outbox outbox;
  outbox.request(TakeRecovery{});
  outbox.request(Save{});
  process(window.workspace, outbox);
  window.frame(3);
  ASSERT_TRUE(window.workspace.guarded);
  ASSERT_TRUE(window.clickItem("###guard", "Compare###Compare"));
  window.frame(3);
  ASSERT_TRUE(window.shell.guard.versions);
  ASSERT_TRUE(*window.shell.guard.versions);
  EXPECT_FALSE((*window.shell.guard.versions)->rows.empty());
  ASSERT_TRUE(window.clickItem("###guard", "Replace it###Replace it"));
  window.frame(3);
  EXPECT_EQ(loadCase(file)->document.bodies[1].position.x, 7);
  EXPECT_FALSE(window.shell.guard.versions);
}

}  // namespace
}  // namespace sepax
