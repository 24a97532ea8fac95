#include "session/autosave.h"
#include "session/process.h"
#include "session/recovery.h"

#include "core/catalogue.h"
#include "core/platform.h"
#include "format/case_file.h"
#include "session/host/opened_case.h"
#include "session/open.h"
#include "session/workspace.h"

#include "scratch.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>
#include <random>
#include <set>
#include <thread>

namespace sepax {
namespace {

namespace fs = std::filesystem;

Workspace workspaceWith(const std::string& path, double x) {
  Workspace workspace;
  workspace.history = History(defaultDocument());
  if (!path.empty()) {
    EXPECT_TRUE(openPath(workspace, path));
  }
  EXPECT_TRUE(workspace.history.run(SetTransform{"B", {x, 0, 0}, Quat{}}));
  return workspace;
}

/// A window with unsaved work that is kept. It crashes when it is destroyed: nothing of it is forgotten.
struct LivingWindow {
  LivingWindow(const std::string& path, double x) : workspace(workspaceWith(path, x)) { autosave.keepNow(workspace); }
  Workspace workspace;
  Autosave autosave;
};

/// Folders and a case file of its own; windows are objects that hold their locks as processes do.
struct Recoveries : testing::Test {
  Recoveries() {
    fs::remove_all(root);
    fs::create_directories(settings);
    setenv("XDG_CONFIG_HOME", (root + "/config").c_str(), 1);
    setenv("XDG_STATE_HOME", (root + "/state").c_str(), 1);
    setenv("XDG_RUNTIME_DIR", (root + "/run").c_str(), 1);
    EXPECT_TRUE(saveCase(defaultDocument(), file));
  }
  ~Recoveries() override {
    for (const char* variable : {"XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_RUNTIME_DIR"}) unsetenv(variable);
  }
  static void crash(const std::string& path, double x) { static_cast<void>(LivingWindow(path, x)); }
  static void request(Workspace& workspace, Request request) {
    Outbox outbox;
    outbox.request(std::move(request));
    process(workspace, outbox);
  }
  [[nodiscard]] static std::vector<std::string> kept(const std::string& folder) {
    return filesEndingIn(folder, ".json");
  }
  [[nodiscard]] static double placeOfB(const Workspace& workspace) {
    return findBody(workspace.history.document(), "B")->position.x;
  }
  void writeByOthers(const std::string& text) const { std::ofstream(file) << text; }
  /// The only offer, and let go of it again.
  [[nodiscard]] OriginState onlyState(const std::vector<std::string>& opened = {}) const {
    const auto offers = findRecoveries(opened);
    EXPECT_EQ(offers.size(), 1u);
    return offers.empty() ? OriginState::kUntitled : offers[0].state;
  }

  const std::string root = scratchFolder() + "/recovery", settings = root + "/config/sepax",
                    file = root + "/kept case.json";
};

TEST_F(Recoveries, GoBackToTheirFileAndUndoLeadsToWhatIsInIt) {
  crash(file, 7);
  Workspace workspace;
  offerRecoveries(workspace.recovery, workspace, {});
  ASSERT_EQ(workspace.recovery.offers.size(), 1u);
  request(workspace, TakeRecovery{});
  EXPECT_EQ(workspace.file_path, file);
  EXPECT_EQ(workspace.title, "kept case.json");
  EXPECT_TRUE(workspace.history.isDirty());
  EXPECT_EQ(placeOfB(workspace), 7);
  workspace.history.undo();
  EXPECT_EQ(placeOfB(workspace), 1.9);
  EXPECT_FALSE(workspace.history.isDirty());
  workspace.history.redo();
  request(workspace, Save{});
  EXPECT_FALSE(workspace.guarded);
  EXPECT_EQ(findBody(loadCase(file)->document, "B")->position.x, 7);
  Autosave autosave;
  static_cast<void>(autosave.follow(workspace));
  EXPECT_TRUE(fs::is_empty(settings)) << "nothing is left to recover";
}

TEST_F(Recoveries, OfLivingWindowsAreNotOfferedAndEachWindowHasItsOwn) {
  const LivingWindow a(file, 7), b(file, 8);
  EXPECT_EQ(kept(settings).size(), 2u);
  EXPECT_TRUE(findRecoveries().empty());
}

TEST_F(Recoveries, OfCrashedWindowsAreOfferedNewestFirst) {
  auto a = std::make_unique<LivingWindow>(file, 7);
  std::this_thread::sleep_for(std::chrono::milliseconds(2));
  auto b = std::make_unique<LivingWindow>("", 8);
  a.reset();
  EXPECT_EQ(onlyState(), OriginState::kUnchanged) << "one lives";
  b.reset();
  const auto offers = findRecoveries();
  ASSERT_EQ(offers.size(), 2u);
  EXPECT_EQ(offers[0].origin.file_path, "");
  EXPECT_EQ(offers[0].state, OriginState::kUntitled);
  EXPECT_EQ(offers[1].origin.file_path, file);
}

TEST_F(Recoveries, AreOfferedByOneWindowAtATime) {
  crash(file, 7);
  crash(file, 8);
  Workspace asking, second;
  offerRecoveries(asking.recovery, asking, {});
  offerRecoveries(second.recovery, second, {});
  EXPECT_EQ(asking.recovery.offers.size(), 2u);
  EXPECT_TRUE(second.recovery.offers.empty());
  request(asking, TakeRecovery{});
  request(second, FindRecoveries{});
  EXPECT_EQ(second.recovery.offers.size(), 1u) << "the other one is free again";
}

TEST_F(Recoveries, StayUntilTheWindowThatTookThemKeepsThemItself) {
  crash(file, 7);
  {
    Workspace taken;
    offerRecoveries(taken.recovery, taken, {});
    request(taken, TakeRecovery{});
    EXPECT_EQ(kept(settings).size(), 1u);
  }
  EXPECT_EQ(onlyState(), OriginState::kUnchanged) << "crashed before it was kept";
  Workspace taken;
  offerRecoveries(taken.recovery, taken, {});
  request(taken, TakeRecovery{});
  Autosave autosave;
  autosave.keepNow(taken);
  EXPECT_EQ(kept(settings).size(), 1u) << "under the new window's name alone";
  EXPECT_TRUE(findRecoveries().empty());
  autosave.forget(taken);
  EXPECT_TRUE(fs::is_empty(settings));
}

TEST_F(Recoveries, AskBeforeTheyTakeThePlaceOfUnsavedWork) {
  crash(file, 7);
  Workspace workspace = workspaceWith("", 3);
  request(workspace, FindRecoveries{});
  request(workspace, TakeRecovery{});
  EXPECT_TRUE(workspace.guarded);
  EXPECT_EQ(placeOfB(workspace), 3);
  request(workspace, TakeRecovery{.discard_changes = true});
  EXPECT_EQ(placeOfB(workspace), 7);
}

TEST_F(Recoveries, AreOfferedAlsoWhenTheLockFileIsLost) {
  crash(file, 7);
  for (const std::string& lock : filesEndingIn(settings, ".lock")) fs::remove(lock);
  EXPECT_EQ(onlyState(), OriginState::kUnchanged);
}

TEST_F(Recoveries, KnowTheFileByItsBytesAndNotByItsTime) {
  crash(file, 7);
  const auto time = fs::last_write_time(file);
  fs::last_write_time(file, time + std::chrono::hours(1));
  EXPECT_EQ(onlyState(), OriginState::kUnchanged) << "only its time changed";
  std::string text = contentOf(file);
  text[text.find("1.9")] = '2';
  writeByOthers(text);
  fs::last_write_time(file, time);
  EXPECT_EQ(onlyState(), OriginState::kChanged) << "size and time as before, other bytes";
  Workspace workspace;
  offerRecoveries(workspace.recovery, workspace, {});
  request(workspace, TakeRecovery{});
  request(workspace, Save{});
  EXPECT_TRUE(workspace.guarded) << "saving asks";
  EXPECT_EQ(contentOf(file), text);
  const auto versions = compareWithFile(workspace);
  ASSERT_TRUE(versions);
  std::string theirs, ours;
  for (const VersionLines::Row& row : versions->rows) {
    theirs += row.file + "\n";
    ours += row.here + "\n";
  }
  EXPECT_NE(theirs.find("2.9"), std::string::npos) << theirs;
  EXPECT_NE(ours.find("[7, 0, 0]"), std::string::npos) << ours;
}

TEST_F(Recoveries, SaveAFileThatIsGoneAndSayThatItWas) {
  crash(file, 7);
  fs::remove(file);
  EXPECT_EQ(onlyState(), OriginState::kGone);
  Workspace workspace;
  offerRecoveries(workspace.recovery, workspace, {});
  request(workspace, TakeRecovery{});
  request(workspace, Save{});
  EXPECT_FALSE(workspace.guarded);
  EXPECT_NE(workspace.console.back().text.find("had been removed"), std::string::npos);
  EXPECT_TRUE(fs::exists(file));
}

TEST_F(Recoveries, OfAFileWhoseFolderIsGoneHaveNoPlaceToSaveTo) {
  const std::string folder = root + "/gone";
  fs::create_directories(folder);
  fs::copy_file(file, folder + "/x.json");
  Workspace workspace = workspaceWith(folder + "/x.json", 7);
  EXPECT_TRUE(hasOwnFile(workspace));
  fs::remove_all(folder);
  EXPECT_FALSE(hasOwnFile(workspace)) << "Ctrl+S asks for a name";
}

TEST_F(Recoveries, OfAFileThatIsOpenedComeAloneAndAMovedFileIsKnownByItsContent) {
  const std::string moved = root + "/moved.json";
  crash(file, 7);
  std::this_thread::sleep_for(std::chrono::milliseconds(2));
  crash("", 8);
  Workspace workspace;
  offerRecoveries(workspace.recovery, workspace, {file});
  ASSERT_EQ(workspace.recovery.offers.size(), 1u) << "though an older one";
  EXPECT_EQ(workspace.recovery.offers[0].origin.file_path, file);
  workspace.recovery.offers.clear();
  fs::rename(file, moved);
  offerRecoveries(workspace.recovery, workspace, {moved});
  ASSERT_EQ(workspace.recovery.offers.size(), 1u);
  EXPECT_EQ(workspace.recovery.offers[0].state, OriginState::kMoved);
  request(workspace, TakeRecovery{});
  EXPECT_EQ(workspace.file_path, moved);
}

TEST_F(Recoveries, OfOtherFilesThanTheOpenedOneAreMentioned) {
  crash(file, 7);
  Workspace workspace;
  offerRecoveries(workspace.recovery, workspace, {root + "/other.json"});
  EXPECT_TRUE(workspace.recovery.offers.empty());
  ASSERT_FALSE(workspace.console.empty());
  EXPECT_NE(workspace.console.back().text.find("Unsaved work"), std::string::npos);
  request(workspace, FindRecoveries{});
  EXPECT_EQ(workspace.recovery.offers.size(), 1u);
}

TEST_F(Recoveries, OfWorkThatIsInItsFileGoWithoutAWord) {
  {
    LivingWindow window(file, 7);
    request(window.workspace, Save{});  // and the window crashes before it has removed what it kept
  }
  EXPECT_EQ(kept(settings).size(), 1u);
  EXPECT_TRUE(findRecoveries().empty());
  EXPECT_TRUE(fs::is_empty(settings));
}

TEST_F(Recoveries, ThatAreDamagedAreNamedAndStay) {
  crash(file, 7);
  const std::string path = kept(settings).at(0);
  fs::resize_file(path, fs::file_size(path) / 2);
  Workspace workspace;
  offerRecoveries(workspace.recovery, workspace, {});
  ASSERT_EQ(workspace.recovery.offers.size(), 1u);
  EXPECT_EQ(workspace.recovery.offers[0].state, OriginState::kDamaged);
  request(workspace, TakeRecovery{});
  EXPECT_NE(workspace.console.back().text.find(path), std::string::npos);
  EXPECT_TRUE(fs::exists(path));
}

TEST_F(Recoveries, ThatAreDiscardedGoAside) {
  crash(file, 7);
  Workspace workspace;
  offerRecoveries(workspace.recovery, workspace, {});
  request(workspace, DiscardRecovery{});
  EXPECT_TRUE(workspace.recovery.offers.empty());
  EXPECT_TRUE(kept(settings).empty());
  EXPECT_EQ(kept(settings + "/discarded").size(), 1u);
  EXPECT_TRUE(findRecoveries().empty());
}

TEST_F(Recoveries, OfOlderVersionsAreOfferedToo) {
  Document document = defaultDocument();
  document.bodies[1].position.x = 7;
  ASSERT_TRUE(saveCase(document, settings + "/recovery-" + std::to_string(getpid()) + ".json"));
  ASSERT_TRUE(writeFileAtomically(settings + "/recovery-" + std::to_string(getpid()) + ".origin",
                                  file + '\0' + "kept case.json" + '\0'));
  Workspace workspace;
  offerRecoveries(workspace.recovery, workspace, {});
  ASSERT_EQ(workspace.recovery.offers.size(), 1u) << "though a process of that number runs";
  EXPECT_EQ(workspace.recovery.offers[0].origin.title, "kept case.json");
  request(workspace, TakeRecovery{});
  EXPECT_EQ(workspace.file_path, file);
  EXPECT_EQ(placeOfB(workspace), 7);
  Autosave autosave;
  autosave.forget(workspace);
  EXPECT_TRUE(fs::is_empty(settings));
}

TEST_F(Recoveries, GoToTheNextFolderWhereTheFirstCannotHoldThem) {
  fs::remove_all(root + "/config");
  std::ofstream(root + "/config") << "a file";
  crash(file, 7);
  EXPECT_EQ(kept(root + "/state/sepax").size(), 1u);
  EXPECT_EQ(onlyState(), OriginState::kUnchanged);
  Workspace workspace = workspaceWith("", 8);
  std::ofstream(root + "/run") << "a file";
  fs::remove_all(root + "/state");
  std::ofstream(root + "/state") << "a file";
  const std::size_t lines = workspace.console.size();
  Autosave autosave;
  autosave.keepNow(workspace);
  EXPECT_TRUE(workspace.history.run(SetTransform{"B", {9, 0, 0}, Quat{}}));
  autosave.keepNow(workspace);
  EXPECT_EQ(workspace.console.size(), lines + 1) << "nowhere to keep it: said once";
}

TEST_F(Recoveries, WhereNoLockIsPossibleAreOfferedAsACopyAndNeverRemoved) {
  crash(file, 7);
  const std::string lock = filesEndingIn(settings, ".lock").at(0);
  fs::remove(lock);
  fs::create_symlink("/nowhere/lock", lock);  // a file that cannot be made
  Workspace workspace;
  offerRecoveries(workspace.recovery, workspace, {});
  ASSERT_EQ(workspace.recovery.offers.size(), 1u);
  EXPECT_FALSE(workspace.recovery.offers[0].lock);
  request(workspace, TakeRecovery{});
  EXPECT_EQ(placeOfB(workspace), 7);
  Autosave autosave;
  autosave.keepNow(workspace);
  autosave.forget(workspace);
  EXPECT_EQ(kept(settings).size(), 1u);
}

TEST_F(Recoveries, OfALessonsSceneAreNotKept) {
  Workspace workspace;
  workspace.history = History(defaultDocument());
  request(workspace, OpenLesson{});
  EXPECT_TRUE(workspace.history.run(SetTransform{"A", {7, 0, 0}, 0.0}));
  Autosave autosave;
  autosave.keepNow(workspace);
  EXPECT_TRUE(kept(settings).empty());
}

TEST_F(Recoveries, AreWrittenBesideTheFramesWhileSomethingMoves) {
  Workspace workspace = workspaceWith(file, 7);
  Autosave autosave;
  const auto first = autosave.follow(workspace);
  ASSERT_TRUE(first) << "is being written";
  EXPECT_TRUE(workspace.history.run(SetTransform{"B", {8, 0, 0}, Quat{}}));
  const std::size_t frames = 2000;
  std::optional<std::chrono::milliseconds> next = first;
  for (std::size_t i = 0; i < frames && next && *next <= std::chrono::milliseconds(50); ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
    next = autosave.follow(workspace);
  }
  ASSERT_TRUE(next) << "the change after it waits for its time";
  EXPECT_EQ(kept(settings).size(), 1u);
}

/// Locks belong to processes: these are some.
pid_t startChild(const std::function<void()>& work) {
  const pid_t child = ::fork();
  if (child == 0) {
    work();
    ::_exit(0);
  }
  return child;
}

TEST_F(Recoveries, OfProcessesThatAreKilledWhileTheyWriteAreWhole) {
  std::mt19937 random(1);
  const int kills = 40;
  for (int i = 0; i < kills; ++i) {
    const pid_t child = startChild([&] {
      Workspace workspace = workspaceWith(file, 7);
      Autosave autosave;
      for (double x = 8;; x += 1) {
        static_cast<void>(workspace.history.run(SetTransform{"B", {x, 0, 0}, Quat{}}));
        autosave.keepNow(workspace);
      }
    });
    while (kept(settings).empty()) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    EXPECT_TRUE(findRecoveries().empty()) << "it lives";
    std::this_thread::sleep_for(std::chrono::microseconds(random() % 6000));
    ::kill(child, SIGKILL);
    ::waitpid(child, nullptr, 0);
    const auto offers = findRecoveries();
    ASSERT_EQ(offers.size(), 1u);
    ASSERT_EQ(offers[0].state, OriginState::kUnchanged);
    removeRecovery(offers[0].path, offers[0].lock.get());
  }
}

TEST_F(Recoveries, AreHeldByNoProgramThatTheWindowStartedAndThatOutlivesIt) {
  int ready[2];
  ASSERT_EQ(::pipe(ready), 0);
  const pid_t child = startChild([&] {
    const LivingWindow window(file, 7);
    static_cast<void>(std::system("sleep 20 >/dev/null 2>&1 &"));
    static_cast<void>(!::write(ready[1], "x", 1));
    for (;;) ::pause();
  });
  char byte = 0;
  ASSERT_EQ(::read(ready[0], &byte, 1), 1);
  ::kill(child, SIGKILL);
  ::waitpid(child, nullptr, 0);
  EXPECT_EQ(onlyState(), OriginState::kUnchanged);
}

TEST_F(Recoveries, AreEachOfferedOnceToWindowsThatStartTogether) {
  for (int i = 0; i < 5; ++i) crash("", i);
  int counts[2], go[2];
  ASSERT_EQ(::pipe(counts), 0);
  ASSERT_EQ(::pipe(go), 0);
  std::vector<pid_t> children;
  for (int i = 0; i < 8; ++i) {
    children.push_back(startChild([&] {
      const auto offers = findRecoveries();
      const auto count = static_cast<unsigned char>(offers.size());
      static_cast<void>(!::write(counts[1], &count, 1));
      char byte = 0;
      static_cast<void>(!::read(go[0], &byte, 1));  // holds them until all have looked
    }));
  }
  int sum = 0;
  for (std::size_t i = 0; i < children.size(); ++i) {
    unsigned char count = 0;
    ASSERT_EQ(::read(counts[0], &count, 1), 1);
    sum += count;
  }
  EXPECT_EQ(sum, 5);
  for (const pid_t child : children) ::kill(child, SIGKILL);
  for (const pid_t child : children) ::waitpid(child, nullptr, 0);
}

}  // namespace
}  // namespace sepax
