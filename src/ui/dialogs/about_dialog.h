#pragma once

namespace sepax {

/// Version and licence; `open` goes false when it was closed.
void drawAboutDialog(bool& open);

}  // namespace sepax
