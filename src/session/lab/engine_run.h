#pragma once

#include <string>
#include <vector>

namespace sepax {

struct Scene;

/// How the open case may run in an engine.
struct RunChoices {
  bool by_case = false;                ///< the case says itself what moves
  double seconds = 2;                  ///< and then how long
  std::vector<std::string> pair, all;  ///< ids of bodies that enclose a volume: of the shown pair, and of the case
};
[[nodiscard]] RunChoices runChoices(const Scene& scene);

}  // namespace sepax
