#pragma once

#include "document/document.h"
#include "lab/paste/found.h"

#include <cstddef>
#include <string>
#include <vector>

namespace sepax::paste {

/// Shapes that a text may have: it is about a pair, not about a crowd.
inline constexpr std::size_t kMaxPastedBodies = 1000;

/// By what lengths are divided to be metres: so that 70 cm are 0.7 m to the last bit.
[[nodiscard]] double unitsAMetre(const Findings& findings);
/// Whether the user says that z is up in the text: bodies in space are then turned, (x, y, z) → (x, z, −y).
[[nodiscard]] bool isZUp(const Findings& findings);

/// Makes a document of the bodies: a case as a person would have written it, read by the case reader, so that its rules
/// hold. Bodies that it refuses are named in `findings.missing` and left out.
[[nodiscard]] Document documentOf(Findings& findings, std::vector<std::string>& taken);

}  // namespace sepax::paste
