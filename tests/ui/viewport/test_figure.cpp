#include "ui/actions.h"
#include "ui/headless_window.h"
#include "ui/texts_on_screen.h"

#include "core/platform.h"
#include "draw/palette.h"
#include "scratch.h"
#include "session/film.h"
#include "session/host/opened_case.h"
#include "session/process.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <imgui_internal.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

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

std::string newFolder(const std::string& name) {
  std::string folder = scratchFolder() + "/" + name;
  std::filesystem::create_directories(folder);
  return folder;
}

TEST(Figure, SavePictureAsksForANameAndWritesTheViewportInLightColours) {
  const std::string folder = newFolder("figure");
  HeadlessWindow window;
  window.workspace.view.theme = Theme::kDark;
  window.frame(4);
  run(window, "save_picture");
  FileDialog& dialog = window.shell.of<FileDialog>();
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
  EXPECT_EQ(svg->find("fill=\"url("), std::string::npos) << "no background";
  const auto named = [](Colour c) { return fmt::format("#{:02x}{:02x}{:02x}", c.r, c.g, c.b); };
  EXPECT_NE(svg->find(named(paletteOf(Theme::kLight).text)), std::string::npos);
  EXPECT_EQ(window.workspace.view.theme, Theme::kDark);
  ASSERT_FALSE(window.workspace.console.empty());
  EXPECT_NE(window.workspace.console.back().text.find("boxes.svg"), std::string::npos);
}

/// Saves under a name, as somebody who types it.
void save(HeadlessWindow& window, const std::string& folder, const std::string& name) {
  run(window, "save_picture");
  window.shell.of<FileDialog>().folder = folder;
  window.shell.of<FileDialog>().file_name = name;
  window.frame(2);
  window.press(plain(kKeyEnter));
  window.frame(2);
  EXPECT_FALSE(window.shell.of<FileDialog>().open);
}

TEST(Figure, TheEndingOfTheNameSaysWhichFormat) {
  const std::string folder = newFolder("figures");
  HeadlessWindow window;
  window.frame(4);
  for (const auto& [name, begins] :
       {std::pair{"a.SVG", "<?xml"}, std::pair{"a.pdf", "%PDF"}, std::pair{"a.png", "\x89PNG"}}) {
    save(window, folder, name);
    const auto bytes = readFile(folder + "/" + name, 1u << 24);
    ASSERT_TRUE(bytes) << describe(bytes.error());
    EXPECT_TRUE(bytes->starts_with(begins)) << name;
  }
  save(window, folder, "a.txt");
  EXPECT_TRUE(std::filesystem::exists(folder + "/a.txt.svg")) << "a name never lies about what it holds";
}

TEST(Figure, AGifIsMadePictureByPictureWhileTheWindowGoesOn) {
  const std::string folder = newFolder("film");
  HeadlessWindow window;
  window.frame(4);
  window.workspace.view.figure.film = Film::kRows;
  save(window, folder, "rows.gif");
  ASSERT_NE(window.workspace.figure.reel, nullptr);
  EXPECT_EQ(nextFrameIn(window.workspace, window.shell), 0) << "its pictures need frames";
  const std::size_t before = window.workspace.figure.frames.size();
  window.frame();
  EXPECT_EQ(window.workspace.figure.frames.size(), before + 1);
  window.frame(10);
  EXPECT_EQ(window.workspace.figure.reel, nullptr);
  const auto bytes = readFile(folder + "/rows.gif", 1u << 24);
  ASSERT_TRUE(bytes) << describe(bytes.error());
  EXPECT_TRUE(bytes->starts_with("GIF89a"));
  EXPECT_NE(window.workspace.console.back().text.find("rows.gif"), std::string::npos);
}

TEST(Figure, AFilmIsToldInTheStatusLineAndCanBeCancelled) {
  const std::string folder = newFolder("cancelled");
  HeadlessWindow window;
  window.frame(4);
  window.workspace.view.figure.film = Film::kTurn;
  save(window, folder, "turn.gif");
  window.frame(3);
  ASSERT_NE(window.workspace.figure.reel, nullptr);
  const std::vector<DrawnGlyph> glyphs = drawnGlyphs();
  const auto begins = std::ranges::find_if(glyphs, [](const DrawnGlyph& glyph) {
    return glyph.character == 'F' && glyph.window.find("##status") != std::string::npos;
  });
  ASSERT_NE(begins, glyphs.end());
  EXPECT_NE(textAround(glyphs, *begins).find("Filmingturn.gif"), std::string::npos) << textAround(glyphs, *begins);
  Outbox outbox;
  outbox.request(CancelJob{kFilmJob});
  process(window.workspace, outbox);
  EXPECT_EQ(window.workspace.figure.reel, nullptr);
  window.frame(90);
  EXPECT_FALSE(std::filesystem::exists(folder + "/turn.gif"));
}

TEST(Figure, EscClosesAnOpenListBeforeTheDialog) {
  HeadlessWindow window;
  window.frame(4);
  run(window, "save_picture");
  window.shell.of<FileDialog>().file_name = "x.gif";
  window.frame(3);
  ASSERT_TRUE(window.clickItem("###files", "##film"));
  ASSERT_EQ(ImGui::GetCurrentContext()->OpenPopupStack.Size, 2);
  window.press(plain(kKeyEscape));
  window.frame(2);
  EXPECT_EQ(ImGui::GetCurrentContext()->OpenPopupStack.Size, 1);
  EXPECT_TRUE(window.shell.of<FileDialog>().open);
  window.press(plain(kKeyEscape));
  window.frame(2);
  EXPECT_FALSE(window.shell.of<FileDialog>().open);
}

TEST(Figure, WhereNothingPlaysAGifIsRefusedInWords) {
  HeadlessWindow window;
  Outbox outbox;
  outbox.request(NewDocument{Space::k2d, true});
  process(window.workspace, outbox);
  Document empty = window.workspace.history.document();
  empty.bodies.clear();
  outbox.send(ReplaceDocument{empty});
  process(window.workspace, outbox);
  window.frame(4);
  window.workspace.figure.file = scratchFolder() + "/nothing.gif";
  window.frame(2);
  EXPECT_FALSE(std::filesystem::exists(scratchFolder() + "/nothing.gif"));
  EXPECT_EQ(window.workspace.console.back().level, LogLevel::kError);
  EXPECT_NE(window.workspace.console.back().text.find("Nothing plays"), std::string::npos);
}

TEST(Figure, WhatStandsBesideTheBodiesIsSavedBesideThem) {
  const std::string folder = newFolder("beside");
  HeadlessWindow window;
  window.workspace.view.algorithm = "gjk-epa";
  window.frame(4);
  window.press(shift('R'));
  window.frame(4);
  save(window, folder, "both.svg");
  save(window, folder, "both.png");
  const auto svg = readFile(folder + "/both.svg", 1u << 24);
  ASSERT_TRUE(svg) << describe(svg.error());
  const auto count = [&](std::string_view part) {
    int found = 0;
    for (std::size_t at = svg->find(part); at != std::string::npos; at = svg->find(part, at + 1)) ++found;
    return found;
  };
  EXPECT_EQ(count("<svg"), 3) << "one that holds two";
  EXPECT_EQ(count(">A<"), 2);
  EXPECT_EQ(count("gjk-epa"), 1);
  EXPECT_EQ(count("Reference"), 1);
  EXPECT_EQ(count("gap"), 1) << "the reference's";
  const int width = static_cast<int>(2 * window.shell.viewport.width);
  EXPECT_TRUE(svg->find(fmt::format("width=\"{}\"", width)) != std::string::npos) << svg->substr(0, 200);
  EXPECT_TRUE(std::filesystem::exists(folder + "/both.png")) << "librsvg reads it";
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
  window.workspace.figure.file = "/nonexistent/x.svg";
  window.frame(2);
  ASSERT_FALSE(window.workspace.console.empty());
  EXPECT_EQ(window.workspace.console.back().level, LogLevel::kError);
  EXPECT_NE(window.workspace.console.back().text.find("/nonexistent/x.svg"), std::string::npos);
}

}  // namespace
}  // namespace sepax
