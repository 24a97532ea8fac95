// sepax-import-picture NAME: reads a picture file from standard input, writes its pixels to standard output
// (media/import_protocol.h). A program of its own for the same reason as sepax-import, and apart from it so that meshes
// load where SDL is not installed.

#define SDL_MAIN_HANDLED
#include "app/importers/import_pipe.h"
#include "media/import_protocol.h"

#include <SDL.h>
#include <SDL_image.h>
#include <png.h>
#include <stb_image.h>

#include <algorithm>
#include <csetjmp>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace {

using namespace sepax;
namespace protocol = sepax::import_protocol;

struct FreeSurface {
  void operator()(SDL_Surface* surface) const { SDL_FreeSurface(surface); }
};
using Surface = std::unique_ptr<SDL_Surface, FreeSurface>;

int writePicture(std::uint32_t width, std::uint32_t height, const std::uint8_t* pixels, std::size_t pitch) {
  const protocol::PictureHeader header{protocol::kPictureMagic, width, height};
  bool isWritten = writeStandardOutput(&header, 1);
  for (std::uint32_t row = 0; row < height && isWritten; ++row)  // rows may be padded
    isWritten = writeStandardOutput(pixels + row * pitch, std::size_t{width} * 4);
  return isWritten && std::fflush(stdout) == 0 ? 0 : refuse("the reply could not be written");
}

std::string complaintAboutSize(std::uint32_t width, std::uint32_t height) {
  if (width == 0 || height == 0) return "the picture has no pixels";
  const bool isTooLarge = width > protocol::kMaxPictureSide || height > protocol::kMaxPictureSide ||
                          std::uint64_t{width} * height > protocol::kMaxPicturePixels;
  return isTooLarge ? "the picture is too large: " + std::to_string(width) + " x " + std::to_string(height) : "";
}

/// A reader of libpng's and what went wrong.
struct PngReader {
  png_structp reader = nullptr;
  png_infop info = nullptr;
  std::string message = "no reason";
  std::string_view rest;  ///< of the file
  std::uint32_t width = 0, height = 0;
  std::vector<std::uint8_t> pixels;

  explicit PngReader(std::string_view file) : rest(file) {
    const auto stop = [](png_structp from, png_const_charp why) {
      static_cast<PngReader*>(png_get_error_ptr(from))->message = why;
      png_longjmp(from, 1);
    };
    reader = png_create_read_struct(PNG_LIBPNG_VER_STRING, this, stop, [](png_structp, png_const_charp) {});
    info = reader != nullptr ? png_create_info_struct(reader) : nullptr;
  }
  PngReader(const PngReader&) = delete;
  PngReader& operator=(const PngReader&) = delete;
  ~PngReader() { png_destroy_read_struct(&reader, &info, nullptr); }
};

/// Until libpng jumps out of it: false, with a message. It owns nothing and changes nothing of its own.
bool readPngHeader(PngReader& png) {
  if (setjmp(png_jmpbuf(png.reader)) != 0) return false;
  png_set_read_fn(png.reader, &png, [](png_structp from, png_bytep to, std::size_t count) {
    std::string_view& rest = static_cast<PngReader*>(png_get_io_ptr(from))->rest;
    if (count > rest.size()) png_error(from, "the file ends inside its pixels");
    std::copy_n(rest.begin(), count, to);
    rest.remove_prefix(count);
  });
  png_read_info(png.reader, png.info);
  png.width = png_get_image_width(png.reader, png.info);
  png.height = png_get_image_height(png.reader, png.info);
  png_set_alpha_mode(png.reader, PNG_ALPHA_PNG, PNG_DEFAULT_sRGB);
  png_set_expand(png.reader);
  png_set_scale_16(png.reader);
  png_set_gray_to_rgb(png.reader);
  png_set_add_alpha(png.reader, 255, PNG_FILLER_AFTER);
  png_set_interlace_handling(png.reader);
  png_read_update_info(png.reader, png.info);
  return true;
}

bool readPngRows(PngReader& png, std::vector<png_bytep>& rows) {
  if (setjmp(png_jmpbuf(png.reader)) != 0) return false;
  png_read_image(png.reader, rows.data());
  return true;
}

/// By libpng itself: SDL_image shows greys beside a transparent grey in wrong colours. Row by row: its function for
/// whole images fails at interlaced ones of 16 bits.
int importPng(std::string_view file) {
  PngReader png(file);
  const auto fail = [&] { return refuse("not a picture that can be read: " + png.message); };
  if (png.info == nullptr) return refuse("needs more memory than is allowed");
  if (!readPngHeader(png)) return fail();
  if (const std::string complaint = complaintAboutSize(png.width, png.height); !complaint.empty())
    return refuse(complaint);
  const std::size_t row_bytes = std::size_t{png.width} * 4;
  if (png_get_rowbytes(png.reader, png.info) != row_bytes) return refuse("the picture cannot be converted");
  png.pixels.resize(row_bytes * png.height);
  std::vector<png_bytep> rows;
  for (std::size_t row = 0; row < png.height; ++row) rows.push_back(png.pixels.data() + row * row_bytes);
  if (!readPngRows(png, rows)) return fail();
  return writePicture(png.width, png.height, png.pixels.data(), row_bytes);
}

/// Whether all rows of a Radiance HDR are there. stb_image takes the end of a file for a run of no pixels, again and
/// again without an end.
bool hasAllHdrRows(std::string_view text, int width, int height) {
  constexpr int kMinPacked = 8, kMaxPacked = 32767;
  std::size_t at = 0;
  const auto next = [&] { return at < text.size() ? static_cast<unsigned char>(text[at++]) : 0; };
  const auto skipLine = [&] { at = std::min(text.find('\n', at), text.size() - 1) + 1; };
  while (at < text.size() && text[at] != '\n' && text[at] != '\0') skipLine();
  skipLine();
  skipLine();  // the size
  if (width < kMinPacked || width > kMaxPacked) return true;
  for (int row = 0; row < height; ++row) {
    const int first = next(), second = next(), high = next(), low = next();
    static_cast<void>(low);
    if (first != 2 || second != 2 || high > 127) return true;  // rows without runs
    for (int channel = 0; channel < 4; ++channel) {
      for (int done = 0; done < width;) {
        const int count = next();
        if (count == 0) return false;
        done += count > 128 ? count - 128 : count;
        at += count > 128 ? 1 : static_cast<std::size_t>(count);
      }
    }
    if (at > text.size()) return false;
  }
  return true;
}

/// Radiance HDR, Photoshop and a JPEG of inks by stb_image, which SDL_image lacks. Values of an HDR above 1 are shown
/// as 1.
int importByStb(const std::vector<std::byte>& bytes) {
  const auto* data = reinterpret_cast<const stbi_uc*>(bytes.data());
  const auto fail = [] {
    const char* why = stbi_failure_reason();
    return refuse(std::string("not a picture that can be read: ") + (why != nullptr ? why : "no reason"));
  };
  if (bytes.size() > std::numeric_limits<int>::max()) return refuse("the file is too large for a picture");
  const int size = static_cast<int>(bytes.size());
  int width = 0, height = 0, channels = 0;
  if (stbi_info_from_memory(data, size, &width, &height, &channels) == 0) return fail();
  const auto complaint = complaintAboutSize(static_cast<std::uint32_t>(width), static_cast<std::uint32_t>(height));
  if (!complaint.empty()) return refuse(complaint);
  const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  if (text.starts_with("#?") && !hasAllHdrRows(text, width, height))
    return refuse("the picture ends before its last row");
  const std::unique_ptr<stbi_uc, void (*)(void*)> pixels(
      stbi_load_from_memory(data, size, &width, &height, &channels, 4), stbi_image_free);
  if (!pixels) return fail();
  return writePicture(static_cast<std::uint32_t>(width), static_cast<std::uint32_t>(height), pixels.get(),
                      static_cast<std::size_t>(width) * 4);
}

std::uint32_t littleEndian(std::string_view bytes) {
  std::uint32_t value = 0;
  for (std::size_t i = 0; i < bytes.size(); ++i) value |= std::uint32_t{static_cast<unsigned char>(bytes[i])} << 8 * i;
  return value;
}

/// Whether the first picture of a TIFF says of its alpha what it is (tag ExtraSamples: 1 or 2). libtiff multiplies its
/// colours by it in either case.
bool isTiffWithAlpha(std::string_view file) {
  constexpr std::size_t kEntry = 12, kFirst = 2, kValue = 8;
  constexpr std::uint32_t kExtraSamples = 338;
  const bool is_little = file.starts_with(std::string_view("II*\0", 4));
  if (!is_little && !file.starts_with(std::string_view("MM\0*", 4))) return false;
  const auto number = [&](std::size_t at, std::size_t size) {
    std::string bytes(file.substr(std::min(at, file.size()), size));
    if (!is_little) std::reverse(bytes.begin(), bytes.end());
    return littleEndian(bytes);
  };
  const std::size_t folder = number(4, 4), count = number(folder, 2);
  for (std::size_t i = 0; i < count && folder + kFirst + i * kEntry < file.size(); ++i) {
    const std::size_t entry = folder + kFirst + i * kEntry;
    const std::uint32_t kind = number(entry + kValue, 2);
    if (number(entry, 2) == kExtraSamples) return kind == 1 || kind == 2;
  }
  return false;
}

/// Divides colours by their alpha again.
void divideByAlpha(SDL_Surface& rgba) {
  auto* const first = static_cast<std::uint8_t*>(rgba.pixels);
  for (int y = 0; y < rgba.h; ++y) {
    std::uint8_t* const row = first + std::ptrdiff_t{y} * rgba.pitch;
    for (std::uint8_t* pixel = row; pixel < row + std::ptrdiff_t{rgba.w} * 4; pixel += 4) {
      const int alpha = pixel[3];
      for (int c = 0; c < 3 && alpha > 0; ++c)
        pixel[c] = static_cast<std::uint8_t>(std::min((pixel[c] * 255 + alpha / 2) / alpha, 255));
    }
  }
}

/// How many colours a pixel of a JPEG has, by its frame's header, and whether Adobe's segment says which ones.
struct JpegColours {
  int count = 0;
  bool are_said = false;
};

JpegColours coloursOfJpeg(std::string_view file) {
  constexpr unsigned kAdobe = 0xEE, kFirstFrame = 0xC0, kLastFrame = 0xCF, kScan = 0xDA;
  constexpr std::size_t kCount = 9;
  const auto byte = [&](std::size_t at) { return static_cast<unsigned char>(file[at]); };
  JpegColours out;
  for (std::size_t at = 2; at + kCount < file.size() && byte(at) == 0xFF;) {
    const unsigned kind = byte(at + 1);
    const bool has_size = kind != 0xFF;  // else it fills
    const bool is_table = kind == 0xC4 || kind == 0xC8 || kind == 0xCC;
    if (kind == kScan) break;
    if (kind == kAdobe) out.are_said = out.are_said || file.substr(at + 4).starts_with("Adobe");
    if (kind >= kFirstFrame && kind <= kLastFrame && !is_table) out.count = byte(at + kCount);
    at += has_size ? 2 + (std::size_t{byte(at + 2)} << 8 | byte(at + 3)) : 1;
  }
  return out;
}

/// The first frame of an animated WebP as a file of its own, which SDL_image reads; empty where there is none.
std::vector<std::byte> firstFrame(std::string_view webp) {
  constexpr std::string_view kStart = "WEBPVP8X";
  constexpr std::size_t kName = 4, kHead = 8, kFrameHead = 16;
  if (!webp.starts_with("RIFF") || !webp.substr(kHead).starts_with(kStart)) return {};
  for (std::size_t at = kHead + kName; at + kHead <= webp.size();) {
    const std::size_t size = littleEndian(webp.substr(at + kName, 4));
    const std::string_view chunk = webp.substr(at + kHead, size);
    if (webp.substr(at, kName) == "ANMF" && chunk.size() > kFrameHead) {
      // A head that says of what size it is, perhaps with alpha; the frame has its own as six bytes.
      std::string file = "RIFF    " + std::string(kStart) + std::string("\x0A\0\0\0\x10\0\0\0", 8);
      file.append(chunk.substr(6, 6)).append(chunk.substr(kFrameHead));
      for (int i = 0; i < 4; ++i) file[kName + i] = static_cast<char>((file.size() - kHead) >> 8 * i);
      const auto bytes = std::as_bytes(std::span(file));
      return {bytes.begin(), bytes.end()};
    }
    at += kHead + size + size % 2;
  }
  return {};
}

int importFrom(const std::string& name) {
  std::vector<std::byte> bytes = readStandardInput();
  IMG_Init(IMG_INIT_JPG | IMG_INIT_PNG | IMG_INIT_TIF | IMG_INIT_WEBP);  // may load libraries
  confine();
  constexpr std::string_view kPngMark = "\x89PNG\r\n\x1A\n";
  const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  if (text.starts_with(kPngMark)) return importPng(text);
  if (text.starts_with("8BPS") || text.starts_with("#?RADIANCE") || text.starts_with("#?RGBE"))
    return importByStb(bytes);
  if (text.starts_with("\xFF\xD8\xFF")) {
    const JpegColours colours = coloursOfJpeg(text);
    if (colours.count == 4 && !colours.are_said)
      return refuse("a JPEG of four colours a pixel that does not say which ones: such are not shown");
    if (colours.count == 4) return importByStb(bytes);  // SDL_image shows ink as light
  }
  const bool is_multiplied = isTiffWithAlpha(text);
  if (auto frame = firstFrame(text); !frame.empty()) bytes = std::move(frame);
  const std::size_t dot = name.find_last_of('.');
  const std::string extension = dot == std::string::npos ? "" : name.substr(dot + 1);
  SDL_RWops* stream = SDL_RWFromConstMem(bytes.data(), static_cast<int>(bytes.size()));
  if (stream == nullptr) return refuse("the file is too large for a picture");
  // The type is a hint for formats without a mark (TGA); all others are detected by content.
  const Surface loaded(IMG_LoadTyped_RW(stream, 1, extension.c_str()));
  if (!loaded) return refuse(std::string("not a picture that can be read: ") + IMG_GetError());
  const auto width = static_cast<std::uint32_t>(loaded->w), height = static_cast<std::uint32_t>(loaded->h);
  if (const std::string complaint = complaintAboutSize(width, height); !complaint.empty()) return refuse(complaint);
  const Surface pixels(SDL_ConvertSurfaceFormat(loaded.get(), SDL_PIXELFORMAT_RGBA32, 0));
  if (!pixels) return refuse(std::string("the picture cannot be converted: ") + SDL_GetError());
  if (is_multiplied) divideByAlpha(*pixels);
  return writePicture(width, height, static_cast<const std::uint8_t*>(pixels->pixels),
                      static_cast<std::size_t>(pixels->pitch));
}

}  // namespace

int main(int argc, char** argv) {
  return runImporter(argc, argv, "sepax-import-picture NAME < PICTURE", "a picture", importFrom);
}
