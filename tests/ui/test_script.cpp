#include "session/scene/reports.h"
#include "session/script/script.h"
#include "session/script/script_words.h"

#include "core/platform.h"
#include "document/tested_pairs.h"
#include "format/link.h"
#include "scratch.h"
#include "session/learn/learning.h"
#include "session/workspace.h"
#include "ui/bundle/panel_bundle.h"
#include "ui/shell.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <set>
#include <string>

namespace sepax {
namespace {

Body boxAt(const std::string& id, const Vec3& position) {
  Body body;
  body.id = id;
  body.shape = Box{};
  body.position = position;
  return body;
}

struct Script : testing::Test {
  Script() {
    Document document;
    document.bodies = {boxAt("A", {0, 0, 0}), boxAt("B", {5, 0, 0}), boxAt("a body", {0, 9, 0})};
    workspace.history.reset(document);
    updateReports(workspace);
  }
  Result<void> run(const std::string& text) { return runScript(text, "test.txt", stage); }
  std::string errorOf(const std::string& text) {
    const auto done = run(text);
    return done ? "" : describe(done.error());
  }
  std::string openError(const std::string& address) {
    const auto link = readLink(address);
    const Result<void> done = link ? openLink(*link, stage) : tl::unexpected(link.error());
    return done ? "" : describe(done.error());
  }
  const Body& body(const std::string& id) const { return *findBody(workspace.history.document(), id); }

  Workspace workspace;
  ShellState shell;
  ScriptStage stage = scriptStage(workspace, shell);
};

TEST_F(Script, MovesAndRotatesBodies) {
  ASSERT_TRUE(run("move B 0.5 -1 2\nplace A 1 2 3\nturn B 90 about 0 0 2\n"));
  EXPECT_EQ(body("B").position, Vec3(5.5, -1, 2));
  EXPECT_EQ(body("A").position, Vec3(1, 2, 3));
  const Mat3 turned = matrixOf(body("B").rotation);
  EXPECT_NEAR(length(turned * Vec3(1, 0, 0) - Vec3(0, 1, 0)), 0, 1e-15);
}

TEST_F(Script, RotatesOnTopOfTheRotationThatIsThereInEveryForm) {
  ASSERT_TRUE(run("turn A 90 about 0 0 1\nturn A 90 about 1 0 0"));
  EXPECT_NEAR(length(matrixOf(body("A").rotation) * Vec3(1, 0, 0) - Vec3(0, 0, 1)), 0, 1e-15);

  Document document;
  document.bodies = {boxAt("M", Vec3(0.0))};
  document.bodies[0].rotation = Mat3(1.0);
  workspace.history.reset(document);
  ASSERT_TRUE(run("turn M 90 about 0 0 1"));
  ASSERT_TRUE(std::holds_alternative<Mat3>(body("M").rotation)) << "the form it was given in stays";
  EXPECT_NEAR(length(matrixOf(body("M").rotation) * Vec3(1, 0, 0) - Vec3(0, 1, 0)), 0, 1e-15);
}

TEST_F(Script, OpensALinkAndShowsItAsTheLinkSays) {
  ASSERT_EQ(openError("sample=edge-edge&view=minkowski&axis=deciding&theme=light&embed=1"), "");
  EXPECT_NE(workspace.file_path.find("edge-edge.json"), std::string::npos);
  EXPECT_EQ(workspace.view.theme, Theme::kLight);
  EXPECT_TRUE(workspace.view.gjk.minkowski);
  EXPECT_EQ(workspace.view.presentation, Presentation::kEmbedded);
  ASSERT_TRUE(run("present off"));
  ASSERT_EQ(openError("lesson=03&step=2"), "");
  ASSERT_NE(openLesson(workspace), nullptr);
  EXPECT_EQ(workspace.learning.step, 1u);

  Document document;
  document.bodies = {boxAt("one,two", {0, 0, 0}), boxAt("B", {5, 0, 0}), boxAt("C", {9, 0, 0})};
  const auto link = linkToCase(document, PairIds{"one,two", "C"});
  ASSERT_TRUE(link);
  ASSERT_EQ(openError(*link), "");
  EXPECT_EQ(workspace.history.document().bodies.size(), 3u);
  EXPECT_FALSE(workspace.history.isDirty()) << "a link is looked at, as a file is";
  EXPECT_EQ(shownPair(workspace.reports), (PairIds{"one,two", "C"}));
  EXPECT_NE(openError("sample=there-is-none").find("name of a sample"), std::string::npos);
  EXPECT_EQ(workspace.history.document().bodies.size(), 3u) << "what was open stays";
}

TEST_F(Script, ALinkReadsNoFileOfThisMachine) {
  const std::string secret = "/etc/hostname";
  const Link link{.case_text =
                      R"({"sepax": 1, "space": "3d", "bodies": [{"id": "A", "shape": {"type": "hull", "mesh": ")" +
                      secret + R"("}}]})"};
  const std::string error = openError(writeLink(link));
  EXPECT_NE(error.find("mesh"), std::string::npos) << error;
  EXPECT_NE(findBody(workspace.history.document(), "a body"), nullptr) << "what was open stays";
}

TEST_F(Script, RotatesPlanarBodiesAboutZOnly) {
  Document document;
  document.space = Space::k2d;
  document.bodies = {boxAt("P", Vec3(0.0))};
  document.bodies[0].shape = Box2{};
  document.bodies[0].rotation = 0.25;
  workspace.history.reset(document);
  ASSERT_TRUE(run("turn P 180\nmove P 1 2"));
  EXPECT_DOUBLE_EQ(std::get<double>(body("P").rotation), 0.25 + std::numbers::pi);
  EXPECT_EQ(body("P").position, Vec3(1, 2, 0));
  EXPECT_NE(errorOf("turn P 10 about 1 0 0").find("2D"), std::string::npos);
}

TEST_F(Script, UndoAndRedoGoOneCommandAtATime) {
  ASSERT_TRUE(run("move B 1 0 0\nmove B 1 0 0\nundo"));
  EXPECT_EQ(body("B").position.x, 6);
  ASSERT_TRUE(run("undo\nundo\nredo"));
  EXPECT_EQ(body("B").position.x, 6);
}

TEST_F(Script, HexFloatsAreExact) {
  ASSERT_TRUE(run("place B 0x1.8p+1 0x1p-1074 -0x1p+3"));
  EXPECT_EQ(body("B").position, Vec3(3, 4.9406564584124654e-324, -8));
}

TEST_F(Script, PicksPairAxisAndTheWayToExplainIt) {
  ASSERT_TRUE(run("pair A \"a body\"\nmode radii\npin A1\nhover B2"));
  EXPECT_EQ(workspace.reports.shown_pair, 1);
  EXPECT_TRUE(workspace.view.picture.radii);
  EXPECT_EQ(workspace.view.pinned_axis, parseAxisName("A1"));
  EXPECT_EQ(workspace.view.hovered_axis, parseAxisName("B2"));
  ASSERT_TRUE(run("pair B A\npin deciding\nmode intervals"));
  EXPECT_EQ(workspace.reports.shown_pair, 0) << "either order";
  EXPECT_EQ(workspace.view.pinned_axis, std::nullopt);
  EXPECT_FALSE(workspace.view.picture.radii);
}

TEST_F(Script, ShowsTheHullsOrAnyNearPiecesOfAConcavePair) {
  Document document;
  document.space = Space::k2d;
  document.bodies = {boxAt("C", Vec3(0.0)), boxAt("ball", Vec3(0.25, 0, 0))};
  document.bodies[0].shape =
      Polygon{{{-1, -1}, {1, -1}, {1, -0.5}, {-0.5, -0.5}, {-0.5, 0.5}, {1, 0.5}, {1, 1}, {-1, 1}}};
  document.bodies[1].shape = Circle{0.2};
  for (Body& b : document.bodies) b.rotation = 0.0;
  workspace.history.reset(document);
  updateReports(workspace);
  const auto separation = [&] {
    const auto& sat = std::get<SatReport>(workspace.reports.shown->trace);
    return decidingAxis(sat).separation;
  };
  const double deciding = separation();
  EXPECT_GT(deciding, 0);
  ASSERT_TRUE(run("pieces hulls"));
  EXPECT_LT(separation(), 0) << "no axis separates the hulls";
  EXPECT_EQ(workspace.reports.shown->answer.verdict, Verdict::kSeparated);
  ASSERT_TRUE(run("pieces 2"));
  EXPECT_GT(separation(), deciding);
  ASSERT_TRUE(run("pieces 0"));
  EXPECT_EQ(separation(), deciding);
  EXPECT_NE(errorOf("pieces some").find("rank"), std::string::npos);
}

TEST_F(Script, SetsOptionsThemeLanguageToolCameraAndTab) {
  ASSERT_TRUE(
      run("option grid off\noption through_shapes on\ntheme light\nlanguage zh\ntool turn\nsnap on\ncamera 90 -45 7 1 "
          "2 3\ntab Bundle"));
  const ViewState& view = workspace.view;
  EXPECT_FALSE(view.picture.grid);
  EXPECT_TRUE(view.picture.through_shapes);
  EXPECT_EQ(view.theme, Theme::kLight);
  EXPECT_EQ(view.language, Language::kChinese);
  EXPECT_EQ(view.tool, Tool::kRotate);
  EXPECT_TRUE(view.snap);
  EXPECT_DOUBLE_EQ(view.camera.yaw, std::numbers::pi / 2);
  EXPECT_DOUBLE_EQ(view.camera.pitch, -std::numbers::pi / 4);
  EXPECT_EQ(view.camera.distance, 7);
  EXPECT_EQ(view.camera.target, Vec3(1, 2, 3));
  EXPECT_TRUE(std::ranges::count(shell.layout.tab, &kBundlePanel));
}

TEST_F(Script, FrameAsksTheViewportAndACameraAfterItWins) {
  ASSERT_TRUE(run("frame"));
  EXPECT_TRUE(workspace.wants_frame_view);
  ASSERT_TRUE(run("camera 0 0 3"));
  EXPECT_FALSE(workspace.wants_frame_view);
}

TEST_F(Script, SavesAndOpensFiles) {
  const std::string path = scratchFolder() + "/script case.json";
  ASSERT_EQ(errorOf("move B 1 0 0\nsave \"" + path + "\"\nmove B 1 0 0\nundo\nopen \"" + path + "\""), "");
  EXPECT_EQ(body("B").position.x, 6);
  EXPECT_NE(errorOf("open /nonexistent.json").find("/nonexistent.json"), std::string::npos);
  EXPECT_NE(errorOf("move B 1 0 0\nopen \"" + path + "\"").find("unsaved"), std::string::npos);
  EXPECT_FALSE(workspace.guarded) << "nobody is there to answer";
}

TEST_F(Script, CommentsEmptyLinesAndWindowsLineEndsAreFine) {
  int lines = 0;
  const auto done =
      runScript("# a comment\r\n\r\n  select   B # why\r\n\t\nselect \"a body\"", "x", stage, [&] { ++lines; });
  ASSERT_TRUE(done) << describe(done.error());
  EXPECT_EQ(workspace.view.selected, "a body");
  EXPECT_EQ(lines, 2) << "only what did something lets the window settle";
}

TEST_F(Script, ErrorsNameFileLineAndWhatWasExpected) {
  const std::pair<const char*, const char*> cases[] = {
      {"fly B 1 0 0", "expected one of open, entry"},
      {"move B 1", "expected \"move BODY DX DY [DZ]\""},
      {"move B 1 0 0 0", "expected \"move BODY DX DY [DZ]\""},
      {"move C 1 0 0", "expected the id of a body (A, B, a body), found \"C\""},
      {"move B 1 zero 0", "expected a number, found \"zero\""},
      {"move B nan 0 0", "expected a number"},
      {"move B 1e999 0 0", "expected a number"},
      {"move B 1.5x 0 0", "expected a number"},
      {"turn B 90 around 0 0 1", "about X Y Z"},
      {"turn B 90 about 0 0 0", "not zero"},
      {"turn B 90 about 0 0", "about X Y Z"},
      {"pin A7", "found \"A7\""},
      {"pair A C", "expected a tested pair"},
      {"mode both", "expected one of radii, intervals, found \"both\""},
      {"option fog on", "expected one of grid"},
      {"option grid maybe", "expected on or off"},
      {"algorithm magic", "algorithm"},
      {"camera 0 0 -1", "above zero"},
      {"tab nowhere", "found \"nowhere\""},
      {"entry a.json", "expected an open bundle"},
      {"select \"B", "closing"},
      {"fly", "or the id of an action; found \"fly\""},
  };
  for (const auto& [line, problem] : cases) {
    const Workspace before = workspace;
    const std::string error = errorOf(std::string("# first\n") + line + "\nmove A 1 1 1");
    EXPECT_TRUE(error.starts_with("test.txt:2: ")) << line << " → " << error;
    EXPECT_NE(error.find(problem), std::string::npos) << line << " → " << error;
    EXPECT_EQ(workspace.history.revision(), before.history.revision()) << line << ": nothing after the error runs";
  }
}

TEST_F(Script, HugeNumbersThatTheDocumentRefusesAreErrorsOfTheirLine) {
  const std::string error = errorOf("place B 1e308 0 0");
  EXPECT_TRUE(error.empty() || error.starts_with("test.txt:1: ")) << error;
}

TEST_F(Script, ALineOfOneWordMayBeTheIdOfAnAction) {
  ASSERT_TRUE(run("select B\nduplicate"));
  EXPECT_EQ(workspace.history.document().bodies.size(), 4u);
  ASSERT_TRUE(run("snap"));
  EXPECT_TRUE(workspace.view.snap) << "the action of a word that has arguments";
  ASSERT_TRUE(run("redo")) << "what is off does nothing, as its key";
}

TEST_F(Script, EveryWordIsOnceInTheTableAndExplained) {
  std::set<std::string> words;
  for (const ScriptWord& word : scriptWords()) {
    EXPECT_TRUE(words.insert(word.word).second) << word.word;
    EXPECT_NE(std::string(word.summary), "");
    EXPECT_LE(word.fewest, word.most);
  }
  for (const char* promised : {"select", "move", "place", "turn", "pin", "hover", "pair", "mode", "option", "open",
                               "save", "theme", "language", "camera", "tab", "frame", "clip", "sweep", "velocity"}) {
    EXPECT_TRUE(words.contains(promised)) << promised;
  }
}

}  // namespace
}  // namespace sepax
