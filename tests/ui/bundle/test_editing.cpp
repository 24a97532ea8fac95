#include "bundle/open/open_container.h"
#include "bundle/write/pack.h"
#include "comes_true.h"
#include "scratch.h"
#include "session/bundle/bundle_files.h"
#include "session/bundle/bundle_nodes.h"
#include "session/bundle/editing.h"
#include "session/process.h"
#include "ui/actions.h"
#include "ui/bundle/bundle_head.h"
#include "ui/headless_window.h"

#include <gtest/gtest.h>

#include <sys/stat.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>

namespace sepax {
namespace {

namespace fs = std::filesystem;

/// A bundle of two texts and a folder, open in a window.
class EditedWindow : public ::testing::Test {
 protected:
  EditedWindow() {
    folder = fs::path(scratchFolder()) / "editing";
    fs::remove_all(folder);
    fs::create_directories(folder / "in" / "sub");
    std::ofstream(folder / "in" / "a.txt") << "old";
    std::ofstream(folder / "in" / "sub" / "b.txt") << "b";
    std::ofstream(folder / "in" / "sub" / "c.txt") << "c";
    std::ofstream(folder / "new.txt") << "brand new";
    PackOptions options;
    options.output = (folder / "main.1.com.example.edit.obb").string();
    EXPECT_TRUE(packBundle(entriesOfTree(openTree((folder / "in").string()).value()), options));
    bundle = options.output;
    send(OpenPath{bundle});
  }
  void send(Request request) {
    Outbox outbox;
    outbox.request(std::move(request));
    process(window.workspace, outbox);
  }
  [[nodiscard]] std::string file() const { return (folder / "new.txt").string(); }
  [[nodiscard]] std::vector<std::string> paths() const {
    std::vector<std::string> sorted;
    for (const TreeEntry& entry : window.workspace.bundle->entries()) sorted.push_back(entry.path);
    std::sort(sorted.begin(), sorted.end());
    return sorted;
  }
  [[nodiscard]] std::string textOf(const std::string& path) const {
    const auto bytes = window.workspace.bundle->readPath(path, 100);
    return bytes ? std::string(reinterpret_cast<const char*>(bytes->data()), bytes->size()) : "no such entry";
  }
  fs::path folder;
  std::string bundle;
  HeadlessWindow window;
};

TEST_F(EditedWindow, WritesNothingBeforeItIsAskedForAndThenReplacesAddsAndRemoves) {
  const auto size = fs::file_size(bundle);
  send(EditBundle{{{"a.txt", file()}, {"sub/d.txt", file()}, {"sub/b.txt", {}}}});
  ASSERT_EQ(window.workspace.bundle_files.edits.size(), 3u);
  EXPECT_EQ(fs::file_size(bundle), size);
  window.frame(3);
  openEditsDialog(window.shell.of<EditsDialog>(), window.workspace);
  window.frame(3);
  send(WriteBundle{});
  EXPECT_EQ(paths(), (std::vector<std::string>{"a.txt", "sub/c.txt", "sub/d.txt"}))
      << window.workspace.console.back().text;
  const auto bytes = window.workspace.bundle->read(*findEntry(*window.workspace.bundle, "a.txt"), 100).value();
  EXPECT_EQ(bytes.size(), 9u);
  EXPECT_TRUE(window.workspace.bundle_files.edits.empty());
  EXPECT_EQ(window.workspace.other_bundles.size(), 0u);
}

TEST_F(EditedWindow, TakesBackOneEditOrAll) {
  send(EditBundle{{{"a.txt", file()}, {"sub/b.txt", {}}}});
  send(TakeBackEdit{0});
  ASSERT_EQ(window.workspace.bundle_files.edits.size(), 1u);
  EXPECT_EQ(window.workspace.bundle_files.edits[0].path, "sub/b.txt");
  send(EditBundle{{{"a.txt", file()}}});
  send(TakeBackEdit{});
  EXPECT_TRUE(window.workspace.bundle_files.edits.empty());
}

TEST_F(EditedWindow, KeepsOneEditOfAPathAndForgetsThoseInsideARemovedFolder) {
  send(EditBundle{{{"sub/b.txt", file()}, {"sub/b.txt", {}}, {"sub/new.txt", file()}}});
  EXPECT_EQ(window.workspace.bundle_files.edits.size(), 2u);
  send(EditBundle{{{"sub", {}}}});
  ASSERT_EQ(window.workspace.bundle_files.edits.size(), 1u);
  const EditPreview preview =
      previewEdit(*window.workspace.bundle_files.layers.front(), window.workspace.bundle_files.edits[0]);
  EXPECT_EQ(preview.kind, EditPreview::Kind::kRemoved);
  EXPECT_EQ(preview.files, 2u);
  EXPECT_NE(editOf(window.workspace, "sub/c.txt"), nullptr);
  EXPECT_EQ(editOf(window.workspace, "submarine.txt"), nullptr);
}

TEST_F(EditedWindow, WritesIntoAnotherFileAndLeavesTheFirstAsItWas) {
  const auto size = fs::file_size(bundle);
  const std::string output = (folder / "main.2.com.example.edit.obb").string();
  send(EditBundle{{{"sub", {}}}});
  send(WriteBundle{output});
  EXPECT_EQ(fs::file_size(bundle), size);
  EXPECT_EQ(window.workspace.bundle_path, output) << "what was written is shown";
  EXPECT_EQ(paths(), std::vector<std::string>{"a.txt"});
}

TEST_F(EditedWindow, WritesOverAnotherFileOnlyWhenThatIsTicked) {
  const std::string other = (folder / "other.obb").string();
  std::ofstream(other) << "precious";
  send(EditBundle{{{"sub", {}}}});
  openEditsDialog(window.shell.of<EditsDialog>(), window.workspace);
  window.shell.of<EditsDialog>().output = other;
  window.frame(3);
  window.clickItem("###edits", "###Write");
  EXPECT_TRUE(window.shell.of<EditsDialog>().open) << "the button is off";
  ASSERT_TRUE(window.clickItem("###edits", "###Replace the existing file"));
  EXPECT_EQ(window.shell.of<EditsDialog>().replaced, other);
  ASSERT_TRUE(window.clickItem("###edits", "###Write"));
  EXPECT_FALSE(window.shell.of<EditsDialog>().open);
}

TEST_F(EditedWindow, PacksIntoTheNextVersionAndOverAnotherFileOnlyWhenThatIsTicked) {
  PackDialog& dialog = window.shell.of<PackDialog>();
  openPackDialog(dialog, window.workspace);
  EXPECT_FALSE(fs::exists(dialog.wanted.output)) << dialog.wanted.output;
  dialog.wanted.folder = (folder / "in").string();
  dialog.wanted.output = bundle;
  window.frame(3);
  window.clickItem("###pack", "###Pack");
  EXPECT_TRUE(dialog.open) << "the button is off";
  ASSERT_TRUE(window.clickItem("###pack", "###Replace the existing file"));
  window.frame(2);
  ASSERT_TRUE(window.clickItem("###pack", "###Pack"));
  EXPECT_FALSE(dialog.open);
}

TEST_F(EditedWindow, KeepsTheFileAndTheEditsWhenWritingFails) {
  const auto size = fs::file_size(bundle);
  send(EditBundle{{{"a.txt", (folder / "missing.txt").string()}}});
  send(WriteBundle{});
  EXPECT_EQ(fs::file_size(bundle), size);
  EXPECT_EQ(window.workspace.bundle_files.edits.size(), 1u);
}

TEST_F(EditedWindow, ShowsWhatIsStagedAndUndoesIt) {
  window.workspace.view.middle = Middle::kOverview;
  const std::size_t entry = *findEntry(*window.workspace.bundle, "a.txt");
  send(EditBundle{{{"a.txt", file()}}});
  EXPECT_EQ(window.workspace.bundle->entries()[entry].size, 9u) << "the size of what will be there";
  window.workspace.view.entries = {entry};
  ASSERT_TRUE(comesTrue([&] {
    window.frame();
    return window.workspace.preview.entry != nullptr && window.workspace.overview.made != nullptr;
  }));
  EXPECT_EQ(window.workspace.preview.entry->bytes->size(), 9u);
  EXPECT_EQ(window.workspace.overview.made->size, 11u) << "9 bytes and two of one byte";
  send(EditBundle{{{"sub", {}}}});
  send(EditBundle{{{"added.txt", file()}}});
  EXPECT_EQ(textOf("added.txt"), "brand new");
  EXPECT_FALSE(findEntry(*window.workspace.bundle, "sub/b.txt"));
  window.press(ctrl('Z'));
  EXPECT_FALSE(findEntry(*window.workspace.bundle, "added.txt"));
  window.press(ctrl('Z'));
  EXPECT_TRUE(findEntry(*window.workspace.bundle, "sub/b.txt"));
  window.press(ctrl('Z'));
  EXPECT_TRUE(window.workspace.bundle_files.edits.empty());
  EXPECT_EQ(textOf("a.txt"), "old");
}

TEST_F(EditedWindow, BringsBackWhatUndoTookUntilTheNextChange) {
  window.workspace.view.middle = Middle::kOverview;
  const auto can = [&](const char* id) {
    Outbox outbox;
    ActionContext context{window.workspace, window.workspace.view, window.shell, outbox};
    return isEnabled(*findAction(id), context);
  };
  EXPECT_FALSE(can("undo") || can("redo"));
  send(EditBundle{{{"sub/b.txt", file()}}});
  send(EditBundle{{{"sub", {}}}});  // the edit inside it is given up
  send(TakeBackEdit{});
  EXPECT_TRUE(window.workspace.bundle_files.edits.empty());
  window.press(ctrl('Z'));
  EXPECT_FALSE(findEntry(*window.workspace.bundle, "sub/b.txt"));
  window.press(ctrl('Z'));
  EXPECT_EQ(textOf("sub/b.txt"), "brand new");
  window.press(ctrl('Z'));
  EXPECT_EQ(textOf("sub/b.txt"), "b");
  EXPECT_TRUE(can("redo") && !can("undo"));
  window.press(ctrlShift('Z'));
  EXPECT_EQ(textOf("sub/b.txt"), "brand new");
  EXPECT_TRUE(can("redo") && can("undo"));
  window.press(ctrl('Y'));
  EXPECT_FALSE(findEntry(*window.workspace.bundle, "sub/b.txt"));
  window.press(ctrl('Z'));
  send(EditBundle{{{"a.txt", {}}}});
  EXPECT_FALSE(can("redo")) << "a change begins another future";
  send(WriteBundle{});
  EXPECT_FALSE(can("undo")) << "what is written is no edit";
}

TEST_F(EditedWindow, AsksBeforeEditsAreLostByClosingOrQuitting) {
  send(EditBundle{{{"sub", {}}}});
  send(CloseBundle{});
  EXPECT_TRUE(window.workspace.guarded.has_value());
  EXPECT_NE(window.workspace.bundle, nullptr);
  window.frame(2);
  window.workspace.guarded.reset();
  send(Quit{});
  EXPECT_FALSE(window.workspace.quit);
  window.workspace.guarded.reset();
  send(CloseBundle{true});
  EXPECT_EQ(window.workspace.bundle, nullptr);
}

TEST_F(EditedWindow, StagesTheFileThatWasChosenForAFolder) {
  window.workspace.view.entries = {*findEntry(*window.workspace.bundle, "sub/c.txt")};
  window.shell.of<BundlePanel>().wants_file = FileRequest{"sub", true};
  window.frame(2);
  ASSERT_TRUE(window.shell.of<FileDialog>().open);
  window.shell.of<FileDialog>().open = false;  // cancelled
  window.frame(2);
  EXPECT_FALSE(window.shell.of<FileDialog>().open) << "it does not come back";
  window.shell.of<BundlePanel>().wants_file = FileRequest{"sub", true};
  window.frame(2);
  *window.shell.of<FileDialog>().target = file();
  window.shell.of<FileDialog>().open = false;
  window.frame(2);
  ASSERT_EQ(window.workspace.bundle_files.edits.size(), 1u);
  EXPECT_EQ(window.workspace.bundle_files.edits[0], (EntryEdit{"sub/new.txt", file()}));
}

TEST_F(EditedWindow, ChangesNeitherLayersNorWhatLiesInsideAnotherBundle) {
  EXPECT_TRUE(canEdit(window.workspace));
  const std::string patch = (folder / "patch.1.com.example.edit.obb").string();
  fs::copy(bundle, patch);
  send(OpenPath{patch});
  ASSERT_EQ(window.workspace.bundle_files.layers.size(), 2u);
  EXPECT_FALSE(canEdit(window.workspace));
  send(EditBundle{{{"sub", {}}}});
  EXPECT_TRUE(window.workspace.bundle_files.edits.empty());
}

TEST_F(EditedWindow, StagesARemovalByDeleteAndLeavesTheSelectedBodyAlone) {
  window.workspace.view.middle = Middle::kScene;
  window.workspace.view.selected = window.workspace.history.document().bodies.front().id;
  const std::size_t bodies = window.workspace.history.document().bodies.size();
  window.frame(3);
  window.click(100, 228);
  ASSERT_FALSE(window.workspace.view.entries.empty());
  window.press(plain(kKeyDelete));
  EXPECT_EQ(window.workspace.bundle_files.edits.size(), 1u);
  EXPECT_EQ(window.workspace.history.document().bodies.size(), bodies);
}

TEST(OpeningOutside, HandsOutWhatIsShownAndNothingThatRuns) {
  for (const char* path : {"a/b.png", "x.OBJ", "s.wav", "t.txt", "doc.pdf"}) EXPECT_TRUE(mayOpenOutside(path)) << path;
  for (const char* path :
       {"run.sh", "a.desktop", "b.exe", "c.jar", "d.html", "lib.so", "e.lua", "noend", "f.svg", "g.js"}) {
    EXPECT_FALSE(mayOpenOutside(path)) << path;
  }
}

TEST_F(EditedWindow, HandsACopyToTheSystemsProgram) {
  // A program of that name which notes what it was given.
  const fs::path programs = folder / "bin";
  fs::create_directories(programs);
  std::ofstream(programs / "xdg-open") << "#!/bin/sh\nprintf %s \"$1\" > '" << (folder / "opened").string() << "'\n";
  ::chmod((programs / "xdg-open").c_str(), 0700);
  const std::string path = std::getenv("PATH");
  ::setenv("PATH", (programs.string() + ":" + path).c_str(), 1);
  send(OpenOutside{*findEntry(*window.workspace.bundle, "sub/c.txt")});
  ::setenv("PATH", path.c_str(), 1);
  std::string opened;
  ASSERT_TRUE(comesTrue([&] {
    std::ifstream(folder / "opened") >> opened;
    return opened.ends_with("/sub/c.txt");
  })) << opened
      << window.workspace.console.back().text;
  EXPECT_TRUE(fs::exists(opened));
  EXPECT_EQ(fs::status(fs::path(opened).parent_path().parent_path()).permissions() & fs::perms::others_all,
            fs::perms::none);
}

TEST_F(EditedWindow, AFileThatOthersReplaceIsToldAndReadAgainWithTheEditsThatWait) {
  const auto lookOnce = [&] {
    window.workspace.bundle_files.looked_at = {};
    window.frame(2);
  };
  const auto look = [&] {
    lookOnce();
    lookOnce();
  };
  window.frame(3);
  send(EditBundle{{{"sub/b.txt", file()}}});
  fs::create_directories(folder / "other" / "sub");
  std::ofstream(folder / "other" / "fresh.txt") << "fresh";
  std::ofstream(folder / "other" / "sub" / "b.txt") << "b";
  PackOptions options;
  options.output = (folder / "theirs.obb").string();
  ASSERT_TRUE(packBundle(entriesOfTree(openTree((folder / "other").string()).value()), options));
  fs::rename(options.output, bundle);
  fs::last_write_time(bundle, fs::last_write_time(bundle) + std::chrono::seconds(5));
  EXPECT_TRUE(areFilesChanged(window.workspace));
  lookOnce();
  EXPECT_TRUE(areFilesChanged(window.workspace)) << "half of it may be written: it is read once it rests";
  lookOnce();
  EXPECT_FALSE(areFilesChanged(window.workspace));
  EXPECT_EQ(paths(), (std::vector<std::string>{"fresh.txt", "sub/b.txt"}));
  EXPECT_EQ(window.workspace.bundle_files.edits.size(), 1u);
  const auto tells = [&](const char* part) {
    return std::ranges::any_of(window.workspace.console, [&](const ConsoleLine& line) {
      return line.level == LogLevel::kWarning && line.text.find(part) != std::string::npos;
    });
  };
  EXPECT_TRUE(tells("another program changed the file"));
  window.workspace.console.clear();
  send(WriteBundle{});
  look();
  EXPECT_FALSE(tells("another program")) << "what this window wrote is no change of others";
  fs::resize_file(bundle, 40);
  look();
  EXPECT_TRUE(tells("another program changed the file"));
  EXPECT_EQ(window.workspace.console.back().level, LogLevel::kError) << "and that it cannot be read";
  fs::remove(bundle);
  look();
  EXPECT_TRUE(tells("is gone"));
}

}  // namespace
}  // namespace sepax
