// A browser draws an SVG itself, but not while it is asked. A "PNG" is the SVG with its scale: the page, which hands
// out each file that is saved, makes the pixels of it (web/page.js). A worker waits for pixels; others find them the
// next time they ask.

#include "core/language.h"
#include "core/worker_web.h"
#include "session/figure/svg_image.h"

#include <emscripten.h>
#include <fmt/format.h>

#include <map>
#include <utility>

namespace sepax {

namespace {

std::map<std::string, Picture, std::less<>> drawn;  // by their SVG
struct Asked {
  std::string svg;
  bool by_worker;  ///< that waits for it
};
std::vector<Asked> asked;
bool has_come = false;

/// An empty one is that of an SVG that the browser does not draw, or not so large.
Result<Picture> wholePicture(Picture picture) {
  if (picture.rgba.empty()) return fail(ErrorCode::kTooLarge, "", tr("the browser draws no picture of this size"));
  return picture;
}

}  // namespace

Result<Picture> pixelsOfSvg(std::string_view svg, double scale, SvgSource) {
  if (const auto found = drawn.find(svg); found != drawn.end()) return wholePicture(found->second);
  asked.push_back({std::string(svg), currentWorker() != 0});
  EM_ASM({ sepaxPage.draw($0, UTF8ToString($1), $2); }, static_cast<int>(asked.size()) - 1, asked.back().svg.c_str(),
         scale);
  constexpr double kPauseMs = 100;  // then it may be cancelled
  while (suspendWorker(&drawn, kPauseMs)) {
    if (const auto found = drawn.find(svg); found != drawn.end()) return wholePicture(drawn.extract(found).mapped());
    if (cancelFlag() != nullptr && *cancelFlag()) return fail(ErrorCode::kUnsupported, "", tr("cancelled"));
  }
  return fail(ErrorCode::kUnsupported, "", tr("the browser is drawing this: save it again in a moment"));
}

bool havePixelsCome() { return std::exchange(has_come, false); }

Result<std::string> pngOfSvg(std::string_view svg, double scale, SvgSource) {
  return fmt::format("<!--scale {}-->{}", scale, svg);
}

Result<std::string> pdfOfSvg(std::string_view, SvgSource) {
  return fail(ErrorCode::kUnsupported, "",
              tr("only the desktop version of Sepax makes PDF; save an SVG or a PNG here"));
}

}  // namespace sepax

/// The page has drawn what it was asked for: `width` × `height` × 4 bytes, none where it cannot.
extern "C" EMSCRIPTEN_KEEPALIVE void sepaxPixels(int id, int width, int height, const std::uint8_t* rgba) {
  using namespace sepax;
  const std::size_t size = std::size_t(width) * std::size_t(height) * 4;
  Asked& answered = asked.at(static_cast<std::size_t>(id));
  drawn[std::move(answered.svg)] = {.width = width, .height = height, .rgba = {rgba, rgba + size}};
  has_come = has_come || !answered.by_worker;
  notifyWorkers(&drawn);
}
