#include "ui/settings.h"

#include "ui/headless_window.h"
#include "ui/texts_on_screen.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

namespace sepax {
namespace {

TEST(SettingsPage, OpensByItsKeyAndWhatIsClickedHoldsAtOnceAndIsKept) {
  HeadlessWindow window;
  window.frame(3);
  window.press(ctrl(','));
  window.frame(3);
  ASSERT_TRUE(window.shell.settings_open);
  ASSERT_TRUE(window.clickItem("##list", "Light###Theme1"));
  EXPECT_EQ(window.workspace.view.theme, Theme::kLight);
  ASSERT_TRUE(window.clickItem("##list", "中文###Language1"));
  window.frame(2);
  EXPECT_EQ(window.workspace.view.language, Language::kChinese);
  const std::string kept = ImGui::SaveIniSettingsToMemory();
  EXPECT_NE(kept.find("theme=light"), std::string::npos);
  EXPECT_NE(kept.find("language=zh"), std::string::npos);
  window.press(plain(kKeyEscape));
  window.frame(2);
  EXPECT_FALSE(window.shell.settings_open);
}

TEST(SettingsPage, ItsKeysButtonLeadsToTheirPage) {
  HeadlessWindow window;
  window.shell.settings_open = true;
  window.frame(3);
  ASSERT_TRUE(window.clickItem("###settings", "Keys and mouse###keys"));
  window.frame(3);
  EXPECT_FALSE(window.shell.settings_open);
  EXPECT_TRUE(window.shell.keys_open);
  EXPECT_EQ(ImGui::GetCurrentContext()->OpenPopupStack.Size, 1);
}

TEST(SettingsPage, IsWholeAtEverySizeInBothLanguages) {
  for (const auto& [width, height, scale] :
       {std::tuple(800.0f, 500.0f, 1.0f), {1280.0f, 720.0f, 1.0f}, {1280.0f, 720.0f, 2.0f}}) {
    for (const Language language : {Language::kEnglish, Language::kChinese}) {
      HeadlessWindow window(width, height);
      window.workspace.view.ui_scale = scale;
      window.workspace.view.language = language;
      window.shell.settings_open = true;
      window.frame(5);
      const std::vector<DrawnGlyph> glyphs = drawnGlyphs();
      std::set<std::string> said;
      int letters = 0;
      for (const DrawnGlyph& glyph : glyphs) {
        if (glyph.window.find("###settings") == std::string::npos) continue;
        ++letters;
        const std::string text = glyph.is_cut ? textAround(glyphs, glyph) : std::string();
        EXPECT_TRUE(text.empty() || !said.insert(text).second) << width << ": cut: " << text;
      }
      EXPECT_GT(letters, 100);
    }
  }
}

}  // namespace
}  // namespace sepax
