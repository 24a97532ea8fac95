#include "app/window/sound_output.h"

#include "core/language.h"

#include <SDL.h>

#include <algorithm>
#include <cstddef>

namespace sepax {

namespace {

constexpr std::uint32_t kFrameBytes = sizeof(std::int16_t) * Sound::kChannels;

}  // namespace

SoundOutput::~SoundOutput() {
  silence();
  if (has_audio_) SDL_QuitSubSystem(SDL_INIT_AUDIO);
}

void SoundOutput::silence() {
  if (device_ != 0) SDL_CloseAudioDevice(device_);
  device_ = 0;
  playing_ = nullptr;
}

void SoundOutput::follow(SoundView& view, const std::shared_ptr<const Sound>& sound) {
  if (!view.plays || sound == nullptr) {
    view.plays = false;
    return silence();
  }
  if (playing_ != sound || view.seconds != told_) {
    silence();
    SDL_AudioSpec wanted{};
    wanted.freq = sound->rate;
    wanted.format = AUDIO_S16SYS;
    wanted.channels = Sound::kChannels;
    wanted.samples = 2048;
    has_audio_ = has_audio_ || SDL_InitSubSystem(SDL_INIT_AUDIO) == 0;
    if (has_audio_) device_ = SDL_OpenAudioDevice(nullptr, 0, &wanted, nullptr, 0);
    if (device_ == 0) {
      view.problem = trf("no sound can be played here: {}", SDL_GetError());
      view.plays = false;
      return;
    }
    view.problem.clear();
    const auto first = std::min(static_cast<std::size_t>(std::max(view.seconds, 0.0) * sound->rate), sound->frames());
    SDL_QueueAudio(device_, sound->samples.data() + first * Sound::kChannels,
                   static_cast<std::uint32_t>((sound->frames() - first) * kFrameBytes));
    SDL_PauseAudioDevice(device_, 0);
    playing_ = sound;
  }
  const std::size_t left = std::min<std::size_t>(SDL_GetQueuedAudioSize(device_) / kFrameBytes, sound->frames());
  view.seconds = told_ = static_cast<double>(sound->frames() - left) / sound->rate;
  if (left > 0) return;
  view.plays = false;
  view.seconds = 0;
}

}  // namespace sepax
