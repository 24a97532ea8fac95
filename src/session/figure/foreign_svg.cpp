#include "session/figure/foreign_svg.h"

#include "core/import_child.h"
#include "core/text.h"
#include "draw/gif.h"
#include "media/import_protocol.h"
#include "media/picture_import.h"

#include <fmt/format.h>

#include <cstring>
#include <utility>
#include <vector>

namespace sepax {

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
