#include "media/picture_import.h"

#include "bundle/byte_source.h"
#include "core/import_child.h"
#include "core/language.h"
#include "core/text.h"
#include "media/audio_facts.h"
#include "media/import_protocol.h"
#include "media/texture_file.h"

#include <algorithm>
#include <cstring>
#include <string_view>

namespace sepax {

namespace protocol = import_protocol;

bool isPictureName(const std::string& path) {
  return hasExtension(path, {".png", ".jpg", ".jpeg", ".webp", ".bmp", ".gif", ".tga", ".pcx", ".tif", ".tiff", ".qoi",
                             ".hdr", ".psd", ".dds", ".ktx", ".ktx2"});
}

namespace {

constexpr std::uint64_t kUnknownPixels = 8 << 20;  ///< of formats whose header is not looked at
constexpr std::string_view kPngMark = "\x89PNG\r\n\x1A\n";

std::uint32_t bigAt(std::string_view text, std::size_t offset) {
  std::uint32_t value = 0;
  for (std::size_t i = 0; i < 4; ++i) value = value << 8 | static_cast<unsigned char>(text[offset + i]);
  return value;
}

/// Whether all chunks of a PNG are there: the library would take memory for what a cut one claims. The number of its
/// pixels.
Result<std::uint64_t> checkPng(std::string_view text, const std::string& where) {
  constexpr std::size_t kHead = 8, kAround = 12, kHeaderChunk = 13;
  std::uint64_t pixels = 0;
  for (std::size_t at = kPngMark.size(); at < text.size();) {
    const std::size_t left = text.size() - at;
    const std::uint64_t length = left < kAround ? 0 : bigAt(text, at);
    if (left < kAround || length > left - kAround)
      return fail(ErrorCode::kDamaged, where, trf("the PNG ends inside the chunk at {}", at));
    const std::string_view kind = text.substr(at + 4, 4);
    if ((at == kPngMark.size()) != (kind == "IHDR") || (kind == "IHDR" && length != kHeaderChunk))
      return fail(ErrorCode::kSyntax, where,
                  trf("the PNG's chunk at {} is {}, expected its header first, once", at, printableLine(kind)));
    if (kind == "IHDR") {
      const std::uint64_t width = bigAt(text, at + kHead), height = bigAt(text, at + kHead + 4);
      if (width > protocol::kMaxPictureSide || height > protocol::kMaxPictureSide ||
          width * height > protocol::kMaxPicturePixels)
        return fail(ErrorCode::kTooLarge, where, trf("the picture has {} x {} pixels, too many", width, height));
      pixels = width * height;
    }
    if (kind == "IEND") return pixels;
    at += kAround + length;
  }
  return fail(ErrorCode::kDamaged, where, tr("the PNG has no end"));
}

/// The limits of the importer for so many bytes and pixels: small pictures are read in a moment, or never.
ChildLimits limitsFor(std::uint64_t bytes, std::uint64_t pixels) {
  constexpr std::uint64_t kBytesPerSecond = 1 << 20, kPixelsPerSecond = 4 << 20;
  constexpr int kSeconds = 2, kMaxSeconds = 30, kWaitFactor = 5;
  ChildLimits limits = kImportLimits;
  limits.cpu_seconds = static_cast<int>(
      std::min<std::uint64_t>(kSeconds + bytes / kBytesPerSecond + pixels / kPixelsPerSecond, kMaxSeconds));
  limits.wall_seconds = kWaitFactor * limits.cpu_seconds;
  return limits;
}

}  // namespace

Result<Picture> pictureOfReply(std::span<const std::byte> reply, const std::string& name) {
  const auto refuse = [&](const char* why) { return fail(ErrorCode::kInternal, toValidUtf8(name), why); };
  protocol::PictureHeader header;
  if (reply.size() < sizeof header) return refuse(tr("the importer's reply is cut off"));
  std::memcpy(&header, reply.data(), sizeof header);
  const bool isSized = header.width > 0 && header.height > 0 && header.width <= protocol::kMaxPictureSide &&
                       header.height <= protocol::kMaxPictureSide;
  if (header.magic != protocol::kPictureMagic || !isSized ||
      reply.size() != sizeof header + std::uint64_t{header.width} * header.height * 4) {
    return refuse(tr("the importer's reply contradicts itself"));
  }
  Picture picture{static_cast<int>(header.width), static_cast<int>(header.height), {}};
  picture.rgba.resize(reply.size() - sizeof header);
  std::memcpy(picture.rgba.data(), reply.data() + sizeof header, picture.rgba.size());
  return picture;
}

Result<Picture> importPicture(std::span<const std::byte> bytes, const std::string& name) {
  const auto refuse = [&](ErrorCode code, const char* why) { return fail(code, toValidUtf8(name), why); };
  if (bytes.empty()) return refuse(ErrorCode::kSyntax, tr("the file is empty, expected a picture"));
  if (isTextureFile(bytes)) {
    return readTextureFile(bytes, name).and_then([&](const TextureFile& file) {
      return decodeLevel(bytes, file, 0, name);
    });
  }
  const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  const auto pixels =
      text.starts_with(kPngMark) ? checkPng(text, toValidUtf8(name)) : Result<std::uint64_t>(kUnknownPixels);
  SEPAX_TRY(pixels);
  auto reply = runImport("sepax-import-picture", bytes, name, limitsFor(bytes.size(), *pixels));
  SEPAX_TRY(reply);

  return pictureOfReply(*reply, name);
}

static_assert(Sound::kChannels == protocol::kSoundChannels);

Result<Sound> importSound(std::span<const std::byte> bytes, const std::string& name) {
  constexpr std::uint64_t kBytesPerSecond = 1 << 20;
  constexpr int kSeconds = 2, kMaxSeconds = 30, kWaitFactor = 5;
  ChildLimits limits = kImportLimits;
  limits.cpu_seconds =
      static_cast<int>(std::min<std::uint64_t>(kSeconds + bytes.size() / kBytesPerSecond, kMaxSeconds));
  limits.wall_seconds = kWaitFactor * limits.cpu_seconds;
  Sound sound;
  const auto facts = readAudioFacts(*memorySource({bytes.begin(), bytes.end()}));
  if (facts && facts->rate >= protocol::kMinSoundRate && facts->rate <= protocol::kMaxSoundRate)
    sound.rate = static_cast<int>(facts->rate);
  const protocol::SoundFileHeader asked{.rate = static_cast<std::uint32_t>(sound.rate)};
  const auto head = std::as_bytes(std::span(&asked, 1));
  std::vector<std::byte> input(head.begin(), head.end());
  input.insert(input.end(), bytes.begin(), bytes.end());
  const auto reply = runImport("sepax-import-sound", input, name, limits);
  SEPAX_TRY(reply);
  protocol::SoundHeader header;
  constexpr std::uint64_t kFrameBytes = sizeof(std::int16_t) * Sound::kChannels;
  if (reply->size() >= sizeof header) std::memcpy(&header, reply->data(), sizeof header);
  const bool is_whole = reply->size() == sizeof header + std::uint64_t{header.frame_count} * kFrameBytes;
  if (header.magic != protocol::kSoundMagic || !is_whole || header.frame_count == 0 ||
      header.frame_count > protocol::kMaxSoundFrames)
    return fail(ErrorCode::kInternal, toValidUtf8(name), tr("the importer's reply contradicts itself"));
  sound.samples.resize(std::size_t{header.frame_count} * Sound::kChannels);
  std::memcpy(sound.samples.data(), reply->data() + sizeof header, reply->size() - sizeof header);
  return sound;
}

std::vector<WaveColumn> waveform(const Sound& sound, std::size_t columns) {
  constexpr float kFull = 32768;
  const std::size_t count = std::min(columns, sound.frames());
  std::vector<WaveColumn> out;
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t from = i * sound.frames() / count, to = (i + 1) * sound.frames() / count;
    const auto part = std::span(sound.samples).subspan(from * Sound::kChannels, (to - from) * Sound::kChannels);
    const auto [low, high] = std::ranges::minmax(part);
    out.push_back({static_cast<float>(low) / kFull, static_cast<float>(high) / kFull});
  }
  return out;
}

}  // namespace sepax
