#pragma once

#include "collide/pair/pair.h"
#include "core/json_text.h"
#include "document/document.h"
#include "geom/bounding_volumes.h"

#include <functional>
#include <span>
#include <string>
#include <vector>

namespace sepax {

/// Whether reports list the axes that were tested, which are most of their length.
enum class Axes { kListed, kLeftOut };

/// A report as `sepax check --json` prints it: world space, metres, points and directions with two components in 2D.
/// Every number restores its double; what was not measured (a degenerate axis) is null. Without axes "axes" is not
/// there, nor the trace of other rows' steps.
[[nodiscard]] Json pairReportJson(const PairReport& report, Space space, Axes axes = Axes::kListed);

/// A point or a direction: two numbers in 2D.
[[nodiscard]] Json vectorJson(const Vec3& v, Space space, const std::function<Json(double)>& number = jsonNumber);

/// The JSON of a report as text for the clipboard.
[[nodiscard]] std::string pairReportText(const PairReport& report, Space space);

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
