// sepax-window: the desktop window, and `render`, which draws the same picture without a display.

#define SDL_MAIN_HANDLED
#include "app/commands/command_line.h"
#include "app/window/desktop.h"
#include "app/window/picture.h"
#include "core/json_text.h"
#include "core/number.h"
#include "core/platform.h"
#include "core/version.h"
#include "session/script/script_words.h"
#include "ui/actions.h"

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <cstdint>
#include <exception>
#include <optional>
#include <string>
#include <string_view>

namespace {

using namespace sepax;

constexpr int kMinSide = 16, kMaxSide = 16384;

/// "1280x720"; empty when fine, else what is wrong, as CLI11 wants it.
std::string readSize(const std::string& text, int& width, int& height) {
  const std::size_t cross = std::min(text.find('x'), text.size());
  const auto read = [&](int& side, const std::string& digits) {
    side = parseInteger<int>(digits).value_or(0);
    return side >= kMinSide && side <= kMaxSide;
  };
  if (read(width, text.substr(0, cross)) && read(height, text.substr(std::min(cross + 1, text.size())))) return {};
  return fmt::format("expected WIDTHxHEIGHT with sides of {} to {} pixels, found \"{}\"", kMinSide, kMaxSide, text);
}

std::string scriptHelp() {
  std::string text = "A script is plain text, one command a line, # starts a comment:\n";
  for (const ScriptWord& word : scriptWords()) {
    text += fmt::format("  {:<43}  {}\n", fmt::format("{} {}", word.word, word.arguments), word.summary);
  }
  text += "or the id of an action, which a menu would run:\n ";
  std::size_t width = 0;
  for (const Action& action : actions()) {
    const std::string_view id(action.id);
    if (width + id.size() > 110) text += "\n ", width = 0;
    text += " " + std::string(id);
    width += id.size() + 1;
  }
  return text + "\n";
}

int runProgram(int argc, char** argv) {
  CLI::App program("Sepax, a visual debugger for collision shapes: the window.", "sepax");
  program.set_version_flag("--version", std::string("sepax ") + kVersion);
  DesktopOptions desktop;
  program.add_option("FILE", desktop.files,
                     "cases, meshes or bundles to open; a patch lies over the main file of its package");
  program
      .add_flag("--quit-when-idle", desktop.quit_when_idle,
                "for tests: leave without asking once nothing is left to draw")
      ->group("");
  program.add_flag("--log-state", desktop.log_state, "for tests: say on standard output what the window shows")
      ->group("");
  program.add_option("--drop", desktop.dropped, "for tests: files to drop on the window")->group("");
  program
      .add_option("--lose-graphics-after-frames", desktop.lose_graphics_after_frames,
                  "for tests: lose the OpenGL context after so many frames")
      ->group("");

  bool prints_options = false;
  program
      .add_flag("--print-options", prints_options, "print what this program declares here as JSON: sepax man reads it")
      ->group("");

  constexpr std::uint16_t kUsualPort = 7470;
  std::string source;
  std::optional<std::uint16_t> port;
  CLI::App* attach = program.add_subcommand("attach", "follow a program live that sends its recording here");
  attach->add_option("SOURCE", source, "-: read it from standard input")->check(CLI::IsMember({"-"}));
  attach->add_option("--port", port,
                     "port of this machine (127.0.0.1) on which to listen; 7470 without it, 0: one that is free");
  attach->footer(
      "The lines are those of a recording: recorders/README.md has them, and writers in C++, Python and JavaScript. "
      "The Timeline panel\n"
      "follows, pauses, keeps the last ten minutes and saves them. Nothing listens unless asked, and never on another "
      "address.\n\n"
      "sepax attach\nengine | sepax attach -");

  PictureJob job;
  CLI::App* render = program.add_subcommand("render", "draw a picture without a display");
  render->add_option("FILE", job.file, "case, mesh or bundle; an SVG becomes another kind of picture")->required();
  render->add_option("-o,--output", job.output, "file to write: PNG, SVG, PDF or GIF by the end of its name")
      ->required();
  render->add_option_function<std::string>(
      "--size",
      [&](const std::string& text) {
        if (const std::string problem = readSize(text, job.width, job.height); !problem.empty())
          throw CLI::ValidationError("--size", problem);
      },
      "WIDTHxHEIGHT in pixels, 1280x720 without it");
  render->add_option("--entry", job.entry, "case or mesh inside the bundle FILE");
  render->add_option("--pair", job.pair, "ids of the pair to explain: A,B");
  render->add_option("--axis", job.axis,
                     "name of the axis to show, as check says it: A is the pair's first body, B its second; the "
                     "deciding one without it");
  render->add_flag("--ui", job.whole_window, "the whole window, not only the viewport");
  render->add_flag("--transparent", job.is_transparent, "without a background; drawn by lines, not as the window is");
  render->add_option("--scale", job.scale,
                     "PNG, GIF: pixels for one of the size; lines and texts grow with it; drawn by lines");
  render->add_option("--film", job.film,
                     "what a GIF plays: sweep, motion, turn, rows, steps, clips or slide; what is in front without it");
  render->add_option("--script", job.script, "file with commands to run before the picture");
  render->add_option("--theme", job.theme, "dark or light");
  render->add_option("--language", job.language, "en or zh");
  render->footer(scriptHelp());

  try {
    program.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return program.exit(error) == 0 ? kExitFine : kExitUnusable;
  }
  if (prints_options) return finishOutput(printLine(compactJson(commandEntryJson(commandEntry(program)))));
  if (attach->parsed()) {
    desktop.attach_input = source == "-";
    if (!desktop.attach_input) desktop.attach_port = port.value_or(kUsualPort);
  }
  if (render->parsed()) {
    const Result<void> drawn = renderPicture(job);
    return drawn ? kExitFine : complain(drawn.error());
  }
  const Result<int> status = runDesktop(desktop);
  return status ? *status : complain(status.error());
}

}  // namespace

int main(int argc, char** argv) {
  try {
    useOneHeap();
    return runProgram(argc, argv);
  } catch (const std::exception& error) {
    // Libraries throw when memory ends; nothing of ours does.
    return complain(error.what());
  }
}
