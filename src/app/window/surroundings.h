#pragma once

#include <SDL.h>

#include <functional>
#include <optional>

// The window lives on a desktop, or in a page of a browser, whose own loop calls the program and must not be kept
// waiting. surroundings_desktop.cpp or surroundings_browser.cpp.

namespace sepax {

/// How a wait ended. In a page none lasts: kNotYet says that its time has not come, and that nothing is to be drawn.
enum class Waited { kEvent, kTimeIsUp, kNotYet };
/// Waits for an event, at most `ms` milliseconds; negative: as long as it takes.
[[nodiscard]] Waited waitForEvent(SDL_Event& event, int ms);

/// Calls `turn` again and again until it returns false. In a page this returns at once, and the browser calls it before
/// each frame that it shows.
void repeat(std::function<bool()> turn);

inline constexpr int kMinWindowWidth = 800, kMinWindowHeight = 500;  ///< of a desktop
/// Puts a new window where it fits, with a size below which it cannot be dragged, and gives the scale that suits the
/// screen's dots per inch. In a page the window is as large as the page, whose pixels have that scale already.
[[nodiscard]] std::optional<float> settle(SDL_Window& window, bool maximised);

/// Whether files come and go through the page that the window is in: its user has no folders here.
[[nodiscard]] bool isInPage();
/// In a page: what is copied goes to the browser's clipboard, too. Once ImGui has its backend.
void shareClipboard();
/// In a page: asks its user for a file, which comes as one that is dropped.
void chooseFile();

}  // namespace sepax
