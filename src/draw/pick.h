#pragma once

#include "draw/camera.h"
#include "scene/document.h"

#include <string>

namespace sepax {

/// Where a sight line meets a visible body.
struct Pick {
  std::string body;     ///< empty when it meets none
  double distance = 0;  ///< metres along the ray
};

/// The nearest visible body under a pixel; thin shapes are met within `slack_px`. Hidden bodies are passed over, locked ones are not.
[[nodiscard]] Pick pickBody(const Document& document, const Camera& camera, const ViewSize& view, const Vec2& pixel, double slack_px = 5);

}  // namespace sepax
