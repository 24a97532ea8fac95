#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "collide/pair_names.h"
#include "core/language.h"
#include "core/platform.h"
#include "core/text.h"
#include "session/process.h"
#include "session/scene/reports.h"
#include "session/script/script.h"
#include "session/script/script_words.h"
#include "ui/actions.h"
#include "ui/headless_window.h"
#include "ui/scene/panel_steps.h"

namespace sepax {
namespace {

/// Two boxes that overlap, answered by gjk-epa.
struct StepsWindow : HeadlessWindow {
  StepsWindow() {
    Document document = defaultDocument();
    document.bodies[1].position = document.bodies[0].position + Vec3{0.3, 0.2, 0.1};
    workspace.history.reset(document);
    workspace.view.algorithm = "gjk-epa";
    frame(3);
  }
  const GjkReport& gjk() { return *shownGjk(workspace); }
  int shown() { return stageAt(gjk(), workspace.view.gjk.stage).number; }
};

TEST(StepsPanel, ComesToTheFrontWithItsAlgorithmAndGoesWithIt) {
  HeadlessWindow window;
  window.frame(2);
  const Panel* const& tab = window.shell.layout.tab[static_cast<std::size_t>(Region::kRight)];
  EXPECT_EQ(tab, &kAxesPanel);
  window.workspace.view.algorithm = "gjk";
  window.frame(3);
  EXPECT_EQ(tab, &kStepsPanel);
  window.workspace.view.algorithm = "sat";
  window.frame(3);
  EXPECT_EQ(tab, &kAxesPanel);
  window.showTab(kInspectorPanel);
  window.workspace.view.algorithm = "gjk";
  window.frame(3);
  EXPECT_EQ(tab, &kInspectorPanel) << "who looks elsewhere is left alone";
}

TEST(StepsPanel, HasTheShownStepInSightWhenItComes) {
  HeadlessWindow window(800, 500);
  Document document = defaultDocument();
  document.bodies[1].position = document.bodies[0].position + Vec3{0.3, 0.2, 0.1};
  window.workspace.history.reset(document);
  window.workspace.view.algorithm = "gjk-epa";
  window.frame(6);
  const ImGuiWindow* const table = HeadlessWindow::findWindow("##steps");
  ASSERT_NE(table, nullptr);
  ASSERT_GT(table->ScrollMax.y, 0) << "there are more steps than room";
  EXPECT_GT(table->Scroll.y, 0) << "the last one is shown";
}

TEST(StepsPanel, KeysStepFromTheLastStepBackAndStopAtTheEnds) {
  StepsWindow window;
  const int last = stageCount(window.gjk()) - 1;
  ASSERT_TRUE(window.gjk().epa);
  EXPECT_EQ(window.shown(), last);
  window.press({kKeyPageUp});
  EXPECT_EQ(window.shown(), last - 1);
  for (int i = 0; i < last + 3; ++i) window.press({kKeyPageUp});
  EXPECT_EQ(window.shown(), 0);
  window.press({kKeyPageDown});
  EXPECT_EQ(window.shown(), 1);
  for (int i = 0; i < last + 3; ++i) window.press({kKeyPageDown});
  EXPECT_EQ(window.shown(), last);
}

TEST(StepsPanel, ThePlayerWalksToTheLastStepAndRests) {
  StepsWindow window;
  const int last = stageCount(window.gjk()) - 1;
  window.press({'P'});
  EXPECT_TRUE(window.workspace.view.gjk.playing);
  EXPECT_EQ(nextFrameIn(window.workspace, window.shell).has_value(), true) << "the window wakes for the next step";
  ImGui::GetIO().DeltaTime = 1;
  window.frame(last + 2);
  EXPECT_EQ(window.shown(), last);
  EXPECT_FALSE(window.workspace.view.gjk.playing);
}

TEST(StepsPanel, TheMinkowskiViewReplacesTheBodiesAndLooksTheSameWay) {
  StepsWindow window;
  const Camera scene = window.workspace.view.camera;
  const auto labelled = [&](const char* text) {
    return std::any_of(window.picture.list.labels.begin(), window.picture.list.labels.end(),
                       [&](const Label& label) { return label.text == text; });
  };
  EXPECT_TRUE(labelled("A"));
  window.press({'M'});
  EXPECT_TRUE(labelled("origin"));
  EXPECT_FALSE(labelled("A"));
  ASSERT_TRUE(window.workspace.view.gjk.camera);
  EXPECT_EQ(window.workspace.view.gjk.camera->yaw, scene.yaw);
  // A click there selects and moves nothing.
  window.workspace.view.selected.clear();
  const ViewportState& viewport = window.shell.viewport;
  window.click(viewport.left + viewport.width / 2, viewport.top + viewport.height / 2);
  EXPECT_TRUE(window.workspace.view.selected.empty());
  EXPECT_FALSE(window.workspace.history.isDirty());
  window.press({'M'});
  EXPECT_TRUE(labelled("A"));
}

TEST(StepsPanel, AskingForTheMinkowskiViewUnderSatChoosesAnAlgorithmThatHasOne) {
  HeadlessWindow window;
  window.frame(2);
  window.press({'M'});
  window.frame(2);
  EXPECT_EQ(window.workspace.view.algorithm, "gjk-epa");
  EXPECT_TRUE(std::any_of(window.picture.list.labels.begin(), window.picture.list.labels.end(),
                          [](const Label& l) { return l.text == "origin"; }));
}

TEST(StepsPanel, EveryStepIsExplainedInBothLanguages) {
  for (const Language language : {Language::kEnglish, Language::kChinese}) {
    StepsWindow window;
    window.workspace.view.language = language;
    for (const Vec3& apart : {Vec3{0.3, 0.2, 0.1}, Vec3{4, 1, 0}, Vec3{0.0}}) {
      for (const Shape& shape : {Shape{Box{}}, Shape{Sphere{}}, Shape{Point3{}}}) {
        Document document = defaultDocument();
        document.bodies[1].position = document.bodies[0].position + apart;
        document.bodies[0].shape = document.bodies[1].shape = shape;
        window.workspace.history.reset(document);
        window.frame();
        for (int i = 0; i < stageCount(window.gjk()); ++i) {
          window.workspace.view.gjk.stage = i;
          window.frame();
        }
      }
    }
  }
  for (const std::string& key : missingTranslations()) ADD_FAILURE() << key;
}

TEST(StepsPanel, AScriptShowsAStepAndTheDifference) {
  StepsWindow window;
  ScriptStage stage = scriptStage(window.workspace, window.shell);
  ASSERT_TRUE(runScript("algorithm gjk-epa\nstep 2\nview minkowski", "s", stage));
  window.frame(2);
  EXPECT_EQ(window.shown(), 1);
  EXPECT_TRUE(window.workspace.view.gjk.minkowski);
  EXPECT_FALSE(runScript("step 99", "s", stage));
  EXPECT_FALSE(runScript("algorithm sat\nstep 1", "s", stage));
  EXPECT_TRUE(runScript("algorithm gjk\nstep last", "s", stage));
}

TEST(StepsPanel, CallsTheBodiesByTheirOwnNames) {
  StepsWindow window;
  Outbox outbox;
  outbox.send(RenameBody{"A", "crate"});
  outbox.send(RenameBody{"B", "K"});
  process(window.workspace, outbox);
  window.workspace.view.gjk.minkowski = true;
  window.text_file = testing::TempDir() + "sepax-steps.txt";
  std::filesystem::remove(window.text_file);
  for (int step = 0; step < stageCount(window.gjk()); ++step) {
    window.workspace.view.gjk.stage = step;
    window.frame(2);
    for (const Label& label : window.picture.list.labels) {
      EXPECT_EQ(withNames(label.text, {"first", "second"}), label.text) << "step " << step;
    }
  }
  const Result<std::string> text = readFile(window.text_file, 1u << 20);
  ASSERT_TRUE(text);
  EXPECT_NE(text->find("crate·"), std::string::npos);
  EXPECT_NE(text->find("crate ⊖ K"), std::string::npos);
  for (const char* old : {"A ⊖ B", "A1", "B1", "A's"}) EXPECT_EQ(text->find(old), std::string::npos) << old;
}

GjkReport reportOf(const Shape& a, const Shape& b, const Vec3& at) {
  const auto report = testPair({a, {}}, {b, {.position = at}}, {}, "gjk-epa");
  EXPECT_TRUE(report);
  return std::get<GjkReport>(report->trace);
}

std::string decidedOf(const Shape& a, const Shape& b, const Vec3& at, const PairNames& names) {
  return decidedText(reportOf(a, b, at), a, b, names);
}

TEST(StepWords, SayWhichFeaturesDecideWhereAndByHowMuch) {
  const PairNames names{"drum", "other"};
  const Shape drum = Cylinder{.half_length = 2, .radius = 1};
  EXPECT_EQ(decidedOf(drum, Sphere{.radius = 0.5}, {3, 0.5, 0}, names),
            "Deciding: drum side at (1, 0.5, 0) and other surface at (2.5, 0.5, 0), 1.5 m apart.");
  EXPECT_EQ(decidedOf(drum, Sphere{.radius = 0.5}, {0.25, 2.25, 0}, names),
            "Deciding: drum top at (0.25, 2, 0) and other surface at (0.25, 1.75, 0), 0.25 m deep.");
  const std::string rim = decidedOf(drum, Sphere{.radius = 0.5}, {4, 6, 0}, names);
  EXPECT_EQ(rim.find("Deciding: drum top rim at (1, 2, 0) and other surface at (3.7, 5.6, 0), 4.5 m apart."), 0u)
      << rim;
  EXPECT_EQ(decidedOf(Box{{1, 1, 1}}, Box{{1, 1, 1}}, {3, 3, 3}, names).find("Deciding: drum vertex "), 0u);
  EXPECT_NE(decidedOf(Ellipsoid{{1, 0.5, 0.5}}, Box{{1, 1, 1}}, {3, 0.2, 0}, names).find("drum surface at (1, "),
            std::string::npos);
}

TEST(StepWords, CallTwoOppositeCornersOfAFaceNoEdge) {
  const PairNames names{"die", "pin"};
  // A point above a face: between two of its opposite corners, between the ends of an edge, and anywhere.
  for (const Vec3& at : {Vec3{0, 3, 0}, Vec3{0.5, 3, 0.5}, Vec3{0.5, 3, -0.5}, Vec3{3, 0.25, 3}, Vec3{0.5, 2, 0.25}}) {
    const std::string text = decidedOf(Box{{1, 1, 1}}, Point3{}, at, names);
    const bool is_over_edge = at.x == at.z && at.x == 3;
    EXPECT_EQ(text.find(is_over_edge ? "Deciding: die edge" : "Deciding: die face"), 0u) << text;
  }
}

TEST(StepWords, SayNoDepthThatGjkAloneDoesNotKnow) {
  // The search ends with the origin on a side: the cores were said to be 0 m deep.
  const PosedShape floor{Box2{{50, 50}}, {}}, crate{Box2{{50, 50}}, {.position = {99, 0, 0}}};
  const PairReport report = testPair(floor, crate, {}, "gjk").value();
  EXPECT_EQ(decidedText(std::get<GjkReport>(report.trace), floor.shape, crate.shape, {}), "");
}

TEST(StepWords, SayByHowMuchAStepCameNearerAndWhereItsPointsAre) {
  const GjkReport report = reportOf(Capsule{.half_length = 1, .radius = 0.4}, Sphere{.radius = 0.5}, {1.2, 0.3, 0.3});
  const GjkStage second = stageAt(report, 1);
  ASSERT_NE(second.before, nullptr);
  EXPECT_EQ(outcomeText(report, second), humanNumber(second.before->upper - second.gjk->upper, 2) + " nearer");
  EXPECT_EQ(placesText(report, second.gjk->support, {"pill", "ball"}).find("There: pill vertex "), 0u);
  EXPECT_NE(placesText(report, second.gjk->support, {"pill", "ball"}).find("ball vertex 0 at (1.2, 0.3, 0.3)"),
            std::string::npos);
}

}  // namespace
}  // namespace sepax
