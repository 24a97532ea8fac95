#pragma once

namespace sepax {

struct Outbox;
struct Workspace;

/// Long jobs in the status line: name, bar, speed, a button that cancels; all of them in a tooltip when there are
/// several. Takes at most `width` pixels and returns how many it took, 0 while nothing runs that is worth a word.
float drawJobsLine(const Workspace& workspace, float width, Outbox& outbox);

}  // namespace sepax
