#include "session/figure/svg_image.h"

#include <cairo-pdf.h>
#include <cairo.h>
#include <fmt/format.h>
#include <librsvg/rsvg.h>

#include <cmath>
#include <cstring>
#include <functional>
#include <memory>

namespace sepax {
namespace {

template <class T, auto kFree>
struct Freed {
  void operator()(T* object) const { kFree(object); }
};
using Surface = std::unique_ptr<cairo_surface_t, Freed<cairo_surface_t, cairo_surface_destroy>>;
using Context = std::unique_ptr<cairo_t, Freed<cairo_t, cairo_destroy>>;
using GObject = std::unique_ptr<void, Freed<void, g_object_unref>>;

constexpr double kPointsPerPixel = 0.75;

tl::unexpected<Error> failed(const std::string& why) {
  return fail(ErrorCode::kInternal, "", "the picture could not be drawn: " + why);
}

std::string messageOf(GError* error) {
  const std::unique_ptr<GError, Freed<GError, g_error_free>> owned(error);
  return owned ? owned->message : "no reason is given";
}

/// Reads an SVG and draws it onto a surface that `makeSurface` makes for its size in pixels.
Result<Surface> drawn(std::string_view svg, double scale, SvgSource source,
                      const std::function<Result<Surface>(double width, double height)>& makeSurface) {
  const GObject stream(g_memory_input_stream_new_from_data(svg.data(), static_cast<gssize>(svg.size()), nullptr));
  GError* error = nullptr;
  const RsvgHandleFlags flags = source == SvgSource::kOurs ? RSVG_HANDLE_FLAG_UNLIMITED : RSVG_HANDLE_FLAGS_NONE;
  const GObject handle(
      rsvg_handle_new_from_stream_sync(static_cast<GInputStream*>(stream.get()), nullptr, flags, nullptr, &error));
  if (!handle) return failed(messageOf(error));
  auto* const document = static_cast<RsvgHandle*>(handle.get());
  double width = 0, height = 0;
  if (!rsvg_handle_get_intrinsic_size_in_pixels(document, &width, &height))
    return failed("expected a width and a height in pixels");
  auto surface = makeSurface(width, height);
  SEPAX_TRY(surface);
  const Context context(cairo_create(surface->get()));
  const RsvgRectangle whole{0, 0, width * scale, height * scale};
  if (!rsvg_handle_render_document(document, context.get(), &whole, &error)) return failed(messageOf(error));
  if (const cairo_status_t status = cairo_status(context.get()); status != CAIRO_STATUS_SUCCESS)
    return failed(cairo_status_to_string(status));
  return surface;
}

cairo_status_t append(void* to, const unsigned char* bytes, unsigned int count) {
  static_cast<std::string*>(to)->append(reinterpret_cast<const char*>(bytes), count);
  return CAIRO_STATUS_SUCCESS;
}

Result<Surface> made(cairo_surface_t* surface) {
  Surface owned(surface);
  if (const cairo_status_t status = cairo_surface_status(surface); status != CAIRO_STATUS_SUCCESS)
    return failed(cairo_status_to_string(status));
  return owned;
}

/// A colour without the alpha that cairo keeps multiplied into it.
std::uint8_t divided(unsigned colour, unsigned alpha) {
  return alpha == 0 ? std::uint8_t{0} : static_cast<std::uint8_t>((colour * 255 + alpha / 2) / alpha);
}

Result<Surface> imageOf(std::string_view svg, double scale, SvgSource source) {
  const int max = source == SvgSource::kOurs ? kMaxSvgSide : kMaxForeignSvgSide;
  return drawn(svg, scale, source, [scale, max](double width, double height) -> Result<Surface> {
    width = std::round(width * scale);
    height = std::round(height * scale);
    if (!(width >= 1 && height >= 1 && width <= max && height <= max)) {
      return fail(ErrorCode::kTooLarge, "",
                  fmt::format("expected 1 to {} pixels a side, found {} × {}", max, width, height));
    }
    return made(cairo_image_surface_create(CAIRO_FORMAT_ARGB32, static_cast<int>(width), static_cast<int>(height)));
  });
}

}  // namespace

Result<Picture> pixelsOfSvg(std::string_view svg, double scale, SvgSource source) {
  const auto surface = imageOf(svg, scale, source);
  SEPAX_TRY(surface);
  Picture pixels{cairo_image_surface_get_width(surface->get()), cairo_image_surface_get_height(surface->get()), {}};
  cairo_surface_flush(surface->get());
  const unsigned char* const data = cairo_image_surface_get_data(surface->get());
  const std::ptrdiff_t stride = cairo_image_surface_get_stride(surface->get());
  pixels.rgba.reserve(static_cast<std::size_t>(pixels.width) * static_cast<std::size_t>(pixels.height) * 4);
  for (int row = 0; row < pixels.height; ++row) {
    for (int column = 0; column < pixels.width; ++column) {
      std::uint32_t argb = 0;
      std::memcpy(&argb, data + row * stride + column * 4, sizeof argb);
      const unsigned alpha = argb >> 24;
      for (const int shift : {16, 8, 0}) pixels.rgba.push_back(divided((argb >> shift) & 0xff, alpha));
      pixels.rgba.push_back(static_cast<std::uint8_t>(alpha));
    }
  }
  return pixels;
}

Result<std::string> pdfOfSvg(std::string_view svg, SvgSource source) {
  std::string bytes;
  auto surface = drawn(svg, kPointsPerPixel, source, [&](double width, double height) -> Result<Surface> {
    auto page =
        made(cairo_pdf_surface_create_for_stream(append, &bytes, width * kPointsPerPixel, height * kPointsPerPixel));
    if (page)
      cairo_pdf_surface_set_metadata(page->get(), CAIRO_PDF_METADATA_CREATE_DATE, "");  // or else the time of day
    return page;
  });
  SEPAX_TRY(surface);
  cairo_surface_finish(surface->get());
  if (const cairo_status_t status = cairo_surface_status(surface->get()); status != CAIRO_STATUS_SUCCESS) {
    return failed(cairo_status_to_string(status));
  }
  return bytes;
}

Result<std::string> pngOfSvg(std::string_view svg, double scale, SvgSource source) {
  const auto surface = imageOf(svg, scale, source);
  SEPAX_TRY(surface);
  std::string bytes;
  const cairo_status_t status = cairo_surface_write_to_png_stream(surface->get(), append, &bytes);
  if (status != CAIRO_STATUS_SUCCESS) return failed(cairo_status_to_string(status));
  return bytes;
}

bool havePixelsCome() { return false; }

}  // namespace sepax
