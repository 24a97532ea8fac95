#pragma once

namespace sepax {

/// libgcrypt asks to be initialised once per process; call before anything else of it. Callable from any thread.
void prepareGcrypt();

}  // namespace sepax
