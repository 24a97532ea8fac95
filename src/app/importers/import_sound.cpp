// sepax-import-sound NAME: reads a sound file from standard input, writes its samples to standard output
// (media/import_protocol.h). A program of its own for the same reason as sepax-import.

#define SDL_MAIN_HANDLED
#include "app/importers/import_pipe.h"
#include "media/import_protocol.h"

#include <SDL.h>
#include <SDL_mixer.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace {

using namespace sepax;
namespace protocol = sepax::import_protocol;

int importSound() {
  const std::vector<std::byte> input = readStandardInput();
  protocol::SoundFileHeader file;
  if (input.size() < sizeof file) return refuse("the file on standard input is cut off");
  std::memcpy(&file, input.data(), sizeof file);
  if (file.rate < protocol::kMinSoundRate || file.rate > protocol::kMaxSoundRate)
    return refuse("the rate on standard input is none");
  const std::span<const std::byte> bytes = std::span(input).subspan(sizeof file);
  if (bytes.size() > static_cast<std::size_t>(std::numeric_limits<int>::max()))
    return refuse("the file is too large for a sound");
  // SDL_mixer looks for a sound font in the file system, which is given up below.
  const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  if (text.starts_with("MThd"))
    return refuse("MIDI has notes and no sound: it needs a sound font, which is not read here");
  Mix_Init(MIX_INIT_FLAC | MIX_INIT_MOD | MIX_INIT_MP3 | MIX_INIT_OGG | MIX_INIT_OPUS);  // may load libraries
  confineFiles();                             // before SDL_mixer starts its thread
  SDL_setenv("SDL_AUDIODRIVER", "dummy", 1);  // nothing is heard of this program
  constexpr int kPiece = 4096;
  // At the file's own rate: SDL loses the end of what it resamples.
  const int rate = static_cast<int>(file.rate);
  if (Mix_OpenAudioDevice(rate, AUDIO_S16SYS, protocol::kSoundChannels, kPiece, nullptr, 0) != 0)
    return refuse(std::string("sounds cannot be read here: ") + SDL_GetError());
  confine(Threads::kHasThem);
  SDL_RWops* stream = SDL_RWFromConstMem(bytes.data(), static_cast<int>(bytes.size()));
  const std::unique_ptr<Mix_Chunk, void (*)(Mix_Chunk*)> sound(stream != nullptr ? Mix_LoadWAV_RW(stream, 1) : nullptr,
                                                               Mix_FreeChunk);
  if (!sound) return refuse(std::string("not a sound that can be read: ") + SDL_GetError());
  constexpr std::size_t kFrameBytes = sizeof(std::int16_t) * protocol::kSoundChannels;
  const std::size_t frames = sound->alen / kFrameBytes;
  if (frames == 0) return refuse("the sound has no samples");
  if (frames > protocol::kMaxSoundFrames) return refuse("the sound is too long to be read whole");
  const protocol::SoundHeader header{.frame_count = static_cast<std::uint32_t>(frames)};
  const bool is_written = writeStandardOutput(&header, 1) && writeStandardOutput(sound->abuf, frames * kFrameBytes);
  return is_written && std::fflush(stdout) == 0 ? 0 : refuse("the reply could not be written");
}

}  // namespace

int main(int argc, char** argv) {
  return runImporter(argc, argv, "sepax-import-sound NAME < SOUND", "a sound",
                     [](const std::string&) { return importSound(); });
}
