#pragma once

#include <SDL_events.h>

namespace sepax {

/// Which of the waiting events the next frame may take in. ImGui before 1.87 sees keys and mouse only as they are at a
/// frame: a tap needs one between its two ends, a click both of them where it was and one more before it there. And it
/// puts all typed characters before all other keys.
class InputBatch {
 public:
  enum class Keyboard { kShortcuts, kTextField };
  explicit InputBatch(Keyboard keyboard) : keyboard_(keyboard) {}
  /// False: this event and all after it wait for the next frame. The first of a batch never does.
  [[nodiscard]] bool take(const SDL_Event& event);

 private:
  Keyboard keyboard_;
  bool moved_ = false, pressed_ = false, released_ = false, let_go_ = false, typed_ = false;
};

}  // namespace sepax
