#include "ui/actions.h"
#include "ui/headless_window.h"

#include "core/platform.h"
#include "draw/palette.h"
#include "scratch.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <string>

namespace sepax {
namespace {

void run(HeadlessWindow& window, const char* id) {
  Outbox outbox;
  ActionContext context{window.workspace, window.workspace.view, window.shell, outbox};
  for (const Action& action : actions()) {
    if (std::string(action.id) != id) continue;
    ASSERT_TRUE(isEnabled(action, context));
    action.run(context);
  }
  process(window.workspace, outbox);
}

TEST(Figure, SavePictureAsksForANameAndWritesTheViewportInLightColours) {
  const std::string folder = scratchFolder() + "/figure";
  std::filesystem::create_directories(folder);
  HeadlessWindow window;
  window.workspace.view.theme = Theme::kDark;
  window.frame(4);
  run(window, "save_picture");
  FileDialog& dialog = window.shell.files;
  EXPECT_TRUE(dialog.file_name.ends_with(".svg")) << dialog.file_name;
  dialog.folder = folder;
  dialog.file_name = "boxes";  // the ending is added
  window.frame(2);
  window.press(plain(kKeyEnter));
  window.frame(2);
  EXPECT_FALSE(dialog.open);
  const auto svg = readFile(folder + "/boxes.svg", 1u << 24);
  ASSERT_TRUE(svg) << describe(svg.error());
  EXPECT_NE(svg->find("<text"), std::string::npos);
  EXPECT_EQ(svg->find("<rect"), std::string::npos);
  const auto named = [](Colour c) { return fmt::format("#{:02x}{:02x}{:02x}", c.r, c.g, c.b); };
  EXPECT_NE(svg->find(named(paletteOf(Theme::kLight).text)), std::string::npos);
  EXPECT_EQ(window.workspace.view.theme, Theme::kDark);
  ASSERT_FALSE(window.workspace.console.empty());
  EXPECT_NE(window.workspace.console.back().text.find("boxes.svg"), std::string::npos);
}

TEST(Figure, CopyPicturePutsTheSameIntoTheClipboard) {
  HeadlessWindow window;
  window.frame(4);
  run(window, "copy_picture");
  window.frame();
  const char* const clipboard = ImGui::GetClipboardText();
  ASSERT_NE(clipboard, nullptr);
  EXPECT_TRUE(std::string(clipboard).starts_with("<?xml"));
  EXPECT_TRUE(std::string(clipboard).ends_with("</svg>\n"));
}

TEST(Figure, AFolderThatDoesNotExistIsToldAndNothingElseChanges) {
  HeadlessWindow window;
  window.frame(4);
  window.shell.figure_file = "/nonexistent/x.svg";
  window.frame();
  ASSERT_FALSE(window.workspace.console.empty());
  EXPECT_EQ(window.workspace.console.back().level, LogLevel::kError);
  EXPECT_NE(window.workspace.console.back().text.find("/nonexistent/x.svg"), std::string::npos);
}

}  // namespace
}  // namespace sepax
