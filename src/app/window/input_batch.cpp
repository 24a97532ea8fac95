#include "app/window/input_batch.h"

namespace sepax {

namespace {

bool isPress(const SDL_Event& event) { return event.type == SDL_KEYDOWN || event.type == SDL_MOUSEBUTTONDOWN; }
bool isRelease(const SDL_Event& event) { return event.type == SDL_KEYUP || event.type == SDL_MOUSEBUTTONUP; }

/// A key whose press and release tell a text field nothing besides the character that follows: letters, digits, Shift,
/// AltGr.
bool onlyTypes(const SDL_Keysym& key) {
  if ((key.mod & (KMOD_CTRL | KMOD_GUI | KMOD_LALT)) != 0) return false;
  switch (key.sym) {
    case SDLK_LSHIFT:
    case SDLK_RSHIFT:
    case SDLK_CAPSLOCK:
    case SDLK_MODE:
    case SDLK_RALT:
      return true;
    case SDLK_KP_ENTER:
    case SDLK_DELETE:
      return false;
    default:
      break;
  }
  const bool is_keypad = key.sym >= SDLK_KP_DIVIDE && key.sym <= SDLK_KP_PERIOD;
  const bool is_character = key.sym >= SDLK_SPACE && (key.sym & SDLK_SCANCODE_MASK) == 0;
  return is_keypad || is_character;
}

}  // namespace

bool InputBatch::take(const SDL_Event& event) {
  if (keyboard_ == Keyboard::kTextField) {
    if ((event.type == SDL_KEYDOWN || event.type == SDL_KEYUP) && onlyTypes(event.key.keysym)) return true;
    if (event.type == SDL_TEXTINPUT) {
      if (pressed_) return false;  // typed after Backspace, not before it
      typed_ = true;
      return true;
    }
    if (typed_ && isPress(event)) return false;
  }
  if (pressed_ && isRelease(event)) return false;
  if ((pressed_ || let_go_) && event.type == SDL_MOUSEMOTION) return false;  // both ends of a click are where they were
  // An item over other items, as tabs are, takes a press only where the frame before has seen the mouse.
  if (moved_ && event.type == SDL_MOUSEBUTTONDOWN) return false;
  // A key that goes up and down again within a frame would seem to be held.
  if (released_ && isPress(event)) return false;
  moved_ = moved_ || event.type == SDL_MOUSEMOTION;
  pressed_ = pressed_ || isPress(event);
  released_ = released_ || isRelease(event);
  let_go_ = let_go_ || event.type == SDL_MOUSEBUTTONUP;
  return true;
}

}  // namespace sepax
