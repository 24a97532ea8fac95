#include "draw/gif.h"

#include <fmt/format.h>
#include <gif_lib.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <utility>
#include <vector>

namespace sepax {
namespace {

constexpr int kColours = 256;

struct ColourMapFree {
  void operator()(ColorMapObject* map) const { GifFreeMapObject(map); }
};
using ColourMap = std::unique_ptr<ColorMapObject, ColourMapFree>;

/// A part of a picture in at most 256 colours.
struct Indexed {
  ColourMap colours;
  std::vector<GifByteType> pixels;
};

/// Pixels of a rectangle.
struct Part {
  int left = 0, top = 0, width = 0, height = 0;
};

/// The smallest rectangle that holds all that differs; a single pixel when nothing does.
Part changedPart(const Picture& before, const Picture& now) {
  if (before.rgba.empty()) return {0, 0, now.width, now.height};
  int left = now.width, right = -1, top = now.height, bottom = -1;
  const std::size_t row_bytes = static_cast<std::size_t>(now.width) * 4;
  for (int y = 0; y < now.height; ++y) {
    const std::uint8_t *a = &before.rgba[static_cast<std::size_t>(y) * row_bytes],
                       *b = &now.rgba[static_cast<std::size_t>(y) * row_bytes];
    if (std::memcmp(a, b, row_bytes) == 0) continue;
    top = std::min(top, y);
    bottom = y;
    const auto first = std::mismatch(a, a + row_bytes, b).first - a;
    auto last = static_cast<std::ptrdiff_t>(row_bytes) - 1;
    while (a[last] == b[last]) --last;
    left = std::min(left, static_cast<int>(first / 4));
    right = std::max(right, static_cast<int>(last / 4));
  }
  if (bottom < 0) return {0, 0, 1, 1};
  return {left, top, right - left + 1, bottom - top + 1};
}

Result<Indexed> inFewColours(const Picture& picture, const Part& part) {
  const std::size_t count = static_cast<std::size_t>(part.width) * static_cast<std::size_t>(part.height);
  std::array<std::vector<GifByteType>, 3> channels;
  for (auto& channel : channels) channel.reserve(count);
  for (int y = 0; y < part.height; ++y) {
    const std::uint8_t* from =
        &picture.rgba[(static_cast<std::size_t>(part.top + y) * static_cast<std::size_t>(picture.width) +
                       static_cast<std::size_t>(part.left)) *
                      4];
    for (int x = 0; x < part.width; ++x, from += 4) {
      for (std::size_t c = 0; c < 3; ++c) channels[c].push_back(from[c]);
    }
  }
  Indexed result{ColourMap(GifMakeMapObject(kColours, nullptr)), std::vector<GifByteType>(count)};
  int colours = kColours;
  if (!result.colours || GifQuantizeBuffer(static_cast<unsigned>(part.width), static_cast<unsigned>(part.height),
                                           &colours, channels[0].data(), channels[1].data(), channels[2].data(),
                                           result.pixels.data(), result.colours->Colors) == GIF_ERROR) {
    return fail(ErrorCode::kInternal, "", "the colours of the picture could not be chosen");
  }
  // giflib looks at five bits of each colour and answers in them: white would be grey. The mean of what each one stands
  // for is truer.
  std::array<std::array<std::uint64_t, 4>, kColours> sums{};
  for (std::size_t i = 0; i < count; ++i) {
    auto& sum = sums[result.pixels[i]];
    for (std::size_t c = 0; c < 3; ++c) sum[c] += channels[c][i];
    ++sum[3];
  }
  const auto mean = [](std::uint64_t sum, std::uint64_t n) { return static_cast<GifByteType>((sum + n / 2) / n); };
  for (std::size_t i = 0; i < kColours; ++i) {
    const auto& [red, green, blue, n] = sums[i];
    if (n > 0) result.colours->Colors[i] = {mean(red, n), mean(green, n), mean(blue, n)};
  }
  return result;
}

}  // namespace

struct GifWriter::File {
  std::string bytes;
  GifFileType* gif = nullptr;
  Picture last;

  ~File() {
    int error = 0;
    if (gif != nullptr) EGifCloseFile(gif, &error);
  }
  [[nodiscard]] Result<void> done(bool is_written) const {
    if (is_written) return {};
    const char* const why = GifErrorString(gif == nullptr ? 0 : gif->Error);
    return fail(ErrorCode::kInternal, "",
                fmt::format("the GIF could not be written: {}", why == nullptr ? "no reason is given" : why));
  }
};

GifWriter::GifWriter(std::unique_ptr<File> file) : file_(std::move(file)) {}
GifWriter::~GifWriter() = default;
GifWriter::GifWriter(GifWriter&&) noexcept = default;
GifWriter& GifWriter::operator=(GifWriter&&) noexcept = default;

Result<GifWriter> GifWriter::begin(int width, int height) {
  auto file = std::make_unique<File>();
  const auto append = [](GifFileType* to, const GifByteType* bytes, int count) {
    static_cast<std::string*>(to->UserData)
        ->append(reinterpret_cast<const char*>(bytes), static_cast<std::size_t>(count));
    return count;
  };
  int error = 0;
  file->gif = EGifOpen(&file->bytes, append, &error);
  SEPAX_TRY(file->done(file->gif != nullptr));
  EGifSetGifVersion(file->gif, true);
  constexpr std::array<GifByteType, 3> kForEver{1, 0, 0};
  SEPAX_TRY(
      file->done(EGifPutScreenDesc(file->gif, width, height, 8, 0, nullptr) != GIF_ERROR &&
                 EGifPutExtensionLeader(file->gif, APPLICATION_EXT_FUNC_CODE) != GIF_ERROR &&
                 EGifPutExtensionBlock(file->gif, 11, "NETSCAPE2.0") != GIF_ERROR &&
                 EGifPutExtensionBlock(file->gif, static_cast<int>(kForEver.size()), kForEver.data()) != GIF_ERROR &&
                 EGifPutExtensionTrailer(file->gif) != GIF_ERROR));
  return GifWriter(std::move(file));
}

Result<void> GifWriter::add(const Picture& picture, double seconds) {
  const Part part = changedPart(file_->last, picture);
  auto indexed = inFewColours(picture, part);
  SEPAX_TRY(indexed);
  GraphicsControlBlock control{};
  control.DisposalMode = DISPOSE_DO_NOT;
  control.DelayTime = static_cast<int>(std::lround(seconds * 100));
  control.TransparentColor = NO_TRANSPARENT_COLOR;
  std::array<GifByteType, 4> block{};
  const std::size_t size = EGifGCBToExtension(&control, block.data());
  GifFileType* const gif = file_->gif;
  SEPAX_TRY(file_->done(
      EGifPutExtension(gif, GRAPHICS_EXT_FUNC_CODE, static_cast<int>(size), block.data()) != GIF_ERROR &&
      EGifPutImageDesc(gif, part.left, part.top, part.width, part.height, false, indexed->colours.get()) != GIF_ERROR));
  for (int y = 0; y < part.height; ++y) {
    GifByteType* const row = &indexed->pixels[static_cast<std::size_t>(y) * static_cast<std::size_t>(part.width)];
    SEPAX_TRY(file_->done(EGifPutLine(gif, row, part.width) != GIF_ERROR));
  }
  file_->last = picture;
  return {};
}

Result<std::string> GifWriter::finish() {
  int error = 0;
  const bool is_closed = EGifCloseFile(std::exchange(file_->gif, nullptr), &error) != GIF_ERROR;
  SEPAX_TRY(file_->done(is_closed));
  return std::move(file_->bytes);
}

}  // namespace sepax
