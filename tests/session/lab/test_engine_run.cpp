
#include "core/json_text.h"
#include "core/platform.h"
#include "lab/jury/patient_juror.h"
#include "scratch.h"
#include "session/autosave.h"
#include "session/host/opened_case.h"
#include "session/lab/comparing.h"
#include "session/lab/replaying.h"
#include "session/process.h"
#include "session/recovery.h"
#include "ui/headless_window.h"
#include "ui/lab/panel_timeline.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace sepax {
namespace {

/// The first scene, its box B lifted three metres beside A: unsaved. Bullet is the one engine.
class EngineRun : public testing::Test {
 protected:
  void SetUp() override {
    workspace.engines.limits = kPatient;
    auto manifest = readJurorManifest(programFolder() + "/jurors/bullet.juror.json");
    if (!manifest) GTEST_SKIP() << "Bullet is not installed";
    JurorHello hello;
    hello.spaces = {"3d"};
    workspace.engines.engines.push_back({std::move(*manifest), "Bullet", std::move(hello)});
    workspace.engines.is_there = true;
    Outbox outbox;
    outbox.send(SetTransform{"B", {5, 3, 0}, Quat{0, 0, 0, 1}});
    process(workspace, outbox);
    window.frame(2);
  }
  template <class AnyRequest>
  void request(AnyRequest wanted) {
    Outbox outbox;
    outbox.request(std::move(wanted));
    process(workspace, outbox);
    window.frame(2);
  }
  /// A juror "said", whose frames are these.
  void addSaid(const std::function<std::string(int frame)>& frame) {
    std::string lines = R"(simulate:"start": {})";
    for (int i = 0; i < 31; ++i) lines += "\n" + frame(i);
    JurorManifest manifest;
    manifest.name = "said";
    manifest.command = {programFolder() + "/sepax-test-juror", lines + "\n\"done\": true"};
    JurorHello hello;
    hello.spaces = {"3d"};
    workspace.engines.engines.push_back({std::move(manifest), "Said", std::move(hello)});
  }
  void runB() {
    request(RunInEngine{"bullet", 0.5, {"B"}});
    EXPECT_TRUE(workspace.view.replay.plays);
    workspace.view.replay.plays = false;
  }
  [[nodiscard]] double heightOfB() const { return findBody(workspace.history.document(), "B")->position.y; }
  [[nodiscard]] bool isSaid(const std::string& text) const {
    return std::ranges::any_of(workspace.console,
                               [&](const ConsoleLine& line) { return line.text.find(text) != std::string::npos; });
  }

  HeadlessWindow window;
  Workspace& workspace = window.workspace;
};

TEST_F(EngineRun, ShowsWhatTheEngineDoesAndGivesTheCaseBackWithItsSteps) {
  const std::string before = standaloneCase(workspace.history.document());
  const Camera camera = workspace.view.camera;
  runB();
  ASSERT_TRUE(isReplaying(workspace, workspace));
  EXPECT_EQ(workspace.replay.recording->end(), 31u);
  EXPECT_TRUE(isSaid("31 frames")) << "the summary";
  EXPECT_EQ(workspace.view.camera, camera);
  workspace.view.replay.frame = 30;
  window.frame(2);
  EXPECT_NEAR(heightOfB(), 3 - 9.81 * 0.5 * 0.5 / 2, 0.05);
  EXPECT_FALSE(workspace.history.canUndo());
  request(StopReplay{});
  EXPECT_EQ(standaloneCase(workspace.history.document()), before);
  EXPECT_TRUE(workspace.history.isDirty());
  request(Undo{});
  EXPECT_NE(heightOfB(), 3);
}

TEST_F(EngineRun, RunsTheCaseAgainNotTheFrameThatIsInView) {
  runB();
  workspace.view.replay.frame = 30;
  window.frame(2);
  runB();
  ASSERT_TRUE(isReplaying(workspace, workspace));
  workspace.view.replay.frame = 0;
  window.frame(2);
  EXPECT_NEAR(heightOfB(), 3, 1e-6);
  request(StopReplay{});
  EXPECT_EQ(heightOfB(), 3);
}

TEST_F(EngineRun, RunsWithTheEnginesOwnMarginsWhereTheyAreWanted) {
  JurorHello& hello = workspace.engines.engines.front().hello;
  hello.options = *parseJson(R"([{"name": "margin", "default": 0, "engine_default": 0.04}, {"name": "cast"}])", "");
  for (const bool engine_margins : {false, true}) {
    request(RunInEngine{"bullet", 0.5, {"B"}, engine_margins});
    const std::string head = workspace.replay.recording->headLine();
    EXPECT_EQ(isSaid("recorded sharp"), engine_margins) << head;
    request(StopReplay{});
  }
}

TEST_F(EngineRun, RunsWithTheStepsTheGravityAndTheOptionsThatAreSet) {
  workspace.engines.engines.front().hello.options = *parseJson(R"([{"name": "margin", "default": 0}])", "");
  RunInEngine run{"bullet", 0.5, {"B"}};
  run.step = 0.125;
  run.gravity = Vec3{0, 1, 0};
  run.options["margin"] = jsonNumber(0.04);
  run.options["slop"] = jsonNumber(0.02);  // that of another engine
  request(run);
  const Json head = parseJson(workspace.replay.recording->headLine(), "head").value();
  EXPECT_EQ(head["gravity"][1].number(), 1);
  EXPECT_TRUE(isSaid("recorded sharp"));
  EXPECT_EQ(workspace.replay.recording->end(), 5u) << "frames of an eighth of a second";
  request(StopReplay{});
  run.substeps = 0;
  request(run);
  EXPECT_TRUE(isSaid("expected a number from 1 to 1000"));
}

TEST_F(EngineRun, SaysWhatHangsInTheAirAndWhatWasNotComparedAsTheCommandLineDoes) {
  addSaid([](int frame) {
    return R"("poses": {"B": [5, 3, 0, 0, 0, 0, 1]})" +
           std::string(frame == 3 ? R"(, "claims": [{"pair": ["A", "B"], "seperation": 1}])" : "");
  });
  request(RunInEngine{"said", 0.5, {"B"}});
  EXPECT_TRUE(isSaid("B has a mass and does not fall, though it touches nothing"));
  EXPECT_TRUE(isSaid("1 claim could not be compared; first: frame 3"));
}

TEST_F(EngineRun, WarnsOfABodyThatPassesThroughAnotherAndMarksTheFrame) {
  runB();
  ASSERT_FALSE(workspace.toasts.empty());
  EXPECT_EQ(workspace.toasts.back().level, LogLevel::kInfo) << "nothing is wrong with that run";
  addSaid([](int frame) {
    return fmt::format(R"("poses": {{"B": [{}, 0, {}, 0, 0, 0, 1]}})", frame < 20 ? 5 : -5, 0.001 * frame);
  });
  request(RunInEngine{"said", 0.5, {"B"}});
  workspace.view.replay.plays = false;
  EXPECT_TRUE(isSaid("frame 19 to 20: B passed through A"));
  EXPECT_EQ(workspace.toasts.back().level, LogLevel::kWarning);
  const Recording& recording = *workspace.replay.recording;
  EXPECT_EQ(recording.differingFrames(), 1u);
  EXPECT_EQ(kTimelinePanel.badge(workspace), "1");
  workspace.view.pair.reset();
  goToFrame(recording, workspace.view, 0);
  goToDifference(workspace, workspace.view, true);
  EXPECT_EQ(workspace.view.replay.frame, 20u);
  EXPECT_EQ(workspace.view.pair, (PairIds{"B", "A"}));
  window.showTab(kTimelinePanel);
  const std::string texts = window.shownTexts(scratchFolder() + "/passage.txt");
  EXPECT_NE(texts.find("frame 19 to 20: B passed through A"), std::string::npos) << texts;
}

TEST_F(EngineRun, NamesTheWrongClaimsOfTheRunBesideTheFirstAndGoesToThem) {
  addSaid([](int frame) {
    return R"("poses": {"B": [5, 3, 0, 0, 0, 0, 1]})" +
           std::string(frame == 7 ? R"(, "claims": [{"pair": ["A", "B"], "separation": 0.5}])" : "");
  });
  runB();
  request(CompareWith{{}, "said"});
  followOther(workspace, workspace, 1e6);
  EXPECT_EQ(workspace.toasts.back().level, LogLevel::kWarning);
  goToFrame(*workspace.replay.recording, workspace.view, 0);
  EXPECT_EQ(differenceAfter(workspace.replay, 0), 7u);
  EXPECT_EQ(differenceAfter(workspace.replay, 7), std::nullopt);
  EXPECT_EQ(differenceBefore(workspace.replay, 20), 7u);
  EXPECT_EQ(differenceBefore(workspace.replay, 7), std::nullopt);
  goToDifference(workspace, workspace.view, true);
  EXPECT_EQ(workspace.view.replay.frame, 7u);
  EXPECT_EQ(workspace.view.pair, (PairIds{"A", "B"}));
  window.showTab(kTimelinePanel);
  const std::string texts = window.shownTexts(scratchFolder() + "/other.txt");
  EXPECT_NE(texts.find("bad 1: A × B: a gap of 0.5 m"), std::string::npos) << texts;
  EXPECT_NE(texts.find("the other differs"), std::string::npos) << texts;
  EXPECT_EQ(texts.find("All that the engine says in this frame holds"), std::string::npos) << texts;
}

TEST_F(EngineRun, RunsTheCaseInAnotherEngineBesideTheFirstRun) {
  // The other engine is the first one, under another name: their runs do not part.
  EngineList::Engine again = workspace.engines.engines.front();
  again.manifest.name = "again";
  workspace.engines.engines.push_back(std::move(again));
  runB();
  request(CompareWith{{}, "again"});
  followOther(workspace, workspace, 1e6);
  const Replay& replay = workspace.replay;
  ASSERT_TRUE(replay.other && replay.other->comparison);
  EXPECT_EQ(replay.other->comparison->frames().size(), 31u);
  EXPECT_EQ(replay.other->comparison->parting(0), std::nullopt);
  const std::size_t energy = 1 + static_cast<std::size_t>(RunMeasure::kEnergy);
  for (const std::size_t frame : {0u, 15u, 30u}) {
    EXPECT_NEAR(curveAt(replay, energy, frame, Run::kShown) / curveAt(replay, energy, 0, Run::kShown), 1, 0.03)
        << "it falls freely; the engine's steps lose a little";
    EXPECT_EQ(curveAt(replay, energy, frame, Run::kShown), curveAt(replay, energy, frame, Run::kOther));
  }
  request(StopReplay{});
  EXPECT_EQ(heightOfB(), 3);
}

TEST_F(EngineRun, AsksAboutTheUnsavedCaseBeforeAnotherTakesItsPlace) {
  runB();
  ASSERT_TRUE(isReplaying(workspace, workspace));
  EXPECT_FALSE(workspace.history.isDirty());
  EXPECT_TRUE(hasUnsavedWork(workspace));
  request(NewDocument{});
  EXPECT_TRUE(workspace.guarded.has_value());
  EXPECT_FALSE(isReplaying(workspace, workspace)) << "the question is about the case that is in view";
  EXPECT_EQ(heightOfB(), 3);
  EXPECT_TRUE(workspace.history.isDirty());
}

TEST_F(EngineRun, AsksBeforeAFrameThatWasChangedByHandIsGivenUp) {
  runB();
  Outbox outbox;
  outbox.send(SetTransform{"A", {7, 7, 7}, Quat{0, 0, 0, 1}});
  process(workspace, outbox);
  request(StopReplay{});
  EXPECT_TRUE(workspace.guarded.has_value());
  EXPECT_TRUE(isReplayEdited(workspace, workspace));
  workspace.guarded.reset();
  request(StopReplay{.discard_changes = true});
  EXPECT_FALSE(isReplaying(workspace, workspace));
  EXPECT_EQ(heightOfB(), 3);
}

TEST_F(EngineRun, IsKeptAgainstACrashWhileItsRecordingIsInView) {
  const std::string root = scratchFolder() + "/kept";
  std::filesystem::remove_all(root);
  for (const char* variable : {"XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_RUNTIME_DIR"})
    setenv(variable, root.c_str(), 1);
  runB();
  ASSERT_TRUE(isReplaying(workspace, workspace));
  workspace.view.replay.frame = 30;
  window.frame(2);
  { Autosave().keepNow(workspace); }  // and the window crashes
  Workspace next;
  offerRecoveries(next.recovery, next, {});
  ASSERT_EQ(next.recovery.offers.size(), 1u);
  Outbox outbox;
  outbox.request(TakeRecovery{});
  process(next, outbox);
  EXPECT_EQ(findBody(next.history.document(), "B")->position.y, 3);
  for (const char* variable : {"XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_RUNTIME_DIR"}) unsetenv(variable);
}

TEST_F(EngineRun, SaysWhatIsMissingWhereNothingMoves) {
  request(RunInEngine{"bullet", 1, {}});
  EXPECT_FALSE(isReplaying(workspace, workspace));
  EXPECT_TRUE(isSaid("nothing moves"));
  request(RunInEngine{"none", 1, {"B"}});
  EXPECT_TRUE(isSaid("none"));
  EXPECT_EQ(heightOfB(), 3);
}

TEST_F(EngineRun, OffersTheBodiesOfThePairThatEncloseAVolume) {
  const RunChoices choices = runChoices(workspace);
  EXPECT_FALSE(choices.by_case);
  EXPECT_EQ(choices.pair, (std::vector<std::string>{"A", "B"}));
  Outbox outbox;
  Body ground;
  ground.id = "ground";
  ground.shape = HalfSpace{};
  outbox.send(PutBodies{BodiesEdit::kPaste, {ground}, {}});
  process(workspace, outbox);
  EXPECT_EQ(movableBodies(workspace.history.document()), (std::vector<std::string>{"A", "B"}));
}

TEST_F(EngineRun, FindsTheEnginesThatRunScenesOnce) {
  workspace.engines.engines.clear();
  workspace.engines.is_there = false;
  request(FindEngines{});
  ASSERT_TRUE(workspace.engines.is_there);
  const auto bullet = std::ranges::count_if(
      workspace.engines.engines, [](const EngineList::Engine& engine) { return engine.title.starts_with("Bullet"); });
  EXPECT_EQ(bullet, 1) << "its jurors run scenes alike";
}

TEST_F(EngineRun, StartsByTheButtonOfTheTimeline) {
  window.showTab(kTimelinePanel);
  window.frame(2);
  ASSERT_TRUE(window.clickItem("timeline", "###Run"));
  EXPECT_TRUE(isReplaying(workspace, workspace));
}

}  // namespace
}  // namespace sepax
