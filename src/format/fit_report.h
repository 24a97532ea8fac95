#pragma once

#include "core/error.h"
#include "geom/bounding_volumes.h"

#include <span>
#include <string>
#include <vector>

namespace sepax {

class Json;

// How kinds of bounding volumes are called in case files and on the command line, and how fitted ones are shown.

/// Null when the kind has no meaning in the space.
[[nodiscard]] const char* volumeName(VolumeKind kind, bool planar);

/// The kinds of these names, each once; "all" means every one that the space has. Error: the names that there are, and
/// the wrong one.
[[nodiscard]] Result<std::vector<VolumeKind>> volumeKindsNamed(const std::vector<std::string>& names, bool planar);

/// A volume as `sepax fit --json` and `sepax check --json` print it; in the coordinates of the points.
[[nodiscard]] Json volumeJson(const FittedVolume& volume);

/// A head line, a line a volume, and what the columns mean; each ended by a newline.
[[nodiscard]] std::string volumeTable(std::span<const FittedVolume> volumes, bool planar);

}  // namespace sepax
