#pragma once

struct SDL_Window;

namespace sepax {

/// A window's content, or a part of the screen, in screen coordinates.
struct WindowPlace {
  int x = 0, y = 0, width = 0, height = 0;
};

/// The frame that the desktop draws around a window's content: the width of each side.
struct WindowBorders {
  int top = 0, left = 0, bottom = 0, right = 0;
};

/// The place nearest to the wanted one, and the largest size up to the wanted one, with which the window is on the
/// `usable` part of the screen with its borders. Where even they do not fit, its top left corner counts.
[[nodiscard]] WindowPlace placeOnScreen(const WindowPlace& wanted, const WindowBorders& borders,
                                        const WindowPlace& usable);

/// Moves and shrinks a window so.
void putOnScreen(SDL_Window& window);

}  // namespace sepax
