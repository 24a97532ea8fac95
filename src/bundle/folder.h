#pragma once

#include "bundle/tree.h"

#include <memory>
#include <string>

namespace sepax {

/// The entries below a folder on disk; of links those to files inside it are followed. Listed when entries() is first
/// asked for: reading one file beside a case does not walk the whole folder.
[[nodiscard]] Result<std::shared_ptr<const Tree>> openFolder(const std::string& path, const OpenOptions& options = {});

}  // namespace sepax
