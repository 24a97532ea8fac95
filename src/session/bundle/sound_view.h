#pragma once

#include <string>

namespace sepax {

/// How a sound of a bundle is listened to. The owner of the audio device advances the time.
struct SoundView {
  bool plays = false;
  double seconds = 0;
  std::string problem = {};  ///< why it cannot be heard
};

}  // namespace sepax
