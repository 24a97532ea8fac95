#include "session/figure/figure.h"

#include "core/import_child.h"
#include "core/text.h"
#include "draw/gif.h"
#include "media/import_protocol.h"
#include "media/picture_import.h"
#include "session/figure/svg_image.h"

#include <fmt/format.h>

#include <cstring>

namespace sepax {

namespace {

constexpr FigureFormatRow kFormats[] = {
    {FigureFormat::kSvg, "SVG", ".svg",
     "Lines and texts, sharp at every size; drawing programs and slides can change them."},
    {FigureFormat::kPdf, "PDF", ".pdf", "Lines and texts, sharp at every size: for papers."},
    {FigureFormat::kPng, "PNG", ".png", "Pixels, for everything else.", true},
    {FigureFormat::kGif, "GIF", ".gif", "Pictures that play: a sweep, steps, a turn around the scene.", true, true},
};

Result<std::string> encodeGif(std::span<const FigureFrame> frames, double scale,
                              const std::function<bool(std::size_t)>& goes_on) {
  std::optional<GifWriter> gif;
  for (std::size_t i = 0; i < frames.size(); ++i) {
    if (goes_on && !goes_on(i)) return fail(ErrorCode::kInternal, "", "cancelled");
    const auto pixels = pixelsOfSvg(frames[i].svg, scale);
    SEPAX_TRY(pixels);
    if (!gif) {
      auto begun = GifWriter::begin(pixels->width, pixels->height);
      SEPAX_TRY(begun);
      gif = std::move(*begun);
    }
    SEPAX_TRY(gif->add(*pixels, frames[i].seconds));
  }
  return gif->finish();
}

}  // namespace

std::span<const FigureFormatRow> figureFormats() { return kFormats; }
const FigureFormatRow& rowOf(FigureFormat format) { return kFormats[static_cast<std::size_t>(format)]; }

std::optional<FigureFormat> figureFormatOf(const std::string& path) {
  for (const FigureFormatRow& row : kFormats) {
    if (hasExtension(path, {row.ending})) return row.format;
  }
  return std::nullopt;
}

Result<std::string> encodeFigure(FigureFormat format, std::span<const FigureFrame> frames, double scale,
                                 const std::function<bool(std::size_t)>& goes_on) {
  if (frames.empty()) return fail(ErrorCode::kInternal, "", "no picture was made");
  switch (format) {
    case FigureFormat::kSvg:
      return frames.front().svg;
    case FigureFormat::kPdf:
      return pdfOfSvg(frames.front().svg);
    case FigureFormat::kPng:
      return pngOfSvg(frames.front().svg, scale);
    case FigureFormat::kGif:
      return encodeGif(frames, scale, goes_on);
  }
  return fail(ErrorCode::kInternal, "", "unknown format");
}

namespace {

namespace protocol = import_protocol;

const ChildLimits kSvgLimits = {
    .memory_bytes = 1ull << 30, .cpu_seconds = 10, .wall_seconds = 60, .output_bytes = 320u << 20};

Result<std::string> gifOf(const Picture& picture) {
  auto gif = GifWriter::begin(picture.width, picture.height);
  SEPAX_TRY(gif);
  SEPAX_TRY(gif->add(picture, 0));
  return gif->finish();
}

}  // namespace

Result<std::string> convertForeignSvg(std::string_view svg, const std::string& name, FigureFormat format,
                                      double scale) {
  if (format == FigureFormat::kSvg) return std::string(svg);
  if (svg.size() > protocol::kMaxSvgBytes) {
    return fail(
        ErrorCode::kTooLarge, toValidUtf8(name),
        fmt::format("has {} bytes, an SVG that is converted has {} at most", svg.size(), protocol::kMaxSvgBytes));
  }
  const protocol::SvgHeader header{.reply = format == FigureFormat::kPng   ? protocol::SvgReply::kPng
                                            : format == FigureFormat::kPdf ? protocol::SvgReply::kPdf
                                                                           : protocol::SvgReply::kPixels,
                                   .scale = scale};
  std::vector<std::byte> input(sizeof header + svg.size());
  std::memcpy(input.data(), &header, sizeof header);
  std::memcpy(input.data() + sizeof header, svg.data(), svg.size());
  auto reply = runImport("sepax-import-svg", input, name, kSvgLimits);
  SEPAX_TRY(reply);
  if (format == FigureFormat::kGif) return pictureOfReply(*reply, name).and_then(gifOf);
  return std::string(reinterpret_cast<const char*>(reply->data()), reply->size());
}

}  // namespace sepax
