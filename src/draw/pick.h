#pragma once

#include "document/document.h"
#include "draw/camera.h"
#include "geom/aabb.h"

#include <span>
#include <string>

namespace sepax {

/// Where a sight line meets a visible body.
struct Pick {
  std::string body;     ///< empty when it meets none
  double distance = 0;  ///< metres along the ray
};

inline constexpr double kPickSlack = 5;  ///< pixels

/// The nearest visible body under a pixel; thin shapes are met within `slack_px`. Hidden bodies are passed over, locked
/// ones are not. `bounds`, one of each body, world, spare those that the sight line misses; empty when they are not
/// known.
[[nodiscard]] Pick pickBody(const Document& document, const Camera& camera, const ViewSize& view, const Vec2& pixel,
                            double slack_px = kPickSlack, std::span<const MinMaxBox> bounds = {});

}  // namespace sepax
