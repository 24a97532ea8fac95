#pragma once

#include "bundle/tree.h"

#include <optional>
#include <string>

namespace sepax {

/// A container format that is known by its marks and not (yet) read.
struct RecognisedContainer {
  ContainerKind kind = ContainerKind::kUnknown;
  std::string description;  ///< "a Godot PCK", in English
};

/// What `source` is by its marks, ZIP and disk images aside.
[[nodiscard]] std::optional<RecognisedContainer> recogniseContainer(const ByteSource& source);

}  // namespace sepax
