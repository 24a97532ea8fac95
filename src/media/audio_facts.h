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

/// The facts of a WAV, Ogg (Vorbis, Opus, FLAC), MP3 or FLAC file, read from its headers only (and an Ogg file's last
/// page); nullopt for anything else, cut-off headers included. Never more than some 100 kB are read.
[[nodiscard]] std::optional<AudioFacts> readAudioFacts(const ByteSource& source);

}  // namespace sepax
