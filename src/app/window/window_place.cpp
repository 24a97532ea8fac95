#include "app/window/window_place.h"

#include <SDL.h>

#include <algorithm>

namespace sepax {

WindowPlace placeOnScreen(const WindowPlace& wanted, const WindowBorders& borders, const WindowPlace& usable) {
  const WindowPlace room{usable.x + borders.left, usable.y + borders.top,
                         std::max(usable.width - borders.left - borders.right, 1),
                         std::max(usable.height - borders.top - borders.bottom, 1)};
  WindowPlace place = wanted;
  place.width = std::min(wanted.width, room.width);
  place.height = std::min(wanted.height, room.height);
  place.x = std::clamp(wanted.x, room.x, room.x + room.width - place.width);
  place.y = std::clamp(wanted.y, room.y, room.y + room.height - place.height);
  return place;
}

void putOnScreen(SDL_Window& window) {
  SDL_PumpEvents();  // how wide a window manager has made the borders comes as an event
  SDL_Rect usable;
  const int display = std::max(SDL_GetWindowDisplayIndex(&window), 0);
  if (SDL_GetDisplayUsableBounds(display, &usable) != 0 || usable.w <= 0) return;
  WindowBorders borders;
  if (SDL_GetWindowBordersSize(&window, &borders.top, &borders.left, &borders.bottom, &borders.right) != 0)
    borders = {};  // a window without any, or a system that draws them inside
  WindowPlace wanted;
  SDL_GetWindowPosition(&window, &wanted.x, &wanted.y);
  SDL_GetWindowSize(&window, &wanted.width, &wanted.height);
  const WindowPlace place = placeOnScreen(wanted, borders, {usable.x, usable.y, usable.w, usable.h});
  SDL_SetWindowSize(&window, place.width, place.height);
  if (place.x != wanted.x || place.y != wanted.y) SDL_SetWindowPosition(&window, place.x, place.y);
}

}  // namespace sepax
