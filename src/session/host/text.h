#pragma once

#include "core/language.h"

#include <string>

namespace sepax {

/// A label whose ImGui id stays the same in every language: "text###english".
[[nodiscard]] inline std::string trId(const char* english) { return std::string(tr(english)) + "###" + english; }

}  // namespace sepax
