#include "ui/headless_window.h"
#include "ui/texts_on_screen.h"

#include <gtest/gtest.h>

namespace sepax {
namespace {

TEST(Toasts, AreWholeInTheVeryFrameInWhichOneTakesThePlaceOfAnother) {
  HeadlessWindow window;
  std::vector<Toast>& toasts = window.workspace.toasts;
  toasts = {{LogLevel::kWarning, "short"}};
  window.frame(4);
  const std::string text =
      "a folder with a name: some twenty million bytes shall be written, of which twelve thousand are free there";
  toasts = {{LogLevel::kError, text}, {LogLevel::kInfo, "done"}};
  window.frame();
  std::string drawn;  // without blanks, which are no glyphs
  for (const DrawnGlyph& glyph : drawnGlyphs()) {
    if (glyph.window != "##toast0") continue;
    EXPECT_FALSE(glyph.is_cut);
    if (glyph.character < 128) drawn += static_cast<char>(glyph.character);
  }
  std::string wanted = text;
  std::erase(wanted, ' ');
  EXPECT_EQ(drawn, wanted);
}

}  // namespace
}  // namespace sepax
