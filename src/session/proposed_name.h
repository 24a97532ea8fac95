#pragma once

#include <string>

namespace sepax {

struct Workspace;

/// The name, without an ending, that the open scene is offered to be saved under: of the file or entry that it came
/// from, else its own name, else what is in it: "box-capsule", "box-sphere-24-bodies", "empty". It needs no quotes in a
/// shell and is a name on every system.
[[nodiscard]] std::string proposedName(const Workspace& workspace);

}  // namespace sepax
