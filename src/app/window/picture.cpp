#include "app/window/picture.h"

#include "app/window/gl_window.h"
#include "app/window/ui_session.h"
#include "core/platform.h"
#include "render/textures.h"
#include "session/figure/figure.h"
#include "session/film.h"
#include "session/lab/replaying.h"
#include "session/open.h"
#include "session/scene/reports.h"
#include "session/script/script.h"
#include "session/script/script_words.h"

#include <SDL.h>
#include <SDL_image.h>
#include <fmt/format.h>

#include <limits>
#include <memory>
#include <string_view>
#include <utility>
#include <vector>

namespace sepax {

namespace {

/// Writes a picture as PNG, atomically.
Result<void> savePng(const Image& image, const std::string& path) {
  const auto failed = [&] {
    return fail(ErrorCode::kInternal, path, std::string("the picture could not be encoded: ") + SDL_GetError());
  };
  // SDL only reads the pixels.
  auto* pixels = const_cast<std::uint8_t*>(image.rgba.data());
  const std::unique_ptr<SDL_Surface, decltype(&SDL_FreeSurface)> surface(
      SDL_CreateRGBSurfaceWithFormatFrom(pixels, image.width, image.height, 32, image.width * 4,
                                         SDL_PIXELFORMAT_RGBA32),
      SDL_FreeSurface);
  if (!surface) return failed();
  // Deflate grows incompressible data by less than this.
  std::string bytes(image.rgba.size() + image.rgba.size() / 64 + 65536, '\0');
  SDL_RWops* stream = SDL_RWFromMem(bytes.data(), static_cast<int>(bytes.size()));
  if (stream == nullptr) return failed();
  const bool written = IMG_SavePNG_RW(surface.get(), stream, 0) == 0;
  const Sint64 size = SDL_RWtell(stream);
  SDL_RWclose(stream);
  if (!written || size <= 0) return failed();
  return writeFileAtomically(path, std::string_view(bytes).substr(0, static_cast<std::size_t>(size)));
}

constexpr std::uint64_t kMaxScript = 1u << 20;
// Regions measure themselves in a frame and use it in the next; panels inside them once more.
constexpr int kFramesToSettle = 5;

/// Executes the options as words of a script.
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

/// A picture that is drawn by lines, and not by OpenGL as the window is.
bool isFigure(const PictureJob& job, FigureFormat format) {
  return format != FigureFormat::kPng || job.is_transparent || job.scale.has_value();
}

/// By the end of the output's name; an error when that or an option does not fit it.
Result<FigureFormat> formatOf(const PictureJob& job) {
  const auto format = figureFormatOf(job.output);
  if (!format) {
    return fail(ErrorCode::kUnsupported, "--output",
                fmt::format("expected a file that ends in .png, .svg, .pdf or .gif, found \"{}\"", job.output));
  }
  const FigureFormatRow& row = rowOf(*format);
  const auto refuse = [&](const char* option, const char* expected) {
    return fail(ErrorCode::kUnsupported, option, expected);
  };
  if (job.whole_window && isFigure(job, *format))
    return refuse(
        "--ui",
        "expected --output with .png and neither --transparent nor --scale: other pictures hold the viewport alone");
  if (job.is_transparent && row.plays)
    return refuse("--transparent", "expected --output with .svg, .pdf or .png: a GIF has a background");
  if (job.scale && !row.has_pixels)
    return refuse("--scale", "expected --output with .png or .gif: what has no pixels fits every size");
  if (job.scale && !(*job.scale >= 0.1 && *job.scale <= 16))
    return refuse("--scale", "expected a number from 0.1 to 16");
  if (job.film && !row.plays) return refuse("--film", "expected --output with .gif");
  return *format;
}

/// The film of that name among the scene's; nullopt without a name.
Result<std::optional<Film>> filmNamed(const Workspace& workspace, const std::optional<std::string>& word) {
  if (!word) return std::nullopt;
  std::string known;
  for (const FilmRow& row : films()) {
    if (!isOffered(workspace, row.film)) continue;
    if (*word == row.word) return row.film;
    known += (known.empty() ? "" : ", ") + std::string(row.word);
  }
  if (known.empty()) known = "nothing, since nothing plays here";
  return fail(ErrorCode::kNotFound, "--film",
              fmt::format("expected what this scene plays ({}), found \"{}\"", known, *word));
}

Result<void> saveFigure(UiSession& session, const PictureJob& job, FigureFormat format) {
  if (!showsScene(session.workspace))
    return fail(ErrorCode::kUnsupported, "--output",
                "expected .png without --transparent and --scale: this is no scene to be drawn by lines");
  const auto film = filmNamed(session.workspace, job.film);
  SEPAX_TRY(film);
  const FigureBackground background = job.is_transparent    ? FigureBackground::kNone
                                      : rowOf(format).plays ? FigureBackground::kPlain
                                                            : FigureBackground::kTheme;
  const auto frames = session.figure(format, background, *film);
  const auto bytes = frames ? encodeFigure(format, *frames, job.scale.value_or(1)) : tl::unexpected(frames.error());
  if (!bytes) return fail(bytes.error().code, job.output, bytes.error().message);
  return writeFileAtomically(job.output, *bytes);
}

/// An SVG as another kind of picture.
Result<void> convertSvg(const PictureJob& job, FigureFormat format) {
  constexpr std::uint64_t kMaxSvg = 256u << 20;
  auto svg = readFile(job.file, kMaxSvg);
  SEPAX_TRY(svg);
  const auto bytes = convertForeignSvg(*svg, job.file, format, job.scale.value_or(1));
  SEPAX_TRY(bytes);
  return writeFileAtomically(job.output, *bytes);
}

}  // namespace

Result<void> renderPicture(const PictureJob& job) {
  // A picture under another name would open nowhere.
  const auto format = formatOf(job);
  SEPAX_TRY(format);
  if (job.file.ends_with(".svg")) return convertSvg(job, *format);
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
  followPairHistory(session.workspace, session.workspace, std::numeric_limits<double>::infinity());
  // A time or a rate would be another one in every picture.
  session.workspace.reports.shown_test_us = 0;
  session.workspace.reports.costs = {};
  session.shell.frame_seconds = -1;
  settle(kFramesToSettle);
  if (isFigure(job, *format)) return saveFigure(session, job, *format);
  session.draw(canvas.width(), canvas.height(), canvas);
  canvas.resolve();
  return savePng(canvas.read(), job.output);
}

}  // namespace sepax
