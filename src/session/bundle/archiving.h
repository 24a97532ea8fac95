#pragma once

namespace sepax {

struct ExtractEntries;
struct PackFolder;
struct Workspace;

/// Does what ExtractEntries asks for, in the background.
void startExtracting(Workspace& workspace, const ExtractEntries& request);

/// Does what PackFolder asks for, in the background.
void startPacking(Workspace& workspace, const PackFolder& request);

}  // namespace sepax
