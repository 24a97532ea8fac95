#include "media/sound_import.h"

#include "core/import_child.h"
#include "core/language.h"
#include "core/text.h"
#include "media/import_protocol.h"

#include <algorithm>
#include <cstring>

namespace sepax {

namespace protocol = import_protocol;

static_assert(Sound::kRate == protocol::kSoundRate && Sound::kChannels == protocol::kSoundChannels);

Result<Sound> importSound(std::span<const std::byte> bytes, const std::string& name) {
  constexpr std::uint64_t kBytesPerSecond = 1 << 20;
  constexpr int kSeconds = 2, kMaxSeconds = 30, kWaitFactor = 5;
  ChildLimits limits = kImportLimits;
  limits.cpu_seconds =
      static_cast<int>(std::min<std::uint64_t>(kSeconds + bytes.size() / kBytesPerSecond, kMaxSeconds));
  limits.wall_seconds = kWaitFactor * limits.cpu_seconds;
  const auto reply = runImport("sepax-import-sound", bytes, name, limits);
  SEPAX_TRY(reply);
  protocol::SoundHeader header;
  constexpr std::uint64_t kFrameBytes = sizeof(std::int16_t) * Sound::kChannels;
  if (reply->size() >= sizeof header) std::memcpy(&header, reply->data(), sizeof header);
  const bool is_whole = reply->size() == sizeof header + std::uint64_t{header.frame_count} * kFrameBytes;
  if (header.magic != protocol::kSoundMagic || !is_whole || header.frame_count == 0 ||
      header.frame_count > protocol::kMaxSoundFrames)
    return fail(ErrorCode::kInternal, toValidUtf8(name), tr("the importer's reply contradicts itself"));
  Sound sound;
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
