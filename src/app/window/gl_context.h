#pragma once

#include "core/error.h"

struct SDL_Window;

namespace sepax {

/// "Sepax needs OpenGL 3.3 (core)": for the message when there is none.
extern const char* const kNeededGl;
/// The first line of ImGui's shaders.
extern const char* const kGlslVersion;

/// Says what the window that is made next must be able to do.
void askForGlContext();

/// A context for the window (SDL_GLContext), current and with its functions loaded; the caller deletes it. The error
/// says what was found and what is needed, also when the window is null because it could not be made.
[[nodiscard]] Result<void*> makeGlContext(SDL_Window* window);

/// Whether the driver has reset the graphics card since the current context was made: all that lay there is gone, and
/// only another context draws again. False where the driver does not tell.
[[nodiscard]] bool isGlContextLost();

}  // namespace sepax
