#include "ui/presentation.h"

#include "document/motion.h"
#include "draw/camera.h"
#include "session/learn/learning.h"
#include "session/open.h"
#include "session/process.h"
#include "ui/headless_window.h"
#include "ui/texts_on_screen.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

namespace sepax {
namespace {

bool isShown(const char* part) { return HeadlessWindow::findWindow(part) != nullptr; }

TEST(Presentation, TheSameKeyBeginsAndEndsIt) {
  HeadlessWindow window;
  window.frame(4);
  const float before = window.shell.viewport.width, letters = ImGui::GetFontSize();
  const Layout layout = window.shell.layout;
  window.press(plain(kKeyF11));
  window.frame(3);
  EXPECT_FALSE(isShown("##toolbar") || isShown("##right") || isShown("##left") || isShown("##status"));
  EXPECT_TRUE(isShown("##presented"));
  EXPECT_EQ(window.shell.viewport.width, 1280);
  EXPECT_EQ(window.shell.viewport.height, 720);
  EXPECT_GT(ImGui::GetFontSize(), letters * 1.5f);
  window.press(plain(kKeyF11));
  window.frame(3);
  EXPECT_TRUE(isShown("##toolbar") && isShown("##right"));
  EXPECT_FALSE(isShown("##presented"));
  EXPECT_EQ(window.shell.viewport.width, before);
  EXPECT_EQ(ImGui::GetFontSize(), letters);
  EXPECT_EQ(window.shell.layout.tab, layout.tab);
}

TEST(Presentation, FramesTheSceneBelowItsVerdictAndGivesTheOldViewBack) {
  for (const Shortcut& key : {plain(kKeyF11), shift(kKeyF11)}) {
    HeadlessWindow window;
    ASSERT_TRUE(openPath(window.workspace, SEPAX_SOURCE_DIR "/assets/cases/kissing-boxes.json"));
    window.frame(6);
    const Camera before = window.workspace.view.camera;
    window.press(key);
    window.frame(10);
    const ImGuiWindow* const card = HeadlessWindow::findWindow("##presented");
    ASSERT_NE(card, nullptr);
    const ViewportState& viewport = window.shell.viewport;
    const ViewSize view{viewport.width, viewport.height};
    const double below = card->Pos.y + card->Size.y - viewport.top;
    EXPECT_NE(window.workspace.view.camera, before);
    for (const Body& body : window.workspace.history.document().bodies) {
      const PosedShape posed = posedShape(body);
      for (const Vec3& corner : convexFeatures(body.shape).core.vertices) {
        const auto pixel =
            toPixel(window.workspace.view.camera, view, posed.pose.position + posed.pose.rotation * corner);
        ASSERT_TRUE(pixel);
        EXPECT_GT(pixel->y, below) << body.id;
        EXPECT_LT(pixel->y, view.height);
      }
    }
    EXPECT_NE(nextFrameIn(window.workspace, window.shell), 0.0);
    window.press(key);
    window.frame(4);
    EXPECT_EQ(window.workspace.view.camera, before);
  }
}

TEST(Presentation, WithoutAKeyboardACrossEndsIt) {
  HeadlessWindow window;
  window.frame(4);
  window.press(plain(kKeyF11));
  window.frame(3);
  ASSERT_TRUE(window.clickItem("##presented", "✕##leave"));
  EXPECT_EQ(window.workspace.view.presentation, Presentation::kOff);
}

TEST(Presentation, AProjectorShowsOnePanelAndOfALessonItsText) {
  HeadlessWindow window;
  window.frame(4);
  window.press(shift(kKeyF11));
  window.frame(3);
  EXPECT_TRUE(isShown("##right"));
  EXPECT_FALSE(isShown("##left"));
  EXPECT_LT(window.shell.viewport.width, 1280);
  ASSERT_TRUE(window.clickItem("##presented", "↔##panels"));
  window.frame(2);
  EXPECT_TRUE(isShown("##left"));
  EXPECT_FALSE(isShown("##right"));
  window.press(shift(kKeyF11));
  Outbox outbox;
  loadShelf(window.workspace, window.workspace);
  showPanel(window.shell, kLearnPanel);
  outbox.request(OpenLesson{8, 0});
  process(window.workspace, outbox);
  window.frame(4);
  window.press(shift(kKeyF11));
  window.frame(3);
  EXPECT_TRUE(isShown("##left"));
  EXPECT_FALSE(isShown("##right"));
}

TEST(Presentation, AKeyIsShownWithWhatItDidAndForgotten) {
  HeadlessWindow window;
  window.frame(4);
  window.press(plain('G'));
  window.frame();
  EXPECT_FALSE(isShown("##pressed")) << "only for an audience";
  window.press(shift(kKeyF11));
  window.press(plain('X'));
  window.frame();
  ASSERT_TRUE(isShown("##pressed"));
  EXPECT_EQ(window.workspace.view.pressed.keys, "X");
  ASSERT_TRUE(nextFrameIn(window.workspace, window.shell).has_value());
  EXPECT_GT(*nextFrameIn(window.workspace, window.shell), 0);
  window.frame(150);
  EXPECT_FALSE(isShown("##pressed"));
  EXPECT_FALSE(nextFrameIn(window.workspace, window.shell).has_value());
}

TEST(Presentation, TheSweepAndTheContactsThatWereLookedAtStayInThePicture) {
  HeadlessWindow window;
  Outbox outbox;
  outbox.send(SetVelocities{"B", Vec3{-1, 0, 0}, {}});
  process(window.workspace, outbox);
  window.shell.layout.bottom_open = true;
  showPanel(window.shell, kSweepPanel);
  showPanel(window.shell, kContactsPanel);
  window.frame(4);
  ASSERT_TRUE(window.workspace.view.sweep_shown && window.workspace.view.contacts_shown);
  window.press(plain(kKeyF11));
  window.frame(3);
  EXPECT_TRUE(window.workspace.view.sweep_shown && window.workspace.view.contacts_shown);
  window.workspace.view.sweep_plays = true;
  const double before = window.workspace.view.sweep_time;
  window.frame(5);
  EXPECT_GT(window.workspace.view.sweep_time, before) << "and go on playing";
  showPanel(window.shell, kAxesPanel);
  window.shell.layout.bottom_open = false;
  window.frame(2);
  EXPECT_FALSE(window.workspace.view.sweep_shown || window.workspace.view.contacts_shown);
}

TEST(Presentation, ADialogMayOpenUnderAMouseThatIsAboutToReadATooltip) {
  HeadlessWindow window;
  window.frame(4);
  window.press(plain(kKeyF11));
  window.frame(3);
  const ImGuiWindow* over = HeadlessWindow::findWindow("##presented");
  ASSERT_NE(over, nullptr);
  const ImVec2 low = over->Pos, high{low.x + over->Size.x, low.y + over->Size.y};
  ASSERT_TRUE(window.scan(low, high, 12, 8, [] { return isShown("##Tooltip"); }));
  const ImVec2 at = ImGui::GetIO().MousePos;
  window.moveTo(1000, 600);
  window.frame(3);
  ASSERT_FALSE(isShown("##Tooltip"));
  Outbox outbox;
  outbox.send(SetTransform{"B", {5, 0, 0}, Quat{}});
  outbox.request(Quit{});
  process(window.workspace, outbox);
  window.moveTo(at.x, at.y);
  window.frame(2);
  EXPECT_TRUE(isShown("###guard"));
}

TEST(Presentation, NothingIsCutAtAnySize) {
  std::set<std::string> said;
  int checked = 0;
  for (const auto& [width, height] : {std::pair(1024.0f, 768.0f), {1280.0f, 720.0f}, {1920.0f, 1080.0f}}) {
    for (const Language language : {Language::kEnglish, Language::kChinese}) {
      HeadlessWindow window(width, height);
      window.workspace.view.language = language;
      for (const Presentation which : {Presentation::kViewport, Presentation::kProjector}) {
        window.workspace.view.presentation = which;
        for (const char* algorithm : {"sat", "gjk-epa", "historical/six-axes-3d"}) {
          window.workspace.view.algorithm = algorithm;
          window.frame(5);
          const std::vector<DrawnGlyph> glyphs = drawnGlyphs();
          for (const DrawnGlyph& glyph : glyphs) {
            if (glyph.window.find("##presented") == std::string::npos) continue;
            ++checked;
            if (!glyph.is_cut) continue;
            const std::string text = textAround(glyphs, glyph);
            if (said.insert(text).second) ADD_FAILURE() << width << ": cut: " << text;
          }
        }
      }
    }
  }
  EXPECT_GT(checked, 500);
}

}  // namespace
}  // namespace sepax
