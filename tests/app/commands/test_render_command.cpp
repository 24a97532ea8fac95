// The real program draws every shipped case without a display, and the pictures show what they should.

#include "core/platform.h"
#include "core/process.h"
#include "draw/palette.h"
#include "format/case_file.h"
#include "media/picture_import.h"

#include "document/tested_pairs.h"
#include "rounds.h"
#include "scratch.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <set>
#include <string>
#include <vector>

namespace sepax {
namespace {

namespace fs = std::filesystem;

const ChildLimits kLimits{.memory_bytes = 0, .wall_seconds = 500, .output_bytes = 1u << 20};

/// Runs sepax-window with the given environment; its settings go to a folder of their own.
ChildResult runWindow(const std::vector<std::string>& arguments, const std::vector<std::string>& environment = {}) {
  std::vector<std::string> words{"/usr/bin/env"};
  words.insert(words.end(), environment.begin(), environment.end());
  words.push_back("XDG_CONFIG_HOME=" + scratchFolder() + "/sepax-config");
  words.push_back(*programPath("sepax-window"));
  words.insert(words.end(), arguments.begin(), arguments.end());
  const auto result = runChild(words, {}, kLimits);
  if (!result) {
    ADD_FAILURE() << describe(result.error());
    return {};
  }
  return *result;
}

/// Draws a picture and reads it back.
Picture render(const std::string& file, const std::vector<std::string>& more = {},
               const std::string& name = "picture.png") {
  const std::string output = scratchFolder() + "/" + name;
  fs::remove(output);
  std::vector<std::string> arguments{"render", file, "-o", output};
  arguments.insert(arguments.end(), more.begin(), more.end());
  const ChildResult done = runWindow(arguments);
  EXPECT_EQ(done.exit_code, 0) << file << ": " << done.error_text;
  const auto bytes = readFile(output, 64u << 20);
  if (!bytes) {
    ADD_FAILURE() << describe(bytes.error());
    return {};
  }
  const auto picture = importPicture(std::as_bytes(std::span(*bytes)), name);
  EXPECT_TRUE(picture) << (picture ? "" : describe(picture.error()));
  return picture.value_or(Picture{});
}

std::vector<std::string> shippedCases() {
  std::vector<std::string> files;
  for (const auto& entry : fs::recursive_directory_iterator(*dataPath("assets/cases"))) {
    if (entry.path().extension() == ".json") files.push_back(entry.path().string());
  }
  std::ranges::sort(files);
  return files;
}

/// The case that the other tests draw: bodies A and B.
std::string firstCase() { return *dataPath("assets/cases/default.json"); }

struct Hue {
  double degrees = 0, saturation = 0;
};
Hue hueOf(Colour c) {
  const double r = c.r, g = c.g, b = c.b, most = std::max({r, g, b}), least = std::min({r, g, b}), range = most - least;
  if (range == 0) return {};
  const double sector = most == r   ? std::fmod((g - b) / range + 6, 6)
                        : most == g ? (b - r) / range + 2
                                    : (r - g) / range + 4;
  return {60 * sector, range / most};
}

/// How many pixels have the hue of a colour, whatever light and translucency made of its brightness.
int countHue(const Picture& picture, Colour colour) {
  const Hue wanted = hueOf(colour);
  int count = 0;
  for (std::size_t i = 0; i + 3 < picture.rgba.size(); i += 4) {
    const Hue found = hueOf({picture.rgba[i], picture.rgba[i + 1], picture.rgba[i + 2], 255});
    const double difference = std::abs(std::remainder(found.degrees - wanted.degrees, 360));
    count += found.saturation > 0.4 && difference < 15;
  }
  return count;
}

std::size_t differentColours(const Picture& picture) {
  std::set<std::uint32_t> seen;
  for (std::size_t i = 0; i + 3 < picture.rgba.size(); i += 4) {
    seen.insert(picture.rgba[i] | picture.rgba[i + 1] << 8 | static_cast<std::uint32_t>(picture.rgba[i + 2]) << 16);
  }
  return seen.size();
}

TEST(RenderCommand, DrawsEveryShippedCaseWithBothShapesInTheirColours) {
  const auto files = shippedCases();
  ASSERT_GE(files.size(), 6u);
  for (std::size_t i = 0; i < files.size(); i += test::isThorough() ? 1 : 4) {
    const std::string& file = files[i];
    const auto loaded = loadCase(file);
    ASSERT_TRUE(loaded) << describe(loaded.error());
    const Document& document = loaded->document;
    const auto pairs = testedPairs(document);
    ASSERT_FALSE(pairs.empty()) << file;
    const Picture picture = render(file, {"--size", "640x480"});
    EXPECT_EQ(picture.width, 640);
    EXPECT_EQ(picture.height, 480);
    EXPECT_GT(differentColours(picture), 50u) << file << " looks blank";
    const Palette& palette = paletteOf(Theme::kDark);
    for (const std::string& id : {pairs[0].first, pairs[0].second}) {
      const Colour colour = bodyColour(palette, document, *findBody(document, id), pairs[0].first, pairs[0].second);
      EXPECT_GT(countHue(picture, colour), 300) << file << ": " << id << " is not to be seen";
    }
  }
}

TEST(RenderCommand, DrawsTheWholeWindowInBothSizesThemesAndLanguages) {
  const std::string file = firstCase();
  std::set<std::string> seen;
  for (const char* size : {"1280x720", "1920x1080"}) {
    for (const char* theme : {"dark", "light"}) {
      const Picture picture = render(file, {"--ui", "--size", size, "--theme", theme});
      ASSERT_EQ(std::to_string(picture.width) + "x" + std::to_string(picture.height), size);
      EXPECT_GT(differentColours(picture), 200u);
      // The themes differ in the first pixels of the menu bar.
      const int brightness = picture.rgba[0] + picture.rgba[1] + picture.rgba[2];
      if (std::string(theme) == "dark") {
        EXPECT_LT(brightness, 300);
      } else {
        EXPECT_GT(brightness, 450);
      }
    }
  }
  const Picture english = render(file, {"--ui", "--language", "en"}),
                chinese = render(file, {"--ui", "--language", "zh"});
  EXPECT_NE(english.rgba, chinese.rgba);
}

TEST(RenderCommand, TheSameInputGivesTheSamePicture) {
  const std::string file = firstCase();
  EXPECT_EQ(render(file, {"--ui"}).rgba, render(file, {"--ui"}).rgba);
  EXPECT_EQ(render(file).rgba, render(file).rgba);
}

TEST(RenderCommand, AScriptChangesThePicture) {
  const std::string file = firstCase(), script = scratchFolder() + "/hide grid.txt";
  ASSERT_TRUE(writeFileAtomically(script, "option grid off\noption rail off\ncamera 10 10 9\n"));
  EXPECT_NE(render(file).rgba, render(file, {"--script", script}).rgba);
}

TEST(RenderCommand, DrawsTheCurveAlongWhichTwoMeshesCross) {
  const std::string file = scratchFolder() + "/meshes.json", off = scratchFolder() + "/off.txt",
                    on = scratchFolder() + "/on.txt";
  const std::string sheet =
      R"("shape": {"type": "mesh", "vertices": [[-1, 0, -1], [1, 0, -1], [1, 0, 1], [-1, 0, 1]], "triangles": [[0, 1, 2], [0, 2, 3]]})";
  ASSERT_TRUE(writeFileAtomically(file, R"({"sepax": 1, "space": "3d", "bodies": [{"id": "A", )" + sheet +
                                            R"(}, {"id": "B", )" + sheet +
                                            R"(, "axis_angle": {"axis": [1, 0, 0], "angle_deg": 90}}]})"));
  const std::string bare = "option rail off\noption mtv off\noption grid off\n";
  ASSERT_TRUE(writeFileAtomically(off, bare + "option crossings off\n"));
  ASSERT_TRUE(writeFileAtomically(on, bare + "option crossings on\n"));
  const Colour colour = paletteOf(Theme::kDark).overlapping;
  EXPECT_GT(countHue(render(file, {"--script", on}), colour), countHue(render(file, {"--script", off}), colour) + 300);
}

TEST(RenderCommand, DrawsCasesFromInsideABundle) {
  const auto bundle = dataPath("assets/bundle/main.1.com.example.sepax.obb");
  ASSERT_TRUE(bundle) << describe(bundle.error());
  const Picture ring = render(*bundle, {"--entry", "cases/ring-and-ball.json"}),
                rock = render(*bundle, {"--entry", "cases/两块石头.json"});
  const Palette& palette = paletteOf(Theme::kDark);
  for (const Picture* picture : {&ring, &rock}) {
    EXPECT_GT(countHue(*picture, palette.a), 1000);
    EXPECT_GT(countHue(*picture, palette.b), 1000);
  }
  EXPECT_NE(ring.rgba, rock.rgba);
}

TEST(RenderCommand, RefusesWhatItCannotUseWithOneLineAndNoPicture) {
  const std::string file = firstCase(), script = scratchFolder() + "/bad.txt", output = scratchFolder() + "/none.png";
  ASSERT_TRUE(writeFileAtomically(script, "select A\nfly A\n"));
  const std::pair<std::vector<std::string>, const char*> cases[] = {
      {{"/nonexistent.json"}, "/nonexistent.json"},
      {{file, "--size", "0x0"}, "--size"},
      {{file, "--size", "12"}, "--size"},
      {{file, "--axis", "Z9"}, "--axis"},
      {{file, "--pair", "A"}, "--pair"},
      {{file, "--theme", "pink"}, "--theme"},
      {{file, "--entry", "a.json"}, "--entry"},
      {{file, "--script", "/nonexistent.txt"}, "/nonexistent.txt"},
      {{file, "--script", script}, "bad.txt:2"},
      {{file, "--nonsense"}, "--nonsense"},
  };
  for (const auto& [arguments, named] : cases) {
    fs::remove(output);
    std::vector<std::string> words{"render", "-o", output};
    words.insert(words.end(), arguments.begin(), arguments.end());
    const ChildResult done = runWindow(words);
    EXPECT_EQ(done.exit_code, 2) << named;
    EXPECT_NE(done.error_text.find(named), std::string::npos) << done.error_text;
    EXPECT_TRUE(done.output.empty());
    EXPECT_FALSE(fs::exists(output));
  }
}

TEST(RenderCommand, WritesNoPngUnderTheNameOfAnotherFormat) {
  for (const char* name : {"x.jpg", "x", "png", "x.svg.bmp"}) {
    const std::string output = scratchFolder() + "/" + name;
    const ChildResult done = runWindow({"render", firstCase(), "-o", output});
    EXPECT_EQ(done.exit_code, 2) << name;
    EXPECT_NE(done.error_text.find(".png"), std::string::npos) << done.error_text;
    EXPECT_NE(done.error_text.find(output), std::string::npos) << done.error_text;
    EXPECT_FALSE(fs::exists(output));
  }
  render(firstCase(), {"--size", "64x64"}, "UPPER.PNG");
}

TEST(RenderCommand, AnSvgIsReadByAnotherReaderAndHoldsTheScenesTexts) {
  const auto files = shippedCases();
  for (std::size_t i = 0; i < files.size(); i += test::isThorough() ? 1 : 4) {
    const std::string &file = files[i], output = scratchFolder() + "/figure.svg";
    fs::remove(output);
    const ChildResult done = runWindow({"render", file, "-o", output, "--theme", "light", "--transparent"});
    ASSERT_EQ(done.exit_code, 0) << file << ": " << done.error_text;
    const Result<ChildResult> lint = runChild({"/usr/bin/xmllint", "--noout", output}, {}, kLimits);
    ASSERT_TRUE(lint) << describe(lint.error());
    EXPECT_EQ(lint->exit_code, 0) << file << ": " << lint->error_text;
    const auto svg = readFile(output, 64u << 20);
    ASSERT_TRUE(svg);
    EXPECT_NE(svg->find("<text"), std::string::npos) << file;
    EXPECT_NE(svg->find("<path"), std::string::npos) << file;
  }
}

TEST(RenderCommand, WhatAFormatCannotHoldIsRefused) {
  const std::string svg = scratchFolder() + "/no.svg", png = scratchFolder() + "/no.png";
  const ChildResult window = runWindow({"render", firstCase(), "-o", svg, "--ui"});
  EXPECT_EQ(window.exit_code, 2);
  EXPECT_NE(window.error_text.find("--ui"), std::string::npos) << window.error_text;
  const std::string gif = scratchFolder() + "/no.gif";
  const std::vector<std::pair<std::string, std::vector<std::string>>> refused = {
      {png, {"--ui", "--transparent"}}, {png, {"--ui", "--scale", "2"}},
      {gif, {"--transparent"}},         {svg, {"--scale", "2"}},
      {png, {"--scale", "0"}},          {png, {"--scale", "nan"}},
      {png, {"--film", "turn"}},        {gif, {"--film", "dance"}},
      {gif, {"--film", "sweep"}},       {png, {"--scale", "16", "--size", "4096x64"}}};
  for (const auto& [output, arguments] : refused) {
    std::vector<std::string> words{"render", firstCase(), "-o", output};
    words.insert(words.end(), arguments.begin(), arguments.end());
    const ChildResult done = runWindow(words);
    EXPECT_EQ(done.exit_code, 2) << arguments.front();
    EXPECT_NE(done.error_text.find("expected"), std::string::npos) << done.error_text;
    EXPECT_FALSE(fs::exists(output)) << arguments.front();
  }
}

TEST(RenderCommand, APdfHoldsTheScenesTextsForAnotherReaderAndNothingOfTheHour) {
  std::vector<std::string> bytes;
  for (const char* name : {"a.pdf", "b.pdf"}) {
    const std::string output = scratchFolder() + "/" + name;
    const ChildResult done = runWindow({"render", firstCase(), "-o", output, "--size", "640x480"});
    ASSERT_EQ(done.exit_code, 0) << done.error_text;
    bytes.push_back(readFile(output, 64u << 20).value());
    EXPECT_EQ(bytes.back().find("CreationDate"), std::string::npos);
    const Result<ChildResult> text = runChild({"/usr/bin/pdftotext", output, "-"}, {}, kLimits);
    ASSERT_TRUE(text) << describe(text.error());
    EXPECT_EQ(text->exit_code, 0) << text->error_text;
    const std::string words(reinterpret_cast<const char*>(text->output.data()), text->output.size());
    EXPECT_NE(words.find("gap"), std::string::npos) << words;
  }
  EXPECT_EQ(bytes[0], bytes[1]);
}

TEST(RenderCommand, APictureCanBeTransparentAndLarger) {
  const std::string output = scratchFolder() + "/clear.png";
  const ChildResult done =
      runWindow({"render", firstCase(), "-o", output, "--size", "320x240", "--scale", "2.5", "--transparent"});
  ASSERT_EQ(done.exit_code, 0) << done.error_text;
  const std::string bytes = readFile(output, 64u << 20).value();
  const auto picture = importPicture(std::as_bytes(std::span(bytes)), output);
  ASSERT_TRUE(picture) << describe(picture.error());
  EXPECT_EQ(picture->width, 800);
  EXPECT_EQ(picture->height, 600);
  std::size_t clear = 0, solid = 0;
  for (std::size_t i = 3; i < picture->rgba.size(); i += 4) {
    clear += picture->rgba[i] == 0;
    solid += picture->rgba[i] == 255;
  }
  EXPECT_GT(clear, picture->rgba.size() / 4 / 4);
  EXPECT_GT(solid, 500u);
}

TEST(RenderCommand, AGifPlaysWhatItIsAskedFor) {
  const std::string output = scratchFolder() + "/film.gif";
  const auto picturesOf = [&](const std::string& file, const std::string& film) {
    const ChildResult done = runWindow({"render", file, "-o", output, "--size", "200x150", "--film", film});
    EXPECT_EQ(done.exit_code, 0) << done.error_text;
    const auto bytes = readFile(output, 64u << 20);
    EXPECT_TRUE(bytes && bytes->starts_with("GIF89a"));
    // A block of control before each picture, and the picture's own mark behind it.
    std::size_t count = 0;
    for (std::size_t at = bytes->find("\x21\xf9\x04"); at != std::string::npos;
         at = bytes->find("\x21\xf9\x04", at + 1))
      count += at + 8 < bytes->size() && (*bytes)[at + 7] == '\0' && (*bytes)[at + 8] == ',' ? 1 : 0;
    return count;
  };
  EXPECT_EQ(picturesOf(dataPath("assets/cases/default.json").value(), "turn"), 80u);
  EXPECT_EQ(picturesOf(dataPath("assets/cases/default.json").value(), "rows"), 8u);
}

TEST(RenderCommand, APlaceThatCannotBeWrittenIsNamed) {
  const ChildResult done = runWindow({"render", firstCase(), "-o", "/nonexistent/x.png"});
  EXPECT_EQ(done.exit_code, 2);
  EXPECT_NE(done.error_text.find("/nonexistent/x.png"), std::string::npos) << done.error_text;
}

TEST(RenderCommand, AnOpenGlThatIsTooOldIsNamedBesideTheOneThatIsNeeded) {
  const ChildResult done =
      runWindow({"render", firstCase(), "-o", scratchFolder() + "/old.png"}, {"MESA_GL_VERSION_OVERRIDE=2.1"});
  EXPECT_EQ(done.exit_code, 2);
  EXPECT_NE(done.error_text.find("3.3"), std::string::npos) << done.error_text;
  EXPECT_NE(done.error_text.find("2.1"), std::string::npos) << done.error_text;
}

TEST(Window, DrawsNothingWhileNothingHappens) {
  const ChildResult done = runWindow({"--quit-when-idle", "--log-state"}, {"SDL_VIDEODRIVER=offscreen"});
  ASSERT_EQ(done.exit_code, 0) << done.error_text;
  const std::string said(reinterpret_cast<const char*>(done.output.data()), done.output.size());
  const std::size_t at = said.find("rest 0 quiet after ");
  ASSERT_NE(at, std::string::npos) << "it never waits for input:\n" << said;
  int frames = 0;
  ASSERT_EQ(std::sscanf(said.c_str() + at, "rest 0 quiet after %d frames", &frames), 1);
  EXPECT_GE(frames, 1);
  EXPECT_LE(frames, 30) << "the start settles in a few";
}

TEST(Window, WithoutADisplaySaysSoInsteadOfShowingAWindowToNobody) {
  const ChildResult done =
      runWindow({"--quit-when-idle"}, {"-u", "DISPLAY", "-u", "WAYLAND_DISPLAY", "-u", "SDL_VIDEODRIVER"});
  EXPECT_EQ(done.exit_code, 2);
  EXPECT_NE(done.error_text.find("display"), std::string::npos) << done.error_text;
}

TEST(Window, KeepsItsSettingsInTheUsersFolderAndNeverWritesTheShippedLayout) {
  const std::string shipped = *dataPath("imgui.ini"), own = scratchFolder() + "/sepax-config/sepax/imgui.ini";
  const auto before = readFile(shipped, 1u << 20);
  const auto stamp = fs::last_write_time(shipped);
  fs::remove(own);
  ASSERT_EQ(runWindow({"--quit-when-idle"}, {"SDL_VIDEODRIVER=offscreen"}).exit_code, 0);
  const auto written = readFile(own, 1u << 20);
  ASSERT_TRUE(written) << describe(written.error());
  EXPECT_NE(written->find("[Sepax]"), std::string::npos);
  EXPECT_EQ(*readFile(shipped, 1u << 20), *before);
  EXPECT_EQ(fs::last_write_time(shipped), stamp);
}

TEST(Window, AKilledProcessKeepsItsSettings) {
  const std::string own = scratchFolder() + "/sepax-config/sepax/imgui.ini";
  fs::remove(own);
  const std::string kill_once_written =
      "\"$0\" \"$1\" & until grep -qsF \"$1\" \"$2\"; do sleep 0.05; done; kill -KILL $!";
  const auto killed =
      runChild({"/usr/bin/env", "SDL_VIDEODRIVER=offscreen", "XDG_CONFIG_HOME=" + scratchFolder() + "/sepax-config",
                "/bin/sh", "-c", kill_once_written, *programPath("sepax-window"), firstCase(), own},
               {}, kLimits);
  ASSERT_TRUE(killed) << describe(killed.error());
  EXPECT_EQ(killed->exit_code, 0) << "it ended by itself: " << killed->error_text;
  const auto written = readFile(own, 1u << 20);
  ASSERT_TRUE(written) << describe(written.error());
  EXPECT_NE(written->find(firstCase()), std::string::npos) << "the recent files";
}

TEST(Window, AFileThatCannotBeOpenedLeavesTheWindowOpen) {
  const ChildResult done = runWindow({"/nonexistent.json", "--quit-when-idle"}, {"SDL_VIDEODRIVER=offscreen"});
  EXPECT_EQ(done.exit_code, 0) << done.error_text;
}

}  // namespace
}  // namespace sepax
