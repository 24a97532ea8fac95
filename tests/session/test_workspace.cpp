#include "core/platform.h"
#include "document/tested_pairs.h"
#include "format/case_file.h"
#include "session/host/host.h"
#include "session/host/opened_case.h"
#include "session/huge_inputs.h"
#include "session/process.h"
#include "session/scene/reports.h"
#include "session/workspace.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

namespace sepax {
namespace {

namespace fs = std::filesystem;

struct WorkspaceFiles : testing::Test {
  WorkspaceFiles()
      : folder(fs::temp_directory_path() /
               ("sepax_ws_" + std::to_string(::testing::UnitTest::GetInstance()->random_seed()) +
                testing::UnitTest::GetInstance()->current_test_info()->name())) {
    fs::remove_all(folder);
    fs::create_directories(folder);
    workspace.history = History(defaultDocument());
    updateReports(workspace);
  }
  ~WorkspaceFiles() override { fs::remove_all(folder); }
  std::string write(const std::string& name, const std::string& text) const {
    const std::string path = (folder / name).string();
    EXPECT_TRUE(writeFileAtomically(path, text));
    return path;
  }
  void send(const Request& request) {
    Outbox outbox;
    outbox.request(request);
    process(workspace, outbox);
  }
  void send(const Command& command) {
    Outbox outbox;
    outbox.send(command);
    process(workspace, outbox);
  }
  std::string lastLine() const { return workspace.console.empty() ? "" : workspace.console.back().text; }

  fs::path folder;
  Workspace workspace;
};

constexpr const char* kCase = R"({"sepax": 1, "name": "two", "space": "2d", "bodies": [
  {"id": "P", "shape": {"type": "circle", "radius": 1}, "position": [0, 0]},
  {"id": "Q", "shape": {"type": "circle", "radius": 1}, "position": [3, 0]}]})";

TEST_F(WorkspaceFiles, ANewDocumentStartsWithTheReference) {
  const auto chooseDefect = [this] { workspace.view.algorithm = "historical/six-axes-3d"; };
  chooseDefect();
  send(NewDocument{});
  EXPECT_EQ(workspace.view.algorithm, "sat");
  EXPECT_EQ(shownReport(workspace)->answer.verdict, Verdict::kSeparated);
  chooseDefect();
  send(OpenPath{write("other.json", kCase), false});
  EXPECT_EQ(workspace.view.algorithm, "sat");
}

TEST_F(WorkspaceFiles, AVerdictThatIsNotTheReferencesIsKnownAsSuch) {
  const double gap = shownReport(workspace)->answer.separation;
  EXPECT_FALSE(workspace.reports.reference) << "it is shown itself";
  workspace.view.algorithm = "historical/six-axes-3d";
  updateReports(workspace);
  EXPECT_EQ(shownReport(workspace)->answer.verdict, Verdict::kOverlapping) << "no face axis separates the two";
  ASSERT_TRUE(workspace.reports.reference);
  EXPECT_TRUE(workspace.reports.is_contradicted);
  EXPECT_EQ(workspace.reports.reference->answer.separation, gap);
  workspace.view.algorithm = "gjk-epa";
  updateReports(workspace);
  ASSERT_TRUE(workspace.reports.reference);
  EXPECT_FALSE(workspace.reports.is_contradicted) << "it agrees";
  workspace.view.algorithm = "sat";
  updateReports(workspace);
  EXPECT_EQ(referenceReport(workspace), nullptr) << "it is shown itself";
}

TEST_F(WorkspaceFiles, NewCasesOfBothSpacesAreEqualInShapeAndThereIsAnEmptyOne) {
  for (const Space space : {Space::k2d, Space::k3d}) {
    send(NewDocument{space});
    const Document& fresh = workspace.history.document();
    EXPECT_EQ(fresh.space, space);
    EXPECT_EQ(fresh.bodies.size(), 2u);
    EXPECT_EQ(fresh.name + fresh.notes + fresh.source, "");
    EXPECT_TRUE(fresh.expect.empty());
    EXPECT_NE(shownReport(workspace), nullptr);
    send(NewDocument{.space = space, .start = NewDocument::Start::kEmpty});
    EXPECT_EQ(workspace.history.document().space, space);
    EXPECT_TRUE(workspace.history.document().bodies.empty());
  }
}

TEST_F(WorkspaceFiles, AnUnnamedCaseHasATitle) {
  send(NewDocument{});
  EXPECT_EQ(titleOf(workspace), "new case");
  send(RemoveBody{"A"});
  EXPECT_EQ(titleOf(workspace), "new case");
}

TEST_F(WorkspaceFiles, TheNameOfADeletedBodyIsNotGivenAwayWhileUndoCanBringItBack) {
  send(RemoveBody{"B"});
  EXPECT_EQ(freshId(workspace.history), "C");
  send(RenameBody{"A", "crate"});
  EXPECT_EQ(freshId(workspace.history), "C") << "nor that of a renamed one";
  workspace.history.undo();
  workspace.history.undo();
  EXPECT_EQ(freshId(workspace.history), "C");
  send(NewDocument{.discard_changes = true, .start = NewDocument::Start::kEmpty});
  EXPECT_EQ(freshId(workspace.history), "A") << "nothing is left to undo";
}

TEST_F(WorkspaceFiles, OpenACaseByContentAndRemembersIt) {
  const std::string path = write("no-ending", kCase);
  send(OpenPath{path, false});
  EXPECT_EQ(workspace.history.document().name, "two");
  EXPECT_EQ(workspace.file_path, path);
  EXPECT_EQ(workspace.view.camera.projection, Projection::kPlanar);
  EXPECT_EQ(workspace.recent_files, std::vector{path});
  EXPECT_NEAR(shownReport(workspace)->answer.separation, 1, 1e-12);
}

TEST_F(WorkspaceFiles, KeepTheDocumentWhenAFileIsBad) {
  const auto before = workspace.history.revision();
  for (const auto& [name, text] : {std::pair("a.json", "{\"sepax\": 1,"),
                                   {"b.json", "[]"},
                                   {"c.zip", "not a zip"},
                                   {"d.obj", "v 1 nan x"},
                                   {"e.json", ""}}) {
    send(OpenPath{write(name, text), false});
    EXPECT_EQ(workspace.history.revision(), before) << name;
    ASSERT_FALSE(workspace.toasts.empty()) << name;
    EXPECT_EQ(workspace.toasts.back().level, LogLevel::kError);
    EXPECT_NE(lastLine().find(name), std::string::npos) << lastLine();
    workspace.toasts.clear();
  }
  send(OpenPath{(folder / "nowhere.json").string(), false});
  EXPECT_NE(lastLine().find("nowhere.json"), std::string::npos);
  EXPECT_TRUE(workspace.recent_files.empty());
}

TEST_F(WorkspaceFiles, AddAMeshAsAHullByACommand) {
  const std::string path =
      write("rock.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 1 4 3\n");
  send(OpenPath{path, false});
  ASSERT_EQ(workspace.history.document().bodies.size(), 1u) << "alone, in place of the welcome boxes: " << lastLine();
  EXPECT_TRUE(std::holds_alternative<Hull>(workspace.history.document().bodies[0].shape));
  EXPECT_EQ(workspace.view.selected, "rock");
  EXPECT_FALSE(workspace.history.isDirty()) << "looking leaves nothing unsaved";
  send(OpenPath{path, false});
  ASSERT_EQ(workspace.history.document().bodies.size(), 2u) << lastLine();
  EXPECT_TRUE(workspace.history.isDirty());
  send(Undo{});
  EXPECT_EQ(workspace.history.document().bodies.size(), 1u);
}

TEST_F(WorkspaceFiles, AddAFlatMeshAsItIsAndAPointCloudAsItsHull) {
  send(OpenPath{write("ground.obj", "v 0 0 0\nv 9 0 0\nv 9 0 9\nv 0 0 9\nf 1 2 3 4\n"), false});
  ASSERT_EQ(workspace.history.document().bodies.size(), 1u) << lastLine();
  const auto* ground = std::get_if<Mesh>(&workspace.history.document().bodies[0].shape);
  ASSERT_NE(ground, nullptr);
  EXPECT_EQ(ground->data->triangles.size(), 2u);
  send(OpenPath{write("cloud.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\n"), false});
  ASSERT_EQ(workspace.history.document().bodies.size(), 2u) << lastLine();
  EXPECT_TRUE(std::holds_alternative<Hull>(workspace.history.document().bodies[1].shape));
  send(OpenPath{write("line.obj", "v 0 0 0\nv 1 0 0\nv 2 0 0\n"), false});
  EXPECT_EQ(workspace.history.document().bodies.size(), 2u) << "nothing can be made of it";
}

TEST_F(WorkspaceFiles, ThatComeTogetherOpenTheLastCaseAndNameTheOthers) {
  const std::string first = write("first.json", writeCase(defaultDocument())),
                    last = write("last.json", writeCase(defaultDocument())),
                    mesh =
                        write("rock.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 1 4 3\n");
  send(OpenPaths{{first, last, mesh}});
  EXPECT_EQ(workspace.file_path, last);
  EXPECT_NE(findBody(workspace.history.document(), "rock"), nullptr);
  const auto isAboutFirst = [&](const ConsoleLine& line) {
    return line.level == LogLevel::kWarning && line.text.starts_with(first + ": not opened");
  };
  EXPECT_EQ(std::ranges::count_if(workspace.console, isAboutFirst), 1);
}

TEST_F(WorkspaceFiles, OpenTheFirstCaseOfAFolderOnlyOverAnUntouchedDocument) {
  write("first.json", kCase);
  send(OpenPath{folder.string(), false});
  ASSERT_NE(workspace.bundle, nullptr);
  EXPECT_EQ(workspace.history.document().name, "two");
  EXPECT_TRUE(workspace.file_path.empty()) << "it came from inside a container";

  Workspace other;
  std::swap(other, workspace);
  workspace.history = History(defaultDocument());
  updateReports(workspace);
  send(SetTransform{"B", {9, 0, 0}, Quat{}});
  send(OpenPath{folder.string(), false});
  EXPECT_NE(workspace.bundle, nullptr);
  EXPECT_EQ(workspace.history.document().bodies[1].position.x, 9) << "a touched document stays";
}

TEST_F(WorkspaceFiles, GuardUnsavedChangesAgainstEachRequestThatWouldLoseThem) {
  const std::string path = write("case.json", kCase);
  send(SetTransform{"B", {9, 0, 0}, Quat{}});
  for (const auto& [name, request] : {std::pair("open", Request(OpenPath{path, false})),
                                      {"new", Request(NewDocument{})},
                                      {"quit", Request(Quit{})}}) {
    send(request);
    EXPECT_TRUE(workspace.guarded) << name;
    workspace.guarded.reset();
    EXPECT_EQ(workspace.history.document().bodies[1].position.x, 9);
  }
  send(OpenPath{path, true});
  EXPECT_FALSE(workspace.guarded);
  EXPECT_EQ(workspace.history.document().name, "two");
}

TEST_F(WorkspaceFiles, SaveAndForgetThatItWasDirty) {
  send(SetTransform{"B", {0.1, 0, 0}, Quat{}});
  const std::string path = (folder / "saved.json").string();
  send(Save{path, true});
  EXPECT_FALSE(workspace.history.isDirty());
  const auto text = readFile(path, 1 << 20);
  ASSERT_TRUE(text);
  EXPECT_NE(text->find("0x1.999999999999ap-4"), std::string::npos) << "hex floats were asked for";
  const auto loaded = loadCase(path);
  ASSERT_TRUE(loaded);
  EXPECT_EQ(loaded->document.bodies[1].position.x, 0.1);
}

TEST_F(WorkspaceFiles, SayWhatToDoWhenThereIsNoNameToSaveUnder) {
  send(Save{});
  EXPECT_NE(lastLine().find("Save as"), std::string::npos);
}

TEST_F(WorkspaceFiles, TakeMeshPointsAlongWhenACaseLeavesItsFolder) {
  write("rock.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 1 4 3\n");
  const std::string path = write("case.json", R"({"sepax": 1, "space": "3d", "bodies": [
    {"id": "A", "shape": {"type": "hull", "mesh": "rock.obj"}, "position": [0, 0, 0], "rotation": [0, 0, 0, 1]}]})");
  send(OpenPath{path, false});
  ASSERT_EQ(workspace.history.document().bodies.size(), 1u) << lastLine();
  fs::create_directories(folder / "elsewhere");
  send(Save{(folder / "elsewhere" / "case.json").string(), false});
  const auto loaded = loadCase((folder / "elsewhere" / "case.json").string());
  ASSERT_TRUE(loaded) << describe(loaded.error());
  EXPECT_EQ(std::get<Hull>(loaded->document.bodies[0].shape).data->points.size(), 4u);
}

TEST_F(WorkspaceFiles, FollowTheSelectionThroughRenameAndRemoval) {
  workspace.view.selected = "A";
  send(RenameBody{"A", "left"});
  EXPECT_EQ(workspace.view.selected, "left");
  send(RemoveBody{"left"});
  EXPECT_TRUE(workspace.view.selected.empty());
  EXPECT_EQ(shownReport(workspace), nullptr);
  EXPECT_EQ(shownAxis(workspace), nullptr);
}

TEST(Reports, TestOnlyThePairsWhoseBodiesMoved) {
  Workspace workspace;
  workspace.history = History(thousandBodies());
  updateReports(workspace, 1e9);
  ASSERT_EQ(workspace.reports.waiting, 0u);
  EXPECT_EQ(std::ranges::count(workspace.reports.states, PairState::kTouching) +
                std::ranges::count(workspace.reports.states, PairState::kSeparated),
            999);
  ASSERT_TRUE(workspace.history.run(SetTransform{"body 500", {500, 0, 0}, Quat{}}));
  updateReports(workspace, 0);
  EXPECT_EQ(workspace.reports.waiting, 2u) << "its two neighbours in the chain";
  updateReports(workspace, 1e9);
  EXPECT_EQ(workspace.reports.waiting, 0u);
  EXPECT_EQ(workspace.reports.states[499], PairState::kSeparated);
}

TEST(Reports, OfACrowdListWhatMeetsAndTheChosenPair) {
  Workspace workspace;
  Document document = thousandBodies();
  document.pairs.reset();
  for (std::size_t i = 0; i < document.bodies.size(); ++i) document.bodies[i].position = {static_cast<double>(i), 0, 0};
  workspace.history = History(document);
  updateReports(workspace, 1e9);
  Reports& reports = workspace.reports;
  EXPECT_EQ(reports.pairs.size(), 999u) << "each and its neighbour in the chain";
  EXPECT_EQ(reports.culled, 1000u * 999 / 2 - 999);

  // A culled pair is listed as long as it is chosen.
  workspace.view.pair = PairIds{"body 700", "body 3"};
  updateReports(workspace, 1e9);
  ASSERT_EQ(reports.pairs.size(), 1000u);
  EXPECT_EQ(reports.shown_pair, 999);
  EXPECT_EQ(shownReport(workspace)->a, "body 3");
  EXPECT_EQ(reports.states.back(), PairState::kSeparated);
  EXPECT_EQ(reports.waiting, 0u);
  workspace.view.pair = PairIds{"body 1", "body 0"};
  updateReports(workspace, 1e9);
  EXPECT_EQ(reports.pairs.size(), 999u);
  EXPECT_EQ(reports.shown_pair, 0);

  // What moves meets others; the rest keeps its answer.
  ASSERT_TRUE(workspace.history.run(SetTransform{"body 500", document.bodies[100].position, Quat{}}));
  updateReports(workspace, 0);
  EXPECT_EQ(reports.waiting, 2u) << "the two that it touches; that it overlaps the body there is certain at once";
  updateReports(workspace, 1e9);
  EXPECT_EQ(countPairs(reports).overlapping, 1u);
  EXPECT_EQ(reports.pairs.size(), 999u - 2 + 3);

  // The chosen pair follows its bodies' names, and is given up with them.
  const auto send = [&](const Command& command) {
    Outbox outbox;
    outbox.send(command);
    process(workspace, outbox);
  };
  send(RenameBody{"body 1", "second"});
  EXPECT_EQ(workspace.view.pair, (PairIds{"second", "body 0"}));
  send(RemoveBody{"second"});
  updateReports(workspace, 1e9);
  EXPECT_EQ(workspace.view.pair, std::nullopt);
  EXPECT_EQ(reports.shown_pair, 0);
}

TEST(Reports, AgreeWithATestFromScratchAfterAnyRowOfEdits) {
  std::mt19937 random(5);
  Workspace workspace;
  Document document = thousandBodies();
  document.bodies.resize(12);
  document.pairs.reset();
  workspace.history = History(document);
  updateReports(workspace, 1e9);
  std::uniform_real_distribution<double> place(0, 3);
  int overlapping = 0;
  for (int round = 0; round < 60; ++round) {
    const Document& now = workspace.history.document();
    const std::string id = now.bodies[random() % now.bodies.size()].id;
    switch (random() % 6) {
      case 0:
        ASSERT_TRUE(workspace.history.run(SetShape{id, Sphere{place(random) * 0.3}}));
        break;
      case 1:
        ASSERT_TRUE(workspace.history.run(SetTouchingTolerance{place(random) * 0.1}));
        break;
      case 2:
        if (now.bodies.size() > 8) {
          ASSERT_TRUE(workspace.history.run(RemoveBody{id}));
        }
        break;
      case 3:
        workspace.history.undo();
        break;
      default:
        ASSERT_TRUE(workspace.history.run(SetTransform{id, {place(random), place(random), 0}, Quat{}}));
        break;
    }
    if (round % 7 == 0)
      workspace.view.pair =
          PairIds{id, workspace.history.document().bodies[random() % workspace.history.document().bodies.size()].id};
    updateReports(workspace, 1e9);
    ASSERT_EQ(workspace.reports.waiting, 0u);
    const auto pairs = testedPairs(workspace.history.document());
    ASSERT_EQ(workspace.reports.pairs, pairs);
    for (std::size_t i = 0; i < pairs.size(); ++i) {
      const auto fresh = testPair(workspace.history.document(), pairs[i]);
      ASSERT_TRUE(fresh);
      static constexpr PairState kStates[] = {PairState::kSeparated, PairState::kTouching, PairState::kOverlapping};
      EXPECT_EQ(workspace.reports.states[i], kStates[static_cast<int>(fresh->answer.verdict)])
          << round << " " << pairs[i].first << pairs[i].second;
      overlapping += fresh->answer.verdict == Verdict::kOverlapping ? 1 : 0;
    }
  }
  EXPECT_GT(overlapping, 100);
}

TEST(Notify, SaysTheSameThingOnceAndKeepsFewToasts) {
  Workspace workspace;
  for (int i = 0; i < 50; ++i) notify(workspace, LogLevel::kError, "no");
  EXPECT_EQ(workspace.console.size(), 1u);
  EXPECT_EQ(workspace.toasts.size(), 1u);
  for (int i = 0; i < 50; ++i) notify(workspace, LogLevel::kError, std::to_string(i));
  EXPECT_LE(workspace.toasts.size(), 4u);
  notify(workspace, LogLevel::kInfo, "\xFF broken");
  EXPECT_EQ(workspace.console.back().text, "\xEF\xBF\xBD broken");
}

}  // namespace
}  // namespace sepax
