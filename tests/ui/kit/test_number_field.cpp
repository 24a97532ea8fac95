#include "ui/kit/fields.h"

#include "core/text.h"
#include "ui/headless_window.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace sepax {
namespace {

/// One number in a window of its own.
class NumberFieldTest : public testing::Test {
 protected:
  NumberFieldTest() {
    format.text = "%.3f";  // as the inspector shows fewer digits than a text has
    window.frame(2);
    frame(3);
  }
  void frame(int count = 1) {
    for (int i = 0; i < count; ++i) {
      ImGui::NewFrame();
      ImGui::SetNextWindowPos({0, 0});
      ImGui::SetNextWindowSize({300, 100});
      ImGui::Begin("field");
      changes += numberField("number", values, format, step) ? 1 : 0;
      middle = {(ImGui::GetItemRectMin().x + ImGui::GetItemRectMax().x) / 2,
                (ImGui::GetItemRectMin().y + ImGui::GetItemRectMax().y) / 2};
      ImGui::End();
      ImGui::Render();
    }
  }
  void click() {
    ImGui::GetIO().MousePos = middle;
    frame();
    ImGui::GetIO().MouseDown[0] = true;
    frame();
    ImGui::GetIO().MouseDown[0] = false;
    frame();
  }
  void press(int key) {
    ImGui::GetIO().KeysDown[imguiKey(key)] = true;
    frame();
    ImGui::GetIO().KeysDown[imguiKey(key)] = false;
    frame(2);
  }
  void type(const std::string& text) {
    ImGui::GetIO().AddInputCharactersUTF8(text.c_str());
    frame(3);
  }
  void open() {
    click();
    press(kKeyEnter);
    ASSERT_NE(ImGui::GetCurrentContext()->TempInputId, 0u) << "Enter opens a field that was clicked";
  }

  static constexpr double kValue = 0.38268343236508978;  // six digits of it are another number
  HeadlessWindow window;
  std::array<double, 1> values{kValue};
  NumberFormat format;
  MergeKey step = MergeKey::kNone;
  int changes = 0;
  ImVec2 middle;
};

TEST_F(NumberFieldTest, OpenedAndLeftKeepsEveryBit) {
  open();
  frame(3);
  press(kKeyEnter);
  EXPECT_EQ(values[0], kValue);
  click();
  click();  // twice is a double click
  frame(3);
  ASSERT_NE(ImGui::GetCurrentContext()->ActiveId, 0u);
  press(kKeyEnter);
  EXPECT_EQ(values[0], kValue);
  EXPECT_EQ(changes, 0);
}

TEST_F(NumberFieldTest, BeginsItsTextWithAllDigits) {
  open();
  const ImGuiInputTextState* const state = ImGui::GetInputTextState(ImGui::GetCurrentContext()->ActiveId);
  ASSERT_NE(state, nullptr);
  EXPECT_STREQ(state->TextA.Data, "0.3826834323650898");
}

TEST_F(NumberFieldTest, HasNoNegativeZero) {
  values[0] = -0.0;
  frame(2);
  EXPECT_FALSE(std::signbit(values[0]));
  EXPECT_EQ(changes, 0) << "which is no edit";
}

TEST_F(NumberFieldTest, IsDraggedToNumbersOfFewDigits) {
  values[0] = 0.1;
  ImGui::GetIO().MousePos = middle;
  frame();
  ImGui::GetIO().MouseDown[0] = true;
  frame();
  for (int i = 1; i < 40; ++i) {
    ImGui::GetIO().MousePos.x += 1.5f;
    frame();
    EXPECT_LE(shortestDecimal(values[0]).size(), 8u) << shortestDecimal(values[0]);
  }
  ImGui::GetIO().MouseDown[0] = false;
  frame();
  EXPECT_GT(changes, 10);
  EXPECT_GT(values[0], 0.11);
}

TEST_F(NumberFieldTest, TakesAnOperationOnce) {
  open();
  type("*2");
  frame(5);
  EXPECT_EQ(values[0], 2 * kValue);
  press(kKeyEnter);
  EXPECT_EQ(values[0], 2 * kValue);
}

TEST_F(NumberFieldTest, TakesAWholeTextOrNothingOfIt) {
  open();
  for (const auto& [text, wanted] : std::vector<std::pair<const char*, double>>{{"1/4", 0.25},
                                                                                {"0x1p-2 * 2", 0.5},
                                                                                {"2e-1+1", 1.2},
                                                                                {"+1", kValue + 1},
                                                                                {"-1.5", -1.5},
                                                                                {"1,5", kValue},
                                                                                {"1e999", kValue},
                                                                                {"1/0", kValue},
                                                                                {"12 m", kValue},
                                                                                {"nan", kValue},
                                                                                {"1e", kValue}}) {
    type(text);
    EXPECT_EQ(values[0], wanted) << text;
    for (std::size_t i = 0; i < std::string_view(text).size(); ++i) press(kKeyBackspace);
  }
}

TEST_F(NumberFieldTest, TypedBackToWhatItWasIsThatAgain) {
  open();
  type("4");
  EXPECT_EQ(values[0], 4);
  press(kKeyBackspace);
  type("0.3826834323650898");
  EXPECT_EQ(values[0], kValue);
  type("1");
  press(kKeyEscape);
  EXPECT_EQ(values[0], kValue) << "and Esc takes back what was typed";
}

}  // namespace
}  // namespace sepax
