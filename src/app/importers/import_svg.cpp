// sepax-import-svg NAME: reads a header and an SVG from standard input, writes a picture of it
// (media/import_protocol.h). Only SVG that this program has made is drawn in the program itself.

#include "app/importers/import_pipe.h"
#include "media/import_protocol.h"
#include "session/figure/svg_image.h"

#include <cstdlib>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

namespace {

using namespace sepax;
namespace protocol = sepax::import_protocol;

int reply(const Result<std::string>& made) {
  if (!made) return refuse(made.error().message);
  const bool is_written = writeStandardOutput(made->data(), made->size()) && std::fflush(stdout) == 0;
  return is_written ? 0 : refuse("the reply could not be written");
}

int replyPixels(const Result<Picture>& made) {
  if (!made) return refuse(made.error().message);
  const protocol::PictureHeader header{protocol::kPictureMagic, static_cast<std::uint32_t>(made->width),
                                       static_cast<std::uint32_t>(made->height)};
  const bool is_written = writeStandardOutput(&header, 1) &&
                          writeStandardOutput(made->rgba.data(), made->rgba.size()) && std::fflush(stdout) == 0;
  return is_written ? 0 : refuse("the reply could not be written");
}

/// Draws text and a filter while files can still be opened: libraries load fonts and tables of types at the first ones.
void warmUp() {
  constexpr std::string_view kText =
      "<svg xmlns='http://www.w3.org/2000/svg' width='8' height='8'><filter id='f'><feGaussianBlur "
      "stdDeviation='1'/></filter><g filter='url(#f)'><text y='8'>a</text><text y='8' "
      "font-family='serif'>a</text><text y='8' font-family='monospace' font-weight='bold'>a</text></g></svg>";
  static_cast<void>(pixelsOfSvg(kText, 1, SvgSource::kForeign));
}

constexpr const char* kUsage = "sepax-import-svg NAME < HEADER AND SVG";

int importFrom() {
  ::setenv("RAYON_NUM_THREADS", "1", 1);
  warmUp();
  const std::vector<std::byte> bytes = readStandardInput();
  confine(Threads::kStartsThem, Files::kFonts);
  protocol::SvgHeader header;
  if (bytes.size() < sizeof header) return refuse(std::string("usage: ") + kUsage + " (started by sepax)");
  std::memcpy(&header, bytes.data(), sizeof header);
  const std::string_view svg(reinterpret_cast<const char*>(bytes.data()) + sizeof header, bytes.size() - sizeof header);
  if (svg.size() > protocol::kMaxSvgBytes) return refuse("the SVG is too large");
  switch (header.reply) {
    case protocol::SvgReply::kPng:
      return reply(pngOfSvg(svg, header.scale, SvgSource::kForeign));
    case protocol::SvgReply::kPdf:
      return reply(pdfOfSvg(svg, SvgSource::kForeign));
    case protocol::SvgReply::kPixels:
      return replyPixels(pixelsOfSvg(svg, header.scale, SvgSource::kForeign));
  }
  return refuse("the kind of reply is not known");
}

}  // namespace

int main(int argc, char** argv) {
  return runImporter(argc, argv, kUsage, "an SVG", [](const std::string&) { return importFrom(); });
}
