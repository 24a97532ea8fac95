#include "ui/dialogs/file_dialog.h"

#include "core/platform.h"
#include "session/host/opened_case.h"
#include "session/process.h"
#include "ui/actions.h"
#include "ui/headless_window.h"

#include "scratch.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

namespace sepax {
namespace {

namespace fs = std::filesystem;
using Purpose = FileDialog::Purpose;

struct FileDialogTest : testing::Test {
  FileDialogTest() : folder(fs::path(scratchFolder()) / "dialog") {
    fs::remove_all(folder);
    fs::create_directories(folder / "inner");
    for (const char* name : {"one.json", "two.json", "three.json"}) {
      EXPECT_TRUE(saveDocument(window.workspace, (folder / name).string(), false));
    }
    fs::remove(folder / "three.json");
    window.workspace.file_path = (folder / "one.json").string();
    window.workspace.title = "one.json";
  }
  void open(Purpose purpose) {
    openFileDialog(window.shell.of<FileDialog>(), purpose, window.workspace);
    window.frame(4);
  }
  /// Puts the mouse on the row of a name.
  bool pointAt(const std::string& name) {
    const ImGuiWindow* list = HeadlessWindow::findWindow("##files");
    if (list == nullptr) return false;
    for (float y = list->Pos.y + 4; y < list->Pos.y + list->Size.y; y += 6) {
      window.click(list->Pos.x + 30, y);
      if (dialog.file_name == name) return true;
      ImGui::GetIO().DeltaTime = 1;  // no double click
      window.frame();
      ImGui::GetIO().DeltaTime = 1.0f / 60;
    }
    return false;
  }
  std::string opened() const {
    for (const Request& request : window.sent.requests) {
      if (const auto* path = request.as<OpenPath>()) return fs::path(path->path).filename().string();
    }
    return "";
  }
  fs::path folder;
  HeadlessWindow window;
  FileDialog& dialog = window.shell.of<FileDialog>();
};

TEST_F(FileDialogTest, ARowPickedWithTheMouseOpensByEnter) {
  open(Purpose::kOpen);
  ASSERT_TRUE(pointAt("two.json"));
  window.press(plain(kKeyEnter));
  EXPECT_EQ(opened(), "two.json");
  EXPECT_FALSE(dialog.open);
}

TEST_F(FileDialogTest, ARowOpensByDoubleClick) {
  open(Purpose::kOpen);
  ASSERT_TRUE(pointAt("two.json"));
  ImGui::GetIO().MouseDown[0] = true;
  window.frame();
  EXPECT_EQ(opened(), "two.json");
  ImGui::GetIO().MouseDown[0] = false;
  window.frame();
  EXPECT_FALSE(dialog.open);
}

TEST_F(FileDialogTest, TypingFiltersTheList) {
  open(Purpose::kOpen);
  window.type("tw");  // into the field for the name
  window.frame();
  window.press(plain(kKeyEnter));
  EXPECT_EQ(opened(), "two.json") << "the only one that is left";

  open(Purpose::kOpen);
  ASSERT_TRUE(pointAt("one.json"));
  window.type("inn");  // with the keyboard on the list
  EXPECT_EQ(dialog.filter, "inn");
  EXPECT_EQ(dialog.file_name, "one.json");
  window.press(plain(kKeyBackspace));
  EXPECT_EQ(dialog.filter, "in");
}

TEST_F(FileDialogTest, SavingStartsWhereTheDocumentCameFrom) {
  window.workspace.recent_files = {(folder / "inner" / "other.json").string()};
  open(Purpose::kSave);
  EXPECT_EQ(dialog.folder, folder.string());
  EXPECT_EQ(dialog.file_name, "one.json");

  window.workspace.file_path.clear();
  window.workspace.bundle_path = (folder / "rocks.zip").string();
  window.workspace.title = "rocks.zip:cases/pile.json";
  openFileDialog(dialog, Purpose::kSave, window.workspace);
  EXPECT_EQ(dialog.folder, folder.string());
  EXPECT_EQ(dialog.file_name, "pile.json");
}

TEST_F(FileDialogTest, ANameWithoutItsEndingAsksBeforeItReplacesTooAndSaysSo) {
  openFileDialog(dialog, Purpose::kSave, window.workspace);
  dialog.file_name = "two";
  window.frame(4);
  window.press(plain(kKeyEnter));
  EXPECT_TRUE(dialog.open);
  EXPECT_TRUE(asksToReplace(dialog));
  EXPECT_EQ(fs::path(dialog.confirm_overwrite).filename(), "two.json");
}

TEST_F(FileDialogTest, SavesTheOpenCaseBeforeAPastedOneTakesItsPlace) {
  window.workspace.file_path.clear();
  ASSERT_TRUE(window.workspace.history.run(RemoveBody{"B"}));
  Outbox outbox;
  outbox.request(OpenPaste{"Shape 1: Box1 1 1\nX_FS1\n1 0 0 0\n0 1 0 0\n0 0 1 0\n0 0 0 1\n", {}});
  process(window.workspace, outbox);
  window.frame(4);
  ASSERT_TRUE(window.workspace.paste.open);
  window.press(plain(kKeyEnter));  // "Open as a new case"
  window.frame(4);
  ASSERT_TRUE(window.workspace.guarded);
  window.press(plain(kKeyEnter));  // "Save"
  window.frame(4);
  EXPECT_TRUE(dialog.open) << "where to is asked";
  EXPECT_NE(HeadlessWindow::findWindow("###files"), nullptr);
  ASSERT_TRUE(window.clickItem("###files", "###accept"));
  window.frame(4);
  EXPECT_FALSE(window.workspace.paste.open);
  ASSERT_EQ(window.workspace.history.document().bodies.size(), 1u);
  EXPECT_TRUE(std::holds_alternative<Box>(window.workspace.history.document().bodies[0].shape))
      << "and the pasted one is open";
}

TEST_F(FileDialogTest, ANewSceneIsNamedByWhatItIsAndNoFileHasThatName) {
  Workspace& workspace = window.workspace;
  workspace.recent_files = {(folder / "one.json").string()};
  const auto proposed = [&](Document document, const std::string& title, Purpose purpose = Purpose::kSave) {
    workspace.history = History(std::move(document));
    workspace.file_path.clear();
    workspace.title = title;
    openFileDialog(dialog, purpose, workspace);
    return dialog.file_name;
  };
  Document named = defaultDocument(), unnamed = defaultDocument(), many;
  unnamed.name.clear();
  unnamed.bodies[1].shape = Capsule{};
  for (int i = 0; i < 5; ++i) many.bodies.push_back(unnamed.bodies[static_cast<std::size_t>(i % 2)]);
  EXPECT_EQ(proposed(named, ""), "two-boxes.json");
  EXPECT_EQ(proposed(unnamed, ""), "box-capsule.json");
  EXPECT_EQ(proposed(many, ""), "box-capsule-5-bodies.json");
  EXPECT_EQ(proposed({}, ""), "empty.json");
  EXPECT_EQ(proposed(unnamed, "rock.glb"), "rock.json");
  EXPECT_EQ(proposed(unnamed, "pasted text"), "box-capsule.json") << "words of the window";
  EXPECT_EQ(proposed(unnamed, "fall.sepaxlog.gz", Purpose::kSaveRecording), "fall.sepaxlog");
  EXPECT_EQ(proposed(unnamed, "", Purpose::kPicture), "box-capsule.svg");
  named.name = "../Why, \"you\"?  ";
  EXPECT_EQ(proposed(named, ""), "Why-you.json");
  named.name = std::string(63, 'x') + "盒子";
  EXPECT_EQ(proposed(named, ""), std::string(63, 'x') + ".json") << "no half of a letter";
  EXPECT_EQ(proposed(unnamed, "one.json"), "one-2.json") << "one.json is there";
}

TEST_F(FileDialogTest, SavingDoesNotStartBesideThePrograms) {
  Workspace& workspace = window.workspace;
  const fs::path before = fs::current_path();
  workspace.file_path.clear();
  workspace.title.clear();
  workspace.recent_files.clear();
  for (const fs::path& of_program : {fs::path(programFolder()), fs::path(programFolder()).parent_path()}) {
    fs::current_path(of_program);
    openFileDialog(dialog, Purpose::kSave, workspace);
    EXPECT_NE(dialog.folder, of_program.string());
  }
  fs::current_path(before);
}

TEST_F(FileDialogTest, NothingIsSavedIntoTheInstallation) {
  const std::string shipped = *dataPath("assets/cases/default.json"), assets = *dataPath("assets");
  window.workspace.file_path = shipped;
  window.workspace.recent_files = {shipped};
  Outbox outbox;
  ActionContext context{window.workspace, window.workspace.view, window.shell, outbox};
  findAction("save")->run(context);
  EXPECT_TRUE(outbox.requests.empty()) << "Ctrl+S asks where";
  ASSERT_TRUE(dialog.open);
  EXPECT_FALSE(dialog.folder.starts_with(assets)) << dialog.folder;
  EXPECT_EQ(dialog.file_name, "default.json");
}

}  // namespace
}  // namespace sepax
