#pragma once

namespace sepax {

struct Outbox;
struct Workspace;

/// The changes of the case since it was opened, by name: a click goes back to one or forward again.
void drawHistoryPanel(const Workspace& workspace, Outbox& outbox);

}  // namespace sepax
