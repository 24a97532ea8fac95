#pragma once

#include "bundle/findings.h"
#include "bundle/tree.h"

#include <memory>
#include <optional>
#include <string>

namespace sepax {

/// The tree of a Godot PCK, versions 1 to 3. Its files are stored as they are, each with its MD5, which reading them
/// checks. Encrypted directories and files are named, not read: their key is the game's.
[[nodiscard]] std::shared_ptr<const Tree> openPck(ContainerFile file, FindingCollector findings);

}  // namespace sepax
