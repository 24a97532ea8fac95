#pragma once

#include "document/document.h"

#include <optional>
#include <string>
#include <vector>

namespace sepax {

/// How far a body must move so that it just touches another, by the separation that the pair test measures.
struct TouchMove {
  std::string other;
  Vec3 shift{0.0};
};

/// The shortest way, or along `direction` (unit) when given; nullopt when there is none.
[[nodiscard]] std::optional<TouchMove> moveToTouch(const Document& document, const std::string& id,
                                                   const std::string& other, const std::optional<Vec3>& direction = {});

/// A move to the body that is reached first, hidden bodies and the bodies named in `without` left out, when it is
/// within `reach` metres.
[[nodiscard]] std::optional<TouchMove> nearestTouch(const Document& document, const std::string& id,
                                                    const std::vector<std::string>& without, double reach,
                                                    const std::optional<Vec3>& direction = {});

}  // namespace sepax
