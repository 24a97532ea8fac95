#pragma once

#include <optional>

/// What an engine says about an exported pair.
struct Answer {
  bool overlapping = false;
  std::optional<double> distance;  ///< where it measures it
};
/// None: the engine has no function for these two shapes.
using Asked = std::optional<Answer>;
