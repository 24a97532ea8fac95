#pragma once

namespace sepax {

struct PackFolder;
struct Workspace;

/// Does what PackFolder asks for, in the background.
void startPacking(Workspace& workspace, const PackFolder& request);

}  // namespace sepax
