#include "app/picture.h"

#include "app/gl_window.h"
#include "app/png.h"
#include "app/ui_session.h"
#include "core/platform.h"
#include "core/text.h"
#include "session/open.h"
#include "session/script.h"

#include <fmt/format.h>

#include <limits>
#include <string_view>
#include <utility>
#include <vector>

namespace sepax {
namespace {

constexpr std::uint64_t kMaxScript = 1u << 20;
// Regions measure themselves in a frame and use it in the next; panels inside them once more.
constexpr int kFramesToSettle = 5;

/// "A,B": ids may hold commas, so the comma is the one that leaves a tested pair on both sides, else the first.
std::vector<std::string> pairWords(const Document& document, const std::string& text) {
  std::vector<std::string> words{"pair", text.substr(0, text.find(',')), ""};
  if (const std::size_t comma = text.find(','); comma != std::string::npos) words[2] = text.substr(comma + 1);
  for (std::size_t comma = text.find(','); comma != std::string::npos; comma = text.find(',', comma + 1)) {
    const std::string a = text.substr(0, comma), b = text.substr(comma + 1);
    if (findBody(document, a) != nullptr && findBody(document, b) != nullptr) return {"pair", a, b};
  }
  return words;
}

/// What the options say, as the words of a script.
Result<void> applyOptions(const PictureJob& job, ScriptStage& stage) {
  const auto run = [&](const char* option, const std::vector<std::string>& words) -> Result<void> {
    auto done = runScriptWords(words, stage);
    if (!done) done.error().where = option;
    return done;
  };
  Result<void> done;
  if (job.entry) done = run("--entry", {"entry", *job.entry});
  if (done && job.theme) done = run("--theme", {"theme", *job.theme});
  if (done && job.language) done = run("--language", {"language", *job.language});
  if (done && job.pair) done = run("--pair", pairWords(stage.workspace.history.document(), *job.pair));
  if (done && job.axis) done = run("--axis", {"pin", *job.axis});
  return done;
}

}  // namespace

Result<void> renderPicture(const PictureJob& job) {
  // A picture under another name would open nowhere.
  const bool as_svg = hasExtension(job.output, {".svg"});
  if (!as_svg && !hasExtension(job.output, {".png"})) {
    return fail(ErrorCode::kUnsupported, "--output", fmt::format("expected a file that ends in .png or .svg, found \"{}\"", job.output));
  }
  if (as_svg && job.whole_window)
    return fail(ErrorCode::kUnsupported, "--ui", "expected --output with .png: an SVG holds the viewport alone");
  if (!as_svg && job.transparent)
    return fail(ErrorCode::kUnsupported, "--transparent", "expected --output with .svg: a PNG has a background");
  // Outlives what follows, whose OpenGL objects need its context. Opened late: errors of the input need no OpenGL.
  std::optional<GlWindow> window;
  UiSession session;
  if (const auto shipped = dataPath("imgui.ini")) session.loadSettings(*shipped);
  session.workspace.recent_files.clear();
  SEPAX_TRY(openPath(session.workspace, job.file));
  updateReports(session.workspace);
  ScriptStage stage = scriptStage(session.workspace, session.shell);
  SEPAX_TRY(applyOptions(job, stage));
  Result<std::string> script = std::string();
  if (job.script) script = readFile(*job.script, kMaxScript);
  SEPAX_TRY(script);

  auto opened_window = GlWindow::open({.width = 64, .height = 64, .offscreen = true});
  SEPAX_TRY(opened_window);
  window.emplace(std::move(*opened_window));
  Framebuffer canvas;
  SEPAX_TRY(session.attach(*window, UiSession::Input::kFixed));
  SEPAX_TRY(canvas.resize(job.width, job.height, 0));
  if (canvas.width() != job.width || canvas.height() != job.height) {
    return fail(ErrorCode::kTooLarge, "--size",
                fmt::format("the OpenGL driver draws at most {} × {} pixels", canvas.width(), canvas.height()));
  }
  session.setFixedSize(job.width, job.height);
  const auto content = job.whole_window ? UiSession::Content::kWholeWindow : UiSession::Content::kViewportOnly;
  const auto settle = [&](int frames) {
    for (int i = 0; i < frames; ++i) session.layOut(content);
  };
  settle(kFramesToSettle);
  if (const auto ran = runScript(*script, job.script.value_or(""), stage, [&] { settle(2); }); !ran) return ran;
  // The window tests a crowd's pairs a few milliseconds a frame; a picture waits for all of them.
  updateReports(session.workspace, std::numeric_limits<double>::infinity());
  // A time or a rate would be another one in every picture.
  session.workspace.reports.shown_test_us = 0;
  session.workspace.reports.costs = {};
  session.shell.frame_seconds = -1;
  settle(kFramesToSettle);
  if (as_svg) {
    if (!showsScene(session.workspace))
      return fail(ErrorCode::kUnsupported, "--output", "expected .png: this is no scene, and only a scene is drawn as SVG");
    auto svg = session.svg(job.transparent ? FigureBackground::kNone : FigureBackground::kTheme);
    if (!svg) {
      svg.error().where = job.output;
      return tl::unexpected(svg.error());
    }
    return writeFileAtomically(job.output, *svg);
  }
  session.draw(canvas.width(), canvas.height(), &canvas);
  canvas.resolve();
  return savePng(canvas.read(), job.output);
}

}  // namespace sepax
