#include "app/window/png.h"

#include "core/platform.h"

#include <SDL.h>
#include <SDL_image.h>

#include <memory>
#include <string_view>

namespace sepax {

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

}  // namespace sepax
