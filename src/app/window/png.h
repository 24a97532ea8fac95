#pragma once

#include "core/error.h"
#include "render/framebuffer.h"

#include <string>

namespace sepax {

/// Writes a picture as PNG, atomically.
[[nodiscard]] Result<void> savePng(const Image& image, const std::string& path);

}  // namespace sepax
