#pragma once

#include "bundle/tree.h"

#include <string>

namespace sepax {

/// Which engine or packer a bundle's entries point to ("Unity", "Unreal Engine", "an Android app (APK)"), by paths that
/// only they use; empty when none does.
[[nodiscard]] std::string engineOf(const Tree& tree);

}  // namespace sepax
