#include "ui/explanation.h"

#include "ui/headless_window.h"
#include "ui/texts_on_screen.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

namespace sepax {
namespace {

/// Presses F1 with the mouse over the middle of a region.
void askAbout(HeadlessWindow& window, const Rect& rect) {
  window.moveTo(rect.x + rect.w / 2, rect.y + rect.h / 2);
  window.press(plain(kKeyF1));
  window.frame(2);
}

bool isOpen() {
  return HeadlessWindow::findWindow("###explanation") != nullptr || !ImGui::GetCurrentContext()->OpenPopupStack.empty();
}

TEST(Explanation, EveryPanelAndTheViewportAreExplainedUnderTheMouse) {
  HeadlessWindow window;
  window.shell.layout.bottom_open = true;
  std::set<std::string> told;
  std::size_t offered = 0;
  for (const Panel* const panel : window.shell.panels) {
    if (!isOffered(*panel, window.workspace)) continue;
    ++offered;
    showPanel(window.shell, *panel);
    window.frame(3);
    const Regions& regions = window.shell.regions;
    askAbout(window, regions[panel->home]);
    ASSERT_TRUE(isOpen()) << panel->word;
    ASSERT_TRUE(window.shell.explanation);
    EXPECT_STREQ(window.shell.explanation->title, panel->title);
    told.insert(window.shell.explanation->text);
    window.press(plain(kKeyF1));
    window.frame(2);
    EXPECT_FALSE(isOpen()) << "the same key closes it: " << panel->word;
  }
  EXPECT_EQ(told.size(), offered);
  EXPECT_GE(offered, window.shell.panels.size() - 3);
  askAbout(window, window.shell.regions.middle);
  EXPECT_STREQ(window.shell.explanation->title, "Viewport");
  window.press(plain(kKeyEscape));
  window.frame(2);
  EXPECT_FALSE(isOpen());
  window.workspace.view.algorithm = "gjk-epa";
  window.workspace.view.gjk.minkowski = true;
  window.frame(2);
  askAbout(window, window.shell.regions.middle);
  EXPECT_STREQ(window.shell.explanation->title, "Minkowski difference");
}

TEST(Explanation, OverNothingInParticularTheKeysOpen) {
  HeadlessWindow window;
  window.frame(3);
  window.moveTo(600, 3);  // the menu bar
  window.press(plain(kKeyF1));
  window.frame(2);
  EXPECT_TRUE(window.shell.keys_open);
  EXPECT_FALSE(window.shell.explanation);
}

TEST(Explanation, GoesWhenAKeyDoesSomethingElse) {
  HeadlessWindow window;
  window.frame(3);
  askAbout(window, window.shell.regions.middle);
  ASSERT_TRUE(isOpen());
  window.press(ctrlShift('O'));
  window.frame(2);
  EXPECT_TRUE(window.shell.samples.open);
  EXPECT_EQ(HeadlessWindow::findWindow("###explanation"), nullptr);
}

TEST(Explanation, IsWholeAtEverySize) {
  for (const auto& [width, height, scale] : {std::tuple(800.0f, 500.0f, 1.0f), {1280.0f, 720.0f, 2.0f}}) {
    for (const Language language : {Language::kEnglish, Language::kChinese}) {
      HeadlessWindow window(width, height);
      window.workspace.view.ui_scale = scale;
      window.workspace.view.language = language;
      window.shell.layout.bottom_open = true;
      window.frame(4);
      for (const Explanation& explanation : explanations()) {
        window.shell.wants_explanation = explanation;
        window.frame(4);
        const std::vector<DrawnGlyph> glyphs = drawnGlyphs();
        int letters = 0;
        for (const DrawnGlyph& glyph : glyphs) {
          if (glyph.window.find("###explanation") == std::string::npos &&
              glyph.window.find("##Popup") == std::string::npos)
            continue;
          ++letters;
          EXPECT_FALSE(glyph.is_cut) << explanation.title << ": " << textAround(glyphs, glyph);
        }
        EXPECT_GT(letters, 20) << explanation.title;
        window.press(plain(kKeyEscape));
        window.frame(2);
      }
    }
  }
}

}  // namespace
}  // namespace sepax
