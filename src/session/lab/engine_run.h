#pragma once

#include <string>
#include <vector>

namespace sepax {

struct Document;
struct Scene;

/// How the open case may run in an engine.
struct RunChoices {
  bool by_case = false;           ///< the case says itself what moves
  double seconds = 2;             ///< and then how long
  std::vector<std::string> pair;  ///< ids of bodies of the shown pair that enclose a volume
};
[[nodiscard]] RunChoices runChoices(const Scene& scene);
/// The ids of all bodies that enclose a volume.
[[nodiscard]] std::vector<std::string> movableBodies(const Document& document);

}  // namespace sepax
