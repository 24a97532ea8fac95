#include "ui/kit/widgets.h"

#include <gtest/gtest.h>
#include <imgui.h>

#include <algorithm>
#include <string>

namespace sepax {
namespace {

std::string wrappedIn(const std::string& text, float em) {
  ImGui::CreateContext();
  ImGuiIO& io = ImGui::GetIO();
  io.IniFilename = nullptr;
  io.DisplaySize = {640, 480};
  unsigned char* pixels = nullptr;
  int width = 0, height = 0;
  io.Fonts->GetTexDataAsRGBA32(&pixels, &width, &height);
  ImGui::NewFrame();
  std::string out = wrapped(text, em * ImGui::GetFontSize());
  ImGui::EndFrame();
  ImGui::DestroyContext();
  return out;
}

TEST(Paragraph, BreaksAtSpacesAndNeverInANumber) {
  const std::string text = "d = (0.9929, -1.6513, 0.1191) is searched";
  for (float em = 6; em < 24; em += 0.25f) {
    const std::string out = wrappedIn(text, em);
    std::string words = out;
    for (char& c : words) c = c == '\n' ? ' ' : c;
    EXPECT_EQ(words, text) << em;
  }
  EXPECT_NE(wrappedIn(text, 8).find('\n'), std::string::npos);
  EXPECT_EQ(wrappedIn(text, 200), text);
}

TEST(Paragraph, BreaksBetweenChineseCharactersButNotBeforeTheirMarks) {
  const std::string text = "两个形状相交，因为没有轴（共十五条）能把它们分开。";
  int broken = 0;
  for (float em = 2; em < 24; em += 0.5f) {
    const std::string out = wrappedIn(text, em);
    broken += out.find('\n') != std::string::npos ? 1 : 0;
    for (const char* closing : {"，", "。", "）"})
      EXPECT_EQ(out.find(std::string("\n") + closing), std::string::npos) << em;
    EXPECT_EQ(out.find("（\n"), std::string::npos) << em;
  }
  EXPECT_GT(broken, 20);
}

TEST(Paragraph, BreaksAWordOnlyWhenItIsWiderThanALine) {
  const std::string path = "/a/very/long/path/without/any/space/in/it.json";
  const std::string out = wrappedIn("open " + path, 10);
  EXPECT_GT(std::count(out.begin(), out.end(), '\n'), 1);
  std::string joined = out;
  joined.erase(std::remove(joined.begin(), joined.end(), '\n'), joined.end());
  EXPECT_EQ(joined, "open " + path);
}

TEST(Paragraph, KeepsTheLinesThatItIsGivenAndEndsWithNothing) {
  EXPECT_EQ(wrappedIn("", 10), "");
  EXPECT_EQ(wrappedIn("one\n\ntwo\n", 10), "one\n\ntwo\n");
  EXPECT_EQ(wrappedIn("x", 0), "x");
}

}  // namespace
}  // namespace sepax
