#pragma once

#include "session/lab/lab_state.h"

#include <cstddef>
#include <string>
#include <vector>

namespace sepax {

struct Scene;

/// The numbers of the shown pair that can vary, by their paths: positions, angles, sizes.
[[nodiscard]] std::vector<std::string> variedPaths(const Scene& scene);

/// Such a path as a person reads it: "B: half extents x".
[[nodiscard]] std::string numberName(const Document& document, const std::string& path);

/// A scan of a document that is no longer open goes.
void followScan(LabState& state, Host& host);

/// The number that the document has at the first or second varied path; nullopt when it has none there.
[[nodiscard]] std::optional<double> scannedNumber(const LabState& state, const Host& host, std::size_t variation);

}  // namespace sepax
