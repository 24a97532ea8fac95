#pragma once

namespace sepax {

struct ExtractEntries;
struct Workspace;

/// Does what ExtractEntries asks for, in the background.
void startExtracting(Workspace& workspace, const ExtractEntries& request);

}  // namespace sepax
