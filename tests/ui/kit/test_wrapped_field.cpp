#include "ui/kit/fields.h"

#include "geom/random.h"
#include "ui/headless_window.h"

#include <gtest/gtest.h>

#include <sstream>
#include <string>

namespace sepax {
namespace {

/// One field in a window of its own, with the keyboard.
class WrappedFieldTest : public testing::Test {
 protected:
  WrappedFieldTest() { window.frame(2); }
  void frame() {
    ImGui::NewFrame();
    ImGui::SetNextWindowSize({300, 300});
    ImGui::Begin("field");
    if (std::exchange(focus, false)) ImGui::SetKeyboardFocusHere();
    changed = wrappedField("##text", field, {200, 200});
    ImGui::End();
    ImGui::Render();
  }
  void press(int key, bool use_ctrl = false) {
    ImGui::GetIO().KeyCtrl = use_ctrl;
    ImGui::GetIO().KeysDown[imguiKey(key)] = true;
    frame();
    ImGui::GetIO().KeysDown[imguiKey(key)] = false;
    ImGui::GetIO().KeyCtrl = false;
    frame();
  }
  void type(const std::string& text) {
    ImGui::GetIO().AddInputCharactersUTF8(text.c_str());
    frame();
  }
  [[nodiscard]] float widestLine() const {
    std::istringstream lines(field.shown);
    float widest = 0;
    for (std::string line; std::getline(lines, line);) {
      while (line.ends_with(' ')) line.pop_back();
      widest = std::max(widest, ImGui::CalcTextSize(line.c_str()).x);
    }
    return widest;
  }
  /// Where the cursor is in the text.
  [[nodiscard]] std::size_t cursor() const {
    std::size_t before = 0;
    while (before < field.breaks.size() && field.breaks[before] + before < static_cast<std::size_t>(field.cursor))
      ++before;
    return static_cast<std::size_t>(field.cursor) - before;
  }

  HeadlessWindow window;
  WrappedField field;
  bool focus = true, changed = false;
};

TEST_F(WrappedFieldTest, BreaksLongLinesThatTheTextDoesNotHave) {
  for (int i = 0; i < 3; ++i) frame();
  const std::string words = "why these two boxes are apart although six axes say that they meet";
  for (const char c : words) type({c});
  EXPECT_EQ(field.text, words);
  EXPECT_GE(std::ranges::count(field.shown, '\n'), 2);
  EXPECT_LE(widestLine(), field.width);
  press(kKeyEnter);
  type("end");
  EXPECT_EQ(field.text, words + "\nend");
}

TEST_F(WrappedFieldTest, BackspaceAndDeleteAtABreakTakeCharactersOfTheText) {
  field.text = "one two three four five six seven eight nine ten eleven twelve";
  for (int i = 0; i < 3; ++i) frame();
  ASSERT_FALSE(field.breaks.empty());
  const std::string before = field.text;
  const std::size_t at = field.breaks.front();
  press(kKeyUp, true);  // nothing
  for (int i = 0; i < 40; ++i) press(kKeyUp);
  for (int i = 0; i < 40; ++i) press(kKeyLeft);
  ASSERT_EQ(cursor(), 0u);
  while (cursor() < at || field.shown[static_cast<std::size_t>(field.cursor) - 1] != '\n') press(kKeyRight);
  ASSERT_EQ(cursor(), at);
  press(kKeyBackspace);
  EXPECT_EQ(field.text, before.substr(0, at - 1) + before.substr(at)) << "the space before the break";
  press('Z', true);
  EXPECT_EQ(field.text, before);
  press('Y', true);
  EXPECT_EQ(field.text, before.substr(0, at - 1) + before.substr(at));
}

TEST_F(WrappedFieldTest, HoldsWhatAPlainFieldWouldHold) {
  for (int i = 0; i < 3; ++i) frame();
  SplitMix64 random{14};
  std::string expected;
  int broken = 0;
  for (int step = 0; step < 1500; ++step) {
    const std::size_t at = cursor();
    const std::uint64_t what = random.next() % 16;
    if (what < 9) {
      const char c = "abcdefgh "[random.next() % 9];
      expected.insert(at, 1, c);
      type({c});
    } else if (what == 9) {
      expected.insert(at, "轴");
      type("轴");
    } else if (what == 10) {
      expected.insert(at, 1, '\n');
      press(kKeyEnter);
    } else if (what == 11 && at > 0) {
      std::size_t from = at - 1;
      while (from > 0 && (static_cast<unsigned char>(expected[from]) & 0xc0) == 0x80) --from;
      expected.erase(from, at - from);
      press(kKeyBackspace);
    } else if (what == 12 && at < expected.size()) {
      std::size_t to = at + 1;
      while (to < expected.size() && (static_cast<unsigned char>(expected[to]) & 0xc0) == 0x80) ++to;
      expected.erase(at, to - at);
      press(kKeyDelete);
    } else {
      press(what == 13 ? kKeyLeft : what == 14 ? kKeyRight : random.next() % 2 == 0 ? kKeyUp : kKeyDown);
    }
    ASSERT_EQ(field.text, expected) << "step " << step << ", " << what << " at " << at;
    broken += static_cast<int>(field.breaks.size());
    ASSERT_LE(widestLine(), field.width);
  }
  EXPECT_GT(broken, 1000) << "lines were broken";
}

}  // namespace
}  // namespace sepax
