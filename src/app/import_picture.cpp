// sepax-import-picture NAME: reads a picture file from standard input, writes its pixels to standard output (scene/import_protocol.h).
// A program of its own for the same reason as sepax-import, and apart from it so that meshes load where SDL is not installed.

#define SDL_MAIN_HANDLED
#include "app/import_pipe.h"
#include "scene/import_protocol.h"

#include <SDL.h>
#include <SDL_image.h>

#include <cstdint>
#include <exception>
#include <memory>
#include <string>
#include <vector>

namespace {

using namespace sepax;
namespace protocol = sepax::import_protocol;

struct FreeSurface {
  void operator()(SDL_Surface* surface) const { SDL_FreeSurface(surface); }
};
using Surface = std::unique_ptr<SDL_Surface, FreeSurface>;

int importFrom(const std::string& name) {
  const std::vector<std::byte> bytes = readStandardInput();
  const std::size_t dot = name.find_last_of('.');
  const std::string extension = dot == std::string::npos ? "" : name.substr(dot + 1);
  SDL_RWops* stream = SDL_RWFromConstMem(bytes.data(), static_cast<int>(bytes.size()));
  if (stream == nullptr) return refuse("the file is too large for a picture");
  // The type is a hint for formats without a mark (TGA); all others are detected by content.
  const Surface loaded(IMG_LoadTyped_RW(stream, 1, extension.c_str()));
  if (!loaded) return refuse(std::string("not a picture that can be read: ") + IMG_GetError());
  const auto width = static_cast<std::uint32_t>(loaded->w), height = static_cast<std::uint32_t>(loaded->h);
  if (width == 0 || height == 0) return refuse("the picture has no pixels");
  if (width > protocol::kMaxPictureSide || height > protocol::kMaxPictureSide ||
      std::uint64_t{width} * height > protocol::kMaxPicturePixels) {
    return refuse("the picture is too large: " + std::to_string(width) + " x " + std::to_string(height));
  }
  const Surface pixels(SDL_ConvertSurfaceFormat(loaded.get(), SDL_PIXELFORMAT_RGBA32, 0));
  if (!pixels) return refuse(std::string("the picture cannot be converted: ") + SDL_GetError());
  const protocol::PictureHeader header{protocol::kPictureMagic, width, height};
  bool isWritten = writeStandardOutput(&header, 1);
  for (std::uint32_t row = 0; row < height && isWritten; ++row) {  // rows may be padded
    isWritten =
        writeStandardOutput(static_cast<const std::uint8_t*>(pixels->pixels) + std::size_t{row} * static_cast<std::size_t>(pixels->pitch),
                            std::size_t{width} * 4);
  }
  return isWritten && std::fflush(stdout) == 0 ? 0 : refuse("the reply could not be written");
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) return refuse("usage: sepax-import-picture NAME < PICTURE (started by sepax)");
  try {
    return importFrom(argv[1]);
  } catch (const std::exception& error) {
    return refuse(std::string("not a picture that can be read: ") + error.what());
  }
}
