#include "session/learn/learning.h"
#include "session/process.h"
#include "ui/headless_window.h"
#include "ui/window_parts.h"

#include <gtest/gtest.h>

namespace sepax {
namespace {

/// Clicks down a window until `done`.
bool clickUntil(HeadlessWindow& window, const char* name, const std::function<bool()>& done) {
  const ImGuiWindow* panel = HeadlessWindow::findWindow(name);
  if (panel == nullptr) return false;
  for (float y = panel->Pos.y + 8; y < panel->Pos.y + panel->Size.y && !done(); y += 8)
    window.click(panel->Pos.x + 60, y);
  return done();
}

TEST(LearnPanel, OpensALessonByAClickOnItsRow) {
  HeadlessWindow window;
  window.showTab(kLearnPanel);
  window.frame(2);
  ASSERT_NE(window.workspace.learning.shelf, nullptr);
  EXPECT_TRUE(clickUntil(window, "learn", [&] { return openLesson(window.workspace) != nullptr; }));
}

TEST(LearnPanel, IsReachedFromAnUntouchedStart) {
  HeadlessWindow window;
  window.showTab(kScenePanel);
  window.frame(3);
  ASSERT_TRUE(window.clickItem("scene", "###Lessons")) << "a link under the bodies";
  window.frame(2);
  EXPECT_EQ(window.shell.layout.tab[0], &kLearnPanel);
  EXPECT_NE(window.workspace.learning.shelf, nullptr);
}

TEST(LearnPanel, ComesToTheFrontWithALessonThatTheStartPageOpens) {
  HeadlessWindow window;  // as at the first start: Scene is in front, and no tab was ever drawn
  openStartPage(window.shell, window.workspace);
  window.frame(3);
  ASSERT_TRUE(window.shell.start.open);
  Outbox outbox;
  outbox.request(OpenLesson{.lesson = 0});
  process(window.workspace, outbox);
  window.frame(4);
  EXPECT_FALSE(window.shell.start.open);
  EXPECT_TRUE(isInFront(window.shell, kLearnPanel));
  EXPECT_TRUE(isInFront(window.shell, kAxesPanel)) << "the one that the step asks for";
  EXPECT_NE(HeadlessWindow::findWindow("##step"), nullptr) << "the question is drawn";
}

TEST(LearnPanel, TheScenePanelGivesNoPredictionAway) {
  HeadlessWindow window;
  Outbox outbox;
  outbox.request(OpenLesson{.lesson = 0});
  process(window.workspace, outbox);
  window.frame(3);
  window.showTab(kScenePanel);
  const std::string file = scratchFolder() + "/covered_scene.txt";
  std::string texts = window.shownTexts(file);
  EXPECT_EQ(texts.find("slanted"), std::string::npos) << texts;
  Outbox answer;
  answer.request(AnswerLesson{0});
  process(window.workspace, answer);
  window.frame(2);
  texts = window.shownTexts(file);
  EXPECT_NE(texts.find("slanted"), std::string::npos) << texts;
}

TEST(LearnPanel, AWrongNumberIsTypedOverAtOnce) {
  HeadlessWindow window;
  Outbox outbox;
  outbox.request(OpenLesson{.lesson = 0, .step = 2});
  process(window.workspace, outbox);
  window.frame(3);
  ASSERT_TRUE(window.clickItem("##step", "##typed"));
  window.type("2.2");
  window.press(plain(kKeyEnter));
  window.frame(2);
  EXPECT_EQ(window.workspace.learning.typed, "2.2");
  EXPECT_TRUE(ImGui::GetIO().WantTextInput) << "the field has the keys";
  window.type("1.2");
  window.press(plain(kKeyEnter));
  window.frame(2);
  EXPECT_EQ(window.workspace.learning.typed, "1.2") << "what is typed takes the place of the wrong number";
  EXPECT_TRUE(window.workspace.learning.passed);
}

TEST(LearnPanel, TakesAGuessAndUncovers) {
  HeadlessWindow window;
  window.showTab(kLearnPanel);
  Outbox outbox;
  outbox.request(OpenLesson{.lesson = 8});
  process(window.workspace, outbox);
  window.frame(3);
  EXPECT_TRUE(isCovered(window.workspace, window.workspace));
  EXPECT_TRUE(clickUntil(window, "##step", [&] { return window.workspace.learning.answer.has_value(); }));
  window.frame(2);
  EXPECT_FALSE(isCovered(window.workspace, window.workspace));
}

TEST(LearnPanel, TakesATypedNumberByTheKeyboardAndShowsTheWayAfterTwoMisses) {
  HeadlessWindow window;
  window.showTab(kLearnPanel);
  Outbox outbox;
  outbox.request(OpenLesson{.lesson = 0, .step = 2});
  process(window.workspace, outbox);
  window.frame(3);
  for (const char* typed : {"4", "5"}) {
    Outbox answer;
    answer.request(TypeLessonAnswer{typed});
    process(window.workspace, answer);
    window.frame(2);
  }
  EXPECT_FALSE(window.workspace.learning.passed);
  ASSERT_TRUE(window.clickItem("##step", "###Show the way"));
  window.frame(2);
  EXPECT_TRUE(window.workspace.learning.passed && window.workspace.learning.shown_way);
}

TEST(LearnPanel, ShowsTheMeaningOfAWordThatIsClicked) {
  HeadlessWindow window;
  window.showTab(kLearnPanel);
  Outbox outbox;
  outbox.request(OpenLesson{.lesson = 0, .step = 0});
  process(window.workspace, outbox);
  window.frame(3);
  const ImGuiWindow* panel = HeadlessWindow::findWindow("##step");
  ASSERT_NE(panel, nullptr);
  ASSERT_TRUE(window.scan(panel->Pos, {panel->Pos.x + panel->Size.x, panel->Pos.y + 100}, 5, 5,
                          [&] { return ImGui::GetMouseCursor() == ImGuiMouseCursor_Hand; }));
  const ImVec2 at = ImGui::GetIO().MousePos;
  const float before = panel->ContentSize.y;
  window.click(at.x, at.y);
  window.frame(2);
  EXPECT_GT(panel->ContentSize.y, before) << "the line of the glossary has come";
}

TEST(LearnPanel, DrawsEveryStepInBothLanguagesWithoutAMissingText) {
  HeadlessWindow window;
  window.showTab(kLearnPanel);
  window.frame(2);
  for (const Language language : {Language::kEnglish, Language::kChinese}) {
    window.workspace.view.language = language;
    for (std::size_t i = 0; i < window.workspace.learning.shelf->size(); ++i) {
      const std::size_t steps = (*window.workspace.learning.shelf)[i].lesson->steps.size();
      for (std::size_t step = 0; step < steps; ++step) {
        Outbox outbox;
        outbox.request(OpenLesson{.lesson = i, .step = step});
        process(window.workspace, outbox);
        window.frame(1);
        ASSERT_TRUE(isInLesson(window.workspace, window.workspace));
      }
    }
  }
  EXPECT_TRUE(missingTranslations().empty()) << *missingTranslations().begin();
}

TEST(LearnPanel, ALiveNumberUnderTheMouseLightsUpItsRow) {
  HeadlessWindow window;
  window.showTab(kLearnPanel);
  Outbox outbox;
  outbox.request(OpenLesson{.lesson = 1, .step = 2});  // "Shadows": find the gap
  outbox.request(ShowLessonGoal{});
  process(window.workspace, outbox);
  window.frame(3);
  const ImGuiWindow* panel = HeadlessWindow::findWindow("##step");
  ASSERT_NE(panel, nullptr);
  EXPECT_TRUE(window.scan(panel->Pos, {panel->Pos.x + panel->Size.x, panel->Pos.y + panel->Size.y}, 9, 6,
                          [&] { return window.workspace.view.hovered_axis == parseAxisName("B0"); }));
}

TEST(LearnPanel, ALiveNumberIsDraggedWhereTheLessonAllowsIt) {
  HeadlessWindow window;
  window.showTab(kLearnPanel);
  Outbox outbox;
  outbox.request(OpenLesson{.lesson = 3, .step = 2});  // "Half-widths": turn B
  process(window.workspace, outbox);
  window.frame(3);
  const ImGuiWindow* panel = HeadlessWindow::findWindow("##step");
  ASSERT_NE(panel, nullptr);
  ASSERT_TRUE(window.scan(panel->Pos, {panel->Pos.x + panel->Size.x, panel->Pos.y + panel->Size.y}, 7, 6,
                          [&] { return ImGui::GetMouseCursor() == ImGuiMouseCursor_ResizeEW; }));
  const auto turn = [&] { return std::get<double>(findBody(window.workspace.history.document(), "B")->rotation); };
  const double before = turn();
  const ImVec2 at = ImGui::GetIO().MousePos;
  ImGui::GetIO().MouseDown[0] = true;
  window.frame();
  for (const float x : {5.0f, 12.0f, 20.0f}) window.moveTo(at.x + x, at.y);
  ImGui::GetIO().MouseDown[0] = false;
  window.frame(2);
  EXPECT_NEAR(turn() - before, 10 * 3.14159265 / 180, 0.006) << "half a degree a pixel";
  Outbox undo;
  undo.request(Undo{});
  process(window.workspace, undo);
  EXPECT_EQ(turn(), before) << "one drag is one step";
}

}  // namespace
}  // namespace sepax
