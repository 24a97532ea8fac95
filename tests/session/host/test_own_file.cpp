#include "session/host/opened_case.h"
#include "session/process.h"

#include "core/platform.h"
#include "format/case_file.h"
#include "scratch.h"
#include "session/open.h"
#include "ui/headless_window.h"

#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <string>

namespace sepax {
namespace {

/// A case on disk with B at x metres.
void write(const std::string& path, double x) {
  Document document = defaultDocument();
  document.bodies[1].position.x = x;
  ASSERT_TRUE(saveCase(document, path));
}

double placeOfB(const Workspace& workspace) { return workspace.history.document().bodies[1].position.x; }

class OwnFileTest : public testing::Test {
 protected:
  OwnFileTest() {
    write(path, 2);
    EXPECT_TRUE(openPath(window.workspace, path));
    window.frame(2);
  }
  /// Another program writes; clocks of files may be coarse, so the time is set apart.
  void others(double x) {
    write(path, x);
    std::filesystem::last_write_time(path, std::filesystem::last_write_time(path) + std::chrono::seconds(++writes));
  }
  void look() {
    window.workspace.own_file.looked_at = {};
    window.frame(2);
  }
  void edit() {
    Outbox outbox;
    outbox.send(SetTransform{"A", {5, 0, 0}, Quat{0, 0, 0, 1}});
    process(window.workspace, outbox);
    ASSERT_TRUE(window.workspace.history.isDirty());
  }
  void save() {
    Outbox outbox;
    outbox.request(Save{});
    process(window.workspace, outbox);
    window.frame(3);
  }

  std::string path = scratchFolder() + "/shared.json";
  HeadlessWindow window;
  int writes = 0;
};

TEST_F(OwnFileTest, ACaseWithoutChangesIsReadAgainWhichUndoTakesBack) {
  others(3);
  look();
  EXPECT_EQ(placeOfB(window.workspace), 3);
  EXPECT_FALSE(window.workspace.history.isDirty());
  EXPECT_FALSE(isWrittenByOthers(window.workspace));
  Outbox outbox;
  outbox.request(Undo{});
  process(window.workspace, outbox);
  EXPECT_EQ(placeOfB(window.workspace), 2);
}

TEST_F(OwnFileTest, WhatWasOnlyTouchedLeavesNoTrace) {
  others(2);
  const std::size_t lines = window.workspace.console.size();
  look();
  EXPECT_FALSE(window.workspace.history.canUndo());
  EXPECT_EQ(window.workspace.console.size(), lines);
}

TEST_F(OwnFileTest, ChangesOfOnesOwnStayAndSavingAsks) {
  edit();
  others(4);
  look();
  EXPECT_EQ(placeOfB(window.workspace), 2);
  EXPECT_EQ(window.workspace.console.back().level, LogLevel::kWarning);
  const std::size_t lines = window.workspace.console.size();
  look();
  EXPECT_EQ(window.workspace.console.size(), lines) << "told once";
  save();
  ASSERT_TRUE(window.workspace.guarded.has_value());
  EXPECT_EQ(loadCase(path)->document.bodies[1].position.x, 4) << "theirs is still there";
  ASSERT_TRUE(window.clickItem("###guard", "Cancel###Cancel"));
  window.frame(2);
  EXPECT_EQ(loadCase(path)->document.bodies[1].position.x, 4);
  EXPECT_TRUE(window.workspace.history.isDirty());
  save();
  ASSERT_TRUE(window.clickItem("###guard", "Replace it###Replace it"));
  window.frame(2);
  EXPECT_EQ(loadCase(path)->document.bodies[1].position.x, 2);
  EXPECT_FALSE(window.workspace.history.isDirty());
  edit();
  save();
  EXPECT_FALSE(window.workspace.guarded.has_value()) << "what this window wrote is no change of others";
}

TEST_F(OwnFileTest, ACaseWhoseFileIsDeletedIsSavedNowhereWhichIsToldOnce) {
  std::filesystem::remove(path);
  look();
  look();
  look();
  EXPECT_TRUE(window.workspace.history.isDirty());
  EXPECT_EQ(window.workspace.console.back().level, LogLevel::kWarning);
  const std::size_t lines = window.workspace.console.size();
  look();
  EXPECT_EQ(window.workspace.console.size(), lines);
  EXPECT_FALSE(isNewlyWrittenByOthers(window.workspace)) << "an idle window stays idle";
  save();
  EXPECT_EQ(loadCase(path)->document.bodies[1].position.x, 2);
  EXPECT_FALSE(window.workspace.history.isDirty());
}

TEST_F(OwnFileTest, OnceTheChangesHereAreTakenBackTheirsAreRead) {
  edit();
  others(4);
  look();
  ASSERT_EQ(placeOfB(window.workspace), 2);
  Outbox outbox;
  outbox.request(Undo{});
  process(window.workspace, outbox);
  ASSERT_FALSE(window.workspace.history.isDirty());
  EXPECT_TRUE(isNewlyWrittenByOthers(window.workspace)) << "a window at rest draws a frame for it";
  look();
  EXPECT_EQ(placeOfB(window.workspace), 4);
  EXPECT_FALSE(window.workspace.history.isDirty());
  EXPECT_FALSE(isWrittenByOthers(window.workspace));
  EXPECT_FALSE(isNewlyWrittenByOthers(window.workspace));
}

TEST_F(OwnFileTest, AChangeThatCannotBeReadIsToldOnceWithoutChangesHere) {
  ASSERT_TRUE(writeFileAtomically(path, "{\"sepax\": 1, \"bod"));
  std::filesystem::last_write_time(path, std::filesystem::last_write_time(path) + std::chrono::seconds(50));
  look();
  const std::size_t lines = window.workspace.console.size();
  look();
  EXPECT_EQ(window.workspace.console.size(), lines);
}

TEST_F(OwnFileTest, AHalfWrittenFileIsToldAndTheWholeOneReadLater) {
  ASSERT_TRUE(writeFileAtomically(path, "{\"sepax\": 1, \"bod"));
  std::filesystem::last_write_time(path, std::filesystem::last_write_time(path) + std::chrono::seconds(50));
  look();
  EXPECT_EQ(placeOfB(window.workspace), 2);
  EXPECT_EQ(window.workspace.console.back().level, LogLevel::kWarning);
  writes = 60;
  others(7);
  look();
  EXPECT_EQ(placeOfB(window.workspace), 7);
}

TEST_F(OwnFileTest, ACaseWhoseFileIsSpoiltCountsAsUnsavedUntilTheFileIsWholeAgain) {
  const auto later = [&](int seconds) {
    std::filesystem::last_write_time(path, std::filesystem::last_write_time(path) + std::chrono::seconds(seconds));
  };
  for (const double whole : {2.0, 7.0}) {  // as it was, and another
    ASSERT_TRUE(writeFileAtomically(path, "{\"sepax\": 1, \"bod"));
    later(50);
    look();
    EXPECT_TRUE(window.workspace.history.isDirty());
    EXPECT_NE(window.workspace.console.back().text.find("until it is saved"), std::string::npos);
    writes += 100;
    others(whole);
    look();
    EXPECT_EQ(placeOfB(window.workspace), whole);
    EXPECT_FALSE(window.workspace.history.isDirty());
  }
  ASSERT_TRUE(writeFileAtomically(path, "{"));
  later(500);
  look();
  edit();
  writes += 1000;
  others(9);
  look();
  EXPECT_EQ(placeOfB(window.workspace), 7) << "a change here stays";
}

TEST_F(OwnFileTest, ADeletedFileIsWrittenAnewWithoutAQuestion) {
  std::filesystem::remove(path);
  edit();
  look();
  save();
  EXPECT_FALSE(window.workspace.guarded.has_value());
  EXPECT_TRUE(std::filesystem::exists(path));
}

TEST_F(OwnFileTest, AFolderThatMayNotBeWrittenIsToldAndNothingIsLost) {
  edit();
  Outbox outbox;
  outbox.request(Save{"/proc/no/such.json"});
  process(window.workspace, outbox);
  EXPECT_TRUE(window.workspace.history.isDirty());
  EXPECT_EQ(window.workspace.file_path, path);
  EXPECT_EQ(window.workspace.console.back().level, LogLevel::kError);
  EXPECT_NE(window.workspace.console.back().text.find("/proc/no/such.json"), std::string::npos);
}

}  // namespace
}  // namespace sepax
