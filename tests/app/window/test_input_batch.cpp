#include "app/window/input_batch.h"

#include <gtest/gtest.h>

#include <vector>

namespace sepax {
namespace {

using Keyboard = InputBatch::Keyboard;

SDL_Event keyEvent(Uint32 type, SDL_Keycode key, Uint16 modifiers = KMOD_NONE) {
  SDL_Event event{};
  event.type = type;
  event.key.keysym.sym = key;
  event.key.keysym.mod = modifiers;
  return event;
}

SDL_Event ofType(Uint32 type) {
  SDL_Event event{};
  event.type = type;
  return event;
}

using Events = std::vector<SDL_Event>;

void tap(Events& events, SDL_Keycode key, bool types = false, Uint16 modifiers = KMOD_NONE) {
  events.push_back(keyEvent(SDL_KEYDOWN, key, modifiers));
  if (types) events.push_back(ofType(SDL_TEXTINPUT));
  events.push_back(keyEvent(SDL_KEYUP, key, modifiers));
}

/// How many events each frame takes in.
std::vector<int> frames(const Events& events, Keyboard keyboard) {
  std::vector<int> counts;
  for (std::size_t at = 0; at < events.size();) {
    InputBatch batch(keyboard);
    int count = 0;
    while (at < events.size() && batch.take(events[at])) {
      ++at;
      ++count;
    }
    if (count == 0) {
      ADD_FAILURE() << "a frame that takes nothing";
      break;
    }
    counts.push_back(count);
  }
  return counts;
}

TEST(InputBatch, ThirtyTypedCharactersArriveInOneFrame) {
  Events events;
  for (int i = 0; i < 30; ++i) {
    if (i % 5 == 0) events.push_back(keyEvent(SDL_KEYDOWN, SDLK_LSHIFT, KMOD_LSHIFT));
    tap(events, i % 2 == 0 ? SDLK_a : SDLK_KP_3, true, i % 5 == 0 ? KMOD_LSHIFT : KMOD_NONE);
    if (i % 5 == 0) events.push_back(keyEvent(SDL_KEYUP, SDLK_LSHIFT));
    events.push_back(ofType(SDL_MOUSEMOTION));
  }
  EXPECT_EQ(frames(events, Keyboard::kTextField).size(), 1u);
}

TEST(InputBatch, ATapOfAShortcutIsSeenByAFrame) {
  Events events;
  tap(events, SDLK_x, true);
  tap(events, SDLK_x, true);
  EXPECT_EQ(frames(events, Keyboard::kShortcuts), (std::vector<int>{2, 1, 2, 1})) << "down and text, up, …";
  Events clicks{ofType(SDL_MOUSEBUTTONDOWN), ofType(SDL_MOUSEMOTION), ofType(SDL_MOUSEBUTTONUP)};
  EXPECT_EQ(frames(clicks, Keyboard::kShortcuts), (std::vector<int>{1, 2})) << "a click is where it was";
}

TEST(InputBatch, FramesSeeTheMouseWhereItPressesAndLetsGo) {
  Events click;
  for (const Uint32 type : {SDL_MOUSEMOTION, SDL_MOUSEMOTION, SDL_MOUSEBUTTONDOWN, SDL_MOUSEBUTTONUP, SDL_MOUSEMOTION})
    click.push_back(ofType(type));
  EXPECT_EQ(frames(click, Keyboard::kShortcuts), (std::vector<int>{2, 1, 1, 1}));
}

TEST(InputBatch, TextAndEditingKeysKeepTheirOrder) {
  Events events;
  tap(events, SDLK_a, true);
  tap(events, SDLK_BACKSPACE);
  tap(events, SDLK_b, true);
  tap(events, SDLK_v, false, KMOD_LCTRL);
  EXPECT_EQ(frames(events, Keyboard::kTextField), (std::vector<int>{3, 1, 4, 1, 1}))
      << "a; Backspace; up and b; Ctrl+V; up";
}

}  // namespace
}  // namespace sepax
