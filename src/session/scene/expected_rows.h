#pragma once

#include "document/expected.h"

#include <string>

namespace sepax {

struct Scene;

/// The rows of the document, as far as they are known; asks for them anew after a change.
void updateExpected(Scene& scene);

/// In one line what is expected; world space, metres.
[[nodiscard]] std::string describe(const Expectation& expected);

}  // namespace sepax
