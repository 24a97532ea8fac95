#pragma once

#include "media/picture_import.h"
#include "session/host/view_state.h"

#include <cstdint>
#include <memory>

namespace sepax {

/// The system's audio device, opened when something is first played. Needs SDL.
class SoundOutput {
 public:
  SoundOutput() = default;
  ~SoundOutput();
  SoundOutput(const SoundOutput&) = delete;
  SoundOutput& operator=(const SoundOutput&) = delete;

  /// Plays what the view says from where it says, and moves its time on; without a device it says so in `problem`.
  void follow(SoundView& view, const std::shared_ptr<const Sound>& sound);

 private:
  void silence();

  bool has_audio_ = false;                ///< SDL's part for sound is started, to be ended with this
  std::uint32_t device_ = 0;              ///< 0: none
  std::shared_ptr<const Sound> playing_;  ///< null: nothing
  double told_ = 0;  ///< the time that the view was given last: another one is where the user wants to go on
};

}  // namespace sepax
