#include "ui/key_map.h"

#include "geom/random.h"
#include "session/scene/reports.h"
#include "ui/actions.h"
#include "ui/headless_window.h"
#include "ui/texts_on_screen.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

namespace sepax {
namespace {

TEST(KeyMap, AShortcutReadsBackFromItsName) {
  for (const Action& action : actions()) {
    const std::string text = shortcutText(action.shortcut);
    ASSERT_TRUE(shortcutNamed(text)) << text;
    EXPECT_EQ(*shortcutNamed(text), action.shortcut) << text;
  }
  for (const char* text : {"F12", "Ctrl+Shift+F3", "Shift+[", "Space", "Ctrl+0"}) {
    ASSERT_TRUE(shortcutNamed(text)) << text;
    EXPECT_EQ(shortcutText(*shortcutNamed(text)), text);
  }
  for (const char* text : {"Ctrl", "Ctrl+", "Alt+X", "x", "F13", "Shift+Ctrl+X", "XY", "+"})
    EXPECT_FALSE(shortcutNamed(text)) << text;
}

TEST(KeyMap, AKeyBelongsToOneActionAndWhoLosesItIsTold) {
  KeyMap keys;
  const Action &swap = *findAction("swap_pair"), &frame = *findAction("frame_all");
  ASSERT_EQ(giveKey(keys, frame, plain('X')), &swap);
  EXPECT_EQ(shortcutOf(keys, frame), plain('X'));
  EXPECT_EQ(shortcutOf(keys, swap), Shortcut{});
  EXPECT_EQ(giveKey(keys, frame, frame.shortcut), nullptr);
  EXPECT_EQ(giveKey(keys, swap, swap.shortcut), nullptr);
  EXPECT_TRUE(keys.changed.empty()) << "what is as shipped is no change";
}

TEST(KeyMap, NoTwoActionsShareAKeyHoweverTheyAreGivenAndSettingsKeepThem) {
  SplitMix64 random{11};
  HeadlessWindow window;
  KeyMap& keys = window.shell.keys;
  const auto all = actions();
  int losses = 0;
  for (int step = 0; step < 2000; ++step) {
    const Action& action = all[random.next() % all.size()];
    const Shortcut wanted{.key = 'A' + static_cast<int>(random.next() % 26),
                          .ctrl = random.next() % 2 == 0,
                          .shift = random.next() % 2 == 0};
    losses += giveKey(keys, action, random.next() % 8 == 0 ? Shortcut{} : wanted) != nullptr;
    std::set<std::string> seen;
    for (const Action& other : all) {
      const std::string text = shortcutText(shortcutOf(keys, other));
      EXPECT_TRUE(text.empty() || seen.insert(text).second) << text;
    }
    if (step % 100 != 0) continue;
    const std::string written = ImGui::SaveIniSettingsToMemory();
    const std::map<std::string, Shortcut> before = keys.changed;
    keys.changed.clear();
    ImGui::LoadIniSettingsFromMemory(written.c_str());
    EXPECT_EQ(keys.changed, before);
  }
  EXPECT_GT(losses, 300);
}

TEST(KeyMap, SettingsThatNameNoActionOrKeyAreLeftOut) {
  HeadlessWindow window;
  ImGui::LoadIniSettingsFromMemory("[Sepax][Keys]\nno_such_action=Ctrl+K\nswap_pair=Hyper+K\nframe_all=Ctrl+K\n");
  EXPECT_EQ(window.shell.keys.changed.size(), 1u);
  EXPECT_EQ(shortcutOf(window.shell.keys, *findAction("frame_all")), ctrl('K'));
}

/// Clicks the first place of a window where this character is drawn.
void clickLetter(HeadlessWindow& window, const char* in, ImWchar letter) {
  for (const DrawnGlyph& glyph : drawnGlyphs()) {
    if (glyph.character != letter || glyph.window.find(in) == std::string::npos) continue;
    return window.click((glyph.box.x + glyph.box.z) / 2, (glyph.box.y + glyph.box.w) / 2);
  }
  FAIL() << "not drawn";
}

TEST(KeyMap, AClickOnAKeyAndAnotherKeyChangeIt) {
  HeadlessWindow window;
  window.shell.keys_open = true;
  window.shell.keys_filter = "Swap A and B";
  window.frame(4);
  clickLetter(window, "##list", 'X');
  window.frame(2);
  window.press(plain(kKeyEscape));
  window.frame(2);
  EXPECT_TRUE(window.shell.keys_open) << "Esc leaves it as it was, and the page open";
  EXPECT_TRUE(window.shell.keys.changed.empty());
  clickLetter(window, "##list", 'X');
  window.frame(2);
  window.press(shift('F'));
  window.frame(2);
  EXPECT_EQ(shortcutOf(window.shell.keys, *findAction("swap_pair")), shift('F'));
  EXPECT_NE(window.shell.keys_note.find("Frame all"), std::string::npos) << window.shell.keys_note;
  window.press(plain(kKeyEscape));
  window.frame(2);
  ASSERT_FALSE(window.shell.keys_open);
  const auto before = shownPair(window.workspace.reports);
  window.press(plain('X'));
  window.frame(2);
  EXPECT_EQ(shownPair(window.workspace.reports), before) << "the old key does nothing";
  window.press(shift('F'));
  window.frame(2);
  EXPECT_NE(shownPair(window.workspace.reports), before);
}

}  // namespace
}  // namespace sepax
