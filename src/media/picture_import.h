#pragma once

#include "core/error.h"
#include "media/picture.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace sepax {

/// True for file names that are taken for pictures (.png .jpg .jpeg .webp .bmp .gif .tga .pcx .tif .tiff .qoi .hdr .psd
/// .dds .ktx .ktx2).
[[nodiscard]] bool isPictureName(const std::string& path);

/// Decodes a picture from bytes, in a child process (program sepax-import-picture) as importMesh does;
/// DDS and KTX textures by texture_file.h, of them the largest level. At most 64 Mi pixels and 16 384 a
/// side.
[[nodiscard]] Result<Picture> importPicture(std::span<const std::byte> bytes, const std::string& name);

/// The pixels that an import program has sent (import_protocol::PictureHeader). It may have been taken over: every
/// number is checked.
[[nodiscard]] Result<Picture> pictureOfReply(std::span<const std::byte> reply, const std::string& name);

/// A decoded sound: samples of left and right in turn.
struct Sound {
  static constexpr int kChannels = 2;  ///< whatever the file has
  int rate = 44100;                    ///< samples of a channel a second: the file's, where it says so
  std::vector<std::int16_t> samples;

  [[nodiscard]] std::size_t frames() const { return samples.size() / kChannels; }
  [[nodiscard]] double seconds() const { return static_cast<double>(frames()) / rate; }
};

/// Decodes a sound from bytes (WAV, Ogg, MP3, FLAC) in a child process (program sepax-import-sound) as importMesh does.
/// At most 25 minutes at 48 kHz.
[[nodiscard]] Result<Sound> importSound(std::span<const std::byte> bytes, const std::string& name);

/// The least and the greatest sample, both channels together, of each of at most `columns` parts of equal length: −1
/// … 1.
struct WaveColumn {
  float low = 0, high = 0;
};
[[nodiscard]] std::vector<WaveColumn> waveform(const Sound& sound, std::size_t columns);

}  // namespace sepax
