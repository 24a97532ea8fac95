#pragma once

#include "bundle/byte_source.h"

#include <cstdint>
#include <optional>
#include <string>

namespace sepax {

/// The facts that a sound file states of itself.
struct AudioFacts {
  std::string format;      ///< "WAV, PCM 16 bit", "Ogg Vorbis", "MP3 (MPEG 1 layer 3)"
  std::uint32_t rate = 0;  ///< samples a second
  int channels = 0;
  double seconds = 0;      ///< 0: unknown
  bool estimated = false;  ///< the length follows from the first frame's bit rate
};

/// The facts of a WAV, Ogg (Vorbis, Opus, FLAC), MP3 or FLAC file; nullopt for anything else, cut-off headers included.
/// Read from its headers; of an Ogg all pages count, and of an MP3 without a table all frames, up to 64 MiB. A longer
/// Ogg ends with its last page, and a longer MP3 is estimated.
[[nodiscard]] std::optional<AudioFacts> readAudioFacts(const ByteSource& source);

}  // namespace sepax
